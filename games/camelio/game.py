"""Camelio as one of the games."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from games.camelio import rules
from games.camelio.cards import STANDARD, Deck, deck_from_json
from games.camelio.files import action_from_json, action_to_json, observed, state_to_json
from games.camelio.rules import Action
from games.camelio.scoring import sheet
from games.camelio.state import State, empty
from games.camelio.tables import state_from_json, state_from_table
from games.camelio.words import DESCRIPTION
from games.game import Description, JsonObject, seat_of, seated
from games.json_value import JsonValue
from games.scoring import ScoreLine, ScoreSheet, Standing


class Camelio:
    """The game of Camelio; see `games.game.Game` for its verbs."""

    name: Final = "camelio"
    description: Final[Description] = DESCRIPTION

    def new(
        self, players: Sequence[str], *, seed: int | None = None, options: JsonObject | None = None
    ) -> State:
        """Begin a game: a dealt one from a seed, else an open one, at the start or from a table.

        Raises:
            GamesError: the players or an option do not fit.
        """
        names = seated(players, self.description)
        value = JsonValue(options or {}, document="options")
        given = value.only("deck", "first", "table")
        table, first = value.maybe("table"), value.maybe("first")
        if table:
            return _from_table(table, names, value, seed)
        deck = deck_from_json(given["deck"]) if value.maybe("deck") else STANDARD
        state = empty(names, deck) if seed is None else shuffled(names, deck, seed)
        return replace(state, turn=names.index(first.one_of(names))) if first else state

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return all actions that the rules allow."""
        return rules.legal_actions(state)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after an action; it raises `IllegalActionError` where the rules forbid it."""
        return rules.apply(state, action)

    def is_over(self, state: State) -> bool:
        """Tell whether the game has ended."""
        return state.ended

    def observation(self, state: State, player: str) -> dict[str, Any]:
        """Return what a player sees: all but the fronts of the cards that are face down, as all players do.

        Raises:
            UnknownGameError: nobody of that name plays.
        """
        seat_of(state.players, player)  # it refuses whoever does not play
        return observed(state)

    def score(self, state: State) -> ScoreSheet[ScoreLine, Standing]:
        """Return the score sheet: a line for each player and colour, with what just happened there."""
        return sheet(state)

    def state_to_json(self, state: State) -> dict[str, Any]:
        """Return a state as JSON."""
        return state_to_json(state)

    def state_from_json(self, document: object) -> State:
        """Return the state in a JSON document, or that of a table; it raises `MalformedFileError` else."""
        return state_from_json(document)

    def action_to_json(self, action: Action) -> dict[str, Any]:
        """Return an action as JSON."""
        return action_to_json(action)

    def action_from_json(self, document: object) -> Action:
        """Return the action in a JSON document; it raises `MalformedFileError` where there is none."""
        return action_from_json(document)


CAMELIO: Final = Camelio()


def shuffled(players: tuple[str, ...], deck: Deck, seed: int) -> State:
    """Return the dealt state of a seed, at the start of a game."""
    draw = random.Random(seed)  # noqa: S311 - cards are dealt, no secret is made
    cards = deck.cards
    stack = tuple(draw.sample(cards, len(cards)))
    again = tuple(draw.sample(range(len(cards)), len(cards)))
    return replace(empty(players, deck), stack=stack, again=again)


def _from_table(table: JsonValue, players: tuple[str, ...], options: JsonValue, seed: int | None) -> State:
    """Take a table over; the game goes on from there."""
    options.only("table")
    if seed is not None:
        raise table.error("no table beside a seed, as it is a real one")
    state = state_from_table(table)
    if state.players != players:
        raise table.error(f"a table at which {', '.join(players)} sit, not {', '.join(state.players)}")
    return state
