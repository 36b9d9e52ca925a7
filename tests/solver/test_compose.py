"""Composed puzzles: as wished, proven, and the same again for a seed."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.files import named_deck
from games.camouflage import Deck
from puzzles import Puzzle, PuzzleError, check_answer, outline_of_rows
from solver.compose import Wish, compose, compose_on
from solver.grading import grade, prove
from solver.pleasing import pleasing
from tests.solver.puzzles import FACE, answers
from tests.strategies import PLAIN, mixed_deck

DEMO = named_deck("demo").deck


def composed(wish: Wish, seed: int = 1, deck: Deck = DEMO) -> Puzzle:
    found = compose(deck, wish, seed=seed)
    assert found is not None
    return found


class TestCompose:
    @given(seed=st.integers(0, 99), wanted=st.integers(1, 3))
    @settings(max_examples=4)
    def test_three_cards_have_just_the_answers_that_trying_everything_finds(
        self, seed: int, wanted: int
    ) -> None:
        puzzle = composed(Wish(FACE, cards=3, answers=wanted), seed, mixed_deck(seed))
        assert len(answers(puzzle, mixed_deck(seed))) == wanted
        assert puzzle.proof is not None
        assert puzzle.proof.answers == wanted

    def test_three_wild_cards_have_just_the_answers_that_trying_everything_finds(self) -> None:
        puzzle = composed(Wish(FACE, cards=3, answers=2, wild_centres=True))
        assert len(answers(puzzle, DEMO)) == 2

    @pytest.mark.parametrize("stars", range(1, 6))
    def test_the_stars_are_those_wished_for(self, stars: int) -> None:
        puzzle = composed(Wish(FACE, stars=stars))
        assert puzzle.stars == stars == grade(puzzle, DEMO)
        assert puzzle.proof == prove(puzzle, DEMO, most=1)

    @pytest.mark.parametrize("stars", [1, 3, 5])
    def test_the_stars_are_those_wished_for_with_two_answers(self, stars: int) -> None:
        puzzle = composed(Wish(FACE, stars=stars, answers=2))
        assert puzzle.stars == stars == grade(puzzle, DEMO)
        assert puzzle.proof == prove(puzzle, DEMO, most=2)

    @pytest.mark.parametrize(
        "wish",
        [
            pytest.param(Wish("gems", cards=7), id="the other face"),
            pytest.param(Wish(FACE, answers=2), id="two answers"),
            pytest.param(Wish(FACE, answers=4), id="four answers"),
            pytest.param(Wish(FACE, answers=8), id="the most answers"),
            pytest.param(Wish(FACE, cards=4, wild_centres=True), id="wild centres"),
        ],
    )
    def test_the_printed_answer_is_right_and_the_outline_pleases(self, wish: Wish) -> None:
        puzzle = composed(wish)
        assert puzzle.answer is not None
        assert check_answer(puzzle, DEMO, puzzle.answer).right
        assert puzzle.rules == wish.rules
        assert puzzle.face == wish.face
        assert len(puzzle.cards) in wish.sizes
        assert puzzle.proof is not None
        assert puzzle.proof.answers == wish.answers
        assert pleasing(puzzle.outline).total >= 0.6

    @given(seed=st.integers(0, 999))
    @settings(max_examples=3)
    def test_a_seed_composes_the_same_puzzle_again(self, seed: int) -> None:
        assert composed(Wish(FACE, cards=6), seed) == composed(Wish(FACE, cards=6), seed)

    def test_on_a_given_outline(self) -> None:
        outline = outline_of_rows(("###.###", "#X###X#", "###X###", "..###.."))
        puzzle = compose_on(outline, DEMO, Wish(FACE, cards=3), seed=1)
        assert puzzle is not None
        assert puzzle.outline == outline
        assert puzzle.proof == prove(puzzle, DEMO, most=1)

    def test_none_is_found_where_all_cards_look_alike(self) -> None:
        outline = outline_of_rows(("###.###", "#X###X#", "###X###", "..###.."))
        assert compose_on(outline, PLAIN, Wish(FACE, cards=3), seed=1) is None


class TestProof:
    def test_more_answers_than_asked_about_are_no_proof(self) -> None:
        puzzle = composed(Wish(FACE, answers=2, cards=4))
        assert prove(puzzle, DEMO, most=1) is None
        assert prove(puzzle, DEMO, most=8) == puzzle.proof

    def test_it_is_of_the_outline_alone_where_no_centres_are_drawn(self) -> None:
        puzzle = composed(Wish(FACE, cards=3))
        alone = replace(puzzle, outline=puzzle.outline.without_centres)
        assert prove(alone, DEMO, most=50) is not None


class TestWish:
    @pytest.mark.parametrize(
        ("wanted", "message"),
        [
            pytest.param({"stars": 6}, "stars: expected 1 to 5; found 6", id="stars"),
            pytest.param({"answers": 0}, "answers: expected 1 to 8; found 0", id="answers"),
            pytest.param({"cards": 13}, "cards: expected 3 to 12; found 13", id="cards"),
            pytest.param({"stars": 4, "wild_centres": True}, "expected 5 of a puzzle", id="easy and wild"),
        ],
    )
    def test_what_there_cannot_be_is_refused(self, wanted: dict[str, int], message: str) -> None:
        with pytest.raises(PuzzleError, match=message):
            Wish(FACE, **wanted)  # type: ignore[arg-type] # - numbers stand for switches here

    def test_a_deck_with_too_few_cards(self) -> None:
        with pytest.raises(PuzzleError, match="at least 12 cards with gems; found 0"):
            compose(PLAIN, Wish("gems", stars=5), seed=1)
