"""How Camel Up looks: the track with its stacks, and what lies in front of the players."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from api.errors import plain
from api.views.view import Choice
from games.camel_up import CAMEL_UP, State, drawn
from games.camel_up.actions import Action, Bet, Discard, Give, Pass, Place, PlayCard, Reveal
from games.camel_up.cards import NAMES, RACING

_COLOURS: Final = {"B": "blue", "G": "green", "P": "magenta", "R": "red", "Y": "yellow", "C": "white"}
"""The colour of each camel's letter."""

_BETS: Final = {
    "first": "{camel} first in this round",
    "third": "{camel} third in this round",
    "winner": "{camel} wins the race",
    "loser": "{camel} loses the race",
}


class CamelUpView:
    """How Camel Up looks; see `api.views.view.View`."""

    game: Final = "camel-up"
    guide: Final = (
        "Camels are B blue, G green, P purple, R red, Y yellow and C the crazy one, which runs the other "
        "way; they stand above the number of their space, the upper one ahead. | is the finish line, = a "
        "space that a sandstorm merged, f the fennec and s the shortcut. > marks whose turn it is: first "
        "something is done on the track, and before or after that a bet can be taken."
    )

    def board(self, state: State) -> Text:
        """Return the track, with a letter for each camel, and a line or more for each player."""
        lines = [Text(plain(line)) for line in drawn(state)]
        for line in lines[: next(at for at, line in enumerate(lines) if "|" in line.plain)]:
            for letter, colour in _COLOURS.items():
                line.highlight_regex(letter, f"bold {colour}")
        return Text("\n").join(lines)

    def notes(self, _: State) -> Iterator[str]:
        """Return nothing: the board tells it all."""
        return iter(())

    def actor(self, state: State) -> str | None:
        """Return whose turn it is, None at the end."""
        return None if state.phase == "over" else state.setting.players[state.actor]

    def choices(self, state: State) -> Sequence[Choice]:
        """Return what can be done: spaces for a marker by its letter and their number, all else numbered."""
        found: list[Choice] = []
        number = 0
        for action in CAMEL_UP.legal_actions(state):
            if isinstance(action, Place):
                key = f"{action.marker[0]}{action.space}"
                listed = not any(each.key[0] == key[0] for each in found)
                others = ", and so on" if listed else ""
                words = f"{action.marker} on space {action.space}{others}"
                found.append(Choice(key, words, action, listed=listed))
            else:
                number += 1
                found.append(Choice(str(number), _words(state, action), action))
        return found

    def told(self, before: State, action: Action, after: State) -> Iterator[str]:
        """Tell who did what; what is discarded or given to the deck stays hidden."""
        player = plain(before.setting.players[before.actor])
        match action:
            case Discard():
                yield f"{player} discards a card."
            case Give():
                yield f"{player} gives a card to the racing deck."
            case Reveal():
                yield f"{player} reveals {_revealed(before, action)}."
            case Pass():
                yield f"{player} passes."
            case _:
                yield f"{player}: {_words(before, action)}."
        if after.number > before.number and before.number:
            yield f"Round {before.number} is scored."

    def played(self, state: State, *, seed: int) -> Action:
        """Return what the adviser finds best with as few decks as it draws."""
        from solver.camel_up_adviser import advise

        return advise(state, time_limit_s=0.0, seed=seed)[0].action


CAMEL_UP_VIEW: Final = CamelUpView()


def _words(state: State, action: Action) -> str:
    match action:
        case Discard(card):
            words = f"discard {NAMES[card]}"
        case Give(card):
            words = f"give {NAMES[card]} to the racing deck"
        case PlayCard(player):
            owner = state.actor if player is None else state.setting.players.index(player)
            whose = "the own card" if player is None else f"the card of {plain(player)}"
            words = f"play {whose}, {NAMES[state.face_up[owner]]}"
        case Bet(kind, camel):
            words = f"bet: {_BETS[kind].format(camel=RACING[camel])}"
        case Place(marker, space):
            words = f"{marker} on space {space}"
        case _:
            words = "reveal the next racing card" if isinstance(action, Reveal) else "pass: no bet"
    return words


def _revealed(state: State, action: Reveal) -> str:
    return NAMES[state.deck[-1] if action.card is None else action.card]
