"""The doors of puzzles and best play: what they answer, draw, and refuse."""

import asyncio
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree as ET

import pytest
from fastapi import FastAPI, Request
from fastapi.testclient import TestClient
from typer.testing import CliRunner, Result

from api import cli, schemas
from api.app import create_app
from api.picture import as_svg, in_terminal, picture_of
from api.routes.requests import watched
from games.camouflage import Board, Cell, Placement, Table, deck_to_json, parse_board
from puzzles import Puzzle, puzzle_of_board, puzzle_to_json
from tests.api.doubles import album_in, photo_in, ranked, see
from tests.strategies import plain_deck
from vision.album import load_album

PRINTED = "lion-1@1,1r0 owl-1@3,1r0 fox-1@5,2r0"
DECK = plain_deck(lion_1="zzsztzzs", owl_1="szztzszz", pig_1="tttttttt")
PUZZLE = puzzle_of_board(parse_board(PRINTED), DECK, "animals")
IMPOSSIBLE = replace(PUZZLE, cards=("lion-1", "owl-1", "pig-1"), answer=None)


def run(*arguments: str | Path, stdin: str | None = None) -> Result:
    return CliRunner().invoke(cli.app, [str(each) for each in arguments], input=stdin)


def json_of(result: Result) -> dict[str, Any]:
    assert result.stdout.count("\n") == 1, result.output
    return dict(json.loads(result.stdout))


def written(folder: Path, puzzle: Puzzle) -> Path:
    path = folder / "p.puzzle.json"
    path.write_text(json.dumps(puzzle_to_json(puzzle)))
    (folder / "plain.deck.json").write_text(json.dumps(deck_to_json(DECK)))
    return path


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    return written(tmp_path, PUZZLE)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path), raise_server_exceptions=False) as client:
        yield client


BODY = {"puzzle": puzzle_to_json(PUZZLE), "deck": deck_to_json(DECK)}


