"""A known view of a table, told by guesses; some of them wrong, too few or degenerate."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.strategies import tilted
from vision.geometry import CARD_CORNERS, Floats, pose_matrix, project
from vision.keypoints import Guess
from vision.plane import fit_plane

VIEW = tilted(0.02, 0.03, 0.4, 60.0, (800.0, 600.0))
ROWS = [np.array([x, y, 0.1 * x - 0.2 * y, 0.0]) for x in (-6.0, 0.0, 5.0) for y in (-4.0, 0.0, 4.0)]


def guess(card: int, pose: Floats, view: Floats = VIEW, *, noise_px: float = 0.0, votes: int = 20) -> Guess:
    """Return what features tell of a card: a dozen points of it, and the affine map that fits them."""
    random = np.random.default_rng(card)
    own = random.uniform(-1.4, 1.4, (12, 2))
    seen = project(view @ pose_matrix(pose), own) + random.normal(0, noise_px, own.shape)
    fitted, *_ = np.linalg.lstsq(np.column_stack([own, np.ones(len(own))]), seen, rcond=None)
    return Guess(card, fitted.T, votes, own, seen)


def wrong(card: int, stretch: float, place: tuple[float, float]) -> Guess:
    """Return a guess that lies on no table with the others: stretched to one side."""
    affine = np.array([[60.0 * stretch, 10.0, place[0]], [5.0, 30.0, place[1]]])
    own = np.random.default_rng(card).uniform(-1.4, 1.4, (6, 2))
    return Guess(card, affine, 6, own, project(np.vstack([affine, [0, 0, 1]]), own))


def require_squares(homography: Floats, poses: Sequence[Floats], *, within: float) -> None:
    """Hold the cards' true corners, carried to the plane, against squares of three by three."""
    for pose in poses:
        in_photo = project(VIEW @ pose_matrix(pose), CARD_CORNERS)
        corners = project(np.linalg.inv(homography), in_photo)
        sides = np.roll(corners, -1, axis=0) - corners
        assert np.linalg.norm(sides, axis=1) == pytest.approx(np.full(4, 3.0), abs=3 * within)
        assert (sides * np.roll(sides, 1, axis=0)).sum(1) == pytest.approx(np.zeros(4), abs=9 * within)


@pytest.mark.parametrize(
    "poses",
    [
        pytest.param(ROWS, id="nine cards"),
        pytest.param(ROWS[::4], id="three cards along the diagonal"),
        pytest.param(ROWS[:1] + ROWS[-1:], id="two cards"),
    ],
)
def test_exact_guesses_give_the_view_back(poses: Sequence[Floats]) -> None:
    plane = fit_plane([guess(number, pose) for number, pose in enumerate(poses)])
    assert plane is not None
    assert len(plane.guesses) == len(poses)
    require_squares(plane.homography, ROWS, within=1e-3)


def test_the_poses_are_those_of_the_cards() -> None:
    """Up to one motion of the whole plane: distances and turns between cards are the true ones."""
    plane = fit_plane([guess(number, pose) for number, pose in enumerate(ROWS)])
    assert plane is not None
    for found, other, true, true_other in zip(plane.poses, plane.poses[1:], ROWS, ROWS[1:], strict=False):
        apart = np.linalg.norm(true[:2] - true_other[:2])
        assert np.linalg.norm(found[:2] - other[:2]) == pytest.approx(apart, abs=1e-3)
        turn = np.exp(1j * (found[2] - other[2] - true[2] + true_other[2]))
        assert turn == pytest.approx(1.0, abs=1e-3)


def test_noise_of_half_a_pixel_averages_out() -> None:
    plane = fit_plane([guess(number, pose, noise_px=0.5) for number, pose in enumerate(ROWS)])
    assert plane is not None
    require_squares(plane.homography, ROWS, within=0.01)


def test_wrong_guesses_are_dropped() -> None:
    right = [guess(number, pose, noise_px=0.3) for number, pose in enumerate(ROWS)]
    places = [(300.0, 200.0), (900.0, 400.0), (1200.0, 900.0), (500.0, 800.0)]
    others = [wrong(20 + number, 1.5 + number / 4, place) for number, place in enumerate(places)]
    plane = fit_plane([*others[:2], *right, *others[2:]])
    assert plane is not None
    assert [each.card for each in plane.guesses] == [each.card for each in right]
    require_squares(plane.homography, ROWS, within=0.01)


def test_a_stray_guess_behind_the_horizon_costs_itself_only() -> None:
    right = [guess(number, pose) for number, pose in enumerate(ROWS)]
    stray = wrong(20, 1.5, (-9000.0, -9000.0))
    plane = fit_plane([*right, stray])
    assert plane is not None
    require_squares(plane.homography, ROWS, within=0.01)


def test_one_card_is_enough_for_its_own_place() -> None:
    """It tells little of the vanishing line; its corners are right all the same, to 2 % of its side."""
    plane = fit_plane([guess(0, ROWS[4])])
    assert plane is not None
    corners = project(plane.homography @ pose_matrix(plane.poses[0]), CARD_CORNERS)
    assert np.abs(corners - project(VIEW @ pose_matrix(ROWS[4]), CARD_CORNERS)).max() < 0.02 * 180


WHOLE = guess(0, ROWS[4])
FLAT = replace(WHOLE, affine=np.array([[60.0, 0.0, 800.0], [0.0, 0.0, 600.0]]))
MIRRORED = replace(WHOLE, affine=WHOLE.affine * [[1], [-1]])


@pytest.mark.parametrize(
    "guesses",
    [
        pytest.param([], id="none"),
        pytest.param([MIRRORED], id="mirrored"),
        pytest.param([replace(WHOLE, votes=0)] * 3, id="no votes"),
        pytest.param([FLAT], id="one seen from its edge"),
        pytest.param([FLAT, FLAT, FLAT], id="all seen from their edge"),
        pytest.param([replace(WHOLE, affine=np.zeros((2, 3)))], id="shrunk to a point"),
        pytest.param([replace(WHOLE, affine=np.full((2, 3), np.nan))], id="not a number"),
    ],
)
def test_what_holds_no_plane_gives_none(guesses: list[Guess]) -> None:
    assert fit_plane(guesses) is None


@pytest.mark.parametrize(
    "guesses",
    [
        pytest.param([WHOLE] * 5, id="the same one again and again"),
        pytest.param([guess(x, np.array([4.0 * x, 0.0, 0.0, 0.0])) for x in range(4)], id="in a row"),
        pytest.param([WHOLE, FLAT], id="one of two seen from its edge"),
        pytest.param([WHOLE, replace(WHOLE, votes=0)], id="one of two without votes"),
        pytest.param(
            [replace(WHOLE, on_card=WHOLE.on_card[:1], in_photo=WHOLE.in_photo[:1])] * 2, id="one feature"
        ),
        pytest.param([guess(0, ROWS[0]), MIRRORED], id="one of two mirrored"),
    ],
)
def test_odd_guesses_raise_nothing(guesses: list[Guess]) -> None:
    plane = fit_plane(guesses)
    assert plane is None or np.isfinite(plane.homography).all()


entries = st.floats(-300, 300)


@given(
    st.lists(
        st.builds(
            lambda card, values, votes: replace(
                guess(card, ROWS[card]), affine=np.array(values).reshape(2, 3), votes=votes
            ),
            st.integers(0, 8),
            st.lists(entries, min_size=6, max_size=6),
            st.integers(0, 40),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_no_guesses_make_it_raise(guesses: list[Guess]) -> None:
    plane = fit_plane(guesses)
    assert plane is None or np.isfinite(plane.homography).all()
