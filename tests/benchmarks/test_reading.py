"""The benchmark as a command: what it says where there is nothing to measure."""

import json
from pathlib import Path

import pytest

from benchmarks.enrolling import EnrolGrade
from benchmarks.figures import Measured
from benchmarks.measuring import measure, simulated
from benchmarks.reading import main
from benchmarks.truth import Pack, read_packs


def test_a_folder_without_packs_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([str(tmp_path)])
    assert stop.value.code == 2
    assert "no folder with a *.deck.json" in capsys.readouterr().err


def test_a_run_without_photos_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([])
    assert stop.value.code == 2
    assert "name a folder of packs, or ask for photos" in capsys.readouterr().err


def test_drawn_packs_are_one_column_and_given_ones_have_their_own(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (pack,) = read_packs(sample)
    monkeypatch.setattr("benchmarks.reading.simulated", lambda *_: [pack, pack])
    monkeypatch.setattr(
        "benchmarks.reading.measure", lambda _, **__: Measured(negatives=(("sample/negative-1", True),))
    )
    main([str(sample), "--simulated", "9", "--json"])
    columns = json.loads(capsys.readouterr().out)["figures"]
    assert {name: column["negatives refused"] for name, column in columns.items()} == {
        "sample": [1, 1],
        "simulated": [2, 2],
        "all": [3, 3],
    }


def test_enrolling_may_be_measured_alone(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(pack: Pack, *, with_deck: bool) -> Measured:
        assert not with_deck
        assert (pack.boards, pack.negatives) == ((), ())
        return Measured(enrolments=((EnrolGrade(42, 42, 0, 336, 336, 42, 0), 9.0),))

    monkeypatch.setattr("benchmarks.reading.measure", measured)
    main([str(sample), "--no-deck", "--enrol-only"])
    said = capsys.readouterr().out
    assert "decks enrolled without a fault" in said
    assert "layouts" not in said


def test_packs_are_drawn_with_a_few_photos_each(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    found = read_packs(sample)
    monkeypatch.setattr("benchmarks.measuring._apart", lambda _, *wanted: asked.append(wanted))
    monkeypatch.setattr("benchmarks.measuring.read_packs", lambda _: found)
    assert simulated(tmp_path, 14, 5, ()) == 3 * found
    assert [(folder.name, wishes.photos, wishes.large, seed) for folder, wishes, seed in asked] == [
        ("sim-5", 6, True, 5),
        ("sim-6", 6, True, 6),
        ("sim-7", 2, True, 7),
    ]


def test_a_pack_that_cannot_be_enrolled_is_graded_and_does_not_end_the_run(
    sample: Path, tmp_path: Path
) -> None:
    for name in ("sample.deck.json", "enrol-01.truth.json", "board-8-cards.truth.json"):
        (tmp_path / name).write_bytes((sample / name).read_bytes())
    (tmp_path / "enrol-01.jpg").write_bytes(b"no photo")
    (pack,) = read_packs(tmp_path)
    measured = measure(pack, with_deck=True)
    ((enrolled, seconds),) = measured.enrolments
    assert seconds is None
    assert (enrolled.right, enrolled.cards, enrolled.squares) == (0, 6, 48)
    ((name, board),) = measured.boards
    assert name.endswith("/board-8-cards")
    assert board.unreadable is not None
    assert board.unreadable.startswith("not enrolled: ")
