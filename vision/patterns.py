"""How alike pattern squares are, however they are turned and whatever part of their print they bear.

A pattern square has no orientation and may be any crop of its print; part of it may be covered by glare, an
ornament or a neighbour's edge. So a square is described at many spots, each by the colours and textures
round it, and two squares are as alike as the spots of one are to the best spots of the other; a spot that is
like nothing counts for little.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Floats32
from vision.geometry import Floats
from vision.photo import Pixels

_SIDE_PX: Final = 48
"""Squares are described at this size, as sharp as the smallest in a usable photo."""
_INSET_PX: Final = 3
"""A sixteenth of a square on each side may bear a separator or a neighbour's edge."""
_SPOTS_A_SIDE: Final = 6
_SPOT_INSET_PX: Final = 4.5
"""The outermost spots are so far from the square's edge that most of their windows lies within."""

# The scales are those of _SIDE_PX; the weights are such that spots which differ by 1 count as half unlike.
_COLOUR_WINDOWS_PX: Final = (1.5, 3.0, 6.0)
"""Standard deviations of the windows over which colour is averaged: from a stripe to a quarter square."""
_COLOUR_WEIGHT: Final = 0.12
"""A level of a or b in Lab; a level of brightness counts half, since shade and glare change it most."""
_TEXTURE_WINDOW_PX: Final = 6.0
_TEXTURE_WEIGHT: Final = 3.5
"""The distance of two wholly different histograms is 1.4 times this for each kind of texture."""
_BUSY_SCALES: Final = (1.0, 2.0, 4.0)
"""Pixels: from hairs to stripes and blots."""
_BUSY_EDGES: Final = (1.5, 3.0, 6.0, 12.0, 24.0)
_COHERENCE_SCALES: Final = (2.0, 4.0, 7.0)
"""Pixels: a twentieth to a seventh of a square."""
_COHERENCE_EDGES: Final = (0.2, 0.4, 0.55, 0.7, 0.85)
_FAINT: Final = 2.0
"""Added to the structure tensor's trace (8-bit levels squared), so that plain squares count as without
direction."""
_NEIGHBOUR_RINGS: Final = ((0.8, 1.5), (1.6, 3.0), (3.0, 6.0))
"""Blur and radius, in pixels, at which a pixel is compared with eight round it."""
_NEIGHBOUR_STEP: Final = 1.0
"""Levels by which a neighbour has to be brighter, above grain."""
_GRAIN_PX: Final = 1.0
"""Blur before the spread of colours is measured: grain is no print."""


def described(picture: Pixels, squares: int = 3) -> Floats32:
    """Describes the squares of a card or of a board, wherever they are from and however they are turned.

    Each spot has the mean colour in three windows, how far colours spread there, and histograms of texture:
    how busy the print is, how far it runs in one direction (coherence of the structure tensor: stripes
    against blots), and rotation-invariant local binary patterns, each as square roots of shares, so that
    Euclidean distances are Hellinger's.

    Args:
        picture: (side, side, 3) uint8 blue green red, cut along the squares' edges.
        squares: squares along a side.

    Returns:
        (squares², spots, n) float32, the squares row by row.
    """
    side = squares * _SIDE_PX
    small = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    brightness = lab[:, :, 0]
    # OpenCV stretches L to 255; halved again it is 50 / 255 of what is found.
    colours = (lab - np.float32(128)) * np.array([50 / 255, 1, 1], np.float32) * np.float32(_COLOUR_WEIGHT)
    parts = [_means(colours, window, squares) for window in _COLOUR_WINDOWS_PX]
    parts.append(_spread(colours, squares))
    parts += [_histogram(digits, energy, bins, squares) for digits, energy, bins in _textures(brightness)]
    return np.concatenate(parts, axis=-1)


def likeness(squares: Floats32, others: Floats32) -> Floats:
    """Tells how alike squares are: how well each spot of one is matched by the best spot of the other.

    A spot's match is (1 + d²)⁻² at a distance d, so that a few spots that are spoilt cannot outweigh the rest
    (naive-Bayes nearest neighbours of Boiman, Shechtman and Irani, 2008, with a bounded cost).

    Args:
        squares: (n, spots, features), as `described`.
        others: (m, spots, features), each a square, or the spots of several squares of one pattern together.

    Returns:
        (n, m), 0 to 1.
    """
    count, spots, features = others.shape
    by_spot = others.transpose(1, 0, 2).reshape(-1, features)
    sizes = (by_spot * by_spot).sum(1)
    result = np.empty((len(squares), count))
    for number, square in enumerate(squares):
        less_own_size = sizes - 2 * square @ by_spot.T
        nearest = less_own_size.reshape(-1, spots, count).min(1) + (square * square).sum(1)[:, None]
        result[number] = ((1 + np.maximum(nearest, 0)) ** -2).mean(0)
    return result


