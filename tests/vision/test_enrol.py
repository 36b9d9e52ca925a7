"""Enrolling the sample's deck, with its file and without; and photos from which none can be enrolled."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games.camouflage import Deck, deck_from_json
from tests.strategies import mixed_deck
from tests.vision.scenes import drawn_album, table_top
from vision.enrol import ENROL_SIDE_PX, Enrolment, _unequal, enrol
from vision.errors import EnrolmentError
from vision.geometry import Floats
from vision.photo import Photo, load_photo
from vision.sightings import Sighting


@pytest.fixture(scope="module")
def photos(sample: Path) -> list[Photo]:
    return [load_photo(path, max_side_px=ENROL_SIDE_PX) for path in sorted(sample.glob("enrol-*.jpg"))]


@pytest.fixture(scope="module")
def truths(sample: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text("utf-8")) for path in sorted(sample.glob("enrol-*.truth.json"))]


@pytest.fixture(scope="module")
def deck(sample: Path) -> Deck:
    return deck_from_json(json.loads((sample / "sample.deck.json").read_text("utf-8")))


@pytest.fixture(scope="module")
def named(photos: Sequence[Photo], deck: Deck) -> Enrolment:
    return enrol(photos, "animals", deck)


@pytest.fixture(scope="module")
def unnamed(photos: Sequence[Photo]) -> Enrolment:
    return enrol(photos, "animals", name="found")


def corners_of(truths: Sequence[dict[str, Any]]) -> dict[str, tuple[int, Floats]]:
    """Return for each card its photo and its true corners."""
    return {
        card: (number, np.array(corners, np.float64))
        for number, truth in enumerate(truths)
        for card, corners in truth["corners"].items()
    }


@pytest.fixture(scope="module")
def pairs(unnamed: Enrolment, truths: Sequence[dict[str, Any]]) -> list[tuple[str, str, int]]:
    """Return each card's new name, its true one, and how it lay in the photo, turned clockwise."""
    pairs = []
    for card in unnamed.cards:
        off = {
            (true, turn): float(np.abs(np.roll(card.corners, -turn, axis=0) - corners).max())
            for true, (photo, corners) in corners_of(truths).items()
            if photo == card.photo
            for turn in range(4)
        }
        (true, turn), _ = min(off.items(), key=lambda item: item[1])
        pairs.append((card.card, true, turn))
    return pairs


class TestWithDeckFile:
    def test_every_card_is_found_where_it_lies(
        self, named: Enrolment, truths: Sequence[dict[str, Any]]
    ) -> None:
        """Within a fiftieth of its side, the printed top left corner first: so the turn is right too."""
        true = corners_of(truths)
        assert {card.card for card in named.cards} == set(true)
        for card in named.cards:
            photo, corners = true[card.card]
            assert card.photo == photo
            side = np.linalg.norm(corners[1] - corners[0])
            assert np.abs(card.corners - corners).max() < 0.02 * side

    def test_the_album_is_of_the_deck_in_its_order(self, named: Enrolment, deck: Deck) -> None:
        assert named.album.deck == deck
        assert list(named.album.pictures) == [card.id for card in deck.cards]
        assert all(card.face == deck.face(card.card, "animals") for card in named.cards)

    def test_nothing_is_missing(self, named: Enrolment) -> None:
        assert named.warnings == ()
        assert len(named.doubtful) <= 4

    def test_a_missing_photo_is_missed_by_the_cards_on_it(
        self, photos: Sequence[Photo], deck: Deck, truths: Sequence[dict[str, Any]]
    ) -> None:
        enrolment = enrol(photos[1:], "animals", deck)
        (warning,) = enrolment.warnings
        missing = [card.id for card in deck.cards if card.id in truths[0]["corners"]]
        assert warning == f"not found in any photo: {', '.join(missing)}"
        assert set(enrolment.album.pictures) == {card.id for card in deck.cards} - set(missing)

    def test_a_photo_sent_twice_names_each_card_once(self, photos: Sequence[Photo], deck: Deck) -> None:
        enrolment = enrol([*photos[:-1], photos[0]], "animals", deck)
        assert len(enrolment.cards) == len({card.card for card in enrolment.cards}) == len(deck.cards) - 6
        twice, missing = enrolment.warnings
        assert twice == "6 cards are in more than one photo; of each square the better picture was kept"
        assert missing.startswith("not found in any photo: ")

    def test_what_is_no_card_is_told(self, photos: Sequence[Photo], deck: Deck) -> None:
        """One deck's file knows the cards of a photo, and none of the others'."""
        few = replace(deck, cards=tuple(card for card in deck.cards if card.deck != "lion"))
        enrolment = enrol(photos, "animals", few)
        assert {card.card for card in enrolment.cards} == {card.id for card in few.cards}
        assert enrolment.warnings == (
            "6 more things that look like cards were left out: the deck has no card for them",
        )

    def test_a_deck_without_the_face_is_refused(self, photos: Sequence[Photo], deck: Deck) -> None:
        cards = tuple(replace(card, faces={"animals": card.faces["animals"]}) for card in deck.cards)
        with pytest.raises(EnrolmentError, match="are not the gems of the deck"):
            enrol(photos[:1], "gems", replace(deck, cards=cards))

    def test_a_photo_without_cards_is_told(self, photos: Sequence[Photo], deck: Deck) -> None:
        empty = Photo(table_top("plain", (500, 400)), 1.0, (500, 400))
        enrolment = enrol([photos[0], empty, *photos[1:]], "animals", deck)
        assert enrolment.warnings == ("no cards were found in photo 2",)
        assert len(enrolment.cards) == len(deck.cards)

    def test_the_file_of_another_deck_is_refused(self, photos: Sequence[Photo]) -> None:
        with pytest.raises(
            EnrolmentError, match="the 42 cards in the photos are not the animals of the deck"
        ):
            enrol(photos, "animals", mixed_deck())

    def test_the_other_face_is_refused(self, photos: Sequence[Photo], deck: Deck) -> None:
        with pytest.raises(EnrolmentError, match="are not the gems of the deck 'sample'"):
            enrol(photos, "gems", deck)


