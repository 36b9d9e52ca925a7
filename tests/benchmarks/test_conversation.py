"""Conversations in which the truth answers, and what is counted of them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from api import service
from api.keeping import Kept
from api.questions import Question
from api.splitting import Kind
from benchmarks.conversation import GOALS, figures
from benchmarks.oracle import Talk, answer_to, talk_on
from benchmarks.truth import Truth
from games.camouflage import Board, Cell, Deck, Rules, Table, parse_board
from games.camouflage.evidence import Doubt, Evidence
from tests.solver.sightings import SURE, evidence, sighting, site
from tests.strategies import DECK, PLAIN, boards

LIES = parse_board("owl-1@0,0r0 fox-1@2,0r1 pig-1@4,0r2")
presences = st.sampled_from([SURE, SURE, 2.0])
SQUARE = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))


def talk(seen: Evidence, lies: Board = LIES, deck: Deck = PLAIN) -> Talk:
    """Talk about a table of which something was seen."""
    kept = Kept(("a.jpg",), deck, Rules(), seen, (SQUARE,) * len(seen.sites))
    truth = Truth(Path("pack/a.jpg"), "board", Table(deck.name, "animals", lies), {}, frozenset())
    return talk_on(truth, deck, service.read_on(kept))


def row(*cards: tuple[str, int]) -> Evidence:
    """Return cards in a row, of which nothing tells the order."""
    return evidence([site(Cell(2 * x, 0), (card, turn, 0.0)) for x, (card, turn) in enumerate(cards)], {})


def test_nothing_is_asked_of_a_table_that_is_seen_well() -> None:
    found = talk(sighting("owl-1@0,0r0 fox-1@2,0r1 pig-1@4,0r2"))
    assert (found.certain_before, found.settled, found.answers, found.wrong) == (True, 0, (), ())


def test_orders_are_answered_until_none_is_open() -> None:
    found = talk(row(("owl-1", 0), ("fox-1", 1), ("pig-1", 2)))
    assert found.answers == ("pig-1 over fox-1 over owl-1",)
    assert (found.kinds, found.settled, found.wrong) == (("which-on-top, of 3",), 1, ())


def test_orders_of_piles_that_lie_apart_are_answered_at_once() -> None:
    apart = [
        site(Cell(x, 0), (card, turn, 0.0))
        for card, turn, x in (("owl-1", 0, 0), ("fox-1", 1, 2), ("pig-1", 2, 20), ("cow-1", 0, 22))
    ]
    truth = parse_board("owl-1@0,0r0 fox-1@2,0r1 cow-1@22,0r0 pig-1@20,0r2")
    found = talk(evidence(apart, {}), truth)
    assert found.answers == ("fox-1 over owl-1 and pig-1 over cow-1",)
    assert (found.settled, found.wrong) == (1, ())


def test_what_was_overlooked_is_named_with_its_turn_and_what_it_lies_on() -> None:
    seen = replace(sighting("owl-1@0,0r0 fox-1@2,0r1"), doubts=(Doubt("looks odd", 0.5, Cell(4, 0)),))
    found = talk(seen)
    assert found.answers[0] == "pig-1 lies at 4,0 turned 180 and pig-1 over fox-1 and no other card"
    assert (found.missed, found.settled, found.wrong) == (1, len(found.answers), ())


def test_what_is_claimed_certain_and_false_is_found_out() -> None:
    found = talk(sighting("fox-1@2,0r1 owl-1@0,0r0 pig-1@4,0r2"))
    assert found.wrong == ("stacking, certain", "score, certain", "board")


@settings(max_examples=40, deadline=None)
@given(
    board=boards(min_cards=2, max_cards=4, reach=1),
    others=st.lists(st.integers(1, 6), min_size=4),
    data=st.data(),
)
def test_whatever_is_open_true_answers_leave_nothing_wrong(
    board: Board, others: list[int], data: st.DataObject
) -> None:
    """A photo that tells of each place two cards at most, and of no order."""
    assume(len({each.centre for each in board}) == len(board))
    sites = [
        site(Cell(*each.centre), (each.card, each.turn, 0.0), *rival, presence=data.draw(presences))
        for each, other in zip(board, others, strict=False)
        for rival in [[(f"bear-{other}", 0, -0.5)] if not each.card.startswith("bear") else []]
    ]
    found = talk(evidence(sites, {}), board, DECK)
    assert (found.wrong, found.refused) == ((), 0)
    assert found.settled is not None


@pytest.mark.parametrize(
    ("kind", "cards", "cell", "said"),
    [
        pytest.param("which-card", ("cow-1", "cow-2"), (2, 0), "fox-1 lies at 2,0 turned 90", id="another"),
        pytest.param("which-card", ("cow-1",), (9, 9), "no card at 9,9", id="none"),
        pytest.param("which-turn", ("fox-1",), (2, 0), "fox-1 lies at 2,0 turned 90", id="turn"),
        pytest.param("which-on-top", ("owl-1", "cow-1"), (1, 0), "no card at 1,1", id="not there"),
        pytest.param(
            "which-on-top",
            ("owl-1", "cow-2"),
            (1, 0),
            "fox-1 lies at 2,0 turned 90 and fox-1 over owl-1",
            id="misread, in which order",
        ),
    ],
)
def test_answers_are_true(kind: Kind, cards: Sequence[str], cell: tuple[int, int], said: str) -> None:
    read = parse_board("owl-1@0,0r0 cow-1@1,1r0 cow-2@2,0r0")
    question = Question(kind, tuple(cards), cell, 0.5, ())
    assert said in answer_to(question, LIES, read)


def test_figures_count_what_goals_are_about() -> None:
    found = [
        Talk("a", 3, certain_before=True, settled=0),
        Talk("b", 3, settled=3, kinds=("which-card",) * 3, answers=("",) * 3),
        Talk("c", 3, settled=1, kinds=("which-turn",), answers=("",), wrong=("board",)),
        Talk("d", 3, unreadable="dark"),
    ]
    counted = figures(found)
    assert counted["photos wrong after true answers"] == (1, 3)
    assert counted["scores settled by at most 2 answers"] == (2, 3)
    assert counted["scores settled by 2 answers"] == (0, 3)
    assert counted["questions answered: which-card"] == 3
    assert all(goal.met(counted[goal.figure]) is False for goal in GOALS)
