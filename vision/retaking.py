"""Takes the pictures of some cards of an album anew; all others stay as they are.

A card that was photographed badly makes every table that it lies on harder to read. A new photo of it, alone
or with others, is compared with the album: the same card shows the same prints at the same places, so most of
its squares are known again even where glare or blur had spoilt a few.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from games.camouflage.cards import FaceName
from vision.album import Album
from vision.centres import symbol_likeness
from vision.copies import on_each_other
from vision.enrol import EnrolledCard, cards_in
from vision.errors import AlbumError, EnrolmentError
from vision.photo import Photo, Pixels
from vision.prints import Prints
from vision.sightings import Sighting, print_likeness
from vision.threads import one_thread

_SAME_SQUARE: Final = 0.6
"""Pictures of one square correlate better than this, in spite of blur and glare."""
_FEWEST_SQUARES: Final = 5
"""So many of a card's nine squares are known again at least: glare may spoil four."""
_AHEAD: Final = 2
"""By so many squares a card is known better than any other: cards of one deck differ in three and more."""


@dataclass(frozen=True, slots=True, eq=False)
class Retaken:
    """What taking pictures anew gave.

    Attributes:
        album: the album with the new pictures.
        face: the face that has them.
        cards: where each card was found.
        warnings: what the user should know, each in one sentence.
    """

    album: Album
    face: FaceName
    cards: tuple[EnrolledCard, ...]
    warnings: tuple[str, ...]


class _Known(NamedTuple):
    """A card that was known again.

    Attributes:
        card: its id.
        sighting: what was photographed.
        turn: quarter turns clockwise from upright to how it was photographed.
        quality: how many of its squares were known again, and how like the album's all of them are.
    """

    card: str
    sighting: Sighting
    turn: int
    quality: tuple[int, float]


def retake(
    photos: Sequence[Photo], album: Album, cards: Sequence[str] = (), face: FaceName | None = None
) -> Retaken:
    """Takes pictures of cards anew.

    Args:
        photos: photos in which cards lie apart, one card or more.
        album: the album; its other face is looked at too, where it is known.
        cards: which cards are taken anew; all that are known again where none are named.
        face: the face that the photos show, where that is to be told.

    Returns:
        The album with the new pictures of one face.

    Raises:
        AlbumError: a card is not in the album, or has no picture by which it could be known again.
        EnrolmentError: no card was known again, or not all that were named.
    """
    faces = [each for each in album.faces if face in (None, each.face)]
    if not faces:
        raise AlbumError(f"expected an album of the {face}; found one of the {album.face} alone")
    wanted = [each for each in faces if {*cards} <= {*each.pictures}]
    if not wanted:
        lacking = next(card for card in cards if card not in faces[0].pictures)
        raise AlbumError(f"expected a card of which the album has a picture; found {lacking!r}")
    with one_thread():
        looks = [_looked_at(each, photos, cards) for each in wanted]
    own, found = max(zip(wanted, looks, strict=True), key=lambda each: len(each[1].known))
    if not found.known or {*cards} - {*found.known}:
        lost = f" as {', '.join(card for card in cards if card not in found.known)}" if cards else ""
        raise EnrolmentError(f"nothing in the photos was known again{lost}, so the album stays as it is")
    return _retaken(album, own, found)


class _Look(NamedTuple):
    """What a face of an album knows again in photos.

    Attributes:
        known: the best picture of each card.
        strange: for each photo, how much in it looks like cards and was not known.
    """

    known: Mapping[str, _Known]
    strange: Sequence[int]


def _looked_at(album: Album, photos: Sequence[Photo], cards: Sequence[str]) -> _Look:
    """Looks for the cards of a face, by their edges and by their prints: either may be hard to see."""
    names = [*album.pictures]
    pictures = [*album.pictures.values()]
    prints = Prints(pictures, range(len(pictures)))
    found: dict[str, _Known] = {}
    strange = []
    for number, photo in enumerate(photos):
        looks = [cards_in(number, photo), cards_in(number, photo, prints)]
        known = [[_best(pictures, names, each, cards) for each in look] for look in looks]
        every = [one for look in known for one in look if one]
        for one in every:
            if one.card not in found or found[one.card].quality < one.quality:
                found[one.card] = one
        # Who names cards expects others beside them.
        strange.append(0 if cards else len(looks[0]) - len({one.card for one in every}))
    return _Look(found, strange)


def _best(
    pictures: Sequence[Pixels], names: Sequence[str], sighting: Sighting, cards: Sequence[str]
) -> _Known | None:
    """Returns which card something is: one that is known well, and better than any other."""
    every = [*pictures, sighting.picture]
    # Each square of what was photographed, turned, on that of each card: (4, cards, 9).
    ring = on_each_other(print_likeness(every))[:, :-1, -1]
    alike = np.concatenate([ring, symbol_likeness(every)[:, :-1, -1, None]], axis=2)
    squares = (alike > _SAME_SQUARE).sum(2)
    by_card = squares.max(0)
    best = int(by_card.argmax())
    others = np.delete(by_card, best)
    ahead = by_card[best] - (others.max() if len(others) else 0)
    if by_card[best] < _FEWEST_SQUARES or ahead < _AHEAD or (cards and names[best] not in cards):
        return None
    turn = int(squares[:, best].argmax())
    quality = (int(by_card[best]), float(alike[turn, best].mean()))
    return _Known(names[best], sighting, -turn % 4, quality)


def _retaken(album: Album, own: Album, look: _Look) -> Retaken:
    found = look.known
    upright = {
        card: np.ascontiguousarray(np.rot90(one.sighting.picture, one.turn)) for card, one in found.items()
    }
    changed = replace(
        own,
        pictures={**own.pictures, **upright},
        other=None,
        doubtful=tuple(doubt for doubt in own.doubtful if doubt.card not in found),
    )
    faces = [changed if each is own else replace(each, other=None) for each in album.faces]
    whole = replace(faces[0], other=faces[1] if len(faces) > 1 else None)
    cards = tuple(
        EnrolledCard(
            card,
            one.sighting.photo,
            np.roll(one.sighting.corners, -one.turn, axis=0),
            own.deck.face(card, own.face),
        )
        for card, one in sorted(found.items(), key=lambda item: [*own.pictures].index(item[0]))
    )
    warnings = tuple(
        f"in photo {number} {count} of what looks like cards is none that the album knows, and was left out"
        for number, count in enumerate(look.strange, start=1)
        if count > 0
    )
    return Retaken(whole, own.face, cards, warnings)
