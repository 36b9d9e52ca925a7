"""GET /games: the games, and what can be chosen in each."""

from dataclasses import asdict

from fastapi import APIRouter

from api.schemas import GameOut
from games.camouflage import MODES, RULINGS, Rules

router = APIRouter(prefix="/games", tags=["games"])


@router.get("")
def games() -> list[str]:
    """List the games."""
    return ["camouflage"]


@router.get("/camouflage")
def camouflage() -> GameOut:
    """Describe Camouflage: its modes, its rules with their usual values, and our rulings."""
    rules = asdict(Rules())
    rules["wild_centers"] = rules.pop("wild_centres")
    return GameOut.model_validate(
        {"name": "camouflage", "modes": [mode.name for mode in MODES], "rules": rules, "rulings": RULINGS}
    )
