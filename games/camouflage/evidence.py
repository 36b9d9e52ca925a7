"""What has been seen of a table and how surely: the seam between the reader and the solver.

It is evidence, not a verdict. Nothing here knows a rule of the game, and nothing here is a pixel: the reader
writes it, the solver reads it, and both can be tested alone.
All likelihoods are natural logarithms; only differences within one `Site` or one `SharedCell` mean anything.
"""

from dataclasses import dataclass
from typing import NamedTuple

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
        presence: log-odds that a card lies here at all.

    Raises:
        MalformedBoardError: there is no candidate, or they are not sorted.
    """

    centre: Cell
    candidates: tuple[Candidate, ...]
    presence: float

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

    Attributes:
        cell: the cell.
        tops: one for each site whose card lies on the cell.
    """

    cell: Cell
    tops: tuple[Top, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that a photo, or several, tell about the cards on one lattice.

    Attributes:
        face: the face that is up.
        sites: where cards lie; an index into this tuple names a card throughout.
        shared: the cells on which two or more cards lie.
        unread: what could not be read, each in one sentence for the user.
        completeness: probability that the sites are all the cards there are, 0 to 1.

    Raises:
        MalformedBoardError: the completeness is no probability.
    """

    face: FaceName
    sites: tuple[Site, ...]
    shared: tuple[SharedCell, ...]
    unread: tuple[str, ...] = ()
    completeness: float = 1.0

    def __post_init__(self) -> None:
        """Check the completeness."""
        if not 0 <= self.completeness <= 1:
            raise MalformedBoardError(f"a probability is 0 to 1; found {self.completeness}")
