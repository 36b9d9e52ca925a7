"""A clock that moves on by itself, for tests of time limits that a busy machine cannot upset."""

from types import SimpleNamespace

import pytest

from solver import limits


class Clock:
    """A clock that is a little later each time it is looked at.

    Attributes:
        looks: how often it was looked at.
    """

    def __init__(self, tick_s: float = 0.01) -> None:
        self.looks = 0
        self._tick_s = tick_s

    def monotonic(self) -> float:
        """Return the seconds that have gone by."""
        self.looks += 1
        return self.looks * self._tick_s


class Cancelling:
    """Cancels once it has been asked often enough.

    Attributes:
        asked: how often it was asked.
    """

    def __init__(self, after: int) -> None:
        self.asked = 0
        self._after = after

    def __call__(self) -> bool:
        """Tell whether to stop."""
        self.asked += 1
        return self.asked > self._after


def set_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Have all limits go by a clock of their own."""
    clock = Clock()
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock
