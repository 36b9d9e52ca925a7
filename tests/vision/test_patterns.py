import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.scenes import DRAWN, drawn_album, shaded
from vision.appearance import CENTRE_SQUARE
from vision.geometry import Floats
from vision.patterns import balanced, clustered, distances, pattern_features, symbol_likeness
from vision.photo import Pixels

ALBUM = drawn_album()
PICTURES = list(ALBUM.pictures.values())
RING = [place for place in range(9) if place != CENTRE_SQUARE]


def features(pictures: list[Pixels]) -> Floats:
    """Return the features of all squares of the rings."""
    return np.concatenate([pattern_features(picture)[RING] for picture in pictures])


def same_groups(found: list[int], true: list[str]) -> bool:
    """Tell whether two groupings are one up to the names of the groups."""
    return len(set(zip(found, true, strict=True))) == len(set(found)) == len(set(true))


class TestClustered:
    @given(st.integers(3, 8), st.integers(0, 2**16))
    def test_groups_that_lie_apart_are_found_and_counted(self, count: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        true = random.permutation(np.repeat(np.arange(count), 6))
        points = 10 * np.eye(8)[true] + random.normal(0, 0.5, (len(true), 8))
        names = [str(group) for group in true]
        assert same_groups(clustered(distances(points), None), names)
        assert same_groups(clustered(distances(points), count), names)

    def test_groups_are_numbered_by_first_appearance(self) -> None:
        points = np.array([[9.0], [0.0], [9.1], [5.0], [0.1]])
        assert clustered(distances(points), 3) == [0, 1, 0, 2, 1]

    @pytest.mark.parametrize("count", [1, 5])
    def test_as_many_groups_are_made_as_are_asked_for(self, count: int) -> None:
        points = np.arange(5.0)[:, None] ** 2
        assert len(set(clustered(distances(points), count))) == count

    def test_one_item_is_one_group(self) -> None:
        assert clustered(np.zeros((1, 1)), 1) == [0]


@given(st.integers(0, 2**16))
def test_distances_are_euclidean(seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(6, 4))
    assert distances(points) == pytest.approx(
        np.linalg.norm(points[:, None] - points[None], axis=2), abs=1e-6
    )


class TestPatternFeatures:
    true = tuple(
        square for card in ALBUM.deck.cards for square in card.faces["animals"].squares if square != "*"
    )

    def test_squares_of_one_pattern_are_grouped_whatever_crop_of_it_they_bear(self) -> None:
        found = clustered(distances(features(PICTURES)), len(DRAWN.patterns["animals"]))
        assert same_groups(found, list(self.true))

    def test_a_turned_card_has_the_same_squares(self) -> None:
        """Squares turned by any quarter stay nearer to their own pattern than to any other."""
        upright = features(PICTURES)
        turned = features([np.ascontiguousarray(np.rot90(picture)) for picture in PICTURES])
        names = np.array(self.true).reshape(-1, 8)
        moved = np.array([RING.index(place) for place in np.rot90(np.arange(9).reshape(3, 3)).ravel()[RING]])
        between = np.linalg.norm(turned[:, None] - upright[None], axis=2)
        nearest = np.array(self.true)[between.argmin(1)]
        assert (nearest == names[:, moved].ravel()).all()


class TestBalanced:
    def test_cards_in_other_light_come_to_the_same_colour(self) -> None:
        """The gains are one a photo and channel: what the cards of one photo differ by, they keep."""
        warm = [shaded(picture, gain=(0.6, 0.8, 1.0)) for picture in PICTURES]
        cold = [shaded(picture, gain=(0.9, 0.7, 0.6)) for picture in PICTURES]
        photos = [0] * len(warm) + [1] * len(cold)
        even = balanced([*warm, *cold], photos)
        for one, two in zip(even[: len(warm)], even[len(warm) :], strict=True):
            assert np.abs(one.mean((0, 1)) - two.mean((0, 1))).max() < 3

    def test_cards_of_one_photo_stay_as_they_are(self) -> None:
        for picture, even in zip(PICTURES, balanced(PICTURES, [0] * len(PICTURES)), strict=True):
            assert np.abs(even.astype(int) - picture).max() <= 1


def test_symbols_are_alike_within_a_deck_and_tell_how_a_card_is_turned() -> None:
    """Card b is turned anticlockwise before, so that b turned clockwise as often is like a."""
    laid = [np.ascontiguousarray(np.rot90(picture, number)) for number, picture in enumerate(PICTURES)]
    likeness = symbol_likeness(laid)
    decks = [ALBUM.deck.card(card).deck for card in ALBUM.pictures]
    for a, deck in enumerate(decks):
        for b, other in enumerate(decks):
            turn, best = int(likeness[:, a, b].argmax()), likeness[:, a, b].max()
            if deck == other:
                assert turn == (b - a) % 4
                assert best > 0.9
            else:
                assert best < 0.7
