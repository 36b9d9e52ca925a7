"""A folder of photos, each of a table of its own: read one by one, and taken up again where it was left.

A photo is read as any other, and the reading kept. Where neither the photo nor the album has changed it is
not read again, and answers that were given since (`read --resume`) count. A photo that is read again, for
another album, keeps its answers.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from api import service
from api.albums import camtable_version
from api.answers import PhotoSource, ReadAnswer, ScoreAnswer
from api.errors import EXPECTED, fault_of, told
from api.folder_readings import UNREADABLE, Problem, Readings, Source
from api.keeping import Kept
from api.reading_files import reading_from_json, reading_to_json
from api.stated import Stated
from games.camouflage import Rules, deck_to_json

if TYPE_CHECKING:
    from vision.album import Album


@dataclass(frozen=True, slots=True)
class NoScore:
    """Why there is no score.

    Attributes:
        game: in which game.
        reason: why, in one sentence.
    """

    game: str
    reason: str


@dataclass(frozen=True, slots=True)
class FolderLine:
    """What became of a photo of a folder.

    Attributes:
        photo: its name.
        read: what was read, None where it was not.
        problem: why it was not read.
        scores: in the games that were asked for.
        no_score: where there is none, why.
    """

    photo: str
    read: ReadAnswer | None = None
    problem: Problem | None = None
    scores: tuple[ScoreAnswer, ...] = ()
    no_score: tuple["NoScore", ...] = ()


@dataclass(frozen=True, slots=True)
class FolderAnswer:
    """What was read from a folder.

    Attributes:
        lines: one for each photo, by name.
        warnings: what the user should know, each in one sentence.
    """

    lines: tuple[FolderLine, ...]
    warnings: tuple[str, ...] = ()

    @property
    def certain(self) -> int:
        """On how many photos the score is certain."""
        return sum(line.read is not None and line.read.confidence.certain["score"] for line in self.lines)

    @property
    def open(self) -> int:
        """On how many photos it is open."""
        return sum(line.read is not None for line in self.lines) - self.certain

    @property
    def not_read(self) -> int:
        """How many photos were not read."""
        return sum(line.problem is not None for line in self.lines)

    @property
    def exit_code(self) -> int:
        """0 where all were read; 3 where a photo cannot be read, else that of the first that was not."""
        codes = [line.problem.exit_code for line in self.lines if line.problem]
        return UNREADABLE if UNREADABLE in codes else next(iter(codes), 0)


def read_folder(
    photos: Sequence[Path], album: "Album", rules: Rules, readings: Readings, *, jobs: int = 1
) -> Iterator[FolderLine]:
    """Read photos, each of a table of its own, in turn; those that cannot be read do not stop the others.

    Args:
        photos: the photos; their names differ.
        album: what the cards look like.
        rules: the rules by which the cards were laid.
        readings: where readings are kept, and found where nothing has changed.
        jobs: how many photos are read at a time, each by a process of its own if more than one.

    Yields:
        What became of each, as soon as it is known.

    Raises:
        WrongUseError: a reading cannot be written.
    """
    sources = {path: _source(path, _digest_of(album), rules) for path in photos}
    left = [path for path, source in sources.items() if source and readings.found(path.name, source) is None]
    made = iter(_made(left, [_answers(readings.reading(path.name)) for path in left], album, rules, jobs))
    for path, source in sources.items():
        if source is None:
            yield FolderLine(path.name, problem=_problem(_cannot_open(path)))
            continue
        if path in left:
            readings.keep(path.name, source, fresh := next(made))
            found = fresh if isinstance(fresh, Problem) else reading_from_json(fresh)
        else:
            known = readings.found(path.name, source)
            found = known or Problem("no-file", "The file cannot be opened", f"{path.name} is gone", 2)
        yield _line(path.name, found)


def with_scores(line: FolderLine, stated: Stated, games: Sequence[str]) -> FolderLine:
    """Return what became of a photo with its score in some games, or why there is none."""
    if line.read is None:
        return line
    found = [_score(line.read, stated, game) for game in games]
    return FolderLine(
        line.photo,
        line.read,
        scores=tuple(each for each in found if isinstance(each, ScoreAnswer)),
        no_score=tuple(each for each in found if isinstance(each, NoScore)),
    )


def _line(photo: str, found: Kept | Problem) -> FolderLine:
    if isinstance(found, Problem):
        return FolderLine(photo, problem=found)
    try:
        return FolderLine(photo, service.read_on(found))
    except EXPECTED as error:
        return FolderLine(photo, problem=_problem(error))


def _score(read: ReadAnswer, stated: Stated, game: str) -> ScoreAnswer | NoScore:
    try:
        return service.score(stated.applied(read.subject), game)
    except EXPECTED as error:
        return NoScore(game, told(error))


def _source(path: Path, album: str, rules: Rules) -> Source | None:
    """Return what the reading of a photo is made from; None where it cannot be opened."""
    from vision.origins import digest

    try:
        photo = digest(path.read_bytes())
    except OSError:
        return None
    return Source(photo, album, rules.min_match, rules.wild_centres, camtable_version())


@cache
def _digest_of(album: "Album") -> str:
    """Return the digest of all that a reading takes from an album."""
    from vision.origins import digest

    parts = [
        {
            "face": each.face,
            "deck": deck_to_json(each.deck),
            "pictures": {card: digest(own.tobytes()) for card, own in each.pictures.items()},
        }
        for each in album.faces
    ]
    return digest(json.dumps(parts).encode())


def _answers(kept: Kept | None) -> tuple[str, ...]:
    """Return the answers that stand in a reading, which hold for a photo that is read again."""
    return tuple(step.answer for step in kept.steps if not step.undone) if kept else ()


def _made(
    photos: Sequence[Path], answers: Sequence[tuple[str, ...]], album: "Album", rules: Rules, jobs: int
) -> "Iterator[Mapping[str, object] | Problem]":
    if jobs == 1 or len(photos) < 2:
        for photo, given in zip(photos, answers, strict=True):
            yield _reading_of(photo, given, album, rules)
        return
    with ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_prepare, initargs=(album, rules)
    ) as processes:
        yield from processes.map(_reading_by_process, photos, answers)


def _reading_of(
    photo: Path, answers: Sequence[str], album: "Album", rules: Rules
) -> Mapping[str, object] | Problem:
    """Read a photo as `read` does, and return the file of the reading."""
    try:
        read = service.read(PhotoSource(photo.name, photo), album, rules, answers=answers)
    except EXPECTED as error:
        if answers and fault_of(error).exit_code != UNREADABLE:
            error.add_note(
                "what was said of it before holds again; read --resume FILE --undo N takes it back"
            )
        return _problem(error)
    return reading_to_json(read)


_PROCESS: "list[tuple[Album, Rules]]" = []
"""What a process of its own reads by; empty in the process that was started."""


def _prepare(album: "Album", rules: Rules) -> None:
    _PROCESS.append((album, rules))


def _reading_by_process(photo: Path, answers: Sequence[str]) -> Mapping[str, object] | Problem:
    return _reading_of(photo, answers, *_PROCESS[0])


def _cannot_open(path: Path) -> Exception:
    from vision.errors import UnreadableFileError

    return UnreadableFileError(f"{path.name} cannot be read")


def _problem(error: Exception) -> Problem:
    fault = fault_of(error)
    return Problem(fault.kind, fault.title, told(error), fault.exit_code)
