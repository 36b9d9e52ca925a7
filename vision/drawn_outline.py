"""Tells from measured cells which of them a puzzle card shows: its centres, and with them its squares.

Every square of an outline belongs to a card that lies round a centre, so that the centres alone give the
outline; whether lines are drawn just where it says so, and nowhere else, is the proof. What speaks against
it is a doubt, with the cell that shows it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from games.camouflage import Cell
from puzzles import Outline
from puzzles.outline import covered
from vision.drawn_cells import Measured
from vision.geometry import Floats

Mask = NDArray[np.bool_]

_LIKE_IT: Final = 2
"""So many of the eight cells round a centre may be centres themselves, where they are wild."""
_LEAST_CONTRAST: Final = 10.0
"""From the colour of the squares round it; 2 is just visible."""
_CENTRE: Final = 0.6
_NO_CENTRE: Final = 0.35
"""Shares of the usual contrast of a centre: above the one it is a centre, below the other none."""
_FILLED: Final = 0.6
"""The inside of a centre is at most that uneven, as a share of its contrast; letters are more."""
_LEAST_LINE: Final = 5.0
_LINE: Final = 0.45
_NO_LINE: Final = 0.35
"""Shares of the usual clearness of a line: above the one there is a line, below the other none."""
_AS_CLEAR: Final = 0.7
_BEYOND: Final = 0.2
"""An outline stands alone where fewer of the sides just outside are as clear as such a share of its own."""
_FULL_LINE: Final = 40.0
"""A line as clear as black on a white card is in poor light; a clearer one counts no more."""
_CLEAR: Final = 1000.0
"""Clearer than any line."""
_PLAIN: Final = 0.6
"""The inside of a square is at most that uneven, as a share of how clear its sides are."""
_GROUND: Final = 75
"""Lines that are everywhere, as on squared paper, are as clear as so many percent of those outside."""
_AS_PAPER: Final = 0.35
"""A cell is of the paper's colour when it differs so much less from that than from the squares."""
_BLOCK_SIDES: Final = 15
"""Of the sides of the squares round a centre the clearest but so many percent are looked at."""


@dataclass(frozen=True, slots=True)
class CellDoubt:
    """Something in a drawing that does not go with the outline that was read.

    Attributes:
        cell: where, on the outline's own cells; outside of it where it is not of it.
        why: what, in words.
    """

    cell: Cell
    why: str


@dataclass(frozen=True, slots=True)
class DrawnOutline:
    """An outline as it was read.

    Attributes:
        outline: the outline, as the lattice lies.
        origin: x and y of its cell (0, 0) on the lattice.
        doubts: what speaks against it; none where it is sure.
    """

    outline: Outline
    origin: tuple[int, int]
    doubts: tuple[CellDoubt, ...]


def drawn_outline(cells: Measured) -> DrawnOutline | None:
    """Returns the outline that is drawn on a lattice, None where none is."""
    contrast = _contrast(cells.colours)
    candidates = cells.seen & (contrast > _LEAST_CONTRAST) & (_round(cells) > _LEAST_LINE)
    candidates &= cells.uneven < _FILLED * contrast
    candidates[[0, -1]] = candidates[:, [0, -1]] = False
    if not candidates.any():
        return None
    usual = float(np.percentile(contrast[candidates], 75))
    centres = candidates & (contrast > _CENTRE * usual)
    centres = _with_their_like(cells, _on_one_paper(cells, centres))
    if not centres.any():
        return None
    centres = _clearest_part(cells, centres)
    drawn = _blocks(centres)
    clear = _usual_line(cells, centres, drawn)
    centres &= _round(_without_centres(cells, centres)) > _NO_LINE * clear
    centres = _clearest_part(cells, centres)
    drawn = _blocks(centres)
    if not centres.any():
        return None
    found = [*_astray(cells, centres, drawn, clear), *_perhaps(cells, contrast, centres, drawn, usual)]
    return _from_mask(centres, drawn, found, cells.origin)


def _contrast(colours: Floats) -> Floats:
    """Return how far each cell's colour is from those of the cells round it but for the most alike."""
    rows, columns = colours.shape[:2]
    padded = np.pad(colours, ((1, 1), (1, 1), (0, 0)), mode="edge")
    away = [
        np.linalg.norm(padded[1 + dy : 1 + dy + rows, 1 + dx : 1 + dx + columns] - colours, axis=2)
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if dx or dy
    ]
    result: Floats = np.sort(np.stack(away), axis=0)[_LIKE_IT]
    return result


