"""The exact odds of a round of Camel Up whose racing deck is known, while nobody acts but to reveal cards.

Dynamic programming from the first card to the last: a node is what is left of the deck together with where
the camels stand and which markers lie there, and carries in how many orders of the deck it is come to. Cards
of a kind are one, and orders that lead to the same node are counted together: of the 87 billion orders of 14
cards some hundred thousand nodes are left. The counts are whole numbers below 2**53, so they are exact.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.camel_up.cards import CAMELS, CRAZY, CRAZY_KINDS, counts_of
from games.camel_up.track import Stands
from solver.camel_up_moves import Start, Tables, move, place_counts, tables_of

Counts = NDArray[np.float64]

MOST_CARDS: Final = 18
"""With more, the counts of orders are no longer whole numbers below 2**53."""

MOST_MOVES: Final = 10_000_000
"""What is worth waiting for: some two seconds, and less than half a gigabyte."""

_HEIGHTS: Final = 6
"""As many heights as a stack has at most."""

_STANDS: Final = np.uint64(26 * _HEIGHTS)
"""Places and heights of a camel, with the finish line of the longest track."""


@dataclass(frozen=True, slots=True)
class ExactRound:
    """How a round ends, counted over all orders of its racing deck.

    Attributes:
        places: (5, 5) in how many orders each racing camel has each place.
        race_over: in how many the race ends with the round.
        orders: how many there are.
        nodes: how many nodes were visited.
    """

    places: Counts
    race_over: float
    orders: float
    nodes: int


def exact_round(
    stands: Stands,
    end: int,
    deck: Sequence[int],
    *,
    fennec: int = 0,
    shortcut: int = 0,
    most_moves: float = math.inf,
) -> ExactRound | None:
    """Count how a round ends over all orders of a racing deck; None where that would be too much.

    Time and memory go with the moves, a card on a node each. They are counted kind by kind before nodes are
    merged, so a deck that is too hard is given up before it fills the memory.

    Args:
        stands: where the camels stand.
        end: the finish line.
        deck: the kinds of the cards that are left; more than `MOST_CARDS` are too many.
        fennec: the space of the fennec, 0 beside the track.
        shortcut: the same of the shortcut.
        most_moves: how many moves are made at most.
    """
    if len(deck) > MOST_CARDS:
        return None
    counts = np.array(counts_of(deck))
    kinds = np.flatnonzero(counts)
    deal = _Deal(kinds, counts[kinds], np.cumprod(np.concatenate([[1], counts[kinds] + 1]))[:-1], end)
    tables = tables_of([Start(stands, end, fennec, shortcut)], 1)
    left, weights = np.array([int(deal.counts @ deal.digits)], np.int64), np.ones(1)
    places, race_over, nodes = np.zeros((CRAZY, CRAZY)), 0.0, 1
    moves = 0
    further = math.factorial(len(deck))  # orders of what is left, for each order so far
    for cards in range(len(deck), 0, -1):
        further //= cards
        keys: list[NDArray[np.uint64]] = []
        parts: list[Counts] = []
        for after, rest, ways in _revealed(deal, tables, left, weights):
            moves += len(rest)
            if moves > most_moves:
                return None
            over = after.over
            ended = over if cards > 1 else np.ones_like(over)
            places += further * place_counts(after.stands[:, ended], ways[ended])
            race_over += further * float(ways[over].sum())
            _take_crazy(after, rest < deal.crazy)
            keys.append(_packed(after, rest)[~ended])
            parts.append(ways[~ended])
        packed, weights = _merged(np.concatenate(keys), np.concatenate(parts))
        tables, left = _unpacked(packed, tables, end)
        nodes += len(packed)
    if not deck:
        places = place_counts(tables.stands)
    return ExactRound(places, race_over, float(places[0].sum()), nodes)


@dataclass(frozen=True, slots=True)
class _Deal:
    """A racing deck as numbers with a digit for each kind of card.

    Attributes:
        kinds: the kinds of cards, those of the crazy camel last.
        counts: how many there are of each.
        digits: what a card of each kind counts in such a number.
        end: the finish line.
    """

    kinds: NDArray[np.intp]
    counts: NDArray[np.intp]
    digits: NDArray[np.intp]
    end: int

    @property
    def crazy(self) -> int:
        """The least number of a deck that has a card of the crazy camel."""
        racing = self.kinds < CRAZY_KINDS[0]
        return int(self.counts[racing] @ self.digits[racing]) + 1


def _revealed(
    deal: _Deal, tables: Tables, left: NDArray[np.int64], weights: Counts
) -> Iterator[tuple[Tables, NDArray[np.int64], Counts]]:
    """Go through what comes of all nodes that have a card of a kind left when it is next, kind by kind."""
    for kind, count, digit in zip(deal.kinds, deal.counts, deal.digits, strict=True):
        copies = left // digit % (count + 1)
        columns = np.flatnonzero(copies)
        after = tables.of(columns)
        move(after, np.full(len(columns), kind))
        yield after, left[columns] - digit, weights[columns] * copies[columns]


def _take_crazy(tables: Tables, done: NDArray[np.bool_]) -> None:
    """Take the crazy camel from the tables where it has no card left: it can change no place any more."""
    racing, crazy = tables.stands[:CRAZY], tables.stands[CRAZY]
    own = np.where(done, crazy, np.uint8(0xFF))
    racing -= ((racing > own) & (racing >> 3 == own >> 3)).view(np.uint8)
    crazy[done] = 0


def _packed(tables: Tables, left: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return nodes as single numbers."""
    keys = left.astype(np.uint64)
    for stand in tables.stands:
        keys = keys * _STANDS + ((stand >> 3) * np.uint64(_HEIGHTS) + (stand & 7))
    for marker in (tables.fennec, tables.shortcut):
        if marker is not None:
            keys = 2 * keys + (marker != 0)
    return keys


def _unpacked(keys: NDArray[np.uint64], before: Tables, end: int) -> tuple[Tables, NDArray[np.int64]]:
    """Return the tables of nodes and what is left on each; markers lie where they did, or nowhere."""
    tables = Tables(np.empty((len(CAMELS), len(keys)), np.uint8), np.full(len(keys), end << 3, np.uint8))
    for marker in ("shortcut", "fennec"):
        spaces = getattr(before, marker)
        if spaces is not None:
            keys, out = np.divmod(keys, np.uint64(2))
            setattr(tables, marker, out.astype(np.uint8) * spaces.max(initial=0))
    for camel in reversed(range(len(CAMELS))):
        keys, stand = np.divmod(keys, _STANDS)
        space, height = np.divmod(stand.astype(np.uint8), np.uint8(_HEIGHTS))
        tables.stands[camel] = (space << 3) + height
    return tables, keys.astype(np.int64)


def _merged(keys: NDArray[np.uint64], weights: Counts) -> tuple[NDArray[np.uint64], Counts]:
    """Return equal nodes as one, with the sum of their weights."""
    if not len(keys):
        return keys, weights
    order = np.argsort(keys)
    keys = keys[order]
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return keys[first], np.add.reduceat(weights[order], first)
