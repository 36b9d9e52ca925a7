"""What is drawn on paper, as plain data: shapes in millimetres, x to the right, y down.

One description serves a printed page and a picture of it, so that what is measured is what is printed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

Colour: TypeAlias = str
"""As `#rrggbb`."""

BLACK: Final[Colour] = "#000000"
WHITE: Final[Colour] = "#ffffff"
GREY: Final[Colour] = "#808080"

Point: TypeAlias = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle.

    Attributes:
        left: of its left side.
        top: of its upper side.
        width: its width.
        height: its height.
    """

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Of its right side."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Of its lower side."""
        return self.top + self.height

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from the top left."""
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )

    def moved(self, dx: float, dy: float) -> "Box":
        """Return the box elsewhere."""
        return replace(self, left=self.left + dx, top=self.top + dy)


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed polygon.

    Attributes:
        points: its corners.
        fill: the colour inside; None where what lies beneath is seen.
        line: the colour of its outline; None for none.
        line_mm: how wide that is, half inside and half outside.
    """

    points: tuple[Point, ...]
    fill: Colour | None = None
    line: Colour | None = None
    line_mm: float = 0.3

    def moved(self, dx: float, dy: float) -> "Polygon":
        """Return the polygon elsewhere."""
        return replace(self, points=tuple((x + dx, y + dy) for x, y in self.points))

    def scaled(self, factor: float) -> "Polygon":
        """Return the polygon so many times as large, and as far from (0, 0), to the micrometre."""
        points = tuple((round(factor * x, 3), round(factor * y, 3)) for x, y in self.points)
        return replace(self, points=points, line_mm=factor * self.line_mm)


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line.

    Attributes:
        start: one end.
        end: the other.
        colour: its colour.
        width_mm: its width.
    """

    start: Point
    end: Point
    colour: Colour = BLACK
    width_mm: float = 0.3

    def moved(self, dx: float, dy: float) -> "Line":
        """Return the line elsewhere."""
        (x, y), (u, v) = self.start, self.end
        return replace(self, start=(x + dx, y + dy), end=(u + dx, v + dy))


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text.

    Attributes:
        text: what it says.
        at: on its base line: where it begins, has its middle or ends, as `anchor` tells.
        size_mm: of the letters, from the top of the highest to the bottom of the lowest.
        anchor: which part of the text lies at that point.
        bold: whether in bold type.
        colour: of the letters.
        most_mm: the room there is; letters are made smaller where the text is longer than that.
    """

    text: str
    at: Point
    size_mm: float
    anchor: Anchor = "start"
    bold: bool = False
    colour: Colour = BLACK
    most_mm: float | None = None

    def moved(self, dx: float, dy: float) -> "Words":
        """Return the text elsewhere."""
        return replace(self, at=(self.at[0] + dx, self.at[1] + dy))


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is no drawing.

    Attributes:
        box: where it lies.
        data: a PNG or JPEG file.
    """

    box: Box
    data: bytes

    def moved(self, dx: float, dy: float) -> "Picture":
        """Return the picture elsewhere."""
        return replace(self, box=self.box.moved(dx, dy))


Shape: TypeAlias = Polygon | Line | Words | Picture


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a card or page, those further back first.

    Attributes:
        width_mm: of the card or page.
        height_mm: of the card or page.
        shapes: what is on it, from its top left corner.
    """

    width_mm: float
    height_mm: float
    shapes: tuple[Shape, ...] = ()

    def adding(self, shapes: Iterable[Shape]) -> "Drawing":
        """Return the drawing with shapes on top."""
        return replace(self, shapes=(*self.shapes, *shapes))


def rectangle(
    box: Box, fill: Colour | None = None, line: Colour | None = None, line_mm: float = 0.3
) -> Polygon:
    """Return a box as a polygon."""
    return Polygon(box.corners, fill, line, line_mm)
