"""Drawn puzzle cards: what the simulator draws is known, and how it was read is judged rightly."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.drawn.cards import random_card, random_outline
from benchmarks.drawn.raster import rasterised
from benchmarks.puzzle_cards import CardGrade, drawn_shot, grade_card, judged, report
from puzzles import Outline, outline_of_rows
from puzzles.outline import too_close
from puzzles.shapes import Box, Drawing, Line, Words, rectangle
from vision.drawn_outline import CellDoubt
from vision.puzzle_card import PuzzleCard

SHAPE = outline_of_rows(["###..", "#X###", "###X#", "..###"])
ON_ITS_SIDE = outline_of_rows(["..###", "###X#", "#X###", "###.."])


@given(seed=st.integers(0, 10_000), cards=st.integers(1, 12), wild=st.booleans())
def test_outlines_are_of_so_many_overlapping_cards(seed: int, cards: int, *, wild: bool) -> None:
    outline = random_outline(np.random.default_rng(seed), cards, wild=wild)
    assert len(outline.centres) == cards
    assert outline.rows[0].strip(".")
    if not wild:
        close = [too_close(a, b) for a in outline.centres for b in outline.centres if a != b]
        assert not any(close)


@pytest.mark.parametrize("hand", ["own", "printed", "pencil"])
def test_the_same_seed_draws_the_same_card(hand: str) -> None:
    one, other = (random_card(np.random.default_rng(5), hand) for _ in range(2))  # type: ignore[arg-type] # - a literal
    assert one == other
    assert one != random_card(np.random.default_rng(6), hand)  # type: ignore[arg-type] # - a literal


def test_photos_are_the_same_for_a_seed() -> None:
    assert drawn_shot(2)[2] == drawn_shot(2)[2]


def test_pixels_show_what_is_drawn_at_its_place() -> None:
    page = Drawing(20, 10).adding(
        [rectangle(Box(2, 3, 4, 5), "#ff0000"), Line((10, 5), (18, 5), "#0000ff", 1.0)]
    )
    picture = rasterised(page, 10)
    assert picture.shape == (100, 200, 3)
    assert tuple(picture[50, 40]) == (0, 0, 255)
    red = np.argwhere((picture == (0, 0, 255)).all(2))
    assert [*red.min(0), *red.max(0)] == pytest.approx([30, 20, 79, 59], abs=1)
    blue = np.argwhere((picture == (255, 0, 0)).all(2))
    assert np.ptp(blue[:, 0]) + 1 == pytest.approx(10, abs=1)
    assert (rasterised(Drawing(20, 10).adding([Words("lion", (2, 8), 5)]), 10) < 100).any()


@pytest.mark.parametrize("px_a_mm", [2, 4, 8], ids=str)
def test_shapes_are_about_as_large_as_drawn(px_a_mm: int) -> None:
    """Ink that spreads by a pixel would close the gaps in a code of two pixels a square."""
    square = rasterised(Drawing(20, 20).adding([rectangle(Box(5.3, 5.3, 2, 2), "#000000")]), px_a_mm)
    line = rasterised(Drawing(20, 20).adding([Line((5, 5), (15, 5), "#000000", 1.0)]), px_a_mm)
    for picture, side_mm in ((square, 2), (line[:, 8 * px_a_mm : 9 * px_a_mm], 1)):
        side_px = float(np.sqrt((1 - picture[..., 0] / 255).sum()))
        assert side_mm * px_a_mm <= side_px < side_mm * px_a_mm + 0.4


def card(outline: Outline, *doubts: CellDoubt) -> PuzzleCard:
    return PuzzleCard(outline, doubts, None, 0.0, np.eye(3))


ONE = outline_of_rows(["###", "#X#", "###"])
DOUBT = CellDoubt(next(iter(SHAPE.centres)), "dark")
SURE = card(SHAPE)


@pytest.mark.parametrize(
    ("read", "outcome"),
    [
        pytest.param([SURE], ("exact", ""), id="exact"),
        pytest.param([card(SHAPE, DOUBT)], ("right, but unsure", "dark"), id="doubt"),
        pytest.param([SURE, SURE], ("right, but unsure", "a second card"), id="second card"),
        pytest.param([card(ON_ITS_SIDE)], ("wrong but sure", "outline"), id="mirrored"),
        pytest.param([card(ONE, DOUBT)], ("wrong, and unsure", "outline"), id="other"),
        pytest.param(
            [card(outline_of_rows([".###", ".#X#", "####", "#X#.", "###."]))],
            ("wrong but sure", "which way up"),
            id="on its side",
        ),
    ],
)  # fmt: skip
def test_readings_are_judged(read: list[PuzzleCard], outcome: tuple[str, str]) -> None:
    assert judged(read, SHAPE) == outcome


def test_the_report_counts_and_holds_against_the_goal() -> None:
    good = CardGrade("1 own photo", "exact", "", code=True, seconds=0.5)
    poor = replace(good, name="2 pencil scan", outcome="wrong but sure", stage="outline", code=None)
    lines = list(report([good] * 99 + [poor]))
    assert "| own | 99 | 99 | 0 | 0 | 0 | 0 |" in lines
    assert "| pencil | 1 | 0 | 0 | 0 | 0 | 1 |" in lines
    assert any("99/100" in line and "wrong but sure: 1; goal 99 % and 0: not met" in line for line in lines)
    assert any("lists read from codes: 99/99" in line for line in lines)
    assert lines[-1] == "2 pencil scan: wrong but sure (outline)"
    assert any("goal 99 % and 0: met" in line for line in report([good] * 100))


@pytest.mark.parametrize("seed", [3, 4, 5], ids=["own", "printed", "pencil"])
def test_a_card_of_each_hand_is_read(seed: int) -> None:
    assert grade_card(seed).outcome == "exact"
