"""Fits a card to a photo more exactly than a pose on the table's plane can.

A card that lies on others is tilted a little and nearer to the camera, so that no pose on the plane fits it
to the hundredth of a square by which the same print on two cards is told apart. Here a card has all eight
parameters of a homography, held back by how far hands and thickness can take it from its pose. That costs
more than a pose, so it is done only where squares look like several cards, or like none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.album import Album
from vision.appearance import (
    SQUARES,
    Floats32,
    Gallery,
    Pyramid,
)
from vision.geometry import Floats, card_frame
from vision.photo import Pixels
from vision.scores import log_likelihood

_MOVES: Final[Floats] = np.array(
    [
        [[0, 0, 1], [0, 0, 0], [0, 0, 0]],
        [[0, 0, 0], [0, 0, 1], [0, 0, 0]],
        [[0, -1, 0], [1, 0, 0], [0, 0, 0]],
        [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
        [[1, 0, 0], [0, -1, 0], [0, 0, 0]],
        [[0, 1, 0], [1, 0, 0], [0, 0, 0]],
        [[0, 0, 0], [0, 0, 0], [1, 0, 0]],
        [[0, 0, 0], [0, 0, 0], [0, 1, 0]],
    ],
    np.float64,
)
"""How a card is moved: along x and y, turned, resized, made longer, sheared, and tilted two ways."""
_SPREADS: Final[Floats] = np.array([0.0105, 0.0105, 0.007, 0.0042, 0.0084, 0.0084, 0.0042, 0.0042])
"""Standard deviations of these, in squares, radians and shares: a corner moves by one or two hundredths."""
_LOOSENESS: Final = 6.0
"""How much farther a card may have been moved, turned or resized of which hardly a square was seen."""
_LOOSE_SPREADS: Final[Floats] = _SPREADS * np.repeat([_LOOSENESS, 1.0], 4)
_OWN_MOVES: Final = 4
"""The first of these are those of a pose, for which the gallery knows how a picture changes."""
_STEPS_PX: Final = (0.5, 0.5, 0.3, 0.3)
"""How far a picture is moved the other ways to see how it changes, at the edge of its middle square."""
_SAMPLES: Final = 15.6
"""A square counts like this many independent samples where two cards are compared in it."""
_NOISE: Final = 0.02
"""Unlikeness of a square of the right card that lies exactly as it was fitted."""
_LEAST_LIKENESS: Final = 0.25
"""A square less like the card than this does not pull: unrelated squares seldom reach it."""
_ROUNDS: Final = 4
_LONGEST_STEP: Final = 0.1
_SETTLED: Final = 2e-4
"""Steps smaller than this, in squares, are below what pictures can tell."""


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """A card's picture made ready to be fitted.

    Attributes:
        squares: (9, n) its normalised squares.
        slopes: (9, 8, n) how they change with each move.
        stiffness: (9, 8, 8) the products of the slopes.
    """

    squares: Floats32
    slopes: Floats32
    stiffness: Floats32


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A card in a photo, and the squares in which it is taken to be seen.

    Attributes:
        card: its id.
        to_photo: (3, 3) homography from its own frame to the photo, right to about a tenth of a square.
        seen: (9,) how surely each printed square is seen, 0 to 1; others neither pull nor count.
        loose: whether so few squares told how it lies that it may lie rather otherwise.
    """

    card: str
    to_photo: Floats
    seen: Floats
    loose: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """How well a card explains the squares in which it is taken to be seen.

    Attributes:
        log_likelihood: of its squares and of the moves that the fit took, in nats up to a constant.
        likeness: (9,) correlation of each printed square with the photo.
    """

    log_likelihood: float
    likeness: Floats32


