"""Draws an album: its cards, and for each pattern the squares that bear it, so that a wrong one is seen.

A square is named as commands name it, such as `lion-3:1,2`. One that is in doubt has a question mark and a
frame.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image, ImageDraw

from api.albums import AlbumAnswer, ShownFace
from api.explain_pictures import image_of
from api.overlay import ILLEGAL, font_of
from vision.album_pictures import PICTURE_SIDE_PX

if TYPE_CHECKING:
    from vision.album import Album

_WIDTH_PX: Final = 1480
_CARD_PX: Final = 200
_SQUARE_PX: Final = 76
_GAP_PX: Final = 14
_TITLE_PX: Final = 30
_PAPER: Final = (255, 255, 255)
_INK: Final = (20, 20, 20)
_LONGEST_NAME: Final = 40


class _Item(NamedTuple):
    """A picture and what is written beneath it.

    Attributes:
        picture: the picture, square.
        name: the text.
        doubtful: whether it is to be looked at.
    """

    picture: Image.Image
    name: str
    doubtful: bool = False


class _Row(NamedTuple):
    """A title, and pictures beneath it.

    Attributes:
        title: the title.
        items: the pictures, all of one size.
        side_px: their size.
    """

    title: str
    items: Sequence[_Item]
    side_px: int

    @property
    def columns(self) -> int:
        """How many pictures stand side by side."""
        return (_WIDTH_PX - _GAP_PX) // (self.side_px + _GAP_PX)

    @property
    def line_px(self) -> int:
        """How high a line of pictures with their names is."""
        return self.side_px + 2 * _GAP_PX

    @property
    def height_px(self) -> int:
        """How high all of it is."""
        return _TITLE_PX + _GAP_PX + -(-len(self.items) // self.columns) * self.line_px


def sheet(album: "Album") -> Image.Image:
    """Return a picture of all that is in an album, in RGB."""
    pairs = zip(album.faces, AlbumAnswer(album).faces, strict=True)
    rows = [row for own, face in pairs for row in (*_cards(own, face), *_patterns(own, face))]
    picture = Image.new("RGB", (_WIDTH_PX, _GAP_PX + sum(row.height_px for row in rows)), _PAPER)
    pen, top = ImageDraw.Draw(picture), _GAP_PX
    for row in rows:
        _draw(row, picture, pen, top)
        top += row.height_px
    return picture


def _cards(album: "Album", face: ShownFace) -> Iterator[_Row]:
    for deck in face.deck.decks:
        own = [card.id for card in face.deck.cards_of(deck) if card.id in album.pictures]
        items = [_Item(image_of(album.pictures[card]), card) for card in own]
        yield _Row(f"{face.face}: {_short(deck)}, {len(items)} cards", items, _CARD_PX)


def _patterns(album: "Album", face: ShownFace) -> Iterator[_Row]:
    doubtful = {(doubt.card, *doubt.cell) for doubt in face.doubtful}
    for pattern in face.patterns:
        items = [
            _Item(_square(album, *square), square.shown, square in doubtful)
            for square in pattern.squares
            if square.card in album.pictures
        ]
        yield _Row(f"{face.face}: {_short(pattern.pattern)}, {len(items)} squares", items, _SQUARE_PX)


def _square(album: "Album", card: str, row: int, column: int) -> Image.Image:
    side = PICTURE_SIDE_PX // 3
    left, top = column * side, row * side
    return image_of(album.pictures[card]).crop((left, top, left + side, top + side))


def _draw(row: _Row, picture: Image.Image, pen: ImageDraw.ImageDraw, top: int) -> None:
    pen.text((_GAP_PX, top), row.title, _INK, font_of(_TITLE_PX * 2 // 3))
    for number, item in enumerate(row.items):
        line, column = divmod(number, row.columns)
        x = _GAP_PX + column * (row.side_px + _GAP_PX)
        y = top + _TITLE_PX + line * row.line_px
        picture.paste(item.picture.resize((row.side_px, row.side_px), Image.Resampling.LANCZOS), (x, y))
        if item.doubtful:
            pen.rectangle((x - 4, y - 4, x + row.side_px + 3, y + row.side_px + 3), outline=ILLEGAL, width=4)
        _caption(pen, (x + row.side_px / 2, y + row.side_px + _GAP_PX), row.side_px + _GAP_PX - 2, item)


def _caption(pen: ImageDraw.ImageDraw, middle: tuple[float, float], width_px: int, item: _Item) -> None:
    """Writes beneath a picture, as small as the name has to be."""
    text = f"{_short(item.name)}{' ?' if item.doubtful else ''}"
    sizes = (size for size in (15, 13, 12, 11, 10, 9) if pen.textlength(text, font_of(size)) <= width_px)
    pen.text(middle, text, ILLEGAL if item.doubtful else _INK, font_of(next(sizes, 8)), anchor="mm")


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
