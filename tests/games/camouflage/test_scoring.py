"""Diversify and Cover Some Ground, by the rulebook's examples, its tie-breaks and our rulings."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import (
    Board,
    CamouflageSheet,
    Cell,
    Location,
    Rules,
    Table,
    WrongGameError,
    judge,
    parse_board,
    parse_table,
    score,
)
from games.scoring import Span
from tests.strategies import DECK, PLAIN, shared_tables, tables

STAIR = "lion-1@0,0r0 owl-1@2,0r0 fox-1@1,2r0 pig-1@2,-2r0"


def on_board(
    text: str,
    *,
    begun: bool = True,
    players: dict[str, str] | None = None,
    out: tuple[str, ...] | None = (),
    rules: Rules | None = None,
) -> Table:
    """Return a table; if `begun`, the lions on it are the starting board, else it is not known."""
    board = parse_board(text)
    start = tuple(placement.card for placement in board if "lion" in placement.card) if begun else None
    return Table("plain", "animals", board, start=start, players=players, out=out, rules=rules or Rules())


def card_points(sheet: CamouflageSheet) -> dict[str, object]:
    return {line.item: line.points for line in sheet.lines}


def points(sheet: CamouflageSheet) -> dict[str, object]:
    return {standing.player: standing.points for standing in sheet.standings}


class TestRulebookExamples:
    def test_diversify(self) -> None:
        """Two cards touched, one touched, one touched though it lies above two, none below."""
        sheet = score(on_board(STAIR), PLAIN, "diversify")
        assert card_points(sheet) == {"lion-1": 0, "owl-1": 1, "fox-1": 2, "pig-1": 1}

    def test_a_card_that_lies_above_without_touching_does_not_count(self) -> None:
        sheet = score(on_board(STAIR), PLAIN, "diversify")
        (pig,) = (line for line in sheet.lines if line.item == "pig-1")
        assert (pig.on, pig.points) == (("owl-1",), 1)
        assert parse_board(STAIR).stack(Cell(1, -1)) == (0, 1, 3)

    def test_cover_some_ground(self) -> None:
        """Four squares covered, two, three, three, none; the card that covers two is illegal."""
        text = "lion-1@0,0r0 owl-1@2,0r0 fox-1@0,2r0 pig-1@2,3r0 owl-2@0,4r0"
        sheet = score(on_board(text), PLAIN, "cover-some-ground")
        lines = {line.item: (line.raw_points, line.points, line.legal) for line in sheet.lines}
        assert lines == {
            "lion-1": (0, 0, True),
            "owl-1": (3, 3, True),
            "fox-1": (3, 3, True),
            "pig-1": (2, 0, False),
            "owl-2": (4, 4, True),
        }


class TestCards:
    def test_the_starting_board_belongs_to_nobody_but_lies_below(self) -> None:
        table = on_board("lion-1@0,0r0 lion-2@2,0r0 owl-1@1,2r0")
        sheet = score(table, PLAIN, "diversify")
        lines = {line.item: (line.player, line.points, line.squares) for line in sheet.lines}
        assert lines == {"lion-1": (None, 0, 0), "lion-2": (None, 0, 3), "owl-1": ("owl", 2, 3)}
        assert points(sheet) == {"owl": 2}

    def test_an_illegal_card_scores_nothing_and_shows_what_it_covers(self) -> None:
        sheet = score(on_board("lion-1@0,0r0 owl-1@2,1r0"), PLAIN, "cover-some-ground")
        line, standing = sheet.lines[-1], sheet.standings[0]
        assert (line.points, line.raw_points, line.legal) == (0, 2, False)
        assert (standing.points, standing.raw_points, standing.illegal) == (0, 2, ("owl-1",))
        assert line.reason == "illegal: squares that match: 2, needed: 3"

    def test_an_illegal_card_scores_if_so_agreed(self) -> None:
        rules = Rules(illegal_scores_zero=False)
        sheet = score(on_board("lion-1@0,0r0 owl-1@2,1r0", rules=rules), PLAIN, "cover-some-ground")
        assert points(sheet) == {"owl": 2}

    def test_a_card_on_an_illegal_one_scores_for_it(self) -> None:
        sheet = score(on_board("lion-1@0,0r0 owl-1@2,1r0 fox-1@4,1r0"), PLAIN, "diversify")
        assert card_points(sheet) == {"lion-1": 0, "owl-1": 0, "fox-1": 1}
        assert "illegal-card-beneath" in sheet.rulings

    @pytest.mark.parametrize(("game", "expected"), [("diversify", 1), ("cover-some-ground", 6)])
    def test_with_centers_wild_squares_on_and_under_centres_score(self, game: str, expected: int) -> None:
        sheet = score(on_board("lion-1@0,0r0 owl-1@1,0r0", rules=Rules(wild_centres=True)), PLAIN, game)
        assert points(sheet) == {"owl": expected}
        assert "wild-squares-score" in sheet.rulings

    @pytest.mark.parametrize("counts", [True, False], ids=["counted", "not counted"])
    def test_wild_squares_score_whether_or_not_they_count_towards_the_minimum(self, *, counts: bool) -> None:
        rules = Rules(wild_centres=True, wild_counts=counts)
        sheet = score(on_board("lion-1@0,0r0 owl-1@1,0r0", rules=rules), PLAIN, "cover-some-ground")
        assert points(sheet) == {"owl": 6}

    @pytest.mark.parametrize(
        ("card", "reason"),
        [
            ("lion-1", "began the table"),
            ("owl-1", "cards directly beneath: 1"),
            ("fox-1", "cards directly beneath: 2"),
            ("pig-1", "no player's card"),
        ],
    )
    def test_every_line_has_its_reason(self, card: str, reason: str) -> None:
        players = {"Ann": "owl", "Ben": "fox"}
        sheet = score(on_board(STAIR, players=players), PLAIN, "diversify")
        assert {line.item: line.reason for line in sheet.lines}[card] == reason


class TestPlayers:
    def test_without_players_each_deck_but_the_starting_one_plays(self) -> None:
        assert points(score(on_board(STAIR), PLAIN, "diversify")) == {"owl": 1, "fox": 2, "pig": 1}

    def test_players_stand_in_their_order_with_or_without_cards(self) -> None:
        sheet = score(on_board(STAIR, players={"Ben": "fox", "Dan": "cow", "Ann": "owl"}), PLAIN, "diversify")
        assert points(sheet) == {"Ben": 2, "Dan": 0, "Ann": 1}
        assert [standing.deck for standing in sheet.standings] == ["fox", "cow", "owl"]
        assert sheet.warnings == ("pig-1 is of no player's deck",)

    def test_the_most_points_win(self) -> None:
        sheet = score(on_board(STAIR), PLAIN, "diversify")
        assert (sheet.winners, sheet.decided_by) == (("fox",), "points")
        assert [standing.rank for standing in sheet.standings] == [2, 1, 2]


# Two players with one card each, of the same worth.
TIE = "lion-1@0,0r0 owl-1@2,0r0 fox-1@-2,0r0"

# One card that touches two others, against two that touch one each.
ONE_AGAINST_TWO = "lion-1@0,0r0 lion-2@2,0r0 owl-1@1,2r0 fox-1@-2,0r0 fox-2@4,0r0"


class TestTieBreaks:
    def test_the_earliest_token_among_the_tied(self) -> None:
        sheet = score(on_board(TIE, out=("fox", "owl")), PLAIN, "diversify")
        assert (sheet.winners, sheet.decided_by) == (("fox",), "first-out")
        assert "next-token" not in sheet.rulings

    def test_the_earliest_token_counts_though_it_is_not_the_first(self) -> None:
        sheet = score(on_board(f"{TIE} pig-1@9,9r0", out=("pig", "fox")), PLAIN, "diversify")
        assert points(sheet) == {"owl": 1, "fox": 1, "pig": 0}
        assert (sheet.winners, sheet.decided_by) == (("fox",), "first-out")
        assert "next-token" in sheet.rulings

    def test_any_token_beats_none(self) -> None:
        assert score(on_board(TIE, out=("fox",)), PLAIN, "diversify").winners == ("fox",)

    def test_then_the_most_cards_played(self) -> None:
        sheet = score(on_board(ONE_AGAINST_TWO), PLAIN, "diversify")
        assert points(sheet) == {"owl": 2, "fox": 2}
        assert [standing.played for standing in sheet.standings] == [1, 2]
        assert (sheet.winners, sheet.decided_by) == (("fox",), "most-played")

    def test_illegal_cards_do_not_count_as_played(self) -> None:
        sheet = score(on_board(f"{ONE_AGAINST_TWO} owl-2@9,9r0"), PLAIN, "diversify")
        assert [standing.played for standing in sheet.standings] == [1, 2]
        assert (sheet.winners, sheet.decided_by) == (("fox",), "most-played")
        assert "illegal-not-played" in sheet.rulings

    @pytest.mark.parametrize(
        ("game", "cards", "expected", "winner"),
        [
            pytest.param(
                "diversify",
                "owl-1@1,4r0 fox-1@3,3r0 owl-2@-1,2r0 fox-2@3,5r0",
                {"owl-1": 1, "owl-2": 3, "fox-1": 2, "fox-2": 2},
                "owl",
                id="1 and 3 against 2 and 2",
            ),
            pytest.param(
                "cover-some-ground",
                "owl-1@-1,2r0 fox-1@0,4r0 owl-2@3,2r0 fox-2@2,4r0",
                {"owl-1": 4, "owl-2": 4, "fox-1": 3, "fox-2": 5},
                "fox",
                id="4 and 4 against 3 and 5",
            ),
        ],
    )
    def test_then_the_highest_single_card(
        self, game: str, cards: str, expected: dict[str, int], winner: str
    ) -> None:
        sheet = score(on_board(f"lion-1@0,0r0 lion-2@2,0r0 lion-3@1,2r0 {cards}"), PLAIN, game)
        assert {card: count for card, count in card_points(sheet).items() if "lion" not in card} == expected
        assert (sheet.winners, sheet.decided_by) == ((winner,), "highest-card")

    def test_else_they_share(self) -> None:
        sheet = score(on_board(TIE), PLAIN, "diversify")
        assert (sheet.winners, sheet.decided_by) == (("owl", "fox"), "shared")
        assert [standing.rank for standing in sheet.standings] == [1, 1]


# All six cards of two decks, in places of the same worth, on both sides of the starting card.
ALL_OUT = " ".join(["lion-1@0,0r0", *(f"owl-{n}@{2 * n},0r0 fox-{n}@{-2 * n},0r0" for n in range(1, 7))])


class TestOutOrderUnknown:
    def test_the_winner_is_open_if_those_who_tie_have_all_played_all(self) -> None:
        sheet = score(on_board(ALL_OUT, out=None), PLAIN, "diversify")
        assert points(sheet) == {"owl": 6, "fox": 6}
        assert (sheet.winners, sheet.decided_by, sheet.missing) == (None, None, ("out-order",))
        assert [(standing.rank, standing.out) for standing in sheet.standings] == [(None, None)] * 2
        assert not sheet.certain

    def test_it_does_not_matter_where_points_decide(self) -> None:
        sheet = score(
            on_board(ALL_OUT.replace("fox-6@-12,0r0", "fox-6@-12,1r0"), out=None), PLAIN, "diversify"
        )
        assert (sheet.winners, sheet.decided_by, sheet.missing) == (("owl",), "points", ())
        assert sheet.certain

    def test_who_has_cards_left_was_not_out(self) -> None:
        sheet = score(on_board(ALL_OUT.rsplit(" ", 1)[0], out=None), PLAIN, "diversify")
        assert {standing.player: standing.out for standing in sheet.standings} == {"owl": 1, "fox": None}

    def test_whoever_alone_has_played_all_was_first(self) -> None:
        text = f"{TIE} {' '.join(f'owl-{n}@{9 * n},9r0' for n in range(2, 7))}"
        sheet = score(on_board(text, out=None), PLAIN, "diversify")
        assert points(sheet) == {"owl": 1, "fox": 1}
        assert (sheet.winners, sheet.decided_by) == (("owl",), "first-out")

    def test_what_does_not_fit_is_told(self) -> None:
        assert score(on_board(ALL_OUT, out=("owl",)), PLAIN, "diversify").warnings == (
            "fox is not said to be out, but all fox cards are on the table",
        )
        assert score(on_board(TIE, out=("owl",)), PLAIN, "diversify").warnings == (
            "owl is said to be out, but 5 of the owl cards are not on the table",
        )
        table = replace(on_board(TIE), start=("lion-1", "lion-2"))
        assert score(table, PLAIN, "diversify").warnings == (
            "lion-2 is of the starting board, but not on the table",
        )


class TestStartUnknown:
    def test_it_is_the_deck_of_the_bottom_card(self) -> None:
        sheet = score(on_board("lion-1@0,0r0 lion-2@2,0r0 owl-1@4,0r0", begun=False), PLAIN, "diversify")
        assert points(sheet) == {"owl": 1}
        assert "start-of-bottom-card" in sheet.rulings

    def test_more_than_three_cards_of_that_deck_leave_it_open(self) -> None:
        text = "lion-1@0,0r0 lion-2@2,0r0 lion-3@4,0r0 lion-4@6,0r0 owl-1@8,0r0"
        sheet = score(on_board(text, begun=False), PLAIN, "diversify")
        assert points(sheet) == {"lion": 3, "owl": Span(0, 1)}
        assert (sheet.winners, sheet.missing) == (("lion",), ("start",))
        sheet = score(on_board(f"{text} owl-2@1,2r0 owl-3@5,2r0", begun=False), PLAIN, "diversify")
        assert points(sheet) == {"lion": 3, "owl": Span(0, 5)}
        assert (sheet.winners, sheet.missing) == (None, ("start",))

    def test_whoever_may_not_play_may_have_nothing(self) -> None:
        text = "fox-1@0,0r0 fox-2@2,0r0 fox-3@4,0r0 fox-4@6,0r0 lion-1@8,0r0 lion-2@10,0r0 owl-1@12,0r0"
        sheet = score(on_board(text, begun=False), PLAIN, "diversify")
        assert points(sheet) == {"fox": 3, "lion": Span(0, 2), "owl": Span(0, 1)}
        assert [standing.played for standing in sheet.standings] == [Span(0, 2), Span(0, 1), 4]
        assert [line.player for line in sheet.lines] == ["fox"] * 4 + [None] * 3
        assert "start-of-bottom-card" not in sheet.rulings

    def test_there_is_none_where_all_decks_are_players(self) -> None:
        sheet = score(
            on_board(TIE, begun=False, players={"Ann": "owl", "Ben": "fox", "Cleo": "lion"}),
            PLAIN,
            "diversify",
        )
        assert points(sheet) == {"Ann": 1, "Ben": 1, "Cleo": 0}
        assert (sheet.winners, sheet.missing) == (("Ann", "Ben"), ())

    def test_it_may_be_any_deck_that_nobody_plays(self) -> None:
        sheet = score(on_board(TIE, begun=False, players={"Ann": "owl", "Cleo": "lion"}), PLAIN, "diversify")
        assert points(sheet) == {"Ann": 1, "Cleo": 0}
        assert sheet.winners == ("Ann",)

    def test_no_cards_no_points(self) -> None:
        sheet = score(on_board("", begun=False, players={"Ann": "owl"}), PLAIN, "diversify")
        assert points(sheet) == {"Ann": 0}


class TestFirstCardUnknown:
    APART = "lion-1@0,0r0 owl-1@9,0r0 fox-1@2,0r0"

    def test_both_cards_are_open_and_named(self) -> None:
        sheet = score(on_board(self.APART, begun=False), PLAIN, "diversify", order_known=False)
        assert {line.item: line.legal for line in sheet.lines} == {
            "lion-1": None,
            "owl-1": None,
            "fox-1": True,
        }
        assert "one-first-card" in sheet.rulings
        assert sheet.winners == ("fox",)
        assert [standing.illegal for standing in sheet.standings] == [(), (), ()]

    def test_the_winner_and_who_plays_may_hang_on_it(self) -> None:
        table = on_board(self.APART, begun=False)
        assert score(table, PLAIN, "speed-round").winners == ("fox",)
        sheet = score(table, PLAIN, "speed-round", order_known=False)
        assert (sheet.winners, sheet.missing) == (("fox",), ("first-card",))
        table = on_board("lion-1@0,0r0 owl-1@9,0r0", begun=False, players={"Ann": "owl", "Ben": "lion"})
        sheet = score(table, PLAIN, "speed-round", order_known=False)
        assert (sheet.winners, sheet.missing) == (None, ("first-card",))
        assert [standing.disqualified for standing in sheet.standings] == [None, None]


def test_a_game_that_does_not_exist_is_refused() -> None:
    with pytest.raises(WrongGameError, match=r"the games are diversify, .*; found 'chess'"):
        score(on_board(TIE), PLAIN, "chess")


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        pytest.param(TIE, "not-my-stack", "played on locations; this table has a shared board", id="board"),
        pytest.param(
            "Ann: owl-1@0,0r0", "diversify", "on a shared board; this table has locations", id="piles"
        ),
    ],
)
def test_a_game_is_scored_on_its_own_kind_of_table(text: str, game: str, message: str) -> None:
    with pytest.raises(WrongGameError, match=message):
        score(parse_table(text, PLAIN, "animals"), PLAIN, game)


def seen(sheet: CamouflageSheet) -> object:
    """What must not depend on where the table lies: all but cells and the order in which cards are named."""
    lines = [
        (line.item, line.player, line.points, line.raw_points, line.legal, {*line.on}, line.squares)
        for line in sheet.lines
    ]
    return lines, sheet.standings, sheet.winners, sheet.decided_by, sheet.missing, sheet.rulings


def elsewhere(table: Table, quarters: int, dx: int, dy: int) -> Table:
    def board(board: Board) -> Board:
        return board.turned(quarters).moved(dx, dy)

    piles = tuple(Location(one.player, one.deck, board(one.board)) for one in table.locations)
    return replace(table, board=board(table.board), locations=piles)


@given(
    table=tables,
    quarters=st.integers(0, 3),
    dx=st.integers(-9, 9),
    dy=st.integers(-9, 9),
    known=st.booleans(),
)
def test_scores_do_not_depend_on_where_the_table_lies(
    table: Table, quarters: int, dx: int, dy: int, *, known: bool
) -> None:
    games = ("not-my-stack",) if table.locations else ("diversify", "cover-some-ground", "speed-round")
    for game in games:
        here, there = (
            score(one, DECK, game, order_known=known) for one in (table, elsewhere(table, quarters, dx, dy))
        )
        assert seen(here) == seen(there)


@given(shared_tables(), st.sampled_from(["diversify", "cover-some-ground"]))
def test_totals_add_up(table: Table, game: str) -> None:
    sheet = score(table, DECK, game)
    judgements = judge(table, DECK)
    assert [(line.item, line.legal) for line in sheet.lines] == [(one.card, one.legal) for one in judgements]
    for standing in sheet.standings:
        own = [line for line in sheet.lines if line.player == standing.player]
        if isinstance(standing.points, int) and not sheet.missing:
            assert standing.points == sum(line.points for line in own if isinstance(line.points, int))
            assert standing.illegal == tuple(line.item for line in own if line.legal is False)


@given(shared_tables())
def test_a_legal_card_that_is_not_the_first_covers_the_minimum(table: Table) -> None:
    """So no legal card can score the 2 of the rulebook's example."""
    for judgement in judge(table, DECK):
        squares = len(judgement.covered)
        assert not judgement.legal or squares == 0 or squares >= table.rules.min_match
