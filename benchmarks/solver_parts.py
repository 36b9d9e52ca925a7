"""What is measured of the solver alone: the goals that name no peer."""

import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations, product
from typing import Final

from benchmarks.composing import composing
from benchmarks.solver_puzzles import FACE, cut_puzzles, laid_board, random_deck
from games.camouflage import Board, Deck, Placement, Rules, Table, judge, verdict
from puzzles import Puzzle, check_answer, puzzle_of_board, shown
from puzzles.outline import covered
from solver.best_play import GAMES, best_play
from solver.layout import Layouts, layout
from solver.layout_cards import cards_of
from solver.layout_order import laying_order
from solver.layout_pairs import search_pairs
from solver.layout_slots import Slots
from solver.limits import limit_in
from solver.status import Status

Figures = dict[str, int | float | str]


def small(seed: int) -> Figures:
    """Time the first answer of puzzles of up to 12 cards."""
    ms = [_timed(puzzle, deck)[0] for size in (5, 8, 12) for puzzle, deck in cut_puzzles(20, size, seed=seed)]
    return {"puzzles": len(ms), "median ms (goal 30)": _median(ms), "p95 ms (goal 80)": _share(ms, 0.95)}


def outline_only(seed: int) -> Figures:
    """Time all answers of outlines without centres, up to 8 cards."""
    found = [
        _timed(puzzle.without_centres, deck, most=None, time_limit_s=20.0)
        for size in (3, 5, 8)
        for puzzle, deck in cut_puzzles(20, size, seed=seed, min_match=0)
    ]
    ms = [each for each, _ in found]
    complete = sum(each.complete for _, each in found)
    return {
        "puzzles": len(ms),
        "all answers proven": complete,
        "median ms": _median(ms),
        "slowest ms (goal 5000)": max(ms),
    }


def giant(seed: int) -> Figures:
    """Time the first answer of all 42 cards on their centres."""
    found = [_timed(puzzle, deck) for puzzle, deck in cut_puzzles(20, 42, seed=seed)]
    ms = [each for each, _ in found]
    return {
        "puzzles": len(ms),
        "solved within 60 s (goal 20)": sum(bool(each.boards) for _, each in found),
        "median ms (goal 5000)": _median(ms),
        "slowest ms": max(ms),
    }


def best_sequences(seed: int) -> Figures:
    """Find the best sequence of 6 cards on boards of 20."""
    figures: Figures = {}
    for game in GAMES:
        found = []
        for number in range(seed, seed + 50):
            deck = random_deck(number)
            board = laid_board(number, deck, 20)
            others = [card.id for card in deck.cards if card.id not in board]
            hand = random.Random(number).sample(others, 6)  # noqa: S311 - the same each time
            began = time.perf_counter()
            best = best_play(Table(deck.name, FACE, board), deck, hand, game)
            found.append((best, 1000 * (time.perf_counter() - began)))
        proven = sum(best.status is Status.OPTIMAL for best, _ in found)
        figures[f"{game}: proven of {len(found)} (goal 80 %)"] = proven
        figures[f"{game}: median ms"] = _median([ms for _, ms in found])
        figures[f"{game}: greatest gap"] = max(best.gap for best, _ in found)
    return figures


def differential(seed: int) -> Figures:
    """Hold the answers of 2,000 small puzzles against CP-SAT and trying everything, with their counts."""
    differing = impossible = 0
    for number in range(seed, seed + 2000):
        draw = random.Random(number)  # noqa: S311 - the same each time
        deck = random_deck(number % 50)
        board = laid_board(number, deck, draw.choice((1, 2, 2, 3)))
        puzzle = puzzle_of_board(board, deck, FACE, rules=Rules(min_match=draw.choice((0, 3))))
        if number % 2:
            others = [card.id for card in deck.cards if card.id not in puzzle.cards]
            puzzle = replace(puzzle, cards=(*puzzle.cards[1:], draw.choice(others)), answer=None)
        found = layout(puzzle, deck, most=None)
        true = everything(puzzle, deck)
        wrong = [each for each in found.boards if not check_answer(puzzle, deck, each).right]
        same = {shown(each, puzzle, deck) for each in found.boards} == by_cp_sat(puzzle, deck) == true
        differing += not same or bool(wrong) or len(found.boards) != len(true)
        impossible += not true
    return {"puzzles": 2000, "without answer": impossible, "differing": differing}


def never_impossible(seed: int) -> Figures:
    """Solve 1,000 puzzles that have an answer."""
    lost = 0
    for size, count in ((3, 200), (6, 300), (9, 300), (12, 200)):
        for puzzle, deck in cut_puzzles(count, size, seed=seed):
            lost += layout(puzzle, deck).status is Status.INFEASIBLE
    return {"puzzles": 1000, "called impossible": lost}


def everything(puzzle: Puzzle, deck: Deck) -> set[object]:
    """Return all answers to a small puzzle with centres, by trying every card in every place and turn."""
    centres = sorted(puzzle.outline.centres)
    assert covered(centres) == puzzle.outline.cells  # noqa: S101 - so all boards below are as drawn
    found: set[object] = set()
    for order in permutations(range(len(centres))) if puzzle.rules.min_match else [range(len(centres))]:
        for cards in permutations(puzzle.cards):
            for turns in product(range(4), repeat=len(cards)):
                placed = map(Placement, cards, [centres[each] for each in order], turns)
                board = Board(tuple(placed))
                if verdict(judge(Table(deck.name, FACE, board, rules=puzzle.rules), deck)):
                    found.add(shown(board, puzzle, deck))
    return found


def by_cp_sat(puzzle: Puzzle, deck: Deck) -> set[object]:
    """Return all answers to a puzzle with centres, by CP-SAT alone."""
    centres = laying_order(puzzle.outline.centres, puzzle.rules.min_match)
    if centres is None:
        return set()
    cards = cards_of(deck, puzzle.face, puzzle.cards)
    slots = Slots(cards, centres, all_cards=True)
    found: set[object] = set()

    def add(domains: list[int]) -> bool:
        found.add(shown(Board(slots.board(domains)), puzzle, deck))
        return False

    search_pairs(cards, centres, add, limit_in(60.0), all_cards=True, num_workers=1, seed=0, every=True)
    return found


def _timed(
    puzzle: Puzzle, deck: Deck, *, most: int | None = 1, time_limit_s: float = 60.0
) -> tuple[float, Layouts]:
    began = time.perf_counter()
    found = layout(puzzle, deck, most=most, time_limit_s=time_limit_s)
    return round(1000 * (time.perf_counter() - began), 2), found


def _median(ms: Sequence[float]) -> float:
    return round(statistics.median(ms), 2)


def _share(ms: Sequence[float], share: float) -> float:
    return sorted(ms)[int(share * (len(ms) - 1))]


PARTS: Final[Mapping[str, Callable[[int], Figures]]] = {
    "up to 12 cards": small,
    "outline only": outline_only,
    "giant": giant,
    "best sequences": best_sequences,
    "differential": differential,
    "never impossible": never_impossible,
    "composing": composing,
}
"""What can be measured, by name."""
