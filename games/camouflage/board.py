"""The table as a lattice: cells, placements and boards, and when two boards are the same.

Cells are counted to the right (x) and downwards (y), so a quarter turn clockwise takes (x, y) to (-y, x).
"""

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeVar

from games.camouflage.cards import repeated
from games.camouflage.errors import DuplicateCardError, MalformedBoardError, UnknownCardError

_ItemT = TypeVar("_ItemT", str, int)


class Cell(NamedTuple):
    """A cell of the table: x to the right, y downwards."""

    x: int
    y: int

    def turned(self, quarters: int) -> "Cell":
        """Return the cell after `quarters` quarter turns clockwise about (0, 0)."""
        x, y = self
        for _ in range(quarters % 4):
            x, y = -y, x
        return Cell(x, y)


@lru_cache(maxsize=4096)
def _cells_round(x: int, y: int) -> tuple[Cell, ...]:
    return tuple(Cell(column, row) for row in (y - 1, y, y + 1) for column in (x - 1, x, x + 1))


@dataclass(frozen=True, slots=True)
class Placement:
    """A card on the table.

    Attributes:
        card: the card's id.
        centre: the cell of its centre.
        turn: quarter turns clockwise from the way it is printed, 0 to 3.

    Raises:
        MalformedBoardError: the turn is none of the four.
    """

    card: str
    centre: Cell
    turn: int = 0

    def __post_init__(self) -> None:
        """Check the turn."""
        if self.turn not in (0, 1, 2, 3):
            raise MalformedBoardError(
                f"a card is turned 0, 1, 2 or 3 quarter turns; {self.card} by {self.turn}"
            )

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The nine cells the card lies on, row by row; its centre is the fifth."""
        return _cells_round(*self.centre)

    def overlaps(self, other: "Placement") -> bool:
        """Tell whether the two cards share a cell."""
        return abs(self.centre[0] - other.centre[0]) <= 2 and abs(self.centre[1] - other.centre[1]) <= 2

    def moved(self, dx: int, dy: int) -> "Placement":
        """Return the placement moved by `dx` to the right and `dy` down."""
        return Placement(self.card, Cell(self.centre[0] + dx, self.centre[1] + dy), self.turn)

    def turned(self, quarters: int) -> "Placement":
        """Return the placement after the table has been turned clockwise about (0, 0)."""
        return Placement(self.card, Cell(*self.centre).turned(quarters), (self.turn + quarters) % 4)


@dataclass(frozen=True, slots=True)
class Board:
    """Cards on one lattice, each above those before it wherever they share a cell.

    Attributes:
        placements: bottom first.

    Raises:
        DuplicateCardError: a card is placed twice.
    """

    placements: tuple[Placement, ...] = ()
    _stacks: dict[Cell, tuple[int, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check that no card is placed twice."""
        if twice := repeated(placement.card for placement in self.placements):
            raise DuplicateCardError(f"each card lies on the table once; {twice} is laid twice")

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self.placements)

    def __iter__(self) -> Iterator[Placement]:
        """Go through the placements from the bottom up."""
        return iter(self.placements)

    def __contains__(self, card: object) -> bool:
        """Tell whether the card lies on the board."""
        return any(placement.card == card for placement in self.placements)

    def placement(self, card: str) -> Placement:
        """Return where a card lies.

        Raises:
            UnknownCardError: it does not lie on the board.
        """
        for placement in self.placements:
            if placement.card == card:
                return placement
        raise UnknownCardError(f"no card {card!r} on the board")

    def lay(self, placement: Placement) -> "Board":
        """Return the board with one more card on top.

        Raises:
            DuplicateCardError: the card lies there already.
        """
        return Board((*self.placements, placement))

    def without(self, card: str) -> "Board":
        """Return the board with a card taken away.

        Raises:
            UnknownCardError: it does not lie on the board.
        """
        gone = self.placement(card)
        return Board(tuple(placement for placement in self.placements if placement is not gone))

    @property
    def stacks(self) -> Mapping[Cell, tuple[int, ...]]:
        """For each covered cell the indices of the placements that lie there, bottom first."""
        if self.placements and not self._stacks:
            stacks: dict[Cell, list[int]] = {}
            for index, placement in enumerate(self.placements):
                for cell in placement.cells:
                    stacks.setdefault(cell, []).append(index)
            self._stacks.update({cell: tuple(stack) for cell, stack in stacks.items()})
        return self._stacks

    def stack(self, cell: Cell) -> tuple[int, ...]:
        """Return the indices of the placements that lie on a cell, bottom first."""
        return self.stacks.get(cell, ())

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells on which at least one card lies."""
        return frozenset(self.stacks)

    def moved(self, dx: int, dy: int) -> "Board":
        """Return the board moved by `dx` to the right and `dy` down."""
        return Board(tuple(placement.moved(dx, dy) for placement in self.placements))

    def turned(self, quarters: int) -> "Board":
        """Return the board after the whole table has been turned clockwise about (0, 0) by quarter turns."""
        return Board(tuple(placement.turned(quarters) for placement in self.placements))

    def canonical(self) -> "Board":
        """Return the one board that stands for all that are the same as this one.

        The card with the least id lies unturned at (0, 0), and of all orders that leave every cell's pile as
        it is, the one is taken that puts lesser ids lower. Two boards are the same if and only if their
        canonical boards are equal.
        """
        framed = _framed(self.placements)
        return Board(tuple(framed[card] for card in bottom_first(framed, overlapping_pairs(self))))


def same_layout(a: Board, b: Board) -> bool:
    """Tell whether two boards show the same cards in the same places, whatever lies above what.

    Boards count as the same if one becomes the other when moved and turned by quarter turns as a whole.
    """
    return len(a) == len(b) and _framed(a.placements) == _framed(b.placements)


def same_board(a: Board, b: Board) -> bool:
    """Tell whether two boards are the same: one layout, and in every cell the same cards in one order."""
    return same_layout(a, b) and overlapping_pairs(a) == overlapping_pairs(b)


def overlapping_pairs(board: Board) -> frozenset[tuple[str, str]]:
    """Return all pairs of cards that share a cell, as (lower card, upper card)."""
    placed = board.placements
    return frozenset((placed[lower].card, placed[upper].card) for lower, upper in _overlaps(placed))


def visible_order(board: Board) -> frozenset[tuple[str, str]]:
    """Return the pairs (lower card, upper card) of overlapping cards whose order can be seen from above.

    In each cell the card on top is seen to lie above all others there; an order also counts as seen when it
    follows from such orders in a chain. What is in `overlapping_pairs` and not here, no photo can show.
    """
    placed, above = board.placements, _seen_above(board)
    return frozenset(
        (placed[lower].card, placed[upper].card)
        for lower, upper in _overlaps(placed)
        if above[lower] >> upper & 1
    )


def alike(board: Board, *, known: Iterable[tuple[str, str]] = (), limit: int = 64) -> tuple[Board, ...]:
    """Return the boards that no photo can tell from this one, the board itself first.

    They have its layout and its visible order, and differ in the order of the pairs that no photo shows.

    Args:
        board: the board.
        known: pairs (lower card, upper card) of overlapping cards whose order is known besides.
        limit: how many boards are returned at most, 1 or more. Their number doubles with each hidden pair, so
            a result of just this length may have been cut off: ask for one more than you can use.
    """
    placed, seen = board.placements, _seen_above(board, known)
    pairs = [*_overlaps(placed)]
    hidden = [(lower, upper) for lower, upper in pairs if not seen[lower] >> upper & 1]
    found = []
    for above in islice(_completed(seen, hidden), limit):
        upwards = [(a, b) if above[a] >> b & 1 else (b, a) for a, b in pairs]
        found.append(Board(tuple(placed[index] for index in bottom_first(range(len(placed)), upwards))))
    return tuple(found)


def _seen_above(board: Board, known: Iterable[tuple[str, str]] = ()) -> list[int]:
    """Return for each placement the set of those seen to lie above it, chained, with one bit an index."""
    above = [0] * len(board)
    number = {placement.card: index for index, placement in enumerate(board)}
    for lower_card, upper_card in known:
        above[number[lower_card]] |= 1 << number[upper_card]
    for stack in board.stacks.values():
        for lower in stack[:-1]:
            above[lower] |= 1 << stack[-1]
    # Whatever lies above comes later in the order, so going down its own set is complete when it is added.
    for lower in reversed(range(len(board))):
        for upper in range(lower + 1, len(board)):
            if above[lower] >> upper & 1:
                above[lower] |= above[upper]
    return above


def _completed(above: list[int], hidden: list[tuple[int, int]]) -> Iterator[list[int]]:
    """Go through the ways to order the hidden pairs too, each chained; none goes round in a circle."""
    for number, (lower, upper) in enumerate(hidden):
        if not (above[lower] >> upper & 1 or above[upper] >> lower & 1):
            for low, high in ((lower, upper), (upper, lower)):
                more = above[high] | 1 << high
                chained = [
                    mask | more if index == low or mask >> low & 1 else mask
                    for index, mask in enumerate(above)
                ]
                yield from _completed(chained, hidden[number + 1 :])
            return
    yield above


def bottom_first(items: Iterable[_ItemT], upwards: Iterable[tuple[_ItemT, _ItemT]]) -> list[_ItemT]:
    """Sort items so that the first of each pair comes before the second, lesser ones as early as can be."""
    above: dict[_ItemT, list[_ItemT]] = {item: [] for item in items}
    beneath = dict.fromkeys(above, 0)
    for lower, upper in upwards:
        above[lower].append(upper)
        beneath[upper] += 1
    free = [item for item, count in beneath.items() if not count]
    heapq.heapify(free)
    order = []
    while free:
        order.append(item := heapq.heappop(free))
        for upper in above[item]:
            beneath[upper] -= 1
            if not beneath[upper]:
                heapq.heappush(free, upper)
    return order


def _overlaps(placements: tuple[Placement, ...]) -> Iterator[tuple[int, int]]:
    for upper, high in enumerate(placements):
        for lower, low in enumerate(placements[:upper]):
            if low.overlaps(high):
                yield lower, upper


def _framed(placements: tuple[Placement, ...]) -> dict[str, Placement]:
    """Return the placements by card, all moved and turned so that the least id lies unturned at (0, 0)."""
    if not placements:
        return {}
    anchor = min(placements, key=lambda placement: placement.card)
    quarters = -anchor.turn % 4
    x, y = Cell(*anchor.centre).turned(quarters)
    return {placement.card: placement.turned(quarters).moved(-x, -y) for placement in placements}
