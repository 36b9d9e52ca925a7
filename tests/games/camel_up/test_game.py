"""Camel Up as one of the games: invariants of whole games, JSON, observations, what is refused."""

import random
from collections import Counter
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camel_up import CAMEL_UP, RULINGS, Bet, State, decided_in, drawn, opened
from games.camel_up.bets import NOBODY, PILE, held_by
from games.camel_up.cards import CAMELS, CRAZY, CRAZY_CARDS, RACING_CARDS
from games.camel_up.editions import EDITIONS
from games.camel_up.rulings import Ruling
from games.camel_up.state import Setting
from games.errors import GamesError, MalformedFileError, UnknownGameError
from tests.games.camel_up.tables import camels, table
from tests.plays import PLAYERS, at_random, camel_up_games, camel_up_states

STATES = camel_up_states() | camel_up_states(dealt=False)


def cards_of(state: State) -> Counter[int]:
    """The racing and crazy cards of a dealt state, wherever they lie."""
    found = chain(*state.hands, state.deck, state.revealed, state.played, state.face_up, state.pile)
    counts = Counter(card for card in found if card)
    if state.phase in ("discard", "give"):
        counts.update(chain(*state.thrown, *state.given))
        counts.update(CRAZY_CARDS)  # they are put aside until the racing deck is made
    return counts


class TestInvariants:
    @settings(max_examples=25, deadline=None)
    @given(camel_up_games())
    def test_hold_throughout_a_game(self, played: list[State]) -> None:
        whole = Counter((*RACING_CARDS, *CRAZY_CARDS))
        for state in played:
            spaces: dict[int, list[int]] = {}
            for stand in state.stands[: CRAZY + bool(state.setting.card.crazy)]:
                spaces.setdefault(stand >> 3, []).append(stand & 7)
            assert all(sorted(heights) == [*range(len(heights))] for at, heights in spaces.items() if at)
            assert len(state.stands) == len(CAMELS)
            assert cards_of(state) == whole
            assert min(state.money) >= 0
            self.betting_cards_are_somewhere_once(state)
            for marker, bit in (("fennec", 1), ("shortcut", 2)):
                owner = getattr(state, f"{marker}_of")
                assert (owner == NOBODY) == (getattr(state, marker) == 0)
                assert owner == NOBODY or not state.tokens[owner] & bit
        assert played[-1].phase == "over"

    def betting_cards_are_somewhere_once(self, state: State) -> None:
        """20 cards for the first place, five each for the third, the winner and the loser."""
        seats = range(len(state.money))
        held = Counter(
            (card.kind, card.camel, card.value) for seat in seats for card in held_by(state.bets, seat)
        )
        there = Counter(
            {("first", camel, value): PILE.count(value) for camel in range(CRAZY) for value in PILE}
        )
        there.update((kind, camel, 0) for camel in range(CRAZY) for kind in ("third", "winner", "loser"))
        assert sum(there.values()) == 35
        assert held <= there

    @settings(max_examples=20, deadline=None)
    @given(camel_up_games())
    def test_money_changes_by_purchases_and_scorings_only(self, played: list[State]) -> None:
        for before, after in pairwise(played):
            if len(before.accounts) == len(after.accounts):
                assert sum(before.money) == sum(after.money)
            else:
                assert after.accounts[-1].after == after.money

    @settings(max_examples=20, deadline=None)
    @given(camel_up_games())
    def test_every_player_has_one_turn_after_the_other(self, played: list[State]) -> None:
        for before, after in pairwise(played):
            if before.phase == after.phase == "play" and before.actor != after.actor:
                assert after.actor == (before.actor + 1) % len(after.money)

    @settings(max_examples=20, deadline=None)
    @given(camel_up_games(), st.data())
    def test_rulings_that_decide_something_are_named(self, played: list[State], data: st.DataObject) -> None:
        names = {ruling.name for ruling in RULINGS}
        before, after = data.draw(st.sampled_from([*pairwise(played)]))
        assert {*decided_in(before, after, Bet("first", 0))} <= names


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: str(ruling.name))
def test_every_ruling_stands_where_it_says(ruling: Ruling, root: Path) -> None:
    found = [root / folder / f"{ruling.module}.py" for folder in ("games/camel_up", "solver")]
    assert ruling.name in next(path for path in found if path.exists()).read_text()


