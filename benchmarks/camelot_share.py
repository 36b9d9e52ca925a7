"""The exact share of the deals of Camelot that can be won, counted over all deals at once."""

from collections.abc import Iterator
from fractions import Fraction
from math import factorial

Counts = tuple[tuple[tuple[int, int], ...], int, int, int]
"""How many cards have been turned: of each pair of different ranks that adds up to ten, the lesser number and
the greater, in ascending order; of fives; of tens; of court cards."""


def winnable_share(*, copies: int = 4, slots: int = 16) -> Fraction:
    """Return the share of all deals in which no prefix fills the grid with cards that can never leave.

    It goes through the deals card by card and counts together those that have as many cards of each kind so
    far; the four pairs of ranks are alike, and so are the two ranks of a pair, and all court cards. See
    `solver.camelot_deals` for why these deals, and no others, can be won.

    Args:
        copies: how many cards there are of each rank.
        slots: how many the grid has.
    """
    layer: dict[Counts, int] = {(((0, 0),) * 4, 0, 0, 0): 1}
    whole = 13 * copies
    for turned in range(1, whole):
        further: dict[Counts, int] = {}
        for counts, ways in layer.items():
            for each, cards in _followed(counts, copies):
                further[each] = further.get(each, 0) + ways * cards
        layer = further if turned < slots else {c: n for c, n in further.items() if _staying(c) < slots}
    # A single card is left, whichever it is.
    return Fraction(sum(layer.values()), factorial(whole))


def _staying(counts: Counts) -> int:
    pairs, fives, _, courts = counts
    return courts + fives % 2 + sum(most - least for least, most in pairs)


def _followed(counts: Counts, copies: int) -> Iterator[tuple[Counts, int]]:
    """Go through what can be turned next: the counts then, and how many cards lead there."""
    pairs, fives, tens, courts = counts
    for pair in {*pairs}:
        least, most = pair
        others, alike = [*pairs], pairs.count(pair)
        others.remove(pair)
        # Of two equal numbers either can grow; so either way is counted twice.
        for found, cards in (((least + 1, most), copies - least), ((least, most + 1), copies - most)):
            if cards:
                grown = (min(found), max(found))
                yield (tuple(sorted((*others, grown))), fives, tens, courts), cards * alike
    if fives < copies:
        yield (pairs, fives + 1, tens, courts), copies - fives
    if tens < copies:
        yield (pairs, fives, tens + 1, courts), copies - tens
    if courts < 3 * copies:
        yield (pairs, fives, tens, courts + 1), 3 * copies - courts
