"""How a command answers: in tables or as JSON, with a line and an exit code where something is wrong."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Final

import typer

from api.errors import EXPECTED, WrongUseError, fault_of, plain, told

if TYPE_CHECKING:
    from api.albums import AlbumAnswer
    from api.answers import Answer
    from api.printing import PrintAnswer
    from api.puzzle_answers import PuzzleAnswer
    from api.schemas.answers import Answered

UNREADABLE: Final = 3
"""The exit code of a photo that cannot be read."""

UNDECIDED: Final = 4
"""The exit code where it is not sure, or the time was up."""


@contextmanager
def answering() -> Iterator[None]:
    """Turn what is expected to go wrong into a line and an exit code."""
    try:
        yield
    except EXPECTED as error:
        raise typer.Exit(complain(told(error), fault_of(error).exit_code)) from None


@contextmanager
def writing() -> Iterator[None]:
    """Turn an output that takes nothing more into an error."""
    try:
        yield
    except OSError as error:
        raise WrongUseError(f"the answer cannot be written: {error.strerror or error}") from error


def show(answer: "AlbumAnswer | Answer | PuzzleAnswer | PrintAnswer", *, as_json: bool) -> None:
    """Print an answer, and on standard error its warnings."""
    with writing():
        for warning in answer.warnings:
            typer.echo(f"warning: {plain(warning)}", err=True)
        if as_json:
            print_json(answer)
        else:
            _tell(answer)


def _tell(answer: "AlbumAnswer | Answer | PuzzleAnswer | PrintAnswer") -> None:
    from api.albums import AlbumAnswer
    from api.answers import Answer
    from api.printing import PrintAnswer

    if isinstance(answer, PrintAnswer):
        typer.echo(f"{answer.file}: {answer.pages} page{'s'[: answer.pages != 1]}.")
    elif isinstance(answer, AlbumAnswer):
        from api.album_text import show as tell_of_albums

        tell_of_albums(answer)
    elif isinstance(answer, Answer):
        from api.terminal import show as tell

        tell(answer)
    else:
        from api.puzzle_text import show as tell_of_puzzles

        tell_of_puzzles(answer)


def print_json(answer: "Answered") -> None:
    """Print an answer as one JSON object."""
    from api.schemas import to_json

    typer.echo(json.dumps(to_json(answer)))


@contextmanager
def counting(doing: str, what: str) -> Iterator[Callable[[int], None]]:
    """Say on a terminal that it takes a while, and how many were found."""
    with busy(doing) as status:
        update: Callable[[str], None] = getattr(status, "update", lambda _: None)
        yield lambda count: update(f"{doing} {count} {what}")


def busy(doing: str) -> AbstractContextManager[object]:
    """Say on a terminal that it takes a while."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(doing)


def complain(message: str, code: int) -> int:
    """Tell on standard error what is wrong; return the exit code."""
    typer.echo(f"camtable: {plain(message)}", err=True)
    return code
