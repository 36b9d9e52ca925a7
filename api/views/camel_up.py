"""How Camel Up looks: the track with its stacks, and what lies in front of the players."""

from typing import Final

from rich.text import Text

from api.errors import plain
from games.camel_up import State, drawn


class CamelUpView:
    """How Camel Up looks; see `api.views.view.View`."""

    game: Final = "camel-up"

    def board(self, state: State) -> Text:
        """Return the track, with a letter for each camel, and a line or more for each player."""
        return Text("\n".join(map(plain, drawn(state))))


CAMEL_UP_VIEW: Final = CamelUpView()
