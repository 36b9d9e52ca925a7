"""How Camelot looks: the grid, in which an empty slot has its number and says which court card it is for."""

from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from games.camelot import COURT_SLOTS, NAMES, SLOTS, State
from games.camelot.cards import JACK

_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_COURTS: Final = {slot: "JQK"[rank - JACK] for rank, slots in COURT_SLOTS.items() for slot in slots}


class CamelotView:
    """How Camelot looks; see `api.views.view.View`."""

    game: Final = "camelot"

    def board(self, state: State) -> RenderableType:
        """Return the grid, what waits to be placed, and what is left."""
        grid = Table(show_header=False, show_lines=True)
        for _ in range(4):
            grid.add_column(justify="center", width=6)
        for row in range(0, SLOTS, 4):
            grid.add_row(*(_slot(state, slot) for slot in range(row, row + 4)))
        waiting = shown(state.waiting) if state.waiting else Text("none")
        left = f"   stock: {state.stock}   points: {state.removed}"
        return Group(grid, Text.assemble("waiting: ", waiting, left))


CAMELOT_VIEW: Final = CamelotView()


def shown(card: int) -> Text:
    """Return a card as people write it, such as 10♥."""
    rank, suit = NAMES[card][:-1], NAMES[card][-1]
    return Text(rank + _SUITS[suit], style="bold red" if suit in "DH" else "bold")


def _slot(state: State, slot: int) -> Text:
    if state.grid[slot]:
        return shown(state.grid[slot])
    return Text(f"{slot} {_COURTS.get(slot, '')}".strip().lower(), style="dim")
