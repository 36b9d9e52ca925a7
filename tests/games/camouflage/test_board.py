"""Cells, placements and boards, and when two boards are the same."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import (
    Board,
    Cell,
    DuplicateCardError,
    MalformedBoardError,
    Placement,
    UnknownCardError,
    alike,
    overlapping_pairs,
    parse_board,
    same_board,
    same_layout,
    visible_order,
)
from tests.strategies import boards, turns

few = boards(max_cards=3, reach=1, cards=["a", "b", "c"])
shifts = st.integers(-5, 5)


def test_a_card_lies_on_nine_cells_row_by_row() -> None:
    cells = Placement("lion-1", Cell(5, -2)).cells
    assert cells[:4] == ((4, -3), (5, -3), (6, -3), (4, -2))
    assert cells[4] == (5, -2)
    assert len(set(cells)) == 9


@pytest.mark.parametrize("turn", [-1, 4])
def test_a_card_lies_in_one_of_four_turns(turn: int) -> None:
    with pytest.raises(MalformedBoardError, match=f"quarter turns; lion-1 by {turn}"):
        Placement("lion-1", Cell(0, 0), turn)


def test_a_quarter_turn_of_the_table_is_clockwise() -> None:
    assert [Cell(1, 0).turned(quarters) for quarters in range(4)] == [(1, 0), (0, 1), (-1, 0), (0, -1)]
    assert Placement("lion-1", Cell(2, 1), 3).turned(1) == Placement("lion-1", Cell(-1, 2), 0)


def test_boards_are_laid_card_by_card_and_never_change() -> None:
    empty = Board()
    one = empty.lay(Placement("lion-1", Cell(0, 0)))
    two = one.lay(Placement("owl-1", Cell(2, 0), 1))
    assert [len(board) for board in (empty, one, two)] == [0, 1, 2]
    assert two.without("owl-1") == one
    assert two.placement("owl-1").turn == 1
    assert "owl-1" in two
    assert "owl-1" not in one


def test_a_card_is_not_laid_twice() -> None:
    with pytest.raises(DuplicateCardError, match="lion-1 is laid twice"):
        parse_board("lion-1@0,0r0").lay(Placement("lion-1", Cell(9, 9)))


def test_what_is_not_there_cannot_be_taken() -> None:
    with pytest.raises(UnknownCardError, match="no card 'owl-1' on the board"):
        Board().without("owl-1")


def test_stacks_tell_who_lies_on_a_cell_bottom_first() -> None:
    board = parse_board("lion-1@0,0r0 owl-1@2,0r0 fox-1@1,1r0")
    assert board.stack(Cell(1, 0)) == (0, 1, 2)
    assert board.stack(Cell(-1, -1)) == (0,)
    assert board.stack(Cell(9, 9)) == ()
    assert len(board.cells) == 18


@given(boards())
def test_stacks_hold_nine_cells_a_card(board: Board) -> None:
    assert sum(len(stack) for stack in board.stacks.values()) == 9 * len(board)
    assert all(list(stack) == sorted(set(stack)) for stack in board.stacks.values())


@given(boards(), st.integers(-9, 9), shifts, shifts)
def test_moved_and_turned_boards_are_the_same(board: Board, quarters: int, dx: int, dy: int) -> None:
    other = board.turned(quarters).moved(dx, dy)
    assert other.moved(-dx, -dy).turned(-quarters) == board
    assert same_board(board, other)
    assert board.canonical() == other.canonical()


@given(boards(), st.data())
def test_exchanging_cards_that_do_not_touch_leaves_a_board_the_same(
    board: Board, data: st.DataObject
) -> None:
    placements = list(board.placements)
    for lower in data.draw(st.lists(st.integers(0, max(0, len(placements) - 2)), max_size=9)):
        pair = placements[lower : lower + 2]
        if len(pair) == 2 and not pair[0].overlaps(pair[1]):
            placements[lower : lower + 2] = reversed(pair)
    assert same_board(board, Board(tuple(placements)))


def test_exchanging_cards_that_touch_makes_another_board_of_the_same_layout() -> None:
    one, other = parse_board("a@0,0r0 b@2,0r0"), parse_board("b@2,0r0 a@0,0r0")
    assert same_layout(one, other)
    assert not same_board(one, other)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param("a@0,0r0 b@2,1r0", id="place"),
        pytest.param("a@0,0r0 b@2,0r1", id="turn"),
        pytest.param("a@0,0r0 c@2,0r0", id="card"),
        pytest.param("a@0,0r0", id="fewer"),
        pytest.param("a@0,0r0 b@-2,0r0", id="mirrored"),
    ],
)
def test_layouts_differ(other: str) -> None:
    board = parse_board("a@0,0r0 b@2,0r0")
    assert not same_layout(board, parse_board(other))
    assert not same_board(board, parse_board(other))


def piles(board: Board) -> dict[Cell, list[Placement]]:
    return {cell: [board.placements[index] for index in stack] for cell, stack in board.stacks.items()}


def same_by_trying(a: Board, b: Board) -> bool:
    """Whether some turn and move takes every pile of one board to the other's."""
    if not (a.placements and b.placements):
        return len(a) == len(b)
    x, y = b.placement(a.placements[0].card).centre if a.placements[0].card in b else (0, 0)
    for quarters in range(4):
        turned = a.turned(quarters)
        from_x, from_y = turned.placements[0].centre
        if piles(turned.moved(x - from_x, y - from_y)) == piles(b):
            return True
    return False


