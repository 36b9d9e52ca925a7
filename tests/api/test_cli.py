"""The command line: what it prints where, and with which exit code it ends."""

import inspect
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from api import cli
from api.commands.albums import app as albums
from api.commands.printing import printing
from api.schemas import CheckOut, EnrolOut, PlacesOut, ReadOut, ScoreOut
from games.camouflage import MODES, Deck, Table, deck_to_json, parse_board, table_to_json
from tests.api.doubles import Enrolled, Ranked, album_in, fail, photo_in, ranked, see
from tests.strategies import DECK, PLAIN, plain_deck
from vision.album import Album, load_album, save_album
from vision.errors import UnreadablePhotoError

CLASH = plain_deck(owl_1="tttttttt")
LEGAL = "lion-1@0,0r0 fox-1@2,0r0"
ILLEGAL = "lion-1@0,0r0 owl-1@2,0r0"


def run(*arguments: str | Path, stdin: str | None = None) -> Result:
    return CliRunner().invoke(cli.app, [str(each) for each in arguments], input=stdin)


def json_of(result: Result) -> dict[str, object]:
    """Return the one JSON object on standard output."""
    assert result.stdout.count("\n") == 1
    return dict(json.loads(result.stdout))


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "plain.deck.json"
    path.write_text(json.dumps(deck_to_json(CLASH)))
    return path


@pytest.fixture
def album(tmp_path: Path) -> Path:
    return album_in(tmp_path / "album", CLASH)


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    return photo_in(tmp_path)


class TestCheck:
    def test_a_legal_board(self, deck: Path) -> None:
        result = run("check", LEGAL, "--deck", deck)
        assert (result.exit_code, result.stdout, result.stderr) == (0, "All 2 cards lie legally.\n", "")

    def test_an_illegal_board_names_the_card_and_the_reason(self, deck: Path) -> None:
        result = run("check", ILLEGAL, "--deck", deck)
        assert result.exit_code == 1
        assert "owl-1" in result.stdout
        assert "ILLEGAL" in result.stdout
        assert "squares on another pattern: 3" in result.stdout

    def test_json(self, deck: Path) -> None:
        result = run("check", ILLEGAL, "--deck", deck, "--json")
        assert result.exit_code == 1
        assert CheckOut.model_validate(json_of(result)).legal is False

    def test_an_undecided_photo(self, monkeypatch: pytest.MonkeyPatch, album: Path, photo: Path) -> None:
        see(monkeypatch, ranked(LEGAL, 0.9), ranked(ILLEGAL, 0.1))
        result = run("check", photo, "--album", album)
        assert result.exit_code == 4
        assert "It is not sure whether the table is legal." in result.stdout
        assert "Question: which card lies at 2,0: fox-1 or owl-1?" in result.stdout

    def test_flags_beat_the_file_with_a_warning(self, deck: Path) -> None:
        board = deck.parent / "x.board.json"
        table = Table("plain", "animals", parse_board("lion-1@0,0r0 fox-1@2,2r0"))
        board.write_text(json.dumps(table_to_json(table)))
        assert run("check", board).exit_code == 1
        result = run("check", board, "--min-match", "1", "--json")
        assert result.exit_code == 0
        warning = "min_match is 1 as stated, not 3 as the board says"
        assert result.stderr == f"warning: {warning}\n"
        assert json_of(result)["warnings"] == [warning]

    def test_wild_centres(self, deck: Path) -> None:
        board = "lion-1@0,0r0 fox-1@0,0r0"
        assert run("check", board, "--deck", deck).exit_code == 1
        assert run("check", board, "--deck", deck, "--wild-centers").exit_code == 0

    def test_standard_input(self, deck: Path) -> None:
        assert run("check", "-", "--deck", deck, stdin=LEGAL).exit_code == 0

    @pytest.mark.parametrize("stdin", ["", " \n"], ids=["empty", "blank"])
    def test_nothing_on_standard_input_is_no_board(self, stdin: str, deck: Path) -> None:
        result = run("check", "-", "--deck", deck, stdin=stdin)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == (
            "camtable: standard input: expected a card as CARD@X,YrTURN; found nothing\n"
        )


