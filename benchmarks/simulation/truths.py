"""What a truth file says of a photo: the cards, where their corners are seen, and how the scene was drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Literal

import numpy as np

from benchmarks.simulation.hands import Plate
from benchmarks.simulation.laying import Laid
from benchmarks.simulation.lighting import Light
from benchmarks.simulation.rendering import Scene
from benchmarks.simulation.styles import Style
from games.camouflage import table_to_json

TRUTH_FORMAT = "camouflage-truth/1"


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A photo that is to be taken.

    Attributes:
        name: of its file, without ending.
        kind: what it shows.
        laid: what lies there, as the truth has it.
        scene: what is to be seen.
        notes: what else is of interest.
    """

    name: str
    kind: Literal["board", "enrol", "negative"]
    laid: Laid
    scene: Scene
    notes: Mapping[str, object] = field(default_factory=dict)


def truth_of(shot: Shot, pack: str, style: Style) -> dict[str, object]:
    """Returns what a truth file says of a photo.

    Args:
        shot: the photo.
        pack: the name of its pack.
        style: how the cards are printed.
    """
    plates = shot.scene.plates if shot.kind != "negative" else ()
    return {
        "format": TRUTH_FORMAT,
        "photo": f"{shot.name}.jpg",
        "pack": pack,
        "kind": shot.kind,
        "board": table_to_json(shot.laid.table),
        "corners": {str(plate.picture): corners_of(shot.scene, plate) for plate in plates},
        "illegal": sorted(shot.laid.illegal),
        "scene": {**described(shot.scene), "style": asdict(style), **shot.notes},
    }


def corners_of(scene: Scene, plate: Plate) -> list[list[float]]:
    """Returns where a card's printed corners are seen, in pixels of the upright photo, top left first."""
    corners: list[list[float]] = scene.camera.seen(plate.corners()).round(2).tolist()
    return corners


def described(scene: Scene) -> dict[str, object]:
    """Returns the numbers of a scene, for analysis."""
    camera, top = scene.camera, scene.top
    return {
        "camera": {
            **asdict(camera),
            "tilt_deg": float(np.degrees(camera.tilt)),
            "azimuth_deg": float(np.degrees(camera.azimuth)),
        },
        "light": _lit(scene.light),
        "table": {"kind": top.kind, "tile_mm": top.tile_mm, "gloss": top.gloss, "pose": scene.top_pose},
        "film": asdict(scene.film),
        "clutter": [solid.kind for solid in scene.solids] + ["card"] * len(scene.decoys),
        "poses": _poses(scene.plates),
    }


def _lit(light: Light) -> dict[str, object]:
    return {
        "lamps": [asdict(lamp) for lamp in light.lamps],
        "ambient": light.ambient,
        "warm": light.warm,
        "cool": light.cool,
        "shades": [outline.round(1).tolist() for outline in light.shades],
        "shade_soft_mm": light.shade_soft_mm,
        "glare": light.glare,
    }


def _poses(plates: Sequence[Plate]) -> list[dict[str, object]]:
    return [
        {
            "card": plate.picture,
            "x": round(plate.x, 2),
            "y": round(plate.y, 2),
            "angle_deg": round(float(np.degrees(plate.angle)), 2),
            "slope": [round(value, 4) for value in plate.slope],
            "height": round(plate.height, 2),
            "bow": round(plate.bow, 2),
        }
        for plate in plates
    ]
