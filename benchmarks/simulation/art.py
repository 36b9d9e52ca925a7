"""The art of a pack: what its prints and symbols look like, how its cards are printed and cut."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.simulation.fields import Colour, Field, Picture, as_picture, hsv, ramp, unit
from benchmarks.simulation.prints import (
    Ink,
    chosen_structures,
    gem,
    on_canvas,
    palette,
    pelt,
    printed,
)
from benchmarks.simulation.structures import SQUARES
from benchmarks.simulation.symbols import ARTISTS, on_ground, symbol
from games.camouflage import CENTRE, Deck, FaceName

CARD_MM = 75.0
SQUARE_MM = 25.0

Pyramid: TypeAlias = tuple[Picture, ...]
"""A card's picture with opacity, each next one half as wide; two pixels round it are transparent."""

FRAME_PX = 2
"""The transparent pixels round a card's picture."""

Family = Literal["graphic", "pelts", "kin", "photographs", "twins", "gems", "pale gems", "icons", "mixed"]
FAMILIES: tuple[Family, ...] = (
    "graphic", "pelts", "kin", "photographs", "twins", "gems", "pale gems", "icons", "mixed",
)  # fmt: skip
"""The kinds of art."""


@dataclass(frozen=True, slots=True)
class Style:
    """How the cards of a pack are printed and cut.

    Attributes:
        family: the kind of art.
        face: the side of the deck it goes by.
        same_print: whether all squares of a pattern bear the very same print, else each another part of it.
        turned_prints: whether parts are turned by quarter turns.
        margin_mm: the border round the card.
        margin: its colour.
        line_mm: the separators between squares.
        line: their colour.
        corner_mm: the radius of the card's corners.
        ground: what lies behind the symbols: "plain", "tinted", "gradient" or "print".
        symbol_share: how wide a symbol is, as a share of a square.
        artist: which kind of symbols, an index into `ARTISTS`; None for all kinds.
        gloss: how much light the finish mirrors, 0 to 1.
        roughness: how wide the mirrored light is, in radians.
        edge: how much the cut edge differs from the print, -1 darker to 1 lighter.
        side: the colour of the cardboard's sides.
    """

    family: Family
    face: FaceName
    same_print: bool
    turned_prints: bool
    margin_mm: float
    margin: Colour
    line_mm: float
    line: Colour
    corner_mm: float
    ground: Literal["plain", "tinted", "gradient", "print"]
    symbol_share: float
    artist: int | None
    gloss: float
    roughness: float
    edge: float
    side: Colour


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """The drawn cards of a pack.

    Attributes:
        style: how they are printed.
        cards: each card's picture by its id.
        backs: what face-down cards show, and cards of the other side.
    """

    style: Style
    cards: Mapping[str, Pyramid]
    backs: tuple[Pyramid, ...]


def random_style(rng: np.random.Generator, family: Family | None = None) -> Style:
    """Draws a style, of one family if that is given."""
    chosen = family or FAMILIES[int(rng.integers(len(FAMILIES)))]
    jewels = chosen in {"gems", "pale gems", "icons"}
    white, black = (0.96, 0.97, 0.98), (0.06, 0.06, 0.07)
    margins: list[Colour] = [white, white, black, hsv(rng.random(), 0.6, 0.7)]
    margin = margins[int(rng.integers(4))]
    has_line = rng.random() < 0.55
    lines: list[Colour] = [white, black, black, margin, hsv(rng.random(), 0.5, 0.6)]
    glossy = rng.random() < 0.5
    return Style(
        family=chosen,
        face="gems" if jewels else "animals",
        same_print=jewels or rng.random() < 0.3,
        turned_prints=not jewels and rng.random() < 0.6,
        margin_mm=float(rng.choice([0.0, rng.uniform(0.5, 3)], p=[0.5, 0.5])),
        margin=margin,
        line_mm=float(rng.uniform(0.2, 1.5)) if has_line else 0.0,
        line=lines[int(rng.integers(5))],
        corner_mm=float(rng.choice([0.0, rng.uniform(1, 4)], p=[0.15, 0.85])),
        ground=_GROUNDS[int(rng.integers(4))],
        symbol_share=float(rng.uniform(0.6, 0.92)),
        artist=int(rng.integers(len(ARTISTS))) if rng.random() < 0.7 else None,
        gloss=float(rng.uniform(0.4, 1) if glossy else rng.uniform(0.02, 0.25)),
        roughness=float(rng.uniform(0.02, 0.09) if glossy else rng.uniform(0.12, 0.35)),
        edge=float(rng.choice([0.0, rng.uniform(-0.4, 0.6)])),
        side=(0.88, 0.92, 0.94) if rng.random() < 0.7 else (0.35, 0.4, 0.45),
    )