class TestScore:
    def test_the_sheet_shows_points_and_reasons(self, deck: Path) -> None:
        result = run(
            "score", f"{LEGAL} owl-1@4,0r0", "--deck", deck, "--game", "diversify", "--start", "lion",
            "--players", "Ann=fox,Ben=owl", "--out-order", "Ann",
        )  # fmt: skip
        assert result.exit_code == 0
        assert (
            result.stderr == "warning: Ann is said to be out, but 5 of the fox cards are not on the table\n"
        )
        rows = [
            [cell.strip() for cell in line.split("  ") if cell.strip()] for line in result.stdout.splitlines()
        ]
        assert ["1", "Ann", "fox", "1", "1", "1"] in rows
        assert ["2", "Ben", "owl", "0", "0", "owl-1"] in rows
        assert ["Ann", "fox-1", "1", "cards directly beneath: 1 (lion-1)"] in rows
        assert "Ann wins on points." in result.stdout
        assert "illegal: squares on another pattern: 3" in result.stdout.replace("\n", " ")
        assert "Ruling: Where two squares clash" in result.stdout

    def test_json(self, deck: Path) -> None:
        result = run(
            "score", LEGAL, "--deck", deck, "--game", "cover-some-ground", "--start", "lion", "--json"
        )
        assert ScoreOut.model_validate(json_of(result)).winners == ["fox"]

    def test_what_is_missing_is_asked_for(self, deck: Path) -> None:
        cards = ["lion-1", *(f"{animal}-{number}" for animal in ("fox", "pig") for number in range(1, 7))]
        board = " ".join(f"{card}@{2 * place},0r0" for place, card in enumerate(cards))
        result = run("score", board, "--deck", deck, "--game", "speed-round", "--players", "Ann=fox,Ben=pig")
        assert "The winner is not certain." in result.stdout
        assert "Who was out first? Say so with --out-order." in result.stdout

    def test_locations(self, deck: Path) -> None:
        board = "Ann: fox-1@0,0r0 pig-1@2,0r0 | Ben: pig-2@0,0r0"
        result = run("score", board, "--deck", deck, "--game", "not-my-stack", "--json")
        assert json_of(result)["winners"] == ["Ben"]

    def test_a_photo(self, monkeypatch: pytest.MonkeyPatch, album: Path, photo: Path) -> None:
        see(monkeypatch, ranked(LEGAL))
        result = run("score", photo, "--album", album, "--game", "diversify", "--start", "lion", "--json")
        assert json_of(result)["certain"] is True

    def test_a_winner_whatever_decides(
        self, monkeypatch: pytest.MonkeyPatch, album: Path, photo: Path
    ) -> None:
        """Either the fox has more points than the pig, or it ties and has played more cards."""
        begun = "lion-1@0,0r0 fox-1@2,0r0 fox-2@4,0r0"
        see(monkeypatch, ranked(f"{begun} pig-1@-2,0r0", 0.6), ranked(f"{begun} pig-1@1,2r0", 0.4))
        result = run("score", photo, "--album", album, "--game", "diversify", "--start", "lion")
        assert "fox wins. Some points are not certain." in result.stdout

    def test_a_name_is_not_taken_for_two_reasons(self, deck: Path) -> None:
        board = "this or that: fox-1@0,0r0 pig-1@2,0r0 | Ben: pig-2@0,0r0"
        result = run("score", board, "--deck", deck, "--game", "not-my-stack")
        assert "on the location of this or that (fox-1)" in result.stdout
        assert "not sure" not in result.stdout

    def test_all_games_can_be_chosen(self) -> None:
        listing = run("score", LEGAL, "--game", "chess").stderr
        assert all(mode.name in listing for mode in MODES)


