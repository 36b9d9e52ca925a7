"""Draws on the pictures of an explanation. Words and patterns say all that colours say."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from PIL import Image, ImageDraw

from api.markup import Html, element
from api.overlay import DECK_COLOURS, ILLEGAL, Colour, font_of, write

if TYPE_CHECKING:
    from vision.explanation import FromAbove
    from vision.photo import Pixels

State = Literal["seen", "unlike", "covered", "doubtful"]

_COLOURS: Final[dict[State, Colour]] = {
    "seen": DECK_COLOURS[2],
    "unlike": ILLEGAL,
    "covered": (150, 150, 150),
    "doubtful": DECK_COLOURS[1],
}
_DARK: Final = (0, 0, 0, 140)
_GRID: Final = (255, 255, 255, 150)
_WHITE: Final[Colour] = (255, 255, 255)


class Mark(NamedTuple):
    """What was made of a square of a card.

    Attributes:
        state: seen; unlike, seen and yet not like the card; covered by another card; or doubtful.
        likeness: to the card's picture, 1 for the same picture and about 0 for any other.
    """

    state: State
    likeness: float


class Pictures:
    """The pictures of a page or of a part of it.

    Args:
        prefix: what the names of a part begin with, so that no two parts have the same.
        files: name of a file -> the picture.
    """

    def __init__(self, prefix: str = "", files: dict[str, Image.Image] | None = None) -> None:
        self.files: dict[str, Image.Image] = {} if files is None else files
        self._prefix = prefix

    def part(self, prefix: str) -> "Pictures":
        """Return the pictures of a part of the page."""
        return Pictures(prefix, self.files)

    def at(self, name: str) -> str:
        """Return a name as it is in this part of the page."""
        return f"{self._prefix}{name}"

    def shown(self, name: str, picture: Image.Image, alt: str) -> Html:
        """Keep a picture under a name and return the element that shows it."""
        self.files[self.at(name)] = picture
        width, height = picture.size
        return element("img", src=self.at(name), alt=alt, width=width, height=height, loading="lazy")

    def figure(self, name: str, picture: Image.Image, caption: str, alt: str) -> Html:
        """Keep a picture under a name and return the element that shows it with a caption."""
        return element("figure", self.shown(name, picture, alt), element("figcaption", caption))


def image_of(pixels: "Pixels") -> Image.Image:
    """Return pixels as a picture in RGB."""
    return Image.fromarray(pixels[:, :, ::-1].copy())


def side_by_side(left: Image.Image, right: Image.Image) -> Image.Image:
    """Return two pictures of one height as one, with a gap between them."""
    gap = max(2, left.width // 24)
    both = Image.new("RGB", (left.width + gap + right.width, left.height), _WHITE)
    both.paste(left, (0, 0))
    both.paste(right, (left.width + gap, 0))
    return both


def marked(card: Image.Image, marks: Sequence[Mark]) -> Image.Image:
    """Return a card's picture with its nine squares marked, row by row.

    Args:
        card: a square picture, RGB.
        marks: nine.
    """
    layer = Image.new("RGBA", card.size)
    pen = ImageDraw.Draw(layer)
    side = card.width / 3
    for place, mark in enumerate(marks):
        row, column = divmod(place, 3)
        _draw_mark(pen, (column * side, row * side), side, mark)
    return _laid_over(card, layer)


def with_lattice(table: "FromAbove") -> Image.Image:
    """Return the table from above with the lattice, its columns and rows numbered."""
    picture = image_of(table.picture)
    layer = Image.new("RGBA", picture.size)
    pen = ImageDraw.Draw(layer)
    side, (width, height) = table.side_px, picture.size
    for x in range(0, width, side):
        pen.line(((x, 0), (x, height)), fill=_GRID)
    for y in range(0, height, side):
        pen.line(((0, y), (width, y)), fill=_GRID)
    font = font_of(max(10, side // 3))
    for middle, text in _numbers(table, picture.size):
        write(pen, middle, text, font, _WHITE)
    return _laid_over(picture, layer)


def _numbers(table: "FromAbove", size: tuple[int, int]) -> Iterator[tuple[tuple[float, float], str]]:
    """Return the numbers of columns and rows and where they stand, in the margin at the top and left."""
    side, first = table.side_px, table.first
    for column in range(1, size[0] // side):
        yield ((column + 0.5) * side, 0.5 * side), str(first.x + column)
    for row in range(1, size[1] // side):
        yield (0.5 * side, (row + 0.5) * side), str(first.y + row)


def _draw_mark(pen: ImageDraw.ImageDraw, at: tuple[float, float], side: float, mark: Mark) -> None:
    colour = _COLOURS[mark.state]
    box = (at[0] + 2, at[1] + 2, at[0] + side - 3, at[1] + side - 3)
    if mark.state == "covered":
        pen.rectangle((*at, at[0] + side - 1, at[1] + side - 1), fill=_DARK)
    pen.rectangle(box, outline=(*colour, 255), width=4 if mark.state in ("unlike", "doubtful") else 1)
    text = f"{mark.state}\n{mark.likeness:.2f}"
    write(pen, (at[0] + side / 2, at[1] + side * 0.74), text, font_of(max(10, round(side / 6))), colour)


def _laid_over(picture: Image.Image, layer: Image.Image) -> Image.Image:
    picture = picture.copy()
    picture.paste(layer, mask=layer)
    return picture
