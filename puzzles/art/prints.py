"""The prints of animals. Each square of a card shows another part of its pattern, drawn by chance.

What tells patterns apart is their structure, so that it survives print in black and white and poor light:
stripes, spots, spikes, a lattice, fields, rings, scales, an eye.
"""

import math
import random
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from puzzles.art.outlines import arc, cut_off, ellipse, moved, regular, ribbon, smooth, turned
from puzzles.shapes import Colour, Point, Polygon

SIDE_MM: Final = 25.0
"""Of a square."""

MIDDLE: Final[Point] = (SIDE_MM / 2, SIDE_MM / 2)

Print: TypeAlias = Callable[[random.Random], Iterator[Polygon]]
"""Draws a square whose top left is (0, 0); what lies outside of it is cut off later."""


def ground(colour: Colour) -> Polygon:
    """Return the whole square in one colour."""
    return Polygon(((0, 0), (SIDE_MM, 0), (SIDE_MM, SIDE_MM), (0, SIDE_MM)), colour)


def zebra(draw: random.Random) -> Iterator[Polygon]:
    """Wavy stripes as wide as the gaps between them."""
    yield ground("#fbf9f3")
    turn, phase, step = draw.uniform(-28, 28), draw.uniform(0, 6), 5.6
    waves = [(draw.uniform(0.5, 1.2), draw.uniform(0.16, 0.3), draw.uniform(0, 6.3)) for _ in range(2)]
    for row in range(-3, 9):
        breath = draw.uniform(0, 6.3)
        spine = []
        for index in range(36):
            x = -6 + index * 1.1
            bend = sum(tall * math.sin(pace * x + start) for tall, pace, start in waves)
            spine.append((x, phase + step * (row - 1) + bend, 2.9 + 0.75 * math.sin(0.3 * x + breath)))
        yield Polygon(turned(ribbon(spine), 90 + turn, MIDDLE), "#17171a")


def tiger(draw: random.Random) -> Iterator[Polygon]:
    """Thin spikes that come from both sides and end between each other."""
    yield ground("#f28c1e")
    flip = draw.choice((0, 180))
    phase, turn = draw.uniform(0, 4), draw.uniform(-14, 14)
    yield Polygon(
        turned(smooth([(8, -6), (17, -6), (16, 12), (17, 31), (8, 31), (9.5, 12)]), turn, MIDDLE), "#f9b45c"
    )
    for row in range(-2, 8):
        y, side = phase + 4.1 * row, row % 2
        long, sag = draw.uniform(13, 17), draw.uniform(0.8, 2.4)
        spike = [
            (-4 + long * at, y + sag * math.sin(2.6 * at), 2.5 * (1 - at) ** 0.6 + 0.05)
            for at in (index / 14 for index in range(15))
        ]
        outline = turned(ribbon(spike), 180, (MIDDLE[0], y)) if side else ribbon(spike)
        yield Polygon(turned(outline, flip + turn, MIDDLE), "#20140c")


def cow(draw: random.Random) -> Iterator[Polygon]:
    """A few large spots of any shape."""
    yield ground("#fcf6ea")
    shift = (draw.uniform(-4, 4), draw.uniform(-4, 4))
    for x, y in ((4, 4), (19, 6.5), (7, 19), (21.5, 21), (-6, 12), (30, 14), (13, -6), (14, 31)):
        size, lobes = draw.uniform(4.2, 5.8), draw.uniform(0, 360)
        around = [
            (size * draw.uniform(0.72, 1.28) * math.cos(a), size * draw.uniform(0.72, 1.28) * math.sin(a))
            for a in (2 * math.pi * index / 7 for index in range(7))
        ]
        at = (x + shift[0] + draw.uniform(-1, 1), y + shift[1] + draw.uniform(-1, 1))
        yield Polygon(moved(turned(smooth(around), lobes), at), "#5b3420")


def giraffe(draw: random.Random) -> Iterator[Polygon]:
    """Fields with narrow seams: the cells of scattered points (G. Voronoi, 1908), drawn a little smaller."""
    yield ground("#fbeec9")
    step = 8.6
    x0, y0 = draw.uniform(-step, 0), draw.uniform(-step, 0)
    seeds = [
        (
            x0 + step * (column + 0.5 * (row % 2)) + draw.gauss(0, 1.1),
            y0 + 0.9 * step * row + draw.gauss(0, 1.1),
        )
        for row in range(-1, 6)
        for column in range(-1, 6)
    ]
    for seed in seeds:
        cell = moved(regular((0, 0), 9, 12), seed)
        for other in seeds:
            apart = math.dist(seed, other)
            if 0 < apart < 18:
                towards = ((seed[0] - other[0]) / apart, (seed[1] - other[1]) / apart)
                edge = tuple((a + b) / 2 + 0.62 * way for a, b, way in zip(seed, other, towards, strict=True))
                cell = cut_off(cell, (edge[0], edge[1]), towards)
        if len(cell) > 2:
            yield Polygon(cell, draw.choice(("#a9642a", "#9c5a24", "#b26c30")))


