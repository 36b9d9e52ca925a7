"""Tells from measured cells which of them are the centres of a puzzle card.

Every square of an outline belongs to a card that lies round a centre, so that the centres alone give the
outline.
"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn_cells import Measured
from vision.geometry import Floats

Mask = NDArray[np.bool_]

LEAST_CONTRAST: Final = 10.0
"""From the colour of the squares round it; 2 is just visible."""
NO_CENTRE: Final = 0.35
NO_LINE: Final = 0.35
"""Shares of the usual contrast of a centre, and of the usual clearness of a line: below there is none."""
AS_PAPER: Final = 0.35
"""A cell is of the paper's colour when it differs so much less from that than from the squares."""
_CENTRE: Final = 0.6
"""… and above such a share of the usual contrast there is a centre."""
_LIKE_IT: Final = 2
"""So many of the eight cells round a centre may be centres themselves, where they are wild."""
_FILLED: Final = 0.6
"""The inside of a centre is at most that uneven, as a share of its contrast; letters are more."""
_LEAST_LINE: Final = 5.0
_FULL_LINE: Final = 40.0
"""A line as clear as black on a white card is in poor light; a clearer one counts no more."""
_CLEAR: Final = 1000.0
"""Clearer than any line."""
_BLOCK_SIDES: Final = 15
"""Of the sides of the squares round a centre the clearest but so many percent are looked at."""
_AROUND: Final = tuple((x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1))


@dataclass(frozen=True, slots=True, eq=False)
class Centres:
    """The centres among measured cells.

    Attributes:
        at: (rows, columns) whether a cell is a centre, at least one.
        usual: how far a centre's colour usually is from that of the cells round it.
        clear: how clear the sides of squares usually are.
    """

    at: Mask
    usual: float
    clear: float

    @property
    def drawn(self) -> Mask:
        """(rows, columns) whether a cell is of the outline, a centre or not."""
        return blocks(self.at)


def found_centres(cells: Measured) -> Centres | None:
    """Returns the centres of the outline that is drawn on a lattice, None where none is."""
    away = differences(cells.colours)
    contrast: Floats = np.sort(away, axis=0)[_LIKE_IT]
    candidates = cells.seen & (contrast > LEAST_CONTRAST) & (_round(cells) > _LEAST_LINE)
    candidates &= cells.uneven < _FILLED * contrast
    ground = _open_ground(away)
    candidates &= ~ground
    if not candidates.any():
        return None
    usual = float(np.percentile(contrast[candidates], 75))
    centres = candidates & (contrast > _CENTRE * usual)
    centres = _with_their_like(cells, _on_one_paper(cells, centres), ground)
    centres &= beside(away, blocks(centres) & ~centres)[0] > NO_CENTRE * usual
    if not centres.any():
        return None
    centres = _without_holes(cells, _clearest_part(cells, centres))
    clear = _usual_line(cells, centres)
    centres &= _round(without_centres(cells, centres)) > NO_LINE * clear
    return Centres(_clearest_part(cells, centres), usual, clear) if centres.any() else None


def differences(colours: Floats) -> Floats:
    """Return how far each cell's colour is from those of the eight round it, (8, rows, columns)."""
    rows, columns = colours.shape[:2]
    padded = np.pad(colours, ((1, 1), (1, 1), (0, 0)), mode="edge")
    return np.stack([
        np.linalg.norm(padded[y : y + rows, x : x + columns] - colours, axis=2) for x, y in _AROUND
    ])  # fmt: skip


def beside(away: Floats, part: Mask) -> Floats:
    """Return the differences from those of the cells round each that are of a part, the least first.

    Args:
        away: (8, rows, columns) the differences.
        part: (rows, columns).

    Returns:
        (8, rows, columns), infinite where there are not so many.
    """
    rows, columns = part.shape
    padded = np.pad(part, 1)
    there = np.stack([padded[y : y + rows, x : x + columns] for x, y in _AROUND])
    result: Floats = np.sort(np.where(there, away, np.inf), axis=0)
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
    drawn = blocks(centres)
    outside, squares = rim(drawn) & cells.seen, drawn & ~centres
    if not outside.any() or not squares.any():
        return centres
    paper, fill, marks = (np.median(cells.colours[part], axis=0) for part in (outside, squares, centres))
    if np.linalg.norm(marks - paper) < AS_PAPER * np.linalg.norm(marks - fill):
        return centres
    to_paper = np.linalg.norm(cells.colours - paper, axis=2)
    to_marks = np.linalg.norm(cells.colours - marks, axis=2)
    result: Mask = centres & (to_marks < to_paper)
    return result


