"""Hints that do not spoil a puzzle: first where to look, then which card, then how it is turned.

Each comes with its reason in words. What lies there already is taken into account, and where no answer has it
so, the hint says which card to take up.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.camouflage import Board, Cell, Deck, Placement
from puzzles import Puzzle, PuzzleError, check_answer
from puzzles.outline import too_close
from solver.hint_words import turn_in_words, where
from solver.human import Technique
from solver.limits import StoppedError, limit_in, never
from solver.solving import Solving, solving_of

LEVELS = (1, 2, 3)
"""Where to look, which card, how it is turned."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint.

    Attributes:
        level: how much it says; 0 where no card is to be laid: the board is wrong, or done.
        text: the hint.
        reason: why.
        cells: where, on the outline as drawn; none where it is not about a place.
        card: the card, from level 2 on, or the one to take up.
        turn: its quarter turns, at level 3.
        technique: how a person finds it; None where the board is wrong or done.
    """

    level: int
    text: str
    reason: str
    cells: tuple[Cell, ...] = ()
    card: str | None = None
    turn: int | None = None
    technique: Technique | None = None


def hint(
    puzzle: Puzzle,
    deck: Deck,
    board: Board = Board(),  # noqa: B008 - a board does not change
    *,
    level: int = 1,
    time_limit_s: float = 10.0,
    cancelled: Callable[[], bool] = never,
) -> Hint | None:
    """Return the next hint, None where the time was too short.

    Args:
        puzzle: the puzzle.
        deck: its cards.
        board: what lies there so far, on the outline's own cells or anywhere else.
        level: one of `LEVELS`.
        time_limit_s: for all work together.
        cancelled: tells whether to stop early; it is called often and from any thread.

    Raises:
        PuzzleError: the deck lacks a card, or there is no such level.
    """
    if level not in LEVELS:
        raise PuzzleError(f"level: expected 1, 2 or 3; found {level}")
    limit = limit_in(time_limit_s, cancelled)
    checked = check_answer(puzzle, deck, board)
    if checked.right:
        return Hint(
            0, "The puzzle is solved.", "all squares and centres are as drawn, and all overlaps match"
        )
    solving = solving_of(puzzle, deck, limit)
    try:
        return _wrong(puzzle, checked.board, solving) or _next(puzzle, checked.board, solving, level)
    except StoppedError:
        return None


def _wrong(puzzle: Puzzle, board: Board, solving: Solving) -> Hint | None:
    """Return that the board so far is wrong, if it is."""
    for number, placement in enumerate(board):
        if reason := _misplaced(puzzle, placement, board.placements[:number]):
            return _take_up(placement, reason)
    if solving.answer(board) is not None:
        return None
    if solving.answer(Board()) is None:
        return Hint(0, "Nothing helps: the puzzle has no answer.", "its cards never make the outline")
    for placement in reversed(board.placements):
        if solving.answer(board.without(placement.card)) is not None:
            return _take_up(placement, "no answer has it there with the others, and one has them without it")
    return _take_up(board.placements[-1], "no answer has these cards so, even if one is taken up")


def _misplaced(puzzle: Puzzle, placement: Placement, beneath: Sequence[Placement]) -> str | None:
    """Return why a card cannot lie where it lies, whatever it shows; None where it can."""
    centres = puzzle.outline.centres
    if placement.card not in puzzle.cards:
        return f"{placement.card} is not of the puzzle"
    if placement.centre not in (centres or puzzle.outline.inner):
        return "its centre lies where none is drawn" if centres else "it lies beyond the outline"
    for other in () if puzzle.rules.wild_centres else beneath:
        if too_close(placement.centre, other.centre):
            return f"its centre is too close to that of {other.card}"
    return None


def _take_up(placement: Placement, reason: str) -> Hint:
    card, cell = placement.card, Cell(*placement.centre)
    return Hint(0, f"Take up {card}: the board is wrong already.", reason, (cell,), card)


def _next(puzzle: Puzzle, board: Board, solving: Solving, level: int) -> Hint:
    """Return what to do with a board that some answer has."""
    if len(board) < len(puzzle.cards):
        return _said(solving.step(board), level)
    answer = solving.answer(board)
    assert answer is not None  # noqa: S101 - a board without answer is told before
    order = ", ".join(placement.card for placement in answer)
    return Hint(
        0,
        f"All cards are in their places; lay them there anew in this order: {order}.",
        f"in the order in which they lie, a card covers fewer than {puzzle.rules.min_match} squares",
    )


def _said(step: tuple[Placement, Technique, str], level: int) -> Hint:
    placement, technique, reason = step
    cell = Cell(*placement.centre)
    look = f"Look at {where(cell)}"
    if level == 1:
        return Hint(level, f"{look}.", reason, (cell,), technique=technique)
    text = f"{look}: {placement.card} goes there"
    if level == 2:
        return Hint(level, f"{text}.", reason, (cell,), placement.card, technique=technique)
    text = f"{text}, {turn_in_words(placement.turn)}."
    return Hint(level, text, reason, (cell,), placement.card, placement.turn, technique)
