"""Finds cards that lie apart from each other on any table: their outlines, for enrolling a deck.

Many simple segmentations propose quadrilaterals: none works on every table, one works on each. Every
proposal is moved to the edges round it and judged by how much of its outline lies on an edge; then the
largest group of one size is taken. As all cards are the same square on one plane, the group is fitted
together and moved to the edges again.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.appearance import Floats32
from vision.geometry import CARD_CORNERS, Floats, pose_matrix, project
from vision.keypoints import Guess
from vision.photo import Photo, Pixels
from vision.plane import fit_plane

_WORK_SIDE_PX: Final = 1000
"""Outlines are looked for at this size and moved to edges within a pixel of it, 0.5 % of a card."""
_LEAST_SIDE_PX: Final = 32
"""A narrower photo has no room for a card and the border round it that shows the table."""
_SMALLEST_AREA: Final = 0.002
_LARGEST_AREA: Final = 0.25
"""A card's share of the photo: enough pixels to be compared, and room for others."""
_EDGE_STEPS: Final = (3, 5, 8, 13, 20)
"""Thresholds on the change of colour from pixel to pixel, 8-bit Lab levels: from pale on pale to black on
white."""
_TABLE_STEPS: Final = (8, 12, 18, 26, 36)
"""Thresholds on the distance from the table's colours, 8-bit Lab levels."""
_BORDERS: Final = (25, 60)
"""The table's colours are those along the photo's border, as wide as its side divided by this."""
_TABLE_COLOURS: Final = 5
"""A cloth of two or three colours in light and shade."""
_SAMPLES: Final = np.linspace(0.08, 0.92, 36)
"""Where along a side edges are looked for: not at the rounded corners."""
_FULL_EDGE: Final = 8.0
"""Change of colour (Lab levels a pixel) that counts as a whole edge."""
_LEAST_SUPPORT: Final = 0.35
"""Outlines with less of an edge than this do not even propose a group."""
_WELL_SUPPORTED: Final = 0.8
"""Outlines with less of an edge are looked for once more from farther off."""
_ONE_SIZE: Final = 0.15
"""Cards of one photo differ in size by less than this, in natural logarithm, through perspective."""
_LEAST_VOTES: Final = 20
"""What the best outline weighs in fitting the plane, against features that weigh 1."""
_PASSES: Final = ((14, True), (8, True), (4, False))
"""How far sides may move, and whether to the outermost edge, each time after all were fitted together."""
_OUTER_SHARE: Final = 0.6
"""The outermost edge is the card's: a print inside a pale margin has stronger ones. It must have this share
of the strongest edge's support …"""
_OUTER_LEAST: Final = 0.3
"""… and at least this support."""
_EDGE_WIDTH: Final = 4.0
"""Twice the width in pixels over which one edge is spread."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A card's outline.

    Attributes:
        corners: (4, 2) full-size pixels, clockwise from the top left of the photo's view.
        support: share of the outline that lies on an edge, 0 to 1.
    """

    corners: Floats
    support: float


