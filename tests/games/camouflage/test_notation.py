"""Boards as one line of text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import (
    Board,
    Card,
    Cell,
    Deck,
    DuplicateCardError,
    Location,
    NotationError,
    Placement,
    Table,
    UnknownCardError,
    format_board,
    format_locations,
    format_table,
    parse_board,
    parse_locations,
    parse_table,
)
from tests.strategies import DECK, boards, locations, tables

TEXT = "lion-1@0,0r0 owl-2@-2,13r3"


def test_a_board_is_written_bottom_first() -> None:
    board = Board((Placement("lion-1", Cell(0, 0)), Placement("owl-2", Cell(-2, 13), 3)))
    assert format_board(board) == TEXT
    assert parse_board(f"\n {TEXT}\t ") == board
    assert parse_board("") == Board()


def test_locations_are_written_with_their_owners() -> None:
    text = "Ann: owl-1@0,0r0 fox-2@2,0r1 | Uncle Ben: fox-1@0,0r0"
    piles = parse_locations(text, DECK)
    assert [(pile.player, pile.deck) for pile in piles] == [("Ann", "owl"), ("Uncle Ben", "fox")]
    assert format_locations(piles) == text


@given(boards())
def test_boards_come_back(board: Board) -> None:
    assert parse_board(format_board(board)) == board


@given(locations())
def test_locations_come_back(piles: tuple[Location, ...]) -> None:
    assert parse_locations(format_locations(piles), DECK) == piles


@given(st.text(min_size=1))
def test_owners_come_back_or_are_refused(player: str) -> None:
    piles = (Location(player, "owl", parse_board("owl-1@0,0r0")),)
    try:
        text = format_locations(piles)
    except NotationError:
        return
    assert parse_locations(text, DECK) == piles


@given(tables)
def test_tables_come_back_as_far_as_text_goes(table: Table) -> None:
    again = parse_table(format_table(table), DECK, table.face)
    assert (again.board, again.locations) == (table.board, table.locations)


@given(st.text(alphabet="lion-1@,r0 |:A"))
def test_any_text_is_a_board_or_refused(text: str) -> None:
    try:
        board = parse_board(text)
    except (NotationError, DuplicateCardError):
        return
    assert parse_board(format_board(board)) == board


@pytest.mark.parametrize(
    "text",
    [
        "lion-1",
        "lion-1@0,0",
        "@0,0r0",
        "lion-1@0,0r4",
        "lion-1@0.5,0r0",
        "lion-1@1234567,0r0",
        "lion-1@٣,0r0",
        "a,b@0,0r0",
    ],
)
def test_what_is_no_placement_is_named(text: str) -> None:
    with pytest.raises(NotationError, match="expected a card as CARD@X,YrTURN") as error:
        parse_board(f"lion-2@0,0r0 {text}")
    assert repr(text) in str(error.value)


@pytest.mark.parametrize(
    "text", ["Ann:", "Ann: owl-1@0,0r0 |", "owl-1@0,0r0 | Ann: owl-2@0,0r0", ": owl-1@0,0r0"]
)
def test_what_is_no_location_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected a location as OWNER: CARD@X,YrTURN"):
        parse_locations(text, DECK)


@pytest.mark.parametrize("player", ["", " Ann", "Ann|Ben", "Ann: Ben", "Ann\n"])
def test_owners_who_would_not_come_back_are_refused(player: str) -> None:
    with pytest.raises(NotationError, match="expected an owner without bars"):
        format_locations((Location(player, "owl", parse_board("owl-1@0,0r0")),))


def test_cards_that_would_not_come_back_are_refused() -> None:
    for placement in (Placement("a b", Cell(0, 0)), Placement("a", Cell(10**6, 0))):
        with pytest.raises(NotationError, match="expected an id without white space"):
            format_board(Board((placement,)))


def test_a_text_is_read_with_the_deck() -> None:
    with pytest.raises(UnknownCardError, match="no card 'cat-1'"):
        parse_table("cat-1@0,0r0", DECK, "animals")
    with pytest.raises(UnknownCardError, match="no card 'cat-1'"):
        parse_table("Ann: cat-1@0,0r0", DECK, "animals")
    with pytest.raises(DuplicateCardError, match="lion-1 is laid twice"):
        parse_table("lion-1@0,0r0 lion-1@2,0r0", DECK, "animals")


def test_cards_may_bear_colons_and_ats() -> None:
    cards = tuple(Card(name, "owl", DECK.card("owl-1").faces) for name in ("a:b", "a@1", "c:"))
    deck = Deck("odd", ("owl",), DECK.patterns, cards)
    board = Board(tuple(Placement(card.id, Cell(n, 0)) for n, card in enumerate(cards)))
    assert parse_table(format_board(board), deck, "animals").board == board
