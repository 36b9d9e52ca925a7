"""How well tables are read from photos: python -m benchmarks.reading FOLDER... --simulated N.

A FOLDER holds packs: folders with a deck file, photos to enrol it from, photos of tables and of none, and the
truth beside each photo. Simulated packs are drawn for the purpose, each with art that was not seen before.
Each pack is enrolled and all its photos are read; the figures are for each pack given, for all that are
simulated, and for all.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.calibration import calibration, calibration_table, expected_error
from benchmarks.figures import Measured, enrolment, figures, intervals, mistakes
from benchmarks.goals import ENROLLING, GOALS, MET, compared
from benchmarks.intervals import MEANING
from benchmarks.measuring import measure, simulated
from benchmarks.tables import Report, goals_table, table
from benchmarks.truth import Pack, read_packs


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if not chosen.folder and not chosen.simulated:
        parser.error("nothing to read: name a folder of packs, or ask for photos with --simulated N")
    try:
        columns = _measured(chosen)
    except FileNotFoundError as error:
        parser.error(str(error))
    whole = sum(columns.values(), Measured())
    counted = enrolment if chosen.enrol_only else figures
    report: Report = {name: counted(measured) for name, measured in columns.items()}
    if len(columns) > 1:
        report["all"] = counted(whole)
    if chosen.json:
        print(json.dumps(_document(report, whole)))
    else:
        print("\n".join(_text(report, whole)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.reading", description="How well tables are read."
    )
    parser.add_argument("folder", type=Path, nargs="*", help="a folder of packs, or one pack")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--no-deck", action="store_true", help="enrol without the deck file, graded up to renaming"
    )
    parser.add_argument("--enrol-only", action="store_true", help="enrol the packs and read no other photos")
    parser.add_argument(
        "--photos", type=int, metavar="N", help="read the first N photos of tables of each given pack only"
    )
    parser.add_argument(
        "--simulated", type=int, default=0, metavar="N", help="draw N photos of tables, and read them too"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="of the first pack drawn; the next has S + 1"
    )
    parser.add_argument("--tables", type=Path, metavar="FOLDER", help="pictures of table tops to draw with")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many packs are read at a time")
    return parser


def _measured(chosen: argparse.Namespace) -> dict[str, Measured]:
    """Return what was measured, a column for each pack given and one for all that are simulated."""
    given = [pack for folder in chosen.folder for pack in read_packs(folder, photos=chosen.photos)]
    tables = sorted(chosen.tables.glob("*.[jp][pn]g")) if chosen.tables else []
    with TemporaryDirectory() as drawn:
        unseen = simulated(Path(drawn), chosen.simulated, chosen.seed, tables)
        names = [pack.name for pack in given] + ["simulated"] * len(unseen)
        packs = [*given, *unseen]
        if chosen.enrol_only:
            packs = [replace(pack, boards=(), negatives=()) for pack in packs]
        each = _in_turn(packs, with_deck=not chosen.no_deck, jobs=chosen.jobs)
        columns: dict[str, Measured] = {}
        for name, measured in zip(names, each, strict=True):
            columns[name] = columns.get(name, Measured()) + measured
    return columns


def _in_turn(packs: Sequence[Pack], *, with_deck: bool, jobs: int) -> Iterator[Measured]:
    """Measure packs one after the other, or several at a time."""
    work = partial(measure, with_deck=with_deck)
    if jobs == 1:
        yield from map(work, packs)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as processes:
        yield from processes.map(work, packs)


def _document(report: Report, whole: Measured) -> dict[str, Any]:
    found = calibration([grade for _, grade in whole.boards])
    return {
        "figures": report,
        "intervals": {
            name: {row: each._asdict() for row, each in intervals(column).items()}
            for name, column in report.items()
        },
        "goals": {name: compared(column) for name, column in report.items()},
        "calibration": {
            name: {"expected_error": expected_error(bins), "bins": [asdict(each) for each in bins]}
            for name, bins in found.items()
        },
        "mistakes": mistakes(whole),
    }


def _text(report: Report, whole: Measured) -> Iterable[str]:
    if not whole.boards:
        yield from (goals_table(report, ENROLLING), "", table(report), "", MEANING, MET)
        return
    yield from (goals_table(report, GOALS), "", table(report), "", MEANING, MET)
    yield from ("", calibration_table(calibration([grade for _, grade in whole.boards])), "")
    yield from (f"{name}: {', '.join(what)}" for name, what in mistakes(whole).items())


if __name__ == "__main__":
    main()
