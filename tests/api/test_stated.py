"""What a user states beats what a board says, with a warning."""

from dataclasses import replace

import pytest

from api.errors import WrongUseError
from api.stated import Stated, names, seats
from api.ways import Subject, subject_of_table
from games.camouflage import Rules, Table, UnknownCardError, parse_board
from tests.api.doubles import photographed, ranked
from tests.strategies import PLAIN

TABLE = Table(
    PLAIN.name,
    "animals",
    parse_board("lion-1@0,0r0 owl-1@2,0r0 fox-1@2,2r0"),
    start=("lion-1",),
    players={"Ann": "owl", "Ben": "fox"},
    out=("Ann",),
)
ALL = frozenset({"min_match", "wild_centers", "start", "players", "out"})


def subject(table: Table = TABLE) -> Subject:
    return subject_of_table(table, PLAIN)


@pytest.mark.parametrize(
    ("stated", "warning"),
    [
        pytest.param(Stated(min_match=2), "min_match is 2 as stated, not 3 as the board says", id="minimum"),
        pytest.param(
            Stated(wild_centres=True),
            "wild_centers is True as stated, not False as the board says",
            id="centres",
        ),
        pytest.param(
            Stated(players={"Eva": "owl", "Ben": "fox"}, out=("Eva",)),
            "players is Eva=owl, Ben=fox as stated, not Ann=owl, Ben=fox as the board says",
            id="players",
        ),
        pytest.param(
            Stated(out=("Ben", "Ann")), "out is Ben, Ann as stated, not Ann as the board says", id="order out"
        ),
    ],
)
def test_what_is_stated_beats_the_board_with_a_warning(stated: Stated, warning: str) -> None:
    changed = stated.applied(subject(), ALL)
    assert warning in changed.warnings
    assert stated.applied(subject()).warnings == ()
    assert stated.applied(changed, ALL).warnings == changed.warnings, "nothing contradicts itself"


def test_what_is_not_stated_stays() -> None:
    assert Stated().applied(subject(), ALL) == subject()


def test_the_starting_board_is_all_cards_of_its_deck() -> None:
    without = replace(TABLE, start=None, players=None, out=None)
    changed = Stated(start="owl").applied(subject(without))
    assert changed.best.start == ("owl-1",)
    assert changed.warnings == ()


def test_the_starting_board_is_found_anew_in_each_way() -> None:
    ways = photographed(ranked("lion-1@0,0r0 owl-1@2,0r0", 0.6), ranked("lion-1@0,0r0 owl-2@2,0r0", 0.4))
    changed = Stated(start="owl").applied(ways)
    assert [way.table.start for way in changed.ways] == [("owl-1",), ("owl-2",)]


@pytest.mark.parametrize(
    ("text", "start", "found"),
    [
        pytest.param("lion-1@0,0r0", "owl", "none", id="none"),
        pytest.param(
            "owl-1@0,0r0 owl-2@2,0r0 owl-3@4,0r0 owl-4@6,0r0",
            "owl",
            "owl-1, owl-2, owl-3, owl-4",
            id="four",
        ),
    ],
)
def test_a_strange_starting_board_is_told(text: str, start: str, found: str) -> None:
    table = Table(PLAIN.name, "animals", parse_board(text))
    stated = Stated(start=start).applied(subject(table))
    warning = f"a game begins with 1 to 3 cards of one deck; the starting board is {found}"
    assert stated.warnings == (warning,)
    assert Stated().applied(subject(stated.best)).warnings == (warning,), "a board's own is looked at as well"


def test_a_starting_board_of_two_decks_is_told() -> None:
    table = replace(TABLE, start=("lion-1", "pig-1"))
    (warning,) = Stated().applied(subject(table)).warnings
    assert warning.endswith("cards of one deck; the starting board is lion-1, pig-1")


def test_a_boards_own_starting_deck_is_played_by_nobody() -> None:
    with pytest.raises(WrongUseError, match="owl is the starting deck, so no player plays it"):
        Stated().applied(subject(replace(TABLE, start=("owl-1",))))


def test_a_starting_deck_that_is_none_is_refused() -> None:
    with pytest.raises(WrongUseError, match=r"starting deck is one of lion, owl, .*; found 'cat'"):
        Stated(start="cat").applied(subject())


def test_a_starting_deck_is_played_by_nobody() -> None:
    with pytest.raises(WrongUseError, match="owl is the starting deck, so no player plays it"):
        Stated(start="owl").applied(subject())


def test_players_and_their_order_have_to_be_there() -> None:
    with pytest.raises(UnknownCardError, match="'Eva' was out but does not play"):
        Stated(out=("Eva",)).applied(subject())
    with pytest.raises(UnknownCardError, match="Ann plays 'cat', which is no deck"):
        Stated(players={"Ann": "cat"}, out=()).applied(subject())


def test_rules_are_the_usual_ones_where_nothing_is_stated() -> None:
    usual = Rules(min_match=1, wild_counts=False)
    assert Stated().rules(usual) == usual
    assert Stated(min_match=0, wild_centres=True).rules(usual) == Rules(
        0, wild_centres=True, wild_counts=False
    )


def test_players_and_names_in_a_text() -> None:
    assert seats("Ann=owl, Ben = fox") == {"Ann": "owl", "Ben": "fox"}
    assert seats("A=B=owl") == {"A=B": "owl"}
    assert names("Ben, Ann") == ("Ben", "Ann")


@pytest.mark.parametrize("text", ["", "Ann", "Ann=", "=owl", "Ann=owl,", "Ann=owl,Ann=fox"])
def test_malformed_players_are_refused(text: str) -> None:
    with pytest.raises(WrongUseError, match=r"players are given as|given once"):
        seats(text)


def test_malformed_names_are_refused() -> None:
    with pytest.raises(WrongUseError, match="names are given as Ben,Ann; found 'Ben,,Ann'"):
        names("Ben,,Ann")
