"""The Round cards as data: how many cards are dealt and how long the track is, by the number of players.

The rulebook shows no Round card, so most of these numbers are inferred; `source` says which were seen where,
and a player with the real cards can replace them with the option `round_card`. (Ruling round-table.)
"""

from dataclasses import dataclass
from typing import Final

from games.camel_up.cards import CRAZY_CARDS, RACING_CARDS

LONGEST: Final = 24
"""The spaces of all twelve track cards."""

_SHORTEST: Final = 8
"""So that no camel is across the finish line before the first round, nor the crazy camel on it."""

_RACING: Final = len(RACING_CARDS)
_CRAZY: Final = len(CRAZY_CARDS)


@dataclass(frozen=True, slots=True)
class RoundCard:
    """The Round card of a number of players.

    Attributes:
        players: how many play.
        dealt: racing cards dealt to each.
        discarded: how many of them each discards.
        given: how many each gives to the racing deck; the one that is left lies face up.
        extra: racing cards that are added at random from the discard pile.
        crazy: cards of the crazy camel in the racing deck; 0 where it does not take part.
        last_space: the number of the last space of the track.
        source: where the numbers come from.
    """

    players: int
    dealt: int
    discarded: int
    given: int
    extra: int
    crazy: int
    last_space: int
    source: str

    @property
    def racing(self) -> int:
        """How many racing cards the racing deck has."""
        return self.players * self.given + self.extra

    def conditions(self) -> tuple[tuple[bool, str], ...]:
        """Return what a Round card has to fulfil, and whether it does."""
        dealt = self.players * self.dealt
        return (
            (self.dealt == self.discarded + self.given + 1, "one card more dealt than discarded and given"),
            (dealt <= _RACING, f"at most {_RACING} racing cards dealt in all"),
            (self.extra <= _RACING - dealt + self.players * self.discarded, "so many extra cards discarded"),
            (self.crazy <= _CRAZY, f"at most {_CRAZY} cards of the crazy camel"),
            (self.racing > 0, "a racing deck with racing cards"),
            (_SHORTEST <= self.last_space <= LONGEST, f"a last space from {_SHORTEST} to {LONGEST}"),
        )

    @property
    def deck(self) -> int:
        """How many cards the racing deck has."""
        return self.racing + self.crazy


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the game.

    Attributes:
        name: the year in which it came out.
        cards: its Round cards, from the fewest players to the most.
    """

    name: str
    cards: tuple[RoundCard, ...]

    def card(self, players: int) -> RoundCard:
        """Return the Round card of a number of players that the game can be played by."""
        return next(card for card in self.cards if card.players == players)


_DEALING: Final = ((2, 12, 5, 6, 0), (3, 9, 4, 4, 0), (4, 7, 3, 3, 0), (5, 6, 3, 2, 2), (6, 5, 2, 2, 3))
"""Players, dealt, discarded, given, extra: the same in both editions."""

_INFERRED: Final = (
    "Seen in print: 12 cards dealt to each of 2 players and 5 to each of 6 (a review of the 2016 edition), "
    "and 2 or 3 cards added at random for 5 or 6 players (the rulebook). "
)


def _edition(name: str, shortest: int, crazy: int, source: str) -> Edition:
    cards = tuple(
        RoundCard(players, dealt, discarded, given, extra, crazy, shortest + players - 2, source)
        for players, dealt, discarded, given, extra in _DEALING
    )
    return Edition(name, cards)


EDITIONS: Final = (
    _edition("2022", 14, 2, f"{_INFERRED}The 16 spaces for 4 players were seen too; the rest is inferred."),
    _edition(
        "2016",
        15,
        0,
        f"{_INFERRED}The track of 15 spaces for 2 players, one more for each other player, is from another "
        "review of it; it has no crazy camel. The rest is inferred.",
    ),
)
"""The editions; the first is played where none is named."""
