"""The words of an explanation: chances, turns and how two boards differ, for people at a table."""

import math
from collections.abc import Iterator
from typing import Final

from games.camouflage import Board, Placement, overlapping_pairs, visible_order

_TURNS: Final = (
    "upright",
    "turned a quarter to the right",
    "upside down",
    "turned a quarter to the left",
)
_MILLION: Final = 1_000_000
_MOST_NATS: Final = 700.0
"""The exponential of more is no float."""


def percent(p: float) -> str:
    """Return a probability that was computed, which makes nothing quite certain, even where it is 0 or 1."""
    if p > 0.999:
        return "more than 99.9 %"
    return "less than 0.1 %" if p < 0.001 else f"{p:.1%}".replace("%", " %")


def odds(nats: float) -> str:
    """Return log-odds, 0 or more, as odds to 1."""
    ratio = math.exp(min(nats, _MOST_NATS))
    if ratio >= _MILLION:
        return "more than a million to 1"
    return f"{ratio:,.0f} to 1" if ratio >= 10 else f"{ratio:.1f} to 1"


def turned(turn: int) -> str:
    """Return how a card is turned, with the number that boards have for it."""
    return f"{_TURNS[turn]} (turn {turn})"


def lies(placement: Placement) -> str:
    """Return where a card lies and how it is turned."""
    return f"at {placement.centre.x},{placement.centre.y}, {turned(placement.turn)}"


def differences(other: Board, best: Board) -> Iterator[str]:
    """Say in sentences what is otherwise on a board than on the best one."""
    here, there = ({placement.card: placement for placement in board} for board in (other, best))
    for card in [*here, *(card for card in there if card not in here)]:
        if card not in there:
            yield f"{card} lies {lies(here[card])}"
        elif card not in here:
            yield f"{card} is not there"
        elif here[card] != there[card]:
            yield f"{card} lies {lies(here[card])}, not {lies(there[card])}"
    above = overlapping_pairs(best)
    for lower, upper in sorted(overlapping_pairs(other)):
        if (upper, lower) in above:
            yield f"{upper} lies on {lower}, not beneath it"


def orders(board: Board) -> Iterator[tuple[str, str, str]]:
    """Return for each card, bottom first: its id, the cards it lies on, and those whose order is hidden."""
    pairs, seen = overlapping_pairs(board), visible_order(board)
    for placement in board:
        beneath = sorted(lower for lower, upper in pairs if upper == placement.card)
        on = [lower for lower in beneath if (lower, placement.card) in seen]
        hidden = [lower for lower in beneath if (lower, placement.card) not in seen]
        yield placement.card, ", ".join(on), ", ".join(hidden)
