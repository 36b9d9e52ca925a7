"""What the photos show of a deck: pictures of cards, compared with each other, each card once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.appearance import CENTRE_SQUARE, SQUARES, TURNED_SQUARES
from vision.centres import symbol_likeness
from vision.clusters import Labels, Likeness, neighbours
from vision.comparing import RING, compared, strangers
from vision.copies import copies, together
from vision.geometry import Floats
from vision.light import in_one_light
from vision.photo import Pixels
from vision.pictures import correlation, squares_of

_PRINT_PX: Final = 16
"""A square's side when it is compared as a picture: fine print does not count."""
_BETTER: Final = 1.1
"""A square is taken from another picture of its card where it is so much more like other cards' squares."""
_FEW: Final = 3
"""Other centres that tell how well a centre is seen."""

Pick = tuple[int, int]
"""A picture of a card, and how often it is turned clockwise to lie as the card's first."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A card as it was photographed.

    Attributes:
        photo: the index of the photo.
        corners: (4, 2) full-size pixels, clockwise from the top left of the photo's view.
        picture: what is between them, square.
        support: share of the outline that lies on an edge, 0 to 1.
    """

    photo: int
    corners: Floats
    picture: Pixels
    support: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The cards that were seen, each once, and how alike they are.

    Attributes:
        cards: the cards, where each was photographed best.
        photos: (8 cards) the photo that each pattern square is from.
        likeness: of the pattern squares.
        symbols: (4, cards, cards) as `centres.symbol_likeness`.
        repeated: how many cards were photographed more than once.
        strangers: the photos of what looks like a card and is none of them.
    """

    cards: tuple[Sighting, ...]
    photos: Labels
    likeness: Likeness
    symbols: Floats
    repeated: int
    strangers: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Compared:
    """Pictures of cards, as they were taken and in one light, and how alike they are."""

    sightings: Sequence[Sighting]
    lit: Sequence[Pixels]
    prints: Floats
    likeness: Likeness
    symbols: Floats

    def of(self, chosen: Labels) -> "_Compared":
        own = (len(RING) * chosen[:, None] + np.arange(len(RING))).ravel()
        return _Compared(
            [self.sightings[number] for number in chosen],
            [self.lit[number] for number in chosen],
            self.prints[:, own][:, :, own],
            self.likeness.of(own),
            self.symbols[:, chosen][:, :, chosen],
        )


def print_likeness(pictures: Sequence[Pixels]) -> Floats:
    """Compares the pattern squares of cards as pictures.

    Returns:
        (4, 8 n, 8 n) as `pictures.correlation` of the n cards' pattern squares, card by card.
    """
    squares = np.concatenate([squares_of(picture, _PRINT_PX)[list(RING)] for picture in pictures])
    return correlation(squares, reach_px=1, inset_px=1)


def looked_at(sightings: Sequence[Sighting]) -> Seen:
    """Compares pictures of cards, leaves out what is no card of the deck, and joins pictures of one card.

    Args:
        sightings: at least two.
    """
    pictures, photos = [each.picture for each in sightings], [each.photo for each in sightings]
    prints = print_likeness(pictures)
    strange: list[int] = []
    while True:  # a second time where there are strangers, which mislead about their photo's light
        lit = in_one_light(pictures, photos, strange)
        likeness = compared(lit, photos, prints)
        again = not strange
        strange = strangers(likeness.texture)
        if not (strange and again):
            break
    kept = np.array([number for number in range(len(pictures)) if number not in strange], np.int64)
    every = _Compared(sightings, lit, prints, likeness, symbol_likeness(pictures))
    return _each_once(every.of(kept), tuple(photos[number] for number in strange))


def _each_once(every: _Compared, strange: tuple[int, ...]) -> Seen:
    """Joins the pictures of each card: of every square the best is kept."""
    turns = copies(every.prints, every.symbols, [each.photo for each in every.sightings])
    quality = _quality(every, turns)
    cards = [_by_quality(card, quality) for card in together(turns)]
    picks = [_picks(card, quality, turns) for card in cards]
    own = np.array([square for card in picks for square in _ring(card)])
    centres = np.array([card[CENTRE_SQUARE] for card in picks])
    sources, turned = centres.T
    turn = (np.arange(4)[:, None, None] + turned - turned[:, None]) % 4
    return Seen(
        tuple(_joined(every, card[0], picked) for card, picked in zip(cards, picks, strict=True)),
        np.array([every.sightings[square // len(RING)].photo for square in own], np.int64),
        every.likeness.of(own),
        every.symbols[turn, sources[:, None], sources],
        sum(len(card) > 1 for card in cards),
        strange,
    )


def _quality(every: _Compared, turns: Labels) -> Floats:
    """Tells of each square how well it is seen: how like the squares of other cards it is, (n, 9)."""
    other = (turns < 0) & ~np.eye(len(turns), dtype=bool)
    whole = every.likeness.whole * np.kron(other, np.ones((len(RING), len(RING)), bool))
    quality = np.zeros((len(turns), SQUARES))
    quality[:, RING] = _nearest(whole, neighbours(len(whole))).reshape(-1, len(RING))
    quality[:, CENTRE_SQUARE] = _nearest(every.symbols.max(0) * other, _FEW)
    return quality


def _nearest(like: Floats, count: int) -> Floats:
    nearest: Floats = -np.sort(-like, axis=1)[:, :count].mean(1)
    return nearest


def _by_quality(card: Sequence[int], quality: Floats) -> list[int]:
    """Sorts the pictures of a card, that whose squares are seen best first."""
    return sorted(card, key=lambda number: -quality[number, RING].sum())


def _picks(card: Sequence[int], quality: Floats, turns: Labels) -> list[Pick]:
    """Chooses the picture for each of the nine places of a card as its first picture shows it."""
    first = card[0]
    picks = [(first, 0)] * SQUARES
    best = _BETTER * quality[first]
    for other in card[1:]:
        turn = int(turns[first, other])
        if turn < 0:
            continue  # it is known by a third picture only, which will do
        seen = quality[other, TURNED_SQUARES[turn]]
        for place in np.flatnonzero(seen > best):
            picks[place], best[place] = (other, turn), seen[place]
    return picks


def _ring(picks: Sequence[Pick]) -> list[int]:
    """Returns the numbers, among all pattern squares, of those that lie round a card."""
    return [
        len(RING) * source + RING.index(TURNED_SQUARES[turn][place])
        for place, (source, turn) in enumerate(picks)
        if place in RING
    ]


def _joined(every: _Compared, first: int, picks: Sequence[Pick]) -> Sighting:
    """Puts a card's picture together; one that is from one photo stays as it was taken."""
    own = every.sightings[first]
    if all(source == first for source, _ in picks):
        return own
    picture = every.lit[first].copy()
    side = len(picture) // 3
    for place, (source, turn) in enumerate(picks):
        row, column = (slice(side * index, side * (index + 1)) for index in divmod(place, 3))
        picture[row, column] = np.rot90(every.lit[source], -turn)[row, column]
    return replace(own, picture=picture)
