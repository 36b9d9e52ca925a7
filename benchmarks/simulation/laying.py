"""Boards laid at random, card by card, as players would, sometimes against the rules."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from games.camouflage import CENTRE, Board, Card, Cell, Deck, FaceName, Placement, Rules, Table, judge

_PLAYERS = ("Ada", "Bo", "Cleo", "Dirk", "Emil", "Fay")
_FAR = 48
"""Cells from the first card to the border of the lattice that is looked at."""

_EMPTY, _CENTRE, _OWN_CENTRE = -1, -2, -3

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Laid:
    """A board that has been laid.

    Attributes:
        table: the cards and who plays.
        illegal: the cards that lie against the rules.
    """

    table: Table
    illegal: frozenset[str]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card may be laid.

    Attributes:
        card: the card.
        cell: the cell of its centre.
        turn: its quarter turns.
        covered: how many squares it covers.
    """

    card: Card
    cell: tuple[int, int]
    turn: int
    covered: int


@dataclass(slots=True)
class _Lattice:
    """What is seen from above while a board is laid.

    Attributes:
        tops: the topmost square of each cell as the number of its pattern, row by row.
        faces: for each card its four turns, (4, 9).
        placements: what lies there, bottom first.
    """

    faces: dict[str, Ints]
    tops: Ints = field(default_factory=lambda: np.full((2 * _FAR, 2 * _FAR), _EMPTY, np.int64))
    placements: list[Placement] = field(default_factory=list)

    def lay(self, card: Card, cell: tuple[int, int], turn: int) -> None:
        x, y = cell
        square = self.faces[card.id][turn].reshape(3, 3)
        where = (slice(y + _FAR - 1, y + _FAR + 2), slice(x + _FAR - 1, x + _FAR + 2))
        self.tops[where] = np.where(square == _OWN_CENTRE, _CENTRE, square)
        self.placements.append(Placement(card.id, Cell(x, y), turn))

    def windows(self) -> tuple[Ints, tuple[int, int]]:
        """Return what lies under each place about the board, (rows, columns, 9), and the first place's centre."""
        rows, columns = np.nonzero(self.tops != _EMPTY)
        top, left = max(rows.min() - 2, 0), max(columns.min() - 2, 0)
        part = self.tops[top : rows.max() + 3, left : columns.max() + 3]
        view = np.lib.stride_tricks.sliding_window_view(part, (3, 3))
        return view.reshape(*view.shape[:2], 9), (int(left) + 1 - _FAR, int(top) + 1 - _FAR)


def lay_board(
    rng: np.random.Generator,
    deck: Deck,
    face: FaceName,
    *,
    cards: int,
    illegal: int = 0,
    min_match: int = 3,
    spread: float = 0.5,
) -> Laid:
    """Lays a board.

    Args:
        rng: the source of chance.
        deck: the cards.
        face: the side that is played.
        cards: how many cards lie there at the end, fewer only where no more can be laid in several attempts.
        illegal: how many of them are laid against the rules.
        min_match: the minimum of matching squares; with less than 3 the board is like a puzzle's solution.
        spread: 0 for compact boards, 1 for boards that reach far.
    """
    attempts = []
    for _ in range(6):
        laid = _attempt(rng, deck, face, cards, illegal, min_match, spread)
        attempts.append(laid)
        if len(laid.table.board) == cards and len(laid.illegal) >= illegal:
            break
    return max(attempts, key=lambda laid: len(laid.table.board))


