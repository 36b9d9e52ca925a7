"""What the solver does for each game: solutions, odds and advice, as answers of the use cases."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from api import camel_up_aids
from api.errors import WrongUseError
from api.game_answers import AdviceAnswer, CamelOddsAnswer, OddsAnswer, OptionAnswer, SolutionAnswer
from games.camelio import WHATS
from games.game import AnyGame, JsonObject
from games.json_value import JsonValue

Clock = Callable[[], float]

Aid = Literal["solve", "odds", "advise"]


@dataclass(frozen=True, slots=True)
class Aids:
    """What the solver does for a game, None where it cannot; each is asked with the game and a state.

    Attributes:
        solve: with seconds and a clock.
        odds: with a number of deals, a seed and options.
        advise: with seconds, a seed and a clock.
    """

    solve: Callable[[AnyGame, Any, float, Clock], SolutionAnswer] | None = None
    odds: Callable[[AnyGame, Any, int, int, JsonObject], OddsAnswer | CamelOddsAnswer] | None = None
    advise: Callable[[AnyGame, Any, float, int, Clock], AdviceAnswer] | None = None


def aid(game: AnyGame, what: Aid, *, asked: str | None = None) -> Callable[..., Any]:
    """Return what the solver does for a game.

    Args:
        game: the game.
        what: what it is to do.
        asked: what the user calls it, where that is something else.

    Raises:
        WrongUseError: it cannot do that for this game.
    """
    able: dict[str, Callable[..., Any]] = {
        name: found for name, aids in AIDS if (found := getattr(aids, what)) is not None
    }
    if game.name not in able:
        raise WrongUseError(f"{asked or what}: expected {' or '.join(able)}; found {game.name}")
    return able[game.name]


def has_aid(game: AnyGame, what: Aid) -> bool:
    """Tell whether the solver does something for a game."""
    return any(name == game.name and getattr(aids, what) for name, aids in AIDS)


def _camelot_solve(game: AnyGame, state: Any, time_limit_s: float, clock: Clock) -> SolutionAnswer:  # noqa: ANN401 - checked by the solver
    from solver.camelot import solve as search

    began = clock()
    found = search(state, time_limit_s=time_limit_s, clock=clock)
    line = tuple(game.action_to_json(action) for action in found.line)
    return SolutionAnswer(found.status, line, found.why, (clock() - began) * 1000)


def _camelot_odds(_: AnyGame, state: Any, deals: int, seed: int, options: JsonObject) -> OddsAnswer:  # noqa: ANN401 - as above
    from solver.camelot_adviser import winnable_deals
    from solver.intervals import wilson

    JsonValue(options, document="options").only()
    won, unresolved = winnable_deals(state, deals=deals, seed=seed)
    low, high = wilson(won, deals)[0], wilson(won + unresolved, deals)[1]
    return OddsAnswer("the deal can still be won", won / deals, low, high, deals)


def _camelot_advise(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - as above
    time_limit_s: float,
    seed: int,
    clock: Clock,
) -> AdviceAnswer:
    from solver.camelot_adviser import MEASURE
    from solver.camelot_adviser import advise as ask

    choices = ask(state, time_limit_s=time_limit_s, seed=seed, clock=clock)
    options = tuple(OptionAnswer(game.action_to_json(each.action), each.value) for each in choices)
    return AdviceAnswer(options, MEASURE)


def _camelio_odds(_: AnyGame, state: Any, deals: int, seed: int, options: JsonObject) -> OddsAnswer:  # noqa: ANN401 - as above
    from solver.camelio_adviser import wins
    from solver.intervals import wilson

    JsonValue(options, document="options").only()
    player = state.players[state.turn]
    won = wins(state, deals=deals, seed=seed)[player]
    return OddsAnswer(f"{player} wins, alone or with others", won / deals, *wilson(won, deals), deals)


def _camelio_advise(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - as above
    time_limit_s: float,
    seed: int,
    clock: Clock,
) -> AdviceAnswer:
    from solver.camelio_adviser import MEASURE
    from solver.camelio_adviser import advise as ask

    choices = ask(state, time_limit_s=time_limit_s, seed=seed, clock=clock)
    options = tuple(
        OptionAnswer(
            game.action_to_json(each.take),
            each.value,
            interval=each.interval,
            chances={what: float(each.chances.of(what)) for what in WHATS},
            reason=each.reason,
        )
        for each in choices
    )
    return AdviceAnswer(options, MEASURE)


AIDS: Final[tuple[tuple[str, Aids], ...]] = (
    ("camelot", Aids(_camelot_solve, _camelot_odds, _camelot_advise)),
    ("camelio", Aids(odds=_camelio_odds, advise=_camelio_advise)),
    ("camel-up", Aids(odds=camel_up_aids.odds, advise=camel_up_aids.advise)),
)
"""The games that the solver knows, by name."""
