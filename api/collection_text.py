"""Shows puzzles in a terminal: many in a table, one as its card draws it."""

from rich.console import RenderableType
from rich.text import Text

from api.composing import PuzzlesAnswer, ShownPuzzle
from api.picture import outline_in_terminal
from api.terminal import plain_text, table_of
from puzzles import Puzzle


def collection(answer: PuzzlesAnswer | ShownPuzzle) -> list[RenderableType]:
    """Return what is shown of puzzles."""
    return _puzzles(answer) if isinstance(answer, PuzzlesAnswer) else _puzzle(answer.puzzle)


def _puzzles(answer: PuzzlesAnswer) -> list[RenderableType]:
    rows = [
        (str(puzzle.number), puzzle.name, _stars(puzzle), str(len(puzzle.cards)), puzzle.face,
         *_proven(puzzle))
        for puzzle in answer.puzzles
    ]  # fmt: skip
    return [
        table_of(("No.", "Name", "Stars", "Cards", "Face", "Answers", "Technique"), rows),
        *map(plain_text, answer.files or ()),
    ]


def _puzzle(puzzle: Puzzle) -> list[RenderableType]:
    answers, technique = _proven(puzzle)
    wild = " Centres are wild." if puzzle.rules.wild_centres else ""
    return [
        plain_text(f"{puzzle.number}  {puzzle.name}  {_stars(puzzle)}"),
        Text(),
        *outline_in_terminal(puzzle.outline),
        Text(),
        plain_text(f"{puzzle.face} of {puzzle.deck_name}: {', '.join(puzzle.cards)}"),
        plain_text(f"Answers: {answers}. Hardest technique: {technique}.{wild}"),
    ]


def _stars(puzzle: Puzzle) -> str:
    return "★" * (puzzle.stars or 0)


def _proven(puzzle: Puzzle) -> tuple[str, str]:
    """Return how many answers a puzzle has, and the hardest technique, as far as that is proven."""
    return ("?", "?") if puzzle.proof is None else (str(puzzle.proof.answers), puzzle.proof.technique)
