"""Outlines moved to edges."""

import cv2
import numpy as np
import pytest

from vision.edges import Edges
from vision.geometry import Floats
from vision.proposals import clockwise, distinct, is_squarish

CARD: Floats = np.array([[60.0, 50.0], [170.0, 62.0], [160.0, 175.0], [48.0, 160.0]])


def _picture() -> Edges:
    large = np.full((1000, 1000, 3), 90, np.uint8)
    cv2.fillConvexPoly(large, np.round(CARD * 4 + 1.5).astype(np.int32), (200, 140, 120))
    small = cv2.resize(large, (250, 250), interpolation=cv2.INTER_AREA)
    return Edges(small.astype(np.float32))


@pytest.mark.parametrize("step", [1.0, 0.5], ids=["whole pixels", "half pixels"])
def test_sides_move_to_the_edges_round_them(step: float) -> None:
    rough = CARD + np.array([[3.0, -2.0], [2.0, -3.0], [3.0, -3.0], [2.0, -2.0]])
    moved, support = _picture().snapped(rough, round(6 / step), step)
    assert np.abs(moved - CARD).max() < 0.4 + step / 2
    assert support > 0.9


def test_where_no_edge_is_there_is_no_support() -> None:
    _, support = _picture().snapped(CARD / 3 + 4, 3)
    assert support < 0.1


def test_sides_without_length_have_no_support() -> None:
    assert _picture().snapped(np.full((4, 2), 9.0), 3)[1] == 0.0


def test_nearly_the_same_outlines_are_kept_once() -> None:
    assert distinct([CARD, CARD + 1, CARD + 20, CARD + 21], 0.04) == [0, 2]


def test_what_is_no_square_from_anywhere_is_told() -> None:
    assert is_squarish(CARD)
    assert not is_squarish(CARD * [1.0, 0.3])
    assert not is_squarish(CARD[[0, 2, 1, 3]])


def test_corners_go_clockwise() -> None:
    assert (clockwise(CARD[::-1]) == CARD).all()
