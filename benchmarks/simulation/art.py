"""The art of a pack: its cards as they are printed, with all their squares, symbols, lines and edges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from benchmarks.simulation.fields import (
    Colour,
    Field,
    Picture,
    as_picture,
    bounded,
    hsv,
    power_noise,
    ramp,
    unit,
)
from benchmarks.simulation.patterns import draw_patterns
from benchmarks.simulation.prints import Ink, chosen_structures, palette, printed
from benchmarks.simulation.structures import SQUARES
from benchmarks.simulation.styles import CARD_MM, SQUARE_MM, WHITE, Family, Style
from benchmarks.simulation.symbols import ARTISTS, on_ground, symbol
from games.camouflage import CENTRE, Deck

Pyramid: TypeAlias = tuple[Picture, ...]
"""A card's picture with opacity, each next one half as wide; the outermost pixels are transparent."""

FRAME_PX = 2
"""How many pixels round a card's picture are transparent, so that its border is smooth in a photo."""

_SHARPEST_MM = 0.3
"""The radius of a corner that counts as sharp."""

_RIM_MM = 0.25
"""How wide the cut edge is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """The drawn cards of a pack.

    Attributes:
        style: how they are printed.
        cards: each card's picture by its id.
        backs: what cards show that are not in play: a back in one print, and other sides of cards.
    """

    style: Style
    cards: Mapping[str, Pyramid]
    backs: tuple[Pyramid, ...]


def draw_art(rng: np.random.Generator, deck: Deck, style: Style, *, square_px: int = 240) -> Art:
    """Draws all cards of a deck.

    Args:
        rng: the source of chance.
        deck: the cards; the face that the style names is drawn.
        style: how.
        square_px: the pixels along a square.
    """
    names = deck.patterns[style.face]
    patterns = dict(zip(names, draw_patterns(rng, style.family, len(names), square_px), strict=True))
    centres = _centres(rng, deck, style, square_px)
    worn = _wear(rng, SQUARES * square_px, style.wear)
    cards = {}
    for card in deck.cards:
        squares = [
            centres[card.deck]
            if name == CENTRE
            else patterns[name].square(rng, same=style.same_print, turned=style.turned_prints)
            for name in card.faces[style.face].squares
        ]
        print_ = _worn(_cut(squares, style), np.rot90(worn, int(rng.integers(4))))
        cards[card.id] = pyramid(print_, style.corner_mm)
    backs = (_back(rng, style, square_px), *_other_sides(rng, style, centres, square_px))
    return Art(style, cards, tuple(pyramid(back, style.corner_mm) for back in backs))


def pyramid(picture: Picture, corner_mm: float) -> Pyramid:
    """Returns a card's picture at all sizes, with round corners and a transparent frame.

    Args:
        picture: (n, n, 3), the whole card.
        corner_mm: the radius of its corners.
    """
    levels = []
    opacity = _card_mask(picture.shape[0], corner_mm)
    while picture.shape[0] >= 24:
        level = np.dstack([_framed(picture, cv2.BORDER_REPLICATE), _framed(opacity, cv2.BORDER_CONSTANT)])
        levels.append(level.astype(np.uint8))
        half = (picture.shape[0] // 2, picture.shape[0] // 2)
        picture = cv2.resize(picture, half, interpolation=cv2.INTER_AREA).astype(np.uint8)
        opacity = cv2.resize(opacity, half, interpolation=cv2.INTER_AREA).astype(np.uint8)
    return tuple(levels)


def level_for(levels: Pyramid, card_px: float) -> Picture:
    """Returns the size of a card's picture that suits a card so many pixels wide in a photo."""
    suitable = (level for level in levels if level.shape[0] - 2 * FRAME_PX < 1.45 * card_px)
    return next(suitable, levels[-1])


def _framed(picture: Picture, border: int) -> Picture:
    return cv2.copyMakeBorder(picture, FRAME_PX, FRAME_PX, FRAME_PX, FRAME_PX, border).astype(np.uint8)


def _card_mask(size: int, corner_mm: float) -> Picture:
    half, radius = CARD_MM / 2, max(corner_mm, _SHARPEST_MM)
    at = np.abs((np.arange(size) + 0.5) * CARD_MM / size - half)
    beyond = np.maximum(at - (half - radius), 0)
    outside_px = (np.hypot(beyond[:, None], beyond[None, :]) - radius) * size / CARD_MM
    return as_picture(bounded(0.5 - outside_px))


def _centres(rng: np.random.Generator, deck: Deck, style: Style, square_px: int) -> dict[str, Picture]:
    """Draw the centre of each deck; in one pack of four the symbols are all of about one colour."""
    reach = 1.0 if rng.random() < 0.75 else 0.15
    hues = rng.permutation(rng.random() + reach * np.arange(len(deck.decks)) / len(deck.decks))
    shared = _ground(rng, style, square_px)
    centres: dict[str, Picture] = {}
    for name, hue in zip(deck.decks, hues.tolist(), strict=True):
        for _ in range(_TRIES):
            artist = ARTISTS[int(rng.integers(len(ARTISTS))) if style.artist is None else style.artist]
            ground = shared if style.ground == "plain" else _ground(rng, style, square_px)
            centre = on_ground(symbol(rng, artist, hue, square_px), ground, style.symbol_share)
            apart = all(_told_apart(centre, other) for other in centres.values())
            if apart and _stands_out(centre, ground):
                break
        centres[name] = centre
    return centres


