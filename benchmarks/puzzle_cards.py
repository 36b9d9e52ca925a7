"""How well drawn puzzle cards are read: python -m benchmarks.puzzle_cards --cards N --seed S.

A third of the cards are our own sheets, turned any way; a third are printed otherwise and a third drawn with
a pencil, both upright but for some degrees. Three in four are photographed on a table, the others scanned.
"""

import argparse
import io
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from PIL import Image

from benchmarks.drawn.cards import DrawnCard, Hand, random_card
from benchmarks.drawn.photos import Shot, photographed, scanned
from benchmarks.intervals import MEANING, percent, wilson
from puzzles import Outline
from vision.errors import UnreadablePhotoError
from vision.photo import load_photo
from vision.puzzle_card import CARD_SIDE_PX, PuzzleCard, read_puzzle_cards

HANDS: Final[tuple[Hand, ...]] = ("own", "printed", "pencil")
PHOTOS: Final = 0.75
"""The share of cards that are photographed; the others are scanned."""

GOAL: Final = 0.99
"""The share that is to be read exactly, and said to be sure; of the others none may be said to be sure."""

Outcome = Literal["exact", "right, but unsure", "wrong, and unsure", "not read", "wrong but sure"]
OUTCOMES: Final[tuple[Outcome, ...]] = (
    "exact", "right, but unsure", "wrong, and unsure", "not read", "wrong but sure"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CardGrade:
    """How a card was read.

    Attributes:
        name: its seed and hand.
        outcome: how well.
        stage: at which stage it went wrong; empty if it did not.
        code: whether its list of cards was read from its code; None where it bears none.
        seconds: of processor time.
    """

    name: str
    outcome: Outcome
    stage: str
    code: bool | None
    seconds: float


def drawn_shot(seed: int) -> tuple[DrawnCard, Shot, bytes]:
    """Draw a card and its photo or scan, also as the bytes of a JPEG file."""
    rng = np.random.default_rng([seed, 61])
    card = random_card(rng, HANDS[seed % len(HANDS)])
    shot = photographed(rng, card) if rng.random() < PHOTOS else scanned(rng, card)
    file = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(shot.pixels[..., ::-1])).save(
        file, "JPEG", quality=int(rng.integers(60, 96))
    )
    return card, shot, file.getvalue()


def grade_card(seed: int) -> CardGrade:
    """Draw a card, read it, and say how well."""
    card, shot, file = drawn_shot(seed)
    name = f"{seed} {card.hand} {shot.kind}, squares of {shot.square_px:.0f} pixels"
    own = card.hand == "own"
    began = time.process_time()
    try:
        read = read_puzzle_cards(load_photo(file, max_side_px=CARD_SIDE_PX))
    except UnreadablePhotoError:
        return CardGrade(name, "not read", "lattice", False if own else None, time.process_time() - began)
    seconds = time.process_time() - began
    code = read[0].code is not None and read[0].code.cards == card.puzzle.cards if own else None
    outcome, stage = judged(read, card.puzzle.outline)
    return CardGrade(name, outcome, stage, code, seconds)


def judged(read: Sequence[PuzzleCard], truth: Outline) -> tuple[Outcome, str]:
    """Say how well a card was read that was alone in a photo, and where it went wrong."""
    best = read[0]
    sure = best.sure and len(read) == 1
    if best.outline == truth:
        if sure:
            return "exact", ""
        return "right, but unsure", "a second card" if best.sure else best.doubts[0].why
    stage = "which way up" if truth in _turns(best.outline) else "outline"
    return "wrong but sure" if sure else "wrong, and unsure", stage


def _turns(outline: Outline) -> Iterator[Outline]:
    for _ in range(3):
        height = len(outline.rows)
        cells, centres = (
            frozenset(type(cell)(height - 1 - cell.y, cell.x) for cell in part)
            for part in (outline.cells, outline.centres)
        )
        outline = Outline(cells, centres)
        yield outline


def report(grades: Sequence[CardGrade]) -> Iterator[str]:
    """Go through the lines that tell how well cards were read."""
    yield f"| card | cards | {' | '.join(OUTCOMES)} |"
    yield f"| --- |{' ---: |' * (len(OUTCOMES) + 1)}"
    for hand in HANDS:
        yield _row(hand, [grade for grade in grades if f" {hand} " in grade.name])
    yield _row("all", grades)
    exact = sum(grade.outcome == "exact" for grade in grades)
    wrong = sum(grade.outcome == "wrong but sure" for grade in grades)
    met = "met" if exact >= GOAL * len(grades) and not wrong else "not met"
    yield (
        f"\nread exactly, and sure: {exact}/{len(grades)} {percent(wilson(exact, len(grades)))}, "
        f"wrong but sure: {wrong}; goal {100 * GOAL:g} % and 0: {met}"
    )
    codes = [grade.code for grade in grades if grade.code is not None]
    yield f"lists read from codes: {sum(codes)}/{len(codes)} {percent(wilson(sum(codes), len(codes)))}"
    seconds = [grade.seconds for grade in grades]
    yield f"seconds of processor time: median {np.median(seconds):.2f}, longest {max(seconds):.2f}"
    yield MEANING
    for grade in grades:
        if grade.stage:
            yield f"{grade.name}: {grade.outcome} ({grade.stage})"


def _row(name: str, grades: Iterable[CardGrade]) -> str:
    counts = Counter(grade.outcome for grade in grades)
    return f"| {name} | {counts.total()} | {' | '.join(str(counts[outcome]) for outcome in OUTCOMES)} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.puzzle_cards", description="How well drawn puzzle cards are read."
    )
    parser.add_argument("--cards", type=int, default=500, metavar="N", help="how many cards")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the first card")
    chosen = parser.parse_args(arguments)
    grades = []
    for seed in range(chosen.seed, chosen.seed + chosen.cards):
        if sys.stderr.isatty():
            print(f"\rcard {seed - chosen.seed + 1}", end="", file=sys.stderr, flush=True)
        grades.append(grade_card(seed))
    print("\n".join(report(grades)))


if __name__ == "__main__":
    main()
