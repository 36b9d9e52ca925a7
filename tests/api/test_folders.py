"""`camtable read FOLDER`: every photo gets its line, nothing is read twice, and scores come as a table."""

import csv
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from typer.testing import CliRunner, Result

from api import cli, folders, service
from api.commands.folders import Game, progress, tell
from api.folder_csv import COLUMNS, as_csv, safe
from api.folder_readings import Problem
from api.folders import FolderAnswer, FolderLine
from api.schemas.folders import FolderOut
from games.camouflage import MODES, parse_board, same_layout, table_from_json
from tests.vision.scenes import drawn_album, photograph
from vision.album import Album, save_album

BOARDS = {
    "b.jpg": parse_board("owl-1@0,0r0 fox-1@2,1r1 cow-2@4,0r2"),
    "a.jpg": parse_board("cow-1@0,0r0 owl-3@2,2r3 fox-4@1,4r0"),
}
VIEW = np.array([[52.0, 3.0, 330.0], [-2.0, 52.0, 260.0], [0.0, 1e-5, 1.0]])
LINES = ["a.jpg: 3 cards, score ", "b.jpg: 3 cards, score ", "c.jpg: not read: ", "d.png: not read: "]


def test_every_game_can_be_named() -> None:
    assert {mode.name for mode in MODES} == {*Game}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.app, ["read", *map(str, arguments)])


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-c", "from api.cli import main; main()", "read", *map(str, arguments)]


