"""Reading puzzle cards: drawings are read as they are, and what is not sure is said, with the place."""

from dataclasses import replace

import cv2
import numpy as np
import pypdfium2
import pytest

from benchmarks.drawn.raster import rasterised
from games.camouflage import Cell, Rules, parse_board
from puzzles import Outline, Puzzle, outline_of_rows, puzzle_of_board
from puzzles.pages import PAPERS
from puzzles.pdf import as_pdf
from puzzles.shapes import BLACK, WHITE, Box, Drawing, Line, Shape, rectangle
from puzzles.sheet import Look, outline_shapes, puzzle_front, puzzle_pages, squares_in
from tests.strategies import plain_deck
from vision.errors import UnreadablePhotoError
from vision.photo import Photo, Pixels
from vision.puzzle_card import PuzzleCard, read_puzzle_cards

SHAPE = outline_of_rows(["###....", "#X###..", "###X###", "..###X#", "....###"])
RING = outline_of_rows(["#######", "#X#X#X#", "#######", "#X#.#X#", "#######", "#X#X#X#", "#######"])
PRINTED = Look(None, "#202020", BLACK, 0.4)
PUZZLE = replace(
    puzzle_of_board(parse_board("lion-1@1,1r0 owl-1@3,2r2 fox-1@5,3r1"), plain_deck(), "animals"),
    number=7,
    stars=3,
)


def drawing(
    outline: Outline, look: Look = PRINTED, *, paper: str = WHITE, more: tuple[Shape, ...] = ()
) -> Pixels:
    page = Drawing(100, 90).adding([rectangle(Box(0, 0, 100, 90), paper)])
    squares = squares_in(Box(10, 10, 80, 70), outline, 9)
    return rasterised(page.adding([*outline_shapes(outline, squares, look), *more]), 6)


def seen(pixels: Pixels) -> tuple[PuzzleCard, ...]:
    return read_puzzle_cards(Photo(pixels, 1.0, (pixels.shape[1], pixels.shape[0])))


def seen_aslant(pixels: Pixels, turn_deg: float = 12) -> Pixels:
    """A picture on a grey table, seen from the side."""
    rows, columns = pixels.shape[:2]
    corners = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    turn = cv2.getRotationMatrix2D((columns / 2, rows / 2), turn_deg, 0.8)
    there = np.column_stack([corners, np.ones(4)]) @ turn.T + [80, 80]
    middle = there.mean(0)
    there = middle + (there - middle) / (1 + 0.0006 * (there[:, 1:] - middle[1]))
    matrix = cv2.getPerspectiveTransform(corners, there.astype(np.float32))
    side = max(rows, columns) + 160
    return cv2.warpPerspective(pixels, matrix, (side, side), borderValue=(110, 120, 130)).astype(np.uint8)


@pytest.mark.parametrize(
    ("look", "paper"),
    [
        pytest.param(PRINTED, WHITE, id="lines on white"),
        pytest.param(Look("#f0d890", "#303030", "#101010", 0.4), WHITE, id="filled"),
        pytest.param(Look("#90b0d0", "#203060", "#401010", 1.6), "#e8e0c0", id="thick lines"),
        pytest.param(Look("#6080b0", "#6e8420", "#6e8420", 0.6), WHITE, id="as light as the lines"),
        pytest.param(Look(None, "#c04040", "#301030", 0.5), "#f8f0ff", id="red lines"),
        pytest.param(Look(None, "#f0f0e8", "#fffff0", 0.5), "#203028", id="light on dark"),
        pytest.param(Look("#e8c8a0", "#101010", "#f8f8f8", 0.6), "#284038", id="filled on dark"),
    ],
)
@pytest.mark.parametrize("outline", [SHAPE, RING], ids=["steps", "ring with a hole"])
def test_a_drawing_is_read_as_drawn(outline: Outline, look: Look, paper: str) -> None:
    (card,) = seen(seen_aslant(drawing(outline, look, paper=paper)))
    assert (card.outline, card.code, card.doubts) == (outline, None, ())


def test_where_a_hole_looks_as_a_centre_does_it_is_not_called_sure() -> None:
    look = Look("#e8c8a0", "#101010", "#101010", 0.6)
    (card,) = seen(drawing(RING, look, paper="#101010"))
    assert [(doubt.cell, doubt.why) for doubt in card.doubts] == [(Cell(3, 3), "this is a centre or a hole")]


