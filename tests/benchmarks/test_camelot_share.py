"""The exact share of deals that can be won, beside the share in a sample."""

import random

from benchmarks.camelot_share import winnable_share


def stays(ranks: list[int], slots: int) -> bool:
    """Tell whether a prefix of at least so many cards holds as many that can never leave."""
    for turned in range(slots, len(ranks)):
        count = ranks[:turned].count
        pairs = sum(abs(count(rank) - count(10 - rank)) for rank in (1, 2, 3, 4))
        if pairs + count(5) % 2 + count(11) + count(12) + count(13) >= slots:
            return True
    return False


def test_the_share_is_that_of_a_sample() -> None:
    draw, deck = random.Random(1), [*range(1, 14)] * 2
    won = sum(not stays(draw.sample(deck, 26), 8) for _ in range(4000))
    share = winnable_share(copies=2, slots=8)
    assert abs(won / 4000 - share) < 0.025
    assert 0.1 < share < 0.9
