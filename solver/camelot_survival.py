"""How likely it is that all empty slots of Camelot can be filled, whatever comes."""

from functools import lru_cache

Groups = tuple[int, int, int, int]
"""Slots by group: corners, queens', jacks', centre."""

Courts = tuple[int, int, int]
"""Court cards by kind: kings, queens, jacks."""


def survival(empty: Groups, courts: Courts, numbers: int) -> float:
    """Return the probability that no court card comes without a slot until all empty slots are filled.

    Numbers are laid where that leaves the best chance; where they are removed from again does not count.

    Args:
        empty: the empty slots.
        courts: the court cards that are still to come.
        numbers: how many other cards are still to come.
    """
    # The three kinds of court cards are alike, so one order of them stands for all.
    (a, x), (b, y), (c, z) = sorted(zip(empty[:3], courts, strict=True))
    return _survival(a, b, c, empty[3], x, y, z, numbers)


@lru_cache(maxsize=2**18)
def _survival(a: int, b: int, c: int, centre: int, x: int, y: int, z: int, numbers: int) -> float:
    """Return the same, with `a` empty slots for a kind of which `x` cards are to come, and so on."""
    left = x + y + z + numbers
    if not (a or b or c or centre) or not left:
        return 1.0
    found = 0.0
    if x and a:
        found += x * survival((a - 1, b, c, centre), (x - 1, y, z), numbers)
    if y and b:
        found += y * survival((a, b - 1, c, centre), (x, y - 1, z), numbers)
    if z and c:
        found += z * survival((a, b, c - 1, centre), (x, y, z - 1), numbers)
    if numbers:
        found += numbers * max(
            survival(then, (x, y, z), numbers - 1)
            for then in (
                (a - 1, b, c, centre),
                (a, b - 1, c, centre),
                (a, b, c - 1, centre),
                (a, b, c, centre - 1),
            )
            if min(then) >= 0
        )
    return found / left
