"""The symbols on the centres: heads, beasts, glyphs and shapes, all drawn at random."""

from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.simulation.fields import Colour, Picture, hsv

_FINE = 512
"""Pixels along the canvas on which a symbol is drawn before it is made smaller."""

Pen: TypeAlias = ImageDraw.ImageDraw
Artist: TypeAlias = Callable[[np.random.Generator, Pen, Colour, Colour], None]
"""Draws a symbol of two colours in the square from (0, 0) to (_FINE, _FINE)."""


def symbol(rng: np.random.Generator, artist: Artist, hue: float, size: int) -> Picture:
    """Draws a symbol.

    Args:
        rng: the source of chance.
        artist: what kind of symbol.
        hue: of its main colour.
        size: pixels a side.

    Returns:
        (size, size, 4), the opacity last.
    """
    main = hsv(hue, rng.uniform(0.3, 1), rng.uniform(0.35, 0.95))
    other = hsv(hue + rng.uniform(0.1, 0.9), rng.uniform(0.2, 1), rng.uniform(0.15, 1))
    image = Image.new("RGBA", (_FINE, _FINE), (*_ink(main)[:3], 0))
    artist(rng, ImageDraw.Draw(image), main, other)
    small = image.resize((size, size), Image.Resampling.BOX)
    return np.ascontiguousarray(np.array(small)[..., [2, 1, 0, 3]])


def _ink(colour: Colour, factor: float = 1.0) -> tuple[int, int, int, int]:
    blue, green, red = (round(255 * min(1.0, channel * factor)) for channel in colour)
    return red, green, blue, 255


def _oval(pen: Pen, x: float, y: float, wide: float, high: float, ink: tuple[int, int, int, int]) -> None:
    """Draw an oval; all lengths are shares of the canvas."""
    box = np.array([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2]) * _FINE
    pen.ellipse(tuple(box.tolist()), fill=ink)


def _polygon(pen: Pen, points: np.ndarray, ink: tuple[int, int, int, int]) -> None:
    pen.polygon([(float(x), float(y)) for x, y in points * _FINE], fill=ink)


def head(rng: np.random.Generator, pen: Pen, main: Colour, other: Colour) -> None:
    """An animal's head from the front."""
    wide, high = rng.uniform(0.5, 0.7), rng.uniform(0.5, 0.7)
    _ears(rng, pen, wide, main, other)
    if rng.random() < 0.25:
        _star(pen, 0.5, 0.54, 0.46, 0.36, int(rng.integers(9, 16)), _ink(other, 0.7))
    _oval(pen, 0.5, 0.54, wide, high, _ink(main))
    if rng.random() < 0.6:
        _oval(pen, 0.5, 0.68, wide * rng.uniform(0.4, 0.75), high * rng.uniform(0.3, 0.5), _ink(other, 1.2))
    apart, eye = rng.uniform(0.1, 0.17), rng.uniform(0.05, 0.13)
    for x in (0.5 - apart, 0.5 + apart):
        _oval(pen, x, 0.48, eye * 1.3, eye * 1.3, (255, 255, 255, 255))
        _oval(pen, x, 0.48, eye, eye, (20, 16, 16, 255))
    _oval(pen, 0.5, 0.63, rng.uniform(0.05, 0.16), rng.uniform(0.04, 0.1), (40, 26, 26, 255))
    pen.arc(
        (0.38 * _FINE, 0.55 * _FINE, 0.62 * _FINE, 0.76 * _FINE), 20, 160, fill=(40, 26, 26, 255), width=10
    )


def _ears(rng: np.random.Generator, pen: Pen, wide: float, main: Colour, other: Colour) -> None:
    kind, apart, tall = int(rng.integers(4)), wide * rng.uniform(0.3, 0.5), rng.uniform(0.16, 0.4)
    for side in (-1, 1):
        x = 0.5 + side * apart
        if kind == 0:
            _oval(pen, x, 0.28, tall * 0.9, tall * 0.9, _ink(main, 0.9))
            _oval(pen, x, 0.28, tall * 0.5, tall * 0.5, _ink(other))
        elif kind == 1:
            tip = np.array([[x - 0.12, 0.45], [x + side * 0.06, 0.45 - tall], [x + 0.12, 0.45]])
            _polygon(pen, tip, _ink(main, 0.85))
        elif kind == 2:
            _oval(pen, x, 0.5, 0.16, tall * 1.5, _ink(main, 0.7))
        else:
            _oval(pen, x - side * 0.08, 0.25, 0.13, tall * 1.2, _ink(main, 0.9))


def beast(rng: np.random.Generator, pen: Pen, main: Colour, other: Colour) -> None:
    """A beast from the side."""
    long, tall, leg = rng.uniform(0.4, 0.6), rng.uniform(0.18, 0.34), rng.uniform(0.06, 0.3)
    for x in np.linspace(0.5 - long * 0.38, 0.5 + long * 0.38, int(rng.choice([2, 4]))):
        _oval(pen, x, 0.55 + leg / 2, 0.09, leg + tall * 0.8, _ink(main, 0.8))
    _oval(pen, 0.5, 0.52, long, tall, _ink(main))
    skull, up = rng.uniform(0.16, 0.26), rng.uniform(0.02, 0.28)
    neck = np.array([[0.5 + long * 0.25, 0.45], [0.5 + long * 0.5, 0.55], [0.56 + long * 0.5, 0.5 - up]])
    _polygon(pen, neck, _ink(main))
    _oval(pen, 0.53 + long * 0.5, 0.5 - up, skull * 1.3, skull, _ink(main, 1.1))
    _oval(pen, 0.55 + long * 0.5, 0.48 - up, 0.04, 0.04, (15, 15, 15, 255))
    tail = np.array(
        [[0.5 - long * 0.4, 0.45], [0.42 - long * 0.5, rng.uniform(0.2, 0.7)], [0.5 - long * 0.4, 0.56]]
    )
    _polygon(pen, tail, _ink(other))
    for _ in range(int(rng.integers(0, 6))):
        x, y = np.array([0.5, 0.52]) + rng.uniform(-0.3, 0.3, 2) * [long, tall]
        _oval(pen, x, y, 0.06, 0.06, _ink(other))


