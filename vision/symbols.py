"""Looks for the symbols on the cards' centres all over a table, to find cards that features missed.

A centre is never covered (unless centres are wild), and all cards of a deck bear one symbol, so that a
handful of small pictures, each in four turns, finds nearly every card. The table is seen straight from above
for it, turned so that its lattice stands upright, at thumbnail size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.album import Album
from vision.appearance import (
    FLAT_VARIANCE,
    Floats32,
    Pyramid,
    evened_throughout,
    opponent_channels,
)
from vision.geometry import Floats, pose_matrix, project
from vision.places import nearest_axes

SYMBOL_PX: Final = 8
"""Pixels a square: a symbol has some hundred values, and the table is small enough to look everywhere."""
_RIM_PX: Final = 1
"""Pixels along each side of a square that are not compared, as a neighbour may cover them, …"""
_INNER_PX: Final = SYMBOL_PX - 2 * _RIM_PX
"""… and what is left."""
_LIKE: Final = 0.4
"""Least correlation of a place with a symbol in a first look; which one it is shows a closer look."""
_NEAR_PX: Final = 3
"""How far round a place symbols are looked for: a third of a square, hands leave off less."""
_ROUGHLY_LIKE: Final = 0.3
"""Least correlation there, …"""
_RIVALS: Final = 3
"""… which names so many symbols at most …"""
_RIVAL_MARGIN: Final = 0.25
"""… that are at most this much less like than the best."""
_APART_PX: Final = 9
"""Side of the window in which only the best place counts: half a square each way."""
_SAME_PLACE: Final = 0.3
_FAR: Final = 6.0
"""Squares between cards: what is farther off is not part of the table, or is found from its neighbours."""
_REACH: Final = 32.0
"""Squares to each side of the middle of the known cards that are looked at: more than any table has."""
_ROWS_AT_ONCE: Final = 64
"""Rows of windows that are compared at once: more take more memory and no less time."""
_MOST: Final = 80
"""Places returned: twice the cards of a full table."""


class SymbolFinder:
    """Finds the symbols of an album's decks."""

    def __init__(self, album: Album) -> None:
        self._templates = _templates(album)

    def seen(self, photo: Pyramid, plane: Floats, known: Floats, angle: float) -> "SymbolMap":
        """Looks for symbols all over a table.

        Args:
            photo: the photo.
            plane: (3, 3) homography from the table's plane to the photo.
            known: (n, 2) the middles of cards found, at least one; far from them nothing is looked for.
            angle: of the lattice's axes on the plane, radians.
        """
        origin, picture = _from_above(photo, plane, known, angle)
        return SymbolMap(origin, _correlations(picture, self._templates, _INNER_PX), known, angle)


@dataclass(frozen=True, slots=True, eq=False)
class SymbolMap:
    """How like the decks' symbols the table is, everywhere.

    Attributes:
        origin: (3, 3) from squares of the table seen from above to the plane.
        like: (rows, columns, symbols) correlation of the window whose top left is there.
        known: (n, 2) the middles of cards found, on the plane.
        angle: of the lattice's axes on the plane, radians.
    """

    origin: Floats
    like: Floats32
    known: Floats
    angle: float

    def places(self) -> list[Floats]:
        """Finds places that look like a symbol.

        Returns:
            The poses at which the symbols would be seen upright, along the lattice, the most like first;
            none where a card is known.
        """
        like = self.like.max(2)
        highest = cv2.dilate(like, np.ones((_APART_PX, _APART_PX), np.uint8))
        rows, columns = np.nonzero((like >= _LIKE) & (like == highest))
        on_plane = project(self.origin, (np.column_stack([columns, rows]) + _INNER_PX / 2) / SYMBOL_PX)
        distance = np.abs(on_plane[:, None] - self.known[None]).max(2).min(1)
        near = np.nonzero((distance >= _SAME_PLACE) & (distance <= _FAR))[0]
        order = near[np.argsort(-like[rows, columns][near], kind="stable")[:_MOST]]
        return [np.array([x, y, self.angle, 0.0]) for x, y in on_plane[order]]

    def near(self, pose: Floats) -> list[Floats]:
        """Looks for symbols round a place.

        Args:
            pose: of a card whose symbol may be seen there, any turn.

        Returns:
            The poses, turned as the place's, of cards whose symbol is somewhat like what is seen, the most
            like first; none twice.
        """
        middle = project(np.linalg.inv(self.origin), pose[None, :2])[0] * SYMBOL_PX - _INNER_PX / 2
        column, row = (int(each) - _NEAR_PX for each in np.round(middle))
        side = 2 * _NEAR_PX + 1
        rows, columns = self.like.shape[:2]
        if not (0 <= row <= rows - side and 0 <= column <= columns - side):
            return []
        like = self.like[row : row + side, column : column + side].reshape(side * side, -1)
        place = like.argmax(0)
        greatest = like[place, np.arange(len(place))]
        least = max(_ROUGHLY_LIKE, float(greatest.max()) - _RIVAL_MARGIN)
        best = [
            number for number in np.argsort(-greatest, kind="stable")[:_RIVALS] if greatest[number] >= least
        ]
        tops: dict[int, Floats] = {}
        for number in best:
            down, across = divmod(int(place[number]), side)
            tops.setdefault(int(place[number]), self._top(row + down, column + across, number))
        if not tops:
            return []
        on_plane = project(self.origin, (np.array([*tops.values()]) + _INNER_PX / 2) / SYMBOL_PX)
        return [np.array([x, y, *pose[2:]]) for x, y in on_plane]

    def _top(self, row: int, column: int, symbol: int) -> Floats:
        """Returns x and y of a window's peak between pixels, by a parabola along each axis."""
        like = self.like[..., symbol]
        across = like[row, max(column - 1, 0) : column + 2]
        down = like[max(row - 1, 0) : row + 2, column]
        return np.array([column + _peak(across), row + _peak(down)])


