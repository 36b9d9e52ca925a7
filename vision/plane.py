"""The table's plane: one homography for the whole photo, from cards guessed here and there.

A guess brings an affine map, the homography's slope at that place. Under a homography the cube root of the
slope's determinant is a linear function of the place (the classical "change of scale" constraint of affine
rectification), which gives the vanishing line; then all slopes must become turns, which gives the rest. All
features together polish the result (Levenberg and Marquardt), each card being free to lie anywhere and
turned anyhow.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.geometry import Floats, project, rigid_fit
from vision.keypoints import Guess

_ROUNDS: Final = 20
"""Reweighting settles in about ten."""
_MOST_WEIGHT: Final = 30.0
_SCALE_SPREAD: Final = 0.04
"""Relative error of a guess's scale at which it loses half its weight."""
_SLOPE_SPREAD: Final = 0.12
"""Relative error of a slope at which a guess loses half its weight."""
_SLOPE_OUTLIER: Final = 0.3
"""A guess whose slope is farther from a turn than this does not lie flat on the table's plane."""
_NARROWEST: Final = 0.1
"""A card seen so much narrower than long is seen from its edge: its slope says nothing."""
_HUBER_PX: Final = 1.5
"""Features off by more than this many pixels pull with constant force only."""
_MOST_GUESSES: Final = 60
"""So many guesses hold a plane; the work of polishing it grows with their square."""
_MOST_FEATURES: Final = 30
"""Features of one card that polish the plane; more add time and little else."""
_STEPS: Final = 8
_LEAST_GAIN: Final = 1e-4
"""Steps that lessen the error by a smaller share are not worth their time."""
_FIRST_POSE: Final = slice(8, 11)
"""The first card stays where it is: the plane may be moved and turned, and unknowns that nothing holds stall
the descent."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The table's plane and the guesses that lie on it.

    Attributes:
        homography: (3, 3) from the plane, in squares, to pixels of the photo.
        guesses: those that agree with it, and any too weak to be asked, the strongest first.
        poses: each guess's pose on the plane.
    """

    homography: Floats
    guesses: tuple[Guess, ...]
    poses: tuple[Floats, ...]


def fit_plane(guesses: Sequence[Guess]) -> Plane | None:
    """Fits the table's plane to guesses.

    Args:
        guesses: some may be wrong; the strongest decide.

    Returns:
        The plane, or None where no plane holds them.
    """
    guesses = [guess for guess in guesses if guess.votes > 0 and _is_seen_from_above(guess.affine[:, :2])]
    if not guesses:
        return None
    guesses = sorted(guesses, key=lambda guess: -guess.votes)
    guesses, others = guesses[:_MOST_GUESSES], guesses[_MOST_GUESSES:]
    weights = np.minimum([float(guess.votes) for guess in guesses], _MOST_WEIGHT)
    flattening = _flattening(guesses, weights)
    in_front = _slopes(guesses)[1] @ flattening[2, :2] + flattening[2, 2] > 0
    guesses = [guess for guess, visible in zip(guesses, in_front, strict=True) if visible]
    metric = _metric(guesses, weights[in_front], flattening) if guesses else None
    if metric is None:
        return None
    to_plane, error = metric
    kept = [guess for guess, off in zip(guesses, error, strict=True) if off < _SLOPE_OUTLIER]
    if not kept:
        return None
    poses = [rigid_fit(guess.on_card, project(to_plane, guess.in_photo)) for guess in kept]
    homography, poses = polished(
        np.linalg.inv(to_plane),
        poses,
        [guess.on_card[:_MOST_FEATURES] for guess in kept],
        [guess.in_photo[:_MOST_FEATURES] for guess in kept],
    )
    to_plane = np.linalg.inv(homography)
    laid = [rigid_fit(guess.on_card, project(to_plane, guess.in_photo)) for guess in others]
    return Plane(homography, (*kept, *others), (*poses, *laid))


def _is_seen_from_above(slope: Floats) -> bool:
    if not np.isfinite(slope).all() or np.linalg.det(slope) <= 0:
        return False
    longest, narrowest = np.linalg.svd(slope, compute_uv=False)
    return bool(narrowest > _NARROWEST * longest)


def _slopes(guesses: Sequence[Guess]) -> tuple[Floats, Floats]:
    """Returns the guesses' (n, 2, 2) slopes, card to photo, and the (n, 2) places of their middles."""
    affines = np.array([guess.affine for guess in guesses])
    return affines[:, :, :2], affines[:, :, 2]


