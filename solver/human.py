"""A solver that goes about a puzzle as people do, one card at a time, and so tells how hard it is.

It lays a card as soon as something forces it there, and tries its techniques from the easiest on. Whether a
card is forced is seen on the domains of `layout_slots`: those left by the cards that lie there, thinned out
by as much as the technique sees.
"""

import enum
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from puzzles.puzzle import TECHNIQUES
from solver.layout_cards import bits
from solver.layout_slots import Slots
from solver.limits import Limit

_SHORT: Final = 24
"""A centre's candidates are tried in turn where there are no more than this."""


class Technique(enum.IntEnum):
    """How a card is found; the value is the number of stars of a puzzle that needs nothing harder."""

    CANDIDATES = 1
    """All but one do not fit the cards that lie there, or have no partner for a centre beside it."""
    PLACES = 2
    """The card fits at no other centre."""
    SQUARES = 3
    """What the neighbours can be forces squares, and these what their neighbours can be, and so on."""
    LOOK_AHEAD = 4
    """Each other card there is soon seen to leave a centre or card with nothing."""
    TRIAL = 5
    """Nothing forces it; it is tried, and the rest goes together."""

    @property
    def word(self) -> str:
        """Its name in puzzle files."""
        return TECHNIQUES[self - 1]


@dataclass(frozen=True, slots=True)
class Step:
    """A card that is found.

    Attributes:
        technique: how.
        slot: the centre.
        bit: the candidate.
        domains: what every slot could still hold, as far as the technique sees.
        by_place: whether the centre is the last one for the card, rather than the card the last one for it.
        free: whether nothing forces the card, and whatever is left for the centre leads to an answer. That
            counts as the easiest technique.
    """

    technique: Technique
    slot: int
    bit: int
    domains: tuple[int, ...]
    by_place: bool = False
    free: bool = False


Answer = Callable[[Sequence[int]], Sequence[int] | None]
"""Returns an answer within some domains, one candidate a slot, None if there is none."""


def steps(slots: Slots, laid: Sequence[int], answer: Answer, limit: Limit) -> Iterator[Step]:
    """Go through the steps from some cards that lie there to an answer.

    Args:
        slots: the slots; every card has to be laid.
        laid: the candidate of each slot, 0 where none lies. There is an answer with them.
        answer: finds an answer, for trials.
        limit: when to stop.

    Raises:
        StoppedError: the limit came first.
    """
    laid = [*laid]
    while not all(laid):
        limit.check()
        step = next_step(slots, laid, answer, limit)
        laid[step.slot] = step.bit
        yield step


def next_step(slots: Slots, laid: Sequence[int], answer: Answer, limit: Limit) -> Step:
    """Return the easiest step; arguments as for `steps`.

    Raises:
        StoppedError: the limit came first.
    """
    domains = fitting(slots, laid)
    seen = _partnered(slots, domains)
    if found := _forced(slots, laid, seen, Technique.CANDIDATES):
        return found
    if found := _only_place(slots, laid, seen, Technique.PLACES):
        return found
    slots.propagate(domains, {*range(len(domains))})
    if found := _either(slots, laid, domains, Technique.SQUARES):
        return found
    if found := _look_ahead(slots, laid, domains, limit):
        return found
    return _trial(laid, domains, answer)


def fitting(slots: Slots, laid: Sequence[int]) -> list[int]:
    """Return the candidates of each slot that fit the cards that lie there."""
    used = 0
    for bit in laid:
        used |= slots.choices(bit)
    left = sum(bit for bit in bits(slots.cards.all) if not slots.choices(bit) & used)
    domains = [bit or left for bit in laid]
    for slot, bit in enumerate(laid):
        for link in slots.links[slot]:
            if bit:
                domains[link.neighbour] &= link.supported(bit, 1)
    return domains


def _partnered(slots: Slots, domains: Sequence[int]) -> list[int]:
    """Return the candidates that have a partner at each neighbouring centre."""
    kept = [*domains]
    for slot, domain in enumerate(domains):
        for link in slots.links[slot]:
            kept[link.neighbour] &= link.supported(domain, domain.bit_count())
    return kept


def _either(slots: Slots, laid: Sequence[int], domains: Sequence[int], technique: Technique) -> Step | None:
    return _forced(slots, laid, domains, technique) or _only_place(slots, laid, domains, technique)


def _forced(slots: Slots, laid: Sequence[int], domains: Sequence[int], technique: Technique) -> Step | None:
    """Return a centre with one candidate left, rather one with many neighbours that lie there."""
    found = [slot for slot, domain in enumerate(domains) if not laid[slot] and domain.bit_count() == 1]
    if not found:
        return None
    slot = max(found, key=lambda slot: sum(laid[link.neighbour] > 0 for link in slots.links[slot]))
    return Step(technique, slot, domains[slot], tuple(domains))


def _only_place(
    slots: Slots, laid: Sequence[int], domains: Sequence[int], technique: Technique
) -> Step | None:
    """Return a card with one candidate left at all centres together."""
    places: dict[int, list[tuple[int, int]]] = {}
    for slot, domain in enumerate(domains):
        for bit in bits(0 if laid[slot] else domain):
            places.setdefault(slots.choices(bit), []).append((slot, bit))
    for found in places.values():
        if len(found) == 1:
            return Step(technique, *found[0], tuple(domains), by_place=True)
    return None


def _look_ahead(slots: Slots, laid: Sequence[int], domains: list[int], limit: Limit) -> Step | None:
    """Try candidates, those of the shortest lists first, and leave out, in place, what comes to nothing."""
    short = [slot for slot, domain in enumerate(domains) if not laid[slot] and domain.bit_count() <= _SHORT]
    for slot in sorted(short, key=lambda slot: domains[slot].bit_count()):
        limit.check()
        before = domains[slot]
        for bit in bits(before):
            tried = [*domains]
            tried[slot] = bit
            if not slots.propagate(tried, {slot}):
                domains[slot] &= ~bit
        if domains[slot] != before:
            slots.propagate(domains, {slot})
            if found := _either(slots, laid, domains, Technique.LOOK_AHEAD):
                return found
    return None


def _trial(laid: Sequence[int], domains: Sequence[int], answer: Answer) -> Step:
    """Return an answer's candidate at the centre with the fewest; a free choice if all have an answer."""
    slot = min((slot for slot, bit in enumerate(laid) if not bit), key=lambda slot: domains[slot].bit_count())
    known = answer(domains)
    if known is None:
        raise ValueError("expected cards that some answer has; found none with these")
    free = all(answer([*domains[:slot], bit, *domains[slot + 1 :]]) for bit in bits(domains[slot]))
    technique = Technique.CANDIDATES if free else Technique.TRIAL
    return Step(technique, slot, known[slot], tuple(domains), free=free)
