"""The heads of the animals on the centres, all looking at you, so that their upright is seen at a glance."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from puzzles.art.outlines import arc, ellipse, mirrored, ribbon, smooth, star
from puzzles.art.prints import MIDDLE, SIDE_MM, ground
from puzzles.shapes import WHITE, Colour, Point, Polygon

Head: TypeAlias = Callable[[], Iterator[Polygon]]
"""Draws a head in a square of 25 mm whose top left is (0, 0)."""

_X: Final = MIDDLE[0]
_DARK: Final[Colour] = "#1c1714"


_MEADOW_MM: Final = 16.5
"""From here down the ground has another colour, so that also round heads have an upright."""


@dataclass(frozen=True, slots=True)
class Animal:
    """What is drawn on a centre.

    Attributes:
        name: of the animal.
        head: draws its head.
        sky: the colour behind it.
        meadow: the colour below, unlike its own, so that it stands out from both.
    """

    name: str
    head: Head
    sky: Colour
    meadow: Colour

    def drawn(self) -> Iterator[Polygon]:
        """Draw the head on its ground."""
        yield ground(self.sky)
        below = ((0, _MEADOW_MM), (SIDE_MM, _MEADOW_MM), (SIDE_MM, SIDE_MM), (0, SIDE_MM))
        yield Polygon(below, self.meadow)
        yield from self.head()


def both(outline: tuple[Point, ...], colour: Colour) -> Iterator[Polygon]:
    """Draw an outline on both sides of the head."""
    yield Polygon(outline, colour)
    yield Polygon(mirrored(outline, _X), colour)


def _eyes(apart: float, y: float, size: float, colour: Colour = _DARK) -> Iterator[Polygon]:
    """Draw two eyes that shine."""
    yield from both(ellipse((_X - apart, y), size, 1.15 * size), colour)
    for side in (-apart, apart):
        yield Polygon(ellipse((_X + side - 0.2 * size, y - 0.25 * size), 0.36 * size), WHITE)


def _smile(y: float, wide: float) -> Iterator[Polygon]:
    yield from both(arc((_X - wide / 2, y), wide / 2, 10, 170, 0.75), _DARK)


def lion() -> Iterator[Polygon]:
    """A lion with its mane."""
    yield Polygon(star((_X, 12.8), 11.4, 9.0, 14), "#8a3d12")
    yield Polygon(ellipse((_X, 12.8), 18.2), "#a94f17")
    yield from both(ellipse((_X - 6.0, 6.6), 4.4), "#f3b544")
    yield from both(ellipse((_X - 6.0, 6.8), 2.2), "#8a3d12")
    yield Polygon(ellipse((_X, 12.9), 13.6, 13.2), "#f6c358")
    yield Polygon(smooth([(_X - 1.6, 10), (_X + 1.6, 10), (_X + 2.2, 15), (_X - 2.2, 15)]), "#f9d988")
    yield from both(ellipse((_X - 2.2, 16.4), 4.6, 4.0), "#fff3d6")
    yield Polygon(smooth([(_X - 1.9, 13.6), (_X + 1.9, 13.6), (_X, 15.9)]), "#5a2413")
    yield from _smile(15.8, 3.6)
    yield from _eyes(3.5, 11.3, 1.9)


def owl() -> Iterator[Polygon]:
    """An owl with its tufts."""
    yield from both(((_X - 8.8, 2.0), (_X - 1.6, 6.6), (_X - 8.0, 11.0)), "#5d432c")
    yield Polygon(
        smooth(
            [
                (_X, 4.4),
                (_X + 7.6, 6.2),
                (_X + 9.2, 14),
                (_X + 6, 21.6),
                (_X, 23.2),
                (_X - 6, 21.6),
                (_X - 9.2, 14),
                (_X - 7.6, 6.2),
            ]
        ),
        "#7c5a3a",
    )
    yield Polygon(ellipse((_X, 19.0), 10.4, 7.4), "#e5cfa3")
    for row, count in ((17.4, 3), (19.6, 4), (21.5, 3)):
        for index in range(count):
            x = _X + 2.5 * (index - (count - 1) / 2)
            yield Polygon(arc((x, row - 1.0), 1.0, 0, 180, 0.6), "#7c5a3a")
    yield from both(ellipse((_X - 4.0, 10.6), 8.4), "#f6ead0")
    yield from both(ellipse((_X - 3.8, 10.7), 5.6), "#f0a818")
    yield from _eyes(3.7, 10.7, 3.0)
    yield Polygon(((_X - 1.5, 12.4), (_X + 1.5, 12.4), (_X, 16.2)), "#e07b10")


def fox() -> Iterator[Polygon]:
    """A fox with pointed ears and white cheeks."""
    yield from both(((_X - 10.2, 1.8), (_X - 1.4, 7.0), (_X - 8.6, 13.0)), "#d9541e")
    yield from both(((_X - 9.0, 4.2), (_X - 4.2, 7.2), (_X - 7.8, 10.6)), "#3a1d14")
    yield Polygon(
        smooth(
            [
                (_X, 5.6),
                (_X + 6.6, 7.2),
                (_X + 10.6, 13.6),
                (_X + 4.6, 19.0),
                (_X, 23.2),
                (_X - 4.6, 19.0),
                (_X - 10.6, 13.6),
                (_X - 6.6, 7.2),
            ]
        ),
        "#e8692a",
    )
    yield from both(
        smooth([(_X - 10.2, 13.6), (_X - 5.6, 13.0), (_X - 1.4, 17.2), (_X - 0.6, 22.2), (_X - 4.8, 18.8)]),
        "#fff6ea",
    )
    yield from _eyes(4.4, 12.2, 2.2)
    yield Polygon(smooth([(_X - 2.0, 19.6), (_X + 2.0, 19.6), (_X + 0.6, 22.6), (_X - 0.6, 22.6)]), _DARK)


def panda() -> Iterator[Polygon]:
    """A panda with black ears and eyes."""
    yield from both(ellipse((_X - 7.4, 5.4), 6.8), _DARK)
    yield Polygon(ellipse((_X, 13.2), 20.4, 18.4), "#cfc9c0")
    yield Polygon(ellipse((_X, 13.2), 19.2, 17.2), "#fdfbf7")
    yield from both(ellipse((_X - 4.6, 12.4), 5.2, 7.0, 32), _DARK)
    yield from both(ellipse((_X - 4.2, 12.0), 2.4), WHITE)
    yield from both(ellipse((_X - 4.0, 12.1), 1.5), _DARK)
    yield Polygon(ellipse((_X, 16.4), 3.4, 2.3), _DARK)
    yield from _smile(18.0, 3.2)


def rabbit() -> Iterator[Polygon]:
    """A rabbit with long ears and two teeth."""
    yield from both(ellipse((_X - 4.2, 7.0), 5.0, 13.4, -10), "#8d86a8")
    yield from both(ellipse((_X - 4.2, 7.2), 2.4, 9.8, -10), "#f3b8c6")
    yield Polygon(
        smooth(
            [
                (_X, 10.2),
                (_X + 5.8, 11.6),
                (_X + 7.8, 17.2),
                (_X + 4.6, 22.4),
                (_X, 23.4),
                (_X - 4.6, 22.4),
                (_X - 7.8, 17.2),
                (_X - 5.8, 11.6),
            ]
        ),
        "#a59ec0",
    )
    yield from both(ellipse((_X - 2.0, 19.4), 4.6, 3.8), "#efeaf7")
    yield Polygon(((_X - 1.4, 20.4), (_X + 1.4, 20.4), (_X + 1.2, 23.4), (_X - 1.2, 23.4)), WHITE)
    yield Polygon(smooth([(_X - 1.5, 16.9), (_X + 1.5, 16.9), (_X, 18.7)]), "#d8567a")
    yield Polygon(ribbon([(_X, 20.4, 0.35), (_X, 23.4, 0.35)]), "#a59ec0")
    yield from _eyes(3.6, 15.2, 2.1)
    for tilt in (-1.0, 0.4):
        yield from both(ribbon([(_X - 4.4, 19.2, 0.3), (_X - 9.6, 18.8 + 1.6 * tilt, 0.25)]), "#4b4560")


def elephant() -> Iterator[Polygon]:
    """An elephant with large ears and its trunk."""
    yield from both(
        smooth(
            [(_X - 4, 6), (_X - 9.4, 3.4), (_X - 11.8, 9), (_X - 10.6, 15.4), (_X - 6.6, 16.6), (_X - 4, 13)]
        ),
        "#5f7f95",
    )
    yield from both(
        smooth([(_X - 5, 7.4), (_X - 8.8, 5.6), (_X - 10.2, 9.4), (_X - 9.2, 13.6), (_X - 6.4, 14.4)]),
        "#e2a9b0",
    )
    yield Polygon(
        smooth(
            [
                (_X, 2.8),
                (_X + 5.6, 4.6),
                (_X + 6.4, 10.4),
                (_X + 4.2, 14.6),
                (_X, 16),
                (_X - 4.2, 14.6),
                (_X - 6.4, 10.4),
                (_X - 5.6, 4.6),
            ]
        ),
        "#7d9db3",
    )
    yield from both(
        smooth([(_X - 4.4, 14.0), (_X - 2.6, 14.4), (_X - 3.6, 19.4), (_X - 5.6, 21.4)]), "#fffbe9"
    )
    trunk = [
        (_X, 12.4, 5.0),
        (_X, 15.2, 4.6),
        (_X + 0.1, 18.0, 4.0),
        (_X + 0.6, 20.4, 3.6),
        (_X + 2.2, 22.4, 3.2),
        (_X + 4.6, 22.4, 2.8),
    ]
    yield Polygon(ribbon(trunk), "#7d9db3")
    for y in (15.2, 17.0, 18.8):
        yield Polygon(ribbon([(_X - 1.6, y, 0.35), (_X + 1.6, y, 0.35)]), "#5f7f95")
    yield from _eyes(3.5, 9.4, 1.8)


def frog() -> Iterator[Polygon]:
    """A frog with its eyes on top and a wide mouth."""
    yield from both(ellipse((_X - 5.8, 6.6), 7.6), "#3f8f2f")
    yield Polygon(
        smooth(
            [
                (_X, 7.4),
                (_X + 7.6, 9.0),
                (_X + 10.8, 14.6),
                (_X + 7.2, 20.6),
                (_X, 22.2),
                (_X - 7.2, 20.6),
                (_X - 10.8, 14.6),
                (_X - 7.6, 9.0),
            ]
        ),
        "#4fa83a",
    )
    yield Polygon(
        smooth(
            [(_X, 15.6), (_X + 9.0, 14.6), (_X + 6.4, 19.8), (_X, 21.2), (_X - 6.4, 19.8), (_X - 9.0, 14.6)]
        ),
        "#cfe58a",
    )
    yield Polygon(arc((_X, 4.0), 12.4, 42, 138, 1.0), "#1f4a18")
    yield from both(ellipse((_X - 5.8, 6.5), 5.2), WHITE)
    yield from _eyes(5.5, 6.7, 3.0)
    yield from both(ellipse((_X - 1.3, 12.2), 0.9, 0.7), "#1f4a18")


ANIMALS: Final = (
    Animal("lion", lion, "#c5e8f7", "#4f9d69"),
    Animal("owl", owl, "#ffe28f", "#3b5b9a"),
    Animal("fox", fox, "#dcf1d6", "#3f8f96"),
    Animal("panda", panda, "#f8bba8", "#c4605f"),
    Animal("rabbit", rabbit, "#fdf3c0", "#dfa237"),
    Animal("elephant", elephant, "#fadcec", "#a9508c"),
    Animal("frog", frog, "#ffdcae", "#b4553a"),
)
"""The animals of the deck."""
