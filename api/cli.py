"""The command line: its commands, and how it starts.

Exit codes: 0 done, 1 a negative answer, 2 wrong use or a file that does not fit, 3 a photo that cannot be
read, 4 undecided.
"""

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import typer

from api.commands import albums
from api.commands.answering import answering, complain
from api.commands.boards import check, places, score
from api.commands.composing import compose, puzzles
from api.commands.games import game
from api.commands.photos import enrol, read
from api.commands.plays import best, left, playable
from api.commands.printing import printing
from api.commands.puzzles import hint, solve, verify
from api.errors import WrongUseError

UNEXPECTED: Final = 70
"""The exit code of a mistake in the program; no answer has it."""

app = typer.Typer(
    name="camtable",
    help="Photograph the table of the card game Camouflage, get the score.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; the usual one is this machine only.")
    ] = ("127.0.0.1"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where albums are kept.")] = None,
) -> None:
    """Answer over HTTP; the paths are described at /docs."""
    with answering():
        import uvicorn

        from api.app import create_app

        try:
            uvicorn.run(create_app(data), host=host, port=port, access_log=False)
        except SystemExit:
            raise WrongUseError(f"cannot listen on {host}, port {port}") from None


COMMANDS: Final[tuple[Callable[..., None], ...]] = (
    enrol, read, check, score, places, game, solve, hint, verify, compose, best, left, playable, serve
)  # fmt: skip
"""The commands, in the order in which the help lists them."""

for _command in COMMANDS:
    app.command()(_command)
app.add_typer(puzzles)
app.add_typer(printing)


app.add_typer(albums.app)


def main() -> None:
    """Run the command line; whatever goes wrong is told in one line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal need not know every letter of a name
    try:
        code = app(standalone_mode=False)
    except typer.TyperException as error:
        code = complain(error.format_message(), error.exit_code)
    except typer.Abort:
        code = 130
    except Exception as error:
        if os.environ.get("CAMTABLE_TRACEBACK"):
            raise
        what = f"{type(error).__name__}: {error}"
        code = complain(f"unexpected {what} (CAMTABLE_TRACEBACK=1 shows where)", UNEXPECTED)
    sys.exit(code)
