"""The states of Camel Up: the track, the money, the bets, and the cards, whoever knows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from games.camel_up.bets import NO_BETS, NOBODY, OPENING_MONEY, Bets
from games.camel_up.cards import CRAZY, UNKNOWN
from games.camel_up.editions import RoundCard
from games.camel_up.track import CRAZY_START, Stands

Phase = Literal["start", "discard", "give", "show", "play", "over"]

PHASES: Final[tuple[Phase, ...]] = ("start", "discard", "give", "show", "play", "over")
"""What is going on: the first cards set the camels on the track, players discard, give and show cards, the
round is played, and the race is over. In a dealt state the first and the fourth are done at once."""

Cards = tuple[tuple[int, ...], ...]
"""Cards of each player."""

BOTH_TOKENS: Final = 3
"""The tokens of a player, 1 for the fennec and 2 for the shortcut, added up."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same in a game.

    Attributes:
        players: who plays, in the order in which they sit.
        card: the Round card.
        seed: of what is hidden; None in an open state.
    """

    players: tuple[str, ...]
    card: RoundCard
    seed: int | None = None


class Account(NamedTuple):
    """The money of all players at the end of a round.

    Attributes:
        before: before it was scored.
        after: after it was scored, and after the last round the race too.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]


class State(NamedTuple):
    """A state of Camel Up. Players are numbers, by their seats; so are camels and cards, see `cards`.

    It is a tuple because it is made a hundred thousand times a second.

    Attributes:
        setting: what stays the same.
        phase: what is going on.
        number: which round it is, from 1 on; 0 before the first.
        starter: who begins the round.
        actor: whose turn it is.
        moved: whether the actor has done the track action.
        betted: whether the actor has done the betting action.
        money: of each player.
        tokens: of each player, see `BOTH_TOKENS`.
        stands: where the camels stand, see `track`.
        track: the number of each space.
        fennec: the space of the fennec, 0 beside the track.
        shortcut: the same of the shortcut.
        fennec_of: in front of whom the fennec's card lies, or `NOBODY`.
        shortcut_of: the same of the shortcut's.
        bets: who has taken which betting cards.
        hands: the cards of each player, sorted; `UNKNOWN` where only another player knows them.
        face_up: the racing card that lies in front of each player, `UNKNOWN` for none.
        thrown: what each player has discarded for this round.
        given: what each player has given to this round's racing deck.
        deck: the racing deck in a dealt state, the top last; empty in an open one.
        left: how many cards the racing deck has.
        revealed: the cards revealed from it; before the first round those that set the camels on the track.
        played: the face-up cards that were played.
        pile: the discard pile in a dealt state, with the cards that are in nobody's hand; empty in an open
            one.
        accounts: the money of the players at the end of each round.
    """

    setting: Setting
    phase: Phase
    number: int
    starter: int
    actor: int
    moved: bool
    betted: bool
    money: tuple[int, ...]
    tokens: tuple[int, ...]
    stands: Stands
    track: tuple[int, ...]
    fennec: int
    shortcut: int
    fennec_of: int
    shortcut_of: int
    bets: Bets
    hands: Cards
    face_up: tuple[int, ...]
    thrown: Cards
    given: Cards
    deck: tuple[int, ...]
    left: int
    revealed: tuple[int, ...]
    played: tuple[int, ...]
    pile: tuple[int, ...]
    accounts: tuple[Account, ...]

    @property
    def known(self) -> bool:
        """Whether what is hidden is inside."""
        return self.setting.seed is not None

    @property
    def end(self) -> int:
        """The space of the finish line."""
        return len(self.track) + 1


def empty_table(setting: Setting) -> State:
    """Return the table before the first card: all racing camels stand in front of the banner."""
    players = len(setting.players)
    nothing: Cards = ((),) * players
    crazy = CRAZY_START << 3 if setting.card.crazy else 0
    return State(
        setting=setting,
        phase="start",
        number=0,
        starter=0,
        actor=0,
        moved=False,
        betted=False,
        money=(OPENING_MONEY,) * players,
        tokens=(BOTH_TOKENS,) * players,
        stands=(*(0,) * CRAZY, crazy),
        track=tuple(range(1, setting.card.last_space + 1)),
        fennec=0,
        shortcut=0,
        fennec_of=NOBODY,
        shortcut_of=NOBODY,
        bets=NO_BETS,
        hands=nothing,
        face_up=(UNKNOWN,) * players,
        thrown=nothing,
        given=nothing,
        deck=(),
        left=0,
        revealed=(),
        played=(),
        pile=(),
        accounts=(),
    )


def opened(state: State, players: Sequence[int]) -> State:
    """Return the open state of the same game, with nothing but what these players know together."""
    return state._replace(
        setting=Setting(state.setting.players, state.setting.card),
        hands=_known(state.hands, players),
        thrown=_known(state.thrown, players),
        given=_known(state.given, players),
        deck=(),
        pile=(),
    )


def _known(cards: Cards, players: Sequence[int]) -> Cards:
    return tuple(own if player in players else (UNKNOWN,) * len(own) for player, own in enumerate(cards))
