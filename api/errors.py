"""What the doors raise, and how an error of any package leaves through them.

ApiError
├── WrongUseError           options, files or requests that do not fit, or do not fit together
│   └── UnknownAlbumError   no album is stored under this name
└── UndecidedError          the limit of time or of tries came before an answer
"""

from typing import Final, NamedTuple

from games.errors import GamesError, IllegalActionError
from vision.errors import (
    AlbumError,
    NotAnImageError,
    PhotoTooLargeError,
    UnreadableFileError,
    UnsupportedFormatError,
    VisionError,
)


class ApiError(Exception):
    """A request that cannot be answered; the message is one sentence: what was expected, what was found."""


class WrongUseError(ApiError):
    """Options, files or requests do not fit, or do not fit together."""


class UnknownAlbumError(WrongUseError):
    """No album is stored under this name."""


class UndecidedError(ApiError):
    """The limit of time or of tries came before an answer, or what is known does not decide it."""


class Fault(NamedTuple):
    """How a kind of error leaves through the doors.

    Attributes:
        kind: its name in problem details.
        title: the kind in words.
        exit_code: of the command line.
        status: of HTTP.
    """

    kind: str
    title: str
    exit_code: int
    status: int


_FAULTS: Final[tuple[tuple[type[Exception], Fault], ...]] = (
    (UndecidedError, Fault("undecided", "No answer within the limits", 4, 503)),
    (UnknownAlbumError, Fault("unknown-album", "No such album", 2, 404)),
    (WrongUseError, Fault("wrong-use", "The request does not fit", 2, 422)),
    (IllegalActionError, Fault("illegal-action", "The rules forbid it", 1, 422)),
    (GamesError, Fault("malformed-game", "Cards, board or rules do not fit", 2, 422)),
    (UnreadableFileError, Fault("no-file", "The file cannot be opened", 2, 422)),
    (AlbumError, Fault("bad-album", "The album cannot be used", 2, 422)),
    (PhotoTooLargeError, Fault("photo-too-large", "The photo is too large", 3, 413)),
    (UnsupportedFormatError, Fault("unsupported-photo", "The photo is of another kind", 3, 415)),
    (NotAnImageError, Fault("no-image", "The file is no image", 3, 415)),
    (VisionError, Fault("unreadable-photo", "The photo cannot be read", 3, 422)),
)

EXPECTED: Final = (ApiError, GamesError, VisionError)
"""The errors that are answers; any other is a mistake in the program."""


def fault_of(error: Exception) -> Fault:
    """Return how one of the `EXPECTED` errors leaves through the doors."""
    return next(fault for kind, fault in _FAULTS if isinstance(error, kind))


def told(error: Exception) -> str:
    """Return one of the `EXPECTED` errors as a sentence, with what was noted on its way."""
    notes: list[str] = getattr(error, "__notes__", [])
    return str(error) + "".join(f" ({note})" for note in notes)


def plain(text: str) -> str:
    """Return a text as one line without control characters, so that it can be shown on a terminal."""
    return "".join(each if each.isprintable() else " " for each in text)
