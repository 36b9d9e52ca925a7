"""Reads the code on our own puzzle cards: the outline tells where it lies, whichever way up the card is."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from puzzles import Outline
from puzzles.code import QUIET, CodedCard, coded
from puzzles.shapes import Box
from puzzles.sheet import code_box
from vision.geometry import Floats
from vision.photo import Pixels

_MODULES: Final = (29, 33, 37, 41, 45)
"""Squares along the side of a code, from one card to twelve and more."""
_FINDER: Final = 7
"""… and along that of the square figures in three of its corners (ISO/IEC 18004)."""
_FLAT_PX: Final = (340, 220, 540, 800)
"""Sides at which a code is looked at, one after the other: OpenCV reads it at one and not at another."""
_SHARPER: Final = 1.5
_SOFT: Final = 0.0064
"""How much a code is sharpened, and against how wide a blur, as a share of the picture."""
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
    order = np.argsort([fit for fit, _ in fits])
    best = int(order[-1])
    if fits[best][0] < _FOUND or fits[best][0] - fits[int(order[-2])][0] < _CLEARLY:
        return None
    says = _read(grey, *ways[best]) or _read_between(grey, *ways[best], fits[best][1])
    return SeenCode(best, says, sure=says is not None or fits[best][0] > _SURELY)


def _read_between(grey: Pixels, outline: Outline, to_pixels: Floats, corners: Floats) -> CodedCard | None:
    """Read a code whose figures were found, with its corners at `_FLAT_PX[0]`."""
    for flat in _looks(grey, outline, to_pixels):
        scaled = (corners * flat.shape[0] / _FLAT_PX[0]).astype(np.float32)
        with suppress(*_NO_CODE):
            says = coded(cv2.QRCodeDetector().decode(flat, scaled[None])[0])
            if says is not None:
                return says
    return None


def _read(grey: Pixels, outline: Outline, to_pixels: Floats) -> CodedCard | None:
    """Find a code and read it."""
    for flat in _looks(grey, outline, to_pixels):
        with suppress(*_NO_CODE):
            text, corners, _ = cv2.QRCodeDetector().detectAndDecode(flat)
            says = coded(text)
            if says is not None and _is_upright(np.asarray(corners, np.float64).reshape(-1, 2)):
                return says
    return None


def _looks(grey: Pixels, outline: Outline, to_pixels: Floats) -> Iterator[Pixels]:
    """Go through the pictures in which a code is looked for: at some sizes, as it is and sharpened."""
    for side in _FLAT_PX:
        flat = _flat(grey, outline, to_pixels, side)
        yield flat
        soft = cv2.GaussianBlur(flat, (0, 0), _SOFT * side)
        yield cv2.addWeighted(flat, 1 + _SHARPER, soft, -_SHARPER, 0).astype(np.uint8)


def _is_upright(corners: Floats) -> bool:
    along = corners[1] - corners[0]
    return bool(along[0] > abs(along[1]))


def _flat(grey: Pixels, outline: Outline, to_pixels: Floats, side_px: int) -> Pixels:
    """Return what lies where an outline's code should be, seen from straight above."""
    box = code_box(outline)
    room = _ROOM * box.width
    box = Box(box.left - room, box.top - room, box.width + 2 * room, box.height + 2 * room)
    step = box.width / side_px
    to_cells = np.array([[step, 0, box.left + step / 2], [0, step, box.top + step / 2], [0, 0, 1]])
    return cv2.warpPerspective(
        grey,
        to_pixels @ to_cells,
        (side_px, side_px),
        flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
    ).astype(np.uint8)


def _figures(flat: Pixels) -> tuple[float, Floats]:
    """Return how like a code's figures is what is seen in three corners: the least like of them, 1 at best.

    And with it the (4, 2) corners of the code that they are of.
    """
    return max((_figures_of(count, flat) for count in _MODULES), key=lambda found: found[0])


def _figures_of(count: int, flat: Pixels) -> tuple[float, Floats]:
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
    return least, np.array([top_left, top_right, top_right + bottom_left - top_left, bottom_left])


def _figure(side_px: int) -> Pixels:
    """Return the figure in a code's corner with a white border, in so many pixels."""
    model = np.full((_FINDER + 2, _FINDER + 2), 255, np.uint8)
    for inset, level in ((1, 0), (2, 255), (3, 0)):
        model[inset:-inset, inset:-inset] = level
    return cv2.resize(model, (side_px, side_px), interpolation=cv2.INTER_AREA).astype(np.uint8)
