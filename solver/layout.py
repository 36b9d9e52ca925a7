"""Layouts: the boards that solve a puzzle, with proof that there are no others, or why there is none."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from ortools.sat.python import cp_model

from games.camouflage import Board, Cell, Deck, Placement, Table, judge, verdict
from puzzles import Puzzle, PuzzleError, shown
from puzzles.puzzle import check_cards
from solver.layout_cards import Cards, cards_of
from solver.layout_conflict import Conflict, conflict
from solver.layout_coverings import Coverings
from solver.layout_model import LayoutModel
from solver.layout_order import laying_order
from solver.layout_pairs import search_pairs
from solver.layout_search import Search
from solver.layout_slots import Slots
from solver.limits import Limit, StoppedError, limit_in, never
from solver.status import Status

PATIENCE_STEPS: Final = 1000
"""How many steps the depth-first search makes before CP-SAT works beside it: half a second or so."""


@dataclass(frozen=True, slots=True)
class Layouts:
    """The answers to a puzzle.

    Attributes:
        status: FEASIBLE with an answer, INFEASIBLE with the proof that there is none, else UNKNOWN.
        boards: answers on the outline's own cells, no two the same, each bottom first in an order of laying.
        complete: whether there are no others.
        why: why there is none; None where there is one, or the time was too short to say.
    """

    status: Status
    boards: tuple[Board, ...]
    complete: bool
    why: Conflict | None = None


def layout(  # noqa: PLR0913 - each is a choice of the caller
    puzzle: Puzzle,
    deck: Deck,
    *,
    cards: Sequence[str] | None = None,
    most: int | None = 1,
    time_limit_s: float = 60.0,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[int], None] | None = None,
    num_workers: int = 1,
    seed: int = 0,
) -> Layouts:
    """Solve a puzzle.

    Args:
        puzzle: the puzzle; without centres in its outline they are searched too.
        deck: its cards.
        cards: the cards at hand, if they are not the puzzle's: as many as it has are used.
        most: how many answers are wanted at most; None for all.
        time_limit_s: after which what was found is returned, building of models included.
        cancelled: tells whether to stop early; it is called often and from any thread.
        progress: is told the number of answers whenever one is found, from any thread.
        num_workers: threads of CP-SAT, which works beside the search where that takes long.
        seed: of the search, and for CP-SAT.

    Raises:
        PuzzleError: the deck lacks a card, or there are fewer cards than the puzzle needs.
    """
    limit = limit_in(time_limit_s, cancelled)
    hand = puzzle.cards if cards is None else tuple(cards)
    _check(puzzle, deck, hand)
    known = cards_of(deck, puzzle.face, hand)
    answers = _Answers(puzzle, deck, most, progress)
    try:
        complete = _search(puzzle, known, answers, limit, num_workers, seed)
    except StoppedError:
        complete = False
    boards = tuple(answers.boards)
    if boards or not complete:
        return Layouts(Status.FEASIBLE if boards else Status.UNKNOWN, boards, complete)
    return Layouts(Status.INFEASIBLE, (), complete=True, why=conflict(puzzle, known, limit, seed=seed))


def _check(puzzle: Puzzle, deck: Deck, hand: Sequence[str]) -> None:
    check_cards(hand, deck, puzzle.face)
    if len(hand) < len(puzzle.cards):
        raise PuzzleError(
            f"cards: expected at least the {len(puzzle.cards)} of the puzzle; found {len(hand)}"
        )


def _search(
    puzzle: Puzzle, cards: Cards, answers: "_Answers", limit: Limit, num_workers: int, seed: int
) -> bool:
    """Find answers; return whether there are no others."""
    if puzzle.rules.wild_centres:
        return _search_model(puzzle, cards, answers, limit, num_workers, seed)
    if puzzle.outline.centres:
        return _search_slots(puzzle, cards, answers, limit, num_workers, seed)
    return Coverings(puzzle, cards, lambda slots, domains: answers.add(slots.board(domains)), limit).run()


def _search_slots(
    puzzle: Puzzle, cards: Cards, answers: "_Answers", limit: Limit, num_workers: int, seed: int
) -> bool:
    centres = laying_order(puzzle.outline.centres, puzzle.rules.min_match)
    if centres is None:
        return True
    all_cards = len(cards.cards) == len(centres)
    slots = Slots(cards, centres, all_cards=all_cards)

    def found(domains: list[int]) -> bool:
        return answers.add(slots.board(domains))

    def other(limit: Limit) -> bool:
        status = search_pairs(
            cards, centres, found, limit,
            all_cards=all_cards, num_workers=num_workers, seed=seed, every=answers.most != 1,
        )  # fmt: skip
        return status is Status.INFEASIBLE or (status is Status.OPTIMAL and answers.most != 1)

    def search(limit: Limit, started: Callable[[int], None]) -> bool:
        return Search(slots, found, limit, started=started, seed=seed).run(slots.open())

    return _beside(search, other, limit)


def _beside(
    search: Callable[[Limit, Callable[[int], None]], bool], other: Callable[[Limit], bool], limit: Limit
) -> bool:
    """Search in one way, and after some steps in another beside it; return what the first to end returns."""
    ended = threading.Event()
    result: list[bool] = []
    threads: list[threading.Thread] = []

    def work() -> None:
        try:
            result.append(other(limit.also(ended.is_set)))
        except StoppedError:
            return
        ended.set()

    def start(steps: int) -> None:
        if steps == PATIENCE_STEPS:
            threads.append(threading.Thread(target=work, daemon=True))
            threads[0].start()

    try:
        return search(limit.also(ended.is_set), start)
    except StoppedError:
        if not result:
            raise
        return result[0]
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def _search_model(
    puzzle: Puzzle, cards: Cards, answers: "_Answers", limit: Limit, num_workers: int, seed: int
) -> bool:
    model = LayoutModel(puzzle, cards, limit)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = num_workers
    solver.parameters.random_seed = seed
    while True:
        status, board = model.solve(solver, limit)
        if board is None:
            return status is Status.INFEASIBLE
        if answers.add(tuple(board)):
            return False
        model.forbid(board)


@dataclass(slots=True)
class _Answers:
    """The answers that were found, from whichever search.

    Attributes:
        puzzle: the puzzle.
        deck: its cards.
        most: how many are wanted, None for all.
        progress: is told their number.
        boards: what was found.
    """

    puzzle: Puzzle
    deck: Deck
    most: int | None
    progress: Callable[[int], None] | None
    boards: list[Board] = field(default_factory=list)
    _seen: set[object] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, placements: Sequence[Placement]) -> bool:
        """Add an answer, if it is new; return whether there are enough."""
        board = Board(tuple(placements))
        key = shown(board, self.puzzle, self.deck)
        with self._lock:
            if key not in self._seen and not self._enough:
                _check_again(board, self.puzzle, self.deck)
                self._seen.add(key)
                self.boards.append(board)
                if self.progress:
                    self.progress(len(self.boards))
            return self._enough

    @property
    def _enough(self) -> bool:
        return self.most is not None and len(self.boards) >= self.most


def _check_again(board: Board, puzzle: Puzzle, deck: Deck) -> None:
    """Hold an answer against the rules of the game, which know nothing of how it was found."""
    centres = {Cell(*placement.centre) for placement in board}
    drawn = puzzle.outline.centres or centres
    legal = verdict(judge(Table(deck.name, puzzle.face, board, rules=puzzle.rules), deck))
    if (
        board.cells != puzzle.outline.cells
        or centres != drawn
        or not legal
        or len(board) != len(puzzle.cards)
    ):
        raise AssertionError("the solver found a layout that does not solve the puzzle")
