"""A game played against the computer in a terminal: it draws the table, asks, and does what is answered.

Whoever sits there plays one of the players, the computer all others. After each action the game is written to
its file, if it has one, so that it can be taken up again where it was left.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol

from rich.columns import Columns
from rich.console import RenderableType
from rich.text import Text

from api import outputs, playing
from api.errors import WrongUseError, plain
from api.game_answers import OptionAnswer
from api.game_text import told
from api.views.view import Choice, View
from games.game import AnyGame
from games.playthroughs import Playthrough, ended, format_playthrough, replay, states

HINT_S: Final = 1.0
"""How long a hint may take, in seconds."""

_HINTS: Final = 4
"""How many choices a hint tells of at most."""

COMMANDS: Final = (
    ("h", "hint", "what would be good, and why"),
    ("u", "undo", "take back your last choice and all that came after it"),
    ("?", "help", "how to play here, and the rules"),
    ("q", "quit", "leave; the game can be taken up again"),
)
"""What can be typed at any time: a letter or word, and what it does."""

_OTHERS: Final = ("Computer", "Second computer", "Third computer")
"""Who else plays where too few are named."""


class Screen(Protocol):
    """Where a game is shown and asked for."""

    def show(self, *parts: RenderableType) -> None:
        """Show something, one part below the other."""

    def ask(self, prompt: str) -> str | None:
        """Ask for a line; None where none will come any more."""


def begun(game: AnyGame, players: Sequence[str], *, seed: int, options: Mapping[str, object]) -> Playthrough:
    """Begin a game in which the first player sits at the terminal; where too few are named, others join.

    Raises:
        GamesError: the players or an option do not fit.
        WrongUseError: an option is nothing for this game.
    """
    lacking = max(0, game.description.players[0] - len(players))
    others = [name for name in _OTHERS if name not in players][:lacking]
    played, _ = playing.begin(game, [*players, *others], seed=seed, options=options)
    return played


@dataclass(slots=True)
class Session:
    """A game that is being played.

    Attributes:
        game: the game.
        view: how it looks.
        played: its record.
        own: the player who sits at the terminal.
        screen: where it is shown.
        file: where it is written to; None where that is asked at the end.
        state: the state after the record.
    """

    game: AnyGame
    view: View
    played: Playthrough
    own: str
    screen: Screen
    file: Path | None = None
    state: Any = field(init=False)

    def __post_init__(self) -> None:
        """Check that the game can be played here.

        Raises:
            WrongUseError: it follows a real table, or nobody of that name plays.
            GamesError: the record does not fit the game.
        """
        self.state = replay(self.game, self.played)
        names = self.played.players
        if self.own not in names:
            raise WrongUseError(f"--players: expected {' or '.join(names)}, who play here; found {self.own}")
        if self.view.actor(self.state) is None and len(self.game.legal_actions(self.state)) > 1:
            raise WrongUseError("play: expected a game whose cards were dealt; found one at a real table")

    def run(self) -> None:
        """Play until the player leaves.

        Raises:
            WrongUseError: the game cannot be written to its file.
        """
        self._greet()
        with suppress(KeyboardInterrupt):  # to stop while the computer thinks is to leave, as at the prompt
            self._play()
        if not (self.file or self._over):
            self._say("The game is not kept.")

    def _play(self) -> None:
        going_on = True
        while going_on:
            self._go_on()
            self._keep()
            self._draw()
            going_on = self._answered()

    @property
    def _over(self) -> bool:
        return self.game.is_over(self.state)

    def _say(self, *lines: str) -> None:
        self.screen.show(*(Text(plain(line)) for line in lines))

    def _greet(self) -> None:
        others = [name for name in self.played.players if name != self.own]
        against = f" against {' and '.join(others)}" if others else ""
        seed = "" if self.played.seed is None else f" (seed {self.played.seed})"
        self.screen.show(Text(self.game.description.title, style="bold"))
        self._say(f"You play {self.own}{against}{seed}.")
        if self.file:
            self._say(f"The game is kept in {self.file}.")
        self._say("; ".join(f"{letter} {word}" for letter, word, _ in COMMANDS) + ".", "")

    def _go_on(self) -> None:
        """Do all that is done before the player has to choose."""
        while not self._over and (actor := self.view.actor(self.state)) != self.own:
            if actor is None:
                action = self.game.legal_actions(self.state)[0]
            else:
                action = self.view.played(self.state, seed=len(self.played.actions))
            self._do(action)

    def _do(self, action: object) -> None:
        before, self.state = self.state, self.game.apply(self.state, action)
        self.played = self.played.followed_by(self.game.action_to_json(action))
        self._say(*self.view.told(before, action, self.state))

    def _keep(self) -> None:
        if self.file:
            played = replace(self.played, end=ended(self.game, self.state)) if self._over else self.played
            outputs.write_text(format_playthrough(played), self.file)

    def _draw(self) -> None:
        self.screen.show(Text(""), self.view.board(self.state))
        if self._over:
            self._say(*self.view.notes(self.state))
            self._say(*told(self.game, playing.score(self.game, self.state)).splitlines())
            return
        choices = self._choices()
        listed = [_line(choice) for choice in choices if choice.listed]
        self.screen.show(Columns(listed, column_first=True, padding=(0, 3)))
        if not listed:
            self._say(f"Type {choices[0].key} to {choices[0].words}, and so on.")

    def _choices(self) -> Sequence[Choice]:
        return () if self._over else self.view.choices(self.state)

    def _answered(self) -> bool:
        """Ask until the game has changed; tell whether the player stays."""
        choices = {choice.key: choice for choice in self._choices()}
        while (answer := self.screen.ask(self._prompt())) is not None:
            word = answer.strip().lower()
            if word in choices:
                self._do(choices[word].action)
                return True
            match word:
                case "q" | "quit":
                    self._leave()
                    return False
                case "u" | "undo" if self._undone():
                    return True
                case "h" | "hint":
                    self._hint([*choices.values()])
                case "?" | "help":
                    self._help()
                case "" | "u" | "undo":
                    pass
                case _:
                    self._say(f"Type what stands before a choice, or h, u, ? or q; found {word!r}.")
        return False

    def _prompt(self) -> str:
        return "u or q> " if self._over else f"{plain(self.own)}> "

    def _undone(self) -> bool:
        """Go back to the last choice of the player; tell whether there is one."""
        chosen = [
            number
            for number, state in enumerate(states(self.game, self.played))
            if number < len(self.played.actions) and self.view.actor(state) == self.own
        ]
        if not chosen:
            self._say("There is nothing to take back.")
            return False
        self.played = replace(self.played, actions=self.played.actions[: chosen[-1]], end=None)
        self.state = replay(self.game, self.played)
        self._say("Taken back.")
        return True

    def _hint(self, choices: Sequence[Choice]) -> None:
        if self._over:
            return
        try:
            answer = playing.advise(self.game, self.state, time_limit_s=HINT_S, seed=len(self.played.actions))
        except WrongUseError:
            self._say("There are no hints for this game.")
            return
        keys = [(self.game.action_to_json(choice.action), choice) for choice in choices]
        for option in answer.options[:_HINTS]:
            self._say(*(_advised(option, choice) for action, choice in keys if action == option.action))
        self._say(f"({answer.measure}; the first is advised)")

    def _help(self) -> None:
        self._say(self.view.guide, "")
        self._say(*(f"{letter} or {word}: {does}" for letter, word, does in COMMANDS), "")
        for paragraph in self.game.description.rules:
            self._say(paragraph, "")

    def _leave(self) -> None:
        while not self.file and not self._over:
            name = self.screen.ask("Keep the game in which file? (Enter drops it) ")
            if not name or not name.strip():
                return
            try:
                self.file = new_file(Path(name.strip()))
                self._keep()
            except WrongUseError as error:
                self._say(str(error))
                self.file = None
        if self.file and not self._over:
            self._say(f"To go on: camtable game {self.game.name} play {self.file}")


def new_file(path: Path) -> Path:
    """Return a path at which nothing lies that a new game would overwrite.

    Raises:
        WrongUseError: something does.
    """
    if path.exists():
        raise WrongUseError(
            f"{path} is there already: `play {path}` goes on with the game that is kept in it"
        )
    return path


def _line(choice: Choice) -> Text:
    return Text.assemble((f"{choice.key:>3}", "bold"), f"  {plain(choice.words)}")


def _advised(option: OptionAnswer, choice: Choice) -> str:
    reason = f"; {option.reason}" if option.reason else ""
    return f"{choice.key:>3}  {choice.words}: {option.value:.2f}{reason}"
