"""How long reading takes, in units that do not hang on the machine: the decoding of the same photo."""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final, TypeVar

import cv2

_LARGE: Final = {4032, 3024}
"""The sides of a photo of 12 megapixels."""

_DECODINGS: Final = 3

_MANY: Final = range(30, 40)
_SOME: Final = range(15, 26)

_ResultT = TypeVar("_ResultT")


@dataclass(frozen=True, slots=True)
class Speed:
    """How long a photo took.

    Attributes:
        cards: how many cards lie there.
        large: whether it has 12 megapixels.
        cpu_s: seconds of processor time, of all threads, from its file to the answer.
        decoding_s: the same for `cv2.imread` of the full photo.
    """

    cards: int
    large: bool
    cpu_s: float
    decoding_s: float


def timed(work: Callable[[], _ResultT]) -> tuple[_ResultT, float]:
    """Do something, and return what it returns with the seconds of processor time of all threads."""
    began = time.process_time()
    result = work()
    return result, time.process_time() - began


def speed_of(photo: Path, cards: int, cpu_s: float) -> tuple[Speed, ...]:
    """Measure how long a photo takes to be decoded, beside how long it took to be read.

    Args:
        photo: its file.
        cards: how many cards lie there.
        cpu_s: how long it took.

    Returns:
        The one, or none where OpenCV does not know the format.
    """
    decoded = [timed(lambda: _decoded(photo)) for _ in range(_DECODINGS)]
    sides = decoded[0][0]
    if not sides:
        return ()
    return (Speed(cards, {*sides} == _LARGE, cpu_s, median(seconds for _, seconds in decoded)),)


def _decoded(photo: Path) -> tuple[int, ...]:
    """Decode a photo, and return its sides: pictures that were kept would count as memory of reading."""
    picture = cv2.imread(str(photo))
    return () if picture is None else picture.shape[:2]


def speeds(measured: Sequence[Speed]) -> dict[str, float]:
    """Return how many decodings reading takes, for photos of 12 megapixels and others, and by cards."""
    found: dict[str, float] = {}
    for name, large in (("12 megapixels", True), ("other sizes", False)):
        ratios = sorted(each.cpu_s / each.decoding_s for each in measured if each.large is large)
        if ratios:
            found[f"CPU in cv2.imreads, {name}, median"] = round(median(ratios), 2)
            found[f"CPU in cv2.imreads, {name}, 95th percentile"] = round(percentile(ratios, 0.95), 2)
            found[f"CPU ms, {name}, median"] = _median_ms(each for each in measured if each.large is large)
    usual = [each.cpu_s / each.decoding_s for each in measured if each.large and each.cards in _SOME]
    if usual:
        found["CPU in cv2.imreads, 12 megapixels, 15 to 25 cards, median"] = round(median(usual), 2)
    # Photos of 12 megapixels are left out, as they take longer whatever lies there.
    many, some = (
        [each.cpu_s for each in measured if each.cards in cards and not each.large]
        for cards in (_MANY, _SOME)
    )
    if many and some:
        found["CPU of 30 to 39 cards / of 15 to 25, other sizes"] = round(median(many) / median(some), 2)
    return found


def percentile(values: Sequence[float], share: float) -> float:
    """Return the least of the sorted values that at least this share of them does not exceed."""
    return values[max(0, math.ceil(share * len(values)) - 1)]


def _median_ms(measured: Iterable[Speed]) -> float:
    return round(1000 * median(each.cpu_s for each in measured), 1)
