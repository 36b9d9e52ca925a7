"""A small deck with drawn prints, and photos of it on a table of which everything is known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from games.camouflage import CENTRE, Board, Card, Deck
from tests.strategies import face_of
from vision.album import Album
from vision.album_pictures import PICTURE_SIDE_PX
from vision.geometry import CARD_CORNERS, Floats, card_frame, pose_matrix, project
from vision.photo import Photo, Pixels

SQUARE_PX = PICTURE_SIDE_PX // 3
PATTERNS = ("reed", "pebble", "brick", "moss", "wave")
ANIMALS = ("owl", "fox", "cow")


def drawn_deck(seed: int = 3) -> Deck:
    """Return three decks of four cards with five patterns."""
    random = np.random.default_rng(seed)
    cards = [
        Card(f"{animal}-{number}", animal, {"animals": face_of(random.choice(PATTERNS, 8).tolist())})
        for animal in ANIMALS
        for number in range(1, 5)
    ]
    return Deck("drawn", ANIMALS, {"animals": PATTERNS}, tuple(cards))


DRAWN = drawn_deck()


def _levels(values: Floats) -> Pixels:
    """Return values as 8-bit levels."""
    levels: Pixels = np.clip(np.round(values), 0, 255).astype(np.uint8)
    return levels


def _blots(random: np.random.Generator, size: int, blur: tuple[float, float]) -> Floats:
    noise = cv2.GaussianBlur(random.normal(size=(size, size)), (0, 0), blur[0], sigmaY=blur[1])
    blots: Floats = (noise - noise.mean()) / noise.std()
    return blots


def _print(pattern: int, seed: int) -> Floats:
    """Return a sheet of a print, (512, 512, 3): blots of two colours, longer one way by the pattern."""
    random = np.random.default_rng([seed, pattern])
    blurs = ((3.0, 12.0), (7.0, 7.0), (14.0, 4.0), (3.0, 3.0), (10.0, 10.0))
    ink = random.uniform(0, 90, 3)
    paper = random.uniform(140, 255, 3)
    share = 1 / (1 + np.exp(-4 * _blots(random, 512, blurs[pattern])))[..., None]
    return ink * share + paper * (1 - share)


def _symbol(random: np.random.Generator) -> Floats:
    """Return a centre: a few bold strokes on white, unlike itself when turned."""
    picture = np.full((SQUARE_PX, SQUARE_PX, 3), 235, np.uint8)
    for _ in range(6):
        start, end = (tuple(int(x) for x in random.integers(8, SQUARE_PX - 8, 2)) for _ in range(2))
        colour = tuple(int(x) for x in random.integers(0, 160, 3))
        cv2.line(picture, start, end, colour, int(random.integers(4, 14)), cv2.LINE_AA)
    return picture.astype(np.float64)


@cache
def drawn_album(seed: int = 3) -> Album:
    """Return the album of `drawn_deck`; another seed has other prints, symbols and faces."""
    deck = drawn_deck(seed)
    random = np.random.default_rng(seed)
    sheets = [_print(number, seed) for number in range(len(PATTERNS))]
    symbols = {animal: _symbol(random) for animal in ANIMALS}
    return Album(
        deck, "animals", {card.id: _picture(card, sheets, symbols[card.deck], random) for card in deck.cards}
    )


def _picture(card: Card, sheets: Sequence[Floats], symbol: Floats, random: np.random.Generator) -> Pixels:
    picture = np.zeros((PICTURE_SIDE_PX, PICTURE_SIDE_PX, 3))
    for place, name in enumerate(card.faces["animals"].squares):
        top, left = (SQUARE_PX * index for index in divmod(place, 3))
        x, y = random.integers(0, 512 - SQUARE_PX, 2)
        own = symbol if name == CENTRE else sheets[PATTERNS.index(name)][y : y + SQUARE_PX, x : x + SQUARE_PX]
        picture[top : top + SQUARE_PX, left : left + SQUARE_PX] = own
    return _levels(picture)


def shaded(picture: Pixels, *, gain: Sequence[float] = (1.0, 1.0, 1.0), veil: float = 0.0) -> Pixels:
    """Return a picture in other light: each channel times its gain, and a veil of stray light over all."""
    lit = picture.astype(np.float64) * np.array(gain) + veil
    return _levels(lit)


def table_top(kind: str, size: tuple[int, int], seed: int = 0) -> Pixels:
    """Return the picture of an empty table, (height, width, 3).

    Args:
        kind: "plain", "striped" or "chequered".
        size: width and height in pixels.
        seed: of the grain.
    """
    width, height = size
    y, x = np.mgrid[:height, :width]
    darker = {
        "plain": 0.0 * x,
        "striped": 34.0 * ((x + y) // 40 % 2),
        "chequered": 16.0 * ((x // 50 + y // 50) % 2),
    }[kind]
    wood = np.array([96.0, 124.0, 150.0]) - darker[..., None]
    grain = np.random.default_rng(seed).normal(0, 3, (height, width, 1))
    return _levels(wood + grain)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A photo and what is on it.

    Attributes:
        photo: the photo.
        corners: card -> (4, 2) pixels, the printed top-left corner first.
    """

    photo: Photo
    corners: Mapping[str, Floats]


