"""The rules of Camel Up: what may be done on a turn, and what becomes of it."""

from typing import Any

import pytest

from games.camel_up import CAMEL_UP, State, decided_in
from games.camel_up.cards import NAMES
from games.errors import IllegalActionError
from tests.games.camel_up.tables import table, text

FIELD = "1:B 4:GP 6:RY 9:C"


def do(state: State, *actions: dict[str, Any]) -> State:
    for action in actions:
        state = CAMEL_UP.apply(state, CAMEL_UP.action_from_json(action))
    return state


def refused(state: State, action: dict[str, Any]) -> str:
    with pytest.raises(IllegalActionError) as error:
        do(state, action)
    assert CAMEL_UP.action_from_json(action) not in [*CAMEL_UP.legal_actions(state)]
    return error.value.rule


def acts(state: State) -> set[str]:
    return {CAMEL_UP.action_to_json(action)["act"] for action in CAMEL_UP.legal_actions(state)}


def reveal(card: str) -> dict[str, Any]:
    return {"act": "reveal", "card": card}


def bet(on: str, camel: str) -> dict[str, Any]:
    return {"act": "bet", "on": on, "camel": camel}


def place(marker: str, space: int) -> dict[str, Any]:
    return {"act": "place", "marker": marker, "space": space}


PASS = {"act": "pass"}
OWN = {"act": "card"}


class TestTurns:
    def test_the_bet_may_come_before_or_after(self) -> None:
        state = table(FIELD)
        first = do(state, bet("first", "red"), reveal("red 1"))
        second = do(state, reveal("red 1"), bet("first", "red"))
        assert first == second
        assert first.actor == 1

    def test_a_turn_has_one_track_action_and_one_bet_at_most(self) -> None:
        moved = do(table(FIELD), reveal("red 1"))
        assert acts(moved) == {"bet", "pass"}
        assert refused(moved, reveal("blue 1")) == "track-action"
        assert refused(moved, place("fennec", 3)) == "track-action"
        betted = do(table(FIELD, face_up={"Ann": "red 1"}), bet("third", "red"))
        assert acts(betted) == {"reveal", "place", "card"}
        assert refused(betted, bet("first", "red")) == "one-bet"
        assert refused(betted, PASS) == "track-action"

    def test_the_turn_passes_to_the_next_player(self) -> None:
        state = do(table(FIELD, actor="Cat"), reveal("red 1"), PASS)
        assert (state.actor, state.moved, state.betted) == (0, False, False)

    def test_nothing_is_done_after_the_race(self) -> None:
        over = do(table("1:B 4:GP 16:RY 9:C", "Ann,Ben,Cat,Dan"), reveal("red 1"))
        assert over.phase == "over"
        assert [*CAMEL_UP.legal_actions(over)] == []
        assert refused(over, PASS) == "phase"


class TestMarkers:
    def test_a_fennec_that_sends_a_camel_back_before_the_banner_returns(self) -> None:
        """Rulings lower-bound and marker-return: no camel has moved in the end, and yet its card is back."""
        state = table("0:B 4:GP 6:RY 9:C", fennec={"space": 1, "player": "Ann"})
        after = do(state, reveal("blue 1"))
        assert text(after.stands) == text(state.stands)
        assert (after.fennec, after.fennec_of) == (0, -1)
        assert place("fennec", 1) in [
            CAMEL_UP.action_to_json(action) for action in CAMEL_UP.legal_actions(do(after, PASS))
        ]
        assert decided_in(state, after, None) == ("lower-bound", "marker-return")

    def test_a_ridden_crazy_camel_that_stops_at_space_1_is_told(self) -> None:
        """Ruling lower-bound: with the space that its rider adds it would go beyond."""
        state = table("2:CB 4:GP 6:RY")
        after = do(state, reveal("crazy 1"))
        assert text(after.stands) == "1:CB 4:GP 6:RY"
        assert decided_in(state, after, None) == ("rider-on-crazy", "lower-bound")

    def test_a_marker_goes_on_an_empty_space_ahead_of_the_last(self) -> None:
        """Ruling marker-space."""
        state = table(FIELD, shortcut={"space": 8, "player": "Ben"}, sandstorm=[12])
        legal = [CAMEL_UP.action_to_json(action) for action in CAMEL_UP.legal_actions(state)]
        spaces = [action["space"] for action in legal if action["act"] == "place"]
        assert spaces == [2, 3, 5, 7, 10, 12, 13, 14, 15]
        for space in (1, 4, 8, 9, 11, 16):
            assert refused(state, place("fennec", space)) == "marker-space"
        assert refused(state, place("shortcut", 2)) == "marker-out"

    @pytest.mark.parametrize(
        ("space", "expected"),
        [
            pytest.param(17, "a space of the track, not the finish line; found 17", id="the finish line"),
            pytest.param(11, "a space of the track, not the finish line; found 11", id="under the sandstorm"),
            pytest.param(2, "a space ahead of the last racing camel; found 2", id="behind the last"),
            pytest.param(3, "a space ahead of the last racing camel; found 3", id="with the last"),
            pytest.param(9, "a space without camels; found 9", id="the crazy camel"),
            pytest.param(8, "a space without a marker; found 8", id="the other marker"),
        ],
    )
    def test_a_refused_space_is_told_why(self, space: int, expected: str) -> None:
        state = table("3:B 4:GP 6:RY 9:C", "A,B,C,D", shortcut={"space": 8, "player": "B"}, sandstorm=[12])
        with pytest.raises(IllegalActionError, match=f"the fennec goes on {expected}"):
            do(state, place("fennec", space))

    def test_the_card_lies_in_front_of_who_placed_it_until_it_returns(self) -> None:
        """Rulings marker-return and tokens."""
        placed = do(table(FIELD), place("fennec", 7), PASS)
        assert (placed.fennec, placed.fennec_of, placed.tokens) == (7, 0, (2, 3, 3))
        hit = do(placed, reveal("red 1"))
        assert (hit.fennec, hit.fennec_of, text(hit.stands)) == (0, -1, FIELD)
        assert decided_in(placed, hit, None) == ("marker-return",)
        again = do(hit, PASS, reveal("red 2"), PASS)
        assert refused(again, place("fennec", 7)) == "token-used"
        assert do(hit, PASS, place("fennec", 7)).fennec_of == 2

    def test_a_marker_that_all_have_passed_returns(self) -> None:
        state = table("2:B 5:GP 6:RY 9:C", fennec={"space": 3, "player": "Cat"})
        assert do(state, reveal("blue 2")).fennec_of == -1


