"""Puzzles, the best plays of a hand, and who can still play."""

from typing import Annotated, Literal

from pydantic import AliasPath, BaseModel, BeforeValidator, ConfigDict, Field

from api.schemas.boards import CheckIn
from api.schemas.fields import XY, CardId, Name, Omitted, Outgoing, Pixel
from api.schemas.files import Board, BoardDocument, DeckDocument, PuzzleDocument
from games.camouflage import FaceName


class PuzzleIn(BaseModel):
    """A puzzle."""

    model_config = ConfigDict(extra="forbid")

    puzzle: Annotated[
        PuzzleDocument,
        Field(description="a puzzle file"),
    ]
    deck: Annotated[
        DeckDocument,
        Field(description="else the album's, else a shipped one"),
    ] = None
    album: Annotated[str | None, Field(description="the id of an album, or demo")] = None


class PuzzleSolveIn(PuzzleIn):
    """A puzzle to solve, or with a photo of its card beside it, what that does not say."""

    puzzle: Annotated[PuzzleDocument | None, Field(description="a puzzle file")] = None  # type: ignore[assignment] # - a photo may stand for it
    cards: Annotated[list[CardId] | None, Field(description="the cards at hand, if not the puzzle's")] = None
    face: Annotated[FaceName | None, Field(description="the side that is played, for a photo")] = None
    wild_centers: Annotated[bool | None, Field(description="whether centres are wild, for a photo")] = None
    all: Annotated[bool, Field(description="whether all answers are wanted")] = False
    max: Annotated[int | None, Field(ge=1, le=10_000, description="how many answers at most")] = None
    no_centers: Annotated[bool, Field(description="whether to go by the outline alone")] = False
    time_limit: Annotated[float, Field(gt=0, le=60, description="in seconds")] = 60.0
    svg: Annotated[bool, Field(description="whether to draw the answers")] = False


class HintIn(PuzzleIn):
    """A puzzle and what lies there so far."""

    board: Annotated[
        BoardDocument,
        Field(description="a board file or one-line notation"),
    ] = None
    level: Annotated[int, Field(ge=1, le=3, description="1 where to look, 2 which card, 3 its turn")] = 1
    time_limit: Annotated[float, Field(gt=0, le=60, description="in seconds")] = 10.0


class VerifyIn(CheckIn):
    """A puzzle and a board, or with a photo beside it, how to read that."""

    puzzle: Annotated[
        PuzzleDocument,
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


class WhyOut(Outgoing):
    """Cards and squares that cannot all be kept; none of them can be spared, if it is irreducible."""

    cards: list[CardId]
    cells: list[XY]
    irreducible: bool
    text: str


class PuzzleSolveOut(Outgoing):
    """The answers to a puzzle."""

    status: Literal["solved", "impossible", "unfinished"]
    solutions: list[Board]
    complete: bool
    count: int
    why: Omitted[WhyOut]
    time_ms: Pixel
    pictures: Omitted[list[str]]
    warnings: list[str]


class HintOut(Outgoing):
    """A hint; its level is 0 where the board is wrong already, or done."""

    level: Annotated[int, Field(validation_alias=AliasPath("hint", "level"))]
    text: Annotated[str, Field(validation_alias=AliasPath("hint", "text"))]
    cells: Annotated[list[XY], Field(validation_alias=AliasPath("hint", "cells"))]
    card: Annotated[Omitted[CardId], Field(validation_alias=AliasPath("hint", "card"))]
    turn: Annotated[Omitted[int], Field(validation_alias=AliasPath("hint", "turn"))]
    reason: Annotated[str, Field(validation_alias=AliasPath("hint", "reason"))]
    warnings: list[str]


class FaultOut(Outgoing):
    """Something wrong with an answer; cells are those of the outline."""

    cells: Annotated[list[XY], Field(default_factory=list, exclude_if=lambda cells: not cells)]
    card: Omitted[CardId]
    why: str


class VerifyOut(Outgoing):
    """Whether a board solves a puzzle."""

    right: Annotated[bool, Field(validation_alias=AliasPath("checked", "right"))]
    matches_printed: Annotated[bool | None, Field(validation_alias=AliasPath("checked", "matches_printed"))]
    wrong: Annotated[list[FaultOut], Field(validation_alias=AliasPath("checked", "faults"))]
    warnings: list[str]


class PlayOut(Outgoing):
    """A card that is laid."""

    card: CardId
    x: Annotated[int, Field(validation_alias=AliasPath("centre", 0))]
    y: Annotated[int, Field(validation_alias=AliasPath("centre", 1))]
    turn: int


class ScoredPlaceOut(Outgoing):
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


class SequenceOut(Outgoing):
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


class LeftPlayerOut(Outgoing):
    """What a player scored, and the most that the same cards could have, alone on the starting cards."""

    scored: int
    left: int
    best: SequenceOut


class LeftOut(Outgoing):
    """What the players left on the table."""

    game: str
    players: dict[str, LeftPlayerOut]
    warnings: list[str]


class PlayablePlaceOut(Outgoing):
    """A legal place."""

    location: Omitted[str]
    card: CardId
    x: Annotated[int, Field(validation_alias=AliasPath("placement", "centre", 0))]
    y: Annotated[int, Field(validation_alias=AliasPath("placement", "centre", 1))]
    turn: Annotated[int, Field(validation_alias=AliasPath("placement", "turn"))]


class PlayableOut(Outgoing):
    """Who can still play, and where; null for whoever cannot."""

    over: bool
    players: dict[str, PlayablePlaceOut | None]
    warnings: list[str]
