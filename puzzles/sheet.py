"""The printed puzzle card: on its front the puzzle, on its back the answer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.camouflage import Board, Cell
from puzzles.code import QUIET, code_of, modules
from puzzles.marks import arrow, code, stars, wild_symbol
from puzzles.outline import Outline
from puzzles.pages import CARD_MM, Paper, card_pages
from puzzles.pdf import width_mm
from puzzles.puzzle import MOST_STARS, Puzzle
from puzzles.shapes import BLACK, GREY, WHITE, Box, Colour, Drawing, Shape, Words, rectangle


@dataclass(frozen=True, slots=True)
class Look:
    """How an outline is drawn.

    Attributes:
        fill: the colour of its squares; None for that of the paper.
        line: the colour of the lines round them.
        centre: the colour of the centres.
        line_mm: the width of the lines.
    """

    fill: Colour | None
    line: Colour
    centre: Colour
    line_mm: float


FRONT: Final = Look("#ececec", "#303030", BLACK, 0.35)
BACK: Final = Look("#f4f4f4", "#a0a0a0", "#303030", 0.25)

_LARGEST_SQUARE_MM: Final = 7.0
_EDGE_MM: Final = 4.0
_HEAD_MM: Final = 8.0
_CODE_MM: Final = 20.0
_MOST_LETTERS_MM: Final = 3.0
_LINE: Final = 1.3
"""From line to line, in sizes of the letters."""
_GUTTER_MM: Final = 2.0
"""Between columns of a list."""
_ARROW: Final = 1.1
"""What an arrow in a line takes, in sizes of the letters."""
_NOTE_MM: Final = 2.2


def puzzle_pages(puzzles: Sequence[Puzzle], paper: Paper) -> tuple[Drawing, ...]:
    """Return pages with puzzle cards, each second one with the answers behind them."""
    fronts = [puzzle_front(puzzle) for puzzle in puzzles]
    return card_pages(paper, fronts, [puzzle_back(puzzle) for puzzle in puzzles])


def puzzle_front(puzzle: Puzzle) -> Drawing:
    """Return a puzzle card's front: number, stars, outline, the cards to take, and the code that says so."""
    codes, names, room = _parts(puzzle.outline)
    rows = modules(code_of(puzzle))
    white = codes.width * QUIET / (len(rows) + 2 * QUIET)
    inner = Box(codes.left + white, codes.top + white, codes.width - 2 * white, codes.width - 2 * white)
    return _blank_card().adding(
        [
            *_head(puzzle),
            *outline_shapes(puzzle.outline, squares_in(room, puzzle.outline), FRONT),
            *_listed(_taken(puzzle), names),
            *code(rows, inner),
        ]
    )


def puzzle_back(puzzle: Puzzle) -> Drawing:
    """Return a puzzle card's back: the answer, or that none is known."""
    _, names, room = _parts(puzzle.outline)
    if puzzle.answer is None:
        told = Words("The answer is not known.", (CARD_MM / 2, CARD_MM / 2), 3.0, "middle")
        return _blank_card().adding([*_head(puzzle), told])
    squares = squares_in(room, puzzle.outline)
    return _blank_card().adding(
        [
            *_head(puzzle),
            *outline_shapes(_answered(puzzle.outline, puzzle.answer), squares, BACK),
            *_numbered(puzzle.answer, squares),
            *_key(puzzle.answer, _to_the_corner(names)),
        ]
    )


@dataclass(frozen=True, slots=True)
class Squares:
    """Where the squares of an outline lie.

    Attributes:
        left: of the cell (0, 0).
        top: of the cell (0, 0).
        side_mm: of a square.
    """

    left: float
    top: float
    side_mm: float

    def box(self, cell: Cell) -> Box:
        """Return a cell's square."""
        return Box(
            self.left + cell.x * self.side_mm, self.top + cell.y * self.side_mm, self.side_mm, self.side_mm
        )


def squares_in(room: Box, outline: Outline, largest_mm: float = _LARGEST_SQUARE_MM) -> Squares:
    """Return where the squares of an outline lie in the middle of a box, as large as it takes."""
    rows = outline.rows
    side = min(room.width / len(rows[0]), room.height / len(rows), largest_mm)
    return Squares(
        room.left + (room.width - side * len(rows[0])) / 2,
        room.top + (room.height - side * len(rows)) / 2,
        side,
    )


def outline_shapes(outline: Outline, squares: Squares, look: Look) -> Iterator[Shape]:
    """Go through the squares of an outline as they are drawn, centres last."""
    for cell in sorted(outline.cells, key=lambda cell: cell in outline.centres):
        fill = look.centre if cell in outline.centres else look.fill
        yield rectangle(squares.box(cell), fill, look.line, look.line_mm)


def code_box(outline: Outline) -> Box:
    """Return where the code of a card lies, with the white round it, in cells of its outline.

    The middle of the first cell is (0, 0), as for a lattice.
    """
    codes, _, room = _parts(outline)
    squares = squares_in(room, outline)
    side = codes.width / squares.side_mm
    left, top = (codes.left - squares.left, codes.top - squares.top)
    return Box(left / squares.side_mm - 0.5, top / squares.side_mm - 0.5, side, side)