class TestPlaces:
    def test_places(self, deck: Path) -> None:
        result = run("places", "lion-1@0,0r0", "--card", "fox-1", "--deck", deck)
        assert result.exit_code == 0
        assert "places and turns." in result.stdout

    def test_json(self, deck: Path) -> None:
        result = run("places", "lion-1@0,0r0", "--card", "fox-1", "--deck", deck, "--json")
        found = PlacesOut.model_validate(json_of(result)).places
        assert {(place.x, place.y, place.turn) for place in found} >= {(2, 0, turn) for turn in range(4)}

    def test_no_place_is_an_answer(self, deck: Path) -> None:
        result = run("places", "owl-1@0,0r0", "--card", "fox-1", "--deck", deck)
        assert (result.exit_code, result.stdout) == (0, "There is no legal place.\n")

    def test_a_card_that_lies_there(self, deck: Path) -> None:
        result = run("places", LEGAL, "--card", "fox-1", "--deck", deck)
        assert (result.exit_code, result.stderr) == (2, "camtable: fox-1 lies on the table already\n")

    def test_a_photo_is_no_board(self, photo: Path) -> None:
        assert run("places", photo, "--card", "fox-1").exit_code == 2


class TestRead:
    def test_what_was_read(self, monkeypatch: pytest.MonkeyPatch, album: Path, photo: Path) -> None:
        see(monkeypatch, ranked(LEGAL), warnings=("glare",))
        result = run("read", photo, "--album", album)
        assert result.exit_code == 0
        assert result.stderr == "warning: glare\n"
        assert LEGAL in result.stdout
        assert "certain" in result.stdout

    def test_json(self, monkeypatch: pytest.MonkeyPatch, album: Path, photo: Path) -> None:
        see(monkeypatch, ranked(LEGAL, 0.9), ranked(ILLEGAL, 0.1))
        answer = ReadOut.model_validate(json_of(run("read", photo, "--album", album, "--json")))
        assert answer.certain.score is False
        assert [question.cards for question in answer.questions] == [["fox-1", "owl-1"]]

    def test_an_overlay(self, monkeypatch: pytest.MonkeyPatch, album: Path, photo: Path) -> None:
        see(monkeypatch, ranked(LEGAL))
        out = photo.parent / "out.jpg"
        assert run("read", photo, "--album", album, "--overlay", out).exit_code == 0
        assert out.read_bytes().startswith(b"\xff\xd8\xff")

    @pytest.mark.parametrize("name", ["out.gif", "out", "missing/out.jpg"])
    def test_an_overlay_that_cannot_be_written_is_told_before_reading(
        self, name: str, album: Path, photo: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fail(monkeypatch, AssertionError("was read"))
        result = run("read", photo, "--album", album, "--overlay", photo.parent / name)
        assert result.exit_code == 2

    def test_photos_that_have_nothing_in_common(
        self, monkeypatch: pytest.MonkeyPatch, album: Path, photo: Path
    ) -> None:
        see(monkeypatch, ranked(LEGAL))
        result = run("read", photo, photo, "--album", album)
        assert (result.exit_code, result.stdout) == (3, "")
        assert "have no card in common" in result.stderr

    def test_further_photos_go_with_a_photo(self, photo: Path) -> None:
        result = run("score", LEGAL, "--game", "diversify", "--also", photo)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "further photos go with a photo of the table; found a board" in result.stderr

    def test_the_start_is_named_or_photographed(self, album: Path, photo: Path) -> None:
        options = ("--game", "diversify", "--start", "owl", "--start-photo", photo)
        result = run("score", photo, "--album", album, *options)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "the starting deck is named or photographed; found both" in result.stderr

    def test_no_table_in_it(self, monkeypatch: pytest.MonkeyPatch, album: Path, photo: Path) -> None:
        fail(monkeypatch, UnreadablePhotoError("no cards of this album are in the photo"))
        result = run("read", photo, "--album", album, "--json")
        assert (result.exit_code, result.stdout) == (3, "")
        assert result.stderr == "camtable: no cards of this album are in the photo\n"

    def test_no_board_in_time(self, monkeypatch: pytest.MonkeyPatch, album: Path, photo: Path) -> None:
        see(monkeypatch)
        assert run("read", photo, "--album", album).exit_code == 4


class TestEnrol:
    @pytest.fixture(autouse=True)
    def _enrol(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def enrol(photos: list[object], face: str, deck: Deck | None, *, name: str) -> Enrolled:
            assert (len(photos), face) == (2, "animals")
            found = deck or Deck(name, PLAIN.decks, PLAIN.patterns, PLAIN.cards)
            grey = np.full((288, 288, 3), 128, np.uint8)
            return Enrolled(Album(found, "animals", {card.id: grey for card in found.cards}))

        monkeypatch.setattr("vision.enrol.enrol", enrol)

    def test_with_a_deck_file(self, deck: Path, photo: Path) -> None:
        out = photo.parent / "made"
        result = run("enrol", photo, photo, "--deck", deck, "--face", "animals", "--out", out)
        assert result.exit_code == 0
        assert "42 cards enrolled." in result.stdout
        assert "Doubtful: lion-1, row 1, column 3: pale" in result.stdout
        assert load_album(out).deck == CLASH
        assert not list(out.glob("*.deck.json"))

    def test_without_one_the_deck_is_written_too(self, photo: Path) -> None:
        out = photo.parent / "made"
        result = run("enrol", photo, photo, "--face", "animals", "--out", out, "--json")
        answer = EnrolOut.model_validate(json_of(result))
        assert answer.deck.name == "made"
        assert answer.cards[0].photo == str(photo)
        assert json.loads((out / "made.deck.json").read_text()) == json_of(result)["deck"]

    @pytest.mark.parametrize(
        ("out", "line"),
        [
            pytest.param("", "is neither an empty folder nor an album", id="a folder with something else"),
            pytest.param("table.jpg", "is neither an empty folder nor an album", id="a file"),
            pytest.param("table.jpg/x", "x cannot be", id="in a file"),
            pytest.param("x" * 300, "cannot be written: File name too long", id="no name"),
        ],
    )
    def test_where_no_album_can_be_is_told_before_enrolling(
        self, out: str, line: str, photo: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("vision.enrol.enrol", lambda *_, **__: pytest.fail("was enrolled"))
        result = run("enrol", photo, photo, "--face", "animals", "--out", photo.parent / out)
        assert result.exit_code == 2
        assert line in result.stderr
        assert photo.exists()

    def test_the_other_face_is_added_to_an_album(self, photo: Path, tmp_path: Path) -> None:
        """Its deck file stands beside that of the face that was there."""
        out = tmp_path / "both"
        gems = replace(DECK, name="both")
        save_album(Album(gems, "gems", {gems.cards[0].id: np.zeros((288, 288, 3), np.uint8)}), out)
        (out / "both.deck.json").write_text("the names of the gems")
        assert run("enrol", photo, photo, "--face", "animals", "--out", out).exit_code == 0
        assert [each.face for each in load_album(out).faces] == ["animals", "gems"]
        assert (out / "both.deck.json").read_text() == "the names of the gems"
        assert (out / "both-animals.deck.json").exists()

    def test_an_album_is_replaced(self, photo: Path, album: Path) -> None:
        assert run("enrol", photo, photo, "--face", "animals", "--out", album).exit_code == 0
        assert load_album(album).deck.name == "album"


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        pytest.param(["check", "no.jpg"], 2, "found no file 'no.jpg'", id="no such file"),
        pytest.param(["check", LEGAL], 2, "names a deck", id="no deck"),
        pytest.param(
            ["check", "cat-1@0,0r0", "--deck", "DECK"],
            2,
            "no card 'cat-1' in deck 'plain'",
            id="unknown card",
        ),
        pytest.param(
            ["check", "fox-1@0,0r0 fox-1@9,0r0", "--deck", "DECK"],
            2,
            "fox-1 is laid twice",
            id="a card twice",
        ),
        pytest.param(
            ["check", "fox-1@0,0", "--deck", "DECK"], 2, "expected a card as CARD@X,YrTURN", id="notation"
        ),
        pytest.param(["check", "PHOTO"], 2, "a photo is read with --album", id="a photo without album"),
        pytest.param(
            ["check", "PHOTO", "--album", "ALBUM", "--deck", "DECK"],
            2,
            "a photo is read with --album",
            id="and a deck",
        ),
        pytest.param(["read", "PHOTO", "--album", "nowhere"], 2, "nowhere is no album", id="no album"),
        pytest.param(["read", "TEXT", "--album", "ALBUM"], 3, "text.jpg is not an image", id="no image"),
        pytest.param(
            ["read", "HALF", "--album", "ALBUM"], 3, "half.jpg is cut off or damaged", id="half an image"
        ),
        pytest.param(
            ["read", "missing.jpg", "--album", "ALBUM"], 2, "missing.jpg cannot be read", id="missing photo"
        ),
        pytest.param(
            ["score", LEGAL, "--deck", "DECK", "--game", "not-my-stack"], 2, "played on locations", id="game"
        ),
        pytest.param(
            ["score", LEGAL, "--deck", "DECK", "--game", "diversify", "--players", "Ann"],
            2,
            "Ann=owl,Ben=fox",
            id="seats",
        ),
        pytest.param(
            ["enrol", "PHOTO", "--face", "gems", "--out", "x", "--deck", "TEXT"],
            2,
            "expected JSON",
            id="deck",
        ),
    ],
)
def test_bad_input_gets_one_clear_line(
    arguments: list[str], code: int, line: str, deck: Path, album: Path, photo: Path
) -> None:
    files = {
        "DECK": deck,
        "ALBUM": album,
        "PHOTO": photo,
        "TEXT": photo.parent / "text.jpg",
        "HALF": photo.parent / "half.jpg",
    }
    files["TEXT"].write_text("no picture")
    files["HALF"].write_bytes(photo.read_bytes()[:-500])
    result = run(*(files.get(argument, argument) for argument in arguments))
    assert (result.exit_code, result.stdout) == (code, "")
    assert line in result.stderr
    assert result.stderr.startswith("camtable: ")
    assert result.stderr.count("\n") == 1


def test_nothing_that_a_terminal_obeys_is_printed(deck: Path) -> None:
    result = run(
        "score", "lion-1@0,0r0", "--deck", deck, "--game", "diversify", "--players", "\x1b[31mAnn[red]=fox"
    )
    assert "\x1b" not in result.output
    assert "Ann[red]" in result.output


class TestMain:
    def main(self, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["camtable", *arguments])
        with pytest.raises(SystemExit) as caught:
            cli.main()
        return int(caught.value.code or 0)

    @pytest.mark.parametrize(
        ("arguments", "line"),
        [
            pytest.param(["chek"], "No such command 'chek'", id="command"),
            pytest.param(["check"], "Missing argument 'PHOTO|BOARD'", id="argument"),
            pytest.param(["check", LEGAL, "--colour"], "No such option: --colour", id="option"),
            pytest.param(
                ["check", LEGAL, "--min-match", "10"], "Invalid value for '--min-match'", id="value"
            ),
        ],
    )
    def test_wrong_use(
        self,
        arguments: list[str],
        line: str,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        assert self.main(monkeypatch, *arguments) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.startswith(f"camtable: {line}")
        assert output.err.count("\n") == 1

    def test_a_mistake_of_ours_is_told_in_one_line(
        self, deck: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("api.service.check", lambda _: 1 / 0)
        assert self.main(monkeypatch, "check", LEGAL, "--deck", str(deck)) == cli.UNEXPECTED
        assert capsys.readouterr().err.startswith("camtable: unexpected ZeroDivisionError: division by zero")
        monkeypatch.setenv("CAMTABLE_TRACEBACK", "1")
        monkeypatch.setattr(sys, "argv", ["camtable", "check", LEGAL, "--deck", str(deck)])
        with pytest.raises(ZeroDivisionError):
            cli.main()

    def test_only_writing_the_answer_can_fail_to_write_it(
        self, deck: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def fail(_: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("api.service.check", fail)
        assert self.main(monkeypatch, "check", LEGAL, "--deck", str(deck)) == cli.UNEXPECTED
        assert capsys.readouterr().err.startswith("camtable: unexpected PermissionError")

    def test_an_answer_ends_with_its_code(self, deck: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert self.main(monkeypatch, "check", LEGAL, "--deck", str(deck)) == 0
        assert self.main(monkeypatch, "check", ILLEGAL, "--deck", str(deck)) == 1


class TestProcess:
    def command(self, *arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        script = [sys.executable, "-c", "from api.cli import main; main()", *map(str, arguments)]
        environment = {**os.environ, **environment}
        return subprocess.run(script, capture_output=True, text=True, check=False, env=environment)

    def test_a_real_process(self, deck: Path) -> None:
        done = self.command("check", ILLEGAL, "--deck", deck, "--json")
        assert (done.returncode, done.stderr) == (1, "")
        assert json.loads(done.stdout)["legal"] is False

    def test_colours_only_where_they_are_wanted(self, deck: Path) -> None:
        plain = self.command("check", ILLEGAL, "--deck", deck)
        forced = self.command("check", ILLEGAL, "--deck", deck, FORCE_COLOR="1")
        without = self.command("check", ILLEGAL, "--deck", deck, FORCE_COLOR="1", NO_COLOR="1")
        assert "\x1b[31m" in forced.stdout
        assert "\x1b[31m" not in plain.stdout + without.stdout
        assert "ILLEGAL" in without.stdout

    def test_names_are_shown_on_terminals_that_lack_their_letters(self, deck: Path) -> None:
        stated: list[str | Path] = ["--deck", deck, "--game", "diversify", "--players", "Zo\u00eb=fox"]
        done = self.command("score", LEGAL, *stated, PYTHONIOENCODING="ascii")
        assert (done.returncode, done.stderr) == (0, "")
        assert "Zo?" in done.stdout

    @pytest.mark.parametrize(
        "arguments",
        [
            pytest.param(["check", LEGAL, "--deck", "DECK"], id="a table"),
            pytest.param(["check", LEGAL, "--deck", "DECK", "--json"], id="JSON"),
            pytest.param(["game", "camelot", "new", "--seed", "2"], id="a game"),
        ],
    )
    def test_an_answer_that_cannot_be_written_is_told(self, arguments: list[str], deck: Path) -> None:
        full = Path("/dev/full")
        if not full.exists():
            pytest.skip("no device that is always full")
        given = [str(deck) if each == "DECK" else each for each in arguments]
        script = [sys.executable, "-c", "from api.cli import main; main()", *given]
        with full.open("w") as output:
            done = subprocess.run(script, stdout=output, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr == "camtable: the answer cannot be written: No space left on device\n"

    @pytest.mark.parametrize(
        ("redirected", "message"),
        [
            pytest.param("<&-", "expected a board on standard input; found it closed", id="closed"),
            pytest.param(
                "0>/dev/null", "standard input cannot be read: Bad file descriptor", id="for writing"
            ),
        ],
    )
    def test_standard_input_that_cannot_be_read_is_told(
        self, redirected: str, message: str, deck: Path
    ) -> None:
        command = f'"$0" -c "from api.cli import main; main()" check - --deck "$1" {redirected}'
        shell = ["sh", "-c", command, sys.executable, str(deck)]
        done = subprocess.run(shell, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"camtable: {message}\n")

    def test_a_photo_needs_no_standard_input(
        self, album: Path, photo: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        see(monkeypatch, ranked(LEGAL))
        monkeypatch.setattr(sys, "argv", ["camtable", "check", str(photo), "--album", str(album)])
        monkeypatch.setattr(sys, "stdin", None)
        with pytest.raises(SystemExit) as caught:
            cli.main()
        assert caught.value.code == 0

    def test_help_imports_nothing_slow(self) -> None:
        """What each of them takes to import, a user would wait for at every command."""
        slow = {"cv2", "fastapi", "numpy", "ortools", "PIL", "pydantic", "uvicorn"}
        code = (
            "import sys; from api.cli import app; app(['--help'], standalone_mode=False); print(*sys.modules)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        loaded = {name.split(".")[0] for name in done.stdout.splitlines()[-1].split()}
        assert not slow & loaded

    def test_a_board_is_judged_without_vision_and_solver(self, deck: Path) -> None:
        code = (
            "import sys; from api.cli import app;"
            f"app(['check', {LEGAL!r}, '--deck', {str(deck)!r}], standalone_mode=False); print(*sys.modules)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert not {"cv2", "numpy", "ortools"} & {name.split(".")[0] for name in done.stdout.split()}


def test_every_command_and_option_is_explained() -> None:
    listing = run("--help").stdout
    for name in ("enrol", "read", "check", "score", "places", "serve"):
        assert f" {name} " in listing
        assert run(name, "--help").exit_code == 0
    groups = (cli.app, printing, albums)
    for command in [each for group in groups for each in group.registered_commands]:
        assert command.callback
        assert command.callback.__doc__
        for annotation in inspect.get_annotations(command.callback).values():
            assert annotation is None or annotation.__metadata__[0].help


def test_the_readme_names_every_command(root: Path) -> None:
    named = set(re.findall(r"camtable (\w+)", (root / "README.md").read_text("utf-8")))
    registered = {command.callback.__name__ for command in cli.app.registered_commands if command.callback}
    groups = [group.typer_instance for group in cli.app.registered_groups]
    registered |= {str(group.info.name) for group in groups if group}
    assert registered <= named
    assert named <= registered


def test_the_readme_scores_with_decks_that_its_albums_have(root: Path) -> None:
    """An album that was enrolled without a deck file has numbered decks, until they are renamed."""
    commands = re.findall(r"^ +\S+camtable (.*)", (root / "README.md").read_text("utf-8"), re.MULTILINE)
    renamed: dict[str, dict[str, str]] = {}
    for words in map(str.split, commands):
        if words[:2] == ["album", "rename"]:
            renamed[words[2]] = dict(zip(words[3::2], words[4::2], strict=True))
        elif words[0] == "score" and "--start" in words:
            decks = {*re.findall(r"=([\w-]+)", " ".join(words)), words[words.index("--start") + 1]}
            names = renamed.get(words[words.index("--album") + 1], {})
            assert all(re.fullmatch(r"deck-\d", names.get(deck, deck)) for deck in decks - {*names.values()})


def test_the_board_that_was_read_can_be_scored(
    monkeypatch: pytest.MonkeyPatch, album: Path, photo: Path
) -> None:
    boards: tuple[Ranked, ...] = (ranked(LEGAL),)
    see(monkeypatch, *boards)
    board = json_of(run("read", photo, "--album", album, "--json"))["board"]
    result = run(
        "score",
        "-",
        "--album",
        album,
        "--game",
        "diversify",
        "--start",
        "lion",
        "--json",
        stdin=json.dumps(board),
    )
    assert json_of(result)["winners"] == ["fox"]