class TestCards:
    def test_the_own_card_is_free(self) -> None:
        state = do(table(FIELD, face_up={"Ann": "red 2", "Ben": "blue 1"}), OWN)
        assert (text(state.stands), state.money, state.played) == ("1:B 4:GP 8:RY 9:C", (3, 3, 3), (8,))
        assert state.face_up == (0, 1, 0)
        assert refused(table(FIELD), OWN) == "no-card"

    def test_anothers_card_costs_a_pound(self) -> None:
        """Ruling anothers-card."""
        state = table(FIELD, face_up={"Ben": "blue 2"})
        bought = do(state, {"act": "card", "of": "Ben"})
        assert (text(bought.stands), bought.money) == ("3:B 4:GP 6:RY 9:C", (2, 4, 3))
        poor = table(FIELD, face_up={"Ben": "blue 2"}, money={"Ann": 0})
        assert refused(poor, {"act": "card", "of": "Ben"}) == "no-money"
        assert refused(state, {"act": "card", "of": "Zoe"}) == "no-card"

    def test_at_a_real_table_the_card_has_to_be_said(self) -> None:
        assert refused(table(FIELD), {"act": "reveal"}) == "card-unknown"
        assert refused(table(FIELD, revealed=["red 2"]), reveal("red 2")) == "card-unknown"
        dealt = CAMEL_UP.new(["Ann", "Ben"], seed=1)
        while dealt.phase != "play":
            dealt = CAMEL_UP.apply(dealt, CAMEL_UP.legal_actions(dealt)[0])
        top = NAMES[dealt.deck[-1]]
        assert do(dealt, reveal(top)) == do(dealt, {"act": "reveal"})
        other = next(name for name in NAMES[1:] if name != top)
        assert refused(dealt, reveal(other)) == "card-unknown"


class TestBets:
    def test_cards_are_taken_from_the_top_of_the_pile(self) -> None:
        state = table(FIELD)
        for _ in range(4):
            state = do(state, bet("first", "red"), reveal("blue 1"))
        assert state.bets.first[3] == (0, 1, 2, 0)
        assert refused(state, bet("first", "red")) == "bet-taken"

    def test_a_race_card_is_exchanged(self) -> None:
        state = do(table(FIELD, bets={"winner": {"red": "Ann", "blue": "Ben"}}), bet("winner", "green"))
        assert state.bets.winner == (1, 0, -1, -1, -1)
        assert refused(table(FIELD, bets={"loser": {"red": "Ann"}}), bet("loser", "red")) == "bet-taken"

    def test_a_player_may_have_many_round_cards(self) -> None:
        state = table(FIELD, bets={"third": {"red": "Ann"}, "first": {"red": ["Ann", "Ann"]}})
        assert do(state, bet("third", "blue")).bets.third == (0, -1, -1, 0, -1)


REVEALED = [
    *["blue 1", "green 1", "purple 1", "red 1", "yellow 1"] * 2,
    *["green 1", "crazy 0", "crazy 1"],
]
"""All cards of a racing deck of 14 but one."""


def last_card(**fields: Any) -> State:  # noqa: ANN401 - fields of a state
    """A round of which the last card is to be revealed; blue is last, red and yellow lead."""
    return table(FIELD, revealed=REVEALED, **fields)


