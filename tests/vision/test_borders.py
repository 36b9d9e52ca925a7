"""Where a card ends at another's border, told by light."""

import cv2
import numpy as np
import pytest

from games.camouflage import parse_board
from tests.vision.scenes import drawn_album, hand_laid, photograph
from tests.vision.strategies import tilted
from vision.appearance import Pyramid
from vision.borders import Side, border_nats, sides_of, steps
from vision.geometry import Floats, pose_matrix, project
from vision.photo import Pixels

SETTLED = 0.001
VIEW = tilted(0.01, 0.015, 0.3, 60.0, (400.0, 330.0))
BOARD = parse_board("owl-1@0,0r0")
POSE = hand_laid(BOARD)[0]
TO_PHOTO = VIEW @ pose_matrix(POSE)
PICTURE = drawn_album().pictures["owl-1"]
INNER = [side for side in sides_of(0, np.ones(9), settled=SETTLED) if side.seen == 4]
"""From the middle square to those left, right, above and below."""


def photo_with(pixels: Pixels, *strips: Floats) -> Pyramid:
    """Return a photo with shadows on it, each a (4, 2) outline in the card's own frame."""
    shaded = pixels.copy()
    for strip in strips:
        mask = np.zeros(shaded.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(project(TO_PHOTO, strip) * 16).astype(np.int32)], (255,), shift=4)
        shaded[mask > 0] = shaded[mask > 0] // 2
    return Pyramid(shaded)


SHADOW = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, -0.45], [-0.5, -0.45]])
"""Along the upper side of the middle square, a twentieth of a square wide."""
PLAIN = photograph(BOARD, VIEW, size=(800, 700)).photo.pixels


class TestSides:
    def test_are_those_of_squares_that_surely_are_seen(self) -> None:
        visible = np.array([1.0, 0.0, 0.5, *[0.0] * 6])
        assert sides_of(7, visible, settled=SETTLED) == [Side(7, 0, 1, 0.0), Side(7, 0, 3, 0.0)]

    def test_join_squares_that_touch(self) -> None:
        found = sides_of(0, np.ones(9), settled=SETTLED)
        assert len(found) == len({*found}) == 24
        for _, seen, beyond, _ in found:
            assert abs(seen // 3 - beyond // 3) + abs(seen % 3 - beyond % 3) == 1


class TestSteps:
    def test_are_none_where_the_print_goes_on(self) -> None:
        assert np.abs(steps(photo_with(PLAIN), PICTURE, TO_PHOTO, INNER)).max() < 0.1

    def test_are_seen_where_a_shadow_falls_on_the_side(self) -> None:
        found = steps(photo_with(PLAIN, SHADOW), PICTURE, TO_PHOTO, INNER)
        above = [side.next for side in INNER].index(1)
        assert found[above, 0] < -0.3
        assert np.abs(np.delete(found, above, axis=0)).max() < 0.1

    def test_do_not_tell_of_other_light(self) -> None:
        """A lamp that is half as bright makes all of the card darker, and no step."""
        assert np.abs(steps(photo_with(PLAIN // 2), PICTURE, TO_PHOTO, INNER)).max() < 0.15

    def test_are_none_where_none_is_asked_for(self) -> None:
        assert steps(photo_with(PLAIN), PICTURE, TO_PHOTO, []).shape == (0, 2)


def known(on: float, ends: float, count: int = 20) -> tuple[list[Side], Floats]:
    """Return sides that are settled: some on which the print goes on, some that end at a border."""
    random = np.random.default_rng(5)
    goes_on = [1.0] * count + [0.0] * count
    middle = np.repeat([on, ends], count)[:, None]
    return [Side(0, 4, 1, each) for each in goes_on], middle + random.normal(0, 0.01, (2 * count, 2))


def nats(step: float, sides: list[Side], found: Floats) -> float:
    asked = Side(1, 4, 5, 0.5)
    return border_nats([*sides, asked], np.vstack([found, [step, step]]), settled=SETTLED)[1, 5]


class TestNats:
    def test_speak_for_what_looks_the_same_elsewhere_in_the_photo(self) -> None:
        assert nats(-0.1, *known(0.0, -0.1)) > 1
        assert nats(0.0, *known(0.0, -0.1)) < -1

    def test_take_frames_for_none_that_all_squares_of_a_deck_have(self) -> None:
        assert nats(-0.3, *known(-0.3, -0.2)) < -1

    def test_tell_nothing_where_both_look_alike(self) -> None:
        assert nats(0.05, *known(0.0, 0.0)) == pytest.approx(0.0, abs=1.0)

    def test_of_one_side_are_never_many(self) -> None:
        assert nats(-5.0, *known(0.0, -5.0)) == pytest.approx(2.0)

    def test_add_up_over_the_sides_of_a_square(self) -> None:
        sides, found = known(0.0, -0.1)
        asked = [Side(1, 4, 5, 0.5), Side(1, 2, 5, 0.5)]
        told = border_nats([*sides, *asked], np.vstack([found, np.full((2, 2), -0.1)]), settled=SETTLED)
        assert told[1, 5] == pytest.approx(2 * nats(-0.1, sides, found))

    def test_are_none_where_a_photo_shows_few_borders(self) -> None:
        sides, found = known(0.0, -0.1, count=7)
        assert border_nats(sides, found, settled=SETTLED) == {}
