"""From a reading and what was said of it to the ways the table may lie."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from api.errors import UndecidedError
from api.keeping import Kept, Told, contradiction, require_agreement
from api.ways import CERTAIN, MOST_ALIKE, Subject, Way, those_left, ways_of
from games.camouflage import Board, CamouflageError, FactError, Rules, Table
from games.camouflage.evidence import Evidence
from games.camouflage.facts import Complete, Fact, Lies, Over, Owned
from games.camouflage.piles import located, piles, with_owners

if TYPE_CHECKING:
    from solver.reconstruct import Reconstruction


class Limits(NamedTuple):
    """How much work the solver may do.

    Attributes:
        time_limit_s: how long it may look for boards.
        num_workers: how many threads it may use.
        seed: of its search.
    """

    time_limit_s: float = 5.0
    num_workers: int = 1
    seed: int = 0


USUAL_LIMITS: Final = Limits()


class Solved(NamedTuple):
    """What a reading and all that was said of it come to.

    Attributes:
        subject: the tables.
        sites: the cells of the sites that the subject's ways name: those that were seen, then those that
            were told.
    """

    subject: Subject
    sites: tuple[tuple[int, int], ...]


def solved(kept: Kept, limits: Limits = USUAL_LIMITS) -> Solved:
    """Find the ways in which the table may lie.

    Args:
        kept: the reading.
        limits: of the solver.

    Raises:
        WrongUseError: the answers contradict each other, or what the table can be.
        FactError: an answer is about a card that was read nowhere.
        UndecidedError: no board was found within the time limit, or it cannot be told whose piles there are.
    """
    told = kept.told
    require_agreement(told, kept.rules)
    evidence = _joined(kept, told)
    _require_meeting(kept, told, limits)
    found = _boards(kept, evidence, limits)
    if not found.boards:
        raise _nothing(kept, told, found, limits)
    ways = _ways(kept, told, found)
    if not ways:
        raise _nothing(kept, told, found, limits)
    against = _against_the_photo(kept, told, limits) if told else ()
    warnings = (*kept.warnings, *evidence.unread, *against, *_doubts(ways))
    subject = Subject(kept.deck, ways, order_known=False, warnings=warnings, doubts=evidence.doubts)
    return Solved(subject, tuple(site.centre for site in evidence.sites))


def subject_of_reading(kept: Kept, rules: Callable[[Rules], Rules]) -> Subject:
    """Return the table of a kept reading, by the rules that hold where else its own would.

    Raises:
        ApiError: as in `solved`.
    """
    return solved(replace(kept, rules=rules(kept.rules))).subject


def _joined(kept: Kept, told: Sequence[Told]) -> Evidence:
    from solver.facts import with_facts

    return with_facts(kept.evidence, [fact for each in told for fact in each.facts], kept.deck)


def _boards(kept: Kept, evidence: Evidence, limits: Limits) -> "Reconstruction":
    from solver import reconstruct as solver

    return solver.reconstruct(evidence, kept.deck, kept.rules, **limits._asdict())


def _ways(kept: Kept, told: Sequence[Told], found: "Reconstruction") -> tuple[Way, ...]:
    """Return the ways in which boards can lie; none where no piles are whose they are said to be."""
    table = Table(kept.deck.name, kept.evidence.face, start=kept.start, rules=kept.rules)
    complete = found.status.value == "optimal"
    if not kept.in_piles:
        return ways_of(found.boards, table, complete=complete)
    owners = [fact for each in told for fact in each.facts if isinstance(fact, Owned)]
    try:
        ways = ways_of(found.boards, table, complete=complete, arranged=partial(located, deck=kept.deck))
    except CamouflageError as fault:
        raise UndecidedError(f"whose piles these are cannot be told: {fault}") from fault
    return those_left(ways, partial(with_owners, told=owners)) if owners else ways


def _nothing(kept: Kept, told: Sequence[Told], found: "Reconstruction", limits: Limits) -> Exception:
    """Return why no board was found: the fewest answers that no board is true to, or the time limit."""
    if not found.boards and (found.status.value != "infeasible" or not told):
        return UndecidedError(
            f"no board that fits the photo was found within {limits.time_limit_s:g} seconds"
        )
    needed = [*told]
    for each in told:
        fewer = [other for other in needed if other is not each]
        if not _possible(kept, fewer, limits):
            needed = fewer
    return contradiction([each.answer for each in needed], _why_not(kept, needed, limits))


def _possible(kept: Kept, told: Sequence[Told], limits: Limits) -> bool:
    """Tell whether some board is true to answers; those that lack another answer are no proof."""
    try:
        found = _boards(kept, _joined(kept, told), limits)
    except FactError:
        return True
    return bool(found.boards and _ways(kept, told, found))


def _why_not(kept: Kept, told: Sequence[Told], limits: Limits) -> str:
    """Return what stands against answers: that cards of a pile do not meet, if it is that alone."""
    match [fact for each in told for fact in each.facts]:
        case [Over(cards)]:
            boards = _boards(kept, kept.evidence, limits).boards
            return _apart(cards, boards[0].board if boards else Board())
        case [Owned(card)]:
            return _why_not_owned(kept, card, limits)
        case _:
            return "no table is so"


def _require_meeting(kept: Kept, told: Sequence[Told], limits: Limits) -> None:
    """Check that cards whose order is told lie on each other, wherever they were read or are said to lie.

    Else a card would be moved to where nobody saw it, to make the answer true. One that was not read at all
    may come to lie where it is a candidate.

    Raises:
        WrongUseError: cards of a pile lie apart on all boards.
    """
    orders = [(each.answer, fact.cards) for each in told for fact in each.facts if isinstance(fact, Over)]
    if not orders:
        return
    rest = [
        Told(answer, tuple(fact for fact in facts if not isinstance(fact, Over))) for answer, facts in told
    ]
    boards = [each.board for each in _boards(kept, _joined(kept, rest), limits).boards]
    for answer, cards in orders:
        read = boards and all(card in boards[0] for card in cards)
        if read and not any(_meet(cards, board) for board in boards):
            raise contradiction([answer], _apart(cards, boards[0]))


def _meet(cards: Sequence[str], board: Board) -> bool:
    """Tell whether each of some cards shares a cell of a board with another of them."""
    there = [each for each in board if each.card in cards]
    met = all(any(one.overlaps(other) for other in there if other is not one) for one in there)
    return met and len(there) == len(cards)


def _apart(cards: Sequence[str], board: Board) -> str:
    """Return that cards of a pile do not lie on each other."""
    where = {each.card: each.centre for each in board}
    found = ", ".join(f"{card} at {where[card].x},{where[card].y}" for card in cards if card in where)
    read = f"found were {found}; if one lies elsewhere, say where" if found else "none of them was found"
    return f"its cards do not lie on each other; {read}"


def _why_not_owned(kept: Kept, card: str, limits: Limits) -> str:
    """Return what stands against somebody's owning the pile with a card."""
    ways = _ways(kept, (), _boards(kept, kept.evidence, limits))
    boards = [board for way in ways[:1] for _, board in way.table.piles]
    for pile in (pile for board in boards for pile in piles(board)):
        if any(each.card == card for each in pile):
            bottom = pile.placements[0].card
            return f"that pile begins with {bottom}; if it does not, say which card lies at its bottom"
    return f"{card} lies in no pile"


