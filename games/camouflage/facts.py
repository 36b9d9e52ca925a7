"""What somebody who sees the table says of it: facts, and their sentences.

A fact is one of these, `X,Y` being the cell of a card's centre as in board files:

    lion-3 over cow-1               where they meet, each card lies above those named after it; a whole pile
                                    is named from the top: owl-1 over fox-2 over cow-3
    card at 4,2 is owl-5            also with its turn: card at 4,2 is owl-5 turned 90
    owl-2 lies at 3,1               the same, and owl-2 lies at 3,1 turned 90
    owl-5 turned 90                 clockwise by a quarter turn, as the lattice is read: 0, 90, 180 or 270
    no card at 6,0                  no card has its centre there
    no other card                   all cards that lie on the table are named or were read
    pile with owl-1 belongs to Ann  whose location a pile of Not My Stack! is: a player's, or that of a deck

An answer is one fact or several, joined by `and` or `;`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import combinations
from typing import Final

from games.camouflage.board import Board, Cell
from games.camouflage.cards import Deck, FaceName, repeated
from games.camouflage.errors import FactError, UnknownCardError

_QUARTER: Final = 90
"""The degrees of a quarter turn."""

_LONGEST_NAME: Final = 60
"""The letters of a player's name at most."""

FORMS: Final = (
    '"CARD over CARD", "card at X,Y is CARD", "CARD lies at X,Y turned 90", "CARD turned 90", '
    '"no card at X,Y", "no other card" or "pile with CARD belongs to PLAYER"'
)
"""What can be said, as it is told to whoever said something else."""


@dataclass(frozen=True, slots=True)
class Over:
    """Some cards of a pile, each above all those after it that it shares a cell with.

    Attributes:
        cards: their ids, the topmost first; each shares a cell with another.
    """

    cards: tuple[str, ...]

    def __str__(self) -> str:
        """Return the sentence."""
        return " over ".join(self.cards)

    def holds(self, board: Board) -> bool:
        """Tell whether it is so on a board."""
        height = {placement.card: level for level, placement in enumerate(board)}
        if not height.keys() >= {*self.cards}:
            return False
        met = set()
        for upper, lower in combinations(self.cards, 2):
            if board.placement(upper).overlaps(board.placement(lower)):
                met |= {upper, lower}
                if height[upper] < height[lower]:
                    return False
        return met == {*self.cards}


@dataclass(frozen=True, slots=True)
class Lies:
    """Where a card lies.

    Attributes:
        card: its id.
        centre: the cell of its centre.
        turn: its quarter turns clockwise, None where nothing is said of them.
    """

    card: str
    centre: Cell
    turn: int | None = None

    def __str__(self) -> str:
        """Return the sentence."""
        x, y = self.centre
        turned = "" if self.turn is None else f" turned {_QUARTER * self.turn}"
        return f"{self.card} lies at {x},{y}{turned}"

    def holds(self, board: Board) -> bool:
        """Tell whether it is so on a board."""
        return any(
            each.card == self.card and each.centre == self.centre and self.turn in (None, each.turn)
            for each in board
        )


@dataclass(frozen=True, slots=True)
class Turned:
    """How a card is turned.

    Attributes:
        card: its id.
        turn: its quarter turns clockwise.
    """

    card: str
    turn: int

    def __str__(self) -> str:
        """Return the sentence."""
        return f"{self.card} turned {_QUARTER * self.turn}"

    def holds(self, board: Board) -> bool:
        """Tell whether it is so on a board."""
        return any(each.card == self.card and each.turn == self.turn for each in board)


@dataclass(frozen=True, slots=True)
class Empty:
    """Where no card has its centre.

    Attributes:
        centre: the cell.
    """

    centre: Cell

    def __str__(self) -> str:
        """Return the sentence."""
        return f"no card at {self.centre[0]},{self.centre[1]}"

    def holds(self, board: Board) -> bool:
        """Tell whether it is so on a board."""
        return all(each.centre != self.centre for each in board)


