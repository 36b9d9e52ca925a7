"""What can come of a card of Camelio, exactly: over all cards that it can be as far as anybody can see."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.camelio import COLOURS, WHATS, Source, State, Take, What, what_happens


@dataclass(frozen=True, slots=True)
class Chances:
    """How probable it is what comes of a card.

    Attributes:
        point: that it scores a point.
        bust: that it makes a bust.
        point_lost: that it loses a point.
    """

    point: Fraction
    bust: Fraction
    point_lost: Fraction

    def of(self, what: What) -> Fraction:
        """Return how probable one of them is."""
        return {"point": self.point, "bust": self.bust, "point-lost": self.point_lost}[what]


def chances(state: State, take: Take) -> Chances:
    """Return what can come of taking a card for somebody; what is hidden in the state is not looked at."""
    return chances_among(state, state.players.index(take.to), tuple(candidates(state, take.card)))


def candidates(state: State, source: Source) -> Iterator[tuple[int, Fraction]]:
    """Go through the cards that the face-up or the face-down card can be, each with its probability.

    All cards that are face down and have the back that is seen are equally probable.
    """
    if source == "face-up":
        yield state.face_up, Fraction(1)
        return
    fitting = {card: count for card, count in state.unseen.items() if state.deck.backs[card] == state.back}
    for card, count in fitting.items():
        yield card, Fraction(count, sum(fitting.values()))


def chances_among(state: State, receiver: int, cards: Sequence[tuple[int, Fraction]]) -> Chances:
    """Return what can come of one of some cards in a player's play area.

    Args:
        state: a state; what is hidden in it is not looked at.
        receiver: the seat of the player.
        cards: the cards, each with its probability.
    """
    found = dict.fromkeys(WHATS, Fraction())
    for card, p in cards:
        what = outcome(state, receiver, card)
        if what:
            found[what] += p
    return Chances(found["point"], found["bust"], found["point-lost"])


def outcome(state: State, receiver: int, card: int) -> What | None:
    """Return what comes of a card in a player's play area."""
    colour = state.deck.colours[card]
    spheres = state.spheres(receiver, colour) + state.deck.spheres[card]
    return what_happens(spheres, scored=bool(state.scored[len(COLOURS) * receiver + colour]))
