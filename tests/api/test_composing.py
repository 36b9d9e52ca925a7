"""The doors of the puzzle collection: what they compose, list and show, and what they refuse."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner, Result

from api import cli
from api.app import create_app
from api.composing import puzzle_text
from games.camouflage import deck_to_json
from puzzles import Puzzle, puzzle_from_json
from puzzles.catalogue import catalogue
from tests.strategies import DECK, PLAIN


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.app, [str(each) for each in arguments])


def in_folder(folder: Path) -> dict[str, Puzzle]:
    return {
        path.name: puzzle_from_json(json.loads(path.read_text())) for path in folder.glob("*.puzzle.json")
    }


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path), raise_server_exceptions=False) as client:
        yield client


class TestCompose:
    def test_puzzles_are_written_with_stars_answer_and_proof(self, tmp_path: Path) -> None:
        result = run("compose", "--stars", "4", "--count", "2", "--seed", "7", "--out", tmp_path / "new")
        assert result.exit_code == 0
        found = in_folder(tmp_path / "new")
        assert sorted(found) == ["composed-7-1.puzzle.json", "composed-7-2.puzzle.json"]
        for puzzle in found.values():
            assert (puzzle.stars, puzzle.deck_name) == (4, "demo")
            assert puzzle.proof is not None
            assert (puzzle.proof.answers, puzzle.proof.technique) == (1, "look-ahead")
        assert {path.name for path in (tmp_path / "new").iterdir()} == set(found)

    def test_a_puzzle_hangs_on_seed_and_place_alone(self, tmp_path: Path) -> None:
        run("compose", "--stars", "4", "--count", "1", "--seed", "7", "--out", tmp_path / "one")
        run("compose", "--stars", "4", "--count", "2", "--seed", "7", "--out", tmp_path / "two")
        assert in_folder(tmp_path / "one").items() < in_folder(tmp_path / "two").items()

    def test_a_written_puzzle_is_solved_by_the_deck_that_is_written_beside_it(self, tmp_path: Path) -> None:
        deck = tmp_path / "mixed.deck.json"
        deck.write_text(json.dumps(deck_to_json(DECK)))
        out = tmp_path / "new"
        answer = run("compose", "--cards", "5", "--deck", deck, "--out", out, "--answers", "2", "--json")
        (file,) = json.loads(answer.stdout)["files"]
        deck.unlink()
        found = json.loads(run("solve", file, "--all", "--json").stdout)
        assert (found["count"], found["complete"]) == (2, True)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            pytest.param(("--stars", "6"), "stars: expected 1 to 5; found 6", id="stars"),
            pytest.param(("--cards", "2"), "cards: expected 3 to 12; found 2", id="cards"),
            pytest.param(("--stars", "1", "--wild-centers"), "stars: expected 5", id="easy and wild"),
        ],
    )
    def test_what_there_cannot_be_is_refused(
        self, arguments: tuple[str, ...], message: str, tmp_path: Path
    ) -> None:
        result = run("compose", "--out", tmp_path, *arguments)
        assert result.exit_code == 2
        assert message in result.stderr

    def test_a_deck_that_brings_no_puzzle_leaves_it_undecided(self, tmp_path: Path) -> None:
        deck = tmp_path / "plain.deck.json"
        deck.write_text(json.dumps(deck_to_json(PLAIN)))
        result = run("compose", "--cards", "3", "--deck", deck, "--out", tmp_path)
        assert result.exit_code == 4
        assert "no such puzzle was found" in result.stderr

    def test_a_file_in_the_place_of_the_folder(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        result = run("compose", "--out", tmp_path / "file")
        assert result.exit_code == 2
        assert "cannot be written" in result.stderr

    def test_a_puzzle_is_written_so_that_its_outline_can_be_seen(self, tmp_path: Path) -> None:
        run("compose", "--cards", "3", "--out", tmp_path)
        (puzzle,) = in_folder(tmp_path).values()
        text = puzzle_text(puzzle)
        assert "".join(f'    "{row}",\n' for row in puzzle.outline.rows[:-1]) in text
        assert puzzle_from_json(json.loads(text)) == puzzle

    def test_over_http(self, client: TestClient) -> None:
        answer = client.post("/puzzles/compose", json={"stars": 3, "count": 2, "seed": 4, "face": "gems"})
        found: list[dict[str, Any]] = answer.json()["puzzles"]
        assert [puzzle_from_json(each).stars for each in found] == [3, 3]
        solved = client.post("/puzzles/solve", json={"puzzle": found[0], "all": True}).json()
        assert (solved["count"], solved["complete"]) == (1, True)

    def test_that_none_is_found_is_not_put_down_to_time(self, client: TestClient) -> None:
        answer = client.post("/puzzles/compose", json={"cards": 3, "deck": deck_to_json(PLAIN)})
        assert answer.status_code == 503
        assert answer.json()["type"] == "urn:camtable:undecided"
        assert answer.json()["title"] == "No answer within the limits"
        assert "tries" in answer.json()["detail"]

    @pytest.mark.parametrize(
        ("body", "detail"),
        [
            pytest.param({"stars": 0}, "stars: expected 1 to 5; found 0", id="stars"),
            pytest.param({"count": 1000}, "count", id="count"),
            pytest.param({"deck": {"format": "x"}}, "the deck", id="deck"),
        ],
    )
    def test_a_bad_body_is_a_problem(self, body: dict[str, Any], detail: str, client: TestClient) -> None:
        answer = client.post("/puzzles/compose", json=body)
        assert answer.status_code == 422
        assert detail in answer.text


class TestShipped:
    def test_all_are_listed(self) -> None:
        found = json.loads(run("puzzles", "list", "--json").stdout)["puzzles"]
        assert [puzzle_from_json(each) for each in found] == [*catalogue()]
        assert catalogue()[-1].name in run("puzzles", "list").stdout

    def test_one_is_drawn_with_its_stars_cards_and_centres(self) -> None:
        puzzle = catalogue()[9]
        shown = run("puzzles", "show", "10").stdout
        assert "★" * (puzzle.stars or 0) in shown
        assert all(card in shown for card in puzzle.cards)
        assert shown.count("[##]") == len(puzzle.cards)

    def test_what_is_shown_as_json_is_its_file(self, tmp_path: Path) -> None:
        file = tmp_path / "ten.puzzle.json"
        file.write_text(run("puzzles", "show", "10", "--json").stdout)
        assert json.loads(run("solve", file, "--json").stdout)["status"] == "solved"

    def test_a_number_names_a_puzzle_to_solve_verify_and_hint(self) -> None:
        solved = json.loads(run("solve", "10", "--all", "--json").stdout)
        assert (solved["count"], solved["complete"]) == (1, True)
        assert run("verify", "10", json.dumps(solved["solutions"][0])).exit_code == 0
        assert "Look at" in run("hint", "10").stdout

    def test_a_number_that_no_card_has(self) -> None:
        for arguments in (("puzzles", "show", "50"), ("solve", "50")):
            result = run(*arguments)
            assert result.exit_code == 2
            assert "expected the number of a shipped puzzle, 1 to 49; found 50" in result.stderr

    def test_over_http(self, client: TestClient) -> None:
        assert len(client.get("/puzzles").json()["puzzles"]) == 49
        assert puzzle_from_json(client.get("/puzzles/10").json()) == catalogue()[9]
        assert client.get("/puzzles/50").status_code == 422
