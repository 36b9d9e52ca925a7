"""Advice for Camelot with a hidden stock: what is best, as far as can be seen.

What is hidden is drawn anew, many times: every stock of the cards that have not been seen is as likely as
any other. Each choice is then played out by `camelot_policy` on the same stocks. Where a card would come
that has no slot, another one is turned in its place, and the game counts less by the chance of that: so a
game that would be lost early tells something too.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import stdev
from typing import Final, NamedTuple

from games.camelot import TURN, Action, Place, Remove, State, legal_actions, opened
from solver.camelot import solve
from solver.camelot_policy import Position, best_group, clear, played_out, position_of
from solver.camelot_search import COURT_GROUPS, GROUP_SLOTS

MEASURE: Final = "estimated chance to win"
"""What the value of a choice is."""

DEALS: Final = 60
"""How many stocks are drawn for each choice, if there is time."""

_SURE: Final = 2.0
"""By how many standard errors another choice has to beat the one of the policy."""


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

    The choice of the policy stands unless another one is better by more than chance explains.

    Args:
        state: a state; what is hidden in it is not looked at.
        deals: how many stocks are drawn at most; at least two are.
        time_limit_s: when to stop drawing, in seconds of the clock.
        seed: of what is drawn.
        clock: what the time is taken from.
    """
    seen = opened(state)
    starts = [*_starts(seen)]
    if not starts:
        return ()
    until = clock() + time_limit_s
    draw = random.Random(seed)  # noqa: S311 - cards are drawn, no secret is made
    ranks = [card >> 2 for card in sorted(seen.unseen)]
    worth: list[list[float]] = [[] for _ in starts]
    while len(worth[0]) < max(2, deals) and (len(worth[0]) < 2 or clock() < until):
        stock = draw.sample(ranks, len(ranks))
        for start, found in zip(starts, worth, strict=True):
            position = start.position.copy()
            if start.clearing:
                clear(position)
            found.append(played_out(position, [*stock]))
    means = [sum(each) / len(each) for each in worth]
    usual = next(index for index, start in enumerate(starts) if start.usual)
    best = max(range(len(starts)), key=lambda index: _lead(worth[index], worth[usual]))
    order = sorted(range(len(starts)), key=lambda index: (index != best, -means[index]))
    return tuple(Choice(starts[index].action, means[index]) for index in order)


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


def winnable_deals(state: State, *, deals: int, seed: int = 0) -> int:
    """Return in how many of some drawn stocks the game could still be won by someone who knew the stock.

    Args:
        state: a state; what is hidden in it is not looked at.
        deals: how many stocks are drawn.
        seed: of what is drawn.
    """
    seen, draw = opened(state), random.Random(seed)  # noqa: S311 - as above
    unseen = sorted(seen.unseen)
    found = 0
    for _ in range(deals):
        deck = (*seen.deck, *draw.sample(unseen, len(unseen)))
        known = State(seen.player, deck, seen.turned, seen.waiting, seen.removing, seen.grid)
        found += solve(known, time_limit_s=0.1).status == "solved"
    return found


@dataclass(frozen=True, slots=True)
class _Start:
    """A choice, and the position it leads to.

    Attributes:
        action: the choice.
        position: what it leads to.
        clearing: whether cards can be removed there.
        usual: whether the policy would choose it.
    """

    action: Action
    position: Position
    clearing: bool = False
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
        if position.empty[group]:
            position.empty[group] -= 1
            yield _Start(_place(seen, group), position, not any(position.empty), usual=True)
        return
    usual = best_group(position, rank)
    for group in range(4):
        if position.empty[group]:
            further = position.copy()
            further.laid(rank, group)
            yield _Start(_place(seen, group), further, not any(further.empty), usual=group == usual)


def _removals(seen: State) -> Iterator[_Start]:
    position = position_of(seen)
    wanted = Counter(clear(position.copy()))
    told: set[tuple[tuple[int, int], ...]] = set()
    chosen = False
    for action in legal_actions(seen):
        if not isinstance(action, Remove):
            continue
        cards = tuple(sorted((seen.grid[slot] >> 2, _group_of(slot)) for slot in action.slots))
        if cards in told:
            continue
        told.add(cards)
        usual = not chosen and Counter(cards) <= wanted
        chosen = chosen or usual
        further = position.copy()
        for rank, group in cards:
            further.taken(rank, group)
        yield _Start(action, further, clearing=True, usual=usual)
    if seen.stock and 0 in seen.grid:
        yield _Start(TURN, position, usual=not chosen)


def _place(seen: State, group: int) -> Place:
    return Place(next(slot for slot in GROUP_SLOTS[group] if not seen.grid[slot]))


def _group_of(slot: int) -> int:
    return next(group for group, slots in enumerate(GROUP_SLOTS) if slot in slots)


def _lead(worth: Sequence[float], usual: Sequence[float]) -> float:
    """Return by how much a choice beats the usual one beyond what chance explains; 0 for that one itself."""
    gains = [a - b for a, b in zip(worth, usual, strict=True)]
    mean = sum(gains) / len(gains)
    return mean - _SURE * stdev(gains) / sqrt(len(gains))
