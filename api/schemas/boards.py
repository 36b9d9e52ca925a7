"""Checking and scoring a board, and the places of a card on it."""

from typing import Annotated

from pydantic import AliasPath, BaseModel, BeforeValidator, ConfigDict, Field

from api.schemas.albums import QuestionOut
from api.schemas.fields import XY, CardId, Name, Omitted, Outgoing, Points, Probability
from api.schemas.files import BoardDocument, DeckDocument
from games.camouflage import MODES, FaceName, Violation


class _RulesIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    min_match: Annotated[int | None, Field(ge=0, le=9, description="beats what the board says")] = None
    wild_centers: Annotated[bool | None, Field(description="beats what the board says")] = None


class CheckIn(_RulesIn):
    """A board to check, or with a photo beside it, how to read that."""

    board: Annotated[
        BoardDocument,
        Field(description="a board file or one-line notation", examples=["lion-1@0,0r0 owl-2@2,0r3"]),
    ] = None
    deck: Annotated[
        DeckDocument,
        Field(description="else the album's, else a shipped one"),
    ] = None
    album: Annotated[str | None, Field(description="the id of an album, or demo")] = None
    face: Annotated[FaceName | None, Field(description="the side that is played, for notation")] = None
    piles: Annotated[bool, Field(description="whether each pile on a photo is a player's own")] = False


class ScoreIn(CheckIn):
    """A board to score, or with a photo beside it, how to read that."""

    game: Annotated[str, Field(examples=[mode.name for mode in MODES])]
    players: Annotated[dict[Name, str] | None, Field(examples=[{"Ann": "owl", "Ben": "fox"}])] = None
    start: Annotated[str | None, Field(description="the deck that began the table", examples=["lion"])] = None
    out_order: Annotated[list[Name] | None, Field(examples=[["Ben", "Ann"]])] = None


class PlacesIn(CheckIn):
    """A board and a card that may be laid there."""

    card: CardId


RuleName = Annotated[
    str, BeforeValidator(lambda value: value.names[0] if isinstance(value, Violation) else value)
]


class ViolationOut(Outgoing):
    """A rule that a card breaks, and in which cells that shows."""

    rule: RuleName
    matches: Omitted[int]
    needed: Omitted[int]
    cells: list[XY]


class CheckedCardOut(Outgoing):
    """Whether a card lies legally; null if that is not sure."""

    card: CardId
    legal: bool | None
    p: Annotated[Probability, Field(description="that it lies legally")]
    violations: Annotated[list[ViolationOut], Field(validation_alias="breaches")]


class CheckOut(Outgoing):
    """Whether a table is legal; null if that is not sure."""

    legal: bool | None
    cards: list[CheckedCardOut]
    questions: list[QuestionOut]
    warnings: list[str]


class PlayerOut(Outgoing):
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


class ScoredCardOut(Outgoing):
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


class RulingOut(Outgoing):
    """What Camtable decides where a rulebook is silent."""

    name: str
    text: str


class ScoreOut(Outgoing):
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


class PlaceOut(Outgoing):
    """A legal place of a card: its centre, its nine cells, and the cards it would lie on."""

    location: Omitted[str]
    x: Annotated[int, Field(validation_alias=AliasPath("placement", "centre", 0))]
    y: Annotated[int, Field(validation_alias=AliasPath("placement", "centre", 1))]
    turn: Annotated[int, Field(validation_alias=AliasPath("placement", "turn"))]
    cells: Annotated[list[XY], Field(validation_alias=AliasPath("placement", "cells"))]
    covers: Annotated[list[CardId], Field(validation_alias="on")]


class PlacesOut(Outgoing):
    """All legal places of a card."""

    places: Annotated[list[PlaceOut], Field(validation_alias="plays")]
    warnings: list[str]
