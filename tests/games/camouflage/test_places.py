"""Where a card may be laid."""

from itertools import product

import pytest
from hypothesis import given

from games.camouflage import (
    Board,
    Cell,
    DuplicateCardError,
    Placement,
    Rules,
    Table,
    UnknownCardError,
    judge,
    judge_play,
    parse_board,
    parse_table,
    places,
)
from tests.strategies import DECK, PLAIN, boards, location_tables, plain_deck, rules


def on_board(text: str) -> Table:
    return Table("plain", "animals", parse_board(text))


def test_on_an_empty_board_a_card_lies_anywhere_which_is_here() -> None:
    found = places(on_board(""), PLAIN, "owl-1")
    assert [place.placement for place in found] == [Placement("owl-1", Cell(0, 0), turn) for turn in range(4)]


def test_a_card_goes_to_each_side_of_another_in_all_turns() -> None:
    found = places(on_board("lion-1@0,0r0"), PLAIN, "owl-1")
    centres = [(0, -2), (-2, 0), (2, 0), (0, 2)]
    assert [(place.placement.centre, place.placement.turn) for place in found] == [
        *product(centres, range(4))
    ]
    assert found[0].covered == ((-1, -1), (0, -1), (1, -1))
    assert (found[0].on, found[0].matches) == (("lion-1",), 3)


def test_turns_that_look_alike_are_all_listed_and_others_are_not() -> None:
    deck = plain_deck(owl_1="tzzzzzzz")
    found = places(on_board("lion-1@0,0r0"), deck, "owl-1")
    assert [place.placement.turn for place in found if place.placement.centre == (2, 0)] == [1, 2]


def test_a_card_on_the_table_has_no_other_place() -> None:
    with pytest.raises(DuplicateCardError, match="lion-1 lies on the table already"):
        places(on_board("lion-1@0,0r0"), PLAIN, "lion-1")


def test_a_card_that_is_not_in_the_deck_has_no_place() -> None:
    with pytest.raises(UnknownCardError, match="no card 'cat-1'"):
        places(on_board("lion-1@0,0r0"), PLAIN, "cat-1")


class TestNotMyStack:
    TEXT = "Ann: owl-1@0,0r0 | Ben: fox-1@0,0r0 | Cleo: pig-1@0,0r0"

    def table(self, *out: str) -> Table:
        table = parse_table(self.TEXT, PLAIN, "animals")
        return Table(table.deck_name, table.face, locations=table.locations, out=out)

    def where(self, table: Table, card: str) -> set[str | None]:
        return {place.location for place in places(table, PLAIN, card)}

    def test_a_card_goes_to_the_locations_of_others(self) -> None:
        assert self.where(self.table(), "owl-2") == {"Ben", "Cleo"}

    def test_a_location_is_frozen_once_its_owner_is_out(self) -> None:
        assert self.where(self.table("Ben"), "owl-2") == {"Cleo"}

    def test_a_play_says_that_the_location_is_frozen(self) -> None:
        play = judge_play(self.table("Ben"), PLAIN, Placement("owl-2", Cell(2, 0)), "Ben")
        assert (play.legal, play.violations.names) == (False, ("frozen-location",))

    def test_a_play_says_that_the_location_is_the_own(self) -> None:
        play = judge_play(self.table(), PLAIN, Placement("owl-2", Cell(2, 0)), "Ann")
        assert (play.legal, play.violations.names) == (False, ("own-location",))

    def test_a_play_needs_a_location(self) -> None:
        with pytest.raises(UnknownCardError, match=r"no location of None .* Ann, Ben, Cleo"):
            judge_play(self.table(), PLAIN, Placement("owl-2", Cell(2, 0)))