def _flattening(guesses: Sequence[Guess], weights: Floats) -> Floats:
    """Returns the (3, 3) homography that sends the plane's vanishing line to infinity."""
    slopes, middles = _slopes(guesses)
    scale = np.abs(np.linalg.det(slopes)) ** (1 / 3)
    scale /= np.median(scale)
    centre, spread = middles.mean(0), max(float(middles.std()), 1.0)
    design = np.column_stack([(middles - centre) / spread, np.ones(len(middles))])
    ridge = np.diag([1.0, 1.0, 0.0]) * weights.sum() * 0.002
    weight = weights
    for _ in range(_ROUNDS):
        line = np.linalg.solve(design.T @ (weight[:, None] * design) + ridge, design.T @ (weight * scale))
        weight = weights / (1 + ((design @ line - scale) / _SCALE_SPREAD) ** 2)
    tilt = line[:2] / spread
    return np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [tilt[0], tilt[1], line[2] - tilt @ centre]])


def _metric(guesses: Sequence[Guess], weights: Floats, flattening: Floats) -> tuple[Floats, Floats] | None:
    """Returns the homography from the photo to the plane, and how far each guess's slope is from a turn."""
    slopes, middles = _slopes(guesses)
    line = flattening[2]
    depth = middles @ line[:2] + line[2]
    flat = middles / depth[:, None]
    flat_slopes = (np.eye(2) - flat[:, :, None] * line[None, None, :2]) / depth[:, None, None] @ slopes
    size = np.abs(np.linalg.det(flat_slopes)).mean()
    u, v = flat_slopes[:, :, 0], flat_slopes[:, :, 1]
    rows = np.stack([_form(u, u), _form(v, v), _form(u, v)], 1) / size
    wanted = np.tile([1.0, 1.0, 0.0], (len(rows), 1))
    weight = weights
    for _ in range(_ROUNDS):
        root = np.sqrt(weight)[:, None]
        entries = np.linalg.lstsq(
            (rows * root[..., None]).reshape(-1, 3), (wanted * root).ravel(), rcond=None
        )[0]
        form = np.array([[entries[0], entries[1]], [entries[1], entries[2]]]) / size
        if np.linalg.eigvalsh(form)[0] <= 0:
            return None
        straighten = np.linalg.cholesky(form).T
        turned = straighten @ flat_slopes
        error = np.abs(turned.transpose(0, 2, 1) @ turned - np.eye(2)).max((1, 2))
        weight = weights / (1 + (error / _SLOPE_SPREAD) ** 2)
    to_plane = np.eye(3)
    to_plane[:2, :2] = straighten
    return to_plane @ flattening, error


def _form(a: Floats, b: Floats) -> Floats:
    """Returns the coefficients of a symmetric form's three entries in a' M b; (n, 3)."""
    return np.stack([a[:, 0] * b[:, 0], a[:, 0] * b[:, 1] + a[:, 1] * b[:, 0], a[:, 1] * b[:, 1]], -1)


def polished(
    homography: Floats, poses: Sequence[Floats], on_card: Sequence[Floats], in_photo: Sequence[Floats]
) -> tuple[Floats, list[Floats]]:
    """Moves the plane and the poses on it together until points of the cards lie where the photo has them.

    Args:
        homography: (3, 3) from the plane to the photo, nearly right.
        poses: each card's pose on the plane, nearly right; at least one.
        on_card: for each card (n, 2) points in its own frame.
        in_photo: for each card the same points in pixels.

    Returns:
        The homography and the poses, of size 1.
    """
    points = _Points(np.vstack(on_card), np.vstack(in_photo), [len(points) for points in on_card])
    state = _State(homography / homography[2, 2], np.array(poses)[:, :3])
    damping, cost = 1e-3, points.cost(state)
    for _ in range(_STEPS):
        normal, gradient = points.normal_equations(state)
        diagonal = np.diag(np.diag(normal) + 1e-12 * np.trace(normal) / len(normal))
        _hold(normal, gradient, _FIRST_POSE)
        improved = False
        while damping < 1e6 and not improved:
            tried = state.moved(-np.linalg.solve(normal + damping * diagonal, gradient))
            new_cost = points.cost(tried)
            improved = new_cost < cost
            damping = max(damping / 5, 1e-9) if improved else damping * 6
        if not improved:
            break
        gain, state, cost = cost - new_cost, tried, new_cost
        if gain < _LEAST_GAIN * cost:
            break
    return state.homography, [np.append(pose, 0.0) for pose in state.poses]


