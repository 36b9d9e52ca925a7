"""Score sheets to print: blank ones to fill in by hand, and those of a table that has been scored.

A sheet has a column for each player, or for each game of a patience. On a blank one the rows say what to
count; on a filled one each column lists what its player scored. The rows at the foot are the same on both.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from games.camelio.scoring import SPHERES
from games.camouflage.scoring import FIRST_OUT, HIGHEST_CARD, MOST_LOCATIONS, MOST_PLAYED, PlayerStanding
from games.scoring import POINTS, SHARED, ScoreLine, ScoreSheet, Span, Standing
from puzzles.errors import PuzzleError
from puzzles.pages import Paper
from puzzles.shapes import BLACK, GREY, Box, Drawing, Line, Shape, Words, rectangle

AnySheet: TypeAlias = ScoreSheet[Any, Any]


class Foot(NamedTuple):
    """A row at the foot of a sheet: its label, and what stands there for a player, None if nothing."""

    label: str
    of: Callable[[Standing], object]


@dataclass(frozen=True, slots=True)
class Form:
    """A blank sheet.

    Attributes:
        name: of the game, or of a game that is played with the cards of Camouflage.
        title: the name for people.
        how: what counts, in a sentence or two.
        columns: how many players have room.
        rows: what to count, from the top.
        feet: the rows at the foot.
        heading: what stands before the lines for names.
        of_cards: whether a filled sheet says of each card how it lies, as the cards themselves score nothing.
    """

    name: str
    title: str
    how: str
    columns: int
    rows: tuple[str, ...]
    feet: tuple[Foot, ...]
    heading: str = "Player"
    of_cards: bool = False


def _of_camouflage(read: Callable[[PlayerStanding], object]) -> Callable[[Standing], object]:
    return lambda standing: read(standing) if isinstance(standing, PlayerStanding) else None


_RANK: Final = Foot("Rank", lambda standing: standing.rank)
_TOKEN: Final = Foot("Token", _of_camouflage(lambda standing: standing.out))
_LAID: Final = Foot("Cards laid", _of_camouflage(lambda standing: standing.played))
_CARDS: Final = tuple(f"Card {number}" for number in range(1, 7))


def _points(label: str) -> Foot:
    return Foot(label, lambda standing: standing.points)


FORMS: Final = (
    Form(
        "diversify",
        "Diversify",
        "A card scores the different cards that it touches from above; one laid against the rules scores 0.",
        6,
        _CARDS,
        (_points("Points"), _TOKEN, _LAID, _RANK),
    ),
    Form(
        "cover-some-ground",
        "Cover Some Ground",
        "A card scores its squares that lie on other cards; one laid against the rules scores 0.",
        6,
        _CARDS,
        (_points("Points"), _TOKEN, _LAID, _RANK),
    ),
    Form(
        "speed-round",
        "Speed Round",
        "The lowest token wins, unless a card of its player lies against the rules: tick those that do not.",
        6,
        _CARDS,
        (_TOKEN, _LAID, _RANK),
        of_cards=True,
    ),
    Form(
        "not-my-stack",
        "Not My Stack!",
        "The fewest cards on the own location win, its first not counted; a card against the rules loses.",
        7,
        ("Cards laid on it", "Others' locations played on", "Cards against the rules"),
        (_points("On own location"), _TOKEN, _LAID, _RANK),
        of_cards=True,
    ),
    Form(
        "camelot",
        "Camelot",
        "A point for each card that was removed: tens alone, others in pairs that make ten. All forty win.",
        6,
        ("Tens", "Fives", "Fours and sixes", "Threes and sevens", "Twos and eights", "Aces and nines"),
        (_points("Cards removed"),),
        heading="Game",
    ),
    Form(
        "camelio",
        "Camelio",
        "A point for each colour that reached exactly five. Spheres in colours not scored break a tie.",
        4,
        ("Red", "Blue", "Green", "Yellow", "Spheres, colours not scored"),
        (_points("Points"), _RANK),
    ),
    Form(
        "camel-up",
        "Camel Up: The Card Game",
        "What the bets of each round paid or cost, then those on the race.",
        6,
        (
            "Money at first",
            *(f"Round {number}" for number in range(1, 6)),
            "Winner of the race",
            "Loser of the race",
        ),
        (_points("Pounds"), _RANK),
    ),
)
"""The sheets, in the order in which they are printed."""

_MARGIN_MM: Final = 14.0
_LABEL_MM: Final = 40.0
_ROW_MM: Final = 10.5
_HEAD_MM: Final = 34.0
"""What lies above the rows: the title, what counts, and the names."""
_ENDING_MM: Final = 22.0
"""What lies beneath them: who has won, and why."""
_DECIDED: Final = {
    POINTS: "by points",
    SHARED: "shared, as no tie-break tells them apart",
    FIRST_OUT: "as the first to be out",
    MOST_PLAYED: "with the most cards laid",
    HIGHEST_CARD: "with the highest card",
    MOST_LOCATIONS: "with the most locations played on",
    SPHERES: "with the most spheres in colours not scored",
}


def form_named(name: str) -> Form:
    """Return the blank sheet of a game.

    Raises:
        PuzzleError: there is none.
    """
    for form in FORMS:
        if form.name == name:
            return form
    raise PuzzleError(f"game: expected {', '.join(form.name for form in FORMS)}; found {name!r}")


def blank_sheet(form: Form, paper: Paper) -> Drawing:
    """Return a sheet to fill in by hand."""
    columns = [_Column("", (), ("",) * len(form.feet))] * form.columns
    return _page(paper, form, form.rows, columns, "Winner:", "")


def filled_sheet(sheet: AnySheet, paper: Paper) -> Drawing:
    """Return the sheet of a table that has been scored.

    Raises:
        PuzzleError: there is no form for its game.
    """
    form = form_named(sheet.game)
    columns = [_filled(form, sheet, standing) for standing in sheet.standings]
    longest = max((len(column.cells) for column in columns), default=0)
    winners = "open" if sheet.winners is None else ", ".join(sheet.winners) or "nobody"
    how = _DECIDED.get(sheet.decided_by or "", "")
    if sheet.missing:
        how = f"still to be told: {', '.join(sheet.missing)}"
    return _page(paper, form, ("",) * longest, columns, f"Winner: {winners}", how)


@dataclass(frozen=True, slots=True)
class _Column:
    """A player's column: its head, what stands in its rows from the top, at the foot, and under the head."""

    head: str
    cells: tuple[str, ...]
    feet: tuple[str, ...]
    beneath: str = ""


