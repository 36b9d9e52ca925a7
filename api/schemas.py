"""The JSON of the doors: what comes in over HTTP, and what goes out over HTTP and with `--json`.

A field that does not apply is left out where its type says `Omitted`, and null elsewhere.
"""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AliasPath,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationError,
)
from pydantic.json_schema import models_json_schema
from pydantic_core import PydanticCustomError

from api import game_answers, puzzling
from api.answers import Answer, CheckAnswer, EnrolAnswer, PlacesAnswer, ReadAnswer, ScoreAnswer
from api.game_answers import GameAnswer
from api.puzzling import PuzzleAnswer
from games.camouflage import MODES, Deck, FaceName, Table, Violation, deck_to_json, table_to_json
from games.playthroughs import SEEDS

_T = TypeVar("_T")
_ModelT = TypeVar("_ModelT", bound=BaseModel)

Omitted = Annotated[_T | None, Field(default=None, exclude_if=lambda value: value is None)]
Points = int | tuple[int, int]
XY = tuple[int, int]
Pixel = Annotated[float, BeforeValidator(lambda value: round(float(value), 2))]
Corners = tuple[tuple[Pixel, Pixel], ...]
Name = Annotated[str, Field(min_length=1)]
CardId = Annotated[str, Field(examples=["lion-1"])]

# Sums of many small numbers can come out a hair above 1.
Probability = Annotated[
    float, Field(ge=0, le=1), BeforeValidator(lambda value: round(min(max(float(value), 0.0), 1.0), 6))
]


class _Answer(BaseModel):
    """Something that goes out; it is made with `model_validate` of what the use case answers."""

    model_config = ConfigDict(from_attributes=True, validate_by_name=True, validate_by_alias=True)


class SchemaError(ValueError):
    """A body does not keep its schema.

    Attributes:
        errors: where and why, as FastAPI has them.
    """

    def __init__(self, errors: list[dict[str, Any]]) -> None:
        super().__init__(f"{len(errors)} errors")
        self.errors = errors


class _File(BaseModel):
    """A file format: strict about the fields it knows, and passing over those it does not."""

    model_config = ConfigDict(strict=True, extra="allow")


class DeckCard(_File):
    """A card of a deck file."""

    id: CardId
    deck: str
    faces: dict[str, list[list[str]]]


class DeckFile(_File):
    """A `*.deck.json`."""

    format: Literal["camouflage-deck/1"]
    name: str
    decks: list[str]
    patterns: dict[str, list[str]]
    cards: list[DeckCard]


class PlacedCard(_File):
    """A card on a board; x to the right, y downwards, turn in quarter turns clockwise."""

    card: CardId
    x: int
    y: int
    turn: int


class LocationFile(_File):
    """A player's pile in Not My Stack!."""

    player: str
    deck: str
    placements: list[PlacedCard]


