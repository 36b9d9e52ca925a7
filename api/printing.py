"""The use cases of printing: pages of what a user names."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from api.files import named_deck
from games.camouflage import FACES, FaceName
from games.scoring import ScoreSheet
from puzzles import Puzzle
from puzzles.pages import paper_named
from puzzles.shapes import Drawing

DEMO: Final = "demo"
"""The deck that can be printed: the one that is drawn here."""


@dataclass(frozen=True, slots=True)
class Document:
    """Pages to print.

    Attributes:
        title: the document's title.
        pages: its pages.
    """

    title: str
    pages: tuple[Drawing, ...]


@dataclass(frozen=True, slots=True)
class PrintAnswer:
    """A document that was written.

    Attributes:
        file: where.
        pages: how many it has.
        warnings: what the user should know, each in one sentence.
    """

    file: str
    pages: int
    warnings: tuple[str, ...] = ()


def puzzle_cards(puzzles: Sequence[Puzzle], paper: str) -> Document:
    """Return puzzle cards, each with its answer on the back.

    Args:
        puzzles: the puzzles.
        paper: the name of the paper.

    Raises:
        PuzzleError: there is no such paper.
    """
    from puzzles.sheet import puzzle_pages

    return Document("Camtable: puzzle cards", puzzle_pages(puzzles, paper_named(paper)))


def deck_cards(face: FaceName | None, paper: str) -> Document:
    """Return the cards of the demo deck, and in the end which of them is which.

    Args:
        face: the side to print; where None, both, one behind the other.
        paper: the name of the paper.

    Raises:
        PuzzleError: there is no such paper.
    """
    from puzzles.art.cards import deck_drawings
    from puzzles.art.overview import overview
    from puzzles.pages import card_pages

    deck, on = named_deck(DEMO).deck, paper_named(paper)
    sides = {each: deck_drawings(deck, each) for each in (FACES if face is None else (face,))}
    names = [card.id for card in deck.cards]
    which = (overview(f"Which card is which: {each}", names, cards, on) for each, cards in sides.items())
    return Document("Camtable: demo deck", (*card_pages(on, *sides.values()), *which))


def blank_score_sheets(game: str | None, paper: str) -> Document:
    """Return blank score sheets.

    Args:
        game: the game, or one of those that are played with the cards of Camouflage; where None, all.
        paper: the name of the paper.

    Raises:
        PuzzleError: there is no such game, or no such paper.
    """
    from puzzles.score_sheets import FORMS, blank_sheet, form_named

    forms = FORMS if game is None else (form_named(game),)
    return Document("Camtable: score sheets", tuple(blank_sheet(form, paper_named(paper)) for form in forms))


def filled_score_sheet(sheet: ScoreSheet[Any, Any], paper: str) -> Document:
    """Return the score sheet of a table.

    Args:
        sheet: the score.
        paper: the name of the paper.

    Raises:
        PuzzleError: there is no such paper.
    """
    from puzzles.score_sheets import filled_sheet

    return Document("Camtable: score sheet", (filled_sheet(sheet, paper_named(paper)),))