BAY = outline_of_rows(
    ["........###", "........#X#", "#####.#####", "#X#X#.#X#..", "#########..", "#X#X#X#....", "#######...."]
)
HORSESHOE = outline_of_rows(["#######", "#X##XX#", "###X#X#", "..#X#X#", "..#####"])


@pytest.mark.parametrize("outline", [BAY, HORSESHOE], ids=["a bay", "a square among wild centres"])
@pytest.mark.parametrize("paper", ["#182020", "#38323e"])
def test_on_dark_paper_neither_bays_nor_squares_are_centres(outline: Outline, paper: str) -> None:
    (card,) = seen(drawing(outline, Look("#d0d8f0", "#101010", "#101010", 0.8), paper=paper))
    assert (card.outline, card.doubts) == (outline, ())


def test_a_hole_a_little_lighter_than_the_centres_is_known_by_them() -> None:
    (card,) = seen(drawing(RING, Look("#e8c8a0", "#101010", "#101010", 0.6), paper="#484242"))
    assert (card.outline, card.doubts) == (RING, ())


@pytest.mark.parametrize("edge", [0.45, 0.6], ids=str)
def test_the_edge_of_a_shadow_makes_no_centres(edge: float) -> None:
    pixels = drawing(SHAPE, Look("#6090d0", "#203050", "#203040", 0.5))
    pixels[:, : round(edge * pixels.shape[1])] = 0.7 * pixels[:, : round(edge * pixels.shape[1])]
    (card,) = seen(pixels)
    assert (card.outline, card.doubts) == (SHAPE, ())


@pytest.mark.parametrize("every_mm", [7.5, 10.5], ids=str)
def test_squared_paper_beneath_is_no_part_of_the_drawing(every_mm: float) -> None:
    at = np.arange(3, 100, every_mm)
    ruling = [Line((0, y), (100, y), "#90b4b4", 0.5) for y in at if y < 90]
    ruling += [Line((x, 0), (x, 90), "#90b4b4", 0.5) for x in at]
    squares = squares_in(Box(10, 10, 80, 70), SHAPE, 9)
    page = Drawing(100, 90).adding([rectangle(Box(0, 0, 100, 90), "#d8e8e4"), *ruling])
    (card,) = seen(seen_aslant(rasterised(page.adding(outline_shapes(SHAPE, squares, PRINTED)), 6)))
    assert (card.outline, card.doubts) == (SHAPE, ())


class TestOwnSheet:
    @pytest.mark.parametrize("turn", [0, 100, 180, -80], ids=str)
    def test_the_code_tells_the_cards_and_which_way_is_up(self, turn: int) -> None:
        (card,) = seen(seen_aslant(rasterised(puzzle_front(PUZZLE), 12), turn))
        assert card.outline == PUZZLE.outline
        assert card.sure
        assert card.code is not None
        read = card.code.with_outline(card.outline, PUZZLE.name)
        assert read == replace(PUZZLE, answer=None)

    @pytest.mark.parametrize("blur_px", [0.4, 0.8], ids=str)
    def test_a_code_of_two_pixels_a_square_is_read(self, blur_px: float) -> None:
        cards = tuple(f"{name}-{number}" for name in ("bear", "fox", "lion", "owl") for number in (1, 3, 5))
        wild = replace(PUZZLE, cards=cards, rules=Rules(wild_centres=True), answer=None)
        front = rasterised(puzzle_front(wild), 4)
        (card,) = seen(cv2.GaussianBlur(front, (0, 0), blur_px).astype(np.uint8))
        assert card.code is not None
        assert card.code.cards == cards

    def test_an_unreadable_code_still_tells_which_way_is_up(self) -> None:
        front = rasterised(puzzle_front(PUZZLE), 12)
        code = front[-200:-100, -170:-100]
        code[30:70] = cv2.blur(code[30:70], (25, 25))
        (card,) = seen(seen_aslant(front, 180))
        assert (card.outline, card.code, card.sure) == (PUZZLE.outline, None, True)

    @pytest.mark.parametrize("paper", PAPERS, ids=[paper.name for paper in PAPERS])
    def test_a_scanned_page_gives_all_its_cards_row_by_row(self, paper: object) -> None:
        puzzles = [_numbered(number) for number in range(1, 7)]
        pdf = as_pdf(puzzle_pages(puzzles, next(each for each in PAPERS if each == paper)), "cards")
        with pypdfium2.PdfDocument(pdf) as document:
            page = np.asarray(document[0].render(scale=200 / 72).to_pil())[..., ::-1]
        cards = seen(np.ascontiguousarray(page))
        assert [card.outline for card in cards] == [puzzle.outline for puzzle in puzzles]
        assert [card.code and card.code.number for card in cards] == [1, 2, 3, 4, 5, 6]
        assert all(card.sure for card in cards)


