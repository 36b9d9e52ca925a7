"""Where cards are looked for that were missed, and what is told of places that only look like cards."""

import numpy as np
import pytest

from games.camouflage import parse_board
from tests.vision.scenes import drawn_album, hand_laid, photograph
from tests.vision.strategies import tilted
from vision.appearance import Pyramid
from vision.finds import Find, doubtful
from vision.places import Places
from vision.sites import SiteFinder
from vision.suspects import about, around, suspects

ALBUM = drawn_album()
CARDS = list(ALBUM.pictures)
VIEW = tilted(0.01, 0.015, 0.4, 60.0, (500.0, 420.0))
BOARD = parse_board("owl-1@0,0r0 fox-2@2,1r3 cow-4@-2,1r2")
POSES = hand_laid(BOARD)


@pytest.fixture(scope="module")
def finds() -> dict[str, Find]:
    photo = Pyramid(photograph(BOARD, VIEW, poses=POSES).photo.pixels)
    guesses = [(CARDS.index(card.card), pose) for card, pose in zip(BOARD, POSES, strict=True)]
    found = SiteFinder(ALBUM, wild_centres=False).find(photo, VIEW, guesses)
    assert found.doubtful == []
    return {CARDS[find.card]: find for find in found.cards}


def test_what_the_cards_explain_is_not_suspected(finds: dict[str, Find]) -> None:
    assert [*suspects([*finds.values()])] == []


@pytest.mark.parametrize("missed", ["fox-2", "cow-4"])
def test_a_card_that_lies_on_another_is_suspected_where_it_lies(finds: dict[str, Find], missed: str) -> None:
    places = [*suspects([find for card, find in finds.items() if card != missed])]
    assert Places(0.0, places).near(finds[missed].fit.pose, 0.2)


def test_a_card_lies_at_one_of_the_places_around_those_it_overlaps(finds: dict[str, Find]) -> None:
    places = Places(0.0, [*around([finds["owl-1"]], wild=False)])
    assert all(places.near(finds[card].fit.pose, 0.2) for card in ("fox-2", "cow-4"))


def test_a_place_is_looked_at_a_little_to_each_side() -> None:
    place = np.array([2.0, 3.0, 0.4, 0.0])
    poses = about(place)
    assert len({tuple(pose.round(3)) for pose in poses}) == 9
    assert all(np.abs(pose[:2] - place[:2]).max() < 0.2 for pose in poses)
    assert all(pose[2] == pytest.approx(0.4) for pose in poses)


def test_what_looks_like_a_card_is_doubtful_once_and_only_where_none_was_found(
    finds: dict[str, Find],
) -> None:
    pool = [*finds.values(), *finds.values()]
    found = [finds["owl-1"], finds["fox-2"]]
    assert doubtful(pool, found, 1.6) == [finds["cow-4"]]
    assert doubtful(pool, [*finds.values()], 1.6) == []
