"""How cards come to lie when hands lay them down."""

import numpy as np
import pytest

from benchmarks.simulation.hands import THICKNESS_MM, Plate, rested, settle
from benchmarks.simulation.styles import SQUARE_MM
from games.camouflage import Cell, Placement, parse_board

ROW = parse_board("a@0,0r0 b@2,0r1 c@4,0r0 d@4,2r3 e@2,2r2")


def test_a_steady_hand_lays_cards_on_the_lattice() -> None:
    plates = settle(np.random.default_rng(1), ROW, jitter_mm=0, jitter_deg=0)
    for plate, placement in zip(plates, ROW, strict=True):
        assert [plate.x, plate.y] == pytest.approx(np.array(placement.centre) * SQUARE_MM, abs=1e-6)
        assert plate.angle % (2 * np.pi) == pytest.approx(placement.turn * np.pi / 2, abs=1e-6)


def test_errors_add_up_from_card_to_card() -> None:
    chain = tuple(Placement(f"card-{index}", Cell(2 * index, 0)) for index in range(12))
    missed = np.array(
        [
            [plate.y for plate in settle(np.random.default_rng(seed), chain, jitter_mm=0.8)]
            for seed in range(20)
        ]
    )
    near, far = missed[:, 1].std(), missed[:, -1].std()
    assert 0.4 < near < 1.6
    assert far > 2 * near


def test_a_card_on_the_bare_table_lies_flat() -> None:
    plate = rested(Plate("a", 10.0, 20.0, 0.3), [], gap_mm=0.0)
    assert plate.slope == pytest.approx((0.0, 0.0))
    assert plate.height == pytest.approx(THICKNESS_MM)


def test_a_card_rests_on_the_ones_beneath_and_sinks_into_none() -> None:
    plates = settle(np.random.default_rng(2), ROW, jitter_mm=0.8)
    at = np.linspace(-0.45, 0.45, 9) * 3 * SQUARE_MM
    own = np.array([(u, v, 1.0) for u in at for v in at])
    for index, plate in enumerate(plates):
        bottom = own @ plate.frame(THICKNESS_MM).T
        for below in plates[:index]:
            inside = np.linalg.inv(below.frame()[[0, 1, 3]]) @ bottom[:, [0, 1, 3]].T
            on = (np.abs(inside[:2]) < 1.4 * SQUARE_MM).all(0)
            top = (below.frame() @ inside)[2]
            assert (bottom[on, 2] > top[on] - 0.08).all()  # it is held up at 49 points only
        assert plate.height < THICKNESS_MM * (index + 1) + 1