class TestEnds:
    def test_the_last_card_ends_the_round_at_once(self) -> None:
        """Rulings last-card and next-starter; what is in front of the players is scored and goes back."""
        state = last_card(
            actor="Ben",
            face_up={"Ann": "red 1"},
            bets={"first": {"yellow": ["Ann", "Ben"]}, "third": {"yellow": "Cat"}, "winner": {"red": "Ann"}},
            fennec={"space": 15, "player": "Ben"},
        )
        after = do(state, reveal("purple 2"))
        assert (after.phase, after.number, after.starter, after.actor) == ("discard", 2, 2, 2)
        assert after.money == (3 + 1, 3 + 1 - 1, 3 + 1)  # purple landed on yellow, which is second
        assert after.bets.first == ((),) * 5
        assert after.bets.winner == (-1, -1, -1, 0, -1)
        assert (after.tokens, after.fennec, after.face_up) == ((3, 3, 3), 0, (0, 0, 0))
        assert "last-card" in decided_in(state, after, None)

    def test_a_played_card_does_not_end_it(self) -> None:
        assert do(last_card(face_up={"Ann": "red 1"}), OWN).phase == "play"

    def test_the_race_ends_with_two_scorings(self) -> None:
        state = table(
            "1:B 4:GP 15:RY 9:C",
            bets={
                "first": {"yellow": ["Ann"], "red": ["Ben"]},
                "winner": {"yellow": "Ann", "red": "Cat"},
                "loser": {"blue": "Ben"},
            },
        )
        after = do(state, reveal("red 2"))
        assert (after.phase, text(after.stands)) == ("over", "1:B 4:GP 9:C 16:RY")
        assert after.money == (3 + 5 + 7, 3 + 1 + 7, 3 + 3)
        assert after.accounts == ((state.money, after.money),)
        assert decided_in(state, after, None) == ("race-winner",)
        assert CAMEL_UP.score(after).winners == ("Ann",)

    def test_before_a_round_things_happen_in_order(self) -> None:
        """Ruling order-before-a-round: a track of 15 is lengthened first, then the crazy camel goes ahead."""
        state = table("1:C 4:BG 5:P 13:RY", revealed=REVEALED)
        after = do(state, reveal("red 1"))
        assert after.track[-1] == 17
        assert text(after.stands) == "4:BG 5:P 14:RY 17:C"
        assert {"relocation", "order-before-a-round"} <= {*decided_in(state, after, None)}

    def test_a_sandstorm_blows_once_the_deck_is_made(self) -> None:
        """Ruling sandstorm: the cards that begin with 3, 7 and 9 are empty, and in the midst."""
        state = do(table("2:B 5:GP 12:RY 14:C", revealed=REVEALED), reveal("green 1"))
        while state.phase != "play":
            before = state
            state = CAMEL_UP.apply(state, CAMEL_UP.legal_actions(state)[0])
        assert [number for number in range(1, 16) if number not in state.track] == [3, 7, 9]
        assert text(state.stands) == "2:B 5:GP 9:RY 11:C"
        assert "sandstorm" in decided_in(before, state, None)


class TestSettingUp:
    def test_each_player_parts_with_cards_in_turn(self) -> None:
        state = CAMEL_UP.new(["Ann", "Ben"], seed=4)
        hand = state.hands[0]
        for number in range(5):
            assert (state.phase, state.actor) == ("discard", 0)
            state = CAMEL_UP.apply(state, CAMEL_UP.legal_actions(state)[0])
            assert len(state.thrown[0]) == number + 1
        assert (state.phase, state.actor, len(state.hands[0])) == ("discard", 1, 7)
        assert sorted((*state.hands[0], *state.thrown[0])) == [*hand]
        while state.phase != "play":
            state = CAMEL_UP.apply(state, CAMEL_UP.legal_actions(state)[0])
        assert all(state.face_up)
        assert state.hands == ((), ())

    def test_only_cards_in_the_hand_are_given(self) -> None:
        state = CAMEL_UP.new(["Ann", "Ben"], seed=4)
        missing = next(card for card in range(1, 11) if card not in state.hands[0])
        name = CAMEL_UP.action_to_json(CAMEL_UP.legal_actions(state)[0])["card"]
        assert refused(state, {"act": "give", "card": name}) == "phase"
        assert refused(state, {"act": "discard", "card": NAMES[missing]}) == "not-in-hand"

    def test_at_a_real_table_own_cards_are_said_and_others_not(self) -> None:
        state = CAMEL_UP.new(["Ann", "Ben", "Cat", "Dan", "Eve", "Flo"])
        state = do(state, *[{"act": "start", "card": f"{camel} 2"} for camel in ("red", "blue", "green")])
        assert refused(state, {"act": "start", "card": "red 2"}) == "card-used"
        state = do(state, *[{"act": "start", "card": "red 1"}] * 2)
        state = do(state, *[{"act": "discard", "card": "red 1"}] * 2)
        state = do(state, *[{"act": "discard", "card": "?"}] * 10, *[{"act": "give", "card": "blue 1"}] * 2)
        state = do(state, *[{"act": "give", "card": "?"}] * 10)
        for card in ("red 2", "blue 2", "green 2", "yellow 2", "purple 2", "red 1"):
            state = do(state, {"act": "show", "card": card})
        assert (state.phase, state.left, state.given[0]) == ("play", 17, (1, 1))
        assert refused(state, reveal("red 2")) == "card-unknown"
        assert reveal("crazy 2")["act"] in acts(state)
