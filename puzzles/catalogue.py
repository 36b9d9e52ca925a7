"""The puzzle cards that come with Camtable, by number, in the order of their difficulty."""

import json
from functools import cache
from importlib.resources import files

import puzzles
from puzzles.errors import PuzzleError
from puzzles.files import puzzle_from_json
from puzzles.puzzle import Puzzle


@cache
def catalogue() -> tuple[Puzzle, ...]:
    """Return all shipped puzzles, the first number first."""
    found = files(puzzles).joinpath("data").iterdir()
    texts = (file.read_text("utf-8") for file in found if file.name.endswith(".puzzle.json"))
    return tuple(sorted((puzzle_from_json(json.loads(text)) for text in texts), key=_number))


def numbered(number: int) -> Puzzle:
    """Return the shipped puzzle of this number.

    Raises:
        PuzzleError: there is none.
    """
    for puzzle in catalogue():
        if puzzle.number == number:
            return puzzle
    raise PuzzleError(f"expected the number of a shipped puzzle, 1 to {len(catalogue())}; found {number}")


def _number(puzzle: Puzzle) -> int:
    return puzzle.number or 0
