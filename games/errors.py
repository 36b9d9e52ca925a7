"""The errors of `games`.

GamesError                  anything given to a game that it cannot work with
└── camouflage.errors.CamouflageError   … and its kinds
"""


class GamesError(ValueError):
    """What was given does not fit a game; the message is one sentence: what was expected, what was found."""
