"""The small figures of a puzzle card: stars, the wild symbol, arrows and codes."""

import math
from collections.abc import Iterator, Sequence

from puzzles.shapes import BLACK, WHITE, Box, Colour, Point, Polygon, rectangle


def stars(count: int, of: int, right: float, top: float, size_mm: float) -> Iterator[Polygon]:
    """Go through a row of stars of which some are filled.

    Args:
        count: how many are filled.
        of: how many there are.
        right: where the row ends.
        top: of the row.
        size_mm: of a star; they touch each other.
    """
    for number in range(of):
        middle = (right - (of - number - 0.5) * size_mm, top + size_mm / 2)
        fill = BLACK if number < count else WHITE
        yield Polygon(_spikes(middle, 5, 0.46 * size_mm, 0.19 * size_mm), fill, BLACK, 0.15)


def wild_symbol(middle: Point, size_mm: float) -> tuple[Polygon, Polygon]:
    """Return the sign of a puzzle with wild centres: a white spark on a black disc."""
    disc = _spikes(middle, 24, size_mm / 2, size_mm / 2)
    return Polygon(disc, BLACK), Polygon(_spikes(middle, 4, 0.44 * size_mm, 0.13 * size_mm), WHITE)


def arrow(middle: Point, turn: int, size_mm: float, colour: Colour = BLACK) -> Polygon:
    """Return an arrow that points where a card's top lies: up, and turned clockwise by quarter turns."""
    half = size_mm / 2
    shape = [
        (0, -half), (half, 0), (0.3 * half, 0), (0.3 * half, half), (-0.3 * half, half), (-0.3 * half, 0),
        (-half, 0),
    ]  # fmt: skip
    for _ in range(turn % 4):
        shape = [(-y, x) for x, y in shape]
    return Polygon(tuple((middle[0] + x, middle[1] + y) for x, y in shape), colour)


def code(rows: Sequence[Sequence[bool]], box: Box) -> Iterator[Polygon]:
    """Go through the black parts of a code that fills a box, on white.

    Args:
        rows: True where it is black.
        box: where it lies; round it four of its squares have to stay white.
    """
    step = box.width / len(rows)
    for number, row in enumerate(rows):
        begun = 0
        for column in range(len(row) + 1):
            if column < len(row) and row[column] == row[begun]:
                continue
            if row[begun]:
                # A little higher than a square, so that no hair of white is left between rows.
                run = Box(
                    box.left + begun * step, box.top + number * step, (column - begun) * step, 1.02 * step
                )
                yield rectangle(run, BLACK)
            begun = column


def _spikes(middle: Point, count: int, outer: float, inner: float) -> tuple[Point, ...]:
    """Return the corners of a star, the first at the top."""
    around = (math.pi * number / count for number in range(2 * count))
    return tuple(
        (
            middle[0] + (inner if number % 2 else outer) * math.sin(angle),
            middle[1] - (inner if number % 2 else outer) * math.cos(angle),
        )
        for number, angle in enumerate(around)
    )