@dataclass(frozen=True, slots=True)
class Complete:
    """That no card lies on the table besides those that were read or are named."""

    def __str__(self) -> str:
        """Return the sentence."""
        return "no other card"

    def holds(self, _: Board) -> bool:
        """Tell whether it is so on a board: on every one."""
        return True


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose location a pile of Not My Stack! is.

    Attributes:
        card: the id of a card in the pile.
        owner: a deck, or the name of a player.
        is_deck: which of the two it is.
    """

    card: str
    owner: str
    is_deck: bool

    def __str__(self) -> str:
        """Return the sentence."""
        return f"pile with {self.card} belongs to {self.owner}"

    def holds(self, board: Board) -> bool:
        """Tell whether it can be so on a board: the card lies there; whose pile it is no board tells."""
        return any(each.card == self.card for each in board)


Fact = Over | Lies | Turned | Empty | Complete | Owned
"""Something that is so, whatever a photo shows."""


def parse_facts(text: str, deck: Deck, face: FaceName) -> tuple[Fact, ...]:
    """Return the facts that an answer tells.

    Args:
        text: the answer.
        deck: the cards that it may name.
        face: the side that is played.

    Raises:
        FactError: it is no answer; the message says what was expected.
        UnknownCardError: it names a card that is not there; the message names the nearest.
    """
    parts = [part.strip() for part in re.split(r"\s+and\s+|;", text.strip().rstrip("."))]
    return tuple(_parsed(part, deck, face) for part in parts)


def _parsed(text: str, deck: Deck, face: FaceName) -> Fact:
    for pattern, made in _GRAMMAR:
        if match := pattern.fullmatch(text):
            return made(match, deck, face)
    shown = text if len(text) <= 60 else f"{text[:60]}…"
    raise FactError(f"expected an answer such as {FORMS}; found {shown!r}")


def _over(match: re.Match[str], deck: Deck, face: FaceName) -> Fact:
    cards = tuple(_card(part, deck, face) for part in re.split(r"\s+over\s+", match[0], flags=re.IGNORECASE))
    if twice := repeated(cards):
        raise FactError(f"each card of a pile is named once, from the top; found {twice!r} twice")
    return Over(cards)


def _lies(match: re.Match[str], deck: Deck, face: FaceName) -> Fact:
    turn = None if match["turn"] is None else _quarters(match["turn"])
    return Lies(_card(match["card"], deck, face), _cell(match), turn)


def _turned(match: re.Match[str], deck: Deck, face: FaceName) -> Fact:
    return Turned(_card(match["card"], deck, face), _quarters(match["turn"]))


def _empty(match: re.Match[str], _: Deck, __: FaceName) -> Fact:
    return Empty(_cell(match))


def _owned(match: re.Match[str], deck: Deck, face: FaceName) -> Fact:
    owner = re.sub(r"\s+", " ", match["owner"])
    if len(owner) > _LONGEST_NAME:
        raise FactError(f"a player's name has at most {_LONGEST_NAME} letters; found {len(owner)}")
    decks = {name.casefold(): name for name in deck.decks}
    known = owner if owner in deck.decks else decks.get(owner.casefold())
    return Owned(_card(match["card"], deck, face), known or owner, is_deck=known is not None)


def _complete(_: re.Match[str], __: Deck, ___: FaceName) -> Fact:
    return Complete()


_AT: Final = r"at\s+(?P<x>-?[0-9]{1,6})\s*,\s*(?P<y>-?[0-9]{1,6})"
_TURN: Final = r"\s+turned\s+(?P<turn>-?[0-9.]+)\s*(?:°|degrees)?"

_GRAMMAR: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Deck, FaceName], Fact]], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), made)
    for pattern, made in (
        (r"no\s+(?:other|more)\s+cards?", _complete),
        (rf"no\s+card\s+{_AT}", _empty),
        (r"(?:the\s+)?pile\s+with\s+(?P<card>.+?)\s+belongs\s+to\s+(?P<owner>.+)", _owned),
        (rf"card\s+{_AT}\s+is\s+(?P<card>.+?)(?:{_TURN})?", _lies),
        (rf"(?P<card>.+?)\s+lies\s+{_AT}(?:{_TURN})?", _lies),
        (r".+?(?:\s+over\s+.+?)+", _over),
        (rf"(?P<card>.+?){_TURN}", _turned),
    )
)
"""The forms of a fact, each with what makes a fact of it; the first that fits is taken."""


def _cell(match: re.Match[str]) -> Cell:
    return Cell(int(match["x"]), int(match["y"]))


def _quarters(degrees: str) -> int:
    turns = [str(_QUARTER * quarters) for quarters in range(4)]
    if degrees not in turns:
        raise FactError(f"a card is turned 0, 90, 180 or 270 degrees clockwise; found {degrees}")
    return turns.index(degrees)


def _card(name: str, deck: Deck, face: FaceName) -> str:
    known = {card.id.casefold(): card.id for card in deck.cards}
    found = name if name in known.values() else known.get(name.casefold())
    if found is None:
        near = [known[each] for each in get_close_matches(name.casefold(), known, n=3)]
        like = f"the nearest are {', '.join(near)}" if near else f"its first is {deck.cards[0].id}"
        raise UnknownCardError(f"no card {name!r} in the deck {deck.name!r}; {like}")
    deck.face(found, face)
    return found
