"""What the odds are worth by which a photo tells the card on top: how often they are right, bin by bin."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from benchmarks.alignment import laid_upon
from games.camouflage import Board, Placement
from games.camouflage.evidence import Evidence
from solver.choices import Top, stacking

EDGES: Final = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 12.0, math.inf)
"""The bins in nats, each without its upper edge; above 5.3 an order is more than 99.5 % sure."""


def odds_of(evidence: Evidence, lies: Board) -> list[float]:
    """Return the log-odds for each card that is truly on top, against the likeliest other that was found.

    Cells on which the same cards lie count once. A photo is left out in which a card seems to lie where none
    does.

    Args:
        evidence: what was seen.
        lies: what lies there, bottom first.
    """
    cards = {site.candidates[0].card: site for site in evidence.sites}
    found = Board(
        tuple(Placement(card, site.centre, site.candidates[0].turn) for card, site in cards.items())
    )
    level = {placement.centre: number for number, placement in enumerate(laid_upon(lies, found))}
    if any(site.centre not in level for site in evidence.sites):
        return []
    levels = [level[site.centre] for site in evidence.sites]
    groups = stacking(evidence, (1 << len(levels)) - 1).groups
    return [_odds(tops, levels) for tops in groups]


def _odds(tops: Sequence[Top], levels: Sequence[int]) -> float:
    top = max(tops, key=lambda each: levels[each.site])
    return top.loss - max(each.loss for each in tops if each is not top)


def reliability(one: Sequence[float], both: Sequence[float]) -> Iterator[str]:
    """Return the bins as lines: how many odds there are, how many are wrong, and how many should be."""
    yield f"{'odds for the card on top, nats':<32}{'one photo: wrong, expected':>30}{'both photos':>30}"
    for low, high in pairwise(EDGES):
        name = f"{low:g} to {high:g}" if math.isfinite(high) else f"{low:g} and more"
        yield f"{name:<32}{_counted(one, low, high):>30}{_counted(both, low, high):>30}"


def _counted(odds: Sequence[float], low: float, high: float) -> str:
    inside = [each for each in odds if low <= abs(each) < high]
    expected = sum(1 / (1 + math.exp(min(abs(each), 500.0))) for each in inside)
    return f"{sum(each < 0 for each in inside)}/{len(inside)}, {expected:.1f}"
