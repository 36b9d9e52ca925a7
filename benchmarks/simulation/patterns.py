"""The patterns of a deck: as many prints of one kind of art as it has, all to be told from each other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice, pairwise, repeat
from operator import itemgetter
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.simulation.fields import Colour, Picture, as_picture, hsv
from benchmarks.simulation.prints import Ink, chosen_structures, gem, on_canvas, palette, pelt, printed
from benchmarks.simulation.structures import SQUARES, Structure
from benchmarks.simulation.styles import WHITE, Family
from benchmarks.simulation.symbols import ARTISTS, on_ground, symbol

_MIXED: Final[tuple[Family, ...]] = ("graphic", "pelts", "photographs", "gems", "icons", "twins")

_TRIES: Final = 12
"""How many prints are drawn where all are too like another."""

_TOLD_APART: Final = 14.0
"""How far two prints lie apart at least, in the units of `summary_of`; found by looking at pairs."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """The print of a pattern.

    Attributes:
        canvas: three squares a side.
        same: whether the squares of the canvas are all the very same, and each is to be shown whole.
    """

    canvas: Picture
    same: bool

    def square(self, rng: np.random.Generator, *, same: bool, turned: bool) -> Picture:
        """Returns the picture of one square.

        Args:
            rng: the source of chance.
            same: whether to show always the same part, even if there are others.
            turned: whether to turn other parts by quarter turns.
        """
        side = self.canvas.shape[0] // SQUARES
        if same or self.same:
            return self.canvas[side : 2 * side, side : 2 * side]
        x, y = rng.integers(0, self.canvas.shape[0] - side + 1, 2)
        part = self.canvas[y : y + side, x : x + side]
        return np.rot90(part, int(rng.integers(4)) if turned else 0)


def draw_patterns(rng: np.random.Generator, family: Family, count: int, square_px: int) -> list[Pattern]:
    """Draws the patterns of a deck.

    Args:
        rng: the source of chance.
        family: the kind of art.
        count: how many patterns.
        square_px: the pixels along a square.
    """
    structures = cycle(chosen_structures(rng))
    twin, kin = next(structures), palette(rng, rng.random(), contrast=rng.uniform(0.4, 0.85))
    found: list[Pattern] = []
    for _ in range(count):
        kind = _one_of(rng, _MIXED) if family == "mixed" else family
        shapes = repeat(twin) if kind == "twins" else structures
        found.append(_unlike(found, (_drawn(rng, kind, shape, kin, square_px) for shape in shapes)))
    return found


def _unlike(known: Sequence[Pattern], drawn: Iterator[Pattern]) -> Pattern:
    """Return the first print that can be told from all known ones, or of several that which can best."""
    summaries = [summary_of(pattern.canvas) for pattern in known]
    tried = []
    for pattern in islice(drawn, _TRIES):
        summary = summary_of(pattern.canvas)
        apart = min((float(np.linalg.norm(summary - other)) for other in summaries), default=np.inf)
        tried.append((apart, pattern))
        if apart > _TOLD_APART:
            break
    return max(tried, key=itemgetter(0))[1]


def summary_of(canvas: Picture) -> NDArray[np.float64]:
    """Returns what a print looks like in numbers, in units of about a just visible difference of colour.

    These are the mean colour, how much it varies, and how strongly the light varies on three scales; so all
    parts of one print have nearly the same.
    """
    small = cv2.resize(canvas, (144, 144), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    layers = [cv2.GaussianBlur(lab[..., 0], (0, 0), sigma) for sigma in (1.0, 2.5, 6.0, 15.0)]
    energies = [2 * (fine - coarse).std() for fine, coarse in pairwise(layers)]
    return np.concatenate([lab.mean((0, 1)), lab.std((0, 1)), energies])


def _one_of(rng: np.random.Generator, kinds: tuple[Family, ...]) -> Family:
    return kinds[int(rng.integers(len(kinds)))]


def _drawn(
    rng: np.random.Generator, kind: Family, structure: Structure, kin: tuple[Colour, ...], square_px: int
) -> Pattern:
    if kind in _SQUARES:
        return Pattern(on_canvas(_SQUARES[kind](rng, square_px)), same=True)
    ink = _INKS[kind](rng, kin)
    return Pattern(printed(rng, structure, ink, SQUARES * square_px), same=False)


def _softness(rng: np.random.Generator) -> float:
    return rng.uniform(0.1, 1) if rng.random() < 0.5 else 0.1


def _strong(rng: np.random.Generator, _: tuple[Colour, ...]) -> Ink:
    return Ink(palette(rng, rng.random(), contrast=rng.uniform(0.35, 0.95)), _softness(rng))


def _coat(rng: np.random.Generator, _: tuple[Colour, ...]) -> Ink:
    return Ink(pelt(rng), 0.4 * _softness(rng), hair=rng.uniform(0.1, 0.8), shade=rng.uniform(0, 0.5))


def _photographed(rng: np.random.Generator, _: tuple[Colour, ...]) -> Ink:
    natural = rng.random() < 0.5
    colours = pelt(rng) if natural else palette(rng, rng.random(), contrast=rng.uniform(0.3, 0.6))
    return Ink(
        colours,
        rng.uniform(0.5, 1),
        hair=rng.uniform(0, 1),
        shade=rng.uniform(0.4, 1.2),
        relief=rng.uniform(0.2, 1),
    )


def _related(rng: np.random.Generator, kin: tuple[Colour, ...]) -> Ink:
    return Ink(tuple(_varied(rng, colour) for colour in kin), _softness(rng), hair=rng.choice([0, 0.5]))


def _varied(rng: np.random.Generator, colour: Colour) -> Colour:
    blue, green, red = np.clip(np.array(colour) * rng.normal(1, 0.06, 3), 0, 1).tolist()
    return blue, green, red


_INKS: Final[Mapping[Family, Callable[[np.random.Generator, tuple[Colour, ...]], Ink]]] = {
    "graphic": _strong,
    "twins": _strong,
    "pelts": _coat,
    "photographs": _photographed,
    "kin": _related,
}
"""The inks of structures, by the kind of art; kin take theirs from the colours of the whole deck."""


def _bright_gem(rng: np.random.Generator, square_px: int) -> Picture:
    colour = hsv(rng.random(), rng.uniform(0.6, 1), rng.uniform(0.35, 0.9))
    tint, dark = hsv(rng.random(), rng.uniform(0, 0.12), 0.95), hsv(rng.random(), 0.5, 0.2)
    ground = (WHITE, tint, dark)[int(rng.choice(3, p=[0.5, 0.35, 0.15]))]
    return gem(rng, colour, ground, square_px)


def _pale_gem(rng: np.random.Generator, square_px: int) -> Picture:
    colour = hsv(rng.random(), rng.uniform(0.05, 0.3), rng.uniform(0.75, 0.95))
    return gem(rng, colour, hsv(rng.random(), rng.uniform(0, 0.06), rng.uniform(0.92, 1)), square_px)


def _icon(rng: np.random.Generator, square_px: int) -> Picture:
    ground = np.empty((square_px, square_px, 3))
    ground[:] = hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.7, 1))
    drawn = symbol(rng, ARTISTS[int(rng.integers(len(ARTISTS)))], rng.random(), square_px)
    return on_ground(drawn, as_picture(ground), rng.uniform(0.7, 0.95))


_SQUARES: Final[Mapping[Family, Callable[[np.random.Generator, int], Picture]]] = {
    "gems": _bright_gem,
    "pale gems": _pale_gem,
    "icons": _icon,
}
"""The prints of which all squares bear the very same, by the kind of art."""
