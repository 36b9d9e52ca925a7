"""The views of the games, as an explicit tuple."""

from typing import Final

from api.views.camel_up import CAMEL_UP_VIEW
from api.views.camelio import CAMELIO_VIEW
from api.views.camelot import CAMELOT_VIEW
from api.views.view import View

VIEWS: Final[tuple[View, ...]] = (CAMELOT_VIEW, CAMELIO_VIEW, CAMEL_UP_VIEW)


def view_of(game: str) -> View | None:
    """Return the view of a game, None if it has none."""
    return next((view for view in VIEWS if view.game == game), None)
