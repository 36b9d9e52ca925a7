"""Camelio once more, as slowly and plainly as it is told: a twin to hold the rules against."""

from collections.abc import Sequence
from dataclasses import dataclass, field

Card = tuple[str, str, int]
"""The back, the colour and the spheres of a card."""


@dataclass
class Seat:
    """A player's cards, by colour."""

    play: dict[str, list[Card]] = field(default_factory=dict)
    scored: dict[str, list[Card]] = field(default_factory=dict)


class Table:
    """A table at which cards lie on piles."""

    def __init__(self, players: Sequence[str], deck: Sequence[Card]) -> None:
        self.seats = {player: Seat() for player in players}
        self.deck = [*deck]
        self.discards: list[Card] = []
        self.second_deck = False
        self.face_up: Card | None = self.deck.pop(0)
        self.over = False

    def turn(self, source: str, receiver: str, shuffled: Sequence[Card]) -> None:
        """Play a whole turn; discards that become a deck come to lie as in `shuffled`."""
        card = self.face_up if source == "face-up" else self.deck.pop(0)
        assert card is not None
        if source == "face-up":
            self.face_up = None
        self.lay(self.seats[receiver], card)
        needed = 4 if len(self.seats) == 2 else 3
        if any(len(seat.scored) >= needed for seat in self.seats.values()):
            self.over = True
            return
        self.refill(shuffled)
        if self.face_up is None:
            if not self.deck:
                self.over = True
                return
            self.face_up = self.deck.pop(0)
            self.refill(shuffled)

    def lay(self, seat: Seat, card: Card) -> None:
        colour = card[1]
        cards = seat.play.setdefault(colour, [])
        cards.append(card)
        spheres = sum(each[2] for each in cards)
        if spheres < 5:
            return
        del seat.play[colour]
        if spheres > 5:
            self.discards += cards
        elif colour in seat.scored:
            self.discards += cards + seat.scored.pop(colour)
        else:
            seat.scored[colour] = cards

    def refill(self, shuffled: Sequence[Card]) -> None:
        """Make the discards a deck, if the deck has run out for the first time."""
        if not self.deck and self.discards and not self.second_deck:
            assert sorted(shuffled) == sorted(self.discards)
            self.deck, self.discards, self.second_deck = [*shuffled], [], True
