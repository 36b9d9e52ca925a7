"""Compares all squares of all cards that were photographed, whatever the light they lay in."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.appearance import CENTRE_SQUARE, SQUARES, Floats32
from vision.clusters import Likeness, neighbours
from vision.geometry import Floats
from vision.light import without_veil
from vision.patterns import described, likeness
from vision.photo import Pixels

RING: Final = tuple(index for index in range(SQUARES) if index != CENTRE_SQUARE)
"""The places of a card's pattern squares, row by row."""
_VEILS: Final = (0.04, 0.09, 0.16, 0.26, 0.4, 0.6)
"""Shares of white that a reflection may add; the steps change a dark square by as much as is seen."""
_PERHAPS_VEILED: Final = 0.1
"""Share of squares, the least like any others, that may lie under a reflection."""
_FEW: Final = 3
"""How many others a square is like when it is not veiled."""
_OTHER_CROP: Final = 0.2
"""What the likeness of two squares is worth that are not the same picture: where prints have crops, they
are not, whether of one pattern or two."""
_STRANGE: Final = 0.07
"""A card whose squares are so much less like the others' than is usual is none of them: a card under glare
has 0.08, a card of another game, or one that shows its other face, 0.06."""
_KIN: Final = 4
"""How many cards bear a square's pattern at least."""


def compared(pictures: Sequence[Pixels], photos: Sequence[int], prints: Floats) -> Likeness:
    """Compares the pattern squares of cards.

    The squares that are least like any others are compared with a veil of light taken off, too. Squares from
    one photo are in one light, good or bad, so only squares of different photos are compared; where one photo
    has most cards, squares of different cards.

    Args:
        pictures: the cards, in one light (`light.in_one_light`).
        photos: the photo each is from.
        prints: (4, 8 cards, 8 cards) correlation of the squares as pictures.

    Returns:
        The likeness of the 8 pattern squares of each card, card by card, row by row.
    """
    apart = _apart(photos)
    texture = _textures(np.concatenate([_ring(picture) for picture in pictures]), pictures, apart)
    same = np.maximum(prints.max(0), 0)
    same = np.maximum(same, same.T) ** 4
    return Likeness(texture, texture * (_OTHER_CROP + same) / (_OTHER_CROP + 1))


def strangers(texture: Floats) -> list[int]:
    """Returns the cards whose squares are like hardly any others: they are something else."""
    size = len(texture)
    by_card = texture.reshape(size, -1, len(RING)).max(2)
    kin = min(_KIN, neighbours(size))
    known = np.median(-np.sort(-by_card, axis=1)[:, kin - 1].reshape(-1, len(RING)), axis=1)
    return [int(card) for card in np.flatnonzero(known < _STRANGE * np.median(known))]


def _ring(picture: Pixels) -> Floats32:
    squares: Floats32 = described(picture)[list(RING)]
    return squares


def _textures(squares: Floats32, pictures: Sequence[Pixels], apart: NDArray[np.bool_]) -> Floats:
    """Returns how alike squares are by texture, perhaps without veils."""
    like = _mutual(squares, squares) * apart
    usual = -np.sort(-like, axis=1)[:, :_FEW].mean(1)
    faint = np.sort(np.argsort(usual, kind="stable")[: max(1, int(_PERHAPS_VEILED * len(usual)))])
    cards, place = np.unique(faint // len(RING)), faint % len(RING)
    row = np.searchsorted(cards, faint // len(RING))
    for veil in _VEILS:
        cleared = np.stack([_ring(without_veil(pictures[card], veil)) for card in cards])[row, place]
        again = _mutual(cleared, squares) * apart[faint]
        like[faint] = np.maximum(like[faint], again)
        like[:, faint] = np.maximum(like[:, faint], again.T)
    return like


def _mutual(some: Floats32, others: Floats32) -> Floats:
    one_way = likeness(some, others)
    other_way = one_way.T if some is others else likeness(others, some).T
    both: Floats = (one_way + other_way) / 2
    return both


def _apart(photos: Sequence[int]) -> NDArray[np.bool_]:
    """Tells for squares which are to be compared, (n, n)."""
    mostly_one = np.bincount(photos).max() > len(photos) / 2
    sources = np.repeat(np.arange(len(photos)) if mostly_one else photos, len(RING))
    result: NDArray[np.bool_] = sources[:, None] != sources
    return result
