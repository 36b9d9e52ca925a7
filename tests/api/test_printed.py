"""Photos of tables of the printed demo deck are read with the album that ships, without enrolment."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api import cli
from benchmarks.truth import read_truth
from games.camouflage import same_layout, table_from_json, visible_order

PHOTOS = sorted((Path(__file__).resolve().parents[2] / "examples" / "printed").glob("*.jpg"))


@pytest.mark.parametrize("photo", PHOTOS, ids=[photo.stem for photo in PHOTOS])
def test_it_is_read_right(photo: Path) -> None:
    truth = read_truth(photo.with_suffix(".truth.json"))
    result = CliRunner().invoke(cli.app, ["read", str(photo), "--album", "demo", "--json"])
    assert result.exit_code == 0, result.stderr
    table = table_from_json(json.loads(result.stdout)["board"])
    assert (table.deck_name, table.face) == ("demo", truth.table.face)
    assert same_layout(table.board, truth.table.board)
    assert visible_order(table.board) == visible_order(truth.table.board)


def test_they_are_light() -> None:
    assert len(PHOTOS) == 3
    assert max(photo.stat().st_size for photo in PHOTOS) < 300_000
