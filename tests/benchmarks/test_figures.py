"""The figures of the reading benchmark."""

import json
from pathlib import Path

import pytest

from api.answers import Confidence
from benchmarks.alignment import Renaming
from benchmarks.enrolling import EnrolGrade
from benchmarks.figures import Measured, figures, mistakes, shown
from benchmarks.goals import GOALS, Goal
from benchmarks.grading import BoardGrade
from benchmarks.measuring import is_refused, read_board
from benchmarks.reading import main
from benchmarks.speed import Speed
from benchmarks.tables import goals_table, table
from benchmarks.truth import Pack, read_packs
from tests.api.doubles import Ranked, fail, see
from vision.album import Album
from vision.errors import UnreadablePhotoError

GOOD = BoardGrade(
    10, 0, 0, 10, layout=True, stacking=True, pairs=9, pairs_right=9, diversify=True, cover=True, illegal=1,
    accused=1, inside=True, confidence=Confidence(1.0, 1.0, 1.0),
)  # fmt: skip
BAD = BoardGrade(
    21, 2, 1, 18, pairs=11, pairs_right=8, cover=True, illegal=2, left_open=1, accused_falsely=1, inside=True,
    confidence=Confidence(1.0, 0.9, 0.6), questions=3, score_questions=2,
)  # fmt: skip
LOST = BoardGrade(5, 5, pairs=4, illegal=1, unreadable="it is blurred")
NOT_ENROLLED = EnrolGrade(
    cards=42, right=0, invented=0, squares=336, squares_right=0, decks_right=0, doubtful=0
)
ENROLLED = EnrolGrade(
    cards=42, right=41, invented=1, squares=336, squares_right=326, decks_right=42, doubtful=3, wrong=2,
    wrong_listed=1,
)  # fmt: skip
MEASURED = Measured(
    enrolments=((ENROLLED, 4.0), (NOT_ENROLLED, None)),
    boards=(("a/1", GOOD), ("a/2", BAD), ("a/3", LOST)),
    negatives=(("a/n1", True), ("a/n2", False)),
    time_ms=({"decode": 10.0, "total": 100.0}, {"decode": 30.0, "total": 300.0}),
    speeds=(
        Speed(15, large=False, cpu_s=2.0, decoding_s=0.5),
        Speed(20, large=True, cpu_s=3.0, decoding_s=0.5),
        Speed(30, large=True, cpu_s=4.0, decoding_s=0.5),
    ),
    peak_mb=420,
)


def test_figures_are_counted_over_all_photos() -> None:
    assert figures(MEASURED) == {
        "enrolled cards right": (41, 84),
        "enrolled squares right": (326, 672),
        "enrolled deck symbols right": (42, 84),
        "cards invented in enrolling": 1,
        "decks enrolled without a fault": (0, 2),
        "squares listed as doubtful": 3,
        "wrong squares among them": (1, 2),
        "photos not read at all": (1, 3),
        "cards right": (28, 37),
        "cards found": (29, 36),
        "cards missed": (7, 36),
        "cards invented": (1, 36),
        "layouts exact": (1, 3),
        "visible stackings exact": (1, 3),
        "visible pairs right": (17, 24),
        "Diversify exact": (1, 3),
        "Cover Some Ground exact": (2, 3),
        "scores exact (both)": (1, 3),
        "illegal cards found": (1, 4),
        "illegal cards left open": (1, 4),
        "illegal cards missed": (2, 4),
        "legal cards accused": (1, 28),
        "wrong but certain: layout": (1, 3),
        "wrong but certain: stacking": (0, 3),
        "wrong but certain: score": (0, 3),
        "wrong but certain: any": (1, 3),
        "layout certain": (2, 3),
        "score certain": (1, 3),
        "questions a photo": 1.0,
        "most questions": 3,
        "layouts exact, up to 20 cards": (1, 2),
        "visible stackings exact, up to 20 cards": (1, 2),
        "scores exact, or the range of a hidden order, up to 20 cards": (1, 2),
        "scores inside a range that doubt leaves, up to 20 cards": (0, 2),
        "scores certain without a question, up to 20 cards": (1, 2),
        "questions about an open score, mean, up to 20 cards": 0.0,
        "questions about an open score, most, up to 20 cards": 0,
        "layouts exact, 21 to 39 cards": (0, 1),
        "visible stackings exact, 21 to 39 cards": (0, 1),
        "scores exact, or the range of a hidden order, 21 to 39 cards": (0, 1),
        "scores inside a range that doubt leaves, 21 to 39 cards": (1, 1),
        "scores certain without a question, 21 to 39 cards": (0, 1),
        "questions about an open score, mean, 21 to 39 cards": 2.0,
        "questions about an open score, most, 21 to 39 cards": 2,
        "negatives refused": (1, 2),
        "s to enrol, median": 4.0,
        "ms decode, median": 20.0,
        "ms decode, 95th percentile": 30.0,
        "ms total, median": 200.0,
        "ms total, 95th percentile": 300.0,
        "CPU in cv2.imreads, 12 megapixels, median": 7.0,
        "CPU in cv2.imreads, 12 megapixels, 95th percentile": 8.0,
        "CPU ms, 12 megapixels, median": 3500.0,
        "CPU in cv2.imreads, 12 megapixels, 15 to 25 cards, median": 6.0,
        "CPU in cv2.imreads, other sizes, median": 4.0,
        "CPU in cv2.imreads, other sizes, 95th percentile": 4.0,
        "CPU ms, other sizes, median": 2000.0,
        "MB of memory, peak": 420,
    }


