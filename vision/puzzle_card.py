"""Reads a puzzle card from a photo or scan: its outline as drawn, and on our own sheets the list of cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from games.camouflage import Cell
from puzzles import Outline
from puzzles.code import CodedCard
from puzzles.outline import covered
from vision.codes import seen_code
from vision.drawn_cells import measured
from vision.drawn_lattice import Lattice, lattices
from vision.drawn_outline import CellDoubt, DrawnOutline, drawn_outline
from vision.drawn_squares import STEPS, drawn_squares
from vision.errors import UnreadablePhotoError
from vision.geometry import Floats, project
from vision.photo import Photo, Pixels

CARD_SIDE_PX: Final = 3200
"""Puzzle cards are read from photos of at most this size."""
_SIDES_PX: Final = (1600, 3200)
"""Squares are looked for in the photo at these sizes, at the larger one where the smaller shows no card."""
_COLOUR: Final = 2.0
"""How much colour is spread before ink is told from paper by it: it differs less than lightness does."""
_BOLD: Final = 60.0
"""… and by how many levels bold ink differs from paper: the lines of squared paper differ by less."""
_MOST_LATTICES: Final = 10
"""So many are looked at; on a patterned table there are hundreds, most of them of small squares."""
_ROW: Final = 0.5
"""Cards are of one row when their middles differ by less, in heights of the highest."""
_AS_LARGE: Final = 0.2
"""A further outline in the photo counts when nothing speaks against it, and it covers such a share at least
of the area of the first: one on a table's print is smaller or not sure."""
_ASKEW_DEG: Final = 35.0
"""A card without a code that is turned farther from the photo's upright may be meant another way up."""


@dataclass(frozen=True, slots=True, eq=False)
class PuzzleCard:
    """A puzzle card as it was read.

    Attributes:
        outline: its outline as drawn.
        doubts: what speaks against it, with the cell; none where it is sure.
        code: what its code says; None where it bears none of ours, or none that can be read.
        askew_deg: by how many degrees it lies clockwise of the upright that was taken for its own.
        to_pixels: (3, 3) homography from the outline's cells to full-size pixels; a cell's middle is whole.
    """

    outline: Outline
    doubts: tuple[CellDoubt, ...]
    code: CodedCard | None
    askew_deg: float
    to_pixels: Floats

    @property
    def sure(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.doubts


def read_puzzle_cards(photo: Photo) -> tuple[PuzzleCard, ...]:
    """Reads all puzzle cards that a photo or scan shows.

    Args:
        photo: the photo, of up to `CARD_SIDE_PX` for all that can be seen.

    Returns:
        The cards row by row, at least one.

    Raises:
        UnreadablePhotoError: no puzzle card is seen.
    """
    grey: Pixels = cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY).astype(np.uint8)
    found: list[tuple[Lattice, DrawnOutline]] = []
    for side in _SIDES_PX:
        factor = min(1.0, side / max(grey.shape))
        found = _drawn_at(photo.pixels, factor)
        if factor == 1.0 or any(not drawn.doubts for _, drawn in found):
            break
    if not found:
        raise UnreadablePhotoError(
            "no puzzle card is seen: expected a drawing of squares with some of them filled as centres"
        )
    return tuple(_by_rows([_card(photo, grey, *each) for each in found]))


def _drawn_at(pixels: Pixels, factor: float) -> list[tuple[Lattice, DrawnOutline]]:
    """Return the outlines that are drawn apart from each other, the largest first, in pixels of the photo."""
    if factor < 1:
        pixels = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).astype(np.uint8)
    read: list[tuple[Lattice, DrawnOutline]] = []
    for plane, steps in _planes(pixels):
        for lattice in lattices(drawn_squares(plane, steps))[:_MOST_LATTICES]:
            drawn = drawn_outline(measured(pixels, lattice))
            if drawn is not None:
                read.append((lattice, drawn))
        if any(not drawn.doubts for _, drawn in read):
            break
    read.sort(key=_worse)
    larger = np.diag([1 / factor, 1 / factor, 1.0])
    larger[:2, 2] = 0.5 / factor - 0.5
    kept: list[tuple[Lattice, DrawnOutline]] = []
    for lattice, drawn in read:
        scaled = replace(lattice, to_pixels=larger @ lattice.to_pixels)
        if not kept or (not drawn.doubts and _stands_apart(scaled, drawn, kept)):
            kept.append((scaled, drawn))
    return kept


