"""The errors of `games`.

GamesError                  anything given to a game that it cannot work with
├── MalformedFileError      a file, state, action or playthrough that does not keep its format
├── UnknownGameError        a game that does not exist, or a player who does not play it
├── IllegalActionError      an action that the rules forbid in this state
└── camouflage.errors.CamouflageError   … and its kinds
"""


class GamesError(ValueError):
    """What was given does not fit a game; the message is one sentence: what was expected, what was found."""


class MalformedFileError(GamesError):
    """A file, state, action or playthrough does not keep its format; the message names the field."""


class UnknownGameError(GamesError):
    """A game does not exist, or a player does not play it."""


class IllegalActionError(GamesError):
    """The rules forbid an action in this state.

    Attributes:
        rule: the name of the broken rule.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule
