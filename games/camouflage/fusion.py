"""Adds up what several photos of one table tell, cell by cell of one lattice.

Likelihoods of the same thing are added, as photos err for reasons of their own: another light, another angle,
another hand. `aligning` has brought their lattices together before.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from games.camouflage.board import Cell, Placement
from games.camouflage.errors import MalformedBoardError
from games.camouflage.evidence import Candidate, Doubt, Evidence, Seen, SharedCell, Site, Top

OVERLOOKED: Final = 7.0
"""Nats against a card that lies open being overlooked, 1 in 1,100: the reader missed 2 of some 4,000."""


def added(photos: Sequence[Evidence], *, moments: Sequence[int] = ()) -> Evidence:
    """Add up the evidence of several photos that stand on one lattice.

    Args:
        photos: at least one, all of one face.
        moments: when each of them was taken while the game went on: more is later, and those of one moment
            show the same cards; none where all are of one moment. A card that only later photos show was
            laid later, and lies above those that lay there.

    Returns:
        The evidence; its sites stand in the order of their cells. A single photo's is returned as it is.

    Raises:
        MalformedBoardError: they show different faces, or leave no card that can lie on a site.
    """
    if len(photos) == 1:
        return photos[0]
    if len({photo.face for photo in photos}) > 1:
        raise MalformedBoardError("photos of one table show one face; found both")
    sights = [_Sight(photo) for photo in photos]
    centres = sorted({centre for sight in sights for centre in sight.sites})
    number = {centre: index for index, centre in enumerate(centres)}
    taken = [*zip(moments or [0] * len(photos), sights, strict=True)]
    stages = {centre: min(moment for moment, sight in taken if centre in sight.sites) for centre in centres}
    shared = [
        cell
        for moment, sight in taken
        for cell in sight.shared({centre: number[centre] for centre in centres if stages[centre] <= moment})
    ]
    last = max(moment for moment, _ in taken)
    return Evidence(
        photos[0].face,
        tuple(_site(centre, sights) for centre in centres),
        (*_summed(shared), *_laid_later(centres, stages)),
        tuple(_doubts(taken)),
        tuple(_seen([sight for moment, sight in taken if moment == last], number)),
    )


class _Sight:
    """One photo's evidence by cells."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.sites: Mapping[Cell, Site] = {Cell(*site.centre): site for site in evidence.sites}
        self.covered = {cell for site in evidence.sites for cell in Placement("", site.centre).cells}
        self.doubted = {doubt.cell or doubt.what for doubt in evidence.doubts}
        surest_last = sorted(evidence.sites, key=lambda site: site.presence)
        self.elsewhere = {site.candidates[0].card: site.presence for site in surest_last}

    def presence(self, centre: Cell, card: str) -> float:
        """Return the log-odds that a card lies on a site, for all that this photo tells.

        A photo in which no card was found there tells nothing, as something may hide it, unless it shows the
        card elsewhere.
        """
        if centre in self.sites:
            return self.sites[centre].presence
        return -max(self.elsewhere.get(card, 0.0), 0.0)

    def shared(self, number: Mapping[Cell, int]) -> Iterator[SharedCell]:
        """Yield the shared cells with the sites numbered anew.

        A card that lies on such a cell but was not found in this photo may well be what is seen there.
        """
        covering: dict[Cell, list[int]] = {}
        for centre, index in number.items():
            for cell in Placement("", centre).cells:
                covering.setdefault(cell, []).append(index)
        known = {Cell(*shared.cell): self._gains(shared, number) for shared in self.evidence.shared}
        for cell, indices in covering.items():
            if len(indices) > 1:
                gains = known.get(cell, {})
                yield SharedCell(cell, tuple(Top(index, gains.get(index, 0.0)) for index in indices))

    def _gains(self, shared: SharedCell, number: Mapping[Cell, int]) -> dict[int, float]:
        """Return what each of a cell's tops gains: the best of them nothing, the others less."""
        best = max(top.log_likelihood for top in shared.tops)
        return {
            number[Cell(*self.evidence.sites[top.site].centre)]: top.log_likelihood - best
            for top in shared.tops
        }

    def settles(self, doubt: Doubt, of: "_Sight") -> bool:
        """Tell whether this photo shows what another leaves in doubt."""
        if doubt.cell is None:
            return doubt.what not in self.doubted
        return doubt.cell not in self.doubted and (doubt.cell in self.covered or doubt.cell not in of.covered)


def _site(centre: Cell, sights: Sequence[_Sight]) -> Site:
    """Add up what the photos tell of one site."""
    seen = [sight.sites[centre] for sight in sights if centre in sight.sites]
    known = [{(each.card, each.turn): each.log_likelihood for each in site.candidates} for site in seen]
    candidates = [
        Candidate(*what, sum(each.get(what, site.others) for each, site in zip(known, seen, strict=True)))
        for what in sorted({what for each in known for what in each})
    ]
    possible = [each for each in candidates if each.log_likelihood > -math.inf]
    if not possible:
        raise MalformedBoardError(f"the photos leave no card that can lie at {centre.x},{centre.y}")
    ranked = sorted(possible, key=lambda each: -each.log_likelihood)
    presence = sum(sight.presence(centre, ranked[0].card) for sight in sights)
    return Site(centre, tuple(ranked), presence, sum(site.others for site in seen))


def _summed(shared: Iterable[SharedCell]) -> Iterator[SharedCell]:
    """Add up cells that the same cards share."""
    found: dict[tuple[Cell, tuple[int, ...]], list[float]] = {}
    for each in shared:
        key = each.cell, tuple(top.site for top in each.tops)
        gains = found.setdefault(key, [0.0] * len(each.tops))
        found[key] = [gain + top.log_likelihood for gain, top in zip(gains, each.tops, strict=True)]
    for (cell, sites), gains in sorted(found.items()):
        yield SharedCell(cell, tuple(Top(*top) for top in zip(sites, gains, strict=True)))


def _laid_later(centres: Sequence[Cell], stages: Mapping[Cell, int]) -> Iterator[SharedCell]:
    """Say of each two cards that share a cell that the one which an earlier photo lacks lies above."""
    for upper, high in enumerate(centres):
        for lower, low in enumerate(centres):
            if stages[low] < stages[high] and (common := _common(low, high)):
                yield SharedCell(common[0], (Top(lower, -OVERLOOKED), Top(upper, 0.0)))


def _common(one: Cell, other: Cell) -> list[Cell]:
    return sorted({*Placement("", one).cells}.intersection(Placement("", other).cells))


def _seen(sights: Sequence[_Sight], number: Mapping[Cell, int]) -> Iterator[Seen]:
    """Say what each cell shows: the card for which most photos speak most clearly."""
    found: dict[Cell, dict[int, float]] = {}
    for sight in sights:
        for cell, site, log_odds in sight.evidence.seen:
            index = number[Cell(*sight.evidence.sites[site].centre)]
            odds = found.setdefault(Cell(*cell), {})
            odds[index] = odds.get(index, 0.0) + log_odds
    for cell, odds in sorted(found.items()):
        best = max(sorted(odds), key=lambda index: odds[index])
        yield Seen(cell, best, odds[best])


def _doubts(taken: Sequence[tuple[int, _Sight]]) -> Iterator[Doubt]:
    """Keep the doubts that no other photo of the same moment or a later one settles, each once."""
    told = set()
    for moment, sight in taken:
        later = [other for when, other in taken if when >= moment]
        for doubt in sight.evidence.doubts:
            key = doubt.cell or doubt.what
            if key not in told and not any(other.settles(doubt, sight) for other in later):
                told.add(key)
                yield doubt
