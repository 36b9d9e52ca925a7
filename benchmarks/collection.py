"""Fills the shipped puzzle cards anew: python -m benchmarks.collection --seed S.

The outlines were composed, then chosen and named by hand. They stand in the cards themselves, with the stars,
the answers and the face that each is to have, so that the whole collection can be filled with the cards of
another deck by one command, and comes out the same for the same seed and deck.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import puzzles
from api.composing import DEMO, puzzle_text
from api.files import named_deck
from games.camouflage import Deck
from puzzles import Puzzle
from puzzles.catalogue import catalogue
from solver.compose import Wish, compose_on

DATA: Final = Path(puzzles.__path__[0]) / "data"
"""Where the cards are."""


def filled(puzzle: Puzzle, deck: Deck, *, seed: int) -> Puzzle | None:
    """Return a puzzle card with other cards on its outline and as hard as before; None where none are found.

    Args:
        puzzle: the card, with its proof.
        deck: the cards to fill it with.
        seed: of all chance.
    """
    wish = Wish(
        puzzle.face,
        puzzle.stars,
        puzzle.proof.answers if puzzle.proof else 1,
        len(puzzle.cards),
        puzzle.rules.wild_centres,
    )
    found = compose_on(puzzle.outline, deck, wish, seed=f"{seed} {puzzle.name}", name=puzzle.name)
    return None if found is None else replace(found, number=puzzle.number)


def path_of(puzzle: Puzzle, folder: Path = DATA) -> Path:
    """Return where a puzzle card is kept."""
    return folder / f"{puzzle.deck_name}-{puzzle.number:02}.puzzle.json"


def main(arguments: Sequence[str] | None = None) -> None:
    """Fill the cards, write them, and print what they took."""
    parser = argparse.ArgumentParser(description="Fills the shipped puzzle cards anew.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--numbers", type=int, nargs="*", help="of the cards to fill; else all")
    parser.add_argument("--out", type=Path, default=DATA, help="the folder to write into")
    asked = parser.parse_args(arguments)
    deck, missed = named_deck(DEMO).deck, 0
    for puzzle in catalogue():
        if asked.numbers and puzzle.number not in asked.numbers:
            continue
        began = time.process_time()
        found = filled(puzzle, deck, seed=asked.seed)
        if found is not None:
            path_of(found, asked.out).write_text(puzzle_text(found), "utf-8")
        missed += found is None
        told = "not found" if found is None else ", ".join(found.cards)
        print(f"{puzzle.number:3} {puzzle.name}: {told} ({time.process_time() - began:.1f} s)", flush=True)
    sys.exit(f"{missed} puzzles were not found; try another seed" if missed else 0)


if __name__ == "__main__":
    main()
