"""The prints of gems. Each lies a little turned on its own velvet, with sparkles where chance puts them.

What tells them apart is the outline of the stone, its facets and how light or dark it lies on its ground, so
that they survive print in black and white.
"""

import math
import random
from collections.abc import Iterator, Sequence
from typing import Final

from puzzles.art.outlines import Outline, ellipse, mixed, moved, regular, ribbon, scaled, smooth, star, turned
from puzzles.art.prints import MIDDLE, Print, ground
from puzzles.shapes import BLACK, WHITE, Colour, Point, Polygon

_LIGHT: Final[Point] = (-0.55, -0.835)
"""The direction that the light comes from."""


def ruby(draw: random.Random) -> Iterator[Polygon]:
    """A heart, on pale pink."""
    half = [(0.0, -4.4), (2.4, -7.6), (6.4, -8.0), (9.0, -4.8), (8.4, -0.4), (5.0, 4.8)]
    heart = (*half, (0.0, 9.6), *((-x, y) for x, y in reversed(half[1:])))
    yield from _lying(draw, _cut(heart, "#c8102e", 0.5), "#f7c9cf", "#f1aab4")


def emerald(draw: random.Random) -> Iterator[Polygon]:
    """A long stone of steps with its corners cut off, on pale yellow."""
    wide, high, cut = 6.6, 9.4, 2.6
    outline = (
        (cut - wide, -high),
        (wide - cut, -high),
        (wide, cut - high),
        (wide, high - cut),
        (wide - cut, high),
        (cut - wide, high),
        (-wide, high - cut),
        (-wide, cut - high),
    )
    stone: list[Polygon] = []
    for outer, colour in ((1.0, "#0b7a3b"), (0.76, "#129a4c"), (0.52, "#38bd72")):
        stone += _cut(scaled(outline, outer), colour, 0.76 if outer > 0.6 else 0.35)
    yield from _lying(draw, stone, "#f6efb5", "#ebe08d")


def sapphire(draw: random.Random) -> Iterator[Polygon]:
    """A drop, on pale blue."""
    around = [
        (9.3 * math.cos(a), 2.2 + 7.0 * math.sin(a)) for a in (math.radians(18 * k) for k in range(-1, 12))
    ]
    drop = ((0.0, -10.2), (3.4, -5.4), *((0.76 * x, y) for x, y in around), (-3.4, -5.4))
    yield from _lying(draw, _cut(drop, "#1546c0", 0.55), "#e2edfd", "#a3c3f5")


def diamond(draw: random.Random) -> Iterator[Polygon]:
    """A brilliant seen from the side, on midnight blue."""
    crown = [(-5.6, -7.2), (-1.9, -7.2), (1.9, -7.2), (5.6, -7.2)]
    girdle = [(-10.0, -2.4), (-4.2, -2.4), (0.0, -2.4), (4.2, -2.4), (10.0, -2.4)]
    tip = (0.0, 9.4)
    stone = [
        Polygon((crown[0], crown[3], girdle[4], tip, girdle[0]), "#bfe3f2"),
        Polygon((crown[0], girdle[1], girdle[0]), "#bfe3f2"),
        Polygon((crown[0], crown[1], girdle[1]), "#ffffff"),
        Polygon((crown[1], girdle[2], girdle[1]), "#d5eef8"),
        Polygon((crown[1], crown[2], girdle[2]), "#f4fbff"),
        Polygon((crown[2], girdle[3], girdle[2]), "#b9dff0"),
        Polygon((crown[2], crown[3], girdle[3]), "#e4f5fc"),
        Polygon((crown[3], girdle[4], girdle[3]), "#93c9e2"),
        Polygon((girdle[0], girdle[1], tip), "#e9f7fd"),
        Polygon((girdle[1], girdle[2], tip), "#a9d6ea"),
        Polygon((girdle[2], girdle[3], tip), "#d9f0fa"),
        Polygon((girdle[3], girdle[4], tip), "#7fbcd9"),
    ]
    yield from _lying(draw, stone, "#1c2752", "#2b3a73")


def amethyst(draw: random.Random) -> Iterator[Polygon]:
    """A hexagon with a star of six points, on ivory."""
    yield from _lying(
        draw,
        [
            *_cut(regular((0, 0), 9.9, 6), "#6a1fa8", 0.62),
            *_cut(star((0, 0), 6.0, 3.46, 6), "#c08ce8", 0.4),
        ],
        "#f5f0e4",
        "#e6dcc6",
    )


def topaz(draw: random.Random) -> Iterator[Polygon]:
    """A triangle, on deep violet."""
    triangle = smooth([(0, -10.2), (5.6, -1.2), (9.8, 7.4), (0, 8.4), (-9.8, 7.4), (-5.6, -1.2)])[::3]
    yield from _lying(draw, _cut(triangle, "#f39a12", 0.45), "#3a1f52", "#4f2d6d")