def _round(cells: Measured) -> Floats:
    """Return how clear the sides of the nine cells round each cell are, but for some of them."""
    upright, level = np.pad(cells.upright, 1), np.pad(cells.level, 1)
    rows, columns = cells.seen.shape
    sides = [upright[1 + dy : 1 + dy + rows, dx : dx + columns] for dy in (-1, 0, 1) for dx in range(4)] + [
        level[dy : dy + rows, 1 + dx : 1 + dx + columns] for dx in (-1, 0, 1) for dy in range(4)
    ]
    result: Floats = np.percentile(np.stack(sides), _BLOCK_SIDES, axis=0)
    return result


def _on_one_paper(cells: Measured, centres: Mask) -> Mask:
    """Leave out holes, which differ from the squares round them as centres do, but are of paper."""
    drawn = _blocks(centres)
    paper = (
        np.median(cells.colours[_rim(drawn) & cells.seen], axis=0)
        if (_rim(drawn) & cells.seen).any()
        else None
    )
    squares = drawn & ~centres
    if paper is None or not squares.any():
        return centres
    fill = np.median(cells.colours[squares], axis=0)
    marks = np.median(cells.colours[centres], axis=0)
    if np.linalg.norm(marks - paper) < _AS_PAPER * np.linalg.norm(marks - fill):
        return centres
    to_paper = np.linalg.norm(cells.colours - paper, axis=2)
    to_marks = np.linalg.norm(cells.colours - marks, axis=2)
    result: Mask = centres & (to_marks < to_paper)
    return result


def _with_their_like(cells: Measured, centres: Mask) -> Mask:
    """Add the cells beside centres that have their colour: wild centres may lie side by side."""
    while True:
        drawn = _blocks(centres)
        if not (drawn & ~centres).any() or not centres.any():
            return centres
        marks = np.median(cells.colours[centres], axis=0)
        fill = np.median(cells.colours[drawn & ~centres], axis=0)
        like = np.linalg.norm(cells.colours - marks, axis=2) < _NO_CENTRE * np.linalg.norm(fill - marks)
        more = centres | (drawn & _enclosed(like))
        if (more == centres).all():
            return centres
        centres = more


def _enclosed(like: Mask) -> Mask:
    """Return the cells from which no way over others like them leads out: squares lie all round centres."""
    _, parts = cv2.connectedComponents(like.astype(np.uint8), connectivity=4)
    border = np.concatenate([parts[[0, -1]].ravel(), parts[:, [0, -1]].ravel()])
    result: Mask = like & ~np.isin(parts, border)
    return result


def _clearest_part(cells: Measured, centres: Mask) -> Mask:
    """Return the centres whose squares hang together: of several parts that of which the most is drawn."""
    drawn = _blocks(centres)
    _, parts = cv2.connectedComponents(drawn.astype(np.uint8), connectivity=8)
    there = np.where(drawn, np.minimum(cells.weakest, _FULL_LINE), 0.0)
    result: Mask = centres & (parts == int(np.bincount(parts.ravel(), there.ravel()).argmax()))
    return result


def _usual_line(cells: Measured, centres: Mask, drawn: Mask) -> float:
    """Return how clear the sides of squares usually are, but for those of centres, where colours differ."""
    (upright, level), (dark, flat) = _sides(drawn), _sides(centres)
    return float(np.median(np.concatenate([cells.upright[upright & ~dark], cells.level[level & ~flat]])))


def _without_centres(cells: Measured, centres: Mask) -> Measured:
    """Return cells with all sides of centres as clear as can be: there, colours say nothing of a line."""
    dark, flat = _sides(centres)
    return replace(
        cells, upright=np.where(dark, _CLEAR, cells.upright), level=np.where(flat, _CLEAR, cells.level)
    )


def _sides(drawn: Mask) -> tuple[Mask, Mask]:
    """Return which upright and which level sides belong to a square."""
    padded = np.pad(drawn, 1)
    return padded[1:-1, :-1] | padded[1:-1, 1:], padded[:-1, 1:-1] | padded[1:, 1:-1]


def _astray(cells: Measured, centres: Mask, drawn: Mask, clear: float) -> Iterator[tuple[int, int, str]]:
    """Go through the cells whose sides are not as the outline says."""
    upright, level = _sides(drawn)
    seen = np.pad(cells.seen, 1)
    blank = np.concatenate([
        cells.upright[~upright & (seen[1:-1, :-1] & seen[1:-1, 1:])],
        cells.level[~level & (seen[:-1, 1:-1] & seen[1:, 1:-1])],
    ])  # fmt: skip
    ground = float(np.percentile(blank, _GROUND)) if len(blank) else 0.0
    least = max(_LINE * clear, (clear + min(ground, clear)) / 2 if ground > _NO_LINE * clear else 0.0)
    weakest = _without_centres(cells, centres).weakest
    for y, x in np.argwhere(drawn & ~centres & (weakest < _LINE * clear)):
        yield int(x), int(y), "a side of this square is hardly seen"
    for y, x in np.argwhere(drawn & ~cells.seen):
        yield int(x), int(y), "this square lies outside of the photo"
    yield from _lines_beyond(cells, drawn, clear)
    explained = upright[:, :-1] & upright[:, 1:] & level[:-1] & level[1:]
    closed = cells.seen & ~drawn & ~explained & (cells.weakest > least)
    closed &= cells.uneven < _PLAIN * cells.weakest
    for y, x in np.argwhere(closed & _reached(closed, drawn)):
        yield int(x), int(y), "this looks like a square, but has no centre beside it"


