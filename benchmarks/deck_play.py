"""How many cards can be laid: games by the rules of Camouflage in which everybody plays at random, fast.

The table is held as whole numbers whose bits are its cells, one number for each pattern. Where a card can lie
is then found for all cells at once by shifting and joining these. That it is what `games.camouflage.places`
finds is tested; it is some thousand times as fast, which lets a deck be designed by playing.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from games.camouflage import Deck, FaceName
from games.camouflage.log import HAND
from games.camouflage.rounds import STARTING_BOARD

Ring: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""The eight squares of a face clockwise from the top left, as numbers of patterns."""

Animal: TypeAlias = tuple[Ring, ...]
"""The faces of one deck of six."""

PLAYERS: Final = (2, 3, 4, 5, 6)
"""How many can play with one starting deck."""

_WIDTH: Final = 128
"""Cells in a row of the table; 39 cards in a line reach 78 cells either way from the first."""

_MIDDLE: Final = _WIDTH // 2
_STEPS: Final = (-_WIDTH - 1, -_WIDTH, -_WIDTH + 1, 1, _WIDTH + 1, _WIDTH, _WIDTH - 1, -1)
"""From a centre to its squares, clockwise from the top left."""

_RING: Final = (0, 1, 2, 5, 8, 7, 6, 3)
"""Where these stand among the nine squares of a face."""


class Place(NamedTuple):
    """Where a card can lie: the bit of its centre, and its quarter turns."""

    bit: int
    turn: int


@dataclass(slots=True)
class Lattice:
    """What is seen of a table from above.

    Attributes:
        patterns: for each pattern the cells that show it.
        covered: the cells on which a card lies.
    """

    patterns: list[int]
    covered: int = 0
    _free: list[list[int]] | None = field(default=None, init=False)
    _enough: int = field(default=0, init=False)

    def lay(self, ring: Ring, bit: int) -> None:
        """Lay a face; what it covers shows the same patterns, so nothing there changes."""
        for pattern, step in zip(ring, _STEPS, strict=True):
            self.patterns[pattern] |= 1 << (bit + step)
            self.covered |= 1 << (bit + step)
        self.covered |= 1 << bit
        self._free = None

    def places(self, turns: Sequence[Ring]) -> Iterator[tuple[int, int]]:
        """Go through the turns of a face with the bits of all centres on which it can lie, if any."""
        free = self._free or self._looked_at()
        for turn, (a, b, c, d, e, f, g, h) in enumerate(turns):
            fits = self._enough & free[a][0] & free[b][1] & free[c][2] & free[d][3]
            if fits and (fits := fits & free[e][4] & free[f][5] & free[g][6] & free[h][7]):
                yield turn, fits

    def _looked_at(self) -> list[list[int]]:
        """Return for each pattern and each square of a card the centres from which that square fits."""
        empty = ~self.covered
        self._free = [[_shifted(shown | empty, step) for step in _STEPS] for shown in self.patterns]
        one = two = three = 0
        for step in _STEPS:
            covers = _shifted(self.covered, step)
            one, two, three = one | covers, two | one & covers, three | two & covers
        # A centre covers nothing, and three squares have to match.
        self._enough = three & empty
        return self._free


