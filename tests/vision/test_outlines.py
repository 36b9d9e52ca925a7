"""Cards that lie apart, on table tops that make it easy and hard."""

import numpy as np
import pytest

from games.camouflage import Board, Cell, Placement, parse_board
from tests.vision.framed import framed_scene
from tests.vision.scenes import DRAWN, Scene, hand_laid, photograph, table_top
from tests.vision.strategies import tilted
from vision.outlines import Outline, find_outlines
from vision.photo import Photo

SIDE_PX = 3 * 55
VIEW = tilted(0.008, 0.012, 0.1, 55.0, (500.0, 380.0))
SIX = Board(
    tuple(
        Placement(card, Cell(5 * (number % 3) - 5, 5 * (number // 3) - 2), number % 4)
        for number, card in enumerate(card.id for card in DRAWN.cards[:6])
    )
)
POSES = hand_laid(SIX, off=0.4, tilt=0.15)


TOPS = ("plain", "striped", "chequered")


@pytest.fixture(scope="module", params=TOPS)
def found(request: pytest.FixtureRequest) -> tuple[Scene, list[Outline]]:
    """Six cards on each of the table tops, and what was found there."""
    scene = photograph(SIX, VIEW, poses=POSES, size=(1000, 760), top=request.param)
    return scene, find_outlines(scene.photo)


def test_six_cards_are_found_row_by_row(found: tuple[Scene, list[Outline]]) -> None:
    """Each within a fiftieth of a card's side; these cards have no margin round the print."""
    scene, outlines = found
    for outline, corners in zip(outlines, scene.corners.values(), strict=True):
        off = [np.abs(np.roll(outline.corners, turn, axis=0) - corners).max() for turn in range(4)]
        assert min(off) < 0.02 * SIDE_PX


def test_outlines_go_clockwise(found: tuple[Scene, list[Outline]]) -> None:
    for outline in found[1]:
        x, y = outline.corners.T
        assert (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() > 0
        assert 0 < outline.support <= 1


def test_framed_cards_are_found_however_steep_the_view() -> None:
    """The outline is the card's, not its frame's; the nearest card looks 1.6 times as large as another."""
    scene = framed_scene()
    outlines = find_outlines(scene.photo)
    for corners in scene.corners.values():
        side = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()
        off = [
            np.abs(np.roll(outline.corners, turn, axis=0) - corners).max()
            for outline in outlines
            for turn in range(4)
        ]
        assert min(off) < 0.012 * side


def test_corners_are_those_of_the_full_size_photo() -> None:
    view = tilted(0.008, 0.012, 0.1, 30.0, (120.0, 100.0))
    two = parse_board("owl-1@0,0r0 fox-2@5,0r1")
    photo = photograph(two, view, size=(400, 220)).photo
    small = find_outlines(photo)
    large = find_outlines(Photo(photo.pixels, 3.0, (1200, 660)))
    assert len(small) == len(large) == 2
    for before, after in zip(small, large, strict=True):
        assert after.corners == pytest.approx((before.corners + 0.5) * 3 - 0.5)


@pytest.mark.parametrize(
    "size",
    [(1, 1), (3, 700), (64, 64), (500, 400)],
    ids=["a pixel", "a sliver", "a stamp", "an empty table"],
)
def test_where_no_card_lies_none_is_found(size: tuple[int, int]) -> None:
    assert find_outlines(Photo(table_top("plain", size), 1.0, size)) == []
