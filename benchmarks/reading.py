"""How well tables are read from photos: python -m benchmarks.reading FOLDER.

FOLDER holds packs: folders with a deck file, photos to enrol it from, photos of tables and of none, and the
truth beside each photo. Each pack is enrolled and all its photos are read; the figures are for each pack and
for all.
"""

import argparse
import json
import resource
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from api import service
from api.answers import EnrolAnswer, PhotoSource
from api.errors import EXPECTED
from benchmarks.enrolling import EnrolGrade, grade_enrolment, matches, renaming_of
from benchmarks.figures import Figure, Measured, figures, mistakes, shown
from benchmarks.grading import BoardGrade, Renaming, grade, unread
from benchmarks.truth import Pack, Truth, read_packs
from games.camouflage import Deck, FaceName
from vision.album import Album


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.reading", description="How well tables are read."
    )
    parser.add_argument("folder", type=Path, help="a folder of packs, or one pack")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--no-deck", action="store_true", help="enrol without the deck file, graded up to renaming"
    )
    parser.add_argument(
        "--photos", type=int, metavar="N", help="read the first N photos of tables of each pack only"
    )
    chosen = parser.parse_args(arguments)
    try:
        found = read_packs(chosen.folder, photos=chosen.photos)
    except FileNotFoundError as error:
        parser.error(str(error))
    packs = {pack.name: measure(pack, with_deck=not chosen.no_deck) for pack in found}
    whole = sum(packs.values(), Measured())
    columns = {**packs, "all": whole} if len(packs) > 1 else packs
    report = {name: figures(measured) for name, measured in columns.items()}
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    if chosen.json:
        print(json.dumps({"figures": report, "mistakes": mistakes(whole), "peak_mb": peak_mb}))
        return
    print(table(report))
    print(f"peak memory of the reading process: {peak_mb} MB")
    for name, what in mistakes(whole).items():
        print(f"{name}: {', '.join(what)}")


def measure(pack: Pack, *, with_deck: bool) -> Measured:
    """Enrol a pack and read all its photos.

    Args:
        pack: the pack.
        with_deck: whether its deck file is given to the enrolment.
    """
    known = pack.deck if with_deck else None
    face = pack.enrol[0].table.face
    photos = [truth.photo for truth in pack.enrol]
    # In a process of its own, so that the peak of memory is that of reading.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        try:
            answer, seconds = process.submit(_enrol, photos, face, known).result()
        except EXPECTED as error:
            return _not_enrolled(pack, str(error))
    renaming = Renaming() if with_deck else renaming_of(matches(pack.enrol, answer))
    measured = Measured(
        enrolments=((grade_enrolment(pack.enrol, pack.deck, face, answer, named=with_deck), seconds),)
    )
    for truth in pack.boards:
        _progress(f"{pack.name} {truth.photo.name}")
        measured += read_board(pack, truth, answer.album, renaming)
    for truth in pack.negatives:
        measured += Measured(negatives=((_name(truth), is_refused(truth, answer.album)),))
    return measured


def _not_enrolled(pack: Pack, why: str) -> Measured:
    """Grade a pack of which no album could be made: nothing of it is right."""
    cards = sum(len(truth.table.board) for truth in pack.enrol)
    none_right = EnrolGrade(
        right=0, cards=cards, squares_right=0, squares=8 * cards, decks_right=0, invented=0, doubtful=0
    )
    return Measured(
        enrolments=((none_right, 0.0),),
        boards=tuple((_name(truth), unread(truth, f"not enrolled: {why}")) for truth in pack.boards),
    )


def table(report: Mapping[str, Mapping[str, Figure]]) -> str:
    """Return figures as a text, a column for each pack."""
    rows = list(dict.fromkeys(row for column in report.values() for row in column))
    width = max(map(len, rows))
    head = " " * width + "".join(f"{name:>20}" for name in report)
    lines = [
        f"{row:<{width}}" + "".join(f"{shown(column.get(row)):>20}" for column in report.values())
        for row in rows
    ]
    return "\n".join([head, *lines])


def _enrol(photos: Sequence[Path], face: FaceName, deck: Deck | None) -> tuple[EnrolAnswer, float]:
    began = time.perf_counter()
    answer = service.enrol([PhotoSource(photo.name, photo) for photo in photos], face, deck)
    return answer, time.perf_counter() - began


def read_board(pack: Pack, truth: Truth, album: Album, renaming: Renaming) -> Measured:
    """Read a photo of a table, and grade what was read.

    Args:
        pack: the photo's pack.
        truth: the photo.
        album: what the pack's cards look like.
        renaming: their true names.
    """
    try:
        answer = service.read(PhotoSource(truth.photo.name, truth.photo), album, truth.table.rules)
    except EXPECTED as error:
        return Measured(boards=((_name(truth), unread(truth, str(error))),))
    graded: BoardGrade = grade(truth, pack.deck, answer, service.check(answer.subject), renaming)
    return Measured(boards=((_name(truth), graded),), time_ms=(answer.time_ms,))


def is_refused(truth: Truth, album: Album) -> bool:
    """Tell whether a photo is said to be one in which no table can be read."""
    try:
        service.read(PhotoSource(truth.photo.name, truth.photo), album)
    except EXPECTED:
        return True
    return False


def _name(truth: Truth) -> str:
    return f"{truth.photo.parent.name}/{truth.photo.stem}"


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:<40}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
