"""Which cards' centres bear the same symbol, and how they are turned.

A deck's symbol is the same print on each of its cards, so centres are compared as pictures, at the four
turns and a little moved, since a card is never cut out of its photo exactly.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.appearance import CENTRE_SQUARE
from vision.clusters import clustered, ward_joins
from vision.geometry import Floats
from vision.photo import Pixels
from vision.pictures import correlation, squares_of

_SIDE_PX: Final = 32
_INSET_PX: Final = 3
"""A tenth of the centre on each side may bear a separator or a neighbour's edge."""
_REACH_PX: Final = 3
"""A card may be cut out wrongly by this, a thirtieth of its side."""
_ONE_SYMBOL: Final = 0.7
"""When most centres are as alike as this, all the cards are of one deck."""
_SURELY_ONE: Final = 0.25
"""What two symbols lack of being alike, when they are surely one; less counts no more."""
_EVENNESS: Final = 4
"""How much is asked of a jump in cost that would leave decks of different sizes, as a power of the share of
places filled when all were as large as the largest: glare on a symbol makes a deck of one card."""


def symbol_likeness(pictures: Sequence[Pixels]) -> Floats:
    """Compares the centres of cards.

    Args:
        pictures: the cards, as photographed.

    Returns:
        (4, cards, cards) correlation of card b, turned clockwise by the first index, with card a as it is.
    """
    centres = np.stack([squares_of(picture, _SIDE_PX)[CENTRE_SQUARE] for picture in pictures])
    return correlation(centres, _REACH_PX, _INSET_PX)


def decks_of(likeness: Floats) -> list[int]:
    """Groups cards by their symbols; decks of one game have as many cards each, but for a few.

    Args:
        likeness: (cards, cards) at the best turn, as `symbol_likeness`.

    Returns:
        Each card's deck, numbered by first appearance.
    """
    pairs = likeness[np.triu_indices(len(likeness), 1)]
    if not len(pairs) or np.median(pairs) > _ONE_SYMBOL:
        return [0] * len(likeness)
    unlike = np.maximum(1 - (likeness + likeness.T) / 2, 0)
    cost = [max(height, _SURELY_ONE**2) for _, _, height in ward_joins(unlike)]
    choices = [clustered(unlike, count) for count in range(2, max(2, len(likeness) // 2) + 1)]
    return max(choices, key=lambda decks: _jump(cost, decks) * _even(decks) ** _EVENNESS)


def _jump(cost: Sequence[float], decks: Sequence[int]) -> float:
    """Returns how much more the next joining would cost than the last."""
    done = len(decks) - 1 - max(decks)
    return cost[done] / (cost[done - 1] if done else _SURELY_ONE**2)


def _even(decks: Sequence[int]) -> float:
    sizes = np.bincount(decks)
    return len(decks) / float(len(sizes) * sizes.max())
