"""States, tables and actions of Camelio as JSON.

A table is what people at a real one can say: what lies in the play areas and scoring areas, also where
nobody has counted yet.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from games.camelio.cards import COLOURS, STANDARD, Deck, deck_from_json, deck_to_json
from games.camelio.rules import SOURCES, Action, Back, Front, Take
from games.camelio.state import FIVE, NOBODY, PLAYERS, WHATS, Areas, Happening, State
from games.json_value import JsonValue

FORMAT: Final = "camelio-state/1"

_SEEN: Final = (
    "players",
    "turn",
    "face_up",
    "back",
    "receiver",
    "left",
    "play",
    "scoring",
    "discards",
    "reshuffled",
    "happened",
    "ended",
)
"""The fields of a state that everybody sees; `deck` is one more where another than the usual is played."""


def state_to_json(state: State) -> dict[str, Any]:
    """Return a state as JSON: what everybody sees, and in a dealt state what is face down."""
    document: dict[str, Any] = {"format": FORMAT} | observed(state)
    if state.stack is not None:
        document["stack"] = named(state.deck, state.stack)
    if state.again is not None:
        document["again"] = [*state.again]
    return document


def observed(state: State) -> dict[str, Any]:
    """Return what all players see as JSON."""
    deck, players = state.deck, state.players
    own = {} if deck == STANDARD else {"deck": deck_to_json(deck)}
    return own | {
        "players": [*players],
        "turn": players[state.turn],
        "face_up": deck.names[state.face_up] or None,
        "back": deck.back_names[state.back] or None,
        "receiver": None if state.receiver == NOBODY else players[state.receiver],
        "left": state.left,
        "play": _areas_to_json(state, state.play),
        "scoring": _areas_to_json(state, state.scored),
        "discards": named(deck, state.discards),
        "reshuffled": state.reshuffled,
        "happened": [
            {
                "what": each.what,
                "player": players[each.player],
                "colour": COLOURS[each.colour],
                "cards": named(deck, each.cards),
            }
            for each in state.happened
        ],
        "ended": state.ended,
    }


def named(deck: Deck, cards: tuple[int, ...]) -> list[str]:
    """Return the names of cards."""
    return [deck.names[card] for card in cards]


def state_of(value: JsonValue) -> State:
    """Return the state in a JSON document.

    Raises:
        MalformedFileError: it is none that can be reached; the message names the field.
    """
    value.need("format").one_of([FORMAT])
    value.only("format", "deck", *_SEEN, "stack", "again")
    deck, players = deck_of(value), players_of(value.need("players").texts(), value.need("players"))
    face_up, back, receiver = value.maybe("face_up"), value.maybe("back"), value.maybe("receiver")
    stack, again = value.maybe("stack"), value.maybe("again")
    total = sum(deck.counts)
    state = State(
        players=players,
        deck=deck,
        turn=seat_of(value.need("turn"), players),
        face_up=card_of(face_up, deck) if face_up else 0,
        back=back_of(back, deck) if back else 0,
        receiver=seat_of(receiver, players) if receiver else NOBODY,
        left=value.need("left").whole(0, total),
        play=_areas_of(value.need("play"), deck, players),
        scored=_areas_of(value.need("scoring"), deck, players),
        discards=cards_of(value.need("discards"), deck),
        reshuffled=value.need("reshuffled").switch(),
        happened=tuple(_happening(each, deck, players) for each in value.need("happened").items()),
        ended=value.need("ended").switch(),
        stack=cards_of(stack, deck) if stack else None,
        again=tuple(each.whole(0, total - 1) for each in again.items()) if again else None,
    )
    require(state, value)
    return state


def require(state: State, value: JsonValue) -> None:
    """Check that a state can be reached.

    Raises:
        MalformedFileError: it cannot; the message names the field of the document.
    """
    fields = value.members()
    for name, found, expected in _faults(state):
        if not found:
            raise fields.get(name, value).error(expected)


def deck_of(value: JsonValue) -> Deck:
    """Return the deck that a document names, else the usual one."""
    deck = value.maybe("deck")
    return deck_from_json(deck) if deck else STANDARD


def players_of(players: tuple[str, ...], value: JsonValue) -> tuple[str, ...]:
    """Return the players, if as many different ones as can play."""
    low, high = PLAYERS
    if not low <= len(players) <= high or len({*players}) != len(players):
        raise value.error(f"{low} to {high} players with names of their own")
    return players


def seat_of(value: JsonValue, players: tuple[str, ...]) -> int:
    """Return the seat of the player whom a JSON text names."""
    return players.index(value.one_of(players))


def back_of(value: JsonValue, deck: Deck) -> int:
    """Return the back that a JSON text names."""
    if value.value not in deck.back_names[1:]:
        raise value.error("the back of a card of this deck, such as red, red-blue-2 or multicolour-1")
    return deck.back_names.index(value.text())


def card_of(value: JsonValue, deck: Deck) -> int:
    """Return the card that a JSON text names."""
    card = deck.numbers.get(value.text())
    if card is None:
        raise value.error(
            "the name of a card of this deck, such as red:2, red-blue-2:blue or multicolour-1:green"
        )
    return card


def cards_of(value: JsonValue, deck: Deck) -> tuple[int, ...]:
    """Return the cards in a JSON list of names."""
    return tuple(card_of(item, deck) for item in value.items())


def by_colour(cards: tuple[int, ...], deck: Deck) -> Areas:
    """Return the cards of each colour."""
    return tuple(
        tuple(card for card in cards if deck.colours[card] == colour) for colour in range(len(COLOURS))
    )


def spheres_of(cards: tuple[int, ...], deck: Deck) -> int:
    """Return how many spheres some cards have."""
    return sum(deck.spheres[card] for card in cards)


def action_to_json(action: Action) -> dict[str, Any]:
    """Return an action as JSON."""
    match action:
        case Take(card, to):
            return {"act": "take", "card": card, "to": to}
        case Front(shown):
            return {"act": "front"} | ({} if shown is None else {"card": shown})
        case Back(shown):
            return {"act": "back"} | ({} if shown is None else {"back": shown})


def action_from_json(document: object) -> Action:
    """Return the action in a JSON document.

    Raises:
        MalformedFileError: it is none; the message names the field.
    """
    value = JsonValue(document, document="the action")
    match value.need("act").one_of(["take", "front", "back"]):
        case "take":
            value.only("act", "card", "to")
            return Take(value.need("card").one_of(SOURCES), value.need("to").text())
        case "front":
            value.only("act", "card")
            card = value.maybe("card")
            return Front(card.text() if card else None)
        case _:
            value.only("act", "back")
            back = value.maybe("back")
            return Back(back.text() if back else None)


def _areas_to_json(state: State, areas: Areas) -> dict[str, list[str]]:
    width = len(COLOURS)
    return {
        player: [
            name for area in areas[width * seat : width * (seat + 1)] for name in named(state.deck, area)
        ]
        for seat, player in enumerate(state.players)
    }


def _areas_of(value: JsonValue, deck: Deck, players: tuple[str, ...]) -> Areas:
    areas = {player: by_colour(cards_of(cards, deck), deck) for player, cards in value.only(*players).items()}
    return tuple(area for player in players for area in areas.get(player, ((),) * len(COLOURS)))


def _happening(value: JsonValue, deck: Deck, players: tuple[str, ...]) -> Happening:
    value.only("what", "player", "colour", "cards")
    return Happening(
        value.need("what").one_of(WHATS),
        seat_of(value.need("player"), players),
        COLOURS.index(value.need("colour").one_of(COLOURS)),
        cards_of(value.need("cards"), deck),
    )


def _faults(state: State) -> Iterator[tuple[str, bool, str]]:
    """Go through what a state has to fulfil: the field, whether it does, and what is expected of it."""
    deck, visible = state.deck, state.visible
    fits = all(spheres_of(area, deck) < FIVE for area in state.play)
    yield "play", fits, f"less than {FIVE} spheres of each colour"
    fits = {spheres_of(area, deck) for area in state.scored} <= {0, FIVE}
    yield "scoring", fits, f"{FIVE} spheres of each colour, or none"
    yield (
        "discards",
        all(visible[card] <= count for card, count in enumerate(deck.counts, 1)),
        "no more cards to lie open than the deck has",
    )
    unseen = state.unseen
    yield (
        "left",
        state.left == sum(unseen.values()),
        f"all cards that do not lie open, {sum(unseen.values())}",
    )
    yield (
        "back",
        not state.back or any(deck.backs[card] == state.back for card in unseen),
        "the back of a card that is face down, or null",
    )
    yield (
        "receiver",
        state.receiver == NOBODY or bool(state.back and state.face_up),
        "null, while cards have to be looked at",
    )
    won = any(state.points(seat) >= state.target for seat in range(len(state.players)))
    yield "ended", state.ended == (won or not (state.left or state.face_up)), "true at the end, else false"
    yield (
        "reshuffled",
        bool(state.left or state.ended or state.reshuffled or not state.discards),
        "true, as the deck has run out and there are discards",
    )
    yield from _hidden_faults(state, unseen)


def _hidden_faults(state: State, unseen: dict[int, int]) -> Iterator[tuple[str, bool, str]]:
    """Go through what the face-down cards of a dealt state have to fulfil."""
    if state.stack is not None:
        yield "stack", Counter(state.stack) == unseen, "the cards that do not lie open"
        fits = not state.back or state.deck.backs[state.stack[0]] == state.back
        yield "back", fits, "the back of the first card of the stack, or null"
    wanted = state.stack is not None and not state.reshuffled
    whole = sorted(state.again or ()) == [*range(sum(state.deck.counts))]
    yield (
        "again",
        whole if wanted else state.again is None,
        "a number for each card, until the discards of a dealt game are shuffled, else nothing",
    )
