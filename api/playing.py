"""The use cases of playing: begin a game and go on, score, simulate, ask for odds, advice and solutions.

The games know their rules and the solver searches; what a game has of the latter stands in `game_aids.AIDS`.
"""

import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any, Final, NamedTuple, cast

from api.answers import ScoreAnswer
from api.errors import WrongUseError
from api.game_aids import Clock, aid, has_aid
from api.game_answers import (
    AdviceAnswer,
    CamelOddsAnswer,
    DescriptionAnswer,
    MovesAnswer,
    OddsAnswer,
    SheetAnswer,
    SimulationAnswer,
    SolutionAnswer,
    StateAnswer,
)
from api.service import score as scored_board
from api.ways import subject_of_table
from games import camel_up
from games.camouflage import MODES, Log, Rules
from games.game import AnyGame, JsonObject, Note
from games.json_value import JsonValue
from games.playthroughs import SEEDS, Playthrough, ended, replay

_WINNABLE: Final = Note("winnable", "With true, the first deal from the seed on that can be won.")
"""What can be chosen where the solver tells which deals can be won."""


def describe(game: AnyGame) -> DescriptionAnswer:
    """Tell what a game is."""
    told, options = game.description, dict(game.description.schemas["options"])
    table = game.name == "camouflage"
    variants = told.variants
    if has_aid(game, "solve"):
        variants = (*variants, _WINNABLE)
        options["properties"] = {**cast(JsonObject, options["properties"]), "winnable": {"type": "boolean"}}
    usual = {name.replace("centres", "centers"): value for name, value in asdict(Rules()).items()}
    return DescriptionAnswer(
        name=game.name,
        title=told.title,
        players=told.players,
        how_to_play=told.rules,
        modes=tuple(mode.name for mode in MODES) if table else (),
        rules=usual if table else {},
        rulings=told.rulings,
        variants=variants,
        schemas={**told.schemas, "options": options},
    )


def begin(
    game: AnyGame, players: Sequence[str], *, seed: int | None, options: JsonObject
) -> tuple[Playthrough, Any]:
    """Begin a game; return its record and its first state.

    The option `winnable` deals the first game from the seed on that can be won; the record names its seed.
    After the last seed comes 0.

    Raises:
        GamesError: the players or an option do not fit.
        WrongUseError: the game does not know which deals can be won, or there is no seed.
    """
    chosen = dict(options)
    winnable = JsonValue(chosen.pop("winnable", False), "winnable", "options").switch()
    played = Playthrough(game.name, tuple(players), seed, chosen)
    if not winnable:
        return played, replay(game, played)
    solve = aid(game, "solve", asked="winnable")
    if seed is None or "deal" in chosen:
        raise WrongUseError("winnable: a deal is looked for from a seed on; found none")
    while True:
        state = replay(game, played)
        if solve(game, state, 1.0, time.perf_counter).status == "solved":
            return played, state
        seed = (seed + 1) % SEEDS
        played = Playthrough(game.name, tuple(players), seed, chosen)


def new(
    game: AnyGame, players: Sequence[str], *, seed: int | None = None, options: JsonObject | None = None
) -> StateAnswer:
    """Begin a game; see `begin`."""
    played, state = begin(game, players, seed=seed, options=options or {})
    return state_answer(game, state, seed=played.seed)


def state_answer(
    game: AnyGame, state: object, *, seed: int | None = None, rulings: tuple[Note, ...] = ()
) -> StateAnswer:
    """Return a state as an answer."""
    return StateAnswer(game.name, game.state_to_json(state), game.is_over(state), seed, rulings)


def moves(game: AnyGame, state: object) -> MovesAnswer:
    """List what may be done."""
    actions = tuple(game.action_to_json(action) for action in game.legal_actions(state))
    return MovesAnswer(actions, game.is_over(state))


def apply(game: AnyGame, state: object, action: object) -> StateAnswer:
    """Do something; `IllegalActionError` says which rule forbids it."""
    done = played(game, state, [action])
    return state_answer(game, done.state, rulings=done.rulings)


class Done(NamedTuple):
    """What came of some actions.

    Attributes:
        state: the state after the last.
        rulings: those that decided something, where the game tells that.
    """

    state: Any
    rulings: tuple[Note, ...]


