"""The use cases of puzzles and best play: solve, hint, verify, the best plays, who can still play."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from api.errors import UndecidedError, WrongUseError
from api.puzzle_answers import (
    BestAnswer,
    HintAnswer,
    LeftAnswer,
    PlayableAnswer,
    Puzzled,
    SolveAnswer,
    SolveStatus,
    VerifyAnswer,
)
from api.ways import CERTAIN, Subject, Way
from games.camouflage import Board, Table
from puzzles import check_answer

Cancelled = Callable[[], bool]
Progress = Callable[[int], None]

USUAL_TIME_S: Final = 60.0
MANY: Final = 1000
"""How many answers are listed at most, where all are asked for and no number is named."""


def not_cancelled() -> bool:
    """Cancel nothing."""
    return False


def solve(
    puzzled: Puzzled,
    *,
    cards: Sequence[str] | None = None,
    most: int = 1,
    centres: bool = True,
    time_limit_s: float = USUAL_TIME_S,
    cancelled: Cancelled = not_cancelled,
    progress: Progress | None = None,
    num_workers: int = 1,
) -> SolveAnswer:
    """Solve a puzzle.

    Args:
        puzzled: the puzzle.
        cards: the cards at hand, where they are not the puzzle's.
        most: how many answers are wanted at most.
        centres: whether the centres of the outline are used.
        time_limit_s: after which what was found is answered.
        cancelled: tells whether to stop early.
        progress: is told the number of answers.
        num_workers: threads of CP-SAT.

    Raises:
        PuzzleError: the deck lacks a card, or there are too few.
    """
    from solver.layout import layout
    from solver.status import Status

    began = time.perf_counter()
    puzzle = puzzled.puzzle if centres else puzzled.puzzle.without_centres
    found = layout(
        puzzle,
        puzzled.deck,
        cards=cards,
        most=most,
        time_limit_s=time_limit_s,
        cancelled=cancelled,
        progress=progress,
        num_workers=num_workers,
    )
    status: Mapping[Status, SolveStatus] = {Status.FEASIBLE: "solved", Status.INFEASIBLE: "impossible"}
    return SolveAnswer(
        puzzled=replace(puzzled, puzzle=puzzle),
        status=status.get(found.status, "unfinished"),
        solutions=tuple(
            Table(puzzled.deck.name, puzzle.face, board, rules=puzzle.rules) for board in found.boards
        ),
        complete=found.complete,
        why=found.why,
        time_ms=(time.perf_counter() - began) * 1000,
    )


def drawn(answer: SolveAnswer) -> SolveAnswer:
    """Return the answers to a puzzle with their pictures."""
    from api.picture import as_svg, picture_of

    pictures = (as_svg(picture_of(table, answer.puzzled.deck)) for table in answer.solutions)
    return replace(answer, pictures=tuple(pictures))


def hint(
    puzzled: Puzzled,
    table: Table | None,
    *,
    level: int = 1,
    time_limit_s: float = 10.0,
    cancelled: Cancelled = not_cancelled,
) -> HintAnswer:
    """Give a hint.

    Args:
        puzzled: the puzzle.
        table: what lies there so far; None where nothing does.
        level: 1 for where to look, 2 for which card, 3 for how it is turned.
        time_limit_s: for all work together.
        cancelled: tells whether to stop early.

    Raises:
        WrongUseError: the table has locations.
        UndecidedError: the time was too short.
        PuzzleError: the deck lacks a card, or there is no such level.
    """
    from solver import hints

    board = Board() if table is None else _one_board(table)
    told = hints.hint(
        puzzled.puzzle, puzzled.deck, board, level=level, time_limit_s=time_limit_s, cancelled=cancelled
    )
    if told is None:
        raise UndecidedError(f"no hint was found within {time_limit_s:g} seconds")
    return HintAnswer(told, puzzled.warnings)


def verify(puzzled: Puzzled, subject: Subject) -> VerifyAnswer:
    """Tell whether a table solves a puzzle; of a photo, the table as it most probably lies.

    Raises:
        WrongUseError: the table has locations.
        CamouflageError: the deck lacks a card.
    """
    checked, *others = [
        check_answer(puzzled.puzzle, puzzled.deck, _one_board(way.table)) for way in _likely(subject)
    ]
    doubt = [other for other in others if other.right != checked.right]
    unsure = ["the photo does not show for certain which cards lie where"] if doubt else []
    return VerifyAnswer(checked, (*puzzled.warnings, *subject.warnings, *unsure))


def best(
    subject: Subject,
    hand: Sequence[str],
    game: str,
    *,
    time_limit_s: float = 10.0,
    cancelled: Cancelled = not_cancelled,
) -> BestAnswer:
    """Find the best plays of a hand.

    Args:
        subject: the table.
        hand: the cards.
        game: `diversify` or `cover-some-ground`.
        time_limit_s: after which the best that was found is answered.
        cancelled: tells whether to stop early.

    Raises:
        CamouflageError: hand, table and game do not go together.
    """
    from solver import best_play

    found = best_play.best_play(
        subject.best, subject.deck, hand, game, time_limit_s=time_limit_s, cancelled=cancelled
    )
    scored = best_play.scored_places(subject.best, subject.deck, hand)
    return BestAnswer(found, scored, subject.warnings)


def left(
    subject: Subject, game: str, *, time_limit_s: float = 10.0, cancelled: Cancelled = not_cancelled
) -> LeftAnswer:
    """Tell what the players left on the table; arguments and errors are those of `best_play.points_left`."""
    from solver import best_play

    found = best_play.points_left(
        subject.best, subject.deck, game, time_limit_s=time_limit_s, cancelled=cancelled
    )
    return LeftAnswer(game, found, subject.best, subject.warnings)


def playable(subject: Subject, hands: Mapping[str, Sequence[str]] | None = None) -> PlayableAnswer:
    """Tell who can still play.

    Args:
        subject: the table.
        hands: the cards of each player; where None, all that do not lie on the table.

    Raises:
        CamouflageError: the table names no players, or a card lies there already.
    """
    from solver import best_play

    cards = best_play.unplayed(subject.best, subject.deck) if hands is None else hands
    return PlayableAnswer(best_play.who_can_play(subject.best, subject.deck, cards), subject.warnings)


def _one_board(table: Table) -> Board:
    if table.locations:
        raise WrongUseError(f"the board: expected one board; found {len(table.locations)} locations")
    return table.board


def _likely(subject: Subject) -> list[Way]:
    """Return the ways that a table may lie, but those that are as good as ruled out."""
    return [way for number, way in enumerate(subject.ways) if not number or way.weight.p > 1 - CERTAIN]
