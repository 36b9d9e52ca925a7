"""Which deals of Camelot can be won, and how: with the order of the stock known it takes a single pass.

**A deal can be won if and only if no prefix of 16 to 51 cards holds 16 cards that can never leave.** Those
are its court cards and its numbers without a partner in it: the surplus of each rank over the one that
completes it to ten, and the odd five.

*It is necessary*: after such a prefix all 16 slots are taken by cards that cannot leave, and the stock is
not empty.

*It is sufficient*: remove whatever can be removed each time the grid is full. The condition says that there
is always something. As many cards follow as slots became empty, so each new card can take the place of a
removed one, and the cards that lie on one another's places form 16 chains. A court card ends its chain.
Twelve chains end in the twelve court cards, and each is laid from its first card on where its last one
belongs; the other four are laid in the centre. So the slots of the court cards, which are what makes the
game hard with a hidden stock, do not bind.
"""

from collections.abc import Sequence
from typing import Final

from games.camelot import SLOTS, WHOLE
from solver.camelot_search import CENTRE_GROUP, COURT_GROUPS, Leaving, Moment

_PAIRS: Final = (1, 2, 3, 4)
"""The lower rank of each pair of different ranks that adds up to ten."""


def staying(counts: Sequence[int]) -> int:
    """Return how many of some cards can never leave, whatever is removed.

    Args:
        counts: how many there are of each rank, 0 to 13.
    """
    unmatched = sum(abs(counts[rank] - counts[10 - rank]) for rank in _PAIRS)
    return sum(counts[11:]) + unmatched + counts[5] % 2


def deadlock(ranks: Sequence[int], *, turned: int = SLOTS) -> int | None:
    """Return after how many cards the grid is full of cards that can never leave, None if it never is.

    Cards that have been removed were tens and pairs, so they change nothing and need not be told.

    Args:
        ranks: of all cards in the order in which they are turned.
        turned: how many have been turned already; what held before does not matter any more.
    """
    counts = [0] * 14
    for number, rank in enumerate(ranks[: WHOLE - 1], 1):
        counts[rank] += 1
        if number >= max(turned, SLOTS) and staying(counts) >= SLOTS:
            return number
    return None


def winnable(ranks: Sequence[int]) -> bool:
    """Tell whether a deal can be won.

    Args:
        ranks: of all cards in the order in which they are turned.
    """
    return deadlock(ranks) is None


def plan(ranks: Sequence[int], *, placed: int = 0, courts: int = 0) -> list[Moment] | None:
    """Return what to remove each time the grid is full to win, from a grid on which no number lies.

    Args:
        ranks: of all cards in the order in which they are turned.
        placed: how many of them have been placed.
        courts: how many of these lie there, court cards all; the others have been removed.

    Returns:
        The moments, None if it cannot be won.
    """
    chains: list[int] = [CENTRE_GROUP] * (SLOTS - courts)
    lying: dict[int, list[tuple[int, int]]] = {}
    moments: list[list[tuple[int, int, int]]] = []
    empty, turned = [*range(len(chains))], placed
    while True:
        coming = ranks[turned : turned + len(empty)]
        turned += len(coming)
        for rank, chain in zip(coming, empty, strict=False):
            if rank in COURT_GROUPS:
                chains[chain] = COURT_GROUPS[rank]
            else:
                lying.setdefault(rank, []).append((turned, chain))
        if turned == WHOLE:
            return [
                tuple(Leaving(birth, rank, chains[chain]) for birth, rank, chain in each) for each in moments
            ]
        moments.append(_cleared(lying))
        empty = [chain for *_, chain in moments[-1]]
        if not empty:
            return None


def _cleared(lying: dict[int, list[tuple[int, int]]]) -> list[tuple[int, int, int]]:
    """Take away all cards that can be removed: the birth, rank and chain of each."""
    gone = []
    for rank in (*_PAIRS, 5, 10):
        own, partners = lying.get(rank, []), lying.get(10 - rank, [])
        count = len(own) if rank == 10 else len(own) // 2 * 2 if rank == 5 else min(len(own), len(partners))
        gone += [(birth, rank, chain) for birth, chain in own[:count]]
        del own[:count]
        if rank < 5:
            gone += [(birth, 10 - rank, chain) for birth, chain in partners[:count]]
            del partners[:count]
    return gone
