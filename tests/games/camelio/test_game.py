"""Camelio by the verbs of all games: JSON, tables, what players see, scores, beginnings."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camelio import CAMELIO, STANDARD, Action, Back, Front, State, Take, deck_to_json, opened
from games.errors import GamesError, MalformedFileError, UnknownGameError
from tests.games.camelio.test_rules import looked, played, stacked, up
from tests.plays import camelio_games, camelio_states

STATES = camelio_states() | camelio_states(dealt=False)
PAIR = ("Ann", "Ben")
FIRST_OF_SEED_1 = ["blue:3", "red:3", "yellow:2", "blue:3"]


def table(**more: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """Return a table at which Ann has some red cards in play, and Ben nothing."""
    return {"format": "camelio-table/1", "players": {"Ann": {"play": ["red:3"]}, "Ben": {}}} | more


def reshuffled(state: State, seed: int) -> State:
    """Return a state that differs in what is hidden only; what backs show stays."""
    assert state.stack is not None
    draw, stack = random.Random(seed), [*state.stack]
    draw.shuffle(stack)
    if state.back:
        fitting = next(place for place, card in enumerate(stack) if STANDARD.backs[card] == state.back)
        stack[0], stack[fitting] = stack[fitting], stack[0]
    again = state.again and tuple(draw.sample(state.again, len(state.again)))
    return replace(state, stack=tuple(stack), again=again)


class TestNew:
    def test_the_same_seed_deals_the_same_game_again(self) -> None:
        assert CAMELIO.new(PAIR, seed=7) == CAMELIO.new(PAIR, seed=7)
        assert CAMELIO.new(PAIR, seed=7) != CAMELIO.new(PAIR, seed=8)

    def test_the_deal_of_a_seed_stays_what_it_was(self) -> None:
        stack = CAMELIO.new(PAIR, seed=1).stack or ()
        assert [STANDARD.names[card] for card in stack[:4]] == FIRST_OF_SEED_1

    def test_without_seed_nothing_is_known(self) -> None:
        state = CAMELIO.new(PAIR)
        assert (state.stack, state.again, state.left) == (None, None, 72)

    def test_whoever_is_named_begins(self) -> None:
        """Ruling start."""
        assert CAMELIO.new(PAIR, seed=1).turn == 0
        assert CAMELIO.new(PAIR, seed=1, options={"first": "Ben"}).turn == 1

    def test_other_cards_can_be_played(self) -> None:
        deck = {"format": "camelio-deck/1", "name": "own", "cards": {"red:1": 3, "blue-green-2:blue": 2}}
        state = CAMELIO.new(PAIR, seed=1, options={"deck": deck})
        assert (state.left, state.deck.name) == (5, "own")
        assert CAMELIO.state_from_json(CAMELIO.state_to_json(looked(state))) == looked(state)

    @pytest.mark.parametrize(
        ("players", "options", "message"),
        [
            pytest.param(["Ann"], {}, "players: Camelio is played by 2 to 4; found 1", id="one"),
            pytest.param([*"ABCDE"], {}, "players: Camelio is played by 2 to 4; found 5", id="five"),
            pytest.param(["Ann", "Ann"], {}, "players: each has a name", id="one name"),
            pytest.param(PAIR, {"first": "Cleo"}, "first: expected 'Ann' or 'Ben'", id="a stranger first"),
            pytest.param(PAIR, {"deck": {}}, "deck: expected an object with 'format'", id="no deck"),
            pytest.param(PAIR, {"dekc": {}}, "dekc: expected no such field", id="no option"),
            pytest.param(PAIR, {"table": table()}, "table: expected no table beside a seed", id="a table"),
        ],
    )
    def test_what_does_not_fit_is_refused(
        self, players: list[str], options: dict[str, object], message: str
    ) -> None:
        with pytest.raises(GamesError) as error:
            CAMELIO.new(players, seed=1, options=options)
        assert str(error.value).startswith(message)


class TestJson:
    @given(STATES)
    @settings(max_examples=25)
    def test_states_come_back(self, state: State) -> None:
        assert CAMELIO.state_from_json(json.loads(json.dumps(CAMELIO.state_to_json(state)))) == state

    @given(STATES)
    @settings(max_examples=25)
    def test_actions_come_back(self, state: State) -> None:
        for action in CAMELIO.legal_actions(state):
            assert CAMELIO.action_from_json(CAMELIO.action_to_json(action)) == action

    def test_actions_are_short(self) -> None:
        actions: list[Action] = [Take("face-up", "Ann"), Front(), Front("red:1"), Back(), Back("red")]
        assert [CAMELIO.action_to_json(action) for action in actions] == [
            {"act": "take", "card": "face-up", "to": "Ann"},
            {"act": "front"},
            {"act": "front", "card": "red:1"},
            {"act": "back"},
            {"act": "back", "back": "red"},
        ]

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            pytest.param({"format": "x"}, "format: expected 'camelio-state/1'", id="format"),
            pytest.param({"players": ["Ann"]}, "players: expected 2 to 4 players", id="one player"),
            pytest.param({"turn": "Cleo"}, "turn: expected 'Ann' or 'Ben'", id="turn"),
            pytest.param({"face_up": "red:9"}, "face_up: expected the name of a card", id="no card"),
            pytest.param({"face_up": "red:2"}, "left: expected all cards that do not", id="one card more"),
            pytest.param({"back": "pink"}, "back: expected the back of a card", id="no back"),
            pytest.param({"back": "yellow"}, "back: expected the back of the first card", id="another back"),
            pytest.param({"receiver": "Ann"}, "receiver: expected null", id="declared too early"),
            pytest.param({"left": 71}, "left: expected all cards that do not lie open, 72", id="left"),
            pytest.param(
                {"play": {"Ann": ["red:3", "red:2"], "Ben": []}, "left": 70},
                "play: expected less than 5 spheres",
                id="five in play",
            ),
            pytest.param(
                {"scoring": {"Ann": ["red:3"], "Ben": []}, "left": 71},
                "scoring: expected 5 spheres",
                id="three scored",
            ),
            pytest.param({"scoring": {"Cleo": []}}, "scoring.Cleo: expected no such field", id="a stranger"),
            pytest.param({"discards": ["red:1"] * 4, "left": 69}, "discards: expected no more", id="copies"),
            pytest.param({"ended": True}, "ended: expected true at the end", id="ended"),
            pytest.param({"ended": 0}, "ended: expected true or false", id="no truth value"),
            pytest.param({"stack": ["red:1"]}, "stack: expected the cards that do not", id="stack"),
            pytest.param({"again": [1, 1]}, "again: expected a number for each card", id="again"),
            pytest.param({"happened": [{"what": "x"}]}, "happened[0].what: expected 'point'", id="what"),
            pytest.param({"trun": "Ann"}, "trun: expected no such field", id="another field"),
        ],
    )
    def test_malformed_states_name_the_field(self, change: dict[str, Any], message: str) -> None:
        document = CAMELIO.state_to_json(CAMELIO.new(PAIR, seed=1)) | change
        with pytest.raises(MalformedFileError) as error:
            CAMELIO.state_from_json(document)
        assert str(error.value).startswith(message)

    @pytest.mark.parametrize(
        ("document", "message"),
        [
            pytest.param([], "the action: expected an object", id="a list"),
            pytest.param({"act": "jump"}, "act: expected 'take' or 'front' or 'back'", id="act"),
            pytest.param({"act": "take", "card": "top", "to": "Ann"}, "card: expected 'face-up'", id="card"),
            pytest.param(
                {"act": "take", "card": "face-up"}, "the action: expected an object with 'to'", id="to"
            ),
            pytest.param({"act": "front", "back": "red"}, "back: expected no such field", id="too much"),
        ],
    )
    def test_malformed_actions_name_the_field(self, document: object, message: str) -> None:
        with pytest.raises(MalformedFileError) as error:
            CAMELIO.action_from_json(document)
        assert str(error.value).startswith(message)


class TestTable:
    """What lies on a real table is scored, and what just happened is told."""

    def reasons(self, document: dict[str, Any]) -> dict[str, str]:
        sheet = CAMELIO.score(CAMELIO.state_from_json(document))
        return {line.item: line.reason for line in sheet.lines}

    def test_a_bust(self) -> None:
        """The first example of the rulebook."""
        players = {"Ann": {"play": ["blue-3", "blue-1", "blue-2"], "scoring": ["red-3", "red-2"]}, "Ben": {}}
        found = self.reasons(table(players=players))
        assert found == {
            "red: Ann": "3 + 2 = 5 spheres, scored",
            "blue: Ann": "3 + 1 + 2 = 6 spheres, a bust, so they were discarded",
        }

    def test_a_point_that_is_lost(self) -> None:
        """The second example of the rulebook."""
        players = {"Ann": {"play": ["red-3", "red-2"], "scoring": ["red-1", "red-1", "red-3"]}, "Ben": {}}
        state = CAMELIO.state_from_json(table(players=players))
        assert (state.points(0), len(state.discards)) == (0, 5)
        assert self.reasons(table(players=players)) == {
            "red: Ann": "3 + 2 = 5 spheres once more, so the point is lost and both sets were discarded"
        }

    def test_a_point(self) -> None:
        players = {"Ann": {"play": ["red-3", "red-2", "blue-1"]}, "Ben": {"play": ["red:3"]}}
        assert self.reasons(table(players=players)) == {
            "red: Ann": "3 + 2 = 5 spheres, just scored",
            "blue: Ann": "1 sphere in play",
            "red: Ben": "3 spheres in play",
        }

    def test_the_last_point_ends_the_game(self) -> None:
        scoring = [f"{colour}-{spheres}" for colour in ("red", "blue", "green") for spheres in (3, 2)]
        players = {"Ann": {"play": ["yellow-3", "yellow-2"], "scoring": scoring}, "Ben": {}}
        state = CAMELIO.state_from_json(table(players=players))
        assert state.ended
        assert CAMELIO.score(state).winners == ("Ann",)
        players["Ann"] = {"scoring": [*scoring, "yellow-3", "yellow-2"]}
        assert CAMELIO.state_from_json(table(players=players)).ended

    def test_the_game_goes_on_from_a_table(self) -> None:
        document = table(turn="Ben", face_up="red:2", back="multicolour-1", discards=["blue-1"])
        state = CAMELIO.new(PAIR, options={"table": document})
        assert state == CAMELIO.state_from_json(document)
        assert (state.turn, state.left) == (1, 69)
        after = CAMELIO.apply(state, up("Ann"))
        assert (after.points(0), after.happened[0].what) == (1, "point")

    def test_a_front_is_a_card_that_is_not_named_elsewhere(self) -> None:
        """The regular cards come first, but those that are named whole before all others."""
        fronts = {"Ann": {"play": ["red-1", "red-1", "red-1", "red-1"]}, "Ben": {"play": ["red:1", "red:1"]}}
        state = CAMELIO.state_from_json(table(players=fronts))
        regular = STANDARD.numbers["red:1"]
        assert state.play[4] == (regular, regular)
        assert [STANDARD.kinds[card - 1].front for card in state.play[0]] == ["red-1"] * 4
        assert state.play[0].count(regular) == 1

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            pytest.param({"players": {"Ann": {}}}, "players: expected 2 to 4 players", id="one player"),
            pytest.param({"players": 3}, "players: expected an object", id="no players"),
            pytest.param({"turn": "Cleo"}, "turn: expected 'Ann' or 'Ben'", id="turn"),
            pytest.param({"face_up": "pink"}, "face_up: expected a card of this deck", id="no card"),
            pytest.param({"face_up": 3}, "face_up: expected a text", id="a number"),
            pytest.param(
                {"discards": ["red:3"] * 3}, "discards[2]: expected a card that is not", id="copies"
            ),
            pytest.param(
                {"players": {"Ann": {"scoring": ["red-1"]}, "Ben": {}}},
                "players.Ann.scoring: expected 5 spheres of each colour",
                id="scored too little",
            ),
            pytest.param({"stack": []}, "stack: expected no such field", id="another field"),
        ],
    )
    def test_what_is_no_table_names_the_field(self, change: dict[str, Any], message: str) -> None:
        with pytest.raises(MalformedFileError) as error:
            CAMELIO.state_from_json(table(**change))
        assert str(error.value).startswith(message)

    def test_other_players_than_at_the_table_are_refused(self) -> None:
        with pytest.raises(MalformedFileError, match="expected a table at which Ann, Cleo sit, not Ann, Ben"):
            CAMELIO.new(["Ann", "Cleo"], options={"table": table()})


class TestObservation:
    @given(camelio_states(), st.integers(0, 99))
    def test_nothing_that_is_hidden_is_revealed(self, state: State, seed: int) -> None:
        other = reshuffled(state, seed)
        for player in state.players:
            seen = CAMELIO.observation(state, player)
            assert seen == CAMELIO.observation(other, player) == CAMELIO.observation(opened(state), player)
        assert opened(state) == opened(other)

    def test_nobody_else_looks(self) -> None:
        with pytest.raises(UnknownGameError, match=r"^player: expected Ann or Ben; found 'Cleo'$"):
            CAMELIO.observation(CAMELIO.new(PAIR, seed=1), "Cleo")


class TestScore:
    @given(camelio_games())
    @settings(max_examples=25)
    def test_the_winner_is_open_until_the_end(self, states: list[State]) -> None:
        *before, last = map(CAMELIO.score, states)
        assert all(sheet.winners is None and sheet.missing == ("end",) for sheet in before)
        assert last.certain
        best = max(map(states[-1].points, range(len(states[-1].players))))
        assert {last.totals[winner] for winner in last.winners or ()} == {best}

    def test_spheres_of_colours_that_are_scored_break_no_tie(self) -> None:
        """Ruling tie."""
        names = ("red:3", "red:2", "red:3", "blue:1")
        state = played(stacked(*names), up("Ann"), up("Ann"), up("Ann"), up("Ben"))
        assert [line.reason for line in CAMELIO.score(state).lines] == [
            "3 + 2 = 5 spheres, scored; 3 spheres in play",
            "1 sphere in play",
        ]
        end = replace(state, ended=True, scored=((),) * 8)
        assert CAMELIO.score(end).winners == ("Ann",)
        both = replace(state, ended=True, scored=(*state.scored[:4], *state.scored[:4]))
        sheet = CAMELIO.score(both)
        assert (sheet.winners, sheet.decided_by, sheet.rulings) == (
            ("Ben",),
            "spheres-in-play",
            ("end-of-deck", "tie"),
        )


def test_another_deck_is_told_in_states() -> None:
    assert "deck" not in CAMELIO.state_to_json(CAMELIO.new(PAIR, seed=1))
    own = deck_to_json(STANDARD) | {"name": "own"}
    assert CAMELIO.state_to_json(CAMELIO.new(PAIR, seed=1, options={"deck": own}))["deck"] == own
