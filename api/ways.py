"""The ways a table may lie, with their probabilities, and what is the same in nearly all of them.

A board file leaves one way, a photo many: the boards that the solver ranks, and with each of them all boards
that no photo can tell from it.
"""

import enum
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol, TypeVar

from games.camouflage import Board, CamouflageError, Deck, Judgement, Placement, Table, alike, judge
from games.camouflage.evidence import Doubt
from games.camouflage.piles import without_unplayed

CERTAIN: Final = 0.995
"""The probability from which something counts as certain: wrong once in 200 times at most."""

CLEARLY: Final = 4.0
"""How many times as probable as another an outcome is before a measure counts as favouring it: of two
cards of a deck that differ in covered squares alone, pictures favoured the wrong one by up to 3.4 times."""

MOST_ALIKE: Final = 64
"""How many boards that look the same are weighed. Legal tables hide no order or very few."""

_OutcomeT = TypeVar("_OutcomeT", bound=Hashable)


class Ranked(Protocol):
    """A board that the solver has ranked; see `solver.reconstruct.RankedBoard`."""

    @property
    def board(self) -> Board:
        """The board."""

    @property
    def sites(self) -> tuple[int, ...]:
        """The site of each placement."""

    @property
    def p_evidence(self) -> float:
        """Its probability by the picture alone."""

    @property
    def p(self) -> float:
        """Its probability if most cards are laid by the rules."""

    @property
    def known(self) -> frozenset[tuple[str, str]]:
        """The pairs (lower card, upper card) whose order is known, seen in a photo or told."""


class Weight(NamedTuple):
    """A probability by two measures.

    Attributes:
        p: if most cards are laid by the rules.
        p_evidence: by the picture alone; only this accuses a card or acquits it.
    """

    p: float
    p_evidence: float


class Measure(enum.IntEnum):
    """The measures of a `Weight`, by their places in it."""

    WITH_RULES = 0
    PICTURE_ALONE = 1


@dataclass(frozen=True, slots=True)
class Way:
    """One way the table may lie.

    Attributes:
        table: the table.
        weight: how probable it is.
        seen: the number of the ranked board it looks like; ways with one number look the same from above.
        sites: the site of the photo for each placement; none for a table that was not read from a photo.
        exhausted: whether all ways that look the same are there.
        beside: the cards that lie beside the board, unplayed, each with its site.
    """

    table: Table
    weight: Weight
    seen: int = 0
    sites: tuple[int, ...] = ()
    exhausted: bool = True
    beside: tuple[tuple[int, Placement], ...] = ()

    @property
    def board(self) -> Board:
        """All cards of the table; piles of their own lie on it as they do in the photo."""
        (_, only), *others = self.table.piles
        return Board(tuple(card for _, pile in self.table.piles for card in pile)) if others else only

    @property
    def by_site(self) -> Mapping[int, Placement]:
        """What lies on each site."""
        return dict(zip(self.sites, self.board, strict=True))


@dataclass(frozen=True, slots=True)
class Subject:
    """What is to be judged: a table in all the ways it may lie.

    Attributes:
        deck: the cards.
        ways: the most probable first, those that look the same next to each other.
        order_known: whether the order of the placements tells which card was laid first.
        warnings: what the user should know, each in one sentence.
        doubts: what may be amiss with all the ways, so that together they are not certain.
    """

    deck: Deck
    ways: tuple[Way, ...]
    order_known: bool = True
    warnings: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def best(self) -> Table:
        """The table as it most probably lies."""
        return self.ways[0].table

    def judged(self) -> list[tuple[Judgement, ...]]:
        """Return the judgements of all cards in each way."""
        return [judge(way.table, self.deck, order_known=self.order_known) for way in self.ways]

    def with_tables(self, change: Callable[[Table], Table]) -> "Subject":
        """Return the subject with each table changed; ways whose table cannot be so are left out.

        Raises:
            CamouflageError: no table can be so that looks as the likeliest does.
        """
        faults: list[CamouflageError] = []

        def changed(table: Table) -> Table | None:
            try:
                return change(table)
            except CamouflageError as fault:
                faults.append(fault)
                return None

        ways = those_left(self.ways, changed)
        if not ways or ways[0].seen != self.ways[0].seen:
            raise faults[0]
        return replace(self, ways=ways)

    def warned(self, warnings: Iterable[str]) -> "Subject":
        """Return the subject with more warnings."""
        return replace(self, warnings=(*self.warnings, *warnings))


def subject_of_table(table: Table, deck: Deck, warnings: Iterable[str] = ()) -> Subject:
    """Return a table that is known exactly.

    Raises:
        CamouflageError: it does not fit the deck.
    """
    table.check(deck)
    return Subject(deck, (Way(table, Weight(1.0, 1.0)),), warnings=tuple(warnings))


