"""Squares of cards that reach over the photo's edge."""

import numpy as np
import pytest

from games.camouflage import parse_board
from tests.vision.scenes import drawn_album, photograph
from vision.appearance import Gallery, Pyramid
from vision.edge import likeness_at_edge

ALBUM = drawn_album()
CARDS = list(ALBUM.pictures)
COARSE = Gallery.of(ALBUM, 16)
VIEW = np.array([[60.0, 0.0, 65.0], [0.0, 60.0, 200.0], [0.0, 0.0, 1.0]])
PHOTO = Pyramid(photograph(parse_board("owl-1@0,0r0"), VIEW, size=(500, 400)).photo.pixels)
"""The owl's left squares are for two fifths beyond the left edge."""


def likeness(x: float, unused: str) -> float:
    """Return how like a square of a card the one at `x` on the owl's middle line is."""
    pose = np.array([x, 0.0, 0.0, 0.0])
    return float(likeness_at_edge(PHOTO, VIEW, COARSE, [pose], [CARDS.index(unused)])[0])


def test_a_square_that_the_edge_cuts_is_compared_by_its_part() -> None:
    assert likeness(-1.0, "owl-1") > 0.7
    assert likeness(-1.0, "fox-2") < likeness(-1.0, "owl-1") - 0.2


@pytest.mark.parametrize("x", [-4.0, 0.0, 1.0], ids=["outside", "inside", "inside, by the right"])
def test_squares_wholly_inside_or_outside_are_not_compared(x: float) -> None:
    assert likeness(x, "owl-1") == 0


def test_nothing_is_compared_without_places_or_cards() -> None:
    assert likeness_at_edge(PHOTO, VIEW, COARSE, [], [0]).tolist() == []
    assert likeness_at_edge(PHOTO, VIEW, COARSE, [np.array([-1.0, 0, 0, 0])], []).tolist() == [0]
