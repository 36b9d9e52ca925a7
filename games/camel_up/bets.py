"""The bets of Camel Up: who has taken which betting card, and what each of them pays.

A place is 1 to 5. There are 20 cards for the first place of the round, four a camel that are taken from the
top of their pile, and five each for the third place of the round, the winner and the loser of the race.
"""

from typing import Final, Literal, NamedTuple

from games.camel_up.cards import CRAZY

NOBODY: Final = -1
"""Stands for the player who has a card that nobody has."""

PILE: Final = (5, 3, 2, 2)
"""What the cards for the first place of the round pay, from the top of each pile."""

Kind = Literal["first", "third", "winner", "loser"]

ROUND_KINDS: Final[tuple[Kind, ...]] = ("first", "third")
RACE_KINDS: Final[tuple[Kind, ...]] = ("winner", "loser")
KINDS: Final[tuple[Kind, ...]] = (*ROUND_KINDS, *RACE_KINDS)
"""What can be betted on: places of the round, and places of the race."""

_PAYS: Final[dict[Kind, tuple[int, ...]]] = {
    "first": (0, 1, -1, -1, -1),
    "third": (-1, 1, 2, 1, -1),
    "winner": (7, 3, -1, -1, -1),
    "loser": (-1, -1, -1, 3, 7),
}
"""What each card pays for places 1 to 5; a first place pays what its card says."""

MARKER_COST: Final = -1
"""What the fennec or the shortcut pays that still lies in front of a player at the end of the round."""

OPENING_MONEY: Final = 3


def pays(kind: Kind, value: int = 0) -> tuple[int, ...]:
    """Return what a card pays for each place, 1 to 5.

    Args:
        kind: what is betted on.
        value: what a card for the first place shows.
    """
    return (value, *_PAYS["first"][1:]) if kind == "first" else _PAYS[kind]


class Bets(NamedTuple):
    """Who has which betting cards: players by their seat, and by camel.

    Attributes:
        first: who has taken the cards of each pile, from the top.
        third: who has each card, or `NOBODY`.
        winner: the same.
        loser: the same.
    """

    first: tuple[tuple[int, ...], ...] = ((),) * CRAZY
    third: tuple[int, ...] = (NOBODY,) * CRAZY
    winner: tuple[int, ...] = (NOBODY,) * CRAZY
    loser: tuple[int, ...] = (NOBODY,) * CRAZY


NO_BETS: Final = Bets()


class Held(NamedTuple):
    """A betting card in front of a player.

    Attributes:
        kind: what it bets on.
        camel: on which camel.
        value: what a card for the first place shows, else 0.
    """

    kind: Kind
    camel: int
    value: int = 0

    def paid(self, place: int) -> int:
        """Return what it pays if its camel has this place."""
        return pays(self.kind, self.value)[place - 1]


def taken(bets: Bets, player: int, kind: Kind, camel: int) -> Bets:
    """Return the bets once a player has taken a card; a race card of the same kind goes back.

    The card has to be there.
    """
    if kind == "first":
        piles = bets.first
        pile = (*piles[camel], player)
        return bets._replace(first=(*piles[:camel], pile, *piles[camel + 1 :]))
    if kind == "third":
        return bets._replace(third=(*bets.third[:camel], player, *bets.third[camel + 1 :]))
    holders = [*(bets.winner if kind == "winner" else bets.loser)]
    if player in holders:
        holders[holders.index(player)] = NOBODY
    holders[camel] = player
    return bets._replace(winner=tuple(holders)) if kind == "winner" else bets._replace(loser=tuple(holders))


def held_by(bets: Bets, player: int) -> list[Held]:
    """Return the cards in front of a player."""
    cards = [
        Held("first", camel, PILE[index])
        for camel, pile in enumerate(bets.first)
        for index, holder in enumerate(pile)
        if holder == player
    ]
    for kind in KINDS[1:]:
        holders: tuple[int, ...] = getattr(bets, kind)
        cards += [Held(kind, camel) for camel, holder in enumerate(holders) if holder == player]
    return cards
