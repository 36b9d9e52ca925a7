"""The score sheets of all the ways a table may lie, and what counts on them."""

from collections.abc import Sequence
from dataclasses import replace

from api.answers import CheckedCard
from api.ways import Subject
from games import camouflage
from games.camouflage import CamouflageSheet, Judgement

Outcome = tuple[object, ...]
"""What counts on a sheet: winners, what decided, points by player and by card."""


def sheets_of(subject: Subject, judged: Sequence[tuple[Judgement, ...]], game: str) -> list[CamouflageSheet]:
    """Return the sheet of each way; ways in which all cards are judged alike share one.

    Raises:
        CamouflageError: there is no such game, or the table does not fit it.
    """
    made: dict[tuple[Judgement, ...], CamouflageSheet] = {}
    for way, judgements in zip(subject.ways, judged, strict=True):
        if judgements not in made:
            made[judgements] = camouflage.score(
                way.table, subject.deck, game, order_known=subject.order_known
            )
    return [made[judgements] for judgements in judged]


def outcome(sheet: CamouflageSheet) -> Outcome:
    """Return what counts on a sheet."""
    totals = frozenset((each.player, each.points, each.rank, each.disqualified) for each in sheet.standings)
    return (
        sheet.winners,
        sheet.decided_by,
        totals,
        frozenset((line.item, line.points) for line in sheet.lines),
    )


def with_legality(sheet: CamouflageSheet, cards: Sequence[CheckedCard]) -> CamouflageSheet:
    """Return a sheet on which the same is said of each card's legality as where that is all that is asked.

    Args:
        sheet: the sheet.
        cards: what is to be said of the card of each of its lines.
    """
    lines = tuple(
        replace(line, legal=card.legal, breaches=card.breaches)
        for line, card in zip(sheet.lines, cards, strict=True)
    )
    illegal = {line.item for line in lines if line.legal is False}
    standings = tuple(
        replace(each, illegal=tuple(card for card in each.illegal if card in illegal))
        for each in sheet.standings
    )
    return replace(sheet, lines=lines, standings=standings)