def those_left(ways: Sequence[Way], change: Callable[[Table], Table | None]) -> tuple[Way, ...]:
    """Return the ways that are left by something that is known, which also may say more of their tables.

    Args:
        ways: the ways; those that are left share the probability of all.
        change: returns the table with what is known, None where it is not so.
    """
    kept = [(way, changed) for way in ways if (changed := change(way.table)) is not None]
    before, after = (
        [sum(way.weight[measure] for way in some) for measure in Measure]
        for some in (ways, [way for way, _ in kept])
    )
    scale = [all_ways / left if left else 1.0 for all_ways, left in zip(before, after, strict=True)]
    return tuple(
        replace(way, table=changed, weight=Weight(*(w * by for w, by in zip(way.weight, scale, strict=True))))
        for way, changed in kept
    )


def ways_of(
    boards: Sequence[Ranked],
    table: Table,
    *,
    complete: bool = True,
    arranged: Callable[[Table], Sequence[Table]] = lambda table: (without_unplayed(table),),
) -> tuple[Way, ...]:
    """Return the ways in which ranked boards can lie, on tables that are else like `table`.

    Among boards that no photo can tell apart the probability is shared evenly.

    Args:
        boards: the most probable first.
        table: all but the board.
        complete: whether the list holds all boards that matter. If not, it is taken to lack as many as it
            has, each as probable as its last, and all probabilities are lessened accordingly.
        arranged: tells the board from what lies beside it, or pile from pile; of several tables that it may
            be each is as probable. Boards that it refuses are left out, but for the most probable.

    Raises:
        CamouflageError: the most probable board cannot be arranged.
    """
    scale = Weight(1.0, 1.0)
    if not complete:
        scale = Weight(_held([board.p for board in boards]), _held([board.p_evidence for board in boards]))
    return tuple(
        way
        for seen, ranked in enumerate(boards)
        if not seen or _can_be(arranged, replace(table, board=ranked.board))
        for way in _alike(ranked, table, seen, scale, arranged)
    )


def _held(listed: Sequence[float]) -> float:
    """Return the probability that a list which was cut off holds the right board."""
    return 1 / (1 + len(listed) * min(listed))


def _can_be(arranged: Callable[[Table], Sequence[Table]], table: Table) -> bool:
    try:
        arranged(table)
    except CamouflageError:
        return False
    return True


def _alike(
    ranked: Ranked,
    table: Table,
    seen: int,
    scale: Weight,
    arranged: Callable[[Table], Sequence[Table]],
) -> Iterator[Way]:
    site = {placement.card: site for placement, site in zip(ranked.board, ranked.sites, strict=True)}
    boards = alike(ranked.board, known=ranked.known, limit=MOST_ALIKE + 1)
    found = [arranged(replace(table, board=board)) for board in boards]
    for laid, share in ((laid, len(boards) * len(tables)) for tables in found for laid in tables):
        yield Way(
            table=laid,
            weight=Weight(ranked.p * scale.p / share, ranked.p_evidence * scale.p_evidence / share),
            seen=seen,
            sites=tuple(site[card] for card in laid.cards),
            exhausted=len(boards) <= MOST_ALIKE,
            beside=tuple((site[each.card], each) for each in ranked.board if each.card in laid.unplayed),
        )


def trusted(ways: Sequence[Way], outcomes: Sequence[Hashable], by: Measure) -> list[float]:
    """Return the weight of each way by one measure, unless the other clearly favours another outcome.

    Then neither is to be trusted alone, and each weight is the mean of both: so no outcome is certain, and
    what tells the two apart is asked.

    Args:
        ways: the ways.
        outcomes: what comes out in each of them.
        by: the measure.
    """
    weights = [[way.weight[measure] for way in ways] for measure in Measure]
    favourite = _likeliest(masses(weights[by], outcomes))
    for each in weights:
        found = masses(each, outcomes)
        if max(found.values()) > CLEARLY * found[favourite]:
            return [sum(both) / 2 for both in zip(*weights, strict=True)]
    return weights[by]


def masses(weights: Sequence[float], outcomes: Sequence[_OutcomeT]) -> dict[_OutcomeT, float]:
    """Return the probability of each outcome, in the order in which they come first.

    Args:
        weights: the probability of each way.
        outcomes: what comes out in each way.
    """
    found: dict[_OutcomeT, float] = {}
    for weight, outcome in zip(weights, outcomes, strict=True):
        found[outcome] = found.get(outcome, 0.0) + weight
    return found


def credible(found: Mapping[_OutcomeT, float]) -> list[_OutcomeT]:
    """Return the fewest outcomes that are `CERTAIN` together, the most probable first."""
    kept: list[_OutcomeT] = []
    reached = 0.0
    for outcome in sorted(found, key=lambda outcome: found[outcome], reverse=True):
        if reached >= CERTAIN:
            break
        kept.append(outcome)
        reached += found[outcome]
    return kept


def _likeliest(found: Mapping[_OutcomeT, float]) -> _OutcomeT:
    return max(found, key=lambda outcome: found[outcome])
