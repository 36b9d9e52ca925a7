"""A page that shows which card of the deck is which, as the cards themselves bear no names."""

from collections.abc import Iterator, Sequence
from typing import Final

from puzzles.pages import Paper, slots
from puzzles.shapes import Box, Drawing, Polygon, Shape, Words

_SIDE_MM: Final = 26.0
_NAMED_MM: Final = 31.0
_GAP_MM: Final = 4.0
"""How wide a small card is, how high with its name, and how far apart: a row holds an animal's six cards."""

_NAME_MM: Final = 3.4
_TITLE_MM: Final = 6.0


def overview(title: str, names: Sequence[str], cards: Sequence[Drawing], paper: Paper) -> Drawing:
    """Return a page with a small picture of each card, and its name beneath.

    Args:
        title: what stands above them.
        names: the cards' names.
        cards: one side of each in the same order, drawn as polygons; there is room for 42.
        paper: the paper.
    """
    places = slots(paper, _SIDE_MM, _NAMED_MM, gap_mm=_GAP_MM)
    above = places[0].left, places[0].top - _GAP_MM
    page = Drawing(paper.width_mm, paper.height_mm, (Words(title, above, _TITLE_MM, bold=True),))
    for place, name, card in zip(places[: len(cards)], names, cards, strict=True):
        page = page.adding(_named(name, card, place))
    return page


def _named(name: str, card: Drawing, place: Box) -> Iterator[Shape]:
    """Go through the shapes of a small picture and the name beneath it."""
    for shape in card.shapes:
        if isinstance(shape, Polygon):
            yield shape.scaled(_SIDE_MM / card.width_mm).moved(place.left, place.top)
    yield Words(name, (place.left + _SIDE_MM / 2, place.top + _SIDE_MM + _NAME_MM), _NAME_MM, "middle")