def _lines_beyond(cells: Measured, drawn: Mask, clear: float) -> Iterator[tuple[int, int, str]]:
    """Say so where lines as clear go on just outside: the outline is part of something else."""
    rim = np.pad(_rim(drawn) & cells.seen, 1)
    across, down = rim[1:-1, :-1] & rim[1:-1, 1:], rim[:-1, 1:-1] & rim[1:, 1:-1]
    beyond = np.concatenate([cells.upright[across], cells.level[down]])
    if len(beyond) and (beyond > _AS_CLEAR * clear).mean() > _BEYOND:
        y, x = np.argwhere(drawn)[0]
        yield int(x), int(y), "lines go on beyond the outline"


def _reached(closed: Mask, drawn: Mask) -> Mask:
    """Return the cells that touch the outline, or touch others that do."""
    _, parts = cv2.connectedComponents((closed | drawn).astype(np.uint8), connectivity=8)
    touching = np.unique(parts[drawn])
    result: Mask = np.isin(parts, touching)
    return result


def _perhaps(
    cells: Measured, contrast: Floats, centres: Mask, drawn: Mask, usual: float
) -> Iterator[tuple[int, int, str]]:
    """Go through the cells that may be centres, and the centres that may be none."""
    squares = drawn & ~centres
    fill, marks = (np.median(cells.colours[part], axis=0) for part in (squares, centres))
    to_fill, to_marks = (np.linalg.norm(cells.colours - colour, axis=2) for colour in (fill, marks))
    stands_out = (contrast > max(_NO_CENTRE * usual, _LEAST_CONTRAST)) & (to_fill > _NO_CENTRE * to_marks)
    for y, x in np.argwhere(squares & (stands_out | (to_marks < to_fill))):
        yield int(x), int(y), "this square is perhaps a centre"
    yield from _perhaps_holes(cells, centres, drawn, usual)


def _perhaps_holes(
    cells: Measured, centres: Mask, drawn: Mask, usual: float
) -> Iterator[tuple[int, int, str]]:
    """Go through the centres that may be holes: all else would be the same, and paper is as dark."""
    paper = cells.colours[_rim(drawn) & cells.seen]
    spare = [(int(y), int(x)) for y, x in np.argwhere(centres) if _is_spare(centres, drawn, (int(y), int(x)))]
    if not len(paper) or not spare:
        return
    ground = np.median(paper, axis=0)
    needed = centres.copy()
    needed[tuple(np.transpose(spare))] = False
    marks = np.median(cells.colours[needed], axis=0) if needed.any() else ground
    told_apart = np.linalg.norm(marks - ground) > _LEAST_CONTRAST
    for y, x in spare:
        to_paper, to_marks = (float(np.linalg.norm(cells.colours[y, x] - each)) for each in (ground, marks))
        if to_paper < _AS_PAPER * usual and not (told_apart and to_marks < _AS_PAPER * to_paper):
            yield x, y, "this is a centre or a hole"


def _is_spare(centres: Mask, drawn: Mask, at: tuple[int, int]) -> bool:
    """Tell whether a hole in the place of a centre would leave all other squares to other cards."""
    others = centres.copy()
    others[at] = False
    left = drawn & ~_blocks(others)
    return bool(left[at]) and int(left.sum()) == 1


def _blocks(centres: Mask) -> Mask:
    """Return the cells of the cards round some centres."""
    return cv2.dilate(centres.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)


def _rim(drawn: Mask) -> Mask:
    """Return the cells just outside."""
    return _blocks(drawn) & ~drawn


def _from_mask(
    centres: Mask, drawn: Mask, found: list[tuple[int, int, str]], origin: tuple[int, int]
) -> DrawnOutline:
    rows, columns = np.nonzero(drawn)
    left, top = int(columns.min()), int(rows.min())
    marks = frozenset(Cell(int(x) - left, int(y) - top) for y, x in np.argwhere(centres))
    doubts = tuple(CellDoubt(Cell(x - left, y - top), why) for x, y, why in found)
    return DrawnOutline(Outline(covered(marks), marks), (origin[0] + left, origin[1] + top), doubts)