def _hold(normal: Floats, gradient: Floats, held: slice) -> None:
    """Takes unknowns out of the equations: their step becomes nought."""
    normal[held], normal[:, held], gradient[held] = 0.0, 0.0, 0.0


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """A plane, (3, 3) with 1 in its corner, and (n, 3) poses on it: x, y, angle."""

    homography: Floats
    poses: Floats

    def moved(self, step: Floats) -> "_State":
        changed = self.homography + np.append(step[:8], 0.0).reshape(3, 3)
        return _State(changed, self.poses + step[8:].reshape(-1, 3))


@dataclass(frozen=True, slots=True, eq=False)
class _Points:
    """Points of all cards one after the other: (n, 2) in their own frames and in the photo."""

    on_card: Floats
    in_photo: Floats
    counts: Sequence[int]

    def laid(self, state: _State) -> tuple[Floats, Floats]:
        """Returns the points on the plane, and from the middles of their cards, (n, 2) each."""
        x, y, angle = np.repeat(state.poses, self.counts, axis=0).T
        cosine, sine = np.cos(angle), np.sin(angle)
        u, v = self.on_card.T
        around = np.stack([cosine * u - sine * v, sine * u + cosine * v], 1)
        return around + np.stack([x, y], 1), around

    def cost(self, state: _State) -> float:
        """Returns Huber's sum over all points' distances in pixels."""
        off = np.linalg.norm(project(state.homography, self.laid(state)[0]) - self.in_photo, axis=1)
        near = off < _HUBER_PX
        return float(np.where(near, off**2, 2 * _HUBER_PX * off - _HUBER_PX**2).sum())

    def normal_equations(self, state: _State) -> tuple[Floats, Floats]:
        """Returns the weighted normal matrix and gradient over 8 entries of the homography and 3 a pose."""
        on_plane, around = self.laid(state)
        in_photo = project(state.homography, on_plane)
        off = in_photo - self.in_photo
        distance = np.linalg.norm(off, axis=1)
        weight = np.where(distance < _HUBER_PX, 1.0, _HUBER_PX / np.maximum(distance, 1e-9))
        slope = _slope(state.homography, around, on_plane, in_photo)
        weighted = slope * weight[:, None, None]
        starts = np.concatenate([[0], np.cumsum(self.counts)[:-1]])
        products = np.add.reduceat(weighted.transpose(0, 2, 1) @ slope, starts)
        pulls = np.add.reduceat(np.einsum("nij,ni->nj", weighted, off), starts)
        size = 8 + 3 * len(self.counts)
        normal, gradient = np.zeros((size, size)), np.zeros(size)
        normal[:8, :8], gradient[:8] = products[:, :8, :8].sum(0), pulls[:, :8].sum(0)
        gradient[8:] = pulls[:, 8:].ravel()
        for number, product in enumerate(products):
            own = slice(8 + 3 * number, 11 + 3 * number)
            normal[:8, own], normal[own, :8], normal[own, own] = (
                product[:8, 8:],
                product[8:, :8],
                product[8:, 8:],
            )
        return normal, gradient


def _slope(homography: Floats, around: Floats, on_plane: Floats, in_photo: Floats) -> Floats:
    """Returns the (n, 2, 11) derivative of photo points by the homography's entries and the pose."""
    depth = 1 / (on_plane @ homography[2, :2] + 1.0)
    x, y, one, zero = on_plane[:, 0] * depth, on_plane[:, 1] * depth, depth, np.zeros_like(depth)
    u, v = in_photo.T
    by_homography = np.stack(
        [
            np.stack([x, y, one, zero, zero, zero, -u * x, -u * y], -1),
            np.stack([zero, zero, zero, x, y, one, -v * x, -v * y], -1),
        ],
        1,
    )
    by_place = (homography[None, :2, :2] - in_photo[:, :, None] * homography[None, 2:, :2]) * depth[
        :, None, None
    ]
    by_angle = by_place @ np.stack([-around[:, 1], around[:, 0]], -1)[:, :, None]
    return np.concatenate([by_homography, by_place, by_angle], 2)
