"""The track of Camel Up: where camels stand, how a group moves, and who is ahead.

A *stand* is one number for where a camel is: eight times its space plus its height, 0 for the lowest of a
stack. So the one of two racing camels with the greater stand is ahead. Spaces are counted along the track as
it lies: 0 in front of the starting banner, 1 to `end` - 1 on the track, and `end` for the finish line; the
number printed on a space is greater where a sandstorm has merged two before it. In front of the banner all
heights are 0, as there is no stack there.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.camel_up.cards import CRAZY
from games.camel_up.editions import LONGEST

Stands = tuple[int, ...]
"""The stand of each of the six camels; that of a crazy camel which does not take part is 0."""

FREE: Final = 3
"""How many spaces are left in front of the first camel before a round, while there are track cards, and how
far in front of it the crazy camel is put."""

CRAZY_START: Final = 7
"""The space on which the crazy camel begins."""


class Moved(NamedTuple):
    """What came of a movement.

    Attributes:
        stands: where the camels stand.
        fennec: the space of the fennec, 0 where it lies beside the track.
        shortcut: the same of the shortcut.
    """

    stands: Stands
    fennec: int
    shortcut: int


def moved(stands: Stands, camel: int, steps: int, end: int, fennec: int = 0, shortcut: int = 0) -> Moved:
    """Move a camel with all that it carries, and resolve the markers that its group lands on.

    A racing camel moves towards the finish line, the crazy camel towards the banner, and one further if a
    racing camel sits above it. Markers that have been triggered or passed by all racing camels go back.

    Args:
        stands: where the camels stand.
        camel: the camel.
        steps: what its card shows.
        end: the finish line.
        fennec: the space of the fennec, 0 for none.
        shortcut: the space of the shortcut, 0 for none.
    """
    stand = stands[camel]
    space = stand >> 3
    above = (space + 1) << 3
    if camel == CRAZY:
        way = -1
        if any(stand < each < above for each in stands):  # ruling rider-on-crazy
            steps += 1
        target = max(space - steps, 1)  # ruling lower-bound
    else:
        way = 1
        target = min(space + steps, end)
    if target == space:
        return Moved(stands, fennec, shortcut)
    # Ruling marker-effects: they chain, in the direction of the camel that moved.
    beneath = False
    while target:
        if target == shortcut:
            shortcut, beneath = 0, False
            target = max(target + way, 1)
        elif target == fennec:
            fennec, beneath = 0, True
            target -= way
        else:
            stands = _landed(stands, camel, range(stand, above), target << 3, beneath=beneath)
            break
    # Ruling lower-bound: only a camel that came from in front of the banner alone can be sent back there, as
    # any other has gone at least to space 2; so at space 0 nothing has changed but the markers.
    last = min(stands[:CRAZY]) >> 3  # ruling marker-return
    return Moved(stands, fennec if fennec >= last else 0, shortcut if shortcut >= last else 0)


def _landed(stands: Stands, camel: int, group: range, low: int, *, beneath: bool) -> Stands:
    """Return the stands once a group has ended on a space: on top of what is there, or beneath it.

    Args:
        stands: the stands before.
        camel: the lowest of the group.
        group: the stands of the group, where it does not come from in front of the banner.
        low: the lowest stand of the space.
        beneath: whether the group goes beneath. (Ruling landing: only the fennec does that.)
    """
    from_banner = not group.start
    mine = [camel == each if from_banner else stand in group for each, stand in enumerate(stands)]
    there = [not own and low <= stand < low + 8 for own, stand in zip(mine, stands, strict=True)]
    shift = low - stands[camel] + (0 if beneath else sum(there))
    raised = sum(mine) if beneath else 0
    return tuple(
        stand + shift if own else stand + raised if other else stand
        for own, other, stand in zip(mine, there, stands, strict=True)
    )


def is_race_over(stands: Stands, end: int) -> bool:
    """Tell whether a racing camel has crossed the finish line."""
    return max(stands[:CRAZY]) >> 3 == end


def order_of(stands: Stands) -> list[int]:
    """Return the racing camels, the first first; those in front of the banner last.

    Of the group that crosses the finish line the highest wins the race. (Ruling race-winner.)
    """
    return sorted(range(CRAZY), key=stands.__getitem__, reverse=True)


def places_of(stands: Stands) -> list[int]:
    """Return the place of each racing camel, 1 to 5; all camels in front of the banner are fifth.

    (Ruling camels-at-the-banner.)
    """
    places = [CRAZY] * CRAZY
    for place, camel in enumerate(order_of(stands), 1):
        if stands[camel]:
            places[camel] = place
    return places


def relocated(stands: Stands, end: int) -> Stands:
    """Return the stands once the crazy camel was put in front of all, if it was behind the fourth camel.

    Its riders stay on their space in order. (Rulings behind-the-fourth, relocation.)
    """
    stand = stands[CRAZY]
    order = order_of(stands)
    if not stand or stand > stands[order[3]]:
        return stands
    above = range(stand + 1, ((stand >> 3) + 1) << 3)
    racing = (each - (each in above) for each in stands[:CRAZY])
    ahead = min((stands[order[0]] >> 3) + FREE, end)
    return (*racing, ahead << 3)


def extended(track: tuple[int, ...], stands: Stands) -> tuple[tuple[int, ...], Stands]:
    """Return the track with `FREE` spaces in front of the first camel, while there are track cards.

    A crazy camel on the finish line stays on it. (Ruling order-before-a-round.)

    Args:
        track: the number of each space.
        stands: where the camels stand.
    """
    first = max(stands[:CRAZY]) >> 3
    missing = max(0, FREE - (len(track) - first))
    number = track[-1]
    longer = (*track, *range(number + 1, min(number + missing, LONGEST) + 1))
    if stands[CRAZY] >> 3 == len(track) + 1:
        stands = (*stands[:CRAZY], (len(longer) + 1) << 3)
    return longer, stands


def merged_by_sandstorm(track: tuple[int, ...], stands: Stands) -> tuple[int, ...]:
    """Return the numbers of the spaces that vanish because a sandstorm merges them with the next one.

    Both spaces of their card are empty, and it lies strictly between the first and the last racing camel; the
    card with the banner never flips. (Ruling sandstorm.)
    """
    spaces = [stand >> 3 for stand in stands]
    numbers = (0, *track)
    occupied = {(numbers[space] + 1) // 2 for space in spaces if space <= len(track)}
    low, high = ((numbers[each] + 1) // 2 for each in (min(spaces[:CRAZY]), max(spaces[:CRAZY])))
    lying = {*track}
    return tuple(
        2 * card - 1
        for card in range(max(low, 1) + 1, high)
        if card not in occupied and 2 * card - 1 in lying
    )


def after_sandstorm(
    track: tuple[int, ...], stands: Stands, gone: Sequence[int]
) -> tuple[tuple[int, ...], Stands]:
    """Return the track without some spaces, and the stands on it."""
    if not gone:
        return track, stands
    numbers = (0, *track, track[-1] + 1)
    moved_back = [sum(each < number for each in gone) for number in numbers]
    return (
        tuple(number for number in track if number not in gone),
        tuple(stand - 8 * moved_back[stand >> 3] for stand in stands),
    )


@lru_cache(maxsize=4096)
def index_of(track: tuple[int, ...]) -> dict[int, int]:
    """Return the space of each printed number; the finish line bears one more than the last space."""
    return {number: space for space, number in enumerate((0, *track, track[-1] + 1))}