class BoardFile(_File):
    """A `*.board.json`, the placements bottom first."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "format": "camouflage-board/1",
                    "deck": "demo",
                    "face": "animals",
                    "placements": [
                        {"card": "lion-1", "x": 0, "y": 0, "turn": 0},
                        {"card": "owl-2", "x": 2, "y": 0, "turn": 3},
                    ],
                    "start": ["lion-1"],
                    "players": {"Ann": "owl"},
                    "min_match": 3,
                    "wild_centers": False,
                }
            ]
        }
    )

    format: Literal["camouflage-board/1"]
    deck: str
    face: FaceName
    placements: Omitted[list[PlacedCard]]
    locations: Omitted[list[LocationFile]]
    start: Omitted[list[str]]
    players: Omitted[dict[str, str]]
    out: Omitted[list[str]]
    min_match: Omitted[int]
    wild_centers: Omitted[bool]


class _RulesIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    min_match: Annotated[int | None, Field(ge=0, le=9, description="beats what the board says")] = None
    wild_centers: Annotated[bool | None, Field(description="beats what the board says")] = None


def _board(value: object) -> dict[str, Any] | str | None:
    if value is None or isinstance(value, dict | str):
        return value
    raise PydanticCustomError("board", "expected a board file as an object, or a board in one line")


def _deck(value: object) -> dict[str, Any] | None:
    if value is None or isinstance(value, dict):
        return value
    raise PydanticCustomError("deck", "expected a deck file as an object")


class CheckIn(_RulesIn):
    """A board to check, or with a photo beside it, how to read that.

    What board and deck hold is documented here and read by the games, as when they are files.
    """

    board: Annotated[
        dict[str, Any] | str | None,
        PlainValidator(_board, json_schema_input_type=BoardFile | str | None),
        Field(description="a board file or one-line notation", examples=["lion-1@0,0r0 owl-2@2,0r3"]),
    ] = None
    deck: Annotated[
        dict[str, Any] | None,
        PlainValidator(_deck, json_schema_input_type=DeckFile | None),
        Field(description="else the album's, else a shipped one"),
    ] = None
    album: Annotated[str | None, Field(description="the id of an album")] = None
    face: Annotated[FaceName | None, Field(description="the side that is played, for notation")] = None


class ScoreIn(CheckIn):
    """A board to score, or with a photo beside it, how to read that."""

    game: Annotated[str, Field(examples=[mode.name for mode in MODES])]
    players: Annotated[dict[Name, str] | None, Field(examples=[{"Ann": "owl", "Ben": "fox"}])] = None
    start: Annotated[str | None, Field(description="the deck that began the table", examples=["lion"])] = None
    out_order: Annotated[list[Name] | None, Field(examples=[["Ben", "Ann"]])] = None


class PlacesIn(CheckIn):
    """A board and a card that may be laid there."""

    card: CardId


Board = Annotated[
    BoardFile, BeforeValidator(lambda value: table_to_json(value) if isinstance(value, Table) else value)
]

WholeDeck = Annotated[
    DeckFile, BeforeValidator(lambda value: deck_to_json(value) if isinstance(value, Deck) else value)
]

RuleName = Annotated[
    str, BeforeValidator(lambda value: value.names[0] if isinstance(value, Violation) else value)
]


class EnrolledCardOut(_Answer):
    """A card that was enrolled."""

    card: CardId
    photo: str
    corners: Corners
    face: Annotated[tuple[tuple[str, str, str], ...], Field(validation_alias=AliasPath("face", "rows"))]


class DoubtOut(_Answer):
    """A square of which the pattern is not sure."""

    card: CardId
    cell: Annotated[XY, Field(description="row and column on the card as printed")]
    why: str


class EnrolOut(_Answer):
    """An enrolled deck."""

    id: Omitted[str]
    cards: list[EnrolledCardOut]
    deck: WholeDeck
    doubtful: list[DoubtOut]
    warnings: list[str]


class QuestionOut(_Answer):
    """A question that settles something."""

    kind: Literal["which-on-top", "which-card", "which-turn", "which-first"]
    cards: list[CardId]
    x: Annotated[Omitted[int], Field(validation_alias=AliasPath("cell", 0))]
    y: Annotated[Omitted[int], Field(validation_alias=AliasPath("cell", 1))]
    turns: Annotated[list[int], Field(exclude_if=lambda turns: not turns, description="for which-turn")] = []
    p: Annotated[Probability, Field(description="of the first of the cards, or of the turns")]
    settles: list[str]


class CertainOut(_Answer):
    """What is certain: a probability of at least 0.995."""

    layout: bool
    stacking: bool
    score: bool


class ConfidenceOut(_Answer):
    """How probable it is that what was read is right."""

    layout: Probability
    stacking: Probability
    score: Probability


class ReadCardOut(_Answer):
    """A card in a photo."""

    card: Annotated[CardId, Field(validation_alias=AliasPath("placement", "card"))]
    x: Annotated[int, Field(validation_alias=AliasPath("placement", "centre", 0))]
    y: Annotated[int, Field(validation_alias=AliasPath("placement", "centre", 1))]
    turn: Annotated[int, Field(validation_alias=AliasPath("placement", "turn"))]
    corners: Annotated[Corners, Field(description="in pixels of the full-size photo, printed top left first")]
    p: Probability


class AlternativeOut(_Answer):
    """Another board that it may be."""

    board: Board
    p: Probability


class ReadOut(_Answer):
    """What was read from a photo."""

    board: Board
    certain: Annotated[CertainOut, Field(validation_alias=AliasPath("confidence", "certain"))]
    confidence: ConfidenceOut
    cards: list[ReadCardOut]
    alternatives: list[AlternativeOut]
    questions: list[QuestionOut]
    warnings: list[str]
    time_ms: dict[str, Pixel]


class ViolationOut(_Answer):
    """A rule that a card breaks, and in which cells that shows."""

    rule: RuleName
    matches: Omitted[int]
    needed: Omitted[int]
    cells: list[XY]


class CheckedCardOut(_Answer):
    """Whether a card lies legally; null if that is not sure."""

    card: CardId
    legal: bool | None
    p: Annotated[Probability, Field(description="that it lies legally")]
    violations: Annotated[list[ViolationOut], Field(validation_alias="breaches")]


class CheckOut(_Answer):
    """Whether a table is legal; null if that is not sure."""

    legal: bool | None
    cards: list[CheckedCardOut]
    questions: list[QuestionOut]
    warnings: list[str]


class PlayerOut(_Answer):
    """How a player stands; a number that is not certain is a range, and null where nothing is known."""

    player: str
    deck: str
    points: Points
    raw_points: Annotated[Points, Field(description="if illegal cards counted")]
    played: Points
    rank: int | None
    out: int | None
    disqualified: bool | None
    illegal: list[CardId]


class ScoredCardOut(_Answer):
    """What a card scores, and why."""

    card: Annotated[CardId, Field(validation_alias="item")]
    player: str | None
    points: Points
    raw_points: Points
    legal: bool | None
    on: list[CardId]
    squares: Points
    violations: Annotated[list[ViolationOut], Field(validation_alias="breaches")]
    reason: str


class RulingOut(_Answer):
    """What Camtable decides where a rulebook is silent."""

    name: str
    text: str


class ScoreOut(_Answer):
    """A score sheet."""

    game: Annotated[str, Field(validation_alias=AliasPath("sheet", "game"))]
    certain: bool
    players: Annotated[list[PlayerOut], Field(validation_alias=AliasPath("sheet", "standings"))]
    cards: Annotated[list[ScoredCardOut], Field(validation_alias=AliasPath("sheet", "lines"))]
    winners: Annotated[list[str] | None, Field(validation_alias=AliasPath("sheet", "winners"))]
    decided_by: Annotated[str | None, Field(validation_alias=AliasPath("sheet", "decided_by"))]
    missing: Annotated[list[str], Field(validation_alias=AliasPath("sheet", "missing"))]
    questions: list[QuestionOut]
    warnings: list[str]
    rulings: list[RulingOut]


class PlaceOut(_Answer):
    """A legal place of a card: its centre, its nine cells, and the cards it would lie on."""

    location: Omitted[str]
    x: Annotated[int, Field(validation_alias=AliasPath("placement", "centre", 0))]
    y: Annotated[int, Field(validation_alias=AliasPath("placement", "centre", 1))]
    turn: Annotated[int, Field(validation_alias=AliasPath("placement", "turn"))]
    cells: Annotated[list[XY], Field(validation_alias=AliasPath("placement", "cells"))]
    covers: Annotated[list[CardId], Field(validation_alias="on")]


class PlacesOut(_Answer):
    """All legal places of a card."""

    places: Annotated[list[PlaceOut], Field(validation_alias="plays")]
    warnings: list[str]


class GameOut(_Answer):
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


class ProblemOut(_Answer):
    """What went wrong (RFC 9457)."""

    type: Annotated[str, Field(examples=["urn:camtable:unreadable-photo"])]
    title: str
    status: int
    detail: str
    errors: Omitted[list[dict[str, Any]]]


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


class AdviseIn(StateIn):
    """A state in which advice is asked."""

    time_limit_s: Annotated[float, Field(gt=0, le=10)] = 1.0
    seed: Annotated[int, Field(ge=0, lt=SEEDS)] = 0


class SolveIn(StateIn):
    """A state that is to be won."""

    time_limit_s: Annotated[float, Field(gt=0, le=60)] = 40.0


class StateOut(_Answer):
    """A state of a game."""

    game: str
    state: dict[str, Any]
    over: bool
    seed: Omitted[int]


class MovesOut(_Answer):
    """What may be done."""

    actions: list[dict[str, Any]]
    over: bool


class StandingOut(_Answer):
    """How a player of any game stands."""

    player: str
    points: Points
    rank: int | None
    disqualified: bool | None


class LineOut(_Answer):
    """A scored thing, and why."""

    item: str
    player: str | None
    points: Points
    raw_points: Points
    reason: str


class SheetOut(_Answer):
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


class OddsOut(_Answer):
    """How probable something is, with the 95 % interval of the estimate."""

    event: str
    p: Probability
    low: Probability
    high: Probability
    deals: int


class OptionOut(_Answer):
    """What an action is worth."""

    action: dict[str, Any]
    value: float


class AdviceOut(_Answer):
    """What to do, and what else could be done, the best first."""

    action: dict[str, Any] | None
    options: list[OptionOut]
    measure: str


class SolutionOut(_Answer):
    """A line that wins, or why there is none."""

    status: Literal["solved", "impossible", "unfinished"]
    actions: list[dict[str, Any]]
    why: Omitted[str]
    time_ms: Pixel


class SimulationOut(_Answer):
    """What came of games played at random."""

    game: str
    games: int
    steps: int
    winners: dict[str, int]
    points: dict[str, Pixel]


def _puzzle(value: object) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    raise PydanticCustomError("puzzle", "expected a puzzle file as an object")


class PuzzleFile(_File):
    """A `*.puzzle.json`; in the outline `.` is empty, `#` a square and `X` a centre."""

    format: Literal["camouflage-puzzle/1"]
    name: str
    number: Omitted[int]
    stars: Omitted[int]
    deck: str
    face: FaceName
    cards: list[CardId]
    outline: Annotated[list[str], Field(examples=[["###..", "#X###", "###X#", "..###"]])]
    min_match: Omitted[int]
    wild_centers: Omitted[bool]
    answer: Omitted[list[PlacedCard]]


class PuzzleIn(BaseModel):
    """A puzzle; what puzzle and deck hold is documented here and read as when they are files."""

    model_config = ConfigDict(extra="forbid")

    puzzle: Annotated[
        dict[str, Any],
        PlainValidator(_puzzle, json_schema_input_type=PuzzleFile),
        Field(description="a puzzle file"),
    ]
    deck: Annotated[
        dict[str, Any] | None,
        PlainValidator(_deck, json_schema_input_type=DeckFile | None),
        Field(description="else the album's, else a shipped one"),
    ] = None
    album: Annotated[str | None, Field(description="the id of an album")] = None


class PuzzleSolveIn(PuzzleIn):
    """A puzzle to solve."""

    cards: Annotated[list[CardId] | None, Field(description="the cards at hand, if not the puzzle's")] = None
    all: Annotated[bool, Field(description="whether all answers are wanted")] = False
    max: Annotated[int | None, Field(ge=1, le=10_000, description="how many answers at most")] = None
    no_centers: Annotated[bool, Field(description="whether to go by the outline alone")] = False
    time_limit: Annotated[float, Field(gt=0, le=60, description="in seconds")] = 60.0
    svg: Annotated[bool, Field(description="whether to draw the answers")] = False


class HintIn(PuzzleIn):
    """A puzzle and what lies there so far."""

    board: Annotated[
        dict[str, Any] | str | None,
        PlainValidator(_board, json_schema_input_type=BoardFile | str | None),
        Field(description="a board file or one-line notation"),
    ] = None
    level: Annotated[int, Field(ge=1, le=3, description="1 where to look, 2 which card, 3 its turn")] = 1
    time_limit: Annotated[float, Field(gt=0, le=60, description="in seconds")] = 10.0


class VerifyIn(CheckIn):
    """A puzzle and a board, or with a photo beside it, how to read that."""

    puzzle: Annotated[
        dict[str, Any],
        PlainValidator(_puzzle, json_schema_input_type=PuzzleFile),
        Field(description="a puzzle file"),
    ]


class BestIn(CheckIn):
    """A board and a hand."""

    hand: Annotated[list[CardId], Field(examples=[["owl-1", "owl-2"]])]
    game: Annotated[str, Field(examples=["diversify", "cover-some-ground"])]
    time_limit: Annotated[float, Field(gt=0, le=60, description="in seconds")] = 10.0


class LeftIn(CheckIn):
    """A board at the end of a game."""

    game: Annotated[str, Field(examples=["diversify", "cover-some-ground"])]
    players: Annotated[dict[Name, str] | None, Field(examples=[{"Ann": "owl", "Ben": "fox"}])] = None
    start: Annotated[str | None, Field(description="the deck that began the table")] = None
    time_limit: Annotated[float, Field(gt=0, le=60, description="in seconds, for each player")] = 10.0


class PlayableIn(CheckIn):
    """A board, and the cards of each player."""

    players: Annotated[dict[Name, str] | None, Field(examples=[{"Ann": "owl", "Ben": "fox"}])] = None
    hands: Annotated[dict[Name, list[CardId]] | None, Field(description="else all that are not laid")] = None


class WhyOut(_Answer):
    """Cards and squares that cannot all be kept; none of them can be spared, if it is irreducible."""

    cards: list[CardId]
    cells: list[XY]
    irreducible: bool
    text: str


class PuzzleSolveOut(_Answer):
    """The answers to a puzzle."""

    status: Literal["solved", "impossible", "unfinished"]
    solutions: list[Board]
    complete: bool
    count: int
    why: Omitted[WhyOut]
    time_ms: Pixel
    pictures: Omitted[list[str]]
    warnings: list[str]


class HintOut(_Answer):
    """A hint; its level is 0 where the board is wrong already, or done."""

    level: Annotated[int, Field(validation_alias=AliasPath("hint", "level"))]
    text: Annotated[str, Field(validation_alias=AliasPath("hint", "text"))]
    cells: Annotated[list[XY], Field(validation_alias=AliasPath("hint", "cells"))]
    card: Annotated[Omitted[CardId], Field(validation_alias=AliasPath("hint", "card"))]
    turn: Annotated[Omitted[int], Field(validation_alias=AliasPath("hint", "turn"))]
    reason: Annotated[str, Field(validation_alias=AliasPath("hint", "reason"))]
    warnings: list[str]


class FaultOut(_Answer):
    """Something wrong with an answer; cells are those of the outline."""

    cells: Annotated[list[XY], Field(exclude_if=lambda cells: not cells)] = []
    card: Omitted[CardId]
    why: str


class VerifyOut(_Answer):
    """Whether a board solves a puzzle."""

    right: Annotated[bool, Field(validation_alias=AliasPath("checked", "right"))]
    matches_printed: Annotated[bool | None, Field(validation_alias=AliasPath("checked", "matches_printed"))]
    wrong: Annotated[list[FaultOut], Field(validation_alias=AliasPath("checked", "faults"))]
    warnings: list[str]


class PlayOut(_Answer):
    """A card that is laid."""

    card: CardId
    x: Annotated[int, Field(validation_alias=AliasPath("centre", 0))]
    y: Annotated[int, Field(validation_alias=AliasPath("centre", 1))]
    turn: int


class ScoredPlaceOut(_Answer):
    """A legal place of a card, with what the card would score there."""

    card: Annotated[CardId, Field(validation_alias=AliasPath("play", "card"))]
    x: Annotated[int, Field(validation_alias=AliasPath("play", "placement", "centre", 0))]
    y: Annotated[int, Field(validation_alias=AliasPath("play", "placement", "centre", 1))]
    turn: Annotated[int, Field(validation_alias=AliasPath("play", "placement", "turn"))]
    diversify: int
    cover: int


def _outcome(status: object) -> object:
    """Return how an answer names a solver's status."""
    value = getattr(status, "value", status)
    return "unfinished" if value == "unknown" else value


