"""The CP-SAT model for the cards of given centres, none wild: a switch for each candidate of each slot.

For any two neighbours there is a switch for each way their common cells can look; it is on just when either
shows that. So unit propagation thins out neighbours as `layout_slots` does, and CP-SAT learns from dead ends.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from ortools.sat.python import cp_model

from games.camouflage import Cell
from solver.layout_cards import Cards, bits, common
from solver.limits import Limit, run
from solver.status import Status

Switches = list[dict[int, cp_model.IntVar]]
"""For each slot the switch of each candidate, by its bit."""


def search_pairs(
    cards: Cards,
    centres: Sequence[Cell],
    found: Callable[[list[int]], bool],
    limit: Limit,
    *,
    all_cards: bool,
    num_workers: int,
    seed: int,
    every: bool,
) -> Status:
    """Find layouts with CP-SAT.

    Args:
        cards: the cards.
        centres: the cell of each slot.
        found: is told the domains of each layout; whether it has had enough.
        limit: when to stop.
        all_cards: whether every card has to be laid, not only every slot be filled.
        num_workers: threads of CP-SAT, where one layout is wanted; all are listed by one thread.
        seed: for CP-SAT.
        every: whether all layouts are wanted.

    Returns:
        OPTIMAL if there are no others than those found, INFEASIBLE if there are none at all; FEASIBLE or
        UNKNOWN where it was stopped first.
    """
    model = cp_model.CpModel()
    switches = add_slots(model, cards, centres, all_cards=all_cards)
    for one, other in _neighbours(centres):
        limit.check()
        add_agreement(model, cards, (switches[one], centres[one]), (switches[other], centres[other]))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1 if every else num_workers
    solver.parameters.random_seed = seed
    solver.parameters.enumerate_all_solutions = every
    solver.parameters.cp_model_presolve = (
        False  # costs more than it saves: it finds nothing that is not there
    )
    solver.parameters.linearization_level = 0
    return run(model, solver, limit, _Told(switches, found))


def add_slots(model: cp_model.CpModel, cards: Cards, centres: Sequence[Cell], *, all_cards: bool) -> Switches:
    """Add the slots: each holds one candidate, and each card lies once, or at most once."""
    switches: Switches = [{bit: model.new_bool_var("") for bit in bits(cards.all)} for _ in centres]
    for slot in switches:
        model.add_exactly_one(slot.values())
    count = len(cards.cards)
    for number in range(count):
        own = [slot[1 << each] for slot in switches for each in cards.squares if each % count == number]
        if all_cards:
            model.add_exactly_one(own)
        else:
            model.add_at_most_one(own)
    return switches


def add_agreement(
    model: cp_model.CpModel,
    cards: Cards,
    one: tuple[dict[int, cp_model.IntVar], Cell],
    other: tuple[dict[int, cp_model.IntVar], Cell],
) -> None:
    """Add that two slots show the same in the cells that they share."""
    (mine, here), (theirs, there) = one, other
    link = cards.link(0, common(there[0] - here[0], there[1] - here[1]))
    reached = [0, 0]
    for own_mask, other_mask in link.groups:
        reached = [reached[0] | own_mask, reached[1] | other_mask]
        same = model.new_bool_var("")
        for switches, mask in ((mine, own_mask), (theirs, other_mask)):
            group = [switches[bit] for bit in bits(mask)]
            model.add_bool_or(*group, ~same)
            for switch in group:
                model.add_implication(switch, same)
    for switches, mask in zip((mine, theirs), reached, strict=True):
        for bit in bits(cards.all & ~mask):
            model.add(switches[bit] == 0)


def _neighbours(centres: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    for (one, here), (other, there) in combinations(enumerate(centres), 2):
        if abs(here[0] - there[0]) <= 2 and abs(here[1] - there[1]) <= 2:
            yield one, other


class _Told(cp_model.CpSolverSolutionCallback):
    """Tells each solution as domains, until that is enough."""

    def __init__(self, switches: Switches, found: Callable[[list[int]], bool]) -> None:
        super().__init__()
        self._switches, self._found = switches, found

    def on_solution_callback(self) -> None:
        """Read the switches that are on."""
        domains = [
            next(bit for bit, switch in slot.items() if self.boolean_value(switch)) for slot in self._switches
        ]
        if self._found(domains):
            self.stop_search()
