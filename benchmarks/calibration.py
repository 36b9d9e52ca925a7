"""Whether what is said to be probable comes true as often: reliability tables, and one number for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from benchmarks.grading import BoardGrade
from benchmarks.intervals import percent, wilson

EDGES: Final = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.995, 1.0)
"""The bins, each without its upper edge but the last: fixed, and finest where a claim counts as certain."""

_HEAD: Final = ("claimed", "mean", "came true", "photos")


@dataclass(frozen=True, slots=True)
class Bin:
    """The claims of about one probability.

    Attributes:
        low: the least probability.
        high: the one that is too high for it.
        count: how many claims there are.
        right: how many of them came true.
        predicted: the mean of their probabilities, 0 where there are none.
    """

    low: float
    high: float
    count: int
    right: int
    predicted: float


def reliability(claims: Sequence[tuple[float, bool]]) -> list[Bin]:
    """Sort claims into bins.

    Args:
        claims: the probability, 0 to 1, and whether what was claimed is so.
    """
    found = []
    for low, high in pairwise(EDGES):
        inside = [claim for claim in claims if low <= claim[0] and (claim[0] < high or high == EDGES[-1])]
        mean = sum(p for p, _ in inside) / len(inside) if inside else 0.0
        found.append(Bin(low, high, len(inside), sum(right for _, right in inside), mean))
    return found


def expected_error(bins: Sequence[Bin]) -> float:
    """Return the expected calibration error, 0 to 1: how far share and mean are apart, averaged over claims.

    Over the fixed bins, else as defined by M. P. Naeini, G. F. Cooper and M. Hauskrecht, Obtaining well
    calibrated probabilities using Bayesian binning, 2015.
    """
    total = sum(each.count for each in bins)
    return sum(abs(each.right - each.count * each.predicted) for each in bins) / total if total else 0.0


def claims_of(grades: Sequence[BoardGrade]) -> dict[str, list[tuple[float, bool]]]:
    """Return what was claimed of all photos that were read: layout, stacking and score."""
    read = [(grade.confidence, grade) for grade in grades if grade.confidence]
    return {
        "layout": [(claimed.layout, grade.layout) for claimed, grade in read],
        "stacking": [(claimed.stacking, grade.stacking) for claimed, grade in read],
        "score": [(claimed.score, grade.score) for claimed, grade in read],
    }


def calibration(grades: Sequence[BoardGrade]) -> dict[str, list[Bin]]:
    """Return the reliability of what was claimed of layout, stacking and score."""
    return {name: reliability(claims) for name, claims in claims_of(grades).items()}


def calibration_table(found: Mapping[str, Sequence[Bin]]) -> str:
    """Return reliability tables as a text, one below the other; bins without a claim are left out."""
    return "\n\n".join(_table(name, bins) for name, bins in found.items())


def _table(name: str, bins: Sequence[Bin]) -> str:
    rows = [
        (
            f"{each.low:g} to {each.high:g}",
            f"{each.predicted:.4f}",
            f"{each.right / each.count:7.1%} {percent(wilson(each.right, each.count))}",
            str(each.count),
        )
        for each in bins
        if each.count
    ]
    lines = [f"{a:<14}{b:>8}{c:>22}{d:>8}" for a, b, c, d in (_HEAD, *rows)]
    return "\n".join([f"{name}: expected calibration error {expected_error(bins):.4f}, fixed bins", *lines])
