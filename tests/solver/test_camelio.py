"""Odds and advice for Camelio: exact chances, many games that go on at once, and the choices made of them."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camelio import CAMELIO, COLOURS, STANDARD, WHATS, Front, State, Take, opened
from games.errors import GamesError
from solver.camelio_adviser import advise, best_takes, wins
from solver.camelio_odds import chances
from solver.camelio_play import Games, games_of, played_out
from solver.camelio_players import at_random, greedily
from solver.camelio_policy import WEIGHTS, code_of
from tests.games.camelio.test_game import reshuffled
from tests.games.camelio.test_rules import looked
from tests.plays import camelio_states
from tests.solver.clocks import Clock

TABLE = {
    "format": "camelio-table/1",
    "players": {
        "Ann": {"play": ["red-3"], "scoring": ["blue-3", "blue-2"]},
        "Ben": {"play": ["green-2", "green-2", "yellow-1"]},
    },
}


def at(**more: object) -> State:
    """Return the state of a table."""
    return CAMELIO.state_from_json(TABLE | more)


def choosing(state: State) -> State | None:
    """Return a state in which a player has to choose, None if that one is over."""
    state = looked(state)
    return None if state.ended else state


class TestChances:
    @settings(max_examples=30)
    @given(camelio_states())
    def test_they_are_counted_by_the_rules(self, dealt: State) -> None:
        """Each card that may lie face down is turned, as often as there are cards like it."""
        state = choosing(dealt)
        for take in CAMELIO.legal_actions(state) if state else ():
            assert isinstance(take, Take)
            assert state is not None
            after, came = CAMELIO.apply(opened(state), take), Counter[str | None]()
            if take.card == "face-up":
                came[after.happened[0].what if after.happened else None] += 1
            for card, count in (state.unseen if take.card == "face-down" else {}).items():
                if STANDARD.backs[card] == state.back:
                    turned = CAMELIO.apply(after, Front(STANDARD.names[card]))
                    came[turned.happened[0].what if turned.happened else None] += count
            found = chances(state, take)
            assert [found.of(what) for what in WHATS] == [
                Fraction(came[what], came.total()) for what in WHATS
            ]

    def test_the_cards_that_were_seen_count(self) -> None:
        """All three red twos lie open and one of the threes: left are three ones and two threes."""
        state = at(face_up="red:2", back="red", discards=["red:2", "red:2"])
        found = chances(state, Take("face-down", "Ann"))
        assert [found.point, found.bust] == [Fraction(), Fraction(2, 5)]


class TestManyGames:
    @settings(max_examples=20, deadline=None)
    @given(st.integers(0, 2**32), st.integers(2, 4))
    def test_they_go_on_by_the_rules(self, seed: int, players: int) -> None:
        """A row is held against the game that takes the same cards; decks made anew are taken over."""
        draw = np.random.default_rng(seed)
        state = CAMELIO.new(("Ann", "Ben", "Cleo", "Dan")[:players], seed=seed)
        games = games_of(opened(state), 1, draw)
        state = looked(with_stack(state, games.stack[0].tolist()))
        ended = np.zeros(1, np.bool_)
        while not ended[0]:
            lots = games.next[0] < games.end[0]
            choice = np.array([draw.integers(2 * players if lots else players)])
            take = CAMELIO.legal_actions(state)[int(choice[0])]
            fresh = games.reshuffled[0]
            ended = games.take(choice, draw)
            state = CAMELIO.apply(state, take)
            while state.next_is_chance:
                if games.reshuffled[0] and not fresh and state.reshuffled:
                    state, fresh = with_stack(state, remade(games, state)), True
                state = CAMELIO.apply(state, CAMELIO.legal_actions(state)[0])
            assert_alike(state, games, ended=bool(ended[0]))
        winners = CAMELIO.score(state).winners or ()
        assert games.winners()[0].tolist() == [player in winners for player in state.players]

    @settings(max_examples=30)
    @given(camelio_states(), st.integers(0, 99))
    def test_what_is_hidden_is_drawn_anew(self, dealt: State, seed: int) -> None:
        state = choosing(dealt)
        if state is None:
            return
        games = games_of(state, 5, np.random.default_rng(seed))
        other = games_of(reshuffled(state, seed), 5, np.random.default_rng(seed))
        assert (games.stack == other.stack).all()
        for row, first, end in zip(games.stack, games.next, games.end, strict=True):
            assert Counter(row[first:end].tolist()) == state.unseen
            if state.back:
                assert STANDARD.backs[row[first]] == state.back

    def test_each_card_with_the_back_is_as_often_the_next(self) -> None:
        state = at(face_up="red:1", back="multicolour-2")
        games = games_of(state, 4000, np.random.default_rng(1))
        found = Counter(games.stack[np.arange(4000), games.next].tolist())
        assert len(found) == 4
        assert min(found.values()) > 900

    def test_somebody_wins_each_game(self) -> None:
        draw = np.random.default_rng(1)
        won = played_out(games_of(CAMELIO.new(["Ann", "Ben", "Cleo"]), 50, draw), [WEIGHTS] * 3, draw)
        assert won.any(axis=1).all()


def with_stack(state: State, stack: list[int]) -> State:
    return replace(state, stack=tuple(stack))


def remade(games: Games, state: State) -> list[int]:
    """Return the face-down cards of a deck that was just made anew, without those drawn since."""
    whole: list[int] = games.stack[0, : games.end[0]].tolist()
    return whole[len(whole) - state.left :]


def assert_alike(state: State, games: Games, *, ended: bool) -> None:
    assert state.ended == ended
    assert games.codes[0].tolist() == [code_of(state, place) for place in range(len(state.play))]
    assert games.reshuffled[0] == state.reshuffled
    if not ended:
        assert games.turn == state.turn
        assert games.stack[0, games.up[0]] == state.face_up
        assert games.stack[0, games.next[0] : games.end[0]].tolist() == [*(state.stack or ())]


class TestAdvice:
    def test_the_last_point_is_taken(self) -> None:
        scoring = [f"{colour}-{spheres}" for colour in ("green", "blue", "yellow") for spheres in (3, 2)]
        players = {"Ann": {"play": ["red-3"], "scoring": scoring}, "Ben": {}}
        best, *others = advise(at(players=players, face_up="red:2", back="multicolour-3"), deals=100)
        assert (best.take, best.value, best.reason) == (Take("face-up", "Ann"), 1.0, "Ann scores and wins")
        assert all(other.value < 1 for other in others)

    def test_the_point_of_another_is_taken_away(self) -> None:
        """Ben has three points and needs one more; five blue spheres lose him one of them."""
        scoring = [f"{colour}-{spheres}" for colour in ("green", "blue", "yellow") for spheres in (3, 2)]
        players = {"Ann": {}, "Ben": {"play": ["red-3", "blue-3"], "scoring": scoring}}
        best = advise(at(players=players, face_up="blue:2", back="red"), deals=200)[0]
        assert best.take == Take("face-up", "Ben")
        assert best.reason == "Ben loses a point"

    def test_reasons_tell_the_exact_chances(self) -> None:
        found = advise(at(face_up="blue:1", back="red-blue-2"), deals=100)
        reasons = {(choice.take.card, choice.take.to): choice.reason for choice in found}
        assert reasons == {
            ("face-up", "Ann"): "Ann then has 1 blue sphere",
            ("face-up", "Ben"): "Ben then has 1 blue sphere",
            ("face-down", "Ann"): "Ann scores with a chance of 50%",
            ("face-down", "Ben"): "nothing can happen to Ben at once",
        }

    def test_the_interval_holds_the_value(self) -> None:
        for choice in advise(at(face_up="blue:1", back="red-blue-2"), deals=100):
            assert choice.interval.low <= choice.value <= choice.interval.high

    @settings(max_examples=4, deadline=None)
    @given(camelio_states(), st.integers(0, 99))
    def test_nothing_hidden_is_looked_at(self, dealt: State, seed: int) -> None:
        state = choosing(dealt)
        if state:
            found = advise(state, deals=100, seed=seed)
            assert found == advise(reshuffled(state, seed), deals=100, seed=seed)
            assert found == advise(opened(state), deals=100, seed=seed)
            assert [found[0].take] == best_takes([state], deals=100, seed=seed)
            assert {choice.take for choice in found} == {*CAMELIO.legal_actions(state)}

    def test_the_time_limit_is_kept(self) -> None:
        few = advise(
            at(face_up="blue:1", back="red"), deals=10_000, time_limit_s=2, clock=Clock(1.0).monotonic
        )
        assert few == advise(at(face_up="blue:1", back="red"), deals=200)

    def test_after_the_end_there_is_nothing_to_advise(self) -> None:
        scoring = [f"{colour}-{spheres}" for colour in COLOURS for spheres in (3, 2)]
        assert advise(at(players={"Ann": {"scoring": scoring}, "Ben": {}})) == ()

    def test_advice_is_for_a_player_who_has_to_choose(self) -> None:
        with pytest.raises(GamesError, match="a card has to be looked at first"):
            advise(CAMELIO.new(["Ann", "Ben"], seed=1))

    @pytest.mark.parametrize("state", [CAMELIO.new(["Ann", "Ben"], seed=1), at(face_up="red:1", back="red")])
    def test_odds_are_given_at_any_time(self, state: State) -> None:
        found = wins(state, deals=100, seed=1)
        assert {*found} == {"Ann", "Ben"}
        assert 100 <= sum(found.values()) <= 200

    def test_after_the_end_it_is_known_who_has_won(self) -> None:
        deck = {"format": "camelio-deck/1", "name": "small", "cards": {"red:1": 2}}
        state = looked(CAMELIO.new(["Ann", "Ben"], seed=1, options={"deck": deck}))
        state = looked(CAMELIO.apply(state, Take("face-up", "Ann")))
        state = CAMELIO.apply(state, Take("face-up", "Ann"))
        assert state.ended
        assert wins(state, deals=10) == {"Ann": 10, "Ben": 0}

    def test_decks_may_have_any_backs(self) -> None:
        """More kinds of cards than a byte can number."""
        backs = ["-".join(some) for size in (2, 3, 4) for some in permutations(COLOURS, size)]
        cards = {f"{back}-{n}:{colour}": 1 for back in backs for n in (1, 2, 3) for colour in back.split("-")}
        cards = dict([*cards.items()][-300:])
        deck = {"format": "camelio-deck/1", "name": "large", "cards": cards}
        state = looked(CAMELIO.new(["Ann", "Ben"], seed=1, options={"deck": deck}))
        assert len(advise(state, deals=100)) == 4

    def test_a_card_that_is_declared_goes_where_it_was_said(self) -> None:
        scoring = [f"{colour}-{spheres}" for colour in ("green", "blue", "yellow") for spheres in (3, 2)]
        players = {"Ann": {}, "Ben": {"play": ["red-3"], "scoring": scoring}}
        state = at(players=players, face_up="blue:1", back="red")
        twos = {card for card in state.unseen if STANDARD.backs[card] == state.back}
        assert len(twos) == 3
        declared = CAMELIO.apply(state, Take("face-down", "Ben"))
        assert wins(declared, deals=300, seed=1)["Ben"] > wins(state, deals=300, seed=1)["Ben"]


class TestPlayers:
    def test_greed_takes_a_point_that_is_sure(self) -> None:
        draw = random.Random(1)
        assert greedily(at(face_up="red:2", back="multicolour-1"), draw) == Take("face-up", "Ann")

    def test_greed_makes_others_bust(self) -> None:
        assert greedily(at(face_up="green:3", back="yellow"), random.Random(1)) == Take("face-up", "Ben")

    def test_lots_fall_on_everything(self) -> None:
        state, draw = at(face_up="red:2", back="red"), random.Random(1)
        assert {at_random(state, draw) for _ in range(50)} == {*CAMELIO.legal_actions(state)}
