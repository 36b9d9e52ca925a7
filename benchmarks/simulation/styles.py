"""How the cards of a pack are printed, cut and varnished."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from benchmarks.simulation.fields import Colour, hsv
from benchmarks.simulation.symbols import ARTISTS
from games.camouflage import FaceName

CARD_MM: Final = 75.0
SQUARE_MM: Final = 25.0

Family = Literal["graphic", "pelts", "kin", "photographs", "twins", "gems", "pale gems", "icons", "mixed"]
FAMILIES: Final[tuple[Family, ...]] = get_args(Family)
"""The kinds of art: structures in strong colours, coats of animals, structures in colours that are nearly
the same, prints like photographs, one structure in several colours, cut gems, gems that are almost white,
symbols, and some of each."""

Ground = Literal["plain", "tinted", "gradient", "print"]
GROUNDS: Final[tuple[Ground, ...]] = get_args(Ground)
"""What lies behind the symbols on the centres."""

WHITE: Final[Colour] = (0.96, 0.97, 0.98)
BLACK: Final[Colour] = (0.06, 0.06, 0.07)

_JEWELS: Final = {"gems", "pale gems", "icons"}


@dataclass(frozen=True, slots=True)
class Style:
    """How the cards of a pack are printed, cut and varnished.

    Attributes:
        family: the kind of art.
        face: the side of the deck it goes by.
        same_print: whether all squares of a pattern bear the very same print, else each another part of it.
        turned_prints: whether these parts are turned by quarter turns.
        margin_mm: the border round the card.
        margin: its colour.
        line_mm: the separators between squares.
        line: their colour.
        corner_mm: the radius of the card's corners.
        ground: what lies behind the symbols.
        symbol_share: how wide a symbol is, as a share of a square.
        artist: which kind of symbols, an index into `ARTISTS`; None for all kinds.
        gloss: how much light the varnish mirrors, 0 to 1.
        roughness: how wide it spreads that light, in radians.
        rim: how much the cut edge differs from the print, from -1, black, to 1, white.
        side: the colour of the cardboard's sides.
        wear: how much the print has come off along the edges, 0 to 1.
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
    ground: Ground
    symbol_share: float
    artist: int | None
    gloss: float
    roughness: float
    rim: float
    side: Colour
    wear: float


def random_style(rng: np.random.Generator, family: Family | None = None) -> Style:
    """Draws a style, of one family if that is given."""
    chosen = family or FAMILIES[int(rng.integers(len(FAMILIES)))]
    same = chosen in _JEWELS
    margin = _one_of(rng, (WHITE, WHITE, BLACK, hsv(rng.random(), 0.6, 0.7)))
    glossy = rng.random() < 0.5
    return Style(
        family=chosen,
        face="gems" if same else "animals",
        same_print=same or rng.random() < 0.3,
        turned_prints=not same and rng.random() < 0.6,
        margin_mm=rng.uniform(0.5, 3) if rng.random() < 0.5 else 0.0,
        margin=margin,
        line_mm=rng.uniform(0.2, 1.5) if rng.random() < 0.55 else 0.0,
        line=_one_of(rng, (WHITE, BLACK, BLACK, margin, hsv(rng.random(), 0.5, 0.6))),
        corner_mm=rng.uniform(1, 4) if rng.random() < 0.85 else 0.0,
        ground=GROUNDS[int(rng.integers(len(GROUNDS)))],
        symbol_share=rng.uniform(0.65, 0.95),
        artist=int(rng.integers(len(ARTISTS))) if rng.random() < 0.7 else None,
        gloss=rng.uniform(0.4, 1) if glossy else rng.uniform(0.02, 0.25),
        roughness=rng.uniform(0.02, 0.09) if glossy else rng.uniform(0.12, 0.35),
        rim=rng.uniform(-0.4, 0.6) if rng.random() < 0.5 else 0.0,
        side=(0.88, 0.92, 0.94) if rng.random() < 0.7 else (0.35, 0.4, 0.45),
        wear=rng.uniform(0.2, 1) if rng.random() < 0.25 else 0.0,
    )


def _one_of(rng: np.random.Generator, colours: tuple[Colour, ...]) -> Colour:
    return colours[int(rng.integers(len(colours)))]
