"""Light is taken out of pictures whose prints are the same, whatever else is in them."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.vision.scenes import drawn_album, shaded
from vision.light import in_light_of, in_one_light, without_veil
from vision.photo import Pixels

PICTURES = list(drawn_album().pictures.values())
WARM, COLD = (0.6, 0.8, 1.0), (0.9, 0.7, 0.6)


def off(some: Sequence[Pixels], others: Sequence[Pixels]) -> float:
    """Return how many levels the channels' means differ at most."""
    return max(
        float(np.abs(one.mean((0, 1)) - other.mean((0, 1))).max())
        for one, other in zip(some, others, strict=True)
    )


def test_cards_in_other_light_come_to_the_same_colours() -> None:
    warm = [shaded(picture, gain=WARM) for picture in PICTURES]
    cold = [shaded(picture, gain=COLD) for picture in PICTURES]
    even = in_one_light([*warm, *cold], [0] * len(warm) + [1] * len(cold))
    assert off(even[: len(warm)], even[len(warm) :]) < 4


def test_what_is_in_a_photo_does_not_count_for_its_light() -> None:
    """Photos of other cards, one with much more of a bright print: they keep their colours all the same."""
    bright = max(PICTURES, key=lambda picture: float(picture.mean()))
    first, second = PICTURES[:6], [*PICTURES[6:], bright, bright, bright]
    even = in_one_light([*first, *second], [0] * len(first) + [1] * len(second))
    assert off(even, [*first, *second]) < 4


def test_strangers_tell_nothing_of_the_light() -> None:
    stranger = np.full_like(PICTURES[0], (30, 30, 220))
    pictures = [*PICTURES, *PICTURES, *[stranger] * 12]
    photos = [0] * len(PICTURES) + [1] * (len(PICTURES) + 12)
    strangers = range(2 * len(PICTURES), len(pictures))
    even = in_one_light(pictures, photos, strangers)
    assert off(even, pictures) < 1
    assert off(in_one_light(pictures[:-12], photos[:-12]), even[:-12]) == 0


def test_pictures_of_one_photo_stay_as_they_are() -> None:
    assert off(in_one_light(PICTURES, [4] * len(PICTURES)), PICTURES) == 0


def test_a_picture_comes_to_the_light_of_others() -> None:
    others = PICTURES[3:]
    assert off([in_light_of(shaded(PICTURES[3], gain=WARM), others)], [PICTURES[3]]) < 6


@pytest.mark.parametrize("veil", [0.0, 0.1, 0.4])
def test_a_veil_is_taken_off(veil: float) -> None:
    levels = np.arange(256, dtype=np.uint8).reshape(16, 16)
    light = (levels / 255.0) ** 2.2 + veil
    veiled = np.round(255 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(np.uint8)
    seen = (light <= 1) & (levels > 60)
    assert np.abs(without_veil(veiled, veil)[seen].astype(int) - levels[seen]).max() <= 3
