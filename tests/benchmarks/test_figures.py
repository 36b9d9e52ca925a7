"""The figures of the reading benchmark."""

import json
from pathlib import Path

import pytest

from benchmarks.enrolling import EnrolGrade
from benchmarks.figures import Measured, figures, mistakes, percentile, shown
from benchmarks.grading import BoardGrade, Renaming
from benchmarks.reading import is_refused, main, read_board, table
from benchmarks.truth import Pack, read_packs
from tests.api.doubles import Ranked, fail, see
from vision.album import Album
from vision.errors import UnreadablePhotoError

GOOD = BoardGrade(
    10, 0, 0, layout=True, stacking=True, pairs=9, pairs_right=9, diversify=True, cover=True, illegal=1,
    accused=1, certain=frozenset({"layout", "stacking", "score"}),
)  # fmt: skip
BAD = BoardGrade(
    20, 2, 1, pairs=11, pairs_right=8, cover=True, illegal=2, left_open=1, accused_falsely=1,
    certain=frozenset({"layout"}), questions=3,
)  # fmt: skip
LOST = BoardGrade(5, 5, pairs=4, unreadable="it is blurred")
ENROLLED = EnrolGrade(
    cards=42, right=41, invented=1, squares=336, squares_right=330, decks_right=42, doubtful=3
)
MEASURED = Measured(
    enrolments=((ENROLLED, 4.0),),
    boards=(("a/1", GOOD), ("a/2", BAD), ("a/3", LOST)),
    negatives=(("a/n1", True), ("a/n2", False)),
    time_ms=({"decode": 10.0, "total": 100.0}, {"decode": 30.0, "total": 300.0}),
)


def test_figures_are_counted_over_all_photos() -> None:
    assert figures(MEASURED) == {
        "enrolled cards right": (41, 42),
        "enrolled squares right": (330, 336),
        "enrolled deck symbols right": (42, 42),
        "cards invented in enrolling": 1,
        "squares listed as doubtful": 3,
        "photos not read at all": (1, 3),
        "cards missed": (7, 35),
        "cards invented": (1, 35),
        "layouts exact": (1, 3),
        "visible stackings exact": (1, 3),
        "visible pairs right": (17, 24),
        "Diversify exact": (1, 3),
        "Cover Some Ground exact": (2, 3),
        "scores exact (both)": (1, 3),
        "illegal cards found": (1, 3),
        "illegal cards left open": (1, 3),
        "illegal cards missed": (1, 3),
        "legal cards accused": (1, 32),
        "wrong but certain: layout": (1, 3),
        "wrong but certain: stacking": (0, 3),
        "wrong but certain: score": (0, 3),
        "wrong but certain: any": (1, 3),
        "layout certain": (2, 3),
        "score certain": (1, 3),
        "questions a photo": 1.0,
        "most questions": 3,
        "negatives refused": (1, 2),
        "s to enrol, median": 4.0,
        "ms decode, median": 20.0,
        "ms decode, 95th percentile": 30.0,
        "ms total, median": 200.0,
        "ms total, 95th percentile": 300.0,
    }


def test_packs_add_up() -> None:
    twice = figures(MEASURED + MEASURED)
    assert twice["cards missed"] == (14, 70)
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


@pytest.mark.parametrize(
    ("share", "value"),
    [(0.5, 5), (0.95, 10), (0.9, 9), (0.0, 1)],
    ids=["half", "most", "nine tenths", "none"],
)
def test_percentiles(share: float, value: int) -> None:
    assert percentile(range(1, 11), share) == value


def test_figures_are_shown_in_columns() -> None:
    assert shown((3, 4)) == "3/4  75.0%"
    assert shown((0, 0)) == "none"
    assert shown(None) == ""
    lines = table({"a": figures(MEASURED), "b": figures(Measured())}).splitlines()
    assert lines[0].split() == ["a", "b"]
    assert len({len(line.rstrip()) for line in lines[6:10]}) == 1


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
    assert printed["figures"]["sample"]["cards missed"] == [7, 35]
    assert {*printed} == {"figures", "mistakes", "peak_mb"}


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
        assert measured.time_ms[0].keys() >= {"decode", "reconstruct", "total"}

    def test_a_photo_that_is_not(self, pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
        fail(monkeypatch, UnreadablePhotoError("it is blurred"))
        album = Album(pack.deck, "animals", {})
        measured = read_board(pack, pack.boards[0], album, Renaming())
        assert [grade.unreadable for _, grade in measured.boards] == ["it is blurred"]
        assert is_refused(pack.boards[0], album)
