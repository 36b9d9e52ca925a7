"""Pages of cards at true size: where the cards lie, where to cut, and fronts and backs that register.

A page's back is the mirror image of its front about the upright through its middle, as a sheet is when it is
turned over at its long edge. Cards lie apart, so that a cut beside a card's edge does not show its neighbour.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from puzzles.errors import PuzzleError
from puzzles.shapes import BLACK, GREY, Box, Drawing, Line, Shape, Words

CARD_MM: Final = 75.0
"""Side of a card."""

GAP_MM: Final = 6.0
"""Between cards: what a printer may be off, twice, and room for the marks."""

_MARK_AWAY_MM: Final = 0.6
_MARK_MM: Final = 2.0
"""Cut marks begin so far from a card, so that none is left on it, and are so long."""

_LEAST_MARGIN_MM: Final = 12.0
"""Printers leave up to 6 mm of a sheet white, and the line beneath the cards takes 6."""

_CHECK_MM: Final = 50.0

PaperName = Literal["a4", "letter"]


@dataclass(frozen=True, slots=True)
class Paper:
    """A kind of paper, upright.

    Attributes:
        name: what users call it.
        width_mm: the shorter side.
        height_mm: the longer side.
    """

    name: PaperName
    width_mm: float
    height_mm: float


PAPERS: Final = (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))
"""ISO 216 and ANSI/ASME Y14.1."""


def paper_named(name: str) -> Paper:
    """Return a kind of paper by its name.

    Raises:
        PuzzleError: there is none.
    """
    for paper in PAPERS:
        if paper.name == name:
            return paper
    known = " or ".join(paper.name for paper in PAPERS)
    raise PuzzleError(f"paper: expected {known}; found {name!r}")


def slots(
    paper: Paper, width_mm: float = CARD_MM, height_mm: float = CARD_MM, *, gap_mm: float = GAP_MM
) -> tuple[Box, ...]:
    """Return where cards lie on a page, row by row, as many as it takes; their middle is the page's.

    Args:
        paper: the paper.
        width_mm: width of a card.
        height_mm: height of a card.
        gap_mm: between cards.

    Raises:
        PuzzleError: not even one has room.
    """
    columns = _most(paper.width_mm, width_mm, gap_mm)
    rows = _most(paper.height_mm, height_mm, gap_mm)
    if not columns or not rows:
        raise PuzzleError(f"expected cards that {paper.name} has room for; found {width_mm} x {height_mm} mm")
    left, top = (
        (paper.width_mm - columns * width_mm - (columns - 1) * gap_mm) / 2,
        (paper.height_mm - rows * height_mm - (rows - 1) * gap_mm) / 2,
    )
    return tuple(
        Box(left + column * (width_mm + gap_mm), top + row * (height_mm + gap_mm), width_mm, height_mm)
        for row in range(rows)
        for column in range(columns)
    )


def behind(box: Box, paper: Paper) -> Box:
    """Return where a box of the front lies on the back, seen from there."""
    return Box(paper.width_mm - box.right, box.top, box.width, box.height)


def card_pages(
    paper: Paper, fronts: Sequence[Drawing], backs: Sequence[Drawing] = (), *, gap_mm: float = GAP_MM
) -> tuple[Drawing, ...]:
    """Lay cards of one size out on pages with cut marks; where cards have backs, each second page bears them.

    Args:
        paper: the paper.
        fronts: the cards' fronts.
        backs: their backs in the same order; none where they have none.
        gap_mm: between cards.

    Returns:
        The pages; none where there are no cards.

    Raises:
        PuzzleError: there is no room, or not a back for each front.
    """
    if not fronts:
        return ()
    if backs and len(backs) != len(fronts):
        raise PuzzleError(f"expected a back for each of {len(fronts)} cards; found {len(backs)}")
    places = slots(paper, fronts[0].width_mm, fronts[0].height_mm, gap_mm=gap_mm)
    mirrored = tuple(behind(place, paper) for place in places)
    pages = []
    for begun in range(0, len(fronts), len(places)):
        page = slice(begun, begun + len(places))
        pages.append(_page(paper, places, fronts[page], two_sided=bool(backs)))
        if backs:
            pages.append(_page(paper, mirrored, backs[page], two_sided=True))
    return tuple(pages)


def cut_marks(box: Box) -> Iterator[Line]:
    """Go through the marks at a card's corners: two each, in line with its sides, outside of it."""
    for x, across in ((box.left, -1), (box.right, 1)):
        for y, down in ((box.top, -1), (box.bottom, 1)):
            near, far = _MARK_AWAY_MM, _MARK_AWAY_MM + _MARK_MM
            yield Line((x + across * near, y), (x + across * far, y), BLACK, 0.15)
            yield Line((x, y + down * near), (x, y + down * far), BLACK, 0.15)


def placed(drawing: Drawing, box: Box) -> tuple[Shape, ...]:
    """Return a drawing's shapes with its top left corner at that of a box."""
    return tuple(shape.moved(box.left, box.top) for shape in drawing.shapes)


def _page(paper: Paper, places: Sequence[Box], cards: Sequence[Drawing], *, two_sided: bool) -> Drawing:
    page = Drawing(paper.width_mm, paper.height_mm)
    for place, card in zip(places, cards, strict=False):
        page = page.adding([*placed(card, place), *cut_marks(place)])
    return page.adding(_check_line(paper, two_sided=two_sided))


def _check_line(paper: Paper, *, two_sided: bool) -> tuple[Shape, ...]:
    """Return a line by which a user sees whether the page was printed at true size."""
    y, left = paper.height_mm - 8.0, (paper.width_mm - _CHECK_MM) / 2
    ends = [Line((x, y - 1), (x, y + 1), GREY, 0.2) for x in (left, left + _CHECK_MM)]
    both = "; both sides, turned at the long edge" if two_sided else ""
    text = f"Print at 100 %{both}. This line is {_CHECK_MM:.0f} mm long:"
    return (
        Line((left, y), (left + _CHECK_MM, y), GREY, 0.2),
        *ends,
        Words(text, (paper.width_mm / 2, y - 2), 2.6, "middle", colour=GREY),
    )


def _most(room_mm: float, side_mm: float, gap_mm: float) -> int:
    """Return how many cards have room along a side of the paper."""
    return int((room_mm - 2 * _LEAST_MARGIN_MM + gap_mm) // (side_mm + gap_mm))
