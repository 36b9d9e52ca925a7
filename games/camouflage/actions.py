"""What can be done at a table of Camouflage, and what the rules say to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.camouflage.board import Placement
from games.camouflage.legality import Judgement, judge_play, places
from games.camouflage.log import Log, laid
from games.errors import IllegalActionError


@dataclass(frozen=True, slots=True)
class Begin:
    """A card of the starting board is laid, by all players together.

    Attributes:
        placement: the card and where it is laid.
    """

    placement: Placement


@dataclass(frozen=True, slots=True)
class Lay:
    """A player lays a card; it is the card that tells whose.

    Attributes:
        placement: the card and where it is laid.
        location: the player on whose location, None on a shared table.
        at_s: seconds since the game began; None where nobody has noted it.
        as_it_lies: whether the card is written down as it was laid at a real table, legal or not.
    """

    placement: Placement
    location: str | None = None
    at_s: float | None = None
    as_it_lies: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """The time is up, or nobody can lay a card any more."""


Action = Begin | Lay | End

END: Final = End()


def legal_actions(log: Log) -> Sequence[Action]:
    """Return all actions that the rules allow."""
    if log.ended:
        return []
    if openings := [Begin(placement) for placement in log.openings()]:
        return openings
    lays = [*_lays(log)]
    return [*lays, END] if lays and _may_end(log) else lays


def is_over(log: Log) -> bool:
    """Tell whether the game has ended: it was said so, or nobody can lay a card any more."""
    return log.ended or (log.ready and next(_lays(log), None) is None)


def apply(log: Log, action: Action) -> Log:
    """Return the log after an action.

    Raises:
        IllegalActionError: the rules forbid it.
        CamouflageError: there is no such card or location.
    """
    if log.ended:
        raise IllegalActionError("game-over", "nothing is done any more once the game has ended")
    match action:
        case Begin(placement):
            return _begin(log, placement)
        case Lay():
            _refuse_late(log, action)
            _refuse_foreign(log, action.placement.card)
            _refuse_illegal(log, action)
            return laid(log, action.placement, action.location, action.at_s)
        case End():
            if not _may_end(log):
                raise IllegalActionError("not-over", "the game goes on while nobody is out")
            return replace(log, ended=True)


def _lays(log: Log) -> Iterator[Lay]:
    for player in log.seats:
        for card in log.hand(player):
            for play in places(log.table, log.deck, card):
                yield Lay(play.placement, play.location)


def _may_end(log: Log) -> bool:
    """Tell whether players can say that the game is over: at a real table whenever they agree on it."""
    return log.piles is None or (log.mode.timed and bool(log.table.out))


def _begin(log: Log, placement: Placement) -> Log:
    if log.opening is None or log.deck.card(placement.card).deck != log.opening:
        raise IllegalActionError(
            "starting-deck",
            f"a card of the deck {log.opening!r} begins the table; found {placement.card}"
            if log.opening
            else "this table has been begun",
        )
    start = log.table.start or ()
    if next(log.openings(), None) is None:
        raise IllegalActionError("starting-board", f"the table has been begun with {', '.join(start)}")
    _refuse_laid(log, placement.card)
    _refuse_breaches(judge_play(log.table, log.deck, placement))
    begun = laid(log, placement, None)
    return replace(begun, table=replace(begun.table, start=(*start, placement.card)))


def _refuse_late(log: Log, lay: Lay) -> None:
    last = next((entry.at_s for entry in reversed(log.entries) if entry.at_s is not None), None)
    if lay.at_s is None:
        return
    if last is not None and lay.at_s < last:
        raise IllegalActionError("time", f"the card before was laid at {last} s; found {lay.at_s} s")
    if log.deadline_s is not None and lay.at_s > log.deadline_s:
        raise IllegalActionError("time-up", f"the time was up at {log.deadline_s} s; found {lay.at_s} s")


def _refuse_foreign(log: Log, card: str) -> None:
    _refuse_laid(log, card)
    player = log.player_of(card)
    if player is None:
        raise IllegalActionError("no-players-card", f"no player plays the deck of {card}")
    if card not in log.hand(player):
        raise IllegalActionError("not-in-hand", f"{player} does not hold {card}")


def _refuse_illegal(log: Log, lay: Lay) -> None:
    if not lay.as_it_lies:
        if not log.ready:
            raise IllegalActionError("starting-board", "the cards that begin the table come first")
        _refuse_breaches(judge_play(log.table, log.deck, lay.placement, lay.location))
        return
    log.table.pile(lay.location)
    if log.piles is not None:
        raise IllegalActionError("as-it-lies", "a card is laid against the rules at a real table only")
    # A card on a frozen location would look legal once it lies there, so it cannot be written down.
    if lay.location is not None and lay.location in (log.table.out or ()):
        raise IllegalActionError("frozen-location", f"{lay.location} is out")


def _refuse_laid(log: Log, card: str) -> None:
    log.deck.card(card)
    if card in log.table.cards:
        raise IllegalActionError("card-laid", f"{card} lies on the table already")


def _refuse_breaches(judgement: Judgement) -> None:
    if judgement.breaches:
        reasons = "; ".join(breach.reason for breach in judgement.breaches)
        raise IllegalActionError(judgement.breaches[0].rule.names[0], f"{judgement.card}: {reasons}")
