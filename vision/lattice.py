"""From poses to cells: where each card's centre lies on a lattice of whole squares.

Cards are laid by hand, each fitted to those beneath it, so that errors add up across a table and no one
lattice fits all. Neighbours fit each other: their offset is rounded, the surest pairs first, and carried
from card to card.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.camouflage.board import Cell
from vision.geometry import Floats
from vision.places import ONE_LATTICE, lattice_angle, tilt

_REACH: Final = 2.45
"""Cards whose middles are nearer than this along both axes overlap: two squares and what hands leave off."""
_TOUCHING: Final = 3.45
"""Cards nearer than this lie side by side or overlap, and tell each other where they are."""
_QUARTER: Final = np.pi / 2


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Cards brought onto cells.

    Attributes:
        centres: the cell of each card's centre.
        turns: each card's quarter turns, 0 to 3.
        piece: which connected group each card belongs to; 0 is the largest.
        strain: how far each card is from where its neighbours would have it, in squares.
    """

    centres: tuple[Cell, ...]
    turns: tuple[int, ...]
    piece: tuple[int, ...]
    strain: tuple[float, ...]


def fit_lattice(poses: Sequence[Floats]) -> Lattice:
    """Brings cards onto cells.

    Args:
        poses: each card's pose on the table's plane, in its own printed frame; at least one.

    Returns:
        Cells with the first card of the largest group at (0, 0); other groups stand where the table has them.
    """
    middles = np.array([pose[:2] for pose in poses])
    axes = _axes(poses, middles)
    turns = tuple(round((pose[2] - own) / _QUARTER) % 4 for pose, own in zip(poses, axes, strict=True))
    tilts = [tilt(float(pose[2]), own) for pose, own in zip(poses, axes, strict=True)]
    pairs = _pairs(middles, tilts, axes)
    places, strain, groups = _joined(len(poses), pairs)
    order = sorted(set(groups), key=lambda group: (-groups.count(group), group))
    anchors = {group: groups.index(group) for group in order}
    origin = anchors[order[0]]
    centres = []
    for number, group in enumerate(groups):
        anchor = anchors[group]
        apart = np.round(_along(middles[anchor] - middles[origin], axes[origin]))
        x, y = places[number] - places[anchor] + apart
        centres.append(Cell(int(x), int(y)))
    return Lattice(tuple(centres), turns, tuple(order.index(group) for group in groups), tuple(strain))


def _axes(poses: Sequence[Floats], middles: Floats) -> list[float]:
    """Returns for each card the angle of its lattice's axes: of all cards that it hangs together with.

    Piles that lie apart may lie askew to each other.
    """
    group = list(range(len(poses)))
    for one in range(len(poses)):
        for two in range(one + 1, len(poses)):
            askew = tilt(float(poses[two][2]), float(poses[one][2]))
            offset = _along(middles[two] - middles[one], float(poses[one][2]) + askew / 2)
            if np.abs(offset).max() < _TOUCHING and abs(askew) < ONE_LATTICE:
                group = [group[one] if each == group[two] else each for each in group]
    angles = {
        own: lattice_angle([pose for pose, each in zip(poses, group, strict=True) if each == own])
        for own in set(group)
    }
    return [angles[own] for own in group]


def _along(offset: Floats, angle: float) -> Floats:
    """Returns an offset's parts along axes at an angle."""
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([offset[0] * cosine + offset[1] * sine, offset[1] * cosine - offset[0] * sine])


def _pairs(
    middles: Floats, tilts: Sequence[float], axes: Sequence[float]
) -> list[tuple[float, int, int, Floats]]:
    """Returns neighbouring cards: how far off whole squares they lie, the two, and the whole squares."""
    pairs = []
    for one in range(len(middles)):
        for two in range(one + 1, len(middles)):
            if axes[one] != axes[two]:
                continue
            offset = _along(middles[two] - middles[one], axes[one] + (tilts[one] + tilts[two]) / 2)
            reach = np.abs(offset).max()
            if reach < _TOUCHING:
                whole = np.round(offset)
                apart = float(np.abs(offset - whole).max()) + (1.0 if reach >= _REACH else 0.0)
                pairs.append((apart, one, two, whole))
    return sorted(pairs, key=lambda pair: pair[:3])


def _joined(
    count: int, pairs: Sequence[tuple[float, int, int, Floats]]
) -> tuple[Floats, list[float], list[int]]:
    """Joins cards along pairs, the surest first: each card's place within its group, strain, and group."""
    group = list(range(count))
    places = np.zeros((count, 2))
    strain = [0.0] * count
    for apart, one, two, whole in pairs:
        if group[one] != group[two]:
            shift = places[one] + whole - places[two]
            moved = [card for card in range(count) if group[card] == group[two]]
            for card in moved:
                places[card] += shift
                group[card] = group[one]
        if apart < 1.0:
            off = float(np.abs(places[two] - places[one] - whole).max())
            for card in (one, two):
                strain[card] = max(strain[card], off, apart)
    return places, strain, group
