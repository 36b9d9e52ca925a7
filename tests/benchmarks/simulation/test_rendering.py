"""Pictures of scenes, held against what is known of them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.simulation.art import Art, pyramid
from benchmarks.simulation.camera import Camera
from benchmarks.simulation.developing import Film
from benchmarks.simulation.hands import Plate
from benchmarks.simulation.lighting import Lamp, Light
from benchmarks.simulation.rendering import Scene, render
from benchmarks.simulation.styles import CARD_MM, Style, random_style
from benchmarks.simulation.tables import TableTop

CAMERA = Camera((480, 360), 380.0, 420.0, (0.0, 0.0), tilt=0.6, azimuth=0.7, roll=-0.1, bend=0.03)
LIGHT = Light(
    lamps=(Lamp((-700.0, 0.0, 700.0), 1.0, 0.02, 0.02, 0.0),),
    ambient=0.3,
    warm=(1.0, 1.0, 1.0),
    cool=(1.0, 1.0, 1.0),
    shades=(),
    shade_soft_mm=1.0,
    glare=0.5,
)
FILM = Film(
    defocus_px=0.5,
    shake_px=0.0,
    shake_angle=0.0,
    vignette=0.0,
    white=(1.0, 1.0, 1.0),
    gain=1.0,
    shot=0.0,
    read=0.0,
    grain_px=0.5,
    contrast=0.0,
    saturation=1.0,
    sharpening=0.0,
    quality=95,
    orientation=1,
    haze=0.0,
)
DOTS_MM = np.array([[x, y] for x in (-20.0, 0.0, 20.0) for y in (-20.0, 0.0, 20.0)])


@pytest.fixture(scope="module")
def style() -> Style:
    return replace(random_style(np.random.default_rng(1)), gloss=0.0, corner_mm=3.0, side=(0.5, 0.5, 0.5))


def card(shade: int, dots: NDArray[np.float64] | None = None, size: int = 450) -> NDArray[np.uint8]:
    """Return a card of one shade of grey, with dark dots."""
    picture = np.full((size, size, 3), shade, np.uint8)
    for x, y in [] if dots is None else (dots / CARD_MM + 0.5) * size - 0.5:
        at = (round(float(x) * 16), round(float(y) * 16))
        cv2.circle(picture, at, round(3 / CARD_MM * size * 16), (20, 20, 20), -1, cv2.LINE_AA, shift=4)
    return picture


def scene(*plates: Plate, shade: int = 128) -> Scene:
    table = TableTop("plain", np.full((64, 64, 3), shade, np.uint8), 300.0, 0.0)
    return Scene(CAMERA, LIGHT, table, (0.0, 0.0, 0.0), (), (), plates, FILM)


def taken(scene_: Scene, style_: Style, **cards: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return a photo of cards in grey."""
    art = Art(style_, {name: pyramid(picture, 3.0) for name, picture in cards.items()}, ())
    grey: NDArray[np.float64] = render(np.random.default_rng(0), scene_, art).mean(2)
    return grey


def middle_of_dark(photo: NDArray[np.float64], near: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the middle of the dark dot near a pixel, to parts of a pixel."""
    column, row = near.round().astype(int)
    part = photo[row - 6 : row + 7, column - 6 : column + 7]
    weight = part.max() - part
    weight[weight < 0.3 * weight.max()] = 0
    rows, columns = np.mgrid[-6:7, -6:7]
    middle: NDArray[np.float64] = np.array([(columns * weight).sum(), (rows * weight).sum()]) / weight.sum()
    middle += near.round()
    return middle


@pytest.mark.parametrize("bend", [-0.03, 0.03], ids=["pincushion", "barrel"])
def test_a_point_of_a_card_is_where_the_truth_says(style: Style, bend: float) -> None:
    plate = Plate("a", 30.0, -20.0, 0.4, slope=(0.03, -0.05), height=4.0)
    seen_by = replace(CAMERA, bend=bend)
    photo = taken(replace(scene(plate), camera=seen_by), style, a=card(230, DOTS_MM))
    points = (np.column_stack([DOTS_MM, np.ones(len(DOTS_MM))]) @ plate.frame().T)[:, :3]
    for true in seen_by.seen(points):
        assert middle_of_dark(photo, true) == pytest.approx(true, abs=0.3)


def test_the_corners_are_those_of_the_print(style: Style) -> None:
    """Half of the way from the card to the table lies on the line between two true corners."""
    plate = Plate("a", 0.0, 0.0, 0.2)
    photo = taken(scene(plate, shade=20), style, a=card(230))
    corners = CAMERA.seen(plate.corners())
    for one, two in zip(corners, np.roll(corners, -1, 0), strict=True):
        along = (two - one) / np.linalg.norm(two - one)
        outwards = np.array([along[1], -along[0]])
        steps = np.linspace(-6, 6, 121)
        x, y = ((one + two) / 2 + outwards * steps[:, None]).astype(np.float32).T
        profile = cv2.remap(photo.astype(np.float32), x, y, cv2.INTER_LINEAR).ravel()
        half = (profile[0] + profile[-1]) / 2
        assert steps[int((profile < half).argmax())] == pytest.approx(0, abs=0.7)


def test_the_upper_card_hides_the_lower(style: Style) -> None:
    lower, upper = Plate("a", 0.0, 0.0, 0.0), Plate("b", 50.0, 0.0, 0.0, height=0.7)
    photo = taken(scene(lower, upper), style, a=card(60), b=card(230))
    shared, alone = CAMERA.seen(np.array([[25.0, 0.0, 0.7], [-20.0, 0.0, 0.35]])).round().astype(int)
    assert photo[shared[1], shared[0]] > 180
    assert photo[alone[1], alone[0]] < 100


def test_a_card_casts_a_shadow_away_from_the_lamp_only(style: Style) -> None:
    plate = Plate("a", 0.0, 0.0, 0.0, height=3.0)
    photo = taken(scene(plate, shade=200), style, a=card(60))
    places = np.array([[120.0, 0.0, 0.0], [CARD_MM / 2 + 1.5, 0.0, 0.0], [-CARD_MM / 2 - 4.0, 0.0, 0.0]])
    free, dark, light = (photo[round(y), round(x)] for x, y in CAMERA.seen(places).tolist())
    assert dark < 0.8 * free
    assert light > 0.9 * free


def test_the_same_seed_takes_the_same_photo(style: Style) -> None:
    noisy = replace(scene(Plate("a", 0.0, 0.0, 0.0)), film=replace(FILM, read=0.01))
    assert (taken(noisy, style, a=card(90)) == taken(noisy, style, a=card(90))).all()