def played(game: AnyGame, state: object, actions: Iterable[object]) -> Done:
    """Do something after the other; `IllegalActionError` says which rule forbids it."""
    names: list[str] = []
    for document in actions:
        action, before = game.action_from_json(document), state
        state = game.apply(before, action)
        if isinstance(before, camel_up.State) and isinstance(state, camel_up.State):
            names += camel_up.decided_in(before, state, action)
    return Done(state, _rulings_named(game, names))


def _rulings_named(game: AnyGame, names: Iterable[str]) -> tuple[Note, ...]:
    named = {*names}
    return tuple(note for note in game.description.rulings if note.name in named)


def is_table(game: AnyGame, document: object) -> bool:
    """Tell whether a document says just what lies on a table of Camel Up."""
    tabled = isinstance(document, dict) and document.get("format") == camel_up.TABLE_FORMAT
    return tabled and game is camel_up.CAMEL_UP


def score_document(game: AnyGame, document: object) -> SheetAnswer | ScoreAnswer:
    """Score a state as JSON, or for Camel Up just what lies on the table.

    Raises:
        MalformedFileError: it is neither.
    """
    if not is_table(game, document):
        return score(game, game.state_from_json(document))
    sheet = camel_up.sheet_of(camel_up.tabled_from_json(document))
    return SheetAnswer(sheet, _rulings_named(game, sheet.rulings))


def score(game: AnyGame, state: object) -> SheetAnswer | ScoreAnswer:
    """Score a state; the winners are open before the end. A table of Camouflage is scored as a board is."""
    sheet = game.score(state)
    if isinstance(state, Log):
        answer = scored_board(subject_of_table(state.table, state.deck), state.mode.name)
        shown = replace(
            answer.sheet, winners=sheet.winners, decided_by=sheet.decided_by, missing=sheet.missing
        )
        return replace(answer, sheet=shown, certain=sheet.certain)
    return SheetAnswer(sheet, _rulings_named(game, sheet.rulings))


def money_of(state: object) -> dict[str, list[int]]:
    """Return the money of each player of Camel Up at first and after each round, nothing before that."""
    if not isinstance(state, camel_up.State) or not state.accounts:
        return {}
    return {
        player: [camel_up.OPENING_MONEY, *(account.after[seat] for account in state.accounts)]
        for seat, player in enumerate(state.setting.players)
    }


def simulate(
    game: AnyGame, players: Sequence[str], *, games: int, seed: int, options: JsonObject
) -> SimulationAnswer:
    """Play games at random, each from a seed of its own.

    Raises:
        GamesError: the players or an option do not fit.
    """
    draw, steps = random.Random(seed), 0  # noqa: S311 - games are played at random, no secret is made
    winners = dict.fromkeys(players, 0)
    points = dict.fromkeys(players, 0.0)
    for number in range(games):
        state = game.new(players, seed=seed + number, options=options)
        while not game.is_over(state):
            state = game.apply(state, draw.choice(game.legal_actions(state)))
            steps += 1
        end = ended(game, state)
        for player in end["winners"] or ():
            winners[player] += 1
        for player, count in end["points"].items():
            points[player] += (count if isinstance(count, int) else sum(count) / 2) / games
    return SimulationAnswer(game.name, games, steps, winners, points)


def solve(
    game: AnyGame, state: object, *, time_limit_s: float = 40.0, clock: Clock = time.perf_counter
) -> SolutionAnswer:
    """Find a line that wins, or prove that there is none.

    Raises:
        WrongUseError: the game has no solver.
        GamesError: something that it needs to know is hidden.
    """
    answer: SolutionAnswer = aid(game, "solve")(game, state, time_limit_s, clock)
    return answer


def odds(
    game: AnyGame, state: object, *, deals: int = 1000, seed: int = 0, options: JsonObject | None = None
) -> OddsAnswer | CamelOddsAnswer:
    """Tell what is to come; what is hidden is drawn anew, whatever the state holds.

    Raises:
        WrongUseError: the game has no odds.
        GamesError: it does not know an option.
    """
    answer: OddsAnswer | CamelOddsAnswer = aid(game, "odds")(game, state, deals, seed, options or {})
    return answer


def advise(
    game: AnyGame,
    state: object,
    *,
    time_limit_s: float = 1.0,
    seed: int = 0,
    clock: Clock = time.perf_counter,
) -> AdviceAnswer:
    """Find the best action without looking at what is hidden.

    Raises:
        WrongUseError: the game has no adviser.
    """
    answer: AdviceAnswer = aid(game, "advise")(game, state, time_limit_s, seed, clock)
    return answer