def onyx(draw: random.Random) -> Iterator[Polygon]:
    """A black square on its tip, on gold."""
    square = regular((0, 0), 10.6, 4)
    chequered: list[Polygon] = [*_cut(square, "#2a2a30", 0.66)]
    for row in range(3):
        for column in range(3):
            x, y = (column - row) * 2.33, (column + row - 2) * 2.33
            tone = ("#0c0c0e", "#4a4a55")[(row + column) % 2]
            chequered.append(Polygon(regular((x, y), 2.33, 4), tone))
    yield from _lying(draw, chequered, "#e7bd4f", "#d3a230")


def pearl(draw: random.Random) -> Iterator[Polygon]:
    """A ball that shines, on dark green."""
    stone = [
        Polygon(
            ellipse((share * -2.4, share * -3.0), 18.4 * (1 - 0.84 * share)), mixed("#b9a99a", WHITE, share)
        )
        for share in (0.0, 0.18, 0.36, 0.54, 0.72, 0.9)
    ]
    yield from _lying(draw, stone, "#0f4a41", "#196156")


def _cut(outline: Sequence[Point], colour: Colour, table: float) -> list[Polygon]:
    """Cut a stone: a facet at each side of the outline, in the light that falls on it, and a table.

    Args:
        outline: clockwise about (0, 0).
        colour: of the stone.
        table: how large the flat middle is, as a share of the stone.
    """
    inner, facets = scaled(outline, table), []
    for index, corner in enumerate(outline):
        side = (outline[index - 1], corner, inner[index], inner[index - 1])
        facets.append(Polygon(side, _lit(colour, _outwards(outline[index - 1], corner))))
    top = mixed(colour, WHITE, 0.16)
    shine = scaled(inner, 0.98)[: max(3, len(inner) // 2)]
    # The whole stone lies beneath, so that no velvet shows through where facets meet.
    whole = Polygon(tuple(outline), colour)
    return [whole, *facets, Polygon(inner, top), Polygon(shine, mixed(top, WHITE, 0.3))]


def _outwards(one: Point, other: Point) -> Point:
    """Return the direction in which a side faces whose inside lies to the right."""
    long = math.dist(one, other) or 1.0
    return (other[1] - one[1]) / long, (one[0] - other[0]) / long


def _lit(colour: Colour, facing: Point) -> Colour:
    light = facing[0] * _LIGHT[0] + facing[1] * _LIGHT[1]
    return mixed(colour, WHITE, 0.55 * light) if light > 0 else mixed(colour, BLACK, -0.5 * light)


def _lying(draw: random.Random, stone: Sequence[Polygon], velvet: Colour, folds: Colour) -> Iterator[Polygon]:
    """Lay a stone down, a little turned, with folds beneath and sparkles beside it."""
    yield ground(velvet)
    lean = draw.uniform(0, 180)
    for fold in range(4):
        at = -13 + 8.2 * fold + draw.uniform(-1.5, 1.5)
        spine = [(x, at + 1.6 * math.sin(0.25 * x + fold + lean), 2.2) for x in range(-20, 21, 2)]
        yield Polygon(moved(turned(ribbon(spine), lean), MIDDLE), folds)
    turn = draw.uniform(-14, 14)
    middle = (MIDDLE[0] + draw.uniform(-0.7, 0.7), MIDDLE[1] + draw.uniform(-0.7, 0.7))
    shadow: list[Outline] = [scaled(facet.points, 1.05) for facet in stone]
    for outline in shadow:
        yield Polygon(
            moved(turned(outline, turn), (middle[0] + 0.6, middle[1] + 0.8)), mixed(velvet, BLACK, 0.45)
        )
    for facet in stone:
        yield Polygon(moved(turned(facet.points, turn), middle), facet.fill)
    for _ in range(3):
        angle, size = draw.uniform(0, 2 * math.pi), draw.uniform(1.2, 2.0)
        spark = (MIDDLE[0] + 10.6 * math.cos(angle), MIDDLE[1] + 10.6 * math.sin(angle))
        yield Polygon(star(spark, size, 0.26 * size, 4), mixed(velvet, WHITE, 0.85))


GEMS: Final[tuple[tuple[str, Print], ...]] = (
    ("ruby", ruby),
    ("emerald", emerald),
    ("sapphire", sapphire),
    ("diamond", diamond),
    ("amethyst", amethyst),
    ("topaz", topaz),
    ("onyx", onyx),
    ("pearl", pearl),
)
"""The patterns of the face with gems."""
