"""Cards fitted more exactly than by a pose on the table's plane."""

import numpy as np
import pytest

from games.camouflage import parse_board
from tests.vision.scenes import drawn_album, hand_laid, photograph
from tests.vision.strategies import tilted
from vision.appearance import Gallery, Pyramid
from vision.geometry import Floats, pose_matrix
from vision.tilting import Look, Prints

VIEW = tilted(0.01, 0.015, 0.3, 60.0, (400.0, 330.0))
BOARD = parse_board("owl-1@0,0r0 fox-2@2,1r0")
POSES = hand_laid(BOARD, off=0.1, tilt=0.05)
PHOTO = Pyramid(photograph(BOARD, VIEW, poses=POSES, size=(800, 700)).photo.pixels)
PRINTS = Prints(drawn_album(), Gallery.of(drawn_album(), 32))
ALL = np.ones(9)


def look(card: int, moved: Floats, seen: Floats = ALL, *, loose: bool = False) -> Look:
    """Return how one of the cards is looked at, moved away from where it lies."""
    to_photo = VIEW @ pose_matrix(POSES[card]) @ moved
    return Look(BOARD.placements[card].card, to_photo, seen, loose)


LONGER = np.diag([1.02, 0.98, 1.0])
TILTED = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.01, -0.01, 1.0]])
SHEARED = np.array([[1.0, 0.02, 0.0], [0.02, 1.0, 0.0], [0.0, 0.0, 1.0]])
MOVED = np.array([[1.0, 0.0, 0.03], [0.0, 1.0, -0.03], [0.0, 0.0, 1.0]])


@pytest.mark.parametrize(
    "moved",
    [
        pytest.param(LONGER, id="too long"),
        pytest.param(SHEARED, id="sheared"),
        pytest.param(TILTED, id="tilted"),
        pytest.param(MOVED, id="moved"),
    ],
)
def test_a_card_that_lies_a_little_otherwise_is_fitted(moved: Floats) -> None:
    right, found = PRINTS.explained(PHOTO, [look(1, np.eye(3)), look(1, moved)])
    assert found.likeness == pytest.approx(right.likeness, abs=0.02)
    assert found.likeness.min() > 0.9


def test_what_it_takes_to_fit_a_card_counts_against_it() -> None:
    right, moved = PRINTS.explained(PHOTO, [look(1, np.eye(3)), look(1, MOVED)])
    assert right.log_likelihood > moved.log_likelihood


def test_squares_that_are_not_seen_neither_pull_nor_count() -> None:
    """The fox covers two squares of the owl."""
    seen = np.where(np.isin(np.arange(9), [5, 8]), 0.0, 1.0)
    (hidden,) = PRINTS.explained(PHOTO, [look(0, np.eye(3), seen)])
    (taken,) = PRINTS.explained(PHOTO, [look(0, np.eye(3))])
    assert hidden.likeness[seen > 0].min() > 0.9
    assert hidden.likeness[[5, 8]].max() < 0.5
    assert taken.log_likelihood - hidden.log_likelihood < 6, "two unlike squares are worth little"


def test_a_card_of_which_little_is_seen_may_lie_farther_off() -> None:
    centre = np.where(np.arange(9) == 4, 1.0, 0.0)
    far = np.array([[1.0, 0.0, 0.08], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    held, loose = PRINTS.explained(PHOTO, [look(1, far, centre), look(1, far, centre, loose=True)])
    assert loose.log_likelihood > held.log_likelihood
    assert loose.likeness[4] > 0.9


def test_cards_are_fitted_each_by_itself() -> None:
    looks = [look(0, np.eye(3)), look(1, MOVED), look(1, TILTED)]
    together = PRINTS.explained(PHOTO, looks)
    for one, found in zip(looks, together, strict=True):
        (alone,) = PRINTS.explained(PHOTO, [one])
        assert alone.log_likelihood == pytest.approx(found.log_likelihood, abs=1e-3)


def test_nothing_is_explained_where_nothing_is_asked() -> None:
    assert PRINTS.explained(PHOTO, []) == []
