"""A puzzle that is being solved: an answer from what lies there, the next step, and all steps to the end."""

from collections.abc import Iterator, Sequence

from ortools.sat.python import cp_model

from games.camouflage import Board, Cell, Deck, Placement
from puzzles import Puzzle
from solver.hint_words import reason_of
from solver.human import Step, Technique, fitting, next_step, steps
from solver.layout_cards import Cards, cards_of
from solver.layout_model import LayoutModel
from solver.layout_order import laying_order
from solver.layout_search import Search
from solver.layout_slots import Slots
from solver.limits import Limit, StoppedError
from solver.status import Status


class Solving:
    """How a puzzle is solved from what lies there: as a whole, since no place can be looked at alone.

    Where centres are wild the cards that lie there stay beneath all others, in their order.
    """

    def __init__(self, puzzle: Puzzle, cards: Cards, limit: Limit) -> None:
        self.puzzle, self.cards, self.limit = puzzle, cards, limit

    def answer(self, board: Board) -> Board | None:
        """Return an answer that has the placements of a board, None if none has.

        Raises:
            StoppedError: the limit came first.
        """
        model = LayoutModel(self.puzzle, self.cards, self.limit)
        model.require(board)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        status, found = model.solve(solver, self.limit)
        if found is None and status is not Status.INFEASIBLE:
            raise StoppedError
        return found

    def step(self, board: Board) -> tuple[Placement, Technique, str]:
        """Return the next placement, how it is found, and why it is the one."""
        answer = self.answer(board)
        assert answer is not None  # noqa: S101 - a board without answer is told before
        cards = {placement.card for placement in board}
        left = [placement for placement in answer if placement.card not in cards]
        return left[0], Technique.TRIAL, "an answer that has all the other cards as they lie has one there"


class ByCentres(Solving):
    """How a puzzle with known centres, none of them wild, is solved: centre by centre."""

    def __init__(self, puzzle: Puzzle, cards: Cards, limit: Limit) -> None:
        super().__init__(puzzle, cards, limit)
        order = laying_order(puzzle.outline.centres, puzzle.rules.min_match)
        self._possible = order is not None
        self._slots = Slots(cards, order or sorted(puzzle.outline.centres), all_cards=True)

    def answer(self, board: Board) -> Board | None:
        """Return an answer that has the placements of a board, None if none has; errors as in `Solving`."""
        laid = self._laid(board)
        domains = self._complete(fitting(self._slots, laid)) if self._possible else None
        return None if domains is None else Board(self._slots.board(domains))

    def step(self, board: Board) -> tuple[Placement, Technique, str]:
        """Return the next placement, how it is found, and what forces it."""
        step = next_step(self._slots, self._laid(board), self._complete, self.limit)
        placement = self.cards.placement(step.bit, self._slots.centres[step.slot])
        return placement, step.technique, reason_of(step, self._slots)

    def steps(self) -> Iterator[Step]:
        """Go through the steps to an answer."""
        yield from steps(self._slots, [0] * len(self._slots.centres), self._complete, self.limit)

    def _laid(self, board: Board) -> list[int]:
        laid = {Cell(*placement.centre): self.cards.candidate(placement) for placement in board}
        return [laid.get(centre, 0) for centre in self._slots.centres]

    def _complete(self, domains: Sequence[int]) -> Sequence[int] | None:
        """Return an answer within some domains, one candidate a slot, None if there is none."""
        found: list[list[int]] = []

        def keep(answer: list[int]) -> bool:
            found.append(answer)
            return True

        domains = [*domains]
        if all(domains) and self._slots.propagate(domains, {*range(len(domains))}):
            Search(self._slots, keep, self.limit).run(domains)
        return found[0] if found else None


def solving_of(puzzle: Puzzle, deck: Deck, limit: Limit) -> Solving:
    """Return how a puzzle is solved: centre by centre where they are known and not wild, else as a whole."""
    cards = cards_of(deck, puzzle.face, puzzle.cards)
    if puzzle.outline.centres and not puzzle.rules.wild_centres:
        return ByCentres(puzzle, cards, limit)
    return Solving(puzzle, cards, limit)
