"""Which cards lie where, from guesses that are too few, too many or wrong."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import Board, parse_board
from tests.vision.scenes import drawn_album, hand_laid, photograph
from tests.vision.strategies import poses, tilted
from vision.appearance import CENTRE_SQUARE, Pyramid
from vision.finds import Find
from vision.geometry import Floats, quarter_turned
from vision.places import lattice_angle
from vision.scores import card_score, square_evidence
from vision.sites import SiteFinder

ALBUM = drawn_album()
CARDS = list(ALBUM.pictures)
VIEW = tilted(0.01, 0.015, 0.4, 60.0, (500.0, 420.0))
BOARD = parse_board("owl-1@0,0r0 fox-2@2,1r3 fox-1@1,-2r1 cow-4@3,-1r2 cow-1@-2,1r0 owl-3@-1,3r1")
POSES = hand_laid(BOARD)
PHOTO = Pyramid(photograph(BOARD, VIEW, poses=POSES).photo.pixels)


@pytest.fixture(scope="module")
def finder() -> SiteFinder:
    return SiteFinder(ALBUM, wild_centres=False)


def guesses(board: Board, poses: Sequence[Floats]) -> list[tuple[int, Floats]]:
    """Return what the reader hands over: cards and about where they lie."""
    off = np.array([0.06, -0.05, 0.02, 0.0])
    return [(CARDS.index(card.card), pose + off) for card, pose in zip(board, poses, strict=True)]


def found_by(finder: SiteFinder, guessed: Sequence[tuple[int, Floats]]) -> list[Find]:
    """Return what a finder finds, with poses on the plane that the photo was taken of."""
    plane, found, _ = finder.find(PHOTO, VIEW, guessed)
    assert np.abs(plane / plane[2, 2] - VIEW).max() < 0.05 * np.abs(VIEW).max()
    return found


def require_board(found: Sequence[Find]) -> None:
    """Hold what was found against the board: its cards, each where it lies."""
    true = {card.card: pose for card, pose in zip(BOARD, POSES, strict=True)}
    assert {CARDS[find.card] for find in found} == set(true)
    for find in found:
        pose = true[CARDS[find.card]]
        assert np.abs(find.fit.pose[:2] - pose[:2]).max() < 0.05
        assert np.exp(1j * (find.fit.pose[2] - pose[2])) == pytest.approx(1.0, abs=0.03)
        assert find.score > 5


def test_right_guesses_are_found(finder: SiteFinder) -> None:
    require_board(found_by(finder, guesses(BOARD, POSES)))


def test_one_guess_leads_to_all_that_hang_together(finder: SiteFinder) -> None:
    """The others are looked for beside it, and beside those that were found so; half of the fox is seen."""
    require_board(found_by(finder, guesses(BOARD, POSES)[1:2]))


def test_a_guess_of_the_wrong_card_is_put_right(finder: SiteFinder) -> None:
    """The same prints are on many cards, and features of one vote for all of them."""
    wrong = [((card + 1) % len(CARDS), pose) for card, pose in guesses(BOARD, POSES)]
    require_board(found_by(finder, wrong))


def test_a_guess_of_the_wrong_turn_is_put_right(finder: SiteFinder) -> None:
    turned = [(card, quarter_turned(pose, 2)) for card, pose in guesses(BOARD, POSES)]
    require_board(found_by(finder, turned))


def test_guesses_where_no_card_lies_are_dropped(finder: SiteFinder) -> None:
    """Some on the bare table, some on a corner of a card, some twice."""
    bare = [(card, np.array([x, 6.0, 0.3, 0.0])) for card, x in ((0, -5.0), (3, 0.0), (7, 5.0))]
    off = np.array([1.0, 1.0, 0.0, 0.0])
    corners = [(card, pose + off) for card, pose in guesses(BOARD, POSES)]
    right = guesses(BOARD, POSES)
    require_board(found_by(finder, [*bare, *corners, *right, *right]))


def test_no_guess_finds_nothing(finder: SiteFinder) -> None:
    assert found_by(finder, []) == []


def test_a_card_on_a_centre_is_found_though_nobody_may_lay_it_so() -> None:
    board = parse_board("owl-1@0,0r0 fox-2@1,0r0")
    poses = hand_laid(board)
    photo = Pyramid(photograph(board, VIEW, poses=poses).photo.pixels)
    wild = SiteFinder(ALBUM, wild_centres=True).find(photo, VIEW, guesses(board, poses)).cards
    usual = SiteFinder(ALBUM, wild_centres=False).find(photo, VIEW, guesses(board, poses)).cards
    assert {CARDS[find.card] for find in wild} == {"owl-1", "fox-2"}
    assert {CARDS[find.card] for find in usual} == {"owl-1", "fox-2"}


likenesses = st.lists(st.floats(-1, 1), min_size=9, max_size=9).map(np.array)


@given(likenesses, st.integers(0, 8), st.floats(0, 1))
def test_a_square_that_looks_more_like_the_card_never_speaks_against_it(
    likeness: Floats, place: int, more: float
) -> None:
    better = likeness.copy()
    better[place] = min(1.0, better[place] + more)
    for wild in (False, True):
        before, after = (card_score(each, wild_centres=wild) for each in (likeness, better))
        assert after >= before - 1e-6
    assert square_evidence(better)[place] >= square_evidence(likeness)[place]


@given(likenesses)
def test_what_other_cards_hide_is_forgiven(likeness: Floats) -> None:
    """A square that another card may cover costs no more than one that none covers."""
    strict, mild = (card_score(likeness, np.full(9, floor), wild_centres=False) for floor in (-7.0, -0.2))
    assert mild >= strict


def test_a_centre_that_is_not_seen_weighs_as_much_as_several_squares() -> None:
    """Unless centres are wild: then it may be covered like any other square."""
    seen = np.full(9, 0.9)
    hidden_centre, hidden_corner = seen.copy(), seen.copy()
    hidden_centre[CENTRE_SQUARE] = hidden_corner[0] = 0.0
    best, centre, corner = (
        card_score(each, wild_centres=False) for each in (seen, hidden_centre, hidden_corner)
    )
    assert best - centre > 3 * (best - corner)
    assert card_score(hidden_centre, wild_centres=True) > centre


@given(st.floats(-0.7, 0.7), st.lists(st.tuples(poses, st.integers(0, 3)), min_size=1, max_size=8))
def test_the_lattice_has_the_angle_of_its_cards_whichever_way_they_are_turned(
    angle: float, cards: list[tuple[Floats, int]]
) -> None:
    laid = [np.array([*pose[:2], angle + turn * np.pi / 2, 0.0]) for pose, turn in cards]
    assert lattice_angle(laid) == pytest.approx(angle)


def test_without_cards_the_lattice_is_upright() -> None:
    assert lattice_angle([]) == 0.0
