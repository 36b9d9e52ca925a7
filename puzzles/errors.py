"""The errors of `puzzles`.

PuzzleError                 anything given that makes no puzzle, or does not fit one
└── MalformedPuzzleError    a puzzle that is not of the stated form; the message begins with the field
"""

from games.camouflage import CamouflageError


class PuzzleError(CamouflageError):
    """What was given does not fit a puzzle; the message says what was expected and what was found."""


class MalformedPuzzleError(PuzzleError):
    """A puzzle or outline is not of the stated form."""