class TestNew:
    @pytest.mark.parametrize("players", range(2, 7))
    @pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
    def test_cards_are_dealt_as_the_round_card_says(self, players: int, edition: Any) -> None:  # noqa: ANN401 - an edition
        """Ruling round-table."""
        state = CAMEL_UP.new(PLAYERS[:players], seed=1, options={"edition": edition.name})
        card = edition.card(players)
        assert [len(hand) for hand in state.hands] == [card.dealt] * players
        assert card.dealt == card.discarded + card.given + 1
        assert state.track[-1] == card.last_space
        assert card.source
        while state.phase != "play":
            state = CAMEL_UP.apply(state, CAMEL_UP.legal_actions(state)[0])
        assert (
            len(state.deck)
            == card.racing + card.crazy
            == {2: 12, 3: 12, 4: 12, 5: 12, 6: 15}[players] + (2 if edition.name == "2022" else 0)
        )

    def test_the_real_round_card_can_be_given(self) -> None:
        own = {"last_space": 20, "dealt": 8, "given": 4, "source": "my copy"}
        card = CAMEL_UP.new(
            PLAYERS[:4], seed=1, options={"round_card": own | {"dealt": 7, "given": 3}}
        ).setting.card
        assert (card.last_space, card.source) == (20, "my copy")
        with pytest.raises(MalformedFileError, match=r"^round_card: expected at most 30 racing cards dealt"):
            CAMEL_UP.new(PLAYERS[:4], seed=1, options={"round_card": own})

    def test_a_seed_deals_the_same_again(self) -> None:
        assert CAMEL_UP.new(PLAYERS[:3], seed=5) == CAMEL_UP.new(PLAYERS[:3], seed=5)
        assert CAMEL_UP.new(PLAYERS[:3], seed=5).hands != CAMEL_UP.new(PLAYERS[:3], seed=6).hands

    def test_a_real_table_begins_with_the_cards_that_set_the_camels(self) -> None:
        state = CAMEL_UP.new(PLAYERS[:2])
        assert state.phase == "start"
        for card in ("red 1", "red 2", "blue 1", "blue 2", "green 2"):
            state = CAMEL_UP.apply(state, CAMEL_UP.action_from_json({"act": "start", "card": card}))
        assert state.phase == "discard"
        assert state.hands == ((0,) * 12,) * 2
        assert [*drawn(state)][:3] == [
            "  Y        B",
            "  P     G  R           C",
            "  -  1  2  3  4  5  6  7  8  9 10 11 12 13 14  |",
        ]

    @pytest.mark.parametrize(
        ("players", "options", "message"),
        [
            pytest.param(["Ann"], {}, "players: Camel Up: The Card Game is played by 2 to 6", id="one"),
            pytest.param(["Ann", "Ann"], {}, "players: each has a name of their own", id="one twice"),
            pytest.param(
                ["Ann", "Ben"], {"edition": "2020"}, "edition: expected '2022' or '2016'", id="edition"
            ),
            pytest.param(["Ann", "Ben"], {"cards": 1}, "cards: expected no such field", id="option"),
            pytest.param(
                ["Ann", "Ben"],
                {"round_card": {"crazy": 6}},
                "round_card: expected at most 5 cards of the crazy camel",
                id="six crazy cards",
            ),
            pytest.param(
                ["Ann", "Ben"],
                {"round_card": {"dealt": 11}},
                "round_card: expected one card more dealt than discarded and given",
                id="hands",
            ),
        ],
    )
    def test_what_does_not_fit_is_refused(
        self, players: list[str], options: dict[str, object], message: str
    ) -> None:
        with pytest.raises(GamesError) as error:
            CAMEL_UP.new(players, seed=1, options=options)
        assert str(error.value).startswith(message)


