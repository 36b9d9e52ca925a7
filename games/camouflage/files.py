"""Deck and board files: from and to the objects that the JSON library reads and writes.

Readers are strict about the fields they know and pass over those they do not.
"""

from collections.abc import Callable
from typing import TypeVar

from games.camouflage.board import Board, Cell, Placement
from games.camouflage.cards import FACES, Card, Deck, Face, FaceName
from games.camouflage.table import Location, Rules, Table
from games.json_value import JsonValue

DECK_FORMAT = "camouflage-deck/1"
BOARD_FORMAT = "camouflage-board/1"

FARTHEST = 999_999
"""How far from (0, 0) a cell may lie in a file or text, in x and in y."""

_T = TypeVar("_T")


def deck_from_json(document: object) -> Deck:
    """Return the deck of a deck file.

    Args:
        document: the file as `json.loads` returns it, or a value of a larger document that holds it.

    Raises:
        MalformedFileError: it is no deck file; the message says where and why.
    """
    file = JsonValue.of(document)
    file.need("format").one_of([DECK_FORMAT])
    with file.blamed():
        return Deck(
            name=file.need("name").text(),
            decks=file.need("decks").texts(),
            patterns=_by_face(file.need("patterns"), JsonValue.texts),
            cards=tuple(_card(card) for card in file.need("cards").items()),
        )


def deck_to_json(deck: Deck) -> dict[str, object]:
    """Return a deck as a deck file."""
    return {
        "format": DECK_FORMAT,
        "name": deck.name,
        "decks": [*deck.decks],
        "patterns": {face: [*patterns] for face, patterns in deck.patterns.items()},
        "cards": [
            {
                "id": card.id,
                "deck": card.deck,
                "faces": {name: [[*row] for row in face.rows] for name, face in card.faces.items()},
            }
            for card in deck.cards
        ],
    }


def table_from_json(document: object) -> Table:
    """Return the table of a board file; whether its cards are in a deck, `Table.check` tells.

    Args:
        document: the file as `json.loads` returns it, or a value of a larger document that holds it.

    Raises:
        MalformedFileError: it is no board file; the message says where and why.
    """
    file = JsonValue.of(document)
    file.need("format").one_of([BOARD_FORMAT])
    placements, locations = file.maybe("placements"), file.maybe("locations")
    if (placements is None) == (locations is None):
        raise file.error("an object with either 'placements' or 'locations'")
    start, players, out = file.maybe("start"), file.maybe("players"), file.maybe("out")
    unplayed = file.maybe("unplayed")
    with file.blamed():
        return Table(
            deck_name=file.need("deck").text(),
            face=file.need("face").one_of(FACES),
            board=placements_from_json(placements) if placements else Board(),
            locations=tuple(_location(location) for location in locations.items()) if locations else (),
            start=start.texts() if start else None,
            players=_players(players) if players else None,
            out=out.texts() if out else None,
            rules=_rules(file),
            unplayed=unplayed.texts() if unplayed else (),
        )


def table_to_json(table: Table) -> dict[str, object]:
    """Return a table as a board file; what is not known is left out, and rules of ours that are as usual."""
    file: dict[str, object] = {"format": BOARD_FORMAT, "deck": table.deck_name, "face": table.face}
    if table.locations:
        file["locations"] = [
            {
                "player": location.player,
                "deck": location.deck,
                "placements": placements_to_json(location.board),
            }
            for location in table.locations
        ]
    else:
        file["placements"] = placements_to_json(table.board)
    if table.start is not None:
        file["start"] = [*table.start]
    if table.players is not None:
        file["players"] = {**table.players}
    if table.out is not None:
        file["out"] = [*table.out]
    if table.unplayed:
        file["unplayed"] = [*table.unplayed]
    return file | _rules_to_json(table.rules)


def placements_from_json(value: JsonValue) -> Board:
    """Return the board of the placements that a file has, bottom first.

    Raises:
        MalformedFileError: they are none; the message says where and why.
    """
    with value.blamed():
        return Board(tuple(placement_from_json(item) for item in value.items()))


def placements_to_json(board: Board) -> list[dict[str, object]]:
    """Return the placements of a board as files write them, bottom first."""
    return [placement_to_json(placement) for placement in board]


def placement_to_json(placement: Placement) -> dict[str, object]:
    """Return a placement as files write it."""
    x, y = placement.centre
    return {"card": placement.card, "x": x, "y": y, "turn": placement.turn}


def _card(value: JsonValue) -> Card:
    with value.blamed():
        return Card(
            id=value.need("id").text(),
            deck=value.need("deck").text(),
            faces=_by_face(value.need("faces"), _face),
        )


def _face(value: JsonValue) -> Face:
    rows = []
    for row in value.items():
        squares = row.texts()
        if len(squares) != 3:
            raise row.error("three squares")
        rows.append((squares[0], squares[1], squares[2]))
    with value.blamed():
        return Face(tuple(rows))


def _by_face(value: JsonValue, read: Callable[[JsonValue], _T]) -> dict[FaceName, _T]:
    return {
        JsonValue(name, value.where).one_of(FACES): read(member) for name, member in value.members().items()
    }


def placement_from_json(value: JsonValue) -> Placement:
    """Return the placement that files write so.

    Raises:
        MalformedFileError: it is none; the message says where and why.
    """
    x, y = (value.need(name).whole(-FARTHEST, FARTHEST) for name in ("x", "y"))
    return Placement(value.need("card").text(), Cell(x, y), value.need("turn").whole(0, 3))


def _location(value: JsonValue) -> Location:
    return Location(
        player=value.need("player").text(),
        deck=value.need("deck").text(),
        board=placements_from_json(value.need("placements")),
    )


def _players(value: JsonValue) -> dict[str, str]:
    return {JsonValue(name, value.where).text(): deck.text() for name, deck in value.members().items()}


def _rules(file: JsonValue) -> Rules:
    usual = Rules()
    min_match = file.maybe("min_match")
    return Rules(
        min_match=min_match.whole(0, 9) if min_match else usual.min_match,
        wild_centres=_switch(file, "wild_centers", default=usual.wild_centres),
        wild_counts=_switch(file, "wild_counts", default=usual.wild_counts),
        illegal_scores_zero=_switch(file, "illegal_scores_zero", default=usual.illegal_scores_zero),
    )


def _switch(file: JsonValue, name: str, *, default: bool) -> bool:
    value = file.maybe(name)
    return default if value is None else value.switch()


def _rules_to_json(rules: Rules) -> dict[str, object]:
    file: dict[str, object] = {"min_match": rules.min_match, "wild_centers": rules.wild_centres}
    ours = {"wild_counts": rules.wild_counts, "illegal_scores_zero": rules.illegal_scores_zero}
    return file | {name: value for name, value in ours.items() if not value}
