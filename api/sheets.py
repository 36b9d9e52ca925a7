"""The score sheets of all the ways a table may lie, and how they become one."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from api.ways import Subject
from games import camouflage
from games.camouflage import CamouflageSheet, CardLine, Judgement, PlayerStanding

_RecordT = TypeVar("_RecordT", CardLine, PlayerStanding)

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


def aligned(sheets: Sequence[CamouflageSheet]) -> list[CamouflageSheet]:
    """Return the sheets with the same cards and players each: what is missing on one scores nothing there."""
    lines = _first_of_each((line.item, _absent_card(line)) for sheet in sheets for line in sheet.lines)
    standings = _first_of_each(
        (each.player, _absent_player(each)) for sheet in sheets for each in sheet.standings
    )
    return [
        replace(
            sheet,
            lines=tuple((lines | {line.item: line for line in sheet.lines}).values()),
            standings=tuple((standings | {each.player: each for each in sheet.standings}).values()),
        )
        for sheet in sheets
    ]


def _first_of_each(named: Iterable[tuple[str, _RecordT]]) -> dict[str, _RecordT]:
    found: dict[str, _RecordT] = {}
    for name, record in named:
        found.setdefault(name, record)
    return found


def _absent_card(line: CardLine) -> CardLine:
    return replace(
        line, points=0, raw_points=0, reason="not on the table", legal=None, on=(), squares=0, breaches=()
    )


def _absent_player(standing: PlayerStanding) -> PlayerStanding:
    return replace(
        standing, points=0, raw_points=0, rank=None, disqualified=None, played=0, out=None, illegal=()
    )
