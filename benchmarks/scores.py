"""What a table that was read counts: as it most probably lies, in what ranges, and what questions settle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from api.answers import ReadAnswer
from api.certainty import CardPoints, aspect, card_points, possible
from api.questions import Question
from api.ways import CERTAIN, Way
from games.camouflage import overlapping_pairs
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
        points: what each card counts in each of them.
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

    def settled_by(self, asked: Sequence[Question]) -> bool:
        """Tell whether the score is certain once questions are answered, as the reader itself reckons."""
        answers = [tuple(_answer(self.ways, way, question) for question in asked) for way in self.ways]
        reached = aspect("score", self.ways, self._outcomes).confidence(answers)
        return reached >= CERTAIN and all(way.exhausted for way in self.ways)

    @property
    def _outcomes(self) -> list[frozenset[tuple[str, CardPoints]]]:
        return [frozenset(each.items()) for each in self.points]


def scores_of(read: ReadAnswer) -> Scores:
    """Return what the cards count that were read from a photo."""
    ways, judged = read.subject.ways, read.subject.judged()
    return Scores(ways, [card_points(each, way.table.rules) for way, each in zip(ways, judged, strict=True)])


def about_score(read: ReadAnswer) -> list[Question]:
    """Return the questions that make the score surer."""
    return [question for question in read.questions if "score" in question.settles]


def _answer(ways: Sequence[Way], way: Way, question: Question) -> object:
    """Return how a question is answered if the table lies in this way; None where it does not arise."""
    board = way.table.board
    if question.kind == "which-card":
        (first, *_), cell = question.cards, question.cell
        laid = (item for each in ways for item in each.by_site.items())
        site = next(site for site, there in laid if there.card == first and there.centre == cell)
        placement = way.by_site.get(site)
        return placement and placement.card
    if question.kind == "which-turn":
        return next((each.turn for each in board if each.card == question.cards[0]), None)
    meeting = overlapping_pairs(board)
    upper, lower = question.cards[:2]
    return next(
        (pair == (lower, upper) for pair in ((lower, upper), (upper, lower)) if pair in meeting), None
    )
