"""Cards as candidates for a place, and what those of two places that share squares can be together.

Bit `turn * cards + card` of a mask stands for a card in a turn; turns that look alike have one bit.
Candidates fall into groups by what they show in the cells that two places have in common.
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
