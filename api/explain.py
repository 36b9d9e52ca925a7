"""Explains how a photo was read: a page of pictures, stage by stage, so that a failure shows to the eye."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from api.answers import Corners, PhotoSource, ReadAnswer, plain_corners
from api.errors import EXPECTED
from api.explain_cards import cards_section
from api.explain_order import order_section
from api.explain_pictures import Pictures, image_of, with_lattice
from api.explain_rest import rest_section, summary
from api.joining import Taken
from api.looking import Look
from api.markup import Html, document, element, joined, listed
from api.outputs import EXPLANATION
from api.overlay import draw
from api.service import annotated, outlines, read_answer
from api.solving import solved
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


def explanation(seen: Look, answer: ReadAnswer) -> Explanation:
    """Explain how a table was read, from one photo or several, and with what was said of it.

    Where there is more than one photo of the board, or something was said, each photo is explained by
    itself, and then what all of it comes to.

    Args:
        seen: what was seen.
        answer: what was made of it.
    """
    pictures = Pictures()
    photos = [each.photo for each in seen.taken]
    if len(photos) == 1 and not answer.kept.steps and seen.begun is None:
        sections = (*_photo_sections(seen, answer, pictures), rest_section(answer))
        return _page(photos, pictures, summary(answer), _contents(pictures), *sections)
    parts = [*seen.taken, *(seen.begun.taken if seen.begun else ())]
    links = [(part.name, f"p{number}") for number, part in enumerate(parts, start=1)]
    return _page(
        [part.photo for part in parts],
        pictures,
        summary(answer),
        _linked([*links, ("all together", "together")]),
        *(each for number, part in enumerate(parts, start=1) for each in _part(number, part, seen, pictures)),
        element("h1", "All together", id="together"),
        _said(answer),
        _photo_section(annotated(seen.photo, answer), pictures),
        rest_section(answer),
    )


def alone(seen: Look, taken: Taken) -> Look:
    """Return what one of several photos shows by itself, whatever was said of the table.

    Raises:
        UndecidedError: no board was found for it, or not whose piles there are.
    """
    reading = taken.reading
    sites = range(len(reading.evidence.sites))
    kept = replace(
        seen.kept,
        photos=(taken.name,),
        deck=taken.album.deck,
        evidence=reading.evidence,
        corners=tuple(plain_corners(reading.card_corners(site, 0)) for site in sites),
        warnings=reading.warnings,
        steps=(),
        start=None,
    )
    subject, cells = solved(kept)
    return Look(
        reading, subject, {**reading.time_ms}, seen.began, taken.album, kept, cells, taken.photo, (taken,)
    )


def _part(number: int, taken: Taken, seen: Look, pictures: Pictures) -> Iterator[Html]:
    """Explain one of several photos by itself."""
    yield element("h1", f"{taken.name} by itself", id=f"p{number}")
    try:
        own = alone(seen, taken)
        answer = read_answer(own)
    except EXPECTED as error:
        yield element("p", f"By itself it tells too little: {error}.", class_="note")
        return
    yield summary(answer)
    yield from _photo_sections(own, answer, pictures.part(f"p{number}-"))


def _photo_sections(seen: Look, answer: ReadAnswer, pictures: Pictures) -> tuple[Html, ...]:
    views = Views(load_photo(seen.photo.data, max_side_px=READER_SIDE_PX), seen.album, seen.reading)
    return (
        _photo_section(annotated(seen.photo, answer), pictures),
        _table_section(seen, answer, views, pictures),
        cards_section(seen, answer, views, pictures),
        order_section(seen, views, pictures),
    )


def _said(answer: ReadAnswer) -> Html:
    """Tell what was said of the table."""
    steps = (f"{each.answer}{' (taken back)' if each.undone else ''}" for each in answer.kept.steps)
    return joined((element("h2", "What was said"), listed(steps, "Nothing.")))


def refusal(photo: PhotoSource, error: Exception) -> Explanation:
    """Explain that a photo was not read: what there is of it, and the reason."""
    pictures = Pictures()
    return _page(
        [photo],
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


def _page(photos: Sequence[PhotoSource], pictures: Pictures, *sections: Html) -> Explanation:
    *others, last = (photo.name for photo in photos)
    title = f"How {', '.join(others)} and {last} were read" if others else f"How {last} was read"
    return Explanation(document(title, element("h1", title), *sections, made_by=EXPLANATION), pictures.files)


def _contents(pictures: Pictures) -> Html:
    parts = (
        ("photo", "photo"),
        ("table", "table"),
        ("cards", "cards"),
        ("order", "order"),
        ("open", "what stays open"),
    )
    return _linked((what, pictures.at(at)) for at, what in parts)


def _linked(parts: Iterable[tuple[str, str]]) -> Html:
    """Return a line of links; each part has its title and where it is on the page."""
    return element("p", *(joined((element("a", title, href=f"#{at}"), "  ")) for title, at in parts))


def _photo_section(drawn: Image.Image, pictures: Pictures) -> Html:
    drawn.thumbnail((_LONGEST_PX, _LONGEST_PX))
    return joined(
        (
            element("h2", "The photo", id=pictures.at("photo")),
            element("p", "Each card that was found has an outline. A card without one was overlooked."),
            pictures.shown(
                "photo.jpg", drawn, "The photo with an outline, the name and the points of each card"
            ),
        )
    )


def _table_section(seen: Look, answer: ReadAnswer, views: Views, pictures: Pictures) -> Html:
    """Show the table from above, with the lattice and the cards."""
    table = views.from_above(longest_px=_LONGEST_PX, largest_cell_px=_CELL_PX)
    way = seen.subject.ways[0]
    sites = (*way.sites, *(site for site, _ in way.beside))
    drawn = [
        replace(outline, corners=_corners(table, site))
        for outline, site in zip(outlines(answer), sites, strict=True)
    ]
    return joined(
        (
            element("h2", "The table from above", id=pictures.at("table")),
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
