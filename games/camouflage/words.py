"""Camouflage in words: its rules, our rulings and what can be chosen."""

from typing import Any, Final

from games.camouflage.cards import FACES
from games.camouflage.modes import MODES
from games.camouflage.rulings import RULINGS
from games.game import Description, Note, object_schema, paragraphs

_RULES: Final = """
Each player has a deck of six cards with one animal on their centres, shuffled, and holds three of them; as
soon as a card is played another is drawn. Nobody waits for a turn. All play with the same side of the
cards: animal patterns or gems.

The players lay three cards of a deck that nobody plays so that they match: that is the starting board. A
card is laid so that at least three of its squares lie on squares of the same pattern, and every square that
it covers has to match. A centre neither covers a square nor is covered, unless Centers Wild is played.

Diversify: a card counts one for each different card that it touches from above. Cover Some Ground: a card
counts one for each of its squares that lies on a card. In both the first player out of cards takes a token
and starts the timer, the most points win, illegal and unplayed cards count nothing, and a tie goes to the
earliest token, then to the most cards played, then to the best single card.

Speed Round: the first player to have played all cards wins. Not My Stack!: each player begins a location of
their own with one card and lays the others on the locations of the others; a location is frozen once its
owner is out, and the fewest cards on one's own location win, a tie going to the earliest token and then to
the most locations played on. In both an illegal card disqualifies its player.
"""

_VARIANTS: Final = (
    Note("mode", "Which of the games is played."),
    Note("deck", "The cards, as a deck file."),
    Note("board", "A board to go on from, as a file, such as that of a photo; it names the players."),
    Note("face", "The side of the cards that is played."),
    Note("decks", "Which deck each player plays; else the first that are free."),
    Note("start", "The deck that begins a shared table; else the first that nobody plays."),
    Note("first", "In Not My Stack! at a real table, the card that begins the location of each player."),
    Note("timer_s", "Seconds left once the first player is out: 60 for beginners, 30, or 0 for experts."),
    Note("min_match", "How many squares a card has to match, usually 3."),
    Note("wild_centers", "Centers Wild: centres cover and are covered by anything."),
)


def _schemas() -> dict[str, dict[str, Any]]:
    text, whole = {"type": "string", "minLength": 1}, {"type": "integer"}
    names, by_player = {"type": "array", "items": text}, {"type": "object", "additionalProperties": text}
    laid = {"card": text, "x": whole, "y": whole, "turn": whole | {"minimum": 0, "maximum": 3}}
    seconds = {"type": "number", "minimum": 0}
    lay = laid | {"location": text, "at_s": seconds, "as_it_lies": {"type": "boolean"}}
    entry = {"player": {"type": ["string", "null"]}, "card": text, "at_s": seconds}
    mode = {"enum": [mode.name for mode in MODES]}
    file = {"type": "object", "required": ["format"]}
    return {
        "options": object_schema(
            {
                "mode": mode,
                "deck": file,
                "board": file,
                "face": {"enum": [*FACES]},
                "decks": by_player,
                "start": text,
                "first": by_player,
                "timer_s": whole | {"minimum": 0},
                "min_match": whole | {"minimum": 0, "maximum": 9},
                "wild_centers": {"type": "boolean"},
            },
            "deck",
        ),
        "state": object_schema(
            {
                "format": {"const": "camouflage-log/1"},
                "mode": mode,
                "deck": file,
                "board": file,
                "entries": {"type": "array", "items": object_schema(entry, "card")},
                "timer_s": whole | {"minimum": 0},
                "ended": {"type": "boolean"},
                "opening": text,
                "piles": {"type": "object", "additionalProperties": names},
            },
            *("format", "mode", "deck", "board", "entries", "ended"),
        ),
        "action": {
            "oneOf": [
                object_schema({"act": {"const": "begin"}} | laid, "act", *laid),
                object_schema({"act": {"const": "lay"}} | lay, "act", *laid),
                object_schema({"act": {"const": "end"}}, "act"),
            ]
        },
    }


DESCRIPTION: Final = Description(
    title="Camouflage",
    players=(min(mode.players[0] for mode in MODES), max(mode.players[1] for mode in MODES)),
    rules=paragraphs(_RULES),
    rulings=tuple(Note(ruling.name, ruling.text) for ruling in RULINGS),
    variants=_VARIANTS,
    schemas=_schemas(),
)
