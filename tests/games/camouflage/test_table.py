"""Tables and their rules."""

from collections.abc import Callable

import pytest

from games.camouflage import (
    DuplicateCardError,
    Location,
    MalformedBoardError,
    Rules,
    Table,
    UnknownCardError,
    parse_board,
)

BOARD = parse_board("lion-1@0,0r0 owl-1@2,0r0")
ANN = Location("Ann", "owl", parse_board("owl-1@0,0r0 fox-2@2,0r0"))
BEN = Location("Ben", "fox", parse_board("fox-1@0,0r0"))


def test_a_shared_board_is_one_pile_of_nobody() -> None:
    table = Table("demo", "animals", BOARD)
    assert table.piles == ((None, BOARD),)
    assert table.pile(None) == BOARD
    assert table.cards == ("lion-1", "owl-1")
    assert table.seats is None


def test_locations_are_piles_of_their_owners_who_are_the_players() -> None:
    table = Table("demo", "animals", locations=(ANN, BEN))
    assert table.pile("Ben") == BEN.board
    assert table.cards == ("owl-1", "fox-2", "fox-1")
    assert table.seats == {"Ann": "owl", "Ben": "fox"}
    assert (table.deck_of("Ann"), table.deck_of("Dan")) == ("owl", None)
    with pytest.raises(UnknownCardError, match=r"no location of 'Dan' on the table; .* Ann, Ben"):
        table.pile("Dan")


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        pytest.param(
            lambda: Table("demo", "animals", BOARD, (BEN,)),
            MalformedBoardError,
            "found both",
            id="board and piles",
        ),
        pytest.param(
            lambda: Table("demo", "animals", locations=(ANN, Location("Ben", "fox", ANN.board))),
            DuplicateCardError,
            "owl-1 lies in two locations",
            id="card in two piles",
        ),
        pytest.param(
            lambda: Table("demo", "animals", locations=(BEN, Location("Ben", "owl", BOARD))),
            MalformedBoardError,
            "the owner of a location is named once; found 'Ben' twice",
            id="two piles of one player",
        ),
        pytest.param(
            lambda: Table("demo", "animals", locations=(BEN, Location("Ann", "fox", BOARD))),
            MalformedBoardError,
            "the deck of a location is named once; found 'fox' twice",
            id="two piles of one deck",
        ),
        pytest.param(
            lambda: Table("demo", "animals", locations=(BEN,), players={"Ben": "fox", "Ann": "owl"}),
            MalformedBoardError,
            "each player has a location",
            id="player without a pile",
        ),
        pytest.param(lambda: Rules(min_match=-1), MalformedBoardError, "0 to 9 .*; found -1", id="minimum"),
    ],
)
def test_tables_do_not_contradict_themselves(
    make: Callable[[], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make()
