"""Pages at true size: boxes are measured, and again in the pixels of the rendered page."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from puzzles import PuzzleError
from puzzles.pages import CARD_MM, PAPERS, Paper, behind, card_pages, cut_marks, paper_named, slots
from puzzles.pdf import as_pdf
from puzzles.shapes import BLACK, Box, Drawing, Line, Words, rectangle

PX_A_MM = 8
BOTH = pytest.mark.parametrize("paper", PAPERS, ids=[paper.name for paper in PAPERS])


def card(colour: str = BLACK) -> Drawing:
    return Drawing(CARD_MM, CARD_MM).adding([rectangle(Box(0, 0, CARD_MM, CARD_MM), colour)])


def rendered(pdf: bytes) -> list[NDArray[np.uint8]]:
    """The pages in grey, PX_A_MM pixels a millimetre."""
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        return [
            np.asarray(page.render(scale=PX_A_MM * 25.4 / 72, grayscale=True).to_pil()) for page in document
        ]


def dark_box(picture: NDArray[np.uint8], near: Box) -> Box:
    """The box of what is dark around a place, in millimetres."""
    x, y = (round(PX_A_MM * (at + CARD_MM / 2)) for at in (near.left, near.top))
    across, down = np.flatnonzero(picture[y] < 128), np.flatnonzero(picture[:, x] < 128)
    across = across[np.abs(across - x) < PX_A_MM * (CARD_MM / 2 + 0.5)]
    down = down[np.abs(down - y) < PX_A_MM * (CARD_MM / 2 + 0.5)]
    return Box(
        across[0] / PX_A_MM, down[0] / PX_A_MM, np.ptp(across) / PX_A_MM + 1 / PX_A_MM,
        np.ptp(down) / PX_A_MM + 1 / PX_A_MM,
    )  # fmt: skip


@BOTH
def test_six_cards_lie_on_a_page_apart_and_inside(paper: Paper) -> None:
    places = slots(paper)
    assert len(places) == 6
    assert {(place.width, place.height) for place in places} == {(75.0, 75.0)}
    assert min(place.left for place in places) >= 12
    assert max(place.bottom for place in places) <= paper.height_mm - 12
    assert places[1].left - places[0].right == pytest.approx(6)
    assert places[2].top - places[0].bottom == pytest.approx(6)


@BOTH
@given(width=st.floats(20, 180), height=st.floats(20, 250), gap=st.floats(0, 12))
def test_places_are_in_the_middle_and_mirror_onto_each_other(
    paper: Paper, width: float, height: float, gap: float
) -> None:
    places = slots(paper, width, height, gap_mm=gap)
    lefts = sorted({round(place.left, 6) for place in places})
    assert lefts == sorted({round(behind(place, paper).left, 6) for place in places})
    assert min(place.top for place in places) == pytest.approx(
        paper.height_mm - max(place.bottom for place in places)
    )


@BOTH
def test_backs_lie_behind_their_fronts_when_the_sheet_is_turned_over(paper: Paper) -> None:
    fronts = [card() if number in (0, 3, 4) else Drawing(CARD_MM, CARD_MM) for number in range(6)]
    front, back = rendered(as_pdf(card_pages(paper, fronts, fronts), "cards"))
    body = slice(0, round(PX_A_MM * (paper.height_mm - 14)))
    width = min(front.shape[1], round(PX_A_MM * paper.width_mm))
    differs = np.abs(front[body, :width].astype(int) - back[body, :width][:, ::-1]) > 128
    assert differs.mean() < 0.002, "but for a pixel at edges"
    assert (front[body] < 128).mean() > 0.2


@BOTH
def test_cards_are_printed_at_true_size(paper: Paper) -> None:
    (page,) = rendered(as_pdf(card_pages(paper, [card()] * 6), "cards"))
    for place in slots(paper):
        seen = dark_box(page, place)
        measured = [seen.left, seen.top, seen.width, seen.height]
        assert measured == pytest.approx([place.left, place.top, 75, 75], abs=1.5 / PX_A_MM)


def test_more_cards_take_more_pages_each_followed_by_its_back() -> None:
    numbered = [Drawing(75, 75).adding([Words(str(number), (0, 10), 5)]) for number in range(8)]
    backs = [Drawing(75, 75).adding([Words(f"back {number}", (0, 10), 5)]) for number in range(8)]
    pages = card_pages(PAPERS[0], numbered, backs)
    said = [
        [shape.text for shape in page.shapes if isinstance(shape, Words) and shape.size_mm == 5]
        for page in pages
    ]
    assert said == [
        ["0", "1", "2", "3", "4", "5"],
        [f"back {number}" for number in range(6)],
        ["6", "7"],
        ["back 6", "back 7"],
    ]


def test_marks_point_at_the_corners_and_leave_nothing_on_the_card() -> None:
    box = Box(20, 30, 75, 75)
    marks = list(cut_marks(box))
    assert len(marks) == 8
    for mark in marks:
        assert isinstance(mark, Line)
        in_line = {mark.start[0], mark.end[0]} <= {20, 95} or {mark.start[1], mark.end[1]} <= {30, 105}
        outside = not (20 <= mark.start[0] <= 95 and 30 <= mark.start[1] <= 105)
        assert in_line
        assert outside


def test_a_document_is_the_same_each_time() -> None:
    pages = card_pages(PAPERS[0], [card()] * 7, [card()] * 7)
    assert as_pdf(pages, "cards") == as_pdf(pages, "cards")


def test_long_texts_are_made_to_fit() -> None:
    page = Drawing(100, 40).adding([Words("elephant " * 30, (10, 20), 6, most_mm=80)])
    (picture,) = rendered(as_pdf([page], "text"))
    assert np.flatnonzero((picture < 128).any(0)).max() < 92 * PX_A_MM


class TestWrong:
    def test_paper_is_named(self) -> None:
        with pytest.raises(PuzzleError, match="expected a4 or letter; found 'a5'"):
            paper_named("a5")

    def test_cards_have_room(self) -> None:
        with pytest.raises(PuzzleError, match="has room for; found 300"):
            slots(PAPERS[0], 300, 20)

    def test_backs_go_with_fronts(self) -> None:
        with pytest.raises(PuzzleError, match="a back for each of 2 cards; found 1"):
            card_pages(PAPERS[0], [card()] * 2, [card()])
