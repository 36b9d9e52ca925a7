"""The plain hint for Camelot, a policy without foresight that other programs of the patience follow.

While filling it takes the first empty slot in a fixed order; then it removes whatever it can. It is what the
adviser is measured against.
"""

from typing import Final

from games.camelot import PLACES, TURN, Action, Remove, State, legal_actions

_FILLING: Final = tuple(PLACES[slot] for slot in (5, 6, 9, 10, 0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 14, 15))


def hint(state: State) -> Action | None:
    """Return what the policy does, None once the game is over.

    A waiting card goes on the first slot that it may take; else the first slot is cleared that holds a ten or
    has a partner; else a card is turned.
    """
    actions = legal_actions(state)
    if state.waiting:
        return next((place for place in _FILLING if place in actions), None)
    removals = [action for action in actions if isinstance(action, Remove)]
    if removals:
        return min(removals, key=lambda removal: removal.slots)
    return TURN if TURN in actions else None