def _parts(outline: Outline) -> tuple[Box, Box, Box]:
    """Return where code, names and outline lie: the outline above the others or beside them."""
    inner = CARD_MM - 2 * _EDGE_MM
    body = inner - _HEAD_MM
    top = _EDGE_MM + _HEAD_MM
    low = CARD_MM - _EDGE_MM - _CODE_MM
    codes = Box(CARD_MM - _EDGE_MM - _CODE_MM, low, _CODE_MM, _CODE_MM)
    beneath = (
        codes,
        Box(_EDGE_MM, low + 2, inner - _CODE_MM - 1, _CODE_MM - 2),
        Box(_EDGE_MM, top, inner, body - _CODE_MM - 1),
    )
    beside = (
        codes,
        Box(codes.left + 1.5, top + 1, _CODE_MM - 1.5, body - _CODE_MM - 2),
        Box(_EDGE_MM, top, inner - _CODE_MM - 1, body),
    )
    return max(beneath, beside, key=lambda parts: squares_in(parts[2], outline).side_mm)


def _blank_card() -> Drawing:
    """Return a card with nothing on it but its edge, which stays faint where a cut misses it."""
    edge = rectangle(Box(0, 0, CARD_MM, CARD_MM), WHITE, "#e0e0e0", 0.1)
    return Drawing(CARD_MM, CARD_MM, (edge,))


def _head(puzzle: Puzzle) -> Iterator[Shape]:
    """Go through the upper line: number or name, the wild symbol and the stars."""
    base = _EDGE_MM + 5.0
    right = CARD_MM - _EDGE_MM
    if puzzle.stars is not None:
        yield from stars(puzzle.stars, MOST_STARS, right, _EDGE_MM + 0.3, 5.0)
        right -= 5.0 * MOST_STARS + 2
    if puzzle.rules.wild_centres:
        yield from wild_symbol((right - 3, _EDGE_MM + 2.8), 5.6)
        right -= 8
    title = puzzle.name if puzzle.number is None else str(puzzle.number)
    yield Words(title, (_EDGE_MM, base), 7.0, bold=True, most_mm=right - _EDGE_MM)


def _taken(puzzle: Puzzle) -> list[str]:
    """Return what is to be taken: the side that is played, the cards, and the minimum where there is one."""
    least = puzzle.rules.min_match
    return [f"{puzzle.face}:", *puzzle.cards, *([f"match {least} or more"] if least else [])]


def _listed(names: Sequence[str], room: Box, *, before: float = 0.0) -> Iterator[Words]:
    """Go through the lines of a list, in as many columns as give the largest letters.

    Args:
        names: the lines.
        room: where they lie.
        before: how much is left free before each, in sizes of the letters.
    """
    columns = max(range(1, 4), key=lambda count: _letters_mm(names, room, count, before))
    size = _letters_mm(names, room, columns, before)
    rows = -(-len(names) // columns)
    width = _column_mm(room, columns)
    for number, name in enumerate(names):
        column, row = divmod(number, rows)
        left = room.left + column * (width + _GUTTER_MM) + before * size
        yield Words(name, (left, room.top + (row + 0.8) * _LINE * size), size)


def _letters_mm(names: Sequence[str], room: Box, columns: int, before: float) -> float:
    """Return how large the letters of a list can be."""
    rows = -(-len(names) // columns)
    longest = max(width_mm(Words(name, (0, 0), 1.0)) for name in names)
    width = _column_mm(room, columns)
    return min(_MOST_LETTERS_MM, room.height / (_LINE * rows), width / (before + longest))


def _column_mm(room: Box, columns: int) -> float:
    """Return how wide a column of a list is."""
    return (room.width + _GUTTER_MM) / columns - _GUTTER_MM


def _answered(outline: Outline, answer: Board) -> Outline:
    """Return an outline with the centres of an answer, which it need not show itself."""
    return Outline(outline.cells, frozenset(Cell(*placement.centre) for placement in answer))


def _numbered(answer: Board, squares: Squares) -> Iterator[Shape]:
    """Go through the cards' numbers in their centres, and beside each the arrow to its card's top.

    Where wild centres lie side by side an arrow would lie on a number; there the list alone has it.
    """
    at: dict[Cell, list[str]] = {}
    for number, placement in enumerate(answer, 1):
        at.setdefault(Cell(*placement.centre), []).append(str(number))
    for placement in answer:
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[placement.turn]
        x, y = placement.centre
        if Cell(x + dx, y + dy) not in at:
            box, off = squares.box(Cell(x, y)), 0.74 * squares.side_mm
            middle = (box.left + box.width / 2 + off * dx, box.top + box.height / 2 + off * dy)
            yield arrow(middle, placement.turn, 0.42 * squares.side_mm)
    for cell, numbers in at.items():
        box = squares.box(cell)
        base = (box.left + box.width / 2, box.top + 0.77 * box.height)
        size, room = 0.75 * box.height, 0.9 * box.width
        yield Words(",".join(numbers), base, size, "middle", bold=True, colour=WHITE, most_mm=room)


def _key(answer: Board, room: Box) -> Iterator[Shape]:
    """Go through the list of which number is which card and how it is turned, those at the bottom first."""
    lines = [f"{number}  {placement.card}" for number, placement in enumerate(answer, 1)]
    above = Box(room.left, room.top, room.width, room.height - _LINE * _NOTE_MM)
    for words, placement in zip(_listed(lines, above, before=_ARROW), answer, strict=True):
        (x, y), size = words.at, words.size_mm
        yield arrow((x - (_ARROW - 0.4) * size, y - 0.35 * size), placement.turn, 0.8 * size)
        yield words
    yield Words("in order of laying", (room.left, room.bottom), _NOTE_MM, colour=GREY, most_mm=room.width)


def _to_the_corner(names: Box) -> Box:
    """Return the place of a front's names on the back, where no code takes room beside or beneath it."""
    return Box(names.left, names.top, CARD_MM - _EDGE_MM - names.left, CARD_MM - _EDGE_MM - names.top)
