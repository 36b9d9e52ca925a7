"""The rules of Camelot: rulings, invariants, and the reference data."""

import gzip
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings

from games.camelot import (
    CAMELOT,
    COURT_SLOTS,
    PLACES,
    TURN,
    Place,
    Remove,
    State,
    Turn,
    apply,
    card_named,
    legal_actions,
    outcome,
)
from games.errors import IllegalActionError, MalformedFileError
from solver.camelot_hint import hint
from tests.plays import camelot_games, camelot_states

HERE = Path(__file__).parent


def grid(text: str) -> tuple[int, ...]:
    """Return the grid in a text such as `KC . . 4D / …`."""
    return tuple(0 if name == "." else card_named(name) for name in text.replace("/", " ").split())


def state(text: str, *, removing: bool = False, waiting: str = "", turned: int | None = None) -> State:
    """Return a state with these cards; what else was turned is made up."""
    lying = grid(text)
    held = card_named(waiting) if waiting else 0
    cards = [card for card in lying if card]
    others = [card for card in range(4, 56) if card not in {*cards, held}]
    gone = (turned or len(cards) + bool(held)) - len(cards) - bool(held)
    deck = (*cards, *others[:gone], *([held] if held else []), *others[gone:])
    return State("Ann", deck, len(cards) + gone + bool(held), held, removing, lying)


FULL = "KC QC QD KD / JC 5C 5D JD / JH 10C 9C JS / KH QH QS 2C"
STUCK = "KC QC QD KD / JC 2D 2H JD / JH 3C 3D JS / KH QH QS 2C"
OPEN = "KC QC QD KD / JC 5C 5D JD / JH . 9C JS / KH QH QS 2C"


def names(actions: Iterable[object]) -> list[object]:
    return [CAMELOT.action_to_json(action).get("slots") for action in actions]  # type: ignore[arg-type] # - any action


class TestFilling:
    def test_a_card_is_turned_first(self) -> None:
        assert [*legal_actions(CAMELOT.new(["Ann"], seed=1))] == [TURN]

    def test_a_number_goes_on_any_empty_slot(self) -> None:
        found = legal_actions(state("KC . . . / . . . . / . . . . / . . . .", waiting="4D"))
        assert [*found] == [*PLACES[1:]]

    @pytest.mark.parametrize(
        ("card", "slots"), [("KD", COURT_SLOTS[13]), ("QD", COURT_SLOTS[12]), ("JD", COURT_SLOTS[11])]
    )
    def test_court_cards_go_on_slots_of_their_own(self, card: str, slots: tuple[int, ...]) -> None:
        found = legal_actions(state(" ".join("." * 16), waiting=card))
        assert [*found] == [Place(slot) for slot in slots]

    def test_a_card_waits_to_be_placed(self) -> None:
        with pytest.raises(IllegalActionError, match=r"^a-card-waits: 4D has to be placed first$"):
            apply(state(" ".join("." * 16), waiting="4D"), TURN)

    def test_nothing_is_removed_before_the_grid_is_full(self) -> None:
        with pytest.raises(IllegalActionError, match=r"^not-full: "):
            apply(state(OPEN), Remove((5, 6)))

    @pytest.mark.parametrize(
        ("before", "action", "rule"),
        [
            pytest.param(state(FULL), PLACES[0], "no-card-waits", id="no card"),
            pytest.param(state(OPEN, waiting="4D"), PLACES[0], "slot-taken", id="taken"),
            pytest.param(state("4C " + ". " * 15, waiting="KD"), PLACES[1], "court-slots", id="a king"),
            pytest.param(state(FULL, removing=True), TURN, "grid-full", id="full"),
            pytest.param(state(OPEN, removing=True), Remove((5, 10)), "sum-of-ten", id="fourteen"),
            pytest.param(state(OPEN, removing=True), Remove((5,)), "sum-of-ten", id="a five alone"),
            pytest.param(state(OPEN, removing=True), Remove((9,)), "sum-of-ten", id="nothing there"),
            pytest.param(state(OPEN), Turn(card_named("2C")), "card-unknown", id="another card is next"),
        ],
    )
    def test_what_the_rules_forbid_names_the_rule(
        self, before: State, action: Turn | Place | Remove, rule: str
    ) -> None:
        with pytest.raises(IllegalActionError) as error:
            apply(before, action)
        assert error.value.rule == rule


