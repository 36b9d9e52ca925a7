"""How well tables of Not My Stack! are read: python -m benchmarks.piles --tables N --seed S.

Each table has a pile for each of three to five players, turned as they sit. On every other table a number
token, a die, a mug or a hand lies on cards: it may hide what it covers, but is never to become a card.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from api import service
from api.answers import PhotoSource
from api.errors import EXPECTED
from api.looking import look
from benchmarks.figures import Figure, shown
from benchmarks.intervals import MEANING
from benchmarks.measuring import BOARDS_A_PACK, progress
from benchmarks.simulation.packs import Wishes, write_pack
from benchmarks.truth import Pack, Truth, read_packs
from games.camouflage import Location, Table, same_board
from vision.album import Album

_IN_THE_WAY = ("something hides it", "glare hides it", "a card seems to lie there")
"""What is said of a square that cannot be read."""


@dataclass(frozen=True, slots=True)
class PilesGrade:
    """How well the piles of a photo were read.

    Attributes:
        locations: how many there are.
        exact: how many of them have all their cards, as they lie, as far as a photo shows it.
        owned: how many were found with the right owner.
        cards: how many cards lie there.
        missed: how many of them were not read.
        invented: how many were read that do not lie there.
        told: whether something was said to be in the way.
        certain: whether the layout was said to be certain.
        unreadable: why it was not read, None if it was.
    """

    locations: int
    exact: int
    owned: int
    cards: int
    missed: int
    invented: int = 0
    told: bool = False
    certain: bool = False
    unreadable: str | None = None

    @property
    def right(self) -> bool:
        """Whether all of it is right."""
        return self.exact == self.locations and not self.invented

    @property
    def wrong_but_certain(self) -> bool:
        """Whether the cards were said to be certain and are wrong."""
        return self.certain and bool(self.missed or self.invented)


@dataclass(slots=True)
class Graded:
    """Grades by the photos' names: of tables that nothing covers, and of those on which something lies."""

    free: dict[str, PilesGrade] = field(default_factory=dict)
    covered: dict[str, PilesGrade] = field(default_factory=dict)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.piles", description="How well tables of Not My Stack! are read."
    )
    parser.add_argument("--tables", type=int, default=24, metavar="N", help="how many tables are drawn")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the first pack drawn")
    chosen = parser.parse_args(arguments)
    found = Graded()
    with TemporaryDirectory() as drawn:
        for index, begun in enumerate(range(0, chosen.tables, BOARDS_A_PACK)):
            folder = Path(drawn) / f"sim-{chosen.seed + index}"
            progress(f"drawing {folder.name}")
            wishes = Wishes(photos=0, piles=min(BOARDS_A_PACK, chosen.tables - begun))
            write_pack(folder, wishes, seed=chosen.seed + index)
            (pack,) = read_packs(folder)
            _grade_pack(pack, found)
    print("\n".join(text(found)))


def _grade_pack(pack: Pack, found: Graded) -> None:
    photos = [PhotoSource(truth.photo.name, truth.photo) for truth in pack.enrol]
    album = service.enrol(photos, pack.enrol[0].table.face, pack.deck).album
    for truth in pack.boards:
        progress(f"{pack.name} {truth.photo.stem}")
        into = found.covered if truth.covering else found.free
        into[f"{pack.name}/{truth.photo.stem}"] = graded(truth, album)


def graded(truth: Truth, album: Album) -> PilesGrade:
    """Read a photo of piles and grade what was read.

    Args:
        truth: the photo.
        album: what its cards look like.
    """
    locations, cards = truth.table.locations, {*truth.table.cards}
    try:
        seen = look(PhotoSource(truth.photo.name, truth.photo), album, in_piles=True)
    except EXPECTED as error:
        return PilesGrade(
            len(locations), exact=0, owned=0, cards=len(cards), missed=len(cards), unreadable=str(error)
        )
    table = seen.subject.best
    found = {*table.cards, *table.unplayed}
    return PilesGrade(
        locations=len(locations),
        exact=sum(_is_exact(each, table) for each in locations),
        owned=sum(_is_owned(each, table) for each in locations),
        cards=len(cards),
        missed=len(cards - found),
        invented=len(found - cards),
        told=any(why in told for told in seen.subject.warnings for why in _IN_THE_WAY),
        certain=service.read_answer(seen).confidence.certain["layout"],
    )


def _is_exact(location: Location, table: Table) -> bool:
    return any(
        each.deck == location.deck and same_board(each.board, location.board) for each in table.locations
    )


def _is_owned(location: Location, table: Table) -> bool:
    first = location.board.placements[0].card
    return any(each.deck == location.deck and first in each.board for each in table.locations)


def _figures(grades: Mapping[str, PilesGrade]) -> dict[str, Figure]:
    every = [*grades.values()]
    locations, cards = sum(each.locations for each in every), sum(each.cards for each in every)
    return {
        "tables not read at all": (sum(each.unreadable is not None for each in every), len(every)),
        "locations exact": (sum(each.exact for each in every), locations),
        "owners right": (sum(each.owned for each in every), locations),
        "cards missed": (sum(each.missed for each in every), cards),
        "cards invented": (sum(each.invented for each in every), cards),
        "tables said to have something in the way": (sum(each.told for each in every), len(every)),
        "cards said to be certain, and wrong": (sum(each.wrong_but_certain for each in every), len(every)),
    }


def text(found: Graded) -> Iterator[str]:
    """Return the figures as lines."""
    columns = {"nothing in the way": _figures(found.free), "something on cards": _figures(found.covered)}
    rows = [*columns["nothing in the way"]]
    width = max(len(row) for row in rows) + 2
    yield " " * width + "".join(f"{name:>28}" for name in columns)
    for row in rows:
        yield f"{row:<{width}}" + "".join(f"{shown(each[row]):>28}" for each in columns.values())
    for name, grade in {**found.free, **found.covered}.items():
        if not grade.right:
            yield (
                f"{name}: {grade.exact} of {grade.locations} locations exact, {grade.missed} missed, "
                f"{grade.invented} invented" + (f", not read: {grade.unreadable}" if grade.unreadable else "")
            )
    yield MEANING


if __name__ == "__main__":
    main()
