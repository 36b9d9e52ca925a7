"""Cards for the centres of an outline as bit masks, and the propagation that thins them out.

A slot is a centre; its domain is a mask of candidates, one for each card and turn. Two neighbours agree when
both show the same patterns in all cells that they share, so a domain supports just the neighbour's candidates
of the groups that it still reaches.
"""

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from typing import Final

from games.camouflage import Cell, Placement
from solver.layout_cards import Cards, Link, common

_TURNS: Final = 4
"""More candidates than this are not all of one card."""


class Slots:
    """The slots of a layout, their links, and propagation over a list of domains.

    Attributes:
        cards: the candidates.
        centres: the cell of each slot.
        candidates: the mask of those that may be laid: all, or those of some cards.
        all_cards: whether each of their cards has to be laid, not only each slot be filled.
        links: for each slot those to its neighbours.
        weights: how often each slot was where a search came to a dead end; what searches branch on first.
        last: the slot in which it came to one last.
    """

    def __init__(
        self,
        cards: Cards,
        centres: Sequence[Cell],
        *,
        all_cards: bool,
        matching: Collection[Cell] | None = None,
    ) -> None:
        """Link all slots whose cards share a cell.

        Args:
            cards: the cards.
            centres: the cell of each slot.
            all_cards: whether every card has to be laid, not only every slot be filled.
            matching: the cells in which squares have to match; None for all.
        """
        self.cards, self.centres = cards, tuple(centres)
        self.all_cards = all_cards
        self.weights = [1.0] * len(centres)
        self.last: int | None = None
        count = len(cards.cards)
        self._shifts = (count, 2 * count, 3 * count)
        self._card_mask = (1 << count) - 1
        self._each_turn = 1 | 1 << count | 1 << 2 * count | 1 << 3 * count
        self.candidates = cards.all
        self.links = [[*self._linked(slot, matching)] for slot in range(len(centres))]

    def of(self, laid: int) -> "Slots":
        """Return the same slots for just the cards of some candidates, all of which have to be laid."""
        some = copy(self)
        some.weights, some.last = [1.0] * len(self.centres), None
        some.candidates &= self.choices(laid) * self._each_turn
        some.all_cards = True
        return some

    def _linked(self, slot: int, matching: Collection[Cell] | None) -> Iterator[Link]:
        x, y = self.centres[slot]
        for other, there in enumerate(self.centres):
            dx, dy = there[0] - x, there[1] - y
            if other != slot and abs(dx) <= 2 and abs(dy) <= 2:
                pairs = common(dx, dy)
                if matching is not None:
                    cells = {own: Cell(x - 1 + own % 3, y - 1 + own // 3) for own, _ in pairs}
                    pairs = tuple(pair for pair in pairs if cells[pair[0]] in matching)
                if pairs:
                    yield self.cards.link(other, pairs)

    def open(self) -> list[int] | None:
        """Return the domains before anything is laid, thinned out; None where nothing can be laid."""
        domains = [self.candidates] * len(self.centres)
        return domains if self.propagate(domains, set(range(len(domains)))) else None

    def propagate(self, domains: list[int], changed: set[int]) -> bool:
        """Take away, in place, what cannot be; False where a slot or card is left with nothing.

        Args:
            domains: of all slots.
            changed: the slots whose domain is smaller than when this last came to an end; it is used up.
        """
        settled = {
            slot
            for slot, domain in enumerate(domains)
            if slot not in changed
            and domain.bit_count() <= _TURNS
            and not (card := self.choices(domain)) & (card - 1)
        }
        while True:
            while changed:
                if not self._spread(domains, changed.pop(), changed, settled):
                    return False
            if not self._place_cards(domains, changed):
                return False
            if not changed:
                return True

    def choices(self, domain: int) -> int:
        """Return the cards of a domain as a mask, whatever their turn."""
        one, two, three = self._shifts
        return (domain | domain >> one | domain >> two | domain >> three) & self._card_mask

    def places(self, bit: int, domains: Sequence[int]) -> int:
        """Return how many candidates of a candidate's card are left in all domains together."""
        own = self.choices(bit) * self._each_turn
        return sum([(domain & own).bit_count() for domain in domains])

    def board(self, domains: Sequence[int]) -> tuple[Placement, ...]:
        """Return the placements of domains that hold one candidate each."""
        return tuple(
            self.cards.placement(domain, centre) for domain, centre in zip(domains, self.centres, strict=True)
        )

    def _spread(self, domains: list[int], slot: int, changed: set[int], settled: set[int]) -> bool:
        """Tell a slot's neighbours what it can still be, and all others which card is in it."""
        domain = domains[slot]
        count = domain.bit_count()
        if count <= _TURNS and slot not in settled:
            card = self.choices(domain)
            if not card & (card - 1):
                settled.add(slot)
                if not self._take(domains, slot, ~(card * self._each_turn), changed):
                    return False
        for link in self.links[slot]:
            other = link.neighbour
            left = domains[other] & link.supported(domain, count)
            if left != domains[other]:
                if not left:
                    self._blame(slot, other)
                    return False
                domains[other] = left
                changed.add(other)
        return True

    def _take(self, domains: list[int], slot: int, kept: int, changed: set[int]) -> bool:
        for other, domain in enumerate(domains):
            left = domain & kept
            if left != domain and other != slot:
                if not left:
                    self._blame(other)
                    return False
                domains[other] = left
                changed.add(other)
        return True

    def _place_cards(self, domains: list[int], changed: set[int]) -> bool:
        """Lay cards that have a single slot left; False where one has none."""
        choices = [self.choices(domain) for domain in domains]
        once = twice = 0
        for cards in choices:
            twice |= once & cards
            once |= cards
        if not self.all_cards:
            return once.bit_count() >= len(domains)
        if once != self.choices(self.candidates):
            return False
        single = once & ~twice
        for slot, cards in enumerate(choices):
            only = cards & single
            if only and only != cards:
                if only & (only - 1):
                    self._blame(slot)
                    return False
                domains[slot] &= only * self._each_turn
                changed.add(slot)
        return True

    def _blame(self, *slots: int) -> None:
        for slot in slots:
            self.weights[slot] += 1
