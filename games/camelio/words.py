"""Camelio in words: its rules, our rulings and what can be chosen."""

from typing import Any, Final

from games.camelio.cards import FORMAT as DECK_FORMAT
from games.camelio.cards import STANDARD
from games.camelio.files import FORMAT
from games.camelio.rules import SOURCES
from games.camelio.state import PLAYERS, WHATS
from games.camelio.tables import FORMAT as TABLE_FORMAT
from games.game import Description, Note, object_schema, paragraphs

_RULES: Final = """
Camelio is played by two to four with 72 cards, each of which has one to three spheres of one colour: red,
blue, green or yellow. The back of a regular card shows its colour, that of a bicolour or multicolour card how
many spheres it has and of which colours they can be.

One card lies face up beside the face-down deck. In turn, each player takes one of the two, the face-up card
or the top of the deck, and keeps it or gives it to another player. Who gets a face-down card is said before
it is turned. The card is laid in that player's play area, with those of its colour. A face-up card that was
taken is replaced at the end of the turn.

With exactly five spheres of a colour a player scores a point: the cards go to the scoring area. With more it
is a bust: all cards of that colour leave the play area. With exactly five of a colour in which the player has
a point already, that point is lost, and both sets are discarded.

Four points end the game at once if two play, else three. When the deck has run out the discards are shuffled
once; when that deck has run out too, the most points win.
"""

_RULINGS: Final = (
    Note("deck", f"How many cards there are of each kind: {STANDARD.source}"),
    Note(
        "start",
        "Whoever lost the last game begins, else the youngest; without the option `first`, the first named.",
    ),
    Note("at-once", "Five spheres score at once, whoever laid the last card there."),
    Note("refill", "The face-up card is replaced at the end of the turn, and only if it was taken."),
    Note(
        "end-of-deck",
        "The discards, without what is scored, are shuffled once, as soon as the deck has run out. When it "
        "has run out for good, the face-up card can still be taken; the game ends when none can replace it.",
    ),
    Note(
        "tie",
        "Equal points: the most spheres in play in colours that the player has not scored, else a shared "
        "victory.",
    ),
)

_VARIANTS: Final = (
    Note("deck", "Other cards, as a deck file: how many there are of each."),
    Note("first", "Who begins."),
    Note("table", "A table to go on from: what lies in the play areas and scoring areas."),
)


def _schemas() -> dict[str, dict[str, Any]]:
    text, number, flag = (
        {"type": "string", "minLength": 1},
        {"type": "integer", "minimum": 0},
        {"type": "boolean"},
    )
    texts, maybe = {"type": "array", "items": text}, {"type": ["string", "null"]}
    by_player = {"type": "object", "additionalProperties": texts}
    counts = {"type": "object", "additionalProperties": number}
    deck = object_schema(
        {"format": {"const": DECK_FORMAT}, "name": text, "source": text, "cards": counts}, "cards"
    )
    happened = object_schema(
        {"what": {"enum": [*WHATS]}, "player": text, "colour": text, "cards": texts}, "what"
    )
    seen = {
        "turn": text,
        "face_up": maybe,
        "back": maybe,
        "discards": texts,
        "reshuffled": flag,
        "deck": deck,
    }
    player = object_schema({"play": texts, "scoring": texts})
    table = object_schema(
        {
            "format": {"const": TABLE_FORMAT},
            "players": {"type": "object", "additionalProperties": player},
            **seen,
        },
        "format",
        "players",
    )
    state = object_schema(
        {
            "format": {"const": FORMAT},
            "players": texts,
            **seen,
            "receiver": maybe,
            "left": number,
            "play": by_player,
            "scoring": by_player,
            "happened": {"type": "array", "items": happened},
            "ended": flag,
            "stack": texts,
            "again": {"type": "array", "items": number},
        },
        *(
            "format",
            "players",
            "turn",
            "left",
            "play",
            "scoring",
            "discards",
            "reshuffled",
            "happened",
            "ended",
        ),
    )
    return {
        "options": object_schema({"deck": deck, "first": text, "table": table}),
        "state": {"oneOf": [state, table]},
        "action": {
            "oneOf": [
                object_schema(
                    {"act": {"const": "take"}, "card": {"enum": [*SOURCES]}, "to": text}, "act", "card", "to"
                ),
                object_schema({"act": {"const": "front"}, "card": text}, "act"),
                object_schema({"act": {"const": "back"}, "back": text}, "act"),
            ]
        },
    }


DESCRIPTION: Final = Description("Camelio", PLAYERS, paragraphs(_RULES), _RULINGS, _VARIANTS, _schemas())
