"""Logs and actions of Camouflage as JSON."""

from dataclasses import replace
from typing import Any, Final

from games.camouflage.actions import END, Action, Begin, Lay
from games.camouflage.cards import repeated
from games.camouflage.files import (
    deck_from_json,
    deck_to_json,
    placement_from_json,
    placement_to_json,
    table_from_json,
    table_to_json,
)
from games.camouflage.log import TIMERS_S, Entry, Log
from games.camouflage.modes import mode_named
from games.json_value import JsonValue

FORMAT: Final = "camouflage-log/1"

LONGEST_S: Final = 86_400
"""The latest second of a game that can be noted."""


def log_to_json(log: Log) -> dict[str, Any]:
    """Return a log as JSON: the board file inside it is the table."""
    document = {
        "format": FORMAT,
        "mode": log.mode.name,
        "deck": deck_to_json(log.deck),
        "board": table_to_json(log.table),
        "entries": [
            {"player": log.player_of(entry.card), "card": entry.card}
            | ({} if entry.at_s is None else {"at_s": entry.at_s})
            for entry in log.entries
        ],
        "timer_s": log.timer_s,
        "ended": log.ended,
    }
    if log.opening is not None:
        document["opening"] = log.opening
    if log.piles is not None:
        document["piles"] = {player: [*pile] for player, pile in log.piles.items()}
    return document


def log_from_json(document: object) -> Log:
    """Return the log in a JSON document.

    Raises:
        MalformedFileError: it is none, or its parts contradict each other; the message names the field.
    """
    value = JsonValue(document, document="the state")
    value.need("format").one_of([FORMAT])
    fields = value.only("format", "mode", "deck", "board", "entries", "timer_s", "ended", "opening", "piles")
    mode = value.need("mode")
    with mode.blamed():
        found = mode_named(mode.text())
    deck, table = deck_from_json(value.need("deck")), table_from_json(value.need("board"))
    with fields["board"].blamed():
        table.check(deck)
    if table.cards and found.on_locations != bool(table.locations):
        raise fields["board"].error(f"a board for {found.name}")
    opening, piles, timer = value.maybe("opening"), value.maybe("piles"), value.maybe("timer_s")
    log = Log(
        mode=found,
        deck=deck,
        table=table,
        entries=tuple(_entry(entry) for entry in value.need("entries").items()),
        opening=opening.one_of(deck.decks) if opening else None,
        ended=value.need("ended").switch(),
        timer_s=timer.whole(0, LONGEST_S) if timer else TIMERS_S[0],
    )
    _check_entries(log, fields["entries"])
    return log if piles is None else _with_piles(log, piles)


def action_to_json(action: Action) -> dict[str, Any]:
    """Return an action as JSON."""
    match action:
        case Begin(placement):
            return {"act": "begin"} | placement_to_json(placement)
        case Lay(placement, location, at_s, as_it_lies):
            document = {"act": "lay"} | placement_to_json(placement)
            extra = {"location": location, "at_s": at_s, "as_it_lies": as_it_lies or None}
            return document | {name: found for name, found in extra.items() if found is not None}
        case _:
            return {"act": "end"}


def action_from_json(document: object) -> Action:
    """Return the action in a JSON document.

    Raises:
        MalformedFileError: it is none; the message names the field.
    """
    value = JsonValue(document, document="the action")
    match value.need("act").one_of(["begin", "lay", "end"]):
        case "begin":
            value.only("act", "card", "x", "y", "turn")
            return Begin(placement_from_json(value))
        case "lay":
            value.only("act", "card", "x", "y", "turn", "location", "at_s", "as_it_lies")
            location, as_it_lies = value.maybe("location"), value.maybe("as_it_lies")
            return Lay(
                placement_from_json(value),
                location.text() if location else None,
                _at_s(value),
                as_it_lies.switch() if as_it_lies else False,
            )
        case _:
            value.only("act")
            return END


def _entry(value: JsonValue) -> Entry:
    value.only("player", "card", "at_s")
    return Entry(value.need("card").text(), _at_s(value))


def _at_s(value: JsonValue) -> float | None:
    found = value.maybe("at_s")
    return None if found is None else found.number(0, LONGEST_S)


def _check_entries(log: Log, value: JsonValue) -> None:
    cards = [entry.card for entry in log.entries]
    if repeated(cards) or {*cards} != {*log.table.cards}:
        raise value.error("the cards on the board, each once")
    for card, entry in zip(cards, value.items(), strict=True):
        player, owner = entry.maybe("player"), log.player_of(card)
        if player and player.value != owner:
            raise player.error(
                f"{owner!r}, whose card {card} is" if owner else f"null, as {card} is nobody's"
            )
    times = [entry.at_s for entry in log.entries if entry.at_s is not None]
    if times != sorted(times):
        raise value.error("times that do not go back")


def _with_piles(log: Log, value: JsonValue) -> Log:
    piles = {player: pile.texts() for player, pile in value.members().items()}
    whole = {player: {card.id for card in log.deck.cards_of(deck)} for player, deck in log.seats.items()}
    if {player: {*pile} for player, pile in piles.items()} != whole or any(map(repeated, piles.values())):
        raise value.error("all cards of each player, each once")
    return replace(log, piles=piles)
