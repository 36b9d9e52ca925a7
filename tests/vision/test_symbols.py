"""The decks' symbols, found all over a table seen from above."""

import numpy as np
import pytest

from games.camouflage import parse_board
from tests.vision.scenes import drawn_album, hand_laid, photograph
from tests.vision.strategies import tilted
from vision.appearance import Pyramid
from vision.geometry import Floats
from vision.symbols import SymbolFinder, SymbolMap

VIEW = tilted(0.01, 0.015, 0.3, 60.0, (420.0, 340.0))
BOARD = parse_board("owl-1@0,0r0 fox-2@2,1r1 cow-3@-2,2r0 owl-4@3,-3r2")
POSES = hand_laid(BOARD, off=0.05, tilt=0.02)
PHOTO = Pyramid(photograph(BOARD, VIEW, poses=POSES, size=(900, 750)).photo.pixels)


@pytest.fixture(scope="module")
def symbols() -> SymbolMap:
    return SymbolFinder(drawn_album()).seen(PHOTO, VIEW, np.array([POSES[0][:2]]), 0.0)


def apart(found: Floats, pose: Floats) -> float:
    """Return how far apart two cards lie along the farther axis, in squares."""
    return float(np.abs(found[:2] - pose[:2]).max())


def test_all_cards_but_the_known_one_are_among_the_most_like(symbols: SymbolMap) -> None:
    places = symbols.places()
    for pose in POSES[1:]:
        assert min(apart(place, pose) for place in places[:6]) < 0.2
    assert all(apart(place, POSES[0]) >= 0.3 for place in places)


def test_places_lie_along_the_lattice() -> None:
    turned = SymbolFinder(drawn_album()).seen(PHOTO, VIEW, np.array([POSES[0][:2]]), 0.04)
    assert {float(place[2]) for place in turned.places()} == {0.04}


@pytest.mark.parametrize("number", range(1, 4))
def test_a_symbol_near_a_place_is_found_between_pixels(symbols: SymbolMap, number: int) -> None:
    """A pixel of the map is an eighth of a square; the hand left the card farther off than that."""
    place = POSES[number] + [0.22, -0.17, 0.01, 0.0]
    best = symbols.near(place)[0]
    assert apart(best, POSES[number]) < 0.05
    assert best[2:] == pytest.approx(place[2:])


def test_where_no_symbol_is_seen_none_is_named(symbols: SymbolMap) -> None:
    assert symbols.near(np.array([0.0, 5.0, 0.0, 0.0])) == []
    assert symbols.near(np.array([500.0, 0.0, 0.0, 0.0])) == []
