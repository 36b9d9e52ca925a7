"""Whole games as text: how a game began and its actions, from which it is replayed exactly.

The text has a JSON object a line: first the beginning, then the actions, and last, if it is told, how the
game ended. Empty lines and lines that begin with # are passed over.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from games.errors import GamesError, MalformedFileError
from games.game import AnyGame, JsonObject
from games.json_value import JsonValue

FORMAT: Final = "camtable-playthrough/1"

SEEDS: Final = 2**63
"""How many seeds there are, from 0 on."""

_END: Final = "winners"
"""The field by which the last line is known."""


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A game from its beginning on.

    Attributes:
        game: its name.
        players: who plays.
        seed: of what is hidden; None for a game at a real table.
        options: what was chosen.
        actions: what was done, each as JSON.
        end: the winners and the points of each player where the text tells them, else None.
    """

    game: str
    players: tuple[str, ...]
    seed: int | None = None
    options: JsonObject = field(default_factory=dict)
    actions: tuple[JsonObject, ...] = ()
    end: JsonObject | None = None

    def undone(self) -> "Playthrough":
        """Return the game without its last action.

        Raises:
            GamesError: nothing has been done yet.
        """
        if not self.actions:
            raise GamesError("undo takes back an action; found a game in which none has been done")
        return replace(self, actions=self.actions[:-1], end=None)

    def followed_by(self, *actions: JsonObject) -> "Playthrough":
        """Return the game with further actions."""
        return replace(self, actions=(*self.actions, *actions), end=None)


def states(game: AnyGame, played: Playthrough) -> Iterator[Any]:
    """Go through the states of a game, from the beginning to the last action.

    Raises:
        GamesError: the game does not begin so, or an action does not fit; a note says which.
    """
    state = game.new(played.players, seed=played.seed, options=played.options)
    yield state
    for number, action in enumerate(played.actions, 1):
        try:
            state = game.apply(state, game.action_from_json(action))
        except GamesError as error:
            error.add_note(f"action {number}")
            raise
        yield state


def replay(game: AnyGame, played: Playthrough) -> Any:  # noqa: ANN401 - each game has states of its own
    """Return the state after the last action; errors are those of `states`."""
    for state in states(game, played):
        last = state
    return last


def ended(game: AnyGame, state: object) -> dict[str, Any]:
    """Return how a state stands, as `Playthrough.end` has it."""
    sheet = game.score(state)
    winners = None if sheet.winners is None else [*sheet.winners]
    return {_END: winners, "points": {**sheet.totals}}


def format_playthrough(played: Playthrough) -> str:
    """Return a game as text."""
    head: dict[str, object] = {"format": FORMAT, "game": played.game, "players": [*played.players]}
    if played.seed is not None:
        head["seed"] = played.seed
    if played.options:
        head["options"] = {**played.options}
    lines: list[Mapping[str, object]] = [head, *played.actions]
    if played.end is not None:
        lines.append(played.end)
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def parse_playthrough(text: str) -> Playthrough:
    """Return the game in a text.

    Raises:
        MalformedFileError: it is none; the message names the line and the field.
    """
    lines = [
        _line(number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.startswith("#")
    ]
    if not lines:
        raise MalformedFileError("line 1: expected the beginning of a game; found nothing")
    head, *rest = lines
    head.need("format").one_of([FORMAT])
    members = head.only("format", "game", "players", "seed", "options")
    seed, options = head.maybe("seed"), head.maybe("options")
    end = rest.pop() if rest and _END in rest[-1].members() else None
    return Playthrough(
        game=head.need("game").text(),
        players=members["players"].texts() if "players" in members else (),
        seed=seed.whole(0, SEEDS - 1) if seed else None,
        options=_object(options) if options else {},
        actions=tuple(_object(line) for line in rest),
        end=_object(end) if end else None,
    )


def _line(number: int, line: str) -> JsonValue:
    try:
        return JsonValue(json.loads(line), f"line {number}")
    except (ValueError, RecursionError):
        raise MalformedFileError(f"line {number}: expected a JSON object; found {line[:40]!r}") from None


def _object(value: JsonValue) -> dict[str, object]:
    return {name: member.value for name, member in value.members().items()}