def photographed(
    cards: Sequence[tuple[Pixels, Floats]],
    view: Floats,
    *,
    top: Pixels,
    blur: float = 0.7,
    noise: float = 2.0,
    seed: int = 0,
) -> Photo:
    """Return the photo of cards on a table, lit from the left.

    Args:
        cards: pictures and poses, bottom first.
        view: (3, 3) homography from the table to the photo.
        top: the empty table.
        blur: of the lens, pixels.
        noise: of the sensor, 8-bit levels.
        seed: of the noise.
    """
    scene: Floats = top.astype(np.float32)
    size = (top.shape[1], top.shape[0])
    for picture, pose in cards:
        to_photo = view @ pose_matrix(pose) @ card_frame(SQUARE_PX)
        shrunk = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32)
        print_ = cv2.warpPerspective(shrunk, to_photo, size, flags=cv2.INTER_LINEAR)
        ones = np.ones(picture.shape[:2], np.float32)
        share = cv2.warpPerspective(ones, to_photo, size, flags=cv2.INTER_LINEAR)[..., None]
        scene = scene * (1 - share) + print_ * share
    scene = cv2.GaussianBlur(scene, (0, 0), blur) * np.linspace(1.0, 0.75, size[0])[None, :, None]
    grain = np.random.default_rng(seed).normal(0, noise, scene.shape)
    return Photo(_levels(scene + grain), 1.0, size)


def hand_laid(board: Board, *, off: float = 0.05, tilt: float = 0.015, seed: int = 0) -> list[Floats]:
    """Return the poses of a board's cards, each up to `off` squares and `tilt` radians from the lattice."""
    random = np.random.default_rng(seed)
    jitter: NDArray[np.float64] = random.uniform(-1, 1, (len(board), 4)) * [off, off, tilt, 0.0]
    return [
        np.array([*card.centre, card.turn * np.pi / 2, 0.0]) + own
        for card, own in zip(board, jitter, strict=True)
    ]


def photograph(
    board: Board,
    view: Floats,
    *,
    album: Album | None = None,
    poses: Sequence[Floats] | None = None,
    size: tuple[int, int] = (1100, 850),
    top: str = "plain",
    blur: float = 0.7,
) -> Scene:
    """Return a photo of a board, its cards laid by hand, or at `poses`."""
    album = album or drawn_album()
    poses = poses or hand_laid(board)
    cards = [(album.pictures[card.card], pose) for card, pose in zip(board, poses, strict=True)]
    corners = {
        card.card: project(view @ pose_matrix(pose), CARD_CORNERS)
        for card, pose in zip(board, poses, strict=True)
    }
    return Scene(photographed(cards, view, top=table_top(top, size), blur=blur), corners)
