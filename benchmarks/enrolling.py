"""Holds an enrolled deck against the truth, with a deck file or up to renaming."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from api.answers import EnrolAnswer, EnrolledCard
from benchmarks.alignment import Renaming
from benchmarks.truth import Truth
from games.camouflage import CENTRE, Deck, FaceName

_NEAR = 0.25
"""A card was found where its middle is off by less than this share of its side."""


@dataclass(frozen=True, slots=True)
class EnrolGrade:
    """How well a deck was enrolled.

    Attributes:
        cards: how many cards lie in the photos.
        right: how many of them were found and, with a deck file, named and turned right.
        invented: how many were enrolled where there is none.
        squares: how many squares the cards have.
        squares_right: how many of them were taken for the right pattern.
        decks_right: how many cards were taken for one of the right deck.
        doubtful: how many squares were listed as doubtful.
        wrong: how many squares of cards that were found were taken for a wrong pattern.
        wrong_listed: how many of these are among those listed.
    """

    cards: int
    right: int
    invented: int
    squares: int
    squares_right: int
    decks_right: int
    doubtful: int
    wrong: int = 0
    wrong_listed: int = 0

    @property
    def exact(self) -> bool:
        """Whether every card was found with all its squares and its deck, and nothing else was."""
        return (self.right, self.squares_right, self.decks_right, self.invented) == (
            self.cards,
            self.squares,
            self.cards,
            0,
        )


@dataclass(frozen=True, slots=True)
class Match:
    """A card that was enrolled, and which it truly is.

    Attributes:
        found: the card that was enrolled.
        card: its true name.
        quarters: how many quarter turns clockwise it truly lay turned when it was taken for upright.
    """

    found: EnrolledCard
    card: str
    quarters: int


def matches(truths: Sequence[Truth], answer: EnrolAnswer) -> list[Match]:
    """Find out by their places in the photos which cards were enrolled."""
    places = {truth.photo.name: truth.corners for truth in truths}
    found = [_match(places.get(card.photo, {}), card) for card in answer.cards]
    return [match for match in found if match]


def _match(corners: Mapping[str, NDArray[np.float64]], found: EnrolledCard) -> Match | None:
    """Find the card that lies where one was enrolled, and which of its corners was taken for the first."""
    seen = np.array(found.corners)
    for card, true in corners.items():
        side_px = float(np.linalg.norm(true[1] - true[0]))
        if np.linalg.norm(true.mean(0) - seen.mean(0)) < _NEAR * side_px:
            first = int(np.argmin(np.linalg.norm(true - seen[0], axis=1)))
            return Match(found, card, -first % 4)
    return None


def renaming_of(found: Iterable[Match]) -> Renaming:
    """Return the true names of the cards of a deck that was enrolled without a file."""
    return Renaming({match.found.card: (match.card, match.quarters) for match in found})


def grade_enrolment(
    truths: Sequence[Truth], deck: Deck, face: FaceName, answer: EnrolAnswer, *, named: bool
) -> EnrolGrade:
    """Grade an enrolment.

    Args:
        truths: what lies in the photos.
        deck: the deck, by its true names.
        face: the side that was photographed.
        answer: what was enrolled.
        named: whether cards and patterns had to be called by their names, as with a deck file.
    """
    found = matches(truths, answer)
    squares = [
        (seen, true, (match.found.card, divmod(place, 3)))
        for match in found
        for place, (seen, true) in enumerate(
            zip(match.found.face.squares, deck.face(match.card, face, match.quarters).squares, strict=True)
        )
        if true != CENTRE
    ]
    decks = [(answer.deck.card(match.found.card).deck, deck.card(match.card).deck) for match in found]
    cards = [card for truth in truths for card in truth.table.cards]
    right = [match for match in found if not named or (match.found.card, match.quarters) == (match.card, 0)]
    of_pattern = {} if named else _renamed((seen, true) for seen, true, _ in squares)
    of_deck = {} if named else _renamed(decks)
    wrong = [where for seen, true, where in squares if (seen if named else of_pattern.get(seen)) != true]
    listed = {(doubt.card, doubt.cell) for doubt in answer.doubtful}
    return EnrolGrade(
        cards=len(cards),
        right=len({match.card for match in right}),
        invented=len(answer.cards) - len(found),
        squares=8 * len(cards),
        squares_right=len(squares) - len(wrong),
        decks_right=sum((seen if named else of_deck.get(seen)) == true for seen, true in decks),
        doubtful=len(answer.doubtful),
        wrong=len(wrong),
        wrong_listed=sum(where in listed for where in wrong),
    )


def _renamed(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return which name on the right each on the left stands for, one for one, the commonest first."""
    names: dict[str, str] = {}
    for (one, other), _ in Counter(pairs).most_common():
        if one not in names and other not in names.values():
            names[one] = other
    return names
