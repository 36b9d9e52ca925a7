"""Moves of many tables of Camel Up at once: what `games.camel_up.track` does for one, in arrays.

A column is a table. Stands, and spaces times eight, are bytes, so that the processor takes dozens of tables
at a time; a loop over the six camels is all that is left of the rules' case by case.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.camel_up.cards import CAMEL_OF, CAMELS, CRAZY, STEPS_OF
from games.camel_up.track import Stands

Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]

_SPACE: Final = np.uint8(0xF8)
"""The bits of a stand that tell the space; the others are the height."""

_CAMEL_OF: Final = np.array(CAMEL_OF, np.int8)
_STEPS_OF: Final = np.array(STEPS_OF, np.uint8) << 3


@dataclass(slots=True)
class Tables:
    """Many tables.

    Attributes:
        stands: (6, n) where the camels stand.
        end: (n,) the finish line, times eight.
        fennec: (n,) the space of the fennec, times eight, 0 beside the track; None if it is on no table.
        shortcut: (n,) the same of the shortcut.
    """

    stands: Bytes
    end: Bytes
    fennec: Bytes | None = None
    shortcut: Bytes | None = None

    @property
    def over(self) -> Mask:
        """(n,) whether a racing camel has crossed the finish line."""
        return _each(np.maximum, self.stands[:CRAZY]) >= self.end

    def of(self, columns: NDArray[np.intp] | Mask | slice) -> "Tables":
        """Return some of the tables, copied."""
        fennec, shortcut = self.fennec, self.shortcut
        return Tables(
            self.stands[:, columns],
            self.end[columns],
            None if fennec is None else fennec[columns],
            None if shortcut is None else shortcut[columns],
        )


class Start(NamedTuple):
    """A table as `games.camel_up` has it; spaces are counted along the track.

    Attributes:
        stands: where the camels stand.
        end: the finish line.
        fennec: the space of the fennec, 0 beside the track.
        shortcut: the same of the shortcut.
    """

    stands: Stands
    end: int
    fennec: int = 0
    shortcut: int = 0


def tables_of(starts: Sequence[Start], count: int) -> Tables:
    """Return some tables, each so many times over: first all of the first, and so on."""

    def spaces(found: list[int]) -> Bytes:
        return np.repeat(np.array(found, np.uint8) << 3, count)

    fennec, shortcut = [each.fennec for each in starts], [each.shortcut for each in starts]
    return Tables(
        np.repeat(np.array([each.stands for each in starts], np.uint8).T, count, axis=1),
        spaces([each.end for each in starts]),
        spaces(fennec) if any(fennec) else None,
        spaces(shortcut) if any(shortcut) else None,
    )


def move(tables: Tables, cards: NDArray[np.integer]) -> None:
    """Move on each table the camel of a card; where the race is over, nothing moves.

    Args:
        tables: the tables; they change.
        cards: (n,) the kind of card of each, 0 for none.
    """
    stands, end = tables.stands, tables.end
    camel, steps = _CAMEL_OF[cards], _STEPS_OF[cards]
    camel[tables.over] = -1
    movers = [camel == each for each in range(len(CAMELS))]
    own = np.zeros_like(end)
    for each, moves in enumerate(movers):
        own |= np.where(moves, stands[each], np.uint8(0))
    space = own & _SPACE
    going = [
        moves | ((stand >= own) & (stand & _SPACE == space) & (own != 0))
        for moves, stand in zip(movers, stands, strict=True)
    ]
    crazy = movers[CRAZY]
    ridden = _each(np.logical_or, going[:CRAZY]) & crazy  # ruling rider-on-crazy
    steps = steps + (ridden.astype(np.uint8) << 3)
    back = np.maximum(space, steps + np.uint8(8)) - steps  # ruling lower-bound
    target = np.where(crazy, back, np.minimum(space + steps, end))
    beneath = _affected(tables, target, crazy)
    there = [~goes & (stand & _SPACE == target) for goes, stand in zip(going, stands, strict=True)]
    on_track = target != 0
    below = _each(np.add, [each.view(np.uint8) for each in there])
    shift = target - own + np.where(on_track & ~beneath, below, np.uint8(0))
    group = _each(np.add, [each.view(np.uint8) for each in going])
    raised = np.where(on_track & beneath, group, np.uint8(0))
    for each in range(len(CAMELS)):
        stands[each] += np.where(going[each], shift, np.where(there[each], raised, np.uint8(0)))
    _return_passed(tables)


def _affected(tables: Tables, target: Bytes, crazy: Mask) -> Mask:
    """Have the markers take effect that groups land on; `target` changes. Return which groups go beneath."""
    beneath = np.zeros_like(crazy)
    if tables.fennec is None and tables.shortcut is None:
        return beneath
    for _ in range(2):  # two markers, each of which is hit once at most
        if tables.shortcut is not None:
            hit = (target == tables.shortcut) & (target != 0)
            further = np.where(crazy, np.maximum(target, 16) - np.uint8(8), target + np.uint8(8))
            target[hit] = further[hit]
            tables.shortcut[hit] = 0
            beneath &= ~hit
        if tables.fennec is not None:
            hit = (target == tables.fennec) & (target != 0)
            further = np.where(crazy, target + np.uint8(8), target - np.uint8(8))
            target[hit] = further[hit]
            tables.fennec[hit] = 0
            beneath |= hit
    return beneath


def _return_passed(tables: Tables) -> None:
    if tables.fennec is None and tables.shortcut is None:
        return
    last = _each(np.minimum, tables.stands[:CRAZY]) & _SPACE
    for marker in (tables.fennec, tables.shortcut):
        if marker is not None:
            marker[marker < last] = 0


def _each(operation: np.ufunc, rows: Iterable[NDArray[Any]]) -> NDArray[Any]:
    """Reduce rows one after the other, which is many times faster than along the first axis of an array."""
    found: NDArray[Any] = reduce(operation, rows)
    return found


def places_on(stands: Bytes) -> NDArray[np.intp]:
    """Return (5, n) the place of each racing camel, 0 to 4; camels in front of the banner are all last."""
    racing = stands[:CRAZY]
    places = np.zeros(racing.shape, np.intp)
    for each in range(CRAZY):
        places[each] = _each(np.add, [(other > racing[each]).view(np.uint8) for other in racing])
    places[racing == 0] = CRAZY - 1
    return places


def place_counts(stands: Bytes, weights: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Return (5, 5) on how many tables, or with what weight, each racing camel has each place."""
    return np.array(
        [np.bincount(own, weights, minlength=CRAZY) for own in places_on(stands)], dtype=np.float64
    )
