"""Whether a card goes on from one of its squares to the next, or ends there at another card's border.

A card that lies on another has a side and casts a shadow, however thin it is. So beside its border the lower
card is lighter or darker than in its picture, within a few hundredths of a square. Where the print goes on it
is so only as frames and blur make it. How far off it is in either case differs from photo to photo, and the
photo shows both: on sides where it is settled which card goes on. With these, sides are compared that are not
settled. That is told by light, not by the print, so it tells two cards apart that bear the same print.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.appearance import SQUARES, Floats32, Pyramid
from vision.geometry import Floats, card_frame
from vision.photo import Pixels

_SIDE_PX: Final = 64
"""Pixels a square: a shadow's few hundredths of a square are some pixels wide."""
_BAND_PX: Final = 2
"""Width of the bands along a side whose light is compared: first with third, second with fourth."""
_BANDS: Final = 4
_CORNER_PX: Final = 8
"""So much of a side at each end does not count: other borders may be there."""
_DARK: Final = 0.04
"""Added to light, a share of white, before its logarithm is taken: black has grain, too."""
_QUARTERS: Final = {-3: 0, 1: 1, 3: 2, -1: 3}
"""From one printed square to the next: the quarter turns that bring the side between them to the top."""
_FEWEST: Final = 8
"""Sides of either kind that a photo must show for others to be compared with them."""
_NARROWEST: Final = 0.01
"""Steps of light that differ by less than this are alike: what grain leaves of a band's median."""
_MOST_NATS: Final = 2.0
"""What one side tells at most: reflections and things in the way make steps of their own."""


class Side(NamedTuple):
    """A side between two printed squares of a card.

    Attributes:
        site: the card's site.
        seen: the square that is surely seen, 0 to 8.
        next: the square beyond the side, 0 to 8.
        goes_on: how surely that is seen as well, 0 to 1.
    """

    site: int
    seen: int
    next: int
    goes_on: float


def sides_of(site: int, visible: Floats, *, settled: float) -> list[Side]:
    """Returns the sides of a card's squares that surely are seen.

    Args:
        site: the card's site.
        visible: (9,) how surely each printed square is seen.
        settled: the chance of the contrary below which that is sure.
    """
    return [
        Side(site, seen, seen + offset, float(visible[seen + offset]))
        for seen in range(SQUARES)
        for offset in _QUARTERS
        if visible[seen] > 1 - settled and 0 <= seen + offset < SQUARES and _in_line(seen, offset)
    ]


def _in_line(square: int, offset: int) -> bool:
    return abs(offset) == 3 or square // 3 == (square + offset) // 3


def steps(photo: Pyramid, picture: Pixels, to_photo: Floats, sides: Sequence[Side]) -> Floats:
    """Returns how light changes towards the sides of a card, beyond what its picture does there.

    Args:
        photo: the photo.
        picture: the card's, upright.
        to_photo: (3, 3) homography from the card's own frame to the photo.
        sides: of the card.

    Returns:
        (sides, 2) differences of the logarithm of light, at the side and just inside it.
    """
    if not sides:
        return np.empty((0, 2))
    side = 3 * _SIDE_PX
    cut = photo.cut(to_photo @ card_frame(_SIDE_PX), (side, side))
    off = _light(cut) - _light(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA))
    return np.array([_steps(off, each) for each in sides])


def _light(picture: Pixels | cv2.typing.MatLike) -> Floats32:
    grey = cv2.cvtColor(np.asarray(picture, np.uint8), cv2.COLOR_BGR2GRAY)
    return np.log(grey.astype(np.float32) / 255 + np.float32(_DARK))


def _steps(off: Floats32, side: Side) -> Floats:
    row, column = (place * _SIDE_PX for place in divmod(side.seen, 3))
    square = np.rot90(off[row : row + _SIDE_PX, column : column + _SIDE_PX], _QUARTERS[side.next - side.seen])
    bands = square[: _BANDS * _BAND_PX, _CORNER_PX:-_CORNER_PX].reshape(_BANDS, -1)
    light = np.median(bands, axis=1)
    return np.asarray(light[:2] - light[2:], np.float64)


def border_nats(sides: Sequence[Side], found: Floats, *, settled: float) -> Mapping[tuple[int, int], float]:
    """Weighs where cards end at a border, by the sides of the same photo where that is settled.

    Args:
        sides: of all cards.
        found: (sides, 2) their steps of light.
        settled: the chance of the contrary below which it is settled whether a card goes on.

    Returns:
        For each site and printed square the nats for a border between that square and those beside it;
        nothing where the photo shows too few sides to compare with.
    """
    goes_on = np.array([side.goes_on for side in sides])
    on, ends = found[goes_on > 1 - settled], found[goes_on < settled]
    if min(len(on), len(ends)) < _FEWEST:
        return {}
    spread = np.median(np.abs(on - np.median(on, axis=0)), axis=0)
    # Silverman's rule, with the spread as it is for a normal distribution.
    width = np.maximum(1.5 * spread * len(on) ** -0.2, _NARROWEST)
    nats = np.log(_density(found / width, ends / width) / _density(found / width, on / width))
    told: dict[tuple[int, int], float] = {}
    for side, each in zip(sides, np.clip(nats, -_MOST_NATS, _MOST_NATS), strict=True):
        told[side.site, side.next] = told.get((side.site, side.next), 0.0) + float(each)
    return told


def _density(at: Floats, known: Floats) -> Floats:
    """Returns the density of known steps at others, each spread as a Cauchy distribution of width 1."""
    squared = ((at[:, None] - known[None]) ** 2).sum(-1)
    density: Floats = ((1 + squared) ** -1.5).mean(1)
    return density
