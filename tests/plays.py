"""Games that tests play at random."""

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from games import camelio
from games.camel_up import CAMEL_UP
from games.camel_up import State as CamelUpState
from games.camel_up.cards import CAMELS, CRAZY
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


@st.composite
def camel_stands(draw: st.DrawFn, *, end: int = 17) -> tuple[int, ...]:
    """Where camels of Camel Up may stand before the race is over."""
    spaces = [draw(st.integers(0, end - 1)) for _ in range(CRAZY)] + [draw(st.integers(1, end - 1))]
    stands, heights = [0] * len(CAMELS), [0] * (end + 1)
    for camel in draw(st.permutations(range(len(CAMELS)))):
        space = spaces[camel]
        stands[camel] = (space << 3) + heights[space]
        heights[space] += bool(space)
    return tuple(stands)


PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Flo")


@st.composite
def camel_up_games(draw: st.DrawFn, *, dealt: bool = True) -> list[CamelUpState]:
    """All states of a random game of Camel Up."""
    seed, players = draw(st.integers(0, 2**32)), PLAYERS[: draw(st.integers(2, 6))]
    options = {"edition": draw(st.sampled_from(["2022", "2016"]))}
    start = CAMEL_UP.new(players, seed=seed if dealt else None, options=options)
    return [*at_random(CAMEL_UP, start, random.Random(seed))]


@st.composite
def camel_up_states(draw: st.DrawFn, *, dealt: bool = True) -> CamelUpState:
    """A state of a random game of Camel Up."""
    return draw(st.sampled_from(draw(camel_up_games(dealt=dealt))))
