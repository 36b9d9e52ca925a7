"""The questions that settle what a photo leaves open, most useful first.

A question splits the ways a table may lie by its answer. It is worth what it adds to the chance of naming the
right outcome: the sum, over the answers, of the probability of the likeliest outcome that is left.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from api.ways import CERTAIN, Way
from games.camouflage import Board, Placement, overlapping_pairs

Kind = Literal["which-on-top", "which-card", "which-turn", "which-first"]

_WORTH_ASKING: Final = 0.001
"""A question that adds less than this to the chance of being right is not asked."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to whoever sees the table.

    Attributes:
        kind: which of two cards is on top, which card lies there, how is it turned, which was laid first.
        cards: what the answer can be, what was read first. A single card in `which-card`: is it there at all?
        cell: where to look: a cell that both cards share, or the centre of the card; None for `which-first`.
        p: the probability of what seems likeliest: that the first of the cards is on top, lies there, lies in
            the first of the turns, or was laid first.
        settles: the names of the aspects that the answer makes surer.
        turns: for `which-turn`, the turns that the card may have, the likeliest first.
    """

    kind: Kind
    cards: tuple[str, ...]
    cell: tuple[int, int] | None
    p: float
    settles: tuple[str, ...]
    turns: tuple[int, ...] = ()


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
    """A question with its answer in each way; None where it does not arise."""

    kind: Kind
    cards: tuple[str, ...]
    cell: tuple[int, int]
    answers: tuple[Hashable, ...]
    as_read: Hashable
    turns: tuple[int, ...] = ()


def questions(ways: Sequence[Way], aspects: Sequence[Aspect]) -> tuple[Question, ...]:
    """Return the questions to ask one after the other, until nothing is left that an answer makes surer.

    Args:
        ways: the ways, the most probable first.
        aspects: what has to be settled, the most important first; what is certain already is passed over.
    """
    splits = [*_splits(ways)] if len(ways) > 1 else []
    known = [0] * len(ways)
    asked = []
    while splits:
        gains = [_gains(aspects, known, split) for split in splits]
        best = max(range(len(splits)), key=lambda index: gains[index])
        worth = [aspect.name for aspect, gain in zip(aspects, gains[best], strict=True) if gain]
        if not worth:
            break
        asked.append(_question(splits[best], aspects[0].weights, tuple(dict.fromkeys(worth))))
        known = _joined(known, splits.pop(best).answers)
    return tuple(asked)


def which_first(cards: Sequence[str]) -> Question:
    """Return the question which of several cards that lie on nothing was laid first: only that one may."""
    return Question("which-first", tuple(cards), None, 1 / len(cards), ("legality",))


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


def _question(split: _Split, weights: Sequence[float], settles: tuple[str, ...]) -> Question:
    p = sum(w for w, answer in zip(weights, split.answers, strict=True) if answer == split.as_read)
    return Question(split.kind, split.cards, split.cell, p, settles, split.turns)


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
    best = ways[0].table.board
    laid = [{place[1].card: place for place in enumerate(way.table.board)} for way in ways]
    for lower, upper in sorted(overlapping_pairs(best)):
        answers = tuple(_is_above(places.get(upper), places.get(lower)) for places in laid)
        if False in answers:
            yield _Split("which-on-top", (upper, lower), _meeting(best, upper, lower), answers, True)


def _is_above(upper: tuple[int, Placement] | None, lower: tuple[int, Placement] | None) -> bool | None:
    """Tell whether a card lies above another, both with their number from below; None if they do not meet."""
    return upper[0] > lower[0] if upper and lower and upper[1].overlaps(lower[1]) else None


def _meeting(board: Board, upper: str, lower: str) -> tuple[int, int]:
    """Return a cell that two cards share, one on which the upper is seen if there is any."""
    cells = [*set(board.placement(upper).cells).intersection(board.placement(lower).cells)]
    return max(sorted(cells), key=lambda cell: board.placements[board.stack(cell)[-1]].card == upper)
