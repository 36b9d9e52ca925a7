"""`print`: the files that it writes, and what it refuses."""

import json
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner, Result

from api import cli
from api.files import named_deck
from api.printing import deck_cards
from games.camouflage import FACES, FaceName, deck_to_json, parse_board
from puzzles import puzzle_of_board, puzzle_to_json
from puzzles.art.cards import card_drawing
from puzzles.pages import CARD_MM, PAPERS, Paper, behind, slots
from puzzles.pixels import as_picture
from puzzles.score_sheets import FORMS
from puzzles.shapes import Box, Words
from tests.strategies import PLAIN

NOTATION = "lion-1@1,1r0 owl-1@3,1r0"
PUZZLE = puzzle_of_board(parse_board(NOTATION), PLAIN, "animals")


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


@pytest.mark.parametrize(
    ("named", "cards"), [(["7"], 1), (["1-12", "3"], 13), ([], 49)], ids=["one", "a span and one", "all"]
)
def test_shipped_puzzles_are_named_by_number(tmp_path: Path, named: list[str], cards: int) -> None:
    out = tmp_path / "cards.pdf"
    result = run("puzzles", *named, "--out", out, "--json")
    assert json.loads(result.stdout)["pages"] == 2 * -(-cards // 6)


def test_a_number_that_is_not_shipped_is_told(tmp_path: Path) -> None:
    result = run("puzzles", "45-60", "--out", tmp_path / "cards.pdf")
    assert (result.exit_code, result.stderr) == (
        2,
        "camtable: expected the number of a shipped puzzle, 1 to 49; found 50\n",
    )


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


class TestDeck:
    PX_A_MM = 8

    def sheet(self, path: Path) -> list[NDArray[np.uint8]]:
        """The two sides of the first sheet, in grey."""
        with pypdfium2.PdfDocument(path) as document:
            scale = self.PX_A_MM * 25.4 / 72
            return [
                np.asarray(document[side].render(scale=scale, grayscale=True).to_pil()) for side in (0, 1)
            ]

    def on_page(self, page: NDArray[np.uint8], place: Box) -> NDArray[np.int16]:
        """What a page shows of a card that lies at a place, row by row."""
        top, left = (round(self.PX_A_MM * at) for at in (place.top, place.left))
        side = round(self.PX_A_MM * CARD_MM)
        return page[top : top + side, left : left + side].astype(np.int16)

    def in_grey(self, card: str, face: FaceName) -> NDArray[np.int16]:
        drawing = card_drawing(named_deck("demo").deck.card(card), face)
        picture = as_picture(drawing, round(self.PX_A_MM * CARD_MM)).convert("L")
        return np.asarray(picture, np.int16)

    def off(self, one: NDArray[np.int16], other: NDArray[np.int16]) -> float:
        """How far pictures are apart, a few pixels' shift at the edges of shapes left aside."""
        blurred = [cv2.GaussianBlur(each.astype(np.float32), (0, 0), 3) for each in (one, other)]
        return float(np.abs(blurred[0] - blurred[1]).mean())

    @pytest.mark.parametrize("paper", PAPERS, ids=[paper.name for paper in PAPERS])
    def test_cards_lie_at_their_places_at_true_size_and_register(self, tmp_path: Path, paper: Paper) -> None:
        out = tmp_path / "deck.pdf"
        assert run("deck", "--paper", paper.name, "--out", out).stdout == f"{out}: 16 pages.\n"
        front, back = self.sheet(out)
        for number, place in [(1, slots(paper)[0]), (6, slots(paper)[5])]:
            boxes = (place, behind(place, paper))
            for page, face, box in zip((front, back), FACES, boxes, strict=True):
                # The same drawing is found at the place that was measured, and not 1 mm beside it.
                card = self.in_grey(f"lion-{number}", face)
                beside = [self.off(self.on_page(page, box.moved(dx, 0)), card) for dx in (-1, 0, 1)]
                assert beside[1] < min(5, beside[0] / 3, beside[2] / 3)

    def test_one_face_alone_takes_half_the_pages(self, tmp_path: Path) -> None:
        out = tmp_path / "gems.pdf"
        assert run("deck", "--face", "gems", "--out", out).stdout == f"{out}: 8 pages.\n"

    def test_the_last_page_names_every_card_beneath_its_picture(self) -> None:
        paper = PAPERS[1]
        page = deck_cards("animals", paper.name).pages[-1]
        names = {shape.text: shape.at for shape in page.shapes if isinstance(shape, Words)}
        assert {card.id for card in named_deck("demo").deck.cards} <= names.keys()
        x, y = names["owl-3"]
        pixels = np.asarray(as_picture(page, round(self.PX_A_MM * paper.width_mm)).convert("L"), np.int16)
        top, left, side = (round(self.PX_A_MM * at) for at in (y - 29.4, x - 13, 26))
        shown = pixels[top : top + side, left : left + side]
        owls = [card for card in named_deck("demo").deck.cards if card.deck == "owl"]
        drawn = {owl.id: as_picture(card_drawing(owl, "animals"), side).convert("L") for owl in owls}
        off = {name: self.off(shown, np.asarray(picture, np.int16)) for name, picture in drawn.items()}
        assert min(off, key=lambda name: off[name]) == "owl-3"
        assert max(y for _, y in names.values()) <= paper.height_mm - 12

    @pytest.mark.parametrize(
        "wrong", [["--face", "birds"], ["--paper", "a3"], []], ids=["face", "paper", "no file"]
    )
    def test_what_cannot_be_printed_is_told(self, tmp_path: Path, wrong: list[str]) -> None:
        out: list[str | Path] = ["--out", tmp_path / "x.pdf"] if wrong else []
        result = run("deck", *wrong, *out)
        assert (result.exit_code, result.stdout) == (2, "")
        assert not [*tmp_path.iterdir()]


class TestScoreSheets:
    def test_there_is_a_blank_one_for_each_game(self, tmp_path: Path) -> None:
        out = tmp_path / "sheets.pdf"
        assert run("score-sheets", "--out", out).stdout == f"{out}: {len(FORMS)} pages.\n"
        assert run("score-sheets", "--game", "camelot", "--out", out).stdout == f"{out}: 1 page.\n"
        (page,) = texts(out)
        assert "Camelot" in page

    def test_a_board_fills_one(self, tmp_path: Path) -> None:
        deck = tmp_path / "plain.deck.json"
        deck.write_text(json.dumps(deck_to_json(PLAIN)))
        named = ("--deck", deck, "--face", "animals", "--players", "Łucja=owl", "--start", "lion")
        out = tmp_path / "sheet.pdf"
        result = run("score-sheets", NOTATION, "--game", "diversify", *named, "--out", out, "--json")
        assert json.loads(result.stdout)["warnings"] == [
            "letters that the fonts of the file lack are boxes: Ł"
        ]
        (page,) = texts(out)
        for told in ("Diversify", "owl-1: ", "Points", "Winner: "):
            assert told in page

    @pytest.mark.parametrize(
        ("game", "file"),
        [
            ("camelot", "camelot-won"),
            ("camelio", "camelio-three-points"),
            ("camel-up", "camel-up-three-players"),
            ("camouflage", "camouflage-not-my-stack"),
        ],
        ids=["camelot", "camelio", "camel-up", "camouflage"],
    )
    def test_a_game_that_was_written_down_fills_one(
        self, root: Path, tmp_path: Path, game: str, file: str
    ) -> None:
        out = tmp_path / "sheet.pdf"
        assert (
            run(
                "score-sheets", root / f"tests/playthroughs/{file}.txt", "--game", game, "--out", out
            ).exit_code
            == 0
        )
        assert "Winner: " in texts(out)[0]

    @pytest.mark.parametrize(
        ("arguments", "why"),
        [
            (["--game", "chess"], "game: expected diversify, "),
            ([NOTATION], "a table is scored by the rules of a game; name it with --game"),
            ([NOTATION, "--game", "chess"], "found 'chess'"),
            (["nothing.jpg", "--game", "diversify"], "found no file 'nothing.jpg'"),
            (["nothing.txt", "--game", "camelot"], "nothing.txt cannot be read"),
        ],
        ids=["no such game", "no game", "no such game to score", "no photo", "no file"],
    )
    def test_what_cannot_be_printed_is_told(self, tmp_path: Path, arguments: list[str], why: str) -> None:
        result = run("score-sheets", *arguments, "--out", tmp_path / "x.pdf")
        assert (result.exit_code, result.stdout) == (2, "")
        assert why in result.stderr
        assert not [*tmp_path.iterdir()]


def texts(path: Path) -> list[str]:
    """The words on each page of a document."""
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_range() for page in document]