def _filled(form: Form, sheet: AnySheet, standing: Standing) -> _Column:
    own = [line for line in sheet.lines if line.player == standing.player]
    deck = standing.deck if isinstance(standing, PlayerStanding) else standing.player
    return _Column(
        standing.player,
        tuple(f"{_item(line)}: {line.reason if form.of_cards else _shown(line.points)}" for line in own),
        tuple(_shown(foot.of(standing)) for foot in form.feet),
        "disqualified" if standing.disqualified else deck if deck != standing.player else "",
    )


def _item(line: ScoreLine) -> str:
    """Return what a line is of; its player, who may be named at the end, heads the column."""
    item, colon, last = line.item.rpartition(": ")
    return item if colon and line.player and last.startswith(line.player) else line.item


def _shown(value: object) -> str:
    if isinstance(value, Span):
        return f"{value.low} to {value.high}"
    return "" if value is None else str(value)


def _page(
    paper: Paper, form: Form, labels: Sequence[str], columns: Sequence[_Column], winner: str, how: str
) -> Drawing:
    width = paper.width_mm - 2 * _MARGIN_MM
    rows = len(labels) + len(form.feet)
    high = min(_ROW_MM, (paper.height_mm - 2 * _MARGIN_MM - _HEAD_MM - _ENDING_MM) / max(rows, 1))
    across = (width - _LABEL_MM) / max(len(columns), 1)
    top = _MARGIN_MM + _HEAD_MM
    page = Drawing(paper.width_mm, paper.height_mm).adding(
        [
            Words(form.title, (_MARGIN_MM, _MARGIN_MM + 7), 8, bold=True, most_mm=width),
            Words(form.how, (_MARGIN_MM, _MARGIN_MM + 14), 3.4, colour=GREY, most_mm=width),
            Words(form.heading, (_MARGIN_MM, top - 7.5), 3.6, most_mm=_LABEL_MM - 3),
            *_labels([*labels, *(foot.label for foot in form.feet)], top, high, len(labels)),
        ]
    )
    for index, column in enumerate(columns):
        left = _MARGIN_MM + _LABEL_MM + index * across
        page = page.adding(_column(column, len(labels), Box(left, top, across, high)))
    end = top + rows * high + 12
    return page.adding(
        [
            Words(winner, (_MARGIN_MM, end), 5, bold=True, most_mm=width),
            Words(how, (_MARGIN_MM, end + 6), 3.4, colour=GREY, most_mm=width),
        ]
    )


def _labels(labels: Sequence[str], top: float, high: float, before_feet: int) -> Iterator[Shape]:
    for index, label in enumerate(labels):
        bold = index >= before_feet
        base = top + index * high + high / 2 + 1.2
        yield Words(label, (_MARGIN_MM, base), 3.6, bold=bold, most_mm=_LABEL_MM - 3)


def _column(column: _Column, rows: int, first: Box) -> Iterator[Shape]:
    """Draw a column; `first` is the box of its first row."""
    middle, room = first.left + first.width / 2, first.width - 2
    if not column.head:
        yield Line((first.left + 2, first.top - 6), (first.right - 2, first.top - 6), BLACK, 0.2)
    yield Words(column.head, (middle, first.top - 7.5), 4.4, "middle", bold=True, most_mm=room)
    yield Words(column.beneath, (middle, first.top - 2.5), 3.2, "middle", colour=GREY, most_mm=room)
    cells = [*column.cells, *[""] * (rows - len(column.cells)), *column.feet]
    for index, cell in enumerate(cells):
        box = first.moved(0, index * first.height)
        foot = index >= rows
        yield rectangle(box, "#f0f0f0" if foot else None, BLACK, 0.4 if foot else 0.2)
        size, base = (4.6, 1.6) if foot else (3.6, 1.2)
        yield Words(cell, (middle, box.top + box.height / 2 + base), size, "middle", bold=foot, most_mm=room)
