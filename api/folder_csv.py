"""The scores of a folder as a table for a spreadsheet: a line for each photo, game and player."""

import csv
import io
from collections.abc import Iterator
from typing import Final

from api.answers import ScoreAnswer
from api.folders import FolderAnswer, FolderLine
from api.question_text import question_text
from games.camouflage import PlayerStanding
from games.scoring import Points, Span

COLUMNS: Final = (
    "photo", "read", "cards", "game", "certain", "player", "deck", "points", "points_at_most", "played",
    "rank", "wins", "illegal", "remark",
)  # fmt: skip

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula, or passes over before one."""


def as_csv(answer: FolderAnswer) -> str:
    """Return the scores as CSV (RFC 4180) with a line of column names."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for line in answer.lines:
        for row in _rows(line):
            writer.writerow(safe(row.get(column, "")) for column in COLUMNS)
    return file.getvalue()


def safe(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula: where it would, an apostrophe comes first."""
    return f"'{cell}" if cell.lstrip(" ").startswith(_FORMULA) else cell


def _rows(line: FolderLine) -> Iterator[dict[str, str]]:
    if line.read is None:
        yield {"photo": line.photo, "read": "no", "remark": line.problem.detail if line.problem else ""}
        return
    photo = {"photo": line.photo, "read": "yes", "cards": str(len(line.read.cards))}
    for none in line.no_score:
        yield {**photo, "game": none.game, "remark": none.reason}
    for score in line.scores:
        game = score.sheet.game
        own = {**photo, "game": game, "certain": _yes(score.certain), "remark": _remark(score)}
        for standing in score.sheet.standings:
            yield {**own, **_standing(standing, score)}


def _standing(standing: PlayerStanding, score: ScoreAnswer) -> dict[str, str]:
    low, high = _bounds(standing.points)
    winners = score.sheet.winners
    return {
        "player": standing.player,
        "deck": standing.deck,
        "points": low,
        "points_at_most": high,
        "played": "-".join(dict.fromkeys(_bounds(standing.played))),
        "rank": "" if standing.rank is None else str(standing.rank),
        "wins": "" if winners is None else _yes(standing.player in winners),
        "illegal": " ".join(standing.illegal),
    }


def _remark(score: ScoreAnswer) -> str:
    """Return what would settle the score: what is missing, or the first question."""
    if score.sheet.missing:
        return f"missing: {', '.join(score.sheet.missing)}"
    return question_text(score.questions[0]) if score.questions and not score.certain else ""


def _bounds(points: Points) -> tuple[str, str]:
    return (str(points.low), str(points.high)) if isinstance(points, Span) else (str(points), str(points))


def _yes(truth: object) -> str:
    return "yes" if truth else "no"
