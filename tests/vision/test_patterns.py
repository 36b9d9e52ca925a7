import numpy as np
import pytest

from tests.vision.scenes import DRAWN, drawn_album
from vision.appearance import Floats32
from vision.comparing import RING
from vision.patterns import described, likeness

ALBUM = drawn_album()
PICTURES = list(ALBUM.pictures.values())
NAMES = np.array([DRAWN.face(card, "animals").squares for card in ALBUM.pictures])[:, RING].ravel()
SQUARES = np.concatenate([described(picture)[list(RING)] for picture in PICTURES])
OWNERS = np.repeat(np.arange(len(PICTURES)), len(RING))


def named(squares: Floats32) -> list[str]:
    """Return for each square of the ring of all cards the pattern that it is most like on other cards."""
    like = likeness(squares, SQUARES) * (OWNERS[:, None] != OWNERS)
    return list(NAMES[like.argmax(1)])


def test_a_square_is_most_like_other_crops_of_its_print() -> None:
    assert named(SQUARES) == list(NAMES)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_square_is_as_like_them_when_it_is_turned(turns: int) -> None:
    moved = [place for place in np.rot90(np.arange(9).reshape(3, 3), turns).ravel() if place in RING]
    turned = [described(np.ascontiguousarray(np.rot90(picture, turns))) for picture in PICTURES]
    back = np.concatenate([own[list(RING)][np.argsort(moved)] for own in turned])
    assert named(back) == list(NAMES)


def test_an_ornament_on_a_square_does_not_hide_its_print() -> None:
    """A disc covers a fifth of each square."""
    spoilt = []
    y, x = np.mgrid[:288, :288] % 96
    disc = (x - 40) ** 2 + (y - 55) ** 2 < 24**2
    for picture in PICTURES:
        covered = picture.copy()
        covered[disc] = (40, 20, 200)
        spoilt.append(described(covered)[list(RING)])
    assert named(np.concatenate(spoilt)) == list(NAMES)


def test_likeness_is_1_for_the_same_square_and_less_for_all_others() -> None:
    like = likeness(SQUARES[:24], SQUARES[:24])
    assert np.diag(like) == pytest.approx(1, abs=1e-3)
    assert (like > 0).all()
    assert (like[~np.eye(24, dtype=bool)] < 0.999).all()


def test_squares_of_one_pattern_together_are_as_like_as_the_likest_of_them_or_more() -> None:
    three = SQUARES[:3]
    together = np.concatenate(three)[None]
    assert (likeness(SQUARES, together)[:, 0] >= likeness(SQUARES, three).max(1) - 1e-6).all()


def test_a_board_may_have_any_number_of_squares_a_side() -> None:
    """Blur reaches a little into neighbours, so that only a square with the same neighbours is the same."""
    picture = PICTURES[0]
    four = described(np.ascontiguousarray(picture[:192, :192]), 2)
    assert four.shape == (4, *SQUARES.shape[1:])
    same = likeness(four, described(picture)[[0, 1, 3, 4]])
    assert list(same.argmax(1)) == [0, 1, 2, 3]
    assert same[0, 0] > 0.99
