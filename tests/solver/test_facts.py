"""What is known besides the picture, against a twin that strikes out all boards on which it is not so."""

from dataclasses import replace
from itertools import combinations
from math import log

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.camouflage import Cell, FactError, Rules, format_board, visible_order
from games.camouflage.contradictions import reason_against
from games.camouflage.evidence import Doubt, Evidence, Seen
from games.camouflage.facts import Complete, Empty, Fact, Lies, Over, Turned
from solver.facts import with_facts
from solver.reconstruct import ILLEGAL_CHANCE, Reconstruction, reconstruct
from tests.solver.sightings import evidence, sighting, sightings, site
from tests.solver.twin import brute_force, index_of, shares
from tests.strategies import DECK, PLAIN

RULES = Rules()


def told(seen: Evidence, *facts: Fact, limit: int = 400) -> Reconstruction:
    """Return the boards that keep to some facts."""
    return reconstruct(with_facts(seen, facts, DECK), DECK, RULES, time_limit_s=30.0, limit=limit)


@st.composite
def sightings_and_facts(draw: st.DrawFn) -> tuple[Evidence, tuple[Fact, ...]]:
    """Evidence that leaves much open, and one or two facts about its sites' candidates."""
    seen = draw(sightings())
    candidates = [(site.centre, each) for site in seen.sites for each in site.candidates]
    cards = sorted({each.card for _, each in candidates})
    orders = st.permutations(cards).flatmap(
        lambda cards: st.integers(2, 3).map(lambda count: Over(tuple(cards[:count])))
    )
    one = st.sampled_from(candidates)
    kinds: list[st.SearchStrategy[Fact]] = [
        one.map(lambda found: Lies(found[1].card, found[0], found[1].turn)),
        one.map(lambda found: Lies(found[1].card, found[0])),
        one.map(lambda found: Turned(found[1].card, found[1].turn)),
        st.sampled_from([site.centre for site in seen.sites]).map(Empty),
        *([orders] if len(cards) > 1 else []),
    ]
    facts = draw(st.lists(st.one_of(kinds), min_size=1, max_size=2, unique=True))
    assume(not any(reason_against(one, other) for one, other in combinations(facts, 2)))
    return seen, tuple(facts)


def sure_sites_hold(seen: Evidence, facts: tuple[Fact, ...]) -> bool:
    """Tell whether no fact empties a site that surely holds a card, or takes away all that it may hold."""
    gone = {fact.card: fact.centre for fact in facts if isinstance(fact, Lies)}
    clear = {fact.centre for fact in facts if isinstance(fact, Empty)}
    return not any(
        (site.centre in clear and site.presence >= 12)
        or all(gone.get(each.card, site.centre) != site.centre for each in site.candidates)
        for site in seen.sites
    )


