"""Boards from evidence that is made by hand, and against a twin that tries every board."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camouflage import (
    Board,
    Cell,
    Deck,
    Rules,
    Table,
    format_board,
    judge,
    overlapping_pairs,
    parse_board,
    same_board,
    visible_order,
)
from games.camouflage.evidence import Doubt, Evidence
from solver.reconstruct import ILLEGAL_CHANCE, RankedBoard, Reconstruction, reconstruct
from solver.status import Status
from tests.solver.sightings import SURE, evidence, shared_cells, sighting, sightings, site
from tests.solver.twin import brute_force, index_of, shares
from tests.strategies import DECK, PLAIN, plain_deck

RULES = Rules()


def boards_of(seen: Evidence, deck: Deck = PLAIN, rules: Rules = RULES) -> tuple[RankedBoard, ...]:
    """Return all boards that are not negligible."""
    found = reconstruct(seen, deck, rules, time_limit_s=30.0)
    assert found.status is Status.OPTIMAL
    return found.boards


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("owl-1@0,0r0", id="one card"),
        pytest.param("owl-1@0,0r0 fox-2@2,0r3", id="two cards"),
        pytest.param("fox-2@2,0r3 owl-1@0,0r0", id="the same two, the other way up"),
        pytest.param("owl-1@0,0r0 fox-2@2,1r3 fox-1@1,-2r1 pig-4@3,-1r2", id="a heap"),
        pytest.param("owl-1@0,0r0 fox-2@2,0r0 pig-1@20,5r1 cow-1@20,7r0", id="two groups"),
    ],
)
def test_a_board_that_is_seen_well_is_the_only_one(text: str) -> None:
    (found,) = boards_of(sighting(text))
    assert same_board(found.board, parse_board(text))
    assert found.p == found.p_evidence == 1.0


def test_the_sites_of_a_board_say_where_its_cards_were_seen() -> None:
    seen = sighting("owl-1@0,0r0 fox-2@2,1r3 fox-1@1,-2r1 pig-4@3,-1r2")
    (found,) = boards_of(seen)
    for placement, number in zip(found.board, found.sites, strict=True):
        assert placement.centre == seen.sites[number].centre
        assert placement.card == seen.sites[number].candidates[0].card


def test_a_card_lies_once_so_that_the_other_site_takes_its_second_choice() -> None:
    both = [("owl-1", 0, 0.0), ("owl-2", 0, -1.0)], [("owl-1", 0, 0.0), ("owl-2", 0, -3.0)]
    best, other = boards_of(evidence([site(Cell(0, 0), *both[0]), site(Cell(9, 0), *both[1])], {}))
    assert format_board(best.board) == "owl-2@0,0r0 owl-1@9,0r0"
    assert best.p_evidence / other.p_evidence == pytest.approx(np.exp(2.0))


class TestRules:
    """Where the picture leaves two boards and the rules prefer one."""

    deck = plain_deck(fox_2="ttttztzt")
    seen = evidence(
        [site(Cell(0, 0), ("owl-1", 0, 0.0)), site(Cell(2, 0), ("fox-1", 0, 0.0), ("fox-2", 0, 0.0))],
        {cell: {1: SURE} for cell in (Cell(1, -1), Cell(1, 0), Cell(1, 1))},
    )

    def test_only_p_knows_them(self) -> None:
        legal, illegal = boards_of(self.seen, self.deck)
        assert legal.board.placement("fox-1").centre == illegal.board.placement("fox-2").centre == (2, 0)
        assert legal.p_evidence == illegal.p_evidence == 0.5
        assert legal.p == pytest.approx(1 - ILLEGAL_CHANCE)
        assert illegal.p == pytest.approx(ILLEGAL_CHANCE)

    def test_they_leave_both_where_both_are_legal(self) -> None:
        assert [found.p for found in boards_of(self.seen, plain_deck())] == [0.5, 0.5]

    def test_an_illegal_card_that_is_seen_well_stays(self) -> None:
        (found,) = boards_of(sighting("owl-1@0,0r0 fox-2@2,0r0"), self.deck)
        assert found.board.placement("fox-2").centre == (2, 0)
        assert found.p_evidence == 1.0

    def test_a_legal_board_is_listed_though_the_picture_alone_would_not_name_it(self) -> None:
        """Three illegal cards cost 12 nats: more than what the evidence's own list reaches down to."""
        row = [
            site(Cell(2 * x, 0), (f"fox-{x + 1}", 0, 0.0), (f"owl-{x + 1}", 0, -3.2 if x else -30.0))
            for x in range(4)
        ]
        deck = plain_deck(fox_2="tttttttt", fox_3="zzzzzzzz", fox_4="tttttttt")
        order = {cell: {max(on): SURE} for cell, on in shared_cells([each.centre for each in row]).items()}
        best = boards_of(evidence(row, order), deck)[0]
        table = Table(deck.name, "animals", best.board, rules=RULES)
        assert not any(judgement.violations for judgement in judge(table, deck))
        assert best.p > best.p_evidence


def test_tops_that_go_round_in_a_circle_give_the_best_order_that_does_not() -> None:
    where = {"owl-1": Cell(0, 0), "fox-1": Cell(2, 0), "pig-1": Cell(1, 2)}
    owl, fox, pig = (site(centre, (card, 0, 0.0)) for card, centre in where.items())
    tops = {Cell(1, 0): {0: 5.0}, Cell(2, 1): {1: 4.0}, Cell(0, 1): {2: 2.0}}
    best = boards_of(evidence([owl, fox, pig], tops), rules=Rules(min_match=0))[0]
    assert [placement.card for placement in best.board] == ["pig-1", "fox-1", "owl-1"]


