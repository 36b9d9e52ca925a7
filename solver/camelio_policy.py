"""What the players weigh who play Camelio on in the adviser's mind.

How a colour of a player stands is a code: its spheres in play, 0 to 4, plus five where a point is scored.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from games.camelio import COLOURS, FIVE, WHATS, Deck, State, what_happens
from games.camelio.cards import MOST_SPHERES

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

CODES: Final = 2 * FIVE
"""How many codes there are."""

Weights = tuple[float, ...]

WEIGHTS: Final[Weights] = (0.02, 0.42, 0.33, 0.30, 1.05, 0.98, 0.65, 0.78, 0.76, 3.00, 0.71)
"""What a player weighs: a colour with 1 to 4 spheres; with a point and 0 to 4 spheres; how much more the last
point counts, which wins; how much others count beside oneself, shared out among them. The numbers were found
by playing (`benchmarks.camelio_tuning`)."""


def _outcomes() -> tuple[Ints, Ints]:
    after, what = np.zeros((2, CODES, MOST_SPHERES + 1), np.int64)
    for code in range(CODES):
        scored, before = divmod(code, FIVE)
        for spheres in range(MOST_SPHERES + 1):
            happened = what_happens(before + spheres, scored=bool(scored))
            what[code, spheres] = 0 if happened is None else 1 + WHATS.index(happened)
            point = happened == "point" or (scored and happened != "point-lost")
            after[code, spheres] = FIVE * bool(point) + (before + spheres if happened is None else 0)
    return after, what


NEXT, WHAT = _outcomes()
"""(codes, spheres) the code after so many spheres more; and what happens: 1 point, 2 bust, 3 point lost."""


def code_of(state: State, place: int) -> int:
    """Return the code of a colour of a player, by its place in the areas."""
    return state.spheres(*divmod(place, len(COLOURS))) + FIVE * bool(state.scored[place])


@lru_cache(maxsize=16)
def worth(weights: Weights) -> Floats:
    """Return (2, codes, spheres) what so many spheres more are worth to a player.

    The first axis is 1 for a player whom the next point wins the game.
    """
    values = np.array([0.0, *weights[: CODES - 1]])
    gain = values[NEXT] - values[:, None]
    winning = gain + weights[-2] * (WHAT == 1)
    return np.stack([gain, winning])


@dataclass(frozen=True, slots=True)
class Table:
    """The cards of a deck as arrays, by their numbers.

    Attributes:
        colours: (cards + 1,) the colour of each card.
        spheres: (cards + 1,) its spheres.
        backs: (cards + 1,) its back.
        hidden_colours: (backs, most) the colours of the cards that a back can hide.
        hidden_spheres: (backs, most) their spheres.
        hidden_p: (backs, most) how many of the cards with this back they are, as a share.
    """

    colours: Ints
    spheres: Ints
    backs: Ints
    hidden_colours: Ints
    hidden_spheres: Ints
    hidden_p: Floats


@lru_cache(maxsize=16)
def tables_of(deck: Deck) -> Table:
    """Return the cards of a deck as arrays."""
    fitting = [deck.with_back(back) for back in range(len(deck.back_names))]
    shape = (len(fitting), max(map(len, fitting)))
    colours, spheres, shares = np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape)
    for back, cards in enumerate(fitting):
        for column, card in enumerate(cards if back else ()):
            colours[back, column], spheres[back, column] = deck.colours[card], deck.spheres[card]
            shares[back, column] = deck.counts[card - 1]
    totals = shares.sum(axis=1, keepdims=True)
    return Table(
        np.array(deck.colours),
        np.array(deck.spheres),
        np.array(deck.backs),
        colours,
        spheres,
        shares / np.where(totals, totals, 1),
    )
