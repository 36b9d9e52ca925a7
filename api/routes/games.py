"""/games: the games, what they are, and everything that is done in them."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path
from starlette.exceptions import HTTPException

from api import playing
from api.answers import ScoreAnswer
from api.game_answers import CamelOddsAnswer
from api.schemas import (
    ActionIn,
    AdviceOut,
    AdviseIn,
    CamelOddsOut,
    GameOut,
    MovesOut,
    NewGameIn,
    ObserverIn,
    OddsIn,
    OddsOut,
    ScoreOut,
    SheetOut,
    SolutionOut,
    SolveIn,
    StateIn,
    StateOut,
)
from games.errors import UnknownGameError
from games.game import AnyGame
from games.registry import GAMES, game_named

router = APIRouter(prefix="/games", tags=["games"])


def _played(game: Annotated[str, Path(examples=[game.name for game in GAMES])]) -> AnyGame:
    try:
        return game_named(game)
    except UnknownGameError as error:
        raise HTTPException(404, str(error)) from error


Played = Annotated[AnyGame, Depends(_played)]


@router.get("")
def games() -> list[str]:
    """List the games."""
    return [game.name for game in GAMES]


@router.get("/{game}")
def describe(game: Played) -> GameOut:
    """Describe a game: its rules in our words, our rulings, what can be chosen, and its JSON Schemas."""
    return GameOut.model_validate(playing.describe(game))


@router.post("/{game}/new")
def new(game: Played, body: NewGameIn) -> StateOut:
    """Begin a game: a dealt state from a seed, else an open one that follows a real table."""
    return StateOut.model_validate(playing.new(game, body.players, seed=body.seed, options=body.options))


@router.post("/{game}/legal-actions")
def legal_actions(game: Played, body: StateIn) -> MovesOut:
    """List everything that may be done in a state; nothing once the game is over."""
    return MovesOut.model_validate(playing.moves(game, game.state_from_json(body.state)))


@router.post("/{game}/apply")
def apply(game: Played, body: ActionIn) -> StateOut:
    """Do something; what the rules forbid is refused with the name of the rule."""
    return StateOut.model_validate(playing.apply(game, game.state_from_json(body.state), body.action))


@router.post("/{game}/observation")
def observation(game: Played, body: ObserverIn) -> dict[str, Any]:
    """Tell what a player knows in a state, and nothing else."""
    return game.observation(game.state_from_json(body.state), body.player)


@router.post("/{game}/score")
def score(game: Played, body: StateIn) -> ScoreOut | SheetOut:
    """Score a state, a table of Camouflage as a photo of it; for Camel Up what lies on the table will do."""
    answer = playing.score_document(game, body.state)
    schema = ScoreOut if isinstance(answer, ScoreAnswer) else SheetOut
    return schema.model_validate(answer)


@router.post("/{game}/odds")
def odds(game: Played, body: OddsIn) -> OddsOut | CamelOddsOut:
    """Tell what is to come, without looking at what is hidden."""
    state = game.state_from_json(body.state)
    answer = playing.odds(game, state, deals=body.deals, seed=body.seed, options=body.options)
    schema = CamelOddsOut if isinstance(answer, CamelOddsAnswer) else OddsOut
    return schema.model_validate(answer)


@router.post("/{game}/advise")
def advise(game: Played, body: AdviseIn) -> AdviceOut:
    """Find the best action, without looking at what is hidden."""
    state = game.state_from_json(body.state)
    return AdviceOut.model_validate(
        playing.advise(game, state, time_limit_s=body.time_limit_s, seed=body.seed)
    )


@router.post("/{game}/solve")
def solve(game: Played, body: SolveIn) -> SolutionOut:
    """Find a line that wins, looking at everything, or prove that there is none."""
    state = game.state_from_json(body.state)
    return SolutionOut.model_validate(playing.solve(game, state, time_limit_s=body.time_limit_s))
