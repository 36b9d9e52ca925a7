"""How well decks are to be enrolled and tables to be read, held against the figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from benchmarks.figures import Figure


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure has to reach.

    Attributes:
        figure: its name.
        bound: the number, or the share, 0 to 1.
        at_least: whether it is the least that is good enough; else it is the most.
        is_share: whether the figure is a share.
    """

    figure: str
    bound: float
    at_least: bool = True
    is_share: bool = True

    def met(self, figure: Figure | None) -> bool | None:
        """Tell whether a figure reaches it, whatever its interval; None where nothing was counted."""
        count, of = figure if isinstance(figure, tuple) else (figure, 1)
        if count is None or not of:
            return None
        # Rounded, so that 1 of 200 does not miss 0.5 % by the last bit.
        bound = round(self.bound * of, 9)
        return count >= bound if self.at_least else count <= bound

    def __str__(self) -> str:
        bound = f"{100 * self.bound:g} %" if self.is_share else f"{self.bound:g}"
        return f"{'>=' if self.at_least else '<='} {bound}"


def _by_size(figure: str, few: float, many: float) -> tuple[Goal, Goal]:
    return Goal(f"{figure}, up to 20 cards", few), Goal(f"{figure}, 21 to 39 cards", many)


def _number(figure: str, most: float) -> Goal:
    return Goal(figure, most, at_least=False, is_share=False)


MET: Final = "A goal is met, or not, by the figure as counted."

ENROLLING: Final = (Goal("decks enrolled without a fault", 0.9),)
"""What enrolling has to reach."""

GOALS: Final = (
    *ENROLLING,
    Goal("cards right", 0.999),
    *_by_size("layouts exact", 0.99, 0.97),
    Goal("visible pairs right", 0.999),
    *_by_size("visible stackings exact", 0.98, 0.95),
    *_by_size("scores exact, or the range of a hidden order", 0.99, 0.97),
    Goal("illegal cards found", 0.98),
    Goal("legal cards accused", 0.001, at_least=False),
    Goal("wrong but certain: any", 0.005, at_least=False),
    *_by_size("scores certain without a question", 0.9, 0.75),
    _number("CPU in cv2.imreads, 12 megapixels, 15 to 25 cards, median", 4),
    _number("CPU of 30 to 39 cards / of 15 to 25, other sizes", 2),
    _number("MB of memory, peak", 500),
)
"""What enrolling and reading have to reach."""


def compared(figures: Mapping[str, Figure]) -> dict[str, bool | None]:
    """Tell of each goal, by its figure, whether it is met."""
    return {goal.figure: goal.met(figures.get(goal.figure)) for goal in GOALS}
