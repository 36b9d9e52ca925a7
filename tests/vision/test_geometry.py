import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.strategies import homographies, poses
from vision.geometry import (
    CARD_CORNERS,
    Floats,
    card_frame,
    matrix_pose,
    pose_matrix,
    project,
    quarter_turned,
    rigid_fit,
)

points = st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), min_size=2, max_size=12, unique=True).map(
    np.array
)


@given(poses)
def test_a_pose_comes_back_from_its_matrix(pose: Floats) -> None:
    assert matrix_pose(pose_matrix(pose)) == pytest.approx(pose, abs=1e-9)


@given(homographies, points)
def test_points_come_back_through_the_inverse(homography: Floats, own: Floats) -> None:
    there = project(homography, own)
    assert project(np.linalg.inv(homography), there) == pytest.approx(own, abs=1e-6)


@given(poses)
def test_a_rigid_fit_finds_the_pose_that_moved_the_corners(pose: Floats) -> None:
    pose = np.append(pose[:3], 0.0)
    assert rigid_fit(CARD_CORNERS, project(pose_matrix(pose), CARD_CORNERS)) == pytest.approx(pose, abs=1e-9)


@given(poses, st.integers(0, 2**32 - 1))
def test_a_rigid_fit_is_the_nearest(pose: Floats, seed: int) -> None:
    """No pose a little off it comes nearer to points that no pose hits."""
    random = np.random.default_rng(seed)
    target = project(pose_matrix(pose), CARD_CORNERS) + random.normal(0, 0.2, (4, 2))
    fitted = rigid_fit(CARD_CORNERS, target)

    def off(tried: Floats) -> float:
        return float(((project(pose_matrix(tried), CARD_CORNERS) - target) ** 2).sum())

    for step in np.eye(3, 4) * 1e-3:
        assert off(fitted) <= min(off(fitted + step), off(fitted - step))


def test_clockwise_is_clockwise_for_who_looks_at_the_photo() -> None:
    """The printed top left goes to the top right, y being downwards."""
    quarter = pose_matrix(quarter_turned(np.zeros(4), 1))
    assert project(quarter, CARD_CORNERS[:1]) == pytest.approx(CARD_CORNERS[1:2])


@given(poses, st.integers(-4, 8))
def test_a_quarter_turn_moves_no_corner_off_the_card(pose: Floats, quarters: int) -> None:
    before = project(pose_matrix(pose), CARD_CORNERS)
    after = project(pose_matrix(quarter_turned(pose, quarters)), CARD_CORNERS)
    assert after == pytest.approx(np.roll(before, -quarters, axis=0))


@pytest.mark.parametrize("side_px", [1, 16, 33])
def test_a_picture_fills_the_card(side_px: int) -> None:
    """(0, 0) is the middle of a pixel, so the picture's edges lie half a pixel outside its first and last."""
    low, high = -0.5, 3 * side_px - 0.5
    edges = np.array([[low, low], [high, low], [high, high], [low, high]])
    assert project(card_frame(side_px), edges) == pytest.approx(CARD_CORNERS)