class TestJson:
    @settings(max_examples=60, deadline=None)
    @given(STATES)
    def test_states_come_back(self, state: State) -> None:
        assert CAMEL_UP.state_from_json(CAMEL_UP.state_to_json(state)) == state

    @settings(max_examples=30, deadline=None)
    @given(STATES)
    def test_actions_come_back(self, state: State) -> None:
        for action in CAMEL_UP.legal_actions(state):
            assert CAMEL_UP.action_from_json(CAMEL_UP.action_to_json(action)) == action

    def test_of_a_state_by_hand_little_is_needed(self) -> None:
        state = table("0:B 3:GP 7:CRY", "Ann,Ben")
        assert (state.phase, state.number, state.left, state.money) == ("play", 1, 14, (3, 3))
        assert CAMEL_UP.state_from_json(CAMEL_UP.state_to_json(state)) == state

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            pytest.param({"format": "x"}, "format: expected 'camel-up-state/1'", id="format"),
            pytest.param(
                {"format": "camel-up-table/1", "ranking": []}, "format: expected", id="another format"
            ),
            pytest.param({"players": ["Ann"]}, "players: expected 2 to 6 different names", id="players"),
            pytest.param({"phase": "pause"}, "phase: expected 'start' or", id="phase"),
            pytest.param({"camels": camels("3:BGPR 7:C")}, "camels: expected all camels", id="a camel lacks"),
            pytest.param(
                {"camels": camels("3:BGPRYB 7:C")}, "camels[0].camels[5]: expected each", id="twice"
            ),
            pytest.param({"camels": camels("3:BGPRY 19:C")}, "camels[1].space: expected a space", id="space"),
            pytest.param({"camels": camels("0:C 3:BGPRY")}, "camels[0].camels[0]: expected each", id="crazy"),
            pytest.param(
                {"camels": camels("17:BGPRY 7:C")}, "camels: expected racing camels across", id="over"
            ),
            pytest.param({"sandstorm": [5]}, "sandstorm: expected even numbers", id="sandstorm"),
            pytest.param({"fennec": {"space": 3, "player": "Ann"}}, "fennec: expected a space", id="marker"),
            pytest.param({"fennec": {"space": 2, "player": "Ann"}}, "fennec: expected a space", id="passed"),
            pytest.param(
                {"fennec": {"space": 9, "player": "Ann"}, "tokens": {"Ann": ["fennec"]}},
                "tokens: expected the fennec token used",
                id="token",
            ),
            pytest.param(
                {"revealed": ["red 2", "red 2"]}, "revealed: expected cards that can", id="revealed"
            ),
            pytest.param(
                {"revealed": ["crazy 1"] * 3}, "revealed: expected cards that can", id="crazy cards"
            ),
            pytest.param({"deck": ["red 1"]}, "deck: expected nothing", id="deck"),
            pytest.param({"left": 3}, "left: expected 14 cards", id="left"),
            pytest.param({"seed": 3}, "the state: expected", id="seed"),
            pytest.param({"money": {"Zoe": 3}}, "money.Zoe: expected no such field", id="money"),
            pytest.param(
                {"bets": {"first": {"red": ["Ann"] * 5}}}, "bets.first.red: expected at most", id="pile"
            ),
            pytest.param(
                {"bets": {"winner": {"red": "Ann", "blue": "Ann"}}}, "bets: expected one card for", id="bets"
            ),
            pytest.param({"hands": {"Ann": ["?"]}}, "hands: expected 0 cards of Ann", id="hands"),
            pytest.param({"face_up": {"Ann": "crazy 1"}}, "face_up.Ann: expected the name", id="face up"),
            pytest.param({"moved": True, "betted": True}, "moved: expected a turn to go on", id="turn"),
            pytest.param({"camles": []}, "camles: expected no such field", id="another field"),
        ],
    )
    def test_malformed_states_name_the_field(self, change: dict[str, Any], message: str) -> None:
        document = {"format": "camel-up-state/1", "players": ["Ann", "Ben", "Cat", "Dan"]}
        with pytest.raises(MalformedFileError) as error:
            CAMEL_UP.state_from_json(document | {"camels": camels("3:BGPRY 7:C")} | change)
        assert str(error.value).startswith(message)

    @pytest.mark.parametrize(
        ("document", "message"),
        [
            pytest.param([], "the action: expected an object", id="a list"),
            pytest.param({"act": "jump"}, "act: expected 'start' or", id="act"),
            pytest.param({"act": "bet", "on": "second", "camel": "red"}, "on: expected 'first' or", id="bet"),
            pytest.param(
                {"act": "bet", "on": "first", "camel": "crazy"}, "camel: expected 'blue' or", id="camel"
            ),
            pytest.param({"act": "place", "marker": "palm", "space": 3}, "marker: expected", id="marker"),
            pytest.param({"act": "place", "marker": "fennec", "space": 25}, "space: expected a", id="space"),
            pytest.param({"act": "give", "card": "crazy 1"}, "card: expected the name of a card", id="give"),
            pytest.param({"act": "show", "card": "?"}, "card: expected the name of a card", id="show"),
            pytest.param(
                {"act": "reveal", "card": "red 3"}, "card: expected the name of a card", id="reveal"
            ),
            pytest.param({"act": "pass", "card": "red 1"}, "card: expected no such field", id="too much"),
        ],
    )
    def test_malformed_actions_name_the_field(self, document: object, message: str) -> None:
        with pytest.raises(MalformedFileError) as error:
            CAMEL_UP.action_from_json(document)
        assert str(error.value).startswith(message)


