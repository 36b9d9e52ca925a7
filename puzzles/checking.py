"""Whether a board solves a puzzle, and if not, which square or card is wrong.

A table has no upright of its own, so a board counts wherever it lies and however it is turned as a whole:
it is compared as it fits best. Any board that keeps the rules is right, whatever answer is printed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.camouflage import Board, Cell, Deck, Face, Table, judge
from puzzles.outline import Outline
from puzzles.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong with an answer.

    Attributes:
        why: what, in words.
        cells: the squares that show it, on the outline as drawn; none where a card is named.
        card: the card that is wrong; None where squares are named.
    """

    why: str
    cells: tuple[Cell, ...] = ()
    card: str | None = None


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """Whether a board solves a puzzle.

    Attributes:
        board: the board as it was compared, on the outline's cells.
        faults: what is wrong, none if it is right.
        matches_printed: whether it is the printed answer; None where none is known.
    """

    board: Board
    faults: tuple[Fault, ...]
    matches_printed: bool | None

    @property
    def right(self) -> bool:
        """Whether it solves the puzzle."""
        return not self.faults


def check_answer(puzzle: Puzzle, deck: Deck, board: Board) -> CheckedAnswer:
    """Tell whether a board solves a puzzle.

    Args:
        puzzle: the puzzle.
        deck: its cards.
        board: the answer, anywhere on the lattice, bottom first.

    Raises:
        CamouflageError: the deck lacks a card of the puzzle or of the board.
    """
    puzzle.check(deck)
    printed = None if puzzle.answer is None else shown(puzzle.answer, puzzle, deck)
    found = []
    for laid in _laid_over(board, puzzle.outline):
        same = None if printed is None else shown(laid, puzzle, deck) == printed
        found.append(CheckedAnswer(laid, tuple(_faults(puzzle, deck, laid)), same))
    return min(found, key=lambda each: (_wrong(each), not each.matches_printed))


def shown(board: Board, puzzle: Puzzle, deck: Deck) -> frozenset[tuple[str, Cell, Face]]:
    """Return what tells answers apart: each card, where its centre lies, and the squares it shows.

    Two answers are the same where this is: neither stacking nor turns that look alike count.
    """
    return frozenset(
        (each.card, Cell(*each.centre), deck.face(each.card, puzzle.face, each.turn)) for each in board
    )


def _laid_over(board: Board, outline: Outline) -> Iterator[Board]:
    """Go through the ways a board may be meant to lie on the outline: as it is, or turned and moved."""
    yield board
    for quarters in range(4):
        turned = board.turned(quarters)
        for dx, dy in dict.fromkeys(_moves(turned, outline)):
            yield turned.moved(dx, dy)


def _moves(board: Board, outline: Outline) -> Iterator[tuple[int, int]]:
    """Go through the moves that bring a board's corner to the outline's, and most of its marks onto it."""
    if not board.placements:
        yield 0, 0
        return
    left, top = (min(cell[axis] for cell in board.cells) for axis in (0, 1))
    yield -left, -top
    own: Iterable[Cell] = board.cells
    if outline.centres:
        own = [Cell(*placement.centre) for placement in board]
    marks = outline.centres or outline.cells
    both = Counter((mark.x - cell.x, mark.y - cell.y) for cell in own for mark in marks)
    yield max(sorted(both), key=lambda move: both[move])


def _faults(puzzle: Puzzle, deck: Deck, board: Board) -> Iterator[Fault]:
    yield from _wrong_cards(puzzle, board)
    yield from _wrong_cells(puzzle.outline, board)
    table = Table(deck.name, puzzle.face, board, rules=puzzle.rules)
    for judgement in judge(table, deck):
        for breach in judgement.breaches:
            yield Fault(f"{judgement.card}: {breach.reason}", breach.cells or judgement.placement.cells)


def _wrong_cards(puzzle: Puzzle, board: Board) -> Iterator[Fault]:
    laid = [placement.card for placement in board]
    for card in puzzle.cards:
        if card not in laid:
            yield Fault(f"{card} is of the puzzle and does not lie there", card=card)
    for card in laid:
        if card not in puzzle.cards:
            yield Fault(f"{card} is not of the puzzle", card=card)


def _wrong_cells(outline: Outline, board: Board) -> Iterator[Fault]:
    """Go through the ways in which squares and centres are not as drawn."""
    if outside := board.cells - outline.cells:
        yield Fault("squares are covered that are not of the outline", _sorted(outside))
    if bare := outline.cells - board.cells:
        yield Fault("squares of the outline are not covered", _sorted(bare))
    if outline.centres:
        centres = frozenset(Cell(*placement.centre) for placement in board)
        if missing := outline.centres - centres:
            yield Fault("no card has its centre there", _sorted(missing))
        for placement in board:
            if placement.centre not in outline.centres and placement.centre in outline.cells:
                yield Fault(
                    f"{placement.card} has its centre where none is drawn", (Cell(*placement.centre),)
                )


def _wrong(answer: CheckedAnswer) -> int:
    """Return how many squares and cards are wrong."""
    return sum(len(fault.cells) or 1 for fault in answer.faults)


def _sorted(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))
