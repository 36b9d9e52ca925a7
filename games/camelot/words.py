"""Camelot in words: its rules, our rulings and what can be chosen."""

from typing import Final

from games.camelot.state import schemas
from games.game import Description, Note, paragraphs

_RULES: Final = """
Camelot is a patience for one player with a pack of 52 cards and a grid of four by four slots. Suits do not
matter, and an ace counts one.

While filling, turn the cards of the stock one at a time and place each before the next. A king goes on a
corner, a queen on one of the two middle slots of the top or bottom row, a jack on one of the two middle slots
of the left or right column, and any other card on any empty slot. A card that lies is never moved.

Once all sixteen slots are full, remove as many tens as you like, and pairs that add up to ten. As soon as a
slot is empty you may turn a card; then nothing more is removed until the grid is full again. With the stock
empty and every card placed, removing is always allowed.

You have won when only the twelve court cards are left. You have lost when a court card has no slot of its
own, or when the grid is full and nothing can be removed. Each card removed is a point, 40 at most.
"""

_RULINGS: Final = (
    Note("score", "A card removed is a point, also in a game that is lost."),
    Note("removing-is-optional", "A card may be turned while there is still something to remove."),
    Note(
        "last-cards",
        "Whoever has laid all 52 cards has won: what is left besides court cards always pairs off.",
    ),
)

_VARIANTS: Final = (Note("deal", "All 52 cards in the order in which they are turned, instead of a seed."),)

DESCRIPTION: Final = Description("Camelot", (1, 1), paragraphs(_RULES), _RULINGS, _VARIANTS, schemas())
