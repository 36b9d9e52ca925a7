"""Cells from poses, as hands lay cards: a little off and a little turned."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import Board, Cell, Placement, same_layout
from tests.vision.scenes import hand_laid
from tests.vision.strategies import angles, places
from vision.geometry import Floats
from vision.lattice import Lattice, fit_lattice


def seen_from(poses: Sequence[Floats], angle: float, x: float, y: float) -> list[Floats]:
    """Return the poses when the table is turned and moved."""
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return [np.append(turn @ pose[:2] + [x, y], [pose[2] + angle, 0.0]) for pose in poses]


def as_board(lattice: Lattice, board: Board) -> Board:
    """Return the lattice's cells as a board of the same cards."""
    return Board(
        tuple(
            Placement(card.card, centre, turn)
            for card, centre, turn in zip(board, lattice.centres, lattice.turns, strict=True)
        )
    )


@st.composite
def connected(draw: st.DrawFn) -> Board:
    """Boards whose cards hang together, each overlapping the one before."""
    step = st.sampled_from([(x, y) for x in (-2, 0, 2) for y in (-2, -1, 0, 1, 2) if max(abs(x), abs(y)) > 1])
    centre, cards = Cell(0, 0), []
    for number in range(draw(st.integers(1, 9))):
        cards.append(Placement(f"card-{number}", centre, draw(st.integers(0, 3))))
        x, y = draw(step)
        centre = Cell(centre.x + x, centre.y + y)
    return Board(tuple(cards))


@given(connected(), angles, places, places, st.integers(0, 2**16))
def test_cards_laid_by_hand_come_onto_their_cells(
    board: Board, angle: float, x: float, y: float, seed: int
) -> None:
    """Three millimetres on a square of 18 are a sixth of a square; half of that on each side of a pair."""
    poses = seen_from(hand_laid(board, off=0.08, tilt=0.03, seed=seed), angle, x, y)
    lattice = fit_lattice(poses)
    assert same_layout(as_board(lattice, board), board)
    assert set(lattice.piece) == {0}
    assert lattice.centres[0] == (0, 0)


@given(connected(), angles)
def test_cards_on_one_exact_lattice_are_under_no_strain(board: Board, angle: float) -> None:
    assert max(fit_lattice(seen_from(hand_laid(board, off=0, tilt=0), angle, 0, 0)).strain) < 1e-9


@pytest.mark.parametrize("off", [0.13, -0.13], ids=["too far apart", "too near together"])
def test_drift_along_a_row_does_not_lose_a_square(off: float) -> None:
    """After twelve cards it has come to one square and a half."""
    row = [np.array([(2 + off) * x, 0.0, 0.0, 0.0]) for x in range(12)]
    assert fit_lattice(row).centres == tuple(Cell(2 * x, 0) for x in range(12))


def test_a_row_that_bends_stays_a_row() -> None:
    """Each card is turned by a degree and a half more than the one before: 17 degrees in the end."""
    tilts = np.deg2rad(1.5) * np.arange(12)
    middles = np.cumsum([2 * np.array([np.cos(tilt), np.sin(tilt)]) for tilt in tilts], axis=0)
    bent = [np.array([*middle, tilt, 0.0]) for middle, tilt in zip(middles, tilts, strict=True)]
    lattice = fit_lattice(bent)
    assert lattice.centres == tuple(Cell(2 * x, 0) for x in range(12))
    assert len(set(lattice.turns)) == 1


def test_of_two_groups_the_larger_comes_first() -> None:
    pair = [np.array([20.0, 5.0, 0.0, 0.0]), np.array([22.0, 5.0, 0.0, 0.0])]
    row = [np.array([2.0 * x, 0.0, 0.0, 0.0]) for x in range(3)]
    lattice = fit_lattice([*pair, *row])
    assert lattice.piece == (1, 1, 0, 0, 0)
    assert lattice.centres == (Cell(20, 5), Cell(22, 5), Cell(0, 0), Cell(2, 0), Cell(4, 0))


def test_a_card_between_two_cells_is_under_strain() -> None:
    row = [np.array([2.0 * x, 0.0, 0.0, 0.0]) for x in range(3)]
    loose = np.array([4.5, 1.5, 0.0, 0.0])
    assert fit_lattice([*row, loose]).strain[-1] == pytest.approx(0.5)


def test_one_card_lies_on_the_first_cell() -> None:
    lattice = fit_lattice([np.array([7.3, -2.1, 1.2, 0.0])])
    assert (lattice.centres, lattice.piece, lattice.strain) == ((Cell(0, 0),), (0,), (0.0,))
