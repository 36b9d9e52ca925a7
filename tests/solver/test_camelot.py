"""Camelot with the order of the stock known: lines that win, proofs that there are none."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camelot import CAMELOT, WHOLE, Action, State, apply, card_named, legal_actions, outcome
from games.errors import GamesError
from solver.camelot import Solution, solve
from solver.camelot_deals import deadlock, plan, staying, winnable
from solver.camelot_hint import hint
from solver.camelot_search import GROUP_SLOTS

seeds = st.integers(0, 2**32)


def won(state: State, line: tuple[Action, ...]) -> bool:
    for action in line:
        state = apply(state, action)
    return outcome(state) == "won"


def played_on(seed: int, turned: int) -> State:
    """Return a position of a game that is played anyhow, with about so many cards turned."""
    draw = random.Random(seed)
    state = CAMELOT.new(["Ann"], seed=seed)
    while not CAMELOT.is_over(state) and (state.turned < turned or draw.random() < 0.8):
        action = hint(state) if draw.random() < 0.7 else None
        state = apply(state, action or draw.choice(legal_actions(state)))
    return state


def shape(state: State) -> tuple[object, ...]:
    """Return a position up to what is alike: the slots of a group, and suits."""
    groups = tuple(tuple(sorted(state.grid[slot] >> 2 for slot in slots)) for slots in GROUP_SLOTS)
    return groups, state.turned, bool(state.waiting), state.removing


def can_win(state: State, lost: set[tuple[object, ...]]) -> bool:
    """Try everything."""
    if outcome(state) == "won":
        return True
    key = shape(state)
    if key in lost:
        return False
    lost.add(key)
    tried: set[tuple[object, ...]] = set()
    for action in legal_actions(state):
        further = apply(state, action)
        if shape(further) not in tried and can_win(further, lost):
            return True
        tried.add(shape(further))
    return False


class TestSolve:
    @given(seeds)
    @settings(max_examples=150)
    def test_every_deal_is_won_or_proved_lost(self, seed: int) -> None:
        deal = CAMELOT.new(["Ann"], seed=seed)
        found = solve(deal)
        assert found.status == ("solved" if winnable([card >> 2 for card in deal.deck]) else "impossible")
        assert won(deal, found.line) is (found.status == "solved")
        assert (found.why is None) is (found.status == "solved")

    @given(seeds, st.integers(0, WHOLE))
    @settings(max_examples=100)
    def test_a_line_wins_from_any_position(self, seed: int, turned: int) -> None:
        state = played_on(seed, turned)
        found = solve(state, time_limit_s=1)
        assert won(state, found.line) is (found.status == "solved" or outcome(state) == "won")

    @given(seeds, st.integers(28, 48))
    @settings(max_examples=50)
    def test_trying_everything_gives_the_same_answer(self, seed: int, turned: int) -> None:
        state = played_on(seed, turned)
        assert (solve(state).status == "solved") is can_win(state, set())

    @given(seeds)
    @settings(max_examples=40)
    def test_the_way_along_a_line_that_wins_can_be_won(self, seed: int) -> None:
        state = CAMELOT.new(["Ann"], seed=seed)
        found = solve(state)
        for action in found.line[:40]:
            state = apply(state, action)
        if found.status == "solved":
            assert solve(state).status == "solved"

    def test_a_position_that_is_lost_says_why(self) -> None:
        assert solve(CAMELOT.new(["Ann"], seed=1)).why == WHY

    def test_a_game_that_is_lost_already_says_how(self) -> None:
        state = CAMELOT.new(["Ann"], seed=2)
        while action := hint(state):
            state = apply(state, action)
        assert solve(state) == Solution("impossible", why="the game is lost: court-blocked")

    def test_a_game_that_is_won_already_needs_no_line(self) -> None:
        state = CAMELOT.new(["Ann"], seed=14)
        while action := hint(state):
            state = apply(state, action)
        assert solve(state) == Solution("solved")

    def test_the_time_limit_leaves_it_open(self) -> None:
        ticks = iter(range(10**6))
        found = solve(HARD, time_limit_s=0, clock=lambda: float(next(ticks)))
        assert found == Solution("unfinished")

    def test_a_hidden_stock_cannot_be_solved(self) -> None:
        with pytest.raises(GamesError, match=r"^deck: expected all 52 cards in order; found 0, "):
            solve(CAMELOT.new(["Ann"]))


WHY = "of the first 42 cards 16 can never leave: 11 court cards, and numbers without a partner among them"
HARD = played_on(126, 10)


class TestDeals:
    @pytest.mark.parametrize(
        ("cards", "left"),
        [
            pytest.param("AC 9D", 0, id="a pair"),
            pytest.param("AC AD 9D", 1, id="an ace without partner"),
            pytest.param("5C 5D 5H", 1, id="an odd five"),
            pytest.param("10C 10D", 0, id="tens"),
            pytest.param("KC QD JH", 3, id="court cards"),
        ],
    )
    def test_what_can_never_leave(self, cards: str, left: int) -> None:
        ranks = [card_named(name) >> 2 for name in cards.split()]
        assert staying([ranks.count(rank) for rank in range(14)]) == left

    def test_sixteen_cards_that_cannot_leave_block_the_grid(self) -> None:
        blocked = [*[13] * 4, *[12] * 4, *[11] * 4, 1, 1, 1, 1]
        rest = [rank for rank in range(2, 11) for _ in range(4)]
        assert deadlock([*blocked, *rest]) == 16
        assert plan([*blocked, *rest]) is None

    def test_cards_that_leave_in_pairs_never_do(self) -> None:
        paired = [rank for low in range(1, 6) for _ in range(4) for rank in (low, 10 - low)][:-4]
        ranks = [*paired, *[10] * 4, *[11, 12, 13] * 4]
        assert deadlock(ranks) is None
        assert plan(ranks) is not None

    @given(seeds)
    def test_a_plan_exists_if_nothing_blocks_the_grid(self, seed: int) -> None:
        ranks = [card >> 2 for card in CAMELOT.new(["Ann"], seed=seed).deck]
        assert (plan(ranks) is None) is (deadlock(ranks) is not None)
