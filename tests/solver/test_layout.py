"""Layouts: held against a twin that tries everything, the rules of the games, and the clock."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camouflage import Rules, parse_board
from puzzles import Puzzle, PuzzleError, check_answer, outline_of_rows, puzzle_of_board, shown
from solver import layout as module
from solver import layout_conflict
from solver.layout import Layouts, layout
from solver.layout_search import Search
from solver.status import Status
from tests.solver.clocks import Cancelling, set_clock
from tests.solver.puzzles import FACE, answers, laid, possible_in_part, solves
from tests.strategies import DECK, PLAIN, mixed_deck, plain_deck

seeds = st.integers(0, 10_000)


def keys(found: Layouts, puzzle: Puzzle) -> set[object]:
    return {shown(board, puzzle, DECK) for board in found.boards}


def altered(draw: random.Random, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with another card in the place of one, so that it may have no answer."""
    others = [card.id for card in DECK.cards if card.id not in puzzle.cards]
    return replace(puzzle, cards=(*puzzle.cards[1:], draw.choice(others)), answer=None)


class TestAgainstTheTwin:
    @given(
        seed=seeds,
        count=st.integers(1, 3),
        least=st.sampled_from([0, 2, 3]),
        with_centres=st.booleans(),
        alter=st.booleans(),
    )
    @settings(max_examples=40)
    def test_given_centres_or_the_outline_alone(
        self, seed: int, count: int, least: int, *, with_centres: bool, alter: bool
    ) -> None:
        draw = random.Random(seed)
        puzzle = puzzle_of_board(laid(draw, count), DECK, FACE, rules=Rules(min_match=least))
        puzzle = altered(draw, puzzle) if alter else puzzle
        puzzle = puzzle if with_centres else puzzle.without_centres
        self.agree(puzzle)

    @given(seed=seeds, least=st.sampled_from([0, 3]), alter=st.booleans())
    @settings(max_examples=15)
    def test_wild_centres(self, seed: int, least: int, *, alter: bool) -> None:
        draw = random.Random(seed)
        cards = draw.sample([card.id for card in DECK.cards], 3)
        rules = Rules(min_match=least, wild_centres=True)
        rows = draw.choice([("####", "#XX#", "####"), ("###..", "#X###", "###X#", "..###")])
        puzzle = Puzzle("wild", DECK.name, FACE, tuple(cards), outline_of_rows(rows), rules)
        self.agree(altered(draw, puzzle) if alter else puzzle)

    @given(seeds)
    @settings(max_examples=10)
    def test_wild_centres_that_are_not_drawn(self, seed: int) -> None:
        draw = random.Random(seed)
        cards = draw.sample([card.id for card in DECK.cards], 2)
        outline = outline_of_rows(draw.choice([("####", "####", "####"), ("###.", "####", "####", ".###")]))
        self.agree(Puzzle("wild", DECK.name, FACE, tuple(cards), outline, Rules(0, wild_centres=True)))

    def agree(self, puzzle: Puzzle) -> None:
        found, true = layout(puzzle, DECK, most=None), answers(puzzle, DECK)
        assert keys(found, puzzle) == true
        assert len(found.boards) == len(true)
        assert found.complete
        assert found.status is (Status.FEASIBLE if true else Status.INFEASIBLE)
        assert all(solves(puzzle, DECK, board) for board in found.boards)

    def test_cp_sat_lists_the_same_as_the_search(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "PATIENCE_STEPS", 1)
        for seed in range(8):
            draw = random.Random(seed)
            puzzle = puzzle_of_board(laid(draw, 5), DECK, FACE)
            puzzle = altered(draw, puzzle) if seed % 2 else puzzle
            with monkeypatch.context() as alone:
                alone.setattr(Search, "run", wait)
                alone.setattr(module, "conflict", lambda *_, **__: None)  # it searches too
                by_model = layout(puzzle, DECK, most=None, seed=1)
            by_search = layout(puzzle, DECK, most=None)
            assert keys(by_model, puzzle) == keys(by_search, puzzle)
            assert by_model.complete