def _peak(values: Floats32) -> float:
    """Returns how far from the middle of three values their parabola is highest; 0 where it is not near."""
    if len(values) < 3:
        return 0.0
    before, here, after = (float(value) for value in values)
    bend = 2 * here - before - after
    off = 0.5 * (after - before) / bend if bend > 0 else 0.0
    return off if abs(off) <= 1 else 0.0


def _correlations(picture: Floats32, templates: Floats32, side: int) -> Floats32:
    """Compares all windows of a picture with templates, as `appearance.normalised` would.

    Args:
        picture: (rows, columns, 3), evened.
        templates: (k, side * side * 3) of no mean and length 1.
        side: side of a window in pixels.

    Returns:
        (rows - side + 1, columns - side + 1, k) correlations, by the windows' top left.
    """
    windows = np.lib.stride_tricks.sliding_window_view(picture, (side, side), (0, 1)).transpose(0, 1, 3, 4, 2)
    rows, columns = windows.shape[:2]
    like = np.empty((rows, columns, len(templates)), np.float32)
    for row in range(0, rows, _ROWS_AT_ONCE):
        strip = windows[row : row + _ROWS_AT_ONCE]
        flat = strip.reshape(len(strip) * columns, side * side * 3)
        like[row : row + _ROWS_AT_ONCE] = (flat @ templates.T).reshape(len(strip), columns, -1)
    mean = cv2.blur(picture, (side, side), anchor=(0, 0))[:rows, :columns]
    square = cv2.blur((picture * picture).sum(2), (side, side), anchor=(0, 0))[:rows, :columns]
    variance = np.maximum(square - (mean * mean).sum(2), 0.0) / 3
    length = np.sqrt((variance + FLAT_VARIANCE) * (3 * side * side))
    result: Floats32 = like / length[..., None]
    return result


def _templates(album: Album) -> Floats32:
    """Returns each deck's symbol, averaged over its cards, at four turns, (4 decks, n); see `_unit`."""
    of_deck: dict[str, list[Floats32]] = {}
    first = SYMBOL_PX + _RIM_PX
    middle = slice(first, first + _INNER_PX)
    for card, picture in album.pictures.items():
        small = cv2.resize(picture, (3 * SYMBOL_PX, 3 * SYMBOL_PX), interpolation=cv2.INTER_AREA)
        centre = evened_throughout(opponent_channels(small), SYMBOL_PX)[middle, middle]
        of_deck.setdefault(album.deck.card(card).deck, []).append(centre)
    symbols = [np.mean([_unit(centre) for centre in centres], axis=0) for centres in of_deck.values()]
    return np.stack([_unit(np.rot90(symbol, -turn)) for symbol in symbols for turn in range(4)]).reshape(
        4 * len(symbols), -1
    )


def _unit(template: Floats32) -> Floats32:
    """Brings a (side, side, 3) template to no mean and length 1."""
    level = template - template.mean((0, 1))
    unit: Floats32 = (level / max(float(np.linalg.norm(level)), 1e-6)).astype(np.float32)
    return unit


class SymbolMaps:
    """How like the decks' symbols the table is along the axes of each lattice on it."""

    def __init__(self, maps: Sequence[SymbolMap]) -> None:
        self._maps = {each.angle: each for each in maps}

    def places(self) -> list[Floats]:
        """Finds places that look like a symbol, as `SymbolMap.places`, lattice by lattice."""
        return [place for each in self._maps.values() for place in each.places()]

    def near(self, pose: Floats) -> list[Floats]:
        """Looks for symbols round a place, as `SymbolMap.near`, along the lattice that the place lies on."""
        return self._maps[nearest_axes([*self._maps], pose)].near(pose)


def _from_above(photo: Pyramid, plane: Floats, known: Floats, angle: float) -> tuple[Floats, Floats32]:
    """Returns the (3, 3) map from squares of the table seen from above to the plane, and its picture."""
    upright = pose_matrix(np.array([0.0, 0.0, angle, 0.0]))
    low, high = _box(photo, plane @ upright, project(np.linalg.inv(upright), known))
    origin = upright @ pose_matrix(np.array([*low, 0.0, 0.0]))
    width, height = np.ceil((high - low) * SYMBOL_PX).astype(int)
    to_squares = np.diag([1 / SYMBOL_PX, 1 / SYMBOL_PX, 1.0])
    to_squares[:2, 2] = 0.5 / SYMBOL_PX
    cut = photo.cut(plane @ origin @ to_squares, (int(width), int(height)))
    return origin, evened_throughout(opponent_channels(cut), SYMBOL_PX)


def _box(photo: Pyramid, to_photo: Floats, known: Floats) -> tuple[Floats, Floats]:
    """Returns the least and greatest x and y of what the photo shows of the table near the known cards."""
    middle = np.median(known, axis=0)
    low = np.maximum(known.min(0) - _FAR, middle - _REACH)
    high = np.minimum(known.max(0) + _FAR, middle + _REACH)
    rows, columns = photo.levels[0].shape[:2]
    corners = np.array([[0.0, 0.0], [columns, 0.0], [columns, rows], [0.0, rows]])
    to_plane = np.linalg.inv(to_photo)
    depth = corners @ to_plane[2, :2] + to_plane[2, 2]
    if (depth * depth[0] > 0).all():  # else the horizon is in the photo
        seen = project(to_plane, corners)
        low, high = np.maximum(low, seen.min(0)), np.minimum(high, seen.max(0))
    return low, np.maximum(high, low + 2)
