"""Albums once they are made: what is in them, by what they were made, and pictures that are taken anew."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

from api.answers import EnrolledCard, PhotoSource, plain_corners
from api.errors import WrongUseError
from games.camouflage import Deck, FaceName

if TYPE_CHECKING:
    from vision.album import Album
    from vision.origins import Doubt, PhotoMark, Step
    from vision.relabelling import Square

_SQUARE: Final = re.compile(r"(.+):([1-3]),([1-3])", re.DOTALL)
_FOLDERS: Final = re.compile(r".*[\\/]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ShownPattern:
    """A pattern and the squares that bear it.

    Attributes:
        pattern: its name.
        squares: the squares, card by card.
    """

    pattern: str
    squares: "tuple[Square, ...]"


@dataclass(frozen=True, slots=True)
class ShownFormer:
    """A card that was made one with another.

    Attributes:
        card: what it is called, where it is to be split off.
        into: the card that it is one with.
    """

    card: str
    into: str


@dataclass(frozen=True, slots=True, eq=False)
class ShownFace:
    """What an album holds of a face.

    Attributes:
        face: the face.
        deck: the deck file.
        missing: the cards of the deck that bear the face and have no picture.
        patterns: its patterns.
        doubtful: squares to look at.
        steps: how the album came to be; none where that is not known.
        former: cards that were made one with others.
    """

    face: FaceName
    deck: Deck
    missing: tuple[str, ...]
    patterns: tuple[ShownPattern, ...]
    doubtful: "tuple[Doubt, ...]"
    steps: "tuple[Step, ...]"
    former: "tuple[ShownFormer, ...]" = ()


@dataclass(frozen=True, slots=True, eq=False)
class AlbumAnswer:
    """An album, and what was done to it.

    Attributes:
        album: the album as it is now.
        did: what was done, each in words.
        cards: where the cards were seen whose pictures were taken anew.
        warnings: what the user should know, each in one sentence.
    """

    album: "Album"
    did: tuple[str, ...] = ()
    cards: tuple[EnrolledCard, ...] = ()
    warnings: tuple[str, ...] = ()

    def warned(self, warnings: Iterable[str]) -> "AlbumAnswer":
        """Return the answer with more warnings."""
        return replace(self, warnings=(*self.warnings, *warnings))

    @property
    def format(self) -> str:
        """The format that albums are written in."""
        from vision.album_folder import FORMAT

        return FORMAT

    @property
    def faces(self) -> tuple[ShownFace, ...]:
        """What it holds of each face."""
        return tuple(_shown(each) for each in self.album.faces)


def camtable_version() -> str:
    """Return the version of Camtable."""
    return version("camtable")


def with_step(album: "Album", did: str, photos: Sequence[PhotoSource] = ()) -> "Album":
    """Return an album that tells what was done to its first face, and from which photos."""
    from vision.origins import Step

    step = Step(did, camtable_version(), tuple(_mark(photo) for photo in photos))
    return replace(album, steps=(*album.steps, step))


def done_since(before: "Album", after: "Album") -> tuple[str, ...]:
    """Return what was done to an album, each in words."""
    known = {each.face: len(each.steps) for each in before.faces}
    steps = [step for each in after.faces for step in each.steps[known.get(each.face, 0) :]]
    return tuple(dict.fromkeys(step.did for step in steps))


def square_named(text: str) -> "Square":
    """Return the square that a text such as `lion-3:1,2` names: rows and columns from 1 to 3, as printed.

    Raises:
        WrongUseError: it is no such text.
    """
    from vision.relabelling import Square

    found = _SQUARE.fullmatch(text)
    if not found:
        raise WrongUseError(f"a square is named as CARD:ROW,COLUMN, from 1 to 3; found {text!r}")
    return Square(found[1], int(found[2]) - 1, int(found[3]) - 1)


def retake(
    photos: Sequence[PhotoSource], album: "Album", cards: Sequence[str] = (), face: FaceName | None = None
) -> AlbumAnswer:
    """Take pictures of some cards of an album anew.

    Args:
        photos: photos in which the cards lie apart.
        album: the album.
        cards: which cards; where none are named, all that are known again.
        face: the side that the photos show, where that is to be told.

    Raises:
        VisionError: a photo cannot be read, or no card is known again.
    """
    from api.looking import load
    from vision.enrol import ENROL_SIDE_PX
    from vision.retaking import retake as taken

    found = taken([load(photo, max_side_px=ENROL_SIDE_PX) for photo in photos], album, cards, face)
    did = f"{', '.join(card.card for card in found.cards)} taken anew"
    first, *others = found.album.faces
    changed = [with_step(each, did, photos) if each.face == found.face else each for each in (first, *others)]
    return AlbumAnswer(
        album=replace(changed[0], other=changed[1] if others else None),
        did=(did,),
        cards=tuple(
            EnrolledCard(card.card, photos[card.photo].name, plain_corners(card.corners), card.face)
            for card in found.cards
        ),
        warnings=found.warnings,
    )


def _mark(photo: PhotoSource) -> "PhotoMark":
    from vision.origins import PhotoMark, digest

    data = photo.data if isinstance(photo.data, bytes) else photo.data.read_bytes()
    return PhotoMark(_FOLDERS.sub("", photo.name) or "photo", digest(data))


def _shown(album: "Album") -> ShownFace:
    from vision.relabelling import bearing

    own = [card.id for card in album.deck.cards if album.face in card.faces]
    return ShownFace(
        album.face,
        album.deck,
        tuple(card for card in own if card not in album.pictures),
        tuple(
            ShownPattern(pattern, tuple(bearing(album.deck, album.face, pattern)))
            for pattern in album.deck.patterns.get(album.face, ())
        ),
        album.doubtful,
        album.steps,
        tuple(ShownFormer(each.card.id, each.into) for each in album.former),
    )
