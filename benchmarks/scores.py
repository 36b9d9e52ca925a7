"""What a table that was read counts: as it most probably lies, in what ranges, and what is asked about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from api.answers import ReadAnswer
from api.certainty import CardPoints, card_points, possible
from api.questions import Question
from api.ways import Way
from benchmarks.alignment import Renaming
from games.scoring import span

_NOTHING: Final = CardPoints(0, 0)
"""What a card counts that does not lie there."""


def ranges(versions: Sequence[Mapping[str, CardPoints]]) -> dict[str, CardPoints]:
    """Return what each card counts, as a range where the versions differ."""
    cards = dict.fromkeys(card for version in versions for card in version)
    return {
        card: CardPoints(
            span(version.get(card, _NOTHING).diversify for version in versions),
            span(version.get(card, _NOTHING).cover for version in versions),
        )
        for card in cards
    }


def within(true: Mapping[str, CardPoints], versions: Sequence[Mapping[str, CardPoints]]) -> bool:
    """Tell whether what each card truly counts lies inside the range that the versions span.

    No version need be the true one, but each card that lies there has to be in one of them, and one that does
    not may not be in all.
    """
    stated, in_all = ranges(versions), set(versions[0]).intersection(*versions)
    return in_all <= true.keys() <= stated.keys() and all(
        span([one, other]) == one
        for card, points in stated.items()
        for one, other in zip(points, true.get(card, _NOTHING), strict=True)
    )


@dataclass(frozen=True, slots=True)
class Scores:
    """What the cards of a table that was read count.

    Attributes:
        ways: the ways in which the table may lie, the most probable first.
        points: what each card counts in each of them, by its true name.
    """

    ways: Sequence[Way]
    points: Sequence[Mapping[str, CardPoints]]

    @property
    def best(self) -> dict[str, CardPoints]:
        """The points of what seems likeliest, without the other tables that it may be."""
        return ranges([each for way, each in zip(self.ways, self.points, strict=True) if way.seen == 0])

    @property
    def possible(self) -> list[dict[str, CardPoints]]:
        """The points in all outcomes that cannot be ruled out; users are told the range of them."""
        return [dict(each) for each in possible(self.ways, self._outcomes)]

    @property
    def _outcomes(self) -> list[frozenset[tuple[str, CardPoints]]]:
        return [frozenset(each.items()) for each in self.points]


def scores_of(read: ReadAnswer, renaming: Renaming) -> Scores:
    """Return what the cards count that were read from a photo, by their true names."""
    ways, judged = read.subject.ways, read.subject.judged()
    found = [card_points(each, way.table.rules) for way, each in zip(ways, judged, strict=True)]
    return Scores(ways, [{renaming.name(card): own for card, own in each.items()} for each in found])


def about_score(read: ReadAnswer) -> list[Question]:
    """Return the questions that make the score surer."""
    return [question for question in read.questions if "score" in question.settles]
