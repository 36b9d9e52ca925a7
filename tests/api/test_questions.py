"""Which questions are asked, in which order, and what they settle."""

from collections.abc import Hashable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.question_text import question_text
from api.questions import Aspect, Question, questions, which_first
from api.ways import CERTAIN, Way
from games.camouflage import Cell
from games.camouflage.evidence import Doubt
from tests.api.doubles import photographed, ranked


def aspect(name: str, ways: Sequence[Way], outcomes: Sequence[Hashable]) -> Aspect:
    return Aspect(name, outcomes, [way.weight.p for way in ways])


def looks(ways: Sequence[Way]) -> Aspect:
    return aspect("stacking", ways, [way.seen for way in ways])


def test_nothing_is_asked_of_a_table_that_lies_in_one_way() -> None:
    ways = photographed(ranked("lion-1@0,0r0 owl-1@2,0r0")).ways
    assert questions(ways, [looks(ways)]) == ()


def test_which_of_two_cards_is_on_top() -> None:
    ways = photographed(ranked("lion-1@0,0r0 owl-1@2,0r0", 0.7), ranked("owl-1@2,0r0 lion-1@0,0r0", 0.3)).ways
    (question,) = questions(ways, [looks(ways)])
    assert (question.kind, question.cards, question.settles) == (
        "which-on-top",
        ("owl-1", "lion-1"),
        ("stacking",),
    )
    assert question.cell in [(1, -1), (1, 0), (1, 1)]
    assert question.p == pytest.approx(0.7)


def test_the_order_is_asked_where_the_upper_card_is_seen() -> None:
    top = "pig-1@1,-1r0"
    ways = photographed(
        ranked(f"lion-1@0,0r0 owl-1@2,0r0 {top}", 0.7), ranked(f"owl-1@2,0r0 lion-1@0,0r0 {top}", 0.3)
    ).ways
    (question,) = questions(ways, [looks(ways)])
    assert question.cell == (1, 1)


def test_which_of_two_cards_lies_there() -> None:
    ways = photographed(
        ranked("lion-1@0,0r0", 0.6), ranked("lion-2@0,0r0", 0.3), ranked("lion-3@0,0r0", 0.1)
    ).ways
    (question,) = questions(ways, [looks(ways)])
    assert (question.kind, question.cards, question.cell) == ("which-card", ("lion-1", "lion-2"), (0, 0))
    assert question.p == pytest.approx(0.6)


def test_whether_a_card_lies_there_at_all() -> None:
    ways = photographed(ranked("lion-1@0,0r0 owl-1@4,0r0", 0.6), ranked("lion-1@0,0r0", 0.4)).ways
    (question,) = questions(ways, [looks(ways)])
    assert (question.kind, question.cards, question.cell) == ("which-card", ("owl-1",), (4, 0))
    assert question.p == pytest.approx(0.6)


def test_a_card_that_was_not_read_may_be_there() -> None:
    ways = photographed(ranked("lion-1@0,0r0", 0.6), ranked("lion-1@0,0r0 owl-1@4,0r0", 0.4)).ways
    (question,) = questions(ways, [looks(ways)])
    assert (question.kind, question.cards) == ("which-card", ("owl-1",))
    assert question.p == pytest.approx(0.4)


def test_how_a_card_is_turned() -> None:
    ways = photographed(ranked("lion-1@0,0r0", 0.9), ranked("lion-1@0,0r2", 0.1)).ways
    (question,) = questions(ways, [looks(ways)])
    assert (question.kind, question.cards, question.cell) == ("which-turn", ("lion-1",), (0, 0))
    assert question.turns == (0, 2)


def test_two_cards_that_may_have_been_exchanged_take_one_question() -> None:
    ways = photographed(
        ranked("lion-1@0,0r0 lion-2@4,0r0", 0.6), ranked("lion-2@0,0r0 lion-1@4,0r0", 0.4)
    ).ways
    assert len(questions(ways, [looks(ways)])) == 1


def test_two_doubts_that_do_not_hang_together_take_two_questions() -> None:
    ways = photographed(
        ranked("lion-1@0,0r0 owl-1@4,0r0", 0.56),
        ranked("lion-2@0,0r0 owl-1@4,0r0", 0.14),
        ranked("lion-1@0,0r0 owl-1@4,0r1", 0.24),
        ranked("lion-2@0,0r0 owl-1@4,0r1", 0.06),
    ).ways
    asked = questions(ways, [looks(ways)])
    assert [question.kind for question in asked] == ["which-turn", "which-card"]


