"""What the reader's thresholds are worth: python -m benchmarks.thresholds FOLDER.

Photos of tables are read as they are, and once more with each of some constants of vision changed. Albums are
cut out of the enrolment photos by the true corners, so that no enrolment is at fault.
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Final, NamedTuple
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

import vision
from benchmarks.figures import Measured, figures
from benchmarks.limits import graded
from benchmarks.truth import Pack, read_packs
from vision.album import Album
from vision.album_pictures import PICTURE_SIDE_PX
from vision.photo import Pixels, load_photo

ROWS: Final = ("cards missed", "cards invented", "layouts exact", "visible stackings exact")
"""The figures that are printed."""


class Change(NamedTuple):
    """Another value for a constant of a module of vision."""

    module: str
    name: str
    value: object

    @contextmanager
    def made(self) -> Iterator[None]:
        """Return a context in which the constant has the value."""
        owner = import_module(f"vision.{self.module}")
        if not hasattr(owner, self.name):
            raise ValueError(f"vision.{self.module} has no {self.name}")
        with ExitStack() as changes:
            for module in _holders(owner, self.name):
                changes.enter_context(patch.object(module, self.name, self.value))
            yield


def _holders(owner: ModuleType, name: str) -> list[ModuleType]:
    """Return the module that defines a constant, and those of vision that have it from there."""
    modules = (import_module(f"vision.{each.name}") for each in iter_modules(vision.__path__))
    value = getattr(owner, name)
    # Equal numbers may be one object; but a module that defines a constant annotates it.
    others = [
        module
        for module in modules
        if vars(module).get(name) is value and name not in vars(module).get("__annotations__", {})
    ]
    return [owner, *others]


CHANGES: Final = tuple(
    Change(module, name, value)
    for module, name, values in (
        ("reading", "FEATURE_SIDES_PX", ((320, 640, 1400), (640, 1400))),
        ("keypoints", "_NEAREST", (0.5,)),
        ("sites", "COARSE_PX", (10, 24)),
        ("scores", "SEEN", (0.35, 0.65)),
        ("scores", "_CENTRE_MISMATCH", (60.0, 600.0)),
        ("finds", "LEAST_SCORE", (0.0, 12.0)),
        ("sites", "_CENTRE_REACH", (1.2, 1.9)),
        ("symbols", "_LIKE", (0.25, 0.55)),
        ("laid", "FINE_PX", (16, 48)),
        ("laid", "_SAMPLES", (4.0, 36.0)),
    )
    for value in values
)
"""Ten on which much hangs, each with a value well below and one well above; but descriptors that are farther
apart than `_NEAREST` is now were left out before, by `_SHORT_LIKE`."""


def true_album(pack: Pack) -> Album:
    """Cut the cards out of a pack's enrolment photos by their true corners."""
    cut = {
        card: _cut(load_photo(truth.photo).pixels, corners)
        for truth in pack.enrol
        for card, corners in truth.corners.items()
    }
    return Album(pack.deck, pack.enrol[0].table.face, {card.id: cut[card.id] for card in pack.deck.cards})


def _cut(pixels: Pixels, corners: NDArray[np.float64]) -> Pixels:
    target = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * PICTURE_SIDE_PX - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return cv2.warpPerspective(pixels, matrix, (PICTURE_SIDE_PX, PICTURE_SIDE_PX)).astype(np.uint8)


def row(name: str, packs: Sequence[tuple[Pack, Album]]) -> str:
    """Read all photos, and return a row of a table in Markdown."""
    grades = []
    for pack, album in packs:
        learnt_anew = replace(album)  # a reader is made once for an album
        grades += [("", graded(truth, pack.deck, learnt_anew)) for truth in pack.boards]
    found = figures(Measured(boards=tuple(grades)))
    cells = (f"{each[0]}/{each[1]}" for each in (found[row] for row in ROWS) if isinstance(each, tuple))
    return f"| {name} | {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thresholds")
    parser.add_argument("folder", type=Path, nargs="+", help="a folder of packs, or one pack")
    parser.add_argument("--photos", type=int, default=4, metavar="N", help="photos of tables of each pack")
    chosen = parser.parse_args(arguments)
    found = [pack for folder in chosen.folder for pack in read_packs(folder, photos=chosen.photos)]
    packs = [(pack, true_album(pack)) for pack in found]
    print(f"| changed | {' | '.join(ROWS)} |\n| --- |{' --- |' * len(ROWS)}")
    print(row("nothing", packs), flush=True)
    for change in CHANGES:
        with change.made():
            print(row(f"`{change.module}.{change.name}` {change.value}", packs), flush=True)


if __name__ == "__main__":
    main()
