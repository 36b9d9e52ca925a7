"""Camel Up: The Card Game: five racing camels, a crazy one, and bets on where they end."""

from games.camel_up.actions import (
    BETS,
    MARKERS,
    OWN_CARD,
    PASS,
    PLACES,
    REVEAL,
    Action,
    Bet,
    Discard,
    Give,
    Marker,
    Pass,
    Place,
    PlayCard,
    Reveal,
    Show,
    Start,
)
from games.camel_up.bets import OPENING_MONEY
from games.camel_up.drawing import drawn
from games.camel_up.game import CAMEL_UP, CamelUp
from games.camel_up.rulings import RULINGS, decided_in
from games.camel_up.scoring import TABLE_FORMAT, Front, Tabled, sheet_of, tabled_from_json
from games.camel_up.state import Setting, State, opened

__all__ = [
    "BETS",
    "CAMEL_UP",
    "MARKERS",
    "OPENING_MONEY",
    "OWN_CARD",
    "PASS",
    "PLACES",
    "REVEAL",
    "RULINGS",
    "TABLE_FORMAT",
    "Action",
    "Bet",
    "CamelUp",
    "Discard",
    "Front",
    "Give",
    "Marker",
    "Pass",
    "Place",
    "PlayCard",
    "Reveal",
    "Setting",
    "Show",
    "Start",
    "State",
    "Tabled",
    "decided_in",
    "drawn",
    "opened",
    "sheet_of",
    "tabled_from_json",
]
