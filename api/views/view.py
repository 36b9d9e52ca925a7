"""What a game has to offer to be looked at, and how a board becomes lines of text."""

import io
from typing import Any, Final, Protocol

from rich.console import Console, RenderableType

WIDTH: Final = 80
"""How many columns a board takes at most."""


class View(Protocol):
    """How a game looks to the people who play it. Nothing in it is told by colour alone."""

    @property
    def game(self) -> str:
        """The name of the game."""

    def board(self, state: Any) -> RenderableType:  # noqa: ANN401 - each game has states of its own
        """Return all that lies on the table, in at most `WIDTH` columns."""


def lines_of(board: RenderableType) -> list[str]:
    """Return a board as lines of text without colours."""
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None, highlight=False)
    with console.capture() as capture:
        console.print(board)
    return [line.rstrip() for line in capture.get().splitlines()]
