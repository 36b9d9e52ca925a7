"""The questions that settle what a photo leaves open, most useful first.

A question splits the ways a table may lie by its answer. It is worth what it adds to the chance of naming the
right outcome: the sum, over the answers, of the probability of the likeliest outcome that is left. What may
be amiss with all the ways, such as a card that was overlooked, counts as a way of its own.
"""

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from api.splitting import Kind, Split, splits
from api.ways import CERTAIN, Way
from games.camouflage import Cell
from games.camouflage.evidence import Doubt
from games.camouflage.facts import Complete, Empty, Fact, Lies, Over, Owned, Turned

_WORTH_ASKING: Final = 0.001
"""A question that adds less than this to the chance of being right is not asked."""
_MOST_ASKED: Final = 5
"""How many questions are told at a time. What is left then is asked once these are answered."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to whoever sees the table.

    Attributes:
        kind: which of the cards is on top, or of more than two in which order they lie; which card lies
            there; how is it turned; which was laid first; whose location a pile is.
        cards: what the answer can be, what was read first; of a pile, the topmost first. A single card in
            `which-card`: is it there at all? None in `which-card`: is there any that was not found? In
            `whose-pile` the card at the bottom of the pile.
        cell: where to look: a cell that both cards share, or the centre of the card; None for `which-first`,
            and where nothing tells where a card was overlooked.
        p: the probability of what seems likeliest: that the first of the cards is on top, or the pile so;
            that it lies there, lies in the first of the turns, was laid first; that the pile is the first
            owner's; or that no card is missing.
        settles: the names of the aspects that the answer makes surer.
        turns: for `which-turn`, the turns that the card may have, the likeliest first.
        owners: for `whose-pile`, the decks of those who may own it, the likeliest first.
        piles: for `which-on-top`, the cards pile by pile, where they are of several.
    """

    kind: Kind
    cards: tuple[str, ...]
    cell: tuple[int, int] | None
    p: float
    settles: tuple[str, ...]
    turns: tuple[int, ...] = ()
    owners: tuple[str, ...] = ()
    piles: tuple[tuple[str, ...], ...] = ()

    @property
    def answers(self) -> tuple[str, ...]:
        """What can be said to it, the likeliest first, in the words that `--answer` takes."""
        if self.kind == "which-on-top":
            return tuple(_all_of(Over(pile[::step]) for pile in self.each_pile) for step in (1, -1))
        return tuple(str(fact) for fact in self._facts())

    @property
    def each_pile(self) -> tuple[tuple[str, ...], ...]:
        """For `which-on-top`, the cards pile by pile, from the top."""
        return self.piles or (self.cards,)

    def _facts(self) -> Sequence[Fact]:
        if self.kind == "which-turn":
            return [Turned(self.cards[0], turn) for turn in self.turns]
        if self.kind == "whose-pile":
            return [Owned(self.cards[0], owner, is_deck=True) for owner in self.owners]
        if self.kind == "which-card":
            if self.cell is None or not self.cards:
                return [Complete()]
            centre = Cell(*self.cell)
            none = [Empty(centre)] if len(self.cards) == 1 else []
            return [*(Lies(card, centre) for card in self.cards), *none]
        return ()


def _all_of(facts: Iterable[Fact]) -> str:
    """Return the answer that tells several facts."""
    return " and ".join(map(str, facts))


class Aspect(NamedTuple):
    """Something that may come out differently in different ways.

    Attributes:
        name: its name in `Question.settles`.
        outcomes: what comes out in each way.
        weights: the probability of each way.
    """

    name: str
    outcomes: Sequence[Hashable]
    weights: Sequence[float]

    def confidence(self, answers: Sequence[Hashable]) -> float:
        """Return the chance of naming the right outcome once the answers are known, one for each way."""
        found: dict[Hashable, dict[Hashable, float]] = {}
        for answer, outcome, weight in zip(answers, self.outcomes, self.weights, strict=True):
            outcomes = found.setdefault(answer, {})
            outcomes[outcome] = outcomes.get(outcome, 0.0) + weight
        return sum(max(outcomes.values()) for outcomes in found.values())


def questions(
    ways: Sequence[Way], aspects: Sequence[Aspect], doubts: Sequence[Doubt] = ()
) -> tuple[Question, ...]:
    """Return the questions to ask one after the other, until nothing is left that an answer makes surer.

    Args:
        ways: the ways, the most probable first.
        aspects: what has to be settled, the most important first; what is certain already is passed over.
        doubts: what may be amiss with all of them.
    """
    causes = _causes(doubts)
    asking = [
        *(split._replace(answers=(*split.answers, *_if_amiss(split, causes))) for split in splits(ways)),
        *_amiss(ways, causes),
    ]
    aspects = [_with_causes(aspect, causes) for aspect in aspects]
    known = [0] * (len(ways) + len(causes))
    asked: list[Question] = []
    while asking and len(asked) < _MOST_ASKED:
        gains = [_gains(aspects, known, split) for split in asking]
        best = max(range(len(asking)), key=lambda index: _use(asking[index], gains[index]))
        worth = [aspect.name for aspect, gain in zip(aspects, gains[best], strict=True) if gain]
        if not worth:
            break
        chosen = asking[best]
        # What may be amiss with all ways gives no answer to what is asked of one of them.
        weights = aspects[0].weights if chosen.amiss else aspects[0].weights[: len(ways)]
        asked.append(_question(chosen, weights, tuple(dict.fromkeys(worth))))
        known = _joined(known, asking.pop(best).answers)
    return tuple(asked)


