"""Which cards lie legally, by the rulebook's rules and by our rulings."""

from collections.abc import Iterator

import pytest
from hypothesis import given

from games.camouflage import (
    CENTRE,
    Board,
    Cell,
    Deck,
    Judgement,
    Location,
    MalformedBoardError,
    Placement,
    Rules,
    Table,
    UnknownCardError,
    Violation,
    judge,
    parse_board,
    parse_table,
    verdict,
)
from tests.strategies import DECK as MIXED
from tests.strategies import PLAIN, legal_boards, plain_deck, shared_tables, tables

NO_MINIMUM = Rules(min_match=0)
WILD = Rules(wild_centres=True)


def on_board(text: str, rules: Rules | None = None, start: tuple[str, ...] | None = None) -> Table:
    return Table("plain", "animals", parse_board(text), start=start, rules=rules or Rules())


def names(judgement: Judgement) -> list[str]:
    return [*judgement.violations.names]


def judged(table: Table, deck: Deck = PLAIN, *, order_known: bool = True) -> dict[str, Judgement]:
    return {judgement.card: judgement for judgement in judge(table, deck, order_known=order_known)}


def test_violations_are_printed_by_name() -> None:
    assert [rule.names[0] for rule in Violation] == [
        "too-few-matches",
        "pattern-clash",
        "covers-centre",
        "centre-covers",
        "loose",
        "own-location",
        "frozen-location",
    ]
    assert (Violation.LOOSE | Violation.PATTERN_CLASH).names == ("pattern-clash", "loose")


@pytest.mark.parametrize(
    ("x", "y", "matches", "broken"),
    [
        pytest.param(2, 0, 3, [], id="a row of three"),
        pytest.param(0, -2, 3, [], id="a column of three"),
        pytest.param(2, 1, 2, ["too-few-matches"], id="two squares"),
        pytest.param(2, 2, 1, ["too-few-matches"], id="a corner"),
        pytest.param(1, 0, 4, ["covers-centre", "centre-covers"], id="two rows"),
        pytest.param(0, 0, 8, ["covers-centre", "centre-covers"], id="right on top"),
        pytest.param(3, 0, 0, ["too-few-matches", "loose"], id="beside"),
    ],
)
def test_a_card_covers_three_squares_and_no_centre(x: int, y: int, matches: int, broken: list[str]) -> None:
    card = judged(on_board(f"lion-1@0,0r0 owl-1@{x},{y}r0"))["owl-1"]
    assert (card.matches, names(card), card.legal) == (matches, broken, not broken)


def test_a_breach_says_how_many_squares_match_and_where() -> None:
    few, *others = judged(on_board("lion-1@0,0r0 owl-1@2,1r0"))["owl-1"].breaches
    assert (few.rule, few.matches, few.needed) == (Violation.TOO_FEW_MATCHES, 2, 3)
    assert few.cells == ((1, 0), (1, 1))
    assert few.reason == "squares that match: 2, needed: 3"
    assert not others


def test_every_covered_square_has_to_match() -> None:
    deck = plain_deck(owl_1="zzztzzzz")
    card = judged(on_board("lion-1@0,0r0 fox-1@4,0r0 owl-1@2,0r0"), deck)["owl-1"]
    (clash,) = card.breaches
    assert (clash.rule, clash.cells) == (Violation.PATTERN_CLASH, ((1, 0),))
    assert (card.legal, card.matches) == (False, 5)


def test_the_way_a_card_is_turned_decides_which_squares_meet() -> None:
    deck = plain_deck(owl_1="tzzzzzzz")
    legal = [judged(on_board(f"lion-1@0,0r0 owl-1@2,0r{turn}"), deck)["owl-1"].legal for turn in range(4)]
    assert legal == [False, True, True, False]


def test_of_two_squares_that_clash_the_upper_card_is_illegal() -> None:
    deck = plain_deck(lion_1="tttttttt")
    for text, at_fault in [("lion-1@0,0r0 owl-1@2,0r0", "owl-1"), ("owl-1@2,0r0 lion-1@0,0r0", "lion-1")]:
        assert [card for card, one in judged(on_board(text), deck).items() if not one.legal] == [at_fault]


def test_a_card_touches_only_the_card_directly_beneath() -> None:
    card = judged(on_board("lion-1@0,0r0 owl-1@2,0r0 fox-1@2,-2r0"))["fox-1"]
    assert card.on == ("owl-1",)
    assert card.covered == ((1, -1), (2, -1), (3, -1))


def test_only_the_square_directly_beneath_has_to_match() -> None:
    deck = plain_deck(lion_1="zztzzzzz")
    cards = judged(on_board("lion-1@0,0r0 owl-1@2,0r0 fox-1@2,-2r0"), deck)
    assert cards["owl-1"].legal is False
    assert cards["fox-1"].legal is True