def fish(rng: np.random.Generator, pen: Pen, main: Colour, other: Colour) -> None:
    """A fish or a bird's body."""
    long, tall = rng.uniform(0.5, 0.7), rng.uniform(0.2, 0.5)
    fan = rng.uniform(0.1, 0.25)
    tail = np.array(
        [[0.5 - long * 0.35, 0.5], [0.45 - long * 0.5, 0.5 - fan], [0.45 - long * 0.5, 0.5 + fan]]
    )
    _polygon(pen, tail, _ink(other))
    fin = np.array([[0.4, 0.45], [0.42, 0.42 - tall * rng.uniform(0.4, 0.9)], [0.65, 0.45]])
    _polygon(pen, fin, _ink(other, 0.8))
    _oval(pen, 0.52, 0.5, long, tall, _ink(main))
    for x in np.linspace(0.4, 0.6, int(rng.integers(0, 4))):
        _oval(pen, x, 0.5, 0.04, tall * 0.7, _ink(other))
    _oval(pen, 0.52 + long * 0.35, 0.46, 0.07, 0.07, (255, 255, 255, 255))
    _oval(pen, 0.53 + long * 0.35, 0.46, 0.04, 0.04, (10, 10, 10, 255))


def letter(rng: np.random.Generator, pen: Pen, main: Colour, _other: Colour) -> None:
    """A letter or a digit."""
    text = str(rng.choice([*"ABCDEFGHJKLPQRSTUVXYZ2345678&"]))
    font = ImageFont.load_default(int(_FINE * rng.uniform(0.85, 1.1)))
    pen.text(
        (_FINE / 2, _FINE / 2),
        text,
        fill=_ink(main),
        font=font,
        anchor="mm",
        stroke_width=int(rng.integers(0, 14)),
    )


def star(rng: np.random.Generator, pen: Pen, main: Colour, other: Colour) -> None:
    """A star or flower with something in its middle."""
    count = int(rng.integers(3, 9))
    _star(pen, 0.5, 0.5, 0.44, rng.uniform(0.12, 0.36), count, _ink(main))
    kind, inner = int(rng.integers(3)), rng.uniform(0.15, 0.3)
    if kind == 0:
        _oval(pen, 0.5, 0.5, inner, inner, _ink(other))
    elif kind == 1:
        _star(pen, 0.5, 0.5, inner, inner * 0.6, int(rng.integers(3, 6)), _ink(other))
    else:
        _oval(pen, 0.5 + inner / 2, 0.5, inner, inner / 2, _ink(other))


def _star(
    pen: Pen, x: float, y: float, outer: float, inner: float, count: int, ink: tuple[int, int, int, int]
) -> None:
    angle = np.pi * np.arange(2 * count) / count - np.pi / 2
    radius = np.where(np.arange(2 * count) % 2, inner, outer)
    _polygon(pen, np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle)]), ink)


def rune(rng: np.random.Generator, pen: Pen, main: Colour, other: Colour) -> None:
    """A few strokes between points of a grid."""
    points = rng.permutation([(x, y) for x in (0.2, 0.5, 0.8) for y in (0.15, 0.5, 0.85)])[
        : int(rng.integers(4, 7))
    ]
    width = int(rng.uniform(0.08, 0.15) * _FINE)
    path = [(float(x * _FINE), float(y * _FINE)) for x, y in points]
    pen.line(path, fill=_ink(main, 0.7), width=width, joint="curve")
    for x, y in points[: int(rng.integers(0, 3))]:
        _oval(pen, x, y, 0.16, 0.16, _ink(other))


def blob(rng: np.random.Generator, pen: Pen, main: Colour, other: Colour) -> None:
    """A smooth lump with eyes."""
    angle = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    radius = np.full(120, 0.32)
    for order in (2, 3, 5):
        radius += rng.normal(0, 0.05) * np.cos(order * angle + rng.uniform(0, 6))
    points = 0.5 + np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    _polygon(pen, points, _ink(main))
    _polygon(pen, 0.5 + 0.5 * (points - 0.5) + rng.normal(0, 0.06, 2), _ink(other))
    for x in rng.uniform(0.35, 0.65, int(rng.integers(1, 4))):
        _oval(pen, x, 0.42, 0.1, 0.1, (255, 255, 255, 255))
        _oval(pen, x, 0.42, 0.05, 0.05, (0, 0, 0, 255))


ARTISTS: tuple[Artist, ...] = (head, beast, fish, letter, star, rune, blob)
"""All kinds of symbols."""


def on_ground(drawn: Picture, ground: Picture, share: float) -> Picture:
    """Returns a symbol on a ground of the same or greater size, as wide as a share of it."""
    size = ground.shape[0]
    wide = max(1, round(size * share))
    small = cv2.resize(drawn, (wide, wide), interpolation=cv2.INTER_AREA)
    result = ground.copy()
    at = (size - wide) // 2
    part = result[at : at + wide, at : at + wide]
    opacity = small[..., 3:].astype(np.float32) / 255
    part[:] = np.clip(part * (1 - opacity) + small[..., :3] * opacity + 0.5, 0, 255).astype(np.uint8)
    return result