@settings(max_examples=100, deadline=None)
@given(drawn=sightings_and_facts(), steps=st.sampled_from([10_000, 10_000, 10_000, 0]))
def test_facts_leave_the_boards_on_which_they_are_so(
    drawn: tuple[Evidence, tuple[Fact, ...]], steps: int
) -> None:
    """Without a step the search gives up at once, and CP-SAT finds the boards."""
    seen, facts = drawn
    assume(sure_sites_hold(seen, facts))
    twin = brute_force(seen, DECK, RULES, facts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("solver.best_first._MOST_STEPS", steps)
        try:
            found = told(seen, *facts)
        except FactError:
            assert not twin
            return
    if not twin:
        assert found.boards == ()
        return
    matched = [index_of(each, twin) for each in found.boards]
    prior = np.log(ILLEGAL_CHANCE / (1 - ILLEGAL_CHANCE))
    for measure, odds in (
        ("p_evidence", shares([one.seen for one in twin])),
        ("p", shares([one.seen + prior * one.illegal for one in twin])),
    ):
        listed = sum(odds[index] for index in matched)
        assert listed > 0.98
        for each, index in zip(found.boards, matched, strict=True):
            assert all(fact.holds(each.board) for fact in facts)
            assert getattr(each, measure) == pytest.approx(odds[index] / listed, abs=1e-3)


class TestOrder:
    circle = evidence(
        [site(Cell(2 * x, 0), (card, 0, 0.0)) for x, card in enumerate(["owl-1", "fox-1", "pig-1"])],
        {Cell(1, 0): {0: 3.0}, Cell(3, 0): {1: 3.0}},
    )

    def test_an_order_that_is_told_beats_the_picture(self) -> None:
        best = told(self.circle, Over(("fox-1", "owl-1"))).boards[0].board
        assert ("owl-1", "fox-1") in visible_order(best)

    def test_a_pile_is_told_from_the_top(self) -> None:
        (found,) = told(self.circle, Over(("pig-1", "fox-1", "owl-1"))).boards
        assert format_board(found.board) == "owl-1@0,0r0 fox-1@2,0r0 pig-1@4,0r0"

    def test_cards_that_do_not_meet_lie_in_no_pile(self) -> None:
        assert told(self.circle, Over(("owl-1", "pig-1"))).boards == ()

    def test_orders_that_go_round_in_a_circle_leave_nothing(self) -> None:
        assert told(self.circle, Over(("owl-1", "fox-1")), Over(("fox-1", "owl-1"))).boards == ()

    def test_of_a_card_that_was_seen_nowhere_it_is_asked_where_it_lies(self) -> None:
        with pytest.raises(FactError, match='cow-1 was not read anywhere; say where it lies, such as "cow-1'):
            told(self.circle, Over(("cow-1", "owl-1")))

    def test_it_is_ordered_once_that_is_told(self) -> None:
        found = told(self.circle, Over(("cow-1", "owl-1")), Lies("cow-1", Cell(0, 2), 1)).boards
        assert [each.board.placement("cow-1").centre for each in found] == [(0, 2)] * len(found)
        assert all(("owl-1", "cow-1") in visible_order(each.board) for each in found)


class TestPlaces:
    def test_any_card_of_the_deck_may_lie_where_another_was_read(self) -> None:
        (found,) = told(sighting("owl-1@0,0r0"), Lies("bear-6", Cell(0, 0), 3)).boards
        assert format_board(found.board) == "bear-6@0,0r3"

    def test_where_its_turn_is_not_told_all_four_are_as_likely(self) -> None:
        found = told(sighting("owl-1@0,0r0"), Lies("bear-6", Cell(0, 0))).boards
        assert sorted(each.board.placements[0].turn for each in found) == [0, 1, 2, 3]
        assert {each.p_evidence for each in found} == {0.25}

    def test_a_turn_may_be_told_apart_from_the_place(self) -> None:
        (found,) = told(sighting("owl-1@0,0r0"), Turned("bear-6", 2), Lies("bear-6", Cell(0, 0))).boards
        assert format_board(found.board) == "bear-6@0,0r2"

    def test_a_card_may_be_turned_as_the_reader_never_saw_it(self) -> None:
        (found,) = told(sighting("owl-1@0,0r0"), Turned("owl-1", 2)).boards
        assert format_board(found.board) == "owl-1@0,0r2"

    def test_no_card_lies_where_one_was_surely_read(self) -> None:
        (found,) = told(sighting("owl-1@0,0r0 fox-1@2,0r0"), Empty(Cell(0, 0))).boards
        assert format_board(found.board) == "fox-1@2,0r0"

    def test_a_card_beside_its_place_moves_there(self) -> None:
        (found,) = told(sighting("owl-1@0,0r0 fox-1@9,0r0"), Lies("owl-1", Cell(1, 0))).boards
        assert format_board(found.board) == "owl-1@1,0r0 fox-1@9,0r0"
        assert found.sites == (0, 1)

    def test_where_a_card_was_read_that_lies_elsewhere_another_of_its_deck_lies(self) -> None:
        found = told(sighting("owl-1@0,0r0"), Lies("owl-1", Cell(9, 0), 0)).boards
        there = {each.board.placements[each.sites.index(0)].card for each in found}
        assert there == {f"owl-{number}" for number in range(2, 7)}

    def test_of_another_deck_where_all_of_that_deck_lie_elsewhere(self) -> None:
        owls = " ".join(f"owl-{number}@{number * 9},0r0" for number in range(1, 7))
        found = told(sighting(f"{owls} fox-1@0,0r0"), Lies("owl-1", Cell(0, 0), 0), limit=30).boards
        boards = [each.board for each in found]
        assert boards
        assert all(Lies("owl-1", Cell(0, 0), 0).holds(board) for board in boards)
        there = {card.card for board in boards for card in board if card.centre == Cell(9, 0)}
        assert there
        assert not any(card.startswith("owl") for card in there)

    def test_of_what_was_not_seen_where_all_that_was_seen_lies_elsewhere(self) -> None:
        seen = evidence(
            [
                site(Cell(0, 0), ("owl-1", 0, 0.0), ("fox-1", 0, -9.0)),
                site(Cell(9, 0), ("fox-1", 0, 0.0)),
            ],
            {},
        )
        boards = [found.board for found in told(seen, Lies("owl-1", Cell(18, 0), 0), limit=30).boards]
        assert boards
        assert all(len(board.placements) == 3 for board in boards)
        assert all(Lies("fox-1", Cell(9, 0)).holds(board) for board in boards)

    def test_a_turn_that_was_seen_only_where_another_card_must_lie_is_taken(self) -> None:
        seen = evidence(
            [
                site(Cell(0, 0), ("owl-1", 0, 0.0)),
                site(Cell(9, 0), ("fox-1", 0, 0.0), ("owl-1", 1, -9.0)),
            ],
            {},
        )
        (found,) = told(seen, Turned("owl-1", 1)).boards
        assert format_board(found.board) == "owl-1@0,0r1 fox-1@9,0r0"


class TestCardsThatWereNotFound:
    """A card under an owl that is clearly seen, and over one whose square shows nothing of it."""

    seen = replace(
        sighting("owl-1@0,0r0 fox-1@9,0r0"),
        seen=(Seen(Cell(1, 0), 0, 9.0), Seen(Cell(8, 0), 1, -4.0)),
    )

    def over(self, *facts: Lies) -> float:
        """Return the odds, in nats, that the card lies over the owl."""
        found = told(self.seen, *facts).boards
        pair = "owl-1", facts[0].card
        above = sum(each.p_evidence for each in found if pair in visible_order(each.board))
        return log(above / (1 - above))

    def cow(self, *, same: bool) -> str:
        """Return a cow whose middle left square has the pattern of the owl's middle right one, or not."""
        shown = DECK.face("owl-1", "animals").squares[5]
        cows = ((card.id, card.faces["animals"].squares[3]) for card in DECK.cards_of("cow"))
        return next(cow for cow, pattern in cows if (pattern == shown) == same)

    def test_a_square_that_shows_another_pattern_tells_that_a_card_lies_beneath(self) -> None:
        assert self.over(Lies(self.cow(same=False), Cell(2, 0), 0)) == pytest.approx(-9.0, abs=1e-3)

    def test_the_same_pattern_tells_nothing(self) -> None:
        assert self.over(Lies(self.cow(same=True), Cell(2, 0), 0)) == pytest.approx(0.0, abs=1e-3)

    def test_nor_does_a_turn_that_is_not_known(self) -> None:
        assert self.over(Lies(self.cow(same=False), Cell(2, 0))) == pytest.approx(0.0, abs=1e-3)


class TestDoubts:
    seen = replace(
        sighting("owl-1@0,0r0"),
        doubts=(
            Doubt("looks odd", 0.5, Cell(3, 0), "odd"),
            Doubt("looks odd", 0.5, Cell(3, 1), "odd"),
            Doubt("the album is not whole", 0.8),
            Doubt("owl-1 lies askew", 0.6, Cell(0, 0), kind="between"),
        ),
    )

    @pytest.mark.parametrize(
        ("facts", "left"),
        [
            pytest.param((), 0.24, id="nothing is told"),
            pytest.param((Complete(),), 0.6, id="no other card: not where a card lies"),
            pytest.param((Lies("owl-1", Cell(0, 0)),), 0.4, id="a card that lay between cells"),
            pytest.param((Lies("owl-1", Cell(1, 0)),), 0.4, id="it lies on the next"),
            pytest.param((Empty(Cell(0, 0)),), 0.4, id="no card lies there"),
            pytest.param((Empty(Cell(3, 0)), Empty(Cell(3, 1))), 0.48, id="nothing lies where it looked odd"),
            pytest.param((Lies("cow-1", Cell(4, 0)),), 0.48, id="a card that covers what looked odd"),
            pytest.param((Lies("cow-1", Cell(3, -1)),), 0.24, id="one that covers part of it"),
            pytest.param((Complete(), Lies("owl-1", Cell(0, 0))), 1.0, id="all is told"),
        ],
    )
    def test_are_lifted_by_what_explains_them(self, facts: tuple[Fact, ...], left: float) -> None:
        assert with_facts(self.seen, facts, PLAIN).completeness == pytest.approx(left)

    @pytest.mark.parametrize(
        ("facts", "left"),
        [
            pytest.param((Lies("cow-1", Cell(4, 0)),), 0.5, id="one of two"),
            pytest.param((Lies("cow-1", Cell(4, 0)), Lies("fox-1", Cell(2, 0))), 1.0, id="both"),
        ],
    )
    def test_that_cards_have_no_picture_is_lifted_once_all_are_named(
        self, facts: tuple[Fact, ...], left: float
    ) -> None:
        unpictured = Doubt("the album has no picture of cow-1, fox-1", 0.5, cards=("cow-1", "fox-1"))
        seen = replace(sighting("owl-1@0,0r0"), doubts=(unpictured,))
        assert with_facts(seen, facts, PLAIN).completeness == left


def test_without_a_fact_the_evidence_is_what_it_was() -> None:
    seen = sighting("owl-1@0,0r0")
    assert with_facts(seen, [], DECK) is seen