def test_packs_add_up() -> None:
    twice = figures(MEASURED + MEASURED)
    assert twice["cards missed"] == (14, 72)
    assert figures(Measured() + MEASURED) == figures(MEASURED)


def test_mistakes_are_named() -> None:
    assert mistakes(MEASURED) == {
        "a/2": [
            "2 missed",
            "1 invented",
            "layout",
            "stacking",
            "score",
            "2 illegal not found",
            "1 accused falsely",
            "certain all the same: layout",
        ],
        "a/3": ["not read: it is blurred"],
        "a/n2": ["something was read"],
    }


def test_figures_are_shown_in_columns() -> None:
    assert shown((3, 4)) == "3/4  75.0 %     [30-95]"
    assert shown((0, 0)) == "none"
    assert shown(None) == ""
    lines = table({"b": figures(Measured()), "a": figures(MEASURED)}).splitlines()
    assert lines[0].split() == ["b", "a"]
    assert len({len(line) for line in lines}) == 1
    assert [line.split("  ")[0] for line in lines[1:]] == [*figures(MEASURED)]


def test_goals_are_held_against_each_column() -> None:
    lines = goals_table({"a": figures(MEASURED), "b": figures(Measured())}, GOALS).splitlines()
    held = [" ".join(line.split()) for line in lines]
    assert "cards right >= 99.9 % 28/37 75.7 % [60-87] not none -" in held
    assert "MB of memory, peak <= 500 420 met -" in held
    assert "CPU in cv2.imreads, 12 megapixels, 15 to 25 cards, median <= 4 6.00 not -" in held


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.figure)
def test_each_goal_is_of_a_figure_that_may_be_counted(goal: Goal) -> None:
    more = Measured(speeds=(Speed(35, large=False, cpu_s=2.0, decoding_s=0.5),))
    assert isinstance(figures(MEASURED + more)[goal.figure], tuple) is goal.is_share


def test_the_sample_is_a_pack(sample: Path) -> None:
    (pack,) = read_packs(sample, photos=1)
    assert (len(pack.deck.cards), len(pack.enrol), len(pack.boards), len(pack.negatives)) == (42, 7, 1, 0)
    assert {card for truth in pack.enrol for card in truth.table.cards} == {
        card.id for card in pack.deck.cards
    }
    assert pack.boards[0].corners.keys() == {*pack.boards[0].table.cards}


def test_a_folder_without_packs_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no pack in"):
        read_packs(tmp_path)


def test_json_is_one_object(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, sample: Path
) -> None:
    monkeypatch.setattr("benchmarks.reading.measure", lambda _, **__: MEASURED)
    main([str(sample), "--json", "--no-deck", "--photos", "1"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["figures"]["sample"]["cards missed"] == [7, 36]
    assert printed["intervals"]["sample"]["cards missed"] == {
        "low": pytest.approx(0.0975, abs=0.0001),
        "high": pytest.approx(0.3502, abs=0.0001),
    }
    assert printed["calibration"]["score"]["expected_error"] == pytest.approx(0.3)
    assert {*printed} == {"figures", "intervals", "goals", "calibration", "mistakes"}


class TestPhotos:
    """Photos are read as users have them read."""

    @pytest.fixture
    def pack(self, sample: Path) -> Pack:
        (pack,) = read_packs(sample)
        return pack

    def test_a_photo_that_is_read(self, pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
        truth = pack.boards[0]
        see(monkeypatch, Ranked(truth.table.board, tuple(range(len(truth.table.board))), 1.0, 1.0))
        measured = read_board(pack, truth, Album(pack.deck, "animals", {}), Renaming())
        ((name, grade),) = measured.boards
        assert name == f"sample/{truth.photo.stem}"
        assert (grade.layout, grade.stacking, grade.score, grade.missed, grade.invented) == (
            True,
            True,
            True,
            0,
            0,
        )
        ((_, grade),) = measured.boards
        assert grade.inside
        (speed,) = measured.speeds
        assert (speed.cards, speed.large) == (grade.cards, False)
        assert speed.cpu_s > 0
        assert speed.decoding_s > 0
        assert measured.time_ms[0].keys() >= {"decode", "reconstruct", "total"}

    def test_a_photo_that_is_not(self, pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
        fail(monkeypatch, UnreadablePhotoError("it is blurred"))
        album = Album(pack.deck, "animals", {})
        measured = read_board(pack, pack.boards[0], album, Renaming())
        assert [grade.unreadable for _, grade in measured.boards] == ["it is blurred"]
        assert is_refused(pack.boards[0], album)
