"""Stand-ins for a photo: boards as a solver would rank them, and a reader that sees what it is told."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from api import looking
from api.looking import USUAL_RULES
from api.ways import Subject, ways_of
from games.camouflage import Board, Deck, Face, Rules, Table, parse_board
from games.camouflage.evidence import Evidence
from solver.status import Status
from tests.strategies import PLAIN
from vision.album import Album, save_album


@dataclass(frozen=True, slots=True)
class Ranked:
    """A ranked board; what it leaves out is as probable with the rules as without."""

    board: Board
    sites: tuple[int, ...]
    p_evidence: float
    p: float
    known: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Found:
    """What a solver returns."""

    boards: tuple[Ranked, ...]
    status: Status = Status.OPTIMAL


@dataclass(frozen=True, slots=True)
class Seen:
    """What a reader returns."""

    evidence: Evidence = field(default_factory=lambda: Evidence("animals", (), ()))
    warnings: tuple[str, ...] = ()
    time_ms: Mapping[str, float] = field(default_factory=lambda: {"cards": 1.0})

    def card_corners(self, site: int, turn: int) -> NDArray[np.float64]:
        """Return a square of 90 pixels for each site, side by side."""
        left = 10 + 100 * site
        corners = [[left, 10], [left + 90, 10], [left + 90, 100], [left, 100]]
        return np.roll(np.array(corners, np.float64), -turn, axis=0)


@dataclass(frozen=True, slots=True)
class EnrolledCard:
    """A card as enrolment found it."""

    card: str
    face: Face
    photo: int = 0
    corners: NDArray[np.float64] = field(default_factory=lambda: np.zeros((4, 2)))


@dataclass(frozen=True, slots=True)
class Doubt:
    """A square that enrolment was not sure of."""

    card: str = "lion-1"
    cell: tuple[int, int] = (0, 2)
    why: str = "pale"


@dataclass(frozen=True, slots=True)
class Enrolled:
    """What enrolment returns: all cards of the album on the first photo, and one doubt."""

    album: Album
    doubtful: tuple[Doubt, ...] = (Doubt(),)
    warnings: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[EnrolledCard, ...]:
        """The cards."""
        return tuple(EnrolledCard(card.id, card.faces[self.album.face]) for card in self.album.deck.cards)


@dataclass(frozen=True, slots=True)
class Eye:
    """A reader that always sees the same, or fails always in the same way."""

    seen: Seen | Exception

    def read(self, _: object) -> Seen:
        """Return what it sees."""
        if isinstance(self.seen, Exception):
            raise self.seen
        return self.seen

    def again(self, _: object, reading: Seen, __: object) -> Seen:
        """Return what it saw: a second look shows it nothing."""
        return reading


def fail(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Have no photo read."""
    monkeypatch.setattr("vision.reading.Reader", lambda *_, **__: Eye(error))
    looking._reader.cache_clear()


def ranked(text: str, p: float = 1.0, p_evidence: float | None = None) -> Ranked:
    """Return a ranked board from notation; cards at the same centre have the same site on all boards."""
    board = parse_board(text)
    sites = tuple(x + 10 * y for x, y in (placement.centre for placement in board))
    return Ranked(board, sites, p if p_evidence is None else p_evidence, p)


def photographed(*boards: Ranked, deck: Deck = PLAIN, rules: Rules = USUAL_RULES) -> Subject:
    """Return what a photo leaves, when these are the boards that explain it."""
    return Subject(deck, ways_of(boards, Table(deck.name, "animals", rules=rules)), order_known=False)


def see(monkeypatch: pytest.MonkeyPatch, *boards: Ranked, warnings: tuple[str, ...] = ()) -> None:
    """Have every photo explained by these boards."""
    monkeypatch.setattr("vision.reading.Reader", lambda *_, **__: Eye(Seen(warnings=warnings)))
    looking._reader.cache_clear()
    monkeypatch.setattr("solver.reconstruct.reconstruct", lambda *_, **__: Found(boards))


def album_in(folder: Path, deck: Deck = PLAIN) -> Path:
    """Make an album of grey cards."""
    grey = np.full((288, 288, 3), 128, np.uint8)
    save_album(Album(deck, "animals", {card.id: grey for card in deck.cards}), folder)
    return folder


def photo_in(folder: Path, size: tuple[int, int] = (640, 480)) -> Path:
    """Make a photo of nothing."""
    path = folder / "table.jpg"
    Image.new("RGB", size, "grey").save(path)
    return path
