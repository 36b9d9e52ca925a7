import cv2
import numpy as np

from tests.vision.scenes import drawn_album, shaded
from vision.centres import symbol_likeness
from vision.comparing import RING
from vision.copies import Turns, copies, together
from vision.photo import Pixels
from vision.pictures import correlation, squares_of

PICTURES = list(drawn_album().pictures.values())


def again(picture: Pixels, turn: int) -> Pixels:
    """Photograph a card again: turned clockwise, blurred, in other light and not cut out quite as before."""
    turned = np.roll(np.rot90(picture, -turn), 2, axis=(0, 1))
    return cv2.GaussianBlur(shaded(turned, gain=(0.8, 0.9, 1.0), veil=20), (0, 0), 2).astype(np.uint8)


def found(pictures: list[Pixels], photos: list[int]) -> Turns:
    squares = np.concatenate([squares_of(picture, 16)[list(RING)] for picture in pictures])
    return copies(correlation(squares, 1, 1), symbol_likeness(pictures), photos)


def test_pictures_of_one_card_are_told_from_those_of_others() -> None:
    count = len(PICTURES)
    seconds = [again(picture, number % 4) for number, picture in enumerate(PICTURES)]
    turns = found([*PICTURES, *seconds], [0] * count + [1] * count)
    back = [-number % 4 for number in range(count)]
    expected = np.full((2 * count, 2 * count), -1)
    expected[np.arange(count), count + np.arange(count)] = back
    expected[count + np.arange(count), np.arange(count)] = np.arange(count) % 4
    assert (turns == expected).all()
    assert together(turns) == [[number, count + number] for number in range(count)]


def test_no_card_is_twice_in_one_photo() -> None:
    assert (found([PICTURES[0], again(PICTURES[0], 0)], [3, 3]) == -1).all()


def test_a_chain_of_copies_is_one_card() -> None:
    turns = np.full((4, 4), -1)
    turns[0, 2] = turns[2, 0] = turns[2, 3] = turns[3, 2] = 0
    assert together(turns) == [[0, 2, 3], [1]]