class TestWithoutDeckFile:
    """Everything is found up to names and, for want of a symbol that is known, up to each deck's turn."""

    def test_every_card_is_found_once(self, pairs: Sequence[tuple[str, str, int]], deck: Deck) -> None:
        assert sorted(true for _, true, _ in pairs) == sorted(card.id for card in deck.cards)

    def test_cards_of_one_animal_are_one_deck(
        self, unnamed: Enrolment, pairs: Sequence[tuple[str, str, int]], deck: Deck
    ) -> None:
        decks = {(unnamed.album.deck.card(new).deck, deck.card(true).deck) for new, true, _ in pairs}
        assert len(decks) == len(deck.decks) == len(unnamed.album.deck.decks)

    def test_patterns_are_told_apart(
        self, unnamed: Enrolment, pairs: Sequence[tuple[str, str, int]], deck: Deck
    ) -> None:
        """Up to their names; at most one square in fifty is taken for another pattern."""
        together: dict[tuple[str, str], int] = {}
        for new, true, turn in pairs:
            found = unnamed.album.deck.face(new, "animals").squares
            for one, other in zip(found, deck.face(true, "animals", turn).squares, strict=True):
                together[one, other] = together.get((one, other), 0) + 1
        best: dict[str, tuple[int, str]] = {}
        for (one, other), count in together.items():
            best[one] = max(best.get(one, (0, "")), (count, other))
        assert len({other for _, other in best.values()}) == len(best)
        assert sum(count for count, _ in best.values()) >= 9 * len(pairs)

    def test_turn_0_is_as_photographed(self, unnamed: Enrolment) -> None:
        for card in unnamed.cards:
            top_left, top_right, _, bottom_left = card.corners
            assert top_right[0] - top_left[0] > abs(top_right[1] - top_left[1])
            assert bottom_left[1] - top_left[1] > abs(bottom_left[0] - top_left[0])

    def test_close_patterns_are_told(self, unnamed: Enrolment) -> None:
        assert all("look much alike" in warning for warning in unnamed.warnings)
        assert len(unnamed.warnings) <= 1

    def test_a_card_that_is_there_twice_is_enrolled_once(
        self, photos: Sequence[Photo], unnamed: Enrolment
    ) -> None:
        again = enrol([*photos, photos[0]], "animals", name="found")
        assert "6 cards are in more than one photo" in again.warnings[0]
        assert [card.card for card in again.cards] == [card.card for card in unnamed.cards]
        assert again.album.deck == unnamed.album.deck

    def test_the_album_goes_by_the_name_that_was_given(self, unnamed: Enrolment) -> None:
        assert unnamed.album.deck.name == "found"
        assert set(unnamed.album.pictures) == {card.id for card in unnamed.album.deck.cards}


@pytest.mark.parametrize("count", [0, 1, 3])
def test_photos_without_cards_make_no_album(count: int) -> None:
    empty = Photo(table_top("plain", (400, 300)), 1.0, (400, 300))
    with pytest.raises(EnrolmentError, match=f"at least 4 different cards .* 0 were found in {count} photos"):
        enrol([empty] * count, "animals")


def test_enrolling_again_gives_the_same(photos: Sequence[Photo], deck: Deck, named: Enrolment) -> None:
    again = enrol(photos, "animals", deck)
    assert again.doubtful == named.doubtful
    for card, picture in named.album.pictures.items():
        assert (picture == again.album.pictures[card]).all()


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ([6, 6, 6], []),
        ([6, 5, 6], ["5 cards were found in photo 2, but 6 in most: see whether one was missed"]),
        ([7, 6, 6], []),
        ([6, 5, 4], []),
    ],
    ids=["equal", "one fewer", "one more", "each its own"],
)
def test_a_photo_with_fewer_cards_than_most_is_told(counts: list[int], told: list[str]) -> None:
    assert _unequal(Counter(dict(enumerate(counts)))) == told


def test_the_same_card_again_and_again_is_no_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four pictures, of which looking closer makes one card."""
    picture = next(iter(drawn_album().pictures.values()))
    corners = np.array([[0.0, 0.0], [300, 0], [300, 300], [0, 300]])
    photo = Photo(np.zeros((400, 400, 3), np.uint8), 1.0, (400, 400))
    monkeypatch.setattr(
        "vision.enrol.cards_in", lambda number, *_: [Sighting(number, corners, picture, support=1.0)]
    )
    with pytest.raises(EnrolmentError, match=r"at least 4 different cards .* 1 were found in 4 photos"):
        enrol([photo] * 4, "animals")
