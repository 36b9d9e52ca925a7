"""How sure what was read is: the same questions for layouts, orders, legality and points, over all ways."""

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from api.answers import CheckedCard
from api.questions import Aspect
from api.ways import CERTAIN, Way, share
from games.camouflage import Judgement, Rules
from games.scoring import Points, span


class CardPoints(NamedTuple):
    """What a card counts in Diversify and in Cover Some Ground."""

    diversify: Points
    cover: Points


def probability(ways: Sequence[Way], outcomes: Sequence[Hashable]) -> float:
    """Return how probable the outcome of the best way is, with the rules for a prior or without: the less.

    Points hang on who is accused, so both have to agree before they are certain. Where not all hidden orders
    were looked at, a way counts for nothing.
    """
    same = [way.exhausted and each == outcomes[0] for way, each in zip(ways, outcomes, strict=True)]
    return min(share(ways, same))


def sure(ways: Sequence[Way], answers: Sequence[bool | None]) -> bool | None:
    """Return the answer that the picture alone makes certain, None if it is neither.

    Args:
        ways: the ways.
        answers: the answer in each of them.
    """
    for answer in (True, False):
        if _mass(ways, answers, answer) >= CERTAIN:
            return answer
    return None


def both(name: str, ways: Sequence[Way], outcomes: Sequence[Hashable]) -> list[Aspect]:
    """Return an aspect that is to be settled with the rules for a prior and without."""
    return [
        Aspect(name, outcomes, [way.weight.p for way in ways]),
        Aspect(name, outcomes, [way.weight.p_evidence for way in ways]),
    ]


def card_points(judgements: Iterable[Judgement], rules: Rules) -> dict[str, CardPoints]:
    """Return what each card would count for a player; a range where nothing tells whether it is legal."""
    return {
        judgement.card: CardPoints(
            _points(judgement.legal, len(judgement.on), rules),
            _points(judgement.legal, len(judgement.covered), rules),
        )
        for judgement in judgements
    }


def checked(ways: Sequence[Way], judged: Sequence[tuple[Judgement, ...]], card: str) -> CheckedCard:
    """Return whether a card lies legally, by its judgements in all ways."""
    own = [next((each for each in judgements if each.card == card), None) for judgements in judged]
    legal = sure(ways, [each.legal if each else None for each in own])
    open_in = [sum(each.legal is None for each in judgements) for judgements in judged]
    # Of several cards that may have been the first one is legal; nothing tells which.
    chances = [
        0.0 if each is None else (1 / number if each.legal is None else float(each.legal))
        for each, number in zip(own, open_in, strict=True)
    ]
    worst = max(
        (pair for pair in zip(ways, own, strict=True) if pair[1] and pair[1].breaches),
        key=lambda pair: pair[0].weight.p_evidence,
        default=None,
    )
    return CheckedCard(
        card=card,
        legal=legal,
        p=sum(way.weight.p_evidence * chance for way, chance in zip(ways, chances, strict=True)),
        breaches=worst[1].breaches if worst and worst[1] and not legal else (),
    )


def _points(legal: bool | None, raw_points: int, rules: Rules) -> Points:
    if legal or not rules.illegal_scores_zero:
        return raw_points
    return 0 if legal is False else span([0, raw_points])


def _mass(ways: Sequence[Way], answers: Sequence[bool | None], answer: bool) -> float:
    chosen = [way.exhausted and each is answer for way, each in zip(ways, answers, strict=True)]
    return share(ways, chosen).p_evidence
