"""What a game has to offer to be seen and played in a terminal, and how a board becomes lines of text."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from rich.console import Console, RenderableType

WIDTH: Final = 80
"""How many columns a board takes at most."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a person can choose.

    Attributes:
        key: what the person types for it.
        words: what it is.
        action: the action.
        listed: whether it is listed; else the board shows what to type.
    """

    key: str
    words: str
    action: Any
    listed: bool = True


class View(Protocol):
    """How a game looks to the people who play it. Nothing in it is told by colour alone.

    States and actions are those of the game.
    """

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def guide(self) -> str:
        """What the signs on the board mean, and what is typed."""

    def board(self, state: Any) -> RenderableType:  # noqa: ANN401 - each game has states of its own
        """Return all that lies on the table, in at most `WIDTH` columns."""

    def notes(self, state: Any) -> Iterable[str]:  # noqa: ANN401 - as above
        """Go through what is to be said of a state beside its board."""

    def actor(self, state: Any) -> str | None:  # noqa: ANN401 - as above
        """Return who has to choose, None where nobody has a choice."""

    def choices(self, state: Any) -> Sequence[Choice]:  # noqa: ANN401 - as above
        """Return what whoever has to choose can do, each with a key of its own."""

    def told(self, before: Any, action: Any, after: Any) -> Iterable[str]:  # noqa: ANN401 - as above
        """Go through what is to be said of an action."""

    def played(self, state: Any, *, seed: int) -> Any:  # noqa: ANN401 - as above
        """Return what the computer does; what is hidden from the player is not looked at."""


def lines_of(board: RenderableType) -> list[str]:
    """Return a board as lines of text without colours."""
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None, highlight=False)
    with console.capture() as capture:
        console.print(board)
    return [line.rstrip() for line in capture.get().splitlines()]
