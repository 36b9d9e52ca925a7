"""Puzzle cards as people draw them: outlines at random, in inks, papers, sizes and hands of all kinds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from benchmarks.drawn.raster import hexed
from benchmarks.simulation.fields import hsv
from games.camouflage import Cell, Rules
from puzzles import Outline, Puzzle
from puzzles.marks import stars
from puzzles.outline import covered, too_close
from puzzles.shapes import Box, Colour, Drawing, Line, Point, Polygon, Shape, Words, rectangle
from puzzles.sheet import Look, Squares, outline_shapes, puzzle_front

Hand = Literal["own", "printed", "pencil"]
Ruling = Literal["plain", "squared", "lined"]

MOST_CARDS: Final = 12
NAMES: Final = ("lion", "owl", "fox", "bear", "heron", "mole", "otter")


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A puzzle card on its sheet.

    Attributes:
        puzzle: what it shows.
        hand: whether it is our own sheet, another print, or drawn with a pencil.
        drawing: what is on the sheet.
        paper: its colour.
        ruling: what is printed on the paper before.
        ruled: the colour of that.
        ruling_mm: how far its lines lie apart.
        ruling_from: where its first lines lie.
        grain: how uneven the paper is, 0 to 1.
        square_mm: side of a square.
    """

    puzzle: Puzzle
    hand: Hand
    drawing: Drawing
    paper: Colour
    ruling: Ruling
    ruled: Colour
    ruling_mm: float
    ruling_from: Point
    grain: float
    square_mm: float


def random_outline(rng: np.random.Generator, cards: int, *, wild: bool = False) -> Outline:
    """Draws an outline of overlapping cards.

    Args:
        rng: the source of chance.
        cards: how many there are.
        wild: whether centres may lie side by side.
    """
    centres = [Cell(0, 0)]
    reach = range(-2, 3)
    while len(centres) < cards:
        x, y = centres[int(rng.integers(len(centres)))]
        near = [
            Cell(x + dx, y + dy)
            for dx in reach
            for dy in reach
            if max(abs(dx), abs(dy)) == (2 if not wild or rng.random() < 0.7 else 1)
        ]
        one = near[int(rng.integers(len(near)))]
        if one not in centres and (wild or not any(too_close(one, other) for other in centres)):
            centres.append(one)
    left, top = (min(cell[axis] for cell in centres) - 1 for axis in (0, 1))
    moved = frozenset(Cell(x - left, y - top) for x, y in centres)
    return Outline(covered(moved), moved)


def random_puzzle(rng: np.random.Generator) -> Puzzle:
    """Draws a puzzle; whether it can be solved, nobody asks."""
    count = int(rng.integers(1, MOST_CARDS, endpoint=True))
    wild = bool(rng.random() < 0.1)
    cards = rng.choice([f"{name}-{number}" for name in NAMES for number in range(1, 7)], count, replace=False)
    return Puzzle(
        name="drawn",
        deck_name="demo",
        face="animals" if rng.random() < 0.5 else "gems",
        cards=tuple(sorted(map(str, cards))),
        outline=random_outline(rng, count, wild=wild),
        rules=Rules(min_match=0, wild_centres=wild),
        number=int(rng.integers(1, 50)),
        stars=int(rng.integers(1, 6)),
    )


def random_card(rng: np.random.Generator, hand: Hand) -> DrawnCard:
    """Draws a puzzle card in one of the hands."""
    puzzle = random_puzzle(rng)
    if hand == "own":
        front = puzzle_front(puzzle)
        side = min(box.points[1][0] - box.points[0][0] for box in _quads(front) if box.line == "#303030")
        return DrawnCard(puzzle, hand, front, "#ffffff", "plain", "#ffffff", 5.0, (0.0, 0.0), 0.0, side)
    return _sheet(rng, puzzle, hand)


def _quads(drawing: Drawing) -> Iterator[Polygon]:
    for shape in drawing.shapes:
        if isinstance(shape, Polygon) and len(shape.points) == 4:
            yield shape


