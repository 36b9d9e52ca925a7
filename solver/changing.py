"""Cards for an outline, changed a few at a time towards the answers and the hardness that are wanted.

A change frees some centres and fills them anew; it is kept where it weighs no more than what was there. What
weighs is how many answers the cards have, and beside that how much they leave open at first.
"""

import math
import random
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.camouflage import Board
from puzzles import Outline
from solver.layout_cards import Cards
from solver.layout_search import Search
from solver.layout_slots import Slots
from solver.limits import StoppedError, limit_after

_CHANGES: Final = 24
"""How often cards are changed before it is begun anew: of 24, 60 and 150 the one that found the most."""

_FREED: Final = 3
"""At how many centres cards are changed at once, at most."""

_STEPS: Final = 300
"""How many steps a search for cards, or for their answers, has."""

_COUNTED: Final = 6
"""How many answers are counted at most, or one more than are wanted."""

_LEAST_OPEN: Final = 0.65
"""Where much is to be left open: what share of all doublings is open at a centre at first, at the least.

Of 40 puzzles of 7 to 12 cards that needed a trial the least had 0.69; of those with one answer 45 of 100 have
less than this, and need no proof.
"""

_DOUBLING: Final = 3.0
"""What twice as many answers weigh, in doublings of what is open at each centre."""


def boards(
    outline: Outline, hand: Cards, draw: random.Random, *, answers: int, wild: bool = False, aim: int = 0
) -> Iterator[Board]:
    """Go through boards on an outline, with cards that match wherever no centre is among them.

    Args:
        outline: the outline with its centres.
        hand: the cards.
        draw: the chance that decides.
        answers: how many answers they are to have; where centres are wild it is not looked at.
        wild: whether centres cover and are covered.
        aim: 1 for cards that leave much open, -1 for little, 0 for either.
    """
    slots = Slots(hand, sorted(outline.centres), all_cards=False, matching=outline.cells - outline.centres)
    kept, least = None, math.inf
    for _ in range(_CHANGES):
        domains = slots.open() if kept is None else _freed(slots, kept, draw)
        laid = None if domains is None else _filled(slots, domains, draw)
        if laid is None or laid == kept:
            continue
        board = Board(slots.board(laid))
        if wild:
            yield board
            continue
        look = _looked_at(slots.of(sum(laid)), answers, aim, least)
        if look.found == answers and (aim <= 0 or look.much_open):
            yield board
        if look.weight <= least:
            kept, least = laid, look.weight


def _freed(slots: Slots, laid: Sequence[int], draw: random.Random) -> list[int] | None:
    """Return what can lie at the centres when some are freed and the others kept."""
    domains = [*laid]
    for slot in draw.sample(range(len(domains)), draw.randint(1, min(_FREED, len(domains)))):
        domains[slot] = slots.cards.all
    return domains if slots.propagate(domains, {*range(len(domains))}) else None


def _filled(slots: Slots, domains: Sequence[int], draw: random.Random) -> list[int] | None:
    """Return one way to fill the centres, a candidate each; None where none was found."""
    found: list[list[int]] = []

    def keep(one: list[int]) -> bool:
        found.append(one)
        return True

    try:
        Search(slots, keep, limit_after(_STEPS), seed=draw.randrange(2**32)).run([*domains])
    except StoppedError:
        return None
    return found[0] if found else None


class _Look(NamedTuple):
    """What is seen of cards: how many answers they have, what they weigh, whether much is open."""

    found: int
    weight: float
    much_open: bool


def _looked_at(slots: Slots, answers: int, aim: int, least: float) -> _Look:
    """Look at cards; answers are not counted any further where they weigh too much."""
    domains = slots.open()
    assert domains is not None  # noqa: S101 - the cards were laid
    still_open = sum(math.log2(domain.bit_count()) for domain in domains) / len(domains)

    def weight(found: int) -> float:
        return _DOUBLING * abs(math.log2(found / answers)) - aim * still_open

    most = max(_COUNTED, answers + 1)
    too_many = (found for found in range(answers + 1, most) if weight(found) > least)
    found = _counted(slots, domains, next(too_many, most))
    return _Look(found, weight(found), still_open >= _LEAST_OPEN * math.log2(slots.candidates.bit_count()))


def _counted(slots: Slots, domains: list[int], most: int) -> int:
    """Return how many answers there are; `most` where there are more, or the steps were not enough."""
    found = 0

    def count(_: list[int]) -> bool:
        nonlocal found
        found += 1
        return found == most

    try:
        Search(slots, count, limit_after(_STEPS)).run(domains)
    except StoppedError:
        return most
    return found
