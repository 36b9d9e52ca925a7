"""How to play Camelot with a hidden stock, from what can be seen alone, in many games at once.

A place for a card is judged by eight figures of the grid as it would be: how likely it is that the rest of
the grid can be filled, how likely that seems for the next time, and where the cards lie that can leave by
then, and those that cannot. What each figure weighs, early and late in the game, was found by playing: see
`benchmarks.camelot_tuning`. Whatever can be removed is; of equal cards first those on the slots that are
needed.

Everything is an array with a row for each position or game. Groups of slots are counted as there: corners,
queens', jacks', centre.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.camelot import State
from games.camelot.cards import KING, TEN
from solver.camelot_search import CENTRE_GROUP, COURT_GROUPS, GROUP_SLOTS
from solver.camelot_survival import survival

Ints = NDArray[np.int64]
Small = NDArray[np.int8]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class Weights(NamedTuple):
    """What the figures weigh by which places are judged.

    Attributes:
        late: when no card is left.
        early: what is added for each 40 cards that are left.
    """

    late: tuple[float, ...]
    early: tuple[float, ...]


WEIGHTS: Final = Weights(
    late=(3.045, 0.233, -0.748, -0.406, 0.104, -0.285, 0.413, -0.646),
    early=(1.24, 0.586, -0.186, 0.311, -0.047, -1.024, -0.238, 0.562),
)
"""What was found to do best."""

_LEAST: Final = 1e-6
"""Stands for an impossibility where a logarithm is taken."""

_GROUP_OF: Final = np.array([COURT_GROUPS.get(rank, -1) for rank in range(KING + 1)])
"""The group of slots of each rank's own; -1 for numbers."""


@dataclass(slots=True)
class Positions:
    """What counts of states in which no card waits; what is done changes them.

    Attributes:
        lying: (positions, 4, 11) cards of each rank, 0 to 10, in each group.
        empty: (positions, 4) empty slots.
        courts: (positions, 3) kings, queens and jacks to come.
        numbers: (positions,) other cards to come.
    """

    lying: Small
    empty: Ints
    courts: Ints
    numbers: Ints

    def of(self, rows: Ints | Bools) -> "Positions":
        """Return some of the positions, as copies; a row that is named again is there again."""
        return Positions(self.lying[rows], self.empty[rows], self.courts[rows], self.numbers[rows])

    def lay(self, rows: Ints, groups: Ints, ranks: Ints) -> None:
        """Lay a card that is no court in each of some positions."""
        self.lying[rows, groups, ranks] += 1
        self.empty[rows, groups] -= 1

    def take(self, row: int, cards: Sequence[tuple[int, int]]) -> None:
        """Take cards away from a position, each given by its rank and group."""
        for rank, group in cards:
            self.lying[row, group, rank] -= 1
            self.empty[row, group] += 1


def position_of(state: State) -> Positions:
    """Return what counts of a state as a single row; a waiting card lies nowhere and comes no more."""
    lying = np.zeros((1, 4, TEN + 1), np.int8)
    for group, slots in enumerate(GROUP_SLOTS):
        for slot in slots:
            rank = state.grid[slot] >> 2
            if 0 < rank <= TEN:
                lying[0, group, rank] += 1
    ranks = [card >> 2 for card in state.unseen]
    courts = np.array([[ranks.count(rank) for rank in COURT_GROUPS]])
    empty = np.array([[sum(not state.grid[slot] for slot in slots) for slots in GROUP_SLOTS]])
    return Positions(lying, empty, courts, len(ranks) - courts.sum(axis=1))


def best_groups(positions: Positions, ranks: Ints, weights: Weights = WEIGHTS) -> Ints:
    """Return for each position in which group a card that is no court is laid best.

    Args:
        positions: the positions, with an empty slot each; the card does not come any more.
        ranks: (positions,) the rank of the card.
        weights: of the figures.
    """
    rows, groups = np.nonzero(positions.empty)
    then = positions.of(rows)
    then.lay(np.arange(len(rows)), groups, ranks[rows])
    worth = np.full(positions.empty.shape, -np.inf)
    worth[rows, groups] = _worth(then, weights)
    best: Ints = np.argmax(worth, axis=1)
    return best


def clear(positions: Positions, rows: Ints) -> Small:
    """Remove everything that can be removed in some positions.

    Returns:
        (rows, 4, 11) how many cards of each rank were removed from each group.
    """
    need = positions.courts[rows] - positions.empty[rows, :CENTRE_GROUP]
    gone = _leaving(positions.lying[rows], need)
    positions.lying[rows] -= gone
    positions.empty[rows] += gone.sum(axis=2)
    return gone


