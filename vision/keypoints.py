"""First guesses: which cards of the album lie where, from local features that vote together.

Features of the photo (SIFT) are looked up among those of the album's pictures. Each match says where a
card's middle would be, how large and how turned; matches that agree are a guess, however much of the card
others cover. The same print on many cards lets one feature vote for all of them: the votes that agree by
chance are weeded out later by comparing pictures.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Floats32
from vision.geometry import Floats
from vision.photo import Pixels

_PICTURE_PX: Final = 96
"""Features are taken from the album at 32 pixels a square, more than most photos have where they are looked
for; measured on 21 photos of tables, 64 pixels find no more cards and take a third longer."""
_CARD_FEATURES: Final = 120
"""The strongest of each card: some 13 a square, a few of which survive blur, glare and small size."""
_CONTRAST: Final = 0.02
"""SIFT's contrast threshold, half its default: pale prints have faint features."""
_SMALL_FEATURE_PX: Final = 4.0
_CELLS: Final = (8, 6)
"""The photo is divided into so many parts along its longer and shorter side, …"""
_CELL_FEATURES: Final = 45
"""… each of which may have so many small features and as many larger ones: a woven cloth would else use up
the whole allowance."""
_NEIGHBOURS: Final = 8
"""How many entries one feature may vote for: prints that many cards bear are shared out."""
_NEAREST: Final = 0.60
"""Greatest distance of two unit descriptors that still count as alike."""
_AMBIGUITY: Final = 1.15
"""Matches up to this much farther than the nearest count too: many cards bear the same print."""
_SHORT_LENGTH: Final = 40
"""Descriptors are compared by this many of 128 directions first, a third of the work."""
_SHORT_LIKE: Final = 0.75
"""Least product of shortened descriptors that may be a match; `_NEAREST` asks for 0.82 of whole ones."""
_SHORT_MARGIN: Final = 0.08
"""How much less than the best product another may be; `_AMBIGUITY` allows 0.06 of whole ones."""
_PART: Final = 40
"""The entries are looked through by so many at a time: about as many parts as entries in a part."""
_AT_ONCE: Final = 1024
"""Features looked up at once: more take more memory and no less time."""
_CARD_VOTES: Final = 120
"""Votes for one card are weighed pair by pair, so the nearest matches only."""
_GUESSES_A_CARD: Final = 3
_MOST_GROWTH: Final = np.exp(0.35)
"""Votes agree where one's size is at most so many times the other's, …"""
_LEAST_COSINE: Final = np.cos(0.4)
"""… and their angles differ by at most so much."""
_FEWEST_VOTES: Final = 4
"""An affine map takes three; a fourth that agrees is the least sign that it is not chance."""


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """A card of the album that may lie in the photo.

    Attributes:
        card: index of the card's picture.
        affine: (2, 3) from the card's own frame to pixels of the photo.
        votes: how many features of the photo agree.
        on_card: (n, 2) the features in the card's own frame.
        in_photo: (n, 2) the same features in pixels.
    """

    card: int
    affine: Floats
    votes: int
    on_card: Floats
    in_photo: Floats

    def enlarged(self, factor: float) -> "Guess":
        """Returns the guess for the same photo with so many times the pixels along each side."""
        affine = self.affine * factor
        affine[:, 2] += (factor - 1) / 2
        return replace(self, affine=affine, in_photo=self.in_photo * factor + (factor - 1) / 2)


@dataclass(frozen=True, slots=True, eq=False)
class _Votes:
    """Matches of features: what each says of a card. All arrays have one row a vote."""

    card: NDArray[np.int64]
    feature: NDArray[np.int64]
    on_card: Floats
    in_photo: Floats
    middle: Floats
    size: Floats
    angle: Floats
    weight: Floats

    def chosen(self, rows: NDArray[np.int64]) -> "_Votes":
        return _Votes(
            self.card[rows],
            self.feature[rows],
            self.on_card[rows],
            self.in_photo[rows],
            self.middle[rows],
            self.size[rows],
            self.angle[rows],
            self.weight[rows],
        )