class TestCentersWild:
    def test_a_centre_may_cover_and_be_covered_and_counts(self) -> None:
        card = judged(on_board("lion-1@0,0r0 owl-1@1,0r0", WILD))["owl-1"]
        assert (card.legal, card.matches, card.wild, len(card.covered)) == (True, 6, 2, 6)

    def test_two_centres_may_share_a_cell_which_counts_once(self) -> None:
        card = judged(on_board("lion-1@0,0r0 owl-1@0,0r0", WILD))["owl-1"]
        assert (card.legal, card.matches, card.wild, len(card.covered)) == (True, 9, 1, 9)

    def test_any_pattern_goes_with_a_centre(self) -> None:
        deck = plain_deck(owl_1="zzztzzzz")
        assert judged(on_board("lion-1@0,0r0 owl-1@1,0r0", WILD), deck)["owl-1"].legal is True

    def test_other_squares_still_have_to_match(self) -> None:
        deck = plain_deck(owl_1="tzzzzzzz")
        assert names(judged(on_board("lion-1@0,0r0 owl-1@1,0r0", WILD), deck)["owl-1"]) == ["pattern-clash"]

    @pytest.mark.parametrize(("counts", "legal"), [(True, True), (False, False)], ids=["count", "do not"])
    def test_wild_squares_count_towards_the_minimum_if_so_agreed(self, *, counts: bool, legal: bool) -> None:
        rules = Rules(min_match=6, wild_centres=True, wild_counts=counts)
        card = judged(on_board("lion-1@0,0r0 owl-1@1,0r0", rules))["owl-1"]
        assert (card.legal, card.matches) == (legal, 6 if counts else 4)


class TestFirstCard:
    APART = "lion-1@0,0r0 owl-1@9,0r0"

    def test_a_single_card_lies_legally(self) -> None:
        assert judged(on_board("lion-1@0,0r0"))["lion-1"].legal is True

    def test_the_first_in_the_file_is_exempt_and_no_other(self) -> None:
        cards = judged(on_board(self.APART))
        assert [card.legal for card in cards.values()] == [True, False]
        assert names(cards["owl-1"]) == ["too-few-matches", "loose"]

    def test_a_starting_card_is_exempt_though_another_was_first(self) -> None:
        cards = judged(on_board(self.APART, start=("owl-1",)))
        assert [card.legal for card in cards.values()] == [False, True]

    def test_of_the_starting_cards_the_first_is_exempt_and_the_others_keep_the_minimum(self) -> None:
        cards = judged(
            on_board("lion-1@0,0r0 lion-2@9,0r0 lion-3@2,0r0", start=("lion-1", "lion-2", "lion-3"))
        )
        assert [card.legal for card in cards.values()] == [True, False, True]

    def test_without_a_starting_card_on_the_table_the_first_is_exempt(self) -> None:
        assert judged(on_board("lion-1@0,0r0", start=("owl-1",)))["lion-1"].legal is True

    def test_nobody_is_exempt_where_the_starting_cards_lie_on_others(self) -> None:
        cards = judged(on_board("lion-1@0,0r0 owl-1@2,0r0", start=("owl-1",)))
        assert [card.legal for card in cards.values()] == [False, True]

    def test_a_photo_leaves_open_which_of_two_was_first(self) -> None:
        judgements = judge(on_board(self.APART), PLAIN, order_known=False)
        assert [judgement.legal for judgement in judgements] == [None, None]
        assert not any(judgement.breaches for judgement in judgements)

    def test_one_of_the_two_is_illegal_so_the_table_is(self) -> None:
        assert verdict(judge(on_board(self.APART), PLAIN, order_known=False)) is False

    def test_the_starting_board_tells_in_a_photo(self) -> None:
        cards = judged(on_board(self.APART, start=("owl-1",)), order_known=False)
        assert [card.legal for card in cards.values()] == [False, True]

    def test_a_card_of_a_player_was_not_first_in_a_photo(self) -> None:
        table = Table("plain", "animals", parse_board(self.APART), players={"Ann": "lion"})
        assert [card.legal for card in judge(table, PLAIN, order_known=False)] == [False, True]

    def test_without_a_minimum_nothing_is_open(self) -> None:
        judgements = judge(on_board(self.APART, NO_MINIMUM), PLAIN, order_known=False)
        assert [judgement.legal for judgement in judgements] == [True, True]

    def test_a_card_that_breaks_another_rule_is_not_open(self) -> None:
        judgements = judge(on_board("lion-1@0,0r0 owl-1@9,0r0 fox-1@1,0r0"), PLAIN, order_known=False)
        assert [judgement.legal for judgement in judgements] == [None, None, False]


class TestNotMyStack:
    def test_each_owner_begins_without_a_minimum(self) -> None:
        table = parse_table("Ann: owl-1@0,0r0 | Ben: fox-1@0,0r0 owl-2@2,0r0", PLAIN, "animals")
        assert all(judgement.legal for judgement in judge(table, PLAIN))

    def test_nobody_plays_on_the_own_location(self) -> None:
        table = parse_table("Ann: owl-1@0,0r0 owl-2@2,0r0 | Ben: fox-1@0,0r0", PLAIN, "animals")
        card = judged(table)["owl-2"]
        assert (card.location, names(card)) == ("Ann", ["own-location"])

    def test_what_lies_on_a_frozen_location_may_have_been_there_before(self) -> None:
        piles = (
            Location("Ann", "owl", parse_board("owl-1@0,0r0 fox-2@2,0r0")),
            Location("Ben", "fox", parse_board("fox-1@0,0r0")),
        )
        table = Table("plain", "animals", locations=piles, out=("Ann",))
        assert verdict(judge(table, PLAIN)) is True