def played_out(positions: Positions, stocks: Ints, weights: Weights = WEIGHTS) -> Floats:
    """Return how much each game counts that is played to its end.

    Where a court card would come without a slot, another card is turned in its place, and the game counts
    less by the chance of that. The mean over many stocks is the chance to win, with less noise than a count.

    Args:
        positions: where the games begin; they are changed.
        stocks: (positions, cards) the ranks of the cards to come; they are changed.
        weights: of the figures by which places are judged.

    Returns:
        (positions,) 0 to 1; 0 if the grid is full at last with nothing to remove.
    """
    chance = np.ones(len(stocks))
    for turn in range(stocks.shape[1]):
        full = np.flatnonzero(positions.empty.sum(axis=1) == 0)
        if len(full):
            chance[full[~clear(positions, full).any(axis=(1, 2))]] = 0.0
        shut = positions.empty[:, :CENTRE_GROUP] == 0
        chance *= 1 - (positions.courts * shut).sum(axis=1) / (stocks.shape[1] - turn)
        _bring_forward(stocks[:, turn:], shut)
        _lay(positions, stocks[:, turn], np.flatnonzero(chance), weights)
    return chance


def _bring_forward(stocks: Ints, shut: Bools) -> None:
    """Let the next card of each game be one that has a slot; where none has, nothing changes."""
    closed = np.column_stack([shut, np.zeros(len(stocks), bool)])  # the last column is that of numbers
    blocked = np.take_along_axis(closed, _GROUP_OF[stocks], axis=1)
    rows = np.flatnonzero(blocked[:, 0])
    other = np.argmin(blocked[rows], axis=1)
    stocks[rows, 0], stocks[rows, other] = stocks[rows, other], stocks[rows, 0].copy()


def _lay(positions: Positions, ranks: Ints, rows: Ints, weights: Weights) -> None:
    """Lay the card that was turned, in some games."""
    groups = _GROUP_OF[ranks[rows]]
    courts, own = rows[groups >= 0], groups[groups >= 0]
    positions.empty[courts, own] -= 1
    positions.courts[courts, own] -= 1
    others = rows[groups < 0]
    if len(others):
        positions.numbers[others] -= 1
        best = best_groups(positions.of(others), ranks[others], weights)
        positions.lay(others, best, ranks[others])


def _worth(positions: Positions, weights: Weights) -> Floats:
    courts, empty, numbers = positions.courts, positions.empty, positions.numbers
    leaving = _leaving(positions.lying, courts).sum(axis=2)
    staying = positions.lying.sum(axis=2) - leaving
    blocked = (courts > 0) & (leaving[:, :CENTRE_GROUP] == 0)
    count = leaving.sum(axis=1)
    next_time = np.log(survival(np.minimum(leaving, 4), courts, numbers) + _LEAST) / (count + 2)
    figures = np.stack(
        [
            np.log(survival(empty, courts, numbers) + _LEAST),
            np.where(count, next_time, -1.0),
            staying[:, :CENTRE_GROUP].sum(axis=1) / 4,
            blocked.sum(axis=1),
            (courts * blocked).sum(axis=1) / 4,
            leaving[:, CENTRE_GROUP] / 4,
            staying[:, CENTRE_GROUP] / 4,
            (blocked & (empty[:, :CENTRE_GROUP] == 0)).sum(axis=1),
        ]
    )
    left = courts.sum(axis=1) + numbers
    worth: Floats = np.array(weights.late) @ figures + left / 40 * (np.array(weights.early) @ figures)
    return worth


def _leaving(lying: Small, need: Ints) -> Small:
    """Return which cards can leave, those of equal rank first where the need is greatest, last the centre's.

    Args:
        lying: (positions, 4, 11) the cards.
        need: (positions, 3) how much the slots of each kind of court cards are needed.

    Returns:
        (positions, 4, 11) how many cards of each rank leave each group.
    """
    counts = lying.sum(axis=1, dtype=np.int8)
    left = np.zeros_like(counts)
    left[:, 1:TEN] = np.minimum(counts[:, 1:TEN], counts[:, TEN - 1 : 0 : -1])
    left[:, 5] = counts[:, 5] // 2 * 2
    left[:, TEN] = counts[:, TEN]
    order = np.argsort(-need, axis=1, kind="stable")
    rows, found = np.arange(len(lying)), np.zeros_like(lying)
    for groups in (*order.T, np.full(len(lying), CENTRE_GROUP)):
        found[rows, groups] = np.minimum(left, lying[rows, groups])
        left -= found[rows, groups]
    return found
