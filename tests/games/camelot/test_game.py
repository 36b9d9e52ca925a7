"""Camelot by the verbs of all games: JSON, what the player sees, scores, beginnings."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camelot import CAMELOT, NAMES, Action, Place, Remove, State, Turn, opened, outcome, shuffled
from games.errors import GamesError, MalformedFileError, UnknownGameError
from tests.plays import camelot_games, camelot_states

FIRST_OF_SEED_1 = ["3C", "10C", "KC", "2C", "5C", "2S"]
STATES = camelot_states() | camelot_states(dealt=False)


def reshuffled(state: State, seed: int) -> State:
    """Return a state that differs in the order of the stock only."""
    stock = [*state.deck[state.turned :]]
    random.Random(seed).shuffle(stock)
    return replace(state, deck=(*state.deck[: state.turned], *stock))


class TestNew:
    def test_the_same_seed_deals_the_same_game_again(self) -> None:
        assert CAMELOT.new(["Ann"], seed=7) == CAMELOT.new(["Ann"], seed=7)
        assert CAMELOT.new(["Ann"], seed=7) != CAMELOT.new(["Ann"], seed=8)

    def test_the_deal_of_a_seed_stays_what_it_was(self) -> None:
        assert [NAMES[card] for card in shuffled(1)[:6]] == FIRST_OF_SEED_1

    def test_a_deal_can_be_given(self) -> None:
        deal = [NAMES[card] for card in shuffled(3)]
        assert CAMELOT.new(["Ann"], options={"deal": deal}) == CAMELOT.new(["Ann"], seed=3)

    def test_without_seed_the_state_is_open(self) -> None:
        assert CAMELOT.new(["Ann"]) == State("Ann")

    @pytest.mark.parametrize(
        ("players", "options", "message"),
        [
            pytest.param([], {}, "players: Camelot is played by 1; found 0", id="nobody"),
            pytest.param(["Ann", "Ben"], {}, "players: Camelot is played by 1; found 2", id="two"),
            pytest.param([""], {}, "players: each has a name", id="no name"),
            pytest.param(["Ann"], {"deal": ["AS"]}, "deal: expected 52 cards", id="one card"),
            pytest.param(["Ann"], {"deal": ["AS"] * 52}, "deal: expected each card once", id="one again"),
            pytest.param(["Ann"], {"deal": ["XS"]}, "deal[0]: expected the name of a card", id="no card"),
            pytest.param(["Ann"], {"dela": []}, "dela: expected no such field", id="no option"),
        ],
    )
    def test_what_does_not_fit_is_refused(
        self, players: list[str], options: dict[str, object], message: str
    ) -> None:
        with pytest.raises(GamesError) as error:
            CAMELOT.new(players, seed=1, options=options)
        assert str(error.value).startswith(message)


class TestJson:
    @given(STATES)
    def test_states_come_back(self, state: State) -> None:
        assert CAMELOT.state_from_json(CAMELOT.state_to_json(state)) == state

    @given(STATES)
    def test_actions_come_back(self, state: State) -> None:
        for action in CAMELOT.legal_actions(state):
            assert CAMELOT.action_from_json(CAMELOT.action_to_json(action)) == action

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            pytest.param({"format": "x"}, "format: expected 'camelot-state/1'", id="format"),
            pytest.param({"player": ""}, "player: expected a text", id="player"),
            pytest.param({"deck": ["AS", "AS"]}, "deck: expected each card once", id="a card twice"),
            pytest.param({"deck": ["AS"]}, "deck: expected 52 cards, or", id="deck"),
            pytest.param({"deck": [1]}, "deck[0]: expected the name of a card", id="a number"),
            pytest.param({"turned": 53}, "turned: expected a whole number from 0 to 52", id="turned"),
            pytest.param({"grid": [None] * 15}, "grid: expected 16 slots", id="15 slots"),
            pytest.param({"grid": [None] * 15 + ["AS"]}, "grid: expected cards that have", id="not turned"),
            pytest.param({"waiting": "AS"}, "waiting: expected the card turned last", id="waiting"),
            pytest.param({"removing": True}, "removing: expected false", id="removing"),
            pytest.param({"removing": 1}, "removing: expected true or false", id="no truth value"),
            pytest.param({"turned": 1, "waiting": None}, "grid: expected no cards gone", id="a card is gone"),
            pytest.param({"gird": []}, "gird: expected no such field", id="another field"),
        ],
    )
    def test_malformed_states_name_the_field(self, change: dict[str, Any], message: str) -> None:
        document = CAMELOT.state_to_json(CAMELOT.new(["Ann"], seed=1)) | change
        with pytest.raises(MalformedFileError) as error:
            CAMELOT.state_from_json(document)
        assert str(error.value).startswith(message)

    def test_a_court_card_on_another_slot_is_malformed(self) -> None:
        deck = tuple(sorted(shuffled(1), reverse=True))
        document = CAMELOT.state_to_json(State("Ann", deck, 1, 0, grid=(0, deck[0], *[0] * 14)))
        with pytest.raises(MalformedFileError, match=r"^grid: expected court cards on slots of their own"):
            CAMELOT.state_from_json(document)

    @pytest.mark.parametrize(
        ("document", "message"),
        [
            pytest.param([], "the action: expected an object", id="a list"),
            pytest.param({}, "the action: expected an object with 'act'", id="nothing"),
            pytest.param({"act": "jump"}, "act: expected 'turn' or 'place' or 'remove'", id="act"),
            pytest.param({"act": "place"}, "the action: expected an object with 'slot'", id="no slot"),
            pytest.param({"act": "place", "slot": 16}, "slot: expected a whole number", id="slot"),
            pytest.param({"act": "place", "slot": 1, "card": "AS"}, "card: expected no such", id="too much"),
            pytest.param({"act": "remove", "slots": [3, 3]}, "slots: expected one or two", id="twice"),
            pytest.param({"act": "turn", "card": "1S"}, "card: expected the name of", id="card"),
        ],
    )
    def test_malformed_actions_name_the_field(self, document: object, message: str) -> None:
        with pytest.raises(MalformedFileError) as error:
            CAMELOT.action_from_json(document)
        assert str(error.value).startswith(message)

    def test_actions_are_short(self) -> None:
        actions: list[Action] = [Turn(), Turn(4), Place(3), Remove((1, 2))]
        assert [CAMELOT.action_to_json(action) for action in actions] == [
            {"act": "turn"},
            {"act": "turn", "card": "AC"},
            {"act": "place", "slot": 3},
            {"act": "remove", "slots": [1, 2]},
        ]


class TestObservation:
    @given(camelot_states(), st.integers(0, 99))
    def test_the_order_of_the_stock_is_never_revealed(self, state: State, seed: int) -> None:
        other = reshuffled(state, seed)
        assert CAMELOT.observation(state, "Ann") == CAMELOT.observation(other, "Ann")
        assert CAMELOT.observation(state, "Ann") == CAMELOT.observation(opened(state), "Ann")
        assert opened(state) == opened(other)

    def test_nobody_else_looks(self) -> None:
        with pytest.raises(UnknownGameError, match=r"^player: expected Ann; found 'Ben'$"):
            CAMELOT.observation(CAMELOT.new(["Ann"], seed=1), "Ben")


class TestScore:
    @given(camelot_games())
    def test_a_card_removed_is_a_point(self, played: list[State]) -> None:
        """Ruling score."""
        for state in played:
            sheet = CAMELOT.score(state)
            assert sheet.totals == {"Ann": state.removed}
            assert sum(line.raw_points for line in sheet.lines if isinstance(line.raw_points, int)) == (
                state.removed
            )

    @given(camelot_games())
    def test_the_winner_is_open_until_the_end(self, played: list[State]) -> None:
        *before, last = [CAMELOT.score(state) for state in played]
        assert all(sheet.winners is None and sheet.missing == ("end",) for sheet in before)
        won = outcome(played[-1]) == "won"
        assert last.winners == (("Ann",) if won else ())
        assert last.decided_by == ("points" if won else None)
        assert last.certain