def _attempt(
    rng: np.random.Generator,
    deck: Deck,
    face: FaceName,
    cards: int,
    illegal: int,
    min_match: int,
    spread: float,
) -> Laid:
    lattice = _Lattice(_numbered(deck, face))
    order = [str(name) for name in rng.permutation(deck.decks)]
    start = _lay_start(rng, lattice, deck.cards_of(order[0]), min(3, cards), min_match)
    playing = order[1 : 2 + max(1, -(-(cards - 3) // 6) + int(rng.integers(0, 2)))]
    hand = [card for name in playing for card in deck.cards_of(name)]
    spare = [card for name in order[1 + len(playing) :] for card in deck.cards_of(name)]
    wrong = set(rng.choice(np.arange(len(start), max(cards, len(start) + 1)), illegal).tolist())
    while hand and len(lattice.placements) < cards:
        bad = len(lattice.placements) in wrong
        options = _faults(rng, lattice, hand, min_match) if bad else _legal(lattice, hand, min_match)
        options = options or _legal(lattice, hand, min_match)
        if not options:
            hand, spare = spare, []
            continue
        chosen = _choose(rng, lattice, options, spread)
        lattice.lay(chosen.card, chosen.cell, chosen.turn)
        hand.remove(chosen.card)
    return _laid(rng, lattice, deck, face, start, playing, min_match)


def _laid(
    rng: np.random.Generator,
    lattice: _Lattice,
    deck: Deck,
    face: FaceName,
    start: Sequence[str],
    playing: Sequence[str],
    min_match: int,
) -> Laid:
    names = [str(name) for name in rng.permutation(_PLAYERS)]
    puzzle = min_match < 3
    table = Table(
        deck.name,
        face,
        Board(tuple(lattice.placements)),
        start=None if puzzle else tuple(start),
        players=None if puzzle else dict(zip(names, playing, strict=False)),
        rules=Rules(min_match=min_match),
    )
    judged = judge(table, deck)
    return Laid(table, frozenset(judgement.card for judgement in judged if judgement.legal is False))


def _numbered(deck: Deck, face: FaceName) -> dict[str, Ints]:
    number = {name: index for index, name in enumerate(deck.patterns[face])} | {CENTRE: _OWN_CENTRE}
    return {
        card.id: np.array(
            [[number[name] for name in deck.face(card.id, face, turn).squares] for turn in range(4)]
        )
        for card in deck.cards
    }


def _lay_start(
    rng: np.random.Generator, lattice: _Lattice, cards: Sequence[Card], count: int, min_match: int
) -> list[str]:
    """Lay the starting board, as many of its cards as go together, and return them."""
    best: list[Place] = []
    for _ in range(12):
        trial = _Lattice(lattice.faces)
        left = [cards[index] for index in rng.permutation(len(cards))]
        places = [Place(left.pop(), (0, 0), int(rng.integers(4)), 0)]
        trial.lay(places[0].card, (0, 0), places[0].turn)
        while len(places) < count and (options := _legal(trial, left, min_match)):
            place = _choose(rng, trial, options, 0.5)
            trial.lay(place.card, place.cell, place.turn)
            left.remove(place.card)
            places.append(place)
        best = max(best, places, key=len)
        if len(best) == count:
            break
    for place in best:
        lattice.lay(place.card, place.cell, place.turn)
    return [place.card.id for place in best]


def _contacts(lattice: _Lattice, card: Card) -> tuple[Ints, Ints, Ints, tuple[int, int]]:
    """Return for each place and turn how many squares are covered, match, and are centres above or beneath."""
    windows, first = lattice.windows()
    beneath = windows[:, :, None, :]
    own = lattice.faces[card.id][None, None]
    covered = (beneath != _EMPTY).sum(-1)
    matching = (beneath == own).sum(-1)
    centres = ((beneath == _CENTRE) | ((own == _OWN_CENTRE) & (beneath != _EMPTY))).sum(-1)
    shape = matching.shape
    return np.broadcast_to(covered, shape), matching, centres, first


def _places(card: Card, wanted: NDArray[np.bool_], covered: Ints, first: tuple[int, int]) -> Iterable[Place]:
    for row, column, turn in np.argwhere(wanted).tolist():
        yield Place(card, (first[0] + column, first[1] + row), turn, int(covered[row, column, turn]))


def _legal(lattice: _Lattice, hand: Iterable[Card], min_match: int) -> list[Place]:
    found: list[Place] = []
    for card in hand:
        covered, matching, _, first = _contacts(lattice, card)
        wanted = (covered == matching) & (matching >= max(min_match, 1))
        found += _places(card, wanted, covered, first)
    return found


def _faults(rng: np.random.Generator, lattice: _Lattice, hand: Sequence[Card], min_match: int) -> list[Place]:
    """Return places against the rules, such as a hasty player would take."""
    kind = str(rng.choice(["clash", "few", "centre"], p=[0.55, 0.35, 0.1])) if min_match else "clash"
    found: list[Place] = []
    for index in rng.permutation(len(hand))[:8]:
        covered, matching, centres, first = _contacts(lattice, hand[index])
        clashing = covered - matching - centres
        wanted = {
            "clash": (clashing >= 1) & (clashing <= 2) & (matching >= max(min_match - 1, 1)) & (centres == 0),
            "few": (covered == matching) & (matching >= 1) & (matching < min_match),
            "centre": (centres == 1) & (clashing <= 1) & (matching >= 2),
        }[kind]
        found += _places(hand[index], wanted, covered, first)
    return found


def _choose(rng: np.random.Generator, lattice: _Lattice, options: Sequence[Place], spread: float) -> Place:
    """Take a place, rather one that covers much and lies near the middle of the board, first of all a card."""
    cards = sorted({place.card.id for place in options})
    card = cards[int(rng.integers(len(cards)))]
    mine = [place for place in options if place.card.id == card]
    middle = np.mean([placement.centre for placement in lattice.placements], axis=0)
    distance = np.linalg.norm([np.subtract(place.cell, middle) for place in mine], axis=1)
    covered = np.array([place.covered for place in mine])
    pull = 0.8 * (1 - spread)
    score = -pull * distance + 0.35 * (covered - 3)
    weights = np.exp(score - score.max())
    return mine[int(rng.choice(len(mine), p=weights / weights.sum()))]
