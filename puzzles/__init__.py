"""The puzzle card: its type, its file, the shipped collection and its printed sheet."""

from puzzles.checking import CheckedAnswer, Fault, check_answer, shown
from puzzles.errors import MalformedPuzzleError, PuzzleError
from puzzles.files import puzzle_from_json, puzzle_to_json
from puzzles.outline import Outline, outline_of_board, outline_of_rows
from puzzles.puzzle import Proof, Puzzle, puzzle_of_board

__all__ = [
    "CheckedAnswer",
    "Fault",
    "MalformedPuzzleError",
    "Outline",
    "Proof",
    "Puzzle",
    "PuzzleError",
    "check_answer",
    "outline_of_board",
    "outline_of_rows",
    "puzzle_from_json",
    "puzzle_of_board",
    "puzzle_to_json",
    "shown",
]
