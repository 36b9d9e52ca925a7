"""Brings the evidence of one photo onto the lattice of another's.

Each photo has a lattice of its own, moved and turned against the others'. A card lies once on a table, so
each card that two photos name votes for how their lattices lie to each other.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from games.camouflage.board import Cell, Placement
from games.camouflage.evidence import Evidence, Site

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


def on_own_lattice(site: Site, own: Evidence, brought: Evidence) -> Placement:
    """Return where a site's likeliest card would lie on a photo's own lattice, by the card nearest to it.

    Args:
        site: on the lattice that photos were brought onto.
        own: a photo's evidence.
        brought: the same, brought onto that lattice.
    """
    offsets = [
        Cell(site.centre[0] - x, site.centre[1] - y) for x, y in (near.centre for near in brought.sites)
    ]
    number = min(range(len(offsets)), key=lambda number: max(map(abs, offsets[number])))
    here, there = own.sites[number], brought.sites[number]
    quarters = (here.candidates[0].turn - there.candidates[0].turn) % 4
    x, y = offsets[number].turned(quarters)
    card, turn, _ = site.candidates[0]
    return Placement(card, Cell(here.centre[0] + x, here.centre[1] + y), (turn + quarters) % 4)


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
        seen=tuple(
            each._replace(cell=motions.get(each.site, rest).cell(each.cell)) for each in evidence.seen
        ),
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
