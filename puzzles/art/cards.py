"""The cards of the demo deck as drawings: eight prints about a head, no two squares drawn alike."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

from games.camouflage import CENTRE, Card, Deck, FaceName
from puzzles.art.gems import GEMS
from puzzles.art.heads import ANIMALS
from puzzles.art.outlines import inside
from puzzles.art.prints import PRINTS, SIDE_MM
from puzzles.errors import PuzzleError
from puzzles.pages import CARD_MM
from puzzles.shapes import WHITE, Box, Drawing, Polygon, rectangle

_EDGE_MM: Final = 1.2
"""The white edge of a card, so that a cut a little beside its mark is not seen."""

_SEAM_MM: Final = 0.4
"""Half of the white seam between squares."""


def card_drawing(card: Card, face: FaceName) -> Drawing:
    """Draw one side of a card.

    Raises:
        PuzzleError: it bears a pattern or an animal that is not drawn here.
    """
    drawing = Drawing(CARD_MM, CARD_MM, (rectangle(Box(0, 0, CARD_MM, CARD_MM), WHITE),))
    for index, name in enumerate(card.faces[face].squares):
        row, column = divmod(index, 3)
        draw = random.Random(f"{card.id} {face} {index}")  # noqa: S311 - a print is drawn, no secret is made
        shapes = _head(card.deck) if name == CENTRE else _print(name, draw)
        drawing = drawing.adding(_square(shapes, row, column))
    return drawing


def deck_drawings(deck: Deck, face: FaceName) -> tuple[Drawing, ...]:
    """Draw one side of all cards, in the deck's order.

    Raises:
        PuzzleError: it bears a pattern or an animal that is not drawn here.
    """
    return tuple(card_drawing(card, face) for card in deck.cards if face in card.faces)


def _square(shapes: Sequence[Polygon], row: int, column: int) -> Iterator[Polygon]:
    """Go through what of a square is seen between seams and edges, at its place on the card."""
    left, top = (_EDGE_MM if at == 0 else _SEAM_MM for at in (column, row))
    right, bottom = (SIDE_MM - (_EDGE_MM if at == 2 else _SEAM_MM) for at in (column, row))
    for shape in inside(shapes, Box(left, top, right - left, bottom - top)):
        yield shape.moved(SIDE_MM * column, SIDE_MM * row)


def _print(name: str, draw: random.Random) -> tuple[Polygon, ...]:
    for known, drawn in (*PRINTS, *GEMS):
        if known == name:
            return tuple(drawn(draw))
    names = ", ".join(known for known, _ in (*PRINTS, *GEMS))
    raise PuzzleError(f"expected patterns that are drawn here: {names}; found {name!r}")


def _head(name: str) -> tuple[Polygon, ...]:
    for animal in ANIMALS:
        if animal.name == name:
            return tuple(animal.drawn())
    names = ", ".join(animal.name for animal in ANIMALS)
    raise PuzzleError(f"expected animals that are drawn here: {names}; found {name!r}")