def _planes(pixels: Pixels) -> Iterator[tuple[Pixels, Sequence[float]]]:
    """Go through where squares are looked for, each where those before fail, and the steps of ink there."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY).astype(np.uint8)
    yield grey, STEPS
    yield grey, (_BOLD,)
    lab = cv2.cvtColor(pixels, cv2.COLOR_BGR2Lab)
    for colour in (lab[..., 2], lab[..., 1]):
        yield cv2.convertScaleAbs(colour, alpha=_COLOUR, beta=128 * (1 - _COLOUR)).astype(np.uint8), STEPS


def _hull(lattice: Lattice, drawn: DrawnOutline) -> Floats:
    corners = np.array(
        [[x + dx, y + dy] for x, y in drawn.outline.cells for dx in (-0.5, 0.5) for dy in (-0.5, 0.5)]
    )
    seen = project(lattice.to_pixels, corners + drawn.origin)
    return np.asarray(cv2.convexHull(seen.astype(np.float32)), np.float32)


def _worse(each: tuple[Lattice, DrawnOutline]) -> tuple[float, int]:
    """Return what sorts outlines: those of which the least share is doubtful first, then the larger."""
    count = len(each[1].outline.cells)
    return len(each[1].doubts) / count, -count


def _stands_apart(lattice: Lattice, drawn: DrawnOutline, kept: list[tuple[Lattice, DrawnOutline]]) -> bool:
    """Tell whether an outline lies beside those that were found before, and is about as large."""
    first, its = kept[0]
    area = len(drawn.outline.cells) * lattice.side_px**2
    large = area > _AS_LARGE * len(its.outline.cells) * first.side_px**2
    return large and not any(_overlap(lattice, drawn, *other) for other in kept)


def _overlap(one: Lattice, its: DrawnOutline, other: Lattice, others: DrawnOutline) -> bool:
    area, _ = cv2.intersectConvexConvex(_hull(one, its), _hull(other, others))
    return bool(area > 0)


def _card(photo: Photo, grey: Pixels, lattice: Lattice, drawn: DrawnOutline) -> PuzzleCard:
    ways = [_turned(drawn, quarters) for quarters in range(4)]
    code = seen_code(grey, [(outline, lattice.to_pixels @ matrix) for outline, _, matrix in ways])
    angles = [_angle(lattice.to_pixels @ matrix, outline) for outline, _, matrix in ways]
    quarters = int(np.argmin(np.abs(angles))) if code is None else code.quarters
    outline, doubts, matrix = ways[quarters]
    askew = 0.0 if code is not None and code.sure else angles[quarters]
    says = None if code is None else code.says
    from_full = np.diag([photo.scale, photo.scale, 1.0])
    from_full[:2, 2] = 0.5 * photo.scale - 0.5
    to_pixels = from_full @ lattice.to_pixels @ matrix
    return PuzzleCard(outline, (*doubts, *_more_doubts(outline, says, askew)), says, askew, to_pixels)


def _more_doubts(outline: Outline, code: CodedCard | None, askew_deg: float) -> list[CellDoubt]:
    first = min(outline.centres)
    found = []
    if code is not None and not code.rules.wild_centres and len(code.cards) != len(outline.centres):
        why = f"its code names {len(code.cards)} cards, but {len(outline.centres)} centres are seen"
        found.append(CellDoubt(first, why))
    if abs(askew_deg) > _ASKEW_DEG:
        found.append(CellDoubt(first, "it is not sure which way up the card is"))
    return found


def _angle(to_pixels: Floats, outline: Outline) -> float:
    """Return by how many degrees an outline lies clockwise of the photo's upright, -180 to 180."""
    middle = np.array([len(outline.rows[0]), len(outline.rows)]) / 2 - 0.5
    start, end = project(to_pixels, middle + np.array([[-0.5, 0.0], [0.5, 0.0]]))
    return float(np.degrees(np.arctan2(*(end - start)[::-1])))


def _turned(drawn: DrawnOutline, quarters: int) -> tuple[Outline, tuple[CellDoubt, ...], Floats]:
    """Turn an outline clockwise, with its doubts; and return the matrix from its cells to the lattice's."""
    matrix = np.array([[1.0, 0, drawn.origin[0]], [0, 1, drawn.origin[1]], [0, 0, 1]])
    centres, doubts = set(drawn.outline.centres), list(drawn.doubts)
    height = len(drawn.outline.rows)
    width = len(drawn.outline.rows[0])
    for _ in range(quarters):
        matrix = matrix @ np.array([[0.0, 1, 0], [-1, 0, height - 1], [0, 0, 1]])
        centres = {Cell(height - 1 - y, x) for x, y in centres}
        doubts = [replace(doubt, cell=Cell(height - 1 - doubt.cell.y, doubt.cell.x)) for doubt in doubts]
        height, width = width, height
    marks = frozenset(centres)
    return Outline(covered(marks), marks), tuple(doubts), matrix


def _by_rows(cards: list[PuzzleCard]) -> list[PuzzleCard]:
    """Return cards row by row: those whose middles the photo shows at nearly one height are of one row."""
    middles = np.array([_middle(card) for card in cards])
    high = max(_ROW * np.ptp(_corners(card)[:, 1]) for card in cards)
    rows = np.zeros(len(cards), int)
    order = np.argsort(middles[:, 1])
    for one, after in pairwise(order):
        rows[after] = rows[one] + (middles[after, 1] - middles[one, 1] > high)
    return [cards[number] for number in np.lexsort((middles[:, 0], rows))]


def _corners(card: PuzzleCard) -> Floats:
    width, height = len(card.outline.rows[0]), len(card.outline.rows)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    return project(card.to_pixels, corners)


def _middle(card: PuzzleCard) -> Floats:
    result: Floats = _corners(card).mean(0)
    return result
