"""Branch and bound over sequences of cards laid on a board, for the most points.

What a card scores is settled when it is laid: nothing that is laid later lies beneath it. Sequences that lay
the same cards in the same places, each pair that overlaps in the same order, are one state and are gone into
once.

The bound: while no centre is wild, a covered cell shows the same pattern for ever, so a card that clashes now
never fits. In Cover Some Ground two cards from hand share 3 squares at most, in Diversify one counts 1 for
the other, and of either only the upper card gains. So each card still in hand counts what it would meet now,
and half of what it could share with the others in hand. On a cell that is bare now at most four of these
cards meet, one round each corner of it, of which three gain: no card counts more than 3/4 for such a cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.camouflage import CENTRE, Cell, Deck, Placement, Rules, Table
from games.camouflage.surface import Surface, lay, surface
from solver.limits import Limit, StoppedError

Spot = tuple[int, int, int]
"""A place: x and y of the centre, and the turn."""

Plays = tuple[tuple[str, Spot], ...]
"""Cards and where they are laid, in order."""

_CELLS: Final = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
_NEAR: Final = tuple((dx, dy) for dy in range(-2, 3) for dx in range(-2, 3))
_MOST: Final = 9
"""No card meets more squares, or more cards."""

_SQUARES: Final = 8
"""The squares of a card beside its centre."""

_SHARED: Final = {"cover-some-ground": 3, "diversify": 1}
"""What two cards from hand can score by each other at most; the upper one scores it."""


@dataclass(frozen=True, slots=True)
class Options:
    """Where a card may be laid, and how much it can still come to.

    Attributes:
        legal: the points at each legal place.
        most: what it meets at most now, wherever it fits; its bound without the other cards in hand.
    """

    legal: dict[Spot, int]
    most: int


class PlaySearch:
    """A search for the best sequence.

    Attributes:
        best: the sequences with the most points that were found.
        points: their points.
        bound: what no sequence exceeds, as far as it is proven.
        nodes: how many states it has gone into.
    """

    def __init__(self, table: Table, deck: Deck, hand: Sequence[str], game: str, *, kept: int = 6) -> None:
        """Prepare a search.

        Args:
            table: a table with a shared board.
            deck: its cards.
            hand: the cards to lay.
            game: `diversify` or `cover-some-ground`.
            kept: how many of the best sequences are kept.
        """
        self._rules: Rules = table.rules
        self._by_cards = game == "diversify"
        self._shared = _SHARED[game]
        self._kept = kept
        self._faces = {card: _turned(deck, table, card) for card in hand}
        self._deck, self._face = deck, table.face
        self._top: Surface = surface(table.board, deck, table.face)
        self._seen: set[object] = set()
        self.best: list[Plays] = [()]
        self.points = 0
        self.nodes = 0
        self.bound = _MOST * len(hand)

    def run(self, limit: Limit) -> bool:
        """Search to the end or the limit; return whether the best is proven."""
        cells = {(x + dx, y + dy) for x, y in self._top for dx, dy in _CELLS} or {(0, 0)}
        options = {card: self._options(self._top, card, cells) for card in self._faces}
        self.bound = self._bound(0, options)
        try:
            self._go(self._top, (), 0, options, frozenset(), limit)
        except StoppedError:
            return False
        self.bound = self.points
        return True

    def _go(
        self,
        top: Surface,
        plays: Plays,
        points: int,
        options: dict[str, Options],
        order: frozenset[tuple[str, str]],
        limit: Limit,
    ) -> None:
        """Go into a state: what lies there, how it was laid and scored, and where the other cards may go."""
        limit.check()
        self.nodes += 1
        self._keep(plays, points)
        for gain, card, spot in self._moves(options):
            if self._bound(points, options) <= self.points:
                return
            above = order | {(card, other) for other, at in plays if _near(spot, at)}
            laid = (*plays, (card, spot))
            state = (frozenset(laid), above)
            if state not in self._seen:
                self._seen.add(state)
                after, left = self._after(top, card, spot, options)
                if self._bound(points + gain, left) >= self.points:
                    self._go(after, laid, points + gain, left, above, limit)

    def _moves(self, options: dict[str, Options]) -> list[tuple[int, str, Spot]]:
        """Return all legal plays, those with the most points first."""
        moves = [(gain, card, spot) for card, each in options.items() for spot, gain in each.legal.items()]
        return sorted(moves, key=lambda move: (-move[0], move[1], move[2]))

    def _keep(self, plays: Plays, points: int) -> None:
        if points > self.points:
            self.points, self.best = points, [plays]
        elif points == self.points and plays and len(self.best) < self._kept:
            self.best.append(plays)

    def _bound(self, points: int, options: dict[str, Options]) -> int:
        """Return what no sequence exceeds that goes on from a state."""
        if self._rules.wild_centres:
            return points + _MOST * len(options)
        shared = 2 * self._shared * (len(options) - 1)
        quarters = 0
        for each in options.values():
            bare = shared if self._by_cards else 3 * (_SQUARES - each.most)
            quarters += 4 * each.most + min(bare, shared)
        return points + quarters // 4

    def _after(
        self, top: Surface, card: str, spot: Spot, options: dict[str, Options]
    ) -> tuple[Surface, dict[str, Options]]:
        """Return what lies there once a card is laid, and where the others may go then."""
        after = dict(top)
        x, y, turn = spot
        lay(after, Placement(card, Cell(x, y), turn), self._deck.face(card, self._face, turn))
        near = {(x + dx, y + dy) for dx, dy in _NEAR}
        left = {}
        for other, before in options.items():
            if other != card:
                new = self._options(after, other, near)
                kept = {at: gain for at, gain in before.legal.items() if (at[0], at[1]) not in near}
                left[other] = Options(kept | new.legal, max(before.most, new.most))
        return after, left

    def _options(self, top: Surface, card: str, centres: set[tuple[int, int]]) -> Options:
        legal: dict[Spot, int] = {}
        most = 0
        for x, y in centres:
            beneath = [
                (number, top[x + dx, y + dy])  # type: ignore[index] # - cells are pairs of numbers
                for number, (dx, dy) in enumerate(_CELLS)
                if (x + dx, y + dy) in top
            ]
            if not self._rules.wild_centres and _meets_centre(beneath):
                continue
            gain = len({square.card for _, square in beneath} if self._by_cards else beneath)
            for turn, squares in self._faces[card]:
                matches = self._matches(beneath, squares)
                if matches is not None:
                    most = max(most, gain)
                    if (beneath and (matches >= self._rules.min_match)) or not top:
                        legal[x, y, turn] = gain
        return Options(legal, most)

    def _matches(self, beneath: Sequence[tuple[int, tuple[str, str]]], squares: Sequence[str]) -> int | None:
        """Return how many squares count towards the minimum, None where two patterns clash."""
        wild = 0
        for number, (_, pattern) in beneath:
            own = squares[number]
            if own != pattern or own == CENTRE:
                if CENTRE not in (own, pattern):
                    return None
                wild += 1
        return len(beneath) - (0 if self._rules.wild_counts else wild)


def _meets_centre(beneath: Sequence[tuple[int, tuple[str, str]]]) -> bool:
    return any(number == 4 or pattern == CENTRE for number, (_, pattern) in beneath)


def _near(one: Spot, other: Spot) -> bool:
    return abs(one[0] - other[0]) <= 2 and abs(one[1] - other[1]) <= 2


def _turned(deck: Deck, table: Table, card: str) -> list[tuple[int, tuple[str, ...]]]:
    """Return the turns of a card that look different, with their squares."""
    turned: dict[tuple[str, ...], int] = {}
    for turn in range(4):
        turned.setdefault(deck.face(card, table.face, turn).squares, turn)
    return [(turn, squares) for squares, turn in turned.items()]
