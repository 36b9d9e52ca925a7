"""Alignment of single cards in photos of a drawn deck."""

import numpy as np
import pytest

from games.camouflage import parse_board
from tests.vision.scenes import drawn_album, hand_laid, photograph
from tests.vision.strategies import tilted
from vision.appearance import Gallery, Pyramid
from vision.geometry import Floats
from vision.poses import Fit, align, look

ALBUM = drawn_album()
CARDS = list(ALBUM.pictures)
FINE = Gallery.of(ALBUM, 32)
VIEW = tilted(0.01, 0.015, 0.3, 60.0, (400.0, 330.0))
BOARD = parse_board("owl-1@0,0r0 fox-2@2,1r0")
POSES = hand_laid(BOARD, off=0.1, tilt=0.05)
PHOTO = Pyramid(photograph(BOARD, VIEW, poses=POSES, size=(800, 700)).photo.pixels)


def fitted(card: int, start: Floats, *, steps: int, mask: Floats | None = None) -> Fit:
    """Align one card."""
    masks = None if mask is None else [mask]
    return align(PHOTO, VIEW, [start], FINE, [card], steps=steps, masks=masks)[0]


def aligned(card: int, start: Floats, *, steps: int = 8) -> Floats:
    """Return the pose at which a card comes to lie when it is begun at `start`."""
    number = CARDS.index(BOARD.placements[card].card)
    return fitted(number, start, steps=steps).pose


@pytest.mark.parametrize(
    "off",
    [
        pytest.param((0.1, -0.08, 0.0, 0.0), id="moved"),
        pytest.param((0.0, 0.0, 0.07, 0.0), id="turned"),
        pytest.param((-0.08, 0.06, -0.04, 0.02), id="moved, turned and grown"),
    ],
)
def test_a_card_comes_back_from_where_it_was_displaced_to(off: tuple[float, ...]) -> None:
    found = aligned(1, POSES[1] + np.array(off))
    assert np.abs(found[:2] - POSES[1][:2]).max() < 0.02
    assert abs(found[2] - POSES[1][2]) < 0.01
    assert abs(found[3]) < 0.02


def test_a_card_that_is_half_covered_is_not_pulled_off() -> None:
    """The fox covers two squares of the owl, and its own print begins there."""
    found = aligned(0, POSES[0] + [0.07, -0.05, 0.03, 0.0])
    assert np.abs(found[:2] - POSES[0][:2]).max() < 0.02


def test_squares_under_a_mask_do_not_pull() -> None:
    """With every square masked nothing moves; that is how a card that is told to be covered stays put."""
    start = POSES[1] + [0.05, 0.0, 0.0, 0.0]
    number = CARDS.index("fox-2")
    fit = fitted(number, start, steps=3, mask=np.zeros(9))
    assert fit.pose == pytest.approx(start)


def test_the_fit_tells_what_is_seen_at_its_pose() -> None:
    number = CARDS.index("owl-1")
    fit = fitted(number, POSES[0], steps=3)
    seen = look(PHOTO, VIEW, [fit.pose], FINE)[0]
    assert fit.squares == pytest.approx(seen)
    assert fit.likeness == pytest.approx((seen * FINE.squares[number, 0]).sum(1), abs=1e-5)
    assert (fit.likeness[[0, 1, 2, 3, 4, 6, 7]] > 0.8).all()
    assert (fit.likeness[[5, 8]] < 0.5).all()


def test_more_steps_never_fit_worse() -> None:
    number = CARDS.index("fox-2")
    start = POSES[1] + [0.1, 0.1, 0.05, 0.0]
    fits = [fitted(number, start, steps=steps).likeness.mean() for steps in (0, 2, 8)]
    assert fits == sorted(fits)


def test_a_card_that_looks_like_nothing_there_stays() -> None:
    start = np.array([-4.0, -3.0, 0.2, 0.0])
    assert fitted(0, start, steps=4).pose == pytest.approx(start)


def test_cards_aligned_together_lie_as_each_does_alone() -> None:
    """One settles at once, one moves for long and one does not pull: none waits for the others."""
    starts = [POSES[1] + [0.1, 0.1, 0.05, 0.0], POSES[0], np.array([-4.0, -3.0, 0.2, 0.0])]
    cards = [CARDS.index("fox-2"), CARDS.index("owl-1"), 0]
    together = align(PHOTO, VIEW, starts, FINE, cards, steps=5)
    alone = [fitted(card, start, steps=5) for card, start in zip(cards, starts, strict=True)]
    for one, other in zip(together, alone, strict=True):
        assert one.pose == pytest.approx(other.pose, abs=1e-6)
        assert one.likeness == pytest.approx(other.likeness, abs=1e-5)