_TRIES = 8
"""How often a centre is drawn anew that is hardly seen or too like another."""

_SEEN, _APART = 9.0, 12.0
"""How far symbols differ from their ground and from each other at least: the mean over the square, in units
of about a just visible difference of colour; found by looking at them."""


def _stands_out(centre: Picture, ground: Picture) -> bool:
    return _difference(_small(centre), _small(ground)) > _SEEN


def _told_apart(centre: Picture, other: Picture) -> bool:
    one, two = _small(centre), _small(other)
    return min(_difference(np.rot90(one, turn), two) for turn in range(4)) > _APART


def _small(square: Picture) -> Field:
    """Return a square as it is seen from afar, in colours of equal steps."""
    small = cv2.resize(square, (24, 24), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return cv2.cvtColor(small, cv2.COLOR_BGR2Lab).astype(np.float32)


def _difference(one: Field, two: Field) -> float:
    return float(np.linalg.norm(one - two, axis=2).mean())


def _ground(rng: np.random.Generator, style: Style, square_px: int) -> Picture:
    if style.ground == "print":
        ink = Ink(palette(rng, rng.random(), contrast=0.2, paleness=0.7), 0.8)
        return printed(rng, chosen_structures(rng)[0], ink, SQUARES * square_px)[:square_px, :square_px]
    pale = hsv(rng.random(), rng.uniform(0.03, 0.3), rng.uniform(0.85, 1))
    colours = {"plain": [WHITE], "tinted": [pale], "gradient": [pale, hsv(rng.random(), 0.4, 0.8)]}
    at = np.linspace(0, 1, square_px)
    return as_picture(ramp(unit(at[:, None] + at[None, :] * rng.random()), colours[style.ground], 1.0))


def _cut(squares: Sequence[Picture], style: Style) -> Picture:
    """Put nine squares together, with lines, margin and the edge that the knife leaves."""
    square_px = squares[0].shape[0]
    px_a_mm = square_px / SQUARE_MM
    card = np.vstack([np.hstack(squares[row : row + 3]) for row in (0, 3, 6)])
    half = round(style.line_mm * px_a_mm / 2)
    for at in (square_px, 2 * square_px):
        card[at - half : at + half] = _bytes(style.line)
        card[:, at - half : at + half] = _bytes(style.line)
    _border(card, round(style.margin_mm * px_a_mm), style.margin)
    rim = max(1, round(_RIM_MM * px_a_mm))
    inner = card[rim:-rim, rim:-rim].copy()
    card[:] = card * (1 - abs(style.rim)) + (255 if style.rim > 0 else 0) * abs(style.rim)
    card[rim:-rim, rim:-rim] = inner
    return card


def _border(card: Picture, width: int, colour: Colour) -> None:
    inner = card[width : card.shape[0] - width, width : card.shape[1] - width].copy()
    card[:] = _bytes(colour)
    card[width : card.shape[0] - width, width : card.shape[1] - width] = inner


def _bytes(colour: Colour) -> Picture:
    return as_picture(np.array(colour))


def _wear(rng: np.random.Generator, size: int, amount: float) -> Field:
    """Return where the print has come off, 0 to 1: along the edges, most at the corners, and in scratches."""
    if not amount:
        return np.zeros((size, size), np.float32)
    at = CARD_MM / 2 - np.abs((np.arange(size) + 0.5) * CARD_MM / size - CARD_MM / 2)
    edge_mm = np.minimum(at[:, None], at[None, :]) + 0.15 * np.maximum(at[:, None], at[None, :]) ** 0.5
    come_off = bounded(1.5 + 0.8 * power_noise(rng, size, exponent=1.0) - 2.2 * edge_mm / amount)
    for _ in range(int(rng.integers(0, 5))):
        ends = rng.integers(0, size, (2, 2)).tolist()
        cv2.line(come_off, ends[0], ends[1], 0.25 * amount, 1, cv2.LINE_AA)
    return come_off


def _worn(card: Picture, come_off: Field) -> Picture:
    share = 0.8 * come_off[..., None]
    return (card + share * (np.array([225, 230, 232]) - card)).astype(np.uint8)


def _back(rng: np.random.Generator, style: Style, square_px: int) -> Picture:
    ink = Ink(palette(rng, rng.random(), contrast=rng.uniform(0.2, 0.7)), 0.3)
    back = printed(rng, chosen_structures(rng)[0], ink, SQUARES * square_px)
    _border(back, round(rng.uniform(0, 4) * square_px / SQUARE_MM), WHITE)
    return _worn(back, _wear(rng, SQUARES * square_px, style.wear))


def _other_sides(
    rng: np.random.Generator, style: Style, centres: Mapping[str, Picture], square_px: int
) -> list[Picture]:
    """Draw other sides of cards: squares that are no patterns of the deck, about symbols of the deck."""
    family: Family = "gems" if style.face == "animals" else "graphic"
    patterns = draw_patterns(rng, family, 5, square_px)
    sides = []
    for name in list(centres)[:2]:
        squares = [patterns[index].square(rng, same=True, turned=False) for index in rng.integers(0, 5, 9)]
        squares[4] = centres[name]
        sides.append(_cut(squares, style))
    return sides
