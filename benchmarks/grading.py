"""Holds what was read against the truth: pure counting, without a photo.

Boards are compared as the file formats say, up to where one stands: moved, and turned by quarter turns.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from api.answers import CheckAnswer, Confidence, ReadAnswer
from api.certainty import CardPoints, card_points
from benchmarks.alignment import Renaming, laid_upon
from benchmarks.scores import about_score, ranges, scores_of, within
from benchmarks.truth import Truth
from games.camouflage import (
    Deck,
    alike,
    judge,
    overlapping_pairs,
    same_layout,
    visible_order,
)


@dataclass(frozen=True, slots=True)
class BoardGrade:
    """How well a photo of a table was read.

    Attributes:
        cards: how many cards lie there.
        missed: how many of them were not read, at whatever place.
        invented: how many were read that do not lie there.
        right: how many were read at their place and turn, one layout laid upon the other as it fits best.
        layout: whether all cards, places and turns are right.
        stacking: whether besides every order is that can be seen.
        pairs: how many pairs of overlapping cards have an order that can be seen.
        pairs_right: how many of these were read so.
        diversify: whether each card's points in Diversify are right, or a range where an order is hidden.
        cover: the same for Cover Some Ground.
        inside: whether what each card truly counts in both lies inside what users are told of it: a range not
            only of hidden orders, but of all boards that cannot be ruled out.
        illegal: how many cards were laid against the rules.
        accused: how many of them were named.
        left_open: how many of them were said to be doubtful.
        accused_falsely: how many legal cards were named.
        confidence: how probable layout, stacking and score were said to be, None if it was not read.
        questions: how many questions were asked.
        score_questions: how many of them make the score surer.
        unreadable: why the photo was not read, None if it was.
    """

    cards: int
    missed: int
    invented: int = 0
    right: int = 0
    layout: bool = False
    stacking: bool = False
    pairs: int = 0
    pairs_right: int = 0
    diversify: bool = False
    cover: bool = False
    inside: bool = False
    illegal: int = 0
    accused: int = 0
    left_open: int = 0
    accused_falsely: int = 0
    confidence: Confidence | None = None
    questions: int = 0
    score_questions: int = 0
    unreadable: str | None = None

    @property
    def score(self) -> bool:
        """Whether each card's points are right in both games."""
        return self.diversify and self.cover

    @property
    def certain(self) -> frozenset[str]:
        """What was said to be certain."""
        if self.confidence is None:
            return frozenset()
        return frozenset(what for what, sure in self.confidence.certain.items() if sure)

    @property
    def wrong_but_certain(self) -> frozenset[str]:
        """What was said to be certain and is wrong."""
        right = {"layout": self.layout, "stacking": self.stacking, "score": self.score}
        return frozenset(what for what in self.certain if not right[what])


def grade(truth: Truth, deck: Deck, read: ReadAnswer, checked: CheckAnswer, renaming: Renaming) -> BoardGrade:
    """Grade what was read from a photo.

    Args:
        truth: what lies there.
        deck: its cards, by their true names.
        read: what was read.
        checked: who was accused.
        renaming: the true names of the cards that were read.
    """
    lies, found = truth.table.board, renaming.board(read.board.board)
    names, read_names = {*truth.table.cards}, {placement.card for placement in found}
    layout = same_layout(lies, found)
    visible = visible_order(lies)
    true_board = laid_upon(lies, found)
    scores, asked = scores_of(read, renaming), about_score(read)
    true_points, read_points = points_of(truth, deck), scores.best
    verdicts = {renaming.name(card.card): card.legal for card in checked.cards}
    accused = {card for card, legal in verdicts.items() if legal is False}
    return BoardGrade(
        cards=len(names),
        missed=len(names - read_names),
        invented=len(read_names - names),
        right=len({*true_board} & {*found}),
        layout=layout,
        stacking=layout and visible_order(found) == visible,
        pairs=len(visible),
        pairs_right=len(visible & overlapping_pairs(found)),
        diversify=_of("diversify", true_points) == _of("diversify", read_points),
        cover=_of("cover", true_points) == _of("cover", read_points),
        inside=within(true_points, scores.possible),
        illegal=len(truth.illegal),
        accused=len(accused & truth.illegal),
        left_open=sum(verdicts.get(card, True) is None for card in truth.illegal),
        accused_falsely=len(accused - truth.illegal),
        confidence=read.confidence,
        questions=len(read.questions),
        score_questions=len(asked),
    )


def unread(truth: Truth, why: str) -> BoardGrade:
    """Grade a photo that was not read."""
    return BoardGrade(
        cards=len(truth.table.cards),
        missed=len(truth.table.cards),
        pairs=len(visible_order(truth.table.board)),
        illegal=len(truth.illegal),
        unreadable=why,
    )


def points_of(truth: Truth, deck: Deck) -> dict[str, CardPoints]:
    """Return what each card counts that truly lies there, as a range where a photo cannot show it."""
    return ranges(_versions(truth, deck))


def _versions(truth: Truth, deck: Deck) -> list[dict[str, CardPoints]]:
    """Return what each card counts on all boards that look like the true one, that one first."""
    table = truth.table
    return [
        card_points(judge(replace(table, board=board, start=None), deck, order_known=False), table.rules)
        for board in alike(table.board)
    ]


def _of(game: str, points: Mapping[str, CardPoints]) -> dict[str, object]:
    return {card: getattr(each, game) for card, each in points.items()}