def reshuffled(state: State, player: int, seed: int) -> State:
    """The same state with other cards wherever the player does not see them."""
    draw = random.Random(seed)
    others = [seat for seat in range(len(state.money)) if seat != player]
    playing = state.phase in ("play", "over")
    hidden = [*state.deck, *state.pile]
    if not playing:
        hidden += chain(*(heap[seat] for heap in (state.hands, state.thrown, state.given) for seat in others))
    draw.shuffle(hidden)

    def heaps(cards: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(sorted(hidden.pop() for _ in own)) if seat in others and not playing else own
            for seat, own in enumerate(cards)
        )

    hands, thrown, given = heaps(state.hands), heaps(state.thrown), heaps(state.given)
    deck = tuple(hidden.pop() for _ in state.deck)
    setting = Setting(state.setting.players, state.setting.card, seed)
    return state._replace(
        setting=setting, hands=hands, thrown=thrown, given=given, deck=deck, pile=tuple(hidden)
    )


class TestObservation:
    @settings(max_examples=60, deadline=None)
    @given(camel_up_states(), st.integers(0, 99), st.data())
    def test_nothing_hidden_is_revealed(self, state: State, seed: int, data: st.DataObject) -> None:
        player = data.draw(st.integers(0, len(state.money) - 1))
        name = state.setting.players[player]
        seen = CAMEL_UP.observation(state, name)
        assert seen == CAMEL_UP.observation(reshuffled(state, player, seed), name)
        assert seen == CAMEL_UP.observation(opened(state, [player]), name)

    @settings(max_examples=30, deadline=None)
    @given(camel_up_states(), st.data())
    def test_the_own_cards_are_seen(self, state: State, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from(state.setting.players))
        seen, whole = CAMEL_UP.observation(state, player), CAMEL_UP.state_to_json(state)
        for cards in ("hands", "given", "discarded"):
            assert seen[cards][player] == whole[cards][player]
        assert (seen["seed"], seen["deck"], seen["pile"]) == (None, [], [])

    def test_nobody_else_looks(self) -> None:
        with pytest.raises(UnknownGameError, match=r"^player: expected Ann or Ben; found 'Zoe'$"):
            CAMEL_UP.observation(CAMEL_UP.new(["Ann", "Ben"], seed=1), "Zoe")


class TestScore:
    @settings(max_examples=15, deadline=None)
    @given(camel_up_games())
    def test_the_sheet_of_the_end_adds_up(self, played: list[State]) -> None:
        last = played[-1]
        sheet = CAMEL_UP.score(last)
        assert sheet.totals == dict(zip(last.setting.players, last.money, strict=True))
        assert sheet.winners == tuple(
            player for player, money in sheet.totals.items() if money == max(last.money)
        )
        for player, total in sheet.totals.items():
            raw = sum(
                line.points for line in sheet.lines if line.player == player and isinstance(line.points, int)
            )
            assert isinstance(total, int)
            assert total >= raw
            assert total == raw or "money" in sheet.rulings
        assert CAMEL_UP.score(played[0]).missing == ("end",)


def test_open_games_are_played_to_their_end() -> None:
    start = CAMEL_UP.new(["Ann", "Ben"])
    last = [*at_random(CAMEL_UP, start, random.Random(3))][-1]
    assert last.phase == "over"