def which_first(cards: Sequence[str]) -> Question:
    """Return the question which of several cards that lie on nothing was laid first: only that one may."""
    return Question("which-first", tuple(cards), None, 1 / len(cards), ("legality",))


def _use(split: Split, gains: Sequence[float]) -> list[float]:
    """Return by what questions are ranked: what they add to each aspect, the most important first."""
    return [gain - split.trouble if gain else 0.0 for gain in gains]


def _gains(aspects: Sequence[Aspect], known: Sequence[int], split: Split) -> list[float]:
    """Return what the answer adds to the confidence in each aspect, 0 where it is not worth asking for."""
    answered = _joined(known, split.answers)
    gains = []
    for aspect in aspects:
        before = aspect.confidence(known)
        gain = 0.0 if before >= CERTAIN else aspect.confidence(answered) - before
        gains.append(round(gain, 9) if gain >= _WORTH_ASKING else 0.0)
    return gains


def _joined(known: Sequence[int], answers: Sequence[Hashable]) -> list[int]:
    """Return what is known in each way once one more answer is, numbered."""
    numbers: dict[tuple[int, Hashable], int] = {}
    return [numbers.setdefault(pair, len(numbers)) for pair in zip(known, answers, strict=True)]


class _Cause(NamedTuple):
    """Why something may be amiss with all ways.

    Attributes:
        doubts: what looks so, the most doubtful first.
        share: of the chance that something is amiss.
    """

    doubts: tuple[Doubt, ...]
    share: float

    def is_explained_at(self, cell: tuple[int, int]) -> bool:
        """Tell whether a card that is named with its centre on a cell explains all that is in doubt."""
        reach = 1 if self.doubts[0].kind == "overlooked" else 0
        return all(
            doubt.cell is not None and max(abs(doubt.cell.x - cell[0]), abs(doubt.cell.y - cell[1])) <= reach
            for doubt in self.doubts
            if doubt.chance < CERTAIN
        )


def _if_amiss(split: Split, causes: Sequence[_Cause]) -> list[Hashable]:
    """Return what is answered where something is amiss: nothing else, unless the card named explains it."""
    named_at = split.cell if split.kind == "which-card" else None
    return [
        ("amiss", number) if named_at and cause.is_explained_at(named_at) else split.answers[0]
        for number, cause in enumerate(causes)
    ]


def _causes(doubts: Sequence[Doubt]) -> list[_Cause]:
    """Return what a question can be about: cards between cells, and what was overlooked, as one."""
    overlooked = [doubt for doubt in doubts if doubt.kind == "overlooked"]
    found = [[doubt] for doubt in doubts if doubt.kind == "between"]
    if overlooked:
        found.append(sorted(overlooked, key=lambda doubt: (doubt.chance, doubt.cell is None)))
    losses = [-sum(math.log(max(doubt.chance, 1e-9)) for doubt in each) for each in found]
    total = sum(losses)
    return [_Cause(tuple(each), loss / total) for each, loss in zip(found, losses, strict=True) if loss]


def _with_causes(aspect: Aspect, causes: Sequence[_Cause]) -> Aspect:
    """Return an aspect that may also come out as nobody knows, because something is amiss."""
    left = max(1 - sum(aspect.weights), 0.0)
    return Aspect(
        aspect.name,
        (*aspect.outcomes, *((aspect.name, number) for number in range(len(causes)))),
        (*aspect.weights, *(left * cause.share for cause in causes)),
    )


def _amiss(ways: Sequence[Way], causes: Sequence[_Cause]) -> Iterator[Split]:
    """Ask whether something is amiss: where a card lies that may lie beside, and whether one is missing."""
    for number, cause in enumerate(causes):
        doubt = cause.doubts[0]
        answers = (*[True] * len(ways), *(other != number for other in range(len(causes))))
        cards: tuple[str, ...] = ()
        if doubt.kind == "between":
            cards = tuple(each.card for each in ways[0].board if each.centre == doubt.cell)
            if not cards:
                continue
        yield Split("which-card", cards[:1], doubt.cell, answers, as_read=True, amiss=True)


def _question(split: Split, weights: Sequence[float], settles: tuple[str, ...]) -> Question:
    p = sum(w for w, answer in zip(weights, split.answers, strict=False) if answer == split.as_read)
    return Question(
        split.kind, split.cards, split.cell, min(p, 1.0), settles, split.turns, split.owners, split.piles
    )