def _with_their_like(cells: Measured, centres: Mask, ground: Mask) -> Mask:
    """Add the cells beside squares that look like centres: wild ones may lie side by side."""
    while True:
        drawn = blocks(centres)
        if not (drawn & ~centres).any() or not centres.any():
            return centres
        marks = np.median(cells.colours[centres], axis=0)
        fill = np.median(cells.colours[drawn & ~centres], axis=0)
        like = np.linalg.norm(cells.colours - marks, axis=2) < NO_CENTRE * np.linalg.norm(fill - marks)
        more = centres | (drawn & like & ~ground)
        if (more == centres).all():
            return centres
        centres = more


def _open_ground(away: Floats) -> Mask:
    """Return the cells from which a way over cells of one colour leads to the border, or to nine in a square.

    Where paper is as dark as the centres, a bay of the outline is such a cell; a centre never is, for there
    are squares all round it.
    """
    _, rows, columns = away.shape
    ways = np.zeros((2 * rows - 1, 2 * columns - 1), np.uint8)  # cells, and ways from one to the next
    ways[::2, ::2] = 1
    ways[1::2, ::2] = away[_AROUND.index((1, 2)), :-1] < LEAST_CONTRAST
    ways[::2, 1::2] = away[_AROUND.index((2, 1)), :, :-1] < LEAST_CONTRAST
    _, joined = cv2.connectedComponents(ways, connectivity=4)
    parts = joined[::2, ::2].astype(np.float32)
    nine = np.ones((3, 3), np.uint8)
    inner = parts[cv2.erode(parts, nine) == cv2.dilate(parts, nine)]
    border = np.concatenate([parts[[0, -1]].ravel(), parts[:, [0, -1]].ravel()])
    result: Mask = np.isin(parts, np.concatenate([inner, border]))
    return result


def _without_holes(cells: Measured, centres: Mask) -> Mask:
    """Leave out what is of the paper's colour rather than of that of the centres that squares need."""
    paper = rim(blocks(centres)) & cells.seen
    spare = spare_ones(centres)
    needed = centres & ~spare
    if not (paper.any() and spare.any() and needed.any()):
        return centres
    ground, marks = (np.median(cells.colours[part], axis=0) for part in (paper, needed))
    if np.linalg.norm(marks - ground) < LEAST_CONTRAST:
        return centres
    to_ground, to_marks = (np.linalg.norm(cells.colours - colour, axis=2) for colour in (ground, marks))
    result: Mask = centres & ~(spare & (to_ground < AS_PAPER * to_marks))
    return result


def spare_ones(centres: Mask) -> Mask:
    """Return the centres in the place of which holes would leave all other squares to other cards.

    Centres that touch each other are holes together or not at all: round a centre there are squares.
    """
    drawn = blocks(centres)
    _, parts = cv2.connectedComponents(centres.astype(np.uint8), connectivity=8)
    spare = np.zeros_like(centres)
    for number in range(1, int(parts.max()) + 1):
        part = parts == number
        spare |= part & bool((drawn & ~blocks(centres & ~part) == part).all())
    return spare


def _clearest_part(cells: Measured, centres: Mask) -> Mask:
    """Return the centres whose squares hang together: of several parts that of which the most is drawn."""
    drawn = blocks(centres)
    _, parts = cv2.connectedComponents(drawn.astype(np.uint8), connectivity=8)
    there = np.where(drawn, np.minimum(cells.weakest, _FULL_LINE), 0.0)
    result: Mask = centres & (parts == int(np.bincount(parts.ravel(), there.ravel()).argmax()))
    return result


def _usual_line(cells: Measured, centres: Mask) -> float:
    """Return how clear the sides of squares usually are, but for those of centres, where colours differ."""
    (upright, level), (dark, flat) = sides(blocks(centres)), sides(centres)
    return float(np.median(np.concatenate([cells.upright[upright & ~dark], cells.level[level & ~flat]])))


def without_centres(cells: Measured, centres: Mask) -> Measured:
    """Return cells with all sides of centres as clear as can be: there, colours say nothing of a line."""
    dark, flat = sides(centres)
    return replace(
        cells, upright=np.where(dark, _CLEAR, cells.upright), level=np.where(flat, _CLEAR, cells.level)
    )


def sides(drawn: Mask) -> tuple[Mask, Mask]:
    """Return which upright and which level sides belong to a square."""
    padded = np.pad(drawn, 1)
    return padded[1:-1, :-1] | padded[1:-1, 1:], padded[:-1, 1:-1] | padded[1:, 1:-1]


def blocks(centres: Mask) -> Mask:
    """Return the cells of the cards round some centres."""
    return cv2.dilate(centres.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)


def rim(drawn: Mask) -> Mask:
    """Return the cells just outside."""
    return blocks(drawn) & ~drawn
