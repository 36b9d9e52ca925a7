"""The use cases of puzzles and best play: solve, hint, verify, the best plays, who can still play."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from api.composing import PuzzlesAnswer, ShownPuzzle
from api.errors import UndecidedError, WrongUseError
from api.ways import CERTAIN, Subject, Way
from games.camouflage import Board, Deck, Judgement, Placement, Table
from puzzles import CheckedAnswer, Puzzle, check_answer

if TYPE_CHECKING:
    from solver.best_play import BestPlay, LeftOnTable, ScoredPlace
    from solver.hints import Hint
    from solver.layout_conflict import Conflict
    from solver.status import Status

SolveStatus = Literal["solved", "impossible", "unfinished"]
Cancelled = Callable[[], bool]
Progress = Callable[[int], None]

USUAL_TIME_S: Final = 60.0
MANY: Final = 1000
"""How many answers are listed at most, where all are asked for and no number is named."""


@dataclass(frozen=True, slots=True)
class Puzzled:
    """A puzzle with its deck.

    Attributes:
        puzzle: the puzzle.
        deck: its cards.
        warnings: what the user should know, each in one sentence.
    """

    puzzle: Puzzle
    deck: Deck
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SolveAnswer:
    """The answers to a puzzle.

    Attributes:
        puzzled: the puzzle.
        status: `impossible` with a proof only.
        solutions: the answers, on the outline's own cells.
        complete: whether there are no others.
        why: why there is none.
        time_ms: milliseconds of wall time.
        pictures: the answers as SVG, where they are asked for.
    """

    puzzled: Puzzled
    status: SolveStatus
    solutions: tuple[Table, ...]
    complete: bool
    why: "Conflict | None"
    time_ms: float
    pictures: tuple[str, ...] | None = None

    @property
    def count(self) -> int:
        """How many answers were found."""
        return len(self.solutions)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the user should know."""
        return self.puzzled.warnings


@dataclass(frozen=True, slots=True)
class HintAnswer:
    """A hint.

    Attributes:
        hint: the hint.
        warnings: what the user should know, each in one sentence.
    """

    hint: "Hint"
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VerifyAnswer:
    """Whether a board solves a puzzle.

    Attributes:
        checked: what was found.
        warnings: what the user should know, each in one sentence.
    """

    checked: CheckedAnswer
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BestAnswer:
    """The best plays of a hand.

    Attributes:
        best: the best sequence.
        places: every legal place of every card now, with what it scores in either game.
        warnings: what the user should know, each in one sentence.
    """

    best: "BestPlay"
    places: "tuple[ScoredPlace, ...]"
    warnings: tuple[str, ...]

    @property
    def status(self) -> "Status":
        """How sure the best sequence is."""
        return self.best.status

    @property
    def plays(self) -> tuple[Placement, ...]:
        """The best sequence."""
        return self.best.plays

    @property
    def points(self) -> int:
        """What it scores."""
        return self.best.points

    @property
    def bound(self) -> int:
        """What no sequence exceeds."""
        return self.best.bound

    @property
    def alternatives(self) -> tuple[tuple[Placement, ...], ...]:
        """Other sequences with the same points."""
        return self.best.alternatives


@dataclass(frozen=True, slots=True)
class LeftAnswer:
    """What the players left on the table.

    Attributes:
        game: the game.
        players: for each player what was scored, and what could have been.
        table: the table it was left on.
        warnings: what the user should know, each in one sentence.
    """

    game: str
    players: "Mapping[str, LeftOnTable]"
    table: Table
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayableAnswer:
    """Who can still play.

    Attributes:
        players: a legal place for each player, None where there is none.
        warnings: what the user should know, each in one sentence.
    """

    players: Mapping[str, Judgement | None]
    warnings: tuple[str, ...]

    @property
    def over(self) -> bool:
        """Whether nobody can play."""
        return not any(self.players.values())


PuzzleAnswer = (
    SolveAnswer
    | HintAnswer
    | VerifyAnswer
    | BestAnswer
    | LeftAnswer
    | PlayableAnswer
    | PuzzlesAnswer
    | ShownPuzzle
)
"""What these use cases answer."""


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
