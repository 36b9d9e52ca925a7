"""Solving from a photo of a puzzle card: what is read, what has to be said, and what is refused."""

import json
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image
from typer.testing import CliRunner, Result

from api import cli
from api.app import create_app
from benchmarks.drawn.raster import rasterised
from games.camouflage import Deck, deck_to_json
from puzzles import Puzzle
from puzzles.shapes import BLACK, WHITE, Box, Drawing, rectangle
from puzzles.sheet import Look, outline_shapes, puzzle_front, squares_in
from tests.api.test_puzzles import DECK, PUZZLE

CARDS = ",".join(PUZZLE.cards)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.app, ["solve", *map(str, arguments)])


def jpeg(drawing: Drawing) -> bytes:
    file = BytesIO()
    Image.fromarray(np.ascontiguousarray(rasterised(drawing, 10)[..., ::-1])).save(file, "JPEG")
    return file.getvalue()


def drawn(puzzle: Puzzle = PUZZLE, *, hidden: Box | None = None) -> Drawing:
    """A drawing of a puzzle without any writing."""
    squares = squares_in(Box(8, 8, 64, 64), puzzle.outline, 9)
    page = Drawing(80, 80).adding([rectangle(Box(0, 0, 80, 80), WHITE)])
    page = page.adding(outline_shapes(puzzle.outline, squares, Look(None, BLACK, BLACK, 0.5)))
    return page if hidden is None else page.adding([rectangle(hidden, WHITE)])


@pytest.fixture(scope="module")
def own_sheet() -> bytes:
    return jpeg(puzzle_front(PUZZLE))


@pytest.fixture(scope="module")
def drawing() -> bytes:
    return jpeg(drawn())


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "plain.deck.json"
    path.write_text(json.dumps(deck_to_json(DECK)))
    return path


@pytest.fixture
def photo(tmp_path: Path, own_sheet: bytes) -> Path:
    path = tmp_path / "card.jpg"
    path.write_bytes(own_sheet)
    return path


@pytest.fixture
def sketch(tmp_path: Path, drawing: bytes) -> Path:
    path = tmp_path / "sketch.jpg"
    path.write_bytes(drawing)
    return path


def test_our_own_sheet_needs_nothing_but_its_deck(photo: Path, deck: Path) -> None:
    result = run(photo, "--deck", deck, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert (found["status"], found["warnings"]) == ("solved", [])
    assert {placement["card"] for placement in found["solutions"][0]["placements"]} == {*PUZZLE.cards}


def test_of_another_drawing_the_cards_and_the_face_are_said(sketch: Path, deck: Path) -> None:
    result = run(sketch, "--deck", deck, "--cards", CARDS, "--face", "animals", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["status"] == "solved"
    assert "taken as it lies upright" in found["warnings"][0]


def test_more_cards_at_hand_than_centres(sketch: Path, deck: Path) -> None:
    result = run(sketch, "--deck", deck, "--cards", f"pig-1,{CARDS}", "--face", "animals", "--json")
    assert json.loads(result.stdout)["status"] == "solved"


def test_what_is_not_sure_is_told_with_the_place(tmp_path: Path, deck: Path) -> None:
    path = tmp_path / "gap.jpg"
    corner = squares_in(Box(8, 8, 64, 64), PUZZLE.outline, 9)
    path.write_bytes(jpeg(drawn(hidden=Box(corner.left - 1, corner.top + 1.5, 2, corner.side_mm - 3))))
    result = run(path, "--deck", deck, "--cards", CARDS, "--face", "animals")
    assert result.exit_code == 0
    told = "warning: not sure at row 1, column 1 of the outline: a side of this square is hardly seen\n"
    assert told in result.stderr


@pytest.mark.parametrize(
    ("options", "why"),
    [
        pytest.param([], "expected the cards that it lists", id="no cards"),
        pytest.param(["--cards", CARDS], "names a deck", id="no deck"),
        pytest.param(["--cards", CARDS, "--deck", "DECK"], "say so with --face", id="no face"),
        pytest.param(
            ["--cards", "lion-1", "--deck", "DECK", "--face", "animals"],
            "expected one for each of the 3 centres; found 1",
            id="too few cards",
        ),
        pytest.param(
            ["--cards", "lion-1,owl-1,emu-1", "--deck", "DECK", "--face", "animals"],
            "emu-1",
            id="another card",
        ),
    ],
)
def test_what_is_missing_is_asked_for(sketch: Path, deck: Path, options: list[str], why: str) -> None:
    cards = tuple(
        replace(card, faces={"animals": card.faces["animals"], "gems": card.faces["animals"]})
        for card in DECK.cards
    )
    patterns = DECK.patterns["animals"]
    both = Deck(DECK.name, DECK.decks, {"animals": patterns, "gems": patterns}, cards)
    deck.write_text(json.dumps(deck_to_json(both)))
    result = run(sketch, *(str(deck) if option == "DECK" else option for option in options))
    assert (result.exit_code, result.stdout) == (2, "")
    assert why in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        pytest.param(b"GIF89a", "is a GIF file", id="another kind"),
        pytest.param(b"no picture", "is not an image", id="no image"),
        pytest.param(jpeg(Drawing(40, 40)), "no puzzle card is seen", id="blank"),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, deck: Path, content: bytes, why: str) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(content)
    result = run(path, "--deck", deck)
    assert (result.exit_code, result.stdout) == (3, "")
    assert why in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_file_says_itself_which_face_is_played(tmp_path: Path) -> None:
    path = tmp_path / "p.puzzle.json"
    path.write_text("{}")
    assert "says itself" in run(path, "--face", "gems").stderr


class TestHttp:
    @pytest.fixture
    def client(self, tmp_path: Path) -> Iterator[TestClient]:
        with TestClient(create_app(tmp_path), raise_server_exceptions=False) as client:
            yield client

    def asked(self, client: TestClient, photo: bytes, **fields: str) -> Any:  # noqa: ANN401 - JSON
        answer = client.post("/puzzles/solve", files={"photo": ("card.jpg", photo)}, data=fields)
        return answer.status_code, answer.json()

    def test_a_photo_of_our_own_sheet(self, client: TestClient, own_sheet: bytes) -> None:
        status, found = self.asked(client, own_sheet, deck=json.dumps(deck_to_json(DECK)))
        assert (status, found["status"], found["warnings"]) == (200, "solved", [])

    def test_a_photo_of_a_drawing(self, client: TestClient, drawing: bytes) -> None:
        deck = json.dumps(deck_to_json(DECK))
        status, found = self.asked(client, drawing, deck=deck, cards=CARDS, face="animals", all="true")
        assert (status, found["status"], found["complete"]) == (200, "solved", True)

    def test_no_puzzle_card(self, client: TestClient) -> None:
        status, problem = self.asked(client, jpeg(Drawing(40, 40)))
        assert (status, problem["type"]) == (422, "urn:camtable:unreadable-photo")

    def test_neither_puzzle_nor_photo(self, client: TestClient) -> None:
        answer = client.post("/puzzles/solve", json={})
        assert (answer.status_code, answer.json()["detail"]) == (
            422,
            "expected a puzzle, or a form with a photo of its card",
        )

    def test_two_photos(self, client: TestClient, own_sheet: bytes) -> None:
        files = [("photo", ("a.jpg", own_sheet)), ("photo", ("b.jpg", own_sheet))]
        answer = client.post("/puzzles/solve", files=files)
        assert (answer.status_code, answer.json()["detail"]) == (
            422,
            "a puzzle card is read from one photo; found more",
        )