class TestSolve:
    def test_an_answer_is_drawn_with_letters(self, puzzle: Path) -> None:
        result = run("solve", puzzle)
        assert result.exit_code == 0
        assert "1 answer found; there may be others" in result.stdout
        assert " ze  ze  ze " in result.stdout
        assert "lion-1@" in result.stdout

    def test_all_answers(self, puzzle: Path) -> None:
        found = json_of(run("solve", puzzle, "--all", "--json"))
        assert (found["status"], found["complete"], found["count"]) == ("solved", True, 8)
        assert len(found["solutions"]) == 8
        assert {"why", "pictures"}.isdisjoint(found)

    def test_by_the_outline_alone(self, puzzle: Path) -> None:
        found = json_of(run("solve", puzzle, "--all", "--no-centers", "--json"))
        assert found["complete"] is True

    def test_an_impossible_puzzle_says_why(self, tmp_path: Path) -> None:
        path = written(tmp_path, IMPOSSIBLE)
        result = run("solve", path)
        assert result.exit_code == 1
        assert "There is no answer" in result.stdout
        assert "Because " in result.stdout
        found = json_of(run("solve", path, "--json"))
        assert found["status"] == "impossible"
        assert found["why"]["irreducible"] is True
        assert found["why"]["cards"]

    def test_no_time(self, tmp_path: Path) -> None:
        cards = [f"{animal}-{number}" for animal in ("lion", "owl", "fox", "cow") for number in range(1, 7)]
        board = Board(tuple(Placement(card, Cell(2 * n, n % 2)) for n, card in enumerate(cards)))
        path = written(tmp_path, puzzle_of_board(board, plain_deck(), "animals"))
        result = run("solve", path, "--max", "100000", "--time-limit", "0.01", "--json")
        assert result.exit_code in (0, 4)
        assert json_of(result)["complete"] is False

    def test_more_cards_at_hand(self, puzzle: Path) -> None:
        result = run("solve", puzzle, "--cards", "lion-1,owl-1,cow-1,cow-2", "--all", "--json")
        assert json_of(result)["count"] == 28

    def test_svg(self, puzzle: Path, tmp_path: Path) -> None:
        out = tmp_path / "answer.svg"
        assert run("solve", puzzle, "--svg", out).exit_code == 0
        assert "lion-1" in out.read_text()

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            pytest.param({"stars": 9}, "p.puzzle.json: stars: expected a whole number", id="field"),
            pytest.param({"cards": ["lion-1"]}, "outline: expected an X for each card", id="counts"),
            pytest.param({"cards": ["a", "b", "c"]}, "cards[0]: no card 'a'", id="unknown card"),
            pytest.param({"deck": "nowhere"}, "no deck 'nowhere' is shipped", id="no deck"),
        ],
    )
    def test_a_bad_puzzle(self, puzzle: Path, change: dict[str, Any], message: str) -> None:
        puzzle.write_text(json.dumps(puzzle_to_json(replace(PUZZLE, answer=None)) | change))
        result = run("solve", puzzle)
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr
        assert result.stderr.count("\n") == 1

    def test_a_photo_or_a_board_is_no_puzzle(self, tmp_path: Path) -> None:
        assert run("solve", photo_in(tmp_path)).exit_code == 3
        assert run("hint", photo_in(tmp_path)).exit_code == 2
        assert run("solve", PRINTED).exit_code == 2

    def test_over_http(self, client: TestClient) -> None:
        answer = client.post("/puzzles/solve", json={**BODY, "all": True, "svg": True})
        assert answer.status_code == 200
        found = schemas.PuzzleSolveOut.model_validate(answer.json())
        assert (found.status, found.count, found.complete) == ("solved", 8, True)
        assert found.pictures
        assert "<svg" in found.pictures[0]

    def test_progress_comes_as_events(self, client: TestClient) -> None:
        headers = {"accept": "text/event-stream"}
        answer = client.post("/puzzles/solve", json=BODY, headers=headers)
        assert answer.headers["content-type"].startswith("text/event-stream")
        events = [part.split("\n") for part in answer.text.split("\n\n") if part]
        assert events[-1][0] == "event: answer"
        assert json.loads(events[-1][1].removeprefix("data: "))["status"] == "solved"

    def test_a_problem_comes_as_an_event(self, client: TestClient) -> None:
        body = {**BODY, "cards": ["lion-1"]}
        answer = client.post("/puzzles/solve", json=body, headers={"accept": "text/event-stream"})
        assert answer.text.startswith("event: problem\n")
        assert "expected at least the 3 of the puzzle" in answer.text

    def test_problems(self, client: TestClient) -> None:
        answer = client.post("/puzzles/solve", json={**BODY, "puzzle": {"format": "x"}})
        assert answer.status_code == 422
        assert "the puzzle: format: expected" in answer.json()["detail"]

    def test_the_sample_puzzle(self, root: Path) -> None:
        found = json_of(run("solve", root / "examples/sample/eight.puzzle.json", "--all", "--json"))
        assert (found["complete"], found["count"]) == (True, 1)

    def test_work_ends_when_whoever_asked_goes_away(self) -> None:
        gone = threading.Event()
        request = cast(Request, Leaver())
        assert asyncio.run(watched(request, lambda: gone.wait(20), gone)) is True


class Leaver:
    """A request whose sender has gone."""

    async def is_disconnected(self) -> bool:
        return True


class TestHint:
    def test_levels(self, puzzle: Path) -> None:
        where, which, how = (json_of(run("hint", puzzle, "--level", level, "--json")) for level in "123")
        assert {*where} == {"level", "text", "cells", "reason", "warnings"}
        assert {*which} == {*where, "card"}
        assert {*how} == {*which, "turn"}

    def test_what_lies_there(self, puzzle: Path) -> None:
        result = run("hint", puzzle, "lion-1@1,1r0", "--level", "2")
        assert "owl-1 goes there" in result.stdout
        assert "Because there must be snake beside tiger" in result.stdout

    def test_a_wrong_board(self, puzzle: Path) -> None:
        found = json_of(run("hint", puzzle, "lion-1@1,1r1", "--json"))
        assert (found["level"], found["card"]) == (0, "lion-1")

    def test_over_http(self, client: TestClient) -> None:
        answer = client.post("/puzzles/hint", json={**BODY, "board": "lion-1@1,1r0", "level": 3})
        assert answer.json()["card"] == "owl-1"