def test_orders_that_do_not_hang_together_take_one_question() -> None:
    boards = ["lion-1@0,0r0 owl-1@2,0r0", "fox-1@20,0r0 pig-1@22,0r0"]
    turned = ["owl-1@2,0r0 lion-1@0,0r0", "pig-1@22,0r0 fox-1@20,0r0"]
    ways = photographed(
        ranked(f"{boards[0]} {boards[1]}", 0.4),
        ranked(f"{turned[0]} {boards[1]}", 0.3),
        ranked(f"{boards[0]} {turned[1]}", 0.2),
        ranked(f"{turned[0]} {turned[1]}", 0.1),
    ).ways
    (question,) = questions(ways, [looks(ways)])
    assert question.piles == (("owl-1", "lion-1"), ("pig-1", "fox-1"))
    assert question.answers == (
        "owl-1 over lion-1 and pig-1 over fox-1",
        "lion-1 over owl-1 and fox-1 over pig-1",
    )
    assert question.p == pytest.approx(0.4)
    assert question_text(question) == (
        "in which order, from the top, do lion-1 and owl-1, and fox-1 and pig-1 lie? "
        "It seems owl-1 over lion-1 and pig-1 over fox-1 (40%)."
    )


@pytest.mark.parametrize(
    ("cell", "asked"),
    [
        pytest.param(Cell(1, 1), ["which-card"], id="the card that is named may explain it"),
        pytest.param(Cell(5, 1), ["which-card", "which-card"], id="it lies elsewhere"),
    ],
)
def test_what_the_answer_to_another_question_explains_is_not_asked_for_itself(
    cell: Cell, asked: list[str]
) -> None:
    ways = photographed(ranked("lion-1@0,0r0 owl-1@9,0r0", 0.3), ranked("lion-2@0,0r0 owl-1@9,0r0", 0.2)).ways
    doubt = Doubt("looks odd", 0.5, cell)
    found = questions(ways, [looks(ways)], [doubt])
    assert [question.kind for question in found] == asked
    assert ("lion-1", "lion-2") in [question.cards for question in found]


def test_what_changes_the_score_is_asked_first() -> None:
    ways = photographed(
        ranked("lion-1@0,0r0 owl-1@4,0r0", 0.5),
        ranked("lion-2@0,0r0 owl-1@4,0r0", 0.4),
        ranked("lion-1@0,0r0 owl-1@4,0r1", 0.1),
    ).ways
    turn_counts = aspect("score", ways, [0, 0, 1])
    asked = questions(ways, [turn_counts, looks(ways)])
    assert [(question.kind, question.settles) for question in asked] == [
        ("which-turn", ("score", "stacking")),
        ("which-card", ("stacking",)),
    ]


def test_nothing_is_asked_about_what_is_certain() -> None:
    ways = photographed(ranked("lion-1@0,0r0", 0.996), ranked("lion-2@0,0r0", 0.004)).ways
    assert questions(ways, [looks(ways)]) == ()


def test_an_order_that_no_photo_shows_is_asked_for_if_the_score_hangs_on_it() -> None:
    ways = photographed(ranked("lion-1@0,0r0 owl-1@2,0r0 fox-1@1,0r0")).ways
    assert questions(ways, [aspect("score", ways, [2, 2]), looks(ways)]) == ()
    (question,) = questions(ways, [aspect("score", ways, [2, 3]), looks(ways)])
    assert (question.kind, question.cards, question.settles) == (
        "which-on-top",
        ("owl-1", "lion-1"),
        ("score",),
    )
    assert question.p == pytest.approx(0.5)


def test_which_was_laid_first_is_settled_by_nobody_but_the_players() -> None:
    question = which_first(["lion-1", "lion-2", "lion-3"])
    assert (question.kind, question.cell, question.settles) == ("which-first", None, ("legality",))
    assert question.p == pytest.approx(1 / 3)


@given(st.lists(st.integers(1, 100), min_size=2, max_size=6), st.data())
def test_true_answers_settle_all_that_questions_can(shares: list[int], data: st.DataObject) -> None:
    """Whoever answers all questions is left with ways that none of the aspects tells apart."""
    texts = data.draw(
        st.lists(
            st.sampled_from([f"lion-{a}@0,0r{t} owl-{b}@9,0r0" for a in "12" for b in "12" for t in (0, 1)]),
            min_size=len(shares),
            max_size=len(shares),
            unique=True,
        )
    )
    boards = [ranked(text, share / sum(shares)) for text, share in zip(texts, shares, strict=True)]
    ways = photographed(*boards).ways
    asked = questions(ways, [looks(ways)])
    truth = data.draw(st.sampled_from(ways))
    left = [
        way.weight.p for way in ways if all(answered(each, way) == answered(each, truth) for each in asked)
    ]
    assert max(way.weight.p for way in ways) >= CERTAIN or sum(left) - max(left) <= 1 - CERTAIN


def answered(question: Question, way: Way) -> Hashable:
    """Return what someone would say who sees the table lie so."""
    x, y = question.cell or (0, 0)
    placement = way.by_site[x + 10 * y]
    if question.kind == "which-card":
        return placement.card
    return placement.turn if placement.card == question.cards[0] else None
