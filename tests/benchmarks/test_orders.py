"""The odds of orders, held against the truth."""

import pytest

from benchmarks.orders import odds_of, reliability
from games.camouflage import parse_board
from tests.solver.sightings import sighting

HEAP = "owl-1@0,0r0 fox-2@2,0r3 cow-1@1,2r1"


def test_each_pair_of_cards_that_shares_cells_has_odds_once() -> None:
    """The owl and the fox share two cells, and one with the cow besides: all are groups of their own."""
    seen = sighting(HEAP, top=3.0)
    groups = {tuple(top.site for top in cell.tops) for cell in seen.shared}
    odds = odds_of(seen, parse_board(HEAP))
    assert len(odds) == len(groups)
    assert min(odds) == pytest.approx(3.0)


def test_the_table_may_lie_otherwise_in_the_photo() -> None:
    turned = parse_board(HEAP).turned(1).moved(5, -2)
    assert odds_of(sighting(HEAP), turned) == odds_of(sighting(HEAP), parse_board(HEAP))


def test_odds_for_a_card_beneath_are_negative() -> None:
    other = parse_board("fox-2@2,0r3 owl-1@0,0r0 cow-1@1,2r1")
    odds = odds_of(sighting(HEAP, top=3.0), other)
    assert min(odds) < 0 < max(odds)


def test_a_photo_in_which_a_card_was_invented_is_left_out() -> None:
    assert odds_of(sighting(HEAP), parse_board("owl-1@0,0r0 fox-2@2,0r3")) == []


def test_bins_tell_how_many_are_wrong_and_how_many_should_be() -> None:
    rows = {line[:32].strip(): line[32:].split() for line in reliability([0.0, 0.5, -0.5, 9.0], [2.5])}
    assert rows["0 to 1"] == ["1/3,", "1.3", "0/0,", "0.0"]
    assert rows["2 to 3"] == ["0/0,", "0.0", "0/1,", "0.1"]
    assert rows["8 to 12"] == ["0/1,", "0.0", "0/0,", "0.0"]
