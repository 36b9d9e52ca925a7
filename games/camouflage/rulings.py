"""Rulings: what Camtable decides where the rulebook of Camouflage is silent."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from games.camouflage.legality import Violation
from games.camouflage.rounds import Round
from games.camouflage.scoring import FIRST_OUT, MOST_PLAYED, CamouflageSheet


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling.

    Attributes:
        name: its name in `ScoreSheet.rulings`.
        text: the ruling in words, for players.
        decides: whether it has decided something in a round, as its sheet shows it.
    """

    name: str
    text: str
    decides: Callable[[CamouflageSheet, Round], bool]


def with_rulings(sheet: CamouflageSheet, played: Round) -> CamouflageSheet:
    """Return a round's sheet with the names of the rulings that have decided something."""
    return replace(sheet, rulings=tuple(ruling.name for ruling in RULINGS if ruling.decides(sheet, played)))


def _squares_clash(sheet: CamouflageSheet, _: Round) -> bool:
    return any(breach.rule is Violation.PATTERN_CLASH for line in sheet.lines for breach in line.breaches)


def _several_lie_on_nothing(sheet: CamouflageSheet, played: Round) -> bool:
    return not played.table.locations and sum(not line.on for line in sheet.lines) > 1


def _start_is_inferred(_: CamouflageSheet, played: Round) -> bool:
    inferred = played.table.start is None and not played.table.locations
    return inferred and bool(played.start & played.first)


def _scores_above_illegal(sheet: CamouflageSheet, _: Round) -> bool:
    illegal = {line.item for line in sheet.lines if not line.legal}
    return any(line.points and illegal.intersection(line.on) for line in sheet.lines)


def _wild_squares_score(sheet: CamouflageSheet, played: Round) -> bool:
    wild = {judgement.card for judgement in played.judgements if judgement.wild}
    return any(line.points and line.item in wild for line in sheet.lines)


def _later_token_wins(sheet: CamouflageSheet, played: Round) -> bool:
    return sheet.decided_by == FIRST_OUT and sheet.winners != played.out[:1]


def _illegal_not_played(sheet: CamouflageSheet, _: Round) -> bool:
    return sheet.decided_by == MOST_PLAYED and any(standing.illegal for standing in sheet.standings)


def _nobody_else_is_out(sheet: CamouflageSheet, played: Round) -> bool:
    return bool(sheet.game == "speed-round" and sheet.winners and not {*sheet.winners} & {*played.out})


def _all_are_disqualified(sheet: CamouflageSheet, _: Round) -> bool:
    return bool(sheet.standings) and all(standing.disqualified for standing in sheet.standings)


def _illegal_lies_on_location(sheet: CamouflageSheet, _: Round) -> bool:
    return any(line.location and not line.legal for line in sheet.lines)


RULINGS = (
    Ruling(
        "upper-card-at-fault", "Where two squares clash, the upper card is the illegal one.", _squares_clash
    ),
    Ruling(
        "one-first-card",
        "A single card may lie on nothing: a starting card if these are known, else the first that was laid.",
        _several_lie_on_nothing,
    ),
    Ruling(
        "start-of-bottom-card",
        "The starting board was not named, so the bottom card and the rest of its deck are taken for it.",
        _start_is_inferred,
    ),
    Ruling(
        "illegal-card-beneath",
        "A card that lies on an illegal one scores for it like for any other.",
        _scores_above_illegal,
    ),
    Ruling(
        "wild-squares-score",
        "With Centers Wild a square that lies on a centre scores, and so does a centre on a square.",
        _wild_squares_score,
    ),
    Ruling(
        "next-token",
        "Of all who tie and are not disqualified, the earliest token wins, even if it is not the first.",
        _later_token_wins,
    ),
    Ruling(
        "illegal-not-played",
        "In the tie-break for the most cards played, illegal cards do not count.",
        _illegal_not_played,
    ),
    Ruling(
        "fewest-unplayed",
        "Nobody who was out may win, so the fewest unplayed cards win the Speed Round.",
        _nobody_else_is_out,
    ),
    Ruling("nobody-wins", "All players are disqualified, so nobody wins.", _all_are_disqualified),
    Ruling(
        "illegal-on-location",
        "An illegal card counts against the owner of the location where it lies, whoever laid it.",
        _illegal_lies_on_location,
    ),
)
"""The rulings that a sheet can show; those that hold for every table alike stand where they are applied."""
