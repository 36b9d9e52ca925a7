"""Enrols packs, reads all their photos, and grades what was read."""

import resource
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Final, TypeVar

from api import service
from api.answers import EnrolAnswer, PhotoSource, ReadAnswer
from api.errors import EXPECTED
from benchmarks.alignment import Renaming
from benchmarks.enrolling import EnrolGrade, grade_enrolment, matches, renaming_of
from benchmarks.figures import Measured
from benchmarks.grading import grade, unread
from benchmarks.simulation.packs import Wishes, write_pack
from benchmarks.speed import speed_of, timed
from benchmarks.truth import Pack, Truth, read_packs
from games.camouflage import Deck, FaceName
from vision.album import Album

BOARDS_A_PACK: Final = 6
"""How many photos of tables a simulated pack has: few, so that many kinds of art are seen."""

_ResultT = TypeVar("_ResultT")


def measure(pack: Pack, *, with_deck: bool) -> Measured:
    """Enrol a pack and read all its photos.

    Args:
        pack: the pack.
        with_deck: whether its deck file is given to the enrolment.
    """
    known = pack.deck if with_deck else None
    face = pack.enrol[0].table.face
    photos = [truth.photo for truth in pack.enrol]
    try:
        answer, seconds = _apart(_enrol, photos, face, known)
    except EXPECTED as error:
        return _not_enrolled(pack, str(error))
    renaming = Renaming() if with_deck else renaming_of(matches(pack.enrol, answer))
    measured = Measured(
        enrolments=((grade_enrolment(pack.enrol, pack.deck, face, answer, named=with_deck), seconds),)
    )
    _warm(pack, answer.album)
    for truth in pack.boards:
        progress(f"{pack.name} {truth.photo.name}")
        measured += read_board(pack, truth, answer.album, renaming)
    for truth in pack.negatives:
        measured += Measured(negatives=((_name(truth), is_refused(truth, answer.album)),))
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return measured + Measured(peak_mb=peak_mb)


def simulated(folder: Path, photos: int, seed: int, tables: Sequence[Path]) -> list[Pack]:
    """Draw packs, each with art of its own, and every fourth photo with 12 megapixels.

    Args:
        folder: where they are written.
        photos: how many photos of tables they have together.
        seed: of the first pack; the next has one more.
        tables: pictures of table tops.
    """
    packs = []
    for index, begun in enumerate(range(0, photos, BOARDS_A_PACK)):
        name = f"sim-{seed + index}"
        progress(f"drawing {name}")
        wishes = Wishes(photos=min(BOARDS_A_PACK, photos - begun), large=True, tables=tuple(tables))
        _apart(_draw, folder / name, wishes, seed + index)
        packs += read_packs(folder / name)
    return packs


def read_board(pack: Pack, truth: Truth, album: Album, renaming: Renaming) -> Measured:
    """Read a photo of a table, and grade what was read.

    Args:
        pack: the photo's pack.
        truth: the photo.
        album: what the pack's cards look like.
        renaming: their true names.
    """
    try:
        answer, cpu_s = timed(lambda: _read(truth, album))
    except EXPECTED as error:
        return Measured(boards=((_name(truth), unread(truth, str(error))),))
    graded = grade(truth, pack.deck, answer, service.check(answer.subject), renaming)
    return Measured(
        boards=((_name(truth), graded),),
        time_ms=(answer.time_ms,),
        speeds=speed_of(truth.photo, graded.cards, cpu_s),
    )


def is_refused(truth: Truth, album: Album) -> bool:
    """Tell whether a photo is said to be one in which no table can be read."""
    try:
        service.read(PhotoSource(truth.photo.name, truth.photo), album)
    except EXPECTED:
        return True
    return False


def _read(truth: Truth, album: Album) -> ReadAnswer:
    return service.read(PhotoSource(truth.photo.name, truth.photo), album, truth.table.rules)


def _warm(pack: Pack, album: Album) -> None:
    """Have the album learnt and all modules loaded before anything is timed."""
    for truth in pack.boards[:1]:
        with suppress(*EXPECTED):
            _read(truth, album)


def _not_enrolled(pack: Pack, why: str) -> Measured:
    """Grade a pack of which no album could be made: nothing of it is right."""
    cards = sum(len(truth.table.board) for truth in pack.enrol)
    none_right = EnrolGrade(
        right=0, cards=cards, squares_right=0, squares=8 * cards, decks_right=0, invented=0, doubtful=0
    )
    return Measured(
        enrolments=((none_right, None),),
        boards=tuple((_name(truth), unread(truth, f"not enrolled: {why}")) for truth in pack.boards),
    )


def _apart(work: Callable[..., _ResultT], *arguments: object) -> _ResultT:
    """Do something in a process of its own, so that the peak of memory of this one is that of reading."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(work, *arguments).result()


def _enrol(photos: Sequence[Path], face: FaceName, deck: Deck | None) -> tuple[EnrolAnswer, float]:
    began = time.perf_counter()
    answer = service.enrol([PhotoSource(photo.name, photo) for photo in photos], face, deck)
    return answer, time.perf_counter() - began


def _draw(folder: Path, wishes: Wishes, seed: int) -> None:
    write_pack(folder, wishes, seed=seed)


def _name(truth: Truth) -> str:
    return f"{truth.photo.parent.name}/{truth.photo.stem}"


def progress(text: str) -> None:
    """Say on a terminal what is being done."""
    if sys.stderr.isatty():
        print(f"\r{text:<40}", end="", file=sys.stderr, flush=True)
