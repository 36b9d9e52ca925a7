"""Cards found by what other cards bear."""

import cv2
import numpy as np
import pytest

from games.camouflage import Board, Cell, Placement
from tests.vision.scenes import DRAWN, Scene, drawn_album, hand_laid, photograph, table_top
from tests.vision.strategies import tilted
from vision.geometry import CARD_CORNERS, pose_matrix, project, rigid_fit
from vision.outlines import find_outlines
from vision.photo import Photo
from vision.prints import Prints

SIX = Board(
    tuple(
        Placement(card.id, Cell(5 * (number % 3) - 5, 5 * (number // 3) - 2), number % 4)
        for number, card in enumerate(DRAWN.cards[:6])
    )
)
OTHERS = [drawn_album().pictures[card.id] for card in DRAWN.cards[6:]]


@pytest.fixture(scope="module")
def scene() -> Scene:
    view = tilted(0.008, 0.012, 0.1, 55.0, (500.0, 380.0))
    return photograph(SIX, view, poses=hand_laid(SIX, off=0.4, tilt=0.15), size=(1000, 760), top="chequered")


@pytest.fixture(scope="module")
def prints() -> Prints:
    return Prints(OTHERS, [0, 0, 0, 1, 1, 1])


def test_other_cards_tell_the_plane_and_the_size(scene: Scene, prints: Prints) -> None:
    """Each card is a square of the right size on the plane, within a thirtieth of a side."""
    seen = prints.seen(scene.photo)
    assert seen is not None
    for corners in scene.corners.values():
        laid = project(np.linalg.inv(seen.squares.homography), corners)
        square = project(pose_matrix(rigid_fit(CARD_CORNERS, laid)), CARD_CORNERS)
        assert np.abs(laid - square).max() < 0.1


def test_the_table_looks_like_prints_where_cards_lie(scene: Scene, prints: Prints) -> None:
    seen = prints.seen(scene.photo)
    assert seen is not None
    evidence = seen.evidence
    to_photo = seen.squares.homography @ evidence.to_plane
    rows, columns = np.indices(evidence.share.shape)
    there = project(to_photo, np.column_stack([columns.ravel(), rows.ravel()]))
    on_card = np.zeros(len(there), bool)
    for corners in scene.corners.values():
        card = cv2.getPerspectiveTransform(corners.astype(np.float32), CARD_CORNERS.astype(np.float32))
        on_card |= np.abs(project(np.asarray(card, np.float64), there)).max(1) < 1.4
    share = evidence.share.ravel()
    assert share[on_card].mean() > 0.4
    assert share[~on_card].mean() < 0.1


@pytest.mark.parametrize("known", [0, 3], ids=["none known", "three known"])
def test_cards_are_found_by_their_prints(scene: Scene, prints: Prints, known: int) -> None:
    outlines = find_outlines(scene.photo, prints, list(scene.corners.values())[:known])
    assert len(outlines) == 6
    for outline, corners in zip(outlines, scene.corners.values(), strict=True):
        side = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()
        off = [np.abs(np.roll(outline.corners, turn, axis=0) - corners).max() for turn in range(4)]
        assert min(off) < 0.02 * side


@pytest.mark.parametrize("top", ["plain", "chequered"])
def test_on_an_empty_table_no_cards_are_found(prints: Prints, top: str) -> None:
    size = (500, 400)
    assert find_outlines(Photo(table_top(top, size), 1.0, size), prints) == []
