"""Comparing pictures of squares: sampling a card from a photo, and likeness that lighting does not change.

Pictures are compared a square at a time. Each square's mean is taken off and its contrast made 1, over
three channels (brightness, red less green, blue less green) together: what remains of shade, exposure and
white balance is small.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.album import Album
from vision.geometry import Floats, card_frame, pose_matrices, pose_matrix
from vision.photo import Pixels

Floats32: TypeAlias = NDArray[np.floating]

SQUARES: Final = 9
CENTRE_SQUARE: Final = 4

FLAT_VARIANCE: Final = 4.0
"""Added to a square's variance, so that a plain square's rounding errors are not blown up to contrast 1;
grain is held back before, by `_FAINT_ENERGY`."""

_EVEN_REACH: Final = 0.33
"""Shade is told from print by a Gaussian of this standard deviation, in squares: a third still holds a
print's blots."""
_SLOPE_STEP_PX: Final = 0.5
"""How far a picture is moved to either side to see how it changes."""
_OPPONENT: Final = np.array([[1 / 3, 1 / 3, 1 / 3], [0, -1, 1], [1, -1, 0]], np.float32)
_CONTRAST: Final = np.float32(32.0)
"""Level to which local contrast is brought; any would do, this keeps numbers like those of 8-bit pictures."""
_FAINT_ENERGY: Final = 16.0
"""Added to the local energy (8-bit levels squared), so that grain on a plain part is not blown up."""

_FINEST_SHRINK: Final = 1.6
"""A picture is sampled from the first level of the pyramid that it shrinks by no more than this: no
aliasing."""
_GLARE_PX: Final = 4
"""Pixels a square where glare is looked for."""
_GLARE_LEVEL: Final = 235
"""Least level of all three channels of a pixel that glare has burnt out."""
_MOST_ROWS: Final = 30_000
"""OpenCV cuts no picture of more than 32,766 rows."""

TURNED_SQUARES: Final = tuple(
    tuple(int(index) for index in np.rot90(np.arange(SQUARES).reshape(3, 3), -turn).ravel())
    for turn in range(4)
)
"""For each turn, which printed square lies at each of the nine places, row by row."""


