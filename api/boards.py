"""A board with its deck, from notation or from the content of a board file."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from api.errors import WrongUseError
from games.camouflage import FACES, Deck, FaceName, Table, parse_table, table_from_json
from games.errors import GamesError


class Cards(NamedTuple):
    """A deck, and the face of the album that it comes from, None if it comes from none."""

    deck: Deck
    face: FaceName | None = None


FindDeck = Callable[[str | None], Cards]
"""Finds the deck of a board by the name that its file has; notation has none."""


class Laid(NamedTuple):
    """A board and its deck.

    Attributes:
        table: what the board file holds.
        deck: the cards.
        says: the names of the fields that the file has; none for notation.
        warnings: where the user's deck or face is not the file's, each in one sentence.
    """

    table: Table
    deck: Deck
    says: frozenset[str] = frozenset()
    warnings: tuple[str, ...] = ()


def from_notation(text: str, find_deck: FindDeck, face: FaceName | None, *, shown: str) -> Laid:
    """Return a board in one line.

    Args:
        text: the line.
        find_deck: finds its deck.
        face: the side that is played; where None, the album's, or the first that all cards have.
        shown: how errors name the board.

    Raises:
        WrongUseError: it is empty or malformed.
    """
    if not text.strip():
        raise WrongUseError(f"{shown}: expected a card as CARD@X,YrTURN; found nothing")
    deck, shown_face = find_deck(None)
    known = face or shown_face
    faces = [known] if known else _faces(deck)
    with blaming(shown):
        table = parse_table(text, deck, faces[0])
    return Laid(table, deck, warnings=tuple(_face_is_open(faces)))


def from_document(document: object, find_deck: FindDeck, face: FaceName | None, *, shown: str) -> Laid:
    """Return the board of a board file.

    Args:
        document: the file as `json.loads` returns it.
        find_deck: finds its deck.
        face: the side that is played, where it is not what the file says.
        shown: how errors name the board.

    Raises:
        WrongUseError: it is malformed, or not of its deck.
    """
    with blaming(shown):
        table = table_from_json(document)
    deck, _ = find_deck(table.deck_name)
    played = replace(table, deck_name=deck.name, face=face or table.face)
    with blaming(shown):
        played.check(deck)
    warnings = []
    if deck.name != table.deck_name:
        warnings.append(f"the deck {deck.name!r} is taken instead of the board's {table.deck_name!r}")
    if face and face != table.face:
        warnings.append(f"the face {face} is taken instead of the board's {table.face}")
    fields = document.items() if isinstance(document, dict) else ()
    return Laid(
        table=played,
        deck=deck,
        says=frozenset(str(name) for name, value in fields if value is not None),
        warnings=tuple(warnings),
    )


@contextmanager
def blaming(shown: str) -> Iterator[None]:
    """Say of an error in what it lies."""
    try:
        yield
    except (WrongUseError, GamesError) as error:
        raise WrongUseError(f"{shown}: {error}") from error


def _faces(deck: Deck) -> list[FaceName]:
    """Return the faces that all cards have; if there are none, those that some have."""
    common = [face for face in FACES if all(face in card.faces for card in deck.cards)]
    return common or [*FACES]


def _face_is_open(faces: Sequence[FaceName]) -> Iterator[str]:
    if len(faces) > 1:
        yield f"a board in one line names no face; {faces[0]} is taken unless --face says otherwise"
