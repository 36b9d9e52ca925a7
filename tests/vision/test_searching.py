"""Further squares of a known size."""

import numpy as np

from tests.vision.framed import framed_lab, framed_squares
from vision.searching import further_places
from vision.squares import SIDE


def test_cards_that_are_not_known_yet_are_among_the_best_places() -> None:
    cards = framed_squares()
    places = further_places(framed_lab(), cards.with_poses(cards.poses[:2]))
    for pose in cards.poses:
        near = np.linalg.norm(places[:10, :2] - pose[:2], axis=1) < 0.05 * SIDE
        turn = np.abs((places[:10, 2] - pose[2] + np.pi / 4) % (np.pi / 2) - np.pi / 4)
        assert (near & (turn < np.radians(3))).any()


def test_an_empty_table_has_no_places() -> None:
    empty = np.full((300, 400, 3), 120.0, np.float32)
    assert further_places(empty, framed_squares().scaled(np.array([0.4, 0.4]))).shape == (0, 4)
