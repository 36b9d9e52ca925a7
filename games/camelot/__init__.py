"""Camelot: a patience with court cards round a grid of four by four."""

from games.camelot.cards import DECK, NAMES, card_named
from games.camelot.game import CAMELOT, Camelot, shuffled
from games.camelot.rules import (
    PLACES,
    TURN,
    Action,
    Outcome,
    Place,
    Remove,
    Turn,
    apply,
    legal_actions,
    outcome,
)
from games.camelot.state import CENTRE, COURT_SLOTS, SLOTS, WHOLE, State, opened

__all__ = [
    "CAMELOT",
    "CENTRE",
    "COURT_SLOTS",
    "DECK",
    "NAMES",
    "PLACES",
    "SLOTS",
    "TURN",
    "WHOLE",
    "Action",
    "Camelot",
    "Outcome",
    "Place",
    "Remove",
    "State",
    "Turn",
    "apply",
    "card_named",
    "legal_actions",
    "opened",
    "outcome",
    "shuffled",
]
