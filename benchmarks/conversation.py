"""What answers settle: python -m benchmarks.conversation FOLDER... --simulated N.

Each photo of a table is read, and whoever knows the truth answers the reader's questions one after the other,
the first of those that are asked each time, until nothing is asked any more. Simulated packs are drawn one at
a time, each with art that was not seen before, and thrown away once their photos have been talked about.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.figures import Figure, shown
from benchmarks.goals import Goal
from benchmarks.intervals import MEANING
from benchmarks.measuring import BOARDS_A_PACK, simulated
from benchmarks.oracle import Talk, talks
from benchmarks.truth import Pack, read_packs

_FEW: Final = 2
"""How many answers are to settle a score."""

GOALS: Final = (
    Goal("photos wrong after true answers", 0.0, at_least=False),
    Goal(f"scores settled by at most {_FEW} answers", 0.99),
)
"""What conversations have to reach."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.conversation", description="What answers to a reader's questions settle."
    )
    parser.add_argument("folder", type=Path, nargs="*", help="a folder of packs, or one pack")
    parser.add_argument("--simulated", type=int, default=0, metavar="N", help="draw N photos of tables")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the first pack drawn")
    parser.add_argument("--tables", type=Path, metavar="FOLDER", help="pictures of table tops to draw with")
    parser.add_argument("--save", type=Path, metavar="FILE", help="a line for each photo, as JSON")
    chosen = parser.parse_args(arguments)
    if not chosen.folder and not chosen.simulated:
        parser.error("nothing to read: name a folder of packs, or ask for photos with --simulated N")
    try:
        given = [pack for folder in chosen.folder for pack in read_packs(folder)]
    except FileNotFoundError as error:
        parser.error(str(error))
    tables = sorted(chosen.tables.glob("*.[jp][pn]g")) if chosen.tables else []
    drawn = _drawn(chosen.simulated, chosen.seed, tables)
    found = [*_saved(chain(_of_given(given), drawn), chosen.save)]
    print("\n".join(_text(found)))


def _of_given(packs: Sequence[Pack]) -> Iterator[Talk]:
    for pack in packs:
        yield from talks(pack)


def _drawn(photos: int, seed: int, tables: Sequence[Path]) -> Iterator[Talk]:
    """Draw packs one at a time and talk about their photos."""
    for index, begun in enumerate(range(0, photos, BOARDS_A_PACK)):
        with TemporaryDirectory() as folder:
            for pack in simulated(Path(folder), min(BOARDS_A_PACK, photos - begun), seed + index, tables):
                yield from talks(pack)


def _saved(found: Iterator[Talk], path: Path | None) -> Iterator[Talk]:
    """Pass talks on, writing each as a line of a file if one is named."""
    for number, talk in enumerate(found, 1):
        if sys.stderr.isatty():
            print(f"\r{number} photos, {talk.photo:<30}", end="", file=sys.stderr, flush=True)
        if path is not None:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(talk)) + "\n")
        yield talk


def figures(found: Sequence[Talk]) -> dict[str, Figure]:
    """Count all that is to be reported, in the order in which it is."""
    read = [talk for talk in found if talk.unreadable is None]
    of = len(read)
    counted: dict[str, Figure] = {
        "photos": len(found),
        "photos not read at all": (len(found) - of, len(found)),
        "photos wrong after true answers": (sum(bool(talk.wrong) for talk in read), of),
        "photos wrong that nothing was asked of": (sum(bool(t.wrong) and not t.kinds for t in read), of),
        f"scores settled by at most {_FEW} answers": (
            sum(talk.settled is not None and talk.settled <= _FEW for talk in read),
            of,
        ),
        "scores certain before": (sum(talk.certain_before for talk in read), of),
        "scores certain after": (sum(talk.settled is not None for talk in read), of),
        "answers the reader contradicted": sum(talk.refused for talk in read),
    }
    settled = Counter(talk.settled for talk in read if talk.settled is not None)
    for answers in range(max(settled, default=-1) + 1):
        counted[f"scores settled by {answers} answers"] = (settled[answers], of)
    counted["scores never settled"] = (of - settled.total(), of)
    for kind, count in Counter(kind for talk in read for kind in talk.kinds).most_common():
        counted[f"questions answered: {kind}"] = count
    return counted


def _text(found: Sequence[Talk]) -> Iterator[str]:
    counted = figures(found)
    width = max(map(len, counted)) + 2
    for goal in GOALS:
        met = {True: "met", False: "not met", None: "-"}[goal.met(counted[goal.figure])]
        yield f"{goal.figure:<{width}}{goal!s:<10}{shown(counted[goal.figure]):>30} {met}"
    yield ""
    yield from (f"{name:<{width}}{shown(figure):>40}" for name, figure in counted.items())
    yield from ("", MEANING, "")
    for talk in found:
        if talk.unreadable or talk.wrong or talk.settled is None or talk.settled > _FEW:
            yield f"{talk.photo}: {talk.story}"


if __name__ == "__main__":
    main()
