"""Six cards with a frame, seen aslant: their outlines have two edges all round, and near ones look larger."""

from functools import cache

import cv2
import numpy as np

from games.camouflage import Board, Cell, Placement
from tests.vision.scenes import DRAWN, Scene, drawn_album, hand_laid, photographed, table_top
from tests.vision.strategies import tilted
from vision.appearance import Floats32
from vision.geometry import CARD_CORNERS, pose_matrix, project
from vision.photo import Pixels
from vision.squares import Squares

SIZE = (1000, 760)
VIEW = tilted(0.01, 0.045, 0.1, 50.0, (480.0, 340.0))
"""The nearest card looks 1.6 times as large as the farthest."""
SIX = Board(
    tuple(
        Placement(card.id, Cell(5 * (number % 3) - 5, 5 * (number // 3) - 2), number % 4)
        for number, card in enumerate(DRAWN.cards[:6])
    )
)
POSES = hand_laid(SIX, off=0.3, tilt=0.15)
FRAME = 0.04
"""Breadth of the frame in sides."""


def _framed(picture: Pixels) -> Pixels:
    result = picture.copy()
    breadth = round(FRAME * len(picture))
    cv2.rectangle(result, (0, 0), (len(picture) - 1,) * 2, (150, 60, 30), 2 * breadth - 1)
    return result


@cache
def framed_scene() -> Scene:
    """Return the photo, and where the cards are."""
    cards = [
        (_framed(drawn_album().pictures[card.card]), pose) for card, pose in zip(SIX, POSES, strict=True)
    ]
    photo = photographed(cards, VIEW, top=table_top("chequered", SIZE))
    corners = {
        card.card: project(VIEW @ pose_matrix(pose), CARD_CORNERS)
        for card, pose in zip(SIX, POSES, strict=True)
    }
    return Scene(photo, corners)


def framed_lab() -> Floats32:
    """Return the photo's Lab levels."""
    return cv2.cvtColor(framed_scene().photo.pixels, cv2.COLOR_BGR2LAB).astype(np.float32)


def framed_squares() -> Squares:
    """Return where the cards are on the plane."""
    return Squares(VIEW, np.array(POSES) * [1, 1, 1, 0])