_GROUNDS: tuple[Literal["plain", "tinted", "gradient", "print"], ...] = (
    "plain",
    "tinted",
    "gradient",
    "print",
)


def draw_art(rng: np.random.Generator, deck: Deck, style: Style, *, square_px: int = 240) -> Art:
    """Draws all cards of a deck.

    Args:
        rng: the source of chance.
        deck: the cards; their only face is drawn.
        style: how.
        square_px: the pixels along a square.
    """
    patterns = deck.patterns[style.face]
    canvases = dict(
        zip(patterns, _distinct(rng, style.family, len(patterns), SQUARES * square_px), strict=True)
    )
    centres = _centres(rng, deck, style, square_px)
    cards = {}
    for card in deck.cards:
        squares = [
            centres[card.deck] if name == CENTRE else _part(rng, *canvases[name], style, square_px)
            for name in card.faces[style.face].squares
        ]
        cards[card.id] = pyramid(_cut(rng, squares, style), style.corner_mm)
    backs = tuple(pyramid(back, style.corner_mm) for back in _backs(rng, style, centres, square_px))
    return Art(style, cards, backs)


def pyramid(picture: Picture, corner_mm: float) -> Pyramid:
    """Returns a card's picture at all sizes, with round corners and a transparent frame."""
    levels = []
    opacity = _card_mask(picture.shape[0], corner_mm)
    while picture.shape[0] >= 24:
        framed = cv2.copyMakeBorder(picture, *[FRAME_PX] * 4, cv2.BORDER_REPLICATE)
        mask = cv2.copyMakeBorder(opacity, *[FRAME_PX] * 4, cv2.BORDER_CONSTANT, value=0)
        levels.append(np.dstack([framed, mask]))
        half = (picture.shape[0] // 2, picture.shape[0] // 2)
        picture = cv2.resize(picture, half, interpolation=cv2.INTER_AREA).astype(np.uint8)
        opacity = cv2.resize(opacity, half, interpolation=cv2.INTER_AREA).astype(np.uint8)
    return tuple(levels)


_SHARPEST_MM = 0.3
"""The radius of a corner that counts as sharp."""


def _card_mask(size: int, corner_mm: float) -> Picture:
    half, corner_mm = CARD_MM / 2, max(corner_mm, _SHARPEST_MM)
    at = np.abs((np.arange(size) + 0.5) * CARD_MM / size - half)
    beyond = np.maximum(at - (half - corner_mm), 0)
    outside_px = (np.hypot(beyond[:, None], beyond[None, :]) - corner_mm) * size / CARD_MM
    return np.clip(255 * (0.5 - outside_px), 0, 255).astype(np.uint8)


def _distinct(rng: np.random.Generator, family: Family, count: int, size: int) -> list[tuple[Picture, bool]]:
    """Draw prints that can be told from each other, and tell of each whether all its squares are the very same."""
    ways = ("graphic", "pelts", "photographs", "gems", "icons", "twins")
    kinds = [str(rng.choice(ways)) if family == "mixed" else family for _ in range(count)]
    structures = chosen_structures(rng, count)
    hue, twin = rng.random(), chosen_structures(rng, 1)[0]
    kin = palette(rng, hue, contrast=rng.uniform(0.3, 0.8))
    found: list[Picture] = []
    for index in range(count):
        for _ in range(_TRIES):
            structure = twin if kinds[index] == "twins" else structures[index]
            ink = _ink(rng, kinds[index], kin)
            square_px = size // SQUARES
            canvas = (
                _JEWELS[kinds[index]](rng, square_px)
                if kinds[index] in _JEWELS
                else printed(rng, structure, ink, size)
            )
            if all(_distance(canvas, other) > _TOLD_APART for other in found):
                break
        found.append(canvas)
    return [(canvas, kind in _JEWELS) for canvas, kind in zip(found, kinds, strict=True)]


_TRIES = 12
"""How often a print is drawn anew that is too like another."""

_TOLD_APART = 14.0
"""How far two prints lie apart at least, in the units of `_distance`; found by looking at pairs."""


def _ink(rng: np.random.Generator, kind: str, kin: tuple[Colour, ...]) -> Ink:
    soft = float(rng.choice([0.1, rng.uniform(0.1, 1)]))
    if kind == "pelts":
        return Ink(pelt(rng), min(soft, 0.4), hair=rng.uniform(0.1, 0.8), shade=rng.uniform(0, 0.5))
    if kind == "kin":
        varied = tuple(_varied(rng, colour) for colour in kin)
        return Ink(varied, soft, hair=float(rng.choice([0, 0.5])))
    if kind == "photographs":
        colours = (
            pelt(rng) if rng.random() < 0.5 else palette(rng, rng.random(), contrast=rng.uniform(0.3, 0.6))
        )
        return Ink(colours, rng.uniform(0.5, 1), hair=rng.uniform(0.3, 1), shade=rng.uniform(0.4, 1.2))
    return Ink(palette(rng, rng.random(), contrast=rng.uniform(0.35, 0.95)), soft)


def _varied(rng: np.random.Generator, colour: Colour) -> Colour:
    blue, green, red = np.clip(np.array(colour) * rng.normal(1, 0.06, 3), 0, 1).tolist()
    return blue, green, red


def _bright_gem(rng: np.random.Generator, square_px: int) -> Picture:
    colour = hsv(rng.random(), rng.uniform(0.6, 1), rng.uniform(0.35, 0.9))
    grounds: list[Colour] = [
        (0.96, 0.97, 0.98),
        hsv(rng.random(), rng.uniform(0, 0.12), 0.95),
        hsv(rng.random(), 0.5, 0.2),
    ]
    return on_canvas(gem(rng, colour, grounds[int(rng.choice(3, p=[0.5, 0.35, 0.15]))], square_px))


def _pale_gem(rng: np.random.Generator, square_px: int) -> Picture:
    colour = hsv(rng.random(), rng.uniform(0.05, 0.3), rng.uniform(0.75, 0.95))
    return on_canvas(
        gem(rng, colour, hsv(rng.random(), rng.uniform(0, 0.06), rng.uniform(0.92, 1)), square_px)
    )


def _icon(rng: np.random.Generator, square_px: int) -> Picture:
    ground = np.empty((square_px, square_px, 3), np.float32)
    ground[:] = hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.7, 1))
    artist = ARTISTS[int(rng.integers(3, len(ARTISTS)))]
    return on_canvas(
        on_ground(symbol(rng, artist, rng.random(), square_px), as_picture(ground), rng.uniform(0.7, 0.95))
    )


