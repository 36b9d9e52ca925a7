"""The scoring service that all games share."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring import Criterion, ScoreLine, ScoreSheet, Span, Standing, merged, rank, span

Sheet = ScoreSheet[ScoreLine, Standing]


def criteria(**values: Mapping[str, int | None]) -> list[Criterion]:
    return [Criterion(name, numbers) for name, numbers in values.items()]


class TestRank:
    def test_the_most_points_win(self) -> None:
        ranking = rank("ABC", criteria(points={"A": 3, "B": 5, "C": 4}))
        assert ranking.ranks == {"A": 3, "B": 1, "C": 2}
        assert (ranking.winners, ranking.decided_by) == (("B",), "points")

    def test_a_tie_is_broken_by_the_next_criterion_that_tells_the_tied_apart(self) -> None:
        ranking = rank(
            "ABC",
            criteria(
                points={"A": 5, "B": 5, "C": 1}, cards={"A": 2, "B": 2, "C": 9}, best={"A": 1, "B": 3, "C": 9}
            ),
        )
        assert ranking.ranks == {"A": 2, "B": 1, "C": 3}
        assert (ranking.winners, ranking.decided_by) == (("B",), "best")

    def test_the_criterion_that_leaves_one_player_has_decided(self) -> None:
        ranking = rank("ABC", criteria(points={"A": 5, "B": 5, "C": 5}, token={"A": -2, "B": -1, "C": None}))
        assert ranking.ranks == {"A": 2, "B": 1, "C": 3}
        assert ranking.decided_by == "token"

    def test_two_criteria_can_part_three_players(self) -> None:
        ranking = rank(
            "ABC",
            criteria(points={"A": 5, "B": 5, "C": 5}, a={"A": 1, "B": 1, "C": 0}, b={"A": 1, "B": 0, "C": 9}),
        )
        assert (ranking.winners, ranking.decided_by) == (("A",), "b")

    def test_players_whom_nothing_tells_apart_share(self) -> None:
        ranking = rank("ABC", criteria(points={"A": 5, "B": 4, "C": 5}))
        assert ranking.ranks == {"A": 1, "B": 3, "C": 1}
        assert (ranking.winners, ranking.decided_by) == (("A", "C"), "shared")

    def test_no_number_is_less_than_any(self) -> None:
        ranking = rank("AB", criteria(token={"A": None, "B": -99}))
        assert (ranking.winners, ranking.decided_by) == (("B",), "token")

    def test_the_disqualified_share_the_last_rank(self) -> None:
        ranking = rank("ABC", criteria(points={"A": 9, "B": 5, "C": 7}), disqualified="AC")
        assert ranking.ranks == {"A": 2, "B": 1, "C": 2}
        assert (ranking.winners, ranking.decided_by) == (("B",), "points")

    def test_a_criterion_without_a_number_for_the_last_player_left_has_not_decided(self) -> None:
        ranking = rank("AB", criteria(token={"A": -1, "B": None}, cards={"A": 6, "B": 4}), disqualified="A")
        assert (ranking.winners, ranking.decided_by) == (("B",), "cards")

    def test_nobody_wins_if_all_are_disqualified(self) -> None:
        ranking = rank("AB", criteria(points={"A": 9, "B": 5}), disqualified="AB")
        assert (ranking.winners, ranking.decided_by) == ((), None)

    @given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.booleans()), max_size=6))
    def test_ranks_count_those_who_are_better(self, rows: list[tuple[int, int, bool]]) -> None:
        players = [str(number) for number in range(len(rows))]
        keys = {
            player: (not barred, a * (not barred), b * (not barred))
            for player, (a, b, barred) in zip(players, rows, strict=True)
        }
        barred = [player for player, row in zip(players, rows, strict=True) if row[2]]
        first, second = ({p: row[n] for p, row in zip(players, rows, strict=True)} for n in (0, 1))
        ranking = rank(players, [Criterion("first", first), Criterion("second", second)], barred)
        for player in players:
            assert ranking.ranks[player] == 1 + sum(keys[other] > keys[player] for other in players)
        assert {*ranking.winners} == {p for p in players if ranking.ranks[p] == 1 and p not in barred}
        assert (ranking.decided_by == "shared") == (len(ranking.winners) > 1)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([3], 3, id="one"),
        pytest.param([3, 3], 3, id="same"),
        pytest.param([5, 3, 4], Span(3, 5), id="different"),
        pytest.param([Span(2, 4), 6], Span(2, 6), id="range and number"),
        pytest.param([Span(2, 4), Span(3, 3)], Span(2, 4), id="ranges"),
    ],
)
def test_span_is_the_number_or_the_range(values: list[int | Span], expected: int | Span) -> None:
    assert span(values) == expected


def a_sheet(
    points: int = 3,
    winners: tuple[str, ...] | None = ("Ann",),
    decided_by: str | None = "points",
    missing: tuple[str, ...] = (),
) -> Sheet:
    return ScoreSheet(
        game="game",
        lines=(ScoreLine("card", "Ann", points, points, (f"scores {points}",)),),
        standings=(Standing("Ann", points, rank=4 - points, disqualified=points == 0),),
        winners=winners,
        decided_by=decided_by,
        missing=missing,
        warnings=(f"warning {points}",),
        rulings=("ruling",),
    )


class TestMerged:
    def test_one_sheet_stays_as_it_is(self) -> None:
        assert merged([a_sheet()], "weather") == a_sheet()
        assert a_sheet().certain

    def test_what_all_sheets_agree_on_is_known(self) -> None:
        assert merged([a_sheet(), a_sheet(), a_sheet()], "weather") == a_sheet()

    def test_numbers_that_differ_become_ranges_and_other_things_open(self) -> None:
        both = merged([a_sheet(3), a_sheet(0)], "weather")
        assert both.standings == (Standing("Ann", Span(0, 3), rank=None, disqualified=None),)
        assert both.lines == (ScoreLine("card", "Ann", Span(0, 3), Span(0, 3), ("scores 3", "scores 0")),)
        assert both.warnings == ("warning 3", "warning 0")
        assert both.rulings == ("ruling",)
        assert not both.certain

    def test_a_winner_who_wins_in_any_case_is_known(self) -> None:
        both = merged([a_sheet(), a_sheet(decided_by="token")], "weather")
        assert (both.winners, both.decided_by, both.missing) == (("Ann",), None, ())
        assert both.certain

    def test_what_a_total_hangs_on_is_missing(self) -> None:
        both = merged([a_sheet(3), a_sheet(2)], "weather")
        assert (both.winners, both.missing) == (("Ann",), ("weather",))

    def test_what_tells_who_plays_is_missing(self) -> None:
        nobody = Standing("Ben", 0, rank=2, disqualified=False)
        sheets = [a_sheet(), replace(a_sheet(), standings=(*a_sheet().standings, nobody))]
        both = merged(sheets, "weather")
        assert (both.totals, both.missing) == ({"Ann": 3, "Ben": 0}, ("weather",))
        assert not both.certain

    def test_what_the_winner_hangs_on_is_missing(self) -> None:
        both = merged([a_sheet(winners=("Ann",)), a_sheet(winners=("Ben",))], "weather")
        assert (both.winners, both.decided_by, both.missing) == (None, None, ("weather",))
        assert not both.certain

    def test_what_is_missing_already_stays_missing(self) -> None:
        inner = a_sheet(winners=None, decided_by=None, missing=("time",))
        assert merged([inner, inner], "weather").missing == ("time",)
        assert merged([inner, a_sheet()], "weather").missing == ("time", "weather")

    def test_players_are_found_by_name_wherever_they_stand(self) -> None:
        ann, ben = (Standing(name, 1, 1, disqualified=False) for name in ("Ann", "Ben"))
        sheets: list[Sheet] = [
            ScoreSheet("game", (), standings, ("Ann", "Ben"), "shared")
            for standings in [(ann, ben), (ben, ann)]
        ]
        assert merged(sheets, "weather").standings == (ann, ben)

    def test_who_is_on_some_of_the_sheets_only_may_have_nothing(self) -> None:
        lines = [ScoreLine(item, "Ann", 2, 2, ("good",)) for item in ("a", "b")]
        both = merged([replace(a_sheet(), lines=tuple(lines[:n])) for n in (1, 2)], "weather")
        assert both.lines == (
            lines[0],
            ScoreLine("b", "Ann", Span(0, 2), Span(0, 2), ("not there", "good")),
        )
        without = replace(a_sheet(), standings=())
        for sheets in ([a_sheet(), without], [without, a_sheet()]):
            (ann,) = merged(sheets, "weather").standings
            assert ann == Standing("Ann", Span(0, 3), rank=None, disqualified=None)
