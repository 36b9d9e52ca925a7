"""Reads the code on our own puzzle cards: the outline tells where it lies, whichever way up the card is."""

from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Final

import cv2
import numpy as np

from puzzles import Outline
from puzzles.code import QUIET, CodedCard, coded
from puzzles.sheet import code_box
from vision.geometry import Floats
from vision.photo import Pixels

_MODULES: Final = (29, 33, 37, 41, 45)
"""Squares along the side of a code, from one card to twelve and more."""
_FINDER: Final = 7
"""… and along that of the square figures in three of its corners (ISO/IEC 18004)."""
_FLAT_PX: Final = (340, 220, 540, 800)
"""Sides at which a code is looked at, one after the other: OpenCV reads it at one and not at another."""
_SQUARE_PX: Final = 8
"""Side of a code's square in the picture in which squares are sampled one by one, where all that fails."""
_SHARPER: Final = (6.0, 12.0, 3.0)
_SOFT: Final = 0.6
"""How much that picture is sharpened, one after the other, and against how wide a blur, in squares: of two
pixels a square, a lens or scanner leaves a part to the squares beside."""
_DARK: Final = (0.5, 0.52, 0.48)
"""… and how many of its squares are black: a code is masked so that it is about half of them."""
_ROOM: Final = 0.12
"""What is looked at reaches so far beyond the code's place, as a share of that: an outline is known to a part
of a square, the code lies some squares away."""
_FOUND: Final = 0.5
"""Figures are in their places when each of the three is so like what is seen there, 1 at best …"""
_SURELY: Final = 0.65
"""… where they are so like it that nothing else can be: the lines of squared paper reached 0.52."""
_NO_CODE: Final = (cv2.error, UnicodeDecodeError)
"""What OpenCV raises for figures that are no code's, and for a text that is no UTF-8."""
_CLEARLY: Final = 0.15
"""… and so much more than with the card another way up."""


@dataclass(frozen=True, slots=True)
class SeenCode:
    """A code beside an outline.

    Attributes:
        quarters: by how many quarter turns clockwise the outline has to be turned to be upright.
        says: what it says; None where it cannot be read.
        sure: whether it was read, or its figures are seen so clearly that it must be one.
    """

    quarters: int
    says: CodedCard | None
    sure: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Figures:
    """The square figures in three of a code's corners.

    Attributes:
        count: of the squares along the side of the code that they fit.
        likeness: how like such figures is what is seen: the least like of the three, 1 at best.
        corners: (4, 2) of the code, in pixels from the first pixel's corner.
    """

    count: int
    likeness: float
    corners: Floats


def seen_code(grey: Pixels, ways: list[tuple[Outline, Floats]]) -> SeenCode | None:
    """Looks for the code beside an outline.

    Args:
        grey: (rows, columns) uint8.
        ways: the outline turned clockwise by 0 to 3 quarter turns, each with the (3, 3) homography from its
            cells to pixels.

    Returns:
        The code; None where the card bears none, or it is not seen.
    """
    fits = [_figures(_flat(grey, *way, _FLAT_PX[0])) for way in ways]
    order = np.argsort([fit.likeness for fit in fits])
    best = int(order[-1])
    likeness = fits[best].likeness
    if likeness < _FOUND or likeness - fits[int(order[-2])].likeness < _CLEARLY:
        return None
    says = _read(grey, *ways[best]) or _read_squares(grey, *ways[best], fits[best])
    return SeenCode(best, says, sure=says is not None or likeness > _SURELY)


def _read(grey: Pixels, outline: Outline, to_pixels: Floats) -> CodedCard | None:
    """Find a code and read it."""
    for side in _FLAT_PX:
        flat = _flat(grey, outline, to_pixels, side)
        with suppress(*_NO_CODE):
            text, corners, _ = cv2.QRCodeDetector().detectAndDecode(flat)
            says = coded(text)
            if says is not None and _is_upright(np.asarray(corners, np.float64).reshape(-1, 2)):
                return says
    return None


