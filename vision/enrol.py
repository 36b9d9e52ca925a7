"""Enrols a deck: makes an album from photos of its cards, with a deck file or without one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from games.camouflage.cards import CENTRE, Card, Deck, Face, FaceName
from vision.album import PICTURE_SIDE_PX, Album
from vision.appearance import CENTRE_SQUARE
from vision.errors import EnrolmentError
from vision.geometry import Floats
from vision.naming import RING, Named, name_cards
from vision.outlines import find_outlines
from vision.patterns import balanced, clustered, distances, pattern_features, symbol_likeness
from vision.photo import Photo, Pixels

ENROL_SIDE_PX: Final = 4032
"""The longer side of the photo to enrol from; a larger one shows nothing more of a card."""
_FEWEST_CARDS: Final = 4
"""Fewer give no idea of which squares are alike."""
_AMBIGUOUS: Final = 0.85
"""A square is doubtful when its own pattern is not nearer than another by this factor."""
_ONE_SYMBOL: Final = 0.7
"""When most centres are as alike as this, all the cards are of one deck."""


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


@dataclass(frozen=True, slots=True)
class Doubt:
    """A square whose pattern is not sure.

    Attributes:
        card: the card's id.
        cell: row and column of the square, 0 to 2, as printed.
        why: the reason, in one sentence.
    """

    card: str
    cell: tuple[int, int]
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Enrolment:
    """What enrolling gave.

    Attributes:
        album: the pictures and the deck.
        cards: where each card was found.
        doubtful: squares to look at.
        warnings: what the user should know, each in one sentence.
    """

    album: Album
    cards: tuple[EnrolledCard, ...]
    doubtful: tuple[Doubt, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Item:
    """A card cut out of a photo, as it was photographed."""

    photo: int
    corners: Floats
    picture: Pixels


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
    items = [item for number, photo in enumerate(photos) for item in _items(number, photo)]
    warnings = _empty_photos(photos, items)
    if len(items) < _FEWEST_CARDS:
        raise EnrolmentError(
            f"at least {_FEWEST_CARDS} cards lying apart on a plain table are needed; "
            f"{len(items)} were found in {len(photos)} photos"
        )
    pictures = balanced([item.picture for item in items], [item.photo for item in items])
    features = np.array([pattern_features(picture) for picture in pictures])
    symbols = symbol_likeness([item.picture for item in items])
    if deck is None:
        return _discovered(items, features, symbols, face, name, warnings)
    named = name_cards(features, symbols, deck, face)
    if named is None:
        raise EnrolmentError(
            f"the {len(items)} cards in the photos are not the {face} of the deck {deck.name!r}"
        )
    return _recognised(items, named, deck, face, warnings)


def _items(number: int, photo: Photo) -> list[_Item]:
    target = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * PICTURE_SIDE_PX - 0.5
    items = []
    for outline in find_outlines(photo):
        source = (outline.corners + 0.5) / photo.scale - 0.5
        cut = _cut(photo.pixels, source, target)
        items.append(_Item(number, outline.corners, cut.astype(np.uint8, copy=False)))
    return items


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


def _empty_photos(photos: Sequence[Photo], items: Sequence[_Item]) -> list[str]:
    found = {item.photo for item in items}
    return [
        f"no cards were found in photo {number + 1}" for number in range(len(photos)) if number not in found
    ]


def _enrolled(item: _Item, card: str, turn: int, face: Face) -> EnrolledCard:
    return EnrolledCard(card, item.photo, np.roll(item.corners, -turn, axis=0), face)


def _upright(picture: Pixels, turn: int) -> Pixels:
    return np.ascontiguousarray(np.rot90(picture, turn))


def _recognised(
    items: Sequence[_Item], named: Sequence[Named], deck: Deck, face: FaceName, warnings: Sequence[str]
) -> Enrolment:
    """Makes the album of cards that were recognised with a deck file."""
    notes = list(warnings)
    found = {card.card for card in named}
    missing = [card.id for card in deck.cards if face in card.faces and card.id not in found]
    if missing:
        notes.append(f"not found in any photo: {', '.join(missing)}")
    if spare := len(items) - len(named):
        notes.append(f"{spare} more things that look like cards were left out: the deck has no card for them")
    in_order = sorted(named, key=lambda card: deck.cards.index(deck.card(card.card)))
    pictures = {card.card: _upright(items[card.item].picture, card.turn) for card in in_order}
    cards = [
        _enrolled(items[card.item], card.card, card.turn, deck.face(card.card, face)) for card in in_order
    ]
    doubtful = [
        Doubt(card.card, _printed(place, card.turn), "it looks more like another pattern of the deck")
        for card in in_order
        for place in card.unlike
    ]
    return Enrolment(Album(deck, face, pictures), tuple(cards), tuple(doubtful), tuple(notes))


def _printed(place: int, turn: int) -> tuple[int, int]:
    """Returns the printed row and column of what lies at a place of the card as it was photographed."""
    row, column = np.argwhere(np.rot90(np.arange(9).reshape(3, 3), turn) == place)[0]
    return int(row), int(column)


def _discovered(
    items: Sequence[_Item],
    features: Floats,
    symbols: Floats,
    face: FaceName,
    name: str,
    warnings: Sequence[str],
) -> Enrolment:
    """Makes the album of a deck without a file: patterns, decks and cards get numbers."""
    between = distances(features[:, RING].reshape(-1, features.shape[-1]))
    groups = clustered(between, None)
    owners = _decks(symbols.max(0))
    count: Counter[int] = Counter()
    cards: list[Card] = []
    enrolled: list[EnrolledCard] = []
    for number, (item, owner) in enumerate(zip(items, owners, strict=True)):
        count[owner] += 1
        ring = iter(groups[number * len(RING) : (number + 1) * len(RING)])
        squares = [CENTRE if place == CENTRE_SQUARE else f"pattern-{next(ring) + 1}" for place in range(9)]
        shown = Face(tuple((squares[row], squares[row + 1], squares[row + 2]) for row in (0, 3, 6)))
        card = Card(f"deck-{owner + 1}-{count[owner]}", f"deck-{owner + 1}", {face: shown})
        cards.append(card)
        enrolled.append(_enrolled(item, card.id, 0, shown))
    decks = tuple(f"deck-{owner + 1}" for owner in sorted(count))
    if len(set(count.values())) > 1:
        sizes = ", ".join(f"deck-{owner + 1} has {count[owner]}" for owner in sorted(count))
        warnings = [*warnings, f"a card may be missing or there twice, since decks differ in size: {sizes}"]
    patterns = tuple(f"pattern-{group + 1}" for group in sorted(set(groups)))
    deck = Deck(name, decks, {face: patterns}, tuple(sorted(cards, key=lambda card: decks.index(card.deck))))
    pictures = {card.id: item.picture for card, item in zip(cards, items, strict=True)}
    album = Album(deck, face, {card.id: pictures[card.id] for card in deck.cards})
    return Enrolment(album, tuple(enrolled), tuple(_near_ties(cards, between, groups)), tuple(warnings))


def _decks(likeness: Floats) -> list[int]:
    """Groups cards by the symbols on their centres."""
    if np.median(likeness) > _ONE_SYMBOL:
        return [0] * len(likeness)
    unlike = np.maximum(1 - (likeness + likeness.T) / 2, 0)
    return clustered(unlike, None, least=2, most=len(likeness) // 2)


def _near_ties(cards: Sequence[Card], between: Floats, groups: Sequence[int]) -> list[Doubt]:
    """Lists the squares that are almost as near to another pattern as to their own."""
    group = np.array(groups)
    others = between.copy()
    np.fill_diagonal(others, np.inf)
    doubts = []
    for square, own in enumerate(groups):
        nearest = [float(others[square, group == number].min()) for number in range(max(groups) + 1)]
        rival = min(
            (number for number in range(len(nearest)) if number != own), key=lambda number: nearest[number]
        )
        if nearest[own] > _AMBIGUOUS * nearest[rival]:
            card, place = cards[square // len(RING)], RING[square % len(RING)]
            why = f"it looks almost as much like pattern-{rival + 1} as like pattern-{own + 1}"
            doubts.append(Doubt(card.id, divmod(place, 3), why))
    return doubts
