"""A card in a new photo is known again by its squares, or not taken for any."""

import numpy as np
import pytest

from tests.vision.scenes import drawn_album
from vision.errors import AlbumError
from vision.photo import Pixels
from vision.retaking import _best, _Known, retake
from vision.sightings import Sighting

ALBUM = drawn_album()
NAMES = [*ALBUM.pictures]


def known(picture: Pixels, *cards: str) -> _Known | None:
    corners = np.array([[0.0, 0.0], [300, 0], [300, 300], [0, 300]])
    return _best([*ALBUM.pictures.values()], NAMES, Sighting(0, corners, picture), cards)


def spoilt(card: str, squares: int) -> Pixels:
    """Return a picture of which glare hides some squares of the ring."""
    picture = ALBUM.pictures[card].copy()
    for place in (0, 1, 2, 3, 5, 6, 7, 8)[:squares]:
        top, left = (96 * index for index in divmod(place, 3))
        picture[top : top + 96, left : left + 96] = 250
    return picture


@pytest.mark.parametrize(("card", "turn"), [("owl-1", 1), ("fox-3", 2), ("cow-4", 3)])
def test_a_card_is_known_however_it_lies(card: str, turn: int) -> None:
    found = known(np.rot90(ALBUM.pictures[card], -turn).copy())
    assert found
    assert (found.card, found.turn, found.quality[0]) == (card, turn, 9)


@pytest.mark.parametrize(("squares", "card"), [(4, "cow-2"), (5, None)])
def test_half_of_a_card_may_be_spoilt(squares: int, card: str | None) -> None:
    found = known(spoilt("cow-2", squares))
    assert (found.card if found else None) == card


def test_only_the_cards_that_are_named_are_taken() -> None:
    assert known(ALBUM.pictures["owl-1"], "owl-2") is None
    assert known(ALBUM.pictures["owl-1"], "owl-2", "owl-1")


def test_a_card_of_another_deck_is_none() -> None:
    assert known(drawn_album(seed=4).pictures["owl-1"]) is None


def test_what_the_album_lacks_is_told_before_photos_are_looked_at() -> None:
    with pytest.raises(AlbumError, match="expected a card of which the album has a picture; found 'bat-1'"):
        retake([], ALBUM, ["bat-1"])
    with pytest.raises(AlbumError, match="expected an album of the gems; found one of the animals alone"):
        retake([], ALBUM, face="gems")
