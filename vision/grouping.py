"""Finds the largest group of equal squares on one plane among outlines, most of which are something else.

A card is a square, so its outline alone gives the table's plane. Each good outline is asked which others
become squares of the same size on its plane; those of the best are fitted together.
"""

from typing import Final

import cv2
import numpy as np

from vision.appearance import Floats32
from vision.edges import Edges
from vision.geometry import CARD_CORNERS, Floats, project
from vision.proposals import distinct, is_squarish, proposed
from vision.squares import SIDE, UNIT, Squares, fitted, to_complex

_REACH_PX: Final = 7
"""How far the sides of a proposal are from edges at most."""
_SAME: Final = 0.015
"""Outlines that differ by less than this share of a side are the same."""
_LEAST_SUPPORT: Final = 0.35
"""Outlines with less of an edge than this are nothing."""
_PRINTED: Final = 5.0
"""Change of colour (Lab levels a pixel) that a printed line makes, but the grain of a table does not."""
_ALL_PRINT: Final = 0.2
"""A card has printed lines on this share of it or more."""
_HYPOTHESES: Final = 120
"""So many of the best outlines are asked for the plane; among them is a card's."""
_POLISHED: Final = 8
"""So many of the best groups are fitted together and counted once more."""
_NEAR_OFF: Final = 0.06
"""How far corners may be off beside the card that gave the plane, in sides: some outlines go along the edge
of the print and some along that of the card."""
_FAR_OFF: Final = 0.04
"""How much farther they may be off for each side of distance, as one outline's plane is not exact."""
_MOST_OFF: Final = 0.3
_ALONE: Final = 0.9
"""Share of an outline's worth that is lost to a group: an outline alone is like nothing."""


def find_squares(lab: Floats32, shrink: int = 2) -> Squares | None:
    """Finds the largest group of equal squares on one plane.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        shrink: how many times smaller outlines are looked for at first.

    Returns:
        The squares, or None where there is none. They may be all a few hundredths too small or too large.
    """
    edges = Edges(lab)
    judged = [edges.snapped(corners, _REACH_PX) for corners in proposed(lab, shrink)]
    judged = [
        (corners, support) for corners, support in judged if support > _LEAST_SUPPORT and is_squarish(corners)
    ]
    judged.sort(key=lambda outline: -outline[1])
    kept = distinct([corners for corners, _ in judged], _SAME)
    if not kept:
        return None
    quads = np.array([judged[index][0] for index in kept])
    supports = np.array([judged[index][1] for index in kept])
    return _best_group(quads, supports, supports * _prints(edges.strength, quads))


def _prints(strength: Floats32, quads: Floats) -> Floats:
    """Returns how much of a card's print is inside each outline, 0 to 1."""
    across = np.linspace(0.13, 0.87, 12)
    x, y = (grid.ravel() for grid in np.meshgrid(across, across))
    mix = np.stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y], 1)
    points = (mix @ quads).astype(np.float32)
    printed = cv2.remap(strength, points[..., 0], points[..., 1], cv2.INTER_LINEAR) > _PRINTED
    share: Floats = np.minimum(printed.mean(1) / _ALL_PRINT, 1.0)
    return share


def _best_group(quads: Floats, supports: Floats, weights: Floats) -> Squares | None:
    areas = np.array([cv2.contourArea(corners.astype(np.float32)) for corners in quads])
    weights = weights * areas / np.median(areas)
    planes = [_own_plane(corners) for corners in quads[np.argsort(-weights)[:_HYPOTHESES]]]
    groups = [_group(plane, quads, weights, _FAR_OFF) for plane in planes if plane is not None]
    groups = sorted(groups, key=lambda group: -group[1])
    best: Squares | None = None
    best_worth = 0.0
    for members in list(dict.fromkeys(members for members, _ in groups if members))[:_POLISHED]:
        squares = fitted(quads[list(members)], supports[list(members)])
        if squares is None:
            continue
        again, worth = _group(_towards_plane(squares), quads, weights, 0.0)
        if worth > best_worth:
            best, best_worth = fitted(quads[list(again)], supports[list(again)]) or squares, worth
    return best


def _own_plane(corners: Floats) -> Floats | None:
    """Returns the (3, 3) homography that makes an outline a card, None for one seen from below."""
    plane: Floats = cv2.getPerspectiveTransform(
        corners.astype(np.float32), CARD_CORNERS.astype(np.float32)
    ).astype(np.float64)
    depth = corners @ plane[2, :2] + plane[2, 2]
    return plane if (depth > 0).all() else None


def _towards_plane(squares: Squares) -> Floats:
    """Returns the (3, 3) homography from the photo to the plane, positive where the cards are."""
    plane = np.linalg.inv(squares.homography)
    here = project(squares.homography, squares.poses[:1, :2])[0]
    return plane if plane[2, :2] @ here + plane[2, 2] > 0 else -plane


def _group(plane: Floats, quads: Floats, weights: Floats, far_off: float) -> tuple[tuple[int, ...], float]:
    """Returns the outlines that are cards lying apart on a plane, the best first, and what they are worth."""
    off, middles = _misfit(plane, quads)
    allowed = np.minimum(_NEAR_OFF + far_off * np.linalg.norm(middles, axis=1) / SIDE, _MOST_OFF)
    value = weights * np.maximum(1 - (off / allowed) ** 2, 0)
    members: list[int] = []
    for index in np.argsort(-value)[: np.count_nonzero(value)]:
        if not members or np.linalg.norm(middles[members] - middles[index], axis=1).min() > SIDE:
            members.append(int(index))
    return tuple(members), float(value[members].sum()) * (1 - _ALONE / max(len(members), 1))


def _misfit(plane: Floats, quads: Floats) -> tuple[Floats, Floats]:
    """Returns how far each outline's worst corner is from a card's, in sides, and the (n, 2) middles."""
    points = quads.reshape(-1, 2)
    behind = (points @ plane[2, :2] + plane[2, 2] <= 0).reshape(-1, 4).any(1)
    laid = to_complex(project(plane, points)).reshape(-1, 4)
    middles = laid.mean(1)
    around = laid - middles[:, None]
    turns = np.exp(1j * np.angle(around @ UNIT.conj()))
    off = np.abs(around - turns[:, None] * UNIT).max(1) / SIDE
    return np.where(behind, np.inf, off), np.stack([middles.real, middles.imag], 1)
