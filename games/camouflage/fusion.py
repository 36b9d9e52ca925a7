"""Adds up what several photos of one table tell, cell by cell of one lattice.

Each photo has a lattice of its own, moved and turned against the others'. A card lies once on a table, so
each card that two photos name votes for how their lattices lie to each other. Then likelihoods of the same
thing are added, as photos err for reasons of their own: another light, another angle, another hand.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from games.camouflage.board import Cell, Placement
from games.camouflage.errors import MalformedBoardError
from games.camouflage.evidence import Candidate, Doubt, Evidence, SharedCell, Site, Top

OVERLOOKED: Final = 7.0
"""Nats against a card that lies open being overlooked, 1 in 1,100: the reader missed 2 of some 4,000."""
_FEWEST_VOTES: Final = 2
"""Cards that tell how two lattices lie to each other; of a pile with fewer, all."""


class Motion(NamedTuple):
    """How one lattice is brought onto another: first turned about (0, 0), then moved.

    Attributes:
        quarters: quarter turns clockwise, 0 to 3.
        dx: cells to the right.
        dy: cells down.
    """

    quarters: int = 0
    dx: int = 0
    dy: int = 0

    def cell(self, cell: Cell) -> Cell:
        """Return where a cell comes to lie."""
        x, y = Cell(*cell).turned(self.quarters)
        return Cell(x + self.dx, y + self.dy)

    def turn(self, turn: int) -> int:
        """Return how a card comes to lie turned."""
        return (turn + self.quarters) % 4


@dataclass(frozen=True, slots=True)
class Votes:
    """How well two photos agree on how their lattices lie to each other.

    Attributes:
        motion: what brings the one onto the other.
        agreeing: how many cards that both name lie so.
        common: how many cards both name.
    """

    motion: Motion
    agreeing: int
    common: int


def votes(evidence: Evidence, onto: Evidence) -> Votes:
    """Let the cards that both photos name decide how a lattice is brought onto another."""
    here, there = _named(evidence), _named(onto)
    common = [card for card in here if card in there]
    counted = Counter(_motion(here[card], there[card]) for card in common)
    motion, agreeing = max(counted.items(), key=lambda each: (each[1], each[0]), default=(Motion(), 0))
    return Votes(motion, agreeing, len(common))


def aligned(evidence: Evidence, onto: Evidence) -> Evidence | None:
    """Bring a photo's evidence onto the lattice of another's, pile by pile.

    Cards that lie apart from the rest have a lattice of their own; where no card tells how that lies, it goes
    with the rest.

    Returns:
        The evidence moved; None where too few cards lie the same in both, or most of those that both name lie
        otherwise.
    """
    whole = votes(evidence, onto)
    motions: dict[int, Motion] = {}
    agreeing = common = 0
    for pile in _piles(evidence):
        own = votes(_only(evidence, pile), onto)
        common += own.common
        if own.agreeing >= min(_FEWEST_VOTES, len(pile)) and 2 * own.agreeing > own.common:
            agreeing += own.agreeing
            motions |= dict.fromkeys(pile, own.motion)
    if agreeing < max(min(_FEWEST_VOTES, len(evidence.sites), len(onto.sites)), 1) or 2 * agreeing <= common:
        return None
    return _moved(evidence, motions, whole.motion)


def moved(evidence: Evidence, motion: Motion) -> Evidence:
    """Return the same evidence on a lattice that was moved and turned."""
    return _moved(evidence, {}, motion)


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
    return Evidence(
        photos[0].face,
        tuple(_site(centre, sights) for centre in centres),
        (*_summed(shared), *_laid_later(centres, stages)),
        tuple(_doubts(sights)),
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


def _doubts(sights: Sequence[_Sight]) -> Iterator[Doubt]:
    """Keep the doubts that no other photo settles, each once."""
    told = set()
    for sight in sights:
        for doubt in sight.evidence.doubts:
            key = doubt.cell or doubt.what
            if key not in told and not any(other.settles(doubt, sight) for other in sights):
                told.add(key)
                yield doubt


def _named(evidence: Evidence) -> dict[str, tuple[Cell, int]]:
    """Return where each card seems to lie and how it is turned; of two places, the surer."""
    found: dict[str, tuple[Cell, int]] = {}
    for site in sorted(evidence.sites, key=lambda site: site.presence):
        found[site.candidates[0].card] = Cell(*site.centre), site.candidates[0].turn
    return found


def _motion(here: tuple[Cell, int], there: tuple[Cell, int]) -> Motion:
    quarters = (there[1] - here[1]) % 4
    x, y = here[0].turned(quarters)
    return Motion(quarters, there[0].x - x, there[0].y - y)


def _piles(evidence: Evidence) -> list[list[int]]:
    """Return the sites that are joined by cells that they share, pile by pile."""
    left = set(range(len(evidence.sites)))
    piles = []
    while left:
        pile, ahead = [], [left.pop()]
        while ahead:
            pile.append(ahead.pop())
            near = {other for other in left if _meet(evidence.sites[pile[-1]], evidence.sites[other])}
            ahead += near
            left -= near
        piles.append(sorted(pile))
    return piles


def _meet(one: Site, other: Site) -> bool:
    return Placement("", one.centre).overlaps(Placement("", other.centre))


def _only(evidence: Evidence, sites: Sequence[int]) -> Evidence:
    return replace(evidence, sites=tuple(evidence.sites[index] for index in sites), shared=())


def _moved(evidence: Evidence, motions: Mapping[int, Motion], rest: Motion) -> Evidence:
    """Move each site by its own motion, with the cells that it shares; what is doubtful goes with it."""
    by_cell = {
        Cell(*cell): motions.get(index, rest)
        for index, site in enumerate(evidence.sites)
        for cell in Placement("", site.centre).cells
    }
    return replace(
        evidence,
        seen=(),
        sites=tuple(_moved_site(site, motions.get(index, rest)) for index, site in enumerate(evidence.sites)),
        shared=tuple(
            replace(each, cell=motions.get(each.tops[0].site, rest).cell(each.cell))
            for each in evidence.shared
        ),
        doubts=tuple(
            replace(each, cell=each.cell and by_cell.get(Cell(*each.cell), rest).cell(each.cell))
            for each in evidence.doubts
        ),
    )


def _moved_site(site: Site, motion: Motion) -> Site:
    turned = tuple(each._replace(turn=motion.turn(each.turn)) for each in site.candidates)
    return replace(site, centre=motion.cell(site.centre), candidates=turned)
