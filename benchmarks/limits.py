"""How small, blurred, tilted and noisy a table may be in a photo: python -m benchmarks.limits.

Tables are drawn in calm light, without glare, shadows of hands or anything beside the cards, and photographed
again and again with one thing varied. The album is the art itself, so that no enrolment is at fault.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np

from api import service
from api.answers import PhotoSource
from api.errors import EXPECTED
from benchmarks.alignment import Renaming
from benchmarks.figures import Figure, Measured, figures, shown
from benchmarks.grading import BoardGrade, grade, unread
from benchmarks.simulation.art import FRAME_PX, Art, draw_art
from benchmarks.simulation.decks import random_deck
from benchmarks.simulation.developing import save
from benchmarks.simulation.hands import settle
from benchmarks.simulation.laying import Laid, Plan, lay_board
from benchmarks.simulation.rendering import Scene, render
from benchmarks.simulation.scenes import Frame, random_scene
from benchmarks.simulation.styles import SQUARE_MM, random_style
from benchmarks.truth import Truth
from games.camouflage import Deck
from vision.album import Album
from vision.album_pictures import PICTURE_SIDE_PX
from vision.photo import Pixels

LONGER_PX: Final = 1600
"""The longer side of every photo."""

LENS_BLUR_PX: Final = 0.6
"""The blur of every photo, a deviation: that of a good lens and of the sensor's colour filters."""

PHOTOS_A_PACK: Final = 4
"""Few, so that many kinds of art are seen."""

ROWS: Final = ("cards found", "cards invented", "layouts exact", "visible stackings exact")
"""The figures that are printed."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How a table is photographed, with `LONGER_PX` along the longer side.

    Attributes:
        square_px: the pixels along a square where the camera looks, across its tilt.
        blur: beyond the lens's, a deviation in squares.
        tilt_deg: of the camera from straight above.
        noise: a deviation, as a share of white in linear light.
    """

    square_px: float = 40.0
    blur: float = 0.0
    tilt_deg: float = 0.0
    noise: float = 0.005


SERIES: Final = {
    "pixels a square": [Setting(square_px=value) for value in (8, 10, 12, 16, 24, 40)],
    "blur in squares": [Setting(blur=value) for value in (0, 0.05, 0.1, 0.15, 0.2)],
    "tilt in degrees": [Setting(tilt_deg=value) for value in (0, 20, 40, 50, 60)],
    "noise": [Setting(noise=value) for value in (0.005, 0.02, 0.05, 0.1)],
}
"""What is varied, all else being as usual."""

