"""The errors of Camouflage.

CamouflageError
├── MalformedCardError      a face, card or deck that is not of the stated form
├── MalformedBoardError     a placement, board, table or rule set that is not of the stated form
├── UnknownCardError        a card, a face of a card, a deck or a player that is not there
├── DuplicateCardError      one card in two places
├── NotationError           a text that is no board in one-line notation, or a board that it cannot write
├── FactError               a text that says nothing of a table that is understood, or facts that cannot be so
└── WrongGameError          a game that does not exist, or that this table was not laid for
"""

from games.errors import GamesError


class CamouflageError(GamesError):
    """What was given does not fit Camouflage."""


class MalformedCardError(CamouflageError):
    """A face, card or deck is not of the stated form."""


class MalformedBoardError(CamouflageError):
    """A placement, board, table or rule set is not of the stated form."""


class UnknownCardError(CamouflageError):
    """A card, a face of a card, a deck or a player is not there."""


class DuplicateCardError(CamouflageError):
    """One card is in two places."""


class NotationError(CamouflageError):
    """A text is not a board in one-line notation, or a board cannot be written in it."""


class FactError(CamouflageError):
    """A text says nothing of a table that is understood, or what it says cannot be so."""


class WrongGameError(CamouflageError):
    """A game does not exist, or the table was not laid for it."""
