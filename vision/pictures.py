"""Compares squares as pictures: the same print, at one of four turns and hardly moved."""

import cv2
import numpy as np

from vision.appearance import SQUARES, Floats32, by_squares, normalised, opponent_channels
from vision.geometry import Floats
from vision.photo import Pixels


def squares_of(picture: Pixels, side_px: int) -> Floats32:
    """Cuts a card into its squares.

    Args:
        picture: the card.
        side_px: pixels along a square.

    Returns:
        (9, side_px, side_px, 3) brightness, red less green, blue less green.
    """
    small = cv2.resize(picture, (3 * side_px, 3 * side_px), interpolation=cv2.INTER_AREA)
    return by_squares(opponent_channels(small)).reshape(SQUARES, side_px, side_px, 3)


def correlation(squares: Floats32, reach_px: int, inset_px: int) -> Floats:
    """Correlates squares with each other.

    Args:
        squares: (n, side, side, 3), as `squares_of`.
        reach_px: how far a square may be moved to fit, both ways.
        inset_px: how much of each side is left out.

    Returns:
        (4, n, n) correlation, at the best move, of square b, turned clockwise by the first index, with
        square a as it is.
    """
    margin = inset_px + reach_px
    inner = _window(squares, margin, 0, 0)
    moves = range(-reach_px, reach_px + 1)
    result = np.empty((4, len(squares), len(squares)))
    for turn in range(4):
        turned = np.rot90(squares, -turn, axes=(1, 2))
        moved = (inner @ _window(turned, margin, x, y).T for x in moves for y in moves)
        result[turn] = np.maximum.reduce(list(moved))
    return result


def _window(squares: Floats32, margin: int, x: int, y: int) -> Floats32:
    """Returns the moved middles of squares, normalised, (n, pixels)."""
    count, side, _, channels = squares.shape
    inner = squares[:, margin + y : side - margin + y, margin + x : side - margin + x]
    return normalised(inner.reshape(count, -1, channels))[0]
