"""What was read and the truth, brought to the same names and the same place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.alignment import Renaming, laid_upon
from games.camouflage import Board, parse_board
from tests.strategies import boards

ROW = "lion-1@0,0r0 fox-1@2,0r0 owl-1@4,0r1"


def test_names_and_turns_of_a_deck_without_file_are_translated() -> None:
    """The fox lay turned once when it was photographed, so as it was found at turn 3 it lies at turn 0."""
    renaming = Renaming({"deck-1-1": ("lion-1", 0), "deck-2-1": ("fox-1", 1), "deck-3-1": ("owl-1", 2)})
    read = parse_board("deck-1-1@0,0r0 deck-2-1@2,0r3 deck-3-1@4,0r3 deck-9-9@9,9r1")
    found = renaming.board(read)
    assert found == parse_board(f"{ROW} deck-9-9@9,9r1")
    assert renaming.undone(found) == read


def test_a_card_of_two_names_is_called_by_the_first() -> None:
    renaming = Renaming({"deck-1-1": ("lion-1", 0), "deck-1-2": ("lion-1", 1)})
    assert renaming.undone(parse_board("lion-1@0,0r1")) == parse_board("deck-1-1@0,0r1")


@given(boards(), st.integers(0, 3), st.integers(-9, 9), st.integers(-9, 9))
def test_boards_that_are_the_same_lie_upon_each_other(board: Board, quarters: int, dx: int, dy: int) -> None:
    elsewhere = board.turned(quarters).moved(dx, dy)
    assert laid_upon(board, elsewhere) == elsewhere


@pytest.mark.parametrize(
    ("other", "upon"),
    [
        pytest.param(
            "lion-1@5,5r0 fox-1@7,5r0 owl-1@9,6r1", "lion-1@5,5r0 fox-1@7,5r0 owl-1@9,5r1", id="one place"
        ),
        pytest.param(
            "lion-1@5,5r2 fox-1@7,5r0 owl-1@9,5r1", "lion-1@5,5r0 fox-1@7,5r0 owl-1@9,5r1", id="one turn"
        ),
        pytest.param("owl-1@3,3r2 pig-1@0,0r0", "lion-1@3,-1r1 fox-1@3,1r1 owl-1@3,3r2", id="one card"),
        pytest.param("pig-1@3,3r2", ROW, id="none"),
    ],
)
def test_as_many_cards_as_can_be_come_to_their_places(other: str, upon: str) -> None:
    assert laid_upon(parse_board(ROW), parse_board(other)) == parse_board(upon)
