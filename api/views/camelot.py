"""How Camelot looks: the grid, in which an empty slot has its number and says which court card it is for."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from api.views.view import Choice
from games.camelot import (
    COURT_SLOTS,
    NAMES,
    SLOTS,
    Action,
    Place,
    Remove,
    State,
    Turn,
    legal_actions,
    outcome,
)
from games.camelot.cards import JACK

_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_COURTS: Final = {slot: "JQK"[rank - JACK] for rank, slots in COURT_SLOTS.items() for slot in slots}

_ENDINGS: Final = {
    "won": "Won: only the court cards are left.",
    "court-blocked": "Lost: the court card has no slot.",
    "nothing-to-remove": "Lost: the grid is full and nothing can be removed.",
}


class CamelotView:
    """How Camelot looks; see `api.views.view.View`."""

    game: Final = "camelot"
    guide: Final = (
        "An empty slot shows its number, and k, q or j where kings, queens and jacks go: type the number to "
        "place the card that waits. Once the grid is full, tens and pairs of ten are listed: type the number "
        "of what to remove, or t to turn the next card."
    )

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

    def notes(self, state: State) -> Iterator[str]:
        """Tell how the game has ended."""
        ending = outcome(state)
        if ending:
            yield _ENDINGS[ending]

    def actor(self, state: State) -> str | None:
        """Return the player, except where a card can only be turned."""
        only_turn = not state.waiting and all(isinstance(action, Turn) for action in legal_actions(state))
        return None if only_turn else state.player

    def choices(self, state: State) -> Sequence[Choice]:
        """Return the slots for the card that waits, or what can be removed."""
        return [_choice(state, number, action) for number, action in enumerate(legal_actions(state), 1)]

    def told(self, before: State, action: Action, after: State) -> Iterator[str]:
        """Tell which card was turned."""
        if isinstance(action, Turn):
            yield f"Turned: {shown(after.waiting)}"
        elif isinstance(action, Remove):
            yield f"Removed: {' and '.join(str(shown(before.grid[slot])) for slot in action.slots)}"

    def played(self, state: State, *, seed: int) -> Action:
        """Return what the adviser does."""
        from solver.camelot_adviser import best_action

        return best_action(state, seed=seed) or legal_actions(state)[0]


CAMELOT_VIEW: Final = CamelotView()


def shown(card: int) -> Text:
    """Return a card as people write it, such as 10♥."""
    rank, suit = NAMES[card][:-1], NAMES[card][-1]
    return Text(rank + _SUITS[suit], style="bold red" if suit in "DH" else "bold")


def _slot(state: State, slot: int) -> Text:
    if state.grid[slot]:
        return shown(state.grid[slot])
    return Text(f"{slot} {_COURTS.get(slot, '')}".strip().lower(), style="dim")


def _choice(state: State, number: int, action: Action) -> Choice:
    match action:
        case Place(slot):
            return Choice(str(slot), f"place {shown(state.waiting)} on slot {slot}", action, listed=False)
        case Remove(slots):
            cards = " and ".join(f"{shown(state.grid[slot])} (slot {slot})" for slot in slots)
            return Choice(str(number), f"remove {cards}", action)
        case Turn():
            return Choice("t", "turn the next card", action)