def find_outlines(photo: Photo) -> list[Outline]:
    """Finds the cards that lie apart in a photo.

    Args:
        photo: the photo, any size.

    Returns:
        The outlines, row by row as the photo shows them; empty where nothing looks like cards.
    """
    shrink = max(photo.pixels.shape[:2]) / _WORK_SIDE_PX
    small = photo.pixels
    if shrink > 1:
        size = (round(small.shape[1] / shrink), round(small.shape[0] / shrink))
        small = cv2.resize(small, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    if min(small.shape[:2]) < _LEAST_SIDE_PX:
        return []
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    edges = _Edges(lab)
    judged = [edges.snapped(corners, 6) for corners in _distinct(_proposals(lab))]
    judged += [
        edges.snapped(edges.snapped(corners, 14)[0], 6)
        for corners, support in judged
        if support < _WELL_SUPPORTED
    ]
    group = _together(edges, _largest_group(judged))
    scale = np.array([photo.pixels.shape[1] / small.shape[1], photo.pixels.shape[0] / small.shape[0]])
    found = [
        Outline(photo.to_full_size((_from_top_left(corners) + 0.5) * scale - 0.5), support)
        for corners, support in group
    ]
    return _row_by_row(found)


def _proposals(lab: Floats32) -> Iterator[Floats]:
    """Proposes quadrilaterals, (4, 2) each, most of them wrong."""
    rows, columns = lab.shape[:2]
    for mask in _masks(lab):
        for contour in _contours(mask):
            hull = cv2.convexHull(contour)
            share = cv2.contourArea(hull) / (rows * columns)
            _, (width, height), _ = cv2.minAreaRect(hull)
            if not _SMALLEST_AREA < share < _LARGEST_AREA or min(width, height) < 0.5 * max(width, height):
                continue
            if len(hull) >= 4 and share * rows * columns > 0.6 * width * height:
                corners = cv2.approxPolyN(hull, 4, epsilon_percentage=-1.0, ensure_convex=True)
                if corners.size == 8:
                    yield corners.reshape(4, 2).astype(np.float64)


def _masks(lab: Floats32) -> Iterator[Pixels]:
    """Separates cards from the table in many ways, (rows, columns) of 0 and 1 each."""
    for blur in (1.0, 2.0):
        change = _Edges(lab, blur).strength
        for step in _EDGE_STEPS:
            for size in (3, 7):
                yield _closed((change > step).astype(np.uint8), size)
    for border in _BORDERS:
        distance = _from_table(lab, border)
        for step in _TABLE_STEPS:
            mask = (distance > step).astype(np.uint8)
            for size in (3, 9):
                yield _closed(mask, size)
            opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
            for size in (9, 21, 35):
                yield _closed(opened, size)


def _closed(mask: cv2.typing.MatLike, size: int) -> Pixels:
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE if size > 9 else cv2.MORPH_RECT, (size, size))
    return cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel).astype(np.uint8, copy=False)


