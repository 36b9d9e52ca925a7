"""A finished round with everything settled: whose each card is, and who was out when.

A table may leave open which cards began it and in which order the players were out. `rounds` goes through all
ways it can have been, so that a score can tell what hangs on them.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from games.camouflage.cards import Deck
from games.camouflage.legality import Judgement, judge_exempting
from games.camouflage.table import Table

STARTING_BOARD = 3
"""How many cards make a starting board; the others of that deck stay in the box."""


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round.

    Attributes:
        table: the table.
        judgements: of all its cards.
        first: the cards that were laid first, one for each pile.
        start: the cards that began it: the starting board, or in Not My Stack! each location's first.
        seats: the deck of each player.
        owners: the player of each card, None for a card of the starting board or of no player's deck.
        sizes: how many cards the deck of each player has.
        out: who has played all cards, in that order.
    """

    table: Table
    judgements: tuple[Judgement, ...]
    first: frozenset[str]
    start: frozenset[str]
    seats: Mapping[str, str]
    owners: Mapping[str, str | None]
    sizes: Mapping[str, int]
    out: tuple[str, ...] = ()

    def cards_of(self, player: str) -> tuple[Judgement, ...]:
        """Return the judgements of a player's cards on the table."""
        return tuple(judgement for judgement in self.judgements if self.owners[judgement.card] == player)

    def unplayed(self, player: str) -> int:
        """Return how many cards of a player are not on the table."""
        return self.sizes[player] - len(self.cards_of(player))


def rounds(table: Table, deck: Deck, first: frozenset[str]) -> list[list[Round]]:
    """Return a table's round in all ways it can have been: a list by order out for each starting board.

    Args:
        table: the table; it fits the deck.
        deck: its cards.
        first: the cards that were laid first; see `legality.exemptions`.
    """
    judgements = judge_exempting(table, deck, first)
    return [
        _by_order_out(_round(table, deck, first, judgements, start))
        for start in _starting_boards(table, deck, first)
    ]


def warnings(played: Round) -> tuple[str, ...]:
    """Return in sentences what does not fit together in a round."""
    missing = sorted(played.start - set(played.table.cards))
    strange = [card for card, owner in played.owners.items() if owner is None and card not in played.start]
    found = [f"{card} is of the starting board, but not on the table" for card in missing]
    found += [f"{card} is of no player's deck" for card in strange]
    for player, animal in played.seats.items():
        if (unplayed := played.unplayed(player)) and player in played.out:
            found.append(
                f"{player} is said to be out, but {unplayed} of the {animal} cards are not on the table"
            )
        if not unplayed and player not in played.out:
            found.append(f"{player} is not said to be out, but all {animal} cards are on the table")
    return tuple(found)


def _round(
    table: Table,
    deck: Deck,
    first: frozenset[str],
    judgements: tuple[Judgement, ...],
    start: frozenset[str],
) -> Round:
    decks = {card: deck.card(card).deck for card in table.cards}
    seats = table.seats
    if seats is None:
        begun = {deck.card(card).deck for card in start}
        seats = {animal: animal for animal in deck.decks if animal in decks.values() and animal not in begun}
    player_of = {animal: player for player, animal in seats.items()}
    # The starting board belongs to nobody; the card that begins a location is its owner's.
    shared = frozenset[str]() if table.locations else start
    return Round(
        table=table,
        judgements=judgements,
        first=first,
        start=start,
        seats=seats,
        owners={card: None if card in shared else player_of.get(animal) for card, animal in decks.items()},
        sizes={player: len(deck.cards_of(animal)) for player, animal in seats.items()},
    )


def _starting_boards(table: Table, deck: Deck, first: Collection[str]) -> list[frozenset[str]]:
    """Return the sets of cards that can have been the starting board.

    Ruling: where it is not given, it is the bottom card's deck, if one to three cards of it lie on the table
    and no player plays it. If all decks on the table are players', there is none; else it may be any such.
    """
    if table.locations:
        return [frozenset(first)]
    if table.start is not None or not table.cards:
        return [frozenset(table.start or ())]
    on_table: dict[str, list[str]] = {}
    for card in table.cards:
        on_table.setdefault(deck.card(card).deck, []).append(card)
    unplayed = [animal for animal in on_table if animal not in (table.players or {}).values()]
    possible = {
        animal: frozenset(on_table[animal]) for animal in unplayed if len(on_table[animal]) <= STARTING_BOARD
    }
    bottom = deck.card(next(iter(first), table.cards[0])).deck
    if bottom in possible:
        return [possible[bottom]]
    return [frozenset(), *possible.values()] if unplayed else [frozenset()]


def _by_order_out(played: Round) -> list[Round]:
    """Return a round with all orders of going out that make a difference.

    Where it is not given, those are out whose cards all lie on the table. Of any who tie only the earliest
    counts, so it is enough that each of them comes first once, and each two of them both ways round.
    """
    if played.table.out is not None:
        return [replace(played, out=played.table.out)]
    out = tuple(player for player in played.seats if not played.unplayed(player))
    return [replace(played, out=out[turn:] + out[:turn]) for turn in range(max(1, len(out)))]
