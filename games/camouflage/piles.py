"""Cards that lie apart: the piles of a table, those that are not played, and whose pile is whose."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import Final

from games.camouflage.board import Board, Placement
from games.camouflage.cards import Deck
from games.camouflage.errors import MalformedBoardError
from games.camouflage.facts import Owned
from games.camouflage.table import Location, Table

_BESIDE: Final = 3
"""Cells from centre to centre of two cards that lie side by side."""

MOST_WAYS: Final = 64
"""In how many ways piles may belong to players at most, else that is called unknown. Three piles of one deck
among four players may in 48."""


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


def located(table: Table, deck: Deck) -> tuple[Table, ...]:
    """Return the tables of Not My Stack! that one may be on which its piles lie.

    Each pile is its owner's by its bottom card, and owners are called as their decks. A card that lies alone
    and is of a deck that has a pile is unplayed. Of several piles that begin with cards of one deck one is
    that player's own, whichever it is; nothing tells at whose location the others were laid, so they may be
    part of any, after what its owner began. All cards keep their cells.

    Raises:
        MalformedBoardError: the piles may belong to players in too many ways.
    """
    begun: dict[str, list[Board]] = {}
    unplayed = []
    for pile in piles(table.board):
        bottom = pile.placements[0].card
        own = begun.setdefault(deck.card(bottom).deck, [])
        if own and len(pile) == 1:
            unplayed.append(bottom)
        else:
            own.append(pile)
    strays = sum(len(own) - 1 for own in begun.values())
    if prod(map(len, begun.values())) * len(begun) ** strays > MOST_WAYS:
        raise MalformedBoardError(f"{strays} piles begin with a card of a deck that has another pile")
    bare = replace(table, board=Board(), unplayed=(*table.unplayed, *unplayed), start=None)
    return tuple(replace(bare, locations=each) for each in _ownerships(begun))


def _ownerships(begun: Mapping[str, Sequence[Board]]) -> Iterator[tuple[Location, ...]]:
    """Go through the ways in which piles may belong to the owners of the decks with which they begin."""
    for first in product(*(range(len(own)) for own in begun.values())):
        own = {owner: own[at] for (owner, own), at in zip(begun.items(), first, strict=True)}
        strays = [(owner, pile) for owner, found in begun.items() for pile in found if pile is not own[owner]]
        # At first each is taken to lie at the location of the player whose card is at its bottom.
        homes = [(owner, *(other for other in begun if other != owner)) for owner, _ in strays]
        for chosen in product(*homes):
            laid = {owner: [*pile] for owner, pile in own.items()}
            for home, (_, pile) in zip(chosen, strays, strict=True):
                laid[home] += pile
            yield tuple(Location(owner, owner, Board(tuple(cards))) for owner, cards in laid.items())


def with_owners(table: Table, told: Iterable[Owned]) -> Table | None:
    """Return a table whose locations bear the names that players were told to have; None if it is not so.

    Args:
        table: the table; its owners are called as their decks.
        told: whose piles are whose.
    """
    names: dict[str, str] = {}
    for fact in told:
        homes = [each for each in table.locations if any(card.card == fact.card for card in each.board)]
        if not homes:
            return None
        (home,) = homes
        if fact.owner != (home.deck if fact.is_deck else names.setdefault(home.deck, fact.owner)):
            return None
    if len({*names.values()}) < len(names):
        return None
    return replace(
        table,
        locations=tuple(replace(each, player=names.get(each.deck, each.player)) for each in table.locations),
    )


def _is_apart(pile: Board, board: Board) -> bool:
    (card,) = pile
    return not any(_beside(card, other) for other in board if other.card != card.card)


def _beside(one: Placement, other: Placement) -> bool:
    dx, dy = (abs(a - b) for a, b in zip(one.centre, other.centre, strict=True))
    return max(dx, dy) <= _BESIDE