_JEWELS: dict[str, Callable[[np.random.Generator, int], Picture]] = {
    "gems": _bright_gem,
    "pale gems": _pale_gem,
    "icons": _icon,
}
"""The kinds of print of which all squares bear the very same."""


def _distance(one: Picture, other: Picture) -> float:
    """Return how unlike two prints are: colours in units of a just visible difference, and fineness."""
    return float(np.linalg.norm(_summary(one) - _summary(other)))


def _summary(canvas: Picture) -> NDArray[np.float64]:
    small = cv2.resize(canvas, (144, 144), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    light = lab[..., 0]
    layers = [cv2.GaussianBlur(light, (0, 0), sigma) for sigma in (1.0, 2.5, 6.0, 15.0)]
    energies = [(one - two).std() for one, two in zip(layers, layers[1:], strict=False)]
    return np.concatenate([lab.mean((0, 1)), lab.std((0, 1)), 2 * np.array(energies)]).astype(np.float64)


def _part(rng: np.random.Generator, canvas: Picture, same: bool, style: Style, square_px: int) -> Picture:
    if same or style.same_print:
        return canvas[square_px : 2 * square_px, square_px : 2 * square_px]
    x, y = rng.integers(0, canvas.shape[0] - square_px + 1, 2)
    part = canvas[y : y + square_px, x : x + square_px]
    return np.ascontiguousarray(np.rot90(part, int(rng.integers(4)) if style.turned_prints else 0))


def _centres(rng: np.random.Generator, deck: Deck, style: Style, square_px: int) -> dict[str, Picture]:
    hues = rng.random() + np.arange(len(deck.decks)) / len(deck.decks) * rng.choice(
        [1.0, 0.15], p=[0.75, 0.25]
    )
    centres = {}
    shared = _ground(rng, style, square_px)
    for name, hue in zip(deck.decks, rng.permutation(hues), strict=True):
        artist = ARTISTS[int(rng.integers(len(ARTISTS))) if style.artist is None else style.artist]
        ground = shared if style.ground == "plain" else _ground(rng, style, square_px)
        centres[name] = on_ground(symbol(rng, artist, float(hue), square_px), ground, style.symbol_share)
    return centres


def _ground(rng: np.random.Generator, style: Style, square_px: int) -> Picture:
    pale = hsv(rng.random(), rng.uniform(0.03, 0.3), rng.uniform(0.85, 1))
    if style.ground == "print":
        canvas = printed(
            rng,
            chosen_structures(rng, 1)[0],
            Ink(palette(rng, rng.random(), contrast=0.2, paleness=0.7), 0.8),
            SQUARES * square_px,
        )
        return canvas[:square_px, :square_px]
    colours = {
        "plain": [(0.96, 0.97, 0.98)],
        "tinted": [pale],
        "gradient": [pale, hsv(rng.random(), 0.4, 0.8)],
    }
    at = np.linspace(0, 1, square_px, dtype=np.float32)
    return as_picture(
        ramp(unit(at[:, None] + at[None, :] * np.float32(rng.random())), colours[style.ground], 1.0)
    )


def _cut(rng: np.random.Generator, squares: Sequence[Picture], style: Style) -> Picture:
    """Put nine squares together, with lines, margin and the edge that the knife leaves."""
    square_px = squares[0].shape[0]
    px_a_mm = square_px / SQUARE_MM
    card = np.vstack([np.hstack(squares[row : row + 3]) for row in (0, 3, 6)])
    size = card.shape[0]
    half = round(style.line_mm * px_a_mm / 2)
    for at in (square_px, 2 * square_px):
        if half:
            card[at - half : at + half] = _bytes(style.line)
            card[:, at - half : at + half] = _bytes(style.line)
    margin = round(style.margin_mm * px_a_mm)
    _frame(card, margin, style.margin)
    rim = max(1, round(0.25 * px_a_mm))
    rim_colour = 255 if style.edge > 0 else 0
    inner = card[rim : size - rim, rim : size - rim].copy()
    card[:] = (card * (1 - abs(style.edge)) + rim_colour * abs(style.edge)).astype(np.uint8)
    card[rim : size - rim, rim : size - rim] = inner
    return card


def _frame(card: Picture, width: int, colour: Colour) -> None:
    if width:
        for part in (card[:width], card[-width:], card[:, :width], card[:, -width:]):
            part[:] = _bytes(colour)


def _bytes(colour: Colour) -> NDArray[np.uint8]:
    return as_picture(np.array(colour, np.float32))


def _backs(
    rng: np.random.Generator, style: Style, centres: Mapping[str, Picture], square_px: int
) -> list[Picture]:
    """Draw a card's back all in one print, and the other side of cards: other prints about a symbol of the deck."""
    size = SQUARES * square_px
    ink = Ink(palette(rng, rng.random(), contrast=rng.uniform(0.2, 0.7)), 0.3)
    whole = printed(rng, chosen_structures(rng, 1)[0], ink, size)
    _frame(whole, round(rng.uniform(0, 4) * square_px / SQUARE_MM), (0.95, 0.95, 0.95))
    other: Family = "gems" if style.face == "animals" else "graphic"
    canvases = _distinct(rng, other, 5, size)
    sides = []
    for name in [*centres][:2]:
        squares = [canvases[int(index)][0][:square_px, :square_px] for index in rng.integers(0, 5, 9)]
        squares[4] = centres[name]
        sides.append(_cut(rng, squares, style))
    return [whole, *sides]


def level_for(levels: Pyramid, px: float) -> Picture:
    """Returns the size of a card's picture that suits a card so many pixels wide in a photo."""
    for level in levels[:-1]:
        if level.shape[0] - 2 * FRAME_PX < 1.45 * px:
            return level
    return levels[-1]


__all__ = ["CARD_MM", "FAMILIES", "SQUARE_MM", "Art", "Field", "Pyramid", "Style", "draw_art", "random_style"]
