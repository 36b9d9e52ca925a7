"""Enrolling a deck, and reading a photo by its album."""

from typing import Annotated, Any, Literal

from pydantic import AliasPath, BaseModel, ConfigDict, Field

from api.schemas.fields import XY, CardId, Corners, Omitted, Outgoing, Pixel, Probability
from api.schemas.files import Board, WholeDeck
from games.camouflage import FaceName


class EnrolledCardOut(Outgoing):
    """A card that was enrolled."""

    card: CardId
    photo: str
    corners: Corners
    face: Annotated[tuple[tuple[str, str, str], ...], Field(validation_alias=AliasPath("face", "rows"))]


class DoubtOut(Outgoing):
    """A square of which the pattern is not sure."""

    card: CardId
    cell: Annotated[XY, Field(description="row and column on the card as printed")]
    why: str


class EnrolOut(Outgoing):
    """An enrolled deck."""

    id: Omitted[str]
    cards: list[EnrolledCardOut]
    deck: WholeDeck
    doubtful: list[DoubtOut]
    warnings: list[str]


class SquareOut(Outgoing):
    """A square of a card."""

    card: CardId
    cell: Annotated[XY, Field(description="row and column on the card as printed")]


class PatternOut(Outgoing):
    """A pattern of an album."""

    pattern: str
    squares: Annotated[list[SquareOut], Field(description="that bear it")]


class PhotoMarkOut(Outgoing):
    """By what a photo is known again."""

    name: str
    sha256: str


class StepOut(Outgoing):
    """Something that was done to an album."""

    did: str
    camtable: Annotated[str, Field(description="the version of Camtable that did it")]
    photos: list[PhotoMarkOut]


class FormerOut(Outgoing):
    """A card that was made one with another."""

    card: CardId
    into: CardId


class FaceOut(Outgoing):
    """What an album holds of a face."""

    face: FaceName
    deck: WholeDeck
    missing: Annotated[list[CardId], Field(description="cards that have no picture")]
    patterns: list[PatternOut]
    doubtful: list[DoubtOut]
    steps: Annotated[list[StepOut], Field(description="how it came to be; empty where that is not known")]
    former: Annotated[
        list[FormerOut],
        Field(
            default_factory=list,
            exclude_if=lambda former: not former,
            description="cards that were made one with others and can be split off again",
        ),
    ]


class AlbumOut(Outgoing):
    """An album."""

    id: Omitted[str]
    format: str
    faces: list[FaceOut]
    did: Annotated[
        list[str],
        Field(default_factory=list, exclude_if=lambda did: not did, description="what was done to it"),
    ]
    cards: Annotated[
        list[EnrolledCardOut],
        Field(default_factory=list, exclude_if=lambda cards: not cards, description="cards taken anew"),
    ]
    warnings: list[str]


class QuestionOut(Outgoing):
    """A question that settles something."""

    kind: Literal["which-on-top", "which-card", "which-turn", "which-first", "whose-pile"]
    cards: list[CardId]
    x: Annotated[Omitted[int], Field(validation_alias=AliasPath("cell", 0))]
    y: Annotated[Omitted[int], Field(validation_alias=AliasPath("cell", 1))]
    turns: Annotated[
        list[int],
        Field(default_factory=list, exclude_if=lambda turns: not turns, description="for which-turn"),
    ]
    owners: Annotated[
        list[str],
        Field(
            default_factory=list, exclude_if=lambda owners: not owners, description="for whose-pile, decks"
        ),
    ]
    piles: Annotated[
        list[list[CardId]],
        Field(
            default_factory=list,
            exclude_if=lambda piles: not piles,
            description="for which-on-top, the cards pile by pile where they are of several",
        ),
    ]
    p: Annotated[Probability, Field(description="of the first of the cards, of the turns, or of the owners")]
    settles: list[str]
    answers: Annotated[
        list[str],
        Field(
            default_factory=list,
            exclude_if=lambda answers: not answers,
            description="what can be said to it, as `--answer` takes it",
        ),
    ]


class SaidOut(Outgoing):
    """Something that was said of a reading."""

    answer: str
    undone: bool


class CertainOut(Outgoing):
    """What is certain: a probability of at least 0.995."""

    layout: bool
    stacking: bool
    score: bool


class ConfidenceOut(Outgoing):
    """How probable it is that what was read is right."""

    layout: Probability
    stacking: Probability
    score: Probability


class ReadCardOut(Outgoing):
    """A card in a photo."""

    card: Annotated[CardId, Field(validation_alias=AliasPath("placement", "card"))]
    x: Annotated[int, Field(validation_alias=AliasPath("placement", "centre", 0))]
    y: Annotated[int, Field(validation_alias=AliasPath("placement", "centre", 1))]
    turn: Annotated[int, Field(validation_alias=AliasPath("placement", "turn"))]
    corners: Annotated[Corners, Field(description="in pixels of the full-size photo, printed top left first")]
    p: Probability


class AlternativeOut(Outgoing):
    """Another board that it may be."""

    board: Board
    p: Probability


class ReadOut(Outgoing):
    """What was read from a photo."""

    board: Board
    certain: Annotated[CertainOut, Field(validation_alias=AliasPath("confidence", "certain"))]
    confidence: ConfidenceOut
    cards: list[ReadCardOut]
    unplayed: Annotated[
        list[CardId],
        Field(validation_alias=AliasPath("board", "unplayed"), description="cards that lie beside the board"),
    ]
    alternatives: list[AlternativeOut]
    questions: list[QuestionOut]
    warnings: list[str]
    time_ms: dict[str, Pixel]
    steps: Annotated[
        list[SaidOut],
        Field(
            default_factory=list,
            validation_alias=AliasPath("kept", "steps"),
            exclude_if=lambda steps: not steps,
            description="all that was said of it, in order",
        ),
    ]
    reading: Annotated[
        Omitted[dict[str, Any]], Field(description="a *.reading.json, to go on with; only where asked for")
    ]


class ResumeIn(BaseModel):
    """A reading to go on with: a *.reading.json, and what is said of it now."""

    model_config = ConfigDict(extra="forbid")

    reading: Annotated[dict[str, Any], Field(description="a *.reading.json, as an earlier answer gave it")]
    answers: Annotated[list[str], Field(examples=[["lion-3 over cow-1"]])] = []
    undo: Annotated[list[int], Field(description="the steps to take back, from 1")] = []
