"""Camelio: cards whose backs tell half of what they are, kept or given away."""

from games.camelio.cards import COLOURS, STANDARD, Deck, Kind, deck_from_json, deck_to_json, kind_named
from games.camelio.game import CAMELIO, Camelio, shuffled
from games.camelio.rules import (
    BACK,
    FRONT,
    SOURCES,
    Action,
    Back,
    Front,
    Source,
    Take,
    apply,
    legal_actions,
    what_happens,
)
from games.camelio.scoring import added, spheres_in_play
from games.camelio.state import FIVE, NOBODY, WHATS, Happening, State, What, opened, target

__all__ = [
    "BACK",
    "CAMELIO",
    "COLOURS",
    "FIVE",
    "FRONT",
    "NOBODY",
    "SOURCES",
    "STANDARD",
    "WHATS",
    "Action",
    "Back",
    "Camelio",
    "Deck",
    "Front",
    "Happening",
    "Kind",
    "Source",
    "State",
    "Take",
    "What",
    "added",
    "apply",
    "deck_from_json",
    "deck_to_json",
    "kind_named",
    "legal_actions",
    "opened",
    "shuffled",
    "spheres_in_play",
    "target",
    "what_happens",
]
