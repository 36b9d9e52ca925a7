"""How hard a puzzle is for people, and what is proven of a puzzle card: its answers and its technique."""

import math
from collections.abc import Callable
from dataclasses import replace

from games.camouflage import Board, Cell, Deck
from puzzles import Proof, Puzzle
from solver.human import Technique
from solver.layout import PATIENCE_STEPS, layout
from solver.limits import Limit, StoppedError, limit_after, limit_in, never
from solver.solving import ByCentres, solving_of


def grade(
    puzzle: Puzzle,
    deck: Deck,
    *,
    time_limit_s: float = 10.0,
    cancelled: Callable[[], bool] = never,
) -> int | None:
    """Return how hard a puzzle is, 1 to 5 stars by the hardest technique it needs.

    An outline without centres counts one star more than with those of an answer; wild centres make five.

    Args:
        puzzle: the puzzle.
        deck: its cards.
        time_limit_s: for all work together.
        cancelled: tells whether to stop early; it is called often and from any thread.

    Returns:
        The stars; None where the puzzle has no answer or the time was too short.

    Raises:
        PuzzleError: the deck lacks a card.
    """
    technique = hardest(puzzle, deck, limit_in(time_limit_s, cancelled))
    return None if technique is None else stars_of(puzzle, technique)


def stars_of(puzzle: Puzzle, technique: Technique) -> int:
    """Return the stars of a puzzle, 1 to 5, whose centres, if they were drawn, would need a technique."""
    return min(technique + (not puzzle.outline.centres), Technique.TRIAL)


def hardest(puzzle: Puzzle, deck: Deck, limit: Limit) -> Technique | None:
    """Return the hardest technique that a puzzle needs, its centres being known; wild ones need a trial.

    Args:
        puzzle: the puzzle.
        deck: its cards.
        limit: when to stop.

    Returns:
        The technique; None where the puzzle has no answer or the limit came first.

    Raises:
        PuzzleError: the deck lacks a card.
    """
    puzzle.check(deck)
    try:
        solving = solving_of(puzzle, deck, limit)
        answer = solving.answer(Board())
        if answer is None:
            return None
        if puzzle.rules.wild_centres:
            return Technique.TRIAL
        if not isinstance(solving, ByCentres):
            drawn = frozenset(Cell(*placement.centre) for placement in answer)
            outline = replace(puzzle.outline, centres=drawn)
            solving = ByCentres(replace(puzzle, outline=outline), solving.cards, limit)
        return max(step.technique for step in solving.steps())
    except StoppedError:
        return None


def prove(puzzle: Puzzle, deck: Deck, *, most: int) -> Proof | None:
    """Count the answers to a puzzle to the last, and find the hardest technique that it needs.

    How far it goes is counted in steps of the search, so that it comes to the same on every machine.

    Args:
        puzzle: a puzzle that has an answer.
        deck: its cards.
        most: how many answers it may have.

    Returns:
        The proof; None where there are more answers, or the steps were not enough.

    Raises:
        PuzzleError: the deck lacks a card.
    """
    # CP-SAT, which wild centres need, is watched by the clock while it can be cancelled. The search of
    # known centres ends before CP-SAT would begin to work beside it.
    cancelled = never if puzzle.rules.wild_centres else limit_after(PATIENCE_STEPS).cancelled
    found = layout(puzzle, deck, most=most + 1, time_limit_s=math.inf, cancelled=cancelled)
    if not found.complete or not 1 <= len(found.boards) <= most:
        return None
    limit = limit_in(math.inf) if puzzle.rules.wild_centres else limit_after(PATIENCE_STEPS)
    technique = hardest(puzzle, deck, limit)
    return None if technique is None else Proof(len(found.boards), technique.word)
