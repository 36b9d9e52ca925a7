"""What may be left of the racing deck of Camel Up, as far as a player knows: weighed exactly, then drawn.

What others gave to the deck is taken to be uniform over the cards that the player has not seen (ruling odds).
So each card of the deck comes from one of three heaps: cards that are known to have been given, all of which
are in it; cards that are known to have been discarded, some of which come back at random with 5 or 6 players;
and the cards of which nothing is known. Cards of a kind look alike, so a card that was revealed may come from
any of them. Each way in which the revealed cards can have come is weighed by its probability (Bayes), drawn
by its weight, and completed by draws without replacement.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.camel_up.cards import COPIES, CRAZY_KINDS, RACING_KINDS, counts_of
from games.camel_up.knowledge import DeckKnowledge, deck_knowledge
from games.camel_up.state import State

Cards = NDArray[np.uint8]

_KINDS: Final = len(COPIES)


@dataclass(frozen=True, slots=True)
class _Way:
    """A way in which the revealed racing cards can have come into the deck.

    Attributes:
        weight: how probable it is, up to a factor.
        given: the given cards that are left, by kind; all of them are in the deck.
        thrown: the discarded cards of which `drawn` more are in the deck.
        drawn: how many.
        pool: the unknown cards of which `unknown` more are in the deck.
        unknown: how many.
    """

    weight: float
    given: tuple[int, ...]
    thrown: tuple[int, ...]
    drawn: int
    pool: tuple[int, ...]
    unknown: int


def drawn_decks(
    state: State, count: int, draw: np.random.Generator, *, deck: Sequence[int] | None = None
) -> Cards:
    """Draw racing decks as they may lie there.

    Args:
        state: an open state in a round that is played.
        count: how many are drawn.
        draw: what draws.
        deck: the cards that are left, where they are known; then only their order is drawn.

    Returns:
        (cards left, count) kinds of cards, the top first.
    """
    if deck is not None:
        whole = np.repeat(np.array([deck], np.uint8), count, axis=0)
    else:
        whole = np.concatenate([_racing(state, count, draw), _crazy(state, count, draw)], axis=1)
    return np.ascontiguousarray(draw.permuted(whole, axis=1).T)


def fresh_decks(racing: int, crazy: int, count: int, draw: np.random.Generator) -> Cards:
    """Draw racing decks of a round of which nothing is known yet.

    Args:
        racing: how many racing cards they have.
        crazy: how many cards of the crazy camel.
        count: how many are drawn.
        draw: what draws.

    Returns:
        (cards, count) kinds of cards, the top first.
    """
    heaps = [(RACING_KINDS, racing), (CRAZY_KINDS, crazy)]
    drawn = [
        _some([COPIES[kind] if kind in kinds else 0 for kind in range(_KINDS)], some, count, draw)
        for kinds, some in heaps
    ]
    return np.ascontiguousarray(draw.permuted(np.concatenate(drawn, axis=1), axis=1).T)


def known_deck(state: State) -> tuple[int, ...] | None:
    """Return the cards that are left in the racing deck where that follows from what is known, else None."""
    known = deck_knowledge(state)
    crazies = sum(known.revealed[kind] for kind in CRAZY_KINDS)
    if known.crazy not in (crazies, sum(COPIES[kind] for kind in CRAZY_KINDS)):
        return None
    ways = [*_ways(known)]
    if len(ways) != 1 or ways[0].drawn or (ways[0].unknown not in (0, sum(ways[0].pool))):
        return None
    left = [a + (b if ways[0].unknown else 0) for a, b in zip(ways[0].given, ways[0].pool, strict=True)]
    if known.crazy > crazies:
        for kind in CRAZY_KINDS:
            left[kind] = COPIES[kind] - known.revealed[kind]
    return tuple(kind for kind, copies in enumerate(left) for _ in range(copies))


def _racing(state: State, count: int, draw: np.random.Generator) -> Cards:
    ways = [*_ways(deck_knowledge(state))]
    weights = np.array([way.weight for way in ways])
    parts = []
    for way, some in zip(ways, draw.multinomial(count, weights / weights.sum()), strict=True):
        if some:
            given = np.tile(_cards(way.given), (some, 1))
            thrown = _some(way.thrown, way.drawn, some, draw)
            parts.append(np.concatenate([given, thrown, _some(way.pool, way.unknown, some, draw)], axis=1))
    return np.concatenate(parts)


def _crazy(state: State, count: int, draw: np.random.Generator) -> Cards:
    seen = counts_of(state.revealed)
    left = [COPIES[kind] - seen[kind] if kind in CRAZY_KINDS else 0 for kind in range(_KINDS)]
    more = state.setting.card.crazy - sum(seen[kind] for kind in CRAZY_KINDS)
    return _some(left, more, count, draw)


def _some(counts: Sequence[int], some: int, count: int, draw: np.random.Generator) -> Cards:
    """Draw so many of some cards without putting back, so many times: (count, some)."""
    return draw.permuted(np.tile(_cards(counts), (count, 1)), axis=1)[:, :some]


def _cards(counts: Sequence[int]) -> Cards:
    return np.repeat(np.arange(len(counts), dtype=np.uint8), counts)


def _ways(known: DeckKnowledge) -> Iterator[_Way]:
    """Go through the ways in which the revealed racing cards can have come from the three heaps."""
    pool = known.pool
    heaps = [(known.given[kind], known.thrown[kind], pool[kind]) for kind in RACING_KINDS]
    revealed = [known.revealed[kind] for kind in RACING_KINDS]
    extra = known.extra if any(known.thrown) else 0
    splits = [[*_splits(count, heap, extra)] for count, heap in zip(revealed, heaps, strict=True)]
    thrown, unseen = sum(known.thrown), sum(heap[2] for heap in heaps)
    others = unseen - (known.unknown - known.extra)
    for split in product(*splits):
        weight = prod(
            comb(count, a) * comb(count - a, b) * _falling(heap, (a, b, c))
            for count, heap, (a, b, c) in zip(revealed, heaps, split, strict=True)
        )
        _, drawn, unknown = (sum(parts) for parts in zip(*split, strict=True))
        given, gone, rest = (
            (0, *(heap[which] - part[which] for heap, part in zip(heaps, split, strict=True)))
            for which in range(3)
        )
        for back in range(min(extra, thrown) + 1):  # of the extra cards, those that the player had discarded
            inside = known.unknown - back
            likely = comb(thrown, back) * comb(others, known.extra - back)
            ways_to = _share(thrown, back, drawn) * _share(unseen, inside, unknown)
            if likely and ways_to:
                probable = weight * likely * ways_to
                yield _Way(probable, given, gone, back - drawn, rest, inside - unknown)


def _splits(count: int, heap: tuple[int, int, int], extra: int) -> Iterator[tuple[int, int, int]]:
    """Go through the ways to take so many cards of a kind from the three heaps."""
    for a in range(min(count, heap[0]) + 1):
        for b in range(min(count - a, heap[1], extra) + 1):
            if count - a - b <= heap[2]:
                yield a, b, count - a - b


def _falling(heap: Sequence[int], taken: Sequence[int]) -> float:
    """Return in how many ways certain places can be filled with so many different cards of the heaps."""
    return prod(prod(range(size - some + 1, size + 1)) for size, some in zip(heap, taken, strict=True))


def _share(size: int, inside: int, certain: int) -> float:
    """Return how probable it is that certain cards are among those drawn from a heap at random."""
    if not certain <= inside <= size:
        return 0.0
    return comb(size - certain, inside - certain) / comb(size, inside)
