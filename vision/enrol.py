"""Enrols a deck: makes an album from photos of its cards, with a deck file or without one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from games.camouflage.cards import CENTRE, Card, Deck, Face, FaceName
from vision.album import Album
from vision.album_pictures import PICTURE_SIDE_PX
from vision.appearance import SQUARES
from vision.comparing import RING
from vision.discovery import Discovery, deck_name, discovered, pattern_name
from vision.errors import EnrolmentError
from vision.geometry import Floats
from vision.naming import Named, name_cards
from vision.origins import Doubt
from vision.outlines import find_outlines
from vision.photo import Photo, Pixels
from vision.prints import Prints
from vision.sightings import Seen, Sighting, looked_at
from vision.threads import one_thread

ENROL_SIDE_PX: Final = 4032
"""The longer side of the photo to enrol from; a larger one shows nothing more of a card."""
_FEWEST_CARDS: Final = 4
"""Fewer give no idea of which squares are alike."""
_FAINT: Final = 0.85
"""Outlines with less than this share of the edges that most have may be wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledCard:
    """A card that was found in a photo.

    Attributes:
        card: its id.
        photo: the index of the photo.
        corners: (4, 2) full-size pixels, printed top-left, top-right, bottom-right, bottom-left.
        face: what it bears.
    """

    card: str
    photo: int
    corners: Floats
    face: Face


@dataclass(frozen=True, slots=True, eq=False)
class Enrolment:
    """What enrolling gave.

    Attributes:
        album: the pictures, the deck and the squares to look at.
        cards: where each card was found.
        warnings: what the user should know, each in one sentence.
    """

    album: Album
    cards: tuple[EnrolledCard, ...]
    warnings: tuple[str, ...]

    @property
    def doubtful(self) -> tuple[Doubt, ...]:
        """Squares to look at."""
        return self.album.doubtful


def enrol(
    photos: Sequence[Photo], face: FaceName, deck: Deck | None = None, *, name: str = "deck"
) -> Enrolment:
    """Makes an album from photos of cards that lie apart.

    Args:
        photos: the photos; a photo may mix decks.
        face: the side that is photographed.
        deck: the deck file, where there is one; without it patterns and decks are discovered and numbered.
        name: the name of a discovered deck.

    Returns:
        The album with what is doubtful about it.

    Raises:
        EnrolmentError: no cards were found, or they are not those of the deck file.
    """
    with one_thread():
        return _made(photos, face, deck, name)


def _made(photos: Sequence[Photo], face: FaceName, deck: Deck | None, name: str) -> Enrolment:
    sightings = [each for number, photo in enumerate(photos) for each in cards_in(number, photo)]
    _require_cards(sightings, photos)
    seen = looked_at(sightings)
    again = _looked_again(photos, sightings, seen)
    if again != sightings:
        sightings, seen = again, looked_at(again)
    _require_cards(seen.cards, photos)
    warnings = [*_empty_photos(photos, sightings), *_set_apart(seen)]
    if deck is None:
        return _discovered(seen, face, name, [*warnings, *_unequal(_counts(sightings, seen))])
    named = name_cards(seen.likeness, seen.symbols, seen.photos, deck, face)
    if named is None:
        raise EnrolmentError(
            f"the {len(seen.cards)} cards in the photos are not the {face} of the deck {deck.name!r}"
        )
    return _recognised(seen, named, deck, face, warnings)


def _require_cards(cards: Sequence[Sighting], photos: Sequence[Photo]) -> None:
    """Refuses too few cards to compare; the same card once more is none."""
    if len(cards) < _FEWEST_CARDS:
        raise EnrolmentError(
            f"at least {_FEWEST_CARDS} different cards lying apart on a plain table are needed; "
            f"{len(cards)} were found in {len(photos)} photos"
        )


