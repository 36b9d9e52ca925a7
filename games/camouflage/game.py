"""Camouflage as one of the games; the four games that are played with its cards are its modes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from games.camouflage import actions
from games.camouflage.actions import Action
from games.camouflage.board import Board, Cell, Placement
from games.camouflage.cards import FACES, Deck, FaceName
from games.camouflage.files import deck_from_json, table_from_json, table_to_json
from games.camouflage.log import HAND, TIMERS_S, Log, laid, log_of, shuffled
from games.camouflage.log_files import (
    LONGEST_S,
    action_from_json,
    action_to_json,
    log_from_json,
    log_to_json,
)
from games.camouflage.modes import MODES, score
from games.camouflage.scoring import CamouflageSheet, Mode
from games.camouflage.table import Location, Rules, Table
from games.camouflage.words import DESCRIPTION
from games.errors import UnknownGameError
from games.game import UNSEEN, Description, JsonObject, seat_of, seated
from games.json_value import JsonValue

_OPTIONS: Final = (
    "mode",
    "deck",
    "board",
    "face",
    "decks",
    "start",
    "first",
    "timer_s",
    "min_match",
    "wild_centers",
)

_BESIDE_BOARD: Final = ("mode", "deck", "board", "timer_s")
"""The options beside a board; what else there is to choose, the board says."""


class Camouflage:
    """The game of Camouflage; see `games.game.Game` for its verbs."""

    name: Final = "camouflage"
    description: Final[Description] = DESCRIPTION

    def new(
        self, players: Sequence[str], *, seed: int | None = None, options: JsonObject | None = None
    ) -> Log:
        """Begin a game.

        Players play the decks that the option `decks` names, else the first that nothing else takes.

        Raises:
            GamesError: the players or an option do not fit.
        """
        names = seated(players, self.description)
        value = JsonValue(options or {}, document="options")
        value.only(*_OPTIONS)
        deck, mode, board = deck_from_json(value.need("deck")), _mode(value), value.maybe("board")
        least, most = mode.players
        if not least <= len(names) <= most:
            raise UnknownGameError(f"players: {mode.name} is played by {least} to {most}; found {len(names)}")
        if board:
            value.only(*_BESIDE_BOARD)
            return _from_board(board, deck, mode, names, seed, timer_s=_timer_s(value))
        log = _empty(value, deck, mode, names, seed)
        return _with_locations(log, value) if mode.on_locations else log

    def legal_actions(self, state: Log) -> Sequence[Action]:
        """Return all actions that the rules allow."""
        return actions.legal_actions(state)

    def apply(self, state: Log, action: Action) -> Log:
        """Return the state after an action; it raises `IllegalActionError` where the rules forbid it."""
        return actions.apply(state, action)

    def is_over(self, state: Log) -> bool:
        """Tell whether the game has ended."""
        return actions.is_over(state)

    def observation(self, state: Log, player: str) -> dict[str, Any]:
        """Return what a player sees: the table, the own hand, and how many cards the others have.

        Raises:
            UnknownGameError: nobody of that name plays.
        """
        seat_of([*state.seats], player)  # it refuses whoever does not play
        left = {name: len(state.unplayed(name)) for name in state.seats}
        hidden = state.piles is None
        return {
            "mode": state.mode.name,
            "board": table_to_json(state.table),
            "entries": log_to_json(state)["entries"],
            "hand": [UNSEEN] * min(HAND, left[player]) if hidden else [*state.hand(player)],
            "unplayed": left,
            "timer_s": state.timer_s,
            "until_s": state.deadline_s,
            "frozen": [*(state.table.out or ())] if state.mode.on_locations else [],
            "ended": state.ended,
        }

    def score(self, state: Log) -> CamouflageSheet:
        """Return the score sheet that a photo of the table gives; before the end the winner is open."""
        sheet = score(state.table, state.deck, state.mode.name)
        if self.is_over(state):
            return sheet
        return replace(sheet, winners=None, decided_by=None, missing=(*sheet.missing, "end"))

    def state_to_json(self, state: Log) -> dict[str, Any]:
        """Return a state as JSON."""
        return log_to_json(state)

    def state_from_json(self, document: object) -> Log:
        """Return the state in a JSON document; it raises `MalformedFileError` where there is none."""
        return log_from_json(document)

    def action_to_json(self, action: Action) -> dict[str, Any]:
        """Return an action as JSON."""
        return action_to_json(action)

    def action_from_json(self, document: object) -> Action:
        """Return the action in a JSON document; it raises `MalformedFileError` where there is none."""
        return action_from_json(document)


CAMOUFLAGE: Final = Camouflage()


def _empty(value: JsonValue, deck: Deck, mode: Mode, players: tuple[str, ...], seed: int | None) -> Log:
    """Return a log of a table on which nothing lies yet."""
    start = value.maybe("start")
    opening = start.one_of(deck.decks) if start else None
    seats = _seats(players, deck, value, opening, shared=not mode.on_locations)
    free = next((each for each in deck.decks if each not in seats.values()), None)
    return Log(
        mode,
        deck,
        Table(deck.name, _face(value, deck), players=seats, out=(), rules=_rules(value)),
        piles=None if seed is None else shuffled(deck, seats, seed),
        opening=None if mode.on_locations else opening or free,
        timer_s=_timer_s(value),
    )


def _timer_s(value: JsonValue) -> int:
    timer = value.maybe("timer_s")
    return timer.whole(0, LONGEST_S) if timer else TIMERS_S[0]


def _from_board(
    board: JsonValue, deck: Deck, mode: Mode, players: tuple[str, ...], seed: int | None, *, timer_s: int
) -> Log:
    """Take a board over; the game goes on from there."""
    if seed is not None:
        raise board.error("no board beside a seed, as it is that of a real table")
    table = table_from_json(board)
    with board.blamed():
        table.check(deck)
    if table.cards and mode.on_locations != bool(table.locations):
        raise board.error(f"a board for {mode.name}")
    log = log_of(table, deck, mode, ended=False, timer_s=timer_s)
    if {*log.seats} != {*players}:
        raise board.error(f"a board on which {', '.join(players)} play, not {', '.join(log.seats)}")
    return log


def _mode(value: JsonValue) -> Mode:
    chosen = value.maybe("mode")
    name = chosen.one_of([mode.name for mode in MODES]) if chosen else MODES[0].name
    return next(mode for mode in MODES if mode.name == name)


def _face(value: JsonValue, deck: Deck) -> FaceName:
    chosen = value.maybe("face")
    if chosen:
        return chosen.one_of(FACES)
    return next((face for face in FACES if all(face in card.faces for card in deck.cards)), FACES[0])


def _seats(
    players: tuple[str, ...], deck: Deck, value: JsonValue, opening: str | None, *, shared: bool
) -> dict[str, str]:
    """Return the deck of each player: as chosen, else in the order of the set; one is kept to begin with."""
    chosen = value.maybe("decks")
    if chosen is None:
        free = [animal for animal in deck.decks if animal != opening]
        if shared and opening is None:
            free = free[1:]
        if len(free) < len(players):
            raise value.need("deck").error(f"decks for {len(players)} players")
        return dict(zip(players, free, strict=False))
    seats = {player: animal.one_of(deck.decks) for player, animal in chosen.only(*players).items()}
    if {*seats} != {*players} or len({*seats.values(), opening}) <= len(seats):
        raise chosen.error("a deck of their own for each player")
    return {player: seats[player] for player in players}


def _rules(value: JsonValue) -> Rules:
    usual, least, wild = Rules(), value.maybe("min_match"), value.maybe("wild_centers")
    return replace(
        usual,
        min_match=least.whole(0, 9) if least else usual.min_match,
        wild_centres=wild.switch() if wild else usual.wild_centres,
    )


def _with_locations(log: Log, value: JsonValue) -> Log:
    """Begin a location for each player with a card of the own deck: the first drawn, or the one stated."""
    first: Mapping[str, str] = {player: pile[0] for player, pile in (log.piles or {}).items()}
    if stated := value.maybe("first"):
        first = {player: card.text() for player, card in stated.only(*log.seats).items()}
    for player, animal in log.seats.items():
        if first.get(player) not in [card.id for card in log.deck.cards_of(animal)]:
            raise (stated or value).error(f"in 'first' the card of {animal!r} with which {player} begins")
    table = replace(
        log.table,
        locations=tuple(Location(player, animal, Board()) for player, animal in log.seats.items()),
    )
    log = replace(log, table=table)
    for player, card in first.items():
        log = laid(log, Placement(card, Cell(0, 0)), player)
    return log
