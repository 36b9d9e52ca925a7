"""The shipped puzzle cards: all are proven again, and together they are what a collection should be."""

from collections import Counter

import pytest

from api.files import named_deck
from benchmarks.collection import DATA, filled, path_of
from games.camouflage import Cell
from puzzles import Puzzle, check_answer
from puzzles.catalogue import catalogue, numbered
from puzzles.errors import PuzzleError
from puzzles.outline import outline_of_centres
from solver.grading import grade, prove
from solver.pleasing import pleasing

DEMO = named_deck("demo").deck
CARDS = catalogue()

every_card = pytest.mark.parametrize("puzzle", CARDS, ids=lambda puzzle: f"{puzzle.number} {puzzle.name}")


@every_card
def test_answers_and_technique_are_proven_again(puzzle: Puzzle) -> None:
    assert puzzle.proof is not None
    assert prove(puzzle, DEMO, most=puzzle.proof.answers) == puzzle.proof
    assert grade(puzzle, DEMO) == puzzle.stars


@every_card
def test_the_printed_answer_is_right_and_the_outline_pleases(puzzle: Puzzle) -> None:
    assert puzzle.answer is not None
    checked = check_answer(puzzle, DEMO, puzzle.answer)
    assert checked.right
    assert checked.board == puzzle.answer
    assert pleasing(puzzle.outline).total >= 0.6


class TestTogether:
    def test_there_are_49_in_the_order_of_their_difficulty(self) -> None:
        assert [puzzle.number for puzzle in CARDS] == [*range(1, 50)]
        ranks = [(puzzle.stars or 0, len(puzzle.cards)) for puzzle in CARDS]
        assert ranks == sorted(ranks)

    def test_there_are_at_least_seven_of_each_number_of_stars(self) -> None:
        counts = Counter(puzzle.stars for puzzle in CARDS)
        assert {*counts} == {1, 2, 3, 4, 5}
        assert min(counts.values()) >= 7

    def test_they_have_3_to_12_cards_and_either_face(self) -> None:
        sizes = [len(puzzle.cards) for puzzle in CARDS]
        assert (min(sizes), max(sizes)) == (3, 12)
        assert min(Counter(puzzle.face for puzzle in CARDS).values()) >= 20

    def test_some_have_wild_centres_and_some_several_answers(self) -> None:
        assert sum(puzzle.rules.wild_centres for puzzle in CARDS) >= 3
        assert sum(puzzle.proof is not None and puzzle.proof.answers > 1 for puzzle in CARDS) >= 3

    def test_no_two_have_the_same_name_or_the_same_outline_however_it_is_turned_or_mirrored(self) -> None:
        assert len({puzzle.name for puzzle in CARDS}) == len(CARDS)
        assert len({_shape(puzzle) for puzzle in CARDS}) == len(CARDS)


@pytest.mark.parametrize("number", [1, 18, 28, 38, 44])
def test_the_command_that_fills_them_makes_the_same_cards_again(number: int) -> None:
    """Where the deck has changed, it has to be run again: python -m benchmarks.collection."""
    puzzle = numbered(number)
    assert filled(puzzle, DEMO, seed=1) == puzzle
    assert path_of(puzzle).parent == DATA
    assert path_of(puzzle).is_file()


@pytest.mark.parametrize("number", [0, 50])
def test_a_number_that_no_card_has(number: int) -> None:
    with pytest.raises(PuzzleError, match=f"number of a shipped puzzle, 1 to 49; found {number}"):
        numbered(number)


def _shape(puzzle: Puzzle) -> tuple[str, ...]:
    """An outline's rows, the least of those of all its turns and mirror images."""
    rows = []
    centres = puzzle.outline.centres
    for mirrored in (centres, frozenset(Cell(-x, y) for x, y in centres)):
        turned = mirrored
        for _ in range(4):
            turned = frozenset(Cell(-y, x) for x, y in turned)
            rows.append(outline_of_centres(turned).rows)
    return min(rows)