def cards_in(
    number: int, photo: Photo, prints: Prints | None = None, known: Sequence[Floats] = ()
) -> list[Sighting]:
    """Cuts out what looks like cards in a photo.

    Args:
        number: the number of the photo.
        photo: the photo.
        prints: what the cards bear, known from other photos.
        known: (4, 2) corners of outlines that are probably right.
    """
    target = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * PICTURE_SIDE_PX - 0.5
    sightings = []
    for outline in find_outlines(photo, prints, known):
        source = (outline.corners + 0.5) / photo.scale - 0.5
        picture = _cut(photo.pixels, source, target)
        sightings.append(Sighting(number, outline.corners, picture, outline.support))
    return sightings


def _looked_again(photos: Sequence[Photo], sightings: Sequence[Sighting], seen: Seen) -> list[Sighting]:
    """Looks again at photos where cards seem to be missed or wrong, for what the cards in the others bear."""
    counts, strange = _counts(sightings, seen), Counter(seen.strangers)
    usual, least = _usual(counts), _FAINT * float(np.median([card.support for card in seen.cards]))
    faint = Counter(card.photo for card in seen.cards if card.support < least)
    faults = [(abs(counts[photo] - usual), strange[photo], faint[photo]) for photo in range(len(photos))]
    doubtful = [
        photo
        for photo, (off, strangers, unsure) in enumerate(faults)
        if off or unsure or 2 * strangers > usual
    ]
    known = [card for card in seen.cards if card.photo not in doubtful]
    if not doubtful or len(known) < _FEWEST_CARDS:
        return list(sightings)
    prints = Prints([card.picture for card in known], [card.photo for card in known])
    found = [[each for each in sightings if each.photo == photo] for photo in range(len(photos))]
    for photo in doubtful:
        sure = [card.corners for card in seen.cards if card.photo == photo and card.support >= least]
        again = cards_in(photo, photos[photo], prints, sure if len(sure) <= usual else ())
        if (abs(len(again) - usual), 0, sum(each.support < least for each in again)) < faults[photo]:
            found[photo] = again
    return [each for own in found for each in own]


def _counts(sightings: Sequence[Sighting], seen: Seen) -> Counter[int]:
    """Returns how many cards each photo shows."""
    return Counter(each.photo for each in sightings) - Counter(seen.strangers)


def _usual(counts: Counter[int]) -> int:
    """Returns how many cards most photos show, the larger number where two are as usual."""
    return max((often, count) for count, often in Counter(counts.values()).items())[1]


def _cut(pixels: Pixels, source: Floats, target: Floats) -> Pixels:
    """Cuts a card out of a photo; a large one is cut out large and then shrunk, which keeps fine print."""
    size = np.linalg.norm(source - np.roll(source, 1, axis=0), axis=1).max()
    finer = max(1, round(size / PICTURE_SIDE_PX))
    corners = ((target + 0.5) * finer - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), corners)
    side = finer * PICTURE_SIDE_PX
    large = cv2.warpPerspective(pixels, matrix, (side, side), flags=cv2.INTER_LINEAR)
    small = cv2.resize(large, (PICTURE_SIDE_PX, PICTURE_SIDE_PX), interpolation=cv2.INTER_AREA)
    return small.astype(np.uint8, copy=False)


def _empty_photos(photos: Sequence[Photo], sightings: Sequence[Sighting]) -> list[str]:
    found = {each.photo for each in sightings}
    return [
        f"no cards were found in photo {number + 1}" for number in range(len(photos)) if number not in found
    ]


def _set_apart(seen: Seen) -> list[str]:
    """Tells what was left out and what was there twice."""
    notes = [
        f"{count} of what looks like cards in photo {photo + 1} was left out, since it is like no other card"
        for photo, count in sorted(Counter(seen.strangers).items())
    ]
    if seen.repeated:
        notes.append(
            f"{seen.repeated} cards are in more than one photo; of each square the better picture was kept"
        )
    return notes


