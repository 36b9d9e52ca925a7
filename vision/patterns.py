"""Which squares bear the same pattern, and which centres the same symbol, however they are turned.

A pattern square has no orientation and may be any crop of its print, so patterns are compared by colour and
texture. A centre's symbol is the same print on every card of a deck, so symbols are compared as pictures,
at the four turns.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import CENTRE_SQUARE, Floats32, by_squares, normalised, opponent_channels
from vision.geometry import Floats
from vision.photo import Pixels

_SIDE_PX: Final = 48
"""Squares are described at this size, as sharp as the smallest in a usable photo."""
_INSET_PX: Final = 5
"""A tenth of a square on each side may bear a separator or a neighbour's edge."""
_COLOUR_BINS: Final = (6, 8, 8)
_COLOUR_RANGE: Final = ((0.0, 256.0), (88.0, 168.0), (88.0, 168.0))
"""Lab as OpenCV gives it for 8 bits; colours beyond the range count with the outermost bin."""
_COLOUR_WEIGHT: Final = 0.7
"""Against 1 for each of the three kinds of texture: decks may differ in few hues and many prints, or the
reverse."""
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
_SYMBOL_PX: Final = 32


def balanced(pictures: Sequence[Pixels], photos: Sequence[int]) -> list[Pixels]:
    """Brings cards photographed in different light to the same mean colour, photo by photo.

    Args:
        pictures: the cards.
        photos: the photo each is from.

    Returns:
        The cards with each channel multiplied by one gain a photo.
    """
    means = np.array([np.log(picture.reshape(-1, 3).mean(0) + 1) for picture in pictures])
    photo = np.array(photos)
    gains = {number: np.exp(means.mean(0) - means[photo == number].mean(0)) for number in set(photos)}
    return [
        np.clip(picture * gains[number], 0, 255).astype(np.uint8)
        for picture, number in zip(pictures, photos, strict=True)
    ]


