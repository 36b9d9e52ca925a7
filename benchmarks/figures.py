"""What is counted over many photos, as figures with names, for people and as JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from benchmarks.enrolling import EnrolGrade
from benchmarks.grading import BoardGrade
from benchmarks.intervals import Interval, percent, wilson
from benchmarks.speed import Speed, percentile, speeds

SIZES: Final = {"up to 20 cards": range(21), "21 to 39 cards": range(21, 40)}
"""The sizes of tables that are counted apart."""

Figure = int | float | tuple[int, int]
"""A number, or so many of so many."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured with one pack, or with several.

    Attributes:
        enrolments: how well the decks were enrolled, and in how many seconds; None where one could not be.
        boards: how well each photo of a table was read, by the photo's name.
        negatives: for each photo without a table, whether it was refused.
        time_ms: for each photo that was read, stage -> milliseconds.
        speeds: how long each photo took that was read, beside its decoding.
        peak_mb: the peak memory of the process that read, in megabytes; of several, the highest.
    """

    enrolments: tuple[tuple[EnrolGrade, float | None], ...] = ()
    boards: tuple[tuple[str, BoardGrade], ...] = ()
    negatives: tuple[tuple[str, bool], ...] = ()
    time_ms: tuple[Mapping[str, float], ...] = ()
    speeds: tuple[Speed, ...] = ()
    peak_mb: int = 0

    def __add__(self, other: "Measured") -> "Measured":
        """Return both together."""
        return Measured(
            self.enrolments + other.enrolments,
            self.boards + other.boards,
            self.negatives + other.negatives,
            self.time_ms + other.time_ms,
            self.speeds + other.speeds,
            max(self.peak_mb, other.peak_mb),
        )


def figures(measured: Measured) -> dict[str, Figure]:
    """Count all that is to be reported, in the order in which it is."""
    found = enrolment(measured)
    grades = [grade for _, grade in measured.boards]
    found |= _reading(grades) | _by_size(grades)
    found["negatives refused"] = _share(refused for _, refused in measured.negatives)
    found |= _times(measured.time_ms) | speeds(measured.speeds)
    return found | ({"MB of memory, peak": measured.peak_mb} if measured.peak_mb else {})


def mistakes(measured: Measured) -> dict[str, list[str]]:
    """Say of each photo that was not read exactly what was wrong."""
    wrong = {name: _wrong(grade) for name, grade in measured.boards}
    wrong |= {name: [] if refused else ["something was read"] for name, refused in measured.negatives}
    return {name: what for name, what in wrong.items() if what}


def shown(figure: Figure | None) -> str:
    """Return a figure as a text, a share with its interval."""
    if figure is None:
        return ""
    if isinstance(figure, tuple):
        count, of = figure
        return f"{count}/{of} {100 * count / of:5.1f} % {percent(wilson(count, of)):>11}" if of else "none"
    return f"{figure:.{1 if figure >= 10 else 2}f}" if isinstance(figure, float) else str(figure)


def intervals(found: Mapping[str, Figure]) -> dict[str, Interval]:
    """Return the intervals of those figures that are shares of something."""
    return {name: wilson(*each) for name, each in found.items() if isinstance(each, tuple) and each[1]}


def enrolment(measured: Measured) -> dict[str, Figure]:
    """Count what is to be reported of enrolling alone."""
    grades = [grade for grade, _ in measured.enrolments]
    found: dict[str, Figure] = {
        "enrolled cards right": _sum((each.right, each.cards) for each in grades),
        "enrolled squares right": _sum((each.squares_right, each.squares) for each in grades),
        "enrolled deck symbols right": _sum((each.decks_right, each.cards) for each in grades),
        "cards invented in enrolling": sum(each.invented for each in grades),
        "decks enrolled without a fault": _share(each.exact for each in grades),
        "squares listed as doubtful": sum(each.doubtful for each in grades),
        "wrong squares among them": _sum((each.wrong_listed, each.wrong) for each in grades),
    }
    took = [seconds for _, seconds in measured.enrolments if seconds is not None]
    if took:
        found["s to enrol, median"] = round(median(took), 1)
    return found


def _reading(grades: Sequence[BoardGrade]) -> dict[str, Figure]:
    photos, read = len(grades), [each for each in grades if each.unreadable is None]
    return {
        "photos not read at all": _share(each.unreadable is not None for each in grades),
        "cards right": _sum((each.right, each.cards + each.invented) for each in grades),
        "cards found": _sum((each.cards - each.missed, each.cards) for each in grades),
        "cards missed": _sum((each.missed, each.cards) for each in grades),
        "cards invented": _sum((each.invented, each.cards) for each in grades),
        "layouts exact": _share(each.layout for each in grades),
        "visible stackings exact": _share(each.stacking for each in grades),
        "visible pairs right": _sum((each.pairs_right, each.pairs) for each in grades),
        "Diversify exact": _share(each.diversify for each in grades),
        "Cover Some Ground exact": _share(each.cover for each in grades),
        "scores exact (both)": _share(each.score for each in grades),
        "illegal cards found": _sum((each.accused, each.illegal) for each in grades),
        "illegal cards left open": _sum((each.left_open, each.illegal) for each in grades),
        "illegal cards missed": _sum(
            (each.illegal - each.accused - each.left_open, each.illegal) for each in grades
        ),
        "legal cards accused": _sum((each.accused_falsely, each.cards - each.illegal) for each in read),
        "wrong but certain: layout": _share("layout" in each.wrong_but_certain for each in grades),
        "wrong but certain: stacking": _share("stacking" in each.wrong_but_certain for each in grades),
        "wrong but certain: score": _share("score" in each.wrong_but_certain for each in grades),
        "wrong but certain: any": _share(bool(each.wrong_but_certain) for each in grades),
        "layout certain": _share("layout" in each.certain for each in grades),
        "score certain": _share("score" in each.certain for each in grades),
        "questions a photo": sum(each.questions for each in grades) / photos if photos else 0.0,
        "most questions": max((each.questions for each in grades), default=0),
    }


def _by_size(grades: Sequence[BoardGrade]) -> dict[str, Figure]:
    found: dict[str, Figure] = {}
    for name, cards in SIZES.items():
        found |= {f"{row}, {name}": each for row, each in _of_size([g for g in grades if g.cards in cards])}
    return found


def _of_size(grades: Sequence[BoardGrade]) -> Iterator[tuple[str, Figure]]:
    unsure = [each for each in grades if "score" not in each.certain]
    yield "layouts exact", _share(each.layout for each in grades)
    yield "visible stackings exact", _share(each.stacking for each in grades)
    yield "scores exact, or the range of a hidden order", _share(each.score for each in grades)
    yield "scores inside a range that doubt leaves", _share(not each.score and each.inside for each in grades)
    yield "scores certain without a question", _share("score" in each.certain for each in grades)
    if unsure:
        yield "questions about an open score, mean", sum(g.score_questions for g in unsure) / len(unsure)
        yield "questions about an open score, most", max(g.score_questions for g in unsure)


def _times(time_ms: Sequence[Mapping[str, float]]) -> dict[str, Figure]:
    stages = dict.fromkeys(stage for each in time_ms for stage in each)
    found: dict[str, Figure] = {}
    for stage in stages:
        values = sorted(each[stage] for each in time_ms if stage in each)
        found[f"ms {stage}, median"] = round(median(values), 1)
        found[f"ms {stage}, 95th percentile"] = round(percentile(values, 0.95), 1)
    return found


def _wrong(grade: BoardGrade) -> list[str]:
    if grade.unreadable is not None:
        return [f"not read: {grade.unreadable}"]
    facts = {
        f"{grade.missed} missed": grade.missed > 0,
        f"{grade.invented} invented": grade.invented > 0,
        "layout": not grade.layout,
        "stacking": not grade.stacking,
        "score": not grade.score,
        f"{grade.illegal - grade.accused} illegal not found": grade.accused < grade.illegal,
        f"{grade.accused_falsely} accused falsely": grade.accused_falsely > 0,
        f"certain all the same: {', '.join(sorted(grade.wrong_but_certain))}": bool(grade.wrong_but_certain),
    }
    return [what for what, holds in facts.items() if holds]


def _share(holds: Iterable[bool]) -> tuple[int, int]:
    found = [*holds]
    return sum(found), len(found)


def _sum(shares: Iterable[tuple[int, int]]) -> tuple[int, int]:
    found = [*shares]
    return sum(count for count, _ in found), sum(of for _, of in found)
