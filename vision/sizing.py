"""The exact size and places of cards that lie apart, from all their sides together.

A card has many parallel edges: its own, a frame's, the print's, a shadow's. Which of them an outline goes
along is chance. But the sides of all cards are alike: where one has two edges, a frame's width apart, so
have all. And a card's own edge is the outermost that all have.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.appearance import Floats32
from vision.edges import Edges
from vision.geometry import CARD_CORNERS, Floats, pose_matrix, project
from vision.shapes import straightened
from vision.sides import Look, close_look, peaks, settled
from vision.squares import SIDE, Squares, fitted

_COARSE: Final = Look(120, 1.0, 2.0, 4, 7)
_SIZES: Final = 0.085
"""How far the strongest edge of all cards is from the outlines at most, in sides."""
_FIRST_REACH: Final = 0.03
"""How far sides move each by itself at first, in sides, …"""
_REACH: Final = 0.008
"""… once they all lie on the same edge: by less than a frame is wide, …"""
_LAST_REACH: Final = 0.01
_LAST_STEP_PX: Final = 0.5
"""… and in the end, in finer steps."""
_ALIKE_REACH: Final = 0.045
"""How far a side may be from where it is like the others, in sides: a frame's width and some more."""
_ALIKE_ROUNDS: Final = 3
"""Each time cards lie more exactly and their edges stand out more."""
_PASSES: Final = 3
_STAY: Final = 0.05
"""A side moves only if it is more like the others by this share."""
_STANDS_OUT: Final = np.convolve(np.eye(1, 15, 7)[0] - 1 / 15, [0.25, 0.6, 1.0, 0.6, 0.25])
"""How much a line has more peaks than what is about it; edges a pixel beside each other are alike, too."""
_RIM_SHARE: Final = 0.6
"""On the line along the cards' own edges this share of all parts has a peak …"""
_RIM_ABOVE: Final = 0.2
"""… which is more than farther out by this …"""
_RIM_OF_BEST: Final = 0.75
"""… and this share of what the best line has."""
_RIM_REACH: Final = (0.1, 0.12)
"""How far inwards and outwards the cards' own edge may be, in sides."""


def tuned(lab: Floats32, squares: Squares) -> Squares:
    """Moves cards and their plane to edges, the same edge of all cards.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        squares: the cards, nearly right.

    Returns:
        The cards, all too small or too large together if that edge is not the cards' own.
    """
    edges = Edges(lab, 0.8)
    squares = straightened(squares, *_snapped(edges, squares, _px(_FIRST_REACH, squares)))
    squares, supports = settled(lab, squares, _COARSE, _SIZES)
    squares = fitted(np.array(squares.corners()), supports) or squares
    for _ in range(_ALIKE_ROUNDS):
        squares = alike(lab, squares)
    return straightened(squares, *_snapped(edges, squares, _px(_REACH, squares)))


def alike(lab: Floats32, squares: Squares) -> Squares:
    """Moves each side to where it has its edges as far out as the others have theirs.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        squares: the cards, whose sides may lie on different edges.

    Returns:
        The cards, all their sides on the same edge.
    """
    side_px = close_look(squares).side_px
    sides = [np.convolve(side, _STANDS_OUT, "same") for card in peaks(lab, squares) for side in card]
    moves = _most_alike(np.maximum(sides, 0), int(_ALIKE_REACH * side_px)).reshape(-1, 4)
    outwards = (moves - np.median(moves)) * SIDE / side_px
    return straightened(squares, _widened(squares, outwards), np.ones(len(outwards)))


def _most_alike(sides: Floats, reach: int) -> NDArray[np.intp]:
    """Returns by how many columns each row is to move to be like the sum of the others, one by one."""
    moves = np.arange(-reach, reach + 1)
    padded = np.pad(sides, ((0, 0), (reach, reach)))
    moved = np.stack([padded[:, reach + move : reach + move + sides.shape[1]] for move in moves], 1)
    at = np.full(len(sides), reach)
    total = sides.sum(0)
    for side in list(range(len(sides))) * _PASSES:
        likeness = moved[side] @ (total - moved[side, at[side]])
        best = int((likeness - _STAY * likeness.max() * np.abs(moves) / reach).argmax())
        total = total + moved[side, best] - moved[side, at[side]]
        at[side] = best
    chosen: NDArray[np.intp] = moves[at]
    return chosen


def _widened(squares: Squares, outwards: Floats) -> Floats:
    """Returns the (n, 4, 2) corners of cards whose left, right, top and bottom sides move outwards."""
    left, right, top, bottom = outwards.T
    across, down = np.stack([-left, right, right, -left], 1), np.stack([-top, -top, bottom, bottom], 1)
    corners = CARD_CORNERS + np.stack([across, down], 2)
    return np.array(
        [
            project(squares.homography, project(pose_matrix(pose), own))
            for pose, own in zip(squares.poses, corners, strict=True)
        ]
    )


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


def shared_edge(lab: Floats32, squares: Squares) -> float:
    """Returns which share of all sides has the edge that most have at the same distance; about 0 to 1.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        squares: outlines, which are hardly cards if they share no edge.
    """
    share = np.convolve(peaks(lab, squares).mean((0, 1)), np.ones(3), "same")
    return float(share[_near_lines(squares)].max())


def _near_lines(squares: Squares) -> NDArray[np.intp]:
    """Returns the lines that may be the cards' own edge, from the innermost."""
    outwards = close_look(squares).outwards()
    inside, outside = _RIM_REACH
    return np.flatnonzero((outwards > -inside) & (outwards < outside))


def rim(lab: Floats32, squares: Squares) -> float:
    """Finds the cards' own edge.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        squares: the cards, on the same edge of all.

    Returns:
        The factor by which the cards are larger; 1 where no line stands out.
    """
    share = peaks(lab, squares).mean((0, 1))
    wide = np.convolve(share, np.ones(3), "same")
    outwards = close_look(squares).outwards()
    lines = _near_lines(squares)
    best = wide[lines].max()
    for line in lines[::-1]:
        least = max(
            _RIM_SHARE, float(np.median(wide[line + 4 : line + 14])) + _RIM_ABOVE, _RIM_OF_BEST * best
        )
        if wide[line] >= least and wide[line] == wide[line - 1 : line + 2].max():
            near = slice(line - 1, line + 2)
            return float(1 + 2 * (share[near] @ outwards[near]) / share[near].sum())
    return 1.0
