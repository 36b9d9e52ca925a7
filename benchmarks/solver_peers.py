"""Other ways to solve the same puzzles: centres given, none wild, and the same candidates for all.

Each peer is a function from a `Task` to the answers, as tuples of a candidate for each centre. A library that
is not installed makes its peer absent.
"""

import importlib.util
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from games.camouflage import Board, Cell, Deck, Placement
from puzzles import Puzzle
from solver.layout_cards import Squares, common
from solver.layout_order import laying_order

Answers = list[tuple[int, ...]]


class TimeUpError(Exception):
    """The time of a peer is up; raised by the benchmark's alarm."""


@dataclass(frozen=True)
class Task:
    """A puzzle for peers.

    Attributes:
        cards: the cards.
        centres: the cells of the slots, in an order of laying.
        candidates: for each candidate the number of its card and its squares.
        turns: and its turn.
        every: whether all answers are wanted, or one.
        time_limit_s: for those that can be told.
    """

    cards: tuple[str, ...]
    centres: tuple[Cell, ...]
    candidates: tuple[tuple[int, Squares], ...]
    turns: tuple[int, ...]
    every: bool
    time_limit_s: float

    @cached_property
    def shared(self) -> list[tuple[int, int, tuple[tuple[int, int], ...]]]:
        """The pairs of slots that share cells, with the squares that lie there on either."""
        return [
            (one, other, common(there[0] - here[0], there[1] - here[1]))
            for one, here in enumerate(self.centres)
            for other, there in enumerate(self.centres)
            if one < other and abs(here[0] - there[0]) <= 2 and abs(here[1] - there[1]) <= 2
        ]

    @cached_property
    def cells(self) -> list[list[tuple[int, int]]]:
        """For each shared cell the slots that share it, with the square of each that lies there."""
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for slot, (x, y) in enumerate(self.centres):
            for square in range(9):
                found.setdefault((x + square % 3, y + square // 3), []).append((slot, square))
        return [each for each in found.values() if len(each) > 1]

    @cached_property
    def patterns(self) -> list[str]:
        """The patterns of all squares."""
        return sorted({name for _, squares in self.candidates for name in squares})

    def board(self, answer: Sequence[int]) -> Board:
        """Return the board of a candidate for each centre."""
        cards = [self.cards[self.candidates[each][0]] for each in answer]
        turns = [self.turns[each] for each in answer]
        return Board(tuple(map(Placement, cards, self.centres, turns)))

    def agree(self, one: int, other: int, pairs: Sequence[tuple[int, int]]) -> bool:
        """Tell whether two candidates are of two cards and show the same in the cells that they share."""
        (card, mine), (second, theirs) = self.candidates[one], self.candidates[other]
        return card != second and all(mine[a] == theirs[b] for a, b in pairs)


def task_of(puzzle: Puzzle, deck: Deck, *, every: bool, time_limit_s: float) -> Task:
    """Return a puzzle as a task."""
    candidates: list[tuple[int, Squares]] = []
    turns: list[int] = []
    for number, card in enumerate(puzzle.cards):
        turned: dict[Squares, int] = {}
        for turn in range(4):
            turned.setdefault(deck.face(card, puzzle.face, turn).squares, turn)
        candidates += [(number, squares) for squares in turned]
        turns += turned.values()
    centres = laying_order(puzzle.outline.centres, puzzle.rules.min_match) or ()
    return Task(puzzle.cards, centres, tuple(candidates), tuple(turns), every, time_limit_s)


def depth_first(task: Task) -> Answers:
    """Search depth first in plain Python: the smallest domain next, forward checking on neighbours."""
    neighbours: dict[int, list[tuple[int, tuple[tuple[int, int], ...]]]] = {}
    for one, other, pairs in task.shared:
        neighbours.setdefault(one, []).append((other, pairs))
        neighbours.setdefault(other, []).append((one, tuple((b, a) for a, b in pairs)))
    found: Answers = []

    def go(domains: dict[int, list[int]], chosen: dict[int, int]) -> bool:
        if not domains:
            found.append(tuple(chosen[slot] for slot in range(len(task.centres))))
            return not task.every
        slot = min(domains, key=lambda each: len(domains[each]))
        for candidate in domains[slot]:
            card = task.candidates[candidate][0]
            left = {
                other: [each for each in domain if task.candidates[each][0] != card]
                for other, domain in domains.items()
                if other != slot
            }
            for other, pairs in neighbours.get(slot, ()):
                if other in left:
                    left[other] = [each for each in left[other] if task.agree(candidate, each, pairs)]
            if all(left.values()) and go(left, {**chosen, slot: candidate}):
                return True
        return False

    go({slot: [*range(len(task.candidates))] for slot in range(len(task.centres))}, {})
    return found


def python_constraint(task: Task) -> Answers:
    """Solve with python-constraint: one variable a slot, a function for each pair of slots."""
    from constraint import Problem

    problem: Any = Problem()
    slots = range(len(task.centres))
    problem.addVariables([*slots], [*range(len(task.candidates))])
    shared = {(one, other): pairs for one, other, pairs in task.shared}
    for one in slots:
        for other in range(one + 1, len(task.centres)):
            pairs = shared.get((one, other), ())
            problem.addConstraint(lambda a, b, pairs=pairs: task.agree(a, b, pairs), (one, other))
    answers = problem.getSolutions() if task.every else [problem.getSolution()]
    return [tuple(answer[slot] for slot in slots) for answer in answers if answer]


def python_sat(task: Task) -> Answers:
    """Solve with python-sat (Glucose 4): a variable a slot and candidate, one a cell and pattern."""
    from pysat.solvers import Glucose4

    count, slots = len(task.candidates), len(task.centres)
    found: Answers = []
    with Glucose4(bootstrap_with=[*_clauses(task)]) as solver:
        alarm = threading.Timer(task.time_limit_s, solver.interrupt)
        alarm.start()
        try:
            while solver.solve_limited(expect_interrupt=True):
                on = [each for each in solver.get_model()[: count * slots] if each > 0]
                found.append(tuple((each - 1) % count for each in on))
                if not task.every:
                    return found
                solver.add_clause([-each for each in on])
            if solver.get_status() is None:
                raise TimeUpError
        finally:
            alarm.cancel()
    return found


def _clauses(task: Task) -> Iterator[list[int]]:
    count, slots = len(task.candidates), len(task.centres)
    cards = 1 + max(card for card, _ in task.candidates)
    yield from _exactly_one([[slot * count + each + 1 for each in range(count)] for slot in range(slots)])
    own = [
        [each for each, (card, _) in enumerate(task.candidates) if card == number] for number in range(cards)
    ]
    yield from _exactly_one(
        [[slot * count + each + 1 for slot in range(slots) for each in mine] for mine in own]
    )
    for number, sharing in enumerate(task.cells):
        first = count * slots + 1 + number * len(task.patterns)
        pattern = {name: first + index for index, name in enumerate(task.patterns)}
        yield from ([-one, -other] for one in pattern.values() for other in pattern.values() if one < other)
        for slot, square in sharing:
            for each, (_, squares) in enumerate(task.candidates):
                yield [-(slot * count + each + 1), pattern[squares[square]]]


def _exactly_one(groups: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    for group in groups:
        yield [*group]
        yield from ([-one, -other] for index, one in enumerate(group) for other in group[index + 1 :])


def cpmpy(task: Task) -> Answers:
    """Solve with CPMpy on OR-Tools: switches for slots and candidates, implied patterns of cells."""
    model, at = _cpmpy_model(task)
    found: Answers = []

    def keep() -> None:
        values = at.value()
        found.append(tuple(next(each for each, on in enumerate(row) if on) for row in values))

    options: dict[str, Any] = {"solver": "ortools", "time_limit": task.time_limit_s}
    if task.every:
        model.solveAll(display=keep, **options)
    elif model.solve(num_search_workers=1, **options):
        keep()
    # A search for all answers that was cut off ends with those it has.
    if model.status().exitstatus.name in ("UNKNOWN", "NOT_RUN", *(["FEASIBLE"] if task.every else [])):
        raise TimeUpError
    return found


def _cpmpy_model(task: Task) -> tuple[Any, Any]:
    import cpmpy as cp

    count, slots = len(task.candidates), len(task.centres)
    cards = 1 + max(card for card, _ in task.candidates)
    at: Any = cp.boolvar(shape=(slots, count))
    model: Any = cp.Model([cp.sum(at[slot]) == 1 for slot in range(slots)])
    for number in range(cards):
        own = [each for each, (card, _) in enumerate(task.candidates) if card == number]
        model += cp.sum([at[slot, each] for slot in range(slots) for each in own]) == 1
    shown: Any = cp.intvar(0, len(task.patterns) - 1, shape=max(len(task.cells), 2))
    for number, sharing in enumerate(task.cells):
        for slot, square in sharing:
            for each, (_, squares) in enumerate(task.candidates):
                model += at[slot, each].implies(shown[number] == task.patterns.index(squares[square]))
    return model, at


_NEEDS: Final[tuple[tuple[str, str | None, Callable[[Task], Answers]], ...]] = (
    ("depth first", None, depth_first),
    ("python-constraint", "constraint", python_constraint),
    ("python-sat", "pysat", python_sat),
    ("CPMpy", "cpmpy", cpmpy),
)


def peers() -> dict[str, Callable[[Task], Answers]]:
    """Return the peers that are installed, by name."""
    return {name: peer for name, needs, peer in _NEEDS if needs is None or importlib.util.find_spec(needs)}
