"""Layouts where only the outline is given: depth-first search for centres, which asks early for the cards.

The square that the fewest centres can cover comes next, and the centres that can are tried in turn. After
each, the cards that still fit are thinned out, so that most sets of centres are given up early.
"""

from collections.abc import Callable, Collection, Sequence

from games.camouflage import Cell
from puzzles import Puzzle
from puzzles.outline import block, too_close
from solver.layout_cards import Cards
from solver.layout_order import laying_order
from solver.layout_search import Search
from solver.layout_slots import Slots
from solver.limits import Limit

FoundAt = Callable[[Slots, list[int]], bool]
"""Is told the slots and domains of a layout; whether it has had enough."""


class Coverings:
    """A search for all layouts that make an outline.

    Attributes:
        sets: how many complete sets of centres it has come to.
    """

    def __init__(self, puzzle: Puzzle, cards: Cards, found: FoundAt, limit: Limit) -> None:
        """Prepare a search.

        Args:
            puzzle: the puzzle, without wild centres.
            cards: the cards at hand.
            found: is told each layout once.
            limit: when to stop.
        """
        self._puzzle, self._cards, self._found, self._limit = puzzle, cards, found, limit
        self._count = len(puzzle.cards)
        self._all_cards = len(cards.cards) == self._count
        self.sets = 0

    def run(self) -> bool:
        """Search to the end; return whether it came there, and not to enough layouts before.

        Raises:
            StoppedError: the limit came first.
        """
        return not self._cover((), sorted(self._puzzle.outline.inner), self._puzzle.outline.cells)

    def _cover(self, chosen: tuple[Cell, ...], able: Sequence[Cell], bare: frozenset[Cell]) -> bool:
        """Go on from some centres; return whether enough was found.

        Args:
            chosen: the centres.
            able: those that may be added.
            bare: the squares that are not covered yet.
        """
        self._limit.check()
        left = self._count - len(chosen)
        if len(bare) > 9 * left or len(able) < left:
            return False
        if not left:
            return self._fill(chosen)
        options = self._options(able, bare)
        if chosen and not self._fits(chosen):
            return False
        able = [*able]
        for centre in options:
            able.remove(centre)
            further = [each for each in able if not too_close(each, centre)]
            if self._cover((*chosen, centre), further, bare - block(centre)):
                return True
        return False

    def _options(self, able: Sequence[Cell], bare: Collection[Cell]) -> list[Cell]:
        """Return the centres to try next: of those that cover the square with the fewest, or all."""
        if not bare:
            return [*able]
        covering = {
            cell: [each for each in able if abs(each[0] - cell[0]) <= 1 and abs(each[1] - cell[1]) <= 1]
            for cell in bare
        }
        return min((covering[cell] for cell in sorted(covering)), key=len)

    def _fits(self, chosen: tuple[Cell, ...]) -> bool:
        """Tell whether cards may fit some of the centres, as far as propagation tells."""
        return Slots(self._cards, chosen, all_cards=False).open() is not None

    def _fill(self, chosen: tuple[Cell, ...]) -> bool:
        self.sets += 1
        order = laying_order(chosen, self._puzzle.rules.min_match)
        if order is None:
            return False
        slots = Slots(self._cards, order, all_cards=self._all_cards)
        return not Search(slots, lambda domains: self._found(slots, domains), self._limit).run(slots.open())
