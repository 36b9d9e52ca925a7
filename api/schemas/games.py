"""Playing a game: its states and actions, score sheets, odds, advice and solutions."""

from typing import Annotated, Any, Literal

from pydantic import AliasPath, BaseModel, ConfigDict, Field

from api.schemas.boards import RulingOut
from api.schemas.fields import Name, Omitted, Outgoing, Pixel, Points, Probability
from games.playthroughs import SEEDS


class GameOut(Outgoing):
    """A game: how it is played, and what can be chosen in it."""

    name: str
    title: str
    players: Annotated[tuple[int, int], Field(description="how many, at least and at most")]
    how_to_play: Annotated[list[str], Field(description="the rules in our words, a paragraph each")]
    modes: list[str]
    rules: Annotated[dict[str, Any], Field(description="what can be chosen at a table, as usual")]
    rulings: list[RulingOut]
    variants: list[RulingOut]
    schemas: Annotated[
        dict[str, dict[str, Any]], Field(description="JSON Schemas of options, state and action")
    ]


class NewGameIn(BaseModel):
    """A game to begin."""

    model_config = ConfigDict(extra="forbid", strict=True)

    players: Annotated[list[Name], Field(examples=[["Ann"]])]
    seed: Annotated[
        int | None, Field(ge=0, lt=SEEDS, description="of what is hidden; without it the state is open")
    ] = None
    options: Annotated[dict[str, Any], Field(description="see the game's schema")] = {}


class StateIn(BaseModel):
    """A state of a game, as `new` and `apply` answer it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    state: Annotated[dict[str, Any], Field(description="see the game's schema")]


class ActionIn(StateIn):
    """A state, and what is to be done in it."""

    action: Annotated[dict[str, Any], Field(examples=[{"act": "turn"}], description="see the game's schema")]


class ObserverIn(StateIn):
    """A state, and who looks at it."""

    player: Name


class OddsIn(StateIn):
    """A state of which the odds are asked."""

    deals: Annotated[int, Field(ge=1, le=10_000, description="how many are sampled")] = 1000
    seed: Annotated[int, Field(ge=0, lt=SEEDS)] = 0
    options: Annotated[
        dict[str, Any],
        Field(
            description="for Camel Up: `player`, `of` (round or race), `deck` (the cards that are left), "
            "`acting` (nobody or random)"
        ),
    ] = {}


class AdviseIn(StateIn):
    """A state in which advice is asked."""

    time_limit_s: Annotated[float, Field(gt=0, le=10)] = 1.0
    seed: Annotated[int, Field(ge=0, lt=SEEDS)] = 0


class SolveIn(StateIn):
    """A state that is to be won."""

    time_limit_s: Annotated[float, Field(gt=0, le=60)] = 40.0


class StateOut(Outgoing):
    """A state of a game."""

    game: str
    state: dict[str, Any]
    over: bool
    seed: Omitted[int]
    rulings: Annotated[
        list[RulingOut],
        Field(
            default_factory=list, exclude_if=lambda rulings: not rulings, description="that decided something"
        ),
    ]


class MovesOut(Outgoing):
    """What may be done."""

    actions: list[dict[str, Any]]
    over: bool


class StandingOut(Outgoing):
    """How a player of any game stands."""

    player: str
    points: Points
    rank: int | None
    disqualified: bool | None


class LineOut(Outgoing):
    """A scored thing, and why."""

    item: str
    player: str | None
    points: Points
    raw_points: Points
    reason: str


class SheetOut(Outgoing):
    """The score sheet of a game other than Camouflage."""

    game: Annotated[str, Field(validation_alias=AliasPath("sheet", "game"))]
    certain: Annotated[bool, Field(validation_alias=AliasPath("sheet", "certain"))]
    players: Annotated[list[StandingOut], Field(validation_alias=AliasPath("sheet", "standings"))]
    lines: Annotated[list[LineOut], Field(validation_alias=AliasPath("sheet", "lines"))]
    winners: Annotated[list[str] | None, Field(validation_alias=AliasPath("sheet", "winners"))]
    decided_by: Annotated[str | None, Field(validation_alias=AliasPath("sheet", "decided_by"))]
    missing: Annotated[list[str], Field(validation_alias=AliasPath("sheet", "missing"))]
    warnings: Annotated[list[str], Field(validation_alias=AliasPath("sheet", "warnings"))]
    rulings: list[RulingOut]


class OddsOut(Outgoing):
    """How probable something is, with the 95 % interval of the estimate."""

    event: str
    p: Probability
    low: Probability
    high: Probability
    deals: int


class CamelOut(Outgoing):
    """Where a racing camel ends."""

    camel: str
    places: Annotated[list[Probability], Field(description="of places 1 to 5")]
    intervals: Annotated[list[tuple[Probability, Probability]], Field(description="of 95 %, for each place")]


class BetOut(Outgoing):
    """What a betting card that can be taken pays on average."""

    on: Literal["first", "third", "winner", "loser"]
    camel: str
    value: Annotated[Omitted[int], Field(description="what a card for the first place shows")]
    expected: Annotated[float, Field(description="in pounds")]


class CamelOddsOut(Outgoing):
    """Where the racing camels of Camel Up end, and what bets on them are worth."""

    of: Literal["round", "race"]
    player: str
    exact: Annotated[bool, Field(description="whether all orders were counted, not simulated")]
    assumption: str
    tables: Annotated[int, Field(description="orders counted, or tables simulated")]
    race_over: Annotated[Probability, Field(description="that the race ends with this round")]
    camels: list[CamelOut]
    bets: list[BetOut]
    rulings: list[RulingOut]


class OptionOut(Outgoing):
    """What an action is worth."""

    action: dict[str, Any]
    value: float
    interval: Annotated[Omitted[tuple[Probability, Probability]], Field(description="of 95 %")]
    chances: Annotated[Omitted[dict[str, Probability]], Field(description="of what comes of it at once")]
    reason: Omitted[str]


class AdviceOut(Outgoing):
    """What to do, and what else could be done, the best first."""

    action: dict[str, Any] | None
    options: list[OptionOut]
    measure: str


class SolutionOut(Outgoing):
    """A line that wins, or why there is none."""

    status: Literal["solved", "impossible", "unfinished"]
    actions: list[dict[str, Any]]
    why: Omitted[str]
    time_ms: Pixel


class SimulationOut(Outgoing):
    """What came of games played at random."""

    game: str
    games: int
    steps: int
    winners: dict[str, int]
    points: dict[str, Pixel]
