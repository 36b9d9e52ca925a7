"""When to stop: a time limit and a way to cancel, obeyed by all searches, and CP-SAT under both."""

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from ortools.sat.python import cp_model

from solver.status import Status, from_name

_WATCH_S: Final = 0.05
"""How often it is looked whether a run of CP-SAT is to be cancelled."""


class StoppedError(Exception):
    """A search was stopped before its end; it is caught inside `solver`."""


def never() -> bool:
    """Cancel nothing."""
    return False


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search has to stop.

    Attributes:
        deadline: on the clock `time.monotonic`, in seconds.
        cancelled: tells whether whoever asked has lost interest; it is called often and from any thread.
    """

    deadline: float
    cancelled: Callable[[], bool] = never

    @property
    def left_s(self) -> float:
        """The seconds that are left, 0 at the least."""
        return max(0.0, self.deadline - time.monotonic())

    @property
    def over(self) -> bool:
        """Whether to stop now."""
        return time.monotonic() >= self.deadline or self.cancelled()

    def check(self) -> None:
        """Go on only if there is time.

        Raises:
            StoppedError: there is none left.
        """
        if self.over:
            raise StoppedError

    def also(self, cancelled: Callable[[], bool]) -> "Limit":
        """Return a limit that is cancelled in one more way."""
        return Limit(self.deadline, lambda: self.cancelled() or cancelled())

    def at_most(self, seconds: float) -> "Limit":
        """Return the same limit, or one that ends earlier: so many seconds from now."""
        return Limit(min(self.deadline, time.monotonic() + seconds), self.cancelled)


def limit_in(time_limit_s: float, cancelled: Callable[[], bool] = never) -> Limit:
    """Return a limit that ends so many seconds from now."""
    return Limit(time.monotonic() + time_limit_s, cancelled)


def limit_after(steps: int) -> Limit:
    """Return a limit that ends after it was looked at so often, which is the same on every machine."""
    left = iter(range(steps))
    return Limit(math.inf, lambda: next(left, None) is None)


def run(
    model: cp_model.CpModel,
    solver: cp_model.CpSolver,
    limit: Limit,
    callback: cp_model.CpSolverSolutionCallback | None = None,
) -> Status:
    """Run CP-SAT within a limit.

    Args:
        model: the model.
        solver: with its parameters set, but for the time.
        limit: when to stop.
        callback: is told each solution.

    Raises:
        UnknownStatusError: as in `from_name`.
    """
    if limit.over:
        return Status.UNKNOWN
    solver.parameters.max_time_in_seconds = limit.left_s
    with _watched(solver, limit):
        return from_name(solver.status_name(solver.solve(model, callback)))


@contextmanager
def _watched(solver: cp_model.CpSolver, limit: Limit) -> Iterator[None]:
    """Stop a solver from another thread once it is cancelled; a call before it has begun is made again."""
    if limit.cancelled is never:
        yield
        return
    done = threading.Event()

    def watch() -> None:
        while not done.wait(_WATCH_S):
            if limit.cancelled():
                solver.stop_search()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
