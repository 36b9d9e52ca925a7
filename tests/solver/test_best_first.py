"""The best-first search against CP-SAT, and where it gives up."""

import sys
import time
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camouflage import Cell, Placement, Rules, visible_order
from games.camouflage.evidence import Evidence
from solver.answers import NEGLIGIBLE, Clashes, Listing
from solver.best_first import Search
from solver.reconstruct import Reconstruction, reconstruct
from solver.status import Status
from tests.solver.sightings import evidence, shared_cells, sighting, sightings, site
from tests.strategies import DECK, PLAIN

RULES = Rules()
Look = tuple[frozenset[Placement], frozenset[tuple[str, str]]]


def best(seen: Evidence, *, seconds: float = 30.0) -> Listing | None:
    """Return the best answers by the evidence alone, at most 32."""
    return Search(seen, Clashes(seen, PLAIN, RULES)).best(0.0, time.monotonic() + seconds, 32)


def leads(found: Listing | None) -> list[float]:
    """Return how much likelier the first answer is than each, in nats."""
    assert found is not None
    values = [*found.answers.values()]
    return [values[0] - value for value in values]


def odds(found: Reconstruction) -> dict[Look, tuple[float, float]]:
    """Return both probabilities of what each board looks like from above."""
    return {
        (frozenset(each.board), visible_order(each.board)): (each.p_evidence, each.p) for each in found.boards
    }


@settings(max_examples=50)
@given(seen=sightings(), rules=st.sampled_from([RULES, Rules(min_match=0, wild_centres=True)]))
def test_cp_sat_finds_the_same_boards_with_the_same_odds(seen: Evidence, rules: Rules) -> None:
    mine = reconstruct(seen, DECK, rules, limit=400)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("solver.best_first._MOST_STEPS", 0)
        other = reconstruct(seen, DECK, rules, time_limit_s=30.0, limit=400)
    assert mine.status is other.status
    ours, theirs = odds(mine), odds(other)
    for look in ours.keys() | theirs.keys():
        # CP-SAT counts in thousandths, so that it may leave out a board that only just counts, or not.
        assert ours.get(look, (0.0, 0.0)) == pytest.approx(theirs.get(look, (0.0, 0.0)), abs=1e-3)


def pairs(ahead: list[float]) -> Evidence:
    """Return evidence of pairs of cards that lie apart; in each the first is on top by so many nats."""
    centres = [Cell(9 * number + x, 0) for number in range(len(ahead)) for x in (0, 2)]
    sites = [site(centre, (card.id, 0, 0.0)) for centre, card in zip(centres, PLAIN.cards, strict=False)]
    tops = {
        cell: {min(numbers): ahead[min(numbers) // 2] / 3} for cell, numbers in shared_cells(centres).items()
    }
    return evidence(sites, tops)


def test_of_thousands_of_stackings_that_look_alike_the_best_are_listed() -> None:
    ahead = [0.01 * 1.3**number for number in range(12)]
    found = best(pairs(ahead))
    assert found is not None
    assert found.status is Status.FEASIBLE
    lost = sorted(sum(each) for each in product(*((0.0, nats) for nats in ahead)))
    assert leads(found) == pytest.approx(lost[:32])


def test_the_list_ends_where_answers_are_negligible() -> None:
    found = best(pairs([NEGLIGIBLE - 0.1, 0.2, NEGLIGIBLE + 0.1]))
    assert found is not None
    assert found.status is Status.OPTIMAL
    assert leads(found) == pytest.approx([0.0, 0.2, NEGLIGIBLE - 0.1])


def test_cells_that_two_cards_share_have_the_same_card_on_top() -> None:
    sites = [site(Cell(x, 0), (card, 0, 0.0)) for x, card in ((0, "owl-1"), (2, "fox-1"))]
    contrary = {Cell(1, -1): {0: 1.0}, Cell(1, 0): {0: 1.0}, Cell(1, 1): {1: 1.5}}
    found = best(evidence(sites, contrary))
    assert found is not None
    assert [answer.tops for answer in found.answers] == [(0, 0, 0), (1, 1, 1)]
    assert leads(found) == pytest.approx([0.0, 0.5])


def sites_that_want_the_same_cards(count: int) -> Evidence:
    """Return evidence of sites that all fit the first card best, the later ones the more so."""
    cards = [card.id for card in PLAIN.cards[:count]]
    return evidence(
        [
            site(Cell(9 * number, 0), *((card, 0, -(number + 1.0) * rank) for rank, card in enumerate(cards)))
            for number in range(count)
        ],
        {},
    )


def test_cp_sat_answers_where_bounds_say_too_little() -> None:
    seen = sites_that_want_the_same_cards(8)
    assert best(seen) is None
    found = reconstruct(seen, PLAIN, RULES, time_limit_s=30.0, limit=1)
    assert found.status is Status.FEASIBLE
    where = [found.boards[0].board.placement(card.id).centre.x for card in PLAIN.cards[:8]]
    assert where == sorted(where, reverse=True)


def test_cp_sat_is_not_loaded_where_the_search_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "solver.cp_sat", None)
    monkeypatch.setitem(sys.modules, "ortools", None)
    found = reconstruct(sighting("owl-1@0,0r0 fox-2@2,1r3 fox-1@1,-2r1"), PLAIN, RULES)
    assert found.status is Status.OPTIMAL


def test_a_search_without_time_says_so() -> None:
    assert best(sites_that_want_the_same_cards(2), seconds=0.0) == Listing(Status.UNKNOWN, {})
