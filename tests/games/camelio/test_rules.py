"""The rules of Camelio: the examples of its rulebook, its invariants, and a slow twin."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camelio import (
    BACK,
    CAMELIO,
    FRONT,
    NOBODY,
    STANDARD,
    Action,
    Back,
    Front,
    Happening,
    Source,
    State,
    Take,
    opened,
    what_happens,
)
from games.errors import IllegalActionError, UnknownGameError
from tests.games.camelio.rulebook import Card, Table
from tests.plays import at_random, camelio_games, camelio_states

NUMBERS = STANDARD.numbers
RED, BLUE = 0, 1

FEW = settings(max_examples=25)
"""For tests that look at every state of some whole games."""


def stacked(*names: str, players: Sequence[str] = ("Ann", "Ben")) -> State:
    """Return a dealt state whose first cards are known."""
    cards = [NUMBERS[name] for name in names]
    rest = Counter(STANDARD.cards) - Counter(cards)
    stack = (*cards, *rest.elements())
    return replace(CAMELIO.new(players, seed=1), stack=stack, again=tuple(range(72)))


def played(state: State, *actions: Action) -> State:
    """Return the state after some actions; between them cards are looked at."""
    state = looked(state)
    for action in actions:
        state = looked(CAMELIO.apply(state, action))
    return state


def looked(state: State) -> State:
    """Return the state once a player has to choose, or the game is over."""
    while state.next_is_chance:
        (chance,) = CAMELIO.legal_actions(state)
        state = CAMELIO.apply(state, chance)
    return state


def small(name: str, count: int) -> State:
    """Return the beginning of a game with a few cards of one name."""
    deck = {"format": "camelio-deck/1", "name": "small", "cards": {name: count}}
    return CAMELIO.new(["Ann", "Ben"], seed=1, options={"deck": deck})


def up(to: str) -> Take:
    return Take("face-up", to)


def down(to: str) -> Take:
    return Take("face-down", to)


class TestTurn:
    def test_a_game_begins_with_a_face_up_card_and_the_back_of_the_next(self) -> None:
        state = stacked("red:1", "red-blue-2:red")
        chances: list[Action] = []
        while state.next_is_chance:
            chances += CAMELIO.legal_actions(state)
            state = CAMELIO.apply(state, chances[-1])
        assert chances == [BACK, FRONT, BACK]
        assert (state.face_up, STANDARD.back_names[state.back]) == (NUMBERS["red:1"], "red-blue-2")
        assert (state.left, state.turn) == (71, 0)

    def test_a_player_takes_either_card_for_anybody(self) -> None:
        state = looked(CAMELIO.new(["Ann", "Ben", "Cleo"], seed=1))
        assert CAMELIO.legal_actions(state) == (
            *map(up, ("Ann", "Ben", "Cleo")),
            *map(down, ("Ann", "Ben", "Cleo")),
        )

    def test_a_face_down_card_is_declared_before_it_is_turned(self) -> None:
        """The example of the rulebook: two spheres, red or yellow, kept unseen."""
        state = played(stacked("blue:1", "red-yellow-2:yellow"))
        declared = CAMELIO.apply(state, down("Ann"))
        assert (declared.receiver, declared.play) == (0, state.play)
        assert CAMELIO.legal_actions(declared) == (FRONT,)
        turned = CAMELIO.apply(declared, FRONT)
        assert (turned.spheres(0, 3), turned.turn, turned.receiver) == (2, 1, NOBODY)

    def test_only_a_face_up_card_that_was_taken_is_replaced(self) -> None:
        state = played(stacked("blue:1", "red:2", "green:3"))
        assert played(state, up("Ann")).face_up == NUMBERS["red:2"]
        after = played(state, down("Ann"))
        assert (after.face_up, STANDARD.back_names[after.back]) == (NUMBERS["blue:1"], "green")

    def test_cards_can_be_given_away(self) -> None:
        state = played(stacked("blue:1", "red:2"), up("Ben"), down("Ann"))
        assert (state.spheres(1, BLUE), state.spheres(0, BLUE)) == (1, 0)


class TestFive:
    @pytest.mark.parametrize(
        ("spheres", "scored", "what"),
        [
            pytest.param(4, False, None, id="four"),
            pytest.param(4, True, None, id="four beside a point"),
            pytest.param(5, False, "point", id="five"),
            pytest.param(5, True, "point-lost", id="five beside a point"),
            pytest.param(6, False, "bust", id="six"),
            pytest.param(7, True, "bust", id="seven beside a point"),
        ],
    )
    def test_what_happens(self, spheres: int, scored: bool, what: str | None) -> None:  # noqa: FBT001 - a row
        assert what_happens(spheres, scored=scored) == what

    def test_exactly_five_score_at_once_also_when_given(self) -> None:
        """Ruling at-once."""
        state = played(stacked("red:3", "red-blue-2:red"), up("Ben"), up("Ben"))
        cards = (NUMBERS["red:3"], NUMBERS["red-blue-2:red"])
        assert (state.points(0), state.points(1), state.spheres(1, RED)) == (0, 1, 0)
        assert state.happened == (Happening("point", 1, RED, cards),)
        assert state.discards == ()

    def test_six_are_discarded(self) -> None:
        """The first example of the rulebook: 3 + 1 + 2 blue spheres."""
        state = played(stacked("blue:3", "blue:1", "blue:2"), up("Ann"), up("Ann"), up("Ann"))
        assert (state.spheres(0, BLUE), state.points(0)) == (0, 0)
        assert sorted(state.discards) == sorted(NUMBERS[f"blue:{spheres}"] for spheres in (1, 2, 3))
        assert state.happened[0].what == "bust"

    def test_a_bust_leaves_the_point(self) -> None:
        names = ("red:3", "red:2", "red:3", "red:1", "red:2")
        state = played(stacked(*names), *[up("Ann")] * 5)
        assert (state.points(0), state.happened[0].what, len(state.discards)) == (1, "bust", 3)

    def test_five_once_more_lose_the_point(self) -> None:
        """The second example of the rulebook: 3 + 2 red spheres beside a red point."""
        names = ("red:3", "red:2", "red:3", "red:2")
        state = played(stacked(*names), *[up("Ann")] * 4)
        assert (state.points(0), state.spheres(0, RED), len(state.discards)) == (0, 0, 4)
        assert state.happened[0].what == "point-lost"

    def test_what_happened_is_told_until_the_next_card_is_taken(self) -> None:
        state = played(stacked("red:3", "red:2", "blue:1"), up("Ann"), up("Ann"))
        assert state.happened
        assert not CAMELIO.apply(state, down("Ben")).happened


class TestEnd:
    @pytest.mark.parametrize(("players", "points"), [(2, 4), (3, 3), (4, 3)], ids=["two", "three", "four"])
    def test_enough_points_end_the_game_at_once(self, players: int, points: int) -> None:
        names = [f"{colour}:{spheres}" for colour in ("red", "blue", "green", "yellow") for spheres in (3, 2)]
        state = played(stacked(*names, players=("Ann", "Ben", "Cleo", "Dan")[:players]))
        for laid in range(1, 2 * points + 1):
            assert not state.ended
            state = played(state, up("Ann"))
            assert state.points(0) == laid // 2
        assert state.ended
        assert CAMELIO.legal_actions(state) == ()
        assert CAMELIO.score(state).winners == ("Ann",)

    def test_discards_are_shuffled_once(self) -> None:
        """Ruling end-of-deck."""
        state = played(
            small("red:3", 4), up("Ann"), up("Ann")
        )  # a bust: two cards are discards, two are left
        assert (state.left, state.reshuffled, len(state.discards)) == (1, False, 2)
        state = played(state, down("Ben"))
        assert (state.left, state.reshuffled, state.discards) == (2, True, ())
        state = played(state, down("Ben"), down("Ann"))
        assert (state.left, len(state.discards), state.ended) == (0, 2, False)
        assert CAMELIO.legal_actions(state) == (up("Ann"), up("Ben"))
        state = played(state, up("Ben"))
        assert state.ended
        assert CAMELIO.score(state).decided_by == "shared"

    def test_without_discards_the_game_ends_with_the_deck(self) -> None:
        state = played(small("red:1", 2), down("Ann"))
        assert (state.left, state.reshuffled, state.ended) == (0, False, False)
        state = played(state, up("Ann"))
        assert state.ended
        assert CAMELIO.score(state).decided_by == "spheres-in-play"

    def test_a_bust_by_the_last_face_up_card_makes_a_deck_again(self) -> None:
        state = played(small("red:3", 2), down("Ann"))
        assert state.left == 0
        state = played(state, up("Ann"))
        assert (state.left, state.reshuffled, state.ended) == (1, True, False)


class TestRefused:
    START = stacked("red:1", "blue:2", "red:3")
    CHOOSING = looked(START)

    @pytest.mark.parametrize(
        ("state", "action", "rule"),
        [
            pytest.param(START, up("Ann"), "card-to-look-at", id="a take before the first card"),
            pytest.param(START, FRONT, "back-first", id="a front before its back"),
            pytest.param(CHOOSING, BACK, "no-new-back", id="a back twice"),
            pytest.param(CHOOSING, FRONT, "declare-first", id="a front that nobody gets"),
            pytest.param(START, Back("multicolour-1"), "card-unknown", id="another back than in the deal"),
            pytest.param(
                CAMELIO.apply(CHOOSING, down("Ann")), Front("blue:3"), "card-unknown", id="another card"
            ),
            pytest.param(opened(START), BACK, "card-unknown", id="no back in an open state"),
            pytest.param(opened(START), Back("pink"), "card-unknown", id="a back that no card has"),
            pytest.param(
                opened(CAMELIO.apply(CHOOSING, down("Ann"))), FRONT, "card-unknown", id="no card, open"
            ),
            pytest.param(
                opened(CAMELIO.apply(CHOOSING, down("Ann"))), Front("red:1"), "card-unknown", id="other back"
            ),
        ],
    )
    def test_the_rule_is_named(self, state: State, action: Action, rule: str) -> None:
        with pytest.raises(IllegalActionError) as error:
            CAMELIO.apply(state, action)
        assert error.value.rule == rule

    def test_only_players_get_cards(self) -> None:
        with pytest.raises(UnknownGameError, match=r"^to: expected Ann or Ben; found 'Cleo'$"):
            CAMELIO.apply(self.CHOOSING, up("Cleo"))

    @given(camelio_games())
    def test_nothing_is_done_after_the_end(self, states: list[State]) -> None:
        for action in (up("Ann"), BACK, FRONT):
            with pytest.raises(IllegalActionError, match="game-over"):
                CAMELIO.apply(states[-1], action)


class TestInvariants:
    @given(camelio_games())
    @FEW
    def test_cards_and_spheres_are_conserved(self, states: list[State]) -> None:
        for state in states:
            cards = state.visible + Counter(state.stack or ())
            assert cards == Counter(STANDARD.cards)
            assert sum(STANDARD.spheres[card] * count for card, count in cards.items()) == 144

    @given(camelio_games(dealt=False))
    @FEW
    def test_an_open_game_keeps_all_cards_too(self, states: list[State]) -> None:
        for state in states:
            assert sum(state.unseen.values()) == state.left
            assert state.visible.total() + state.left == 72

    @given(camelio_games())
    def test_nobody_has_five_spheres_of_a_colour_in_play_after_a_turn(self, states: list[State]) -> None:
        for state in states:
            assert all(
                state.spheres(player, colour) < 5
                for player in range(len(state.players))
                for colour in range(4)
            )

    @given(camelio_games())
    @FEW
    def test_points_are_the_sets_of_five_in_the_scoring_areas(self, states: list[State]) -> None:
        for state in states:
            sets = [sum(STANDARD.spheres[card] for card in area) for area in state.scored if area]
            assert {*sets} <= {5}
            assert sum(state.points(player) for player in range(len(state.players))) == len(sets)

    @given(camelio_games())
    def test_cards_lie_with_their_colour(self, states: list[State]) -> None:
        for areas in (states[-1].play, states[-1].scored):
            for place, area in enumerate(areas):
                assert {STANDARD.colours[card] for card in area} <= {place % 4}

    @given(camelio_games())
    def test_a_game_ends(self, states: list[State]) -> None:
        assert states[-1].ended
        assert not any(state.ended for state in states[:-1])


class TestTwin:
    """The rules held against a slow twin that plays whole turns on piles of cards."""

    @given(st.integers(0, 2**32), st.integers(2, 4))
    def test_both_play_alike(self, seed: int, players: int) -> None:
        names = ("Ann", "Ben", "Cleo", "Dan")[:players]
        state, draw = CAMELIO.new(names, seed=seed), random.Random(seed)
        table = Table(names, [*map(card_of, state.stack or ())])
        state = looked(state)
        while not state.ended:
            source: Source = draw.choice(["face-up", "face-down"] if state.left else ["face-up"])
            receiver = draw.choice(names)
            state = CAMELIO.apply(state, Take(source, receiver))
            decks = [state.stack or ()]
            while state.next_is_chance:
                state = CAMELIO.apply(state, CAMELIO.legal_actions(state)[0])
                decks.append(state.stack or ())
            table.turn(source, receiver, [*map(card_of, made_anew(decks))])
            assert_alike(state, table)
        assert table.over


def made_anew(decks: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the deck that was made of the discards, the first that does not come of drawing a card."""
    return next((after for before, after in pairwise(decks) if after not in (before, before[1:])), ())


