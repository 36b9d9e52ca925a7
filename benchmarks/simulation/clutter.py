"""What else stands on a table: cups, tokens, coins, pens, boxes, sheets of paper; all are upright prisms."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.simulation.camera import Camera, Floats
from benchmarks.simulation.fields import Colour, Picture, hsv
from benchmarks.simulation.prints import Ink, chosen_structures, palette, printed


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """An upright prism.

    Attributes:
        kind: what it is.
        outline: (n, 2) convex, on the table, in millimetres.
        height: in millimetres.
        colour: of its sides.
        top: of its top.
        hollow: the colour of what is in it, None for what is not a vessel.
        cover: a picture on its top, from the outline's first corner on; only for four corners.
    """

    kind: str
    outline: Floats
    height: float
    colour: Colour
    top: Colour
    hollow: Colour | None = None
    cover: Picture | None = None

    def at(self, height: float) -> Floats:
        """Returns its (n, 3) outline at a height."""
        return np.column_stack([self.outline, np.full(len(self.outline), height)])

    def silhouette(self, camera: Camera) -> NDArray[np.float32]:
        """Returns the (m, 2) convex outline in which a camera sees it, in ideal pixels."""
        seen = camera.ideal(np.vstack([self.at(0), self.at(self.height)])).astype(np.float32)
        hull: NDArray[np.float32] = cv2.convexHull(seen)[:, 0].astype(np.float32)
        return hull

    def shadow(self, lamp: Floats) -> Floats:
        """Returns the (m, 2) convex outline of its shadow on the table, with the light of a (3,) point."""
        away = self.outline + (self.outline - lamp[:2]) * self.height / (lamp[2] - self.height)
        hull = cv2.convexHull(np.vstack([self.outline, away]).astype(np.float32))
        outline: Floats = hull[:, 0].astype(np.float64)
        return outline


Shape: TypeAlias = Callable[[np.random.Generator, Floats], Solid]
"""From a source of chance and the (2,) middle to something that stands there."""


def disc(middle: Floats, radius: float) -> Floats:
    """Returns the outline of a disc."""
    angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return middle + radius * np.column_stack([np.cos(angle), np.sin(angle)])


def _slab(rng: np.random.Generator, middle: Floats, long: float, wide: float) -> Floats:
    angle = rng.uniform(0, 2 * np.pi)
    cosine, sine = np.cos(angle), np.sin(angle)
    corners = np.array([[-long, -wide], [long, -wide], [long, wide], [-long, wide]]) / 2
    result: Floats = middle + corners @ np.array([[cosine, sine], [-sine, cosine]])
    return result


def _any_colour(rng: np.random.Generator) -> Colour:
    return hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 0.95))


def cup(rng: np.random.Generator, middle: Floats) -> Solid:
    """A cup or a glass with something in it."""
    colour = _any_colour(rng)
    filling = hsv(rng.uniform(0.02, 0.1), rng.uniform(0.3, 0.9), rng.uniform(0.1, 0.7))
    return Solid("cup", disc(middle, rng.uniform(28, 44)), rng.uniform(50, 110), colour, colour, filling)


def token(rng: np.random.Generator, middle: Floats) -> Solid:
    """A token, counter or coin."""
    colour = (
        _any_colour(rng) if rng.random() < 0.6 else hsv(rng.uniform(0.05, 0.14), rng.uniform(0.05, 0.7), 0.75)
    )
    return Solid("token", disc(middle, rng.uniform(7, 20)), rng.uniform(1.5, 6), colour, colour)


def number_token(rng: np.random.Generator, middle: Floats) -> Solid:
    """A token of card with a number on it, as who is out first takes the first."""
    face = np.full((64, 64, 3), 255, np.uint8)
    face[:] = np.clip(255 * np.array(_any_colour(rng)), 0, 255).astype(np.uint8)
    ink = (20, 20, 20) if face.mean() > 110 else (240, 240, 240)
    cv2.putText(face, str(int(rng.integers(1, 7))), (12, 52), cv2.FONT_HERSHEY_SIMPLEX, 1.9, ink, 5)
    side = rng.uniform(18, 26)
    return Solid(
        "number token", _slab(rng, middle, side, side), 2.0, (0.6, 0.6, 0.6), (0.8, 0.8, 0.8), cover=face
    )


def die(rng: np.random.Generator, middle: Floats) -> Solid:
    """A die."""
    face = np.full((64, 64, 3), 245, np.uint8)
    for x, y in [(16, 16), (32, 32), (48, 48)]:
        cv2.circle(face, (x, y), 6, (20, 20, 20), -1)
    side = rng.uniform(13, 17)
    return Solid("die", _slab(rng, middle, side, side), side, (0.9, 0.9, 0.9), (0.95, 0.95, 0.95), cover=face)


def hand_parts(rng: np.random.Generator, tip: Floats, towards: float) -> list[Solid]:
    """A hand that reaches in: three fingers and what follows them, blue, green and red being those of skin.

    Args:
        rng: the source of chance.
        tip: (2,) where the longest finger ends.
        towards: the direction from which it comes, radians.
    """
    brown = rng.uniform(0.35, 0.95)
    skin: Colour = (0.55 * brown, 0.7 * brown, brown)
    along, across = (
        np.array([np.cos(towards), np.sin(towards)]),
        np.array([-np.sin(towards), np.cos(towards)]),
    )

    def slab(begin: float, long: float, aside: float, wide: float) -> Floats:
        corners = [(begin, -wide), (begin + long, -wide), (begin + long, wide), (begin, wide)]
        outline: Floats = np.array([tip + along * out + across * (aside + off / 2) for out, off in corners])
        return outline

    fingers = [slab(abs(aside) / 2, 75.0, aside, 15.0) for aside in (-18.0, 0.0, 18.0)]
    parts = [(outline, 18.0) for outline in fingers] + [(slab(65.0, 300.0, 0.0, 75.0), 28.0)]
    return [Solid("hand", outline, height, skin, skin) for outline, height in parts]


def pen(rng: np.random.Generator, middle: Floats) -> Solid:
    """A pen or pencil."""
    colour = _any_colour(rng)
    return Solid("pen", _slab(rng, middle, rng.uniform(110, 175), rng.uniform(7, 12)), 8.0, colour, colour)


def box(rng: np.random.Generator, middle: Floats) -> Solid:
    """A box, a telephone or a die."""
    long = rng.choice([rng.uniform(12, 20), rng.uniform(60, 170)])
    outline = _slab(rng, middle, long, long * rng.uniform(0.45, 1))
    height = min(rng.uniform(0.1, 1) * long, 70.0)
    colour = _any_colour(rng)
    cover = _printed_cover(rng) if rng.random() < 0.4 else None
    return Solid("box", outline, height, colour, colour, cover=cover)


def paper(rng: np.random.Generator, middle: Floats) -> Solid:
    """A sheet of paper with lines of text, a booklet or a napkin."""
    outline = _slab(rng, middle, rng.uniform(90, 297), rng.uniform(70, 210))
    cover = _written_cover(rng) if rng.random() < 0.7 else _printed_cover(rng)
    return Solid("paper", outline, rng.uniform(0.1, 2), (0.9, 0.9, 0.9), (0.95, 0.95, 0.95), cover=cover)


def _written_cover(rng: np.random.Generator) -> Picture:
    page = np.full((400, 560, 3), 244, np.uint8)
    for row in range(40, 380, int(rng.integers(14, 30))):
        x = 40
        while x < 500:
            word = int(rng.integers(8, 50))
            cv2.rectangle(page, (x, row), (min(x + word, 520), row + 5), (60, 60, 60), -1)
            x += word + 8
    return page


def _printed_cover(rng: np.random.Generator) -> Picture:
    ink = Ink(palette(rng, rng.random(), contrast=rng.uniform(0.1, 0.9)), rng.uniform(0.1, 1))
    return printed(rng, chosen_structures(rng)[0], ink, 384)


SHAPES: tuple[Shape, ...] = (cup, token, token, pen, box, paper)
"""What can stand there, the common things twice."""