def _shifted(cells: int, step: int) -> int:
    return cells >> step if step >= 0 else cells << -step


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a game.

    Attributes:
        cards: how many cards the players had.
        laid: how many of them were laid.
        askew: how many of these lie an odd number of cells from the first card in x or y, so that squares at
            corners meet squares at sides.
    """

    cards: int
    laid: int
    askew: int


def play(animals: Sequence[Animal], players: int, draw: random.Random) -> Played:
    """Play a game at random.

    The starting deck and those of the players are drawn, three cards of the first are laid, and hands of
    three are drawn from the others. Who plays next is drawn among those who can; the card and its place are
    drawn among all of that hand. The game ends when nobody can lay a card.

    Args:
        animals: the decks of six, at least one more than players.
        players: how many play.
        draw: the source of chance.
    """
    opening, *seats = draw.sample(range(len(animals)), players + 1)
    lattice = Lattice([0] * (1 + max(max(ring) for animal in animals for ring in animal)))
    opened = [*animals[opening]]
    _begin(lattice, opened, draw)
    piles = [draw.sample(animals[seat], len(animals[seat])) for seat in seats]
    cards, laid, askew = sum(map(len, piles)), 0, 0
    while bit := _next(lattice, piles, draw):
        laid += 1
        askew += any(coordinate % 2 for coordinate in cell_of(bit))
    return Played(cards, laid, askew)


class Share(NamedTuple):
    """What comes of many games, as shares of cards, 0 to 1.

    Attributes:
        laid: how many of the players' cards were laid.
        askew: how many of these lie askew, as in `Played`.
    """

    laid: float
    askew: float


def share(animals: Sequence[Animal], players: int, games: int, *, seed: int) -> Share:
    """Play games at random, and return what comes of them; the same for the same seed."""
    draw = random.Random(seed)  # noqa: S311 - games are played, no secret is made
    played = [play(animals, players, draw) for _ in range(games)]
    laid = sum(each.laid for each in played)
    return Share(laid / sum(each.cards for each in played), sum(each.askew for each in played) / max(laid, 1))


def _begin(lattice: Lattice, cards: list[Ring], draw: random.Random) -> None:
    """Lay the starting board: three cards, or as many as go together as they come."""
    first = cards.pop(draw.randrange(len(cards)))
    lattice.lay(first, bit_of(0, 0))
    for _ in range(STARTING_BOARD - 1):
        _lay_one(lattice, cards, len(cards), draw)


def _next(lattice: Lattice, piles: Sequence[list[Ring]], draw: random.Random) -> int:
    """Let one lay a card, and return the bit of its centre; 0 where nobody can."""
    for pile in draw.sample(piles, len(piles)):
        if bit := _lay_one(lattice, pile, HAND, draw):
            return bit
    return 0


def _lay_one(lattice: Lattice, pile: list[Ring], hand: int, draw: random.Random) -> int:
    """Lay one of the first cards of a pile; the place is drawn among all places of all of them."""
    found = [
        (card, turn, fits)
        for card, ring in enumerate(pile[:hand])
        for turn, fits in lattice.places(turned(ring))
    ]
    if not found:
        return 0
    counts = [fits.bit_count() for _, _, fits in found]
    (chosen,) = draw.choices(range(len(found)), counts)
    card, turn, fits = found[chosen]
    bit = bits_of(fits)[draw.randrange(counts[chosen])]
    lattice.lay(turned(pile.pop(card))[turn], bit)
    return bit


@lru_cache(maxsize=4096)
def turned(ring: Ring) -> tuple[Ring, ...]:
    """Return a face turned clockwise by 0 to 3 quarter turns."""
    a, b, c, d, e, f, g, h = ring
    return ring, (g, h, a, b, c, d, e, f), (e, f, g, h, a, b, c, d), (c, d, e, f, g, h, a, b)


def bit_of(x: int, y: int) -> int:
    """Return the bit of a cell; the first card lies round (0, 0)."""
    return (_MIDDLE + y) * _WIDTH + _MIDDLE + x


def cell_of(bit: int) -> tuple[int, int]:
    """Return the cell of a bit."""
    return bit % _WIDTH - _MIDDLE, bit // _WIDTH - _MIDDLE


def bits_of(cells: int) -> list[int]:
    """Return the bits of cells one by one."""
    found = []
    while cells:
        found.append((cells & -cells).bit_length() - 1)
        cells &= cells - 1
    return found


def animals_of(deck: Deck, face: FaceName) -> tuple[Animal, ...]:
    """Return the faces of a deck, one side of them, by their decks of six."""
    number: Mapping[str, int] = {name: index for index, name in enumerate(deck.patterns[face])}
    return tuple(
        tuple(ring_of(deck.face(card.id, face).squares, number) for card in deck.cards_of(animal))
        for animal in deck.decks
    )


def ring_of(squares: Sequence[str], number: Mapping[str, int]) -> Ring:
    """Return the nine squares of a face as a ring of numbers of patterns."""
    a, b, c, d, e, f, g, h = (number[squares[index]] for index in _RING)
    return a, b, c, d, e, f, g, h
