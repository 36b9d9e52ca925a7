"""What a user states beside a board or photo, such as who plays what; it beats what the board's file says."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from api.errors import WrongUseError
from api.ways import Subject
from games.camouflage import Deck, Location, Rules, Table
from games.camouflage.cards import repeated
from games.camouflage.rounds import STARTING_BOARD

_FIELDS: Final[tuple[tuple[str, Callable[[Table], object]], ...]] = (
    ("min_match", lambda table: table.rules.min_match),
    ("wild_centers", lambda table: table.rules.wild_centres),
    ("players", lambda table: _listed(f"{player}={deck}" for player, deck in (table.players or {}).items())),
    ("start", lambda table: _listed(sorted(table.start or ()))),
    ("out", lambda table: _listed(table.out or ())),
)
"""What can be stated, by the name of the field in board files."""


@dataclass(frozen=True, slots=True)
class Stated:
    """What the user states; None where nothing is said.

    Attributes:
        min_match: the least number of matching squares.
        wild_centres: whether centres are wild.
        players: the deck of each player.
        start: the deck of the starting board.
        out: who has played all cards, in that order.
    """

    min_match: int | None = None
    wild_centres: bool | None = None
    players: Mapping[str, str] | None = None
    start: str | None = None
    out: tuple[str, ...] | None = None

    def rules(self, usual: Rules) -> Rules:
        """Return the rules that hold where else these would."""
        return replace(
            usual,
            min_match=usual.min_match if self.min_match is None else self.min_match,
            wild_centres=usual.wild_centres if self.wild_centres is None else self.wild_centres,
        )

    def applied(self, subject: Subject, says: frozenset[str] = frozenset()) -> Subject:
        """Return the subject with what is stated.

        Args:
            subject: the table.
            says: the fields that the board's file has; a warning tells where it says something else.

        Raises:
            WrongUseError: the starting deck is none, or a player's.
            CamouflageError: a player or deck is not there.
        """
        if self.start is not None and self.start not in subject.deck.decks:
            raise WrongUseError(
                f"the starting deck is one of {_listed(subject.deck.decks)}; found {self.start!r}"
            )
        changed = _named_alike(subject.with_tables(lambda table: self._on(table, subject.deck)))
        changed.best.check(subject.deck)
        odd = _odd_start(changed.best, subject.deck)
        return changed.warned([*odd, *_contradictions(subject.best, changed.best, says)])

    def _on(self, table: Table, deck: Deck) -> Table:
        return replace(
            table,
            locations=_owned(table.locations, self.players or {}),
            rules=self.rules(table.rules),
            players=table.players if self.players is None else self.players,
            start=table.start if self.start is None else _cards_of(self.start, table, deck),
            out=table.out if self.out is None else self.out,
        )


def _owned(locations: tuple[Location, ...], players: Mapping[str, str]) -> tuple[Location, ...]:
    """Return locations with the owners' names; those of a photo bear the names of their decks."""
    owners = {deck: player for player, deck in players.items()}
    return tuple(
        replace(each, player=owners.get(each.deck, each.player)) if each.player == each.deck else each
        for each in locations
    )


def _named_alike(subject: Subject) -> Subject:
    """Return a subject whose owners are called as their decks again where it is open who plays which deck."""
    seats = {(each.player, each.deck) for way in subject.ways for each in way.table.locations}
    if not repeated(player for player, _ in seats) and not repeated(deck for _, deck in seats):
        return subject
    return subject.with_tables(
        lambda table: replace(
            table, locations=tuple(replace(each, player=each.deck) for each in table.locations)
        )
    )


def _odd_start(table: Table, deck: Deck) -> Iterator[str]:
    """Check the starting board; say if it is not what begins a game.

    Raises:
        WrongUseError: a player plays its deck.
    """
    if table.start is None:
        return
    decks = dict.fromkeys(deck.card(card).deck for card in table.start)
    for animal in decks:
        if animal in (table.seats or {}).values():
            raise WrongUseError(f"{animal} is the starting deck, so no player plays it")
    if len(decks) != 1 or len(table.start) > STARTING_BOARD:
        found = _listed(table.start) or "none"
        yield f"a game begins with 1 to {STARTING_BOARD} cards of one deck; the starting board is {found}"


def _contradictions(before: Table, after: Table, says: frozenset[str]) -> Iterator[str]:
    for name, value in _FIELDS:
        if name in says and value(before) != value(after):
            yield f"{name} is {value(after)} as stated, not {value(before)} as the board says"


def _cards_of(animal: str, table: Table, deck: Deck) -> tuple[str, ...]:
    return tuple(card for card in table.cards if deck.card(card).deck == animal)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def seats(text: str) -> dict[str, str]:
    """Return the deck of each player, from a text such as `Ann=owl,Ben=fox`.

    Raises:
        WrongUseError: it is no such text, or a player is named twice.
    """
    found: dict[str, str] = {}
    for part in text.split(","):
        player, equals, deck = (each.strip() for each in part.rpartition("="))
        if not (player and equals and deck):
            raise WrongUseError(f"players are given as Ann=owl,Ben=fox; found {part!r}")
        if player in found:
            raise WrongUseError(f"each player is given once; found {player!r} twice")
        found[player] = deck
    return found


def names(text: str) -> tuple[str, ...]:
    """Return the names in a text such as `Ben,Ann`.

    Raises:
        WrongUseError: one of them is empty.
    """
    found = tuple(part.strip() for part in text.split(","))
    if "" in found:
        raise WrongUseError(f"names are given as Ben,Ann; found {text!r}")
    return found
