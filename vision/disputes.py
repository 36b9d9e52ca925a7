"""Which of several cards is on top of the squares in which each may be seen.

Where the same print lies on several cards within a few hundredths of a square, comparing the square with each
card as it was aligned by its other squares says little: the error of a pose decides. So each card is fitted
twice, with the disputed squares taken to be its own and without them. The card that explains them at the
least cost to the squares that surely are its own is on top.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.camouflage.board import Cell
from games.camouflage.evidence import Top
from vision.geometry import Floats
from vision.tilting import Explanation

_DISPUTED: Final = 9.0
"""Nats below which a cell does not show clearly which of two cards is on top."""


class Claim(NamedTuple):
    """What a site's card is taken to show.

    Attributes:
        site: the site.
        seen: (9,) 1 for the printed squares that are taken to be seen, else 0.
        held: (9,) 1 for those among them that surely are the card's own.
    """

    site: int
    seen: Floats
    held: Floats


@dataclass(frozen=True, slots=True)
class Dispute:
    """Two or more cards, and the cells in which any of them may be seen."""

    sites: tuple[int, ...]
    cells: tuple[Cell, ...]


def disputes(shared: Mapping[Cell, Sequence[Top]]) -> Iterator[Dispute]:
    """Names the cards whose order is not clear.

    Args:
        shared: for each cell on which several cards lie, how like each it is, in nats.
    """
    ranked = {
        cell: sorted(tops, key=lambda top: (-top.log_likelihood, top.site)) for cell, tops in shared.items()
    }
    clear = {
        _pair(best, other)
        for best, *others in ranked.values()
        for other in others
        if best.log_likelihood - other.log_likelihood >= _DISPUTED
    }
    cells: dict[tuple[int, ...], list[Cell]] = {}
    for cell, (best, *others) in ranked.items():
        rivals = [other.site for other in others if _pair(best, other) not in clear]
        if rivals:
            cells.setdefault(tuple(sorted([best.site, *rivals])), []).append(cell)
    for sites, own in cells.items():
        yield Dispute(sites, tuple(own))


def _pair(one: Top, other: Top) -> tuple[int, int]:
    return min(one.site, other.site), max(one.site, other.site)


def decided(
    shared: Mapping[Cell, Sequence[Top]],
    explained: Callable[[Sequence[Claim]], Sequence[Explanation]],
    seen: Sequence[Floats],
    square_on: Callable[[int, Cell], int],
) -> dict[Cell, list[Top]]:
    """Looks more closely at the cells whose top is not clear.

    Args:
        shared: for each cell on which several cards lie, how like each it is, in nats.
        explained: tells how well sites' cards explain their squares, (9,) each from 0 to 1.
        seen: (9,) for each site, 1 for the printed squares that surely are its own.
        square_on: the printed square that a site's card has on a cell.

    Returns:
        The tops of these cells anew.
    """
    found = [*disputes(shared)]
    claims = []
    for dispute in found:
        for site in dispute.sites:
            squares = [square_on(site, cell) for cell in dispute.cells]
            held, with_them = seen[site].copy(), seen[site].copy()
            held[squares], with_them[squares] = 0.0, 1.0
            claims += [Claim(site, held, held), Claim(site, with_them, held)]
    worth = iter([each.log_likelihood for each in explained(claims)])
    anew: dict[Cell, list[Top]] = {}
    for dispute in found:
        gain = {site: -next(worth) + next(worth) for site in dispute.sites}
        for cell in dispute.cells:
            anew[cell] = [
                *_tops(shared[cell], {site: each / len(dispute.cells) for site, each in gain.items()})
            ]
    return anew


def _tops(tops: Sequence[Top], gain: Mapping[int, float]) -> Iterator[Top]:
    """Replaces the likelihoods of some tops, and keeps how far the others are below the best."""
    shift = max(gain.values()) - max(top.log_likelihood for top in tops)
    for top in tops:
        yield Top(top.site, gain.get(top.site, top.log_likelihood + shift))
