"""Cards of the drawn deck, some photographed twice, and things that are none of its cards."""

import numpy as np
import pytest

from tests.vision.scenes import drawn_album, shaded
from vision.comparing import RING
from vision.photo import Pixels
from vision.sightings import Seen, Sighting, looked_at

PICTURES = list(drawn_album().pictures.values())
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)


def seen_in(photos: list[list[Pixels]]) -> Seen:
    return looked_at(
        [Sighting(number, CORNERS, picture) for number, photo in enumerate(photos) for picture in photo]
    )


def glaring(picture: Pixels) -> Pixels:
    """Return a card whose top left square a reflection hides."""
    lit = picture.copy()
    lit[:96, :96] = shaded(lit[:96, :96], gain=(0.1, 0.1, 0.1), veil=225)
    return lit


@pytest.fixture(scope="module")
def photos() -> list[list[Pixels]]:
    return [PICTURES[:4], PICTURES[4:8], PICTURES[8:]]


def test_each_card_is_seen_as_it_was_photographed(photos: list[list[Pixels]]) -> None:
    seen = seen_in(photos)
    assert all(own.picture is picture for own, picture in zip(seen.cards, PICTURES, strict=True))
    assert list(seen.photos) == [number for number in range(3) for _ in range(4 * len(RING))]
    assert seen.likeness.texture.shape == (96, 96)
    assert (seen.repeated, seen.strangers) == (0, ())


def test_of_a_card_that_is_there_twice_each_square_is_taken_from_the_better_picture(
    photos: list[list[Pixels]],
) -> None:
    """The second picture is turned clockwise once, so that its spoilt square is not the first's."""
    clean = PICTURES[0]
    turned = glaring(np.ascontiguousarray(np.rot90(clean, -1)))
    seen = seen_in([[glaring(clean), *photos[0][1:]], *photos[1:], [turned]])
    assert (len(seen.cards), seen.repeated) == (12, 1)
    mended = np.rot90(seen.cards[0].picture, {0: 0, 3: 1}[seen.cards[0].photo])
    assert np.abs(mended.astype(int) - clean).mean() < 6
    assert set(seen.photos[: len(RING)].tolist()) == {0, 3}


def test_what_is_no_card_of_the_deck_is_left_out(photos: list[list[Pixels]]) -> None:
    table = np.full_like(PICTURES[0], 128)
    cloth = np.where(np.indices((288, 288)).sum(0)[..., None] // 36 % 2, (30, 30, 200), (230, 230, 230))
    seen = seen_in([photos[0], [*photos[1], cloth.astype(np.uint8)], [*photos[2], table]])
    assert len(seen.cards) == 12
    assert all(own.picture is picture for own, picture in zip(seen.cards, PICTURES, strict=True))
    assert seen.strangers == (1, 2)


def test_cards_of_one_photo_are_compared_where_there_is_no_other() -> None:
    assert (seen_in([PICTURES]).likeness.texture > 0).mean() == pytest.approx(11 / 12)
