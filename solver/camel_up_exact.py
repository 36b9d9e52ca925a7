"""The exact odds of a round of Camel Up whose racing deck is known, while nobody acts but to reveal cards.

Dynamic programming from the first card to the last: a node is what is left of the deck together with where
the camels stand and which markers lie there, and carries in how many orders of the deck it is come to. Cards
of a kind are one, and orders that lead to the same node are counted together: of the 87 billion orders of 14
cards some hundred thousand nodes are left. The counts are whole numbers below 2**53, so they are exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.camel_up.cards import CAMELS, CRAZY, CRAZY_KINDS, counts_of
from games.camel_up.track import Stands
from solver.camel_up_moves import Start, Tables, move, place_counts, tables_of

Counts = NDArray[np.float64]

MOST_CARDS: Final = 18
"""With more, orders are too many to be counted exactly."""

_FEW: Final = 1
"""With so few cards left, going on is faster than looking for equal nodes."""

_STANDS: Final = 26 * 6
"""More than there are stands, in units of six heights a space."""


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
    stands: Stands, end: int, deck: Sequence[int], *, fennec: int = 0, shortcut: int = 0
) -> ExactRound:
    """Count how a round ends over all orders of a racing deck.

    Args:
        stands: where the camels stand.
        end: the finish line.
        deck: the kinds of the cards that are left, at most `MOST_CARDS`.
        fennec: the space of the fennec, 0 beside the track.
        shortcut: the same of the shortcut.

    Raises:
        ValueError: the deck has too many cards.
    """
    if len(deck) > MOST_CARDS:
        raise ValueError(f"expected at most {MOST_CARDS} cards; found {len(deck)}")
    counts = np.array(counts_of(deck))
    kinds = np.flatnonzero(counts)
    digits = np.cumprod(np.concatenate([[1], counts[kinds] + 1]))[:-1]
    crazy = int(digits[kinds < CRAZY_KINDS[0]] @ counts[kinds[kinds < CRAZY_KINDS[0]]]) + 1
    layer = _Layer(
        tables_of([Start(stands, end, fennec, shortcut)], 1),
        np.array([int(counts[kinds] @ digits)], np.int64),
        np.ones(1),
    )
    places, race_over, nodes = np.zeros((len(CAMELS) - 1,) * 2), 0.0, 1
    orders_left = float(np.prod(np.arange(1, len(deck) + 1, dtype=np.float64)))
    for left in range(len(deck), 0, -1):
        orders_left /= left
        layer = _revealed(layer, kinds, counts[kinds], digits)
        over = layer.tables.over
        race_over += orders_left * float(layer.weights[over].sum())
        ended = layer.of(over) if left > 1 else layer
        places += orders_left * place_counts(ended.tables.stands, ended.weights)
        nodes += len(layer.weights)
        if left > _FEW:
            layer = layer.of(~over) if over.any() else layer
            layer = _merged(_without_crazy(layer, crazy))
        elif left > 1 and over.any():
            layer = layer.of(~over)
    if not deck:
        places = place_counts(layer.tables.stands)
    orders = places[0].sum()
    return ExactRound(places, race_over, float(orders), nodes)


@dataclass(frozen=True, slots=True)
class _Layer:
    """All nodes after some cards.

    Attributes:
        tables: where the camels stand.
        left: (n,) what is left of the deck, a number with a digit for each kind.
        weights: (n,) how many orders of the cards so far lead there.
    """

    tables: Tables
    left: NDArray[np.int64]
    weights: Counts

    def of(self, columns: NDArray[np.intp] | NDArray[np.bool_]) -> "_Layer":
        """Return some of the nodes."""
        return _Layer(self.tables.of(columns), self.left[columns], self.weights[columns])


def _revealed(
    layer: _Layer, kinds: NDArray[np.intp], counts: NDArray[np.intp], digits: NDArray[np.intp]
) -> _Layer:
    """Return what comes of each node with each card that may be next, not merged yet."""
    of_kind = [layer.left // digit % (count + 1) for digit, count in zip(digits, counts, strict=True)]
    columns = [np.flatnonzero(left) for left in of_kind]
    further = layer.of(np.concatenate(columns))
    cards = np.repeat(kinds, [len(each) for each in columns])
    move(further.tables, cards)
    spent = np.repeat(digits, [len(each) for each in columns])
    choices = np.concatenate([left[each] for left, each in zip(of_kind, columns, strict=True)])
    return _Layer(further.tables, further.left - spent, further.weights * choices)


def _without_crazy(layer: _Layer, crazy: int) -> _Layer:
    """Take the crazy camel from the tables where it has no card left, as it can change nothing any more.

    Args:
        layer: the nodes; they change.
        crazy: the digit of the first kind of its cards.
    """
    stands = layer.tables.stands
    done = layer.left < crazy
    own = np.where(done, stands[CRAZY], np.uint8(0xFF))
    racing = stands[:CRAZY]
    racing -= ((racing > own) & (racing >> 3 == own >> 3)).view(np.uint8)
    stands[CRAZY][done] = 0
    return layer


def _merged(layer: _Layer) -> _Layer:
    """Return the layer with equal nodes as one."""
    tables = layer.tables
    keys = layer.left.astype(np.uint64)
    for stand in tables.stands:
        keys = keys * np.uint64(_STANDS) + ((stand >> 3) * np.uint64(6) + (stand & 7))
    for marker in (tables.fennec, tables.shortcut):
        if marker is not None:
            keys = 2 * keys + (marker != 0)
    order = np.argsort(keys)
    ordered = keys[order]
    first = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    if not len(ordered):
        return layer
    merged = layer.of(order[first])
    return _Layer(merged.tables, merged.left, np.add.reduceat(layer.weights[order], first))
