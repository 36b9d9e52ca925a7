"""What a card touches: the squares on top of a board, and how the squares of one more card meet them."""

from typing import NamedTuple

from games.camouflage.board import Board, Cell, Placement
from games.camouflage.cards import CENTRE, Deck, Face, FaceName


class Square(NamedTuple):
    """A square that is seen from above: the card it belongs to and its pattern, or `CENTRE`."""

    card: str
    pattern: str


Surface = dict[Cell, Square]
"""The topmost square of each covered cell."""


class Contact(NamedTuple):
    """How the squares of a card meet those directly beneath them.

    Attributes:
        on: the different cards that are touched, in reading order of the squares.
        covered: all cells in which the card lies on another; the next four tell them apart.
        matching: those in which both patterns are the same.
        clashing: those in which they differ.
        over_centres: those in which the square beneath is a centre.
        under_own_centre: the cell of the card's own centre, if that lies on a square.
    """

    on: tuple[str, ...]
    covered: tuple[Cell, ...]
    matching: tuple[Cell, ...]
    clashing: tuple[Cell, ...]
    over_centres: tuple[Cell, ...]
    under_own_centre: tuple[Cell, ...]


def surface(board: Board, deck: Deck, face: FaceName) -> Surface:
    """Return the topmost square of each covered cell of a board.

    Raises:
        UnknownCardError: the deck lacks a card of the board, or its face.
    """
    top: Surface = {}
    for placement in board:
        lay(top, placement, deck.face(placement.card, face, placement.turn))
    return top


def lay(top: Surface, placement: Placement, face: Face) -> None:
    """Lay a card on a surface, in place; `face` is already turned."""
    card = placement.card
    for cell, pattern in zip(placement.cells, face.squares, strict=True):
        top[cell] = Square(card, pattern)


def contact(top: Surface, placement: Placement, face: Face) -> Contact:
    """Return how a card would meet a surface; `face` is already turned.

    Only the topmost square of a cell is touched, so a card that lies further down is not in contact.
    """
    on: dict[str, None] = {}
    covered, matching, clashing, over_centres, under_own_centre = [], [], [], [], []
    for cell, own in zip(placement.cells, face.squares, strict=True):
        beneath = top.get(cell)
        if beneath is None:
            continue
        on[beneath.card] = None
        covered.append(cell)
        if beneath.pattern == CENTRE:
            over_centres.append(cell)
        if own == CENTRE:
            under_own_centre.append(cell)
        elif own == beneath.pattern:
            matching.append(cell)
        elif beneath.pattern != CENTRE:
            clashing.append(cell)
    return Contact(
        tuple(on),
        tuple(covered),
        tuple(matching),
        tuple(clashing),
        tuple(over_centres),
        tuple(under_own_centre),
    )
