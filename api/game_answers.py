"""What the use cases of playing answer. The schemas write it as JSON, `game_text` as lines."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from api.answers import ScoreAnswer
from games.game import JsonObject, Note
from games.scoring import ScoreSheet


@dataclass(frozen=True, slots=True)
class DescriptionAnswer:
    """What a game is.

    Attributes:
        name: the name by which commands and paths call it.
        title: its name for people.
        players: how many can play it, at least and at most.
        how_to_play: its rules in our words, a paragraph each.
        modes: the games that are played with its cards, where there are several.
        rules: what can be chosen at a table, with the usual values.
        rulings: what is decided where its rulebook is silent.
        variants: what can be chosen when a game begins.
        schemas: the JSON Schemas of options, states and actions.
    """

    name: str
    title: str
    players: tuple[int, int]
    how_to_play: tuple[str, ...]
    modes: tuple[str, ...]
    rules: Mapping[str, object]
    rulings: tuple[Note, ...]
    variants: tuple[Note, ...]
    schemas: Mapping[str, JsonObject]


@dataclass(frozen=True, slots=True)
class StateAnswer:
    """A state of a game.

    Attributes:
        game: the game's name.
        state: the state as JSON.
        over: whether the game has ended.
        seed: of the deal, where one was dealt.
        rulings: those that decided something in what was done.
    """

    game: str
    state: dict[str, Any]
    over: bool
    seed: int | None = None
    rulings: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class MovesAnswer:
    """What may be done in a state; nothing once the game is over."""

    actions: tuple[dict[str, Any], ...]
    over: bool


@dataclass(frozen=True, slots=True)
class SheetAnswer:
    """The score sheet of a state, and the rulings that decided something on it."""

    sheet: ScoreSheet[Any, Any]
    rulings: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class OddsAnswer:
    """How probable something is.

    Attributes:
        event: what.
        p: the share of the sampled deals in which it surely comes about.
        low: the lower end of the 95 % interval of the true share.
        high: the upper end, with the deals counted in for which it could not be found out.
        deals: how many deals were sampled.
    """

    event: str
    p: float
    low: float
    high: float
    deals: int


@dataclass(frozen=True, slots=True)
class CamelAnswer:
    """Where a racing camel ends.

    Attributes:
        camel: its name.
        places: the probability of each place, 1 to 5.
        intervals: the 95 % intervals of these; where they are exact, from each to itself.
    """

    camel: str
    places: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class BetAnswer:
    """What a betting card that can be taken pays on average.

    Attributes:
        on: what it bets on: "first", "third", "winner" or "loser".
        camel: on which camel.
        value: what a card for the first place shows, None for others.
        expected: what it pays on average, in pounds.
    """

    on: str
    camel: str
    value: int | None
    expected: float


@dataclass(frozen=True, slots=True)
class CamelOddsAnswer:
    """Where the racing camels of Camel Up end.

    Attributes:
        of: the odds are those of the "round" or of the "race".
        player: who asks, and whose knowledge counts.
        exact: whether all orders were counted; else tables were simulated.
        assumption: what is assumed, in sentences.
        tables: how many orders were counted, or tables simulated.
        race_over: the probability that the race ends with this round; 1 for the race.
        camels: each racing camel.
        bets: what the betting cards that are left pay on average, the best first.
        rulings: those that the odds rest on.
    """

    of: str
    player: str
    exact: bool
    assumption: str
    tables: int
    race_over: float
    camels: tuple[CamelAnswer, ...]
    bets: tuple[BetAnswer, ...]
    rulings: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class OptionAnswer:
    """What an action is worth.

    Attributes:
        action: the action.
        value: a number, the more the better; for what it says, see `AdviceAnswer.measure`.
        interval: the 95 % interval of the value, where it was estimated and that is known.
        chances: the exact probabilities of what can come of it at once, by name.
        reason: what speaks for it or against it, in words.
    """

    action: dict[str, Any]
    value: float
    interval: tuple[float, float] | None = None
    chances: Mapping[str, float] | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class AdviceAnswer:
    """What to do.

    Attributes:
        options: all actions that differ, the best first; none once the game is over.
        measure: what their values are.
    """

    options: tuple[OptionAnswer, ...]
    measure: str

    @property
    def action(self) -> dict[str, Any] | None:
        """The best action, None once the game is over."""
        return self.options[0].action if self.options else None


@dataclass(frozen=True, slots=True)
class SolutionAnswer:
    """Whether a game can be won.

    Attributes:
        status: "solved", "impossible" or "unfinished".
        actions: a line that wins.
        why: why there is none.
        time_ms: milliseconds that it took.
    """

    status: str
    actions: tuple[dict[str, Any], ...]
    why: str | None
    time_ms: float


@dataclass(frozen=True, slots=True)
class SimulationAnswer:
    """What came of many games played at random.

    Attributes:
        game: the game's name.
        games: how many were played.
        steps: how many actions that took.
        winners: how many games each player won; shared victories count for each.
        points: the mean of each player's points.
    """

    game: str
    games: int
    steps: int
    winners: Mapping[str, int]
    points: Mapping[str, float]


GameAnswer = (
    DescriptionAnswer
    | StateAnswer
    | MovesAnswer
    | SheetAnswer
    | ScoreAnswer
    | OddsAnswer
    | CamelOddsAnswer
    | AdviceAnswer
    | SolutionAnswer
    | SimulationAnswer
)
"""What a use case of playing answers."""