class Pyramid:
    """A photo at full, half, quarter … size."""

    def __init__(self, pixels: Pixels) -> None:
        self.levels: list[Pixels] = [pixels]
        while min(self.levels[-1].shape[:2]) > 200:
            rows, columns = self.levels[-1].shape[:2]
            even = self.levels[-1][: rows // 2 * 2, : columns // 2 * 2]
            half = cv2.resize(even, (columns // 2, rows // 2), interpolation=cv2.INTER_AREA)
            self.levels.append(half.astype(np.uint8, copy=False))

    def cards(self, plane: Floats, poses: Floats, side_px: int, *, rim_px: int = 0) -> Floats32:
        """Cuts out the cards that lie at some poses.

        Args:
            plane: (3, 3) homography from the table's plane to pixels of the photo.
            poses: (k, 4) the cards' poses on the plane.
            side_px: wanted pixels along a square.
            rim_px: pixels along each side of a square that do not count in evening; see `evened`.

        Returns:
            (k, 3 side_px, 3 side_px, 3) float32: brightness, red less green, blue less green, evened.
        """
        side = 3 * side_px
        cut = self.cuts(plane @ pose_matrices(poses) @ card_frame(side_px), (side, side))
        # One below the other they are a picture whose squares are evened each by itself.
        channels = opponent_channels(cut.reshape(-1, side, 3))
        return evened(channels, side_px, rim_px=rim_px).reshape(cut.shape)

    def burnt(self, plane: Floats, poses: Floats) -> NDArray[np.bool_]:
        """Tells which squares of the cards at some poses glare has burnt out, (k, 9); see `cards`."""
        side = 3 * _GLARE_PX
        cut = self.cuts(plane @ pose_matrices(poses) @ card_frame(_GLARE_PX), (side, side))
        burnt: NDArray[np.bool_] = (by_squares(cut).min(-1) > _GLARE_LEVEL).mean(-1) > 0.5
        return burnt

    def cut(self, to_photo: Floats, size: tuple[int, int]) -> Pixels:
        """Cuts one picture out of the photo; see `cuts`."""
        picture: Pixels = self.cuts(to_photo[None], size)[0]
        return picture

    def cuts(self, to_photo: Floats, size: tuple[int, int]) -> Pixels:
        """Cuts pictures out of the photo; beyond its edge the outermost pixels go on.

        Args:
            to_photo: (k, 3, 3) homographies from pixels of each picture to pixels of the photo.
            size: width and height of each picture, pixels.

        Returns:
            (k, height, width, 3) uint8, blue green red.
        """
        width, height = size
        result = np.empty((len(to_photo), height, width, 3), np.uint8)
        shrink = _scales_at(to_photo, (width / 2 - 0.5, height / 2 - 0.5))
        wanted = np.ceil(np.log2(np.maximum(shrink, _FINEST_SHRINK) / _FINEST_SHRINK)).astype(int)
        levels = np.minimum(wanted, len(self.levels) - 1)
        for level in np.unique(levels):
            of_level = np.nonzero(levels == level)[0]
            step = 2.0**level
            offset = 0.5 / step - 0.5
            to_level = np.array([[1 / step, 0, offset], [0, 1 / step, offset], [0, 0, 1]])
            at_once = max(1, _MOST_ROWS // height)
            for first in range(0, len(of_level), at_once):
                chosen = of_level[first : first + at_once]
                x, y = (each.reshape(-1, width) for each in _places(to_level @ to_photo[chosen], size))
                cut = cv2.remap(self.levels[level], x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                result[chosen] = cut.reshape(len(chosen), height, width, 3)
        return result


def _places(matrices: Floats, size: tuple[int, int]) -> tuple[Floats32, Floats32]:
    """Returns where (k, 3, 3) homographies carry each pixel of a picture: x and y, (k, height, width)."""
    matrix = matrices.astype(np.float32)[..., None, None]
    x = np.arange(size[0], dtype=np.float32)
    y = np.arange(size[1], dtype=np.float32)[:, None]
    along, down, depth = (
        matrix[:, row, 0] * x + (matrix[:, row, 1] * y + matrix[:, row, 2]) for row in range(3)
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        return along / depth, down / depth


def _scales_at(matrices: Floats, middle: tuple[float, float]) -> Floats:
    """Returns the longer side in the photo of each picture's pixel at `middle`, (k,)."""
    x, y = middle
    points = np.array([[x, y, 1], [x + 1, y, 1], [x, y + 1, 1]]) @ matrices.transpose(0, 2, 1)
    flat = points[..., :2] / points[..., 2:]
    scales: Floats = np.linalg.norm(flat[:, 1:] - flat[:, :1], axis=2).max(1)
    return scales


def opponent_channels(picture: NDArray[np.generic]) -> Floats32:
    """Turns blue green red into brightness, red less green, blue less green; float32."""
    return np.asarray(cv2.transform(np.asarray(picture, np.float32), _OPPONENT), np.float32)


def evened(picture: Floats32, side_px: int, *, rim_px: int = 0) -> Floats32:
    """Takes off what changes slowly and evens local contrast: shade, glare and veils of light go.

    Each square is evened by itself, since its neighbours may be another card's.

    Args:
        picture: (rows, columns, 3) channels; rows and columns are multiples of `side_px`.
        side_px: pixels along a square.
        rim_px: pixels along each side of a square that do not count, as the neighbour may reach over them.

    Returns:
        The same shape.
    """
    return _evened(picture, lambda each: _smooth(each, side_px, rim_px))


def evened_throughout(picture: Floats32, side_px: int) -> Floats32:
    """Does the same where nobody knows yet where squares begin, across their edges."""
    reach = _EVEN_REACH * side_px
    return _evened(picture, lambda each: np.reshape(cv2.GaussianBlur(each, (0, 0), reach), each.shape))


def _evened(picture: Floats32, smooth: Callable[[Floats32], Floats32]) -> Floats32:
    detail = picture - smooth(picture)
    energy = smooth(np.einsum("yxc,yxc->yx", detail, detail)[..., None] / np.float32(3))
    result: Floats32 = detail * (_CONTRAST / np.sqrt(energy + _FAINT_ENERGY))
    return result


def _smooth(picture: Floats32, side_px: int, rim_px: int) -> Floats32:
    """Blurs each square by `_EVEN_REACH`, as if it went on mirrored beyond its edges."""
    rows, _, channels = picture.shape
    down = _blur(side_px, rim_px, 1) @ picture.reshape(rows // side_px, side_px, -1)
    # A line of a square, its channels in turn, is blurred as one row of numbers.
    result: Floats32 = (down.reshape(-1, side_px * channels) @ _blur(side_px, rim_px, channels).T).reshape(
        picture.shape
    )
    return result


@lru_cache(maxsize=16)
def _blur(side_px: int, rim_px: int, channels: int) -> Floats32:
    """Returns the matrix that blurs a line of a square whose pixels have some channels in turn."""
    place = np.arange(side_px)
    mirrored = np.stack([place, -1 - place, 2 * side_px - 1 - place])
    off = place[:, None, None] - mirrored[None]
    weight = np.exp(-0.5 * (off / (_EVEN_REACH * side_px)) ** 2).sum(1)
    weight[:, :rim_px] = weight[:, side_px - rim_px :] = 0
    matrix: Floats32 = np.kron(weight / weight.sum(1, keepdims=True), np.eye(channels)).astype(np.float32)
    return matrix


def by_squares(picture: NDArray[np.generic], *, rim_px: int = 0) -> Floats32:
    """Cuts pictures of cards into squares, row by row.

    Args:
        picture: (3 s, 3 s, c), or (k, 3 s, 3 s, c).
        rim_px: pixels along each side of a square that are left out.

    Returns:
        (9, n, c), or (k, 9, n, c), n being (s - 2 rim_px) squared.
    """
    *cards, _, columns, channels = picture.shape
    side = columns // 3
    inner = slice(rim_px, side - rim_px)
    cut = np.asarray(picture, np.float32).reshape(-1, side, 3, side, channels)[:, inner, :, inner]
    return cut.transpose(0, 2, 1, 3, 4).reshape(*cards, SQUARES, -1, channels)


def normalised(squares: Floats32) -> tuple[Floats32, Floats32]:
    """Takes off each square's mean and makes its contrast 1.

    Args:
        squares: (k, n, c).

    Returns:
        The squares (k, n * c), scaled so that the product of two is their correlation; their contrast (k,).
    """
    count, pixels, channels = squares.shape
    level = squares - np.full((1, pixels), 1 / pixels, np.float32) @ squares
    flat = level.reshape(count, pixels * channels)
    contrast = np.sqrt(np.einsum("kn,kn->k", flat, flat) / flat.shape[1] + FLAT_VARIANCE)
    flat = flat / (contrast * np.sqrt(np.float32(flat.shape[1])))[:, None]
    return flat.astype(np.float32, copy=False), contrast.astype(np.float32, copy=False)


@dataclass(frozen=True, slots=True, eq=False)
class Gallery:
    """An album's pictures made ready for comparing, at one size.

    Attributes:
        cards: the cards' ids; an index into them names a card throughout.
        side_px: pixels along a square.
        rim_px: pixels along each side of a square that are not compared.
        squares: (cards, 4, 9, n) float32: each card's normalised squares at each turn.
        decks: (cards,) the index of each card's deck.
        slopes: (cards, 9, 4, n) float32: how an upright card's normalised squares change with x, y, angle
            and size.
        stiffness: (cards, 9, 4, 4) float32: the products of the slopes, each square's pull on a pose.
    """

    cards: tuple[str, ...]
    side_px: int
    rim_px: int
    squares: Floats32
    decks: NDArray[np.int64]
    slopes: Floats32
    stiffness: Floats32

    @classmethod
    def of(cls, album: Album, side_px: int, *, rim_px: int = 0) -> "Gallery":
        """Prepares an album's pictures."""
        cards = tuple(album.pictures)
        pictures = [_shrunk(album.pictures[card], side_px, rim_px) for card in cards]
        squares = np.stack(
            [
                np.stack(
                    [normalised(by_squares(np.rot90(picture, -turn), rim_px=rim_px))[0] for turn in range(4)]
                )
                for picture in pictures
            ]
        )
        slopes = np.stack([_slopes(picture, side_px, rim_px) for picture in album.pictures.values()])
        decks = np.array([album.deck.decks.index(album.deck.card(card).deck) for card in cards])
        return cls(cards, side_px, rim_px, squares, decks, slopes, slopes @ slopes.transpose(0, 1, 3, 2))

    def compared(self, pictures: NDArray[np.generic]) -> Floats32:
        """Evens and normalises the squares of cards as this gallery's are.

        Args:
            pictures: (3 side_px cards, 3 side_px, 3) cards one below the other, blue green red.

        Returns:
            (9 cards, n).
        """
        return _compared(pictures, self.side_px, self.rim_px)

    def likeness(self, squares: Floats32) -> Floats32:
        """Compares places with every card at every turn.

        All cards of a deck bear one symbol, so that their pictures' centres differ only by how they were
        photographed: each card's centre counts as like as that of the most like card of its deck.

        Args:
            squares: (places, 9, n) normalised.

        Returns:
            (places, cards, 4, 9) correlation of each of the nine squares, -1 to 1.
        """
        cards = len(self.cards)
        known = self.squares.reshape(cards * 4, SQUARES, -1).transpose(1, 2, 0)
        by_square = squares.transpose(1, 0, 2) @ known
        result = np.ascontiguousarray(by_square.transpose(1, 2, 0)).reshape(-1, cards, 4, SQUARES)
        centres = result[..., CENTRE_SQUARE]
        for deck in np.unique(self.decks):
            own = self.decks == deck
            centres[:, own] = centres[:, own].max(1, keepdims=True)
        return result


def _shrunk(picture: Pixels, side_px: int, rim_px: int) -> Floats32:
    small = cv2.resize(picture, (3 * side_px, 3 * side_px), interpolation=cv2.INTER_AREA)
    return evened(opponent_channels(small), side_px, rim_px=rim_px)


def _slopes(picture: Pixels, side_px: int, rim_px: int) -> Floats32:
    """Looks at a card from places a little off to either side, and returns by how much its squares differ."""
    small = cv2.resize(picture, (3 * side_px, 3 * side_px), interpolation=cv2.INTER_AREA)
    step = _SLOPE_STEP_PX / side_px
    slopes = []
    for part in range(4):
        offset = np.eye(4)[part] * step
        ahead, behind = (_seen_from(small, each, side_px, rim_px) for each in (offset, -offset))
        slopes.append((ahead - behind) / np.float32(2 * step))
    return np.stack(slopes, axis=1)


def _seen_from(picture: cv2.typing.MatLike, offset: Floats, side_px: int, rim_px: int) -> Floats32:
    frame = card_frame(side_px)
    matrix = np.linalg.inv(frame) @ pose_matrix(offset) @ frame
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(
        picture, matrix[:2], (3 * side_px, 3 * side_px), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return _compared(moved, side_px, rim_px)


def _compared(pictures: NDArray[np.generic], side_px: int, rim_px: int) -> Floats32:
    even = evened(opponent_channels(pictures), side_px, rim_px=rim_px)
    cut = by_squares(even.reshape(-1, 3 * side_px, 3 * side_px, 3), rim_px=rim_px)
    return normalised(cut.reshape(-1, *cut.shape[2:]))[0]
