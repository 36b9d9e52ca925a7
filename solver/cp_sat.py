"""The best answers by CP-SAT, for evidence that `solver.best_first` gives up on.

One model says it all: each site holds one of its candidates, each card lies once, each shared cell shows one
of its cards on top, and one order of laying explains all the tops. Solving it, forbidding the answer and
solving again lists the answers.
"""

import time
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from ortools.sat.python import cp_model

from games.camouflage.evidence import Evidence
from solver.answers import (
    NEGLIGIBLE,
    Answer,
    Clashes,
    Listing,
    candidate_gains,
    neighbours,
    surely_absent,
    surely_present,
    top_gains,
)
from solver.status import Status, from_name

_SCALE: Final = 1000
"""CP-SAT's objective is in whole thousandths of a nat."""


class Model:
    """The CP-SAT model of one table."""

    def __init__(self, evidence: Evidence, clashes: Clashes, clash_cost: float) -> None:
        self._evidence, self._clashes = evidence, clashes
        self._model = cp_model.CpModel()
        self._presence: dict[int, cp_model.IntVar] = {}
        self._gains: list[tuple[float, cp_model.IntVar]] = []
        self._pick = [self._add_site(number) for number in range(len(evidence.sites))]
        self._above = self._add_order()
        self._top = [self._add_cell(index) for index in range(len(evidence.shared))]
        self._add_uniqueness()
        self._add_lying()
        self._add_piles()
        self._penalties: list[tuple[float, cp_model.IntVar]] = []
        if clash_cost:
            self._add_clashes(clash_cost)
        terms = self._gains + self._penalties
        self._model.maximize(sum(round(_SCALE * value) * variable for value, variable in terms))

    def _add_site(self, number: int) -> list[cp_model.IntVar]:
        """Adds one switch a candidate; at most one is on, exactly one where a card surely lies."""
        site = self._evidence.sites[number]
        picks = [self._model.new_bool_var("") for _ in site.candidates]
        if surely_absent(site):
            self._model.add(sum(picks) == 0)
            return picks
        self._gains += zip(candidate_gains(site), picks, strict=True)
        if surely_present(site):
            self._model.add_exactly_one(picks)
        else:
            self._model.add_at_most_one(picks)
        return picks

    def _add_order(self) -> Mapping[tuple[int, int], cp_model.IntVar]:
        """Adds a height a site and, for each two that share a cell, which is above."""
        count = len(self._pick)
        height = [self._model.new_int_var(0, max(count - 1, 0), "") for _ in range(count)]
        above: dict[tuple[int, int], cp_model.IntVar] = {}
        for one, two in neighbours(self._evidence):
            over = self._model.new_bool_var("")
            self._model.add(height[one] > height[two]).only_enforce_if(over)
            self._model.add(height[two] > height[one]).only_enforce_if(~over)
            above[one, two] = over
        return above

    def _add_cell(self, index: int) -> list[cp_model.IntVar]:
        """Adds which card is on top of a shared cell: one that lies there, above all others that do."""
        shared = self._evidence.shared[index]
        tops, switches = shared.tops, []
        for top, gain in zip(tops, top_gains(shared), strict=True):
            switch = self._model.new_bool_var("")
            self._gains.append((gain, switch))
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

    def _places(self) -> dict[str, list[tuple[int, cp_model.IntVar]]]:
        """Returns for each card the sites that may hold it, and what lets them."""
        places: dict[str, list[tuple[int, cp_model.IntVar]]] = {}
        for number, (site, picks) in enumerate(zip(self._evidence.sites, self._pick, strict=True)):
            for candidate, pick in zip(site.candidates, picks, strict=True):
                places.setdefault(candidate.card, []).append((number, pick))
        return places

    def _add_uniqueness(self) -> None:
        """Lets each card lie once."""
        for places in self._places().values():
            if len(places) > 1:
                self._model.add_at_most_one(pick for _, pick in places)

    def _add_lying(self) -> None:
        """Has the cards lie on the table that are known to."""
        for card, turn in self._evidence.lying:
            self._model.add_bool_or(
                pick
                for site, picks in zip(self._evidence.sites, self._pick, strict=True)
                for candidate, pick in zip(site.candidates, picks, strict=True)
                if candidate.card == card and turn in (None, candidate.turn)
            )

    def _add_piles(self) -> None:
        """Orders the cards of piles where they meet, and has each meet another of its pile."""
        places = self._places()
        for pile in self._evidence.piles:
            meetings: dict[str, list[cp_model.IntVar]] = {card: [] for card in pile}
            for upper, lower in combinations(pile, 2):
                for one, first in places[upper]:
                    for two, second in places[lower]:
                        pair = min(one, two), max(one, two)
                        if pair not in self._above:
                            continue
                        over = self._above[pair] if one < two else ~self._above[pair]
                        self._model.add_bool_or(~first, ~second, over)
                        meet = self._model.new_bool_var("")
                        self._model.add_implication(meet, first)
                        self._model.add_implication(meet, second)
                        meetings[upper].append(meet)
                        meetings[lower].append(meet)
            for switches in meetings.values():
                self._model.add_bool_or(switches)

    def _add_clashes(self, cost: float) -> None:
        """Takes off `cost` for each two neighbours whose squares differ on a cell that they share."""
        for one, two in self._above:
            clash = self._model.new_bool_var("")
            used = False
            for first, pick in enumerate(self._pick[one]):
                for second, other in enumerate(self._pick[two]):
                    if self._clashes.between(one, first, two, second):
                        self._model.add_bool_or(~pick, ~other, clash)
                        used = True
            if used:
                self._penalties.append((-cost, clash))

    def best(self, deadline: float, num_workers: int, seed: int, limit: int) -> Listing:
        """Lists the best answers.

        Args:
            deadline: the time by `time.monotonic` at which to stop.
            num_workers: threads of CP-SAT.
            seed: for CP-SAT.
            limit: how many answers are listed at most.
        """
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = num_workers
        solver.parameters.random_seed = seed
        answers: dict[Answer, float] = {}
        highest: float | None = None
        while len(answers) < limit:
            left = deadline - time.monotonic()
            if left <= 0:
                return Listing(Status.UNKNOWN, answers)
            solver.parameters.max_time_in_seconds = left
            status = from_name(solver.status_name(solver.solve(self._model)))
            if status is Status.INFEASIBLE:
                return Listing(Status.OPTIMAL if answers else status, answers)
            if status is Status.UNKNOWN:
                return Listing(status, answers)
            value = solver.objective_value / _SCALE
            highest = value if highest is None else highest
            if value < highest - NEGLIGIBLE:
                return Listing(Status.OPTIMAL, answers)
            answers[self._answer(solver)] = sum(
                gain for gain, variable in self._gains if solver.boolean_value(variable)
            )
            if status is Status.FEASIBLE:
                return Listing(status, answers)
            self._forbid(solver)
        return Listing(Status.FEASIBLE, answers)

    def _answer(self, solver: cp_model.CpSolver) -> Answer:
        chosen = tuple(_on(solver, picks) for picks in self._pick)
        tops = []
        for shared, switches in zip(self._evidence.shared, self._top, strict=True):
            index = _on(solver, switches)
            tops.append(None if index is None else shared.tops[index].site)
        return Answer(chosen, tuple(tops))

    def _forbid(self, solver: cp_model.CpSolver) -> None:
        """Forbids what the table looks like in the answer."""
        switches = [variable for group in (*self._pick, *self._top) for variable in group]
        self._model.add_bool_or(
            *(~variable if solver.boolean_value(variable) else variable for variable in switches)
        )


def _on(solver: cp_model.CpSolver, switches: Sequence[cp_model.IntVar]) -> int | None:
    return next((index for index, switch in enumerate(switches) if solver.boolean_value(switch)), None)