def card_of(card: int) -> Card:
    kind = STANDARD.kinds[card - 1]
    return kind.back, ("red", "blue", "green", "yellow")[kind.colour], kind.spheres


def assert_alike(state: State, table: Table) -> None:
    assert state.ended == table.over
    assert (card_of(state.face_up) if state.face_up else None) == table.face_up
    assert [*map(card_of, state.stack or ())] == table.deck
    assert Counter(map(card_of, state.discards)) == Counter(table.discards)
    for seat, player in enumerate(state.players):
        areas = ((state.play, table.seats[player].play), (state.scored, table.seats[player].scored))
        for found, expected in areas:
            for colour, name in enumerate(("red", "blue", "green", "yellow")):
                assert [*map(card_of, found[4 * seat + colour])] == expected.get(name, [])


@given(camelio_states())
def test_the_same_can_be_done_with_what_is_open(state: State) -> None:
    if not state.next_is_chance:
        assert CAMELIO.legal_actions(opened(state)) == CAMELIO.legal_actions(state)


@FEW
@given(st.integers(0, 2**32), st.integers(2, 4))
def test_an_open_game_that_is_told_what_a_dealt_one_showed_is_the_same(seed: int, players: int) -> None:
    names = ("Ann", "Ben", "Cleo", "Dan")[:players]
    followed, draw = CAMELIO.new(names), random.Random(seed)
    for state, after in pairwise(at_random(CAMELIO, CAMELIO.new(names, seed=seed), draw)):
        if state.next_is_chance and not state.back:
            shown: Action = Back(STANDARD.back_names[after.back])
        elif state.next_is_chance:
            shown = Front(STANDARD.names[(state.stack or (0,))[0]])
        else:
            shown = next(take for take in CAMELIO.legal_actions(state) if CAMELIO.apply(state, take) == after)
        assert shown in CAMELIO.legal_actions(followed)
        followed = CAMELIO.apply(followed, shown)
        assert followed == opened(after)
