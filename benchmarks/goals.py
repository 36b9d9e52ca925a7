"""How well tables are to be read, held against the figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from benchmarks.figures import Figure


@dataclass(frozen=True, slots=True)
class Goal:
    """What a share has to reach.

    Attributes:
        figure: the name of the figure.
        share: the share, 0 to 1.
        at_least: whether it is the least that is good enough; else it is the most.
    """

    figure: str
    share: float
    at_least: bool = True

    def met(self, figure: Figure | None) -> bool | None:
        """Tell whether a share reaches it, whatever its interval; None where nothing was counted."""
        if not isinstance(figure, tuple) or not figure[1]:
            return None
        count, of = figure
        # Rounded, so that 1 of 200 does not miss 0.5 % by the last bit.
        bound = round(self.share * of, 9)
        return count >= bound if self.at_least else count <= bound

    def __str__(self) -> str:
        return f"{'>=' if self.at_least else '<='} {100 * self.share:g} %"


def _by_size(figure: str, few: float, many: float) -> tuple[Goal, Goal]:
    return Goal(f"{figure}, up to 20 cards", few), Goal(f"{figure}, 21 to 39 cards", many)


GOALS: Final = (
    Goal("cards found", 0.999),
    *_by_size("layouts exact", 0.99, 0.97),
    Goal("visible pairs right", 0.999),
    *_by_size("visible stackings exact", 0.98, 0.95),
    *_by_size("scores exact or inside their range", 0.99, 0.97),
    Goal("illegal cards found", 0.98),
    Goal("legal cards accused", 0.001, at_least=False),
    Goal("wrong but certain: any", 0.005, at_least=False),
    *_by_size("scores certain without a question", 0.9, 0.75),
    *_by_size("open scores that 2 questions settle", 1.0, 1.0),
)


def compared(figures: Mapping[str, Figure]) -> dict[str, bool | None]:
    """Tell of each goal, by its figure, whether it is met."""
    return {goal.figure: goal.met(figures.get(goal.figure)) for goal in GOALS}
