"""Players of Camelio to be held against: one draws lots, one looks at what comes at once."""

import random
from collections.abc import Sequence
from fractions import Fraction

from games.camelio import State, Take, legal_actions
from solver.camelio_odds import candidates, chances_among


def at_random(state: State, draw: random.Random) -> Take:
    """Return any choice."""
    return draw.choice([action for action in legal_actions(state) if isinstance(action, Take)])


def greedily(state: State, draw: random.Random) -> Take:
    """Return the choice that is best for the points at once.

    That is the difference it is expected to make: a point won or lost counts one, a bust half, and those of
    others count against it. If several are equal, the most spheres in one's own play area are, then lots.
    """
    takes = [action for action in legal_actions(state) if isinstance(action, Take)]
    cards = {source: [*candidates(state, source)] for source in {take.card: None for take in takes}}
    return max(takes, key=lambda take: (*_gain(state, take.to, cards[take.card]), draw.random()))


def _gain(state: State, to: str, cards: Sequence[tuple[int, Fraction]]) -> tuple[Fraction, Fraction]:
    found = chances_among(state, state.players.index(to), cards)
    points = found.point - found.point_lost - found.bust / 2
    if to != state.players[state.turn]:
        return -points, Fraction()
    return points, sum((state.deck.spheres[card] * p for card, p in cards), Fraction())
