"""Draws what was read over the photo: outlines, names and points.

Colour and line pattern tell the same, so that neither is needed alone: a plain line for a card that surely is
legal, dashes for one that is not sure, a zigzag for an illegal one, dots for one that lies beside the board.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal

from PIL import Image, ImageDraw, ImageFont

from api.answers import Corners
from games.scoring import Points, Span

Style = Literal["sure", "unsure", "illegal", "unplayed"]
Colour = tuple[int, int, int]
Point = tuple[float, float]

ILLEGAL: Final[Colour] = (255, 40, 60)

DECK_COLOURS: Final[tuple[Colour, ...]] = (
    (86, 180, 233),
    (240, 228, 66),
    (0, 158, 115),
    (204, 121, 167),
    (230, 159, 0),
    (60, 110, 230),
    (255, 255, 255),
    (150, 110, 70),
)
"""Told apart with every kind of colour vision: those of Okabe and Ito without its red, and two more."""

_LEAST_SIDE_PX: Final = 70
"""A picture is enlarged until its middling card is so wide, or names could not be read."""

_LEAST_FONT_PX: Final = 10
_BLACK: Final = (0, 0, 0, 255)
_SHADE: Final = (0, 0, 0, 165)
_LEGEND: Final = "D Diversify   C Cover Some Ground   dashes: not sure   zigzag: illegal   dots: unplayed"


@dataclass(frozen=True, slots=True)
class Outline:
    """A card to be drawn.

    Attributes:
        name: its name.
        corners: its four corners in pixels, one after the other.
        colour: of its deck.
        style: how sure and how legal it is.
        diversify: its points in Diversify; of an unplayed card they are not told.
        cover: its points in Cover Some Ground.
    """

    name: str
    corners: Corners
    colour: Colour
    style: Style
    diversify: Points = 0
    cover: Points = 0

    @property
    def label(self) -> str:
        """What is written on it."""
        points = f"D {_shown(self.diversify)}  C {_shown(self.cover)}"
        return {
            "sure": f"{self.name}\n{points}",
            "unsure": f"{self.name} ?\n{points}",
            "illegal": f"{self.name}\n{points}\nillegal",
            "unplayed": f"{self.name}\nunplayed",
        }[self.style]


def draw(photo: Image.Image, outlines: Sequence[Outline]) -> Image.Image:
    """Draw cards over a photo.

    Args:
        photo: the photo, RGB.
        outlines: its cards, bottom first, with corners in pixels of the photo.

    Returns:
        A new picture of the photo's size, or a multiple of it where the cards are too small to be written on.
    """
    factor = _enlargement(outlines)
    picture = photo.resize((photo.width * factor, photo.height * factor)) if factor > 1 else photo.copy()
    layer = Image.new("RGBA", picture.size)
    pen = ImageDraw.Draw(layer)
    # A card wipes out the lines of those beneath it, as it hides their edges on the table.
    for outline in outlines:
        _draw_outline(pen, outline, _scaled(outline.corners, factor))
    for outline in outlines:
        _draw_label(pen, outline, _scaled(outline.corners, factor))
    _draw_legend(pen, picture.size)
    picture.paste(layer, mask=layer)
    return picture


def deck_colour(deck: str, decks: Sequence[str]) -> Colour:
    """Return the colour of a deck, by its place among all decks."""
    return DECK_COLOURS[decks.index(deck) % len(DECK_COLOURS)]


def _draw_outline(pen: ImageDraw.ImageDraw, outline: Outline, corners: Corners) -> None:
    width = max(3, round(_side(corners) / 30))
    inside = _shrunk(corners, width)
    pen.polygon(corners, fill=(0, 0, 0, 0))
    colour = ILLEGAL if outline.style == "illegal" else outline.colour
    for stroke, fill in ((width + 2, _BLACK), (width, (*colour, 255))):
        for start, end in _edges(inside):
            for line in _lines(outline.style, start, end, unit=width):
                pen.line(line, fill=fill, width=stroke, joint="curve")


def _lines(style: Style, start: Point, end: Point, *, unit: float) -> Iterator[list[Point]]:
    """Return the lines that make an edge of a card; a unit is the width of the line."""
    if style == "sure":
        yield [start, end]
    elif style == "unsure":
        yield from _dashes(start, end, dash=4 * unit, gap=3 * unit)
    elif style == "unplayed":
        yield from _dashes(start, end, dash=unit, gap=2 * unit)
    else:
        yield _zigzag(start, end, step=3 * unit, height=1.5 * unit)


def _dashes(start: Point, end: Point, *, dash: float, gap: float) -> Iterator[list[Point]]:
    """Cut a line into dashes, with half a dash at both ends so that the corners are closed."""
    length = math.dist(start, end)
    count = max(1, round(length / (dash + gap)))
    share = dash / (dash + gap) / 2
    for number in range(count + 1):
        begin, stop = (number - share) / count, (number + share) / count
        yield [_between(start, end, max(0.0, begin)), _between(start, end, min(1.0, stop))]


def _zigzag(start: Point, end: Point, *, step: float, height: float) -> list[Point]:
    length = math.dist(start, end) or 1.0
    count = 2 * max(1, round(length / step / 2))
    across = (-(end[1] - start[1]) / length * height, (end[0] - start[0]) / length * height)
    points = [_between(start, end, number / count) for number in range(count + 1)]
    return [
        (x + across[0] * (number % 2), y + across[1] * (number % 2)) for number, (x, y) in enumerate(points)
    ]


def _draw_label(pen: ImageDraw.ImageDraw, outline: Outline, corners: Corners) -> None:
    """Write on the centre of a card, which other cards leave free."""
    longest = max(len(line) for line in outline.label.splitlines())
    font = font_of(round(max(_LEAST_FONT_PX, _side(corners) / max(longest, 7) * 0.9)))
    middle = (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
    write(pen, middle, outline.label, font, ILLEGAL if outline.style == "illegal" else outline.colour)


def _draw_legend(pen: ImageDraw.ImageDraw, size: tuple[int, int]) -> None:
    font = font_of(round(max(_LEAST_FONT_PX, min(size[0] / 50, size[1] / 35))))
    write(pen, (size[0] / 2, size[1] - font.size), _LEGEND, font, (255, 255, 255))


def write(
    pen: ImageDraw.ImageDraw, middle: Point, text: str, font: ImageFont.FreeTypeFont, colour: Colour
) -> None:
    """Write white on a dark box with an edge of a colour, on an RGBA layer."""
    left, top, right, bottom = pen.multiline_textbbox(middle, text, font, anchor="mm", align="center")
    pad = font.size / 4
    box = (left - pad, top - pad, right + pad, bottom + pad)
    pen.rounded_rectangle(box, radius=pad, fill=_SHADE, outline=(*colour, 255), width=max(1, round(pad / 3)))
    pen.multiline_text(middle, text, (255, 255, 255, 255), font, anchor="mm", align="center")


@lru_cache(maxsize=64)
def font_of(size: int) -> ImageFont.FreeTypeFont:
    """Return the font that comes with Pillow, of a size in pixels."""
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType, so its font has one size only")
    return font


def _enlargement(outlines: Sequence[Outline]) -> int:
    sides = sorted(_side(outline.corners) for outline in outlines)
    return max(1, math.ceil(_LEAST_SIDE_PX / sides[len(sides) // 2])) if sides else 1


def _scaled(corners: Corners, factor: int) -> Corners:
    """Carry corners to an enlarged picture; (0, 0) is the middle of the first pixel in both."""
    return tuple(((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5) for x, y in corners)


def _shrunk(corners: Corners, by_px: float) -> Corners:
    """Draw corners in towards the middle, so that a line along them stays on the card."""
    middle = (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
    share = by_px / (_side(corners) / 2)
    return tuple(_between(corner, middle, share) for corner in corners)


def _side(corners: Corners) -> float:
    return sum(math.dist(a, b) for a, b in _edges(corners)) / len(corners)


def _edges(corners: Corners) -> Iterator[tuple[Point, Point]]:
    return pairwise((*corners, corners[0]))


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _shown(points: Points) -> str:
    return f"{points.low}-{points.high}" if isinstance(points, Span) else str(points)
