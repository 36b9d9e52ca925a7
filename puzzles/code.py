"""The code on a printed puzzle card, by which a photo tells what a drawing of squares cannot.

It holds all of the card but the outline, which is read as drawn: `camtable/1 ` and a JSON list. It is drawn
as a QR code (ISO/IEC 18004) of the lowest correction, whose squares are the largest.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.camouflage import FACES, FaceName, Rules
from games.errors import GamesError
from games.json_value import JsonValue
from puzzles.outline import Outline
from puzzles.puzzle import MOST_STARS, Puzzle

CODE_FORMAT: Final = "camtable/1 "

QUIET: Final = 4
"""Squares of a code's own size that have to stay white round it, by its standard."""

_HIGHEST_NUMBER: Final = 999_999


@dataclass(frozen=True, slots=True)
class CodedCard:
    """What the code on a puzzle card says.

    Attributes:
        deck_name: the set of cards it is played with.
        face: the side that is played.
        cards: the cards to lay.
        rules: the minimum of matching squares, and whether centres are wild.
        number: its number in a collection; None if it has none.
        stars: how hard it is; None if it is not known.
    """

    deck_name: str
    face: FaceName
    cards: tuple[str, ...]
    rules: Rules
    number: int | None = None
    stars: int | None = None

    def with_outline(self, outline: Outline, name: str) -> Puzzle:
        """Return the puzzle whose outline was read beside the code.

        Raises:
            MalformedPuzzleError: they do not go together.
        """
        return Puzzle(
            name=name,
            deck_name=self.deck_name,
            face=self.face,
            cards=self.cards,
            outline=outline,
            rules=self.rules,
            number=self.number,
            stars=self.stars,
        )


def code_of(puzzle: Puzzle) -> str:
    """Return the text of a puzzle's code."""
    says = [
        puzzle.deck_name,
        puzzle.face,
        puzzle.number or 0,
        puzzle.stars or 0,
        puzzle.rules.min_match,
        int(puzzle.rules.wild_centres),
        ",".join(_shortened(puzzle.cards)),
    ]
    return CODE_FORMAT + json.dumps(says, separators=(",", ":"))


def coded(text: str) -> CodedCard | None:
    """Return what a code says; None where it is the code of something else."""
    if not text.startswith(CODE_FORMAT):
        return None
    try:
        return _card(JsonValue(json.loads(text.removeprefix(CODE_FORMAT))))
    except (ValueError, RecursionError, GamesError):
        return None


def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the QR code of a text: its rows, True where it is black, without the white border."""
    from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

    code = QRCode(None, QRErrorCorrectLevel.L)
    code.addData(text)
    code.make()
    count = range(code.getModuleCount())
    return tuple(tuple(bool(code.isDark(row, column)) for column in count) for row in count)


def _card(says: JsonValue) -> CodedCard:
    deck, face, number, stars, min_match, wild, cards = says.items()
    return CodedCard(
        deck_name=deck.text(),
        face=face.one_of(FACES),
        cards=tuple(_whole(cards.text().split(","))),
        rules=Rules(min_match=min_match.whole(0, 9), wild_centres=bool(wild.whole(0, 1))),
        number=number.whole(0, _HIGHEST_NUMBER) or None,
        stars=stars.whole(0, MOST_STARS) or None,
    )


def _shortened(cards: Iterable[str]) -> Iterator[str]:
    """Go through ids; of one that is like the one before up to the last `-`, a space and the rest alone.

    An id holds no white space, so that this can be undone.
    """
    before = ""
    for card in cards:
        stem, _, rest = card.rpartition("-")
        yield f" {rest}" if stem and stem == before else card
        before = stem


def _whole(parts: Sequence[str]) -> Iterator[str]:
    """Undo `_shortened`."""
    stem = ""
    for part in parts:
        card = f"{stem}-{part[1:]}" if part.startswith(" ") else part
        yield card
        stem = card.rpartition("-")[0]
