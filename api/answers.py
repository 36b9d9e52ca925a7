"""What the use cases answer. The schemas write it as JSON, the terminal as tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from api.questions import Question
from api.ways import CERTAIN, Subject
from games.camouflage import (
    RULINGS,
    Breach,
    CamouflageSheet,
    Deck,
    Face,
    Judgement,
    Placement,
    Ruling,
    Table,
)
from games.scoring import Points

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from api.keeping import Kept
    from vision.album import Album
    from vision.origins import Doubt

Corners = tuple[tuple[float, float], ...]
"""The printed top-left, top-right, bottom-right and bottom-left corner: x, y in full-size pixels."""


def plain_corners(corners: "NDArray[np.floating]") -> Corners:
    """Return corners, (4, 2), as answers have them."""
    return tuple((float(x), float(y)) for x, y in corners)


@dataclass(frozen=True, slots=True)
class PhotoSource:
    """A photo with the name by which answers refer to it.

    Attributes:
        name: the name, such as that of its file.
        data: the file, or its bytes.
    """

    name: str
    data: Path | bytes


@dataclass(frozen=True, slots=True)
class EnrolledCard:
    """A card that was enrolled.

    Attributes:
        card: its id.
        photo: the name of the photo.
        corners: where its corners are in the photo.
        face: its squares as printed.
    """

    card: str
    photo: str
    corners: Corners
    face: Face


@dataclass(frozen=True, slots=True, eq=False)
class EnrolAnswer:
    """What was learnt of a deck.

    Attributes:
        album: what its cards look like.
        cards: where each was seen.
        doubtful: squares of which the pattern is not sure.
        warnings: what the user should know, each in one sentence.
    """

    album: "Album"
    cards: tuple[EnrolledCard, ...]
    doubtful: tuple["Doubt", ...]
    warnings: tuple[str, ...]

    @property
    def deck(self) -> Deck:
        """The deck."""
        return self.album.deck


@dataclass(frozen=True, slots=True)
class Confidence:
    """How probable it is that what was read is right.

    Attributes:
        layout: the cards, their places and turns.
        stacking: these, and every order that can be seen.
        score: what each card scores in Diversify and in Cover Some Ground.
    """

    layout: float
    stacking: float
    score: float

    @property
    def certain(self) -> Mapping[str, bool]:
        """Whether each of them counts as certain."""
        return {
            "layout": self.layout >= CERTAIN,
            "stacking": self.stacking >= CERTAIN,
            "score": self.score >= CERTAIN,
        }


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card that was read.

    Attributes:
        placement: where it lies.
        corners: where its corners are in the photo.
        p: the probability that it lies so.
        diversify: what it would count for a player of Diversify, illegal or doubtful as it may be.
        cover: the same in Cover Some Ground.
    """

    placement: Placement
    corners: Corners
    p: float
    diversify: Points
    cover: Points


@dataclass(frozen=True, slots=True)
class UnplayedCard:
    """A card that lies beside the board.

    Attributes:
        card: its id.
        corners: where its corners are in the photo.
    """

    card: str
    corners: Corners


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another table that it may be.

    Attributes:
        board: the table.
        p: its probability.
    """

    board: Table
    p: float


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """What was read from a photo.

    Attributes:
        subject: the table in all the ways it may lie.
        confidence: how probable it is that the best of them is right.
        cards: its cards, bottom first.
        alternatives: other tables that it may be, the most probable first.
        questions: what would settle the rest, most useful first.
        warnings: what the user should know, each in one sentence.
        time_ms: stage -> milliseconds of wall time.
        kept: what is needed to go on without the photo.
        beside: the cards that lie beside the board.
    """

    subject: Subject
    confidence: Confidence
    cards: tuple[ReadCard, ...]
    alternatives: tuple[Alternative, ...]
    questions: tuple[Question, ...]
    warnings: tuple[str, ...]
    time_ms: Mapping[str, float]
    kept: "Kept"
    beside: tuple[UnplayedCard, ...] = ()

    @property
    def board(self) -> Table:
        """The table as it most probably lies."""
        return self.subject.best


@dataclass(frozen=True, slots=True)
class CheckedCard:
    """Whether a card lies legally.

    Attributes:
        card: its id.
        legal: None if that is not sure.
        p: the probability that it does.
        breaches: the rules it breaks, or if it is not sure, would break at worst.
    """

    card: str
    legal: bool | None
    p: float
    breaches: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """Whether a table is legal.

    Attributes:
        legal: None if that is not sure.
        cards: the same for each card, pile by pile, bottom first.
        questions: what would settle the rest, most useful first.
        warnings: what the user should know, each in one sentence.
    """

    legal: bool | None
    cards: tuple[CheckedCard, ...]
    questions: tuple[Question, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreAnswer:
    """The score of a table.

    Attributes:
        sheet: the score sheet; ranges where it is not certain.
        certain: whether all totals and the winners are.
        questions: what would settle the rest, most useful first.
        warnings: what the user should know, each in one sentence.
    """

    sheet: CamouflageSheet
    certain: bool
    questions: tuple[Question, ...]
    warnings: tuple[str, ...]

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """What Camtable decided where the rulebook is silent."""
        return tuple(ruling for ruling in RULINGS if ruling.name in self.sheet.rulings)


@dataclass(frozen=True, slots=True)
class PlacesAnswer:
    """Where a card may be laid.

    Attributes:
        plays: one for each place and turn.
        warnings: what the user should know, each in one sentence.
    """

    plays: tuple[Judgement, ...]
    warnings: tuple[str, ...]


Answer = EnrolAnswer | ReadAnswer | CheckAnswer | ScoreAnswer | PlacesAnswer
"""What a use case answers."""
