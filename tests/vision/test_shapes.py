"""The plane from shapes alone."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.strategies import tilted
from vision.geometry import CARD_CORNERS, Floats, pose_matrix, project
from vision.shapes import straightened
from vision.squares import Squares

tilts = st.floats(-0.03, 0.03)
sizes = st.lists(st.sampled_from([0.93, 1.0, 1.06]), min_size=4, max_size=4)
PLACES = [(-6.0, -4.0, 0.3), (5.0, -5.0, 1.1), (-5.0, 5.0, -0.4), (6.0, 4.0, 0.0)]


def _laid(view: Floats, sizes: list[float]) -> Floats:
    return np.array(
        [
            project(view @ pose_matrix(np.array([*place, np.log(size)])), CARD_CORNERS)
            for place, size in zip(PLACES, sizes, strict=True)
        ]
    )


@given(tilts, tilts, sizes)
def test_squares_of_any_size_give_the_plane(tilt_x: float, tilt_y: float, sizes: list[float]) -> None:
    """Whatever tilt was thought at first, the angles between the middles become right."""
    view = tilted(tilt_x, tilt_y, 0.2, 60.0, (500.0, 400.0))
    first = Squares(tilted(tilt_x + 0.004, tilt_y - 0.004, 0.2, 60.0, (500.0, 400.0)), np.zeros((4, 4)))
    found = straightened(first, _laid(view, sizes), np.ones(4))
    true, own = np.array(PLACES)[:, :2], found.poses[:, :2]
    true, own = true - true[0], own - own[0]
    ratio = np.linalg.norm(own[1:], axis=1) / np.linalg.norm(true[1:], axis=1)
    assert np.ptp(ratio) < 0.002 * ratio.mean()
