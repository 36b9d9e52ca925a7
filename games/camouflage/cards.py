"""The cards of Camouflage: faces of eight pattern squares round a centre, cards with two faces, decks."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.camouflage.errors import DuplicateCardError, MalformedCardError, UnknownCardError

FaceName = Literal["animals", "gems"]

FACES: tuple[FaceName, ...] = ("animals", "gems")
"""The two sides of the cards; a table is played with one of them."""

CENTRE = "*"
"""What a face holds in its middle instead of a pattern."""

_CARD_ID = re.compile(r"[^\s,|]+")


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card as printed: three rows of three squares, top row first, the centre in the middle.

    Attributes:
        rows: pattern names; `CENTRE` in the middle and nowhere else.
        squares: the nine squares row by row.

    Raises:
        MalformedCardError: the rows are not such a square.
    """

    rows: tuple[tuple[str, str, str], ...]
    squares: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the shape, the centre and the names."""
        object.__setattr__(self, "squares", tuple(square for row in self.rows for square in row))
        if [len(row) for row in self.rows] != [3, 3, 3]:
            found = " + ".join(str(len(row)) for row in self.rows) or "nothing"
            raise MalformedCardError(f"a face has three rows of three squares; found {found}")
        if [square == CENTRE for square in self.squares] != [index == 4 for index in range(9)]:
            raise MalformedCardError(
                f"a face has its centre {CENTRE!r} in the middle only; found {' '.join(self.squares)}"
            )
        if "" in self.squares:
            raise MalformedCardError("every square of a face bears the name of a pattern; found an empty one")

    def at(self, dx: int, dy: int) -> str:
        """Return the square `dx` to the right of the centre and `dy` below it, each -1, 0 or 1."""
        if not (-1 <= dx <= 1 and -1 <= dy <= 1):
            raise MalformedCardError(f"a square lies at most 1 from the centre; found ({dx}, {dy})")
        return self.rows[dy + 1][dx + 1]

    def turned(self, turn: int) -> "Face":
        """Return the face turned clockwise by `turn` quarter turns (any whole number)."""
        rows = self.rows
        for _ in range(turn % 4):
            # The left column, read from below, becomes the top row.
            rows = tuple((bottom, middle, top) for top, middle, bottom in zip(*rows, strict=True))
        return Face(rows)


@dataclass(frozen=True, slots=True)
class Card:
    """A card.

    Attributes:
        id: its name, without white space, commas or bars, so that lists and one-line notation can hold it.
        deck: the animal on its centre, which names the deck it belongs to.
        faces: its sides by name, at least one.

    Raises:
        MalformedCardError: the id cannot be written in notation, or there is no face.
    """

    id: str
    deck: str
    faces: Mapping[FaceName, Face] = field(hash=False)

    def __post_init__(self) -> None:
        """Check the id and that there is a face."""
        if not _CARD_ID.fullmatch(self.id):
            raise MalformedCardError(f"a card's id has no white space, comma or bar; found {self.id!r}")
        if not self.faces or not set(self.faces) <= set(FACES):
            expected, found = " or ".join(FACES), ", ".join(self.faces) or "none"
            raise MalformedCardError(f"a card has a face of {expected} or both; {self.id} has {found}")


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards of a game: seven decks of six in the box, more or fewer in other sets.

    Attributes:
        name: the set's name, by which boards refer to it.
        decks: the animals on the centres, one for each six-card deck.
        patterns: the names of the patterns on each face.
        cards: the cards, in the set's own order.

    Raises:
        DuplicateCardError: two cards have the same id.
        MalformedCardError: a card is of no deck of the set, or bears a pattern that is not listed.
    """

    name: str
    decks: tuple[str, ...]
    patterns: Mapping[FaceName, tuple[str, ...]] = field(hash=False)
    cards: tuple[Card, ...]
    _by_id: dict[str, Card] = field(init=False, repr=False, compare=False)
    _turned: dict[tuple[str, FaceName], tuple[Face, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the cards and lay out all their turned faces, which every rule asks for again and again."""
        _refuse_repeats("a deck", self.decks)
        for face, names in self.patterns.items():
            _refuse_repeats(f"a pattern of {face}", names)
        if twice := repeated(card.id for card in self.cards):
            raise DuplicateCardError(f"each card is in a deck once; found {twice} twice")
        for card in self.cards:
            self._check(card)
        faces = {
            (card.id, name): tuple(face.turned(turn) for turn in range(4))
            for card in self.cards
            for name, face in card.faces.items()
        }
        object.__setattr__(self, "_by_id", {card.id: card for card in self.cards})
        object.__setattr__(self, "_turned", faces)

    def _check(self, card: Card) -> None:
        if card.deck not in self.decks:
            raise MalformedCardError(
                f"{card.id} belongs to {card.deck!r}, which is not among the decks {', '.join(self.decks)}"
            )
        for name, face in card.faces.items():
            if strange := set(face.squares) - set(self.patterns.get(name, ())) - {CENTRE}:
                raise MalformedCardError(
                    f"{card.id} bears {min(strange)!r}, which is no pattern of {name} in this deck"
                )

    def __contains__(self, card_id: object) -> bool:
        """Tell whether a card of this id is in the deck."""
        return card_id in self._by_id

    def card(self, card_id: str) -> Card:
        """Return the card of this id.

        Raises:
            UnknownCardError: there is none.
        """
        try:
            return self._by_id[card_id]
        except KeyError:
            raise UnknownCardError(f"no card {card_id!r} in deck {self.name!r}") from None

    def face(self, card_id: str, face: FaceName, turn: int = 0) -> Face:
        """Return a side of a card, turned clockwise by `turn` quarter turns.

        Raises:
            UnknownCardError: there is no such card, or it has no such face.
        """
        try:
            return self._turned[card_id, face][turn % 4]
        except KeyError:
            self.card(card_id)
            raise UnknownCardError(f"card {card_id!r} of deck {self.name!r} has no face {face!r}") from None

    def cards_of(self, deck: str) -> tuple[Card, ...]:
        """Return the cards with this animal on the centre; none if there is no such deck."""
        return tuple(card for card in self.cards if card.deck == deck)


def repeated(names: Iterable[str]) -> str | None:
    """Return the first name that occurs a second time, if any."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def _refuse_repeats(what: str, names: tuple[str, ...]) -> None:
    for nameless in {"", CENTRE}.intersection(names):
        raise MalformedCardError(f"{what} has a name other than {CENTRE!r}; found {nameless!r}")
    if twice := repeated(names):
        raise MalformedCardError(f"{what} is listed once; found {twice!r} twice")
