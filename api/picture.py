"""A board as a picture: coloured squares with letters, in a terminal or as SVG.

Every pattern has a colour and letters of its own, so that nothing hangs on the colours alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from rich.text import Text

from games.camouflage import CENTRE, Cell, Deck, Table
from games.camouflage.surface import surface
from puzzles.outline import CENTRE as CENTRE_MARK
from puzzles.outline import EMPTY, SQUARE, Outline

_COLOURS: Final = (
    "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#5e9bd1", "#d55e00", "#cc79a7", "#bbbbbb",
    "#b5d33d", "#8f7fd1", "#d9a58c", "#6ad1c7",
)  # fmt: skip
"""Colours that stay apart for the colour-blind, light enough for dark letters (after Okabe and Ito)."""

_MARKS: Final = {
    EMPTY: ("    ", ""),
    SQUARE: ("[  ]", "#000000 on #dddddd"),
    CENTRE_MARK: ("[##]", "bold white on #222222"),
}
"""A square of an outline, in characters that tell squares and centres apart without colours."""

_SIDE: Final = 48
"""The side of a square in an SVG, in its own units."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as it is drawn.

    Attributes:
        squares: the topmost square of each cell: a pattern, or `CENTRE`.
        numbers: for each cell with a centre on top, the number of its card.
        cards: the cards with their centres, bottom first; the first has number 1.
        letters: the letters of each pattern.
        colours: the colour of each pattern.
    """

    squares: Mapping[Cell, str]
    numbers: Mapping[Cell, int]
    cards: Sequence[tuple[str, Cell]]
    letters: Mapping[str, str]
    colours: Mapping[str, str]

    @property
    def frame(self) -> tuple[int, int, int, int]:
        """The least x and y, and the numbers of columns and rows."""
        xs, ys = ({cell[axis] for cell in self.squares} for axis in (0, 1))
        return min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def picture_of(table: Table, deck: Deck) -> Picture:
    """Return the picture of a table with a shared board and at least one card.

    Raises:
        UnknownCardError: the deck lacks a card.
    """
    top = surface(table.board, deck, table.face)
    cards = [(placement.card, Cell(*placement.centre)) for placement in table.board]
    number = {card: index for index, (card, _) in enumerate(cards, 1)}
    names = deck.patterns[table.face]
    return Picture(
        squares={cell: square.pattern for cell, square in top.items()},
        numbers={cell: number[square.card] for cell, square in top.items() if square.pattern == CENTRE},
        cards=cards,
        letters=_letters(names),
        colours={name: _COLOURS[index % len(_COLOURS)] for index, name in enumerate(names)},
    )


def in_terminal(picture: Picture) -> Iterator[Text]:
    """Go through the rows of a picture, and of its legend; a centre shows the number of its card."""
    left, top, columns, rows = picture.frame
    for y in range(top, top + rows):
        line = Text()
        for x in range(left, left + columns):
            line.append_text(_square(picture, Cell(x, y)))
        yield line
    yield Text()
    shown = sorted({*picture.squares.values()} - {CENTRE})
    legend = Text()
    for name in shown:
        legend.append(f" {picture.letters[name]} ", f"#000000 on {picture.colours[name]}")
        legend.append(f" {name}  ")
    yield legend
    yield Text("  ".join(f"{number} {card}" for number, (card, _) in enumerate(picture.cards, 1)))


def outline_in_terminal(outline: Outline) -> Iterator[Text]:
    """Go through the rows of an outline as a puzzle card draws it, centres black."""
    for row in outline.rows:
        line = Text()
        for mark in row:
            line.append(*_MARKS[mark])
        yield line


def as_svg(picture: Picture) -> str:
    """Return a picture as an SVG document, cards outlined from the bottom up."""
    left, top, columns, rows = picture.frame
    size = f"{columns * _SIDE} {rows * _SIDE}"
    font = 'font-family="sans-serif" text-anchor="middle" dominant-baseline="central"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" {font}>']
    for cell, pattern in sorted(picture.squares.items()):
        parts += _drawn(picture, cell, pattern, (cell.x - left) * _SIDE, (cell.y - top) * _SIDE)
    for _, centre in picture.cards:
        x, y = (centre.x - left - 1) * _SIDE, (centre.y - top - 1) * _SIDE
        side = 3 * _SIDE - 2
        parts.append(
            f'<rect x="{x + 1}" y="{y + 1}" width="{side}" height="{side}" rx="6" fill="none" '
            'stroke="#000" stroke-opacity=".6" stroke-width="2"/>'
        )
    return "\n".join((*parts, "</svg>\n"))


def _drawn(picture: Picture, cell: Cell, pattern: str, x: int, y: int) -> Iterator[str]:
    number = picture.numbers.get(cell)
    fill = "#222" if number else picture.colours[pattern]
    yield f'<rect x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}" fill="{fill}"/>'
    middle = f'x="{x + _SIDE / 2:g}" y="{y + _SIDE / 2:g}"'
    if number:
        yield f'<text {middle} fill="#fff" font-size="11">{escape(picture.cards[number - 1][0])}</text>'
    else:
        yield f'<text {middle} font-size="16">{escape(picture.letters[pattern])}</text>'
        yield f"<title>{escape(pattern)}</title>"


def _square(picture: Picture, cell: Cell) -> Text:
    pattern = picture.squares.get(cell)
    if pattern is None:
        return Text("    ")
    if number := picture.numbers.get(cell):
        return Text(f"{number:^4}", "bold white on #222222")
    return Text(f"{picture.letters[pattern]:^4}", f"#000000 on {picture.colours[pattern]}")


def _letters(names: Sequence[str]) -> dict[str, str]:
    """Return two letters for each name, no two alike: the first with another of its own where it can be."""
    letters: dict[str, str] = {}
    for name in names:
        options = [f"{name[0]}{each}" for each in name[1:]] or [name]
        options += [f"{name[0]}{number}" for number in range(len(names))]
        letters[name] = next(each for each in options if each not in letters.values())
    return letters
