"""Tables photographed twice: that the second photo is of the same table, and how the figures are told."""

from dataclasses import replace
from pathlib import Path

import pytest

from api.answers import Confidence
from benchmarks.grading import BoardGrade, unread
from benchmarks.pairs import Compared, main, text
from benchmarks.simulation.__main__ import main as simulate
from benchmarks.truth import Truth, read_packs
from games.camouflage import Table

SURE = BoardGrade(cards=4, missed=0, layout=True, stacking=True, diversify=True, cover=True)
CERTAIN = replace(SURE, confidence=Confidence(1.0, 1.0, 1.0))
OPEN = replace(SURE, confidence=Confidence(1.0, 0.9, 0.9))


@pytest.fixture
def truth() -> Truth:
    """Return the truth of a table on which nothing lies."""
    return Truth(Path("board-01.jpg"), "board", Table("demo", "animals"), {}, frozenset())


def compared(first: list[BoardGrade], second: list[BoardGrade], both: list[BoardGrade]) -> Compared:
    names = [f"table-{number}" for number in range(len(both))]
    return Compared(names, first, second, both, [False] * len(both))


def test_a_second_photo_shows_the_same_table_otherwise(tmp_path: Path) -> None:
    simulate([str(tmp_path), "--photos", "1", "--seed", "11", "--pixels", "160", "240", "--angles", "2"])
    (pack,) = read_packs(tmp_path)
    named = {each.photo.stem: each for each in pack.boards}
    first, second = named.pop("board-01"), named.pop("board-01-2")
    assert not named
    assert second.table == first.table
    assert second.illegal == first.illegal
    assert all((second.corners[card] != first.corners[card]).any() for card in first.corners)


@pytest.mark.parametrize(
    ("both", "said"),
    [
        pytest.param([CERTAIN, CERTAIN], "of those of one: 0%; the goal is at most 50%: met", id="none"),
        pytest.param([OPEN, CERTAIN], "of those of one: 67%; the goal is at most 50%: not met", id="most"),
    ],
)
def test_the_goal_is_held_against_the_mean_of_both_photos_alone(both: list[BoardGrade], said: str) -> None:
    lines = [*text(compared([OPEN, OPEN], [OPEN, CERTAIN], both))]
    assert any(line.endswith(said) for line in lines)


def test_nothing_is_said_of_the_goal_where_one_photo_is_enough() -> None:
    assert compared([CERTAIN], [CERTAIN], [CERTAIN]).left is None


def test_scores_that_no_photo_can_settle_are_also_left_out() -> None:
    found = compared([OPEN, OPEN, OPEN], [OPEN, OPEN, CERTAIN], [OPEN, OPEN, CERTAIN])
    hidden = replace(found, hidden=[True, False, False])
    assert [*text(hidden)][-3:-1] == [
        "uncertain scores that two photos leave, of those of one: 80%; the goal is at most 50%: not met",
        "the same among scores that hang on no such order: 67%",
    ]


def test_no_second_share_is_told_where_every_open_score_is_hidden() -> None:
    found = replace(compared([OPEN], [OPEN], [OPEN]), hidden=[True])
    assert found.left == 1.0
    assert found.visible.left is None


def test_tables_that_both_photos_leave_wrong_are_named(truth: Truth) -> None:
    found = compared([CERTAIN], [CERTAIN], [unread(truth, "they contradict each other")])
    assert "wrong from both: table-0: they contradict each other" in [*text(found)]


def test_nothing_to_read_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "name a folder of packs, or ask for tables" in capsys.readouterr().err
