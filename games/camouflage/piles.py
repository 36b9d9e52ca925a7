"""Cards that lie apart: the piles of a table, those that are not played, and whose pile is whose."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from games.camouflage.board import Board, Placement
from games.camouflage.cards import Deck
from games.camouflage.errors import MalformedBoardError
from games.camouflage.table import Location, Table

_BESIDE: Final = 3
"""Cells from centre to centre of two cards that lie side by side."""


def piles(board: Board) -> tuple[Board, ...]:
    """Return the cards that are joined by cells that they share, pile by pile, each bottom first.

    The largest comes first; of two as large, the one whose first card lies lower on the board.
    """
    groups: list[list[Placement]] = []
    for placement in board:
        met = [group for group in groups if any(placement.overlaps(other) for other in group)]
        groups = [group for group in groups if group not in met]
        groups.append([*(other for group in met for other in group), placement])
    order = {placement.card: height for height, placement in enumerate(board)}
    found = [sorted(group, key=lambda each: order[each.card]) for group in groups]
    found.sort(key=lambda group: (-len(group), order[group[0].card]))
    return tuple(Board(tuple(group)) for group in found)


def without_unplayed(table: Table) -> Table:
    """Return a table without the cards that lie beside its board, which are listed as unplayed.

    Such a card lies alone, a whole square or more from all others. Where all cards lie so, any of them may be
    the board, and all stay.
    """
    largest, *others = piles(table.board) or (Board(),)
    if len(largest) == 1:
        return table
    loose = {pile.placements[0].card for pile in others if len(pile) == 1 and _is_apart(pile, table.board)}
    kept = tuple(placement for placement in table.board if placement.card not in loose)
    unplayed = tuple(placement.card for placement in table.board if placement.card in loose)
    return replace(table, board=Board(kept), unplayed=(*table.unplayed, *unplayed)) if loose else table


def located(table: Table, deck: Deck) -> Table:
    """Return a table of Not My Stack! for one on which its piles lie, each its owner's by its bottom card.

    Owners are called as their decks. A card that lies alone and is of a deck that has a pile is unplayed. All
    cards keep their cells.

    Raises:
        MalformedBoardError: two piles begin with cards of one deck.
    """
    owned: dict[str, Board] = {}
    unplayed = []
    for pile in piles(table.board):
        bottom = pile.placements[0].card
        owner = deck.card(bottom).deck
        if owner not in owned:
            owned[owner] = pile
        elif len(pile) == 1:
            unplayed.append(bottom)
        else:
            raise MalformedBoardError(
                f"each player has one pile; those with {_named(owned[owner])} and with {_named(pile)} both "
                f"begin with a card of {owner}"
            )
    locations = tuple(Location(owner, owner, pile) for owner, pile in owned.items())
    return replace(
        table, board=Board(), locations=locations, unplayed=(*table.unplayed, *unplayed), start=None
    )


def _is_apart(pile: Board, board: Board) -> bool:
    (card,) = pile
    return not any(_beside(card, other) for other in board if other.card != card.card)


def _beside(one: Placement, other: Placement) -> bool:
    dx, dy = (abs(a - b) for a, b in zip(one.centre, other.centre, strict=True))
    return max(dx, dy) <= _BESIDE


def _named(pile: Iterable[Placement]) -> str:
    return ", ".join(placement.card for placement in pile)
