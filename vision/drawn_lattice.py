"""Finds the lattices on which squares are drawn: neighbours of one size in rows and columns, on one plane.

A square's own sides tell where its neighbours lie, whatever the view. Squares are joined to lattices step by
step; then a homography is fitted, which finds the squares that had no neighbour, and leaves out those that
only happened to lie there.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, project

Cells = NDArray[np.intp]

_NEXT: Final = (0.95, 1.8)
"""How far the next square's middle is away, in sides of what a line leaves of a square."""
_ASIDE: Final = 0.22
"""How far it may lie beside the way there, as a share of that."""
_ALIKE: Final = 1.9
"""How much larger the one may be in area, a thick line's inner border or its outer."""
_FEWEST: Final = 5
"""A card has nine squares; some of them may not have been found."""
_OFF: Final = 0.17
"""How far a square's middle may lie from its place on a lattice, in cells; by hand it is off by 0.1."""
_SIZES: Final = (0.5, 1.15)
"""How long a square's side may be, in cells."""
_ASKEW: Final = 0.3
"""How far a square's first side may be turned off the lattice, in radians; by hand up to 0.15."""
_GAP: Final = 2
"""So many cells apart the next square may lie, where those between were not found."""
_ROUNDS: Final = 6
_FARTHEST: Final = 60


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A lattice in a picture.

    Attributes:
        to_pixels: (3, 3) homography from cells to pixels; a cell's middle is a whole number.
        cells: (n, 2) x and y of the squares that were found, as they lie in the picture.
        squares: (n, 4, 2) these squares' corners.
    """

    to_pixels: Floats
    cells: Cells
    squares: Floats

    @property
    def side_px(self) -> float:
        """Side of a cell in pixels, where the squares are."""
        middle = self.cells.mean(0)
        steps = project(self.to_pixels, middle + np.array([[0, 0], [1, 0], [0, 1]]))
        across, down = steps[1] - steps[0], steps[2] - steps[0]
        return float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))


def lattices(squares: Floats) -> list[Lattice]:
    """Finds the lattices that squares lie on.

    Args:
        squares: (n, 4, 2) corners in pixels, clockwise.

    Returns:
        The lattices, those that cover the largest area first; a square may be on several.
    """
    found: list[Lattice] = []
    for members, cells in _grown(squares):
        lattice = _fitted(squares, members, cells)
        if lattice is not None and not any(_same(lattice, other) for other in found):
            found.append(lattice)
    return sorted(found, key=lambda lattice: -len(lattice.cells) * lattice.side_px**2)


def _grown(squares: Floats) -> Iterator[tuple[Cells, Cells]]:
    """Go through groups of neighbouring squares: their numbers, and the cells they are on."""
    frames = _frames(squares)
    near = _neighbours(squares, frames)
    left = set(range(len(squares)))
    while left:
        first = min(left)
        at, turn = {first: (0, 0)}, {first: _upright(frames[first])}
        taken = {(0, 0)}
        waiting = deque([first])
        while waiting:
            one = waiting.popleft()
            axes = _turned(frames[one], turn[one])
            for other in near[one]:
                away = np.linalg.solve(axes, squares[other].mean(0) - squares[one].mean(0))
                step = (
                    (0, int(np.sign(away[1]))) if abs(away[1]) > abs(away[0]) else (int(np.sign(away[0])), 0)
                )
                cell = (at[one][0] + step[0], at[one][1] + step[1])
                if other in at or cell in taken or max(map(abs, cell)) > _FARTHEST:
                    continue
                at[other], turn[other] = cell, _likest(frames[other], axes)
                taken.add(cell)
                waiting.append(other)
        left -= at.keys()
        if len(at) >= _FEWEST:
            yield np.array(list(at), np.intp), np.array(list(at.values()), np.intp)


def _frames(squares: Floats) -> Floats:
    """Return each square's sides as the columns of a matrix, (n, 2, 2): its first, and the one after."""
    across = (squares[:, 1] - squares[:, 0] + squares[:, 2] - squares[:, 3]) / 2
    down = (squares[:, 2] - squares[:, 1] + squares[:, 3] - squares[:, 0]) / 2
    return np.stack([across, down], axis=2)


def _neighbours(squares: Floats, frames: Floats) -> list[list[int]]:
    """Return for each square the numbers of its nearest neighbour in each of four directions."""
    middles = squares.mean(1)
    areas = np.abs(np.linalg.det(frames)) if len(frames) else np.zeros(0)
    near: list[list[int]] = []
    for number in range(len(squares)):
        away = (middles - middles[number]) @ np.linalg.inv(frames[number]).T
        long, aside = np.abs(away).max(1), np.abs(away).min(1)
        ratio = areas / areas[number]
        fits = (long > _NEXT[0]) & (long < _NEXT[1]) & (aside < _ASIDE * long)
        fits &= (ratio < _ALIKE) & (ratio > 1 / _ALIKE)
        ways: dict[tuple[bool, bool], int] = {}
        for other in np.flatnonzero(fits)[np.argsort(long[fits])]:
            x, y = away[other]
            ways.setdefault((abs(x) > abs(y), bool((x if abs(x) > abs(y) else y) > 0)), int(other))
        near.append(list(ways.values()))
    return [[other for other in others if number in near[other]] for number, others in enumerate(near)]


