"""Which pairs of cards are looked at more closely, and what comes of it."""

from collections.abc import Sequence

import numpy as np
import pytest

from games.camouflage.board import Cell
from games.camouflage.evidence import Top
from vision.disputes import Claim, decided, disputes
from vision.tilting import Explanation

HERE, THERE, ELSEWHERE = Cell(0, 0), Cell(1, 0), Cell(2, 0)


def tops(*likelihoods: float) -> list[Top]:
    """Return the tops of a cell on which sites 0, 1, … lie."""
    return [Top(site, value) for site, value in enumerate(likelihoods)]


def test_two_cards_that_look_alike_in_all_cells_are_in_dispute() -> None:
    (found,) = disputes({HERE: tops(5.0, 4.0), THERE: tops(1.0, 3.0)})
    assert found.sites == (0, 1)
    assert found.cells == (HERE, THERE)


def test_a_cell_that_tells_clearly_settles_the_pair() -> None:
    assert not [*disputes({HERE: tops(5.0, 4.0), THERE: tops(20.0, 3.0)})]


def test_a_card_that_is_covered_by_a_third_does_not_settle_the_other_two() -> None:
    shared = {HERE: tops(5.0, 4.0), THERE: [Top(0, 1.0), Top(1, 2.0), Top(2, 30.0)]}
    (found,) = disputes(shared)
    assert found.cells == (HERE,)


def test_three_cards_may_look_alike() -> None:
    (found,) = disputes({HERE: tops(5.0, 4.0, 4.5)})
    assert found.sites == (0, 1, 2)


def explained(claims: Sequence[Claim]) -> list[Explanation]:
    """Site 0 explains each square with 4 nats, site 1 with 1."""
    return [Explanation(float(claim.seen.sum()) * (4.0, 1.0)[claim.site], np.zeros(9)) for claim in claims]


def square_on(site: int, cell: Cell) -> int:
    return cell.x + 3 * site


def test_the_card_that_explains_the_squares_better_is_on_top() -> None:
    shared = {HERE: tops(1.0, 2.0), THERE: tops(2.0, 1.5), ELSEWHERE: tops(9.0, -9.0)[::-1]}
    found = decided({HERE: shared[HERE], THERE: shared[THERE]}, explained, [np.ones(9)] * 2, square_on)
    assert found == {HERE: tops(4.0, 1.0), THERE: tops(4.0, 1.0)}


def test_cards_that_are_clearly_below_stay_as_far_below() -> None:
    found = decided({HERE: tops(1.0, 2.0, -10.0)}, explained, [np.ones(9)] * 3, square_on)
    assert found[HERE][2].log_likelihood == pytest.approx(4.0 - 12.0)


def test_what_is_claimed_is_the_disputed_squares_or_none_of_them() -> None:
    claims: list[Claim] = []

    def noted(asked: Sequence[Claim]) -> list[Explanation]:
        claims.extend(asked)
        return explained(asked)

    decided({HERE: tops(1.0, 2.0)}, noted, [np.ones(9)] * 2, square_on)
    assert [claim.site for claim in claims] == [0, 0, 1, 1]
    assert [claim.seen[square_on(claim.site, HERE)] for claim in claims] == [0, 1, 0, 1]
    assert all(claim.held[square_on(claim.site, HERE)] == 0 for claim in claims)
