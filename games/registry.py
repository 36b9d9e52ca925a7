"""The games, as an explicit tuple."""

from typing import Final

from games.camel_up import CAMEL_UP
from games.camelio import CAMELIO
from games.camelot import CAMELOT
from games.camouflage import CAMOUFLAGE
from games.errors import UnknownGameError
from games.game import AnyGame

GAMES: Final[tuple[AnyGame, ...]] = (CAMOUFLAGE, CAMELOT, CAMELIO, CAMEL_UP)


def game_named(name: str) -> AnyGame:
    """Return the game of a name.

    Raises:
        UnknownGameError: there is none.
    """
    for game in GAMES:
        if game.name == name:
            return game
    raise UnknownGameError(f"the games are {', '.join(game.name for game in GAMES)}; found {name!r}")
