"""What comes of a game, in words and lines for a terminal."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from api.answers import ScoreAnswer
from api.charts import places_in_terminal
from api.errors import plain
from api.game_answers import (
    AdviceAnswer,
    CamelOddsAnswer,
    DescriptionAnswer,
    GameAnswer,
    MovesAnswer,
    OddsAnswer,
    SheetAnswer,
    SimulationAnswer,
    SolutionAnswer,
    StateAnswer,
)
from api.views.registry import view_of
from api.views.view import lines_of
from games.camouflage import Ruling
from games.game import AnyGame, Note
from games.scoring import ScoreSheet, Span


def told(game: AnyGame, answer: GameAnswer) -> str:
    """Return an answer as lines of text."""
    return "\n".join(map(plain, _lines(game, answer)))


def _lines(game: AnyGame, answer: GameAnswer) -> Iterator[str]:
    tell = next(tell for kind, tell in _TOLD if isinstance(answer, kind))
    yield from tell(game, answer)


def _described(_: AnyGame, answer: DescriptionAnswer) -> Iterator[str]:
    yield from answer.how_to_play


def _state(game: AnyGame, answer: StateAnswer) -> Iterator[str]:
    state, view = game.state_from_json(answer.state), view_of(game.name)
    if view:
        yield from lines_of(view.board(state))
        yield from view.notes(state)
    else:
        yield json.dumps(answer.state["board"], ensure_ascii=False)
    yield from _rulings(answer.rulings)
    if answer.over:
        yield from _sheet(game.score(state))


def _moves(_: AnyGame, answer: MovesAnswer) -> Iterator[str]:
    yield from map(_action, answer.actions)
    if answer.over:
        yield "The game is over."


def _scored(_: AnyGame, answer: SheetAnswer | ScoreAnswer) -> Iterator[str]:
    if isinstance(answer, SheetAnswer):
        yield from (f"{_points(line.points):>4}  {line.item}: {line.reason}" for line in answer.sheet.lines)
    yield from _sheet(answer.sheet)
    yield from _rulings(answer.rulings)


def _rulings(rulings: Iterable[Note | Ruling]) -> Iterator[str]:
    yield from (f"Ruling: {ruling.text}" for ruling in rulings)


def _odds(_: AnyGame, answer: OddsAnswer) -> Iterator[str]:
    yield f"{answer.event}: {answer.p:.1%} [{answer.low:.1%} to {answer.high:.1%}]"


def _camel_odds(_: AnyGame, answer: CamelOddsAnswer) -> Iterator[str]:
    yield from places_in_terminal(answer)
    if answer.of == "round":
        yield f"The race ends with this round: {answer.race_over:.1%}"
    if not answer.exact:
        widest = max(high - low for camel in answer.camels for low, high in camel.intervals) / 2
        yield f"95 % intervals: within {widest:.1%} either way ({answer.tables} tables simulated)"
    for bet in answer.bets:
        value = f" {bet.value}" if bet.value else ""
        yield f"{bet.expected:6.2f}  {bet.on} {bet.camel}{value}"
    yield f"As {answer.player} knows it. {answer.assumption}"
    yield from _rulings(answer.rulings)


def _advice(_: AnyGame, answer: AdviceAnswer) -> Iterator[str]:
    for each in answer.options:
        interval = f"  [{each.interval[0]:.3f} to {each.interval[1]:.3f}]" if each.interval else ""
        yield f"{each.value:8.4f}{interval}  {_action(each.action)}" + (f"  {each.reason or ''}".rstrip())
    yield f"({answer.measure})" if answer.options else "The game is over."


def _solution(_: AnyGame, answer: SolutionAnswer) -> Iterator[str]:
    yield from map(_action, answer.actions)
    yield answer.status if answer.why is None else f"{answer.status}: {answer.why}"


def _simulation(_: AnyGame, answer: SimulationAnswer) -> Iterator[str]:
    yield f"{answer.games} games, {answer.steps} actions"
    for player, won in answer.winners.items():
        yield f"{player}: won {won}, {answer.points[player]:.2f} points a game"


_TOLD: Final[tuple[tuple[Any, Callable[[AnyGame, Any], Iterator[str]]], ...]] = (
    (DescriptionAnswer, _described),
    (StateAnswer, _state),
    (MovesAnswer, _moves),
    ((SheetAnswer, ScoreAnswer), _scored),
    (OddsAnswer, _odds),
    (CamelOddsAnswer, _camel_odds),
    (AdviceAnswer, _advice),
    (SolutionAnswer, _solution),
    (SimulationAnswer, _simulation),
)
"""How each kind of answer is told."""


def _sheet(sheet: ScoreSheet[Any, Any]) -> Iterator[str]:
    for standing in sorted(sheet.standings, key=lambda each: each.rank or len(sheet.standings)):
        rank = "?" if standing.rank is None else standing.rank
        out = "  disqualified" if standing.disqualified else ""
        yield f"{rank}. {standing.player}: {_points(standing.points)}{out}"
    if sheet.winners is None:
        yield "The winner is not certain." if "end" not in sheet.missing else "The game goes on."
    else:
        yield f"Winner: {', '.join(sheet.winners) or 'nobody'}"


def _points(points: int | Span) -> str:
    return f"{points.low} to {points.high}" if isinstance(points, Span) else str(points)


def _action(action: Mapping[str, Any]) -> str:
    return json.dumps(action, ensure_ascii=False)
