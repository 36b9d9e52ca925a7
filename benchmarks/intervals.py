"""Intervals of shares as a benchmark prints them."""

from typing import Final

from solver.intervals import CONFIDENCE, Interval, wilson

__all__ = ["CONFIDENCE", "MEANING", "Interval", "percent", "wilson"]

MEANING: Final = (
    "[low-high] is the 95 % Wilson interval of a share, in percent: were as many photos of the same kind\n"
    "taken again and again, 95 of 100 such intervals would hold the true share. Cards, pairs and photos are\n"
    "counted as if they erred independently; those of one photo or deck do not, so the truth may be farther."
)


def percent(interval: Interval) -> str:
    """Return an interval as a text in percent, such as `[88-97]`, with a decimal where it is narrow."""
    digits = 0 if interval.high - interval.low > 0.03 else 1
    low, high = (f"{100 * bound:.{digits}f}" for bound in interval)
    return f"[{low}-{high}]"
