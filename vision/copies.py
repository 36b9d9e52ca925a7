"""Cards that were photographed more than once: which they are, and the better picture of each square."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.appearance import TURNED_SQUARES
from vision.comparing import RING
from vision.geometry import Floats

_SAME_CARD: Final = 0.7
"""Mean correlation of the squares of two pictures of a card at least; of cards of one deck, with few patterns
that are much alike, up to 0.8."""
_OTHER_SQUARE: Final = 0.6
"""Pictures of one square correlate better than this, in spite of blur and glare …"""
_MOST_SPOILT: Final = 1
"""… but for so many: cards of one deck differ in three squares and more."""
_SAME_SYMBOL: Final = 0.5
"""Correlation of two pictures of one centre at least; it may be spoilt, and the squares tell more."""

Turns = NDArray[np.int64]


def copies(prints: Floats, symbols: Floats, photos: Sequence[int]) -> Turns:
    """Tells which pictures are of one card.

    Args:
        prints: (4, 8 n, 8 n) as `pictures.correlation` of the n cards' pattern squares.
        symbols: (4, n, n) the same of their centres.
        photos: the photo each is from; no photo has a card twice.

    Returns:
        (n, n) how often card b has to be turned clockwise to lie as card a; -1 for different cards.
    """
    alike = on_each_other(prints)
    same = (alike.mean(3) > _SAME_CARD) & ((alike < _OTHER_SQUARE).sum(3) <= _MOST_SPOILT)
    same &= symbols > _SAME_SYMBOL
    same &= np.not_equal.outer(photos, photos)
    turn = np.where(same, alike.mean(3), -1).argmax(0)
    return np.where(same.any(0), turn, -1)


def together(turns: Turns) -> list[list[int]]:
    """Returns the cards, each as the list of its pictures, in the order of the first."""
    left = list(range(len(turns)))
    cards = []
    while left:
        card = [left[0]]
        for one in card:
            card += [other for other in left if turns[one, other] >= 0 and other not in card]
        left = [one for one in left if one not in card]
        cards.append(sorted(card))
    return cards


def on_each_other(prints: Floats) -> Floats:
    """Returns how alike the squares are that lie on each other.

    Args:
        prints: (4, 8 n, 8 n) as `pictures.correlation` of the n cards' pattern squares.

    Returns:
        (4, n, n, 8) card b, turned clockwise by the first index, on card a.
    """
    count = prints.shape[1] // len(RING)
    by_card = prints.reshape(4, count, len(RING), count, len(RING))
    return np.stack([_at_turn(by_card[turn], turn) for turn in range(4)])


def _at_turn(prints: Floats, turn: int) -> Floats:
    places = [RING.index(TURNED_SQUARES[turn][place]) for place in RING]
    alike: Floats = prints[:, np.arange(len(RING)), :, places].transpose(1, 2, 0)
    return alike
