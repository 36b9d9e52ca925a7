"""Tables of Camelio: what people at a real one can say, also before anybody has counted.

In the play areas and scoring areas a card may be named by its front alone, such as `red-2`, as its back
cannot be seen there. It is then taken for a card of that front that has not been named yet, a regular one
first; that matters to the odds of what is still face down and to nothing else.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from games.camelio.cards import Deck
from games.camelio.files import (
    back_of,
    by_colour,
    deck_of,
    players_of,
    require,
    seat_of,
    spheres_of,
    state_of,
)
from games.camelio.rules import counted
from games.camelio.state import FIVE, NOBODY, Areas, State
from games.json_value import JsonValue

FORMAT: Final = "camelio-table/1"


def state_from_json(document: object) -> State:
    """Return the state in a JSON document, or that of a table.

    Raises:
        MalformedFileError: it is neither; the message names the field.
    """
    value = (
        JsonValue.of(document) if isinstance(document, JsonValue) else JsonValue(document, "", "the state")
    )
    kind = value.members().get("format")
    return state_from_table(value) if kind and kind.value == FORMAT else state_of(value)


def state_from_table(value: JsonValue) -> State:
    """Return the open state of a table; what lies there is scored, discarded or left first.

    Raises:
        MalformedFileError: it is no table, or has more cards than the deck; the message names the field.
    """
    value.need("format").one_of([FORMAT])
    value.only("format", "deck", "players", "turn", "face_up", "back", "discards", "reshuffled")
    deck, seats = deck_of(value), value.need("players")
    players = players_of(tuple(seats.members()), seats)
    areas = {name: [_listed(seats.need(each), name) for each in players] for name in ("play", "scoring")}
    face_up, discards = value.maybe("face_up"), _listed(value, "discards")
    items = [item for area in areas.values() for cards in area for item in cards]
    cards = _identified([*items, *discards, *([face_up] if face_up else [])], deck)
    turn, back, reshuffled = value.maybe("turn"), value.maybe("back"), value.maybe("reshuffled")
    state = State(
        players=players,
        deck=deck,
        turn=seat_of(turn, players) if turn else 0,
        face_up=cards[face_up.where] if face_up else 0,
        back=back_of(back, deck) if back else 0,
        receiver=NOBODY,
        left=sum(deck.counts) - len(cards),
        play=_areas(areas["play"], cards, deck),
        scored=_areas(areas["scoring"], cards, deck),
        discards=tuple(cards[item.where] for item in discards),
        reshuffled=reshuffled.switch() if reshuffled else False,
    )
    for each, listed in zip(players, areas["scoring"], strict=True):
        own = by_colour(tuple(cards[item.where] for item in listed), deck)
        if not {spheres_of(area, deck) for area in own} <= {0, FIVE}:
            raise seats.need(each).need("scoring").error(f"{FIVE} spheres of each colour that is scored")
    state = counted(state)
    require(state, value)
    return state


def _listed(value: JsonValue, name: str) -> list[JsonValue]:
    listed = value.maybe(name)
    return listed.items() if listed else []


def _areas(listed: Sequence[list[JsonValue]], cards: Mapping[str, int], deck: Deck) -> Areas:
    return tuple(area for own in listed for area in by_colour(tuple(cards[item.where] for item in own), deck))


def _identified(items: Sequence[JsonValue], deck: Deck) -> dict[str, int]:
    """Return the card of each name, by where it stands; those that are named by their front come last."""
    left, found = dict(enumerate(deck.counts, 1)), {}
    for item in sorted(items, key=lambda item: item.text() not in deck.numbers):
        fitting = [card for card, kind in enumerate(deck.kinds, 1) if item.value in (kind.name, kind.front)]
        if not fitting:
            raise item.error("a card of this deck, or its front, such as red:2, red-blue-2:blue or red-2")
        card = next((card for card in fitting if left[card]), None)
        if card is None:
            raise item.error("a card that is not named elsewhere already")
        left[card] -= 1
        found[item.where] = card
    return found
