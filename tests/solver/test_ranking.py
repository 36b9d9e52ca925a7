"""Counting illegal cards on boards that differ little, against judging each board whole."""

from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import Board, Rules, Table, judge
from solver.ranking import _Layer
from tests.solver.sightings import evidence, site
from tests.strategies import DECK, boards, rules


@given(board=boards(min_cards=1, max_cards=6), rules=rules, data=st.data())
def test_illegal_cards_are_counted_as_whole_boards_are_judged(
    board: Board, rules: Rules, data: st.DataObject
) -> None:
    seen = evidence([site(each.centre, (each.card, each.turn, 0.0)) for each in board], {})
    layer = _Layer(seen, DECK, rules)
    for _ in range(3):
        order = data.draw(st.permutations(range(len(board))))
        laid = Board(tuple(board.placements[number] for number in order))
        assert layer.board(order) == laid
        judgements = judge(Table(DECK.name, "animals", laid, rules=rules), DECK)
        assert layer.illegal(order) == sum(bool(each.violations) for each in judgements)