def test_an_order_that_no_photo_shows_is_not_asked_of_the_picture() -> None:
    """The cow covers the one cell that owl and fox share; with the fox above one card clashes, else two."""
    deck = plain_deck(owl_1="zzzzzzzt")
    (found,) = boards_of(sighting("fox-1@2,2r0 owl-1@0,0r0 cow-1@2,0r0"), deck, Rules(min_match=0))
    assert ("owl-1", "fox-1") not in visible_order(found.board)
    assert ("owl-1", "fox-1") in overlapping_pairs(found.board)
    assert [placement.card for placement in found.board][-1] == "cow-1"


class TestPresence:
    def test_a_site_without_a_doubt_is_never_empty(self) -> None:
        unlikely = site(Cell(0, 0), ("owl-1", 0, -500.0), presence=12.0)
        assert [len(found.board) for found in boards_of(evidence([unlikely], {}))] == [1]

    @pytest.mark.parametrize("presence", [-2.0, 0.0, 3.0])
    def test_a_doubtful_site_is_empty_by_its_odds(self, presence: float) -> None:
        seen = evidence([site(Cell(0, 0), ("owl-1", 0, 0.0), presence=presence)], {})
        chance = {len(found.board): found.p_evidence for found in boards_of(seen)}
        assert chance[1] == pytest.approx(1 / (1 + np.exp(-presence)))

    @pytest.mark.parametrize("cards", [["owl-1"], ["owl-1", "owl-2"], ["owl-1", "owl-2", "fox-1", "fox-2"]])
    def test_how_many_cards_it_may_be_does_not_make_a_card_likelier(self, cards: list[str]) -> None:
        seen = evidence([site(Cell(0, 0), *((card, 0, 0.0) for card in cards), presence=1.0)], {})
        present = sum(found.p_evidence for found in boards_of(seen) if len(found.board))
        assert present == pytest.approx(1 / (1 + np.exp(-1.0)))

    def test_a_card_that_is_not_there_is_on_top_of_nothing(self) -> None:
        doubtful = site(Cell(2, 0), ("fox-1", 0, 0.0), presence=-8.0)
        seen = evidence([site(Cell(0, 0), ("owl-1", 0, 0.0)), doubtful], {Cell(1, 0): {1: 3.0}})
        assert format_board(boards_of(seen)[0].board) == "owl-1@0,0r0"


def test_boards_share_the_chance_that_all_cards_were_seen() -> None:
    either = site(Cell(0, 0), ("owl-1", 0, 0.0), ("owl-2", 0, 0.0))
    seen = replace(evidence([either], {}), doubts=(Doubt("it is dark", 0.8),))
    assert [(found.p_evidence, found.p) for found in boards_of(seen)] == [(0.4, 0.4)] * 2


def test_evidence_that_contradicts_itself_gives_no_board() -> None:
    twice = [site(Cell(x, 0), ("owl-1", 0, 0.0)) for x in (0, 9)]
    assert reconstruct(evidence(twice, {}), PLAIN, RULES) == Reconstruction(Status.INFEASIBLE, ())


def test_an_empty_table_is_one_empty_board() -> None:
    (found,) = boards_of(Evidence("animals", (), ()))
    assert found == RankedBoard(Board(), (), 1.0, 1.0)


def test_no_time_gives_no_board_and_says_so() -> None:
    none = reconstruct(sighting("owl-1@0,0r0 fox-2@2,0r3"), PLAIN, RULES, time_limit_s=0.0)
    assert none == Reconstruction(Status.UNKNOWN, ())


def test_a_list_that_was_cut_off_says_so() -> None:
    doubtful = site(Cell(0, 0), *((card.id, 0, 0.0) for card in PLAIN.cards[:8]))
    found = reconstruct(evidence([doubtful], {}), PLAIN, RULES, limit=3)
    assert found.status is Status.FEASIBLE
    assert 3 <= len(found.boards) < 8


@settings(max_examples=100)
@given(seen=sightings(), rules=st.sampled_from([RULES, Rules(min_match=0, wild_centres=True)]))
def test_boards_and_odds_are_those_of_trying_everything(seen: Evidence, rules: Rules) -> None:
    twin = brute_force(seen, DECK, rules)
    found = reconstruct(seen, DECK, rules, time_limit_s=30.0, limit=400)
    if not twin:
        assert found == Reconstruction(Status.INFEASIBLE, ())
        return
    by_picture = shares([one.seen for one in twin])
    prior = np.log(ILLEGAL_CHANCE / (1 - ILLEGAL_CHANCE))
    with_rules = shares([one.seen + prior * one.illegal for one in twin])
    matched = [index_of(each, twin) for each in found.boards]
    assert len(set(matched)) == len(matched)
    for odds, twin_odds in (("p_evidence", by_picture), ("p", with_rules)):
        listed = sum(twin_odds[index] for index in matched)
        assert listed > 0.98
        for each, index in zip(found.boards, matched, strict=True):
            assert getattr(each, odds) == pytest.approx(twin_odds[index] / listed, abs=1e-3)
    ranking = [each.p for each in found.boards]
    assert ranking == sorted(ranking, reverse=True)
    assert sum(ranking) == pytest.approx(1.0)
    assert sum(each.p_evidence for each in found.boards) == pytest.approx(1.0)
    assert max(ranking) * sum(with_rules[index] for index in matched) == pytest.approx(
        max(with_rules), abs=1e-3
    )