def pattern_features(picture: Pixels) -> Floats:
    """Describes the nine squares of a card, (9, n); the distance of two rows tells how unlike they are.

    Histograms of colour, of how busy the print is, of how far it runs in one direction (coherence of the
    structure tensor: stripes against blots) and of rotation-invariant local binary patterns, each as square
    roots of shares, so that Euclidean distances are Hellinger's.
    """
    small = cv2.resize(picture, (3 * _SIDE_PX, 3 * _SIDE_PX), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    brightness = lab[:, :, 0]
    busy = [_digits(_gradient(brightness, scale), _BUSY_EDGES) for scale in _BUSY_SCALES]
    directed = [_coherence(brightness, scale) for scale in _COHERENCE_SCALES]
    local = [_local_pattern(brightness, blur, radius) for blur, radius in _NEIGHBOUR_RINGS]
    even = np.ones_like(brightness)
    maps = [(digits, even, len(_BUSY_EDGES) + 1) for digits in busy]
    maps += [
        (_digits(share, _COHERENCE_EDGES), energy, len(_COHERENCE_EDGES) + 1) for share, energy in directed
    ]
    maps += [(codes, even, 10) for codes in local]
    rows = []
    for row in range(3):
        for column in range(3):
            window = (_inner(row), _inner(column))
            parts = [_COLOUR_WEIGHT * _colour_histogram(lab[window].reshape(-1, 3))]
            parts += [_histogram(digits[window], energy[window], bins) for digits, energy, bins in maps]
            rows.append(np.concatenate(parts))
    return np.array(rows)


def _inner(index: int) -> slice:
    return slice(index * _SIDE_PX + _INSET_PX, (index + 1) * _SIDE_PX - _INSET_PX)


def _digits(values: Floats32, edges: Sequence[float]) -> NDArray[np.int64]:
    return np.digitize(values, edges)


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
    """Returns how far edges within `scale` pixels run one way, 0 to 1, and their energy."""
    across, down = _slopes(brightness, 1.0)
    xx, yy, xy = (
        cv2.GaussianBlur(product, (0, 0), scale) for product in (across * across, down * down, across * down)
    )
    energy = xx + yy
    share: Floats32 = np.sqrt((xx - yy) ** 2 + 4 * xy * xy) / (energy + np.float32(_FAINT))
    return share, energy


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


def _histogram(digits: NDArray[np.int64], weights: Floats32, bins: int) -> Floats:
    """Returns the square roots of the digits' shares, with a third's weight: each kind has three scales."""
    counts = np.bincount(digits.ravel(), weights=weights.ravel() + 1e-3, minlength=bins)
    shares: Floats = np.sqrt(counts / counts.sum() / 3)
    return shares


def _colour_histogram(colours: Floats32) -> Floats:
    """Returns the square roots of the shares of colours, smoothed over neighbouring bins."""
    low, high = np.array(_COLOUR_RANGE).T
    inside = np.clip(colours, low, high - 1e-3)
    counts, _ = np.histogramdd(inside, bins=_COLOUR_BINS, range=_COLOUR_RANGE)
    for axis in range(3):
        padded = np.pad(counts, [(1, 1) if number == axis else (0, 0) for number in range(3)], mode="edge")
        before, after = np.delete(padded, [-1, -2], axis), np.delete(padded, [0, 1], axis)
        counts = 0.5 * counts + 0.25 * (before + after)
    shares: Floats = np.sqrt(counts.ravel() / counts.sum())
    return shares


def symbol_likeness(pictures: Sequence[Pixels]) -> Floats:
    """Compares the centres of cards.

    Args:
        pictures: the cards, as photographed.

    Returns:
        (4, cards, cards) correlation of card b, turned clockwise by the first index, with card a as it is.
    """
    centres = []
    for picture in pictures:
        small = cv2.resize(picture, (3 * _SYMBOL_PX, 3 * _SYMBOL_PX), interpolation=cv2.INTER_AREA)
        squares = by_squares(opponent_channels(small))
        centres.append(squares[CENTRE_SQUARE].reshape(_SYMBOL_PX, _SYMBOL_PX, 3))
    inset = _SYMBOL_PX // 10
    inner = [centre[inset:-inset, inset:-inset] for centre in centres]
    turned = [np.stack([_unit(np.rot90(centre, -turn)) for centre in inner]) for turn in range(4)]
    return np.stack([turned[0] @ turned[turn].T for turn in range(4)]).astype(np.float64)


def _unit(square: Floats32) -> Floats32:
    flat = square.reshape(1, -1, square.shape[-1])
    unit: Floats32 = normalised(flat)[0][0]
    return unit


def distances(features: Floats) -> Floats:
    """Returns the (n, n) Euclidean distances of (n, d) features."""
    squared = (features * features).sum(1)
    result: Floats = np.sqrt(np.maximum(squared[:, None] + squared[None] - 2 * features @ features.T, 0))
    return result


def clustered(distance: Floats, count: int | None, *, least: int = 3, most: int = 14) -> list[int]:
    """Groups items so that the spread within groups grows least (Ward's linkage).

    Args:
        distance: (n, n) symmetric, Euclidean.
        count: how many groups; None to cut where the cost of joining jumps most.
        least: fewest groups where `count` is None.
        most: most groups where `count` is None.

    Returns:
        Each item's group, numbered by first appearance.
    """
    size = len(distance)
    joins = _ward_joins(distance)
    if count is None:
        cost = np.array([join[2] for join in joins])
        choices = range(min(least, size - 1), min(most, size - 1) + 1)
        count = max(choices, key=lambda groups: cost[size - groups] / max(cost[size - groups - 1], 1e-9))
    group = list(range(size))
    for one, two, _ in joins[: size - count]:
        gone, kept = group[two], group[one]
        group = [kept if own == gone else own for own in group]
    order = list(dict.fromkeys(group))
    return [order.index(own) for own in group]


def _ward_joins(distance: Floats) -> list[tuple[int, int, float]]:
    """Joins the two nearest groups again and again: the two, and the cost (Lance and Williams' update)."""
    size = len(distance)
    cost = distance.astype(np.float64) ** 2
    np.fill_diagonal(cost, np.inf)
    members = np.ones(size)
    joins = []
    for _ in range(size - 1):
        one, two = (int(index) for index in np.unravel_index(int(cost.argmin()), cost.shape))
        height = float(cost[one, two])
        joins.append((one, two, height))
        total = members[one] + members[two] + members
        gone = np.isinf(cost[one])
        with np.errstate(invalid="ignore"):
            mixed = (members[one] + members) * cost[one] + (members[two] + members) * cost[two]
            mixed = (mixed - members * height) / total
        mixed[gone] = np.inf
        mixed[[one, two]] = np.inf
        cost[one], cost[:, one] = mixed, mixed
        cost[two], cost[:, two] = np.inf, np.inf
        members[one] += members[two]
    return joins
