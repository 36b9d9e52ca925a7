"""What is drawn over a photo."""

import math
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from api.answers import Corners
from api.overlay import DECK_COLOURS, ILLEGAL, Colour, Outline, Style, deck_colour, draw
from games.scoring import Span

PHOTO = Image.new("RGB", (800, 600), (90, 90, 90))
BLUE = DECK_COLOURS[0]


def square(x: float, y: float, side: float = 240) -> Corners:
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def outline(style: Style = "sure", corners: Corners | None = None, name: str = "lion-1") -> Outline:
    return Outline(name, corners or square(200, 150), BLUE, style, 2, Span(3, 5))


def share(picture: Image.Image, colour: Colour, box: tuple[int, int, int, int]) -> float:
    """Return how much of a box has exactly this colour."""
    return float((np.asarray(picture.crop(box)) == colour).all(axis=-1).mean())


TOP_EDGE = (200, 150, 440, 162)


def test_the_photo_keeps_its_size_and_is_not_drawn_on() -> None:
    picture = draw(PHOTO, [outline()])
    assert picture.size == PHOTO.size
    assert picture.mode == "RGB"
    assert share(PHOTO, (90, 90, 90), (0, 0, 800, 600)) == 1


def test_sure_legal_cards_have_a_line_all_round() -> None:
    picture = draw(PHOTO, [outline("sure")])
    columns = np.asarray(picture.crop((210, 150, 430, 165)))
    assert (columns == BLUE).all(axis=-1).any(axis=0).all()


def test_cards_that_are_not_sure_are_dashed() -> None:
    picture = draw(PHOTO, [outline("unsure")])
    drawn = (np.asarray(picture.crop((210, 150, 430, 165))) == BLUE).all(axis=-1).any(axis=0)
    assert 0.4 < drawn.mean() < 0.8
    assert np.diff(drawn.astype(int)).clip(0).sum() >= 3


def test_cards_that_are_not_played_are_dotted() -> None:
    """A third of their edge is drawn, in shorter pieces than those of a card that is not sure."""
    edges = [
        (np.asarray(draw(PHOTO, [outline(style)]).crop((210, 150, 430, 165))) == BLUE)
        .all(axis=-1)
        .any(axis=0)
        for style in ("unsure", "unplayed")
    ]
    pieces = [np.diff(edge.astype(int)).clip(0).sum() for edge in edges]
    assert 0.2 < edges[1].mean() < 0.5
    assert pieces[1] >= 2 * pieces[0]


def test_illegal_cards_differ_by_colour_and_by_pattern() -> None:
    sure, illegal = draw(PHOTO, [outline("sure")]), draw(PHOTO, [outline("illegal")])
    assert share(illegal, ILLEGAL, TOP_EDGE) > 0.1
    assert share(illegal, BLUE, TOP_EDGE) == 0
    without_colour = [
        np.asarray(picture.convert("L").point(lambda v: 255 * (v != 90))) for picture in (sure, illegal)
    ]
    assert (without_colour[0] != without_colour[1]).mean() > 0.005


def test_a_card_hides_the_lines_of_those_beneath() -> None:
    lower, upper = (
        outline(corners=square(200, 150)),
        replace(outline(corners=square(360, 150)), colour=(255, 255, 255)),
    )
    picture = draw(PHOTO, [lower, upper])
    hidden_edge = (430, 200, 444, 230)
    assert share(picture, BLUE, hidden_edge) == 0
    assert share(draw(PHOTO, [upper, lower]), BLUE, hidden_edge) > 0.2


@pytest.mark.parametrize(
    ("style", "text"),
    [
        pytest.param("sure", "lion-1\nD 2  C 3-5", id="sure"),
        pytest.param("unsure", "lion-1 ?\nD 2  C 3-5", id="unsure"),
        pytest.param("illegal", "lion-1\nD 2  C 3-5\nillegal", id="illegal"),
        pytest.param("unplayed", "lion-1\nunplayed", id="unplayed"),
    ],
)
def test_a_label_says_what_colours_say(style: Style, text: str) -> None:
    assert outline(style).label == text


def test_small_cards_are_enlarged_until_their_names_can_be_read() -> None:
    small = Image.new("RGB", (320, 240), (90, 90, 90))
    picture = draw(small, [outline(corners=square(100, 100, 30))])
    assert picture.size == (960, 720)


def test_large_photos_get_large_letters() -> None:
    large = draw(Image.new("RGB", (4000, 3000), (90, 90, 90)), [outline(corners=square(1000, 1000, 900))])
    label = np.asarray(large.crop((1000, 1300, 1900, 1600))) != 90
    assert label.any(axis=-1).any(axis=1).sum() > 150


@pytest.mark.parametrize("degrees", [0, 30, 77, 135])
def test_cards_may_lie_at_any_angle(degrees: int) -> None:
    angles = [math.radians(degrees + quarter) for quarter in (225, 315, 45, 135)]
    corners = tuple((400 + 170 * math.cos(angle), 300 + 170 * math.sin(angle)) for angle in angles)
    for style in ("sure", "unsure", "illegal"):
        picture = draw(PHOTO, [outline(style, corners)])
        assert share(picture, ILLEGAL if style == "illegal" else BLUE, (0, 0, 800, 600)) > 0.003


def test_cards_may_reach_over_the_edge_of_the_photo() -> None:
    assert draw(PHOTO, [outline(corners=square(-100, 500))]).size == PHOTO.size


def test_a_photo_without_cards_gets_the_legend_alone() -> None:
    assert draw(PHOTO, []).size == PHOTO.size


def test_decks_differ_by_colour() -> None:
    decks = ("lion", "owl", "fox", "frog", "pig", "cow", "bear")
    assert len({deck_colour(deck, decks) for deck in decks}) == 7
    assert ILLEGAL not in DECK_COLOURS
