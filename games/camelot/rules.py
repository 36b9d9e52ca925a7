"""The rules of Camelot: what may be done in a state, and what becomes of it.

Two phases alternate. While filling, cards are turned one at a time and placed. Once the grid has been full,
tens and pairs that add up to ten may be removed, until a card is turned again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from games.camelot.cards import DECK, JACK, NAMES, TEN
from games.camelot.state import COURT_SLOTS, FITTING, SLOTS, WHOLE, State
from games.errors import IllegalActionError, MalformedFileError

Outcome = Literal["won", "court-blocked", "nothing-to-remove"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A card is turned.

    Attributes:
        card: which it is, in an open state; None in a dealt one, which knows it.
    """

    card: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """The waiting card is placed.

    Attributes:
        slot: where.

    Raises:
        MalformedFileError: there is no such slot.
    """

    slot: int

    def __post_init__(self) -> None:
        """Check the slot."""
        if not 0 <= self.slot < SLOTS:
            raise MalformedFileError(f"slot: expected 0 to {SLOTS - 1}; found {self.slot}")


@dataclass(frozen=True, slots=True)
class Remove:
    """A ten, or two cards that add up to ten, are removed.

    Attributes:
        slots: where they lie, the lower slot first.

    Raises:
        MalformedFileError: they are not one or two different slots, the lower first.
    """

    slots: tuple[int, ...]

    def __post_init__(self) -> None:
        """Check the slots."""
        listed = sorted({*self.slots})
        if len(listed) not in (1, 2) or listed != [*self.slots] or listed[0] < 0 or listed[-1] >= SLOTS:
            raise MalformedFileError(
                f"slots: expected one or two slots from 0 to {SLOTS - 1}, the lower first; "
                f"found {', '.join(map(str, self.slots)) or 'none'}"
            )


Action = Turn | Place | Remove

TURN: Final = Turn()
PLACES: Final = tuple(Place(slot) for slot in range(SLOTS))
_TURNS: Final = {card: Turn(card) for card in DECK}
_TENS: Final = tuple(Remove((slot,)) for slot in range(SLOTS))
_PAIRS: Final = {(a, b): Remove((min(a, b), max(a, b))) for a in range(SLOTS) for b in range(SLOTS) if a != b}
_COURT_PLACES: Final = {
    rank: tuple((slot, PLACES[slot]) for slot in slots) for rank, slots in COURT_SLOTS.items()
}
_FIRST_COURT: Final = JACK << 2


def legal_actions(state: State) -> Sequence[Action]:
    """Return all actions that the rules allow; in an open state a turn for each card that may come."""
    grid = state.grid
    if waiting := state.waiting:
        if waiting < _FIRST_COURT:
            return [place for place, card in zip(PLACES, grid, strict=True) if not card]
        return [place for slot, place in _COURT_PLACES[waiting >> 2] if not grid[slot]]
    actions: list[Action] = _removals(grid) if state.removing else []
    if 0 in grid and state.turned < WHOLE:
        if state.known:
            actions.append(TURN)
        else:
            actions += [_TURNS[card] for card in DECK if card not in state.deck]
    return actions


def apply(state: State, action: Action) -> State:
    """Return the state after an action.

    Raises:
        IllegalActionError: the rules forbid it.
    """
    if isinstance(action, Place):
        return _place(state, action.slot)
    return _turn(state, action.card) if isinstance(action, Turn) else _remove(state, action.slots)


def outcome(state: State) -> Outcome | None:
    """Return how the game has ended, None if it goes on.

    It is lost when a court card has no slot, or the grid is full and nothing can be removed; it is won when
    only court cards are left.
    """
    grid = state.grid
    if waiting := state.waiting:
        if waiting < _FIRST_COURT:
            return None
        blocked = all(grid[slot] for slot in COURT_SLOTS[waiting >> 2])
        return "court-blocked" if blocked else None
    if (state.turned < WHOLE and 0 in grid) or _can_remove(grid):
        return None
    # With all cards laid, what is left pairs off; so if nothing can be removed there, all has been.
    return "won" if state.turned == WHOLE else "nothing-to-remove"


def _removals(grid: tuple[int, ...]) -> list[Action]:
    places: list[list[int]] = [[] for _ in range(TEN + 1)]
    for slot, card in enumerate(grid):
        if 0 < card < _FIRST_COURT:
            places[card >> 2].append(slot)
    actions: list[Action] = [_TENS[slot] for slot in places[TEN]]
    for low in range(1, 5):
        if (partners := places[TEN - low]) and places[low]:
            actions += [_PAIRS[a, b] for a in places[low] for b in partners]
    fives = places[5]
    actions += [_PAIRS[a, b] for index, a in enumerate(fives) for b in fives[index + 1 :]]
    return actions


def _can_remove(grid: tuple[int, ...]) -> bool:
    ranks = [card >> 2 for card in grid]
    return (
        TEN in ranks or ranks.count(5) > 1 or any(low in ranks and TEN - low in ranks for low in (1, 2, 3, 4))
    )


def _turn(state: State, card: int | None) -> State:
    if state.waiting:
        raise IllegalActionError("a-card-waits", f"{NAMES[state.waiting]} has to be placed first")
    if 0 not in state.grid:
        raise IllegalActionError("grid-full", "a card is turned only while a slot is empty")
    if state.turned == WHOLE:
        raise IllegalActionError("stock-empty", "all cards have been turned")
    deck = state.deck
    if not state.known:
        if card is None or card in deck:
            found = "one that has been turned before" if card else "none"
            raise IllegalActionError("card-unknown", f"expected the card that was revealed; found {found}")
        deck = (*deck, card)
    elif card not in (None, deck[state.turned]):
        raise IllegalActionError("card-unknown", "the deal has another card there")
    return State(state.player, deck, state.turned + 1, deck[state.turned], False, state.grid)  # noqa: FBT003 - by position, as states are made a hundred thousand times a second


def _place(state: State, slot: int) -> State:
    card, grid = state.waiting, state.grid
    if not card:
        raise IllegalActionError("no-card-waits", "a card has to be turned before it is placed")
    if grid[slot]:
        raise IllegalActionError("slot-taken", f"slot {slot} holds {NAMES[grid[slot]]}")
    if card >= _FIRST_COURT and slot not in FITTING[card >> 2]:
        own = ", ".join(map(str, COURT_SLOTS[card >> 2]))
        raise IllegalActionError("court-slots", f"{NAMES[card]} goes on slots {own}; found {slot}")
    grid = (*grid[:slot], card, *grid[slot + 1 :])
    return State(state.player, state.deck, state.turned, 0, 0 not in grid or state.turned == WHOLE, grid)


def _remove(state: State, slots: tuple[int, ...]) -> State:
    grid = state.grid
    if not state.removing:
        raise IllegalActionError("not-full", "cards are removed only once the grid is full")
    ranks = [grid[slot] >> 2 for slot in slots]
    if sum(ranks) != TEN or 0 in ranks:
        found = " and ".join(NAMES[grid[slot]] or "an empty slot" for slot in slots)
        raise IllegalActionError(
            "sum-of-ten", f"a ten, or two cards that add up to ten, are removed; found {found}"
        )
    left = [*grid]
    for slot in slots:
        left[slot] = 0
    return State(state.player, state.deck, state.turned, 0, True, tuple(left))  # noqa: FBT003 - as above
