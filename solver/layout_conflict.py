"""Why a puzzle has no answer: a few cards and squares that cannot all be kept, none of which can be spared.

As soon as one of them is left out, there is an answer. The set is made by leaving out what is not needed, one
after another (a minimal unsatisfiable subset by deletion).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ortools.sat.python import cp_model

from games.camouflage import Cell
from puzzles import Puzzle
from solver.layout_model import LayoutModel, Literal
from solver.layout_order import most_laid
from solver.layout_slots import Cards
from solver.limits import Limit, StoppedError, run
from solver.status import Status


@dataclass(frozen=True, slots=True)
class Conflict:
    """Cards and squares that cannot all be kept.

    Attributes:
        cards: the cards that would all have to be laid; all at hand, if those are more than needed.
        cells: the squares that would have to be as drawn, an X with a centre, and match.
        irreducible: whether none of them can be spared; if not, the time ran out before that was shown.
        text: the conflict in words.
    """

    cards: tuple[str, ...]
    cells: tuple[Cell, ...]
    irreducible: bool
    text: str


def conflict(puzzle: Puzzle, cards: Cards, limit: Limit, *, seed: int = 0) -> Conflict | None:
    """Return why a puzzle has no answer.

    Args:
        puzzle: a puzzle that has none.
        cards: the cards at hand.
        limit: when to stop; what is found until then is returned.
        seed: for CP-SAT.

    Returns:
        The conflict; None where the time was too short to find any.
    """
    if unreached := _out_of_reach(puzzle):
        return unreached
    if puzzle.outline.centres and not puzzle.rules.wild_centres:
        puzzle = replace(puzzle, rules=replace(puzzle.rules, min_match=0))
    try:
        shrinking = _Shrinking(LayoutModel(puzzle, cards, limit), limit, seed)
    except StoppedError:
        return None
    if not shrinking.impossible(shrinking.all):
        return None
    kept, irreducible = shrinking.shrunk()
    named = tuple(card for card in cards.cards if ("card", card) in kept)
    cells = tuple(
        Cell(*cell) for kind, cell in sorted(kept, key=str) if kind == "cell" and not isinstance(cell, str)
    )
    laid = named if len(cards.cards) == len(puzzle.cards) else cards.cards
    return Conflict(laid, tuple(sorted(cells, key=_by_row)), irreducible, _text(laid, cells, puzzle, cards))


_Part = tuple[str, str | Cell]


class _Shrinking:
    """Leaves out one part after another of what is impossible together."""

    def __init__(self, model: LayoutModel, limit: Limit, seed: int) -> None:
        self._model, self._limit = model.model, limit
        cells: dict[_Part, Literal] = {("cell", cell): switch for cell, switch in model.demands.cells.items()}
        cards: dict[_Part, Literal] = {("card", card): switch for card, switch in model.demands.cards.items()}
        self.all: Mapping[_Part, Literal] = cells | cards
        self._solver = cp_model.CpSolver()
        self._solver.parameters.num_workers = 1
        self._solver.parameters.random_seed = seed

    def impossible(self, parts: Mapping[_Part, Literal]) -> bool:
        """Tell whether it is proven that some parts cannot all be kept."""
        self._model.clear_assumptions()
        self._model.add_assumptions([*parts.values()])
        return run(self._model, self._solver, self._limit) is Status.INFEASIBLE

    def shrunk(self) -> tuple[Mapping[_Part, Literal], bool]:
        """Return parts that cannot all be kept, and whether none of them can be spared."""
        kept = self._core(self.all)
        for part in list(kept):
            if part not in kept:
                continue
            fewer = {name: switch for name, switch in kept.items() if name != part}
            if self.impossible(fewer):
                kept = self._core(fewer)
            elif self._limit.over:
                return kept, False
        return kept, True

    def _core(self, parts: Mapping[_Part, Literal]) -> Mapping[_Part, Literal]:
        """Return those of some parts that the solver's last proof has used."""
        used = {*self._solver.sufficient_assumptions_for_infeasibility()}
        core = {name: switch for name, switch in parts.items() if switch.index in used}
        return core if used else parts


def _out_of_reach(puzzle: Puzzle) -> Conflict | None:
    """Return the centres at which no card can cover enough squares, if there are any, wild or not."""
    centres, needed = puzzle.outline.centres, puzzle.rules.min_match
    if not centres or puzzle.rules.wild_centres:
        return None
    reached = most_laid(centres, needed)
    if len(reached) == len(centres):
        return None
    lost = sorted(centres - {*reached}, key=_by_row)
    text = f"a card there covers fewer than {needed} squares of the cards that can be laid before it"
    return Conflict((), tuple(lost), irreducible=True, text=text)


def _text(laid: Sequence[str], cells: Sequence[Cell], puzzle: Puzzle, cards: Cards) -> str:
    if not laid:
        return f"no {len(puzzle.cards)} cards cover those {len(cells)} squares as drawn"
    if len(cards.cards) > len(puzzle.cards):
        which = f"{len(puzzle.cards)} of the {len(cards.cards)} cards"
    elif len(laid) == 1:
        which = laid[0]
    else:
        which = " and ".join((", ".join(laid[:-1]), laid[-1]))
    if not cells:
        return f"there is no room for {which} together"
    where = "that square is" if len(cells) == 1 else f"those {len(cells)} squares are"
    return f"{which} cannot be laid so that {where} as drawn and all that overlap there match"


def _by_row(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]
