"""The counting of the reading benchmark, on cases small enough to count by hand."""

from dataclasses import replace
from pathlib import Path

import pytest

from api import service
from api.answers import Confidence, ReadAnswer
from api.keeping import Kept
from api.questions import Question
from api.ways import Subject
from benchmarks.alignment import Renaming
from benchmarks.grading import BoardGrade, grade, points_of, unread
from benchmarks.truth import Truth
from games.camouflage import Rules, Table, parse_board
from games.camouflage.evidence import Evidence
from games.scoring import Span
from tests.api.doubles import Ranked, photographed, ranked
from tests.strategies import plain_deck

DECK = plain_deck(owl_1="tttttttt")
TRUE = "lion-1@0,0r0 fox-1@2,0r0 owl-1@4,0r1"
"""A row of three cards, the last of which clashes."""

SURE = Confidence(1.0, 1.0, 1.0)


def truth(text: str = TRUE, *illegal: str, rules: Rules = Rules()) -> Truth:  # noqa: B008 - frozen
    table = Table(DECK.name, "animals", parse_board(text), start=("lion-1",), rules=rules)
    return Truth(Path("x.jpg"), "board", table, {}, frozenset(illegal))


def answer(subject: Subject, confidence: Confidence = SURE) -> ReadAnswer:
    kept = Kept(("table.jpg",), subject.deck, subject.best.rules, Evidence("animals", (), ()), ())
    return ReadAnswer(subject, confidence, (), (), (), (), {}, kept)


def graded(*boards: Ranked, true: Truth | None = None, confidence: Confidence = SURE) -> BoardGrade:
    subject = photographed(*boards, deck=DECK)
    true = true or truth(TRUE, "owl-1")
    return grade(true, DECK, answer(subject, confidence), service.check(subject), Renaming())


RIGHT = BoardGrade(
    cards=3,
    missed=0,
    invented=0,
    right=3,
    layout=True,
    stacking=True,
    pairs=2,
    pairs_right=2,
    diversify=True,
    cover=True,
    inside=True,
    illegal=1,
    accused=1,
    confidence=SURE,
)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(TRUE, id="as it lies"),
        pytest.param("lion-1@5,7r0 fox-1@7,7r0 owl-1@9,7r1", id="moved"),
        pytest.param("lion-1@0,0r1 fox-1@0,2r1 owl-1@0,4r2", id="turned"),
    ],
)
def test_a_board_is_right_wherever_one_stands(text: str) -> None:
    assert graded(ranked(text)) == RIGHT
    assert RIGHT.wrong_but_certain == frozenset()


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        pytest.param(
            "lion-1@0,0r0 fox-1@2,0r0",
            {
                "missed": 1,
                "right": 2,
                "layout": False,
                "stacking": False,
                "pairs_right": 1,
                "accused": 0,
                "diversify": False,
                "cover": False,
                "inside": False,
            },
            id="a card is missing",
        ),
        pytest.param(
            f"{TRUE} pig-1@2,2r0",
            {
                "invented": 1,
                "layout": False,
                "stacking": False,
                "accused_falsely": 1,
                "diversify": False,
                "cover": False,
                "inside": False,
            },
            id="a card is invented",
        ),
        pytest.param(
            "lion-1@0,0r0 fox-2@2,0r0 owl-1@4,0r1",
            {
                "missed": 1,
                "invented": 1,
                "right": 2,
                "layout": False,
                "stacking": False,
                "pairs_right": 0,
                "diversify": False,
                "cover": False,
                "inside": False,
            },
            id="a card is taken for another",
        ),
        pytest.param(
            "lion-1@0,0r0 fox-1@2,0r0 owl-1@4,0r0",
            {"right": 2, "layout": False, "stacking": False},
            id="a turn that changes no points",
        ),
        pytest.param(
            "lion-1@5,0r1 fox-1@5,2r1 owl-1@6,4r2",
            {"right": 2, "layout": False, "stacking": False},
            id="a place that changes no points, on a table that is turned",
        ),
        pytest.param(
            "fox-1@2,0r0 lion-1@0,0r0 owl-1@4,0r1",
            {
                "stacking": False,
                "pairs_right": 1,
                "diversify": False,
                "cover": False,
                "inside": False,
            },
            id="two cards the other way round",
        ),
    ],
)
def test_mistakes_are_counted(text: str, changes: dict[str, int | bool]) -> None:
    assert graded(ranked(text)) == replace(RIGHT, **changes)  # type: ignore[arg-type] # - a row's own fields


def test_an_illegal_card_may_be_left_open() -> None:
    found = graded(ranked(TRUE, 0.6), ranked("lion-1@0,0r0 fox-1@2,0r0 owl-2@4,0r1", 0.4))
    assert (found.illegal, found.accused, found.left_open, found.accused_falsely) == (1, 0, 1, 0)