def _read_squares(grey: Pixels, outline: Outline, to_pixels: Floats, found: _Figures) -> CodedCard | None:
    """Read a code too small to be found by sampling its squares where its figures say that they lie."""
    side = found.count + 2 * QUIET
    ends = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    corners = (_SQUARE_PX * (QUIET + found.count * ends) - 0.5).astype(np.float32)
    to_flat = cv2.getPerspectiveTransform(corners, (found.corners - 0.5).astype(np.float32))
    matrix = to_pixels @ _to_cells(outline, _FLAT_PX[0]) @ to_flat
    straight = _warped(grey, matrix, _SQUARE_PX * side).astype(np.float32)
    soft = cv2.GaussianBlur(straight, (0, 0), _SOFT * _SQUARE_PX)
    for sharper, dark in product(_SHARPER, _DARK):
        drawn = _redrawn(straight + sharper * (straight - soft), side, dark)
        with suppress(*_NO_CODE):
            says = coded(cv2.QRCodeDetector().decode(drawn, corners[None])[0])
            if says is not None:
                return says
    return None


def _redrawn(straight: Floats, side: int, dark: float) -> Pixels:
    """Draw a code that lies straight in a picture anew, that share of its squares black, the others white."""
    inside = slice(_SQUARE_PX // 4, -_SQUARE_PX // 4)
    squares = straight.reshape(side, _SQUARE_PX, side, _SQUARE_PX)[:, inside, :, inside].mean((1, 3))
    code = squares[QUIET:-QUIET, QUIET:-QUIET]
    white = np.pad(code >= np.quantile(code, dark), QUIET, constant_values=True)
    return np.kron(255 * white.astype(np.uint8), np.ones((_SQUARE_PX, _SQUARE_PX), np.uint8))


def _is_upright(corners: Floats) -> bool:
    along = corners[1] - corners[0]
    return bool(along[0] > abs(along[1]))


def _flat(grey: Pixels, outline: Outline, to_pixels: Floats, side_px: int) -> Pixels:
    """Return what lies where an outline's code should be, seen from straight above."""
    return _warped(grey, to_pixels @ _to_cells(outline, side_px), side_px)


def _to_cells(outline: Outline, side_px: int) -> Floats:
    """Return the matrix from the pixels of a picture of an outline's code to its cells."""
    box = code_box(outline)
    step = (1 + 2 * _ROOM) * box.width / side_px
    left, top = (start - _ROOM * box.width + step / 2 for start in (box.left, box.top))
    return np.array([[step, 0, left], [0, step, top], [0, 0, 1]])


def _warped(grey: Pixels, matrix: Floats, side_px: int) -> Pixels:
    return cv2.warpPerspective(
        grey,
        matrix,
        (side_px, side_px),
        flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
    ).astype(np.uint8)


def _figures(flat: Pixels) -> _Figures:
    """Return the figures most like a code's that are seen in three corners."""
    return max((_figures_of(count, flat) for count in _MODULES), key=lambda found: found.likeness)


def _figures_of(count: int, flat: Pixels) -> _Figures:
    side = flat.shape[0] / (1 + 2 * _ROOM) / (count + 2 * QUIET)
    likeness = cv2.matchTemplate(flat, _figure(round(side * (_FINDER + 2))), cv2.TM_CCOEFF_NORMED)
    reach = round(_ROOM / (1 + 2 * _ROOM) * flat.shape[0])
    first = reach + (QUIET - 1) * side
    last = first + (count - _FINDER) * side
    least, places = 1.0, []
    for x, y in ((first, first), (last, first), (first, last)):
        left, top = max(0, round(x) - reach), max(0, round(y) - reach)
        part = likeness[top : round(y) + reach + 1, left : round(x) + reach + 1]
        row, column = np.unravel_index(int(part.argmax()), part.shape)
        least = min(least, float(part[row, column]))
        places.append([left + column + side, top + row + side])
    middle = np.array(places)
    outwards = _FINDER * side * np.array([[0, 0], [1, 0], [0, 1]])
    top_left, top_right, bottom_left = middle + outwards
    return _Figures(
        count, least, np.array([top_left, top_right, top_right + bottom_left - top_left, bottom_left])
    )


def _figure(side_px: int) -> Pixels:
    """Return the figure in a code's corner with a white border, in so many pixels."""
    model = np.full((_FINDER + 2, _FINDER + 2), 255, np.uint8)
    for inset, level in ((1, 0), (2, 255), (3, 0)):
        model[inset:-inset, inset:-inset] = level
    return cv2.resize(model, (side_px, side_px), interpolation=cv2.INTER_AREA).astype(np.uint8)