def _sheet(rng: np.random.Generator, puzzle: Puzzle, hand: Hand) -> DrawnCard:
    side = float(rng.uniform(3, 15) if hand == "printed" else rng.uniform(5, 20))
    ruling: Ruling = "plain"
    if hand == "pencil":
        ruling = ("plain", "squared", "lined")[int(rng.choice(3, p=[0.5, 0.35, 0.15]))]
    ruling_mm = 5.0 if ruling == "squared" else float(rng.uniform(6, 9))
    if ruling == "squared":
        side = ruling_mm * float(rng.choice([1, 2, 3], p=[0.35, 0.5, 0.15])) if rng.random() < 0.7 else side
    dark = bool(rng.random() < 0.12) and hand == "printed"
    look, paper = _dark_look(rng, side) if dark else _light_look(rng, side, hand)
    rows = puzzle.outline.rows
    across, down = (rng.uniform(0.8, 2.5, 2) * side for _ in range(2))
    head = float(rng.uniform(8, 20)) if rng.random() < 0.7 else 0.0
    foot = float(rng.uniform(8, 25)) if rng.random() < 0.5 else 0.0
    width, height = len(rows[0]) * side + across.sum(), len(rows) * side + down.sum() + head + foot
    squares = Squares(float(across[0]), float(down[0]) + head, side)
    origin = (squares.left % ruling_mm, squares.top % ruling_mm)
    shapes = _by_hand(rng, puzzle.outline, squares, look) if hand == "pencil" else outline_shapes(
        puzzle.outline, squares, look
    )  # fmt: skip
    around = (
        *_writing(rng, puzzle, look.line, width, head, height - foot, foot),
        *_frame(rng, look, width, height),
    )
    return DrawnCard(
        puzzle,
        hand,
        Drawing(float(width), float(height), (*around, *shapes)),
        paper,
        ruling,
        hexed(np.array(hsv(rng.uniform(0.5, 0.65), rng.uniform(0.1, 0.35), rng.uniform(0.75, 0.9)))),
        ruling_mm,
        origin if rng.random() < 0.8 else (float(rng.uniform(0, 5)), float(rng.uniform(0, 5))),
        float(rng.uniform(0, 0.6)),
        side,
    )


def _light_look(rng: np.random.Generator, side: float, hand: Hand) -> tuple[Look, Colour]:
    """Draw how a card on light paper looks: lines darker than paper and fill, centres darker than fill."""
    paper = np.array(hsv(rng.random(), rng.uniform(0, 0.12), rng.uniform(0.9, 1)))
    if rng.random() < 0.1:
        paper = np.array([0.55, 0.68, 0.78]) * rng.uniform(0.85, 1.1)  # brown wrapping paper
    line = np.array(hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0, 0.35)))
    if rng.random() < 0.2:
        line = np.array(hsv(rng.random(), rng.uniform(0.7, 1), rng.uniform(0.5, 0.8)))
    fill = None
    if hand == "printed" and rng.random() < 0.6:
        fill = np.array(hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.75, 1)))
    centre = (
        line if rng.random() < 0.4 else np.array(hsv(rng.random(), rng.uniform(0, 0.8), rng.uniform(0, 0.25)))
    )
    thin, thick = (0.25, 0.2 * side) if hand == "printed" else (0.4, max(0.5, 0.08 * side))
    width = float(np.exp(rng.uniform(np.log(thin), np.log(max(thick, thin)))))
    return Look(None if fill is None else hexed(fill), hexed(line), hexed(centre), width), hexed(paper)


def _dark_look(rng: np.random.Generator, side: float) -> tuple[Look, Colour]:
    """Draw how a card on dark paper looks: light lines, and either its centres or its squares light too."""
    paper = np.array(hsv(rng.random(), rng.uniform(0, 0.7), rng.uniform(0, 0.25)))
    light = np.array(hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.85, 1)))
    width = float(np.exp(rng.uniform(np.log(0.3), np.log(0.15 * side + 0.1))))
    if rng.random() < 0.5:
        return Look(None, hexed(light), hexed(light), width), hexed(paper)
    fill = np.array(hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.7, 0.95)))
    return Look(hexed(fill), "#101010", "#101010", width), hexed(paper)