def test_a_legal_card_may_be_accused() -> None:
    found = graded(ranked(TRUE), true=truth(TRUE))
    assert (found.illegal, found.accused, found.accused_falsely) == (0, 0, 1)


class TestOpenScores:
    LIKELY = ranked("fox-1@2,0r0 lion-1@0,0r0 owl-1@4,0r1", 0.6)
    UNSURE = Confidence(0.6, 0.6, 0.6)

    def test_a_range_that_holds_the_score_is_right_and_the_question_is_counted(self) -> None:
        """Which of lion and fox is on top is open, and what was read is the wrong way round."""
        subject = photographed(self.LIKELY, ranked(TRUE, 0.4), deck=DECK)
        about = Question("which-on-top", ("lion-1", "fox-1"), (1, 0), 0.6, ("score",))
        read = replace(answer(subject, self.UNSURE), questions=(about,))
        found = grade(truth(), DECK, read, service.check(subject), Renaming())
        assert (found.score, found.inside, found.score_questions) == (False, True, 1)

    def test_a_table_is_graded_as_one_stands_and_calls_its_cards(self) -> None:
        """The lion was named pig-2 and lay turned once when it was photographed; the table is seen turned."""
        subject = photographed(
            ranked("fox-1@2,7r3 pig-2@2,9r2 owl-2@2,5r0", 0.6),
            ranked("fox-1@2,7r3 pig-2@2,9r2 owl-1@2,5r0", 0.4),
            deck=DECK,
        )
        about = Question("which-card", ("owl-2", "owl-1"), (2, 5), 0.6, ("score",))
        read = replace(answer(subject, self.UNSURE), questions=(about,))
        true = truth("fox-1@2,0r0 lion-1@0,0r0 owl-1@4,0r1")
        found = grade(true, DECK, read, service.check(subject), Renaming({"pig-2": ("lion-1", 1)}))
        assert (found.right, found.score) == (2, False)

    def test_a_score_without_a_question_stays_open(self) -> None:
        found = graded(self.LIKELY, ranked(TRUE, 0.4), true=truth(), confidence=self.UNSURE)
        assert (found.inside, found.score_questions) == (True, 0)


@pytest.mark.parametrize(
    ("text", "confidence", "wrong"),
    [
        pytest.param("fox-1@2,0r0 lion-1@0,0r0 owl-1@4,0r1", SURE, {"stacking", "score"}, id="all claimed"),
        pytest.param(
            "fox-1@2,0r0 lion-1@0,0r0 owl-1@4,0r1", Confidence(1, 0.9, 0.9), set(), id="nothing false claimed"
        ),
        pytest.param("lion-1@0,0r0", SURE, {"layout", "stacking", "score"}, id="all wrong"),
        pytest.param("lion-1@0,0r0", Confidence(0.5, 0.5, 1), {"score"}, id="score claimed"),
    ],
)
def test_false_claims_are_counted(text: str, confidence: Confidence, wrong: set[str]) -> None:
    assert graded(ranked(text), confidence=confidence).wrong_but_certain == wrong


class TestHiddenOrders:
    HIDDEN = "lion-1@0,0r0 pig-1@2,0r0 fox-1@1,0r0"
    OTHER = "pig-1@2,0r0 lion-1@0,0r0 fox-1@1,0r0"

    def test_a_range_is_right_whichever_way_the_cards_lie(self) -> None:
        """The fox covers what the others share, so nobody sees which of them lies on which."""
        for text in (self.HIDDEN, self.OTHER):
            found = graded(ranked(text), true=truth(self.HIDDEN))
            assert (found.layout, found.stacking, found.pairs, found.score) == (True, True, 2, True)

    def test_points_are_a_range(self) -> None:
        points = points_of(truth(self.HIDDEN), DECK)
        assert points["lion-1"].cover == points["pig-1"].cover == Span(0, 3)

    def test_a_score_that_only_chance_would_tell_is_no_question(self) -> None:
        unsure = Confidence(1.0, 1.0, 0.5)
        found = graded(ranked(self.HIDDEN), true=truth(self.HIDDEN), confidence=unsure)
        assert (found.inside, found.score_questions) == (True, 0)

    def test_claiming_one_of_the_ways_is_false(self) -> None:
        two = ranked("lion-1@0,0r0 pig-1@2,0r0")
        assert not graded(two, true=truth(self.HIDDEN)).score


def test_a_photo_that_was_not_read_misses_all() -> None:
    assert unread(truth(TRUE, "owl-1"), "blurred") == BoardGrade(
        3, 3, pairs=2, illegal=1, unreadable="blurred"
    )


def test_rules_of_the_table_decide_its_points() -> None:
    text = "lion-1@0,0r0 fox-1@2,2r0"
    assert points_of(truth(text), DECK)["fox-1"] == (0, 0)
    assert points_of(truth(text, rules=Rules(min_match=1)), DECK)["fox-1"] == (1, 1)
