"""What can be done in Camel Up, and how it is written as JSON."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from games.camel_up.bets import KINDS, Kind
from games.camel_up.cards import CRAZY_KINDS, NAMES, RACING, RACING_KINDS, UNKNOWN, card_named
from games.camel_up.editions import LONGEST
from games.errors import MalformedFileError
from games.json_value import JsonValue

Marker = Literal["fennec", "shortcut"]

MARKERS: Final[tuple[Marker, ...]] = ("fennec", "shortcut")


@dataclass(frozen=True, slots=True)
class Start:
    """At a real table, a racing card is revealed that sets a camel on the track.

    Attributes:
        card: the card.
    """

    card: int


@dataclass(frozen=True, slots=True)
class Discard:
    """A player discards a card of those that were dealt.

    Attributes:
        card: the card; at a real table it may be `UNKNOWN`.
    """

    card: int


@dataclass(frozen=True, slots=True)
class Give:
    """A player gives a card to the racing deck.

    Attributes:
        card: the card; at a real table it may be `UNKNOWN`.
    """

    card: int


@dataclass(frozen=True, slots=True)
class Show:
    """At a real table, the card that a player has left is turned face up.

    Attributes:
        card: the card.
    """

    card: int


@dataclass(frozen=True, slots=True)
class Place:
    """A marker is placed on the track.

    Attributes:
        marker: which.
        space: the number of the space.
    """

    marker: Marker
    space: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """The top card of the racing deck is revealed.

    Attributes:
        card: which it is, in an open state; None in a dealt one, which knows it.
    """

    card: int | None = None


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A face-up racing card is played.

    Attributes:
        player: in front of whom it lies; None for the own one.
    """

    player: str | None = None


@dataclass(frozen=True, slots=True)
class Bet:
    """A betting card is taken.

    Attributes:
        kind: what it bets on.
        camel: on which camel.
    """

    kind: Kind
    camel: int


@dataclass(frozen=True, slots=True)
class Pass:
    """The turn ends without a bet."""


Action = Start | Discard | Give | Show | Place | Reveal | PlayCard | Bet | Pass

REVEAL: Final = Reveal()
PASS: Final = Pass()
OWN_CARD: Final = PlayCard()

BETS: Final = {kind: tuple(Bet(kind, camel) for camel in range(len(RACING))) for kind in KINDS}
"""All bets, by kind and camel."""

PLACES: Final = {marker: tuple(Place(marker, space) for space in range(LONGEST + 1)) for marker in MARKERS}
"""All placements of markers, by marker and number of the space; 0 is none."""

_WITH_CARD: Final[dict[str, Callable[[int], "Start | Discard | Give | Show"]]] = {
    "start": Start,
    "discard": Discard,
    "give": Give,
    "show": Show,
}


def action_to_json(action: Action) -> dict[str, Any]:
    """Return an action as JSON."""
    match action:
        case Start(card) | Discard(card) | Give(card) | Show(card):
            return {"act": type(action).__name__.lower(), "card": NAMES[card]}
        case Place(marker, space):
            return {"act": "place", "marker": marker, "space": space}
        case Reveal(card):
            return {"act": "reveal"} | ({} if card is None else {"card": NAMES[card]})
        case PlayCard(player):
            return {"act": "card"} | ({} if player is None else {"of": player})
        case Bet(kind, camel):
            return {"act": "bet", "on": kind, "camel": RACING[camel]}
        case Pass():
            return {"act": "pass"}


def action_from_json(document: object) -> Action:
    """Return the action in a JSON document.

    Raises:
        MalformedFileError: it is none; the error names the field.
    """
    value = JsonValue(document, document="the action")
    act = value.need("act").one_of([*_WITH_CARD, "place", "reveal", "card", "bet", "pass"])
    match act:
        case "place":
            value.only("act", "marker", "space")
            return Place(value.need("marker").one_of(MARKERS), value.need("space").whole(1, LONGEST))
        case "reveal":
            value.only("act", "card")
            card = value.maybe("card")
            return Reveal(card_in(card, crazy=True) if card else None)
        case "card":
            value.only("act", "of")
            owner = value.maybe("of")
            return PlayCard(owner.text() if owner else None)
        case "bet":
            value.only("act", "on", "camel")
            return Bet(value.need("on").one_of(KINDS), camel_in(value.need("camel")))
        case "pass":
            value.only("act")
            return PASS
        case _:
            value.only("act", "card")
            hidden = act in ("discard", "give")
            return _WITH_CARD[act](card_in(value.need("card"), hidden=hidden))


def card_in(value: JsonValue, *, hidden: bool = False, crazy: bool = False) -> int:
    """Return the card that a JSON text names.

    Args:
        value: the text.
        hidden: whether it may be `UNKNOWN`.
        crazy: whether it may be a card of the crazy camel.

    Raises:
        MalformedFileError: it names none of these.
    """
    try:
        card = card_named(value.text())
    except MalformedFileError:
        card = -1
    if card in RACING_KINDS or (hidden and card == UNKNOWN) or (crazy and card in CRAZY_KINDS):
        return card
    others = (", crazy 0" if crazy else "") + (", or ? for one that is not known" if hidden else "")
    raise value.error(f"the name of a card, such as red 1 or blue 2{others}")


def camel_in(value: JsonValue) -> int:
    """Return the racing camel that a JSON text names.

    Raises:
        MalformedFileError: it names none.
    """
    return RACING.index(value.one_of(RACING))
