"""Boards laid at random, card by card, as players would, sometimes against the rules."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.camouflage import CENTRE, Board, Card, Cell, Deck, FaceName, Placement, Rules, Table, judge

Ints: TypeAlias = NDArray[np.int64]

_PLAYERS: Final = ("Ada", "Bo", "Cleo", "Dirk", "Emil", "Fay")

_FAR: Final = 48
"""Cells from the first card to the border of the lattice that is looked at."""

_EMPTY, _CENTRE, _OWN_CENTRE = -1, -2, -3
"""What stands for no square and for a centre, beneath and on the card that is laid, among the patterns."""

_ATTEMPTS: Final = 6
"""How often a board is begun anew that comes to an end too early."""


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
class Plan:
    """What kind of board is laid.

    Attributes:
        cards: how many cards, fewer only where no more can be laid in several attempts.
        illegal: how many of them are laid against the rules.
        min_match: the minimum of matching squares; with less than 3 the board is like a puzzle's solution.
        spread: 0 for compact boards, 1 for boards that reach far.
    """

    cards: int
    illegal: int = 0
    min_match: int = 3
    spread: float = 0.4


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a card may be laid: the cell of its centre, its quarter turns, and the squares it covers."""

    card: Card
    cell: tuple[int, int]
    turn: int
    covered: int


@dataclass(slots=True)
class _Lattice:
    """What is seen from above while a board is laid.

    Attributes:
        faces: for each card its four turns, (4, 9) numbers of patterns.
        tops: the topmost square of each cell, row by row.
        placements: what lies there, bottom first.
    """

    faces: dict[str, Ints]
    tops: Ints = field(default_factory=lambda: np.full((2 * _FAR, 2 * _FAR), _EMPTY, np.int64))
    placements: list[Placement] = field(default_factory=list)

    def lay(self, place: _Place) -> None:
        x, y = place.cell
        square = self.faces[place.card.id][place.turn].reshape(3, 3)
        where = (slice(y + _FAR - 1, y + _FAR + 2), slice(x + _FAR - 1, x + _FAR + 2))
        self.tops[where] = np.where(square == _OWN_CENTRE, _CENTRE, square)
        self.placements.append(Placement(place.card.id, Cell(x, y), place.turn))

    def windows(self) -> tuple[Ints, tuple[int, int]]:
        """Return what lies under each place, (rows, columns, 9), and the centre of the first."""
        rows, columns = np.nonzero(self.tops != _EMPTY)
        top, left = max(int(rows.min()) - 2, 0), max(int(columns.min()) - 2, 0)
        part = self.tops[top : rows.max() + 3, left : columns.max() + 3]
        view = np.lib.stride_tricks.sliding_window_view(part, (3, 3))
        return view.reshape(*view.shape[:2], 9), (left + 1 - _FAR, top + 1 - _FAR)


@dataclass(frozen=True, slots=True, eq=False)
class _Contacts:
    """How a card would meet the board in all places and turns: (rows, columns, 4) numbers of squares.

    Attributes:
        card: the card.
        first: the cell of its centre in the first place.
        covered: squares that it covers.
        matching: those that match.
        centres: those where a centre covers or is covered.
    """

    card: Card
    first: tuple[int, int]
    covered: Ints
    matching: Ints
    centres: Ints

    @property
    def clashing(self) -> Ints:
        """Squares of two patterns."""
        return self.covered - self.matching - self.centres

    def places(self, wanted: NDArray[np.bool_]) -> Iterator[_Place]:
        """Go through the wanted places and turns."""
        for row, column, turn in np.argwhere(wanted).tolist():
            cell = (self.first[0] + column, self.first[1] + row)
            yield _Place(self.card, cell, turn, int(self.covered[row, column, turn]))


def lay_board(rng: np.random.Generator, deck: Deck, face: FaceName, plan: Plan) -> Laid:
    """Lays a board.

    Args:
        rng: the source of chance.
        deck: the cards.
        face: the side that is played.
        plan: what kind of board.
    """
    attempts = []
    for _ in range(_ATTEMPTS):
        laid = _attempt(rng, deck, face, plan)
        attempts.append(laid)
        if len(laid.table.board) == plan.cards and len(laid.illegal) >= plan.illegal:
            break
    return max(attempts, key=lambda laid: (len(laid.table.board), len(laid.illegal)))


