"""The best answers by a best-first search, without a solver.

An answer is put together choice by choice. One that is not complete weighs at most its bound: what it has
gained and the most that each choice to come can gain. Whatever has the highest bound is continued first, so
answers come out best first, and none is passed over.

What the picture decides is chosen before what it leaves open. So answers share nearly all their choices, and
tops that go round in a circle show before many ways are tried. Where they do so again and again, or where
many sites want the same cards, bounds say little; then the search gives up.
"""

import heapq
import time
from collections.abc import Iterator, Sequence
from itertools import combinations, count
from typing import Final, NamedTuple

from games.camouflage.evidence import Evidence
from solver.answers import NEGLIGIBLE, Answer, Clashes, Listing, neighbours, surely_present
from solver.choices import Holding, Stacking, Top, decided, holdings, stacking
from solver.status import Status

_MOST_STEPS: Final = 10_000
"""Choices after which the search gives up, in about 40 ms: far less than CP-SAT takes for a table with so
much to choose. Of 170 photos none took more than 1,600; the median was 100."""


class _Partial(NamedTuple):
    """An answer as far as it is put together.

    Attributes:
        bound: the most that it may weigh, clashes taken off, in nats.
        clashes: how many pairs of neighbours clash.
        held: what each site holds, in the order of the search.
        cards: the cards that lie, as a set of bits.
        stacking: the choices of tops; None until it is known which sites hold a card.
        tops: the top of each group of cells.
        above: for each site all sites that lie above it, as a set of bits.
    """

    bound: float
    clashes: int
    held: tuple[int, ...]
    cards: int
    stacking: Stacking | None
    tops: tuple[int, ...]
    above: tuple[int, ...]


