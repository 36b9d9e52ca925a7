"""The states of Camelio: what lies on the table, and in a dealt state also the cards that are face down."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from games.camelio.cards import COLOURS, STANDARD, Deck

FIVE: Final = 5
"""With exactly so many spheres of a colour a player scores, with more the player busts."""

NOBODY: Final = -1
"""Stands for a player where there is none."""

PLAYERS: Final = (2, 4)
"""How many can play, at least and at most."""

What = Literal["point", "bust", "point-lost"]

WHATS: Final[tuple[What, ...]] = ("point", "bust", "point-lost")
"""What can come of a card that was laid down, if anything."""

Areas = tuple[tuple[int, ...], ...]
"""The cards of each player and colour: the four colours of the first player, then those of the second …"""


class Happening(NamedTuple):
    """What came of a card that was laid down.

    Attributes:
        what: a point scored, a bust, or a point lost.
        player: to whom it happened, by seat.
        colour: of the cards, as in `cards.COLOURS`.
        cards: those of the play area that scored or were discarded.
    """

    what: What
    player: int
    colour: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A state of Camelio. Cards and backs are numbers, see `cards.Deck`; 0 is none. Players are seats.

    Attributes:
        players: who plays, in the order in which they sit.
        deck: the cards.
        turn: whose turn it is.
        face_up: the card that lies face up.
        back: what the back of the next face-down card shows; none if nobody has looked yet.
        receiver: who gets the face-down card, once that was declared; else `NOBODY`.
        left: how many cards are face down.
        play: the cards in the play areas.
        scored: the cards in the scoring areas.
        discards: the cards that were discarded since the deck was shuffled.
        reshuffled: whether the discards have been made a deck once.
        happened: what came of the last card.
        ended: whether the game has ended.
        stack: in a dealt state the face-down cards, the next first; else None.
        again: in a dealt state, until the discards are shuffled, how: the numbers of the sorted discards in
            their new order, with those of cards that are no discards to be passed over; else None.
    """

    players: tuple[str, ...]
    deck: Deck
    turn: int
    face_up: int
    back: int
    receiver: int
    left: int
    play: Areas
    scored: Areas
    discards: tuple[int, ...] = ()
    reshuffled: bool = False
    happened: tuple[Happening, ...] = ()
    ended: bool = False
    stack: tuple[int, ...] | None = None
    again: tuple[int, ...] | None = None

    @property
    def target(self) -> int:
        """With how many points a player wins at once."""
        return target(len(self.players))

    @property
    def next_is_chance(self) -> bool:
        """Whether the next thing to happen is that a card is looked at, not that a player chooses."""
        hidden = (self.left > 0 and not self.back) or not self.face_up
        return not self.ended and (hidden or self.receiver != NOBODY)

    @property
    def visible(self) -> Counter[int]:
        """The cards that lie open, also those that are scored or discarded; all others are face down."""
        lying = Counter(card for area in (*self.play, *self.scored, self.discards) for card in area)
        lying[self.face_up] += 1
        del lying[0]
        return lying

    @property
    def unseen(self) -> dict[int, int]:
        """How many of each card are face down."""
        visible = self.visible
        counts = {card: count - visible[card] for card, count in enumerate(self.deck.counts, 1)}
        return {card: count for card, count in counts.items() if count}

    def spheres(self, player: int, colour: int) -> int:
        """Return how many spheres of a colour lie in a player's play area."""
        return sum(self.deck.spheres[card] for card in self.play[len(COLOURS) * player + colour])

    def points(self, player: int) -> int:
        """Return how many points a player has: the colours in the scoring area."""
        first = len(COLOURS) * player
        return sum(map(bool, self.scored[first : first + len(COLOURS)]))


def target(players: int) -> int:
    """Return with how many points one of so many players wins at once."""
    return 4 if players == 2 else 3


def empty(players: tuple[str, ...], deck: Deck = STANDARD) -> State:
    """Return the open state with which a game begins: all cards are face down."""
    areas = ((),) * (len(COLOURS) * len(players))
    return State(players, deck, 0, 0, 0, NOBODY, sum(deck.counts), areas, areas)


def opened(state: State) -> State:
    """Return the open state of the same game, without what no player can know."""
    return replace(state, stack=None, again=None)
