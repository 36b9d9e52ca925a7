"""The questions that settle what a photo leaves open, most useful first.

A question splits the ways a table may lie by its answer. It is worth what it adds to the chance of naming the
right outcome: the sum, over the answers, of the probability of the likeliest outcome that is left. What may
be amiss with all the ways, such as a card that was overlooked, counts as a way of its own.
"""

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal, NamedTuple

from api.ways import CERTAIN, Way
from games.camouflage import Board, Cell, Placement, overlapping_pairs
from games.camouflage.evidence import Doubt
from games.camouflage.facts import Complete, Empty, Fact, Lies, Over, Turned

Kind = Literal["which-on-top", "which-card", "which-turn", "which-first"]

_WORTH_ASKING: Final = 0.001
"""A question that adds less than this to the chance of being right is not asked."""
_WORTH_A_CARD: Final = 0.001
"""What each further card of a pile has to add to be asked for."""
_MOST_IN_A_PILE: Final = 5
"""The cards of a pile that are asked for at once at most: more are named in order with some trouble."""
_MOST_ASKED: Final = 5
"""How many questions are told at a time. What is left then is asked once these are answered."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to whoever sees the table.

    Attributes:
        kind: which of the cards is on top, or of more than two in which order they lie; which card lies
            there; how is it turned; which was laid first.
        cards: what the answer can be, what was read first; of a pile, the topmost first. A single card in
            `which-card`: is it there at all? None in `which-card`: is there any that was not found?
        cell: where to look: a cell that both cards share, or the centre of the card; None for `which-first`,
            and where nothing tells where a card was overlooked.
        p: the probability of what seems likeliest: that the first of the cards is on top, or the pile so;
            that it lies there, lies in the first of the turns, was laid first; or that no card is missing.
        settles: the names of the aspects that the answer makes surer.
        turns: for `which-turn`, the turns that the card may have, the likeliest first.
    """

    kind: Kind
    cards: tuple[str, ...]
    cell: tuple[int, int] | None
    p: float
    settles: tuple[str, ...]
    turns: tuple[int, ...] = ()

    @property
    def answers(self) -> tuple[str, ...]:
        """What can be said to it, the likeliest first, in the words that `--answer` takes."""
        return tuple(str(fact) for fact in self._facts())

    def _facts(self) -> Sequence[Fact]:
        if self.kind == "which-on-top":
            return Over(self.cards), Over(self.cards[::-1])
        if self.kind == "which-turn":
            return [Turned(self.cards[0], turn) for turn in self.turns]
        if self.kind == "which-card":
            if self.cell is None or not self.cards:
                return [Complete()]
            centre = Cell(*self.cell)
            none = [Empty(centre)] if len(self.cards) == 1 else []
            return [*(Lies(card, centre) for card in self.cards), *none]
        return ()


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


class _Split(NamedTuple):
    """A question with its answer in each way; None where it does not arise.

    `amiss` tells that it asks whether something is amiss with all ways.
    """

    kind: Kind
    cards: tuple[str, ...]
    cell: tuple[int, int] | None
    answers: tuple[Hashable, ...]
    as_read: Hashable
    turns: tuple[int, ...] = ()
    amiss: bool = False

    @property
    def trouble(self) -> float:
        """What it has to add because it asks for more than one thing."""
        return _WORTH_A_CARD * max(len(self.cards) - 2, 0)


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
    splits = [*_splits(ways)] if len(ways) > 1 else []
    splits = [
        *(split._replace(answers=(*split.answers, *split.answers[:1] * len(causes))) for split in splits),
        *_amiss(ways, causes),
    ]
    aspects = [_with_causes(aspect, causes) for aspect in aspects]
    known = [0] * (len(ways) + len(causes))
    asked: list[Question] = []
    while splits and len(asked) < _MOST_ASKED:
        gains = [_gains(aspects, known, split) for split in splits]
        best = max(range(len(splits)), key=lambda index: _use(splits[index], gains[index]))
        worth = [aspect.name for aspect, gain in zip(aspects, gains[best], strict=True) if gain]
        if not worth:
            break
        chosen = splits[best]
        # What may be amiss with all ways gives no answer to what is asked of one of them.
        weights = aspects[0].weights if chosen.amiss else aspects[0].weights[: len(ways)]
        asked.append(_question(chosen, weights, tuple(dict.fromkeys(worth))))
        known = _joined(known, splits.pop(best).answers)
    return tuple(asked)


def which_first(cards: Sequence[str]) -> Question:
    """Return the question which of several cards that lie on nothing was laid first: only that one may."""
    return Question("which-first", tuple(cards), None, 1 / len(cards), ("legality",))


def _use(split: _Split, gains: Sequence[float]) -> list[float]:
    """Return by what questions are ranked: what they add to each aspect, the most important first."""
    return [gain - split.trouble if gain else 0.0 for gain in gains]


def _gains(aspects: Sequence[Aspect], known: Sequence[int], split: _Split) -> list[float]:
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


def _causes(doubts: Sequence[Doubt]) -> list[tuple[Doubt, float]]:
    """Return what a question can be about: cards between cells, and what was overlooked, as one.

    Each with the share that it has in the chance that something is amiss.
    """
    overlooked = [doubt for doubt in doubts if doubt.kind == "overlooked"]
    found = [[doubt] for doubt in doubts if doubt.kind == "between"]
    if overlooked:
        found.append(sorted(overlooked, key=lambda doubt: (doubt.chance, doubt.cell is None)))
    losses = [-sum(math.log(max(doubt.chance, 1e-9)) for doubt in each) for each in found]
    total = sum(losses)
    return [(first, loss / total) for (first, *_), loss in zip(found, losses, strict=True) if loss]


