"""Why a puzzle has no answer: a few cards and squares that cannot all be kept, none of which can be spared.

As soon as one of them is left out, there is an answer. The set is made by leaving out what is not needed, one
after another (a minimal unsatisfiable subset by deletion).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol, cast

from ortools.sat.python import cp_model

from games.camouflage import Cell
from puzzles import Puzzle
from puzzles.outline import block
from solver.layout_cards import Cards
from solver.layout_model import LayoutModel, Literal
from solver.layout_order import reaches
from solver.layout_search import Search
from solver.layout_slots import Slots
from solver.limits import Limit, StoppedError, run
from solver.status import Status

_MOST_STEPS: Final = 3000
"""After so many steps of a search, about two seconds, a part is kept without knowing whether it is needed."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Cards and squares that cannot all be kept.

    Attributes:
        cards: the cards that would all have to be laid; all at hand, if those are more than needed.
        cells: the squares that would have to be as drawn, an X with a centre, and match.
        irreducible: whether none of them can be spared; if not, time or steps ran out before that was shown.
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
        The conflict; None where the time was too short to look for any.
    """
    if unreached := _out_of_reach(puzzle):
        return unreached
    plain = puzzle.outline.centres and not puzzle.rules.wild_centres
    try:
        if plain and len(cards.cards) == len(puzzle.cards):
            proof: _Proof = _BySlots(puzzle, cards, limit)
        else:
            proof = _ByModel(puzzle, cards, limit, seed)
        return _conflict(puzzle, cards, *_shrunk(proof, limit))
    except StoppedError:
        return None


_Part = tuple[str, str | Cell]
_Parts = tuple[_Part, ...]


class _Proof(Protocol):
    """Proves that some parts of a puzzle cannot all be kept."""

    all: _Parts

    def impossible(self, parts: _Parts) -> _Parts | None:
        """Return parts that cannot all be kept, these or fewer; None where that is not so, or not proven.

        Raises:
            StoppedError: the limit came first.
        """

    def open(self) -> bool:
        """Whether something was left unproven."""


class _BySlots:
    """Proofs by the search over slots: a card that is left out becomes a blank, a cell matches nothing."""

    def __init__(self, puzzle: Puzzle, cards: Cards, limit: Limit) -> None:
        self._centres, self._cards, self._limit = sorted(puzzle.outline.centres), cards, limit
        shared = Counter(cell for centre in self._centres for cell in block(centre))
        cells = sorted((cell for cell, count in shared.items() if count > 1), key=_by_row)
        self.all: _Parts = (*(("cell", cell) for cell in cells), *(("card", card) for card in cards.cards))
        self._unproven = False

    def impossible(self, parts: _Parts) -> _Parts | None:
        left_out = {str(name) for kind, name in self.all if kind == "card"} - {
            str(name) for kind, name in parts if kind == "card"
        }
        cards = self._cards.blanked(left_out) if left_out else self._cards
        matching = {cell for kind, cell in parts if kind == "cell"}
        slots = Slots(cards, self._centres, all_cards=True, matching=cast("set[Cell]", matching))
        ended = Search(slots, lambda _: True, self._limit, started=_stopping(_MOST_STEPS))
        try:
            return parts if ended.run(slots.open()) else None
        except _ManyStepsError:
            self._unproven = True
            return None

    def open(self) -> bool:
        return self._unproven


class _ByModel:
    """Proofs by the CP-SAT model, which also tells which parts a proof has used."""

    def __init__(self, puzzle: Puzzle, cards: Cards, limit: Limit, seed: int) -> None:
        if puzzle.outline.centres and not puzzle.rules.wild_centres:
            puzzle = replace(puzzle, rules=replace(puzzle.rules, min_match=0))  # that is proven to be kept
        built = LayoutModel(puzzle, cards, limit)
        self._model, self._limit = built.model, limit
        cells: dict[_Part, Literal] = {("cell", cell): switch for cell, switch in built.demands.cells.items()}
        self._switches = cells | {("card", card): switch for card, switch in built.demands.cards.items()}
        self.all: _Parts = tuple(self._switches)
        self._solver = cp_model.CpSolver()
        self._solver.parameters.num_workers = 1
        self._solver.parameters.random_seed = seed

    def impossible(self, parts: _Parts) -> _Parts | None:
        self._model.clear_assumptions()
        self._model.add_assumptions([self._switches[part] for part in parts])
        status = run(self._model, self._solver, self._limit)
        if status is Status.UNKNOWN:
            raise StoppedError
        if status is not Status.INFEASIBLE:
            return None
        used = {*self._solver.sufficient_assumptions_for_infeasibility()}
        return tuple(part for part in parts if self._switches[part].index in used) if used else parts

    def open(self) -> bool:
        return False


def _shrunk(proof: _Proof, limit: Limit) -> tuple[_Parts, bool]:
    """Return parts that cannot all be kept, and whether none of them can be spared.

    That all of them cannot is known before: the puzzle has no answer.
    """
    try:
        kept = proof.impossible(proof.all) or proof.all
    except StoppedError:
        return proof.all, False
    for part in kept:
        if limit.over:
            return kept, False
        if part in kept:
            try:
                kept = proof.impossible(tuple(each for each in kept if each != part)) or kept
            except StoppedError:
                return kept, False
    return kept, not proof.open()


def _conflict(puzzle: Puzzle, cards: Cards, kept: _Parts, irreducible: bool) -> Conflict:  # noqa: FBT001 - as it comes
    named = tuple(card for card in cards.cards if ("card", card) in kept)
    laid = named if len(cards.cards) == len(puzzle.cards) else cards.cards
    cells = tuple(sorted((cell for _, cell in kept if isinstance(cell, Cell)), key=_by_row))
    return Conflict(laid, cells, irreducible, _text(laid, cells, puzzle, cards))


class _ManyStepsError(Exception):
    """A proof takes too many steps."""


def _stopping(most: int) -> Callable[[int], None]:
    def started(steps: int) -> None:
        if steps > most:
            raise _ManyStepsError

    return started


def _out_of_reach(puzzle: Puzzle) -> Conflict | None:
    """Return centres that no order of laying reaches together, if there are any; none is wild."""
    centres, needed = puzzle.outline.centres, puzzle.rules.min_match
    if not centres or puzzle.rules.wild_centres:
        return None
    together = [frozenset(reached) for reached in reaches(centres, needed)]
    kept = centres
    if any(kept <= reached for reached in together):
        return None
    for centre in sorted(centres, key=_by_row):
        if not any(kept - {centre} <= reached for reached in together):
            kept -= {centre}
    text = f"no order of laying reaches those centres together: a card covers fewer than {needed} squares"
    return Conflict((), tuple(sorted(kept, key=_by_row)), irreducible=True, text=text)


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
