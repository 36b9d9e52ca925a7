"""Takes light out of pictures before their colours are compared: of whole photos, and of reflections.

Photos of one deck differ in exposure and white balance. Their mean colours tell little of it, since each
shows other squares; but they share prints, so each photo is given the gains that carry its colours to
colours of the others. What a lamp adds by reflection, a veil of white over some squares, is taken off again.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats
from vision.photo import Pixels

_COLOURS_A_SIDE: Final = 24
"""A picture's colours are those of so many patches a side, small enough to show a print's colours."""
_MOST_COLOURS: Final = 120
"""Colours that stand for a photo."""
_MOST_REFERENCES: Final = 5000
"""Colours that all photos together may have: the work grows with the square."""
_EXPOSURE_SPREADS: Final = (0.7, 0.5)
_COLOUR_SPREADS: Final = (0.35, 0.25, 0.18, 0.13, 0.1, 0.1)
"""How far two colours that are the same print may still lie apart, in natural logarithm, pass by pass: from
a whole stop, while only exposure is sought, to what is left by shade within a photo."""
_DARKEST: Final = 12.0
"""Added to 8-bit levels before the logarithm, so that grain in black does not count."""
_NO_MATCH: Final = 0.0025
"""Share of the reference that has to lie near a colour before it counts as found there."""
_STILL: Final = 2.0
"""Matched colours that pull a photo towards staying as it is."""
_GAMMA: Final = 2.2
"""Of 8-bit levels, nearly: light adds up in linear intensity."""


def in_one_light(
    pictures: Sequence[Pixels], photos: Sequence[int], strangers: Sequence[int] = ()
) -> list[Pixels]:
    """Brings pictures taken in different light to the same colours, photo by photo.

    The gains are found by soft matching of colours under a spread that narrows (as in coherent point drift):
    unlike the mean, which depends on what is in a photo, matches only ask that much of it is elsewhere too.

    Args:
        pictures: (rows, cols, 3) uint8 blue green red each.
        photos: the photo each is from.
        strangers: pictures that are of something else and so tell nothing of the light.

    Returns:
        The pictures with each channel multiplied by one gain a photo; the gains' mean is 1.
    """
    known = [number for number in range(len(pictures)) if number not in strangers]
    numbers = sorted({photos[number] for number in known})
    most = min(_MOST_COLOURS, _MOST_REFERENCES // max(1, len(numbers)))
    colours = [
        _colours([pictures[number] for number in known if photos[number] == photo], most) for photo in numbers
    ]
    gains = dict(zip(numbers, _gains(colours), strict=True)) if len(numbers) > 1 else {}
    return [_multiplied(own, gains.get(photo)) for own, photo in zip(pictures, photos, strict=True)]


def in_light_of(picture: Pixels, others: Sequence[Pixels], part: Pixels | None = None) -> Pixels:
    """Brings a picture to the light of others that are in one light already.

    Args:
        picture: (rows, cols, 3) uint8 blue green red.
        others: pictures that show much of what it shows.
        part: a picture of what both show, where the picture shows much else.
    """
    own = _colours([picture if part is None else part], _MOST_COLOURS)
    reference = _colours(others, _MOST_REFERENCES)
    gain = np.zeros(3)
    for spread in (*_EXPOSURE_SPREADS, *_COLOUR_SPREADS):
        gain += _gain(own + gain, reference, spread)
    return _multiplied(picture, gain)


def without_veil(picture: Pixels, veil: float) -> Pixels:
    """Takes white light off a picture.

    Args:
        picture: any shape, uint8.
        veil: how much light a reflection added, as a share of white, 0 to 1.
    """
    levels = np.arange(256) / 255.0
    cleared = np.maximum(levels**_GAMMA - veil, 0.0) ** (1 / _GAMMA)
    return np.round(255 * cleared).astype(np.uint8)[picture]


def _colours(pictures: Sequence[Pixels], most: int) -> Floats:
    """Returns the logarithms of up to `most` colours from all over the pictures, (n, 3)."""
    size = (_COLOURS_A_SIDE, _COLOURS_A_SIDE)
    small = [cv2.resize(own, size, interpolation=cv2.INTER_AREA).reshape(-1, 3) for own in pictures]
    every = np.concatenate(small)
    chosen = np.linspace(0, len(every) - 1, min(most, len(every))).astype(int)
    logarithms: Floats = np.log(every[chosen] + _DARKEST)
    return logarithms


def _gains(colours: Sequence[Floats]) -> NDArray[np.float64]:
    """Returns the logarithms of each photo's gains, (photos, 3)."""
    gains = np.zeros((len(colours), 3))
    for spread in (*_EXPOSURE_SPREADS, *_COLOUR_SPREADS):
        lit = [own + gain for own, gain in zip(colours, gains, strict=True)]
        gains += [
            _gain(own, np.concatenate(lit[:number] + lit[number + 1 :]), spread)
            for number, own in enumerate(lit)
        ]
        gains -= gains.mean(0)
    return gains


def _gain(colours: Floats, others: Floats, spread: float) -> Floats:
    """Returns the gains, (3,), that bring colours nearer to others: at wide spreads one for all channels."""
    way = _way(colours, others, spread)
    return np.full(3, way.mean()) if spread in _EXPOSURE_SPREADS else way


def _way(colours: Floats, others: Floats, spread: float) -> Floats:
    """Returns the mean way, (3,), from colours to those of the others that are probably the same."""
    squared = (colours**2).sum(1)[:, None] + (others**2).sum(1) - 2 * colours @ others.T
    near = np.exp(-np.maximum(squared, 0) / (2 * spread * spread))
    share = near / (near.sum(1, keepdims=True) + _NO_MATCH * len(others))
    found = share.sum(1)
    way: Floats = (share @ others - found[:, None] * colours).sum(0) / (found.sum() + _STILL)
    return way


def _multiplied(picture: Pixels, gain: Floats | None) -> Pixels:
    if gain is None:
        return picture
    lit = (picture + _DARKEST) * np.exp(gain) - _DARKEST
    return np.clip(np.round(lit), 0, 255).astype(np.uint8)
