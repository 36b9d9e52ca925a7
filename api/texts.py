"""Reads texts that come from outside: of limited size, in UTF-8, and JSON without surprises."""

import json
from pathlib import Path
from typing import BinaryIO, Final

from api.boards import blaming
from api.errors import WrongUseError
from games.camouflage.cards import repeated

MAX_DOCUMENT_BYTES: Final = 4_000_000
"""What a deck or board file may have; a full deck has 20,000."""


def named_text(argument: str, stdin: BinaryIO | None) -> str:
    """Return the text of a file that a user names, or of standard input for `-`.

    Raises:
        WrongUseError: it is missing, too large or no text.
    """
    if argument != "-":
        return read_text(Path(argument))
    if stdin is None:
        raise WrongUseError("expected a game on standard input; found it closed")
    return text_of(stdin, "standard input")


def read_text(path: Path) -> str:
    """Read a text file of limited size.

    Raises:
        WrongUseError: it is missing, too large or no text.
    """
    try:
        with path.open("rb") as file:
            return text_of(file, path.name)
    except OSError as error:
        raise WrongUseError(f"{path.name} cannot be read: {error.strerror}") from error


def read_bytes(path: Path, limit: int) -> bytes:
    """Read a file up to a limit.

    Raises:
        WrongUseError: it is missing or cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(limit)
    except OSError as error:
        raise WrongUseError(f"{path.name} cannot be read: {error.strerror}") from error


def opening_of(path: Path) -> bytes:
    """Return the first bytes of a file.

    Raises:
        WrongUseError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(64)
    except OSError as error:
        raise WrongUseError(f"{path.name} cannot be read: {error.strerror}") from error


def parsed(text: str, shown: str) -> object:
    """Return what a JSON text holds; errors name it as `shown`.

    Raises:
        WrongUseError: it is no JSON, or names something twice.
    """
    with blaming(shown):
        try:
            return json.loads(text, object_pairs_hook=_members)
        except RecursionError as error:
            raise WrongUseError("nested too deeply to be JSON of ours") from error
        except json.JSONDecodeError as error:
            found = repr(text[error.pos :][:20]) if text[error.pos :].strip() else "the end"
            raise WrongUseError(
                f"expected JSON; found {found} in line {error.lineno}, column {error.colno}"
            ) from error
        except ValueError as error:
            raise WrongUseError(f"expected JSON; found {error}") from error


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the members of an object; the JSON library would silently keep the last of several."""
    if twice := repeated(name for name, _ in pairs):
        raise WrongUseError(f"expected each name once in an object; found {twice!r} twice")
    return dict(pairs)


def text_of(file: BinaryIO, shown: str) -> str:
    """Read a text of limited size; errors name it as `shown`.

    Raises:
        WrongUseError: it cannot be read, is too large or no text.
    """
    try:
        data = file.read(MAX_DOCUMENT_BYTES + 1)
    except OSError as error:
        raise WrongUseError(f"{shown} cannot be read: {error.strerror or error}") from error
    if len(data) > MAX_DOCUMENT_BYTES:
        raise WrongUseError(f"{shown} has more than {MAX_DOCUMENT_BYTES // 1_000_000} megabytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongUseError(f"{shown} is no text in UTF-8") from error
