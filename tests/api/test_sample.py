"""From the sample's photos to its scores, through the real reader and solver."""

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image
from typer.testing import CliRunner

from api import cli, schemas
from api.app import create_app
from benchmarks.truth import Truth, read_packs, read_truth
from games.camouflage import same_layout, score, table_from_json, visible_order

ROOT = Path(__file__).resolve().parents[2] / "examples" / "sample"
BOARDS = ("board-8-cards", "board-13-cards")


def run(*arguments: str | Path, code: int = 0) -> dict[str, Any]:
    """Run a command with --json and return its answer."""
    result = CliRunner().invoke(cli.app, [*map(str, arguments), "--json"])
    assert result.exit_code == code, result.stderr
    return dict(json.loads(result.stdout))


@pytest.fixture(scope="module")
def enrolled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The folder of the sample's album, and what enrolling said."""
    album = tmp_path_factory.mktemp("sample") / "album"
    photos = sorted(ROOT.glob("enrol-*.jpg"))
    answer = run("enrol", *photos, "--deck", ROOT / "sample.deck.json", "--face", "animals", "--out", album)
    return album, answer


@pytest.fixture(scope="module")
def album(enrolled: tuple[Path, dict[str, Any]]) -> Path:
    return enrolled[0]


@cache
def truth(name: str) -> Truth:
    return read_truth(ROOT / f"{name}.truth.json")


def test_all_cards_are_enrolled_where_they_lie(enrolled: tuple[Path, dict[str, Any]]) -> None:
    _, answer = enrolled
    (pack,) = read_packs(ROOT)
    corners = {card: (each.photo.name, each.corners[card]) for each in pack.enrol for card in each.corners}
    assert {card["card"] for card in answer["cards"]} == {*corners}
    for card in answer["cards"]:
        photo, true = corners[card["card"]]
        assert card["photo"] == photo
        assert np.abs(np.array(card["corners"]) - true).max() < 12
    assert schemas.EnrolOut.model_validate(answer).deck == schemas.DeckFile.model_validate(answer["deck"])


@pytest.fixture(scope="module")
def read(album: Path) -> dict[str, dict[str, Any]]:
    """What is read from each photo; the pictures of it lie beside the album."""
    return {
        name: run("read", ROOT / f"{name}.jpg", "--album", album, "--overlay", album.parent / f"{name}.jpg")
        for name in BOARDS
    }


@pytest.mark.parametrize("name", BOARDS)
class TestTables:
    def test_are_read_as_they_lie(self, name: str, read: dict[str, dict[str, Any]]) -> None:
        board, true = table_from_json(read[name]["board"]).board, truth(name).table.board
        assert same_layout(board, true)
        assert visible_order(board) == visible_order(true)
        for card in read[name]["cards"]:
            assert np.abs(np.array(card["corners"]) - truth(name).corners[card["card"]]).max() < 12

    def test_leave_no_doubt_about_the_score(self, name: str, read: dict[str, dict[str, Any]]) -> None:
        assert read[name]["certain"]["score"] is True
        assert "score" not in [what for question in read[name]["questions"] for what in question["settles"]]

    def test_are_asked_about_where_they_are_not_certain(
        self, name: str, read: dict[str, dict[str, Any]]
    ) -> None:
        asked = {what for question in read[name]["questions"] for what in question["settles"]}
        assert {what for what, sure in read[name]["certain"].items() if not sure} <= asked

    def test_are_drawn_at_their_size(self, name: str, read: dict[str, dict[str, Any]], album: Path) -> None:
        assert read[name]
        with Image.open(album.parent / f"{name}.jpg") as drawn, Image.open(ROOT / f"{name}.jpg") as photo:
            assert drawn.size == photo.size

    def test_are_boards_like_any_other(
        self, name: str, read: dict[str, dict[str, Any]], tmp_path: Path
    ) -> None:
        board = tmp_path / "x.board.json"
        board.write_text(json.dumps(read[name]["board"]))
        assert run("check", board, "--deck", ROOT / "sample.deck.json")["legal"] is True


def test_a_photo_has_no_illegal_card(album: Path) -> None:
    command = ["check", str(ROOT / f"{BOARDS[0]}.jpg"), "--album", str(album), "--json"]
    result = CliRunner().invoke(cli.app, command)
    assert result.exit_code in (0, 4)
    assert False not in [card["legal"] for card in json.loads(result.stdout)["cards"]]


def test_a_photo_scores_what_its_board_does(album: Path) -> None:
    table = truth(BOARDS[1]).table
    (pack,) = read_packs(ROOT)
    sheet = score(table, pack.deck, "diversify")
    players = ",".join(f"{player}={deck}" for player, deck in (table.players or {}).items())
    start = pack.deck.card((table.start or ("",))[0]).deck
    stated = ["--game", "diversify", "--players", players, "--start", start]
    answer = run("score", ROOT / f"{BOARDS[1]}.jpg", "--album", album, *stated)
    points = {each["player"]: each["points"] for each in answer["players"]}
    assert points == sheet.totals
    assert (answer["winners"], answer["decided_by"]) == ([*(sheet.winners or ())], sheet.decided_by)
    assert answer["certain"] is True


def test_a_photo_without_cards_is_refused(album: Path, tmp_path: Path) -> None:
    photo = tmp_path / "x.jpg"
    Image.new("RGB", (1600, 1200), "darkgreen").save(photo)
    result = CliRunner().invoke(cli.app, ["read", str(photo), "--album", str(album)])
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.count("\n") == 1


def test_the_server_reads_as_the_command_line_does(
    album: Path, read: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    shutil.copytree(album, tmp_path / "albums" / ("0" * 16))
    photo = (ROOT / f"{BOARDS[0]}.jpg").read_bytes()
    with TestClient(create_app(tmp_path)) as client:
        answer = client.post("/read", files={"photo": photo}, data={"album": "0" * 16}).json()
    here = dict(read[BOARDS[0]])
    del answer["time_ms"], here["time_ms"]
    assert answer == here
