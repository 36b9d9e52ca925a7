"""Pictures of what was compared: a square is at the same place in all of them."""

import numpy as np
import pytest

from games.camouflage import Cell, parse_board
from tests.vision.scenes import drawn_album, photograph
from tests.vision.strategies import tilted
from vision.explanation import Views, square_of
from vision.photo import Pixels
from vision.reading import Reader, Reading

SIDE_PX = 32
VIEW = tilted(0.01, 0.015, 0.4, 60.0, (500.0, 420.0))
PHOTO = photograph(parse_board("owl-1@0,0r0 fox-2@2,1r3"), VIEW).photo


@pytest.fixture(scope="module")
def reading(reader: Reader) -> Reading:
    return reader.read(PHOTO)


@pytest.fixture(scope="module")
def views(reading: Reading) -> Views:
    return Views(PHOTO, drawn_album(), reading)


def likeness(one: Pixels, other: Pixels) -> float:
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])


def test_a_card_in_the_photo_looks_like_its_picture_as_it_lies(reading: Reading, views: Views) -> None:
    for number, site in enumerate(reading.evidence.sites):
        best = site.candidates[0]
        photo = views.site(number, SIDE_PX)
        for place, found in enumerate(views.likeness(number)):
            own = square_of(views.card(best.card, best.turn, SIDE_PX), place)
            if found > 0.9:
                assert likeness(square_of(photo, place), own) > 0.9
        assert (views.likeness(number) > 0.9).sum() >= 7


def test_from_above_the_cards_lie_on_the_lattice(reading: Reading, views: Views) -> None:
    table = views.from_above(longest_px=1000, largest_cell_px=SIDE_PX)
    centres = np.array([site.centre for site in reading.evidence.sites])
    assert table.side_px == SIDE_PX
    assert table.first == Cell(*(centres.min(0) - 2))
    middles = table.corners.mean(1) / SIDE_PX - 0.5
    assert np.abs(middles - (centres - table.first)).max() < 0.2


def test_a_large_table_makes_no_large_picture(views: Views) -> None:
    assert max(views.from_above(longest_px=100, largest_cell_px=SIDE_PX).picture.shape) <= 100
