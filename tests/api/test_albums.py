"""`camtable album`: see what is in an album, change it, take it back, hand it on."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image
from typer.testing import CliRunner, Result

from api import albums, cli
from api.answers import PhotoSource
from api.app import create_app
from api.outputs import write_album
from api.schemas import AlbumOut
from games.camouflage import deck_from_json
from tests.strategies import PLAIN
from tests.vision.scenes import drawn_album, photographed, table_top
from vision.album import Album, load_album
from vision.album_archive import export_album
from vision.origins import Doubt, digest

WHOLE = replace(albums.with_step(drawn_album(), "enrolled"), doubtful=(Doubt("owl-1", (0, 2), "it is pale"),))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.app, ["album", *map(str, arguments)])


def json_of(*arguments: str | Path) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return AlbumOut.model_validate(json.loads(result.stdout)).model_dump(mode="json")


def bytes_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "album"
    write_album(WHOLE, folder, with_deck_file=True)
    return folder


@pytest.fixture
def album(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "album"))


def photo_of(folder: Path, *cards: str, turns: int = 0) -> Path:
    """Make a photo of cards that lie apart, each turned clockwise."""
    view = np.array([[60.0, 4.0, 250.0], [-3.0, 60.0, 230.0], [0.0, 2e-5, 1.0]])
    laid = [
        (drawn_album().pictures[card], np.array([4.0 * (n % 3), 4.2 * (n // 3), turns * np.pi / 2, 0.0]))
        for n, card in enumerate(cards)
    ]
    photo = photographed(laid, view, top=table_top("plain", (1200, 900)))
    path = folder / "new.png"
    Image.fromarray(photo.pixels[:, :, ::-1]).save(path)
    return path


class TestShow:
    def test_what_is_in_it(self, album: Path) -> None:
        result = run("show", album)
        assert result.exit_code == 0
        for line in ("drawn: 12 cards with their animals", "owl-1, owl-2, owl-3, owl-4", "reed", "brick"):
            assert line in result.stdout
        assert "Doubtful: owl-1, row 1, column 3: it is pale" in result.stdout
        assert f"By Camtable {albums.camtable_version()}: enrolled" in result.stdout

    def test_json(self, album: Path) -> None:
        (face,) = json_of("show", album)["faces"]
        assert deck_from_json(face["deck"]) == WHOLE.deck
        assert sum(len(pattern["squares"]) for pattern in face["patterns"]) == 8 * 12
        assert (face["missing"], face["doubtful"][0]["cell"]) == ([], [0, 2])

    def test_an_album_that_does_not_tell(self, tmp_path: Path) -> None:
        write_album(drawn_album(), tmp_path / "old", with_deck_file=False)
        assert "It does not tell how it came to be." in run("show", tmp_path / "old").stdout

    def test_a_picture(self, album: Path) -> None:
        assert run("show", album, "--picture", album.parent / "x.png").exit_code == 0
        with Image.open(album.parent / "x.png") as sheet:
            assert sheet.width > 1000
            colours = np.asarray(sheet).reshape(-1, 3)
        assert (colours == (255, 40, 60)).all(1).any(), "a doubtful square has a frame"

    def test_a_picture_of_a_long_name(self, album: Path) -> None:
        assert run("rename", album, "reed", "r" * 3000, "owl-1", "o" * 3000).exit_code == 0
        assert run("show", album, "--picture", album.parent / "x.png").exit_code == 0


class TestChanges:
    @pytest.mark.parametrize(
        ("arguments", "did"),
        [
            pytest.param(["rename", "owl", "eule"], "owl is named eule.", id="rename"),
            pytest.param(["merge", "reed", "moss"], "moss made one with reed.", id="merge"),
            pytest.param(
                ["split", "owl", "uhu", "owl-2"], "owl-2 are of uhu, not of owl.", id="split a deck"
            ),
        ],
    )
    def test_are_told_written_and_taken_back(self, arguments: list[str], did: str, album: Path) -> None:
        before = bytes_in(album)
        command, *names = arguments
        result = run(command, album, *names)
        assert (result.exit_code, result.stdout, result.stderr) == (0, f"{did}\n", "")
        changed = load_album(album)
        assert changed.steps[-1].did == did.removesuffix(".")
        assert deck_from_json(json.loads((album / "drawn.deck.json").read_text("utf-8"))) == changed.deck
        assert run("undo", album).stdout == f"taken back: {did}\n"
        assert bytes_in(album) == before

    def test_cards_that_were_merged_are_told_and_split(self, album: Path) -> None:
        whole = load_album(album).deck
        assert run("merge", album, "owl-1", "owl-2").stdout == "owl-2 made one with owl-1.\n"
        assert "Merged: owl-2 is one with owl-1" in run("show", album).stdout
        assert json_of("show", album)["faces"][0]["former"] == [{"card": "owl-2", "into": "owl-1"}]
        assert run("split", album, "owl-1", "owl-2").stdout == "owl-2 is split off from owl-1.\n"
        assert {*load_album(album).deck.cards} == {*whole.cards}

    def test_squares_are_named_as_they_are_shown(self, album: Path) -> None:
        pattern = WHOLE.deck.face("owl-1", "animals").rows[0][2]
        answer = json_of("split", album, pattern, "fern", "owl-1:1,3")
        assert answer["did"] == [f"owl-1:1,3 bear fern, not {pattern}"]
        (fern,) = [each for each in answer["faces"][0]["patterns"] if each["pattern"] == "fern"]
        assert fern["squares"] == [{"card": "owl-1", "cell": [0, 2]}]
        assert answer["faces"][0]["doubtful"] == []

    def test_a_deck_file_that_was_changed_by_hand_stays(self, album: Path) -> None:
        file = album / "drawn.deck.json"
        file.write_text(file.read_text("utf-8").replace("reed", "REED"))
        mine = file.read_bytes()
        result = run("rename", album, "moss", "fern")
        assert "drawn.deck.json was changed by hand" in result.stderr
        assert file.read_bytes() == mine

    @pytest.mark.parametrize(
        "arguments",
        [
            pytest.param(["rename", "owl", "eule"], id="rename"),
            pytest.param(["merge", "a", "b"], id="merge"),
            pytest.param(["split", "a", "b", "c"], id="split"),
            pytest.param(["retake", "x.jpg"], id="retake"),
            pytest.param(["undo"], id="undo"),
        ],
    )
    def test_the_shipped_album_stays_as_it_is(
        self, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        command, *others = arguments
        result = run(command, "demo", *others)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "demo is the shipped album, which stays as it is; a copy can be changed" in result.stderr
        assert not [*tmp_path.iterdir()]

    def test_the_shipped_album_is_copied_as_that_says(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert run("show", "demo").exit_code == 0
        assert run("export", "demo", "demo.zip").exit_code == 0
        assert run("import", "demo.zip", "my-demo").exit_code == 0
        assert run("rename", "my-demo", "panda", "bear").stdout == "panda is named bear.\n"

    @pytest.mark.parametrize(
        ("arguments", "line"),
        [
            pytest.param(["rename", "owl"], "given in pairs, OLD NEW; found 1", id="half a pair"),
            pytest.param(["rename", "bat", "x"], "found 'bat', which is none", id="an unknown name"),
            pytest.param(["rename", "owl", "fox"], "there is a deck of that name", id="a name that is taken"),
            pytest.param(["rename", "owl", "x", "--face", "gems"], "found 'owl', which is none", id="face"),
            pytest.param(["merge", "owl"], "two different names or more", id="one"),
            pytest.param(
                ["split", "owl-1", "x"], "was merged with no other card", id="a card of one picture"
            ),
            pytest.param(["split", "owl-1", "x", "y", "z"], "at a time; found 2", id="two cards of one"),
            pytest.param(["split", "owl", "x"], "expected cards that are to be split off", id="no cards"),
            pytest.param(["split", "reed", "x"], "expected squares, as CARD:ROW,COLUMN", id="no squares"),
            pytest.param(["split", "reed", "x", "owl-1:0,3"], "CARD:ROW,COLUMN, from 1 to 3", id="a square"),
            pytest.param(["split", "reed", "x", "bat-1:1,1"], "does not bear reed", id="an unknown card"),
            pytest.param(["retake", "none.jpg"], "none.jpg cannot be read", id="no photo"),
            pytest.param(["undo"], "can be undone", id="nothing done"),
        ],
    )
    def test_bad_requests_get_one_line_and_change_nothing(
        self, arguments: list[str], line: str, album: Path
    ) -> None:
        before = bytes_in(album)
        command, *others = arguments
        result = run(command, album, *others)
        assert (result.exit_code, result.stdout) == (2, "")
        assert line in result.stderr
        assert result.stderr.count("\n") == 1
        assert bytes_in(album) == before

    @pytest.mark.parametrize("command", ["show", "rename", "merge", "split", "undo", "export"])
    def test_what_is_no_album(self, command: str, tmp_path: Path) -> None:
        words = {"rename": ["a", "b"], "merge": ["a", "b"], "split": ["a", "b", "c"], "export": ["x.zip"]}
        result = run(command, tmp_path / "none", *words.get(command, []))
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
        assert "is no album" in result.stderr


class TestRetaking:
    def test_one_card_is_taken_anew_and_all_others_stay(self, album: Path) -> None:
        """The picture of a card that was spoilt becomes what it was, however the card lies."""
        spoilt = drawn_album().pictures["fox-2"].copy()
        spoilt[:96] = 255
        before = replace(WHOLE, pictures={**WHOLE.pictures, "fox-2": spoilt})
        write_album(before, album, with_deck_file=True)
        files = bytes_in(album)
        photo = photo_of(album.parent, "fox-2", turns=1)
        answer = json_of("retake", album, photo, "--card", "fox-2")
        assert [(card["card"], card["photo"]) for card in answer["cards"]] == [("fox-2", "new.png")]
        after = load_album(album)
        drawn = drawn_album().pictures["fox-2"]
        assert np.corrcoef(after.pictures["fox-2"].ravel(), drawn.ravel())[0, 1] > 0.95
        kept = {name: data for name, data in bytes_in(album).items() if name.endswith(".png")}
        assert {name for name, data in files.items() if kept.get(name) != data} <= {
            "album.json",
            "drawn.deck.json",
        }
        (mark,) = after.steps[-1].photos
        assert (mark.name, mark.sha256) == ("new.png", digest(photo.read_bytes()))
        assert str(album.parent) not in (album / "album.json").read_text("utf-8")

    def test_a_photo_in_which_nothing_is_known_changes_nothing(self, album: Path) -> None:
        before = bytes_in(album)
        Image.new("RGB", (300, 300), "brown").save(album.parent / "empty.png")
        result = run("retake", album, album.parent / "empty.png", "--card", "owl-1")
        assert (result.exit_code, result.stdout) == (3, "")
        assert "known again as owl-1, so the album stays as it is" in result.stderr
        assert run("retake", album, album.parent / "empty.png", "--card", "bat-1").exit_code == 2
        assert bytes_in(album) == before


class TestOneFile:
    def test_out_and_in_again(self, album: Path, tmp_path: Path) -> None:
        assert run("export", album, tmp_path / "x.zip").exit_code == 0
        answer = json_of("import", tmp_path / "x.zip", tmp_path / "new")
        assert answer["faces"] == json_of("show", album)["faces"]
        assert run("export", tmp_path / "new", tmp_path / "y.zip").exit_code == 0
        assert (tmp_path / "x.zip").read_bytes() == (tmp_path / "y.zip").read_bytes()

    @pytest.mark.parametrize(
        ("make", "line"),
        [
            pytest.param(lambda file: file.write_bytes(b"x"), "is no whole zip", id="no zip"),
            pytest.param(lambda file: file.mkdir(), "cannot be read: Is a directory", id="a folder"),
            pytest.param(lambda _: None, "cannot be read: No such file", id="nothing"),
        ],
    )
    def test_what_is_no_album(self, make: Callable[[Path], object], line: str, tmp_path: Path) -> None:
        make(tmp_path / "x.zip")
        result = run("import", tmp_path / "x.zip", tmp_path / "new")
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
        assert line in result.stderr
        assert not (tmp_path / "new").exists()


class TestOverHttp:
    def test_an_album_is_taken_in_shown_and_handed_on(self, album: Path, tmp_path: Path) -> None:
        packed = export_album(album)
        with TestClient(create_app(tmp_path / "data")) as client:
            taken = client.post("/albums/file", files={"file": packed})
            assert taken.status_code == 201
            answer = AlbumOut.model_validate(taken.json())
            assert client.get(f"/albums/{answer.id}").json() == taken.json()
            file = client.get(f"/albums/{answer.id}/file")
        assert (file.content, file.headers["content-type"]) == (packed, "application/zip")

    def test_what_is_none_is_refused(self, tmp_path: Path) -> None:
        with TestClient(create_app(tmp_path / "data")) as client:
            answers = [
                (client.post("/albums/file", files={"file": b"no zip"}), 422, "no whole zip"),
                (client.get(f"/albums/{'0' * 16}"), 404, "expected the id of an album"),
                (client.get(f"/albums/{'0' * 16}/file"), 404, "expected the id of an album"),
                (client.post("/albums/file", files={"file": b""}, data={"x": "y"}), 422, "found 'x'"),
            ]
        for answer, status, detail in answers:
            assert answer.status_code == status
            assert detail in answer.json()["detail"]
            assert str(tmp_path) not in answer.text


def test_photos_are_named_without_their_folders() -> None:
    step = albums.with_step(
        Album(PLAIN, "animals", {}),
        "enrolled",
        [PhotoSource(name, b"x") for name in ("C:\\me\\a.jpg", "/mine/b.jpg", "c.jpg", "d/")],
    ).steps[0]
    assert [photo.name for photo in step.photos] == ["a.jpg", "b.jpg", "c.jpg", "photo"]