def _writing(
    rng: np.random.Generator, puzzle: Puzzle, ink: Colour, width: float, head: float, low: float, foot: float
) -> Iterator[Shape]:
    if head:
        size = 0.55 * head
        yield Words(str(puzzle.number), (0.06 * width, 0.75 * head), size, bold=True, colour=ink)
        if rng.random() < 0.7:
            room = min(0.09 * width, 0.5 * head)
            yield from stars(puzzle.stars or 0, 5, 0.94 * width, 0.2 * head, room)
    if foot:
        names = ", ".join(puzzle.cards)
        size = float(min(0.3 * foot, 1.6 * width / max(len(names), 1)))
        yield Words(names, (0.05 * width, low + 0.5 * foot), size, colour=ink)


def _frame(rng: np.random.Generator, look: Look, width: float, height: float) -> Iterator[Shape]:
    """Go through the border round a card, which some have."""
    if rng.random() < 0.25:
        away = float(rng.uniform(0.01, 0.03)) * min(width, height)
        yield rectangle(Box(away, away, width - 2 * away, height - 2 * away), None, look.line, 0.4)


def _by_hand(rng: np.random.Generator, outline: Outline, squares: Squares, look: Look) -> Iterator[Shape]:
    """Go through the strokes of a pencil: each side of a square once, a little off, and scribbled centres."""
    off = float(rng.uniform(0.01, 0.05)) * squares.side_mm
    sides = _sides(outline)
    for start, end in _joined(sides) if rng.random() < 0.5 else sides:
        ends = [
            (
                squares.left + x * squares.side_mm + float(rng.normal(0, off)),
                squares.top + y * squares.side_mm + float(rng.normal(0, off)),
            )
            for x, y in (start, end)
        ]
        yield from _wavy(rng, ends[0], ends[1], look, off)
    for centre in sorted(outline.centres):
        yield from _scribble(rng, squares.box(centre), look, off)


def _sides(outline: Outline) -> list[tuple[Point, Point]]:
    """Return the sides of all squares, each once."""
    found: set[tuple[Point, Point]] = set()
    for x, y in outline.cells:
        found |= {
            ((x, y), (x + 1, y)),
            ((x, y + 1), (x + 1, y + 1)),
            ((x, y), (x, y + 1)),
            ((x + 1, y), (x + 1, y + 1)),
        }
    return sorted(found)


def _joined(sides: list[tuple[Point, Point]]) -> list[tuple[Point, Point]]:
    """Return sides that lie in a line as one stroke."""
    left, strokes = set(sides), []
    for start, end in sides:  # sorted, so that a stroke begins with the first of its sides
        step = (end[0] - start[0], end[1] - start[1])
        last, ahead = start, end
        while (last, ahead) in left:
            left.remove((last, ahead))
            last, ahead = ahead, (ahead[0] + step[0], ahead[1] + step[1])
        if last != start:
            strokes.append((start, last))
    return strokes


def _wavy(rng: np.random.Generator, start: Point, end: Point, look: Look, off: float) -> Iterator[Line]:
    """Go through a line that a hand draws: it bends a little, and its width changes."""
    parts = 4
    bend = rng.normal(0, 0.5 * off)
    before = start
    for part in range(1, parts + 1):
        at = part / parts
        middle = 4 * at * (1 - at) * bend
        x = start[0] + at * (end[0] - start[0])
        y = start[1] + at * (end[1] - start[1])
        level = abs(end[0] - start[0]) > abs(end[1] - start[1])
        here = (x, y + middle) if level else (x + middle, y)
        yield Line(before, here, look.line, look.line_mm * float(rng.uniform(0.8, 1.2)))
        before = here


def _scribble(rng: np.random.Generator, box: Box, look: Look, off: float) -> Iterator[Shape]:
    """Go through the strokes that fill a centre: a shape that is a little off, or hatching."""
    if rng.random() < 0.5:
        corners = tuple((x + rng.normal(0, off), y + rng.normal(0, off)) for x, y in box.corners)
        yield Polygon(corners, look.centre)
        return
    width = max(look.line_mm, 0.08 * box.height)
    strokes = int(np.ceil(box.height / (0.8 * width)))
    for number in range(strokes):
        y = box.top + (number + 0.5) * box.height / strokes
        left, right = (x + rng.normal(0, off) for x in (box.left, box.right))
        yield Line((left, y + rng.normal(0, 0.2 * off)), (right, y + rng.normal(0, off)), look.centre, width)
