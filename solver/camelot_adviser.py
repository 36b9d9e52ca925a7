"""Advice for Camelot with a hidden stock: what is best, as far as can be seen.

What is hidden is drawn anew, many times: every stock of the cards that have not been seen is as likely as any
other. Each choice is then played out by `camelot_policy` on the same stocks, and the one that does best is
advised, if it does better than the choice of the policy by more than chance explains.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final, NamedTuple

import numpy as np

from games.camelot import TURN, Action, Place, Remove, State, legal_actions, opened
from solver.camelot import solve
from solver.camelot_policy import Floats, Ints, Positions, best_groups, clear, played_out, position_of
from solver.camelot_search import COURT_GROUPS, GROUP_SLOTS
from solver.leads import leads

MEASURE: Final = "estimated chance to win"
"""What the value of a choice is."""

DEALS: Final = 150
"""How many stocks are drawn for each choice, if there is time."""

_AT_ONCE: Final = 50
"""After how many of them the time is looked at."""

_ONLY: Final = np.zeros(1, np.int64)
"""The row of a single position."""

_LOOKS: Final = 32.0
"""How often a drawn stock is searched for 64 positions more before it is left open."""


class Choice(NamedTuple):
    """Something that can be done.

    Attributes:
        action: the action; of places that are alike, the first.
        value: see `MEASURE`.
    """

    action: Action
    value: float


def advise(
    state: State,
    *,
    deals: int = DEALS,
    time_limit_s: float = 1.0,
    seed: int = 0,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[Choice, ...]:
    """Return what can be done, the best first; nothing once the game is over.

    Args:
        state: a state; what is hidden in it is not looked at.
        deals: how many stocks are drawn at most, rounded up to a multiple of 50.
        time_limit_s: when to stop drawing, in seconds of the clock.
        seed: of what is drawn.
        clock: what the time is taken from.
    """
    seen = opened(state)
    starts = [*_starts(seen)]
    if not starts:
        return ()
    until, draw = clock() + time_limit_s, np.random.default_rng(seed)
    unseen = np.array([card >> 2 for card in sorted(seen.unseen)], np.int64)
    worth = _played_out(starts, unseen, draw)
    while worth.shape[1] < deals and clock() < until:
        worth = np.hstack([worth, _played_out(starts, unseen, draw)])
    means = worth.mean(axis=1)
    usual = next(index for index, start in enumerate(starts) if start.usual)
    best = int(np.argmax(leads(worth - worth[usual])))
    order = sorted(range(len(starts)), key=lambda index: (index != best, -means[index]))
    return tuple(Choice(starts[index].action, float(means[index])) for index in order)


def best_action(
    state: State,
    *,
    deals: int = DEALS,
    time_limit_s: float = 1.0,
    seed: int = 0,
    clock: Callable[[], float] = time.perf_counter,
) -> Action | None:
    """Return what `advise` puts first, without drawing where there is one choice; None once the game is over.

    With `deals` 0 nothing is drawn at all: it is what the policy does.
    """
    starts = [*_starts(opened(state))]
    if len(starts) < 2 or not deals:
        return next((start.action for start in starts if start.usual), None)
    return advise(state, deals=deals, time_limit_s=time_limit_s, seed=seed, clock=clock)[0].action


class Winnable(NamedTuple):
    """Of some drawn stocks, those with which a game can be won by someone who knows the stock.

    Attributes:
        won: with how many it can be.
        unresolved: with how many the search was given up before it was known.
    """

    won: int
    unresolved: int


def winnable_deals(state: State, *, deals: int, seed: int = 0) -> Winnable:
    """Return with how many of some drawn stocks the game could still be won.

    A search is given up after so many positions, not seconds, so the answer is the same on any machine.

    Args:
        state: a state; what is hidden in it is not looked at.
        deals: how many stocks are drawn.
        seed: of what is drawn.
    """
    seen, draw = opened(state), random.Random(seed)  # noqa: S311 - stocks are drawn, no secret is made
    unseen = sorted(seen.unseen)
    found: Counter[str] = Counter()
    for _ in range(deals):
        deck = (*seen.deck, *draw.sample(unseen, len(unseen)))
        known = State(seen.player, deck, seen.turned, seen.waiting, seen.removing, seen.grid)
        found[solve(known, time_limit_s=_LOOKS, clock=count(0.0).__next__).status] += 1
    return Winnable(found["solved"], found["unfinished"])


@dataclass(frozen=True, slots=True)
class _Start:
    """A choice, and the position it leads to.

    Attributes:
        action: the choice.
        position: what it leads to, as a single row.
        usual: whether the policy would choose it.
    """

    action: Action
    position: Positions
    usual: bool = False


def _starts(seen: State) -> Iterator[_Start]:
    """Go through the choices that differ; exactly one of them is the usual one."""
    if seen.waiting:
        return _places(seen)
    if seen.removing:
        return _removals(seen)
    return iter([_Start(TURN, position_of(seen), usual=True)] if legal_actions(seen) else [])


def _places(seen: State) -> Iterator[_Start]:
    rank, position = seen.waiting >> 2, position_of(seen)
    if rank in COURT_GROUPS:
        group = COURT_GROUPS[rank]
        if position.empty[0, group]:
            position.empty[0, group] -= 1
            yield _Start(_place(seen, group), position, usual=True)
        return
    usual = int(best_groups(position, np.array([rank]))[0])
    for group in np.flatnonzero(position.empty[0]).tolist():
        further = position.of(_ONLY)
        further.lay(_ONLY, np.array([group]), np.array([rank]))
        yield _Start(_place(seen, group), further, usual=group == usual)


def _removals(seen: State) -> Iterator[_Start]:
    position = position_of(seen)
    gone = clear(position.of(_ONLY), _ONLY)[0]
    wanted = Counter({(rank, group): int(gone[group, rank]) for group, rank in np.argwhere(gone).tolist()})
    told: set[tuple[tuple[int, int], ...]] = set()
    chosen = False
    for action in legal_actions(seen):
        if not isinstance(action, Remove):
            continue
        cards = tuple(sorted((seen.grid[slot] >> 2, _group_of(slot)) for slot in action.slots))
        if cards not in told:
            told.add(cards)
            usual = not chosen and Counter(cards) <= wanted
            chosen = chosen or usual
            further = position.of(_ONLY)
            further.take(0, cards)
            clear(further, _ONLY)
            yield _Start(action, further, usual=usual)
    if seen.stock and 0 in seen.grid:
        yield _Start(TURN, position, usual=not chosen)


def _place(seen: State, group: int) -> Place:
    return Place(next(slot for slot in GROUP_SLOTS[group] if not seen.grid[slot]))


def _group_of(slot: int) -> int:
    return next(group for group, slots in enumerate(GROUP_SLOTS) if slot in slots)


def _played_out(starts: list[_Start], unseen: Ints, draw: np.random.Generator) -> Floats:
    """Return (starts, deals) how much each choice counts with each of some stocks that are drawn."""
    stocks = draw.permuted(np.tile(unseen, (_AT_ONCE, 1)), axis=1)
    rows = np.zeros(_AT_ONCE, np.int64)
    each = [start.position.of(rows) for start in starts]
    games = Positions(
        np.concatenate([one.lying for one in each]),
        np.concatenate([one.empty for one in each]),
        np.concatenate([one.courts for one in each]),
        np.concatenate([one.numbers for one in each]),
    )
    return played_out(games, np.tile(stocks, (len(starts), 1))).reshape(len(starts), _AT_ONCE)
