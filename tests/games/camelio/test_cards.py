"""The cards of Camelio: the usual deck, and decks as files."""

from collections import Counter
from typing import Any

import pytest

from games.camelio import COLOURS, STANDARD, deck_from_json, deck_to_json, kind_named
from games.errors import GamesError, MalformedFileError


def test_the_usual_deck_has_72_cards_with_144_spheres() -> None:
    assert len(STANDARD.cards) == 72
    assert sum(STANDARD.spheres[card] for card in STANDARD.cards) == 144


def test_cards_of_a_kind_are_as_many_as_in_the_rules() -> None:
    backs = Counter(STANDARD.back_names[STANDARD.backs[card]].count("-") for card in STANDARD.cards)
    multicolour = sum(
        name.startswith("multicolour") for name in map(STANDARD.names.__getitem__, STANDARD.cards)
    )
    assert (backs[0], backs[2], backs[1], multicolour) == (36, 24, 12, 12)


def test_colours_and_numbers_are_equally_frequent() -> None:
    """Ruling deck: 18 cards and 36 spheres a colour, and each colour has as many ones as twos and threes."""
    found = Counter((STANDARD.colours[card], STANDARD.spheres[card]) for card in STANDARD.cards)
    assert {*found.values()} == {6}
    assert len(found) == 3 * len(COLOURS)


def test_a_bicolour_back_hides_either_colour_alike() -> None:
    bicolour = [kind for kind in STANDARD.kinds if kind.back.count("-") == 2]
    assert {*Counter(kind.back for kind in bicolour).values()} == {2}
    for kind in bicolour:
        assert COLOURS[kind.colour] in kind.back.split("-")


def test_decks_come_back() -> None:
    assert deck_from_json(deck_to_json(STANDARD)) == STANDARD


@pytest.mark.parametrize("name", STANDARD.names[1:])
def test_names_come_back(name: str) -> None:
    assert kind_named(name).name == name


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("red", id="a back alone"),
        pytest.param("red:4", id="four spheres"),
        pytest.param("pink:1", id="no colour"),
        pytest.param("red-blue-2:green", id="a colour that its back lacks"),
        pytest.param("red-red-2:red", id="one colour twice"),
        pytest.param("red-2:red", id="one colour with a number"),
        pytest.param("multicolour-1:pink", id="no colour on any back"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_is_no_card_is_refused(name: str) -> None:
    with pytest.raises(GamesError, match=r"^expected a card such as red:2"):
        kind_named(name)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"format": "x"}, "format: expected 'camelio-deck/1'", id="format"),
        pytest.param({"name": None}, "name: expected a text", id="no name"),
        pytest.param({"cards": {}}, "cards: expected 1 to 500 cards", id="no cards"),
        pytest.param(
            {"cards": {"red:1": 400, "red:2": 400}}, "cards: expected 1 to 500 cards", id="too many"
        ),
        pytest.param({"cards": {"red:1": 0}}, "cards.red:1: expected a whole number from 1", id="none"),
        pytest.param({"cards": {"red:9": 1}}, "cards.red:9: expected a card such as", id="no card"),
        pytest.param({"cads": {}}, "cads: expected no such field", id="another field"),
    ],
)
def test_malformed_decks_name_the_field(change: dict[str, Any], message: str) -> None:
    with pytest.raises(MalformedFileError) as error:
        deck_from_json(deck_to_json(STANDARD) | change)
    assert str(error.value).startswith(message)
