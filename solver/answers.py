"""What an answer to the evidence is and what speaks for it, however answers are searched for.

An answer weighs the sum of what its candidates and its tops gain, in nats. Beside the evidence one thing
counts: how many pairs of neighbours clash, whichever of the two is above.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from games.camouflage.board import Cell
from games.camouflage.cards import CENTRE, Deck
from games.camouflage.evidence import Evidence, SharedCell, Site
from games.camouflage.table import Rules
from solver.status import Status

NEGLIGIBLE: Final = 9.0
"""Answers less likely than the best by more nats (1 in 8,000) are not listed."""
SURE_PRESENCE: Final = 12.0
"""Log-odds from which a site is taken to hold a card."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One state of a table as it looks from above.

    Attributes:
        chosen: each site's candidate, None where no card lies.
        tops: for each shared cell the site that is on top, None where none is.
    """

    chosen: tuple[int | None, ...]
    tops: tuple[int | None, ...]


class Listing(NamedTuple):
    """The best answers by one measure.

    Attributes:
        status: OPTIMAL where none is left out that is not negligible.
        answers: each answer's log-likelihood by the evidence alone.
    """

    status: Status
    answers: Mapping[Answer, float]


def surely_present(site: Site) -> bool:
    """Tells whether a site is never taken to be empty."""
    return site.presence >= SURE_PRESENCE


def surely_absent(site: Site) -> bool:
    """Tells whether a site is always taken to be empty."""
    return site.presence == -math.inf


def piled(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Goes through the cards of which it is known that the first lies above the second where they meet."""
    for pile in evidence.piles:
        yield from combinations(pile, 2)


def candidate_gains(site: Site) -> list[float]:
    """Returns what each candidate gains over an empty site, which gains nothing."""
    best = site.candidates[0].log_likelihood
    together = best + math.log(sum(math.exp(each.log_likelihood - best) for each in site.candidates))
    return [each.log_likelihood - together + site.presence for each in site.candidates]


def top_gains(shared: SharedCell) -> list[float]:
    """Returns what each of a cell's tops gains: the best of them nothing, the others less."""
    best = max(top.log_likelihood for top in shared.tops)
    return [top.log_likelihood - best for top in shared.tops]


def neighbours(evidence: Evidence) -> list[tuple[int, int]]:
    """Returns the pairs of sites that share a cell, the lesser first in each."""
    pairs = {
        (one.site, two.site): None
        for shared in evidence.shared
        for one in shared.tops
        for two in shared.tops
        if one.site < two.site
    }
    return [*pairs]


class Clashes:
    """Which candidates of two neighbours have squares that differ on a cell they share."""

    def __init__(self, evidence: Evidence, deck: Deck, rules: Rules) -> None:
        self._centres = [site.centre for site in evidence.sites]
        self._squares = [
            [deck.face(each.card, evidence.face, each.turn).squares for each in site.candidates]
            for site in evidence.sites
        ]
        self._wild = rules.wild_centres
        self._known: dict[tuple[int, int, int, int], bool] = {}

    def between(self, one: int, first: int, two: int, second: int) -> bool:
        """Tells whether candidate `first` of site `one` clashes with candidate `second` of site `two`."""
        key = one, first, two, second
        if key not in self._known:
            self._known[key] = self._differ(*key)
        return self._known[key]

    def _differ(self, one: int, first: int, two: int, second: int) -> bool:
        here, there = self._squares[one][first], self._squares[two][second]
        a, b = self._centres[one], self._centres[two]
        return any(
            here[index] != there[other] and not (self._wild and CENTRE in (here[index], there[other]))
            for index, other in _common_squares(b[0] - a[0], b[1] - a[1])
        )


@lru_cache(maxsize=64)
def _common_squares(dx: int, dy: int) -> Sequence[tuple[int, int]]:
    """Returns which squares of two cards meet, numbered row by row, if the second lies off by (dx, dy)."""
    cells = [Cell(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    moved = {Cell(x + dx, y + dy): index for index, (x, y) in enumerate(cells)}
    return [(index, moved[cell]) for index, cell in enumerate(cells) if cell in moved]
