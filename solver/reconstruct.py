"""From evidence to boards: the most probable tables that a photo can show.

One CP-SAT model: each site holds one of its candidates, each card lies once, each shared cell shows one of
its cards on top, and one order of laying must explain all the tops. Its objective is the evidence's
log-likelihood. Solving, forbidding the answer and solving again lists the boards by probability until what
is left is negligible.

Two lists are made, one by the evidence alone and one that also prefers boards laid by the rules; each board
of either is then weighed both ways. `p_evidence` uses no rule; `p` multiplies in `ILLEGAL_CHANCE` for every
illegal card.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from games.camouflage.board import Board, Cell, Placement, alike, bottom_first
from games.camouflage.cards import CENTRE, Deck
from games.camouflage.evidence import Candidate, Evidence
from games.camouflage.legality import judge
from games.camouflage.table import Rules, Table
from solver.status import Status, from_name

ILLEGAL_CHANCE: Final = 0.02
"""Prior chance that a card was laid against the rules: about one in fifty in games among friends."""
_SURE_PRESENCE: Final = 12.0
"""Log-odds from which a site is taken to hold a card."""
_NEGLIGIBLE: Final = 9.0
"""Boards less likely than the best by more nats (1 in 8,000) are not listed."""
_SCALE: Final = 1000
"""CP-SAT's objective is in whole thousandths of a nat."""
_ALIKE: Final = 16
"""How many orders that no photo shows are tried for the one with the fewest illegal cards."""


@dataclass(frozen=True, slots=True)
class RankedBoard:
    """A board and how probable it is.

    Attributes:
        board: the cards, bottom first; orders that no photo can show are chosen so that most cards are legal.
        sites: the site of each placement.
        p_evidence: probability by the picture alone; all boards together have the evidence's completeness.
        p: probability when cards are also expected to be laid by the rules.
    """

    board: Board
    sites: tuple[int, ...]
    p_evidence: float
    p: float


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """The boards that explain the evidence.

    Attributes:
        status: OPTIMAL where each list is complete, by its model, down to what is negligible; FEASIBLE where
            time or `limit` cut it.
        boards: the most probable first by `p`; no two look alike from above.
    """

    status: Status
    boards: tuple[RankedBoard, ...]


def reconstruct(
    evidence: Evidence,
    deck: Deck,
    rules: Rules,
    *,
    time_limit_s: float = 5.0,
    num_workers: int = 1,
    seed: int = 0,
    limit: int = 32,
) -> Reconstruction:
    """Finds the most probable boards.

    Args:
        evidence: what was seen.
        deck: the cards.
        rules: the rules of the table, for `p`.
        time_limit_s: for all solving together; what was found until then is returned.
        num_workers: threads of CP-SAT.
        seed: for CP-SAT.
        limit: the most boards to list by each measure.

    Returns:
        The boards; none where the evidence contradicts itself or the time was too short.
    """
    deadline = time.monotonic() + time_limit_s
    listed: dict[_Answer, float] = {}
    statuses = []
    for clash_cost in (0.0, -_log_odds(ILLEGAL_CHANCE)):
        model = _Model(evidence, deck, rules, clash_cost)
        status, answers = model.best(deadline, num_workers, seed, limit)
        statuses.append(status)
        listed.update(answers)
    if not listed:
        return Reconstruction(statuses[0], ())
    boards = _ranked(listed, evidence, deck, rules)
    complete = all(status is Status.OPTIMAL for status in statuses)
    return Reconstruction(Status.OPTIMAL if complete else Status.FEASIBLE, boards)


@dataclass(frozen=True, slots=True)
class _Answer:
    """One state of a table as it looks from above.

    Attributes:
        chosen: each site's candidate, None where no card lies.
        tops: for each shared cell the site that is on top, None where none is.
    """

    chosen: tuple[int | None, ...]
    tops: tuple[int | None, ...]


