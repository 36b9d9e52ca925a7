"""Several photos of one table: brought onto one lattice, and what they tell added up."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from api.answers import PhotoSource
from api.errors import UndecidedError
from games.camouflage import Cell, Placement
from games.camouflage.aligning import aligned, on_own_lattice, votes
from games.camouflage.evidence import Evidence
from games.camouflage.fusion import added
from vision.errors import UnreadablePhotoError

if TYPE_CHECKING:
    from vision.album import Album
    from vision.reading import Reading

_FEW: Final = 2
"""Fewer cards that two photos have in common tell nothing of how these belong together."""
SURELY: Final = 12.0
"""Log-odds of a card that a photo surely shows: 1 in 160,000 against it."""


Again = Callable[[Sequence[Placement]], "Reading"]
"""Looks a second time at a photo, for cards that lie where they are told on its lattice."""


class Taken(NamedTuple):
    """A photo that was read.

    Attributes:
        photo: the photo.
        album: of the face that it shows.
        reading: what was seen.
        again: looks at it a second time; None where it cannot be looked at any more.
    """

    photo: PhotoSource
    album: "Album"
    reading: "Reading"
    again: Again | None = None

    @property
    def name(self) -> str:
        """The name of the photo."""
        return self.photo.name


def one_reading(photos: Sequence[Taken], *, moments: Sequence[int] = ()) -> "Reading":
    """Return what photos tell together, with corners in the first of them.

    Args:
        photos: at least one.
        moments: when each of them was taken while the game went on, more being later; none where all are of
            one moment.

    Raises:
        UnreadablePhotoError: they have too little in common to be of one table.
        UndecidedError: they contradict each other.
    """
    if len(photos) == 1:
        return photos[0].reading
    from vision.joining import joined

    _require_one_face(photos)
    photos = _looked_again(photos, moments or [0] * len(photos))
    brought = _on_one_lattice(photos)
    evidence = added(brought, moments=moments)
    reading = joined([photo.reading for photo in photos], evidence)
    seen_once = () if moments else tuple(_seen_once(brought, evidence))
    return replace(reading, warnings=(*reading.warnings, *seen_once))


def with_start(
    photos: Sequence[Taken], start: Taken, *, moments: Sequence[int]
) -> tuple["Reading", list[str]]:
    """Return what photos tell together with one of the table before play, if they can be brought together.

    Args:
        photos: at least one.
        start: the photo of the table before play.
        moments: when each of the photos was taken, 1 or more.

    Returns:
        The reading, and why the starting photo tells nothing of the order, if it does not.

    Raises:
        UnreadablePhotoError: the photos have too little in common to be of one table.
        UndecidedError: they contradict each other.
    """
    alone = one_reading(photos, moments=moments)
    try:
        return one_reading([*photos, start], moments=[*moments, 0]), []
    except (UnreadablePhotoError, UndecidedError) as fault:
        return alone, [f"{start.name} tells which cards began the board, but not where they lie: {fault}"]


def _require_one_face(photos: Sequence[Taken]) -> None:
    first, *others = photos
    for other in others:
        if other.album.face != first.album.face:
            raise UndecidedError(
                f"photos of one table show one face; {first.name} shows the {first.album.face}, "
                f"{other.name} the {other.album.face}"
            )


def _looked_again(photos: Sequence[Taken], moments: Sequence[int]) -> list[Taken]:
    """Look in each photo for the cards that only others of the same moment show."""
    found = list(photos)
    for moment in set(moments):
        same = [number for number, when in enumerate(moments) if when == moment]
        brought = _on_one_lattice([photos[number] for number in same])
        together = added(brought)
        for number, own in zip(same, brought, strict=True):
            found[number] = _told(photos[number], own, together)
    return found


def _told(photo: Taken, brought: Evidence, together: Evidence) -> Taken:
    """Look in a photo for the cards that it does not show."""
    own = photo.reading.evidence
    named = {site.candidates[0].card for site in own.sites}
    seen = {site.centre for site in brought.sites}
    told = [
        on_own_lattice(site, own, brought)
        for site in together.sites
        if site.presence > 0 and site.centre not in seen and site.candidates[0].card not in named
    ]
    if not told or photo.again is None:
        return photo
    found = photo.again(told)
    warnings = dict.fromkeys((*photo.reading.warnings, *found.warnings))
    return photo._replace(reading=replace(found, warnings=tuple(warnings)))


def _on_one_lattice(photos: Sequence[Taken]) -> list[Evidence]:
    """Return the evidence of all photos on the lattice of the first, in their order."""
    placed = {0: photos[0].reading.evidence}
    while len(placed) < len(photos):
        known = added([*placed.values()])
        waiting = {number: photos[number].reading.evidence for number in range(len(photos))}
        found = {
            number: moved
            for number, evidence in waiting.items()
            if number not in placed and (moved := aligned(evidence, known))
        }
        if not found:
            raise _unlike(photos, placed, known)
        placed |= found
    return [placed[number] for number in range(len(photos))]


def _unlike(photos: Sequence[Taken], placed: dict[int, Evidence], known: Evidence) -> Exception:
    """Return why no further photo goes with those that are brought together."""
    number = next(number for number in range(len(photos)) if number not in placed)
    found = votes(photos[number].reading.evidence, known)
    names = f"{photos[0].name} and {photos[number].name}"
    if found.common < _FEW:
        return UnreadablePhotoError(
            f"{names} have {_counted(found.common)} in common: too few to tell that they show one table"
        )
    return UndecidedError(
        f"{names} contradict each other: of {_counted(found.common)} in both, "
        f"no more than {found.agreeing} can lie in the same places"
    )


def _counted(cards: int) -> str:
    return {0: "no card", 1: "one card"}.get(cards, f"{cards} cards")


def _seen_once(photos: Sequence[Evidence], together: Evidence) -> Iterator[str]:
    """Say which cards only one photo shows: it may be that they were laid between the photos."""
    seen = [Cell(*site.centre) for photo in photos for site in photo.sites]
    for site in together.sites:
        if site.presence >= SURELY and seen.count(Cell(*site.centre)) == 1:
            yield (
                f"{site.candidates[0].card} was found in one of the photos only; "
                "photos that were taken while the game went on are given in order, with --in-order"
            )
