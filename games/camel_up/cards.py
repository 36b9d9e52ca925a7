"""The camels and the cards of Camel Up: The Card Game, all as small numbers.

Cards of one kind cannot be told apart, so a card is the number of its kind, and `UNKNOWN` stands for a card
that only another player knows.
"""

from collections.abc import Sequence
from typing import Final

from games.errors import MalformedFileError
from games.game import UNSEEN

RACING: Final = ("blue", "green", "purple", "red", "yellow")
"""The racing camels; each is the number of its place here."""

CRAZY: Final = len(RACING)
"""The number of the crazy camel, which runs the other way."""

CAMELS: Final = (*RACING, "crazy")
"""The names of all camels, by number."""

UNKNOWN: Final = 0
"""A card that only another player knows."""

_VALUES: Final = ((1, 5), (2, 1))
"""The values of a racing camel's cards, and how many there are of each."""

_CRAZY_VALUES: Final = ((0, 2), (1, 2), (2, 1))
"""The same of the crazy camel."""

_KINDS: Final = (
    (-1, 0, 0),
    *((camel, value, copies) for camel in range(CRAZY) for value, copies in _VALUES),
    *((CRAZY, value, copies) for value, copies in _CRAZY_VALUES),
)

CAMEL_OF: Final = tuple(camel for camel, _, _ in _KINDS)
"""The camel on each kind of card."""

STEPS_OF: Final = tuple(value for _, value, _ in _KINDS)
"""How many spaces each kind of card moves it."""

COPIES: Final = tuple(copies for _, _, copies in _KINDS)
"""How many cards there are of each kind."""

KINDS: Final = range(1, len(_KINDS))
"""All kinds of cards."""

RACING_KINDS: Final = range(1, 2 * CRAZY + 1)
"""The kinds of racing cards."""

CRAZY_KINDS: Final = range(2 * CRAZY + 1, len(_KINDS))
"""The kinds of cards of the crazy camel."""

RACING_CARDS: Final = tuple(kind for kind in RACING_KINDS for _ in range(COPIES[kind]))
"""All 30 racing cards."""

CRAZY_CARDS: Final = tuple(kind for kind in CRAZY_KINDS for _ in range(COPIES[kind]))
"""All 5 cards of the crazy camel."""

NAMES: Final = (UNSEEN, *(f"{CAMELS[CAMEL_OF[kind]]} {STEPS_OF[kind]}" for kind in KINDS))
"""The name of each kind, such as `red 2`."""

_BY_NAME: Final = {name: kind for kind, name in enumerate(NAMES)}


def card_named(name: str) -> int:
    """Return the card of a name, which may be `UNKNOWN`.

    Raises:
        MalformedFileError: there is none.
    """
    kind = _BY_NAME.get(name)
    if kind is None:
        raise MalformedFileError(f"a card is named like red 1, crazy 0 or {UNSEEN}; found {name!r}")
    return kind


def counts_of(cards: Sequence[int]) -> list[int]:
    """Return how many cards there are of each kind, `UNKNOWN` among them."""
    counts = [0] * len(NAMES)
    for card in cards:
        counts[card] += 1
    return counts
