"""Places on the table: which are near one another, and along which axes they lie."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.geometry import Floats

_SAME_GUESS: Final = 0.2
"""Guesses nearer than this are one: alignment brings them together."""
ONE_LATTICE: Final = 0.175
"""Cards turned off each other by less, 10 degrees, lie on one lattice; hands leave off three at most."""


class Places:
    """Places on the table, to be asked whether another is near: nearer along both axes of their lattice.

    Args:
        axes: the angle of the lattice's axes, or of several lattices' axes, radians.
        poses: the first places.
    """

    def __init__(self, axes: float | Sequence[float], poses: Sequence[Floats] = ()) -> None:
        self.poses: list[Floats] = []
        self._axes = [axes] if isinstance(axes, int | float) else [*axes]
        self._middles = np.zeros((max(16, len(poses)), 2))
        self._to_axes = np.zeros((len(self._middles), 2, 2))
        for pose in poses:
            self.add(pose)

    def add(self, pose: Floats) -> None:
        """Adds a place."""
        count = len(self.poses)
        if count == len(self._middles):
            self._middles = np.concatenate([self._middles, np.zeros_like(self._middles)])
            self._to_axes = np.concatenate([self._to_axes, np.zeros_like(self._to_axes)])
        axes = nearest_axes(self._axes, pose)
        self._middles[count] = pose[:2]
        self._to_axes[count] = [[np.cos(axes), np.sin(axes)], [-np.sin(axes), np.cos(axes)]]
        self.poses.append(pose)

    def near(self, pose: Floats, reach: float) -> bool:
        """Tells whether one of the places is nearer than `reach`, in squares."""
        count = len(self.poses)
        off = np.einsum("nij,nj->ni", self._to_axes[:count], self._middles[:count] - pose[:2])
        return bool((np.abs(off) < reach).all(1).any())


def distinct(guesses: Sequence[tuple[int, Floats]]) -> list[tuple[int, Floats]]:
    """Drops guesses of the same card in the same place."""
    kept: list[tuple[int, Floats]] = []
    places: dict[int, Places] = {}
    for card, pose in guesses:
        own = places.setdefault(card, Places(0.0))
        if not own.near(pose, _SAME_GUESS):
            own.add(pose)
            kept.append((card, pose))
    return kept


def lattice_angle(poses: Sequence[Floats]) -> float:
    """Returns the angle of the lattice's axes, -45 to 45 degrees in radians; 0 without poses."""
    if not poses:
        return 0.0
    quadrupled = np.exp(4j * np.array([pose[2] for pose in poses])).sum()
    return float(np.angle(quadrupled) / 4)


def nearest_axes(axes: Sequence[float], pose: Floats) -> float:
    """Returns which of several lattices' axes a card lies along."""
    return axes[0] if len(axes) == 1 else min(axes, key=lambda angle: abs(tilt(float(pose[2]), angle)))


def lattice_axes(poses: Sequence[Floats], sure: Sequence[Floats]) -> tuple[float, ...]:
    """Returns the angles of the axes of all lattices on a table: one, unless piles lie askew to each other.

    Args:
        poses: the cards that may lie there.
        sure: those of them that surely do; only these tell of further lattices.
    """
    whole = lattice_angle(poses)
    if all(abs(tilt(float(pose[2]), whole)) < ONE_LATTICE for pose in sure):
        return (whole,)
    groups: list[list[Floats]] = []
    for pose in sure:
        turned = [abs(tilt(float(pose[2]), lattice_angle(group))) for group in groups]
        if min(turned, default=np.inf) < ONE_LATTICE:
            groups[int(np.argmin(turned))].append(pose)
        else:
            groups.append([pose])
    return tuple(lattice_angle(group) for group in groups)


def tilt(angle: float, axes: float) -> float:
    """Returns by how much a card is turned off the nearest quarter turn from some axes, radians."""
    quarter = np.pi / 2
    return float((angle - axes + quarter / 2) % quarter - quarter / 2)


def neighbours(*, wild: bool) -> list[tuple[int, int]]:
    """Returns the offsets of a centre from that of a card which its own overlaps."""
    nearest = 1 if wild else 2
    return [(x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) >= nearest]
