"""The scoring service that all games share: lines with reasons, standings, tie-breaks, score sheets.

A game computes what its cards and players score and hands the players to `rank` with its criteria in order.
Where something is unknown that the score may hang on, it makes a sheet for each way that can be and hands
them to `merged`: what is the same in all of them is known, the rest is a range or open.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, NamedTuple, Self, TypeVar

POINTS = "points"
"""The name of the criterion that is no tie-break."""

SHARED = "shared"
"""What decides if no tie-break does."""


class Span(NamedTuple):
    """A number that is not known exactly: at least `low`, at most `high`."""

    low: int
    high: int


Points = int | Span
"""Points, exact or as a range."""


def span(values: Iterable[Points]) -> Points:
    """Return the number that all values agree on, or the range they span."""
    bounds = [value if isinstance(value, Span) else Span(value, value) for value in values]
    whole = Span(min(bound.low for bound in bounds), max(bound.high for bound in bounds))
    return whole.low if whole.low == whole.high else whole


def common(values: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    """Return the items that are in all values, in the order of the first."""
    return tuple(item for item in values[0] if all(item in value for value in values))


def either(values: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the items that are in any of the values, in the order in which they first occur."""
    return tuple(dict.fromkeys(item for value in values for item in value))


def merging(how: Callable[[Sequence[Any]], object]) -> Mapping[str, object]:
    """Return the metadata of a field whose value is `how` of the values it can have, instead of None."""
    return {"merging": how}


