"""Table tops: wood, cloth, tiles, stone and prints drawn at random, or pictures of table tops."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmarks.simulation.fields import (
    Colour,
    Field,
    Picture,
    as_picture,
    cells,
    hsv,
    power_noise,
    ramp,
    scattered,
    step,
    stretched,
)
from benchmarks.simulation.prints import palette
from benchmarks.simulation.structures import STRUCTURES


@dataclass(frozen=True, slots=True, eq=False)
class TableTop:
    """A table top, of which a tile is repeated.

    Attributes:
        kind: what it is.
        tile: its picture.
        tile_mm: how wide the tile is.
        gloss: how much light it mirrors, 0 to 1.
    """

    kind: str
    tile: Picture
    tile_mm: float
    gloss: float


Maker: TypeAlias = Callable[[np.random.Generator, int], TableTop]
"""From a source of chance and the pixels along a tile."""


def random_table(rng: np.random.Generator, pictures: Sequence[Path] = (), *, tile_px: int = 1024) -> TableTop:
    """Draws a table top.

    Args:
        rng: the source of chance.
        pictures: pictures of table tops; where there are any, a third of the tables are taken from them.
        tile_px: the pixels along a tile, even.
    """
    if pictures and rng.random() < _PICTURED:
        return _from_picture(rng, pictures[int(rng.integers(len(pictures)))], tile_px)
    return MAKERS[int(rng.integers(len(MAKERS)))](rng, tile_px)


_PICTURED = 0.33


def _from_picture(rng: np.random.Generator, path: Path, size: int) -> TableTop:
    with Image.open(path) as opened:
        picture = np.array(opened.convert("RGB"))[..., ::-1]
    side = min(picture.shape[:2])
    square = np.ascontiguousarray(np.rot90(picture[:side, :side], int(rng.integers(4))))
    tile = cv2.resize(square, (size, size), interpolation=cv2.INTER_AREA).astype(np.uint8)
    return TableTop(path.stem, tile, rng.uniform(350, 800), rng.uniform(0, 0.2))


def _at(size: int) -> tuple[Field, Field]:
    at = (np.arange(size, dtype=np.float32) + 0.5) / np.float32(size)
    x, y = np.meshgrid(at, at)
    return x, y


def _toned(values: Field, colour: Colour) -> Field:
    result: Field = values[..., None] * np.array(colour, np.float32)
    return result


def _wood_colours(rng: np.random.Generator) -> tuple[Colour, Colour]:
    hue, saturation, value = rng.uniform(0.04, 0.1), rng.uniform(0.2, 0.7), rng.uniform(0.25, 0.85)
    return hsv(hue, saturation, value), hsv(hue - 0.01, saturation * 1.15, value * rng.uniform(0.5, 0.85))


def wood(rng: np.random.Generator, size: int) -> TableTop:
    """Planks or one board."""
    x, y = _at(size)
    count = int(rng.choice([1, 4, 6, 9]))
    row = np.floor(y * count).astype(np.int64)
    fine = stretched(rng.standard_normal((size, size), dtype=np.float32), along=90)
    broad = stretched(power_noise(rng, size, exponent=1.2), along=120, across=3)
    lines = np.sin(2 * np.pi * (y * np.float32(rng.integers(6, 16)) + np.float32(0.5) * broad))
    value = np.clip(0.5 + 0.14 * fine + 0.16 * broad + 0.12 * lines, 0, 1).astype(np.float32)
    shade = rng.uniform(0.85, 1.1, count).astype(np.float32)[row]
    joint = np.abs(y * count - np.round(y * count)) < 0.003 * count
    ends = np.abs((x + rng.random(count).astype(np.float32)[row]) % 1 - 0.5) < 0.0015
    shade = np.where((joint | ends) & (count > 1), np.float32(0.35), shade)
    picture = ramp(value, _wood_colours(rng), 2.0) * shade[..., None]
    return TableTop("wood", as_picture(picture), rng.uniform(350, 700), rng.uniform(0.05, 0.5))


def cloth(rng: np.random.Generator, size: int) -> TableTop:
    """Threads of one colour, stripes, checks or dots."""
    x, y = _at(size)
    threads = int(rng.integers(120, 250))
    weave = 0.5 + 0.25 * np.sin(2 * np.pi * x * threads) + 0.25 * np.sin(2 * np.pi * y * threads)
    weave = 1 - rng.uniform(0.05, 0.35) * weave + np.float32(0.05) * power_noise(rng, size, exponent=0.4)
    count = int(rng.integers(6, 26))
    wide = rng.uniform(0.3, 0.7)
    along, across = ((x * count) % 1 < wide).astype(np.float32), ((y * count) % 1 < wide).astype(np.float32)
    dots = (np.hypot((x * count) % 1 - 0.5, (y * count) % 1 - 0.5) < wide / 2).astype(np.float32)
    kinds = {"plain": 0 * x, "stripes": along, "gingham": (along + across) / 2, "dots": dots}
    kind = str(rng.choice([*kinds]))
    ground = hsv(rng.random(), rng.beta(1.3, 2), rng.uniform(0.2, 1))
    other = (
        hsv(rng.random(), rng.uniform(0.2, 0.85), rng.uniform(0.15, 0.9))
        if rng.random() < 0.5
        else (0.95, 0.96, 0.97)
    )
    picture = ramp(cv2.GaussianBlur(kinds[kind], (0, 0), 0.8).astype(np.float32), (ground, other), 2.0)
    return TableTop(f"{kind} cloth", as_picture(picture * weave[..., None]), rng.uniform(220, 500), 0.0)


def felt(rng: np.random.Generator, size: int) -> TableTop:
    """Felt, leather or a laminate of one colour."""
    rough = rng.uniform(0.01, 0.09)
    values = 1 + np.float32(rough) * power_noise(rng, size, exponent=rng.uniform(0.2, 0.8))
    values += np.float32(rng.uniform(0, 0.05)) * power_noise(rng, size, exponent=1.5)
    colour = hsv(rng.random(), rng.beta(1.3, 2), rng.uniform(0.12, 0.95))
    return TableTop(
        "felt",
        as_picture(_toned(values, colour)),
        rng.uniform(200, 500),
        float(rng.choice([0.0, rng.uniform(0.1, 0.6)])),
    )


def tiles(rng: np.random.Generator, size: int) -> TableTop:
    """Tiles with joints, all of one colour or like a chequer board."""
    x, y = _at(size)
    count = 2 * int(rng.integers(1, 6))
    row, column = np.floor(y * count).astype(np.int64), np.floor(x * count).astype(np.int64)
    shade = rng.uniform(0.9, 1.05, 4096).astype(np.float32)[(row * 61 + column * 7) % 4096]
    near = np.minimum(np.abs(x * count - np.round(x * count)), np.abs(y * count - np.round(y * count)))
    joint = step(near.astype(np.float32), rng.uniform(0.01, 0.03), 0.01)
    one = hsv(rng.uniform(0, 1), rng.uniform(0, 0.35), rng.uniform(0.5, 0.95))
    two = hsv(rng.uniform(0, 1), rng.uniform(0, 0.6), rng.uniform(0.15, 0.6)) if rng.random() < 0.5 else one
    check = ((row + column) % 2).astype(np.float32)
    stone = 1 + np.float32(0.05) * power_noise(rng, size, exponent=1.1)
    picture = ramp(check, (one, two), 0.0) * (shade * stone * (0.55 + 0.45 * joint))[..., None]
    return TableTop("tiles", as_picture(picture), rng.uniform(250, 900), rng.uniform(0, 0.5))


def stone(rng: np.random.Generator, size: int) -> TableTop:
    """Marble, granite or terrazzo."""
    kind = str(rng.choice(["marble", "granite", "terrazzo"]))
    hue, value = rng.random(), rng.uniform(0.25, 0.95)
    ground, vein = (
        hsv(hue, rng.uniform(0, 0.2), value),
        hsv(hue, rng.uniform(0, 0.4), value * rng.uniform(0.3, 0.8)),
    )
    field: NDArray[np.floating]
    if kind == "marble":
        noise = power_noise(rng, size, exponent=1.5) + np.float32(0.3) * power_noise(rng, size, exponent=1.0)
        field = np.clip(1 - np.abs(noise) * 1.5, 0, 1)
    elif kind == "granite":
        field = np.clip(0.5 + 0.3 * power_noise(rng, size, exponent=0.6), 0, 1)
    else:
        count = int(rng.integers(14, 30))
        index, _, edge = cells(scattered(rng, count), size)
        tone = rng.uniform(0, 1, count * count).astype(np.float32)[index]
        field = tone * step(edge, 0.25 / count, 0.05 / count)
    return TableTop(
        kind,
        as_picture(ramp(field.astype(np.float32), (ground, vein), 2.0)),
        rng.uniform(300, 700),
        rng.uniform(0.1, 0.6),
    )


def print_cloth(rng: np.random.Generator, size: int) -> TableTop:
    """A cloth with a print, which may well look like that of a card."""
    structure = STRUCTURES[int(rng.integers(len(STRUCTURES)))]
    colours = palette(rng, rng.random(), contrast=rng.uniform(0.2, 0.9))
    half = ramp(structure(rng, size // 2), colours, rng.uniform(0.1, 1))
    whole = np.vstack([np.hstack([half, half[:, ::-1]]), np.hstack([half[::-1], half[::-1, ::-1]])])
    threads = 1 + np.float32(0.06) * power_noise(rng, size, exponent=0.1)
    return TableTop(
        f"printed cloth, {structure.__name__}",
        as_picture(whole * threads[..., None]),
        rng.uniform(150, 600),
        0.0,
    )


MAKERS: tuple[Maker, ...] = (wood, wood, cloth, cloth, felt, tiles, stone, print_cloth)
"""All kinds of table tops, the common ones twice."""
