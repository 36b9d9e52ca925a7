"""A table as a board file holds it: the cards that lie there, who plays, who was out, and by which rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.camouflage.board import Board
from games.camouflage.cards import Deck, FaceName, repeated
from games.camouflage.errors import DuplicateCardError, MalformedBoardError, UnknownCardError


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a table that players can choose.

    Attributes:
        min_match: how many squares a card has to match, 0 to 9; three in all games, often fewer in puzzles.
        wild_centres: Centers Wild, where a centre covers and is covered by anything.
        wild_counts: whether a square that is wild so counts towards the minimum.
        illegal_scores_zero: whether an illegal card scores 0 instead of what it covers.

    Raises:
        MalformedBoardError: the minimum is not a number of squares of one card.
    """

    min_match: int = 3
    wild_centres: bool = False
    wild_counts: bool = True
    illegal_scores_zero: bool = True

    def __post_init__(self) -> None:
        """Check the minimum."""
        if not 0 <= self.min_match <= 9:
            raise MalformedBoardError(f"the minimum is 0 to 9 matching squares; found {self.min_match}")


@dataclass(frozen=True, slots=True)
class Location:
    """A player's own pile in Not My Stack!, on a lattice of its own.

    Attributes:
        player: whose it is.
        deck: the deck the player plays.
        board: the cards that lie there, first the owner's own.
    """

    player: str
    deck: str
    board: Board


@dataclass(frozen=True, slots=True)
class Table:
    """Everything a board file holds.

    Attributes:
        deck_name: the name of the set of cards.
        face: the side that is played.
        board: the shared board; empty in Not My Stack!.
        locations: the players' piles in Not My Stack!; none in the other games.
        start: the cards of the starting board; None where it is not known.
        players: the deck of each player; None where each deck on the table is its own player.
        out: who has played all cards, in that order; None where it is not known.
        rules: the rules of this table.
        unplayed: cards that lie beside the board or the locations and are no part of them.

    Raises:
        DuplicateCardError: a card lies in two locations, or is unplayed and lies on the table.
        MalformedBoardError: the parts contradict each other.
    """

    deck_name: str
    face: FaceName
    board: Board = field(default_factory=Board)
    locations: tuple[Location, ...] = ()
    start: tuple[str, ...] | None = None
    players: Mapping[str, str] | None = field(default=None, hash=False)
    out: tuple[str, ...] | None = None
    rules: Rules = field(default_factory=Rules)
    unplayed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check that nothing is there twice and nothing contradicts itself."""
        if self.locations and self.board.placements:
            raise MalformedBoardError("a table has one shared board or locations; found both")
        if twice := repeated(self.cards):
            raise DuplicateCardError(f"each card lies on the table once; {twice} lies in two locations")
        if laid := {*self.unplayed}.intersection(self.cards):
            raise DuplicateCardError(f"an unplayed card does not lie on the table; {min(laid)} does")
        self._refuse_repeats("an unplayed card", self.unplayed)
        self._refuse_repeats("a starting card", self.start or ())
        self._refuse_repeats("a player who was out", self.out or ())
        self._refuse_repeats("the owner of a location", [location.player for location in self.locations])
        self._refuse_repeats("the deck of a location", [location.deck for location in self.locations])
        self._refuse_repeats("the deck of a player", [*(self.players or {}).values()])
        owners = {location.player: location.deck for location in self.locations}
        if self.locations and self.players is not None and self.players != owners:
            raise MalformedBoardError(
                f"each player has a location: {_seated(self.players)}; there are those of {_seated(owners)}"
            )

    @staticmethod
    def _refuse_repeats(what: str, names: tuple[str, ...] | list[str]) -> None:
        if twice := repeated(names):
            raise MalformedBoardError(f"{what} is named once; found {twice!r} twice")

    @property
    def piles(self) -> tuple[tuple[str | None, Board], ...]:
        """The boards of the table with the players they belong to; the shared board belongs to nobody."""
        if self.locations:
            return tuple((location.player, location.board) for location in self.locations)
        return ((None, self.board),)

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards on the table, pile by pile, bottom first."""
        return tuple(placement.card for _, board in self.piles for placement in board)

    def pile(self, location: str | None) -> Board:
        """Return the board of a player's location, or for None the shared board.

        Raises:
            UnknownCardError: there is none.
        """
        for owner, board in self.piles:
            if owner == location:
                return board
        owners = ", ".join(location.player for location in self.locations) or "nobody"
        raise UnknownCardError(f"no location of {location!r} on the table; there are those of {owners}")

    def deck_of(self, player: str) -> str | None:
        """Return the deck that a player plays, None where the table does not name the player."""
        return (self.seats or {}).get(player)

    @property
    def seats(self) -> Mapping[str, str] | None:
        """The deck of each player, as far as the table itself names players."""
        if self.players is None and self.locations:
            return {location.player: location.deck for location in self.locations}
        return self.players

    def check(self, deck: Deck) -> None:
        """Check that the table can be played with a set of cards.

        Raises:
            UnknownCardError: the set lacks a card, a face of it, a deck, or the table a player it names.
            MalformedBoardError: a location does not begin with a card of its owner.
        """
        for card in self.cards:
            deck.face(card, self.face)
        for card in (*(self.start or ()), *self.unplayed):
            deck.card(card)
        self._check_players(deck)
        for location in self.locations:
            own = next(iter(location.board), None)
            if own is None or deck.card(own.card).deck != location.deck:
                raise MalformedBoardError(
                    f"the location of {location.player} begins with a card of deck {location.deck!r}; "
                    f"found {own.card if own else 'none'}"
                )

    def _check_players(self, deck: Deck) -> None:
        for player, animal in (self.seats or {}).items():
            if animal not in deck.decks:
                raise UnknownCardError(f"{player} plays {animal!r}, which is no deck of {deck.name!r}")
        players = [*(deck.decks if self.seats is None else self.seats)]
        for player in self.out or ():
            if player not in players:
                raise UnknownCardError(
                    f"{player!r} was out but does not play; the players are {', '.join(players)}"
                )


def _seated(seats: Mapping[str, str]) -> str:
    return ", ".join(f"{player} with {deck}" for player, deck in seats.items()) or "nobody"