class SequenceOut(_Answer):
    """The best sequence of plays; `bound` is what no other exceeds."""

    status: Annotated[Literal["optimal", "feasible", "unfinished"], BeforeValidator(_outcome)]
    plays: list[PlayOut]
    points: int
    bound: int
    alternatives: list[list[PlayOut]]


class BestOut(SequenceOut):
    """The best plays of a hand."""

    places: list[ScoredPlaceOut]
    warnings: list[str]


class LeftPlayerOut(_Answer):
    """What a player scored, and the most that the same cards could have, alone on the starting cards."""

    scored: int
    left: int
    best: SequenceOut


class LeftOut(_Answer):
    """What the players left on the table."""

    game: str
    players: dict[str, LeftPlayerOut]
    warnings: list[str]


class PlayablePlaceOut(_Answer):
    """A legal place."""

    location: Omitted[str]
    card: CardId
    x: Annotated[int, Field(validation_alias=AliasPath("placement", "centre", 0))]
    y: Annotated[int, Field(validation_alias=AliasPath("placement", "centre", 1))]
    turn: Annotated[int, Field(validation_alias=AliasPath("placement", "turn"))]


class PlayableOut(_Answer):
    """Who can still play, and where; null for whoever cannot."""

    over: bool
    players: dict[str, PlayablePlaceOut | None]
    warnings: list[str]


_ANSWERS: tuple[tuple[type[Answer | GameAnswer | PuzzleAnswer], type[_Answer]], ...] = (
    (EnrolAnswer, EnrolOut),
    (ReadAnswer, ReadOut),
    (CheckAnswer, CheckOut),
    (ScoreAnswer, ScoreOut),
    (PlacesAnswer, PlacesOut),
    (game_answers.DescriptionAnswer, GameOut),
    (game_answers.StateAnswer, StateOut),
    (game_answers.MovesAnswer, MovesOut),
    (game_answers.SheetAnswer, SheetOut),
    (game_answers.OddsAnswer, OddsOut),
    (game_answers.AdviceAnswer, AdviceOut),
    (game_answers.SolutionAnswer, SolutionOut),
    (game_answers.SimulationAnswer, SimulationOut),
    (puzzling.SolveAnswer, PuzzleSolveOut),
    (puzzling.HintAnswer, HintOut),
    (puzzling.VerifyAnswer, VerifyOut),
    (puzzling.BestAnswer, BestOut),
    (puzzling.LeftAnswer, LeftOut),
    (puzzling.PlayableAnswer, PlayableOut),
)


def to_json(answer: Answer | GameAnswer | PuzzleAnswer) -> dict[str, Any]:
    """Return what a use case answers as the JSON object that both doors give."""
    schema = next(schema for kind, schema in _ANSWERS if isinstance(answer, kind))
    return schema.model_validate(answer).model_dump(mode="json")


REQUESTS: tuple[type[BaseModel], ...] = (
    CheckIn, ScoreIn, PlacesIn, PuzzleSolveIn, HintIn, VerifyIn, BestIn, LeftIn, PlayableIn
)  # fmt: skip
"""The bodies that come as JSON, or as the fields of a form."""

REFERENCE = "#/components/schemas/{model}"


def validated(model: type[_ModelT], body: object, *, strict: bool) -> _ModelT:
    """Return a body that keeps its schema.

    Args:
        model: the schema.
        body: what came.
        strict: whether a text is no number and no truth value; the fields of a form are texts all.

    Raises:
        SchemaError: it does not keep its schema.
    """
    try:
        return model.model_validate(body, strict=strict)
    except ValidationError as error:
        raise SchemaError([{**each} for each in error.errors(include_url=False)]) from error


def request_schemas() -> dict[str, Any]:
    """Return the JSON Schemas of `REQUESTS` and of all that they refer to, for OpenAPI."""
    _, found = models_json_schema([(each, "validation") for each in REQUESTS], ref_template=REFERENCE)
    return dict(found["$defs"])
