"""The drawn deck: what its prints look like, also without colour, and that all of it can be drawn."""

import random
from itertools import combinations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from api.files import named_deck
from games.camouflage import FACES, Card, Face, FaceName
from puzzles import PuzzleError
from puzzles.art.cards import card_drawing
from puzzles.art.gems import GEMS
from puzzles.art.heads import ANIMALS
from puzzles.art.outlines import cut_off, ellipse, inside, mixed, ribbon, smooth
from puzzles.art.prints import PRINTS, SIDE_MM, Print
from puzzles.pixels import as_picture
from puzzles.shapes import Box, Drawing, Polygon

SQUARE = Box(0, 0, SIDE_MM, SIDE_MM)
SIDE_PX = 64
DECK = named_deck("demo").deck

Grey = NDArray[np.float32]


def in_print(shapes: tuple[Polygon, ...]) -> Grey:
    """A square in black and white, as a phone sees it: blurred by a twentieth of its side."""
    picture = as_picture(Drawing(SIDE_MM, SIDE_MM, inside(shapes, SQUARE)), SIDE_PX).convert("L")
    return cv2.GaussianBlur(np.asarray(picture, np.float32), (0, 0), SIDE_PX / 20).astype(np.float32)


def structure(square: Grey) -> Grey:
    """What is left of a square where neither its place, its turn nor the light count.

    How strong the waves of each length are, as a share of all, and how the greys are spread about their mean.
    """
    contrast = (square - square.mean()) / max(float(square.std()), 1.0)
    power = np.abs(
        np.fft.fftshift(np.fft.fft2(contrast * np.outer(np.hanning(SIDE_PX), np.hanning(SIDE_PX))))
    )
    y, x = np.indices(power.shape) - SIDE_PX // 2
    rings = np.hypot(x, y).astype(int)
    waves = [
        power[(rings >= least) & (rings < most)].mean()
        for least, most in ((1, 2), (2, 3), (3, 5), (5, 8), (8, 12))
    ]
    greys, _ = np.histogram(contrast, bins=8, range=(-2.5, 2.5))
    angles = np.arctan2(y, x)[(rings > 1) & (rings < 12)]
    strong = power[(rings > 1) & (rings < 12)] ** 2
    along = abs((strong * np.exp(2j * angles)).sum()) / strong.sum()
    return np.array([*(np.array(waves) / sum(waves)), *(greys / greys.sum()), along], np.float32)


@pytest.mark.parametrize("prints", [PRINTS, GEMS], ids=FACES)
def test_patterns_are_told_apart_in_black_and_white(prints: tuple[tuple[str, Print], ...]) -> None:
    """Each print is nearest to one of its own pattern, though none of the light, place or turn is given."""
    seen = {
        name: [in_print(tuple(drawn(random.Random(seed)))) for seed in range(12)] for name, drawn in prints
    }
    known = [(name, structure(square)) for name, squares in seen.items() for square in squares[:6]]
    wrong = [
        (name, nearest)
        for name, squares in seen.items()
        for square in squares[6:]
        if (nearest := min(known, key=lambda each: float(np.abs(each[1] - structure(square)).sum()))[0])
        != name
    ]
    assert wrong == []


def test_heads_are_told_apart_in_black_and_white_and_have_an_upright() -> None:
    heads = {animal.name: in_print(tuple(animal.drawn())) for animal in ANIMALS}
    for one, other in combinations(heads.values(), 2):
        assert max(likeness(one, np.rot90(other, turn)) for turn in range(4)) < 0.85
    for head in heads.values():
        assert max(likeness(head, np.rot90(head, turn)) for turn in (1, 2, 3)) < 0.85


def likeness(one: Grey, other: Grey) -> float:
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])


@pytest.mark.parametrize("face", FACES)
def test_no_two_squares_of_a_card_are_drawn_alike(face: FaceName) -> None:
    """Two prints that are the same would hide which of two cards lies above."""
    card = next(card for card in DECK.cards if len({*card.faces[face].squares}) < 6)
    picture = np.asarray(as_picture(card_drawing(card, face), 150), np.int16)
    squares = [
        picture[row : row + 40, column : column + 40] for row in (5, 55, 105) for column in (5, 55, 105)
    ]
    assert all(np.abs(one - other).mean() > 4 for one, other in combinations(squares, 2))


@pytest.mark.parametrize("face", FACES)
def test_cards_can_be_drawn_again_the_same(face: FaceName) -> None:
    assert card_drawing(DECK.cards[0], face) == card_drawing(DECK.cards[0], face)


def test_all_patterns_and_animals_of_the_deck_are_drawn() -> None:
    assert {name for name, _ in PRINTS} == {*DECK.patterns["animals"]}
    assert {name for name, _ in GEMS} == {*DECK.patterns["gems"]}
    assert {animal.name for animal in ANIMALS} == {*DECK.decks}


@pytest.mark.parametrize(
    ("animal", "pattern", "why"),
    [
        ("lion", "plaid", "expected patterns that are drawn here: zebra, .*; found 'plaid'"),
        ("dodo", "zebra", "expected animals that are drawn here: lion, .*; found 'dodo'"),
    ],
    ids=["pattern", "animal"],
)
def test_what_is_not_drawn_is_told(animal: str, pattern: str, why: str) -> None:
    rows = ((pattern, pattern, pattern), (pattern, "*", pattern), (pattern, pattern, pattern))
    with pytest.raises(PuzzleError, match=why):
        card_drawing(Card("x-1", animal, {"animals": Face(rows)}), "animals")


@given(
    wide=st.floats(1, 60),
    high=st.floats(1, 60),
    x=st.floats(-10, 35),
    y=st.floats(-10, 35),
    turn=st.floats(0, 360),
)
def test_what_is_cut_off_lies_inside(wide: float, high: float, x: float, y: float, turn: float) -> None:
    for polygon in inside([Polygon(ellipse((x, y), wide, high, turn), "#123456")], SQUARE):
        assert all(0 <= at <= SIDE_MM for point in polygon.points for at in point)


def test_a_line_cuts_a_square_in_half() -> None:
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    assert {*cut_off(square, (1, 0), (1, 0))} == {(1, 0), (2, 0), (2, 2), (1, 2)}


def test_curves_go_through_their_points_and_ribbons_along_their_lines() -> None:
    points = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)]
    assert {*points} <= {*smooth(points)}
    assert {*ribbon([(0, 0, 2), (10, 0, 2)])} == {(0, 1), (10, 1), (10, -1), (0, -1)}


@pytest.mark.parametrize(
    ("share", "colour"), [(0, "#102030"), (0.5, "#203040"), (1, "#304050"), (99, "#ffffff")],
    ids=["one", "half", "other", "beyond"],
)  # fmt: skip
def test_colours_are_mixed(share: float, colour: str) -> None:
    assert mixed("#102030", "#304050", share) == colour