class Search:
    """A search for the best answers to one evidence."""

    def __init__(self, evidence: Evidence, clashes: Clashes) -> None:
        self._evidence, self._clashes = evidence, clashes
        self._most, choices = holdings(evidence)
        # Which sites hold a card decides between which cards the tops are, so doubtful sites come first.
        self._order = sorted(
            range(len(choices)),
            key=lambda number: (surely_present(evidence.sites[number]), decided(choices[number])),
        )
        self._doubtful = sum(not surely_present(site) for site in evidence.sites)
        self._holdings = [choices[number] for number in self._order]
        self._meeting = {frozenset(pair) for pair in neighbours(evidence)}
        self._earlier = self._earlier_neighbours()
        self._bits = [1 << number for number in range(len(choices))]
        self._stackings: dict[int, Stacking] = {}

    def _earlier_neighbours(self) -> list[list[int]]:
        """Returns, for each place in the order, the earlier places whose sites are its neighbours."""
        place = {number: index for index, number in enumerate(self._order)}
        earlier: list[list[int]] = [[] for _ in self._order]
        for pair in self._meeting:
            first, second = sorted(place[number] for number in pair)
            earlier[second].append(first)
        return earlier

    def best(self, clash_cost: float, deadline: float, limit: int) -> Listing | None:
        """Lists the best answers.

        Args:
            clash_cost: what two neighbours that clash cost, in nats.
            deadline: the time by `time.monotonic` at which to stop.
            limit: how many answers are listed at most.

        Returns:
            The answers; None if the search gave up.
        """
        answers: dict[Answer, float] = {}
        highest: float | None = None
        for step, (bound, complete) in enumerate(self._best_first(clash_cost)):
            if highest is not None and bound < highest - NEGLIGIBLE:
                break
            if time.monotonic() >= deadline:
                return Listing(Status.UNKNOWN, answers)
            if step == _MOST_STEPS:
                return None
            if complete is not None:
                highest = bound if highest is None else highest
                answers[self._answer(complete)] = bound + clash_cost * complete.clashes
                if len(answers) == limit:
                    return Listing(Status.FEASIBLE, answers)
        return Listing(Status.OPTIMAL if answers else Status.INFEASIBLE, answers)

    def _best_first(self, clash_cost: float) -> Iterator[tuple[float, _Partial | None]]:
        """Goes through answers as they are put together, the highest bound first.

        An entry of the heap is an answer and the option that it is to take next; it stands for all worse
        options too, so that only those are made that are needed. Of equal bounds the longest is continued.

        Yields:
            The highest bound of all that is left, and the answer that has it if that is complete.
        """
        number = count()
        heap: list[tuple[float, int, int, _Partial, int]] = []

        def push(partial: _Partial, option: int, loss: float) -> None:
            length = len(partial.held) + len(partial.tops)
            heapq.heappush(heap, (-partial.bound - loss, -length, next(number), partial, option))

        push(self._start(), 0, 0.0)
        while heap:
            negative, _, _, partial, option = heapq.heappop(heap)
            options = self._options(partial)
            yield -negative, (partial if options is None else None)
            if options is None:
                continue
            if option + 1 < len(options):
                push(partial, option + 1, options[option + 1].loss)
            longer = self._with(partial, option, options[option], clash_cost)
            if longer is not None:
                push(longer, 0, 0.0)

    def _start(self) -> _Partial:
        nothing = _Partial(self._most, 0, (), 0, None, (), (0,) * len(self._order))
        return nothing if self._doubtful else self._stacked(nothing)

    def _options(self, partial: _Partial) -> Sequence[Holding] | Sequence[Top] | None:
        """Returns the next choice of an answer, None if it is complete."""
        if len(partial.held) < len(self._order):
            return self._holdings[len(partial.held)]
        if partial.stacking is not None and len(partial.tops) < len(partial.stacking.groups):
            return partial.stacking.groups[len(partial.tops)]
        return None

    def _with(
        self, partial: _Partial, option: int, chosen: Holding | Top, clash_cost: float
    ) -> _Partial | None:
        """Returns the answer with one more choice, None if that cannot be."""
        if isinstance(chosen, Top):
            return self._laid(partial, option, chosen)
        return self._holding(partial, option, chosen, clash_cost)

    def _holding(self, partial: _Partial, option: int, chosen: Holding, clash_cost: float) -> _Partial | None:
        if partial.cards & chosen.card:
            return None
        clashes = self._clashing(partial, chosen) if clash_cost else 0
        longer = partial._replace(
            bound=partial.bound + chosen.loss - clash_cost * clashes,
            clashes=partial.clashes + clashes,
            held=(*partial.held, option),
            cards=partial.cards | chosen.card,
        )
        if len(longer.held) == self._doubtful:
            longer = self._stacked(longer)
        return self._known(longer) if len(longer.held) == len(self._order) else longer

    def _clashing(self, partial: _Partial, chosen: Holding) -> int:
        """Counts the earlier neighbours that clash with what the next site is to hold."""
        place, clashes = len(partial.held), 0
        if chosen.candidate is None:
            return 0
        for other in self._earlier[place]:
            candidate = self._holdings[other][partial.held[other]].candidate
            if candidate is not None:
                clashes += self._clashes.between(
                    self._order[other], candidate, self._order[place], chosen.candidate
                )
        return clashes

    def _stacked(self, partial: _Partial) -> _Partial:
        """Adds the choices of tops, now that each site that is not surely present has been chosen."""
        present = sum(self._bits)
        for number, options, option in zip(self._order, self._holdings, partial.held, strict=False):
            if options[option].candidate is None:
                present -= self._bits[number]
        if present not in self._stackings:
            self._stackings[present] = stacking(self._evidence, present)
        tops = self._stackings[present]
        return partial._replace(bound=partial.bound + tops.gain, stacking=tops)

    def _known(self, partial: _Partial) -> _Partial | None:
        """Lays the cards of which the order is known, None where cards do not lie as is known."""
        if not (self._evidence.lying or self._evidence.piles):
            return partial
        where: dict[str, int] = {}
        lying: set[tuple[str, int | None]] = set()
        for number, options, option in zip(self._order, self._holdings, partial.held, strict=True):
            if (index := options[option].candidate) is not None:
                card, turn, _ = self._evidence.sites[number].candidates[index]
                where[card] = number
                lying |= {(card, turn), (card, None)}
        if not lying.issuperset(self._evidence.lying):
            return None
        for pile in self._evidence.piles:
            raised = self._piled(partial.above, [where[card] for card in pile])
            if raised is None:
                return None
            partial = partial._replace(above=raised)
        return partial

    def _piled(self, above: tuple[int, ...], sites: Sequence[int]) -> tuple[int, ...] | None:
        """Lays the cards of a pile, the topmost first, above each other where they meet; each meets one."""
        met: set[int] = set()
        for upper, lower in combinations(sites, 2):
            if frozenset((upper, lower)) in self._meeting:
                raised = self._raised(above, upper, self._bits[lower])
                if raised is None:
                    return None
                above, met = raised, met | {upper, lower}
        return above if met == {*sites} else None

    def _laid(self, partial: _Partial, option: int, top: Top) -> _Partial | None:
        """Lays one card above all others of a group of cells, None if one of them lies above it already."""
        above = self._raised(partial.above, top.site, top.beneath)
        if above is None:
            return None
        return partial._replace(bound=partial.bound + top.loss, tops=(*partial.tops, option), above=above)

    def _raised(self, above: tuple[int, ...], site: int, beneath: int) -> tuple[int, ...] | None:
        """Returns what lies above each site once one lies above some others, None if it lies beneath one."""
        if above[site] & beneath:
            return None
        more = above[site] | self._bits[site]
        # The search spends its time here, and a list is made faster than a generator is gone through.
        return tuple(
            [
                mask | more if (mask | bit) & beneath else mask
                for mask, bit in zip(above, self._bits, strict=True)
            ]
        )

    def _answer(self, partial: _Partial) -> Answer:
        assert partial.stacking is not None  # noqa: S101 - a complete answer has its tops
        chosen: list[int | None] = [None] * len(self._order)
        for number, options, option in zip(self._order, self._holdings, partial.held, strict=True):
            chosen[number] = options[option].candidate
        return Answer(tuple(chosen), partial.stacking.tops(partial.tops))
