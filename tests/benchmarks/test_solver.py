"""The benchmark of the solver: its puzzles, its peers, its tables and plots."""

import json
from xml.etree import ElementTree as ET

import pytest

from benchmarks import solver
from benchmarks.solver_growth import growth_svg
from benchmarks.solver_parts import PARTS, by_cp_sat, everything
from benchmarks.solver_peers import depth_first, peers, task_of
from benchmarks.solver_puzzles import FACE, cut_puzzles, laid_board, random_deck
from games.camouflage import Table, judge, verdict
from puzzles import check_answer, shown
from solver.layout import layout


@pytest.mark.parametrize("count", [1, 7, 20])
def test_boards_are_laid_by_the_rules(count: int) -> None:
    deck = random_deck(3)
    board = laid_board(5, deck, count)
    assert len(board) == count
    assert verdict(judge(Table(deck.name, FACE, board), deck)) is True
    assert laid_board(5, random_deck(3), count) == board


@pytest.mark.parametrize("name", [*peers()])
@pytest.mark.parametrize("every", [False, True], ids=["one", "all"])
def test_peers_find_what_we_find(name: str, *, every: bool) -> None:
    for puzzle, deck in cut_puzzles(3, 5, seed=1):
        task = task_of(puzzle, deck, every=every, time_limit_s=20)
        theirs = [task.board(answer) for answer in peers()[name](task)]
        ours = layout(puzzle, deck, most=None).boards
        assert all(check_answer(puzzle, deck, board).right for board in theirs)
        found = {shown(board, puzzle, deck) for board in theirs}
        known = {shown(board, puzzle, deck) for board in ours}
        assert found == known if every else found <= known


def test_trying_everything_and_cp_sat_find_what_we_find() -> None:
    for puzzle, deck in cut_puzzles(3, 3, seed=1):
        ours = {shown(board, puzzle, deck) for board in layout(puzzle, deck, most=None).boards}
        assert everything(puzzle, deck) == by_cp_sat(puzzle, deck) == ours


def test_solvers_are_timed_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "peers", lambda: {"depth first": depth_first})
    table = solver.side_by_side([2, 4], 3, seed=1, every=True, time_limit_s=20)
    assert {name: [*columns] for name, columns in table.items()} == {
        solver.OURS: [2, 4],
        "depth first": [2, 4],
    }
    assert all(len(column.ms) == 3 for columns in table.values() for column in columns.values())
    assert "4 cards" in solver.shown("title", table, [2, 4])


def test_a_report(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(solver, "PARTS", {"never": lambda seed: {"seed": seed}})
    monkeypatch.setattr(solver, "peers", dict)
    solver.main(["--puzzles", "1", "--sizes", "2", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert report["one answer"][solver.OURS]["2"]["cut"] == 0
    assert report["never"] == {"seed": 1001}


def test_parts_are_named() -> None:
    assert "giant" in PARTS


def test_a_plot_is_well_formed() -> None:
    drawn = growth_svg("title", {"one": {5: 0.5, 42: 900.0}, "other": {5: 2.0}})
    assert len([*ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}polyline")]) == 2  # noqa: S314 - our own
