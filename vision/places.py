"""Places on the table: which are near one another, and along which axes they lie."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.geometry import Floats

_SAME_GUESS: Final = 0.2
"""Guesses nearer than this are one: alignment brings them together."""


class Places:
    """Places on the table, to be asked whether another is near: nearer along both axes of the lattice."""

    def __init__(self, axes: float, poses: Sequence[Floats] = ()) -> None:
        self.poses: list[Floats] = []
        self._along = np.zeros((max(16, len(poses)), 2))
        self._to_axes = np.array([[np.cos(axes), np.sin(axes)], [-np.sin(axes), np.cos(axes)]])
        for pose in poses:
            self.add(pose)

    def add(self, pose: Floats) -> None:
        """Adds a place."""
        if len(self.poses) == len(self._along):
            self._along = np.concatenate([self._along, np.zeros_like(self._along)])
        self._along[len(self.poses)] = self._to_axes @ pose[:2]
        self.poses.append(pose)

    def near(self, pose: Floats, reach: float) -> bool:
        """Tells whether one of the places is nearer than `reach`, in squares."""
        off = np.abs(self._along[: len(self.poses)] - self._to_axes @ pose[:2]).max(1)
        return bool((off < reach).any())


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


def neighbours(*, wild: bool) -> list[tuple[int, int]]:
    """Returns the offsets of a centre from that of a card which its own overlaps."""
    nearest = 1 if wild else 2
    return [(x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) >= nearest]