def _means(maps: Floats32, window: float, squares: int) -> Floats32:
    """Returns the means in Gaussian windows round each spot, within its square: (squares², spots, n)."""
    at = np.linspace(_SPOT_INSET_PX, _SIDE_PX - 1 - _SPOT_INSET_PX, _SPOTS_A_SIDE)
    along = np.arange(_SIDE_PX)
    weights = np.exp(-((along - at[:, None]) ** 2) / (2 * window * window)).astype(np.float32)
    weights[:, :_INSET_PX] = weights[:, _SIDE_PX - _INSET_PX :] = 0
    weights /= weights.sum(1, keepdims=True)
    depth = maps.shape[2]
    tiles = maps.reshape(squares, _SIDE_PX, -1)
    down = (weights @ tiles).reshape(squares, _SPOTS_A_SIDE, squares, _SIDE_PX, depth)
    across: Floats32 = np.einsum("qj,rpcjk->rcpqk", weights, down, optimize=True)
    return across.reshape(squares**2, _SPOTS_A_SIDE**2, depth)


def _spread(colours: Floats32, squares: int) -> Floats32:
    """Returns the standard deviation of colours round each spot."""
    smooth = cv2.GaussianBlur(colours, (0, 0), _GRAIN_PX).astype(np.float32, copy=False)
    mean = _means(smooth, _TEXTURE_WINDOW_PX, squares)
    square = _means(smooth * smooth, _TEXTURE_WINDOW_PX, squares)
    spread: Floats32 = np.sqrt(np.maximum(square - mean * mean, 0))
    return spread


def _histogram(digits: NDArray[np.int64], energy: Floats32, bins: int, squares: int) -> Floats32:
    """Returns the square roots of the digits' shares, with a third's weight: each kind has three scales."""
    on_digit = (digits[:, :, None] == np.arange(bins)) * energy[:, :, None]
    counts = _means(on_digit.astype(np.float32, copy=False), _TEXTURE_WINDOW_PX, squares)
    shares: Floats32 = np.sqrt(counts / counts.sum(-1, keepdims=True) / 3) * np.float32(_TEXTURE_WEIGHT)
    return shares


def _textures(brightness: Floats32) -> list[tuple[NDArray[np.int64], Floats32, int]]:
    """Returns each kind and scale of texture: codes, how much each pixel counts, the number of codes."""
    even = np.ones_like(brightness)
    kinds = [
        (np.digitize(_gradient(brightness, scale), _BUSY_EDGES), even, len(_BUSY_EDGES) + 1)
        for scale in _BUSY_SCALES
    ]
    for scale in _COHERENCE_SCALES:
        share, energy = _coherence(brightness, scale)
        kinds.append((np.digitize(share, _COHERENCE_EDGES), energy, len(_COHERENCE_EDGES) + 1))
    return kinds + [(_local_pattern(brightness, blur, radius), even, 10) for blur, radius in _NEIGHBOUR_RINGS]


def _slopes(brightness: Floats32, blur: float) -> tuple[Floats32, Floats32]:
    smooth = cv2.GaussianBlur(brightness, (0, 0), blur)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    return across.astype(np.float32, copy=False), down.astype(np.float32, copy=False)


def _gradient(brightness: Floats32, scale: float) -> Floats32:
    """Returns how much brightness changes over a distance of `scale` pixels."""
    across, down = _slopes(brightness, scale)
    result: Floats32 = np.hypot(across, down) * np.float32(scale)
    return result


def _coherence(brightness: Floats32, scale: float) -> tuple[Floats32, Floats32]:
    """Returns how far edges within `scale` pixels run one way, 0 to 1, and their energy, above 0."""
    across, down = _slopes(brightness, 1.0)
    xx, yy, xy = (
        cv2.GaussianBlur(product, (0, 0), scale) for product in (across * across, down * down, across * down)
    )
    energy = xx + yy
    share: Floats32 = np.sqrt((xx - yy) ** 2 + 4 * xy * xy) / (energy + np.float32(_FAINT))
    return share, energy + np.float32(1e-3)


def _local_pattern(brightness: Floats32, blur: float, radius: float) -> NDArray[np.int64]:
    """Codes each pixel by its ring of eight: how many are brighter, 0 to 8, or 9 for a mixed ring."""
    smooth = cv2.GaussianBlur(brightness, (0, 0), blur)
    rows, columns = smooth.shape
    brighter = []
    for eighth in range(8):
        angle = eighth * np.pi / 4
        shift = np.array([[1, 0, radius * np.cos(angle)], [0, 1, radius * np.sin(angle)]], np.float32)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        moved = cv2.warpAffine(smooth, shift, (columns, rows), flags=flags, borderMode=cv2.BORDER_REFLECT)
        brighter.append(moved > smooth + _NEIGHBOUR_STEP)
    ring = np.stack(brighter, -1).astype(np.int64)
    changes = np.abs(ring - np.roll(ring, 1, -1)).sum(-1)
    return np.where(changes <= 2, ring.sum(-1), 9)
