"""Deck and board files, there and back, and what is said of files that are none."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from games.camouflage import (
    Board,
    Deck,
    Location,
    MalformedFileError,
    Rules,
    Table,
    deck_from_json,
    deck_to_json,
    parse_board,
    table_from_json,
    table_to_json,
)
from tests.strategies import DECK, PLAIN, tables

SQUARES = [["cow", "cow", "cow"], ["cow", "*", "cow"], ["cow", "cow", "owl"]]
SMALL_DECK: dict[str, Any] = {
    "format": "camouflage-deck/1",
    "name": "small",
    "decks": ["lion"],
    "patterns": {"animals": ["cow", "owl"]},
    "cards": [{"id": "lion-1", "deck": "lion", "faces": {"animals": SQUARES}}],
}
SMALL_BOARD: dict[str, Any] = {
    "format": "camouflage-board/1",
    "deck": "small",
    "face": "animals",
    "placements": [{"card": "lion-1", "x": 2, "y": -3, "turn": 1}],
}
PILES: dict[str, Any] = {
    "format": "camouflage-board/1",
    "deck": "small",
    "face": "animals",
    "locations": [{"player": "Ann", "deck": "lion", "placements": SMALL_BOARD["placements"]}],
}


def in_json(document: object) -> object:
    return json.loads(json.dumps(document))


@pytest.mark.parametrize("deck", [DECK, PLAIN], ids=["two faces", "one face"])
def test_decks_come_back(deck: Deck) -> None:
    assert deck_from_json(in_json(deck_to_json(deck))) == deck


@given(tables)
def test_tables_come_back(table: Table) -> None:
    assert table_from_json(in_json(table_to_json(table))) == table


def test_a_small_deck_is_read_and_written() -> None:
    deck = deck_from_json(SMALL_DECK)
    assert deck.face("lion-1", "animals").at(1, 1) == "owl"
    assert deck_to_json(deck) == SMALL_DECK


def test_a_small_board_is_read_and_written() -> None:
    table = table_from_json(SMALL_BOARD)
    assert table == Table("small", "animals", parse_board("lion-1@2,-3r1"))
    assert table_to_json(table) == SMALL_BOARD | {"min_match": 3, "wild_centers": False}


def test_locations_are_read_and_written() -> None:
    table = table_from_json(PILES)
    assert table.locations == (Location("Ann", "lion", parse_board("lion-1@2,-3r1")),)
    assert table.board == Board()
    assert table_to_json(table) == PILES | {"min_match": 3, "wild_centers": False}


def test_all_fields_are_read() -> None:
    table = table_from_json(
        SMALL_BOARD
        | {
            "start": ["lion-1"],
            "players": {"Ben": "fox", "Ann": "owl"},
            "out": ["Ann"],
            "min_match": 0,
            "wild_centers": True,
            "wild_counts": False,
            "illegal_scores_zero": False,
        }
    )
    assert table.start == ("lion-1",)
    assert [*(table.players or {}).items()] == [("Ben", "fox"), ("Ann", "owl")]
    assert table.out == ("Ann",)
    assert table.rules == Rules(0, wild_centres=True, wild_counts=False, illegal_scores_zero=False)


def test_fields_that_may_be_absent_may_be_null_and_others_are_passed_over() -> None:
    nulls = dict.fromkeys(["start", "players", "out", "min_match", "wild_centers", "locations"])
    assert table_from_json(SMALL_BOARD | nulls | {"camera": {"tilt": 3}}) == table_from_json(SMALL_BOARD)
    assert deck_from_json(SMALL_DECK | {"source": "photo"}) == deck_from_json(SMALL_DECK)


def changed(document: dict[str, Any], way: str, value: object) -> object:
    """Return a copy with another value at the end of a way such as `cards.0.id`; `...` takes it away."""
    copied = copy.deepcopy(document)
    here: Any = copied
    *steps, last = [int(step) if step.isdigit() else step for step in way.split(".")]
    for step in steps:
        here = here[step]
    if value is ...:
        del here[last]
    else:
        here[last] = value
    return copied


DECK_FAULTS: list[tuple[str, object, str]] = [
    ("format", "camouflage-deck/2", "format: expected 'camouflage-deck/1'; found \"camouflage-deck/2\""),
    ("name", ..., "the file: expected an object with 'name'"),
    ("name", "", 'name: expected a text; found ""'),
    ("decks", "lion", 'decks: expected a list; found "lion"'),
    ("decks", ["lion", 3], "decks[1]: expected a text; found 3"),
    ("decks", ["owl"], "the file: lion-1 belongs to 'lion', which is not among the decks owl"),
    ("patterns", ["cow"], 'patterns: expected an object; found ["cow"]'),
    (
        "patterns.animals",
        ["cow"],
        "the file: lion-1 bears 'owl', which is no pattern of animals",
    ),
    ("patterns.metals", ["gold"], "patterns: expected 'animals' or 'gems'; found \"metals\""),
    ("cards", {}, "cards: expected a list; found {}"),
    ("cards.0", "lion-1", 'cards[0]: expected an object; found "lion-1"'),
    ("cards.0.id", ..., "cards[0]: expected an object with 'id'"),
    ("cards.0.id", "lion 1", "cards[0]: a card's id has no white space, comma or bar; found 'lion 1'"),
    ("cards.0.faces", {}, "cards[0]: a card has a face"),
    (
        "cards.0.faces.animals",
        SQUARES[:2],
        "cards[0].faces.animals: a face has three rows of three squares",
    ),
    (
        "cards.0.faces.animals.1",
        ["cow"],
        'cards[0].faces.animals[1]: expected three squares; found ["cow"]',
    ),
    (
        "cards.0.faces.animals.1.1",
        "cow",
        "cards[0].faces.animals: a face has its centre '*' in the middle only",
    ),
    ("cards.0.faces.animals.0.2", None, "cards[0].faces.animals[0][2]: expected a text; found null"),
    ("cards", SMALL_DECK["cards"] * 2, "the file: each card is in a deck once; found lion-1 twice"),
]


@pytest.mark.parametrize(("way", "value", "message"), DECK_FAULTS, ids=[row[-1] for row in DECK_FAULTS])
def test_a_deck_file_says_where_it_is_wrong(way: str, value: object, message: str) -> None:
    with pytest.raises(MalformedFileError) as error:
        deck_from_json(changed(SMALL_DECK, way, value))
    assert str(error.value).startswith(message)


BOARD_FAULTS: list[tuple[str, object, str]] = [
    ("format", 1, "format: expected 'camouflage-board/1'; found 1"),
    ("deck", ..., "the file: expected an object with 'deck'"),
    ("face", "metals", "face: expected 'animals' or 'gems'; found \"metals\""),
    ("placements", ..., "the file: expected an object with either 'placements' or 'locations'"),
    ("locations", [], "the file: expected an object with either 'placements' or 'locations'"),
    ("placements.0.card", ..., "placements[0]: expected an object with 'card'"),
    ("placements.0.x", 1.5, "placements[0].x: expected a whole number from -999999 to 999999; found 1.5"),
    (
        "placements.0.x",
        10**6,
        "placements[0].x: expected a whole number from -999999 to 999999; found 1000000",
    ),
    (
        "placements.0.y",
        True,
        "placements[0].y: expected a whole number from -999999 to 999999; found true",
    ),
    ("placements.0.turn", 4, "placements[0].turn: expected a whole number from 0 to 3; found 4"),
    (
        "placements",
        SMALL_BOARD["placements"] * 2,
        "placements: each card lies on the table once; lion-1 is laid twice",
    ),
    ("start", "lion-1", 'start: expected a list; found "lion-1"'),
    ("start", ["a", "a"], "the file: a starting card is named once; found 'a' twice"),
    ("players", ["Ann"], 'players: expected an object; found ["Ann"]'),
    ("players", {"Ann": 1}, "players.Ann: expected a text; found 1"),
    (
        "players",
        {"Ann": "owl", "Ben": "owl"},
        "the file: the deck of a player is named once; found 'owl' twice",
    ),
    ("out", ["Ann", "Ann"], "the file: a player who was out is named once; found 'Ann' twice"),
    ("min_match", 10, "min_match: expected a whole number from 0 to 9; found 10"),
    ("wild_centers", "yes", 'wild_centers: expected true or false; found "yes"'),
    ("wild_centers", ["x" * 99], f'wild_centers: expected true or false; found ["{"x" * 38}…'),
]


@pytest.mark.parametrize(("way", "value", "message"), BOARD_FAULTS, ids=[row[-1] for row in BOARD_FAULTS])
def test_a_board_file_says_where_it_is_wrong(way: str, value: object, message: str) -> None:
    with pytest.raises(MalformedFileError) as error:
        table_from_json(changed(SMALL_BOARD, way, value))
    assert str(error.value).startswith(message)


PILE_FAULTS: list[tuple[str, object, str]] = [
    ("locations.0.player", ..., "locations[0]: expected an object with 'player'"),
    ("locations.0.placements.0.x", "2", "locations[0].placements[0].x: expected a whole number from"),
    (
        "locations",
        PILES["locations"] * 2,
        "the file: each card lies on the table once; lion-1 lies in two locations",
    ),
    (
        "players",
        {"Ann": "owl"},
        "the file: each player has a location: Ann with owl; there are those of Ann with lion",
    ),
]


@pytest.mark.parametrize(("way", "value", "message"), PILE_FAULTS, ids=[row[-1] for row in PILE_FAULTS])
def test_a_file_of_locations_says_where_it_is_wrong(way: str, value: object, message: str) -> None:
    with pytest.raises(MalformedFileError) as error:
        table_from_json(changed(PILES, way, value))
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("read", [deck_from_json, table_from_json], ids=["deck", "board"])
@pytest.mark.parametrize("document", [None, [], "lion-1@0,0r0", 3, float("nan"), {1}], ids=repr)
def test_what_is_no_object_is_no_file(read: Callable[[object], object], document: object) -> None:
    with pytest.raises(MalformedFileError, match=r"^the file: expected an object; found "):
        read(document)