def _turned(frame: Floats, quarters: int) -> Floats:
    """Return a square's sides when it is looked at from another of its corners."""
    for _ in range(quarters):
        frame = np.column_stack([frame[:, 1], -frame[:, 0]])
    return frame


def _upright(frame: Floats) -> int:
    """Return the quarter turns after which a square's first side points most to the right."""
    return int(np.argmax([_turned(frame, quarters)[0, 0] for quarters in range(4)]))


def _likest(frame: Floats, axes: Floats) -> int:
    """Return the quarter turns after which a square's sides are most like others."""
    return int(np.argmax([(_turned(frame, quarters) * axes).sum() for quarters in range(4)]))


def _fitted(squares: Floats, members: Cells, cells: Cells) -> Lattice | None:
    """Fit a homography to a group, and to what else lies on its cells."""
    middles = squares.mean(1)
    to_pixels = _homography(cells, middles[members])
    for _ in range(_ROUNDS):
        if to_pixels is None or not _sound(to_pixels, cells):
            return None
        members, cells = _on_cells(squares, to_pixels, cells)
        if len(members) < _FEWEST:
            return None
        to_pixels = _homography(cells, middles[members])
    return None if to_pixels is None else Lattice(to_pixels, cells, squares[members])


def _homography(cells: Cells, middles: Floats) -> Floats | None:
    """Return the homography from cells to pixels, None where the cells lie in a line."""
    if np.linalg.matrix_rank(cells - cells[0]) < 2 or len(cells) < 4:
        return None
    steps = _affine_side(cells, middles)
    found, _ = cv2.findHomography(cells.astype(np.float64), middles, cv2.RANSAC, _OFF * steps)
    matrix = np.asarray(found, np.float64)  # None where there is none
    return matrix if matrix.shape == (3, 3) else None


def _affine_side(cells: Cells, middles: Floats) -> float:
    system = np.column_stack([cells, np.ones(len(cells))])
    step, *_ = np.linalg.lstsq(system, middles, rcond=None)
    return float(np.sqrt(abs(np.linalg.det(step[:2]))))


def _sound(to_pixels: Floats, cells: Cells) -> bool:
    """Tell whether the squares lie on one side of the horizon, none of them mirrored."""
    corners = np.array([[x, y, 1.0] for x in _ends(cells[:, 0]) for y in _ends(cells[:, 1])])
    depth = corners @ to_pixels[2]
    return bool((depth * depth[0] > 0).all() and np.linalg.det(to_pixels) * depth[0] > 0)


def _ends(values: Cells) -> tuple[int, int]:
    return int(values.min()) - 2, int(values.max()) + 2


def _on_cells(squares: Floats, to_pixels: Floats, known: Cells) -> tuple[Cells, Cells]:
    """Return which squares lie on the cells of a lattice near those that are known, one a cell."""
    from_pixels = np.linalg.inv(to_pixels)
    at = project(from_pixels, squares.reshape(-1, 2)).reshape(-1, 4, 2)
    middles = at.mean(1)
    nearest = np.round(middles)
    off = np.abs(middles - nearest).max(1)
    sides = np.sqrt(np.abs(np.linalg.det(_frames(at))))
    frames = _frames(at)
    askew = (np.arctan2(frames[:, 1, 0], frames[:, 0, 0]) + np.pi / 4) % (np.pi / 2) - np.pi / 4
    fits = (off < _OFF) & (sides > _SIZES[0]) & (sides < _SIZES[1]) & (np.abs(askew) < _ASKEW)
    fits[fits] = _near_known(nearest[fits], known)
    best: dict[tuple[int, int], int] = {}
    for number in np.flatnonzero(fits):
        best.setdefault((int(nearest[number, 0]), int(nearest[number, 1])), int(number))
    return np.array(list(best.values()), np.intp), np.array(list(best), np.intp).reshape(-1, 2)


def _near_known(cells: Floats, known: Cells) -> NDArray[np.bool_]:
    """Tell which cells are known or lie within a few of known ones."""
    low, high = known.min(0) - _GAP, known.max(0) + _GAP
    near = np.zeros(high - low + 1, np.uint8)
    near[tuple((known - low).T)] = 1
    near = cv2.dilate(near, np.ones((2 * _GAP + 1, 2 * _GAP + 1), np.uint8)).astype(np.uint8)
    result: NDArray[np.bool_] = ((cells >= low) & (cells <= high)).all(1)
    result[result] = near[tuple((cells[result].astype(np.intp) - low).T)] > 0
    return result


def _same(one: Lattice, other: Lattice) -> bool:
    """Tell whether most squares of one lattice are squares of another, on cells as large."""
    if not 0.9 < one.side_px / other.side_px < 1.1:
        return False
    middles = {tuple(middle) for middle in other.squares.mean(1).round(1)}
    shared = sum(tuple(middle) in middles for middle in one.squares.mean(1).round(1))
    return shared > 0.5 * len(one.cells)