def wait(search: Search, _domains: object) -> bool:
    """Stand in for a search that takes for ever."""
    assert search._started
    search._started(1)
    while True:
        search._limit.check()


class TestLayout:
    @given(seeds, st.integers(1, 12))
    @settings(max_examples=40)
    def test_a_puzzle_cut_from_a_board_is_never_impossible(self, seed: int, count: int) -> None:
        board = laid(random.Random(seed), count, deck=mixed_deck(seed % 7))
        deck = mixed_deck(seed % 7)
        puzzle = puzzle_of_board(board, deck, FACE, rules=Rules(min_match=3))
        (found,) = layout(puzzle, deck).boards
        assert check_answer(puzzle, deck, found).right

    def test_the_most_that_are_wanted(self) -> None:
        puzzle = puzzle_of_board(parse_board("lion-1@0,0r0 owl-1@2,0r0 fox-1@4,1r0"), PLAIN, FACE)
        assert [len(layout(puzzle, PLAIN, most=most).boards) for most in (1, 4, 6, None)] == [1, 4, 6, 6]
        assert [layout(puzzle, PLAIN, most=most).complete for most in (1, 4, None)] == [False, False, True]

    def test_more_cards_than_needed(self) -> None:
        puzzle = puzzle_of_board(parse_board("lion-1@0,0r0 owl-1@2,0r0"), PLAIN, FACE)
        hand = ("lion-1", "owl-1", "fox-1", "fox-2")
        for asked in (puzzle, puzzle.without_centres):
            found = layout(asked, PLAIN, cards=hand, most=None)
            assert len({frozenset(each.card for each in board) for board in found.boards}) == 6
            assert found.complete

    def test_two_wild_centres_on_one_x(self) -> None:
        """The lower card's pattern shows nowhere but beneath the centre of the upper one."""
        deck = plain_deck(owl_1="zzzztzzz", fox_1="zzztzzzz")
        rules = Rules(min_match=0, wild_centres=True)
        outline = outline_of_rows(("####", "#XX#", "####"))
        puzzle = Puzzle("wild", deck.name, FACE, ("lion-1", "owl-1", "fox-1"), outline, rules)
        found = layout(puzzle, deck, most=None)
        assert found.complete
        assert found.boards
        assert all(solves(puzzle, deck, board) for board in found.boards)

    @pytest.mark.parametrize(
        ("cards", "message"),
        [
            pytest.param(("lion-1",), "^cards: expected at least the 2 of the puzzle; found 1", id="too few"),
            pytest.param(("lion-1", "lion-1"), "^cards: expected each card once", id="twice"),
            pytest.param(("lion-1", "cat-1"), r"^cards\[1\]: no card 'cat-1'", id="unknown"),
        ],
    )
    def test_cards_at_hand_that_will_not_do(self, cards: tuple[str, ...], message: str) -> None:
        puzzle = puzzle_of_board(parse_board("lion-1@0,0r0 owl-1@2,0r0"), PLAIN, FACE)
        with pytest.raises(PuzzleError, match=message):
            layout(puzzle, PLAIN, cards=cards)

    def test_progress_is_told(self) -> None:
        puzzle = puzzle_of_board(parse_board("lion-1@0,0r0 owl-1@2,0r0"), PLAIN, FACE)
        told: list[int] = []
        layout(puzzle, PLAIN, most=None, progress=told.append)
        assert told == [1, 2]


