"""Advice for Camelot with a hidden stock."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camelot import CAMELOT, TURN, Place, Remove, State, apply, legal_actions, opened, outcome
from solver.camelot_adviser import advise, best_action, winnable_deals
from solver.camelot_hint import hint
from solver.camelot_policy import best_group, clear, position_of
from solver.camelot_search import GROUP_SLOTS
from solver.camelot_survival import survival
from tests.games.camelot.test_rules import state
from tests.plays import camelot_states


def reshuffled(known: State, seed: int) -> State:
    stock = [*known.deck[known.turned :]]
    random.Random(seed).shuffle(stock)
    return replace(known, deck=(*known.deck[: known.turned], *stock))


class TestAdvise:
    @given(camelot_states(), st.integers(0, 99))
    @settings(max_examples=25)
    def test_it_does_not_look_at_what_is_hidden(self, known: State, seed: int) -> None:
        other = reshuffled(known, seed)
        expected = advise(known, deals=4, seed=seed, clock=float)
        assert advise(other, deals=4, seed=seed, clock=float) == expected
        assert advise(opened(known), deals=4, seed=seed, clock=float) == expected

    @given(camelot_states())
    @settings(max_examples=40)
    def test_it_lists_legal_actions_of_which_no_two_are_alike(self, known: State) -> None:
        choices = [choice.action for choice in advise(known, deals=2)]
        assert {*choices} <= {*legal_actions(known)}
        assert bool(choices) is not CAMELOT.is_over(known)
        places = [choice.slot for choice in choices if isinstance(choice, Place)]
        groups = [index for slot in places for index, slots in enumerate(GROUP_SLOTS) if slot in slots]
        assert len({*groups}) == len(groups)

    @given(camelot_states())
    @settings(max_examples=40)
    def test_values_are_chances(self, known: State) -> None:
        assert all(0 <= choice.value <= 1 for choice in advise(known, deals=3))

    def test_the_time_limit_stops_the_drawing(self) -> None:
        ticks = iter(range(10**6))
        start = apply(CAMELOT.new(["Ann"], seed=5), TURN)
        few = advise(start, deals=10**6, time_limit_s=5, clock=lambda: float(next(ticks)))
        assert few == advise(start, deals=6, time_limit_s=1, clock=float)

    def test_a_game_that_is_over_needs_no_advice(self) -> None:
        ended = CAMELOT.new(["Ann"], seed=2)
        while action := hint(ended):
            ended = apply(ended, action)
        assert advise(ended) == ()
        assert best_action(ended) is None

    def test_the_only_slot_that_is_safe_is_kept(self) -> None:
        """A king may come, for whom the corner is the last slot; the number can go in the centre."""
        now = state("KC QC QD . / JC . 7D JD / JH 8C 8D JS / KH QH QS 3C", waiting="2D")
        assert best_action(now, deals=30) == Place(5)

    def test_it_wins_more_often_than_the_plain_hint(self) -> None:
        won = 0
        for seed in range(150):
            now = CAMELOT.new(["Ann"], seed=seed)
            while action := best_action(now, deals=0):
                now = apply(now, action)
            won += outcome(now) == "won"
        assert won > 150 * 0.0178

    def test_all_pairs_are_removed_before_a_card_is_turned(self) -> None:
        now = state("KC QC QD KD / JC 5C 5D JD / JH 10C 9C JS / KH QH QS 2C", removing=True)
        first = best_action(now, deals=0)
        assert isinstance(first, Remove)
        second = best_action(apply(now, first), deals=0)
        assert isinstance(second, Remove)
        assert best_action(apply(apply(now, first), second), deals=0) == TURN


class TestOdds:
    def test_they_are_those_of_the_stocks_that_can_be_won(self) -> None:
        assert 0.4 < winnable_deals(CAMELOT.new(["Ann"]), deals=300) / 300 < 0.62

    @given(camelot_states(), st.integers(0, 99))
    @settings(max_examples=10)
    def test_they_do_not_look_at_what_is_hidden(self, known: State, seed: int) -> None:
        found = winnable_deals(known, deals=5, seed=seed)
        assert found == winnable_deals(reshuffled(known, seed), deals=5, seed=seed)


class TestSurvival:
    @pytest.mark.parametrize(
        ("empty", "courts", "numbers", "chance"),
        [
            pytest.param((0, 0, 0, 0), (1, 1, 1), 5, 1.0, id="nothing to fill"),
            pytest.param((0, 0, 0, 1), (1, 1, 1), 7, 0.7, id="the centre takes numbers only"),
            pytest.param((1, 0, 0, 0), (1, 1, 1), 7, 0.8, id="a corner takes kings too"),
            pytest.param((1, 0, 0, 1), (1, 0, 0), 1, 1.0, id="a number leaves the corner to the king"),
            pytest.param((0, 1, 0, 0), (2, 0, 0), 0, 0.0, id="kings only"),
        ],
    )
    def test_by_hand(
        self, empty: tuple[int, int, int, int], courts: tuple[int, int, int], numbers: int, chance: float
    ) -> None:
        assert survival(empty, courts, numbers) == pytest.approx(chance)

    def test_the_kinds_of_court_cards_are_alike(self) -> None:
        assert survival((2, 1, 0, 1), (3, 1, 0), 9) == pytest.approx(survival((0, 2, 1, 1), (0, 3, 1), 9))


class TestPolicy:
    @given(camelot_states())
    def test_clearing_leaves_nothing_to_remove(self, known: State) -> None:
        position = position_of(known)
        before = sum(map(sum, position.lying))
        gone = clear(position)
        assert before == sum(map(sum, position.lying)) + len(gone)
        assert clear(position) == []

    @given(camelot_states(), st.integers(1, 10))
    def test_a_card_is_laid_on_an_empty_slot(self, known: State, rank: int) -> None:
        position = position_of(known)
        if any(position.empty):
            assert position.empty[best_group(position, rank)]
