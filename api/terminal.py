"""Shows answers in a terminal. Words and letters say all that colours say."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from api.answers import Answer, CheckAnswer, CheckedCard, EnrolAnswer, PlacesAnswer, ReadAnswer, ScoreAnswer
from api.errors import plain
from api.keeping import Step
from api.question_text import question_text
from api.questions import Question
from games.camouflage import CardLine, PlayerStanding, format_table
from games.scoring import Points, Span

if TYPE_CHECKING:
    from vision.origins import Doubt

_DECIDED_BY = {
    "points": "on points",
    "first-out": "for being out first",
    "most-played": "for the most cards played",
    "highest-card": "for the best single card",
    "most-locations": "for the most locations played on",
    "shared": "together",
}

_NUMBERS = (
    *("No.", "Answers", "Step", "Rank", "Points", "Played", "Out"),
    *("Squares", "Cards", "Chance", "x", "y", "Turn"),
)
"""The columns with numbers."""

_MISSING = {
    "out-order": "Who was out first? Say so with --out-order.",
    "start": "Which deck began the table? Say so with --start.",
    "first-card": "Which card was the very first on the table?",
}


def show(answer: Answer) -> None:
    """Print an answer to standard output."""
    print_parts(_shown(answer))


def print_parts(parts: Sequence[RenderableType]) -> None:
    """Print parts of an answer one below the other to standard output."""
    console = Console(highlight=False)
    console.print(Group(*parts), soft_wrap=not console.is_terminal)


def _shown(answer: Answer) -> list[RenderableType]:
    match answer:
        case EnrolAnswer():
            return _enrolled(answer)
        case ReadAnswer():
            return _read(answer)
        case CheckAnswer():
            return _checked(answer)
        case ScoreAnswer():
            return _scored(answer)
        case PlacesAnswer():
            return _placed(answer)


def _enrolled(answer: EnrolAnswer) -> list[RenderableType]:
    enrolled = {card.card for card in answer.cards}
    rows = []
    for deck in answer.deck.decks:
        own = [card.id for card in answer.deck.cards_of(deck)]
        missing = [card for card in own if card not in enrolled]
        rows.append((deck, str(len(own) - len(missing)), ", ".join(missing)))
    return [
        table_of(("Deck", "Cards", "Not seen"), rows),
        Text(f"{len(enrolled)} cards enrolled."),
        *(doubt_text(each) for each in answer.doubtful),
    ]


def doubt_text(doubt: "Doubt") -> Text:
    """Return a doubtful square as a sentence."""
    row, column = (number + 1 for number in doubt.cell)
    return plain_text(f"Doubtful: {doubt.card}, row {row}, column {column}: {doubt.why}")


def _read(answer: ReadAnswer) -> list[RenderableType]:
    found = answer.confidence
    rows = [
        (what.title(), coloured("certain", "green") if sure else coloured("not sure", "yellow"), f"{p:.1%}")
        for (what, sure), p in zip(
            found.certain.items(), (found.layout, found.stacking, found.score), strict=True
        )
    ]
    return [
        Text(f"{len(answer.cards)} cards, bottom first:"),
        plain_text(format_table(answer.board)),
        *_unplayed(answer),
        table_of(("Read", "", "Chance"), rows),
        *_steps(answer.kept.steps),
        *_asked(answer.questions),
        *(
            plain_text(f'Answer with --answer "{each}"')
            for question in answer.questions[:1]
            for each in question.answers[:1]
        ),
    ]


def _unplayed(answer: ReadAnswer) -> list[RenderableType]:
    cards = answer.board.unplayed
    return [plain_text(f"Beside the board, unplayed: {', '.join(cards)}")] if cards else []


def _steps(steps: Sequence[Step]) -> list[RenderableType]:
    rows = [
        (str(number), step.answer, "undone" if step.undone else "") for number, step in enumerate(steps, 1)
    ]
    return [table_of(("Step", "Answer", " "), rows)] if rows else []


def _checked(answer: CheckAnswer) -> list[RenderableType]:
    doubtful = [card for card in answer.cards if not card.legal]
    rows = [(card.card, _legal(card.legal), _why(card)) for card in doubtful]
    whole = {
        True: coloured(f"All {len(answer.cards)} cards lie legally.", "green"),
        False: coloured("The table is not legal.", "red"),
        None: coloured("It is not sure whether the table is legal.", "yellow"),
    }[answer.legal]
    return [*([table_of(("Card", "Legal", "Why"), rows)] if rows else []), whole, *_asked(answer.questions)]


def _why(card: CheckedCard) -> str:
    reasons = "; ".join(breach.reason for breach in card.breaches)
    if card.legal is False:
        return reasons
    return f"legal with a chance of {card.p:.0%}; else {reasons or 'another card lies there'}"


def _scored(answer: ScoreAnswer) -> list[RenderableType]:
    sheet = answer.sheet
    standings = sorted(sheet.standings, key=lambda each: each.rank or len(sheet.standings))
    return [
        Text(sheet.game.replace("-", " ").title(), style="bold"),
        table_of(
            ("Rank", "Player", "Deck", "Points", "Played", "Out", "Illegal", ""),
            [_player(standing) for standing in standings],
        ),
        _winner(answer),
        table_of(
            ("Player", "Card", "Points", "Why"),
            [_card(line) for line in _by_player(sheet.lines, [standing.player for standing in standings])],
        ),
        *(Text(_MISSING[name]) for name in sheet.missing if name in _MISSING),
        *_asked(answer.questions),
        *(Text(f"Ruling: {ruling.text}") for ruling in answer.rulings),
    ]


def _player(standing: PlayerStanding) -> tuple[str | Text, ...]:
    return (
        "?" if standing.rank is None else str(standing.rank),
        standing.player,
        standing.deck,
        _points(standing.points),
        _points(standing.played),
        "" if standing.out is None else str(standing.out),
        ", ".join(standing.illegal),
        coloured("disqualified", "red") if standing.disqualified else "",
    )


def _by_player(lines: Iterable[CardLine], players: Sequence[str]) -> list[CardLine]:
    return sorted(lines, key=lambda line: players.index(line.player) if line.player else len(players))


def _card(line: CardLine) -> tuple[str | Text, ...]:
    points = _points(line.points)
    if line.points != line.raw_points:
        points += f" (for {_points(line.raw_points)})"
    why, *others = line.reasons
    if line.on and line.player:
        why = f"{why} ({', '.join(line.on)})"
    if others:
        why = f"not sure: {why} or {others[0]}" if len(others) == 1 else f"not sure: {why} or otherwise"
    return line.player or "", line.item, points, coloured(why, "red") if line.legal is False else why


def _winner(answer: ScoreAnswer) -> Text:
    winners = answer.sheet.winners
    if winners is None:
        return coloured("The winner is not certain.", "yellow")
    if not winners:
        return coloured("Nobody wins.", "yellow")
    how = f" {_DECIDED_BY[answer.sheet.decided_by]}" if answer.sheet.decided_by else ""
    verb = "wins" if len(winners) == 1 else "win"
    sure = "" if answer.certain else " Some points are not certain."
    return Text.assemble((plain(f"{' and '.join(winners)} {verb}"), "bold green"), f"{how}.{sure}")


def _placed(answer: PlacesAnswer) -> list[RenderableType]:
    if not answer.plays:
        return [Text("There is no legal place.")]
    rows = [
        (play.location or "", *map(str, play.placement.centre), str(play.placement.turn), ", ".join(play.on))
        for play in answer.plays
    ]
    return [table_of(("Location", "x", "y", "Turn", "Lies on"), rows), Text(f"{len(rows)} places and turns.")]


def _asked(questions: Sequence[Question]) -> list[RenderableType]:
    return [
        plain_text(f"Question: {question_text(question)} (settles {', '.join(question.settles)})")
        for question in questions
    ]


def table_of(columns: Sequence[str], rows: Sequence[Sequence[str | Text]]) -> Table:
    """Return a table; a column with nothing in it is left out."""
    kept = [index for index in range(len(columns)) if any(str(row[index]) for row in rows)]
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for index in kept:
        table.add_column(columns[index], justify="right" if columns[index] in _NUMBERS else "left")
    for row in rows:
        table.add_row(
            *(cell if isinstance(cell, Text) else plain_text(cell) for cell in (row[i] for i in kept))
        )
    return table


def _legal(legal: bool | None) -> Text:
    if legal is None:
        return coloured("not sure", "yellow")
    return coloured("legal", "green") if legal else coloured("ILLEGAL", "red")


def _points(points: Points) -> str:
    return f"{points.low} to {points.high}" if isinstance(points, Span) else str(points)


def plain_text(text: str) -> Text:
    """Return a user's text as it is: no markup in it, and nothing that a terminal would obey."""
    return Text(plain(text))


def coloured(text: str, colour: str) -> Text:
    """Return a text in a colour, with no markup in it."""
    return Text(plain(text), style=colour)
