"""The size of cards and the places of their sides."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.vision.framed import FRAME, framed_lab, framed_squares
from vision.geometry import Floats
from vision.sizing import alike, finished, rim
from vision.squares import SIDE, Squares

LAB = framed_lab()
CARDS = framed_squares()


def off(squares: Squares) -> float:
    """Return how far the worst corner is from where it belongs, in sides of a middling card."""
    apart = [np.abs(own - true).max() for own, true in zip(squares.corners(), CARDS.corners(), strict=True)]
    return float(max(apart)) / CARDS.side_px()


@pytest.mark.parametrize(
    "factor", [1 - 2 * FRAME, 0.97, 1.05], ids=["inside the frame", "too small", "too large"]
)
def test_the_rim_is_the_outermost_edge_that_all_cards_have(factor: float) -> None:
    assert factor * rim(LAB, CARDS.resized(factor)) == pytest.approx(1.0, abs=0.015)


def test_nothing_stands_out_where_no_card_lies() -> None:
    empty = np.full_like(LAB, 120.0)
    assert rim(empty, CARDS) == 1.0


def _some_on_the_frame(inner: Sequence[int]) -> Squares:
    """Return the cards, but the right side of some of them inside the frame."""
    poses: Floats = CARDS.poses.copy()
    for card in inner:
        angle = poses[card, 2]
        poses[card, :2] -= FRAME * SIDE * np.array([np.cos(angle), np.sin(angle)])
    return CARDS.with_poses(poses)


def test_sides_are_moved_to_the_edge_of_the_others() -> None:
    """A card shifted by its frame has one side on the outer edge and one on the inner."""
    shifted = _some_on_the_frame([1, 4])
    assert off(shifted) > 0.9 * FRAME
    assert off(alike(LAB, shifted)) < 0.015


def test_cards_end_on_their_edges() -> None:
    poses = CARDS.poses + np.array([0.02, -0.02, 0.003, 0.0])
    finished_cards, supports = finished(LAB, CARDS.with_poses(poses))
    assert off(finished_cards) < 0.01
    assert supports.min() > 0.6
    assert supports.max() <= 1.0
