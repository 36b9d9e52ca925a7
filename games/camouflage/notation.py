"""Boards as one line of text.

A card is written CARD@X,YrTURN, and cards bottom first: `lion-1@0,0r0 cow-2@2,0r3`. Locations are joined by
bars, each begun with its owner: `Ann: owl-1@0,0r0 | Ben: fox-2@0,0r0 owl-3@1,1r2`.
"""

import re
from collections.abc import Iterable

from games.camouflage.board import Board, Cell, Placement
from games.camouflage.cards import Deck, FaceName
from games.camouflage.errors import NotationError
from games.camouflage.table import Location, Table

# As many digits as files.FARTHEST has.
_PLACEMENT = re.compile(r"([^\s,|]+)@(-?[0-9]{1,6}),(-?[0-9]{1,6})r([0-3])")

# In a card no blank follows a colon, so this ends the name of an owner.
_COLON = re.compile(r":(?:\s+|$)")


def format_board(board: Board) -> str:
    """Return a board as text.

    Raises:
        NotationError: a card's id has a white space, comma or bar, or the card lies too far out.
    """
    return " ".join(_format_placement(placement) for placement in board)


def parse_board(text: str) -> Board:
    """Return the board that a text describes.

    Raises:
        NotationError: it describes none; the message says which part does not.
        DuplicateCardError: a card lies on it twice.
    """
    return Board(tuple(_parse_placement(part) for part in text.split()))


def format_locations(locations: Iterable[Location]) -> str:
    """Return the piles of Not My Stack! as text.

    Raises:
        NotationError: as in `format_board`, or an owner's name cannot be told from the rest of the line.
    """
    return " | ".join(f"{_owner(location)}: {format_board(location.board)}" for location in locations)


def parse_locations(text: str, deck: Deck) -> tuple[Location, ...]:
    """Return the piles that a text describes; each is of the deck of its first card.

    Raises:
        NotationError: it describes none; the message says which part does not.
        DuplicateCardError: a card lies on a pile twice.
        UnknownCardError: the first card of a pile is not in the deck.
    """
    return tuple(_parse_location(part.strip(), deck) for part in text.split("|"))


def format_table(table: Table) -> str:
    """Return what lies on a table as text.

    Raises:
        NotationError: an owner's name cannot be told from the rest of the line.
    """
    return format_locations(table.locations) if table.locations else format_board(table.board)


def parse_table(text: str, deck: Deck, face: FaceName) -> Table:
    """Return the table, by the usual rules, on which lies what a text describes.

    Args:
        text: a board or locations.
        deck: the cards.
        face: the side that is played.

    Raises:
        CamouflageError: the text describes no table, or not one of this deck.
    """
    if _COLON.search(text):
        table = Table(deck.name, face, locations=parse_locations(text, deck))
    else:
        table = Table(deck.name, face, parse_board(text))
    table.check(deck)
    return table


def _format_placement(placement: Placement) -> str:
    x, y = placement.centre
    text = f"{placement.card}@{x},{y}r{placement.turn}"
    if not _PLACEMENT.fullmatch(text):
        raise NotationError(
            f"expected an id without white space, comma or bar, not too far out; found {text!r}"
        )
    return text


def _parse_placement(text: str) -> Placement:
    match = _PLACEMENT.fullmatch(text)
    if match is None:
        raise NotationError(f"expected a card as CARD@X,YrTURN, such as lion-1@0,0r0; found {text[:60]!r}")
    card, x, y, turn = match.groups()
    return Placement(card, Cell(int(x), int(y)), int(turn))


def _owner(location: Location) -> str:
    player = location.player
    if (
        not player
        or player != player.strip()
        or "|" in player
        or _COLON.split(f"{player}: ", maxsplit=1) != [player, ""]
    ):
        raise NotationError(
            f"expected an owner without bars and without blanks after colons; found {player!r}"
        )
    return player


def _parse_location(text: str, deck: Deck) -> Location:
    owner, *rest = _COLON.split(text, maxsplit=1)
    board = parse_board(" ".join(rest))
    if not (owner and board.placements):
        raise NotationError(f"expected a location as OWNER: CARD@X,YrTURN …; found {text[:60]!r}")
    return Location(owner, deck.card(board.placements[0].card).deck, board)
