"""Games that tests play at random."""

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from games import camelio
from games.camelio import CAMELIO
from games.camelot import CAMELOT, State
from games.game import AnyGame


def at_random(game: AnyGame, state: Any, draw: random.Random) -> Iterator[Any]:  # noqa: ANN401 - of any game
    """Go through the states of a game in which every action is drawn, from the given state to the end."""
    yield state
    while actions := game.legal_actions(state):
        state = game.apply(state, draw.choice(actions))
        yield state


@st.composite
def camelot_games(draw: st.DrawFn, *, dealt: bool = True) -> list[State]:
    """All states of a random game of Camelot."""
    seed = draw(st.integers(0, 2**32))
    start = CAMELOT.new(["Ann"], seed=seed if dealt else None)
    return [*at_random(CAMELOT, start, random.Random(seed))]


@st.composite
def camelot_states(draw: st.DrawFn, *, dealt: bool = True) -> State:
    """A state of a random game of Camelot."""
    return draw(st.sampled_from(draw(camelot_games(dealt=dealt))))


@st.composite
def camelio_games(draw: st.DrawFn, *, dealt: bool = True) -> list[camelio.State]:
    """All states of a random game of Camelio."""
    seed, players = draw(st.integers(0, 2**32)), draw(st.integers(2, 4))
    start = CAMELIO.new(["Ann", "Ben", "Cleo", "Dan"][:players], seed=seed if dealt else None)
    return [*at_random(CAMELIO, start, random.Random(seed))]


@st.composite
def camelio_states(draw: st.DrawFn, *, dealt: bool = True) -> camelio.State:
    """A state of a random game of Camelio."""
    return draw(st.sampled_from(draw(camelio_games(dealt=dealt))))