def _numbered(number: int) -> Puzzle:
    boards = ("lion-1@1,1r0 owl-1@3,2r2", "lion-1@1,1r0 owl-1@3,2r2 fox-1@3,4r0", "lion-1@1,1r1")
    return replace(puzzle_of_board(parse_board(boards[number % 3]), plain_deck(), "animals"), number=number)


class TestDoubts:
    def test_a_side_that_is_not_drawn(self) -> None:
        gap = squares_in(Box(10, 10, 80, 70), SHAPE, 9).box(Cell(0, 1))
        hidden = Box(gap.left - 1, gap.top + 1.5, 2, gap.height - 3)
        (card,) = seen(drawing(SHAPE, more=(rectangle(hidden, WHITE),)))
        assert Cell(0, 1) in {doubt.cell for doubt in card.doubts}

    def test_a_square_without_a_centre(self) -> None:
        box = squares_in(Box(10, 10, 80, 70), SHAPE, 9).box(Cell(3, 0))
        (card,) = seen(drawing(SHAPE, more=(rectangle(box, None, "#202020", 0.4),)))
        assert [(doubt.cell, doubt.why) for doubt in card.doubts] == [
            (Cell(3, 0), "this looks like a square, but has no centre beside it")
        ]

    def test_a_centre_that_is_half_as_dark(self) -> None:
        squares = squares_in(Box(10, 10, 80, 70), SHAPE, 9)
        grey = rectangle(squares.box(Cell(2, 2)), "#808080", "#202020", 0.4)
        (card,) = seen(drawing(SHAPE, more=(grey,)))
        assert not card.sure
        assert Cell(2, 2) in {doubt.cell for doubt in card.doubts}

    def test_a_card_that_lies_at_an_angle(self) -> None:
        (card,) = seen(seen_aslant(drawing(SHAPE), 43))
        assert [doubt.why for doubt in card.doubts] == ["it is not sure which way up the card is"]

    def test_a_code_that_names_another_number_of_cards(self) -> None:
        front = rasterised(puzzle_front(PUZZLE), 12)
        wild = replace(PUZZLE, outline=PUZZLE.outline.without_centres, cards=("lion-1", "owl-1"), answer=None)
        other = rasterised(puzzle_front(wild), 12)
        half = other.shape[0] - 12 * 24
        front[half:, half:] = other[half:, half:]
        (card,) = seen(front)
        assert [doubt.why for doubt in card.doubts] == ["its code names 2 cards, but 3 centres are seen"]


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_blank_picture_shows_no_card(level: int) -> None:
    with pytest.raises(UnreadablePhotoError, match="no puzzle card is seen"):
        seen(np.full((400, 300, 3), level, np.uint8))


def test_noise_shows_no_card() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (300, 400, 3), np.uint8)
    with pytest.raises(UnreadablePhotoError):
        seen(noise)


def test_squared_paper_shows_no_card() -> None:
    paper = np.full((500, 500, 3), 250, np.uint8)
    paper[::25] = paper[:, ::25] = (180, 150, 140)
    with pytest.raises(UnreadablePhotoError):
        seen(paper)


def test_places_are_of_the_full_size_photo() -> None:
    pixels = drawing(SHAPE)
    half = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8)
    (card,) = read_puzzle_cards(Photo(half, 2.0, (pixels.shape[1], pixels.shape[0])))
    squares = squares_in(Box(10, 10, 80, 70), SHAPE, 9)
    corner = card.to_pixels @ [-0.5, -0.5, 1]
    assert corner[:2] / corner[2] == pytest.approx([6 * squares.left - 0.5, 6 * squares.top - 0.5], abs=2)
