"""What every game can do: one protocol, and the words in which a game describes itself.

A state is *dealt* or *open*. In a dealt state the hidden cards are inside, from the seed: it is there to
play and to simulate. In an open state nothing hidden is inside: it follows a real table, where actions say
what was revealed, and what only another player knows may be `UNSEEN`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from games.errors import UnknownGameError
from games.scoring import ScoreSheet

UNSEEN: Final = "?"
"""What stands for a card that only another player knows."""

JsonObject = Mapping[str, object]
"""A JSON object as `json.loads` returns it."""

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


@dataclass(frozen=True, slots=True)
class Note:
    """Something that users are told by name.

    Attributes:
        name: its name.
        text: what there is to say.
    """

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Description:
    """What a game is.

    Attributes:
        title: its name for people.
        players: how many can play it, at least and at most.
        rules: the rules in our words, a paragraph each.
        rulings: what is decided where its rulebook is silent.
        variants: what can be chosen for a game, by the name of the option.
        schemas: the JSON Schemas of "options", "state" and "action".
    """

    title: str
    players: tuple[int, int]
    rules: tuple[str, ...]
    rulings: tuple[Note, ...]
    variants: tuple[Note, ...]
    schemas: Mapping[str, JsonObject]


class Game(Protocol[StateT, ActionT]):
    """A game: states are frozen, and an action makes a new one."""

    @property
    def name(self) -> str:
        """The name by which commands and paths call it."""

    @property
    def description(self) -> Description:
        """What it is."""

    def new(
        self, players: Sequence[str], *, seed: int | None = None, options: JsonObject | None = None
    ) -> StateT:
        """Begin a game.

        Args:
            players: who plays, in the order in which they sit.
            seed: of what is hidden, the same for the same seed; None begins an open state.
            options: what the game lets players choose, as its schema says.

        Raises:
            GamesError: the players or an option do not fit.
        """

    def legal_actions(self, state: StateT) -> Sequence[ActionT]:
        """Return all actions that the rules allow; none once the game is over."""

    def apply(self, state: StateT, action: ActionT) -> StateT:
        """Return the state after an action.

        Raises:
            IllegalActionError: the rules forbid it; the error names the rule.
        """

    def is_over(self, state: StateT) -> bool:
        """Tell whether the game has ended."""

    def observation(self, state: StateT, player: str) -> dict[str, Any]:
        """Return as JSON what a player knows; nothing in it hangs on what the player cannot know.

        Raises:
            UnknownGameError: nobody of that name plays.
        """

    def score(self, state: StateT) -> ScoreSheet[Any, Any]:
        """Return the score sheet; the winners are open before the end."""

    def state_to_json(self, state: StateT) -> dict[str, Any]:
        """Return a state as JSON."""

    def state_from_json(self, document: object) -> StateT:
        """Return the state in a JSON document.

        Raises:
            MalformedFileError: it is none; the error names the field.
        """

    def action_to_json(self, action: ActionT) -> dict[str, Any]:
        """Return an action as JSON."""

    def action_from_json(self, document: object) -> ActionT:
        """Return the action in a JSON document.

        Raises:
            MalformedFileError: it is none; the error names the field.
        """


AnyGame = Game[Any, Any]
"""A game of which only the verbs are known."""


def paragraphs(text: str) -> tuple[str, ...]:
    """Return the paragraphs of a text, which empty lines part, each as one line."""
    return tuple(" ".join(part.split()) for part in text.strip().split("\n\n"))


def object_schema(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    """Return the JSON Schema of an object with these properties and no others."""
    return {
        "type": "object",
        "properties": {**properties},
        "required": [*required],
        "additionalProperties": False,
    }


def seated(players: Sequence[str], description: Description) -> tuple[str, ...]:
    """Return the players, if as many different ones as the game needs.

    Raises:
        UnknownGameError: there are too few or too many, or two have one name or none.
    """
    low, high = description.players
    if not low <= len(players) <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise UnknownGameError(f"players: {description.title} is played by {wanted}; found {len(players)}")
    if len({*players}) != len(players) or "" in players:
        raise UnknownGameError(f"players: each has a name of their own; found {', '.join(players)}")
    return tuple(players)


def seat_of(players: Sequence[str], player: str, *, field: str = "player") -> int:
    """Return where a player sits, from 0 on.

    Args:
        players: who plays, in the order in which they sit.
        player: whose seat is asked for.
        field: what the error calls it.

    Raises:
        UnknownGameError: nobody of that name plays.
    """
    if player not in players:
        raise UnknownGameError(f"{field}: expected {' or '.join(players)}; found {player!r}")
    return players.index(player)
