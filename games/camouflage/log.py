"""A table of Camouflage as it comes about: who played what where, who was out when, and what is in hand.

`log_of` takes over a board, such as that of a photo; the table inside a log is that board again, with the
same score sheet.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from games.camouflage.board import Placement
from games.camouflage.cards import Deck
from games.camouflage.legality import places
from games.camouflage.rounds import STARTING_BOARD
from games.camouflage.scoring import Mode
from games.camouflage.table import Location, Table

HAND: Final = 3
"""How many cards a player holds; a card is drawn the moment one is played."""

TIMERS_S: Final = (60, 30, 0)
"""The time that is left once the first player is out: for beginners, for the advanced and for experts."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A card that was laid; where it lies, the table says.

    Attributes:
        card: its id.
        at_s: seconds since the game began; None where nobody has noted it.
    """

    card: str
    at_s: float | None = None


@dataclass(frozen=True, slots=True)
class Log:
    """A game of Camouflage.

    Attributes:
        mode: which of the games it is.
        deck: the cards.
        table: what lies there, who plays, and who was out.
        entries: the cards in the order in which they were laid, those that began the table among them.
        piles: in a dealt state the cards of each player in the order in which they are drawn, else None.
        opening: the deck whose cards begin a shared table, None if that is over or not known.
        timer_s: seconds that are left once the first player is out, in the games that have a timer.
        ended: whether the game was said to be over, or ended by its own rule.
    """

    mode: Mode
    deck: Deck
    table: Table
    entries: tuple[Entry, ...] = ()
    piles: Mapping[str, tuple[str, ...]] | None = field(default=None, hash=False)
    opening: str | None = None
    timer_s: int = TIMERS_S[0]
    ended: bool = False

    @property
    def seats(self) -> Mapping[str, str]:
        """The deck of each player; where the table names none, each deck plays but the one that began it."""
        if self.table.seats is not None:
            return self.table.seats
        begun = {self.deck.card(card).deck for card in self.table.start or ()}
        return {animal: animal for animal in self.deck.decks if animal not in begun}

    @property
    def deadline_s(self) -> float | None:
        """The second after which nothing is laid any more; None where nobody is out or no time was noted."""
        if not self.table.out or not self.mode.timed:
            return None
        first = {card.id for card in self.deck.cards_of(self.seats[self.table.out[0]])}
        out_at = next((entry.at_s for entry in reversed(self.entries) if entry.card in first), None)
        return None if out_at is None else out_at + self.timer_s

    def player_of(self, card: str) -> str | None:
        """Return whose card it is, None for a card of nobody's."""
        animal = self.deck.card(card).deck
        return next((player for player, deck in self.seats.items() if deck == animal), None)

    def unplayed(self, player: str) -> tuple[str, ...]:
        """Return the cards that a player has not laid, as they are drawn where that is known."""
        laid = {*self.table.cards}
        own = tuple(card.id for card in self.deck.cards_of(self.seats[player]))
        return tuple(card for card in (own if self.piles is None else self.piles[player]) if card not in laid)

    def hand(self, player: str) -> tuple[str, ...]:
        """Return the cards that a player can lay: in a dealt state the hand, else all that are unplayed."""
        left = self.unplayed(player)
        if self.piles is None:
            return left
        # As each card is replaced at once, the hand is whatever is unplayed of the first so many drawn.
        return left[:HAND]

    def openings(self) -> Iterator[Placement]:
        """Go through the placements of cards that begin a shared table; none once players have begun."""
        start = self.table.start or ()
        if self.opening is None or len(start) >= STARTING_BOARD or len(start) < len(self.table.cards):
            return
        for card in self.deck.cards_of(self.opening):
            if card.id not in start:
                plays = places(self.table, self.deck, card.id)
                yield from (play.placement for play in plays[: 1 if not start else None])

    @property
    def ends_with_first(self) -> bool:
        """Whether it is over once the first player is out: in the speed round, and for experts."""
        return not self.mode.on_locations and (not self.mode.timed or self.timer_s == 0)

    @property
    def ready(self) -> bool:
        """Whether players may lay their cards: the table has been begun as far as can be, if by a deck."""
        return next(self.openings(), None) is None


def shuffled(deck: Deck, seats: Mapping[str, str], seed: int) -> dict[str, tuple[str, ...]]:
    """Return the cards of each player, shuffled: the same for the same seed."""
    draw = random.Random(seed)  # noqa: S311 - cards are shuffled, no secret is made
    decks = {player: [card.id for card in deck.cards_of(animal)] for player, animal in seats.items()}
    return {player: tuple(draw.sample(own, len(own))) for player, own in decks.items()}


def log_of(table: Table, deck: Deck, mode: Mode, *, ended: bool = True, timer_s: int = TIMERS_S[0]) -> Log:
    """Take a board over into a log.

    The cards count as laid in the order of the placements, pile by pile. Where the board does not say who was
    out, a single player without unplayed cards was; of several the order stays open.

    Raises:
        CamouflageError: the table does not fit the deck.
    """
    table.check(deck)
    log = Log(mode, deck, table, tuple(Entry(card) for card in table.cards), ended=ended, timer_s=timer_s)
    if ended:
        return log
    if table.out is None:
        done = tuple(player for player in log.seats if not log.unplayed(player))
        if len(done) < 2:
            log = replace(log, table=replace(table, out=done))
    return replace(log, ended=bool(log.table.out) and log.ends_with_first)


def laid(log: Log, placement: Placement, location: str | None, at_s: float | None = None) -> Log:
    """Return a log with one more card, whether or not it lies legally; whoever has no more is out."""
    table = _with_card(log.table, placement, location)
    log = replace(log, table=table, entries=(*log.entries, Entry(placement.card, at_s)))
    player = log.player_of(placement.card)
    if player is None or table.out is None or log.unplayed(player):
        return log
    return replace(
        log, table=replace(table, out=(*table.out, player)), ended=log.ended or log.ends_with_first
    )


def _with_card(table: Table, placement: Placement, location: str | None) -> Table:
    if location is None:
        return replace(table, board=table.board.lay(placement))
    return replace(
        table,
        locations=tuple(
            Location(each.player, each.deck, each.board.lay(placement)) if each.player == location else each
            for each in table.locations
        ),
    )
