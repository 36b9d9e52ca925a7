"""What the use cases of puzzles answer. The schemas write it as JSON, `puzzle_text` as lines."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from api.composing import PuzzlesAnswer, ShownPuzzle
from games.camouflage import Deck, Judgement, Placement, Table
from puzzles import CheckedAnswer, Puzzle

if TYPE_CHECKING:
    from solver.best_play import BestPlay, LeftOnTable, ScoredPlace
    from solver.hints import Hint
    from solver.layout_conflict import Conflict
    from solver.status import Status

SolveStatus = Literal["solved", "impossible", "unfinished"]


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
