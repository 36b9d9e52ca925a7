"""The ways a table may lie, and how their probabilities add up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.ways import (
    CERTAIN,
    CLEARLY,
    MOST_ALIKE,
    Measure,
    Way,
    Weight,
    credible,
    masses,
    subject_of_table,
    trusted,
    ways_of,
)
from games.camouflage import Board, Cell, Placement, Table, UnknownCardError, parse_board
from tests.api.doubles import Ranked, ranked
from tests.strategies import PLAIN

HIDDEN = "lion-1@0,0r0 owl-1@2,0r0 fox-1@1,0r0"
"""Nobody sees which of the lion and the owl lies above the other."""

TABLE = Table(PLAIN.name, "animals")


def test_a_board_without_hidden_orders_lies_in_one_way() -> None:
    (way,) = ways_of([ranked("lion-1@0,0r0 owl-1@2,0r0", 0.7, 0.6)], TABLE)
    assert way.weight == (0.7, 0.6)
    assert way.by_site[2].card == "owl-1"


def test_ways_that_look_alike_share_the_probability() -> None:
    ways = ways_of([ranked(HIDDEN, 0.8, 0.4), ranked("lion-1@0,0r0", 0.2, 0.6)], TABLE)
    assert [way.seen for way in ways] == [0, 0, 1]
    assert [way.weight for way in ways] == [(0.4, 0.2), (0.4, 0.2), (0.2, 0.6)]
    assert [ways[1].by_site[site].card for site in (0, 2, 1)] == ["lion-1", "owl-1", "fox-1"]
    assert all(way.exhausted for way in ways)


def test_a_heap_with_too_many_hidden_orders_is_told_from_others() -> None:
    heap = Board(tuple(Placement(f"{deck}-1", Cell(0, 0)) for deck in PLAIN.decks))
    ways = ways_of([Ranked(heap, tuple(range(7)), 1.0, 1.0)], TABLE)
    assert len(ways) == MOST_ALIKE + 1
    assert not any(way.exhausted for way in ways)


def test_a_list_that_was_cut_off_holds_less_than_all() -> None:
    boards = [ranked("lion-1@0,0r0", 0.8, 0.6), ranked("lion-1@0,0r1", 0.2, 0.4)]
    ways = ways_of(boards, TABLE, complete=False)
    assert sum(way.weight.p for way in ways) == pytest.approx(1 / 1.4)
    assert sum(way.weight.p_evidence for way in ways) == pytest.approx(1 / 1.8)


def test_a_known_table_lies_in_one_way() -> None:
    subject = subject_of_table(Table(PLAIN.name, "animals", parse_board(HIDDEN)), PLAIN, ["told"])
    assert [way.weight for way in subject.ways] == [(1.0, 1.0)]
    assert subject.order_known
    assert subject.warnings == ("told",)


def test_a_known_table_has_to_fit_its_deck() -> None:
    with pytest.raises(UnknownCardError, match="cat-1"):
        subject_of_table(Table(PLAIN.name, "animals", parse_board("cat-1@0,0r0")), PLAIN)


def test_probabilities_of_equal_outcomes_add_up() -> None:
    found = masses([0.5, 0.3, 0.2], ["lion", "owl", "lion"])
    assert [*found] == ["lion", "owl"]
    assert [*found.values()] == pytest.approx([0.7, 0.3])


def weighed(*weights: tuple[float, float]) -> list[Way]:
    return [Way(TABLE, Weight(*each)) for each in weights]


@pytest.mark.parametrize(
    ("weights", "outcomes", "with_rules", "alone"),
    [
        pytest.param([(0.9, 0.6), (0.1, 0.4)], "ab", [0.9, 0.1], [0.6, 0.4], id="both favour one outcome"),
        pytest.param([(0.9, 0.1), (0.1, 0.9)], "ab", [0.5, 0.5], [0.5, 0.5], id="they disagree"),
        pytest.param([(0.9, 0.4), (0.1, 0.6)], "ab", [0.9, 0.1], [0.65, 0.35], id="one hardly tells"),
        pytest.param([(0.9, 0.4), (0.1, 0.6)], "aa", [0.9, 0.1], [0.4, 0.6], id="about nothing that matters"),
        pytest.param(
            [(0.5, 0.1), (0.3, 0.5), (0.2, 0.4)],
            "aba",
            [0.5, 0.3, 0.2],
            [0.1, 0.5, 0.4],
            id="outcomes count, not ways",
        ),
    ],
)
def test_a_measure_is_trusted_unless_the_other_favours_another_outcome(
    weights: list[tuple[float, float]], outcomes: str, with_rules: list[float], alone: list[float]
) -> None:
    ways = weighed(*weights)
    assert trusted(ways, [*outcomes], Measure.WITH_RULES) == pytest.approx(with_rules)
    assert trusted(ways, [*outcomes], Measure.PICTURE_ALONE) == pytest.approx(alone)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.sampled_from("abc")), min_size=1))
def test_measures_that_disagree_make_nothing_certain(rows: list[tuple[int, int, str]]) -> None:
    whole, whole_alone = sum(p for p, _, _ in rows) or 1, sum(alone for _, alone, _ in rows) or 1
    ways = weighed(*((p / whole, alone / whole_alone) for p, alone, _ in rows))
    outcomes = [outcome for _, _, outcome in rows]
    by = [masses([way.weight[measure] for way in ways], outcomes) for measure in Measure]
    for measure, other in ((0, 1), (1, 0)):
        favourite = max(by[measure], key=by[measure].__getitem__)
        if max(by[other].values()) > CLEARLY * by[other][favourite]:
            assert max(masses(trusted(ways, outcomes, Measure(measure)), outcomes).values()) < CERTAIN


@pytest.mark.parametrize(
    ("found", "kept"),
    [
        pytest.param({"a": 1.0, "b": 0.0}, ["a"], id="one is certain"),
        pytest.param({"a": CERTAIN, "b": 0.005}, ["a"], id="one is just certain"),
        pytest.param({"b": 0.39, "a": 0.6, "c": 0.01}, ["a", "b", "c"], id="all are needed"),
        pytest.param({"a": 0.6, "b": 0.397, "c": 0.003}, ["a", "b"], id="two are enough"),
        pytest.param({"a": 0.9}, ["a"], id="the rest is not listed"),
    ],
)
def test_outcomes_that_cannot_be_ruled_out(found: dict[str, float], kept: list[str]) -> None:
    assert credible(found) == kept
