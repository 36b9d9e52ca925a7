"""Rounds and races of Camel Up, thousands at a time, while nobody acts but to reveal cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.camel_up.cards import CRAZY
from games.camel_up.editions import LONGEST, RoundCard
from games.camel_up.state import State
from games.camel_up.track import FREE
from solver.camel_up_hidden import Cards, fresh_decks
from solver.camel_up_moves import Mask, Start, Tables, move, places_on, tables_of

Ints = NDArray[np.int64]

AT_ONCE: Final = 16_384
"""How many tables are moved at a time: so many that the cache of a processor holds them."""

_CARDS: Final = LONGEST // 2
"""How many track cards there are."""


@dataclass(slots=True)
class Races:
    """Races between two rounds, or over.

    Attributes:
        tables: where the camels stand; spaces are counted along the track of each.
        gone: (n,) bit k - 1 for the track card with the spaces 2k - 1 and 2k, if a sandstorm has merged them.
        last: (n,) the number of the last space.
    """

    tables: Tables
    gone: Ints
    last: Ints

    @property
    def over(self) -> Mask:
        """(n,) whether each race is over."""
        return self.tables.over

    def of(self, columns: Mask | slice) -> "Races":
        """Return some of the races."""
        return Races(self.tables.of(columns), self.gone[columns], self.last[columns])


def rounds_of(states: Sequence[State], decks: Cards) -> Races:
    """Play rounds to their end with each of some decks: first all of the first state, and so on.

    Args:
        states: rounds that are played, on the same track.
        decks: (cards, n) the kinds of the cards that are left, the top first.
    """
    count, track = len(states) * decks.shape[1], states[0].track
    starts = [Start(each.stands, each.end, each.fennec, each.shortcut) for each in states]
    races = Races(
        tables_of(starts, decks.shape[1]),
        np.full(count, sum(1 << card - 1 for card in _merged_cards(track))),
        np.full(count, track[-1]),
    )
    for cards in decks:
        move(races.tables, np.tile(cards, len(states)))
    return races


def finished(races: Races, card: RoundCard, draw: np.random.Generator) -> NDArray[np.intp]:
    """Play races to their end, and return (5, n) the place of each racing camel, 0 to 4.

    Nothing is known of the racing decks of the rounds to come.

    Args:
        races: the races at the end of a round; they change.
        card: the Round card.
        draw: what draws the decks.
    """
    places = places_on(races.tables.stands)
    columns = np.flatnonzero(~races.over)
    while len(columns):
        races = races.of(~races.over)
        next_round(races)
        for cards in fresh_decks(card.racing, card.crazy, len(columns), draw):
            move(races.tables, cards)
        places[:, columns] = places_on(races.tables.stands)
        columns = columns[~races.over]
    return places


def next_round(races: Races) -> None:
    """Set up the next round: the same as `games.camel_up.rounds` does for one, in its order."""
    tables = races.tables
    tables.fennec = tables.shortcut = None
    _lengthen(races)
    _relocate(tables)
    _blow(races)


def _merged_cards(track: Sequence[int]) -> list[int]:
    return [card for card in range(1, _CARDS + 1) if 2 * card in track and 2 * card - 1 not in track]


def _lengthen(races: Races) -> None:
    tables = races.tables
    spaces = tables.stands.astype(np.int64) >> 3
    end = tables.end.astype(np.int64) >> 3
    missing = np.maximum(0, FREE - (end - 1 - spaces[:CRAZY].max(axis=0)))
    races.last = np.minimum(LONGEST, races.last + missing)
    longer = _space_of(races.last + 1, races.gone)
    tables.stands[CRAZY] = np.where(spaces[CRAZY] == end, longer << 3, tables.stands[CRAZY])
    tables.end = (longer << 3).astype(np.uint8)


def _relocate(tables: Tables) -> None:
    racing, crazy = tables.stands[:CRAZY], tables.stands[CRAZY]
    behind = (crazy < np.sort(racing, axis=0)[CRAZY - 4]) & (crazy != 0)  # ruling behind-the-fourth
    ahead = np.minimum((racing.max(axis=0) & 0xF8) + np.uint8(FREE << 3), tables.end)
    racing -= behind & (racing > crazy) & (racing >> 3 == crazy >> 3)
    tables.stands[CRAZY] = np.where(behind, ahead, crazy)


def _blow(races: Races) -> None:
    """Have the sandstorm merge the spaces of empty cards between the first and the last racing camel."""
    tables = races.tables
    spaces = tables.stands.astype(np.int64) >> 3
    numbers = _number_of(spaces, races.gone)
    cards = (numbers + 1) // 2
    occupied = np.bitwise_or.reduce(_bit(cards), axis=0)
    low, high = np.maximum(cards[:CRAZY].min(axis=0), 1), cards[:CRAZY].max(axis=0)
    between = np.maximum(_bit(high) - 1, 0) & ~((1 << low) - 1)
    races.gone |= between & ~occupied
    moved_back = spaces - _space_of(numbers, races.gone)
    tables.stands -= (moved_back << 3).astype(np.uint8)
    tables.end = (_space_of(races.last + 1, races.gone) << 3).astype(np.uint8)


def _bit(cards: Ints) -> Ints:
    """Return the bits of track cards; there is none in front of the banner."""
    return np.where(cards > 0, 1 << np.maximum(cards - 1, 0), 0)


def _space_of(numbers: Ints, gone: Ints) -> Ints:
    """Return the spaces that bear some numbers, counted along the track."""
    before: Ints = np.bitwise_count(gone & ((1 << numbers // 2) - 1)).astype(np.int64)
    return numbers - before


def _number_of(spaces: Ints, gone: Ints) -> Ints:
    """Return the numbers of some spaces: each merged card before, or under it, adds one."""
    numbers = spaces
    for _ in range(_CARDS):
        further = spaces + np.bitwise_count(gone & ((1 << (numbers + 1) // 2) - 1))
        if (further == numbers).all():
            break
        numbers = further
    return numbers
