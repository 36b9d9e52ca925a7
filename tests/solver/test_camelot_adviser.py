"""Advice for Camelot with a hidden stock."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camelot import CAMELOT, TURN, Place, Remove, State, apply, legal_actions, opened, outcome
from solver import camelot_adviser
from solver.camelot import Solution
from solver.camelot_adviser import advise, best_action, winnable_deals
from solver.camelot_hint import hint
from solver.camelot_policy import Positions, best_groups, clear, played_out, position_of
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
    @settings(max_examples=10)
    def test_it_does_not_look_at_what_is_hidden(self, known: State, seed: int) -> None:
        other = reshuffled(known, seed)
        expected = advise(known, deals=4, seed=seed, clock=float)
        assert advise(other, deals=4, seed=seed, clock=float) == expected
        assert advise(opened(known), deals=4, seed=seed, clock=float) == expected

    @given(camelot_states())
    @settings(max_examples=15)
    def test_it_lists_legal_actions_of_which_no_two_are_alike(self, known: State) -> None:
        choices = [choice.action for choice in advise(known, deals=2)]
        assert {*choices} <= {*legal_actions(known)}
        assert bool(choices) is not CAMELOT.is_over(known)
        places = [choice.slot for choice in choices if isinstance(choice, Place)]
        groups = [index for slot in places for index, slots in enumerate(GROUP_SLOTS) if slot in slots]
        assert len({*groups}) == len(groups)

    @given(camelot_states())
    @settings(max_examples=15)
    def test_values_are_chances(self, known: State) -> None:
        assert all(0 <= choice.value <= 1 for choice in advise(known, deals=3))

    def test_the_time_limit_stops_the_drawing(self) -> None:
        ticks = iter(range(10**6))
        start = apply(CAMELOT.new(["Ann"], seed=5), TURN)
        few = advise(start, deals=10**6, time_limit_s=5, clock=lambda: float(next(ticks)))
        assert few == advise(start, deals=250, clock=float)

    def test_a_game_that_is_over_needs_no_advice(self) -> None:
        ended = CAMELOT.new(["Ann"], seed=2)
        while action := hint(ended):
            ended = apply(ended, action)
        assert advise(ended) == ()
        assert best_action(ended) is None

    def test_it_wins_more_often_than_the_plain_hint(self) -> None:
        won = 0
        for seed in range(60):
            now = CAMELOT.new(["Ann"], seed=seed)
            while action := best_action(now, deals=0):
                now = apply(now, action)
            won += outcome(now) == "won"
        assert won > 60 * 0.0178

    def test_all_pairs_are_removed_before_a_card_is_turned(self) -> None:
        now = state("KC QC QD KD / JC 5C 5D JD / JH 10C 9C JS / KH QH QS 2C", removing=True)
        first = best_action(now, deals=0)
        assert isinstance(first, Remove)
        second = best_action(apply(now, first), deals=0)
        assert isinstance(second, Remove)
        assert best_action(apply(apply(now, first), second), deals=0) == TURN


class TestOdds:
    def test_they_are_those_of_the_stocks_that_can_be_won(self) -> None:
        assert 0.4 < winnable_deals(CAMELOT.new(["Ann"]), deals=300).won / 300 < 0.62

    @given(camelot_states(), st.integers(0, 99))
    @settings(max_examples=10)
    def test_they_do_not_look_at_what_is_hidden(self, known: State, seed: int) -> None:
        found = winnable_deals(known, deals=5, seed=seed)
        assert found == winnable_deals(reshuffled(known, seed), deals=5, seed=seed)

    def test_stocks_that_are_not_searched_to_the_end_are_counted_apart(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found = iter([Solution("solved"), Solution("unfinished"), Solution("impossible"), Solution("solved")])
        monkeypatch.setattr(camelot_adviser, "solve", lambda *_, **__: next(found))
        assert winnable_deals(State("Ann"), deals=4) == (2, 1)


def chance(empty: tuple[int, ...], courts: tuple[int, ...], numbers: int) -> float:
    """Return `survival` card by card, as a recursion."""
    left = sum(courts) + numbers
    if not any(empty) or not left:
        return 1.0
    found = 0.0
    for group in range(3):
        if courts[group] and empty[group]:
            found += courts[group] * chance(less(empty, group), less(courts, group), numbers)
    if numbers:
        found += numbers * max(chance(less(empty, g), courts, numbers - 1) for g in range(4) if empty[g])
    return found / left


def less(counts: tuple[int, ...], index: int) -> tuple[int, ...]:
    return tuple(count - (place == index) for place, count in enumerate(counts))


class TestSurvival:
    @pytest.mark.parametrize(
        ("empty", "courts", "numbers", "expected"),
        [
            pytest.param((0, 0, 0, 0), (1, 1, 1), 5, 1.0, id="nothing to fill"),
            pytest.param((0, 0, 0, 1), (1, 1, 1), 7, 0.7, id="the centre takes numbers only"),
            pytest.param((1, 0, 0, 0), (1, 1, 1), 7, 0.8, id="a corner takes kings too"),
            pytest.param((1, 0, 0, 1), (1, 0, 0), 1, 1.0, id="a number leaves the corner to the king"),
            pytest.param((0, 1, 0, 0), (2, 0, 0), 0, 0.0, id="kings only"),
            pytest.param((2, 1, 0, 1), (3, 1, 0), 9, chance((2, 1, 0, 1), (3, 1, 0), 9), id="recursion"),
            pytest.param((1, 1, 2, 1), (1, 2, 2), 6, chance((1, 1, 2, 1), (1, 2, 2), 6), id="another one"),
        ],
    )
    def test_it_is_the_chance_to_fill_the_grid(
        self, empty: tuple[int, ...], courts: tuple[int, ...], numbers: int, expected: float
    ) -> None:
        (found,) = survival(np.array([empty]), np.array([courts]), np.array([numbers]))
        assert found == pytest.approx(expected)


ONLY = np.zeros(1, np.int64)


class TestPolicy:
    @given(camelot_states())
    @settings(max_examples=40)
    def test_clearing_leaves_nothing_to_remove(self, known: State) -> None:
        position = position_of(known)
        before = position.lying.sum()
        gone = clear(position, ONLY)
        assert before == position.lying.sum() + gone.sum()
        assert not clear(position, ONLY).any()

    @given(camelot_states(), st.integers(1, 10))
    @settings(max_examples=40)
    def test_a_card_is_laid_on_an_empty_slot(self, known: State, rank: int) -> None:
        position = position_of(known)
        if position.empty.any():
            (group,) = best_groups(position, np.array([rank]))
            assert position.empty[0, group]

    def test_the_mean_of_games_that_count_by_their_chance_is_the_share_that_is_won(self) -> None:
        """The policy itself wins as many games as playing out says."""
        draw = np.random.default_rng(1)
        unseen = np.array([card >> 2 for card in range(4, 56)])
        stocks = draw.permuted(np.tile(unseen, (4000, 1)), axis=1)
        start = position_of(State("Ann"))
        games: Positions = start.of(np.zeros(4000, np.int64))
        expected = played_out(games, stocks).mean()
        won = 0
        for seed in range(150):
            now = CAMELOT.new(["Ann"], seed=seed)
            while action := best_action(now, deals=0):
                now = apply(now, action)
            won += outcome(now) == "won"
        assert 0.04 < expected < 0.09
        assert abs(won / 150 - expected) < 0.06
