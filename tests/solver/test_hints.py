"""Hints and grades: they lead to an answer, say no more than asked, and know when the board is wrong."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camouflage import Board, Cell, Placement, Rules, parse_board
from puzzles import Puzzle, PuzzleError, check_answer, outline_of_rows, puzzle_of_board
from solver.grading import grade
from solver.hints import Hint, hint
from solver.human import Technique
from tests.solver.puzzles import FACE, laid
from tests.strategies import DECK, PLAIN, plain_deck

seeds = st.integers(0, 10_000)


def asked(puzzle: Puzzle, board: Board, level: int = 3) -> Hint:
    found = hint(puzzle, DECK, board, level=level)
    assert found is not None
    return found


def followed(told: Hint, board: Board) -> Board:
    assert told.card is not None
    assert told.turn is not None
    return board.lay(Placement(told.card, told.cells[0], told.turn))


class TestHint:
    @given(seed=seeds, count=st.integers(1, 6))
    @settings(max_examples=25)
    def test_hints_lead_to_an_answer(self, seed: int, count: int) -> None:
        puzzle = puzzle_of_board(laid(random.Random(seed), count), DECK, FACE)
        board = Board()
        for _ in puzzle.cards:
            board = followed(asked(puzzle, board), board)
        assert check_answer(puzzle, DECK, board).right
        assert asked(puzzle, board).text == "The puzzle is solved."

    @pytest.mark.parametrize("wild", [False, True], ids=["outline only", "wild centres"])
    def test_puzzles_without_known_centres_have_hints_too(self, *, wild: bool) -> None:
        puzzle = puzzle_of_board(laid(random.Random(3), 3), DECK, FACE)
        rules = Rules(min_match=0, wild_centres=True)
        puzzle = replace(puzzle, rules=rules) if wild else puzzle.without_centres
        board = Board()
        for _ in puzzle.cards:
            board = followed(asked(puzzle, board), board)
        assert check_answer(puzzle, DECK, board).right

    @given(seed=seeds, count=st.integers(2, 6))
    @settings(max_examples=15)
    def test_a_level_says_no_more_than_the_one_before_and_one_thing(self, seed: int, count: int) -> None:
        puzzle = puzzle_of_board(laid(random.Random(seed), count), DECK, FACE)
        where, which, how = (asked(puzzle, Board(), level) for level in (1, 2, 3))
        assert (where.card, where.turn, which.turn) == (None, None, None)
        assert where.cells == which.cells == how.cells
        assert which.card == how.card is not None
        assert all(card not in where.text + where.reason for card in puzzle.cards)

    def test_the_reason_names_the_squares_and_how_few_cards_have_them(self) -> None:
        deck = plain_deck(lion_1="zzsztzzs", owl_1="szztzszz")
        puzzle = puzzle_of_board(parse_board("lion-1@1,1r0 owl-1@3,1r0 pig-1@5,1r0"), deck, FACE)
        told = hint(puzzle, deck, parse_board("lion-1@1,1r0"))
        assert told is not None
        assert told.cells == ((3, 1),)
        assert told.technique is Technique.CANDIDATES
        assert told.reason == "there must be snake beside tiger, and only two of these cards have that"

    def test_a_card_that_is_not_of_the_puzzle(self) -> None:
        puzzle = puzzle_of_board(parse_board("lion-1@1,1r0 owl-1@3,2r0"), DECK, FACE)
        told = asked(puzzle, parse_board("fox-1@1,1r0"))
        assert (told.level, told.card, told.reason) == (0, "fox-1", "fox-1 is not of the puzzle")

    def test_a_centre_that_is_not_drawn(self) -> None:
        puzzle = puzzle_of_board(parse_board("lion-1@1,1r0 owl-1@3,2r0"), PLAIN, FACE)
        told = hint(puzzle, PLAIN, parse_board("lion-1@1,1r0 owl-1@3,1r0"))
        assert told is not None
        assert (told.card, told.cells) == ("owl-1", ((3, 1),))

    def test_a_board_that_is_wrong_already(self) -> None:
        """Each card of an answer is laid, but one of them turned the wrong way."""
        puzzle = puzzle_of_board(laid(random.Random(8), 4), DECK, FACE)
        assert puzzle.answer is not None
        *right, last = puzzle.answer.placements
        told = asked(puzzle, Board((*right, replace(last, turn=(last.turn + 1) % 4))))
        assert told.level == 0
        assert told.card == last.card
        assert "wrong already" in told.text

    @pytest.mark.parametrize("with_centres", [True, False], ids=["centres", "outline only"])
    def test_two_cards_at_one_centre(self, *, with_centres: bool) -> None:
        puzzle = puzzle_of_board(parse_board("lion-1@1,1r0 owl-1@3,1r0"), PLAIN, FACE)
        puzzle = puzzle if with_centres else puzzle.without_centres
        told = hint(puzzle, PLAIN, parse_board("lion-1@1,1r0 owl-1@1,1r0"))
        assert told is not None
        assert (told.level, told.card) == (0, "owl-1")
        assert told.reason == "its centre is too close to that of lion-1"

    @pytest.mark.parametrize("with_centres", [True, False], ids=["centres", "outline only"])
    def test_cards_in_their_places_but_laid_in_another_order(self, *, with_centres: bool) -> None:
        rules = Rules(min_match=3)
        puzzle = puzzle_of_board(
            parse_board("lion-1@1,1r0 owl-1@3,1r0 fox-1@5,1r0"), PLAIN, FACE, rules=rules
        )
        puzzle = puzzle if with_centres else puzzle.without_centres
        told = hint(puzzle, PLAIN, parse_board("lion-1@1,1r0 fox-1@5,1r0 owl-1@3,1r0"))
        assert told is not None
        assert told.level == 0
        order = told.text.rstrip(".").rpartition(": ")[2].split(", ")
        centres = {"lion-1": Cell(1, 1), "owl-1": Cell(3, 1), "fox-1": Cell(5, 1)}
        anew = Board(tuple(Placement(card, centres[card]) for card in order))
        assert check_answer(puzzle, PLAIN, anew).right

    def test_wild_centres_in_a_wrong_order(self) -> None:
        """Owl and fox match beneath or above the centre of the lion, never lying on each other."""
        deck = plain_deck(lion_1="zzzzzzzz", owl_1="zzzztzzz", fox_1="zzzzszzz")
        rules = Rules(min_match=0, wild_centres=True)
        outline = outline_of_rows(("####", "#XX#", "####"))
        puzzle = Puzzle("wild", deck.name, FACE, ("fox-1", "lion-1", "owl-1"), outline, rules)
        right = parse_board("fox-1@1,1r0 lion-1@2,1r0 owl-1@1,1r0")
        assert check_answer(puzzle, deck, right).right
        wrong = parse_board("fox-1@1,1r0 owl-1@1,1r0 lion-1@2,1r0")
        told = hint(puzzle, deck, wrong)
        assert told is not None
        assert (told.level, told.card) == (0, "owl-1")
        board = Board(wrong.placements[:1])
        for _ in range(2):
            told = hint(puzzle, deck, board, level=3)
            assert told is not None
            board = followed(told, board)
        assert check_answer(puzzle, deck, board).right

    def test_a_puzzle_without_answer(self) -> None:
        deck = plain_deck(owl_1="tttttttt")
        told = hint(puzzle_of_board(parse_board("lion-1@1,1r0 owl-1@3,2r0"), deck, FACE), deck)
        assert told is not None
        assert told.text == "Nothing helps: the puzzle has no answer."

    def test_no_time(self) -> None:
        puzzle = puzzle_of_board(laid(random.Random(8), 12), DECK, FACE)
        assert hint(puzzle, DECK, time_limit_s=0) is None

    def test_levels(self) -> None:
        puzzle = puzzle_of_board(parse_board("lion-1@1,1r0"), DECK, FACE)
        with pytest.raises(PuzzleError, match=r"^level: expected 1, 2 or 3; found 4"):
            hint(puzzle, DECK, level=4)


class TestGrade:
    def test_a_single_card_that_looks_alike_in_all_turns(self) -> None:
        assert grade(puzzle_of_board(parse_board("lion-1@1,1r0"), PLAIN, FACE), PLAIN) == Technique.CANDIDATES

    def test_cards_that_all_look_alike_cannot_be_laid_wrong(self) -> None:
        puzzle = puzzle_of_board(parse_board("lion-1@1,1r0 owl-1@3,2r0 fox-1@5,3r0"), PLAIN, FACE)
        assert grade(puzzle, PLAIN) == Technique.CANDIDATES
        told = hint(puzzle, PLAIN)
        assert told is not None
        assert told.reason == "nothing forces a card, and whatever still fits there leads to an answer"

    @given(seed=seeds, count=st.integers(1, 8))
    @settings(max_examples=15)
    def test_an_outline_alone_is_no_easier(self, seed: int, count: int) -> None:
        puzzle = puzzle_of_board(laid(random.Random(seed), count), DECK, FACE)
        easy, hard = grade(puzzle, DECK), grade(puzzle.without_centres, DECK)
        assert easy is not None
        assert hard is not None
        assert 1 <= easy <= 5
        assert hard > 1

    def test_no_answer_no_stars(self) -> None:
        deck = plain_deck(owl_1="tttttttt")
        assert grade(puzzle_of_board(parse_board("lion-1@1,1r0 owl-1@3,2r0"), deck, FACE), deck) is None

    def test_wild_centres(self) -> None:
        outline = outline_of_rows(("####", "#XX#", "####"))
        rules = Rules(min_match=0, wild_centres=True)
        puzzle = Puzzle("wild", PLAIN.name, FACE, ("lion-1", "owl-1"), outline, rules)
        assert grade(puzzle, PLAIN) == 5
        assert Cell(1, 1) in outline.centres
