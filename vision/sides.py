"""The sides of cards: how colours change across lines parallel to them, and cards moved to their edges.

Lines are drawn at the same distances from the sides of all cards, outwards and inwards. Each is cut in
parts, as the colours may change one way here and the other way there.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Floats32
from vision.edges import weighed
from vision.geometry import Floats, pose_matrix
from vision.squares import SIDE, Squares

_MARGIN: Final = 0.2
"""How far from the sides lines are drawn, both ways, in sides."""
_CORNER: Final = 0.08
"""Share of a side that rounded corners may take at each end."""
_PARTS: Final = 8
_FAINT: Final = 2.0
_FULL: Final = 30.0
"""Changes of colour along a part (Lab levels a pixel) that weigh little, and that weigh 1."""
_SIDE_PX: Final = (100, 256)
"""Cards are looked at as large as the photo shows them, within these sides."""
_LEAST_PEAK: Final = 1.0
"""Smaller changes of colour (Lab levels a pixel) are noise, and no peak; …"""
_USUAL: Final = 0.8
"""… nor are those that are no larger than this share of the changes on the table beside the card …"""
_OUTSIDE: Final = 0.07
"""… from so far outwards on, in sides."""


@dataclass(frozen=True, slots=True)
class Look:
    """How closely cards are looked at.

    Attributes:
        side_px: pixels of a side.
        blur: standard deviation in pixels by which pictures are smoothed.
        turn: how far cards may turn either way, degrees.
        steps: how many angles either way are tried.
        shift_px: how far cards may move.
    """

    side_px: int
    blur: float
    turn: float
    steps: int
    shift_px: int

    def angles(self) -> Floats:
        """Returns the angles to try, radians."""
        return np.radians(np.linspace(-self.turn, self.turn, 2 * self.steps + 1))

    def margin_px(self) -> int:
        """Returns how far lines are drawn from the sides, both ways."""
        return int(_MARGIN * self.side_px)

    def outwards(self) -> Floats:
        """Returns how far outwards each line is from the sides, in sides."""
        return (np.arange(2 * self.margin_px() + 1) - self.margin_px()) / self.side_px


def close_look(squares: Squares) -> Look:
    """Returns a look at cards as large as the photo shows them."""
    return Look(int(np.clip(squares.side_px(), *_SIDE_PX)), 0.6, 0.4, 1, 1)


def settled(lab: Floats32, squares: Squares, look: Look, sizes: float) -> tuple[Squares, Floats]:
    """Moves each card to edges on its plane, all of one size.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        squares: the cards, nearly right.
        look: how closely to look, and how far the cards may move.
        sizes: how far the sides may move outwards or inwards, all together, in sides.

    Returns:
        The cards, and for each how much of an edge is along its sides, 0 to 1 and more.
    """
    if not len(squares.poses):
        return squares, np.zeros(0)
    votes = [_vote(lab, squares.homography, pose, look) for pose in squares.poses]
    outwards = look.outwards()
    allowed = np.abs(outwards) <= sizes
    total = np.where(allowed, np.mean([vote.worth for vote in votes], axis=0), -1.0)
    line = int(total.argmax())
    poses = np.array([vote.poses[line] for vote in votes])
    moved = Squares(squares.homography, poses).resized(1 + 2 * float(outwards[line]))
    return moved, np.array([vote.worth[line] for vote in votes])


@dataclass(frozen=True, slots=True, eq=False)
class _Vote:
    """For each line outwards how much of an edge a card has there at best, and the pose for it."""

    worth: Floats
    poses: Floats


def _vote(lab: Floats32, homography: Floats, pose: Floats, look: Look) -> _Vote:
    angles = look.angles()
    turned = pose + angles[:, None] * np.array([0, 0, 1, 0])
    sides = np.array([weighed(_changes(lab, homography, one, look), _FAINT, _FULL).mean(1) for one in turned])
    across, right = _best_shift(sides[:, 0], sides[:, 1], look.shift_px)
    upright, down = _best_shift(sides[:, 2], sides[:, 3], look.shift_px)
    worth = (across + upright) / 2
    best = worth.argmax(0)
    line = np.arange(len(best))
    turn = angles[best] + pose[2]
    step = SIDE / look.side_px * np.stack([right[best, line], down[best, line]], 1)
    x = pose[0] + np.cos(turn) * step[:, 0] - np.sin(turn) * step[:, 1]
    y = pose[1] + np.sin(turn) * step[:, 0] + np.cos(turn) * step[:, 1]
    return _Vote(worth[best, line], np.stack([x, y, turn, np.zeros_like(x)], 1))


def _best_shift(before: Floats, after: Floats, most: int) -> tuple[Floats, NDArray[np.intp]]:
    """Returns the edge that two opposite sides have at best, (angles, lines), and the shift for it."""
    count = before.shape[1]
    first, second = np.pad(before, ((0, 0), (most, most))), np.pad(after, ((0, 0), (most, most)))
    shifts = range(-most, most + 1)
    pairs = np.array(
        [[first[:, most - by : most - by + count], second[:, most + by : most + by + count]] for by in shifts]
    )
    worth = 0.5 * pairs.mean(1) + 0.5 * pairs.min(1)
    return worth.max(0), worth.argmax(0) - most


def _changes(lab: Floats32, homography: Floats, pose: Floats, look: Look) -> Floats32:
    """Returns how much the colour changes across lines along a card's sides.

    Returns:
        (4, parts, lines): left, right, top, bottom; the lines going outwards; Lab levels a pixel.
    """
    margin, side = look.margin_px(), look.side_px
    step = SIDE / side
    first = -SIDE / 2 - (margin + 1) * step
    grid = np.array([[step, 0, first], [0, step, first], [0, 0, 1]])
    size = (side + 2 * margin + 3, side + 2 * margin + 3)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    matrix = homography @ pose_matrix(pose) @ grid
    flat = cv2.warpPerspective(lab, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    flat = cv2.GaussianBlur(flat, (0, 0), look.blur)
    along = slice(margin + 1 + int(_CORNER * side), margin + side + 2 - int(_CORNER * side))
    turned = flat.transpose(1, 0, 2)
    return np.array(
        [_across(view[along, : 2 * margin + 3]) for view in (flat, flat[:, ::-1], turned, turned[:, ::-1])]
    )


def _across(strip: cv2.typing.MatLike) -> Floats32:
    """Returns how much colours change between a strip's columns, (parts, columns), the last one first."""
    size = (strip.shape[1], _PARTS)
    parts = cv2.resize(np.ascontiguousarray(strip), size, interpolation=cv2.INTER_AREA)
    change: Floats32 = np.abs(parts[:, 2:] - parts[:, :-2]).max(2)[:, ::-1] / 2
    return change


def peaks(lab: Floats32, squares: Squares) -> Floats:
    """Finds the lines along which colours change more than along the lines beside.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        squares: the cards.

    Returns:
        (cards, 4, lines) shares of the sides, left, right, top, bottom; the lines are those of `close_look`.
    """
    look = close_look(squares)
    change = np.array([_changes(lab, squares.homography, pose, look) for pose in squares.poses])
    table = change[..., look.outwards() > _OUTSIDE]
    least = np.maximum(np.quantile(table, _USUAL, axis=(2, 3), keepdims=True), _LEAST_PEAK)
    inner = change[..., 1:-1]
    found = (inner >= change[..., :-2]) & (inner > change[..., 2:]) & (inner > least)
    share: Floats = np.pad(found, [(0, 0), (0, 0), (0, 0), (1, 1)]).mean(2)
    return share
