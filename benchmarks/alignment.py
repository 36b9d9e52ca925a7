"""Brings what was read and what truly lies there to the same names, and to where the same one stands."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from games.camouflage import Board, Placement


@dataclass(frozen=True, slots=True)
class Renaming:
    """What cards are called that were named by their photos, and how they were photographed.

    Attributes:
        cards: a card's name by its photo -> its true name, and how many quarter turns clockwise it lay turned
            when it was taken for upright. Who is not named is called as it is.
    """

    cards: Mapping[str, tuple[str, int]] = field(default_factory=dict)

    def name(self, card: str) -> str:
        """Return the true name of a card."""
        return self.cards.get(card, (card, 0))[0]

    def board(self, board: Board) -> Board:
        """Return a board with the true names and turns."""
        return _renamed(board, self.cards)

    def undone(self, board: Board) -> Board:
        """Return a board with the names and turns by photos; the first, where a card has two of them."""
        back = {true: (name, -quarters) for name, (true, quarters) in reversed([*self.cards.items()])}
        return _renamed(board, back)


def laid_upon(board: Board, other: Board) -> Board:
    """Return a board moved and turned as a whole so that as many cards as can be lie as on the other.

    Args:
        board: the board that is moved, and turned by quarter turns.
        other: the board that stays; it may have other cards, at other places.
    """
    there = {placement.card: placement for placement in other}
    ways = Counter(
        (quarters, fixed.centre[0] - turned.centre[0], fixed.centre[1] - turned.centre[1])
        for quarters in range(4)
        for turned in board.turned(quarters)
        if (fixed := there.get(turned.card)) and fixed.turn == turned.turn
    )
    quarters, dx, dy = max(ways, key=lambda way: ways[way], default=(0, 0, 0))
    return board.turned(quarters).moved(dx, dy)


def _renamed(board: Board, names: Mapping[str, tuple[str, int]]) -> Board:
    def renamed(placement: Placement) -> Placement:
        name, quarters = names.get(placement.card, (placement.card, 0))
        return Placement(name, placement.centre, (placement.turn + quarters) % 4)

    return Board(tuple(renamed(placement) for placement in board))