class FeatureIndex:
    """The features of pictures of cards, ready to be looked up."""

    def __init__(self, pictures: Sequence[Pixels]) -> None:
        rows: list[Floats] = []
        descriptors: list[Floats32] = []
        for number, picture in enumerate(pictures):
            small = cv2.resize(picture, (_PICTURE_PX, _PICTURE_PX), interpolation=cv2.INTER_AREA)
            places, described = _features(small.astype(np.uint8, copy=False), _strongest)
            places[:, :3] /= _PICTURE_PX / 3
            places[:, :2] -= 1.5
            rows.append(np.column_stack([np.full(len(places), number), places]))
            descriptors.append(described)
        self._rows = np.vstack(rows)
        self._descriptors = np.vstack(descriptors)
        self._basis = _principal(self._descriptors)
        self._short = self._descriptors @ self._basis
        self._cards = len(pictures)

    def guesses(self, pixels: Pixels, *, side_px: int | None = None) -> list[Guess]:
        """Finds cards that may lie in a photo.

        Args:
            pixels: (rows, columns, 3) uint8.
            side_px: the longer side to which the photo is shrunk for it; where None, it is not.

        Returns:
            Guesses with the most votes first; several may name one card, and many are wrong.
        """
        shrink = max(pixels.shape[:2]) / (side_px or np.inf)
        if shrink > 1:
            size = (max(1, round(pixels.shape[1] / shrink)), max(1, round(pixels.shape[0] / shrink)))
            pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        places, descriptors = _features(pixels, _spread)
        if len(places) == 0 or len(self._rows) == 0:
            return []
        votes = self._votes(places, descriptors)
        found = [guess for card in range(self._cards) for guess in _card_guesses(card, votes)]
        return [guess.enlarged(max(shrink, 1)) for guess in sorted(found, key=lambda guess: -guess.votes)]

    def _votes(self, places: Floats, descriptors: Floats32) -> _Votes:
        feature, entry, distance, rivals = self._matches(descriptors)
        seen, known = places[feature], self._rows[entry]
        size = seen[:, 2] / known[:, 3]
        angle = seen[:, 3] - known[:, 4]
        cosine, sine = np.cos(angle) * size, np.sin(angle) * size
        x = seen[:, 0] - (cosine * known[:, 1] - sine * known[:, 2])
        y = seen[:, 1] - (sine * known[:, 1] + cosine * known[:, 2])
        order = np.argsort(distance, kind="stable")
        return _Votes(
            known[:, 0].astype(np.int64),
            feature,
            known[:, 1:3],
            seen[:, :2],
            np.column_stack([x, y]),
            size,
            angle,
            1 / np.sqrt(rivals),
        ).chosen(order)

    def _matches(
        self, descriptors: Floats32
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats32, NDArray[np.int64]]:
        """Looks descriptors up: photo feature, album entry, distance, and how many entries it matched."""
        feature, entry = self._shortlist(descriptors)
        exact = np.einsum("pd,pd->p", descriptors[feature], self._descriptors[entry])
        distance = np.sqrt(np.maximum(2 - 2 * exact, 0))
        order = np.lexsort((distance, feature))
        feature, entry, distance = feature[order], entry[order], distance[order]
        nearest = distance[np.arange(len(feature)) - _rank(feature)]
        good = (distance <= nearest * _AMBIGUITY) & (nearest < _NEAREST)
        feature = feature[good]
        return feature, entry[good], distance[good], np.bincount(feature, minlength=1)[feature]

    def _shortlist(self, descriptors: Floats32) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Looks up shortened descriptors: for each feature the few entries that may be the same."""
        features, entries = [], []
        for start in range(0, len(descriptors), _AT_ONCE):
            alike = (descriptors[start : start + _AT_ONCE] @ self._basis) @ self._short.T
            entry, like = _greatest(alike, _NEIGHBOURS)
            near = like >= np.maximum(like[:, :1] - _SHORT_MARGIN, _SHORT_LIKE)
            features.append(np.nonzero(near)[0] + start)
            entries.append(entry[near])
        return np.concatenate(features), np.concatenate(entries)


def _greatest(values: Floats32, count: int) -> tuple[NDArray[np.int64], Floats32]:
    """Finds the greatest values of each row, the greatest first.

    The greatest lie in those parts of a row that have the greatest maxima, so few values need be sorted.

    Returns:
        Their columns and the values, both (rows, count); fewer where a row is shorter.
    """
    rows, columns = values.shape
    parts = -(-columns // _PART)
    padded = np.full((rows, _PART * parts), -np.inf, np.float32)
    padded[:, :columns] = values
    by_part = padded.reshape(rows, _PART, parts)
    best = np.argsort(-by_part.max(1), axis=1, kind="stable")[:, :count]
    candidate = (best[:, None, :] + parts * np.arange(_PART)[:, None]).reshape(rows, -1)
    found = np.take_along_axis(padded, candidate, 1)
    order = np.argsort(-found, axis=1, kind="stable")[:, : min(count, columns)]
    return np.take_along_axis(candidate, order, 1), np.take_along_axis(found, order, 1)


def _rank(groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """Numbers the members of each group of a sorted array from 0."""
    return np.arange(len(groups)) - np.searchsorted(groups, groups)


def _features(
    pixels: Pixels, choose: Callable[[Floats, Floats], NDArray[np.int64]]
) -> tuple[Floats, Floats32]:
    """Finds features: x, y, size in pixels, angle in radians (n, 4); unit descriptors (n, 128).

    The pixel (0, 0) has its middle at (0.5, 0.5) here, so that places scale with the picture.
    """
    detector = cv2.SIFT.create(contrastThreshold=_CONTRAST)
    brightness = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    # A busy cloth has ten times the features that are kept, so only these are described.
    points = detector.detect(brightness, None)
    if not points:
        return np.zeros((0, 4)), np.zeros((0, 128), np.float32)
    places = np.array([(point.pt[0] + 0.5, point.pt[1] + 0.5, point.size, point.angle) for point in points])
    kept = choose(places, np.array([point.response for point in points]))
    _, found = detector.compute(brightness, [points[number] for number in kept])
    places = places[kept]
    places[:, 3] = np.deg2rad(places[:, 3])
    raw = np.maximum(found, 1e-9)
    descriptors: Floats32 = np.sqrt(raw / raw.sum(1, keepdims=True)).astype(np.float32)
    return places, descriptors


def _strongest(_: Floats, response: Floats) -> NDArray[np.int64]:
    """Chooses the features of a card."""
    return np.argsort(-response, kind="stable")[:_CARD_FEATURES]


def _spread(places: Floats, response: Floats) -> NDArray[np.int64]:
    """Chooses the features of a photo: the strongest small and large ones of each of its parts."""
    extent = places[:, :2].max(0)
    cells = np.array(_CELLS if extent[0] >= extent[1] else _CELLS[::-1])
    column, row = np.minimum((places[:, :2] / extent * cells).astype(int), cells - 1).T
    group = (row * cells[0] + column) * 2 + (places[:, 2] >= _SMALL_FEATURE_PX)
    order = np.lexsort((-response, group))
    return order[_rank(group[order]) < _CELL_FEATURES]


def _principal(descriptors: Floats32) -> Floats32:
    """Returns the (128, short) directions in which the descriptors differ most."""
    _, _, directions = np.linalg.svd(descriptors.T @ descriptors)
    return directions[:_SHORT_LENGTH].T.astype(np.float32)


def _card_guesses(card: int, votes: _Votes) -> list[Guess]:
    rows = np.nonzero(votes.card == card)[0][:_CARD_VOTES]
    if len(rows) < _FEWEST_VOTES:
        return []
    cast = votes.chosen(rows)
    agree = _agreement(cast)
    free = np.ones(len(rows), bool)
    found: list[Guess] = []
    for _ in range(_GUESSES_A_CARD):
        support = (agree & free) @ cast.weight
        best = int(np.where(free, support, 0).argmax())
        members = np.nonzero(agree[best] & free)[0]
        if len(members) < _FEWEST_VOTES:
            break
        free[members] = False
        guess = _fitted(card, cast.chosen(members))
        if guess is not None:
            found.append(guess)
    return found


def _agreement(votes: _Votes) -> NDArray[np.bool_]:
    """Tells which votes agree: middle within half a square, size within 42 %, angle within 23 degrees."""
    x, y = votes.middle.T.astype(np.float32)
    size = votes.size.astype(np.float32)
    reach = 0.45 * np.minimum(size[:, None], size)
    cosine, sine = np.cos(votes.angle), np.sin(votes.angle)
    agree: NDArray[np.bool_] = np.abs(x[:, None] - x) < reach
    agree &= np.abs(y[:, None] - y) < reach
    agree &= np.maximum(size[:, None], size) < _MOST_GROWTH / 0.45 * reach
    agree &= np.outer(cosine, cosine) + np.outer(sine, sine) > _LEAST_COSINE
    return agree


def _fitted(card: int, votes: _Votes) -> Guess | None:
    """Fits an affine map to votes that agree; None where they do not hold one together."""
    reach = max(2.0, 0.06 * float(np.median(votes.size)))
    fitted, kept = cv2.estimateAffine2D(
        np.ascontiguousarray(votes.on_card),
        np.ascontiguousarray(votes.in_photo),
        method=cv2.RANSAC,
        ransacReprojThreshold=reach,
        maxIters=300,
    )
    affine = np.asarray(fitted, np.float64)
    if affine.shape != (2, 3) or not np.isfinite(affine).all():
        return None
    inside = kept.ravel().astype(bool)
    count = len(set(votes.feature[inside]))
    stretch = np.linalg.svd(affine[:, :2], compute_uv=False)
    if count < _FEWEST_VOTES or np.linalg.det(affine[:, :2]) <= 0 or stretch[1] < 0.45 * stretch[0]:
        return None
    affine[:, 2] -= 0.5
    return Guess(card, affine, count, votes.on_card[inside], votes.in_photo[inside] - 0.5)
