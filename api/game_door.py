"""The command `camtable game`: it reads a game, does what is asked, and shows what came of it.

A game is kept as a playthrough: how it began, and its actions. Where only a state is at hand, as JSON, that
will do too; what is printed is then a state again.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from api import charts, playing
from api.answers import ScoreAnswer
from api.errors import WrongUseError, plain
from api.game_answers import CamelOddsAnswer, GameAnswer, SheetAnswer, SolutionAnswer
from api.game_text import told
from api.texts import parsed
from games.game import AnyGame, Note
from games.playthroughs import Playthrough, format_playthrough, parse_playthrough, replay

_IMPOSSIBLE: Final = 1
_UNDECIDED: Final = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """What a user asks of a game.

    Attributes:
        verb: what to do.
        text: the game as it was written down, None where it begins or is simulated.
        actions: what to do in it, each as JSON.
        players: who plays.
        seed: of what is hidden, or of what is sampled.
        options: what was chosen.
        undo: how many actions are taken back first.
        games: how many are simulated, or deals sampled.
        time_limit_s: seconds for advice or a solution; None for the usual.
    """

    verb: str
    text: str | None = None
    actions: Sequence[str] = ()
    players: Sequence[str] = ()
    seed: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    undo: int = 0
    games: int = 1000
    time_limit_s: float | None = None


class Done(NamedTuple):
    """What came of it.

    Attributes:
        answer: the answer.
        shown: the same for people.
        document: the game as it can be written down, None where it has not changed.
        exit_code: of the command.
        svg: a chart, None where there is none.
    """

    answer: GameAnswer
    shown: str
    document: str | None = None
    exit_code: int = 0
    svg: str | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that was read.

    Attributes:
        state: its state.
        played: its record, None where only the state is known.
    """

    state: Any
    played: Playthrough | None = None


def do(game: AnyGame, asked: Asked) -> Done:
    """Do what is asked.

    Raises:
        WrongUseError: there is no game to do it in, or it does not fit.
        GamesError: the game, an action or an option does not fit.
    """
    return _VERBS[asked.verb](game, asked)


def _new(game: AnyGame, asked: Asked) -> Done:
    played, state = playing.begin(game, asked.players, seed=asked.seed, options=asked.options)
    return _stands(game, Opened(state, played))


def _moves(game: AnyGame, asked: Asked) -> Done:
    return _shown(game, playing.moves(game, opened(game, asked).state))


def _play(game: AnyGame, asked: Asked) -> Done:
    found = opened(game, asked)
    actions = [parsed(text, "the action") for text in asked.actions]
    done, played = playing.played(game, found.state, actions), found.played
    if played is not None:
        played = played.followed_by(*(action for action in actions if isinstance(action, dict)))
    return _stands(game, Opened(done.state, played), done.rulings)


def scored(game: AnyGame, asked: Asked) -> SheetAnswer | ScoreAnswer:
    """Score a game as it was written down, or its state, or what lies on its table.

    Raises:
        WrongUseError: there is no game, or it does not fit.
        GamesError: the game does not fit.
    """
    if table := _table(game, asked):
        return playing.score_document(game, table)
    return playing.score(game, opened(game, asked).state)


def _score(game: AnyGame, asked: Asked) -> Done:
    done = _shown(game, scored(game, asked))
    money = {} if _table(game, asked) else playing.money_of(opened(game, asked).state)
    if not money:
        return done
    lines = "\n".join(map(plain, charts.money_in_terminal(money)))
    return done._replace(shown=f"{done.shown}\n{lines}", svg=charts.money_as_svg(money))


def _table(game: AnyGame, asked: Asked) -> object:
    """Return the document that says just what lies on a table, None if a game was written down."""
    if asked.text is None or asked.undo or is_playthrough(asked.text):
        return None
    document: object = parsed(asked.text, "the state")
    return document if playing.is_table(game, document) else None


def _simulate(game: AnyGame, asked: Asked) -> Done:
    answer = playing.simulate(
        game, asked.players, games=asked.games, seed=asked.seed or 0, options=asked.options
    )
    return _shown(game, answer)


def _odds(game: AnyGame, asked: Asked) -> Done:
    state = opened(game, asked).state
    answer = playing.odds(game, state, deals=asked.games, seed=asked.seed or 0, options=dict(asked.options))
    svg = charts.places_as_svg(answer) if isinstance(answer, CamelOddsAnswer) else None
    return _shown(game, answer)._replace(svg=svg)


def _advise(game: AnyGame, asked: Asked) -> Done:
    state = opened(game, asked).state
    limit_s = 1.0 if asked.time_limit_s is None else asked.time_limit_s
    return _shown(game, playing.advise(game, state, time_limit_s=limit_s, seed=asked.seed or 0))


def _solve(game: AnyGame, asked: Asked) -> Done:
    limit_s = 40.0 if asked.time_limit_s is None else asked.time_limit_s
    answer = playing.solve(game, opened(game, asked).state, time_limit_s=limit_s)
    return _shown(game, answer, _exit_code(answer))


_VERBS: Final[Mapping[str, Callable[[AnyGame, Asked], Done]]] = {
    "new": _new,
    "moves": _moves,
    "play": _play,
    "score": _score,
    "simulate": _simulate,
    "odds": _odds,
    "advise": _advise,
    "solve": _solve,
}


def opened(game: AnyGame, asked: Asked) -> Opened:
    """Return the game that was written down, with the last actions taken back."""
    if asked.text is None:
        raise WrongUseError(f"{asked.verb}: expected a game, as `new` prints it; found none")
    if not is_playthrough(asked.text):
        if asked.undo:
            raise WrongUseError("--undo takes a playthrough; a state alone does not know what was done")
        return Opened(game.state_from_json(parsed(asked.text, "the state")))
    played = parse_playthrough(asked.text)
    if played.game != game.name:
        raise WrongUseError(f"expected a game of {game.name}; found one of {played.game}")
    for _ in range(asked.undo):
        played = played.undone()
    return Opened(replay(game, played), played)


def is_playthrough(text: str) -> bool:
    """Tell whether a text is meant to be a playthrough, not a state alone."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return '"camtable-playthrough/' in first


def _stands(game: AnyGame, opened: Opened, rulings: tuple[Note, ...] = ()) -> Done:
    seed = opened.played.seed if opened.played else None
    answer = playing.state_answer(game, opened.state, seed=seed, rulings=rulings)
    document = format_playthrough(opened.played) if opened.played else f"{json.dumps(answer.state)}\n"
    return Done(answer, told(game, answer), document)


def _shown(game: AnyGame, answer: GameAnswer, exit_code: int = 0) -> Done:
    return Done(answer, told(game, answer), exit_code=exit_code)


def require_chart(done: Done) -> str:
    """Return the chart of what was done, as SVG.

    Raises:
        WrongUseError: there is none.
    """
    if done.svg is None:
        raise WrongUseError(
            "--svg draws the odds of Camel Up, and after a round its money with `score`; found neither"
        )
    return done.svg


def _exit_code(answer: SolutionAnswer) -> int:
    return {"solved": 0, "impossible": _IMPOSSIBLE}.get(answer.status, _UNDECIDED)


def option(text: str) -> tuple[str, object]:
    """Return an option from a text such as `timer_s=30`; what is no JSON is a text.

    Raises:
        WrongUseError: it is no such text.
    """
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise WrongUseError(f"options are given as NAME=VALUE; found {text!r}")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value
