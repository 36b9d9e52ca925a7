"""Explains how a photo was read: a page of pictures, stage by stage, so that a failure shows to the eye."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from api.answers import Corners, PhotoSource, ReadAnswer
from api.explain_cards import cards_section
from api.explain_order import order_section
from api.explain_pictures import Pictures, image_of, with_lattice
from api.explain_rest import rest_section, summary
from api.looking import Look
from api.markup import Html, document, element, joined
from api.outputs import EXPLANATION
from api.overlay import draw
from api.service import annotated, outlines
from vision.errors import VisionError
from vision.explanation import FromAbove, Views
from vision.photo import load_photo
from vision.reading import READER_SIDE_PX

_LONGEST_PX: Final = 1600
_CELL_PX: Final = 64


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page and the pictures on it.

    Attributes:
        html: the page.
        pictures: name of a file beside the page -> the picture, RGB.
    """

    html: str
    pictures: Mapping[str, Image.Image]


def explanation(photo: PhotoSource, seen: Look, answer: ReadAnswer) -> Explanation:
    """Explain how a photo was read.

    Args:
        photo: the photo.
        seen: what was seen.
        answer: what was made of it.
    """
    pictures = Pictures()
    views = Views(load_photo(photo.data, max_side_px=READER_SIDE_PX), seen.album, seen.reading)
    return _page(
        photo,
        pictures,
        summary(answer),
        _contents(),
        _photo_section(annotated(photo, answer), pictures),
        _table_section(seen, answer, views, pictures),
        cards_section(seen, answer, views, pictures),
        order_section(seen, views, pictures),
        rest_section(seen, answer),
    )


def refusal(photo: PhotoSource, error: Exception) -> Explanation:
    """Explain that a photo was not read: what there is of it, and the reason."""
    pictures = Pictures()
    return _page(
        photo,
        pictures,
        element(
            "p", "This photo was not read: ", element("strong", str(error).rstrip(".")), ".", class_="note"
        ),
        _as_taken(photo, pictures),
        element(
            "p",
            "What helps: the whole table in the photo, seen from above, sharp, without glare, and the album "
            "of the very cards and the very side that lie on the table.",
        ),
    )


def _page(photo: PhotoSource, pictures: Pictures, *sections: Html) -> Explanation:
    title = f"How {photo.name} was read"
    return Explanation(document(title, element("h1", title), *sections, made_by=EXPLANATION), pictures.files)


def _contents() -> Html:
    parts = (
        ("photo", "photo"),
        ("table", "table"),
        ("cards", "cards"),
        ("order", "order"),
        ("open", "what stays open"),
    )
    links = (
        element("a", f"{number}. {what}", href=f"#{at}") for number, (at, what) in enumerate(parts, start=1)
    )
    return element("p", *(joined((link, "  ")) for link in links))


def _photo_section(drawn: Image.Image, pictures: Pictures) -> Html:
    drawn.thumbnail((_LONGEST_PX, _LONGEST_PX))
    return joined(
        (
            element("h2", "1. The photo", id="photo"),
            element("p", "Each card that was found has an outline. A card without one was overlooked."),
            pictures.shown(
                "photo.jpg", drawn, "The photo with an outline, the name and the points of each card"
            ),
        )
    )


def _table_section(seen: Look, answer: ReadAnswer, views: Views, pictures: Pictures) -> Html:
    """Show the table from above, with the lattice and the cards."""
    table = views.from_above(longest_px=_LONGEST_PX, largest_cell_px=_CELL_PX)
    drawn = [
        replace(outline, corners=_corners(table, site))
        for outline, site in zip(outlines(answer), seen.subject.ways[0].sites, strict=True)
    ]
    return joined(
        (
            element("h2", "2. The table from above", id="table"),
            element(
                "p",
                "The photo, straightened so that all squares are equal. Places are counted to the right and "
                "downwards, as the numbers at the edge say. Where outlines lie far off the lines, the "
                "places are doubtful.",
            ),
            pictures.shown(
                "table.jpg", draw(with_lattice(table), drawn), "The table from above, with the lattice"
            ),
        )
    )


def _corners(table: FromAbove, site: int) -> Corners:
    return tuple((float(x), float(y)) for x, y in table.corners[site])


def _as_taken(photo: PhotoSource, pictures: Pictures) -> Html:
    """Show a photo as it is, if it is one."""
    try:
        loaded = load_photo(photo.data, max_side_px=_LONGEST_PX)
    except VisionError:
        return element("p", "The file cannot be shown.")
    return pictures.shown("photo.jpg", image_of(loaded.pixels), "The photo")