def kept_in(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return the readings in a folder: which file each is, and what it holds."""
    paths = sorted((folder / "readings").glob("*.reading.json"))
    return {path.name: (path.stat().st_ino, path.read_bytes()) for path in paths}


@pytest.fixture(scope="module")
def album(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("albums") / "album"
    save_album(drawn_album(), folder)
    return folder


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tables, one photo of nothing, one that is no image, and what is no photo at all."""
    folder = tmp_path_factory.mktemp("photos") / "evening"
    folder.mkdir()
    for name, board in BOARDS.items():
        pixels = photograph(board, VIEW, size=(800, 700)).photo.pixels
        Image.fromarray(pixels[:, :, ::-1]).save(folder / name, quality=92)
    Image.new("RGB", (640, 480), "darkgreen").save(folder / "c.jpg")
    (folder / "d.png").write_text("no picture")
    (folder / "notes.txt").write_text("who won")
    (folder / ".hidden.jpg").write_bytes(b"x")
    return folder


@pytest.fixture(scope="module")
def read_once(photos: Path, album: Path) -> tuple[Path, Result]:
    """The folder after it was read, and what was printed."""
    folder = photos.parent / "read"
    shutil.copytree(photos, folder)
    return folder, run(folder, "--album", album)


@pytest.fixture
def folder(read_once: tuple[Path, Result], tmp_path: Path) -> Path:
    """A folder that was read."""
    return Path(shutil.copytree(read_once[0], tmp_path / "folder"))


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The photos that are read."""
    names: list[str] = []
    read = service.read

    def counted(photo: Any, *others: Any, **more: Any) -> Any:  # noqa: ANN401 - passes all on
        names.append(photo.name)
        return read(photo, *others, **more)

    monkeypatch.setattr(service, "read", counted)
    return names


def json_of(*arguments: str | Path, code: int = 3) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stdout.count("\n")) == (code, 1), result.stderr
    FolderOut.model_validate(json.loads(result.stdout))
    return dict(json.loads(result.stdout))


class TestReading:
    def test_every_photo_has_its_line_and_all_a_summary(self, read_once: tuple[Path, Result]) -> None:
        folder, result = read_once
        assert (result.exit_code, result.stderr) == (3, "")
        *lines, summary = result.stdout.splitlines()
        for line, expected in zip(lines, LINES, strict=True):
            assert line.startswith(expected)
        assert summary.startswith("4 photos: score certain on ")
        assert summary.endswith("not read 2.")
        assert [*kept_in(folder)] == ["a.jpg.reading.json", "b.jpg.reading.json"]

    def test_photos_are_read_as_one_by_one(self, folder: Path, album: Path) -> None:
        answer = json_of(folder, "--album", album)
        for name, line in zip(("a.jpg", "b.jpg"), answer["photos"], strict=False):
            assert line["photo"] == name
            assert same_layout(table_from_json(line["read"]["board"]).board, BOARDS[name])
            alone = json.loads(run(folder / name, "--album", album, "--json").stdout)
            for card in (*line["read"]["cards"], *alone["cards"]):
                del card["corners"]  # a file keeps them to a hundredth of a pixel
            assert {**line["read"], "time_ms": None} == {**alone, "time_ms": None}
        assert [line["problem"]["exit_code"] for line in answer["photos"][2:]] == [3, 3]

    def test_no_photo_is_read_twice(
        self, read_once: tuple[Path, Result], folder: Path, album: Path, reads: list[str]
    ) -> None:
        before = kept_in(folder)
        assert run(folder, "--album", album).stdout == read_once[1].stdout
        assert (reads, kept_in(folder)) == ([], before)

    def test_a_photo_that_changed_is_read_again(self, folder: Path, album: Path, reads: list[str]) -> None:
        shutil.copy(folder / "b.jpg", folder / "c.jpg")
        result = run(folder, "--album", album)
        assert reads == ["c.jpg"]
        assert result.stdout.splitlines()[2].startswith("c.jpg: 3 cards")

    @pytest.mark.parametrize("changed", ["album", "rules"])
    def test_what_else_changed_has_all_read_again(
        self, changed: str, folder: Path, tmp_path: Path, album: Path, reads: list[str]
    ) -> None:
        for name in ("b.jpg", "d.png"):
            (folder / name).unlink()
        other = replace(drawn_album(), deck=replace(drawn_album().deck, name="other"))
        save_album(other, tmp_path / "other")
        if changed == "album":
            run(folder, "--album", tmp_path / "other")
        else:
            run(folder, "--album", album, "--wild-centers")
        assert reads == ["a.jpg", "c.jpg"]

    def test_answers_that_were_given_since_count(self, folder: Path, album: Path, reads: list[str]) -> None:
        """Also where the photo is read again, for another album."""
        kept = folder / "readings" / "a.jpg.reading.json"
        owl = json.loads(kept.read_text())["board"]["placements"][1]
        answer = f"no card at {owl['x']},{owl['y']}"
        assert run("--resume", kept, "--answer", answer).exit_code == 0
        assert run(folder, "--album", album).stdout.startswith("a.jpg: 2 cards")
        assert reads == []
        document = json.loads((folder / "readings" / "folder.json").read_text())
        document["photos"]["a.jpg"]["source"]["album"] = "0" * 64
        (folder / "readings" / "folder.json").write_text(json.dumps(document))
        assert run(folder, "--album", album).stdout.startswith("a.jpg: 2 cards")
        assert reads == ["a.jpg"]

    def test_answers_that_do_not_hold_any_more_are_told(self, folder: Path, tmp_path: Path) -> None:
        """As for an album in which cards have other names by now."""
        kept = folder / "readings" / "a.jpg.reading.json"
        document = json.loads(kept.read_text())
        kept.write_text(json.dumps({**document, "steps": [{"answer": "cow-1 turned 0"}]}))
        deck = drawn_album().deck
        cards = tuple(
            replace(card, id=card.id.replace("cow", "bull"), deck=card.deck.replace("cow", "bull"))
            for card in deck.cards
        )
        named = replace(deck, decks=tuple(name.replace("cow", "bull") for name in deck.decks), cards=cards)
        pictures = {card.replace("cow", "bull"): own for card, own in drawn_album().pictures.items()}
        save_album(replace(drawn_album(), deck=named, pictures=pictures), tmp_path / "renamed")
        result = run(folder, "--album", tmp_path / "renamed")
        line = result.stdout.splitlines()[0]
        assert line.startswith("a.jpg: not read: no card 'cow-1' in the deck")
        assert "what was said of it before holds again; read --resume FILE --undo N takes it back" in line
        assert json.loads(kept.read_text())["steps"] == [{"answer": "cow-1 turned 0"}]

    def test_several_at_a_time_give_the_same(
        self, photos: Path, read_once: tuple[Path, Result], album: Path, tmp_path: Path
    ) -> None:
        result = run(photos, "--album", album, "--jobs", "2", "--out", tmp_path / "kept")
        assert result.stdout == read_once[1].stdout
        there = {name: data for name, (_, data) in kept_in(read_once[0]).items()}
        assert {path.name: path.read_bytes() for path in (tmp_path / "kept").glob("*.reading.json")} == there
        assert not (photos / "readings").exists()


def test_a_run_that_was_killed_goes_on_where_it_stopped(
    photos: Path, read_once: tuple[Path, Result], album: Path, tmp_path: Path
) -> None:
    """A process that is killed after its first line has kept that photo; the next goes on behind it."""
    folder = Path(shutil.copytree(photos, tmp_path / "folder"))
    unbuffered = {**os.environ, "PYTHONUNBUFFERED": "1"}
    words = command(folder, "--album", album)
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=unbuffered) as process:
        assert process.stdout
        assert process.stdout.readline().startswith("a.jpg")
        process.send_signal(signal.SIGKILL)
    before = kept_in(folder)
    assert [*before] == ["a.jpg.reading.json"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (3, read_once[1].stdout, "")
    assert kept_in(folder)["a.jpg.reading.json"] == before["a.jpg.reading.json"]
    assert {name: data for name, (_, data) in kept_in(folder).items()} == {
        name: data for name, (_, data) in kept_in(read_once[0]).items()
    }


class TestScores:
    OPTIONS: tuple[str, ...] = ("--start", "cow", "--players", "Ann=owl,Ben=fox")

    def rows(self, folder: Path, album: Path, *options: str) -> list[dict[str, str]]:
        out = folder / "scores.csv"
        assert run(folder, "--album", album, "--csv", out, *options).exit_code == 3
        return list(csv.DictReader(io.StringIO(out.read_text("utf-8"))))

    def test_there_is_a_line_for_each_photo_game_and_player(self, folder: Path, album: Path) -> None:
        rows = self.rows(folder, album, *self.OPTIONS)
        assert tuple(rows[0]) == COLUMNS
        assert [(row["photo"], row["game"], row["player"]) for row in rows if row["read"] == "yes"] == [
            (photo, game, player)
            for photo in ("a.jpg", "b.jpg")
            for game in ("diversify", "cover-some-ground")
            for player in ("Ann", "Ben")
        ]
        assert [(row["photo"], bool(row["remark"])) for row in rows if row["read"] == "no"] == [
            ("c.jpg", True), ("d.png", True)
        ]  # fmt: skip

    def test_points_are_those_of_score(self, folder: Path, album: Path) -> None:
        rows = self.rows(folder, album, *self.OPTIONS, "--game", "diversify")
        words: list[str] = [
            "score",
            str(folder / "a.jpg"),
            "--album",
            str(album),
            "--game",
            "diversify",
            *self.OPTIONS,
        ]
        sheet = json.loads(CliRunner().invoke(cli.app, [*words, "--json"]).stdout)
        for player, row in zip(sheet["players"], rows, strict=False):
            low, high = player["points"] if isinstance(player["points"], list) else [player["points"]] * 2
            assert (row["player"], row["points"], row["points_at_most"]) == (
                player["player"], str(low), str(high)
            )  # fmt: skip
            assert row["wins"] == (
                "" if sheet["winners"] is None else "yes" if player["player"] in sheet["winners"] else "no"
            )

    def test_what_has_no_score_has_the_reason(self, folder: Path, album: Path) -> None:
        rows = self.rows(folder, album, "--game", "not-my-stack")
        assert "played on locations" in rows[0]["remark"]
        assert rows[0]["player"] == ""

    def test_names_are_no_formulas(self, folder: Path, album: Path) -> None:
        rows = self.rows(folder, album, "--start", "cow", "--players", "@SUM(A1)=owl,-1=fox")
        assert {row["player"] for row in rows if row["player"]} == {"'@SUM(A1)", "'-1"}

    def test_json_has_the_sheets(self, folder: Path, album: Path) -> None:
        answer = json_of(folder, "--album", album, "--game", "diversify", *self.OPTIONS)
        assert [score["game"] for score in answer["photos"][0]["scores"]] == ["diversify"]
        assert answer["not_read"] == 2
        assert answer["certain"] + answer["open"] == 2

    @settings(max_examples=40)
    @given(st.text(max_size=20), st.text(max_size=20))
    def test_whatever_is_told_stays_in_its_cell(self, photo: str, detail: str) -> None:
        line = FolderLine(photo, problem=Problem("k", "t", detail, 3))
        (row,) = csv.DictReader(io.StringIO(as_csv(FolderAnswer((line,))), newline=""))
        assert (row["photo"], row["remark"]) == (safe(photo), safe(detail))
        for cell in row.values():
            assert not cell.lstrip().startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize(
    ("options", "line"),
    [
        pytest.param(["EMPTY", "--album", "ALBUM"], "expected photos in the folder", id="no photos"),
        pytest.param(["FOLDER", "--album", "FOLDER"], "is no album", id="no album"),
        pytest.param(["FOLDER", "--album", "ALBUM", "--out", "FOLDER"], "one with earlier", id="out"),
        pytest.param(["FOLDER", "--album", "ALBUM", "--csv", "no/x.csv"], "found no folder", id="csv"),
        pytest.param(["FOLDER", "FOLDER", "--album", "ALBUM"], "expected one folder", id="two folders"),
        pytest.param(["FOLDER", "--album", "ALBUM", "--in-order"], "for photos of one table", id="in order"),
        pytest.param(["FOLDER/a.jpg", "--album", "ALBUM", "--csv", "x.csv"], "are for a folder", id="photo"),
    ],
)
def test_bad_requests_get_one_line(
    options: list[str], line: str, photos: Path, album: Path, tmp_path: Path
) -> None:
    known = {"FOLDER": str(photos), "ALBUM": str(album), "EMPTY": str(tmp_path)}
    words = [word.replace("FOLDER", known["FOLDER"]) for word in options]
    result = run(*(known.get(word, word) for word in words))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert line in result.stderr
    assert not (photos / "readings").exists()


@pytest.mark.parametrize(
    "data", ["{", "[]", '{"format": "x"}', '{"format": "camtable-folder/1", "photos": 3}']
)
def test_a_folder_of_readings_that_was_damaged_is_left_alone(
    data: str, photos: Path, album: Path, tmp_path: Path
) -> None:
    (tmp_path / "folder.json").write_text(data)
    result = run(photos, "--album", album, "--out", tmp_path)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert (tmp_path / "folder.json").read_text() == data


def test_an_album_is_known_by_what_it_shows() -> None:
    album = drawn_album()
    assert folders._digest_of(album) == folders._digest_of(replace(album, steps=()))
    dark = {card: own // 2 for card, own in album.pictures.items()}
    assert folders._digest_of(Album(album.deck, "animals", dark)) != folders._digest_of(album)


def test_a_bar_on_a_terminal_leaves_the_lines_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    error, output = Terminal(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", error)
    monkeypatch.setattr(sys, "stdout", output)
    with progress(2) as done:
        for line in ("one", "two"):
            tell(line)
            done()
    assert output.getvalue() == "one\ntwo\n"
    assert "2/2" in error.getvalue()