def _unequal(counts: Counter[int]) -> list[str]:
    """Tells of photos with fewer cards than most, where cards may be missed."""
    usual = _usual(counts)
    if 2 * sum(count == usual for count in counts.values()) <= len(counts):
        return []
    return [
        f"{count} cards were found in photo {photo + 1}, but {usual} in most: see whether one was missed"
        for photo, count in sorted(counts.items())
        if count < usual
    ]


def _enrolled(seen: Sighting, card: str, turn: int, face: Face) -> EnrolledCard:
    return EnrolledCard(card, seen.photo, np.roll(seen.corners, -turn, axis=0), face)


def _upright(picture: Pixels, turn: int) -> Pixels:
    return np.ascontiguousarray(np.rot90(picture, turn))


def _recognised(
    seen: Seen, named: Sequence[Named], deck: Deck, face: FaceName, warnings: Sequence[str]
) -> Enrolment:
    """Makes the album of a deck whose file is known."""
    notes = list(warnings)
    missing = [card.id for card in deck.cards if card.id not in {one.card for one in named}]
    if missing:
        notes.append(f"not found in any photo: {', '.join(missing)}")
    if spare := len(seen.cards) - len(named):
        notes.append(f"{spare} more things that look like cards were left out: the deck has no card for them")
    in_order = sorted(named, key=lambda card: deck.cards.index(deck.card(card.card)))
    pictures = {card.card: _upright(seen.cards[card.item].picture, card.turn) for card in in_order}
    cards = [
        _enrolled(seen.cards[card.item], card.card, card.turn, deck.face(card.card, face))
        for card in in_order
    ]
    doubtful = [
        Doubt(card.card, _printed(place, card.turn), "it looks more like another pattern of the deck")
        for card in in_order
        for place in card.unlike
    ]
    album = Album(deck, face, pictures, doubtful=tuple(doubtful))
    return Enrolment(album, tuple(cards), tuple(notes))


def _printed(place: int, turn: int) -> tuple[int, int]:
    """Returns the printed row and column of what lies at a place of the card as it was photographed."""
    row, column = np.argwhere(np.rot90(np.arange(9).reshape(3, 3), turn) == place)[0]
    return int(row), int(column)


def _discovered(seen: Seen, face: FaceName, name: str, warnings: Sequence[str]) -> Enrolment:
    """Makes the album of a deck without a file: patterns, decks and cards get numbers."""
    found = discovered(seen)
    cards = _numbered(found, face)
    enrolled = [
        _enrolled(own, card.id, 0, card.faces[face]) for own, card in zip(seen.cards, cards, strict=True)
    ]
    decks = tuple(deck_name(number) for number in range(max(found.decks) + 1))
    patterns = tuple(pattern_name(number) for number in range(int(found.patterns.max()) + 1))
    deck = Deck(name, decks, {face: patterns}, tuple(sorted(cards, key=lambda card: decks.index(card.deck))))
    pictures = {card.id: own.picture for own, card in zip(seen.cards, cards, strict=True)}
    album = Album(
        deck,
        face,
        {card.id: pictures[card.id] for card in deck.cards},
        doubtful=tuple(
            Doubt(cards[card].id, divmod(RING[place], 3), why) for card, place, why in found.doubts
        ),
    )
    return Enrolment(album, tuple(enrolled), (*warnings, *found.warnings))


def _numbered(found: Discovery, face: FaceName) -> list[Card]:
    """Makes the cards of a discovered deck, as they were photographed."""
    count: Counter[int] = Counter()
    cards = []
    for own, deck in zip(found.patterns, found.decks, strict=True):
        count[deck] += 1
        squares = [CENTRE] * SQUARES
        for place, pattern in zip(RING, own, strict=True):
            squares[place] = pattern_name(int(pattern))
        shown = Face(tuple((squares[row], squares[row + 1], squares[row + 2]) for row in (0, 3, 6)))
        cards.append(Card(f"{deck_name(deck)}-{count[deck]}", deck_name(deck), {face: shown}))
    return cards
