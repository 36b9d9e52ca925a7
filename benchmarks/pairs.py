"""What a second photo of a table is worth: python -m benchmarks.pairs FOLDER... --tables N.

Tables are drawn and photographed twice: by another camera, in other light. Each photo is read alone, and both
are read together; the figures stand side by side. A FOLDER holds packs that were drawn by
`python -m benchmarks.simulation OUT --angles 2`.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

from api import service
from api.answers import PhotoSource
from api.errors import EXPECTED
from benchmarks.alignment import Renaming
from benchmarks.figures import Figure, shown
from benchmarks.grading import BoardGrade, grade, points_of, unread
from benchmarks.intervals import MEANING
from benchmarks.measuring import BOARDS_A_PACK, progress
from benchmarks.orders import odds_of, reliability
from benchmarks.simulation.packs import Wishes, write_pack
from benchmarks.truth import Pack, Truth, read_packs
from games.scoring import Span
from vision.album import Album

MOST_LEFT: Final = 0.5
"""The goal: two photos leave at most this share of the uncertain scores of one."""

_ColumnT = TypeVar("_ColumnT")


@dataclass(slots=True)
class Compared:
    """How the same tables were read from one photo and from two.

    Attributes:
        names: of the tables.
        first: from the first photo alone.
        second: from the second photo alone.
        both: from both.
        hidden: whether the score hangs on an order that no photo shows.
        odds_of_one: the odds in all photos alone for the cards that are truly on top; see `orders`.
        odds_of_both: the same in both photos of a table together.
    """

    names: list[str] = field(default_factory=list)
    first: list[BoardGrade] = field(default_factory=list)
    second: list[BoardGrade] = field(default_factory=list)
    both: list[BoardGrade] = field(default_factory=list)
    hidden: list[bool] = field(default_factory=list)
    odds_of_one: list[float] = field(default_factory=list)
    odds_of_both: list[float] = field(default_factory=list)

    @property
    def left(self) -> float | None:
        """Of the scores that one photo leaves uncertain, a mean of the two, the share that both leave."""
        one = (_uncertain(self.first) + _uncertain(self.second)) / 2
        return _uncertain(self.both) / one if one else None

    @property
    def visible(self) -> "Compared":
        """The tables whose score hangs on no order that every photo hides: one that photos could settle."""
        return Compared(
            [*self._visible(self.names)],
            [*self._visible(self.first)],
            [*self._visible(self.second)],
            [*self._visible(self.both)],
            [*self._visible(self.hidden)],
        )

    def _visible(self, column: Iterable[_ColumnT]) -> Iterator[_ColumnT]:
        return (each for each, hidden in zip(column, self.hidden, strict=True) if not hidden)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.pairs", description="What a second photo of a table is worth."
    )
    parser.add_argument("folder", type=Path, nargs="*", help="packs with two photos of each table")
    parser.add_argument("--tables", type=int, default=0, metavar="N", help="draw N tables, and read them too")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the first pack drawn")
    chosen = parser.parse_args(arguments)
    if not chosen.folder and not chosen.tables:
        parser.error("nothing to read: name a folder of packs, or ask for tables with --tables N")
    found = Compared()
    with TemporaryDirectory() as drawn:
        for folder in (*chosen.folder, *_drawn(Path(drawn), chosen.tables, chosen.seed)):
            for pack in read_packs(folder):
                _compare(pack, found)
    print("\n".join(text(found)))


def _drawn(folder: Path, tables: int, seed: int) -> Iterator[Path]:
    """Draw packs one after the other, each with art of its own."""
    for index, begun in enumerate(range(0, tables, BOARDS_A_PACK)):
        pack = folder / f"sim-{seed + index}"
        progress(f"drawing {pack.name}")
        write_pack(pack, Wishes(photos=min(BOARDS_A_PACK, tables - begun), angles=2), seed=seed + index)
        yield pack


def _compare(pack: Pack, found: Compared) -> None:
    photos = [PhotoSource(truth.photo.name, truth.photo) for truth in pack.enrol]
    album = service.enrol(photos, pack.enrol[0].table.face, pack.deck).album
    named = {truth.photo.stem: truth for truth in pack.boards}
    for name, first in named.items():
        if (second := named.get(f"{name}-2")) is not None:
            progress(f"{pack.name} {name}")
            found.names.append(f"{pack.name}/{name}")
            found.first.append(_graded(pack, album, found.odds_of_one, first))
            found.second.append(_graded(pack, album, found.odds_of_one, second))
            found.both.append(_graded(pack, album, found.odds_of_both, first, second))
            found.hidden.append(_hides_points(first, pack))


def _graded(pack: Pack, album: Album, odds: list[float], truth: Truth, *more: Truth) -> BoardGrade:
    """Grade what is read from photos of a table, and add the odds of its orders."""
    first, *others = (PhotoSource(each.photo.name, each.photo) for each in (truth, *more))
    try:
        answer = service.read(first, album, truth.table.rules, more=others)
    except EXPECTED as error:
        return unread(truth, str(error))
    odds += odds_of(answer.kept.evidence, truth.table.board)
    return grade(truth, pack.deck, answer, service.check(answer.subject), Renaming())


def _hides_points(truth: Truth, pack: Pack) -> bool:
    points = points_of(truth, pack.deck).values()
    return any(isinstance(each, Span) for card in points for each in (card.diversify, card.cover))


def _uncertain(grades: Sequence[BoardGrade]) -> int:
    return sum("score" not in each.certain for each in grades)


def _figures(grades: Sequence[BoardGrade]) -> dict[str, Figure]:
    tables, cards = len(grades), sum(each.cards for each in grades)
    return {
        "tables not read at all": (sum(each.unreadable is not None for each in grades), tables),
        "cards missed": (sum(each.missed for each in grades), cards),
        "cards invented": (sum(each.invented for each in grades), cards),
        "layouts exact": (sum(each.layout for each in grades), tables),
        "visible stackings exact": (sum(each.stacking for each in grades), tables),
        "scores exact, or the range of a hidden order": (sum(each.score for each in grades), tables),
        "scores certain": (tables - _uncertain(grades), tables),
        "wrong but certain: any": (sum(bool(each.wrong_but_certain) for each in grades), tables),
    }


def text(found: Compared) -> Iterator[str]:
    """Return the figures as lines."""
    columns = {"first photo": found.first, "second photo": found.second, "both photos": found.both}
    counted = {name: _figures(grades) for name, grades in columns.items()}
    rows = [*counted["both photos"]]
    width = max(len(row) for row in rows) + 2
    yield " " * width + "".join(f"{name:>26}" for name in columns)
    for row in rows:
        yield f"{row:<{width}}" + "".join(f"{shown(each[row]):>26}" for each in counted.values())
    yield ""
    yield f"scores that hang on an order which no photo shows: {sum(found.hidden)} of {len(found.hidden)}"
    if found.left is not None:
        met = "met" if found.left <= MOST_LEFT else "not met"
        yield (
            f"uncertain scores that two photos leave, of those of one: {found.left:.0%}; "
            f"the goal is at most {MOST_LEFT:.0%}: {met}"
        )
    if found.visible.left is not None:
        yield f"the same among scores that hang on no such order: {found.visible.left:.0%}"
    for name, each in zip(found.names, found.both, strict=True):
        if not (each.layout and each.stacking and each.score) or each.wrong_but_certain:
            yield f"wrong from both: {name}" + (f": {each.unreadable}" if each.unreadable else "")
    if found.odds_of_one:
        yield ""
        yield from reliability(found.odds_of_one, found.odds_of_both)
    yield MEANING


if __name__ == "__main__":
    main()
