"""Advice for Camelio: how often each choice wins, and what can come of it at once.

What is hidden is drawn anew, many times, and each choice is then played on to the end of the game on the same
cards, all players doing what `camelio_policy` does. What comes of the card itself is exact: `camelio_odds`.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.camelio import CAMELIO, COLOURS, NOBODY, SOURCES, State, Take, What, legal_actions
from games.errors import GamesError
from solver.camelio_odds import Chances, chances
from solver.camelio_play import Flags, games_of, played_out
from solver.camelio_policy import WEIGHTS
from solver.intervals import Interval, wilson
from solver.leads import leads

MEASURE: Final = "estimated chance to win, alone or with others"
"""What the value of a choice is."""

DEALS: Final = 1000
"""How many deals are drawn for each choice, if there is time."""

_AT_ONCE: Final = 100
"""After how many of them the time is looked at."""

_VERBS: Final[tuple[tuple[What, str], ...]] = (
    ("point", "scores"),
    ("point-lost", "loses a point"),
    ("bust", "busts"),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a player can do.

    Attributes:
        take: the choice.
        value: see `MEASURE`.
        interval: the 95 % interval of that chance.
        chances: what can come of the card at once.
        reason: both in words.
    """

    take: Take
    value: float
    interval: Interval
    chances: Chances
    reason: str


def advise(
    state: State,
    *,
    deals: int = DEALS,
    time_limit_s: float = 1.0,
    seed: int = 0,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[Choice, ...]:
    """Return what the player whose turn it is can do, the best first; nothing once the game is over.

    Args:
        state: a state; what is hidden in it is not looked at.
        deals: how many deals are drawn at most, rounded up to a multiple of 100.
        time_limit_s: when to stop drawing, in seconds of the clock.
        seed: of what is drawn.
        clock: what the time is taken from.

    Raises:
        GamesError: nobody can choose, as a card has to be looked at first.
    """
    if state.next_is_chance:
        raise GamesError("advice is for a player who has to choose; a card has to be looked at first")
    takes = _takes(state)
    if not takes:
        return ()
    until, draw = clock() + time_limit_s, np.random.default_rng(seed)
    (won,) = _won([state], [takes], _AT_ONCE, draw)
    while won.shape[1] < deals and clock() < until:
        won = np.hstack([won, *_won([state], [takes], _AT_ONCE, draw)])
    best = _best(won, *_usual([state]))
    choices = [_choice(state, take, each) for take, each in zip(takes, won, strict=True)]
    return tuple(sorted(choices, key=lambda choice: (choice is not choices[best], -choice.value)))


def best_takes(states: Sequence[State], *, deals: int, seed: int = 0) -> list[Take]:
    """Return what `advise` puts first in each state, found with a number of deals and no clock.

    With no deals at all it is what the policy takes.

    Args:
        states: states of games of equally many in which the same player has to choose; what is hidden in them
            is not looked at.
        deals: how many deals are drawn for each choice.
        seed: of what is drawn.
    """
    draw, takes = np.random.default_rng(seed), [*map(_takes, states)]
    usual = _usual(states)
    if deals:
        usual = [_best(*each) for each in zip(_won(states, takes, deals, draw), usual, strict=True)]
    return [each[choice] for each, choice in zip(takes, usual, strict=True)]


def wins(state: State, *, deals: int, seed: int = 0) -> dict[str, int]:
    """Return how many of some deals each player wins, alone or with others, if all go on by the policy.

    Args:
        state: a state; what is hidden in it is not looked at. After the end it is known who has won.
        deals: how many deals are drawn.
        seed: of what is drawn.
    """
    if state.ended:
        winners = CAMELIO.score(state).winners or ()
        return {player: deals * (player in winners) for player in state.players}
    draw = np.random.default_rng(seed)
    games = games_of(state, deals, draw)
    declared = None if state.receiver == NOBODY else np.full(deals, len(state.players) + state.receiver)
    won = played_out(games, [WEIGHTS] * len(state.players), draw, declared)
    return dict(zip(state.players, won.sum(axis=0).tolist(), strict=True))


def _takes(state: State) -> list[Take]:
    return [action for action in legal_actions(state) if isinstance(action, Take)]


def _usual(states: Sequence[State]) -> list[int]:
    """Return which of the choices in each state the policy takes; what is hidden does not matter to it."""
    draw = np.random.default_rng(0)
    first, *others = (games_of(state, 1, draw) for state in states)
    usual: list[int] = first.joined(others).chosen(WEIGHTS).tolist()
    return usual


def _best(won: Flags, usual: int) -> int:
    """Return the choice that does best, if by more than chance explains, else the usual one."""
    return int(leads(won.astype(np.float64) - won[usual]).argmax())


def _won(
    states: Sequence[State], takes: Sequence[list[Take]], deals: int, draw: np.random.Generator
) -> list[Flags]:
    """Return for each state (choices, deals) whether who chooses wins, each choice with the same deals."""
    players, turn = len(states[0].players), states[0].turn
    each = [
        games_of(state, deals, draw).of(np.tile(np.arange(deals), len(its)))
        for state, its in zip(states, takes, strict=True)
    ]
    first = [
        players * SOURCES.index(take.card) + state.players.index(take.to)
        for state, its in zip(states, takes, strict=True)
        for take in its
    ]
    won = played_out(each[0].joined(each[1:]), [WEIGHTS] * players, draw, np.repeat(first, deals))
    ends = np.cumsum([len(its) for its in takes])
    return np.split(won[:, turn].reshape(-1, deals), ends[:-1])


def _choice(state: State, take: Take, won: Flags) -> Choice:
    found = chances(state, take)
    return Choice(
        take,
        float(won.mean()),
        wilson(int(won.sum()), len(won)),
        found,
        ", ".join(_reasons(state, take, found)),
    )


def _reasons(state: State, take: Take, found: Chances) -> Iterator[str]:
    seat = state.players.index(take.to)
    wins_game = state.points(seat) + 1 == state.target
    likely = [(what, verb) for what, verb in _VERBS if found.of(what)]
    for what, verb in likely:
        p = found.of(what)
        last = " and wins" if what == "point" and wins_game else ""
        yield f"{take.to} {verb}{last}" + ("" if p == 1 else f" with a chance of {float(p):.0%}")
    if take.card == "face-up" and not likely:
        colour = state.deck.colours[state.face_up]
        spheres = state.spheres(seat, colour) + state.deck.spheres[state.face_up]
        yield f"{take.to} then has {spheres} {COLOURS[colour]} {'sphere' if spheres == 1 else 'spheres'}"
    elif not likely:
        yield f"nothing can happen to {take.to} at once"