class TestVerdict:
    def test_is_true_only_if_all_cards_are_legal(self) -> None:
        assert verdict(judge(on_board("lion-1@0,0r0 owl-1@2,0r0"), PLAIN)) is True
        assert verdict(judge(on_board("lion-1@0,0r0 owl-1@2,1r0"), PLAIN)) is False
        assert verdict(()) is True


@pytest.mark.parametrize(
    ("table", "error", "message"),
    [
        pytest.param(on_board("cat-1@0,0r0"), UnknownCardError, "no card 'cat-1'", id="card"),
        pytest.param(
            on_board("owl-1@0,0r0", start=("cat-1",)), UnknownCardError, "no card 'cat-1'", id="start"
        ),
        pytest.param(
            Table("plain", "gems", parse_board("owl-1@0,0r0")), UnknownCardError, "'gems'", id="face"
        ),
        pytest.param(
            Table("plain", "animals", players={"Ann": "cat"}),
            UnknownCardError,
            "Ann plays 'cat', which is no deck of 'plain'",
            id="deck",
        ),
        pytest.param(
            Table("plain", "animals", players={"Ann": "owl"}, out=("Ben",)),
            UnknownCardError,
            "'Ben' was out but does not play; the players are Ann",
            id="out",
        ),
        pytest.param(
            Table("plain", "animals", locations=(Location("Ann", "owl", parse_board("fox-1@0,0r0")),)),
            MalformedBoardError,
            "location of Ann begins with a card of deck 'owl'; found fox-1",
            id="location of another deck",
        ),
        pytest.param(
            Table("plain", "animals", locations=(Location("Ann", "owl", Board()),)),
            MalformedBoardError,
            "found none",
            id="empty location",
        ),
    ],
)
def test_a_table_that_does_not_fit_its_deck_is_refused(
    table: Table, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        judge(table, PLAIN)


def top_square(below: list[Placement], cell: Cell, deck: Deck, table: Table) -> tuple[str, str] | None:
    for placement in reversed(below):
        dx, dy = cell[0] - placement.centre[0], cell[1] - placement.centre[1]
        if abs(dx) <= 1 and abs(dy) <= 1:
            for _ in range(placement.turn):
                dx, dy = dy, -dx
            return placement.card, deck.card(placement.card).faces[table.face].rows[dy + 1][dx + 1]
    return None


def squares_of(placement: Placement, below: list[Placement], table: Table) -> Iterator[tuple[str, str, str]]:
    """Yield (card beneath, its square, own square) where a card lies on another, from the definitions."""
    x, y = placement.centre
    for cell in [Cell(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]:
        own = top_square([placement], cell, MIXED, table)
        beneath = top_square(below, cell, MIXED, table)
        if own and beneath:
            yield (*beneath, own[1])


@given(shared_tables())
def test_judging_agrees_with_the_rules_read_square_by_square(table: Table) -> None:
    rules = table.rules
    for index, judgement in enumerate(judge(table, MIXED)):
        placement = table.board.placements[index]
        squares = [*squares_of(placement, list(table.board.placements[:index]), table)]
        wild = [CENTRE in {beneath, own} for _, beneath, own in squares]
        same = [beneath == own for (_, beneath, own), one in zip(squares, wild, strict=True) if not one]
        matches = sum(same) + (sum(wild) if rules.wild_centres and rules.wild_counts else 0)
        fitting = all(same) and (rules.wild_centres or not any(wild))
        assert judgement.matches == matches
        assert len(judgement.covered) == len(squares)
        assert set(judgement.on) == {card for card, _, _ in squares}
        if squares:
            assert judgement.legal == (fitting and matches >= rules.min_match)


@given(legal_boards())
def test_a_board_laid_by_the_rules_is_legal(board: Board) -> None:
    assert verdict(judge(Table("mixed", "animals", board), MIXED)) is True


@given(tables)
def test_at_most_one_card_that_lies_on_nothing_is_legal(table: Table) -> None:
    judgements = judge(table, MIXED)
    loose = [judgement for judgement in judgements if judgement.legal and not judgement.covered]
    assert table.rules.min_match == 0 or len(loose) <= max(1, len(table.locations))


@given(tables)
def test_a_card_is_legal_exactly_if_it_breaks_no_rule(table: Table) -> None:
    for judgement in judge(table, MIXED):
        assert judgement.legal == (not judgement.violations)
        assert judgement.violations.names == tuple(
            rule.names[0] for rule in Violation if rule in [breach.rule for breach in judgement.breaches]
        )
        assert all(breach.reason for breach in judgement.breaches)
