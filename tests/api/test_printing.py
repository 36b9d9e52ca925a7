"""`print`: the files that it writes, and what it refuses."""

import json
from pathlib import Path

import pypdfium2
import pytest
from typer.testing import CliRunner, Result

from api import cli
from games.camouflage import parse_board
from puzzles import puzzle_of_board, puzzle_to_json
from tests.strategies import PLAIN

PUZZLE = puzzle_of_board(parse_board("lion-1@1,1r0 owl-1@3,1r0"), PLAIN, "animals")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.app, ["print", *map(str, arguments)])


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "two.puzzle.json"
    path.write_text(json.dumps(puzzle_to_json(PUZZLE)))
    return path


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (595.3, 841.9)), ("letter", (612, 792))], ids=["a4", "letter"]
)
def test_puzzle_cards_and_their_backs(puzzle: Path, paper: str, size: tuple[float, float]) -> None:
    out = puzzle.parent / "cards.pdf"
    result = run("puzzles", puzzle, puzzle, "--paper", paper, "--out", out, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {"file": str(out), "pages": 2, "warnings": []}
    with pypdfium2.PdfDocument(out) as document:
        assert [document.get_page_size(page) for page in (0, 1)] == [pytest.approx(size, abs=0.1)] * 2


def test_it_is_said_what_was_written(puzzle: Path) -> None:
    out = puzzle.parent / "cards.pdf"
    assert run("puzzles", puzzle, "--out", out).stdout == f"{out}: 2 pages.\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no puzzle", "expected a puzzle as a *.puzzle.json; found"),
        ("{}", "wrong.json: the file: expected an object with 'format'; found {}"),
    ],
    ids=["text", "other file"],
)
def test_what_is_no_puzzle_is_refused(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / ("wrong.json" if text.startswith("{") else "wrong.txt")
    path.write_text(text)
    result = run("puzzles", path, "--out", tmp_path / "x.pdf")
    assert (result.exit_code, result.stdout) == (2, "")
    assert why in result.stderr


def test_a_folder_that_is_missing_is_told(puzzle: Path) -> None:
    result = run("puzzles", puzzle, "--out", puzzle.parent / "none" / "x.pdf")
    assert (result.exit_code, result.stderr) == (
        2,
        "camtable: x.pdf cannot be written: No such file or directory\n",
    )