class TestVerify:
    def test_right(self, puzzle: Path) -> None:
        found = run("verify", puzzle, PRINTED, "--json")
        assert found.exit_code == 0
        assert json_of(found) == {"right": True, "matches_printed": True, "wrong": [], "warnings": []}

    def test_wrong(self, puzzle: Path) -> None:
        result = run("verify", puzzle, "lion-1@1,1r0 owl-1@3,1r1 fox-1@5,2r0", "--json")
        assert result.exit_code == 1
        (fault,) = json_of(result)["wrong"]
        assert fault["why"].startswith("owl-1: squares on another pattern")
        assert fault["cells"]
        assert "card" not in fault

    def test_a_photo(self, monkeypatch: pytest.MonkeyPatch, puzzle: Path, tmp_path: Path) -> None:
        see(monkeypatch, ranked(PRINTED))
        album = album_in(tmp_path / "album", DECK)
        assert run("verify", puzzle, photo_in(tmp_path), "--album", album).exit_code == 0

    def test_a_photo_over_http(
        self, monkeypatch: pytest.MonkeyPatch, client: TestClient, tmp_path: Path
    ) -> None:
        see(monkeypatch, ranked(PRINTED))
        store = cast(FastAPI, client.app).state.albums
        album = store.save(load_album(album_in(tmp_path / "album", DECK)))
        form = {"puzzle": json.dumps(puzzle_to_json(PUZZLE)), "album": album}
        files = {"photo": photo_in(tmp_path).read_bytes()}
        assert client.post("/puzzles/verify", data=form, files=files).json()["right"] is True

    def test_over_http(self, client: TestClient) -> None:
        assert client.post("/puzzles/verify", json={**BODY, "board": PRINTED}).json()["right"] is True


@pytest.mark.parametrize("command", ["hint", "verify"])
def test_locations_are_no_answer(puzzle: Path, client: TestClient, command: str) -> None:
    board = "Ann: lion-1@1,1r0 | Ben: owl-1@3,1r0"
    result = run(command, puzzle, board)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the board: expected one board; found 2 locations" in result.stderr
    assert client.post(f"/puzzles/{command}", json={**BODY, "board": board}).status_code == 422


class TestBest:
    START = "lion-1@0,0r0 lion-2@2,0r0 lion-3@4,0r0"

    def test_the_best_plays(self, puzzle: Path) -> None:
        deck = puzzle.parent / "plain.deck.json"
        arguments = ("best", self.START, "--deck", deck, "--hand", "fox-1,fox-2", "--game", "diversify")
        assert "no sequence scores more" in run(*arguments).stdout
        found = json_of(run(*arguments, "--json"))
        assert (found["status"], found["points"], found["bound"]) == (
            "optimal",
            found["bound"],
            found["points"],
        )
        assert [*found["plays"][0]] == ["card", "x", "y", "turn"]
        assert {place["card"] for place in found["places"]} == {"fox-1", "fox-2"}

    def test_what_was_left(self, puzzle: Path) -> None:
        deck = puzzle.parent / "plain.deck.json"
        board = f"{self.START} fox-1@6,0r0"
        found = json_of(
            run("left", board, "--deck", deck, "--game", "cover-some-ground", "--start", "lion", "--json")
        )
        assert found["players"]["fox"]["left"] == found["players"]["fox"]["best"]["points"] - 3
        assert (
            "Best alone"
            in run("left", board, "--deck", deck, "--game", "diversify", "--start", "lion").stdout
        )

    def test_who_can_play(self, puzzle: Path) -> None:
        deck = puzzle.parent / "plain.deck.json"
        board = "Ann: owl-2@0,0r0 | Ben: fox-1@0,0r0"
        assert run("playable", board, "--deck", deck).exit_code == 0
        result = run("playable", board, "--deck", deck, "--out-order", "Ann,Ben", "--json")
        assert result.exit_code == 1
        assert json_of(result) == {"over": True, "players": {"Ann": None, "Ben": None}, "warnings": []}

    def test_over_http(self, client: TestClient) -> None:
        body = {"board": self.START, "deck": deck_to_json(DECK)}
        best = client.post("/best", json={**body, "hand": ["fox-1"], "game": "diversify"})
        assert best.json()["status"] == "optimal"
        left = client.post("/left", json={**body, "game": "diversify", "start": "lion"})
        assert left.json()["players"] == {}
        playable = client.post("/playable", json={**body, "hands": {"Ann": ["fox-1"]}})
        assert playable.json()["over"] is False


class TestPicture:
    TABLE = Table("plain", "animals", parse_board(PRINTED))

    def test_every_pattern_has_letters_of_its_own(self) -> None:
        picture = picture_of(self.TABLE, DECK)
        assert len({*picture.letters.values()}) == len(picture.letters)

    def test_rows_are_as_wide_as_the_board(self) -> None:
        rows = [*in_terminal(picture_of(self.TABLE, DECK))]
        assert [len(row.plain) for row in rows[:4]] == [28] * 4
        assert rows[1].plain[4:8].strip() == "1"

    def test_svg_is_well_formed(self) -> None:
        document = ET.fromstring(as_svg(picture_of(self.TABLE, DECK)))  # noqa: S314 - our own
        assert document.attrib["viewBox"] == "0 0 336 192"
