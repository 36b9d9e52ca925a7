"""How cards really come to lie: where a hand put them, and how they rest on what lies beneath."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.simulation.camera import Floats
from benchmarks.simulation.styles import CARD_MM, SQUARE_MM
from games.camouflage import Placement
from vision.geometry import pose_matrix, project, rigid_fit

THICKNESS_MM = 0.35
"""Of a card."""


@dataclass(frozen=True, slots=True, eq=False)
class Plate:
    """A card on the table, a flat plate. The table's plane is in millimetres, x to the right and y downwards.

    Attributes:
        picture: what it shows: a card's id, or the number of a back.
        x: of its middle.
        y: of its middle.
        angle: radians clockwise.
        slope: how its top rises, in millimetres a millimetre, along x and along y.
        height: of its top's middle above the table.
        bow: how far its middle stands above its borders, in millimetres; it only turns the mirrored light.
    """

    picture: str | int
    x: float
    y: float
    angle: float
    slope: tuple[float, float] = (0.0, 0.0)
    height: float = THICKNESS_MM
    bow: float = 0.0

    def frame(self, lowered: float = 0.0) -> Floats:
        """Returns the (4, 3) matrix from the card's own millimetres, its middle (0, 0), to the table's space.

        Args:
            lowered: how far below its top, in millimetres.
        """
        cosine, sine = np.cos(self.angle), np.sin(self.angle)
        rise_u = self.slope[0] * cosine + self.slope[1] * sine
        rise_v = -self.slope[0] * sine + self.slope[1] * cosine
        return np.array(
            [
                [cosine, -sine, self.x],
                [sine, cosine, self.y],
                [rise_u, rise_v, self.height - lowered],
                [0.0, 0.0, 1.0],
            ]
        )

    def corners(self) -> Floats:
        """Returns its (4, 3) corners in space, x, y and height, the printed top left first."""
        half = CARD_MM / 2
        own = np.array([[-half, -half, 1], [half, -half, 1], [half, half, 1], [-half, half, 1]])
        result: Floats = (own @ self.frame().T)[:, :3]
        return result


def settle(
    rng: np.random.Generator,
    placements: Iterable[Placement],
    *,
    jitter_mm: float,
    jitter_deg: float = 0.7,
    bow_mm: float = 0.2,
) -> tuple[Plate, ...]:
    """Lays cards down by hand, each on the squares that it covers as they really lie, so errors add up.

    Args:
        rng: the source of chance.
        placements: bottom first.
        jitter_mm: by how much a hand misses, a deviation.
        jitter_deg: by how much it turns the card amiss, a deviation.
        bow_mm: how much the cards are bowed, about.

    Returns:
        the plates, bottom first.
    """
    plates: list[Plate] = []
    seats: list[tuple[Placement, Floats]] = []
    for placement in placements:
        pose = _fitted(placement, seats)
        pose[:2] += rng.normal(0, jitter_mm, 2)
        pose[2] = np.clip(pose[2] + rng.normal(0, np.radians(jitter_deg)), -_MOST_TURNED, _MOST_TURNED)
        seats.append((placement, pose))
        angle = float(pose[2] + placement.turn * np.pi / 2)
        flat = Plate(placement.card, float(pose[0]), float(pose[1]), angle, bow=float(rng.normal(0, bow_mm)))
        plates.append(rested(flat, plates, gap_mm=float(rng.uniform(0, 0.25))))
    return tuple(plates)


_MOST_TURNED = np.radians(3.0)
"""How far a card may be off its quarter turn before a player would put it straight."""

_CELL = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * SQUARE_MM


def _fitted(placement: Placement, seats: Sequence[tuple[Placement, Floats]]) -> Floats:
    """Return the pose that fits a card to the squares beneath it; its turn is left out of all poses."""
    own, real = [], []
    for cell in placement.cells:
        on = [seat for seat in seats if cell in seat[0].cells]
        if on:
            below, pose = on[-1]
            own.append(_offset(cell, placement) + _CELL)
            real.append(project(pose_matrix(pose), _offset(cell, below) + _CELL))
    if own:
        return np.asarray(rigid_fit(np.vstack(own), np.vstack(real)), np.float64)
    return np.array([*np.array(placement.centre) * SQUARE_MM, 0.0, 0.0])


def _offset(cell: tuple[int, int], placement: Placement) -> Floats:
    offset: Floats = (np.array(cell) - np.array(placement.centre)) * SQUARE_MM
    return offset


_SAMPLES = np.array([(x, y) for x in np.linspace(-1, 1, 7) for y in np.linspace(-1, 1, 7)]) * 0.49 * CARD_MM


def rested(plate: Plate, below: Sequence[Plate], *, gap_mm: float) -> Plate:
    """Returns the plate at rest on others, as low as its middle can come.

    Args:
        plate: where it lies, at any height.
        below: what may lie beneath it, bottom first.
        gap_mm: how much higher it stays because cards are not flat.
    """
    flat = Plate(plate.picture, plate.x, plate.y, plate.angle)
    points = (np.column_stack([_SAMPLES, np.ones(len(_SAMPLES))]) @ flat.frame().T)[:, :2]
    heights = np.zeros(len(points))
    for other in below:
        if np.hypot(other.x - plate.x, other.y - plate.y) < 1.5 * CARD_MM:
            own = np.linalg.inv(other.frame()[[0, 1, 3]])
            inside = (np.abs(project(own, points)) <= CARD_MM / 2).all(1)
            top = other.height + (points - [other.x, other.y]) @ np.array(other.slope)
            heights = np.where(inside, np.maximum(heights, top), heights)
    slope, height = _resting_plane(points - [plate.x, plate.y], heights)
    return Plate(
        plate.picture, plate.x, plate.y, plate.angle, slope, height + gap_mm + THICKNESS_MM, plate.bow
    )


def _resting_plane(points: Floats, heights: Floats) -> tuple[tuple[float, float], float]:
    """Return the slope and middle height of the lowest plane above points, lowest where (0, 0) is.

    The plane rests on three points round the middle: a linear programme, solved by exchanging one of the
    three for the point that sticks out most.
    """
    rows = np.column_stack([points, np.ones(len(points))])
    basis = [0, 6, 45]  # two corners and the middle of the far side, round the middle
    middle = np.array(
        [0.013, -0.007, 1.0]
    )  # off the middle, so that no two of the three balance the card alone
    for _ in range(40):
        plane = np.linalg.solve(rows[basis], heights[basis])
        above = heights - rows @ plane
        enters = int(above.argmax())
        if above[enters] < 1e-6:
            break
        weights = np.linalg.solve(rows[basis].T, middle)
        change = np.linalg.solve(rows[basis].T, rows[enters])
        ratios = np.where(change > 1e-9, weights / np.maximum(change, 1e-9), np.inf)
        basis[int(ratios.argmin())] = enters
    return (float(plane[0]), float(plane[1])), float(plane[2])