def _contours(mask: Pixels) -> Iterator[cv2.typing.MatLike]:
    """Outlines the blobs of a mask, as they are and cut free of thin lines (grout, planks) they touch."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(mask)
    cv2.drawContours(filled, contours, -1, (1,), -1)
    yield from (contour for contour in contours if len(contour) >= 60)
    for size in (11, 31):
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        opened = cv2.morphologyEx(filled, cv2.MORPH_OPEN, kernel)
        cut, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        yield from (contour for contour in cut if len(contour) >= 60)


def _from_table(lab: Floats32, border: int) -> Floats32:
    """Returns each pixel's distance from the colours along the photo's border; shade counts less than hue."""
    smooth = cv2.GaussianBlur(lab, (0, 0), 1.5) * np.array([0.6, 1.0, 1.0], np.float32)
    width = max(6, min(lab.shape[:2]) // border)
    edge = np.ones(lab.shape[:2], bool)
    edge[width:-width, width:-width] = False
    samples = smooth[edge]
    samples = samples[:: max(1, len(samples) // 4000)]
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    cv2.setRNGSeed(1)
    start = np.zeros((len(samples), 1), np.int32)
    _, labels, colours = cv2.kmeans(samples, _TABLE_COLOURS, start, stop, 2, cv2.KMEANS_PP_CENTERS)
    share = np.bincount(labels.ravel(), minlength=_TABLE_COLOURS) / len(samples)
    distance = np.full(lab.shape[:2], np.inf, np.float32)
    for colour in colours[share > 0.05]:
        distance = np.minimum(distance, np.linalg.norm(smooth - colour, axis=2))
    return distance.astype(np.float32)


def _distinct(quads: Iterable[Floats]) -> list[Floats]:
    """Drops proposals that differ by less than the edge search mends."""
    kept: list[Floats] = []
    seen: set[tuple[int, ...]] = set()
    for quad in quads:
        first = int(np.lexsort((quad[:, 1], quad.sum(1)))[0])
        key = tuple(int(value) for value in np.round(np.roll(quad, -first, axis=0) / 5).ravel())
        if key not in seen:
            seen.add(key)
            kept.append(quad)
    return kept


class _Edges:
    """The changes of colour in a picture, and outlines moved to them."""

    def __init__(self, lab: Floats32, blur: float = 1.2) -> None:
        smooth = cv2.GaussianBlur(lab, (0, 0), blur)
        self._x = cv2.Scharr(smooth, cv2.CV_32F, 1, 0, scale=1 / 32)
        self._y = cv2.Scharr(smooth, cv2.CV_32F, 0, 1, scale=1 / 32)

    @property
    def strength(self) -> Floats32:
        """The strongest change over the three channels, levels a pixel."""
        result: Floats32 = np.hypot(self._x, self._y).max(2)
        return result

    def snapped(self, corners: Floats, reach: int, *, outermost: bool = False) -> tuple[Floats, float]:
        """Moves each side of a quadrilateral to the straightest edge within reach.

        Args:
            corners: (4, 2).
            reach: how far a side's ends may move, pixels.
            outermost: whether to take the outermost of several edges rather than the strongest.

        Returns:
            The new corners, and the share of the outline on an edge (the mean side's and the worst side's,
            halves).
        """
        middle = corners.mean(0)
        sides, supports = [], []
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            along = end - start
            length = float(np.hypot(*along))
            if length < 10:
                return corners, 0.0
            normal = np.array([along[1], -along[0]]) / length
            if normal @ ((start + end) / 2 - middle) < 0:
                normal = -normal
            first, last, support = self._best_line(start, along, normal, reach, outermost=outermost)
            sides.append((start + first * normal, end + last * normal))
            supports.append(support)
        moved = _crossings(sides)
        if moved is None:
            return corners, 0.0
        return moved, float(0.5 * np.mean(supports) + 0.5 * min(supports))

    def _best_line(
        self, start: Floats, along: Floats, normal: Floats, reach: int, *, outermost: bool
    ) -> tuple[float, float, float]:
        """Returns how far the two ends of a side are best moved outwards, and the share on an edge."""
        shifts = np.arange(-reach, reach + 1, dtype=np.float64)
        points = (start + _SAMPLES[:, None] * along)[:, None] + shifts[None, :, None] * normal
        x, y = points[..., 0].astype(np.float32), points[..., 1].astype(np.float32)
        change = normal[0] * cv2.remap(self._x, x, y, cv2.INTER_LINEAR) + normal[1] * cv2.remap(
            self._y, x, y, cv2.INTER_LINEAR
        )
        edge = np.minimum(np.abs(change).max(2), _FULL_EDGE) / _FULL_EDGE
        count = len(shifts)
        first, last = np.meshgrid(np.arange(count), np.arange(count), indexing="ij")
        near = np.abs(first - last) <= 4
        first, last = first[near], last[near]
        position = first[None] * (1 - _SAMPLES[:, None]) + last[None] * _SAMPLES[:, None]
        low = np.floor(position).astype(int)
        part = position - low
        rows = np.arange(len(_SAMPLES))[:, None]
        value = edge[rows, low] * (1 - part) + edge[rows, np.minimum(low + 1, count - 1)] * part
        support = value.mean(0)
        outward = shifts[first] + shifts[last]
        good = support >= max(_OUTER_SHARE * float(support.max()), _OUTER_LEAST)
        if outermost and good.any():
            support = np.where(outward > outward[good].max() - _EDGE_WIDTH, support, 0)
        best = int(support.argmax())
        return float(shifts[first[best]]), float(shifts[last[best]]), float(support[best])


def _crossings(sides: Sequence[tuple[Floats, Floats]]) -> Floats | None:
    """Returns where neighbouring sides meet, or None where they are parallel."""
    corners = []
    for number, (start, end) in enumerate(sides):
        before, after = sides[number - 1]
        system = np.column_stack([after - before, start - end])
        if abs(np.linalg.det(system)) < 1e-6:
            return None
        corners.append(before + np.linalg.solve(system, start - before)[0] * (after - before))
    return np.array(corners)


def _size(corners: Floats) -> float:
    return float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))


def _squarish(corners: Floats) -> bool:
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return bool(cv2.isContourConvex(corners.astype(np.float32)) and sides.max() < 1.6 * sides.min())


def _largest_group(judged: Sequence[tuple[Floats, float]]) -> list[tuple[Floats, float]]:
    """Takes the quadrilaterals of one size that lie apart and cover the most, the better supported first."""
    good = sorted(
        (
            (corners, support)
            for corners, support in judged
            if support > _LEAST_SUPPORT and _squarish(corners)
        ),
        key=lambda outline: -outline[1],
    )
    sizes = np.array([_size(corners) for corners, _ in good])
    best: list[tuple[Floats, float]] = []
    best_value = 0.0
    for size in sorted({round(float(size), -1) for size in sizes if size >= 5}):
        group: list[tuple[Floats, float]] = []
        for (corners, support), own in zip(good, sizes, strict=True):
            if abs(np.log(own / size)) <= _ONE_SIZE and all(
                np.linalg.norm(corners.mean(0) - other.mean(0)) > 0.8 * size for other, _ in group
            ):
                group.append((corners, support))
        value = sum(support**2 for _, support in group) * size**2
        if value > best_value:
            best, best_value = group, value
    return best


def _together(edges: _Edges, group: Sequence[tuple[Floats, float]]) -> list[tuple[Floats, float]]:
    """Fits equal squares on one plane to a group and moves them to the edges, by turns; drops misfits."""
    fitted = list(group)
    for reach, outermost in _PASSES:
        fitted = [edges.snapped(corners, reach, outermost=outermost) for corners, _ in _equal_squares(fitted)]
    return _equal_squares(fitted)


def _equal_squares(group: Sequence[tuple[Floats, float]]) -> list[tuple[Floats, float]]:
    """Returns equal squares lying on one plane in place of the outlines that nearly are."""
    guesses = [_as_guess(number, corners, support) for number, (corners, support) in enumerate(group)]
    plane = fit_plane(guesses) if guesses else None
    if plane is None:
        return []
    return [
        (
            project(plane.homography, project(pose_matrix(pose), CARD_CORNERS)),
            group[guess.card][1],
        )
        for guess, pose in zip(plane.guesses, plane.poses, strict=True)
    ]


def _as_guess(number: int, corners: Floats, support: float) -> Guess:
    """Turns an outline into a guess for fitting a plane, its best edges counting most."""
    ordered = corners if _clockwise(corners) else corners[::-1]
    affine, *_ = np.linalg.lstsq(np.column_stack([CARD_CORNERS, np.ones(4)]), ordered, rcond=None)
    return Guess(number, affine.T, max(1, round(_LEAST_VOTES * support**2)), CARD_CORNERS, ordered)


def _clockwise(corners: Floats) -> bool:
    x, y = corners.T
    return bool((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() > 0)


def _from_top_left(corners: Floats) -> Floats:
    """Rolls clockwise corners so that the side nearest to the photo's upright top comes first."""
    along = np.roll(corners, -1, axis=0) - corners
    top = int((along[:, 0] / np.linalg.norm(along, axis=1)).argmax())
    return np.roll(corners, -top, axis=0)


def _row_by_row(outlines: Sequence[Outline]) -> list[Outline]:
    """Sorts outlines as a page is read."""
    if not outlines:
        return []
    height = float(np.median([_size(outline.corners) for outline in outlines]))
    waiting = sorted(outlines, key=lambda outline: outline.corners[:, 1].mean())
    rows: list[list[Outline]] = []
    for outline in waiting:
        if rows and outline.corners[:, 1].mean() - rows[-1][0].corners[:, 1].mean() < 0.6 * height:
            rows[-1].append(outline)
        else:
            rows.append([outline])
    return [
        outline for row in rows for outline in sorted(row, key=lambda outline: outline.corners[:, 0].mean())
    ]
