"""Cards for the centres of an outline as bit masks, and the propagation that thins them out.

A slot is a centre; its domain is a mask of candidates, one for each card and turn. Bit `turn * cards + card`
stands for a card in a turn; turns that look alike have one bit. Two neighbours agree when both show the same
patterns in all cells that they share. So candidates fall into groups by what they show there, and a domain
supports just the neighbour's candidates of the groups that it still reaches.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from games.camouflage import Cell, Deck, FaceName, Placement

Squares = tuple[str, ...]
"""The nine squares of a turned face, row by row."""


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
    """

    cards: tuple[str, ...]
    squares: Mapping[int, Squares]
    _links: dict[tuple[int, int], tuple[Sequence[tuple[int, int]], Mapping[int, int]]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def all(self) -> int:
        """The mask of all candidates."""
        return sum(1 << number for number in self.squares)

    def link(self, neighbour: int, dx: int, dy: int) -> Link:
        """Return how candidates support those of a neighbour whose centre is `dx` right and `dy` down."""
        if (dx, dy) not in self._links:
            groups = _grouped(self.squares, dx, dy)
            self._links[dx, dy] = groups, _supports(groups)
            mirrored = [(theirs, mine) for mine, theirs in groups]
            self._links[-dx, -dy] = mirrored, _supports(mirrored)
        return Link(neighbour, *self._links[dx, dy])

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


def common(dx: int, dy: int) -> tuple[tuple[int, int], ...]:
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
    return {bit: theirs for mine, theirs in groups for bit in bits(mine)}


def _grouped(squares: Mapping[int, Squares], dx: int, dy: int) -> Sequence[tuple[int, int]]:
    pairs = common(dx, dy)
    if any(4 in pair for pair in pairs):
        return []  # one centre would lie on the other card
    here, there = itemgetter(*(own for own, _ in pairs)), itemgetter(*(theirs for _, theirs in pairs))
    own: dict[object, int] = {}
    other: dict[object, int] = {}
    for number, shown in squares.items():
        bit, mine, theirs = 1 << number, here(shown), there(shown)
        own[mine] = own.get(mine, 0) | bit
        other[theirs] = other.get(theirs, 0) | bit
    return [(mask, other[seen]) for seen, mask in own.items() if seen in other]


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

    def __init__(self, cards: Cards, centres: Sequence[Cell], *, all_cards: bool) -> None:
        """Link all slots whose cards share a cell.

        Args:
            cards: the cards.
            centres: the cell of each slot.
            all_cards: whether every card has to be laid, not only every slot be filled.
        """
        self.cards, self.centres = cards, tuple(centres)
        self._all_cards = all_cards
        self.weights = [1.0] * len(centres)
        self.last: int | None = None
        count = len(cards.cards)
        self._shifts = (count, 2 * count, 3 * count)
        self._card_mask = (1 << count) - 1
        self._each_turn = 1 | 1 << count | 1 << 2 * count | 1 << 3 * count
        self.links = [
            [
                cards.link(other, x - own[0], y - own[1])
                for other, (x, y) in enumerate(centres)
                if other != slot and abs(x - own[0]) <= 2 and abs(y - own[1]) <= 2
            ]
            for slot, own in enumerate(centres)
        ]

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
