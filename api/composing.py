"""The use cases of the puzzle collection: compose puzzles, list those that are shipped, show one."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.errors import UndecidedError
from games.camouflage import Deck, deck_to_json
from puzzles import Puzzle, puzzle_to_json

if TYPE_CHECKING:
    from solver.compose import Wish

DEMO: Final = "demo"
"""The deck that puzzles are composed for where none is named."""

MOST: Final = 100
"""How many puzzles are composed at once, at most."""


@dataclass(frozen=True, slots=True)
class PuzzlesAnswer:
    """Puzzles, composed or shipped.

    Attributes:
        puzzles: the puzzles.
        deck: their cards; None for those that are shipped.
        files: where they were written, if they were.
        warnings: what the user should know, each in one sentence.
    """

    puzzles: tuple[Puzzle, ...]
    deck: Deck | None = None
    files: tuple[str, ...] | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownPuzzle:
    """One puzzle, to be looked at.

    Attributes:
        puzzle: the puzzle.
        warnings: none.
    """

    puzzle: Puzzle
    warnings: tuple[str, ...] = ()


def compose(
    deck: Deck, wish: "Wish", *, count: int, seed: int, cancelled: Callable[[], bool] = lambda: False
) -> PuzzlesAnswer:
    """Compose puzzles; each hangs on the seed and its place in the row alone.

    Args:
        deck: the cards.
        wish: what each is to be like.
        count: how many, 1 to `MOST`.
        seed: of all chance.
        cancelled: tells whether to stop early; it is asked before each puzzle.

    Raises:
        UndecidedError: none was found.
        PuzzleError: the deck has too few cards.
    """
    from solver.compose import compose as composed

    found = []
    for number in range(1, count + 1):
        if cancelled():
            break
        puzzle = composed(deck, wish, seed=f"{seed} {number}", name=f"Composed {seed}-{number}")
        if puzzle is not None:
            found.append(replace(puzzle, number=number))
    if not found:
        raise UndecidedError("no such puzzle was found in as many tries as are made; wish for something else")
    missing = f"{count - len(found)} of {count} puzzles were not found in as many tries as are made"
    return PuzzlesAnswer(tuple(found), deck, warnings=(missing,) if len(found) < count else ())


def shipped() -> PuzzlesAnswer:
    """Return the puzzles that are shipped."""
    from puzzles.catalogue import catalogue

    return PuzzlesAnswer(catalogue())


def show(number: int) -> ShownPuzzle:
    """Return a puzzle that is shipped.

    Raises:
        PuzzleError: there is none of this number.
    """
    from puzzles.catalogue import numbered

    return ShownPuzzle(numbered(number))


def write(answer: PuzzlesAnswer, folder: Path) -> PuzzlesAnswer:
    """Write composed puzzles into a folder that is there, and beside them their deck unless it is shipped.

    Raises:
        WrongUseError: they cannot be written.
    """
    from api.outputs import write_text
    from api.shipped import shipped_deck

    paths = [folder / f"{puzzle.name.lower().replace(' ', '-')}.puzzle.json" for puzzle in answer.puzzles]
    for puzzle, path in zip(answer.puzzles, paths, strict=True):
        write_text(puzzle_text(puzzle), path)
    if answer.deck is not None and shipped_deck(answer.deck.name) != answer.deck:
        write_text(json.dumps(deck_to_json(answer.deck)) + "\n", folder / f"{answer.deck.name}.deck.json")
    return replace(answer, files=tuple(map(str, paths)))


def puzzle_text(puzzle: Puzzle) -> str:
    """Return a puzzle file as text in which the outline can be seen."""
    fields = puzzle_to_json(puzzle)
    rows = ",\n".join(f"    {json.dumps(row)}" for row in puzzle.outline.rows)
    lines = (
        f"  {json.dumps(name)}: " + (f"[\n{rows}\n  ]" if name == "outline" else json.dumps(value))
        for name, value in fields.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"
