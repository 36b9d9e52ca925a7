"""Which facts cannot both be so, whatever lies on the table."""

from collections.abc import Sequence
from itertools import combinations, pairwise

from games.camouflage.facts import Empty, Fact, Lies, Over, Owned, Turned


def reason_against(one: Fact, other: Fact, *, wild_centres: bool = False) -> str | None:
    """Return why two facts cannot both be so, whatever lies on the table; None if they can.

    Args:
        one: a fact.
        other: another.
        wild_centres: whether two cards may have their centres on one cell.
    """
    for first, second in ((one, other), (other, one)):
        why = _of_one_card(first, second) or _of_one_place(first, second, wild_centres=wild_centres)
        if why is not None:
            return why
    return None


def _of_one_card(one: Fact, other: Fact) -> str | None:
    match one, other:
        case Lies(card, centre), Lies(card=same, centre=there) if card == same and centre != there:
            return f"{card} lies on the table once"
        case (
            (Lies(card, _, turn) | Turned(card, turn)),
            (Lies(card=same, turn=other_turn) | Turned(card=same, turn=other_turn)),
        ) if card == same and None not in (turn, other_turn) and turn != other_turn:
            return f"{card} is turned in one way"
        case Owned(card, owner, kind), Owned(same, another, known) if (card, kind) == (same, known):
            return None if owner == another else "a pile belongs to one player"
    return None


def _of_one_place(one: Fact, other: Fact, *, wild_centres: bool) -> str | None:
    match one, other:
        case Lies(card, centre), Lies(card=another, centre=there) if card != another and centre == there:
            return None if wild_centres else "one card has its centre on a cell"
        case Lies(centre=centre), Empty(there) if centre == there:
            return "a card has its centre there, or none"
        case Over(cards), Over(others) if _opposite(cards, others):
            return "of two cards one lies above the other"
    return None


def _opposite(cards: Sequence[str], others: Sequence[str]) -> bool:
    """Tell whether two neighbours of one pile are named the other way round in another."""
    turned = {*combinations(reversed(others), 2)}
    return any(pair in turned for pair in pairwise(cards))
