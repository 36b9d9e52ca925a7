"""The odds of Camel Up: moves of many tables, exact counts, hidden cards, whole races, and advice."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import count, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camel_up import CAMEL_UP, REVEAL, Bet, Give, State, opened
from games.camel_up.cards import CAMEL_OF, CRAZY, CRAZY_CARDS, KINDS, RACING_CARDS, STEPS_OF
from games.camel_up.editions import EDITIONS
from games.camel_up.state import Setting, empty_table
from games.camel_up.track import (
    after_sandstorm,
    extended,
    is_race_over,
    merged_by_sandstorm,
    moved,
    places_of,
    relocated,
)
from solver.camel_up_adviser import Choice, advise
from solver.camel_up_exact import MOST_CARDS, exact_round
from solver.camel_up_hidden import drawn_decks, known_deck
from solver.camel_up_moves import Start, move, places_on, tables_of
from solver.camel_up_odds import odds
from solver.camel_up_reasons import bets_worth, reason_of
from solver.camel_up_simulation import next_round, rounds_of
from tests.games.camel_up.tables import stands, table
from tests.plays import camel_stands

END = 17
FIELD = "1:B 4:GP 6:RY 9:C"


@st.composite
def starts(draw: st.DrawFn) -> Start:
    """A table, with markers where they can lie."""
    found = draw(camel_stands())
    spaces, last = {stand >> 3 for stand in found}, min(found[:CRAZY]) >> 3
    free = [0, *(space for space in range(last + 1, END) if space not in spaces)]
    fennec, shortcut = draw(st.sampled_from(free)), draw(st.sampled_from(free))
    return Start(found, END, fennec, 0 if shortcut == fennec else shortcut)


def played(start: Start, cards: Sequence[int]) -> Start:
    """Return a table after some cards, as the game itself moves."""
    for card in cards:
        if is_race_over(start.stands, END):
            break
        done = moved(start.stands, CAMEL_OF[card], STEPS_OF[card], END, start.fennec, start.shortcut)
        start = Start(done.stands, END, done.fennec, done.shortcut)
    return start


class TestMoves:
    @settings(max_examples=150, deadline=None)
    @given(st.lists(starts(), min_size=1, max_size=6), st.lists(st.sampled_from(KINDS), max_size=8))
    def test_many_tables_move_as_one_does(self, begun: list[Start], cards: list[int]) -> None:
        tables = tables_of(begun, 2)
        for card in cards:
            move(tables, np.full(2 * len(begun), card))
        for number, start in enumerate(begun):
            after = played(start, cards)
            assert tuple(tables.stands[:, 2 * number + 1].tolist()) == after.stands
            assert places_on(tables.stands)[:, 2 * number].tolist() == [
                p - 1 for p in places_of(after.stands)
            ]
            for marker in ("fennec", "shortcut"):
                found = getattr(tables, marker)
                assert (0 if found is None else int(found[2 * number]) >> 3) == getattr(after, marker)


class TestExact:
    @settings(max_examples=20, deadline=None)
    @given(starts(), st.permutations([*RACING_CARDS, *CRAZY_CARDS]), st.integers(0, 6))
    def test_counts_what_enumeration_counts(self, start: Start, cards: list[int], size: int) -> None:
        deck, places, over = cards[:size], np.zeros((CRAZY, CRAZY)), 0
        for order in permutations(deck):
            after = played(start, order)
            over += is_race_over(after.stands, END)
            for camel, place in enumerate(places_of(after.stands)):
                places[camel, place - 1] += 1
        found = exact_round(start.stands, END, deck, fennec=start.fennec, shortcut=start.shortcut)
        assert found is not None
        assert np.array_equal(found.places, places)
        assert (found.race_over, found.orders) == (over, places[0].sum())

    def test_all_orders_of_a_whole_deck_are_counted(self) -> None:
        deck = [1, 1, 3, 4, 5, 7, 7, 9, 11, 13]
        found = exact_round(stands("1:G 2:BP 4:R 0:Y 7:C"), END, deck)
        assert found is not None
        assert found.orders == 3_628_800
        assert np.array_equal(found.places.sum(axis=1), [found.orders] * 5)

    def test_what_is_too_much_is_not_counted(self) -> None:
        assert exact_round(stands(FIELD), END, RACING_CARDS[: MOST_CARDS + 1]) is None
        assert exact_round(stands(FIELD), END, [1, 3, 5], most_moves=12) is None
        assert exact_round(stands(FIELD), END, [1, 3, 5], most_moves=13) is not None


def open_round(own: list[int], thrown: list[int], face_up: list[int], revealed: list[int]) -> State:
    """A round of five players, of whom the first knows what they gave and discarded."""
    card = EDITIONS[0].card(5)
    return empty_table(Setting(("A", "B", "C", "D", "E"), card))._replace(
        phase="play",
        number=1,
        stands=stands(FIELD),
        face_up=tuple(face_up),
        given=(tuple(own), *((0,) * card.given,) * 4),
        thrown=(tuple(thrown), *((0,) * card.discarded,) * 4),
        revealed=tuple(revealed),
        left=card.deck - len(revealed),
    )


class TestHidden:
    def test_what_may_be_left_is_weighed_by_what_was_revealed(self) -> None:
        """Drawn decks have as many cards of each kind as worlds that happen to show the same first cards."""
        own, thrown, face_up, revealed = [1, 1], [1, 3, 5], [7, 5, 9, 3, 7], [1, 9]
        unseen = Counter(RACING_CARDS)
        unseen.subtract([*own, *thrown, *face_up])
        draw, seen, worlds = np.random.default_rng(3), np.zeros(14), 0
        pool = np.array([*unseen.elements()], np.uint8)
        for cards in draw.permuted(np.tile(pool, (60_000, 1)), axis=1):
            given, discarded = cards[:8], draw.permutation([*cards[8:], *thrown])
            crazy = draw.permutation(CRAZY_CARDS)[:2]
            deck = draw.permutation([*own, *given, *discarded[:2], *crazy])
            if deck[:2].tolist() == revealed:
                worlds += 1
                seen += np.bincount(deck[2:], minlength=14)
        decks = drawn_decks(open_round(own, thrown, face_up, revealed), 40_000, draw)
        found = np.bincount(decks.ravel(), minlength=14) / 40_000
        assert decks.shape == (12, 40_000)
        errors = np.abs(seen / worlds - found) / np.sqrt(np.maximum(found, 0.05) / worlds)
        assert errors.max() < 4

    def test_a_deck_is_known_where_all_cards_are(self) -> None:
        revealed = ["blue 1", "crazy 1", "crazy 2"]
        given = {"Ann": ["red 1"] * 4, "Ben": ["blue 1"] * 4, "Cat": ["green 1"] * 3 + ["green 2"]}
        state = table(FIELD, revealed=revealed, given=given)
        assert known_deck(state) == (1, 1, 1, 3, 3, 3, 4, 7, 7, 7, 7)
        assert known_deck(table(FIELD, given=given)) is None
        assert known_deck(table(FIELD, revealed=revealed)) is None

    def test_odds_look_at_nothing_hidden(self) -> None:
        state = CAMEL_UP.new(["Ann", "Ben", "Cat"], seed=4)
        while state.phase != "play":
            state = CAMEL_UP.apply(state, CAMEL_UP.legal_actions(state)[0])
        other = state._replace(
            deck=state.deck[::-1], setting=Setting(state.setting.players, state.setting.card, 9)
        )
        assert [choice.value for choice in quick(state)] == [choice.value for choice in quick(other)]


class TestRaces:
    def test_the_next_round_is_set_up_as_the_game_does_it(self) -> None:
        draw = random.Random(5)
        for number in range(40):
            card = EDITIONS[number % 2].card(2 + number % 5)
            state = empty_table(Setting(("A", "B"), card))._replace(phase="play", number=1)
            for _ in range(12):
                deck = draw.sample(RACING_CARDS, 12) + draw.sample(CRAZY_CARDS, card.crazy)
                races = rounds_of([state], np.array([deck], np.uint8).T)
                for each in deck:
                    if not is_race_over(state.stands, state.end):
                        state = state._replace(
                            stands=moved(state.stands, CAMEL_OF[each], STEPS_OF[each], state.end).stands
                        )
                assert tuple(races.tables.stands[:, 0].tolist()) == state.stands
                if is_race_over(state.stands, state.end):
                    break
                track, found = extended(state.track, state.stands)
                found = relocated(found, len(track) + 1)
                track, found = after_sandstorm(track, found, merged_by_sandstorm(track, found))
                state = state._replace(track=track, stands=found)
                next_round(races)
                assert tuple(races.tables.stands[:, 0].tolist()) == found
                assert (int(races.tables.end[0]) >> 3, int(races.last[0])) == (state.end, track[-1])
            else:
                pytest.fail("a race that does not end")


class TestOdds:
    DECK = (1, 3, 4, 5, 7, 7, 9, 11)

    def test_simulation_agrees_with_the_exact_odds(self) -> None:
        state = table(FIELD, revealed=["blue 2", "crazy 1", "red 1", "red 1", "yellow 1", "green 1"])
        exact = odds(state, deck=self.DECK)
        assert (exact.exact, exact.tables) == (True, 40_320)
        draw = np.random.default_rng(1)
        places = places_on(rounds_of([state], drawn_decks(state, 20_000, draw, deck=self.DECK)).tables.stands)
        shares = np.array([np.bincount(own, minlength=5) for own in places]) / 20_000
        assert np.abs(shares - exact.places).max() < 0.02

    def test_a_known_deck_that_is_too_hard_is_simulated_and_says_so(self) -> None:
        state = table(FIELD, revealed=["blue 2", "crazy 1", "red 1", "red 1", "yellow 1", "green 1"])
        found = odds(state, deck=self.DECK, most_moves=1000, deals=500)
        assert (found.exact, found.tables) == (False, 500)
        assert "too many orders to count" in found.assumption
        assert "too many" not in odds(state, deck=self.DECK, of="race", deals=100).assumption

    def test_an_unknown_deck_is_simulated_with_its_interval(self) -> None:
        found = odds(table(FIELD), deals=2000, seed=1)
        assert (found.exact, found.tables) == (False, 2000)
        assert "uniform over the cards that the player has not seen" in found.assumption
        for camel, row in enumerate(found.intervals):
            for place, (low, high) in enumerate(row):
                assert low <= found.places[camel, place] <= high
                assert high - low < 0.05
        assert np.allclose(found.places.sum(axis=1), 1)
        assert odds(table(FIELD), deals=200, seed=1).places.tolist() == (
            odds(table(FIELD), deals=200, seed=1).places.tolist()
        )

    @pytest.mark.parametrize("acting", ["nobody", "random"])
    def test_odds_of_the_race_have_one_winner_and_losers(self, acting: str) -> None:
        found = odds(table("1:B 4:GP 13:RY 15:C"), of="race", acting=acting, deals=200)  # type: ignore[arg-type] # - one of both
        assert found.race_over == 1
        assert found.places[:, 0].sum() == pytest.approx(1)
        assert "later rounds" in found.assumption

    def test_players_may_act_at_random(self) -> None:
        state = table("0:B 4:GP 6:RY 9:C", face_up={"Ann": "blue 1"})
        still = odds(state, deck=[7, 3], deals=300)
        acting = odds(state, deck=[7, 3], acting="random", deals=300)
        assert still.places[0, 4] == 1
        assert not acting.exact
        assert "All players act at random." in acting.assumption
        assert acting.race_over == 0

    def test_what_bets_are_worth(self) -> None:
        state = table(FIELD, bets={"first": {"yellow": ["Ann"]}})
        worth = bets_worth(state, odds(state, deck=[]))
        assert (worth[0].kind, worth[0].camel, worth[0].expected) == ("first", 4, 3)
        assert {each.kind for each in worth} == {"first", "third"}
        assert next(each for each in worth if each.kind == "third" and each.camel == 2).expected == 2
        race = odds(state, of="race", deals=100)
        assert {each.kind for each in bets_worth(state, race)} == {"winner", "loser"}


def quick(state: State) -> tuple[Choice, ...]:
    """Advice from one batch of decks."""
    return advise(state, time_limit_s=0.5, clock=count().__next__)


class TestAdvice:
    def test_the_card_that_surely_pays_is_taken(self) -> None:
        """Yellow leads by far with one card to come."""
        revealed = ["blue 1", "green 1", "purple 1", "red 1", "yellow 1"] * 2 + [
            "green 1",
            "crazy 0",
            "crazy 1",
        ]
        state = table("1:B 3:GP 5:R 11:Y 13:C", revealed=revealed)
        best, *others = quick(state)
        assert best.action == Bet("first", 4)
        assert best.value > 5
        reason = reason_of(state, (best, *others))
        assert reason == (
            "yellow is first with 100%, so its card for the first place pays 5.00 pounds on average."
        )

    def test_no_bet_is_made_that_costs(self) -> None:
        """Of the round all good cards are gone, as are those of the race."""
        seats = ["Ann", "Ben", "Cat", "Ann"]
        gone = dict.fromkeys(("blue", "green", "purple", "red", "yellow"), seats)
        state = table(
            "1:B 4:GP 6:RY 9:C",
            bets={
                "first": gone,
                "third": dict.fromkeys(("green", "purple", "red"), "Cat"),
                "winner": dict(zip(gone, ("Ben", "Cat", "Dan", "Eve", "Flo"), strict=True)),
                "loser": dict(zip(gone, ("Flo", "Eve", "Dan", "Cat", "Ben"), strict=True)),
            },
            players="Ann,Ben,Cat,Dan,Eve,Flo",
            moved=True,
        )
        choices = quick(state)
        assert {type(choice.action).__name__ for choice in choices} == {"Pass", "Bet"}
        assert choices[0].value >= choices[-1].value

    def test_the_value_of_a_turn_is_that_of_its_bet_and_track_action(self) -> None:
        """To bet after a card that tells nothing is worth as much as before it."""
        state = table(FIELD)
        found = {choice.action: choice for choice in quick(state)}
        assert len(found) == len(quick(state))
        assert found[REVEAL].bet is not None
        assert max(choice.value for choice in found.values()) >= 3

    def test_cards_are_given_that_help_the_race_bets(self) -> None:
        state = CAMEL_UP.new(["Ann", "Ben", "Cat"], seed=4)
        assert len({choice.value for choice in quick(state)}) == 1
        hands, thrown = (tuple(hand[part] for hand in state.hands) for part in (slice(4, 9), slice(4)))
        camel = CAMEL_OF[hands[0][-1]]
        bets = state.bets._replace(winner=tuple(0 if each == camel else -1 for each in range(CRAZY)))
        state = state._replace(bets=bets, phase="give", hands=hands, thrown=thrown)
        choices = quick(state)
        best = choices[0].action
        assert isinstance(best, Give)
        assert CAMEL_OF[best.card] == camel
        assert reason_of(opened(state, [0]), choices) == "It helps your race bets most."

    def test_the_game_is_played_to_its_end_on_advice(self) -> None:
        state = CAMEL_UP.new(["Ann", "Ben"], seed=2)
        draw = random.Random(1)
        while not CAMEL_UP.is_over(state) and state.number < 2:
            action = (
                quick(state)[0].action if draw.random() < 0.2 else draw.choice(CAMEL_UP.legal_actions(state))
            )
            state = CAMEL_UP.apply(state, action)
        assert state.accounts
