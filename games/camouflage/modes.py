"""The other two games, Speed Round and Not My Stack!, and the score of a table in any of the four."""

from games.camouflage.cards import Deck
from games.camouflage.errors import WrongGameError
from games.camouflage.legality import exemptions
from games.camouflage.rounds import rounds
from games.camouflage.rulings import with_rulings
from games.camouflage.scoring import (
    COVER_SOME_GROUND,
    DIVERSIFY,
    FIRST_OUT,
    MOST_LOCATIONS,
    MOST_PLAYED,
    CamouflageSheet,
    Mode,
    earliest_token,
    sheet,
)
from games.camouflage.table import Table
from games.scoring import POINTS, merged

# Nothing scores: the first to be out wins. Ruling: without the disqualified it is the next in that order; if
# nobody is left who was out, whoever has the fewest unplayed cards.
SPEED_ROUND = Mode(
    name="speed-round",
    on_locations=False,
    disqualifies=True,
    timed=False,
    players=(2, 6),
    card_points=lambda _: 0,
    card_reason=lambda _: "legal",
    player_points=lambda _: (0, 0),
    criteria=((FIRST_OUT, earliest_token), (MOST_PLAYED, lambda tally: -tally.unplayed)),
)

# The points are the cards on the player's own location, and the fewest win. Ruling: its first card is not
# counted, an illegal one is, whoever laid it.
NOT_MY_STACK = Mode(
    name="not-my-stack",
    on_locations=True,
    disqualifies=True,
    timed=False,
    players=(3, 7),
    card_points=lambda _: 0,
    card_reason=lambda judgement: f"on the location of {judgement.location}",
    player_points=lambda tally: (tally.on_own_location, tally.on_own_location),
    criteria=(
        (POINTS, lambda tally: -tally.on_own_location),
        (FIRST_OUT, earliest_token),
        (MOST_LOCATIONS, lambda tally: tally.locations),
    ),
)

MODES = (DIVERSIFY, COVER_SOME_GROUND, SPEED_ROUND, NOT_MY_STACK)
"""The games of Camouflage."""


def score(table: Table, deck: Deck, game: str, *, order_known: bool = True) -> CamouflageSheet:
    """Score a table.

    Where it does not say which cards began it (`missing`: "start"), which was the very first ("first-card"),
    or in which order the players were out ("out-order"), the sheet says what holds in any case.

    Args:
        table: the table at the end of the game.
        deck: its cards.
        game: the name of one of `MODES`.
        order_known: whether the order of the placements tells which card was laid first, as in `judge`.

    Raises:
        WrongGameError: there is no such game, or it is not played on such a table.
        CamouflageError: the table does not fit the deck.
    """
    mode = mode_named(game)
    if table.cards and mode.on_locations != bool(table.locations):
        wanted, found = ("locations", "a shared board")[:: 1 if mode.on_locations else -1]
        raise WrongGameError(f"{game} is played on {wanted}; this table has {found}")
    table.check(deck)
    return merged(
        [
            merged(
                [
                    merged(
                        [with_rulings(sheet(mode, played), played) for played in by_order_out], "out-order"
                    )
                    for by_order_out in rounds(table, deck, first)
                ],
                "start",
            )
            for first in exemptions(table, deck, order_known=order_known)
        ],
        "first-card",
    )


def mode_named(game: str) -> Mode:
    """Return the mode of a name.

    Raises:
        WrongGameError: there is none.
    """
    for mode in MODES:
        if mode.name == game:
            return mode
    raise WrongGameError(f"the games are {', '.join(mode.name for mode in MODES)}; found {game!r}")
