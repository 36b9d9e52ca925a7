"""Tells what in a drawing speaks against the outline that its centres give: sides and colours astray."""

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from vision.drawn_cells import Measured
from vision.drawn_centres import (
    AS_PAPER,
    LEAST_CONTRAST,
    NO_CENTRE,
    NO_LINE,
    Centres,
    Mask,
    beside,
    differences,
    rim,
    sides,
    spare_ones,
    without_centres,
)

Found = Iterator[tuple[int, int, str]]
"""x and y of a cell as measured, and what speaks against the outline there."""

_LINE: Final = 0.45
"""Above such a share of the usual clearness of a line there is one."""
_AS_CLEAR: Final = 0.7
_BEYOND: Final = 0.2
"""An outline stands alone where fewer of the sides just outside are as clear as such a share of its own."""
_PLAIN: Final = 0.6
"""The inside of a square is at most that uneven, as a share of how clear its sides are."""
_GROUND: Final = 75
"""Lines that are everywhere, as on squared paper, are as clear as so many percent of those outside."""
_RULED: Final = 0.1
"""Where they are less clear than such a share of the outline's there are none, and its own may be fainter."""


def doubts_about(cells: Measured, centres: Centres) -> Found:
    """Goes through what speaks against the outline round some centres."""
    yield from _astray(cells, centres)
    yield from _perhaps_centres(cells, centres)
    yield from _perhaps_holes(cells, centres)


def _astray(cells: Measured, centres: Centres) -> Found:
    """Go through the cells whose sides are not as the outline says."""
    drawn, clear = centres.drawn, centres.clear
    ground = min(_ground(cells, drawn), clear)
    faintest = (_LINE if ground > _RULED * clear else NO_LINE) * clear
    weakest = without_centres(cells, centres.at).weakest
    yield from _each(drawn & ~centres.at & (weakest < faintest), "a side of this square is hardly seen")
    yield from _each(drawn & ~cells.seen, "this square lies outside of the photo")
    yield from _lines_beyond(cells, drawn, clear)
    upright, level = sides(drawn)
    explained = upright[:, :-1] & upright[:, 1:] & level[:-1] & level[1:]
    least = max(_LINE * clear, (clear + ground) / 2 if ground > NO_LINE * clear else 0.0)
    closed = cells.seen & ~drawn & ~explained & (cells.weakest > least)
    closed &= cells.uneven < _PLAIN * cells.weakest
    yield from _each(_reached(closed, drawn), "this looks like a square, but has no centre beside it")


def _each(there: Mask, why: str) -> Found:
    for y, x in np.argwhere(there):
        yield int(x), int(y), why


def _ground(cells: Measured, drawn: Mask) -> float:
    """Return how clear lines are that are everywhere, as on squared paper."""
    upright, level = sides(drawn)
    seen = np.pad(cells.seen, 1)
    blank = np.concatenate([
        cells.upright[~upright & (seen[1:-1, :-1] & seen[1:-1, 1:])],
        cells.level[~level & (seen[:-1, 1:-1] & seen[1:, 1:-1])],
    ])  # fmt: skip
    return float(np.percentile(blank, _GROUND)) if len(blank) else 0.0


def _lines_beyond(cells: Measured, drawn: Mask, clear: float) -> Found:
    """Say so where lines as clear go on just outside: the outline is part of something else."""
    outside = np.pad(rim(drawn) & cells.seen, 1)
    across, down = outside[1:-1, :-1] & outside[1:-1, 1:], outside[:-1, 1:-1] & outside[1:, 1:-1]
    beyond = np.concatenate([cells.upright[across], cells.level[down]])
    if len(beyond) and (beyond > _AS_CLEAR * clear).mean() > _BEYOND:
        y, x = np.argwhere(drawn)[0]
        yield int(x), int(y), "lines go on beyond the outline"


def _reached(closed: Mask, drawn: Mask) -> Mask:
    """Return the closed cells that touch the outline, or touch others that do."""
    _, parts = cv2.connectedComponents((closed | drawn).astype(np.uint8), connectivity=8)
    result: Mask = closed & np.isin(parts, parts[drawn])
    return result


def _perhaps_centres(cells: Measured, centres: Centres) -> Found:
    """Go through the squares that may be centres: they differ from the squares beside them, in any light.

    One square beside them may be like them, where wild centres lie side by side.
    """
    squares = centres.drawn & ~centres.at
    fill, marks = (np.median(cells.colours[part], axis=0) for part in (squares, centres.at))
    to_fill, to_marks = (np.linalg.norm(cells.colours - colour, axis=2) for colour in (fill, marks))
    contrast = beside(differences(cells.colours), squares)[1]
    stands_out = (contrast > max(NO_CENTRE * centres.usual, LEAST_CONTRAST)) & (
        to_fill > NO_CENTRE * to_marks
    )
    yield from _each(squares & (stands_out | (to_marks < to_fill)), "this square is perhaps a centre")


def _perhaps_holes(cells: Measured, centres: Centres) -> Found:
    """Go through the centres that may be holes: all else would be the same, and paper is as dark."""
    paper = cells.colours[rim(centres.drawn) & cells.seen]
    spare = spare_ones(centres.at)
    if not len(paper) or not spare.any():
        return
    ground = np.median(paper, axis=0)
    needed = centres.at & ~spare
    marks = np.median(cells.colours[needed], axis=0) if needed.any() else ground
    told_apart = np.linalg.norm(marks - ground) > LEAST_CONTRAST
    to_paper, to_marks = (np.linalg.norm(cells.colours - colour, axis=2) for colour in (ground, marks))
    a_centre = told_apart & (to_marks < AS_PAPER * to_paper)
    a_hole = spare & (to_paper < AS_PAPER * centres.usual) & ~a_centre
    yield from _each(a_hole, "this is a centre or a hole")