class TestRemoving:
    def test_tens_alone_and_pairs_of_ten_on_a_full_grid(self) -> None:
        assert names(legal_actions(state(FULL, removing=True))) == [[9], [5, 6]]

    def test_the_last_slot_that_is_filled_opens_removing(self) -> None:
        filled = apply(state(OPEN, waiting="10C"), PLACES[9])
        assert filled.removing
        assert names(legal_actions(filled)) == [[9], [5, 6]]

    def test_it_goes_on_while_no_card_is_turned(self) -> None:
        fewer = apply(state(FULL, removing=True), Remove((9,)))
        assert names(legal_actions(fewer)) == [[5, 6], None]
        assert not apply(fewer, TURN).removing

    def test_it_is_optional(self) -> None:
        """Ruling removing-is-optional."""
        assert legal_actions(state(OPEN, removing=True))[-1] == TURN

    def test_it_is_always_allowed_at_the_end(self) -> None:
        last = state("KC QC QD KD / JC . 5D JD / JH . . JS / KH QH QS KS", waiting="5C", turned=52)
        placed = apply(last, PLACES[10])
        assert names(legal_actions(placed)) == [[6, 10]]
        with pytest.raises(IllegalActionError, match=r"^stock-empty: "):
            apply(placed, TURN)
        assert outcome(apply(placed, Remove((6, 10)))) == "won"


class TestEnd:
    def test_a_court_card_without_a_slot_loses(self) -> None:
        assert outcome(state("4C . . 4D / " + ". " * 8 + "/ 4H . . 4S", waiting="KD")) == "court-blocked"

    def test_a_full_grid_with_nothing_to_remove_loses(self) -> None:
        assert outcome(state(STUCK, removing=True)) == "nothing-to-remove"

    def test_it_goes_on_while_something_can_be_done(self) -> None:
        assert outcome(state(FULL, removing=True)) is None
        assert outcome(state(OPEN)) is None

    @given(camelot_games())
    @settings(max_examples=60)
    def test_it_is_over_when_nothing_is_legal(self, played: list[State]) -> None:
        assert [CAMELOT.is_over(each) for each in played] == [not legal_actions(each) for each in played]


class TestInvariants:
    @given(camelot_games())
    @settings(max_examples=60)
    def test_cards_are_conserved(self, played: list[State]) -> None:
        for each in played:
            lying = [card for card in each.grid if card]
            assert each.removed + len(lying) + bool(each.waiting) + each.stock == 52
            assert len({*lying}) == len(lying)

    @given(camelot_games())
    @settings(max_examples=60)
    def test_numbers_on_the_table_and_to_come_pair_off(self, played: list[State]) -> None:
        for each in played:
            left = [*each.grid, each.waiting, *each.deck[each.turned :]]
            counts = Counter(card >> 2 for card in left if card)
            assert all(counts[rank] == counts[10 - rank] for rank in range(1, 5))
            assert counts[5] % 2 == 0

    @given(camelot_games())
    @settings(max_examples=30)
    def test_whoever_has_laid_all_cards_wins(self, played: list[State]) -> None:
        """Ruling last-cards: the courts fill their slots, and the four in the middle pair off."""
        assert not [each for each in played if each.turned == 52 and outcome(each) == "nothing-to-remove"]


def hinted(deal: tuple[int, ...]) -> tuple[str, int]:
    """Play a deal by the hint; return W or L, and the number of moves."""
    now, moves = State("Ann", deal), 0
    while action := hint(now):
        now, moves = apply(now, action), moves + 1
    return "W" if outcome(now) == "won" else "L", moves


def reference(lines: Iterable[str]) -> Iterator[tuple[tuple[int, ...], str, int]]:
    for line in lines:
        *cards, result, moves = line.split()
        deal = tuple(4 * int(rank) + int(suit) for rank, suit in (card.split(".") for card in cards))
        yield deal, result, int(moves)


def test_camelot_reference_policy_on_the_sample() -> None:
    lines = (HERE / "hint-policy-200.txt").read_text().splitlines()
    found = [(deal, *hinted(deal)) for deal, *_ in reference(lines)]
    assert found == [*reference(lines)]
    assert len(found) == 200


def test_camelot_reference_policy(shared: Callable[[str], Path]) -> None:
    """Another program agrees on all 20,000 deals: who wins, and in how many moves."""
    with gzip.open(shared("reference/camelot-hint-policy.txt.gz"), "rt") as lines:
        wrong = [deal for deal, result, moves in reference(lines) if hinted(deal) != (result, moves)]
    assert not wrong


@pytest.mark.parametrize("slot", [-1, 16])
def test_there_is_no_other_slot(slot: int) -> None:
    with pytest.raises(MalformedFileError, match=r"^slot: expected 0 to 15; found "):
        Place(slot)


@pytest.mark.parametrize("slots", [(), (1, 1), (2, 1), (0, 16), (1, 2, 3)], ids=str)
def test_nothing_else_is_a_pair(slots: tuple[int, ...]) -> None:
    with pytest.raises(MalformedFileError, match=r"^slots: expected one or two slots"):
        Remove(slots)


@given(camelot_states(dealt=False))
def test_an_open_state_turns_any_card_that_is_left(found: State) -> None:
    turns = [action.card for action in legal_actions(found) if isinstance(action, Turn)]
    can = not found.waiting and 0 in found.grid and found.turned < 52
    assert turns == (sorted(found.unseen) if can else [])