class _Model:
    """The CP-SAT model of one table."""

    def __init__(self, evidence: Evidence, deck: Deck, rules: Rules, clash_cost: float) -> None:
        self._evidence, self._deck, self._rules = evidence, deck, rules
        self._model = cp_model.CpModel()
        self._presence: dict[int, cp_model.IntVar] = {}
        self._gains: list[tuple[float, cp_model.IntVar]] = []
        self._pick = [self._add_site(number) for number in range(len(evidence.sites))]
        self._above = self._add_order()
        self._top = [self._add_cell(index) for index in range(len(evidence.shared))]
        self._add_uniqueness()
        self._penalties: list[tuple[float, cp_model.IntVar]] = []
        if clash_cost:
            self._add_clashes(clash_cost)
        terms = self._gains + self._penalties
        self._model.maximize(sum(round(_SCALE * value) * variable for value, variable in terms))

    def _add_site(self, number: int) -> list[cp_model.IntVar]:
        """Adds one switch a candidate; at most one is on, exactly one where a card surely lies."""
        site = self._evidence.sites[number]
        picks = [self._model.new_bool_var("") for _ in site.candidates]
        likelihoods = np.array([candidate.log_likelihood for candidate in site.candidates])
        together = float(np.logaddexp.reduce(likelihoods))
        for candidate, pick in zip(site.candidates, picks, strict=True):
            self._gains.append((candidate.log_likelihood - together + site.presence, pick))
        if site.presence >= _SURE_PRESENCE:
            self._model.add_exactly_one(picks)
        else:
            self._model.add_at_most_one(picks)
        return picks

    def _add_order(self) -> Mapping[tuple[int, int], cp_model.IntVar]:
        """Adds a height a site and, for each two that share a cell, which is above."""
        count = len(self._pick)
        height = [self._model.new_int_var(0, max(count - 1, 0), "") for _ in range(count)]
        above: dict[tuple[int, int], cp_model.IntVar] = {}
        for shared in self._evidence.shared:
            sites = sorted(top.site for top in shared.tops)
            for one in sites:
                for two in sites:
                    if one < two and (one, two) not in above:
                        over = self._model.new_bool_var("")
                        self._model.add(height[one] > height[two]).only_enforce_if(over)
                        self._model.add(height[two] > height[one]).only_enforce_if(~over)
                        above[one, two] = over
        return above

    def _add_cell(self, index: int) -> list[cp_model.IntVar]:
        """Adds which card is on top of a shared cell: one that lies there, above all others that do."""
        tops = self._evidence.shared[index].tops
        best = max(top.log_likelihood for top in tops)
        switches = []
        for top in tops:
            switch = self._model.new_bool_var("")
            self._gains.append((top.log_likelihood - best, switch))
            self._model.add_implication(switch, self._present(top.site))
            for other in tops:
                if other.site != top.site:
                    one, two = sorted((top.site, other.site))
                    over = self._above[one, two] if top.site == one else ~self._above[one, two]
                    self._model.add_bool_or(~switch, ~self._present(other.site), over)
            switches.append(switch)
        self._model.add_at_most_one(switches)
        for top in tops:
            self._model.add_bool_or(*switches, ~self._present(top.site))
        return switches

    def _present(self, site: int) -> cp_model.LiteralT:
        if site not in self._presence:
            present = self._model.new_bool_var("")
            self._model.add(sum(self._pick[site]) == present)
            self._presence[site] = present
        return self._presence[site]

    def _add_uniqueness(self) -> None:
        """Lets each card lie once."""
        places: dict[str, list[cp_model.IntVar]] = {}
        for site, picks in zip(self._evidence.sites, self._pick, strict=True):
            for candidate, pick in zip(site.candidates, picks, strict=True):
                places.setdefault(candidate.card, []).append(pick)
        for picks in places.values():
            if len(picks) > 1:
                self._model.add_at_most_one(picks)

    def _add_clashes(self, cost: float) -> None:
        """Takes off `cost` for each two neighbours whose squares differ on a cell that they share."""
        for one, two in self._above:
            cells = _common_cells(self._evidence.sites[one].centre, self._evidence.sites[two].centre)
            clash = self._model.new_bool_var("")
            used = False
            for first, pick in zip(self._evidence.sites[one].candidates, self._pick[one], strict=True):
                for second, other in zip(self._evidence.sites[two].candidates, self._pick[two], strict=True):
                    if self._differ(one, first, two, second, cells):
                        self._model.add_bool_or(~pick, ~other, clash)
                        used = True
            if used:
                self._penalties.append((-cost, clash))

    def _differ(self, one: int, first: Candidate, two: int, second: Candidate, cells: Sequence[Cell]) -> bool:
        face = self._evidence.face
        a = self._deck.face(first.card, face, first.turn)
        b = self._deck.face(second.card, face, second.turn)
        here, there = self._evidence.sites[one].centre, self._evidence.sites[two].centre
        pairs = {
            (a.at(cell.x - here.x, cell.y - here.y), b.at(cell.x - there.x, cell.y - there.y))
            for cell in cells
        }
        return any(
            one != two and not (self._rules.wild_centres and CENTRE in (one, two)) for one, two in pairs
        )

    def best(
        self, deadline: float, num_workers: int, seed: int, limit: int
    ) -> tuple[Status, dict[_Answer, float]]:
        """Lists the best answers and their log-likelihood by the evidence alone."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = num_workers
        solver.parameters.random_seed = seed
        answers: dict[_Answer, float] = {}
        highest: float | None = None
        while len(answers) < limit:
            left = deadline - time.monotonic()
            if left <= 0:
                return Status.UNKNOWN, answers
            solver.parameters.max_time_in_seconds = left
            status = from_name(solver.status_name(solver.solve(self._model)))
            if status is Status.INFEASIBLE:
                return (Status.OPTIMAL if answers else status), answers
            if status is Status.UNKNOWN:
                return status, answers
            value = solver.objective_value / _SCALE
            highest = value if highest is None else highest
            if value < highest - _NEGLIGIBLE:
                return Status.OPTIMAL, answers
            answers[self._answer(solver)] = sum(
                gain for gain, variable in self._gains if solver.boolean_value(variable)
            )
            if status is Status.FEASIBLE:
                return status, answers
            self._forbid(solver)
        return Status.FEASIBLE, answers

    def _answer(self, solver: cp_model.CpSolver) -> _Answer:
        chosen = tuple(_on(solver, picks) for picks in self._pick)
        tops = []
        for shared, switches in zip(self._evidence.shared, self._top, strict=True):
            index = _on(solver, switches)
            tops.append(None if index is None else shared.tops[index].site)
        return _Answer(chosen, tuple(tops))

    def _forbid(self, solver: cp_model.CpSolver) -> None:
        """Forbids what the table looks like in the answer."""
        switches = [variable for group in (*self._pick, *self._top) for variable in group]
        self._model.add_bool_or(
            *(~variable if solver.boolean_value(variable) else variable for variable in switches)
        )


def _on(solver: cp_model.CpSolver, switches: Sequence[cp_model.IntVar]) -> int | None:
    return next((index for index, switch in enumerate(switches) if solver.boolean_value(switch)), None)


def _log_odds(chance: float) -> float:
    return float(np.log(chance / (1 - chance)))


def _common_cells(one: Cell, two: Cell) -> list[Cell]:
    return [
        Cell(x, y)
        for y in range(max(one.y, two.y) - 1, min(one.y, two.y) + 2)
        for x in range(max(one.x, two.x) - 1, min(one.x, two.x) + 2)
    ]


def _ranked(
    listed: Mapping[_Answer, float], evidence: Evidence, deck: Deck, rules: Rules
) -> tuple[RankedBoard, ...]:
    """Builds the boards and weighs them both ways."""
    built = [_built(answer, evidence) for answer in listed]
    weighed = [_likeliest_alike(board, evidence, deck, rules) for board, _ in built]
    seen = np.array(list(listed.values()))
    prior = np.array([illegal * _log_odds(ILLEGAL_CHANCE) for _, illegal in weighed])
    p_evidence = evidence.completeness * _shares(seen)
    p = evidence.completeness * _shares(seen + prior)
    sites = [
        {placement.card: site for placement, site in zip(board, where, strict=True)} for board, where in built
    ]
    boards = [
        RankedBoard(
            board,
            tuple(where[placement.card] for placement in board),
            float(p_evidence[index]),
            float(p[index]),
        )
        for index, ((board, _), where) in enumerate(zip(weighed, sites, strict=True))
    ]
    return tuple(sorted(boards, key=lambda ranked: -ranked.p))


def _shares(log_weights: NDArray[np.float64]) -> NDArray[np.float64]:
    weights = np.exp(log_weights - log_weights.max())
    shares: NDArray[np.float64] = weights / weights.sum()
    return shares


def _built(answer: _Answer, evidence: Evidence) -> tuple[Board, tuple[int, ...]]:
    """Lays the cards in an order that explains all tops, the lowest site first where it is free."""
    laid = {number for number, index in enumerate(answer.chosen) if index is not None}
    upwards = {
        (other.site, top)
        for shared, top in zip(evidence.shared, answer.tops, strict=True)
        for other in shared.tops
        if top is not None and other.site in laid and other.site != top
    }
    order = bottom_first(laid, upwards)
    placements = []
    for number in order:
        site, index = evidence.sites[number], answer.chosen[number]
        assert index is not None  # noqa: S101 - only sites with a card are in the order
        candidate = site.candidates[index]
        placements.append(Placement(candidate.card, site.centre, candidate.turn))
    return Board(tuple(placements)), tuple(order)


def _likeliest_alike(board: Board, evidence: Evidence, deck: Deck, rules: Rules) -> tuple[Board, int]:
    """Returns the board of the fewest illegal cards that no photo tells from this one, and their number."""
    choices = [(_illegal(choice, evidence, deck, rules), choice) for choice in alike(board, limit=_ALIKE)]
    illegal, best = min(choices, key=lambda choice: choice[0])
    return best, illegal


def _illegal(board: Board, evidence: Evidence, deck: Deck, rules: Rules) -> int:
    table = Table(deck.name, evidence.face, board, rules=rules)
    return sum(bool(judgement.violations) for judgement in judge(table, deck))
