"""How fast puzzles are solved, side by side with peers: `python -m benchmarks.solver`.

Every answer is checked by the rules of the games, and all solvers have to agree. Times are wall time, model
building included and imports left out; a run that is cut off counts with its limit.
"""

import argparse
import json
import os
import platform
import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.solver_growth import growth_svg
from benchmarks.solver_parts import PARTS, Figures
from benchmarks.solver_peers import Answers, Task, TimeUpError, peers, task_of
from benchmarks.solver_puzzles import cut_puzzles
from games.camouflage import Board, Deck
from puzzles import Puzzle, check_answer
from solver.layout import layout

Solve = Callable[..., tuple[Board, ...]]
"""Solves a puzzle with a deck; `every` asks for all answers, `time_limit_s` raises `TimeUpError`."""

OURS: Final = "Camtable"
SIZES: Final = (5, 8, 12, 20, 30)


@dataclass(slots=True)
class Column:
    """What a solver did on the puzzles of one size.

    Attributes:
        ms: the time of each puzzle.
        cut: how many ran into the limit.
    """

    ms: list[float] = field(default_factory=list)
    cut: int = 0


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `TimeUpError` after so many seconds."""

    def ring(*_: object) -> None:
        raise TimeUpError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ours(puzzle: Puzzle, deck: Deck, *, every: bool, time_limit_s: float) -> tuple[Board, ...]:
    """Solve a puzzle.

    Raises:
        TimeUpError: the limit came first.
    """
    found = layout(puzzle, deck, most=None if every else 1, time_limit_s=time_limit_s)
    if not (found.complete if every else found.boards or found.complete):
        raise TimeUpError
    return found.boards


def asking(peer: Callable[[Task], Answers]) -> Solve:
    """Return a peer as a solver of puzzles."""

    def solve(puzzle: Puzzle, deck: Deck, *, every: bool, time_limit_s: float) -> tuple[Board, ...]:
        with alarm(time_limit_s):
            task = task_of(puzzle, deck, every=every, time_limit_s=time_limit_s)
            return tuple(task.board(answer) for answer in {*peer(task)})

    return solve


def side_by_side(
    sizes: Sequence[int], count: int, *, seed: int, every: bool, time_limit_s: float
) -> dict[str, dict[int, Column]]:
    """Time all solvers on the same puzzles.

    Args:
        sizes: the numbers of cards.
        count: how many puzzles of each size.
        seed: of the first puzzle.
        every: whether all answers are wanted, with proof.
        time_limit_s: for each solver and puzzle; one cut off on a whole size gets no larger ones.
    """
    solvers: dict[str, Solve] = {OURS: ours} | {name: asking(peer) for name, peer in peers().items()}
    table: dict[str, dict[int, Column]] = {name: {} for name in solvers}
    for size in sizes:
        puzzles = [*cut_puzzles(count, size, seed=seed)]
        counts: list[dict[str, int]] = [{} for _ in puzzles]
        for name, solve in solvers.items():
            if any(column.cut == count for column in table[name].values()):
                continue
            table[name][size] = column = Column()
            for number, (puzzle, deck) in enumerate(puzzles):
                began = time.perf_counter()
                try:
                    boards = solve(puzzle, deck, every=every, time_limit_s=time_limit_s)
                    column.ms.append(1000 * (time.perf_counter() - began))
                    counts[number][name] = _right(boards, puzzle, deck)
                except TimeUpError:
                    column.ms.append(1000 * time_limit_s)
                    column.cut += 1
            _progress(f"{size} cards, {'all answers' if every else 'one answer'}: {name}")
        differing = [each for each in counts if len({*each.values()}) > 1]
        assert not differing, f"solvers disagree: {differing}"  # noqa: S101 - what is measured has to be right
    return table


def _right(boards: Sequence[Board], puzzle: Puzzle, deck: Deck) -> int:
    """Return how many boards there are; all have to be right."""
    wrong = [board for board in boards if not check_answer(puzzle, deck, board).right]
    assert not wrong, f"{len(wrong)} answers are wrong"  # noqa: S101 - what is measured has to be right
    return len(boards)


def shown(title: str, table: dict[str, dict[int, Column]], sizes: Sequence[int]) -> str:
    """Return a table of median (and total) milliseconds as text; a number of runs that were cut follows."""
    lines = [title, f"{'':<20}" + "".join(f"{f'{size} cards':>26}" for size in sizes)]
    for name, columns in table.items():
        cells = []
        for size in sizes:
            column = columns.get(size)
            cut = f", {column.cut} cut" if column and column.cut else ""
            cells.append(f"{statistics.median(column.ms):.1f} ({sum(column.ms):.0f}{cut})" if column else "-")
        lines.append(f"{name:<20}" + "".join(f"{cell:>26}" for cell in cells))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How fast puzzles are solved, side by side with peers.")
    parser.add_argument("--puzzles", type=int, default=20, help="how many of each size")
    parser.add_argument("--sizes", type=int, nargs="*", default=[*SIZES], help="numbers of cards")
    parser.add_argument("--time-limit", type=float, default=5.0, help="seconds for a solver and puzzle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parts", nargs="*", default=["peers", *PARTS], help="what to measure")
    parser.add_argument("--plots", type=Path, help="a folder for pictures of the growth")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    asked = parser.parse_args(arguments)
    report: dict[str, Any] = {"machine": machine()}
    texts = [f"{name}: {value}" for name, value in report["machine"].items()]
    if "peers" in asked.parts:
        for every, title in ((False, "one answer"), (True, "all answers, with proof")):
            table = side_by_side(
                asked.sizes, asked.puzzles, seed=asked.seed, every=every, time_limit_s=asked.time_limit
            )
            report[title] = _plain(table)
            texts.append(shown(f"\n{title}: median ms (sum)", table, asked.sizes))
            if asked.plots:
                path = asked.plots / f"solver-{'all' if every else 'one'}.svg"
                path.write_text(growth_svg(f"{title}: median milliseconds", _medians(table)), "utf-8")
    for name, part in PARTS.items():
        if name in asked.parts:
            figures = part(asked.seed + 1000)  # other puzzles than those that peers are timed on
            report[name] = figures
            texts.append("\n" + "\n".join((name, *(f"  {key}: {value}" for key, value in figures.items()))))
    print(json.dumps(report) if asked.json else "\n".join(texts))


def machine() -> Figures:
    """Return what a reader has to know of the machine."""
    return {
        "python": platform.python_version(),
        "processors": os.cpu_count() or 1,
        "load": round(os.getloadavg()[0], 1),
    }


def _medians(table: dict[str, dict[int, Column]]) -> dict[str, dict[int, float]]:
    return {
        name: {size: statistics.median(column.ms) for size, column in columns.items()}
        for name, columns in table.items()
    }


def _plain(table: dict[str, dict[int, Column]]) -> Any:  # noqa: ANN401 - JSON
    return {
        name: {
            str(size): {
                "median_ms": round(statistics.median(column.ms), 2),
                "p95_ms": round(sorted(column.ms)[int(0.95 * (len(column.ms) - 1))], 2),
                "total_ms": round(sum(column.ms), 1),
                "cut": column.cut,
            }
            for size, column in columns.items()
        }
        for name, columns in table.items()
    }


def _progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
