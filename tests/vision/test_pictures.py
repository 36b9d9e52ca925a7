import numpy as np
import pytest

from tests.vision.scenes import drawn_album, shaded
from vision.pictures import correlation, squares_of

PICTURE = next(iter(drawn_album().pictures.values()))


@pytest.mark.parametrize("turn", range(4))
def test_a_square_is_known_when_it_is_turned_moved_and_in_other_light(turn: int) -> None:
    """Square b is turned anticlockwise before, so that b turned clockwise as often is like a."""
    seen = np.roll(shaded(PICTURE, gain=(0.7, 0.8, 0.9), veil=40), (3, -5), axis=(0, 1))
    one = squares_of(PICTURE, 16)
    other = np.rot90(squares_of(seen, 16), turn, axes=(1, 2))
    like = correlation(np.concatenate([one, other]), reach_px=1, inset_px=1)[:, :9, 9:]
    assert (like[turn].diagonal() > 0.8).all()
    assert (like.max(0).argmax(1) == np.arange(9)).all()


def test_squares_are_cut_row_by_row() -> None:
    picture = np.zeros((288, 288, 3), np.uint8)
    picture[96:192, 192:] = 255
    assert [float(square.mean()) > 0 for square in squares_of(picture, 16)] == [
        place == 5 for place in range(9)
    ]
