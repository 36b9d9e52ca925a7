"""A search for a win of Camelot from any position of which the stock is known.

It looks at the moments at which cards can be removed only, and leaves open what need not be settled. The
cards that are laid between two such moments can be spread over the slots that were empty then in any way,
so they are kept as a *pool*: their ranks, and apart from these their slots. Slots of one group are alike.
Which card of a pool lay where is settled by what is removed: a rank and a group.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from games.camelot import CENTRE, COURT_SLOTS, WHOLE, State
from games.camelot.cards import JACK, KING, QUEEN

Groups = tuple[int, int, int, int]
"""How many slots of each group: corners, queens', jacks', centre."""

COURT_GROUPS: Final = {KING: 0, QUEEN: 1, JACK: 2}
"""The group of slots on which each court card goes."""

CENTRE_GROUP: Final = 3

GROUP_SLOTS: Final = (COURT_SLOTS[KING], COURT_SLOTS[QUEEN], COURT_SLOTS[JACK], CENTRE)
"""The slots of each group."""

_NONE: Final[Groups] = (0, 0, 0, 0)


class Pool(NamedTuple):
    """Cards that may lie in any order on some slots.

    Attributes:
        birth: how many cards had been turned when the last of them was laid.
        ranks: of the cards, in ascending order.
        slots: as many slots, by group.
    """

    birth: int
    ranks: tuple[int, ...]
    slots: Groups


class Leaving(NamedTuple):
    """A card that is removed.

    Attributes:
        birth: of the pool it is from.
        rank: its rank.
        group: of the slot that becomes empty.
    """

    birth: int
    rank: int
    group: int


Moment = tuple[Leaving, ...]
"""What is removed before the next card is turned."""


class OutOfTimeError(Exception):
    """The search was stopped."""


@dataclass(slots=True)
class Search:
    """A depth-first search with a memory of what has failed.

    Attributes:
        ranks: of all cards in the order in which they are turned.
        clock: what the time is taken from.
        until: when to give up.
        small_first: whether to try small removals before large ones.
        failed: the positions from which there is no win.
        seen: how many positions have been looked at.
    """

    ranks: tuple[int, ...]
    clock: Callable[[], float]
    until: float = 0.0
    small_first: bool = False
    failed: set[tuple[object, ...]] = field(default_factory=set)
    seen: int = 0

    def win(self, turned: int, pools: tuple[Pool, ...], empty: Groups) -> list[Moment] | None:
        """Return what to remove at each moment to win, None if there is no win.

        Args:
            turned: how many cards have been turned; all have been placed.
            pools: the cards on the grid that are no courts.
            empty: the slots that have become empty at this moment already.

        Raises:
            OutOfTimeError: it was stopped.
        """
        key = (turned, empty, _alike(pools))
        if key in self.failed or self.hopeless(turned, pools, empty):
            return None
        self.seen += 1
        if self.seen % 64 == 0 and self.clock() > self.until:
            raise OutOfTimeError
        removals = _removals(pools)
        for taken in reversed(removals) if self.small_first else removals:
            for moment, left, opened in _settled(taken, pools):
                slots = _sum(empty, opened)
                further = self.fill(turned, left, slots) if any(slots) else None
                if further is not None:
                    return [moment, *further]
        self.failed.add(key)
        return None

    def fill(self, turned: int, pools: tuple[Pool, ...], empty: Groups) -> list[Moment] | None:
        """Lay cards on all slots that are empty, and go on from there; see `win`."""
        coming = self.ranks[turned : turned + sum(empty)]
        courts = tuple(sum(COURT_GROUPS.get(rank) == group for rank in coming) for group in range(4))
        if any(court > slots for court, slots in zip(courts, empty, strict=True)):
            return None
        turned += len(coming)
        if turned == WHOLE:
            return []
        numbers = tuple(sorted(rank for rank in coming if rank not in COURT_GROUPS))
        if not numbers:
            return self.win(turned, pools, _NONE)
        slots = tuple(a - b for a, b in zip(empty, courts, strict=True))
        return self.win(turned, (*pools, Pool(turned, numbers, slots)), _NONE)  # type: ignore[arg-type] # - four groups

    def hopeless(self, turned: int, pools: tuple[Pool, ...], empty: Groups) -> bool:
        """Tell whether a court card will come before enough cards can have left the slots of its group.

        A card that lies in a group for certain leaves by then only if it is a ten, or if among the cards that
        are on the grid or turned by then there is a partner for it.
        """
        counts = [0] * 14
        alone: list[list[int]] = [[], [], [], []]
        free = [*empty]
        for _, ranks, slots in pools:
            for rank in ranks:
                counts[rank] += 1
            if len(ranks) in slots:
                alone[slots.index(len(ranks))] += ranks
            else:
                free = [a + b for a, b in zip(free, slots, strict=True)]
        needed = [0, 0, 0, 0]
        for rank in self.ranks[turned:]:
            group = COURT_GROUPS.get(rank)
            if group is None:
                counts[rank] += 1
                continue
            needed[group] += 1
            if needed[group] > free[group] + _leaving(alone[group], counts):
                return True
        return False


def _leaving(ranks: list[int], counts: list[int]) -> int:
    """Return how many of these cards can leave at most, with so many cards of each rank on the table."""
    leaving = 0
    for rank in {*ranks}:
        partners = counts[rank] if rank == 10 else counts[5] // 2 * 2 if rank == 5 else counts[10 - rank]
        leaving += min(ranks.count(rank), partners)
    return leaving


def pools_of(state: State) -> tuple[Pool, ...]:
    """Return the cards on the grid that are no courts: a pool for each group, as they lie for certain."""
    pools = []
    for group, slots in enumerate(GROUP_SLOTS):
        ranks = sorted(state.grid[slot] >> 2 for slot in slots if 4 <= state.grid[slot] < 44)
        if ranks:
            alone: list[int] = [0, 0, 0, 0]
            alone[group] = len(ranks)
            pools.append(Pool(-1 - group, tuple(ranks), (alone[0], alone[1], alone[2], alone[3])))
    return tuple(pools)


def empty_of(state: State) -> Groups:
    """Return the empty slots of a state by group."""
    found = [sum(not state.grid[slot] for slot in slots) for slots in GROUP_SLOTS]
    return found[0], found[1], found[2], found[3]


def _alike(pools: tuple[Pool, ...]) -> tuple[object, ...]:
    """Return pools as they count for what can follow: those on slots of one group are one."""
    merged: dict[int, list[int]] = {}
    mixed = []
    for _, ranks, slots in pools:
        if len(ranks) in slots:
            merged.setdefault(slots.index(len(ranks)), []).extend(ranks)
        else:
            mixed.append((ranks, slots))
    return (*sorted((group, tuple(sorted(ranks))) for group, ranks in merged.items()), *sorted(mixed))


Taken = tuple[tuple[int, ...], ...]
"""For each pool the ranks that are taken from it."""


def _removals(pools: tuple[Pool, ...]) -> list[Taken]:
    """Return all sets of cards that can be removed together, large ones first; the last one is empty."""
    ways = [_ways(pools, low) for low in (1, 2, 3, 4, 5, 10)]
    found = []
    for chosen in product(*ways):
        taken: list[list[int]] = [[] for _ in pools]
        for each in chosen:
            for pool, rank in each:
                taken[pool].append(rank)
        found.append(tuple(tuple(ranks) for ranks in taken))
    # Many empty slots leave the most freedom, so most wins are found soonest behind large removals.
    return sorted(found, key=lambda each: -sum(map(len, each)))


def _ways(pools: tuple[Pool, ...], low: int) -> list[tuple[tuple[int, int], ...]]:
    """Return the ways to take tens, or pairs with this low rank, as (pool, rank) of each card."""
    lows = _subsets(pools, low)
    if low == 10:
        return [way for ways in lows.values() for way in ways]
    if low == 5:
        return [way for count, ways in lows.items() if count % 2 == 0 for way in ways]
    highs = _subsets(pools, 10 - low)
    return [a + b for count, ways in lows.items() for a in ways for b in highs.get(count, ())]


def _subsets(pools: tuple[Pool, ...], rank: int) -> dict[int, list[tuple[tuple[int, int], ...]]]:
    """Return by count the ways to take cards of a rank from pools."""
    there = [(index, pool.ranks.count(rank)) for index, pool in enumerate(pools) if rank in pool.ranks]
    found: dict[int, list[tuple[tuple[int, int], ...]]] = {}
    for counts in product(*(range(count + 1) for _, count in there)):
        way = tuple(
            (index, rank) for (index, _), count in zip(there, counts, strict=True) for _ in range(count)
        )
        found.setdefault(len(way), []).append(way)
    return found


def _settled(taken: Taken, pools: tuple[Pool, ...]) -> Iterator[tuple[Moment, tuple[Pool, ...], Groups]]:
    """Settle on which slots the cards that are taken lay, in all ways that differ."""
    choices = [_slot_choices(pool.slots, len(ranks)) for pool, ranks in zip(pools, taken, strict=True)]
    for chosen in product(*choices):
        moment, left, opened = [], [], _NONE
        for pool, ranks, slots in zip(pools, taken, chosen, strict=True):
            opened = _sum(opened, slots)
            groups = [group for group in range(4) for _ in range(slots[group])]
            moment += [Leaving(pool.birth, rank, group) for rank, group in zip(ranks, groups, strict=True)]
            if len(ranks) < len(pool.ranks):
                left.append(Pool(pool.birth, _without(pool.ranks, ranks), _difference(pool.slots, slots)))
        yield tuple(moment), tuple(left), opened


@lru_cache(maxsize=4096)
def _slot_choices(slots: Groups, count: int) -> tuple[Groups, ...]:
    groups = [group for group in range(4) if slots[group]]
    found = []
    for chosen in combinations_with_replacement(groups, count):
        each = (chosen.count(0), chosen.count(1), chosen.count(2), chosen.count(3))
        if all(a <= b for a, b in zip(each, slots, strict=True)):
            found.append(each)
    return tuple(found)


def _without(ranks: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    left = [*ranks]
    for rank in taken:
        left.remove(rank)
    return tuple(left)


def _sum(a: Groups, b: Groups) -> Groups:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]


def _difference(a: Groups, b: Groups) -> Groups:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]
