import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import parse_board
from tests.vision.scenes import drawn_album, photograph, table_top
from tests.vision.strategies import tilted
from vision.album import Album
from vision.geometry import CARD_CORNERS, project
from vision.keypoints import FeatureIndex, _greatest
from vision.photo import Pixels

ALBUM = drawn_album()
CARDS = list(ALBUM.pictures)
VIEW = tilted(0.01, 0.015, 0.3, 60.0, (400.0, 330.0))
SCENE = photograph(parse_board("owl-1@0,0r0 fox-2@2,1r3"), VIEW, size=(800, 700))


@pytest.fixture(scope="module")
def index() -> FeatureIndex:
    return FeatureIndex(tuple(ALBUM.pictures.values()))


@pytest.mark.parametrize("card", ["owl-1", "fox-2"])
def test_a_card_in_the_photo_is_guessed_where_it_lies(index: FeatureIndex, card: str) -> None:
    """To a fifth of a square: the affine map has no perspective, and half the owl is covered."""
    guesses = [guess for guess in index.guesses(SCENE.photo.pixels) if CARDS[guess.card] == card]
    corners = project(np.vstack([guesses[0].affine, [0, 0, 1]]), CARD_CORNERS)
    assert np.abs(corners - SCENE.corners[card]).max() < 0.2 * 60


def test_the_cards_that_lie_there_have_the_most_votes(index: FeatureIndex) -> None:
    guesses = index.guesses(SCENE.photo.pixels)
    votes = [guess.votes for guess in guesses]
    assert votes == sorted(votes, reverse=True)
    assert {CARDS[guess.card] for guess in guesses[:2]} == {"owl-1", "fox-2"}


def test_the_features_of_a_guess_lie_where_its_map_puts_them(index: FeatureIndex) -> None:
    for guess in index.guesses(SCENE.photo.pixels):
        assert len(guess.on_card) == len(guess.in_photo) >= guess.votes >= 4
        assert np.abs(guess.on_card).max() <= 1.5
        mapped = project(np.vstack([guess.affine, [0, 0, 1]]), guess.on_card)
        assert np.linalg.norm(mapped - guess.in_photo, axis=1).max() < 10


@pytest.mark.parametrize(
    "pixels",
    [
        pytest.param(np.zeros((200, 300, 3), np.uint8), id="black"),
        pytest.param(table_top("plain", (600, 400)), id="an empty table"),
        pytest.param(np.full((1, 1, 3), 200, np.uint8), id="one pixel"),
    ],
)
def test_where_no_card_lies_nothing_is_guessed(index: FeatureIndex, pixels: Pixels) -> None:
    assert index.guesses(pixels) == []


def test_guesses_are_the_same_every_time(index: FeatureIndex) -> None:
    """RANSAC draws at random; OpenCV begins every call with one seed, whatever was looked at before."""
    first = index.guesses(SCENE.photo.pixels)
    again = FeatureIndex(tuple(ALBUM.pictures.values())).guesses(SCENE.photo.pixels)
    assert [(guess.card, guess.votes) for guess in first] == [(guess.card, guess.votes) for guess in again]
    for one, two in zip(first, again, strict=True):
        assert (one.affine == two.affine).all()


def test_an_album_of_blank_cards_recognises_nothing() -> None:
    blank = Album(ALBUM.deck, "animals", {"owl-1": np.full((288, 288, 3), 128, np.uint8)})
    assert FeatureIndex(tuple(blank.pictures.values())).guesses(SCENE.photo.pixels) == []


@given(st.integers(1, 5), st.integers(1, 130), st.integers(0, 2**32 - 1))
def test_the_greatest_of_each_row_are_those_of_sorting_it(rows: int, columns: int, seed: int) -> None:
    values = np.random.default_rng(seed).normal(size=(rows, columns)).astype(np.float32)
    places, found = _greatest(values, 8)
    expected = -np.sort(-values, axis=1)[:, :8]
    assert (found == expected).all()
    assert (np.take_along_axis(values, places, 1) == expected).all()
