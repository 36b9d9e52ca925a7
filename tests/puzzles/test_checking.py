"""Checking an answer: right, right in another way, or what is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import Board, Rules, parse_board
from puzzles import CheckedAnswer, check_answer, puzzle_of_board
from tests.strategies import DECK, PLAIN, legal_boards, plain_deck, turns

PRINTED = parse_board("lion-1@1,1r0 owl-1@3,2r0")
PUZZLE = puzzle_of_board(PRINTED, PLAIN, "animals")


@given(legal_boards(), st.integers(-5, 5), st.integers(-5, 5), turns)
def test_the_printed_answer_is_right_wherever_it_lies(board: Board, dx: int, dy: int, turn: int) -> None:
    puzzle = puzzle_of_board(board, DECK, "animals", rules=Rules(min_match=3))
    found = check_answer(puzzle, DECK, board.turned(turn).moved(dx, dy))
    assert (found.right, found.matches_printed) == (True, True)


def test_another_answer_is_right_too() -> None:
    puzzle = puzzle_of_board(parse_board("lion-1@1,1r0 owl-1@3,1r0 fox-1@5,2r0"), PLAIN, "animals")
    found = check_answer(puzzle, PLAIN, parse_board("owl-1@1,1r0 lion-1@3,1r0 fox-1@5,2r0"))
    assert (found.right, found.matches_printed) == (True, False)


def test_an_answer_seen_from_the_other_side_is_the_same() -> None:
    found = check_answer(PUZZLE, PLAIN, parse_board("owl-1@1,1r2 lion-1@3,2r2"))
    assert (found.right, found.matches_printed) == (True, True)


def test_turns_that_look_alike_and_stacking_make_no_other_answer() -> None:
    assert check_answer(PUZZLE, PLAIN, parse_board("owl-1@3,2r2 lion-1@1,1r1")).matches_printed is True


def whys(found: CheckedAnswer) -> list[tuple[str, tuple[tuple[int, int], ...], str | None]]:
    return [(fault.why, fault.cells, fault.card) for fault in found.faults]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        pytest.param(
            "lion-1@1,1r0",
            [
                ("owl-1 is of the puzzle and does not lie there", (), "owl-1"),
                (
                    "squares of the outline are not covered",
                    ((3, 1), (4, 1), (3, 2), (4, 2), (2, 3), (3, 3), (4, 3)),
                    None,
                ),
                ("no card has its centre there", ((3, 2),), None),
            ],
            id="a card short",
        ),
        pytest.param(
            "lion-1@1,1r0 fox-1@3,2r0",
            [
                ("owl-1 is of the puzzle and does not lie there", (), "owl-1"),
                ("fox-1 is not of the puzzle", (), "fox-1"),
            ],
            id="another card",
        ),
        pytest.param(
            "lion-1@1,1r0 owl-1@3,1r0",
            [
                ("squares are covered that are not of the outline", ((3, 0), (4, 0)), None),
                ("squares of the outline are not covered", ((2, 3), (3, 3), (4, 3)), None),
                ("no card has its centre there", ((3, 2),), None),
                ("owl-1 has its centre where none is drawn", ((3, 1),), None),
            ],
            id="a row too high",
        ),
    ],
)
def test_what_is_wrong_is_named(answer: str, why: list[object]) -> None:
    found = check_answer(PUZZLE, PLAIN, parse_board(answer))
    assert whys(found) == why
    assert not found.right


def test_squares_that_clash_are_named() -> None:
    deck = plain_deck(owl_1="tzzzzzzz")
    found = check_answer(PUZZLE, deck, PRINTED)
    assert whys(found) == [("owl-1: squares on another pattern: 1", ((2, 1),), None)]


def test_an_empty_board_lacks_everything() -> None:
    assert not check_answer(PUZZLE, PLAIN, Board()).right


def test_the_minimum_of_the_puzzle_counts() -> None:
    puzzle = puzzle_of_board(PRINTED, PLAIN, "animals", rules=Rules(min_match=3))
    assert [fault.why for fault in check_answer(puzzle, PLAIN, PRINTED).faults] == [
        "owl-1: squares that match: 2, needed: 3"
    ]