@given(few, few)
def test_same_board_finds_what_trying_finds(a: Board, b: Board) -> None:
    assert same_board(a, b) == same_by_trying(a, b)
    assert (a.canonical() == b.canonical()) == same_by_trying(a, b)


@given(few, few, few)
def test_same_board_is_an_equivalence(a: Board, b: Board, c: Board) -> None:
    assert same_board(a, a)
    assert same_board(a, b) == same_board(b, a)
    assert not (same_board(a, b) and same_board(b, c)) or same_board(a, c)


@given(boards())
def test_the_canonical_board_is_the_same_board_and_stays(board: Board) -> None:
    assert same_board(board, board.canonical())
    assert board.canonical().canonical() == board.canonical()


def test_overlapping_pairs_name_the_lower_card_first() -> None:
    board = parse_board("a@0,0r0 b@2,2r0 c@5,0r0 d@3,0r0")
    assert overlapping_pairs(board) == {("a", "b"), ("b", "d"), ("c", "d")}


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        pytest.param("a@0,0r0 b@2,0r0", [], id="two cards"),
        pytest.param("a@0,0r0 b@2,2r0 c@1,1r0", [("a", "b")], id="third card hides the only shared cell"),
        pytest.param("a@0,0r0 b@2,0r0 c@1,2r0", [], id="order seen in another cell"),
        pytest.param("a@0,0r0 d@2,0r0 b@2,2r0 c@0,2r0", [], id="follows in a chain"),
    ],
)
def test_visible_order_of(text: str, hidden: list[tuple[str, str]]) -> None:
    board = parse_board(text)
    assert overlapping_pairs(board) - visible_order(board) == {*hidden}


@given(boards())
def test_visible_order_is_the_closure_of_what_lies_on_top(board: Board) -> None:
    card = [placement.card for placement in board]
    seen = {(card[lower], card[stack[-1]]) for stack in board.stacks.values() for lower in stack[:-1]}
    while more := {(a, d) for (a, b), (c, d) in product(seen, seen) if b == c} - seen:
        seen |= more
    assert visible_order(board) == seen & overlapping_pairs(board)


@given(boards(), turns)
def test_visible_order_does_not_depend_on_where_one_stands(board: Board, quarters: int) -> None:
    assert visible_order(board.turned(quarters)) == visible_order(board)


@given(boards())
def test_boards_that_look_alike_have_one_visible_order(board: Board) -> None:
    """Two cards whose order is hidden can be exchanged where nothing lies between them."""
    hidden = overlapping_pairs(board) - visible_order(board)
    for index, (low, high) in enumerate(zip(board.placements, board.placements[1:], strict=False)):
        if (low.card, high.card) in hidden:
            swapped = Board((*board.placements[:index], high, low, *board.placements[index + 2 :]))
            tops = [(b.placements[s[-1]], c) for b in (board, swapped) for c, s in b.stacks.items()]
            assert len(set(tops)) == len(board.cells)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        pytest.param("a@0,0r0 b@1,0r0", [list("ab")], id="nothing hidden"),
        pytest.param("a@0,0r0 b@2,0r0 c@1,0r0", [list("abc"), list("bac")], id="what two share is covered"),
        pytest.param("a@0,0r0 b@0,0r1 c@0,0r0", [list("abc"), list("bac")], id="one pair"),
        pytest.param(
            "a@0,0r0 b@0,0r1 c@0,0r0 d@9,0r0 e@9,0r0 f@9,0r0",
            [list("abcdef"), list("abcedf"), list("bacdef"), list("bacedf")],
            id="two pairs",
        ),
        pytest.param(
            "a@0,0r0 b@0,0r0 c@0,0r0 d@0,0r0",
            [list("abcd"), list("acbd"), list("cabd"), list("bacd"), list("bcad"), list("cbad")],
            id="three in any order without a circle",
        ),
    ],
)
def test_alike_boards_are_of_orders(text: str, orders: list[list[str]]) -> None:
    found = alike(parse_board(text))
    assert found[0] == parse_board(text)
    assert sorted([placement.card for placement in board] for board in found) == sorted(orders)


@given(boards(max_cards=5, reach=1))
def test_alike_finds_what_trying_finds(board: Board) -> None:
    tried = {Board(order).canonical() for order in permutations(board.placements)}
    wanted = {other for other in tried if visible_order(other) == visible_order(board)}
    found = alike(board, limit=1000)
    assert found[0] == board
    assert len(found) == len(wanted)
    assert {other.canonical() for other in found} == wanted


def test_alike_boards_are_as_many_as_asked_for() -> None:
    heap = Board(tuple(Placement(card, Cell(0, 0)) for card in "abcdefg"))
    assert len(alike(heap)) == 64
    assert len(alike(heap, limit=1000)) == 720
