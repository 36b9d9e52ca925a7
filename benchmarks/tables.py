"""Figures as texts, a column for each pack."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from benchmarks.figures import Figure, shown
from benchmarks.goals import Goal

_WIDTH: Final = 32
"""The characters of a column: a share of thousands with its interval, and whether it is good enough."""

_MET: Final = {True: "met", False: "not", None: "  -"}

Report = dict[str, Mapping[str, Figure]]
"""Pack -> name of a figure -> figure."""


def table(report: Report) -> str:
    """Return all figures."""
    # The last column is of all packs: it has every row, in order.
    rows = dict.fromkeys(row for column in reversed(report.values()) for row in column)
    return _aligned(report, ((row, [shown(column.get(row)) for column in report.values()]) for row in rows))


def goals_table(report: Report, goals: Sequence[Goal]) -> str:
    """Return the figures for which there are goals, and whether these are met."""
    width = max(len(goal.figure) for goal in goals) + 2
    rows = (
        (f"{goal.figure:<{width}}{goal}", [_held(goal, column) for column in report.values()])
        for goal in goals
    )
    return _aligned(report, rows)


def _aligned(names: Iterable[str], rows: Iterable[tuple[str, Sequence[str]]]) -> str:
    lines = [("", [*names]), *rows]
    width = max(len(row) for row, _ in lines)
    return "\n".join(
        f"{row:<{width}}" + "".join(f"{each:>{_WIDTH}}" for each in cells) for row, cells in lines
    )


def _held(goal: Goal, column: Mapping[str, Figure]) -> str:
    figure = column.get(goal.figure)
    return f"{shown(figure)} {_MET[goal.met(figure)]}"