def _with_causes(aspect: Aspect, causes: Sequence[tuple[Doubt, float]]) -> Aspect:
    """Return an aspect that may also come out as nobody knows, because something is amiss."""
    left = max(1 - sum(aspect.weights), 0.0)
    return Aspect(
        aspect.name,
        (*aspect.outcomes, *((aspect.name, number) for number in range(len(causes)))),
        (*aspect.weights, *(left * share for _, share in causes)),
    )


def _amiss(ways: Sequence[Way], causes: Sequence[tuple[Doubt, float]]) -> Iterator[_Split]:
    """Ask whether something is amiss: where a card lies that may lie beside, and whether one is missing."""
    for number, (doubt, _) in enumerate(causes):
        answers = (*[True] * len(ways), *(other != number for other in range(len(causes))))
        cards: tuple[str, ...] = ()
        if doubt.kind == "between":
            cards = tuple(each.card for each in ways[0].board if each.centre == doubt.cell)
            if not cards:
                continue
        yield _Split("which-card", cards[:1], doubt.cell, answers, as_read=True, amiss=True)


def _question(split: _Split, weights: Sequence[float], settles: tuple[str, ...]) -> Question:
    p = sum(w for w, answer in zip(weights, split.answers, strict=False) if answer == split.as_read)
    return Question(split.kind, split.cards, split.cell, min(p, 1.0), settles, split.turns)


def _splits(ways: Sequence[Way]) -> Iterator[_Split]:
    laid = [way.by_site for way in ways]
    for site in sorted(set().union(*laid)):
        yield from _what_lies_there([sites.get(site) for sites in laid])
    yield from _which_on_top(ways)


def _what_lies_there(laid: Sequence[Placement | None]) -> Iterator[_Split]:
    """Ask for the card on a site, and for the turn of each that may lie there, as far as they are open."""
    likeliest: dict[str, Placement] = {}
    for placement in filter(None, laid):
        likeliest.setdefault(placement.card, placement)
    first, *others = likeliest
    cards = tuple(placement and placement.card for placement in laid)
    if len(set(cards)) > 1:
        yield _Split("which-card", (first, *others[:1]), likeliest[first].centre, cards, first)
    for card, there in likeliest.items():
        turns = tuple(each.turn if each and each.card == card else None for each in laid)
        possible = tuple(dict.fromkeys(turn for turn in turns if turn is not None))
        if len(possible) > 1:
            yield _Split("which-turn", (card,), there.centre, turns, there.turn, possible)


def _which_on_top(ways: Sequence[Way]) -> Iterator[_Split]:
    best = ways[0].board
    laid = [{place[1].card: place for place in enumerate(way.board)} for way in ways]
    height = {placement.card: level for level, placement in enumerate(best)}
    over = {
        (upper, lower): tuple(_is_above(places.get(upper), places.get(lower)) for places in laid)
        for lower, upper in sorted(overlapping_pairs(best))
    }
    doubtful = {
        pair: sum(way.weight.p for way, answer in zip(ways, answers, strict=True) if answer is False)
        for pair, answers in over.items()
        if False in answers
    }
    for upper, lower in doubtful:
        yield _Split("which-on-top", (upper, lower), _meeting(best, upper, lower), over[upper, lower], True)
    for pile in sorted(_piles(doubtful), key=sorted):
        cards = tuple(sorted(pile, key=lambda card: -height[card]))
        pairs = [pair for pair in combinations(cards, 2) if pair in over]
        answers = tuple(zip(*(over[pair] for pair in pairs), strict=True))
        cell = _meeting(
            best, *max((pair for pair in pairs if pair in doubtful), key=lambda pair: doubtful[pair])
        )
        yield _Split("which-on-top", cards, cell, answers, answers[0])


def _piles(doubtful: Mapping[tuple[str, str], float]) -> set[frozenset[str]]:
    """Return piles to ask for at once: from each pair on, the card is added whose order is most doubtful.

    Args:
        doubtful: the chance that two cards lie the other way round.
    """
    found = set()
    for pair in doubtful:
        pile = frozenset(pair)
        while len(pile) < _MOST_IN_A_PILE:
            beside: dict[str, float] = {}
            for two, chance in doubtful.items():
                if len(left := {*two} - pile) == 1:
                    (card,) = left
                    beside[card] = beside.get(card, 0.0) + chance
            if not beside:
                break
            pile |= {max(sorted(beside), key=lambda card: beside[card])}
            found.add(pile)
    return found


def _is_above(upper: tuple[int, Placement] | None, lower: tuple[int, Placement] | None) -> bool | None:
    """Tell whether a card lies above another, both with their number from below; None if they do not meet."""
    return upper[0] > lower[0] if upper and lower and upper[1].overlaps(lower[1]) else None


def _meeting(board: Board, upper: str, lower: str) -> tuple[int, int]:
    """Return a cell that two cards share, one on which the upper is seen if there is any."""
    cells = [*set(board.placement(upper).cells).intersection(board.placement(lower).cells)]
    return max(sorted(cells), key=lambda cell: board.placements[board.stack(cell)[-1]].card == upper)
