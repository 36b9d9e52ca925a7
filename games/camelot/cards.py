"""The cards of Camelot: 52 numbers from 4 to 55, a rank and a suit each; suits never matter.

A card is four times its rank plus its suit, so that a rank is found by a shift and 0 can stand for no card.
"""

from typing import Final

from games.errors import MalformedFileError

ACE: Final = 1
TEN: Final = 10
JACK: Final = 11
QUEEN: Final = 12
KING: Final = 13

DECK: Final = tuple(range(4, 56))
"""All cards, rank by rank."""

_RANKS: Final = ("", "A", *map(str, range(2, 11)), "J", "Q", "K")
_SUITS: Final = "CDHS"

NAMES: Final = tuple(f"{_RANKS[card >> 2]}{_SUITS[card & 3]}" if card >= 4 else "" for card in range(56))
"""The name of each card, such as `10H`: its rank and the initial of clubs, diamonds, hearts or spades."""

_CARDS: Final = {name: card for card, name in enumerate(NAMES) if name}


def card_named(name: str) -> int:
    """Return the card of a name.

    Raises:
        MalformedFileError: there is none.
    """
    card = _CARDS.get(name)
    if card is None:
        raise MalformedFileError(f"a card is named like AS, 10H or KD; found {name!r}")
    return card
