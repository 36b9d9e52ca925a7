"""Camel Up in words: its rules, our rulings and what can be chosen."""

from typing import Any, Final

from games.camel_up.actions import MARKERS
from games.camel_up.bets import KINDS
from games.camel_up.cards import CAMELS, NAMES, RACING
from games.camel_up.editions import EDITIONS, LONGEST
from games.camel_up.files import FIELDS, FORMAT
from games.camel_up.parsing import MOST_PLAYERS
from games.camel_up.rulings import RULINGS
from games.camel_up.state import PHASES
from games.game import Description, Note, object_schema, paragraphs

_RULES: Final = """
Five racing camels run towards the finish line, and one crazy camel runs towards the start. Camels on the
same space form a stack, and one that moves takes along all that stand on it. Whoever has the most money when
the first camel crosses the line wins.

Before each round racing cards are dealt. Every player discards some, gives some to the racing deck, and has
one left, which lies face up; two cards of the crazy camel are shuffled into the racing deck. Empty track
cards in the midst of the field are covered by a sandstorm and count as a single space from then on.

On a turn do one track action: reveal the top card of the racing deck and move its camel, play the card in
front of you, or that of another player for a pound, or put the fennec or the shortcut on an empty space. Who
ends on the shortcut goes one further; who ends on the fennec goes one back, beneath those who stand there.
Before or after that you may take one betting card.

The round ends with the last card of the racing deck. A bet on the first place pays 5, 3 or 2 as its card
says, 1 for the second place, and costs 1 otherwise; a bet on the third place pays 2, 1 for a neighbouring
place, and costs 1 for the first or fifth. The fennec or shortcut still in front of you costs 1. At the end of
the race a bet on the winner pays 7, 3 for the second place, and costs 1 otherwise; a bet on the loser pays 7,
3 for the fourth place, and costs 1 otherwise.
"""

_VARIANTS: Final = (
    Note("edition", "The edition whose Round cards are used: 2022, or 2016 without a crazy camel."),
    Note("round_card", "Numbers of the real Round card where they differ; what is not said is as usual."),
)


def _schemas() -> dict[str, dict[str, Any]]:
    whole, text = {"type": "integer", "minimum": 0}, {"type": "string", "minLength": 1}
    space = {"type": "integer", "minimum": 1, "maximum": LONGEST}
    camel, marker, card = {"enum": [*RACING]}, {"enum": [*MARKERS]}, {"enum": [*NAMES]}
    names, cards = {"type": "array", "items": text}, {"type": "array", "items": card}
    stack = object_schema(
        {"space": whole, "camels": {"type": "array", "items": {"enum": [*CAMELS]}}}, "space", "camels"
    )
    placed = {"anyOf": [object_schema({"space": space, "player": text}, "space", "player"), {"type": "null"}]}
    round_card = object_schema(
        dict.fromkeys(("dealt", "discarded", "given", "extra", "crazy", "last_space"), whole)
        | {"source": text}
    )

    def each(what: dict[str, Any]) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": what}

    money = {"type": "array", "items": whole}
    known: dict[str, Any] = {
        "format": {"const": FORMAT},
        "players": names | {"minItems": 2, "maxItems": MOST_PLAYERS},
        "round_card": round_card,
        "seed": {"type": ["integer", "null"]},
        "phase": {"enum": [*PHASES]},
        "starter": text,
        "actor": text,
        "moved": {"type": "boolean"},
        "betted": {"type": "boolean"},
        "money": each(whole),
        "tokens": each({"type": "array", "items": marker}),
        "camels": {"type": "array", "items": stack},
        "fennec": placed,
        "shortcut": placed,
        "bets": object_schema({"first": each(names), **dict.fromkeys(KINDS[1:], each(text))}),
        "face_up": each(card),
        "accounts": {
            "type": "array",
            "items": object_schema({"before": money, "after": money}, "before", "after"),
        },
        "sandstorm": {"type": "array", "items": space},
        **dict.fromkeys(("round", "last_space", "left"), whole),
        **dict.fromkeys(("hands", "discarded", "given"), each(cards)),
    }
    act = {
        name: {"const": name}
        for name in ("start", "discard", "give", "show", "place", "reveal", "card", "bet", "pass")
    }
    return {
        "options": object_schema(
            {"edition": {"enum": [edition.name for edition in EDITIONS]}, "round_card": round_card}
        ),
        "state": object_schema({name: known.get(name, cards) for name in FIELDS}, "format", "players"),
        "action": {
            "oneOf": [
                *(
                    object_schema({"act": act[name], "card": card}, "act", "card")
                    for name in ("start", "discard", "give", "show")
                ),
                object_schema(
                    {"act": act["place"], "marker": marker, "space": space}, "act", "marker", "space"
                ),
                object_schema({"act": act["reveal"], "card": card}, "act"),
                object_schema({"act": act["card"], "of": text}, "act"),
                object_schema(
                    {"act": act["bet"], "on": {"enum": [*KINDS]}, "camel": camel}, "act", "on", "camel"
                ),
                object_schema({"act": act["pass"]}, "act"),
            ]
        },
    }


DESCRIPTION: Final = Description(
    "Camel Up: The Card Game",
    (2, MOST_PLAYERS),
    paragraphs(_RULES),
    tuple(Note(ruling.name, ruling.text) for ruling in RULINGS),
    _VARIANTS,
    _schemas(),
)
