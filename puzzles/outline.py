"""The outline of a puzzle card: the squares that the cards cover together, and where their centres lie.

An outline is as drawn: its top left square is (0, 0) of the lattice, and it is not turned.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.camouflage import Board, Cell
from puzzles.errors import MalformedPuzzleError

EMPTY: Final = "."
SQUARE: Final = "#"
CENTRE: Final = "X"

LARGEST: Final = 200
"""The most rows and columns of an outline; 42 cards in a line reach 128."""


@dataclass(frozen=True, slots=True)
class Outline:
    """An outline.

    Attributes:
        cells: all cells that a card covers.
        centres: those among them that are drawn as centres; none where only the outline is given.

    Raises:
        MalformedPuzzleError: no cards of 3 x 3 squares cover just these cells, or not from these centres.
    """

    cells: frozenset[Cell]
    centres: frozenset[Cell]

    def __post_init__(self) -> None:
        """Check that every square belongs to a card that lies inside."""
        if not self.cells:
            raise MalformedPuzzleError(f"outline: expected at least one {SQUARE!r}; found none")
        for centre in sorted(self.centres, key=_by_row):
            if outside := block(centre) - self.cells:
                raise MalformedPuzzleError(
                    f"outline: the card round the centre at {_named(centre)} needs a square at "
                    f"{_named(min(outside, key=_by_row))}; found none"
                )
        if lonely := self.cells - covered(self.centres or self.inner):
            one = min(lonely, key=_by_row)
            near = f"{CENTRE!r} beside it" if self.centres else "3 x 3 squares round it"
            raise MalformedPuzzleError(
                f"outline: expected each square to belong to a card; found {_named(one)} without {near}"
            )

    @property
    def inner(self) -> frozenset[Cell]:
        """The cells round which a whole card lies inside the outline."""
        return frozenset(cell for cell in self.cells if block(cell) <= self.cells)

    @property
    def without_centres(self) -> "Outline":
        """The outline alone."""
        return Outline(self.cells, frozenset())

    @property
    def rows(self) -> tuple[str, ...]:
        """The outline as it is drawn, from (0, 0) on."""
        width, height = (1 + max(cell[axis] for cell in self.cells) for axis in (0, 1))
        return tuple("".join(self._mark(Cell(x, y)) for x in range(width)) for y in range(height))

    def _mark(self, cell: Cell) -> str:
        if cell in self.centres:
            return CENTRE
        return SQUARE if cell in self.cells else EMPTY


def outline_of_rows(rows: Sequence[str]) -> Outline:
    """Return the outline that is drawn with `.`, `#` and `X`, a text for each row.

    Raises:
        MalformedPuzzleError: the rows draw none.
    """
    if not 1 <= len(rows) <= LARGEST:
        raise MalformedPuzzleError(f"outline: expected 1 to {LARGEST} rows; found {len(rows)}")
    if len(rows[0]) > LARGEST:
        raise MalformedPuzzleError(f"outline[0]: expected at most {LARGEST} characters; found {len(rows[0])}")
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise MalformedPuzzleError(
                f"outline[{number}]: expected {len(rows[0])} characters like the first row; found {len(row)}"
            )
        if strange := set(row) - {EMPTY, SQUARE, CENTRE}:
            raise MalformedPuzzleError(
                f"outline[{number}]: expected {EMPTY!r}, {SQUARE!r} and {CENTRE!r}; found {min(strange)!r}"
            )
    drawn = {Cell(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != EMPTY}
    return Outline(frozenset(drawn), frozenset(cell for cell, mark in drawn.items() if mark == CENTRE))


def outline_of_board(board: Board) -> Outline:
    """Return the outline of a board, moved so that it begins in the first row and column.

    Raises:
        MalformedPuzzleError: the board is empty.
    """
    if not board.placements:
        raise MalformedPuzzleError("outline: expected a board with a card; found none")
    return outline_of_centres(Cell(*placement.centre) for placement in board)


def outline_of_centres(centres: Iterable[Cell]) -> Outline:
    """Return the outline of cards round some centres, at least one, moved to the first row and column."""
    own = {*centres}
    left, top = (min(cell[axis] for cell in own) - 1 for axis in (0, 1))
    moved = frozenset(Cell(x - left, y - top) for x, y in own)
    return Outline(covered(moved), moved)


def block(centre: Cell) -> frozenset[Cell]:
    """Return the nine cells of the card that lies round a centre."""
    x, y = centre
    return frozenset(Cell(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def covered(centres: Iterable[Cell]) -> frozenset[Cell]:
    """Return all cells of the cards round some centres."""
    return frozenset(cell for centre in centres for cell in block(centre))


def too_close(one: Cell, other: Cell) -> bool:
    """Tell whether a card round one centre would cover the other, or be covered by it there."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) < 2


def _by_row(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def _named(cell: Cell) -> str:
    return f"row {cell[1] + 1}, column {cell[0] + 1}"
