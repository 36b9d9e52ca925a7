"""The printed puzzle card: what its drawing shows, and what its code says."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.pdfmetrics import stringWidth

from games.camouflage import Cell, FaceName, Rules, parse_board
from puzzles import Outline, Puzzle, outline_of_rows, puzzle_of_board
from puzzles.catalogue import catalogue, numbered
from puzzles.code import CODE_FORMAT, code_of, coded, modules
from puzzles.marks import arrow
from puzzles.pages import CARD_MM, PAPERS, slots
from puzzles.pdf import width_mm
from puzzles.shapes import BLACK, Box, Drawing, Polygon, Words
from puzzles.sheet import BACK, FRONT, puzzle_back, puzzle_front, puzzle_pages, squares_in
from tests.strategies import plain_deck

DECK = plain_deck()
PUZZLE = replace(
    puzzle_of_board(parse_board("lion-1@1,1r0 owl-1@3,1r2 fox-1@5,2r1"), DECK, "animals"), number=7, stars=3
)
LONG = outline_of_rows(["###" * 12, "#X#" * 12, "###" * 12])
TALL = outline_of_rows(["###", "#X#", "###"] * 12)

ids = st.lists(
    st.text(
        st.characters(exclude_categories=["Zs", "Zl", "Zp", "Cc", "Cs"], exclude_characters=",|"), min_size=1
    ),
    min_size=1,
    max_size=12,
    unique=True,
)


def boxes(drawing: Drawing, *fills: str | None) -> list[Box]:
    """The upright squares of these colours."""
    found = []
    for shape in drawing.shapes:
        if isinstance(shape, Polygon) and len(shape.points) == 4 and shape.fill in fills:
            (left, top), (right, bottom) = shape.points[0], shape.points[2]
            found.append(Box(left, top, right - left, bottom - top))
    return found


def of_outline(outline: Outline, cards: int) -> Puzzle:
    return replace(PUZZLE, outline=outline, cards=tuple(f"elephant-{n}" for n in range(cards)), answer=None)


class TestCode:
    @given(cards=ids, deck=st.text(min_size=1), wild=st.booleans(), least=st.integers(0, 9))
    def test_it_says_what_the_card_says(self, *, cards: list[str], deck: str, wild: bool, least: int) -> None:
        rules = Rules(min_match=least, wild_centres=wild)
        outline = PUZZLE.outline.without_centres
        puzzle = replace(
            PUZZLE, deck_name=deck, cards=tuple(cards), outline=outline, rules=rules, answer=None
        )
        read = coded(code_of(puzzle))
        assert read is not None
        assert read.with_outline(outline, puzzle.name) == puzzle

    def test_cards_of_one_deck_are_written_short(self) -> None:
        text = code_of(replace(PUZZLE, cards=("owl-1", "owl-2", "fox-2"), answer=None))
        assert text.endswith('"owl-1, 2,fox-2"]')

    @pytest.mark.parametrize(
        "text",
        ["", "https://example.org", CODE_FORMAT, f"{CODE_FORMAT}[1]", f"{CODE_FORMAT}{'[' * 5000}",
         f'{CODE_FORMAT}["d","animals",1,9,0,0,"a"]'],
        ids=["nothing", "address", "empty", "short", "deep", "nine stars"],
    )  # fmt: skip
    def test_other_codes_say_nothing(self, text: str) -> None:
        assert coded(text) is None

    def test_it_is_read_by_opencv(self) -> None:
        text = code_of(PUZZLE)
        drawn = np.where(np.array(modules(text)), 0, 255).astype(np.uint8)
        picture = np.pad(np.kron(drawn, np.ones((8, 8), np.uint8)), 40, constant_values=255)
        assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == text


class TestFront:
    def test_it_draws_the_outline_with_its_centres(self) -> None:
        front = puzzle_front(PUZZLE)
        squares = boxes(front, FRONT.fill)
        side = squares[0].width
        centres = [box for box in boxes(front, BLACK) if box.width == pytest.approx(side)]
        left = min(box.left for box in squares)
        top = min(box.top for box in squares)
        drawn, marked = (
            {Cell(round((box.left - left) / side), round((box.top - top) / side)) for box in found}
            for found in ([*squares, *centres], centres)
        )
        assert Outline(frozenset(drawn), frozenset(marked)) == PUZZLE.outline

    @pytest.mark.parametrize("outline", [LONG, TALL], ids=["long", "tall"])
    def test_everything_keeps_to_its_own_place(self, outline: Outline) -> None:
        front = puzzle_front(of_outline(outline, 12))
        squares = boxes(front, FRONT.fill)
        code_left, code_top = CARD_MM - 24, CARD_MM - 24
        assert all(box.right <= code_left or box.bottom <= code_top for box in squares)
        assert all(box.left >= 3.9 and box.right <= CARD_MM - 3.9 for box in squares)
        names = [shape for shape in front.shapes if isinstance(shape, Words) and "elephant" in shape.text]
        assert len(names) == 12
        for name in names:
            x, y = name.at
            assert not any(box.left < x < box.right and box.top < y < box.bottom for box in squares)
            assert name.size_mm >= 1.5, "legible"

    @pytest.mark.parametrize("face", ["animals", "gems"])
    def test_it_says_which_side_of_the_cards_is_played(self, face: FaceName) -> None:
        words = [
            shape for shape in puzzle_front(replace(PUZZLE, face=face)).shapes if isinstance(shape, Words)
        ]
        assert f"{face}:" in [each.text for each in words]

    def test_wild_centres_bear_their_symbol(self) -> None:
        def count(puzzle: Puzzle) -> int:
            return sum(
                isinstance(shape, Polygon) and len(shape.points) > 20 for shape in puzzle_front(puzzle).shapes
            )

        assert count(PUZZLE) == 0
        assert count(replace(PUZZLE, rules=Rules(min_match=0, wild_centres=True))) == 1


class TestBack:
    def test_each_card_stands_at_its_centre_with_an_arrow_to_its_top(self) -> None:
        back = puzzle_back(PUZZLE)
        texts = {shape.text: shape.at for shape in back.shapes if isinstance(shape, Words)}
        assert {"1  lion-1", "2  owl-1", "3  fox-1"} <= texts.keys()
        arrows = [
            np.mean(shape.points, axis=0)
            for shape in back.shapes
            if isinstance(shape, Polygon) and len(shape.points) == 7
        ]
        for number, (dx, dy) in {"1": (0, -1), "2": (0, 1), "3": (1, 0)}.items():
            ways = np.array(arrows) - (texts[number][0], texts[number][1] - 1.9)
            assert any(np.allclose(way / np.abs(way).max(), (dx, dy), atol=0.2) for way in ways), number

    @pytest.mark.parametrize("number", [39, 42], ids=str)
    def test_no_arrow_lies_on_a_centre(self, number: int) -> None:
        puzzle = numbered(number)
        back = puzzle_back(puzzle)
        centres = boxes(back, BACK.centre)
        assert len(centres) == len(puzzle.outline.centres)
        arrows = [shape for shape in back.shapes if isinstance(shape, Polygon) and len(shape.points) == 7]
        for box in centres:
            for x, y in (np.mean(each.points, axis=0) for each in arrows):
                assert not (box.left < x < box.right and box.top < y < box.bottom)

    def test_columns_of_the_list_keep_apart(self) -> None:
        lines = [shape for shape in puzzle_back(numbered(37)).shapes if isinstance(shape, Words)]
        lines = [line for line in lines if line.text.endswith(numbered(37).cards)]
        for line in lines:
            end = line.at[0] + width_mm(line)
            right = [each.at[0] for each in lines if each.at[0] > line.at[0]]
            assert end + line.size_mm < min(right, default=CARD_MM), "room for an arrow"

    def test_an_unknown_answer_is_said_to_be(self) -> None:
        back = puzzle_back(replace(PUZZLE, answer=None))
        assert any(isinstance(shape, Words) and "not known" in shape.text for shape in back.shapes)

    @pytest.mark.parametrize("puzzle", catalogue(), ids=lambda puzzle: str(puzzle.number))
    def test_the_cards_are_listed_in_letters_of_six_points_or_more(self, puzzle: Puzzle) -> None:
        for side in (puzzle_front(puzzle), puzzle_back(puzzle)):
            words = [shape for shape in side.shapes if isinstance(shape, Words)]
            listed = [each.size_mm for each in words if each.text.endswith(puzzle.cards)]
            assert len(listed) == len(puzzle.cards)
            assert min(listed) * 72 / 25.4 >= 6

    @pytest.mark.parametrize("turn", range(4))
    def test_arrows_point_clockwise_round(self, turn: int) -> None:
        points = np.array(arrow((0, 0), turn, 2).points)
        assert tuple(points[0].round(6)) == ((0, -1), (1, 0), (0, 1), (-1, 0))[turn]


@pytest.mark.parametrize("number", [7, 13, 44, 46, 47, 48], ids=str)
def test_no_word_leaves_its_card(number: int) -> None:
    for side in (puzzle_front(numbered(number)), puzzle_back(numbered(number))):
        for shape in side.shapes:
            if isinstance(shape, Words) and shape.anchor == "start":
                font = "Helvetica-Bold" if shape.bold else "Helvetica"
                width = stringWidth(shape.text, font, shape.size_mm)
                wide = min(width, shape.most_mm or width)
                assert shape.at[0] + wide <= CARD_MM - 2, shape
                assert shape.at[1] <= CARD_MM - 2, shape


def test_squares_fill_the_room_in_its_middle() -> None:
    squares = squares_in(Box(10, 20, 60, 40), outline_of_rows(["######", "#X##X#", "######"]), 20)
    assert (squares.left, squares.top, squares.side_mm) == (10, 25, 10)


def test_pages_hold_six_cards_and_their_backs() -> None:
    pages = puzzle_pages([PUZZLE] * 7, PAPERS[1])
    assert len(pages) == 4
    place = slots(PAPERS[1])[0]
    first = next(shape for shape in pages[2].shapes if isinstance(shape, Polygon))
    assert first.points[0] == (place.left, place.top)