@dataclass(frozen=True, slots=True)
class Record:
    """Something that a sheet lists."""

    def absent(self) -> Self:
        """Return the record of the same thing where it is not there."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class ScoreLine(Record):
    """One scored thing.

    Attributes:
        item: what is scored, such as a card's id.
        player: who scores it, None if nobody does or it is open.
        points: what it counts.
        raw_points: what it would count but for a penalty.
        reasons: why, in words; several where it is open which of them it is.
    """

    item: str
    player: str | None
    points: Points = field(metadata=merging(span))
    raw_points: Points = field(metadata=merging(span))
    reasons: tuple[str, ...] = field(metadata=merging(either))

    @property
    def reason(self) -> str:
        """The reasons in one sentence."""
        return " or ".join(self.reasons)

    def absent(self) -> Self:
        """Return the line of the same thing where it is not there to be scored."""
        return replace(self, points=0, raw_points=0, reasons=("not there",))


@dataclass(frozen=True, slots=True)
class Standing(Record):
    """How a player stands.

    Attributes:
        player: the player.
        points: the total.
        rank: 1 for the best, the same for players whom nothing tells apart; None if it is open.
        disqualified: whether the player cannot win; None if it is open.
    """

    player: str
    points: Points = field(metadata=merging(span))
    rank: int | None
    disqualified: bool | None

    def absent(self) -> Self:
        """Return the standing of the same player where there is no such player."""
        return replace(self, points=0, rank=None, disqualified=None)


RecordT = TypeVar("RecordT", bound=Record)
LineT = TypeVar("LineT", bound=ScoreLine)
StandingT = TypeVar("StandingT", bound=Standing)


@dataclass(frozen=True, slots=True)
class ScoreSheet(Generic[LineT, StandingT]):
    """The score of a game.

    Attributes:
        game: its name.
        lines: what was scored.
        standings: the players, in the order in which they sit.
        winners: who won, several if they share, none if all are disqualified; None if it is open.
        decided_by: the criterion that told the winner from the others, `POINTS` or a tie-break; `SHARED` if
            none did; None if nobody has won or it is open.
        missing: the names of what has to be known to tell who plays, all totals and the winner.
        warnings: sentences on what does not fit together.
        rulings: the names of the rulings that decided something where the rules of the game are silent.
    """

    game: str
    lines: tuple[LineT, ...]
    standings: tuple[StandingT, ...]
    winners: tuple[str, ...] | None
    decided_by: str | None
    missing: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()

    @property
    def certain(self) -> bool:
        """Whether the players, all totals and the winners are known."""
        known = all(isinstance(each.points, int) for each in self.standings)
        return known and self.winners is not None and not self.missing

    @property
    def totals(self) -> Mapping[str, Points]:
        """The points of each player."""
        return {each.player: each.points for each in self.standings}


@dataclass(frozen=True, slots=True)
class Criterion:
    """Something that players are compared by.

    Attributes:
        name: its name in `ScoreSheet.decided_by`.
        values: a number for each player, the higher the better; None, lower than all, where it has none.
    """

    name: str
    values: Mapping[str, int | None]

    def key(self, player: str) -> tuple[bool, int]:
        """Return what a player is compared by."""
        value = self.values[player]
        return value is not None, value or 0


@dataclass(frozen=True, slots=True)
class Ranking:
    """The outcome of comparing players.

    Attributes:
        ranks: one more than the number of players who are better.
        winners: those of rank 1 who are not disqualified.
        decided_by: as in `ScoreSheet`.
    """

    ranks: Mapping[str, int]
    winners: tuple[str, ...]
    decided_by: str | None


def rank(players: Iterable[str], criteria: Sequence[Criterion], disqualified: Iterable[str] = ()) -> Ranking:
    """Rank players by the first criterion, those who tie by the next, and so on.

    Args:
        players: all players.
        criteria: what to compare by, most important first; the last one has a number for every player.
        disqualified: players who cannot win; they share the last rank.
    """
    players, barred = tuple(players), frozenset(disqualified)
    keys = {player: tuple(criterion.key(player) for criterion in criteria) for player in players}
    contenders = tuple(player for player in players if player not in barred)
    ranks = {
        player: 1 + sum(player in barred or keys[other] > keys[player] for other in contenders)
        for player in players
    }
    winners = tuple(player for player in contenders if ranks[player] == 1)
    return Ranking(ranks, winners, _decided_by(contenders, criteria))


def _decided_by(contenders: tuple[str, ...], criteria: Sequence[Criterion]) -> str | None:
    """Return the criterion by which a single player is left; it has to have a number for that player."""
    if not contenders:
        return None
    for criterion in criteria:
        best = max(criterion.key(player) for player in contenders)
        contenders = tuple(player for player in contenders if criterion.key(player) == best)
        if len(contenders) == 1 and criterion.values[contenders[0]] is not None:
            return criterion.name
    return SHARED


def merged(sheets: Sequence[ScoreSheet[LineT, StandingT]], unknown: str) -> ScoreSheet[LineT, StandingT]:
    """Merge the sheets of one game in all ways that something unknown can be.

    What is on some of the sheets only counts as absent, and so with no points, on the others.

    Args:
        sheets: at least one.
        unknown: the name of what is unknown; it is listed as missing if a total or the winners hang on it.
    """
    if len(sheets) == 1:
        return sheets[0]
    winners, *others = dict.fromkeys(sheet.winners for sheet in sheets)
    deciding, *different = dict.fromkeys(sheet.decided_by for sheet in sheets)
    open_totals = any(sheet.totals != sheets[0].totals for sheet in sheets)
    missing = [*(sheet.missing for sheet in sheets), *([(unknown,)] if others or open_totals else [])]
    return ScoreSheet(
        game=sheets[0].game,
        lines=_merge_by("item", [sheet.lines for sheet in sheets]),
        standings=_merge_by("player", [sheet.standings for sheet in sheets]),
        winners=None if others else winners,
        decided_by=None if others or different else deciding,
        missing=either(missing),
        warnings=either(sheet.warnings for sheet in sheets),
        rulings=either(sheet.rulings for sheet in sheets),
    )


def _merge_by(key: str, versions: Sequence[tuple[RecordT, ...]]) -> tuple[RecordT, ...]:
    """Merge the records that have the same key, in the order in which they first occur."""
    tables = [{getattr(record, key): record for record in version} for version in versions]
    named: dict[str, RecordT] = {}
    for table in tables:
        named |= {name: record for name, record in table.items() if name not in named}
    return tuple(
        _merge_records([table.get(name, record.absent()) for table in tables])
        for name, record in named.items()
    )


def _merge_records(records: list[RecordT]) -> RecordT:
    known: dict[str, Any] = {}
    for each in fields(records[0]):
        values = [getattr(record, each.name) for record in records]
        agreed = all(value == values[0] for value in values)
        known[each.name] = values[0] if agreed else each.metadata.get("merging", _unknown)(values)
    return replace(records[0], **known)


def _unknown(_values: Sequence[Any]) -> None:
    return None
