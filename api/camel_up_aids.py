"""The odds and the advice of Camel Up as answers of the use cases."""

from collections.abc import Sequence
from typing import Any

from api.errors import WrongUseError
from api.game_answers import AdviceAnswer, BetAnswer, CamelAnswer, CamelOddsAnswer, OptionAnswer
from games.camel_up import State, opened
from games.camel_up.actions import card_in
from games.camel_up.cards import NAMES, RACING
from games.camel_up.knowledge import deck_knowledge
from games.game import AnyGame, JsonObject, seat_of
from games.json_value import JsonValue


def odds(game: AnyGame, state: State, deals: int, seed: int, options: JsonObject) -> CamelOddsAnswer:
    """Return the odds of the round or of the race, as far as a player knows.

    The options are: `player`, who asks, else whose turn it is (where the state is open, all that is in it is
    known); `of`, "round" or "race"; `deck`, the cards that are left in the racing deck; `acting`, "nobody" or
    "random", what players do in between.

    Raises:
        WrongUseError: no round is played.
        GamesError: an option does not fit.
    """
    from solver.camel_up_odds import odds as ask
    from solver.camel_up_reasons import bets_worth

    value = JsonValue(options, document="options")
    value.only("player", "of", "deck", "acting")
    if state.phase != "play":
        raise WrongUseError(f"odds: expected a round that is played; found the phase {state.phase!r}")
    player, of, acting, deck = (value.maybe(name) for name in ("player", "of", "acting", "deck"))
    seat = seat_of(state.setting.players, player.text()) if player else state.actor
    seen = opened(state, [seat]) if player or state.known else state
    found = ask(
        seen,
        of=of.one_of(["round", "race"]) if of else "round",
        acting=acting.one_of(["nobody", "random"]) if acting else "nobody",
        deck=_deck(deck, seen) if deck else None,
        deals=deals,
        seed=seed,
    )
    return CamelOddsAnswer(
        of=found.of,
        player=state.setting.players[seat],
        exact=found.exact,
        assumption=found.assumption,
        tables=found.tables,
        race_over=found.race_over,
        camels=tuple(
            CamelAnswer(name, tuple(map(float, places)), tuple((each.low, each.high) for each in intervals))
            for name, places, intervals in zip(RACING, found.places, found.intervals, strict=True)
        ),
        bets=tuple(
            BetAnswer(each.kind, RACING[each.camel], each.value or None, each.expected)
            for each in bets_worth(state, found)
        ),
        rulings=tuple(note for note in game.description.rulings if note.name == "odds"),
    )


def _deck(value: JsonValue, state: State) -> Sequence[int]:
    """Return the cards that are said to be left in the racing deck."""
    deck = [card_in(card, crazy=True) for card in value.items()]
    whole = deck_knowledge(state._replace(revealed=(*state.revealed, *deck)))
    if len(deck) != state.left or not whole.fits:
        raise value.error(f"{state.left} cards that can be left in the racing deck, such as {NAMES[1]}")
    return deck


def advise(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - checked by the solver
    time_limit_s: float,
    seed: int,
    clock: Any,  # noqa: ANN401 - a clock
) -> AdviceAnswer:
    """Return what each action is worth to the player whose turn it is, and why the best is."""
    from solver.camel_up_adviser import MEASURE
    from solver.camel_up_adviser import advise as ask
    from solver.camel_up_reasons import reason_of

    choices = ask(state, time_limit_s=time_limit_s, seed=seed, clock=clock)
    seen = opened(state, [state.actor]) if state.known else state
    why = reason_of(seen, choices, seed=seed)
    options = tuple(
        OptionAnswer(game.action_to_json(each.action), each.value, reason=why if each is choices[0] else None)
        for each in choices
    )
    return AdviceAnswer(options, MEASURE)
