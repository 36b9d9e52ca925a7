"""Faces, cards and decks."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import (
    CENTRE,
    Card,
    Deck,
    DuplicateCardError,
    Face,
    MalformedCardError,
    UnknownCardError,
)
from tests.strategies import DECK, PATTERNS, face_of, faces

NUMBERED = face_of("abcdefgh")


def test_face_turns_clockwise() -> None:
    assert NUMBERED.rows == (("a", "b", "c"), ("d", "*", "e"), ("f", "g", "h"))
    assert NUMBERED.turned(1).rows == (("f", "d", "a"), ("g", "*", "b"), ("h", "e", "c"))
    assert NUMBERED.turned(2).rows == (("h", "g", "f"), ("e", "*", "d"), ("c", "b", "a"))


def test_face_at_counts_right_and_down_from_the_centre() -> None:
    assert [NUMBERED.at(dx, dy) for dx, dy in [(0, 0), (1, 0), (0, 1), (-1, -1)]] == ["*", "e", "g", "a"]


def test_face_at_refuses_what_is_off_the_card() -> None:
    with pytest.raises(MalformedCardError, match="at most 1 from the centre; found"):
        NUMBERED.at(-2, 0)


@given(faces, st.integers(-9, 9), st.integers(-9, 9))
def test_turns_add_up_and_four_change_nothing(face: Face, first: int, second: int) -> None:
    assert face.turned(first).turned(second) == face.turned(first + second)
    assert face.turned(4) == face


@given(faces, st.integers(-1, 1), st.integers(-1, 1))
def test_a_quarter_turn_takes_each_square_clockwise(face: Face, dx: int, dy: int) -> None:
    assert face.turned(1).at(-dy, dx) == face.at(dx, dy)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        pytest.param(
            (("a", "b", "c"), ("d", "*", "e")), "three rows of three squares; found 3 . 3", id="rows"
        ),
        pytest.param(((), (), ()), "found 0 . 0 . 0", id="empty rows"),
        pytest.param((), "found nothing", id="nothing"),
        pytest.param(
            (("a", "b", "c"), ("d", "e", "f"), ("g", "h", "i")),
            "centre '.' in the middle only",
            id="no centre",
        ),
        pytest.param(
            (("*", "b", "c"), ("d", "*", "e"), ("f", "g", "h")),
            "centre '.' in the middle only",
            id="two centres",
        ),
        pytest.param((("", "b", "c"), ("d", "*", "e"), ("f", "g", "h")), "found an empty one", id="no name"),
    ],
)
def test_malformed_faces_are_refused(rows: tuple[tuple[str, str, str], ...], message: str) -> None:
    with pytest.raises(MalformedCardError, match=message):
        Face(rows)


@pytest.mark.parametrize("name", ["", "lion 1", "lion,1", "lion|1", "lion\n"])
def test_card_ids_can_be_written_in_lists(name: str) -> None:
    with pytest.raises(MalformedCardError, match="no white space, comma or bar; found"):
        Card(name, "lion", {"animals": NUMBERED})


def test_a_card_has_a_face() -> None:
    with pytest.raises(MalformedCardError, match="a face of animals or gems or both; lion-1 has none"):
        Card("lion-1", "lion", {})


def test_deck_finds_cards_and_turned_faces() -> None:
    card = DECK.card("owl-2")
    assert card in DECK.cards_of("owl")
    assert len(DECK.cards_of("owl")) == 6
    assert "owl-2" in DECK
    assert "owl-9" not in DECK
    assert DECK.face("owl-2", "gems", 3) == card.faces["gems"].turned(3)


def one_card(card: str = "lion-1", deck: str = "lion", face: Face | None = None) -> Card:
    return Card(card, deck, {"animals": face or face_of(["zebra"] * 8)})


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        pytest.param(
            lambda: Deck("d", ("lion",), PATTERNS, (one_card(), one_card())),
            DuplicateCardError,
            "found lion-1 twice",
            id="card twice",
        ),
        pytest.param(
            lambda: Deck("d", ("lion", "lion"), PATTERNS, ()),
            MalformedCardError,
            "a deck is listed once; found 'lion' twice",
            id="deck twice",
        ),
        pytest.param(
            lambda: Deck("d", ("owl",), PATTERNS, (one_card(),)),
            MalformedCardError,
            "lion-1 belongs to 'lion', which is not among the decks",
            id="strange deck",
        ),
        pytest.param(
            lambda: Deck("d", ("lion",), {"animals": ("tiger",)}, (one_card(),)),
            MalformedCardError,
            "lion-1 bears 'zebra', which is no pattern of animals",
            id="strange pattern",
        ),
        pytest.param(
            lambda: Deck("d", ("lion",), {"animals": ("tiger", "")}, ()),
            MalformedCardError,
            "a pattern of animals has a name other than '.'; found ''",
            id="nameless pattern",
        ),
        pytest.param(
            lambda: DECK.card("cat-1"), UnknownCardError, "no card 'cat-1' in deck 'mixed'", id="card"
        ),
        pytest.param(
            lambda: Deck("d", ("lion",), PATTERNS, (one_card(),)).face("lion-1", "gems"),
            UnknownCardError,
            "card 'lion-1' of deck 'd' has no face 'gems'",
            id="face",
        ),
        pytest.param(
            lambda: DECK.face("cat-1", "gems"), UnknownCardError, "no card 'cat-1'", id="card's face"
        ),
    ],
)
def test_deck_says_what_is_wrong(make: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_no_pattern_is_called_like_the_centre() -> None:
    with pytest.raises(MalformedCardError, match="a pattern of animals has a name other than"):
        Deck("d", (), {"animals": (CENTRE,)}, ())


def test_decks_can_be_compared_and_hashed() -> None:
    again = Deck(DECK.name, DECK.decks, DECK.patterns, DECK.cards)
    assert again == DECK
    assert hash(again) == hash(DECK)
