"""Draws what stands on a table: the sides that a camera sees, then the top."""

import cv2
import numpy as np

from benchmarks.simulation.camera import Floats
from benchmarks.simulation.canvas import LINEAR, Canvas, blend, size_of
from benchmarks.simulation.clutter import Solid
from benchmarks.simulation.fields import Picture

_WALL, _INSIDE = 0.93, 0.88
"""Of a vessel's width, how much lies within its wall, and how wide what is in it is seen."""


def stand(canvas: Canvas, solid: Solid) -> None:
    """Draws a prism, in place."""
    bottom, top = canvas.seen(solid.at(0.0)), canvas.seen(solid.at(solid.height))
    box = canvas.box(np.vstack([bottom, top]), 2)
    if box is None:
        return
    corner = np.array([box[1].start, box[0].start])
    wide, high = size_of(box)
    picture, mask = np.zeros((high, wide, 3), np.uint8), np.zeros((high, wide), np.uint8)
    _draw_sides(canvas, solid, (bottom - corner, top - corner), picture, mask)
    _draw_top(solid, top - corner, picture, mask)
    opacity = mask.astype(np.float32) / 255
    blend(canvas.colour[box], LINEAR[picture], opacity)
    blend(canvas.lit[box], np.float32(1), opacity)
    blend(canvas.gloss[box], np.float32(0), opacity)


def _draw_sides(
    canvas: Canvas, solid: Solid, rings: tuple[Floats, Floats], picture: Picture, mask: Picture
) -> None:
    bottom, top = rings
    eye, lamp = canvas.camera.centre[:2], np.array(canvas.light.lamps[0].place[:2])
    for index in range(len(bottom)):
        after = (index + 1) % len(bottom)
        here = (solid.outline[index] + solid.outline[after]) / 2
        normal = _outwards(solid, index, after)
        if normal @ (eye - here) > 0:
            towards = (lamp - here) / np.linalg.norm(lamp - here)
            shade = 0.55 + 0.4 * max(float(normal @ towards), -0.6)
            quad = np.array([bottom[index], bottom[after], top[after], top[index]])
            _fill(picture, mask, quad, shade * np.array(solid.colour))


def _outwards(solid: Solid, index: int, after: int) -> Floats:
    """Return the (2,) normal of a side, away from the middle."""
    along = solid.outline[after] - solid.outline[index]
    normal = np.array([along[1], -along[0]]) / (np.linalg.norm(along) + 1e-9)
    inside = normal @ (solid.outline[index] - solid.outline.mean(0)) < 0
    outwards: Floats = -normal if inside else normal
    return outwards


def _draw_top(solid: Solid, top: Floats, picture: Picture, mask: Picture) -> None:
    _fill(picture, mask, top, np.array(solid.top))
    middle = top.mean(0)
    if solid.hollow is not None:
        _fill(picture, mask, middle + _WALL * (top - middle), 0.45 * np.array(solid.colour))
        _fill(picture, mask, middle + _INSIDE * (top - middle), np.array(solid.hollow))
    elif solid.cover is not None:
        _draw_cover(solid.cover, top, picture)


def _draw_cover(cover: Picture, top: Floats, picture: Picture) -> None:
    """Draw a picture on a top of four corners, made small enough first that its lines do not break up."""
    wide_px = max(float(np.linalg.norm(top[1] - top[0])), 8.0)
    while cover.shape[1] > 2 * wide_px:
        cover = cv2.resize(cover, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8)
    high, wide = cover.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(corners, top.astype(np.float32))
    size = (picture.shape[1], picture.shape[0])
    cv2.warpPerspective(cover, matrix, size, dst=picture, borderMode=cv2.BORDER_TRANSPARENT)


def _fill(picture: Picture, mask: Picture, polygon: Floats, colour: Floats) -> None:
    points = [np.round(polygon * 16).astype(np.int32)]
    cv2.fillPoly(picture, points, np.clip(colour * 255, 0, 255).tolist(), lineType=cv2.LINE_8, shift=4)
    cv2.fillPoly(mask, points, (255.0,), lineType=cv2.LINE_AA, shift=4)
