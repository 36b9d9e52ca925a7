"""Intervals, reliability, goals and speeds, held against numbers worked out by hand or printed elsewhere."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.calibration import EDGES, calibration_table, expected_error, reliability
from benchmarks.figures import Figure
from benchmarks.goals import GOALS, Goal, compared
from benchmarks.intervals import percent, wilson
from benchmarks.speed import Speed, percentile, speed_of, speeds


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        pytest.param(81, 263, 0.2553, 0.3662, id="Newcombe 1998, table I, 81 of 263"),
        pytest.param(15, 148, 0.0624, 0.1605, id="Newcombe 1998, table I, 15 of 148"),
        pytest.param(0, 20, 0.0, 0.1611, id="Newcombe 1998, table I, 0 of 20"),
        pytest.param(1, 29, 0.0061, 0.1718, id="Newcombe 1998, table I, 1 of 29"),
        pytest.param(0, 0, 0.0, 1.0, id="nothing counted"),
    ],
)
def test_intervals(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count, of) == pytest.approx((low, high), abs=0.00006)


@given(st.integers(0, 200), st.integers(1, 200))
def test_intervals_hold_the_share_and_mirror_its_opposite(count: int, of: int) -> None:
    count = min(count, of)
    low, high = wilson(count, of)
    assert 0 <= low <= count / of <= high <= 1
    assert wilson(of - count, of) == pytest.approx((1 - high, 1 - low))


def test_narrow_intervals_have_a_decimal() -> None:
    assert (percent(wilson(9, 10)), percent(wilson(999, 1000))) == ("[60-98]", "[99.4-100.0]")


CLAIMS = [(0.5, False), (0.6, True), (0.7, True), (0.995, True), (1.0, True), (1.0, False)]


def test_claims_are_sorted_into_bins() -> None:
    found = reliability(CLAIMS)
    assert [(each.low, each.high) for each in found] == [*pairwise(EDGES)]
    assert [(each.count, each.right) for each in found] == [(0, 0), (3, 2), *[(0, 0)] * 4, (3, 2)]
    assert (found[1].predicted, found[-1].predicted) == pytest.approx((0.6, 2.995 / 3))


def test_the_error_is_the_mean_of_what_share_and_claim_differ_by() -> None:
    """Two of three came true in both bins, where 1.8 and 2.995 were to."""
    assert expected_error(reliability(CLAIMS)) == pytest.approx((0.2 + 0.995) / 6)
    assert expected_error(reliability([])) == 0


def test_reliability_is_printed_for_bins_with_claims() -> None:
    lines = calibration_table({"score": reliability(CLAIMS)}).splitlines()
    assert lines[0] == "score: expected calibration error 0.1992, fixed bins"
    assert [line.split() for line in lines[2:]] == [
        ["0.5", "to", "0.8", "0.6000", "66.7%", "[21-94]", "3"],
        ["0.995", "to", "1", "0.9983", "66.7%", "[21-94]", "3"],
    ]


@pytest.mark.parametrize(
    ("at_least", "figure", "met"),
    [
        pytest.param(True, (199, 200), True, id="just reached"),
        pytest.param(True, (198, 200), False, id="missed"),
        pytest.param(False, (199, 200), True, id="the most there may be"),
        pytest.param(False, (200, 200), False, id="too many"),
        pytest.param(True, (0, 0), None, id="nothing counted"),
        pytest.param(True, None, None, id="not measured"),
    ],
)
def test_goals(at_least: bool, figure: Figure | None, met: bool | None) -> None:  # noqa: FBT001 - a row's own
    assert Goal("x", 0.995, at_least).met(figure) is met


@pytest.mark.parametrize(
    ("figure", "met"),
    [(4.0, True), (4.01, False), (0, True), (None, None)],
    ids=["just reached", "missed", "nothing", "not measured"],
)
def test_goals_that_are_no_shares(figure: Figure | None, met: bool | None) -> None:  # noqa: FBT001 - a row's own
    goal = Goal("x", 4, at_least=False, is_share=False)
    assert (goal.met(figure), str(goal)) == (met, "<= 4")


def test_goals_are_compared_by_their_figures() -> None:
    found = compared({"legal cards accused": (1, 1000), "cards right": (998, 1000)})
    assert [*found] == [goal.figure for goal in GOALS]
    assert (found["legal cards accused"], found["cards right"], found["illegal cards found"]) == (
        True,
        False,
        None,
    )


@pytest.mark.parametrize(
    ("share", "value"),
    [(0.5, 5), (0.95, 10), (0.9, 9), (0.0, 1)],
    ids=["half", "most", "nine tenths", "none"],
)
def test_percentiles(share: float, value: int) -> None:
    assert percentile(range(1, 11), share) == value


def test_speeds_are_counted_by_size() -> None:
    measured = [
        Speed(20, large=False, cpu_s=1.0, decoding_s=0.1),
        Speed(35, large=False, cpu_s=1.5, decoding_s=0.1),
        Speed(35, large=True, cpu_s=9.0, decoding_s=0.5),
    ]
    assert speeds(measured) == {
        "CPU in cv2.imreads, 12 megapixels, median": 18.0,
        "CPU in cv2.imreads, 12 megapixels, 95th percentile": 18.0,
        "CPU ms, 12 megapixels, median": 9000.0,
        "CPU in cv2.imreads, other sizes, median": 12.5,
        "CPU in cv2.imreads, other sizes, 95th percentile": 15.0,
        "CPU ms, other sizes, median": 1250.0,
        "CPU of 30 to 39 cards / of 15 to 25, other sizes": 1.5,
    }
    assert speeds([]) == {}


def test_a_photo_that_opencv_does_not_know_has_no_speed(tmp_path: Path) -> None:
    (tmp_path / "a.heic").write_bytes(b"no photo")
    assert speed_of(tmp_path / "a.heic", 5, 1.0) == ()