def _attempt(rng: np.random.Generator, deck: Deck, face: FaceName, plan: Plan) -> Laid:
    lattice = _Lattice(_numbered(deck, face))
    order = [str(name) for name in rng.permutation(deck.decks)]
    began = _lay_start(rng, lattice, deck, order, plan)
    order.remove(began)
    start = [placement.card for placement in lattice.placements]
    seats = min(len(order), max(1, -(-(plan.cards - len(start)) // 6)) + int(rng.integers(0, 2)))
    playing, idle = order[:seats], order[seats:]
    hand = [card for name in playing for card in deck.cards_of(name)]
    wrong = set(rng.integers(len(start), max(plan.cards, len(start) + 1), plan.illegal).tolist())
    while hand and len(lattice.placements) < plan.cards:
        options = _faults(rng, lattice, hand, plan) if len(lattice.placements) in wrong else []
        options = options or _legal(lattice, hand, plan)
        if options:
            chosen = _choose(rng, lattice, options, plan)
            lattice.lay(chosen)
            hand.remove(chosen.card)
        elif idle:  # nobody can go on: one more player comes in
            playing.append(idle.pop())
            hand += deck.cards_of(playing[-1])
        else:
            break
    return _judged(rng, Table(deck.name, face, Board(tuple(lattice.placements))), deck, start, playing, plan)


def _judged(
    rng: np.random.Generator,
    table: Table,
    deck: Deck,
    start: Sequence[str],
    playing: Sequence[str],
    plan: Plan,
) -> Laid:
    """Seat the players, where there are any, and have the rules say which cards are illegal."""
    names = [str(name) for name in rng.permutation(_PLAYERS)]
    table = Table(
        table.deck_name,
        table.face,
        table.board,
        start=tuple(start) if plan.min_match == 3 else None,
        players=dict(zip(names, playing, strict=False)) if plan.min_match == 3 else None,
        rules=Rules(min_match=plan.min_match),
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
    rng: np.random.Generator, lattice: _Lattice, deck: Deck, order: Sequence[str], plan: Plan
) -> str:
    """Lay the starting board, three cards of a deck or as many as go together, and return that deck."""
    count = min(3, plan.cards)
    best: tuple[str, list[_Place]] = (order[0], [])
    for name in order:
        for _ in range(4):
            best = max(best, (name, _together(rng, lattice, deck.cards_of(name), count, plan)), key=_length)
            if _length(best) == count:
                break
        if _length(best) == count:
            break
    for place in best[1]:
        lattice.lay(place)
    return best[0]


def _length(start: tuple[str, list[_Place]]) -> int:
    return len(start[1])


def _together(
    rng: np.random.Generator, lattice: _Lattice, cards: Sequence[Card], count: int, plan: Plan
) -> list[_Place]:
    trial = _Lattice(lattice.faces)
    left = [cards[index] for index in rng.permutation(len(cards))]
    places = [_Place(left.pop(), (0, 0), int(rng.integers(4)), 0)]
    trial.lay(places[0])
    while len(places) < count and (options := _legal(trial, left, plan)):
        places.append(_choose(rng, trial, options, plan))
        trial.lay(places[-1])
        left.remove(places[-1].card)
    return places


def _contacts(lattice: _Lattice, card: Card) -> _Contacts:
    windows, first = lattice.windows()
    beneath, own = windows[:, :, None, :], lattice.faces[card.id][None, None]
    matching = (beneath == own).sum(-1)
    centres = ((beneath == _CENTRE) | ((own == _OWN_CENTRE) & (beneath != _EMPTY))).sum(-1)
    covered = np.broadcast_to((beneath != _EMPTY).sum(-1), matching.shape)
    return _Contacts(card, first, covered, matching, centres)


def _legal(lattice: _Lattice, hand: Sequence[Card], plan: Plan) -> list[_Place]:
    found: list[_Place] = []
    for card in hand:
        met = _contacts(lattice, card)
        found += met.places((met.covered == met.matching) & (met.matching >= max(plan.min_match, 1)))
    return found


def _faults(rng: np.random.Generator, lattice: _Lattice, hand: Sequence[Card], plan: Plan) -> list[_Place]:
    """Return places against the rules, such as a hasty player would take."""
    kinds, odds = (["clash", "few", "centre"], [0.55, 0.35, 0.1]) if plan.min_match else (["clash"], [1.0])
    kind = str(rng.choice(kinds, p=odds))
    found: list[_Place] = []
    for index in rng.permutation(len(hand))[:8]:
        met = _contacts(lattice, hand[index])
        near = (met.clashing >= 1) & (met.clashing <= 2) & (met.centres == 0)
        wanted = {
            "clash": near & (met.matching >= max(plan.min_match - 1, 1)),
            "few": (met.covered == met.matching) & (met.matching >= 1) & (met.matching < plan.min_match),
            "centre": (met.centres == 1) & (met.clashing <= 1) & (met.matching >= 2),
        }
        found += met.places(wanted[kind])
    return found


def _choose(rng: np.random.Generator, lattice: _Lattice, options: Sequence[_Place], plan: Plan) -> _Place:
    """Take a card, rather one with few places, and lay it where it covers much and near the middle."""
    counts = Counter(place.card.id for place in options)
    rare = 1 / np.array([*counts.values()]) ** 2
    card = str(rng.choice([*counts], p=rare / rare.sum()))
    mine = [place for place in options if place.card.id == card]
    middle = np.mean([placement.centre for placement in lattice.placements], axis=0)
    distance = np.linalg.norm([np.subtract(place.cell, middle) for place in mine], axis=1)
    score = 0.35 * np.array([place.covered for place in mine]) - 0.8 * (1 - plan.spread) * distance
    weights = np.exp(score - score.max())
    return mine[int(rng.choice(len(mine), p=weights / weights.sum()))]
