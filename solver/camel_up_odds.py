"""The odds of Camel Up: which place each racing camel has at the end of the round, and of the race.

Where all cards of the racing deck are known and nobody acts but to reveal them, the odds of a round are
exact, unless their orders are too many to count. Else tables are simulated, and each share has its 95 %
interval; what is assumed is said.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from games.camel_up.cards import CRAZY
from games.camel_up.rules import apply, legal_actions
from games.camel_up.state import Setting, State
from games.camel_up.track import places_of
from solver.camel_up_exact import MOST_MOVES, ExactRound, exact_round
from solver.camel_up_hidden import drawn_decks, known_deck
from solver.camel_up_moves import places_on
from solver.camel_up_simulation import AT_ONCE, finished, rounds_of
from solver.intervals import Interval, wilson

Of = Literal["round", "race"]
Acting = Literal["nobody", "random"]

Places = NDArray[np.float64]
"""(5, 5) the probability of each place, 1 to 5, of each racing camel."""

_COUNTED: Final = "All orders of the cards that are left in the racing deck are counted."
_COMPOSITION: Final = "The cards that are left in the racing deck are known; their order is drawn."
_TOO_MANY: Final = "There are too many orders to count, so tables are simulated."
_UNIFORM: Final = (
    "What others gave to the racing deck is uniform over the cards that the player has not seen."
)
_LATER: Final = "Nothing is known of the racing decks of later rounds."
_ACTING: Final[dict[Acting, str]] = {
    "nobody": "Nobody acts but to reveal cards.",
    "random": "All players act at random.",
}


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a round or of the race.

    Attributes:
        of: what they are of.
        exact: whether they were counted, not simulated.
        assumption: what is assumed, in sentences.
        tables: how many orders were counted, or tables simulated.
        places: by racing camel the probability of each place, 1 to 5.
        intervals: the 95 % intervals of these; where they are exact, from each to itself.
        race_over: the probability that the race ends with this round; 1 for the race.
    """

    of: Of
    exact: bool
    assumption: str
    tables: int
    places: Places
    intervals: tuple[tuple[Interval, ...], ...]
    race_over: float


def odds(
    state: State,
    *,
    of: Of = "round",
    deck: Sequence[int] | None = None,
    acting: Acting = "nobody",
    deals: int = 10_000,
    seed: int = 0,
    most_moves: float = MOST_MOVES,
) -> Odds:
    """Return the odds of the round or of the race, as far as is known in an open state.

    Args:
        state: an open state in a round that is played.
        of: whether of the round or of the race.
        deck: the cards that are left in the racing deck, where they are known.
        acting: what players do in between.
        deals: how many tables are simulated where the odds are not exact.
        seed: of what is drawn.
        most_moves: how many moves are made at most to count exact odds; with more, tables are simulated.
    """
    deck = known_deck(state) if deck is None else deck
    countable = of == "round" and acting == "nobody" and deck is not None
    if countable and deck is not None and (counted := _counted(state, deck, most_moves)):
        return _exact(counted)
    play = _still if acting == "nobody" else _at_random
    places, over = play(state, of, deck, deals, seed)
    counts = np.array([np.bincount(own, minlength=CRAZY) for own in places])
    told = [_UNIFORM if deck is None else _COMPOSITION, *([_TOO_MANY] if countable else []), _ACTING[acting]]
    return Odds(
        of=of,
        exact=False,
        assumption=" ".join([*told, *([_LATER] if of == "race" else [])]),
        tables=deals,
        places=counts / deals,
        intervals=tuple(tuple(wilson(int(count), deals) for count in row) for row in counts),
        race_over=float(over.mean()),
    )


def _counted(state: State, deck: Sequence[int], most_moves: float) -> ExactRound | None:
    return exact_round(
        state.stands,
        state.end,
        deck,
        fennec=state.fennec,
        shortcut=state.shortcut,
        most_moves=most_moves,
    )


def _exact(found: ExactRound) -> Odds:
    places = found.places / found.orders
    return Odds(
        of="round",
        exact=True,
        assumption=f"{_COUNTED} {_ACTING['nobody']}",
        tables=int(found.orders),
        places=places,
        intervals=tuple(tuple(Interval(float(p), float(p)) for p in row) for row in places),
        race_over=found.race_over / found.orders,
    )


def _still(
    state: State, of: Of, deck: Sequence[int] | None, deals: int, seed: int
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return (5, deals) the places, and whether each race ended with the round, while nobody acts."""
    draw = np.random.default_rng(seed)
    places, over = [], []
    for begun in range(0, deals, AT_ONCE):
        races = rounds_of([state], drawn_decks(state, min(AT_ONCE, deals - begun), draw, deck=deck))
        over.append(races.over)
        still = of == "round"
        places.append(places_on(races.tables.stands) if still else finished(races, state.setting.card, draw))
    return np.concatenate(places, axis=1), np.ones(deals, np.bool_) if of == "race" else np.concatenate(over)


def _at_random(
    state: State, of: Of, deck: Sequence[int] | None, deals: int, seed: int
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return the same while all players act at random."""
    draw, decks = random.Random(seed), np.random.default_rng(seed)  # noqa: S311 - cards are drawn, no secret is made
    places, over = [], []
    for cards in drawn_decks(state, deals, decks, deck=deck).T:
        last = dealt_as(state, [*map(int, cards[::-1])], seed=draw.getrandbits(62))
        while last.phase != "over" and (of == "race" or last.number == state.number):
            last = apply(last, draw.choice(legal_actions(last)))
        # Where the next round has begun, that has moved the crazy camel at most, which changes no place.
        places.append([place - 1 for place in places_of(last.stands)])
        over.append(last.phase == "over")
    return np.array(places, np.intp).T, np.array(over)


def dealt_as(state: State, deck: Sequence[int], *, seed: int) -> State:
    """Return a dealt state of a round that is played, with a racing deck; later rounds come from the seed.

    What is not in the racing deck is left out of its discard pile, as it cannot come into play.

    Args:
        state: an open state.
        deck: the racing deck, the top last.
        seed: of the rounds to come.
    """
    return state._replace(
        setting=Setting(state.setting.players, state.setting.card, seed), deck=tuple(deck), left=len(deck)
    )
