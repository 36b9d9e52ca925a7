"""Camelot with the order of the stock known: a line that wins, or a proof that there is none."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from games.camelot import TURN, WHOLE, Action, Place, Remove, State, apply, legal_actions, outcome
from games.camelot.cards import TEN
from games.errors import GamesError
from solver.camelot_deals import deadlock, plan, staying
from solver.camelot_search import (
    COURT_GROUPS,
    GROUP_SLOTS,
    Moment,
    OutOfTimeError,
    Search,
    empty_of,
    pools_of,
)

SolutionStatus = Literal["solved", "impossible", "unfinished"]

_TURNS: Final = ((False, 0.1), (True, 0.1), (False, 0.8))
"""Whether small removals are tried first, and with what share of the time: some positions want the one, some
the other. What has failed is remembered from turn to turn."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a position.

    Attributes:
        status: whether there is a line that wins, there is none, or the time was up first.
        line: all actions up to the win, if there is one.
        why: why there is none.
    """

    status: SolutionStatus
    line: tuple[Action, ...] = ()
    why: str | None = None


def solve(
    state: State, *, time_limit_s: float = 40.0, clock: Callable[[], float] = time.process_time
) -> Solution:
    """Find out whether a position of Camelot can be won.

    From a deal, or any grid on which no number lies, the answer takes a millisecond and is always found (see
    `camelot_deals`). From other positions it takes a search.

    Args:
        state: a dealt state, or an open one in which all cards have been turned.
        time_limit_s: when to give up, in seconds of the clock.
        clock: what the time is taken from.

    Raises:
        GamesError: the order of the stock is not known.
    """
    if not state.known:
        raise GamesError(
            f"deck: expected all {WHOLE} cards in order; found {state.turned}, the rest is hidden"
        )
    if why := _lost(state):
        return Solution("impossible", why=why)
    try:
        moments = _moments(state, time_limit_s, clock)
    except OutOfTimeError:
        return Solution("unfinished")
    if moments is None:
        return Solution(
            "impossible", why="every way to go on ends with a card that has no slot, or a full grid"
        )
    return Solution("solved", tuple(_line(state, moments)))


def _lost(state: State) -> str | None:
    """Return why a position is lost where that can be seen without a search."""
    ending = outcome(state)
    if ending not in (None, "won"):
        return f"the game is lost: {ending}"
    ranks = [card >> 2 for card in state.deck]
    number = deadlock(ranks, turned=state.turned)
    if number is None:
        return None
    counts = [ranks[:number].count(rank) for rank in range(14)]
    return (
        f"of the first {number} cards {staying(counts)} can never leave: {sum(counts[11:])} court cards, and "
        f"numbers without a partner among them"
    )


def _moments(state: State, time_limit_s: float, clock: Callable[[], float]) -> list[Moment] | None:
    ranks = tuple(card >> 2 for card in state.deck)
    placed = state.turned - bool(state.waiting)
    pools = pools_of(state)
    if not pools and not state.removing:
        return plan(ranks, placed=placed, courts=len(state.grid) - state.grid.count(0))
    search = Search(ranks, clock)
    begin = search.win if state.removing else search.fill
    for search.small_first, share in _TURNS:
        search.until = clock() + share * time_limit_s
        try:
            return begin(placed, pools, empty_of(state))
        except OutOfTimeError:
            continue
    raise OutOfTimeError


def _line(state: State, moments: list[Moment]) -> Iterator[Action]:
    """Go through the actions of a plan; the rules check each of them."""
    births = {slot: -1 - group for group, slots in enumerate(GROUP_SLOTS) for slot in slots}
    coming = [*moments]
    removing = state.removing
    while state.turned < WHOLE or state.waiting:
        actions = _removals(state, births, coming.pop(0)) if removing else _filling(state, births, coming)
        for action in actions:
            state = apply(state, action)
            yield action
        removing = not removing
    while outcome(state) != "won":
        last = next(action for action in legal_actions(state) if isinstance(action, Remove))
        state = apply(state, last)
        yield last


def _filling(state: State, births: dict[int, int], coming: list[Moment]) -> list[Action]:
    """Return how to lay cards on all empty slots: courts on their own, others as the plan removes them."""
    placed = state.turned - bool(state.waiting)
    cards = state.deck[placed : placed + state.grid.count(0)]
    birth = placed + len(cards)
    empty = [[slot for slot in slots if not state.grid[slot]] for slots in GROUP_SLOTS]
    seats = {card: empty[COURT_GROUPS[card >> 2]].pop() for card in cards if card >> 2 in COURT_GROUPS}
    for leaving in (each for moment in coming for each in moment if each.birth == birth):
        card = next(card for card in cards if card >> 2 == leaving.rank and card not in seats)
        seats[card] = empty[leaving.group].pop()
    left = [slot for slots in reversed(empty) for slot in slots]
    for card in cards:
        if card not in seats:
            seats[card] = left.pop(0)
        births[seats[card]] = birth
    return [action for card in cards for action in ([TURN] * (card != state.waiting) + [Place(seats[card])])]


def _removals(state: State, births: dict[int, int], moment: Moment) -> list[Action]:
    """Return the removals of a moment: tens alone, each other card with one that completes it to ten."""
    slots: dict[int, list[int]] = {}
    taken: set[int] = set()
    for birth, rank, group in moment:
        slot = next(
            slot
            for slot in GROUP_SLOTS[group]
            if births[slot] == birth and state.grid[slot] >> 2 == rank and slot not in taken
        )
        taken.add(slot)
        slots.setdefault(rank, []).append(slot)
    fives = slots.get(5, [])
    pairs = [
        *zip(fives[::2], fives[1::2], strict=True),
        *(
            pair
            for low in range(1, 5)
            for pair in zip(slots.get(low, []), slots.get(TEN - low, []), strict=True)
        ),
    ]
    return [*(Remove((slot,)) for slot in slots.get(TEN, [])), *(Remove((min(p), max(p))) for p in pairs)]