class TestConflict:
    @given(seed=seeds, count=st.integers(2, 3))
    @settings(max_examples=20)
    def test_no_part_of_it_can_be_spared(self, seed: int, count: int) -> None:
        draw = random.Random(seed)
        puzzle = altered(draw, puzzle_of_board(laid(draw, count), DECK, FACE))
        if why := layout(puzzle, DECK).why:
            assert why.irreducible
            assert not possible_in_part(puzzle, DECK, why.cards, why.cells)
            for card in why.cards:
                assert possible_in_part(puzzle, DECK, {*why.cards} - {card}, why.cells)
            for cell in why.cells:
                assert possible_in_part(puzzle, DECK, why.cards, {*why.cells} - {cell})

    def test_too_few_cards_for_an_outline(self) -> None:
        outline = outline_of_rows(("#" * 7,) * 3)
        found = layout(Puzzle("long", PLAIN.name, FACE, ("lion-1", "owl-1"), outline), PLAIN)
        assert found.status is Status.INFEASIBLE
        assert found.why is not None
        assert found.why.cards == ()
        assert len(found.why.cells) == 3

    def test_a_card_that_matches_no_other(self) -> None:
        """It has a neighbour on each of the three centres; two squares are enough to show it."""
        deck = plain_deck(owl_1="tttttttt")
        puzzle = puzzle_of_board(parse_board("lion-1@0,0r0 owl-1@2,0r0 fox-1@4,0r0"), deck, FACE)
        found = layout(puzzle, deck)
        assert found.why is not None
        assert found.status is Status.INFEASIBLE
        assert found.why.cards == ("fox-1", "lion-1", "owl-1")
        assert len(found.why.cells) == 2
        assert found.why.irreducible

    def test_what_is_not_proven_to_be_the_least_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(layout_conflict, "_MOST_STEPS", 0)
        deck = plain_deck(owl_1="tttttttt")
        puzzle = puzzle_of_board(parse_board("lion-1@0,0r0 owl-1@2,0r0 fox-1@4,0r0"), deck, FACE)
        found = layout(puzzle, deck)
        assert found.status is Status.INFEASIBLE
        assert found.why is not None
        assert not found.why.irreducible
        assert found.why.cards == ("fox-1", "lion-1", "owl-1")

    def test_a_minimum_that_cannot_be_kept(self) -> None:
        board = parse_board("lion-1@0,0r0 owl-1@2,0r0 fox-1@4,2r0")
        puzzle = puzzle_of_board(board, PLAIN, FACE, rules=Rules(min_match=3))
        found = layout(puzzle, PLAIN)
        assert found.why is not None
        assert found.why.cells == ((3, 1), (5, 3))
        assert "fewer than 3 squares" in found.why.text


class TestLimits:
    GIANT = puzzle_of_board(laid(random.Random(5), 34), DECK, FACE)
    SLACK = 5
    """How often a search may look at the clock, or ask whether it is cancelled, once it has to stop."""

    @pytest.mark.parametrize("with_centres", [True, False], ids=["centres", "outline only"])
    def test_no_time_is_no_proof(self, monkeypatch: pytest.MonkeyPatch, *, with_centres: bool) -> None:
        puzzle = self.GIANT if with_centres else self.GIANT.without_centres
        clock = set_clock(monkeypatch)
        found = layout(puzzle, DECK, most=None, time_limit_s=1.0)
        assert 100 <= clock.looks <= 100 + self.SLACK
        assert not found.complete
        assert found.status is not Status.INFEASIBLE

    def test_cancelling_ends_it(self) -> None:
        cancelling = Cancelling(after=100)
        found = layout(self.GIANT, DECK, most=None, cancelled=cancelling)
        assert 100 < cancelling.asked <= 100 + self.SLACK
        assert not found.complete

    @pytest.mark.parametrize("with_centres", [True, False], ids=["centres", "outline only"])
    def test_building_a_model_of_wild_centres_is_stopped_too(
        self, monkeypatch: pytest.MonkeyPatch, *, with_centres: bool
    ) -> None:
        puzzle = replace(self.GIANT, rules=Rules(min_match=3, wild_centres=True))
        puzzle = puzzle if with_centres else puzzle.without_centres
        clock = set_clock(monkeypatch)
        found = layout(puzzle, DECK, time_limit_s=1.0)
        assert 100 <= clock.looks <= 100 + self.SLACK
        assert found.status is Status.UNKNOWN