def _against_the_photo(kept: Kept, told: Sequence[Told], limits: Limits) -> Iterator[str]:
    """Say which answers the photo alone makes improbable."""
    table = Table(kept.deck.name, kept.evidence.face, rules=kept.rules)
    ways = ways_of(_boards(kept, kept.evidence, limits).boards, table, arranged=lambda table: (table,))
    listed = sum(way.weight.p_evidence for way in ways)
    for answer, facts in told:
        asked = [fact for fact in facts if not isinstance(fact, Complete)]
        true = sum(way.weight.p_evidence for way in ways if all(fact.holds(way.board) for fact in asked))
        # A card that was overlooked may lie anywhere.
        unseen = 1 - listed if any(isinstance(fact, Lies) for fact in asked) else 0.0
        against = true + unseen < (1 - CERTAIN) * (listed + unseen)
        if against or _owners_against_the_photo(kept, facts, limits):
            yield f'the photo speaks clearly against the answer "{answer}", which is taken as it is'


def _owners_against_the_photo(kept: Kept, facts: Sequence[Fact], limits: Limits) -> bool:
    """Tell whether the photo alone makes improbable whose piles there are said to be."""
    owners = [fact for fact in facts if isinstance(fact, Owned)]
    if not owners:
        return False
    ways = _ways(kept, (), _boards(kept, kept.evidence, limits))
    true = sum(way.weight.p_evidence for way in ways if with_owners(way.table, owners))
    return true < (1 - CERTAIN) * sum(way.weight.p_evidence for way in ways)


def _doubts(ways: Sequence[Way]) -> Iterator[str]:
    """Say in sentences what the list of ways may lack."""
    listed = sum(way.weight.p for way in ways)
    if listed < CERTAIN:
        yield f"boards that are not listed are right with a probability of {1 - listed:.1%}"
    if not all(way.exhausted for way in ways):
        yield f"so many orders are hidden that only {MOST_ALIKE} of them were looked at; the score stays open"
