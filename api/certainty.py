"""How sure what was read is: the same questions for layouts, orders, legality and points, over all ways."""

from collections.abc import Hashable, Iterable, Sequence
from itertools import compress
from typing import NamedTuple, TypeVar

from api.answers import CheckedCard
from api.questions import Aspect
from api.ways import CERTAIN, Measure, Way, credible, masses, trusted
from games.camouflage import Judgement, Rules
from games.scoring import Points, span

_OutcomeT = TypeVar("_OutcomeT", bound=Hashable)


class CardPoints(NamedTuple):
    """What a card counts in Diversify and in Cover Some Ground."""

    diversify: Points
    cover: Points


def confidence(ways: Sequence[Way], outcomes: Sequence[Hashable]) -> float:
    """Return how probable the outcome of the best way is; 0 where not all hidden orders were looked at."""
    weights = trusted(ways, outcomes, Measure.WITH_RULES)
    same = [way.exhausted and each == outcomes[0] for way, each in zip(ways, outcomes, strict=True)]
    return sum(compress(weights, same))


def aspect(
    name: str, ways: Sequence[Way], outcomes: Sequence[Hashable], by: Measure = Measure.WITH_RULES
) -> Aspect:
    """Return something that is to be settled, with the weights that are to be trusted."""
    return Aspect(name, outcomes, trusted(ways, outcomes, by))


def possible(ways: Sequence[Way], outcomes: Sequence[_OutcomeT]) -> list[_OutcomeT]:
    """Return the outcomes that cannot be ruled out, that of the best way first."""
    weights = trusted(ways, outcomes, Measure.WITH_RULES)
    return list(dict.fromkeys([outcomes[0], *credible(masses(weights, outcomes))]))


def sure(ways: Sequence[Way], answers: Sequence[bool | None]) -> bool | None:
    """Return the answer that the picture alone makes certain, unless the rules favour another; else None.

    Args:
        ways: the ways.
        answers: the answer in each of them.
    """
    weights = trusted(ways, answers, Measure.PICTURE_ALONE)
    known = [answer if way.exhausted else None for way, answer in zip(ways, answers, strict=True)]
    (likeliest, *_) = credible(masses(weights, known))
    return likeliest if masses(weights, known)[likeliest] >= CERTAIN else None


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
    verdicts = [each.legal if each else None for each in own]
    weights = trusted(ways, verdicts, Measure.PICTURE_ALONE)
    legal = sure(ways, verdicts)
    guilty = [(weight, each) for weight, each in zip(weights, own, strict=True) if each and each.breaches]
    worst = max(guilty, key=lambda pair: pair[0], default=None)
    return CheckedCard(
        card=card,
        legal=legal,
        p=sum(
            weight * _chance(each, judgements)
            for weight, each, judgements in zip(weights, own, judged, strict=True)
        ),
        breaches=worst[1].breaches if worst and not legal else (),
    )


def _chance(own: Judgement | None, judgements: Sequence[Judgement]) -> float:
    """Return how probable it is that a card is legal; of several that may have been the first, one is."""
    if own is None:
        return 0.0
    if own.legal is None:
        return 1 / sum(each.legal is None for each in judgements)
    return float(own.legal)


def _points(legal: bool | None, raw_points: int, rules: Rules) -> Points:
    if legal or not rules.illegal_scores_zero:
        return raw_points
    return 0 if legal is False else span([0, raw_points])