def test_a_play_on_the_shared_board_is_judged_like_a_card_on_top() -> None:
    table = on_board("lion-1@0,0r0")
    assert judge_play(table, PLAIN, Placement("owl-1", Cell(2, 0))).legal is True
    assert judge_play(table, PLAIN, Placement("owl-1", Cell(2, 1))).violations.names == ("too-few-matches",)
    with pytest.raises(DuplicateCardError):
        judge_play(table, PLAIN, Placement("lion-1", Cell(2, 0)))


@given(boards(max_cards=4), rules)
def test_places_are_what_trying_all_cells_and_turns_finds(board: Board, chosen: Rules) -> None:
    free = next(card.id for card in DECK.cards if card.id not in board)
    table = Table("mixed", "animals", board, rules=chosen)
    tried = [
        Placement(free, Cell(x, y), turn)
        for y, x, turn in product(range(-7, 8), range(-7, 8), range(4))
        if not board.placements or any(Placement(free, Cell(x, y)).overlaps(other) for other in board)
    ]
    legal = []
    for placement in tried:
        on_top = judge(Table("mixed", "animals", board.lay(placement), rules=chosen), DECK)[-1]
        if on_top.legal:
            legal.append(on_top)
    if board.placements:
        assert places(table, DECK, free) == legal


@given(location_tables())
def test_a_card_laid_on_a_place_is_judged_legal_there(table: Table) -> None:
    free = next(card.id for card in DECK.cards if card.id not in table.cards)
    for place in places(table, DECK, free)[:20]:
        assert place.location not in (table.out or ())
        assert judge_play(table, DECK, place.placement, place.location) == place


def plays(table: Table, hand: tuple[str, ...], depth: int) -> int:
    """Count the ways to lay `depth` different cards of a hand one after another."""
    if not depth:
        return 1
    total = 0
    for card in hand:
        others = tuple(other for other in hand if other != card)
        for place in places(table, DECK, card):
            board = table.board.lay(place.placement)
            total += plays(Table(table.deck_name, table.face, board, rules=table.rules), others, depth - 1)
    return total


HAND = ("owl-1", "owl-2", "owl-3")
ONE = "lion-1@0,0r2"
THREE = f"{ONE} pig-2@0,2r0 bear-1@0,-2r0"
EIGHT = f"{THREE} fox-3@0,4r1 pig-3@-2,0r1 cow-1@2,3r2 cow-2@-4,0r2 frog-1@2,-2r0"


@pytest.mark.parametrize(
    ("text", "rules", "counts"),
    [
        pytest.param(ONE, Rules(), (2, 4, 5), id="one card"),
        pytest.param(ONE, Rules(wild_centres=True), (6, 27, 46), id="one card, wild"),
        pytest.param(ONE, Rules(min_match=1), (28, 744), id="one card, minimum 1"),
        pytest.param(ONE, Rules(wild_centres=True, wild_counts=False), (2, 4, 6), id="one card, not counted"),
        pytest.param(THREE, Rules(), (5, 17, 18), id="three cards"),
        pytest.param(THREE, Rules(wild_centres=True), (16, 161, 648), id="three cards, wild"),
        pytest.param(THREE, Rules(min_match=1), (34, 980), id="three cards, minimum 1"),
        pytest.param(
            THREE, Rules(wild_centres=True, wild_counts=False), (7, 35, 70), id="three cards, not counted"
        ),
        pytest.param(EIGHT, Rules(), (3, 10, 21), id="eight cards"),
        pytest.param(EIGHT, Rules(wild_centres=True), (15, 155, 845), id="eight cards, wild"),
        pytest.param(EIGHT, Rules(min_match=1), (68, 3428), id="eight cards, minimum 1"),
        pytest.param(
            EIGHT, Rules(wild_centres=True, wild_counts=False), (6, 29, 78), id="eight cards, not counted"
        ),
    ],
)
def test_the_number_of_ways_to_play_a_hand(text: str, rules: Rules, counts: tuple[int, ...]) -> None:
    table = Table("mixed", "animals", parse_board(text), rules=rules)
    assert tuple(plays(table, HAND, depth) for depth in range(1, len(counts) + 1)) == counts
