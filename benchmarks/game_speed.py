"""How many actions a second are played at random, here and by other libraries of games, in processor time."""

import importlib
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

from games.registry import GAMES

SECONDS: Final = 2.0
"""For how long each game is played, in seconds of processor time."""

_PLAYERS: Final = ("Ann", "Ben", "Cleo")
_SPIEL: Final = ("crazy_eights", "hearts", "hanabi", "gin_rummy", "leduc_poker", "tic_tac_toe")
_RLCARD: Final = ("leduc-holdem", "uno", "gin-rummy", "blackjack")


class Speed(NamedTuple):
    """How fast a game is played at random.

    Attributes:
        library: who plays it.
        game: its name.
        steps_s: actions a second of processor time; None where the library is not installed.
    """

    library: str
    game: str
    steps_s: float | None


def speeds(seconds: float = SECONDS) -> Iterator[Speed]:
    """Go through the games of ours that need no cards of their own, and those of the peers."""
    for game in GAMES:
        if game.name != "camouflage":  # it has a table, not a turn: a step is a search for places
            yield Speed("camtable", game.name, _measured(partial(_ours, game), seconds))
    for library, module, names, play in (
        ("OpenSpiel", "pyspiel", _SPIEL, _spiel),
        ("RLCard", "rlcard", _RLCARD, _rlcard),
    ):
        peer = _imported(module)
        for name in names if peer else ("",):
            measured = _measured(play(peer, name), seconds) if peer else None
            yield Speed(library, name, measured)


def told(speed: Speed) -> str:
    """Return a speed as a line."""
    if speed.steps_s is None:
        return f"{speed.library:10} skipped: it is not installed (the extra `bench` brings it)"
    return f"{speed.library:10} {speed.game:14} {speed.steps_s:10,.0f} actions a second"


def _ours(game: Any, seed: int) -> int:  # noqa: ANN401 - any game
    draw, steps = _random(seed), 0
    state = game.new(_PLAYERS[: game.description.players[0]], seed=seed)
    while not game.is_over(state):
        state = game.apply(state, draw.choice(game.legal_actions(state)))
        steps += 1
    return steps


def _spiel(pyspiel: Any, name: str) -> Callable[[int], int]:  # noqa: ANN401 - it has no types
    game = pyspiel.load_game(name)

    def play(seed: int) -> int:
        draw, steps, state = _random(seed), 0, game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def _rlcard(rlcard: Any, name: str) -> Callable[[int], int]:  # noqa: ANN401 - it has no types
    environment = rlcard.make(name, config={"seed": 1})

    def play(seed: int) -> int:
        draw, steps = _random(seed), 0
        state, _ = environment.reset()
        while not environment.is_over():
            state, _ = environment.step(draw.choice([*state["legal_actions"]]))
            steps += 1
        return steps

    return play


def _random(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - games are played at random, no secret is made


def _measured(play: Callable[[int], int], seconds: float) -> float:
    began, steps, seed = time.process_time(), 0, 0
    while (spent := time.process_time() - began) < seconds:
        steps += play(seed)
        seed += 1
    return steps / spent


def _imported(module: str) -> Any:  # noqa: ANN401 - they have no types
    try:
        return importlib.import_module(module)
    except ImportError:
        return None
