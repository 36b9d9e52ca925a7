"""A game at the terminal: when one is played there, and the terminal as its screen."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from api.game_door import Asked
    from api.session import Screen
    from api.views.view import View
    from games.game import AnyGame

_SEEDS: Final = 1_000_000
"""Of how many seeds one is drawn where none is given: few enough to be typed again."""


def at_a_terminal() -> bool:
    """Tell whether somebody sits at a terminal who sees the output and can answer."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def view_for(game: "AnyGame", asked: "Asked") -> "View | None":
    """Return how a game looks that can be played in a terminal: one that is new, or kept with its actions."""
    from api.game_door import is_playthrough
    from api.views.registry import view_of

    return view_of(game.name) if asked.text is None or is_playthrough(asked.text) else None


def sit_down(game: "AnyGame", view: "View", asked: "Asked", file: Path | None, *, own: str | None) -> None:
    """Play a game in the terminal.

    Args:
        game: the game.
        view: how it looks.
        asked: what was asked; the game that it holds is taken up, else a new one begins.
        file: where the game is kept.
        own: who sits there; else the first player.

    Raises:
        GamesError: the game, the players or an option do not fit.
        WrongUseError: the game is one at a real table, nobody of that name plays, or the file is not for it.
    """
    import secrets

    from api.game_door import opened
    from api.session import Session, begun, new_file

    played = None if asked.text is None else opened(game, asked).played
    if played is None:
        file = file and new_file(file)
        seed = secrets.randbelow(_SEEDS) if asked.seed is None else asked.seed
        played = begun(game, asked.players, seed=seed, options=asked.options)
    Session(game, view, played, own or played.players[0], terminal_screen(), file).run()


def terminal_screen() -> "Screen":
    """Return the terminal as a screen."""
    from rich.console import Console, RenderableType
    from rich.text import Text

    from api.views.view import WIDTH

    console = Console(highlight=False)
    console.width = min(console.width, WIDTH)

    class Terminal:
        """Shows on standard output and asks on standard input; see `api.session.Screen`."""

        def show(self, *parts: RenderableType) -> None:
            for part in parts:
                console.print(part)

        def ask(self, prompt: str) -> str | None:
            try:
                return console.input(Text(prompt, style="bold"))
            except (EOFError, KeyboardInterrupt):
                console.print()
                return None

    return Terminal()
