"""The reasons of hints in words; they name patterns and counts, never the card that is looked for."""

from typing import Final

from games.camouflage import CENTRE, Cell
from solver.human import Step, Technique
from solver.layout_cards import bits, common
from solver.layout_slots import Slots

_RING: Final = (0, 1, 2, 5, 8, 7, 6, 3)
"""The eight squares of a card, each beside the next."""

_TURNS: Final = (
    "as it is printed",
    "a quarter turn clockwise",
    "upside down",
    "a quarter turn anticlockwise",
)

_NUMBERS: Final = ("none", "one", "two", "three", "four", "five", "six")


def where(cell: Cell) -> str:
    """Return a cell of the outline in words."""
    return f"the centre in row {cell.y + 1}, column {cell.x + 1}"


def turn_in_words(turn: int) -> str:
    """Return how a card lies that is turned so many quarters."""
    return _TURNS[turn]


def reason_of(step: Step, slots: Slots) -> str:
    """Return why a step is forced, or what it is if it is not."""
    fitting = _count({slots.choices(bit) for bit in bits(step.domains[step.slot])})
    if step.free:
        return "nothing forces a card, and whatever still fits there leads to an answer"
    match step.technique:
        case Technique.TRIAL:
            return f"nothing is forced yet; {fitting} there, and with one of them the rest goes together"
        case Technique.LOOK_AHEAD:
            return "whatever else is laid there soon leaves a centre or a card without a partner"
        case _ if step.by_place:
            return "one of the cards that are left fits at no other centre"
        case _:
            return _by_squares(step, slots)


def _by_squares(step: Step, slots: Slots) -> str:
    """Return the squares that are forced at a centre, and how few cards have them."""
    forced = forced_squares(step, slots)
    if not forced:
        return "all other cards lack a partner for a centre beside it"
    a, b = _rarest(forced, slots)
    have = _having(a, b, slots)
    verb = "has" if have == 1 else "have"
    squares = a if b is None else f"{a} beside {b}"
    how = "its neighbours force" if step.technique is Technique.SQUARES else "there must be"
    return f"{how} {squares}, and only {_number(have)} of these cards {verb} that"


def forced_squares(step: Step, slots: Slots) -> dict[int, str]:
    """Return the squares that the neighbours force at a step's centre, by their number on the card."""
    forced: dict[int, str] = {}
    x, y = slots.centres[step.slot]
    for link in slots.links[step.slot]:
        other = slots.centres[link.neighbour]
        domain = step.domains[link.neighbour]
        for own, theirs in common(other[0] - x, other[1] - y):
            shown = {slots.cards.squares[bit.bit_length() - 1][theirs] for bit in bits(domain)}
            if len(shown) == 1 and own != 4 and CENTRE not in shown:
                forced[own] = shown.pop()
    return forced


def _rarest(forced: dict[int, str], slots: Slots) -> tuple[str, str | None]:
    """Return the two forced squares side by side that the fewest cards have, or else a single one."""
    ring = [forced.get(number) for number in _RING]
    pairs = [
        (one, other)
        for one, other in zip(ring, ring[1:] + ring[:1], strict=True)
        if one is not None and other is not None
    ]
    options: list[tuple[str, str | None]] = [*pairs] or [(name, None) for name in forced.values()]
    return min(options, key=lambda pair: _having(pair[0], pair[1], slots))


def _having(one: str, other: str | None, slots: Slots) -> int:
    """Return how many cards have two squares side by side, or a single one, whichever way they are turned."""
    count = 0
    for number in range(len(slots.cards.cards)):
        ring = [slots.cards.squares[number][square] for square in _RING]
        beside = {frozenset(pair) for pair in zip(ring, ring[1:] + ring[:1], strict=True)}
        count += one in ring if other is None else frozenset((one, other)) in beside
    return count


def _count(cards: set[int]) -> str:
    return "one card fits" if len(cards) == 1 else f"{_number(len(cards))} cards fit"


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)
