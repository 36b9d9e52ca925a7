"""The CP-SAT model of whole puzzles, with all that can be asked of one: wild centres, no centres, parts.

A card has a switch for each cell its centre may lie on and each turn. Each cell of the outline and each card
can be made to count or not: `layout_conflict` looks for the few that cannot all be kept. Under Centers Wild
order matters, so each card has a height; the squares that lie on a cell show one pattern between any two
centres there, a layer for each number of centres beneath.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from ortools.sat.python import cp_model

from games.camouflage import CENTRE, Board, Cell, Placement
from puzzles import Puzzle
from puzzles.outline import block
from solver.layout_cards import Cards
from solver.limits import Limit, run
from solver.status import Status

Literal = cp_model.IntVar


@dataclass(frozen=True, slots=True)
class Demands:
    """The parts of a puzzle that can be left out, as assumptions of the model.

    Attributes:
        cards: for each card the switch that it has to be laid; none where there are more than needed.
        cells: for each cell of the outline the switch that it has to be as drawn and its squares match.
    """

    cards: Mapping[str, Literal]
    cells: Mapping[Cell, Literal]


class LayoutModel:
    """The model of a puzzle.

    Attributes:
        model: the CP-SAT model; each of its solutions with all demands kept is an answer.
        demands: what can be left out.
    """

    def __init__(self, puzzle: Puzzle, cards: Cards, limit: Limit) -> None:
        """Build the model.

        Args:
            puzzle: the puzzle.
            cards: the cards at hand, at least as many as the puzzle has.
            limit: when to stop building.

        Raises:
            StoppedError: the limit came first.
        """
        self.model = cp_model.CpModel()
        self._puzzle, self._cards, self._limit = puzzle, cards, limit
        self._wild = puzzle.rules.wild_centres
        centres = puzzle.outline.centres
        self._spots = sorted(centres or puzzle.outline.inner)
        # As many centres as may share a cell: all but one for each other cell that has to have one.
        self._deepest = len(puzzle.cards) - max(len(centres) - 1, 0) if self._wild else 0
        self._place = [self._add_card(number) for number in range(len(cards.cards))]
        self.demands = Demands(self._demand_cards(), self._demand_cells())
        self._heights = self._add_heights() if self._ordered else []
        if not self._wild:
            self._keep_apart()
        for cell in sorted(puzzle.outline.cells):
            limit.check()
            self._add_matching(cell)
        if puzzle.rules.min_match:
            self._add_minimum()

    def solve(self, solver: cp_model.CpSolver, limit: Limit) -> tuple[Status, Board | None]:
        """Find an answer with all demands kept, or tell that there is none.

        Args:
            solver: with its parameters set, but for the time.
            limit: when to stop.
        """
        self.model.clear_assumptions()
        self.model.add_assumptions([*self.demands.cards.values(), *self.demands.cells.values()])
        status = run(self.model, solver, limit)
        return status, self._board(solver) if status in (Status.OPTIMAL, Status.FEASIBLE) else None

    def require(self, board: Board) -> None:
        """Have some cards lie where they lie on a board, and show the same squares.

        Where centres are wild, they lie beneath all others, and in the same order.

        Args:
            board: cards at hand, with centres where the puzzle may have some.
        """
        for height, placement in enumerate(board):
            self.model.add(self._switch(placement) == 1)
            if self._wild:
                number = self._cards.cards.index(placement.card)
                self.model.add(self._heights[number] == height)

    def forbid(self, board: Board) -> None:
        """Leave an answer out from now on: the same cards at the same centres, showing the same squares."""
        self.model.add_bool_or(*(~self._switch(placement) for placement in board))

    def _switch(self, placement: Placement) -> Literal:
        place = self._place[self._cards.cards.index(placement.card)]
        return place[Cell(*placement.centre), self._cards.candidate(placement)]

    @property
    def _ordered(self) -> bool:
        return self._wild or self._puzzle.rules.min_match > 0

    def _add_card(self, number: int) -> dict[tuple[Cell, int], Literal]:
        count = len(self._cards.cards)
        own = [1 << each for each in self._cards.squares if each % count == number]
        switches: dict[tuple[Cell, int], Literal] = {}
        for spot in self._spots:
            self._limit.check()
            switches |= {(spot, bit): self.model.new_bool_var("") for bit in own}
        self.model.add_at_most_one(switches.values())
        return switches

    def _demand_cards(self) -> dict[str, Literal]:
        laid = [switch for place in self._place for switch in place.values()]
        self.model.add(sum(laid) <= len(self._puzzle.cards))
        if len(self._cards.cards) > len(self._puzzle.cards):
            return {}
        demands = {card: self.model.new_bool_var("") for card in self._cards.cards}
        for place, demand in zip(self._place, demands.values(), strict=True):
            self.model.add_bool_or(*place.values(), ~demand)
        return demands

    def _demand_cells(self) -> dict[Cell, Literal]:
        demands = {}
        more = len(self._cards.cards) > len(self._puzzle.cards)
        for cell in sorted(self._puzzle.outline.cells):
            self._limit.check()
            demands[cell] = demand = self.model.new_bool_var("")
            if cell in self._puzzle.outline.centres:
                if self._wild or more:  # else all cards together take all centres
                    self.model.add_bool_or(*self._centred[cell], ~demand)
            elif not self._puzzle.outline.centres:
                self.model.add_bool_or(*(switch for _, _, switch in self._over[cell]), ~demand)
        if more:
            laid = sum(switch for place in self._place for switch in place.values())
            self.model.add(laid == len(self._puzzle.cards)).only_enforce_if(*demands.values())
        return demands

    @cached_property
    def _centred(self) -> Mapping[Cell, list[Literal]]:
        """The switches that lay a centre on a cell."""
        found: dict[Cell, list[Literal]] = {spot: [] for spot in self._spots}
        for place in self._place:
            self._limit.check()
            for (spot, _), switch in place.items():
                found[spot].append(switch)
        return found

    @cached_property
    def _over(self) -> Mapping[Cell, list[tuple[int, str, Literal]]]:
        """For each cell, the switches that lay a square on it, with the card's number and the square."""
        found: dict[Cell, list[tuple[int, str, Literal]]] = {}
        for number, place in enumerate(self._place):
            self._limit.check()
            for (spot, bit), switch in place.items():
                squares = self._cards.squares[bit.bit_length() - 1]
                for cell in block(spot):
                    square = squares[3 * (cell.y - spot[1] + 1) + cell.x - spot[0] + 1]
                    found.setdefault(cell, []).append((number, square, switch))
        return found

    def _keep_apart(self) -> None:
        """Add that no centre covers or is covered: at most one in any four cells that touch."""
        for x, y in {(x - dx, y - dy) for x, y in self._spots for dx in (0, 1) for dy in (0, 1)}:
            corner = [Cell(x, y), Cell(x + 1, y), Cell(x, y + 1), Cell(x + 1, y + 1)]
            close = [switch for cell in corner for switch in self._centred.get(cell, ())]
            self.model.add_at_most_one(close)

    def _add_matching(self, cell: Cell) -> None:
        """Add that the squares on a cell match: one pattern in each layer between centres."""
        demand = self.demands.cells[cell]
        over = self._over[cell]
        names = sorted({square for _, square, _ in over} - {CENTRE})
        layers = self._layers(cell) if self._deepest and cell in self._centred else None
        count = self._deepest + 1 if layers else 1
        pattern = [{name: self.model.new_bool_var("") for name in names} for _ in range(count)]
        for layer in pattern:
            self.model.add_at_most_one(layer.values())
        for number, square, switch in over:
            if square == CENTRE:
                continue
            if layers is None:
                self.model.add_bool_or(~switch, pattern[0][square], ~demand)
                continue
            for layer, there in zip(pattern, layers[number], strict=True):
                self.model.add_bool_or(~switch, ~there, layer[square], ~demand)

    def _layers(self, cell: Cell) -> list[list[Literal]]:
        """Return for each card the switches of the layers of a cell, of which one is on."""
        layers = []
        for number in range(len(self._place)):
            self._limit.check()
            beneath = [
                self._both(self._at(other, cell), self._above(number, other))
                for other in range(len(self._place))
                if other != number
            ]
            own = [self.model.new_bool_var("") for _ in range(self._deepest + 1)]
            self.model.add_exactly_one(own)
            self.model.add(sum(beneath) == sum(depth * switch for depth, switch in enumerate(own)))
            layers.append(own)
        return layers

    def _at(self, number: int, cell: Cell) -> Literal:
        """Return whether a card has its centre on a cell."""
        switch = self.model.new_bool_var("")
        self.model.add(sum(each for (spot, _), each in self._place[number].items() if spot == cell) == switch)
        return switch

    def _both(self, one: Literal, other: cp_model.LiteralT) -> Literal:
        both = self.model.new_bool_var("")
        self.model.add_bool_or(~one, ~other, both)
        self.model.add_implication(both, one)
        self.model.add_implication(both, other)
        return both

    def _add_heights(self) -> list[Literal]:
        count = len(self._place)
        heights = [self.model.new_int_var(0, count - 1, "") for _ in range(count)]
        self.model.add_all_different(heights)
        self._higher: dict[tuple[int, int], Literal] = {}
        for one, other in combinations(range(count), 2):
            switch = self.model.new_bool_var("")
            self.model.add(heights[one] > heights[other]).only_enforce_if(switch)
            self.model.add(heights[other] > heights[one]).only_enforce_if(~switch)
            self._higher[one, other] = switch
        return heights

    def _above(self, one: int, other: int) -> cp_model.LiteralT:
        """Return whether a card lies higher than another."""
        return self._higher[one, other] if one < other else ~self._higher[other, one]

    def _add_minimum(self) -> None:
        """Add that every card but the lowest covers enough squares; where all match, that is what counts."""
        cells = sorted(self._puzzle.outline.cells)
        covers = [{cell: self._covers(number, cell) for cell in cells} for number in range(len(self._place))]
        for number in range(len(covers)):
            self._limit.check()
            met = [self._meets(number, cell, covers) for cell in cells]
            laid = self.model.new_bool_var("")
            self.model.add(sum(self._place[number].values()) == laid)
            first = self.model.new_bool_var("")
            for other in range(len(covers)):
                if other != number:
                    self.model.add_implication(first, self._above(other, number))
            needed = self._puzzle.rules.min_match
            self.model.add(sum(met) >= needed).only_enforce_if(laid, ~first, *self.demands.cells.values())

    def _covers(self, number: int, cell: Cell) -> Literal:
        self._limit.check()
        switch = self.model.new_bool_var("")
        self.model.add(sum(each for card, _, each in self._over[cell] if card == number) == switch)
        return switch

    def _meets(self, number: int, cell: Cell, covers: Sequence[Mapping[Cell, Literal]]) -> Literal:
        """Return whether a card covers a square in a cell; it may be off where it does."""
        met = self.model.new_bool_var("")
        self.model.add_implication(met, covers[number][cell])
        beneath = [
            self._both(covers[other][cell], self._above(number, other))
            for other in range(len(covers))
            if other != number
        ]
        self.model.add_bool_or(*beneath, ~met)
        return met

    def _board(self, solver: cp_model.CpSolver) -> Board:
        """Return the answer, bottom first."""
        laid = [*self._laid(solver)]
        return Board(tuple(placement for _, placement in sorted(laid, key=lambda each: each[0])))

    def _laid(self, solver: cp_model.CpSolver) -> Iterator[tuple[int, Placement]]:
        for number, place in enumerate(self._place):
            for (spot, bit), switch in place.items():
                if solver.boolean_value(switch):
                    height = solver.value(self._heights[number]) if self._heights else number
                    yield height, self._cards.placement(bit, spot)
