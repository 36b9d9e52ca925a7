"""Measures the cells of a lattice on which squares are drawn: their colours, and whether sides are lines."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Floats32
from vision.drawn_lattice import Lattice
from vision.geometry import Floats, project
from vision.photo import Pixels

_SIDE_PX: Final = 24
"""Side of a cell in the picture that is measured: a line of a thirtieth of it is still seen there."""
_INSIDE: Final = 0.25
"""A cell's colour is taken farther than that from its sides, where no line and no shaky hand reaches."""
_LINE: Final = 0.24
"""A line may lie so far beside a cell's side, in cells …"""
_BESIDE: Final = (0.28, 0.44)
"""… and is held against what lies so far from there on both sides."""
_ENDS: Final = 0.2
"""Sides are looked at but for so much at their ends, where other lines begin."""
_WEAKEST: Final = 25
"""A side is as clear as its clearest three quarters: a pencil skips."""
_MARGIN: Final = 4
"""Cells round the outermost squares that are measured too."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """The cells of a part of a lattice.

    Attributes:
        origin: x and y of the first cell.
        colours: (rows, columns, 3) Lab of the cells' insides.
        upright: (rows, columns + 1) how clearly a line is drawn left of each cell and right of the last.
        level: (rows + 1, columns) how clearly above each cell and below the last.
        uneven: (rows, columns) the same measure through the cells' middles, where no line is.
        seen: (rows, columns) whether the photo shows the cell.
    """

    origin: tuple[int, int]
    colours: Floats
    upright: Floats
    level: Floats
    uneven: Floats
    seen: NDArray[np.bool_]

    @property
    def weakest(self) -> Floats:
        """(rows, columns) the least clear of each cell's four sides."""
        sides = [self.upright[:, :-1], self.upright[:, 1:], self.level[:-1], self.level[1:]]
        result: Floats = np.minimum.reduce(sides)
        return result


def measured(pixels: Pixels, lattice: Lattice) -> Measured:
    """Measures the cells of a lattice with some more round them.

    Args:
        pixels: (rows, columns, 3) uint8 blue green red.
        lattice: the lattice, in these pixels.
    """
    low, high = lattice.cells.min(0) - _MARGIN, lattice.cells.max(0) + _MARGIN
    columns, rows = high - low + 1
    flat, seen = _flattened(pixels, lattice, low, (int(columns), int(rows)))
    inside = slice(round(_INSIDE * _SIDE_PX), round((1 - _INSIDE) * _SIDE_PX))
    cells = flat[_SIDE_PX // 2 : -_SIDE_PX // 2, _SIDE_PX // 2 : -_SIDE_PX // 2].reshape(
        rows, _SIDE_PX, columns, _SIDE_PX, 3
    )
    colours = np.median(
        cells[:, inside, :, inside].transpose(0, 2, 1, 3, 4).reshape(rows, columns, -1, 3), axis=2
    )
    turned = flat.transpose(1, 0, 2)
    middles = _clear(flat[_SIDE_PX // 2 : -_SIDE_PX // 2, _SIDE_PX // 2 : -_SIDE_PX // 2])
    return Measured(
        origin=(int(low[0]), int(low[1])),
        colours=colours,
        upright=_clear(flat[_SIDE_PX // 2 : -_SIDE_PX // 2]),
        level=_clear(turned[_SIDE_PX // 2 : -_SIDE_PX // 2]).T,
        uneven=middles,
        seen=seen,
    )


def _flattened(
    pixels: Pixels, lattice: Lattice, low: Floats, size: tuple[int, int]
) -> tuple[Floats32, NDArray[np.bool_]]:
    """Return a part of a lattice seen from straight above, with half a cell round it, in Lab."""
    columns, rows = size
    step = 1 / _SIDE_PX
    first = -1 + step / 2
    to_cells = np.array([[step, 0, low[0] + first], [0, step, low[1] + first], [0, 0, 1]])
    matrix = lattice.to_pixels @ to_cells
    shape = ((columns + 1) * _SIDE_PX, (rows + 1) * _SIDE_PX)
    smooth = pixels
    if lattice.side_px > 1.5 * _SIDE_PX:
        smooth = cv2.GaussianBlur(pixels, (0, 0), 0.4 * lattice.side_px / _SIDE_PX).astype(np.uint8)
    flat = cv2.warpPerspective(
        smooth, matrix, shape, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    lab = cv2.cvtColor(flat.astype(np.float32) / 255, cv2.COLOR_BGR2Lab).astype(np.float32)
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=2).reshape(-1, 2) + low
    corners = [
        project(lattice.to_pixels, grid + np.array([dx, dy])) for dx in (-0.5, 0.5) for dy in (-0.5, 0.5)
    ]
    limit = np.array(pixels.shape[1::-1]) - 1
    inside = np.all([((corner >= 0) & (corner <= limit)).all(1) for corner in corners], axis=0)
    return lab, inside.reshape(rows, columns)


def _clear(flat: Floats32) -> Floats:
    """Return how clearly lines go down the middles of the cells of a picture.

    Args:
        flat: (rows x side, columns x side, 3) Lab.

    Returns:
        (rows, columns): how far a line's colour is from the mean of what lies on its two sides, in units of
        about a just visible difference.
    """
    rows, columns = flat.shape[0] // _SIDE_PX, flat.shape[1] // _SIDE_PX
    strips = flat.reshape(rows, _SIDE_PX, columns, _SIDE_PX, 3)
    ends = round(_ENDS * _SIDE_PX)
    strips = strips[:, ends:-ends].transpose(0, 2, 1, 3, 4)
    off = (np.arange(_SIDE_PX) + 0.5) / _SIDE_PX - 0.5
    beside = (np.abs(off) > _BESIDE[0]) & (np.abs(off) < _BESIDE[1])
    around = (strips[..., beside & (off < 0), :].mean(3) + strips[..., beside & (off > 0), :].mean(3)) / 2
    line = strips[..., np.abs(off) < _LINE, :]
    contrast = np.linalg.norm(line - around[..., None, :], axis=-1).max(-1)
    result: Floats = np.percentile(contrast, _WEAKEST, axis=2)
    return result
