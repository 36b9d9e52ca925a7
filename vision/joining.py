"""Several photos of one table as one reading: in pixels of the first of them."""

from collections.abc import Sequence

import cv2
import numpy as np

from games.camouflage.board import Cell
from games.camouflage.evidence import Evidence
from vision.geometry import CARD_CORNERS, Floats, project
from vision.reading import Reading


def joined(readings: Sequence[Reading], evidence: Evidence) -> Reading:
    """Returns one reading for several.

    Args:
        readings: at least one; the lattice of the first is the one of the evidence.
        evidence: what they tell together.

    Returns:
        The evidence with corners in the first photo, where cards that were not found in it would be seen; it
        has no sightings.
    """
    first = readings[0]
    stages = dict.fromkeys(stage for reading in readings for stage in reading.time_ms)
    return Reading(
        evidence=evidence,
        corners=corners_on(
            [site.centre for site in first.evidence.sites],
            first.corners,
            [site.centre for site in evidence.sites],
        ),
        warnings=tuple(dict.fromkeys(warning for reading in readings for warning in reading.warnings)),
        time_ms={stage: sum(each.time_ms.get(stage, 0.0) for each in readings) for stage in stages},
        plane=first.plane,
        sightings=(),
    )


def corners_on(known: Sequence[Cell], corners: Floats, wanted: Sequence[Cell]) -> Floats:
    """Returns where the corners of cards on a lattice are in a photo.

    Args:
        known: the cells of the cards that were found; at least one.
        corners: (n, 4, 2) their corners in full-size pixels.
        wanted: the cells of cards, some of them not found.

    Returns:
        (n, 4, 2) full-size pixels: as found, and else where the lattice leads.
    """
    seen = {Cell(*centre): own for centre, own in zip(known, corners, strict=True)}
    on_lattice = np.array([_card_on(centre) for centre in known]).reshape(-1, 2)
    found, _ = cv2.findHomography(on_lattice, np.asarray(corners).reshape(-1, 2))
    to_photo: Floats = np.asarray(found, np.float64)
    return np.array(
        [seen[centre] if centre in seen else project(to_photo, _card_on(centre)) for centre in wanted]
    )


def _card_on(centre: Cell) -> Floats:
    card: Floats = CARD_CORNERS + np.array(centre)
    return card
