"""Puzzle cards: what is one, what is none, and their files."""

import json
from typing import Any

import pytest
from hypothesis import given

from games.camouflage import Board, MalformedFileError, Rules, parse_board
from puzzles import (
    MalformedPuzzleError,
    Puzzle,
    outline_of_rows,
    puzzle_from_json,
    puzzle_of_board,
    puzzle_to_json,
)
from tests.strategies import DECK, legal_boards

ROWS = ("###..", "#X###", "###X#", "..###")
FILE: dict[str, Any] = {
    "format": "camouflage-puzzle/1",
    "name": "two",
    "number": 7,
    "stars": 3,
    "deck": "mixed",
    "face": "animals",
    "cards": ["lion-1", "owl-2"],
    "outline": [*ROWS],
    "min_match": 0,
    "wild_centers": False,
}


def test_an_outline_is_drawn_as_it_was_read() -> None:
    outline = outline_of_rows(ROWS)
    assert outline.rows == ROWS
    assert sorted(outline.centres) == [(1, 1), (3, 2)]
    assert outline.without_centres.rows == tuple(row.replace("X", "#") for row in ROWS)


@given(legal_boards())
def test_a_file_gives_back_the_puzzle(board: Board) -> None:
    puzzle = puzzle_of_board(board, DECK, "animals")
    assert puzzle_from_json(json.loads(json.dumps(puzzle_to_json(puzzle)))) == puzzle


def test_what_is_not_said_is_as_usual() -> None:
    short = {name: FILE[name] for name in ("format", "name", "deck", "face", "cards", "outline")}
    assert puzzle_from_json(short | {"artist": "x"}).rules == Rules(min_match=0)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        pytest.param(
            {"format": "camouflage-board/1"}, r"^format: expected 'camouflage-puzzle/1'", id="board"
        ),
        pytest.param({"cards": "lion-1"}, "^cards: expected a list", id="cards no list"),
        pytest.param({"stars": 6}, "^stars: expected a whole number from 1 to 5", id="six stars"),
        pytest.param({"outline": [1]}, r"^outline\[0\]: expected a text", id="row no text"),
        pytest.param({"min_match": 10}, "^min_match: expected a whole number", id="minimum"),
        pytest.param({"answer": [{"card": "lion-1"}]}, r"^answer\[0\]: expected an object with", id="answer"),
    ],
)
def test_a_file_that_is_no_puzzle(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(MalformedFileError, match=message):
        puzzle_from_json(FILE | changed)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        pytest.param({"cards": []}, "^cards: expected at least one card", id="no card"),
        pytest.param({"cards": ["lion-1", "lion-1"]}, "^cards: expected each card once", id="a card twice"),
        pytest.param({"cards": ["lion-1"]}, "^outline: expected an X for each card; found 2 for 1", id="few"),
        pytest.param(
            {"cards": ["lion-1"], "wild_centers": True}, "^outline: expected at most one X", id="few, wild"
        ),
        pytest.param({"outline": []}, "^outline: expected 1 to 200 rows", id="no row"),
        pytest.param(
            {"outline": ["#" * 201] * 3}, r"^outline\[0\]: expected at most 200 char", id="too wide"
        ),
        pytest.param({"answer": []}, "^answer: expected the cards .*; found none", id="an empty answer"),
        pytest.param(
            {
                "answer": [
                    {"card": "lion-1", "x": 1, "y": 1, "turn": 0},
                    {"card": "owl-2", "x": 3, "y": 1, "turn": 0},
                ]
            },
            "^answer: expected just the squares of the outline; 2,3 differs",
            id="an answer beyond the outline",
        ),
        pytest.param({"outline": ["###", "##"]}, r"^outline\[1\]: expected 3 characters", id="uneven rows"),
        pytest.param({"outline": ["#O#"]}, r"^outline\[0\]: expected .* found 'O'", id="another mark"),
        pytest.param({"outline": ["..."]}, "^outline: expected at least one '#'", id="nothing drawn"),
        pytest.param(
            {"outline": ["####", "#XX#", "####"]}, "^outline: expected centres at least two cells", id="close"
        ),
        pytest.param({"outline": ["X##", "###"]}, "^outline: the card round the centre", id="half a card"),
        pytest.param(
            {"outline": ["###.#", "#X#.#", "###.#"]},
            "^outline: expected each square to belong",
            id="far square",
        ),
        pytest.param(
            {"outline": ["#####", "#####"]}, "found row 1, column 1 without 3 x 3", id="too flat for a card"
        ),
    ],
)
def test_a_puzzle_that_is_malformed(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(MalformedPuzzleError, match=message):
        puzzle_from_json(FILE | changed)


def test_one_wild_centre_may_stand_for_all_cards() -> None:
    puzzle = puzzle_from_json(FILE | {"outline": ["###", "#X#", "###"], "wild_centers": True})
    assert len(puzzle.outline.centres) == 1


def test_centres_may_be_close_where_they_are_wild() -> None:
    puzzle = puzzle_from_json(FILE | {"outline": ["####", "#XX#", "####"], "wild_centers": True})
    assert puzzle.rules == Rules(min_match=0, wild_centres=True)


@pytest.mark.parametrize("card", ["cat-1", "lion-9"], ids=["unknown animal", "unknown number"])
def test_a_card_that_the_deck_lacks_is_named(card: str) -> None:
    puzzle = puzzle_from_json(FILE | {"cards": ["lion-1", card]})
    with pytest.raises(MalformedPuzzleError, match=rf"^cards\[1\]: no card '{card}'"):
        puzzle.check(DECK)


def test_a_puzzle_of_nothing() -> None:
    with pytest.raises(MalformedPuzzleError, match="expected a board with a card"):
        puzzle_of_board(Board(), DECK, "animals")


def test_a_puzzle_keeps_its_answer_on_the_outline() -> None:
    puzzle: Puzzle = puzzle_of_board(parse_board("lion-1@5,-3r1 owl-2@7,-2r0"), DECK, "animals")
    assert puzzle.answer == parse_board("lion-1@1,1r1 owl-2@3,2r0")
    assert puzzle.outline.rows == ROWS
