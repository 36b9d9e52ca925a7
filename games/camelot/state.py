"""The states of Camelot: the grid, the cards turned so far, and in a dealt state those still to come."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from games.camelot.cards import DECK, JACK, KING, NAMES, QUEEN, TEN, card_named
from games.errors import MalformedFileError
from games.game import object_schema
from games.json_value import JsonValue

FORMAT: Final = "camelot-state/1"

SLOTS: Final = 16
"""Slots are numbered row by row, from the top left."""

COURT_SLOTS: Final = {KING: (0, 3, 12, 15), QUEEN: (1, 2, 13, 14), JACK: (4, 7, 8, 11)}
"""Where court cards go; all other cards go anywhere."""

CENTRE: Final = (5, 6, 9, 10)
"""The slots that no court card can take."""

FITTING: Final = tuple(frozenset(COURT_SLOTS.get(rank, range(SLOTS))) for rank in range(KING + 1))
"""The slots on which each rank may lie."""

WHOLE: Final = len(DECK)


@dataclass(frozen=True, slots=True)
class State:
    """A state of Camelot. Cards are numbers, see `cards`; 0 is none.

    Attributes:
        player: who plays.
        deck: the cards in the order in which they are turned; in an open state those turned so far.
        turned: how many have been turned.
        waiting: the card that was turned and has not been placed yet.
        removing: whether cards may be removed.
        grid: the card on each slot.
    """

    player: str
    deck: tuple[int, ...] = ()
    turned: int = 0
    waiting: int = 0
    removing: bool = False
    grid: tuple[int, ...] = (0,) * SLOTS

    @property
    def stock(self) -> int:
        """How many cards are still to be turned."""
        return WHOLE - self.turned

    @property
    def known(self) -> bool:
        """Whether the order of the stock is inside: in a dealt state, or once all cards are turned."""
        return len(self.deck) == WHOLE

    @property
    def removed(self) -> int:
        """How many cards have been removed, a point each."""
        return self.turned - (SLOTS - self.grid.count(0)) - bool(self.waiting)

    @property
    def unseen(self) -> frozenset[int]:
        """The cards still to be turned, whatever their order."""
        return frozenset(DECK).difference(self.deck[: self.turned])


def opened(state: State) -> State:
    """Return the open state of the same game, without what the player cannot know."""
    return State(
        state.player, state.deck[: state.turned], state.turned, state.waiting, state.removing, state.grid
    )


def state_to_json(state: State) -> dict[str, Any]:
    """Return a state as JSON."""
    return {
        "format": FORMAT,
        "player": state.player,
        "deck": [NAMES[card] for card in state.deck],
        "turned": state.turned,
        "waiting": NAMES[state.waiting] or None,
        "removing": state.removing,
        "grid": [NAMES[card] or None for card in state.grid],
    }


def state_from_json(document: object) -> State:
    """Return the state in a JSON document.

    Raises:
        MalformedFileError: it is none that can be reached; the message names the field.
    """
    value = JsonValue(document, document="the state")
    value.need("format").one_of([FORMAT])
    fields = value.only("format", "player", "deck", "turned", "waiting", "removing", "grid")
    waiting = value.maybe("waiting")
    state = State(
        player=value.need("player").text(),
        deck=cards_in(value.need("deck")),
        turned=value.need("turned").whole(0, WHOLE),
        waiting=card_in(waiting) if waiting else 0,
        removing=value.need("removing").switch(),
        grid=tuple(0 if slot.value is None else card_in(slot) for slot in value.need("grid").items()),
    )
    for name, found, expected in _faults(state):
        if not found:
            raise fields[name].error(expected) if name in fields else value.error(expected)
    return state


def cards_in(value: JsonValue) -> tuple[int, ...]:
    """Return the cards that a JSON list names, each once.

    Raises:
        MalformedFileError: a name is no card, or there twice.
    """
    cards = tuple(card_in(item) for item in value.items())
    if len({*cards}) != len(cards):
        raise value.error("each card once")
    return cards


def card_in(value: JsonValue) -> int:
    """Return the card that a JSON text names.

    Raises:
        MalformedFileError: it names none.
    """
    try:
        return card_named(value.text())
    except MalformedFileError:
        raise value.error("the name of a card, such as AS, 10H or KD") from None


def _faults(state: State) -> list[tuple[str, bool, str]]:
    """Return what a state has to fulfil: the field, whether it does, and what is expected of it."""
    lying = [card for card in state.grid if card]
    laid = {*state.deck[: state.turned]} - {state.waiting}
    counts = [0] * (KING + 1)
    for card in laid.difference(lying):
        counts[card >> 2] += 1
    full = bool(lying) and len(lying) == len(state.grid)
    at_end = state.turned == WHOLE and not state.waiting
    return [
        ("deck", len(state.deck) in (state.turned, WHOLE), f"{WHOLE} cards, or those turned so far"),
        ("grid", len(state.grid) == SLOTS, f"{SLOTS} slots"),
        (
            "waiting",
            not state.waiting or state.deck[: state.turned][-1:] == (state.waiting,),
            "the card turned last, or null",
        ),
        ("waiting", not (state.waiting and full), "no card while the grid is full"),
        (
            "grid",
            len({*lying}) == len(lying) and laid.issuperset(lying),
            "cards that have been turned, each on one slot",
        ),
        (
            "grid",
            all(slot in FITTING[card >> 2] for slot, card in enumerate(state.grid)),
            "court cards on slots of their own only",
        ),
        ("grid", _balanced(counts), "no cards gone but tens and pairs that add up to ten"),
        ("grid", not any(counts) or state.turned >= SLOTS, "no cards gone before the grid was full"),
        ("removing", state.removing or not (full or at_end), "true: the grid is full, or the stock empty"),
        (
            "removing",
            not state.removing or full or at_end or (any(counts) and not state.waiting),
            "false: the grid has not been full since a card was turned",
        ),
    ]


def _balanced(counts: list[int]) -> bool:
    """Tell whether cards so many of each rank can have been removed: tens alone, others in pairs of ten."""
    pairs = all(counts[rank] == counts[TEN - rank] for rank in range(1, 5))
    return pairs and counts[5] % 2 == 0 and not any(counts[JACK:])


@lru_cache(maxsize=1)
def schemas() -> dict[str, dict[str, Any]]:
    """Return the JSON Schemas of options, states and actions."""
    card = {"type": "string", "pattern": "^(A|[2-9]|10|J|Q|K)[CDHS]$"}
    slot = {"type": "integer", "minimum": 0, "maximum": SLOTS - 1}
    return {
        "options": {
            "type": "object",
            "properties": {
                "deal": {"type": "array", "items": card, "minItems": WHOLE, "maxItems": WHOLE},
            },
            "additionalProperties": False,
        },
        "state": {
            "type": "object",
            "properties": {
                "format": {"const": FORMAT},
                "player": {"type": "string", "minLength": 1},
                "deck": {"type": "array", "items": card, "uniqueItems": True, "maxItems": WHOLE},
                "turned": {"type": "integer", "minimum": 0, "maximum": WHOLE},
                "waiting": {"anyOf": [card, {"type": "null"}]},
                "removing": {"type": "boolean"},
                "grid": {
                    "type": "array",
                    "items": {"anyOf": [card, {"type": "null"}]},
                    "minItems": SLOTS,
                    "maxItems": SLOTS,
                },
            },
            "required": ["format", "player", "deck", "turned", "removing", "grid"],
            "additionalProperties": False,
        },
        "action": {
            "oneOf": [
                object_schema({"act": {"const": "turn"}, "card": card}, "act"),
                object_schema({"act": {"const": "place"}, "slot": slot}, "act", "slot"),
                object_schema(
                    {
                        "act": {"const": "remove"},
                        "slots": {"type": "array", "items": slot, "minItems": 1, "maxItems": 2},
                    },
                    "act",
                    "slots",
                ),
            ]
        },
    }
