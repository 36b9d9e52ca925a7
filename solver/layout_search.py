"""Depth-first search for the cards of given centres: exact, and fast on all but the largest puzzles.

Slots with few candidates and many dead ends come first (weighted degree, Boussemart et al. 2004), and before
them the slot of the last dead end (Lecoutre et al. 2009, last conflict). A slot's cards with the fewest
places are tried first. Until the first layout is found the search begins anew after a number of steps that
grows, keeping the weights; from then on it goes to its end.
"""

import random
from collections.abc import Callable
from typing import Final

from solver.layout_cards import bits
from solver.layout_slots import Slots
from solver.limits import Limit

_FIRST_RUN: Final = 100
_GROWTH: Final = 1.3
"""How many steps the first run has, and how much longer the next is: the best of a few that were tried."""

Found = Callable[[list[int]], bool]
"""Is told the domains of a layout; whether it has had enough."""


class _AgainError(Exception):
    """A run has had its steps."""


class Search:
    """A search for all layouts of some slots.

    Attributes:
        steps: how many it has made.
    """

    def __init__(
        self,
        slots: Slots,
        found: Found,
        limit: Limit,
        *,
        started: Callable[[int], None] | None = None,
        seed: int = 0,
    ) -> None:
        """Prepare a search.

        Args:
            slots: the slots.
            found: is told each layout once.
            limit: when to stop.
            started: is told the number of each step.
            seed: of the chance that decides among cards with about as many places.
        """
        self._slots, self._found, self._limit, self._started = slots, found, limit, started
        self.steps = 0
        self._draw = random.Random(seed)  # noqa: S311 - nothing is secret here
        self._until: float = _FIRST_RUN
        self._any = False

    def run(self, domains: list[int] | None) -> bool:
        """Search to the end, or until enough layouts are found.

        Args:
            domains: where to begin, propagated; None where that has come to a dead end.

        Returns:
            Whether it came to its end, so that no other layout is possible.

        Raises:
            StoppedError: the limit came first.
        """
        length: float = _FIRST_RUN
        while domains is not None:
            try:
                return not self._go(domains[:])
            except _AgainError:
                length *= _GROWTH
                self._until = self.steps + length
        return True

    def _go(self, domains: list[int]) -> bool:
        """Search below some domains; return whether enough was found."""
        self.steps += 1
        self._limit.check()
        if self._started:
            self._started(self.steps)
        if self.steps > self._until and not self._any:
            raise _AgainError
        slot = self._next(domains)
        if slot is None:
            self._any = True
            return self._found(domains)
        for bit in self._in_turn(domains, slot):
            tried = domains[:]
            tried[slot] = bit
            if self._slots.propagate(tried, {slot}):
                if self._go(tried):
                    return True
            else:
                self._slots.last = slot
        return False

    def _in_turn(self, domains: list[int], slot: int) -> list[int]:
        """Return a slot's candidates, cards with few places first; of blanks, which are all the same, one."""
        blanks = domains[slot] & self._slots.cards.blanks
        found = bits(domains[slot] & ~blanks | blanks & -blanks)
        return sorted(found, key=lambda bit: self._slots.places(bit, domains) * (1 + self._draw.random()))

    def _next(self, domains: list[int]) -> int | None:
        """Return the slot to branch on, None where all are settled."""
        last = self._slots.last
        if last is not None and domains[last] & (domains[last] - 1):
            return last
        undecided = [slot for slot, domain in enumerate(domains) if domain & (domain - 1)]
        weights = self._slots.weights
        return min(undecided, key=lambda slot: domains[slot].bit_count() / weights[slot], default=None)
