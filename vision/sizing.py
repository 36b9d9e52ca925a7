"""The exact size and places of cards that lie apart: by a vote of all their sides.

A card has many parallel edges: its own, a frame's, the print's, a shadow's. Only its own is the same all
round on all cards with nothing of the kind outside. So colours are compared along lines parallel to the
sides, at the same distances outwards for all.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Floats32
from vision.edges import Edges, weighed
from vision.geometry import Floats, pose_matrix
from vision.shapes import straightened
from vision.squares import SIDE, Squares, fitted

_MARGIN: Final = 0.2
"""How far from the sides lines are drawn, both ways, in sides."""
_CORNER: Final = 0.08
"""Share of a side that rounded corners may take at each end."""
_PARTS: Final = 8
"""A side's parts: along each its line is an edge or not, whichever way the colours change."""
_FAINT: Final = 2.0
_FULL: Final = 30.0
"""Changes of colour along a part (Lab levels a pixel) that weigh little, and that weigh 1."""
_SIDE_PX: Final = (100, 256)
"""Cards are looked at as large as the photo shows them, within these sides."""
_SIZES: Final = (0.085, 0.025)
"""How far the strongest edge of all cards is from the outlines at first, and afterwards, in sides."""
_FIRST_REACH: Final = 0.03
"""How far sides move each by itself at first, in sides, …"""
_REACH: Final = 0.008
"""… once the size is the same for all: by less than a frame is wide, …"""
_LAST_REACH: Final = 0.01
_LAST_STEP_PX: Final = 0.5
"""… and in the end, in finer steps."""
_LEAST_PEAK: Final = 1.0
"""Smaller changes of colour (Lab levels a pixel) are noise, and no peak."""
_RIM_SHARE: Final = 0.6
"""On the line along the cards' own edges this share of all parts has a peak …"""
_RIM_ABOVE: Final = 0.2
"""… which is more than farther out by this …"""
_RIM_OF_BEST: Final = 0.75
"""… and this share of what the best line has."""
_RIM_REACH: Final = (0.1, 0.12)
"""How far inwards and outwards the cards' own edge may be, in sides."""


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


_COARSE: Final = Look(120, 1.0, 2.0, 4, 7)
_FINE: Final = Look(160, 0.7, 0.9, 3, 4)


def tuned(lab: Floats32, squares: Squares) -> Squares:
    """Moves cards and their plane to edges, the same edge of all cards.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        squares: the cards, nearly right.

    Returns:
        The cards, all too small or too large together if the strongest edges are not the cards' own.
    """
    edges = Edges(lab, 0.8)
    squares = straightened(squares, *_snapped(edges, squares, _px(_FIRST_REACH, squares)))
    for look, sizes in zip((_COARSE, _FINE), _SIZES, strict=True):
        squares, supports = settled(lab, squares, look, sizes)
        squares = fitted(np.array(squares.corners()), supports) or squares
    return straightened(squares, *_snapped(edges, squares, _px(_REACH, squares)))


def _px(share: float, squares: Squares) -> int:
    return max(1, round(share * squares.side_px()))


def finished(lab: Floats32, squares: Squares) -> tuple[Squares, Floats]:
    """Moves each side of each card to the edge there, then all together.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        squares: the cards, of the right size.

    Returns:
        The cards, and for each the share of its outline on an edge, 0 to 1.
    """
    reach = _px(_LAST_REACH / _LAST_STEP_PX, squares)
    quads, supports = _snapped(Edges(lab, 0.5), squares, reach, _LAST_STEP_PX)
    return fitted(quads, supports) or squares, supports


def _snapped(edges: Edges, squares: Squares, reach: int, step_px: float = 1.0) -> tuple[Floats, Floats]:
    """Moves each side to the edge there: the (n, 4, 2) corners, and the (n,) shares on an edge."""
    outlines = [edges.snapped(corners, reach, step_px) for corners in squares.corners()]
    quads, supports = zip(*outlines, strict=True)
    return np.array(quads), np.array(supports)


def close_look(squares: Squares) -> Look:
    """Returns a look at cards as large as the photo shows them."""
    return Look(int(np.clip(squares.side_px(), *_SIDE_PX)), 0.6, 0.4, 2, 3)


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
    parts = np.array([part.mean(0) for part in np.array_split(strip, _PARTS)])
    change: Floats32 = np.abs(parts[:, 2:] - parts[:, :-2]).max(2)[:, ::-1] / 2
    return change


def rim(lab: Floats32, squares: Squares) -> float:
    """Finds the cards' own edge.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        squares: the cards, on the same edge of all.

    Returns:
        The factor by which the cards are larger; 1 where no line stands out.
    """
    look = close_look(squares)
    peaks = [_peaks(_changes(lab, squares.homography, pose, look)) for pose in squares.poses]
    share = np.mean(peaks, axis=(0, 1, 2))
    wide = np.convolve(share, np.ones(3), "same")
    outwards = look.outwards()
    inside, outside = _RIM_REACH
    lines = np.flatnonzero((outwards > -inside) & (outwards < outside))
    best = wide[lines].max()
    for line in lines[::-1]:
        least = max(
            _RIM_SHARE, float(np.median(wide[line + 4 : line + 14])) + _RIM_ABOVE, _RIM_OF_BEST * best
        )
        if wide[line] >= least and wide[line] == wide[line - 1 : line + 2].max():
            near = slice(line - 1, line + 2)
            return float(1 + 2 * (share[near] @ outwards[near]) / share[near].sum())
    return 1.0


def _peaks(change: Floats32) -> NDArray[np.bool_]:
    """Tells where changes are larger than on the lines beside, and not noise."""
    inner = change[..., 1:-1]
    peaks = (inner >= change[..., :-2]) & (inner > change[..., 2:]) & (inner > _LEAST_PEAK)
    return np.pad(peaks, [(0, 0)] * (change.ndim - 1) + [(1, 1)])