class Prints:
    """The pictures of an album, each made ready when it is first looked for."""

    def __init__(self, album: Album, gallery: Gallery) -> None:
        self._album, self._gallery = album, gallery
        self._known: dict[str, Print] = {}

    def _print(self, card: str) -> Print:
        if card not in self._known:
            number = self._gallery.cards.index(card)
            others = _slopes(self._album.pictures[card], self._gallery)
            slopes = np.concatenate([self._gallery.slopes[number], others], axis=1)
            stiffness = slopes @ slopes.transpose(0, 2, 1)
            self._known[card] = Print(self._gallery.squares[number, 0], slopes, stiffness)
        return self._known[card]

    def explained(self, photo: Pyramid, looks: Sequence[Look]) -> list[Explanation]:
        """Fits cards to the squares in which they are taken to be seen, each by itself.

        The posterior of the eight moves is climbed by Gauss-Newton steps, each square weighted by how exactly
        it fits already.

        Args:
            photo: the photo.
            looks: the cards.

        Returns:
            For each card the best explanation on the way.
        """
        climbs = [_Climb(look, self._print(look.card)) for look in looks]
        moving = climbs
        for _ in range(_ROUNDS + 1):
            if not moving:
                break
            cut = self._cut(photo, np.array([climb.to_photo for climb in moving]))
            moving = [climb for climb, squares in zip(moving, cut, strict=True) if climb.moves(squares)]
        return [climb.best for climb in climbs]

    def _cut(self, photo: Pyramid, to_photo: Floats) -> Floats32:
        """Cuts cards out of a photo and normalises their squares, (cards, 9, n)."""
        side = 3 * self._gallery.side_px
        cut = photo.cuts(to_photo @ card_frame(self._gallery.side_px), (side, side))
        return self._gallery.compared(cut.reshape(-1, side, 3)).reshape(len(cut), SQUARES, -1)


class _Climb:
    """The way of one card to where it explains the photo best."""

    def __init__(self, look: Look, print_: Print) -> None:
        self._look, self._print = look, print_
        self._spreads = _LOOSE_SPREADS if look.loose else _SPREADS
        self._moved: Floats = np.zeros(len(_MOVES))
        self.to_photo = look.to_photo
        self.best = Explanation(-np.inf, np.zeros(SQUARES))

    def moves(self, squares: Floats32) -> bool:
        """Judges the photo's (9, n) squares where the card is, and takes a step; tells whether it did."""
        likeness = np.einsum("qn,qn->q", squares, self._print.squares)
        cost = 0.5 * ((self._moved / self._spreads) ** 2).sum()
        nats = log_likelihood(likeness, samples=_SAMPLES, noise=_NOISE)
        worth = float(self._look.seen @ nats - cost)
        if worth > self.best.log_likelihood:
            self.best = Explanation(worth, likeness)
        step = self._step(squares, likeness)
        self._moved = self._moved - step
        self.to_photo = self.to_photo @ np.linalg.inv(np.eye(3) + np.tensordot(step, _MOVES, 1))
        return bool(np.abs(step).max() >= _SETTLED)

    def _step(self, squares: Floats32, likeness: Floats32) -> Floats:
        """Returns how the moves make the pictures agree, held back by how far they went already."""
        own = likeness > _LEAST_LIKENESS
        pull = self._look.seen * own * _SAMPLES / 2 / (1 - np.minimum(likeness, 1) + _NOISE)
        off = squares - likeness[:, None] * self._print.squares
        curvature = np.einsum("q,qij->ij", pull * np.maximum(likeness, 0), self._print.stiffness)
        gradient = np.einsum("q,qi->i", pull, (self._print.slopes @ off[..., None])[..., 0])
        held = 1 / self._spreads**2
        step = np.linalg.solve(curvature + np.diag(held), gradient + held * self._moved)
        return np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)


def _slopes(picture: Pixels, gallery: Gallery) -> Floats32:
    """Returns how a picture's normalised squares change with the moves that no pose has, (9, 4, n)."""
    side = 3 * gallery.side_px
    small = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    frame = card_frame(gallery.side_px)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    slopes = []
    for move, step_px in zip(_MOVES[_OWN_MOVES:], _STEPS_PX, strict=True):
        step = step_px / gallery.side_px
        ahead, behind = (
            cv2.warpPerspective(
                small,
                np.linalg.inv(frame) @ (np.eye(3) + each * move) @ frame,
                (side, side),
                flags=flags,
                borderMode=cv2.BORDER_REPLICATE,
            )
            for each in (step, -step)
        )
        slopes.append((gallery.compared(ahead) - gallery.compared(behind)) / np.float32(2 * step))
    return np.stack(slopes, axis=1)
