"""Cards for the centres of an outline as bit masks, and the propagation that thins them out.

A slot is a centre; its domain is a mask of candidates, one for each card and turn. Bit `turn * cards + card`
stands for a card in a turn; turns that look alike have one bit. Two neighbours agree when both show the same
patterns in all cells that they share. So candidates fall into groups by what they show there, and a domain
supports just the neighbour's candidates of the groups that it still reaches.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter

from games.camouflage import Cell, Deck, FaceName, Placement

Squares = tuple[str, ...]
"""The nine squares of a turned face, row by row."""

Pairs = tuple[tuple[int, int], ...]
"""Squares that two cards have in common, by their numbers on the one and on the other."""


@dataclass(frozen=True, slots=True)
class Link:
    """How a slot's candidates support those of a neighbour.

    Attributes:
        neighbour: the index of the other slot.
        groups: pairs of masks, own candidates and those of the neighbour that show the same in common cells.
        supports: for each own candidate, by its bit, the neighbour's candidates that go with it.
    """

    neighbour: int
    groups: Sequence[tuple[int, int]]
    supports: Mapping[int, int]

    def supported(self, domain: int, count: int) -> int:
        """Return the neighbour's candidates that go with any of a domain's `count` candidates."""
        found = 0
        if 2 * count < len(self.groups):
            while domain:
                bit = domain & -domain
                found |= self.supports.get(bit, 0)
                domain ^= bit
            return found
        for own, other in self.groups:
            if own & domain:
                found |= other
        return found


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards at hand as candidates.

    Attributes:
        cards: their ids.
        squares: what each candidate shows, by its number.
        blanks: a mask of the candidates that match everything, whatever they show; usually none.
    """

    cards: tuple[str, ...]
    squares: Mapping[int, Squares]
    blanks: int = 0
    _links: dict[Pairs, tuple[Sequence[tuple[int, int]], Mapping[int, int]]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def all(self) -> int:
        """The mask of all candidates."""
        return sum(1 << number for number in self.squares)

    def link(self, neighbour: int, pairs: Pairs) -> Link:
        """Return how candidates support those of a neighbour with which they share pairs of squares."""
        if pairs not in self._links:
            groups = self._grouped(pairs)
            self._links[pairs] = groups, _supports(groups)
            mirrored = [(theirs, mine) for mine, theirs in groups]
            self._links[tuple((b, a) for a, b in pairs)] = mirrored, _supports(mirrored)
        return Link(neighbour, *self._links[pairs])

    def blanked(self, cards: Collection[str]) -> "Cards":
        """Return the candidates with blanks, which match everything, in the place of some cards."""
        blank = {number for number in self.squares if self.cards[number % len(self.cards)] in cards}
        upright = {number for number in blank if number < len(self.cards)}
        squares = {number: shown for number, shown in self.squares.items() if number not in blank - upright}
        return Cards(self.cards, squares, sum(1 << number for number in upright))

    def _grouped(self, pairs: Pairs) -> Sequence[tuple[int, int]]:
        if any(4 in pair for pair in pairs):
            return []  # one centre would lie on the other card
        here, there = itemgetter(*(own for own, _ in pairs)), itemgetter(*(theirs for _, theirs in pairs))
        own: dict[object, int] = {}
        other: dict[object, int] = {}
        for number, shown in self.squares.items():
            bit, mine, theirs = 1 << number, here(shown), there(shown)
            own[mine] = own.get(mine, 0) | bit
            other[theirs] = other.get(theirs, 0) | bit
        groups = [(mask, other[seen]) for seen, mask in own.items() if seen in other]
        return [*groups, (self.blanks, self.all), (self.all, self.blanks)] if self.blanks else groups

    def placement(self, bit: int, centre: Cell) -> Placement:
        """Return the placement that a candidate stands for."""
        turn, card = divmod(bit.bit_length() - 1, len(self.cards))
        return Placement(self.cards[card], centre, turn)

    def candidate(self, placement: Placement) -> int:
        """Return the bit of the candidate that shows the same squares as a placement; 0 if there is none."""
        if placement.card not in self.cards:
            return 0
        card, count = self.cards.index(placement.card), len(self.cards)
        turns = [turn for turn in range(4) if turn * count + card in self.squares]
        period = len(turns)
        return 1 << ((placement.turn % period) * count + card)


def cards_of(deck: Deck, face: FaceName, cards: Sequence[str]) -> Cards:
    """Return cards as candidates.

    Raises:
        UnknownCardError: the deck lacks one, or its face.
    """
    squares: dict[int, Squares] = {}
    for number, card in enumerate(cards):
        shown: list[Squares] = []
        for turn in range(4):
            face_squares = deck.face(card, face, turn).squares
            if face_squares not in shown:
                shown.append(face_squares)
                squares[turn * len(cards) + number] = face_squares
    return Cards(tuple(cards), squares)


@lru_cache(maxsize=64)
def common(dx: int, dy: int) -> Pairs:
    """Return the squares that two cards share, as pairs of their numbers on the one and on the other.

    Args:
        dx: how far the other's centre lies to the right.
        dy: how far it lies down.
    """
    return tuple(
        (3 * row + column, 3 * (row - dy) + column - dx)
        for row in range(3)
        for column in range(3)
        if 0 <= row - dy < 3 and 0 <= column - dx < 3
    )


def _supports(groups: Sequence[tuple[int, int]]) -> Mapping[int, int]:
    supports: dict[int, int] = {}
    for mine, theirs in groups:
        for bit in bits(mine):
            supports[bit] = supports.get(bit, 0) | theirs
    return supports


def bits(mask: int) -> Iterator[int]:
    """Go through the single bits of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


class Slots:
    """The slots of a layout, their links, and propagation over a list of domains.

    Attributes:
        cards: the candidates.
        centres: the cell of each slot.
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
        self._all_cards = all_cards
        self.weights = [1.0] * len(centres)
        self.last: int | None = None
        count = len(cards.cards)
        self._shifts = (count, 2 * count, 3 * count)
        self._card_mask = (1 << count) - 1
        self._each_turn = 1 | 1 << count | 1 << 2 * count | 1 << 3 * count
        self.links = [[*self._linked(slot, matching)] for slot in range(len(centres))]

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
        domains = [self.cards.all] * len(self.centres)
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
            if slot not in changed and not self.choices(domain) & (self.choices(domain) - 1)
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
        return sum((domain & own).bit_count() for domain in domains)

    def board(self, domains: Sequence[int]) -> tuple[Placement, ...]:
        """Return the placements of domains that hold one candidate each."""
        return tuple(
            self.cards.placement(domain, centre) for domain, centre in zip(domains, self.centres, strict=True)
        )

    def _spread(self, domains: list[int], slot: int, changed: set[int], settled: set[int]) -> bool:
        """Tell a slot's neighbours what it can still be, and all others which card is in it."""
        domain = domains[slot]
        if slot not in settled:
            card = self.choices(domain)
            if not card & (card - 1):
                settled.add(slot)
                if not self._take(domains, slot, ~(card * self._each_turn), changed):
                    return False
        count = domain.bit_count()
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
        if not self._all_cards:
            return once.bit_count() >= len(domains)
        if once != self._card_mask:
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
