"""How to play Camelot with a hidden stock, from what can be seen alone.

A place for a card is judged by eight figures of the grid as it would be: how likely it is that the rest of
the grid can be filled, how likely that seems for the next time, and where the cards lie that can leave by
then and those that cannot. What each figure weighs, early and late in the game, was found by playing: see
`benchmarks.camelot_tuning`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final, NamedTuple

from games.camelot import State
from games.camelot.cards import TEN
from solver.camelot_search import CENTRE_GROUP, COURT_GROUPS, GROUP_SLOTS
from solver.camelot_survival import survival


class Weights(NamedTuple):
    """What the figures weigh by which places are judged.

    Attributes:
        late: when no card is left.
        early: what is added for each 40 cards that are left.
        emptied: for the slots that become empty when cards are removed.
    """

    late: tuple[float, ...]
    early: tuple[float, ...]
    emptied: tuple[float, ...]


WEIGHTS: Final = Weights(
    late=(1.0, 0.0, -0.3, 0.0, 0.0, 0.0, 0.0, 0.0),
    early=(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    emptied=(1.0, 0.0, 0.0, 0.0),
)
"""What was found to do best."""

_LEAST: Final = 1e-6
"""Stands for an impossibility where a logarithm is taken."""

_EDGES: Final = (0, 1, 2)


@dataclass(slots=True)
class Position:
    """What counts of a state, made to be changed: playing ahead makes thousands.

    Attributes:
        lying: for each group of slots how many cards of each rank, 0 to 10, lie there.
        empty: the empty slots of each group.
        courts: how many kings, queens and jacks are still to be turned.
        numbers: how many other cards are.
    """

    lying: list[list[int]]
    empty: list[int]
    courts: list[int]
    numbers: int

    def copy(self) -> "Position":
        """Return the same position again."""
        return Position([[*ranks] for ranks in self.lying], [*self.empty], [*self.courts], self.numbers)

    @property
    def left(self) -> int:
        """How many cards are still to be turned."""
        return sum(self.courts) + self.numbers

    def laid(self, rank: int, group: int) -> None:
        """Lay a card that is no court on an empty slot."""
        self.lying[group][rank] += 1
        self.empty[group] -= 1

    def taken(self, rank: int, group: int) -> None:
        """Take it away again."""
        self.lying[group][rank] -= 1
        self.empty[group] += 1

    def survival(self) -> float:
        """Return the chance that all empty slots can be filled."""
        a, b, c, d = self.empty
        x, y, z = self.courts
        return survival((a, b, c, d), (x, y, z), self.numbers)


def position_of(state: State) -> Position:
    """Return what counts of a state; a waiting card counts as turned, and lies nowhere yet."""
    lying = [[0] * (TEN + 1) for _ in GROUP_SLOTS]
    for group, slots in enumerate(GROUP_SLOTS):
        for slot in slots:
            rank = state.grid[slot] >> 2
            if 0 < rank <= TEN:
                lying[group][rank] += 1
    ranks = [card >> 2 for card in state.unseen]
    courts = [ranks.count(rank) for rank in COURT_GROUPS]
    empty = [sum(not state.grid[slot] for slot in slots) for slots in GROUP_SLOTS]
    return Position(lying, empty, courts, len(ranks) - sum(courts))


def best_group(position: Position, rank: int, weights: Weights = WEIGHTS) -> int:
    """Return the group in which a card that is no court is laid best."""
    open_groups = [group for group in range(4) if position.empty[group]]
    if len(open_groups) == 1:
        return open_groups[0]
    worth = []
    for group in open_groups:
        position.laid(rank, group)
        worth.append(_worth(position, weights))
        position.taken(rank, group)
    return open_groups[worth.index(max(worth))]


def clear(position: Position, weights: Weights = WEIGHTS) -> list[tuple[int, int]]:
    """Remove everything that can be removed, of equal ranks where that leaves the best slots empty.

    Returns:
        The rank and group of each card, in the order in which they were chosen.
    """
    gone = []
    for rank, count in enumerate(_leaving(position)):
        for _ in range(count):
            groups = [group for group in range(4) if position.lying[group][rank]]
            group = groups[0]
            if len(groups) > 1:
                group = max(groups, key=lambda each: _worth_of_empty(position, each, weights))
            position.taken(rank, group)
            gone.append((rank, group))
    return gone


def played_out(position: Position, stock: list[int], weights: Weights = WEIGHTS) -> float:
    """Return how much a game counts that is played to its end on a stock.

    Where a court card would come without a slot, another card is turned in its place, and the game counts
    less by the chance of that. The mean over many stocks is the chance to win, with less noise than a count.

    Args:
        position: where it begins; it is changed.
        stock: the ranks of the cards to come; their order is changed.
        weights: by which places are judged.

    Returns:
        0 to 1; 0 if the grid is full at last with nothing to remove.
    """
    chance = 1.0
    for number in range(len(stock)):
        if not any(position.empty) and not clear(position, weights):
            return 0.0
        if not all(position.empty[:3]):
            blocking = sum(position.courts[group] for group in _EDGES if not position.empty[group])
            chance *= 1 - blocking / position.left
            if not chance:
                return 0.0
            other = next(i for i in range(number, len(stock)) if not _blocked(position, stock[i]))
            stock[number], stock[other] = stock[other], stock[number]
        _lay(position, stock[number], weights)
    return chance


def _blocked(position: Position, rank: int) -> bool:
    return rank in COURT_GROUPS and not position.empty[COURT_GROUPS[rank]]


def _lay(position: Position, rank: int, weights: Weights) -> None:
    if rank in COURT_GROUPS:
        position.empty[COURT_GROUPS[rank]] -= 1
        position.courts[COURT_GROUPS[rank]] -= 1
    else:
        position.numbers -= 1
        position.laid(rank, best_group(position, rank, weights))


def _leaving(position: Position) -> list[int]:
    """Return how many cards of each rank can leave."""
    counts = [sum(ranks) for ranks in zip(*position.lying, strict=True)]
    pairs = [0, *(min(counts[rank], counts[TEN - rank]) for rank in range(1, TEN)), counts[TEN]]
    pairs[5] = counts[5] // 2 * 2
    return pairs


def _spread(position: Position) -> list[int]:
    """Return from how many slots of each group cards could leave now, first where most courts are to come."""
    found = [0, 0, 0, 0]
    order = sorted(_EDGES, key=lambda group: -position.courts[group])
    for rank, count in enumerate(_leaving(position)):
        left = count
        for group in (*order, CENTRE_GROUP):
            here = min(left, position.lying[group][rank])
            found[group] += here
            left -= here
    return found


def _worth(position: Position, weights: Weights) -> float:
    leaving = _spread(position)
    courts, empty = position.courts, position.empty
    blocked = [group for group in _EDGES if courts[group] and not leaving[group]]
    count = sum(leaving)
    next_time = -1.0
    if count:
        a, b, c, d = (min(4, each) for each in leaving)
        chance = survival((a, b, c, d), (courts[0], courts[1], courts[2]), position.numbers)
        next_time = log(chance + _LEAST) / (count + 2)
    figures = (
        log(position.survival() + _LEAST),
        next_time,
        sum(sum(position.lying[group]) - leaving[group] for group in _EDGES) / 4,
        len(blocked),
        sum(courts[group] for group in blocked) / 4,
        leaving[CENTRE_GROUP] / 4,
        (sum(position.lying[CENTRE_GROUP]) - leaving[CENTRE_GROUP]) / 4,
        sum(not empty[group] for group in blocked),
    )
    return _dot(weights.late, figures) + position.left / 40 * _dot(weights.early, figures)


def _worth_of_empty(position: Position, group: int, weights: Weights) -> float:
    """Return what it is worth to have one more empty slot in a group."""
    position.empty[group] += 1
    closed = [each for each in _EDGES if position.courts[each] and not position.empty[each]]
    figures = (
        log(position.survival() + _LEAST),
        len(closed),
        sum(position.courts[each] for each in closed) / 4,
        position.empty[CENTRE_GROUP] / 4,
    )
    position.empty[group] -= 1
    return _dot(weights.emptied, figures)


def _dot(weights: Sequence[float], figures: Sequence[float]) -> float:
    return sum(weight * figure for weight, figure in zip(weights, figures, strict=True))
