"""Camelot, the patience, as one of the games."""

import random
from collections.abc import Sequence
from typing import Any, Final

from games.camelot import rules
from games.camelot.cards import DECK, NAMES, TEN
from games.camelot.rules import Action, Place, Remove, Turn, outcome
from games.camelot.state import SLOTS, WHOLE, State, card_in, cards_in, state_from_json, state_to_json
from games.camelot.words import DESCRIPTION
from games.game import Description, JsonObject, seat_of, seated
from games.json_value import JsonValue
from games.scoring import POINTS, Criterion, ScoreLine, ScoreSheet, Standing, rank

_KINDS: Final = ((1, "aces and nines"), (2, "twos and eights"), (3, "threes and sevens"))
_PAIRED: Final = (*_KINDS, (4, "fours and sixes"), (5, "fives"), (TEN, "tens"))

_END: Final = "end"
"""What a score sheet misses before the game has ended."""


class Camelot:
    """The game of Camelot; see `games.game.Game` for its verbs."""

    name: Final = "camelot"
    description: Final[Description] = DESCRIPTION

    def new(
        self, players: Sequence[str], *, seed: int | None = None, options: JsonObject | None = None
    ) -> State:
        """Begin a game: a dealt one from a seed or the option `deal`, else an open one.

        The same seed or deal begins the same game again.

        Raises:
            GamesError: there is not one player, or an option does not fit.
        """
        (player,) = seated(players, self.description)
        deal = JsonValue(options or {}, document="options").only("deal").get("deal")
        if deal is not None:
            deck = cards_in(deal)
            if len(deck) != WHOLE:
                raise deal.error(f"{WHOLE} cards")
            return State(player, deck)
        return State(player) if seed is None else State(player, shuffled(seed))

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return all actions that the rules allow."""
        return rules.legal_actions(state)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after an action; it raises `IllegalActionError` where the rules forbid it."""
        return rules.apply(state, action)

    def is_over(self, state: State) -> bool:
        """Tell whether the game is won or lost."""
        return outcome(state) is not None

    def observation(self, state: State, player: str) -> dict[str, Any]:
        """Return what the player sees: the grid, and the cards turned so far.

        Raises:
            UnknownGameError: somebody else plays.
        """
        seat_of([state.player], player)  # it refuses whoever does not play
        return {
            "grid": [NAMES[card] or None for card in state.grid],
            "waiting": NAMES[state.waiting] or None,
            "removing": state.removing,
            "turned": [NAMES[card] for card in state.deck[: state.turned]],
            "stock": state.stock,
            "points": state.removed,
            "outcome": outcome(state),
        }

    def score(self, state: State) -> ScoreSheet[ScoreLine, Standing]:
        """Return the score sheet: a line for each kind of pair that was removed."""
        ending, player = outcome(state), state.player
        ranking = rank(
            [player], [Criterion(POINTS, {player: state.removed})], [] if ending == "won" else [player]
        )
        over = ending is not None
        return ScoreSheet(
            game=self.name,
            lines=tuple(_lines(state)),
            standings=(Standing(player, state.removed, rank=1, disqualified=False),),
            winners=ranking.winners if over else None,
            decided_by=ranking.decided_by if over else None,
            missing=() if over else (_END,),
            rulings=("score",) if over and state.removed and ending != "won" else (),
        )

    def state_to_json(self, state: State) -> dict[str, Any]:
        """Return a state as JSON."""
        return state_to_json(state)

    def state_from_json(self, document: object) -> State:
        """Return the state in a JSON document; it raises `MalformedFileError` where there is none."""
        return state_from_json(document)

    def action_to_json(self, action: Action) -> dict[str, Any]:
        """Return an action as JSON."""
        match action:
            case Turn(card):
                return {"act": "turn"} | ({} if card is None else {"card": NAMES[card]})
            case Place(slot):
                return {"act": "place", "slot": slot}
            case Remove(slots):
                return {"act": "remove", "slots": [*slots]}

    def action_from_json(self, document: object) -> Action:
        """Return the action in a JSON document; it raises `MalformedFileError` where there is none."""
        value = JsonValue(document, document="the action")
        match value.need("act").one_of(["turn", "place", "remove"]):
            case "turn":
                value.only("act", "card")
                card = value.maybe("card")
                return Turn(card_in(card) if card else None)
            case "place":
                value.only("act", "slot")
                return Place(value.need("slot").whole(0, SLOTS - 1))
            case _:
                value.only("act", "slots")
                slots = value.need("slots")
                return Remove(tuple(slot.whole(0, SLOTS - 1) for slot in slots.items()))


CAMELOT: Final = Camelot()


def shuffled(seed: int) -> tuple[int, ...]:
    """Return the deal of a seed: all cards in the order in which they are turned."""
    return tuple(random.Random(seed).sample(DECK, WHOLE))  # noqa: S311 - cards are dealt, no secret is made


def _lines(state: State) -> list[ScoreLine]:
    lying = {*state.grid, state.waiting}
    gone = [card >> 2 for card in state.deck[: state.turned] if card not in lying]
    lines = []
    for low, words in _PAIRED:
        count = sum(each in (low, TEN - low) for each in gone)
        lines.append(ScoreLine(words, state.player, count, count, (f"cards removed: {count}",)))
    return lines
