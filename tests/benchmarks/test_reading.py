"""The benchmark as a command: what it says where there is nothing to measure."""

from pathlib import Path

import pytest

from benchmarks.reading import main, measure
from benchmarks.truth import read_packs


def test_a_folder_without_packs_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([str(tmp_path)])
    assert stop.value.code == 2
    assert "no folder with a *.deck.json" in capsys.readouterr().err


def test_a_pack_that_cannot_be_enrolled_is_graded_and_does_not_end_the_run(
    sample: Path, tmp_path: Path
) -> None:
    """One photo of six cards, and a deck file whose other face was photographed."""
    for name in ("sample.deck.json", "enrol-01.jpg", "board-8-cards.jpg", "board-8-cards.truth.json"):
        (tmp_path / name).write_bytes((sample / name).read_bytes())
    truth = (sample / "enrol-01.truth.json").read_text("utf-8")
    (tmp_path / "enrol-01.truth.json").write_text(truth.replace('"animals"', '"gems"'), "utf-8")
    (pack,) = read_packs(tmp_path)
    measured = measure(pack, with_deck=True)
    ((enrolled, _),) = measured.enrolments
    assert (enrolled.right, enrolled.cards, enrolled.squares) == (0, 6, 48)
    ((name, board),) = measured.boards
    assert name.endswith("/board-8-cards")
    assert board.unreadable is not None
    assert board.unreadable.startswith("not enrolled: ")