def leopard(draw: random.Random) -> Iterator[Polygon]:
    """Broken rings round a darker middle."""
    yield ground("#f4cf7c")
    step = 8.4
    x0, y0 = draw.uniform(-step, 0), draw.uniform(-step, 0)
    for row in range(-1, 5):
        for column in range(-1, 5):
            middle = (
                x0 + step * (column + 0.5 * (row % 2)) + draw.uniform(-0.5, 0.5),
                y0 + 0.88 * step * row + draw.uniform(-0.5, 0.5),
            )
            yield Polygon(ellipse(middle, 4.6, 4.0, draw.uniform(0, 180)), "#c8873a")
            begin, parts = draw.uniform(0, 360), draw.choice((2, 3))
            for part in range(parts):
                start = begin + 360 * part / parts
                end = start + 360 / parts - draw.uniform(24, 44)
                yield Polygon(arc(middle, draw.uniform(2.4, 2.6), start, end, 1.6), "#2a1a10")


def snake(draw: random.Random) -> Iterator[Polygon]:
    """A lattice of lozenges, each with a smaller one inside."""
    yield ground("#dfe88f")
    wide, high = 10.4, 7.4
    x0, y0, turn = draw.uniform(-wide, 0), draw.uniform(-high, 0), draw.uniform(-8, 8)
    for row in range(-4, 12):
        for column in range(-2, 6):
            x, y = x0 + wide * (column + 0.5 * (row % 2)), y0 + high * row / 2
            for share, colour in ((0.84, "#2f6b2b"), (0.4, "#e9d94a")):
                a, b = share * wide / 2, share * high / 2
                yield Polygon(turned(((x, y - b), (x + a, y), (x, y + b), (x - a, y)), turn, MIDDLE), colour)


def fish(draw: random.Random) -> Iterator[Polygon]:
    """Rows of scales that lie on each other."""
    yield ground("#1c6f98")
    wide, turn = 7.2, draw.uniform(-9, 9)
    x0, y0 = draw.uniform(-wide, 0), draw.uniform(-4, 0)
    for row in range(10, -4, -1):
        for column in range(-2, 7):
            middle = (x0 + wide * (column + 0.5 * (row % 2)), y0 + 3.6 * row - 1)
            tone = draw.choice(("#2f9cc4", "#3fb0d2", "#2689b4"))
            for size, colour in ((wide + 0.9, "#eefafc"), (wide - 0.5, tone)):
                yield Polygon(turned(ellipse(middle, size), turn, MIDDLE), colour)


def peacock(draw: random.Random) -> Iterator[Polygon]:
    """One large eye among the barbs of its feather."""
    yield ground("#0d4f3c")
    middle = (MIDDLE[0] + draw.uniform(-1.4, 1.4), MIDDLE[1] + draw.uniform(-1.4, 1.4))
    turn = draw.uniform(0, 10)
    for barb in range(36):
        spoke = ribbon([(8.0, 0, 0.3), (13, 0, 0.95), (22, 0, 1.3)])
        yield Polygon(moved(turned(spoke, 10 * barb + turn), middle), "#3fae62")
    lean = draw.uniform(0, 360)
    for size, colour in ((19.0, "#e8c33a"), (15.4, "#7a4a17"), (13.2, "#22b8b0"), (7.8, "#141f5e")):
        yield Polygon(ellipse(middle, size, 0.93 * size, lean), colour)
    yield Polygon(ellipse((middle[0] - 1.2, middle[1] - 1.3), 1.9), "#bfeef0")


PRINTS: Final[tuple[tuple[str, Print], ...]] = (
    ("zebra", zebra),
    ("cow", cow),
    ("tiger", tiger),
    ("snake", snake),
    ("giraffe", giraffe),
    ("leopard", leopard),
    ("fish", fish),
    ("peacock", peacock),
)
"""The patterns of the face with animals."""
