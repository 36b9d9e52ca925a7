"""A reading that is gone on with: what was seen of a table, and all that was said of it since."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from api.answers import Corners
from api.errors import WrongUseError
from games.camouflage import Deck, Rules
from games.camouflage.contradictions import reason_against
from games.camouflage.evidence import Evidence
from games.camouflage.facts import Fact, Owned, parse_facts


class Step(NamedTuple):
    """Something that was said.

    Attributes:
        answer: in the words of who said it.
        undone: whether it was taken back.
    """

    answer: str
    undone: bool = False


class Told(NamedTuple):
    """An answer that is understood.

    Attributes:
        answer: in the words of who gave it.
        facts: what it tells.
    """

    answer: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """A reading with the steps that were taken since.

    Attributes:
        photos: the names of the photos.
        deck: the cards.
        rules: by which they were laid.
        evidence: what was seen, whatever was said.
        corners: for each site the corners of a card that lies there unturned, in the first photo.
        warnings: what the reader had to say, each in one sentence.
        steps: all that was said, in order.
        start: the cards of the starting board, where a photo shows them.
        in_piles: whether each pile is a location of Not My Stack!.
    """

    photos: tuple[str, ...]
    deck: Deck
    rules: Rules
    evidence: Evidence
    corners: tuple[Corners, ...]
    warnings: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    start: tuple[str, ...] | None = None
    in_piles: bool = False

    @property
    def told(self) -> tuple[Told, ...]:
        """The answers that stand.

        Raises:
            CamouflageError: one is not understood.
        """
        return tuple(
            Told(step.answer, parse_facts(step.answer, self.deck, self.evidence.face))
            for step in self.steps
            if not step.undone
        )

    def with_answers(self, answers: Sequence[str]) -> "Kept":
        """Return the reading with more said of it.

        Raises:
            CamouflageError: an answer is not understood.
            WrongUseError: two answers contradict each other, or one tells of piles where there are none.
        """
        more = replace(self, steps=(*self.steps, *map(Step, answers)))
        require_agreement(more.told, more.rules)
        if not self.in_piles:
            _require_no_owners(more.told)
        return more

    def without(self, number: int) -> "Kept":
        """Return the reading with a step taken back; it stays in its place.

        Args:
            number: of the step, from 1.

        Raises:
            WrongUseError: there is no such step, or it was taken back already.
        """
        if not 1 <= number <= len(self.steps):
            raise WrongUseError(f"expected a step from 1 to {len(self.steps)} to undo; found {number}")
        if self.steps[number - 1].undone:
            raise WrongUseError(f"step {number} was undone already")
        steps = [*self.steps]
        steps[number - 1] = steps[number - 1]._replace(undone=True)
        return replace(self, steps=tuple(steps))


def require_agreement(told: Sequence[Told], rules: Rules) -> None:
    """Check that answers do not contradict each other by what they say themselves.

    Raises:
        WrongUseError: two do, or the facts of one; the message names both.
    """
    facts = [(each.answer, fact) for each in told for fact in each.facts]
    for (one, first), (other, second) in combinations(facts, 2):
        why = reason_against(first, second, wild_centres=rules.wild_centres)
        if why is not None:
            raise contradiction([one, other], why)


def _require_no_owners(told: Sequence[Told]) -> None:
    for answer, facts in told:
        if any(isinstance(fact, Owned) for fact in facts):
            raise WrongUseError(
                f'"{answer}" tells of a pile of Not My Stack!; this table was read as one board, not in piles'
            )


def contradiction(answers: Sequence[str], why: str) -> WrongUseError:
    """Return the error that some answers cannot all be true."""
    first, *others = (f'"{answer}"' for answer in dict.fromkeys(answers))
    if not others:
        return WrongUseError(f"the answer {first} cannot be true: {why}")
    *some, last = others
    return WrongUseError(f"the answers {', '.join([first, *some])} and {last} contradict each other: {why}")