_OF_SERIES: Final = dict(zip(SERIES, ("square_px", "blur", "tilt_deg", "noise"), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """Tables of one deck that are to be photographed: the cards, and what they look like."""

    deck: Deck
    art: Art
    album: Album
    tables: tuple[tuple[Laid, Scene], ...]


def draw_pack(seed: int, photos: int, *, longer_px: int = LONGER_PX) -> Pack:
    """Draw a deck and tables laid with it.

    Args:
        seed: the same one, the same pack.
        photos: how many tables.
        longer_px: the longer side of the photos.
    """
    rng = np.random.default_rng([seed, 0])
    style = random_style(rng)
    deck = random_deck(rng, f"limits-{seed}", style.face)
    art = draw_art(rng, deck, style, square_px=PICTURE_SIDE_PX // 3)
    chances = [np.random.default_rng([seed, number]) for number in range(1, photos + 1)]
    tables = tuple(_table(chance, deck, art, longer_px) for chance in chances)
    return Pack(deck, art, Album(deck, style.face, _pictures(art)), tables)


def _pictures(art: Art) -> dict[str, Pixels]:
    inside = slice(FRAME_PX, -FRAME_PX)
    size = (PICTURE_SIDE_PX, PICTURE_SIDE_PX)
    return {
        card: cv2.resize(levels[0][inside, inside, :3], size, interpolation=cv2.INTER_AREA).astype(np.uint8)
        for card, levels in art.cards.items()
    }


def _table(rng: np.random.Generator, deck: Deck, art: Art, longer_px: int) -> tuple[Laid, Scene]:
    """Lay a table in calm light."""
    plan = Plan(cards=int(rng.integers(6, 24, endpoint=True)), spread=0.2)
    laid = lay_board(rng, deck, art.style.face, plan)
    plates = settle(rng, laid.table.board, jitter_mm=0.7)
    scene = random_scene(rng, plates, art, Frame(longer_px, squares_px=(0, longer_px)))
    light = replace(scene.light, glare=0.0, shades=())
    return laid, replace(scene, light=light, decoys=(), solids=())


def photographed(scene: Scene, setting: Setting) -> Scene:
    """Return a scene as it is photographed in a setting, the camera looking at the middle of the cards."""
    corners = np.vstack([plate.corners() for plate in scene.plates])[:, :2]
    x, y = (corners.min(0) + corners.max(0)) / 2
    camera = replace(
        scene.camera,
        tilt=float(np.radians(setting.tilt_deg)),
        distance=scene.camera.focal_px * SQUARE_MM / setting.square_px,
        aim=(float(x), float(y)),
    )
    blur_px = float(np.hypot(LENS_BLUR_PX, setting.blur * setting.square_px))
    film = replace(scene.film, defocus_px=blur_px, shake_px=0.0, shot=0.0, read=setting.noise)
    return replace(scene, camera=camera, film=film)


def read_pack(pack: Pack, setting: Setting, folder: Path) -> list[BoardGrade]:
    """Photograph the tables of a pack in a setting, read them, and grade what was read."""
    grades = []
    for number, (laid, scene) in enumerate(pack.tables):
        seen = photographed(scene, setting)
        photo = folder / f"table-{number}.jpg"
        save(photo, render(np.random.default_rng(number), seen, pack.art), seen.film)
        truth = Truth(photo, "board", laid.table, {}, laid.illegal)
        grades.append(graded(truth, pack.deck, pack.album))
    return grades


def graded(truth: Truth, deck: Deck, album: Album) -> BoardGrade:
    """Read a photo of a table, and grade what was read."""
    try:
        answer = service.read(PhotoSource(truth.photo.name, truth.photo), album, truth.table.rules)
    except EXPECTED as error:
        return unread(truth, str(error))
    return grade(truth, deck, answer, service.check(answer.subject), Renaming())


def measured(photos: int, seed: int) -> dict[Setting, dict[str, Figure]]:
    """Measure all settings with the same tables."""
    settings = dict.fromkeys(setting for series in SERIES.values() for setting in series)
    grades: dict[Setting, list[BoardGrade]] = {setting: [] for setting in settings}
    with TemporaryDirectory() as folder:
        for begun in range(0, photos, PHOTOS_A_PACK):
            pack = draw_pack(seed + begun // PHOTOS_A_PACK, min(PHOTOS_A_PACK, photos - begun))
            for setting in settings:
                grades[setting] += read_pack(pack, setting, Path(folder))
    return {
        setting: figures(Measured(boards=tuple(("", each) for each in found)))
        for setting, found in grades.items()
    }


def limits_table(found: dict[Setting, dict[str, Figure]]) -> Iterator[str]:
    """Return the lines of a table in Markdown for each series."""
    for name, series in SERIES.items():
        yield f"| {name} | {' | '.join(ROWS)} |"
        yield f"| ---: |{' --- |' * len(ROWS)}"
        for setting in series:
            cells = (" ".join(shown(found[setting][row]).split()) for row in ROWS)
            yield f"| {getattr(setting, _OF_SERIES[name]):g} | {' | '.join(cells)} |"
        yield ""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.limits", description="How small, blurred, tilted and noisy is too much."
    )
    parser.add_argument("--photos", type=int, default=24, metavar="N", help="tables, read in all settings")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the first deck")
    chosen = parser.parse_args(arguments)
    print("\n".join(limits_table(measured(chosen.photos, chosen.seed))))


if __name__ == "__main__":
    main()
