"""How often Camelot is won with a hidden stock: the plain hint, the policy alone, and the adviser."""

import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from games.camelot import CAMELOT, Action, State, apply, outcome
from solver.camelot_adviser import best_action
from solver.camelot_hint import hint

Player = Callable[[State, int], Action | None]
"""Chooses an action in a state, with a seed; None once the game is over."""


class Played(NamedTuple):
    """A game that was played.

    Attributes:
        won: whether it was won.
        slowest_s: the longest that an action took, in seconds of processor time.
    """

    won: bool
    slowest_s: float


def _adviser(state: State, seed: int) -> Action | None:
    # The limit of a second counts processor time here, so that a busy machine does not make the advice worse.
    return best_action(state, seed=seed, clock=time.process_time)


PLAYERS: Final[tuple[tuple[str, Player], ...]] = (
    ("plain hint", lambda state, _: hint(state)),
    ("policy alone", lambda state, seed: best_action(state, deals=0, seed=seed)),
    ("adviser", _adviser),
)
"""Who plays, by name."""


def games(player: Player, seeds: range) -> Iterator[Played]:
    """Play the deals of some seeds."""
    for seed in seeds:
        state, slowest_s = CAMELOT.new(["adviser"], seed=seed), 0.0
        while True:
            began = time.process_time()
            action = player(state, seed)
            slowest_s = max(slowest_s, time.process_time() - began)
            if action is None:
                break
            state = apply(state, action)
        yield Played(outcome(state) == "won", slowest_s)
