"""How fast puzzles are composed, and how often one is found that is as wished for."""

import statistics
import time
from collections.abc import Iterator
from typing import Final

from api.files import named_deck
from games.camouflage import FACES
from solver.compose import Wish, compose
from solver.pleasing import pleasing

_EACH: Final = 10
"""How many puzzles of each kind are composed, on each face."""


def wishes() -> Iterator[tuple[str, Wish]]:
    """Go through what is wished for, with its name: each number of stars, wild centres, several answers."""
    for face in FACES:
        for stars in range(1, 6):
            yield f"{stars} stars", Wish(face, stars)
        yield "wild centres", Wish(face, wild_centres=True)
        yield "2 answers", Wish(face, answers=2)


def composing(seed: int) -> dict[str, int | float | str]:
    """Compose puzzles for the demo deck."""
    deck = named_deck("demo").deck
    ms: dict[str, list[float]] = {}
    pleased, missed = [], 0
    for name, wish in wishes():
        for number in range(seed, seed + _EACH):
            began = time.process_time()
            puzzle = compose(deck, wish, seed=number)
            ms.setdefault(name, []).append(1000 * (time.process_time() - began))
            if puzzle is None:
                missed += 1
            else:
                pleased.append(pleasing(puzzle.outline).total)
    every = [each for times in ms.values() for each in times]
    by_kind = {
        f"{name}: median ms (slowest)": f"{statistics.median(times):.0f} ({max(times):.0f})"
        for name, times in ms.items()
    }
    return {
        "puzzles": len(every),
        "not found": missed,
        "median ms (goal 2000)": round(statistics.median(every)),
        **by_kind,
        "outlines please, median of 1": round(statistics.median(pleased), 2),
    }
