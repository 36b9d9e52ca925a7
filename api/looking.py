"""From a photo to the ways its table may lie: where vision and solver meet.

Both are loaded when a photo is looked at, so that a board file is judged without them.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from api.answers import Corners, PhotoSource, plain_corners
from api.joining import SURELY, Again, Taken, one_reading, with_start
from api.keeping import Kept
from api.solving import Limits, solved
from api.ways import CERTAIN, Subject, masses
from games.camouflage import Cell, Rules

if TYPE_CHECKING:
    from vision.album import Album
    from vision.photo import Photo
    from vision.reading import Reader, Reading

Clock = Callable[[], float]
"""Returns seconds of wall time."""

USUAL_RULES = Rules()


class Look(NamedTuple):
    """What a look at a photo gives.

    Attributes:
        reading: what vision saw.
        subject: the tables that the solver made of it.
        time_ms: stage -> milliseconds of wall time.
        began: what the clock said at the beginning, in seconds.
        album: the album of the face that the photo shows.
        kept: what is needed to go on without the photo.
        sites: the cells of the sites that the subject's ways name.
        photo: the photo that the corners are in: the first that was read, of photos in order the last.
        taken: the photos that were read, each by itself.
        begun: the look at the starting photo, if there is one.
    """

    reading: "Reading"
    subject: Subject
    time_ms: dict[str, float]
    began: float
    album: "Album"
    kept: Kept
    sites: tuple[tuple[int, int], ...]
    photo: PhotoSource
    taken: tuple[Taken, ...] = ()
    begun: "Look | None" = None


class Resumed(NamedTuple):
    """What a reading gives that is gone on with; it has no photo. The attributes are those of a `Look`."""

    subject: Subject
    time_ms: dict[str, float]
    began: float
    kept: Kept
    sites: tuple[tuple[int, int], ...]


def resume(kept: Kept, *, clock: Clock = time.perf_counter) -> Resumed:
    """Find out in which ways the table may lie that was read before.

    Args:
        kept: what was read, and said since.
        clock: what times it.

    Raises:
        UndecidedError: no board was found within the time limit.
        WrongUseError: answers contradict each other, or what the table can be.
        CamouflageError: an answer is not understood.
    """
    began = clock()
    subject, sites = solved(kept)
    return Resumed(subject, {"reconstruct": (clock() - began) * 1000}, began, kept, sites)


def corners_of(seen: Look | Resumed, site: int, turn: int) -> Corners:
    """Return where the corners of a card are in the photo, as printed, if it lies on a site turned so."""
    kept = seen.kept
    if len(kept.corners) <= site < len(seen.sites):
        import numpy as np

        from vision.joining import corners_on

        known = [site.centre for site in kept.evidence.sites]
        unturned = plain_corners(corners_on(known, np.array(kept.corners), [Cell(*seen.sites[site])])[0])
    elif isinstance(seen, Look):
        return plain_corners(seen.reading.card_corners(site, turn))
    else:
        unturned = kept.corners[site]
    return (*unturned[-turn:], *unturned[:-turn]) if turn else unturned


def look(
    photo: PhotoSource,
    album: "Album",
    rules: Rules = USUAL_RULES,
    *,
    more: Sequence[PhotoSource] = (),
    in_order: bool = False,
    answers: Sequence[str] = (),
    start: PhotoSource | None = None,
    in_piles: bool = False,
    time_limit_s: float = 5.0,
    num_workers: int = 1,
    seed: int = 0,
    clock: Clock = time.perf_counter,
) -> Look:
    """Find out in which ways the table on a photo, or on several, may lie.

    Args:
        photo: the photo.
        album: what the cards look like; if it knows both faces, the photo tells which of them it shows.
        rules: the rules by which the cards were laid.
        more: further photos of the same table; those that cannot be read are passed over with a warning.
        in_order: whether the photos were taken one after the other while the game went on.
        answers: what somebody says who sees the table, in the words of `games.camouflage.facts`.
        start: a photo of the table before play, whose cards are the starting board.
        in_piles: whether each pile is a location of Not My Stack!, its owner's by its bottom card.
        time_limit_s: how long the solver may look for boards.
        num_workers: how many threads it may use.
        seed: of its search.
        clock: what times the stages.

    Raises:
        VisionError: no photo can be read, with the reason, or they are not of one table.
        UndecidedError: no board was found within the time limit, or the photos contradict each other.
        WrongUseError: answers contradict each other, or what the table can be.
        CamouflageError: an answer is not understood.
    """
    from vision.photo import load_photo
    from vision.reading import READER_SIDE_PX

    began = clock()
    sources = (photo, *more)
    if more:
        loaded = [load(each, max_side_px=READER_SIDE_PX) for each in sources]
    else:
        loaded = [load_photo(photo.data, max_side_px=READER_SIDE_PX)]
    decoded = clock()
    readers = [(face, _reader(face, rules.wild_centres, in_piles)) for face in album.faces]
    learnt = clock()
    taken, told = _read_all(sources, loaded, readers)
    if in_order:  # the last shows the table as it is
        taken.reverse()
    album, moments = taken[0].album, range(len(taken), 0, -1) if in_order else ()
    begun = None
    if start is None:
        reading = one_reading(taken, moments=moments)
    else:
        begun = look(start, album, rules, time_limit_s=time_limit_s, num_workers=num_workers, seed=seed)
        first = Taken(start, begun.album, begun.reading)
        reading, apart = with_start(taken, first, moments=moments or [1] * len(taken))
        told += [*apart, *_unsure_of_start(begun)]
    seen = clock()
    kept = Kept(
        photos=tuple(each.name for each in sources),
        deck=album.deck,
        rules=rules,
        evidence=reading.evidence,
        corners=tuple(
            plain_corners(reading.card_corners(site, 0)) for site in range(len(reading.evidence.sites))
        ),
        warnings=(*told, *reading.warnings),
        start=begun and begun.subject.best.cards,
        in_piles=in_piles,
    ).with_answers(answers)
    subject, sites = solved(kept, Limits(time_limit_s, num_workers, seed))
    ended = clock()
    time_ms = {
        "decode": (decoded - began) * 1000,
        "album": (learnt - decoded) * 1000,
        **reading.time_ms,
        "reconstruct": (ended - seen) * 1000,
    }
    return Look(reading, subject, time_ms, began, album, kept, sites, taken[0].photo, tuple(taken), begun)


def _unsure_of_start(begun: Look) -> Iterator[str]:
    """Say if it is not certain which cards began the board."""
    cards = [frozenset(way.table.cards) for way in begun.subject.ways]
    p = masses([way.weight.p for way in begun.subject.ways], cards)[cards[0]]
    if p < CERTAIN:
        yield f"the starting photo shows {', '.join(sorted(cards[0]))} with a probability of {p:.1%} only"


def load(photo: PhotoSource, *, max_side_px: int) -> "Photo":
    """Load one of several photos; vision knows the names of files only, so errors of others get theirs.

    Raises:
        PhotoError: it is none, or too large.
    """
    from vision.errors import PhotoError
    from vision.photo import load_photo

    try:
        return load_photo(photo.data, max_side_px=max_side_px)
    except PhotoError as error:
        if isinstance(photo.data, Path):
            raise
        raise type(error)(f"{photo.name}: {error}") from error


def _read_all(
    sources: Sequence[PhotoSource],
    photos: Sequence["Photo"],
    readers: Sequence[tuple["Album", "Reader"]],
) -> tuple[list[Taken], list[str]]:
    """Read photos, and say of those that cannot be read why; at least one is."""
    from vision.errors import UnreadablePhotoError

    taken, faults = [], []
    for source, photo in zip(sources, photos, strict=True):
        try:
            taken.append(Taken(source, *_read(photo, readers)))
        except UnreadablePhotoError as fault:
            faults.append((source.name, fault))
    if not taken:
        raise faults[0][1]
    return taken, [f"{name} was passed over: {fault}" for name, fault in faults]


def _read(photo: "Photo", readers: Sequence[tuple["Album", "Reader"]]) -> tuple["Album", "Reading", Again]:
    """Return the face of which more cards are found on a photo, what was seen, and how to look again."""
    from vision.errors import CutOffError, UnreadablePhotoError

    seen, faults = [], []
    for face, reader in readers:
        try:
            reading = reader.read(photo)
            seen.append((face, reading, partial(reader.again, photo, reading)))
        except UnreadablePhotoError as fault:
            faults.append(fault)
    if not seen:
        # A face whose cards were recognised knows better what is wrong with the photo.
        raise next((fault for fault in faults if isinstance(fault, CutOffError)), faults[0])
    best = max(seen, key=lambda each: len(each[1].evidence.sites))
    turned = [
        told for face, other, _ in seen if face is not best[0] for told in _turned_over(face, other, best[1])
    ]
    return best[0], replace(best[1], warnings=(*best[1].warnings, *turned)) if turned else best[1], best[2]


def _turned_over(face: "Album", other: "Reading", reading: "Reading") -> Iterator[str]:
    """Say which cards lie with their other face up: surely so, and where no card was found by the first."""
    middles = reading.corners.mean(1)
    for site, corners in zip(other.evidence.sites, other.corners, strict=True):
        off = ((middles - corners.mean(0)) ** 2).sum(1).min() ** 0.5
        side = ((corners[1] - corners[0]) ** 2).sum() ** 0.5
        if site.presence >= SURELY and off > side / 2:
            yield f"{site.candidates[0].card} lies there with its other face up ({face.face})"


@lru_cache(maxsize=4)
def _reader(album: "Album", wild_centres: bool, in_piles: bool) -> "Reader":
    """Return the reader of an album: what it learns of the cards, some 90 megabytes, serves all photos."""
    from vision.reading import Reader

    return Reader(album, wild_centres=wild_centres, in_piles=in_piles)
