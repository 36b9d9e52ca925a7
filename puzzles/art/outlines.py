"""Outlines to draw with: round, wavy and thick ones as polygons, turned, cut off at a square, and shaded.

All lengths are millimetres, all angles degrees, clockwise as y grows downwards.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from puzzles.shapes import Box, Colour, Point, Polygon

Outline: TypeAlias = tuple[Point, ...]

_CHORD_MM: Final = 0.6
"""A round outline is drawn with chords of about this length; beside their arc they are less than 0.02 mm."""

_GRAIN_MM: Final = 0.01
"""Coordinates are rounded to this, which no eye sees and which makes files small."""


def ellipse(middle: Point, wide: float, high: float | None = None, turn: float = 0.0) -> Outline:
    """Return an ellipse, or a circle where only one diameter is given.

    Args:
        middle: its middle.
        wide: its diameter along x, before it is turned.
        high: its diameter along y; where None, as `wide`.
        turn: how far it is turned.
    """
    rx, ry = wide / 2, (wide if high is None else high) / 2
    count = max(10, round(2 * math.pi * max(rx, ry) / _CHORD_MM))
    angles = [2 * math.pi * index / count for index in range(count)]
    around = [(rx * math.cos(angle), ry * math.sin(angle)) for angle in angles]
    return moved(turned(around, turn), middle)


def regular(middle: Point, radius: float, corners: int, turn: float = 0.0) -> Outline:
    """Return a regular polygon, a corner at the top before it is turned."""
    angles = [math.radians(360 * index / corners - 90) for index in range(corners)]
    around = [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]
    return moved(turned(around, turn), middle)


def star(middle: Point, outer: float, inner: float, points: int, turn: float = 0.0) -> Outline:
    """Return a star, a point at the top before it is turned."""
    radii = [outer, inner] * points
    angles = [math.radians(180 * index / points - 90) for index in range(2 * points)]
    around = [
        (radius * math.cos(angle), radius * math.sin(angle))
        for radius, angle in zip(radii, angles, strict=True)
    ]
    return moved(turned(around, turn), middle)


def smooth(points: Sequence[Point]) -> Outline:
    """Return the smooth closed curve through points (E. Catmull and R. Rom, 1974, uniform)."""
    count, found = len(points), []
    for index in range(count):
        a, b, c, d = (points[(index + step) % count] for step in (-1, 0, 1, 2))
        pieces = max(2, round(math.dist(b, c) / _CHORD_MM))
        found += [
            (_spline(a[0], b[0], c[0], d[0], piece / pieces), _spline(a[1], b[1], c[1], d[1], piece / pieces))
            for piece in range(pieces)
        ]
    return tuple(found)


def _spline(a: float, b: float, c: float, d: float, at: float) -> float:
    bend = 2 * a - 5 * b + 4 * c - d + at * (3 * (b - c) + d - a)
    return 0.5 * (2 * b + at * (c - a + at * bend))


def ribbon(spine: Sequence[tuple[float, float, float]]) -> Outline:
    """Return a ribbon about a line.

    Args:
        spine: for each of its points x, y and how wide the ribbon is there.
    """
    left, right = [], []
    for index, (x, y, wide) in enumerate(spine):
        before, after = spine[max(index - 1, 0)], spine[min(index + 1, len(spine) - 1)]
        along = math.atan2(after[1] - before[1], after[0] - before[0])
        dx, dy = -math.sin(along) * wide / 2, math.cos(along) * wide / 2
        left.append((x + dx, y + dy))
        right.append((x - dx, y - dy))
    return (*left, *reversed(right))


def arc(middle: Point, radius: float, start: float, end: float, wide: float) -> Outline:
    """Return a part of a ring from one angle to another, 0 to the right, with pointed ends.

    Args:
        middle: the ring's middle.
        radius: of its middle line.
        start: the angle where it begins.
        end: the angle where it ends.
        wide: how wide it is in its middle.
    """
    count = max(6, round(abs(math.radians(end - start)) * radius / _CHORD_MM))
    spine = []
    for index in range(count + 1):
        angle = math.radians(start + (end - start) * index / count)
        taper = abs(math.sin(math.pi * index / count)) ** 0.5
        x, y = middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)
        spine.append((x, y, wide * taper))
    return ribbon(spine)


def turned(points: Iterable[Point], degrees: float, about: Point = (0.0, 0.0)) -> Outline:
    """Return points turned clockwise about one."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple(
        (
            about[0] + cos * (x - about[0]) - sin * (y - about[1]),
            about[1] + sin * (x - about[0]) + cos * (y - about[1]),
        )
        for x, y in points
    )


def moved(points: Iterable[Point], by: Point) -> Outline:
    """Return points moved."""
    return tuple((x + by[0], y + by[1]) for x, y in points)


def scaled(points: Iterable[Point], factor: float, about: Point = (0.0, 0.0)) -> Outline:
    """Return points drawn towards one, or away from it."""
    return tuple((about[0] + factor * (x - about[0]), about[1] + factor * (y - about[1])) for x, y in points)


def mirrored(points: Iterable[Point], x: float) -> Outline:
    """Return points mirrored at an upright line."""
    return tuple((2 * x - each, y) for each, y in points)


def cut_off(points: Sequence[Point], through: Point, inwards: Point) -> Outline:
    """Return the part of a polygon on one side of a line (I. Sutherland and G. Hodgman, 1974).

    Args:
        points: the polygon.
        through: a point of the line.
        inwards: the direction at right angles to the line in which the part lies that is kept.
    """
    depths = [(x - through[0]) * inwards[0] + (y - through[1]) * inwards[1] for x, y in points]
    found: list[Point] = []
    for index, (point, depth) in enumerate(zip(points, depths, strict=True)):
        before, depth_before = points[index - 1], depths[index - 1]
        if (depth >= 0) != (depth_before >= 0):
            share = depth_before / (depth_before - depth)
            found.append(
                (before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1]))
            )
        if depth >= 0:
            found.append(point)
    return tuple(found)


def inside(polygons: Iterable[Polygon], box: Box) -> tuple[Polygon, ...]:
    """Return what of filled polygons lies inside a box; their corners are rounded."""
    found = []
    for polygon in polygons:
        points: Outline = polygon.points
        points = cut_off(points, (box.left, box.top), (1, 0))
        points = cut_off(points, (box.left, box.top), (0, 1))
        points = cut_off(points, (box.right, box.bottom), (-1, 0))
        points = cut_off(points, (box.right, box.bottom), (0, -1))
        if points := _rounded(points):
            found.append(Polygon(points, polygon.fill))
    return tuple(found)


def _rounded(points: Sequence[Point]) -> Outline:
    near = [(round(x / _GRAIN_MM) * _GRAIN_MM, round(y / _GRAIN_MM) * _GRAIN_MM) for x, y in points]
    return tuple((round(x, 2), round(y, 2)) for index, (x, y) in enumerate(near) if (x, y) != near[index - 1])


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return a colour between two, or beyond: `share` 0 is the first, 1 the other."""
    channels = (
        round(min(255.0, max(0.0, _channel(one, at) + share * (_channel(other, at) - _channel(one, at)))))
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def _channel(colour: Colour, at: int) -> int:
    return int(colour[at : at + 2], 16)
