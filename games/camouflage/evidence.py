"""What has been seen of a table and how surely: the seam between the reader and the solver.

It is evidence, not a verdict. Nothing here knows a rule of the game, and nothing here is a pixel: the reader
writes it, the solver reads it, and both can be tested alone.
All likelihoods are natural logarithms; only differences within one `Site` or one `SharedCell` mean anything.
"""

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.camouflage.board import Cell
from games.camouflage.cards import FaceName
from games.camouflage.errors import MalformedBoardError


class Candidate(NamedTuple):
    """A card that may lie on a site, and how well the picture fits it.

    Attributes:
        card: the card's id.
        turn: its quarter turns clockwise, 0 to 3.
        log_likelihood: of what is seen of the card, were it this one turned so.
    """

    card: str
    turn: int
    log_likelihood: float


@dataclass(frozen=True, slots=True)
class Site:
    """A place of the lattice where a card seems to lie.

    Attributes:
        centre: the cell of its centre.
        candidates: what the card may be, the likeliest first; at least one.
        presence: log-odds that a card lies here at all; minus infinity where surely none does.
        others: log-likelihood of the likeliest card and turn that is not among the candidates; minus infinity
            where they are all there can be. It says how much a card that only another photo names may gain.

    Raises:
        MalformedBoardError: there is no candidate, or they are not sorted.
    """

    centre: Cell
    candidates: tuple[Candidate, ...]
    presence: float
    others: float = -math.inf

    def __post_init__(self) -> None:
        """Check the candidates."""
        likelihoods = [candidate.log_likelihood for candidate in self.candidates]
        if not likelihoods or likelihoods != sorted(likelihoods, reverse=True):
            raise MalformedBoardError(
                f"a site has at least one candidate, the likeliest first; found {likelihoods}"
            )


class Top(NamedTuple):
    """How well a cell's picture fits one of the cards that share it.

    Attributes:
        site: the index of the card's site.
        log_likelihood: of the cell's picture, were this card the one on top.
    """

    site: int
    log_likelihood: float


@dataclass(frozen=True, slots=True)
class SharedCell:
    """A cell on which two or more cards lie; the photo shows the topmost of them and no more.

    A cell may stand here more than once, with other sites: an earlier photo shows which card was on top
    before others were laid.

    Attributes:
        cell: the cell.
        tops: one for each site whose card lay on the cell when it was seen.
    """

    cell: Cell
    tops: tuple[Top, ...]


class Seen(NamedTuple):
    """What a cell shows, on which at least one card lies.

    Attributes:
        cell: the cell.
        site: the index of the site whose card fits its picture best.
        log_odds: that this card is seen there, against one that was not found.
    """

    cell: Cell
    site: int
    log_odds: float


class Lying(NamedTuple):
    """A card that is known to lie on the table, wherever that may be.

    Attributes:
        card: its id.
        turn: its quarter turns clockwise; None where they are not known.
    """

    card: str
    turn: int | None


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that was not read and may hide a card, or a card that may lie on the next cell.

    Attributes:
        what: of a square that was not read, what it does; else a whole sentence.
        chance: the probability that no card was overlooked for it, 0 to 1.
        cell: where; None where it has no place.
        cause: doubts of one cause count once, as the least of them; each doubt without one counts.
        kind: whether a card may have been overlooked, or the card on the cell may lie on the next.
        cards: those that may have been overlooked, where only some can be.

    Raises:
        MalformedBoardError: the chance is no probability.
    """

    what: str
    chance: float
    cell: Cell | None = None
    cause: str | None = None
    kind: Literal["overlooked", "between"] = "overlooked"
    cards: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the chance."""
        if not 0 <= self.chance <= 1:
            raise MalformedBoardError(f"a probability is 0 to 1; found {self.chance}")

    @property
    def sentence(self) -> str:
        """What is doubtful, for the user."""
        if self.cell is None or self.kind == "between":
            return self.what
        return f"the square at {self.cell[0]},{self.cell[1]} {self.what}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that a photo, or several, tell about the cards on one lattice, and what is known besides.

    Attributes:
        face: the face that is up.
        sites: where cards lie; an index into this tuple names a card throughout.
        shared: the cells on which two or more cards lie.
        doubts: what was not read.
        seen: what the covered cells show, as far as that is told.
        piles: cards of which the order is known, the topmost first: each shares a cell with another of its
            pile, and lies above those after it that it shares one with.
        lying: cards that are known to lie on the table.
    """

    face: FaceName
    sites: tuple[Site, ...]
    shared: tuple[SharedCell, ...]
    doubts: tuple[Doubt, ...] = ()
    seen: tuple[Seen, ...] = ()
    piles: tuple[tuple[str, ...], ...] = ()
    lying: tuple[Lying, ...] = ()

    @property
    def unread(self) -> tuple[str, ...]:
        """What was not read, each in one sentence for the user."""
        return tuple(doubt.sentence for doubt in self.doubts)

    @property
    def completeness(self) -> float:
        """Probability that the sites are all the cards there are, 0 to 1."""
        chances: dict[str | int, float] = {}
        for number, doubt in enumerate(self.doubts):
            cause = number if doubt.cause is None else doubt.cause
            chances[cause] = min(doubt.chance, chances.get(cause, 1.0))
        return math.prod(chances.values())
