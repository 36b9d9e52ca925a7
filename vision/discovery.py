"""Finds out what a deck is without a deck file: which squares bear one pattern, which cards one symbol."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from vision.centres import decks_of
from vision.clusters import Labels, grouped, nearness, support
from vision.comparing import RING
from vision.sightings import Seen

_DOUBTFUL: Final = 0.5
"""A square is doubtful when it is so much like another pattern, compared with its own: of decks of many kinds
one square in 400 is, and with them most that are taken for another pattern."""
_SPOILT: Final = 0.05
"""A square is doubtful, too, when it is so much less like its own pattern than that pattern's squares are."""
_CLOSE: Final = 0.3
"""Two patterns are said to be close when a quarter of their squares are so much like the other."""


@dataclass(frozen=True, slots=True, eq=False)
class Discovery:
    """What a deck is, with patterns and decks by number.

    Attributes:
        patterns: (cards, 8) the pattern of each square of the ring.
        decks: the deck of each card.
        doubts: card, place in the ring and the reason in one sentence, for each square that is not sure.
        warnings: what the user should know, each in one sentence.
    """

    patterns: Labels
    decks: tuple[int, ...]
    doubts: tuple[tuple[int, int, str], ...]
    warnings: tuple[str, ...]


def discovered(seen: Seen) -> Discovery:
    """Finds out the patterns and the decks of cards."""
    patterns = grouped(seen.likeness, seen.photos)
    decks = decks_of(seen.symbols.max(0))
    return Discovery(
        patterns.reshape(-1, len(RING)),
        tuple(decks),
        tuple(_doubts(seen, patterns)),
        (*_close(nearness(seen.likeness.texture, patterns)), *_uneven(decks)),
    )


def pattern_name(pattern: int) -> str:
    """Returns what a pattern is called until its owner renames it."""
    return f"pattern-{pattern + 1}"


def deck_name(deck: int) -> str:
    """Returns what a deck is called until its owner renames it."""
    return f"deck-{deck + 1}"


def _doubts(seen: Seen, patterns: Labels) -> list[tuple[int, int, str]]:
    """Lists the squares that may bear another pattern than they were given."""
    like = support(seen.likeness.whole, patterns)
    rows = np.arange(len(like))
    own = like[rows, patterns]
    usual = np.array([np.median(own[patterns == pattern]) for pattern in range(like.shape[1])])
    like[rows, patterns] = 0
    doubts = []
    for square, (pattern, rival) in enumerate(zip(patterns, like.argmax(1), strict=True)):
        if like[square, rival] > _DOUBTFUL * own[square]:
            why = f"it looks almost as much like {pattern_name(rival)} as like {pattern_name(pattern)}"
        elif own[square] <= _SPOILT * usual[pattern]:
            why = f"it is seen badly, and only faintly like {pattern_name(pattern)}"
        else:
            continue
        doubts.append((*divmod(square, len(RING)), why))
    return doubts


def _close(near: np.ndarray) -> list[str]:
    return [
        f"{pattern_name(one)} and {pattern_name(other)} look much alike; see whether they are two patterns"
        for one, other in combinations(range(len(near)), 2)
        if near[one, other] > _CLOSE
    ]


def _uneven(decks: Sequence[int]) -> list[str]:
    count = np.bincount(decks)
    if len(set(count.tolist())) < 2:
        return []
    sizes = ", ".join(f"{deck_name(deck)} has {size}" for deck, size in enumerate(count))
    return [f"a card may be missing or there twice, since decks differ in size: {sizes}"]
