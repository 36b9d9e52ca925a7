"""Camel Up: The Card Game as one of the games."""

from collections.abc import Sequence
from typing import Any, Final

from games.camel_up import rules, scoring
from games.camel_up.actions import Action, action_from_json, action_to_json
from games.camel_up.cards import RACING
from games.camel_up.editions import EDITIONS
from games.camel_up.files import state_to_json
from games.camel_up.parsing import round_card_in, state_from_json
from games.camel_up.rounds import begun
from games.camel_up.state import Setting, State, opened
from games.camel_up.track import order_of
from games.camel_up.words import DESCRIPTION
from games.game import Description, JsonObject, seat_of, seated
from games.json_value import JsonValue
from games.scoring import ScoreLine, ScoreSheet, Standing


class CamelUp:
    """The game of Camel Up; see `games.game.Game` for its verbs."""

    name: Final = scoring.GAME
    description: Final[Description] = DESCRIPTION

    def new(
        self, players: Sequence[str], *, seed: int | None = None, options: JsonObject | None = None
    ) -> State:
        """Begin a game: a dealt one from a seed, else an open one that begins with the first cards revealed.

        Raises:
            GamesError: the players or an option do not fit.
        """
        names = seated(players, self.description)
        value = JsonValue(options or {}, document="options")
        value.only("edition", "round_card")
        chosen, own = value.maybe("edition"), value.maybe("round_card")
        name = chosen.one_of([edition.name for edition in EDITIONS]) if chosen else EDITIONS[0].name
        card = next(edition for edition in EDITIONS if edition.name == name).card(len(names))
        return begun(Setting(names, round_card_in(own, card) if own else card, seed))

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return all actions that the rules allow."""
        return rules.legal_actions(state)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after an action; it raises `IllegalActionError` where the rules forbid it."""
        return rules.apply(state, action)

    def is_over(self, state: State) -> bool:
        """Tell whether the race is over."""
        return state.phase == "over"

    def observation(self, state: State, player: str) -> dict[str, Any]:
        """Return what a player sees: the open state with the own cards, and the camels, the first first.

        Raises:
            UnknownGameError: nobody of that name plays.
        """
        seen = opened(state, [seat_of(state.setting.players, player)])
        return {**state_to_json(seen), "ranking": [RACING[camel] for camel in order_of(state.stands)]}

    def score(self, state: State) -> ScoreSheet[ScoreLine, Standing]:
        """Return the score sheet; the winners are open before the end."""
        return scoring.score(state)

    def state_to_json(self, state: State) -> dict[str, Any]:
        """Return a state as JSON."""
        return state_to_json(state)

    def state_from_json(self, document: object) -> State:
        """Return the state in a JSON document; it raises `MalformedFileError` where there is none."""
        return state_from_json(document)

    def action_to_json(self, action: Action) -> dict[str, Any]:
        """Return an action as JSON."""
        return action_to_json(action)

    def action_from_json(self, document: object) -> Action:
        """Return the action in a JSON document; it raises `MalformedFileError` where there is none."""
        return action_from_json(document)


CAMEL_UP: Final = CamelUp()
