"""Best play: where cards may be laid and what they score, the best sequence, what was left on the table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.camouflage import (
    Board,
    Cell,
    Deck,
    Judgement,
    MalformedBoardError,
    Placement,
    Table,
    UnknownCardError,
    WrongGameError,
    places,
    score,
)
from games.camouflage.cards import repeated
from games.camouflage.rounds import STARTING_BOARD
from games.camouflage.scoring import COVER_SOME_GROUND, DIVERSIFY
from solver.limits import limit_in, never
from solver.play_search import Plays, PlaySearch
from solver.status import Status

GAMES: Final = (DIVERSIFY.name, COVER_SOME_GROUND.name)
"""The games in which cards score points."""

MOST_CARDS: Final = 6
"""How many cards a sequence may have: a player's whole deck."""


@dataclass(frozen=True, slots=True)
class ScoredPlace:
    """A legal place of a card, and what the card would score there.

    Attributes:
        play: the place, what lies beneath, and how many squares match.
        diversify: its points in Diversify.
        cover: its points in Cover Some Ground.
    """

    play: Judgement
    diversify: int
    cover: int


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The best sequence of plays.

    Attributes:
        status: OPTIMAL with proof, FEASIBLE with a gap to the bound, UNKNOWN where there was no time at all.
        plays: the cards in the order in which they are laid; cards that cannot be laid are not among them.
        points: what they score together.
        bound: what no sequence exceeds; `points` where that is proven to be the best.
        alternatives: other sequences with the same points, not all of them.
    """

    status: Status
    plays: tuple[Placement, ...]
    points: int
    bound: int
    alternatives: tuple[tuple[Placement, ...], ...] = ()

    @property
    def gap(self) -> int:
        """How many points better a sequence might be."""
        return self.bound - self.points


@dataclass(frozen=True, slots=True)
class LeftOnTable:
    """What a player scored, and what the same cards could have scored.

    Attributes:
        scored: the player's points.
        best: the best that the player's own played cards can do on the starting cards alone.
        board: the starting cards with those cards as the best sequence lays them.
    """

    scored: int
    best: BestPlay
    board: Board

    @property
    def left(self) -> int:
        """The points left on the table; below 0 where the cards of others helped."""
        return self.best.points - self.scored


def scored_places(table: Table, deck: Deck, hand: Sequence[str]) -> tuple[ScoredPlace, ...]:
    """Return every legal place of every card in hand with its points in either game, by card, row and column.

    Raises:
        CamouflageError: a card lies on the table already, or something is not of the deck.
    """
    return tuple(
        ScoredPlace(play, DIVERSIFY.card_points(play), COVER_SOME_GROUND.card_points(play))
        for card in hand
        for play in places(table, deck, card)
    )


def best_play(
    table: Table,
    deck: Deck,
    hand: Sequence[str],
    game: str,
    *,
    time_limit_s: float = 10.0,
    cancelled: Callable[[], bool] = never,
) -> BestPlay:
    """Find the sequence of plays that scores the most.

    Args:
        table: a table with a shared board.
        deck: its cards.
        hand: the cards that may be laid, in any order; up to `MOST_CARDS`.
        game: one of `GAMES`.
        time_limit_s: after which the best that was found is returned.
        cancelled: tells whether to stop early; it is called often.

    Raises:
        WrongGameError: the game scores no points for cards, or the table has locations.
        CamouflageError: the hand is none, a card lies on the table already, or something is not of the deck.
    """
    _check(table, deck, hand, game)
    limit = limit_in(time_limit_s, cancelled)
    search = PlaySearch(table, deck, hand, game)
    proven = search.run(limit)
    first, *others = [_placements(plays) for plays in search.best]
    status = Status.OPTIMAL if proven else Status.FEASIBLE if search.nodes else Status.UNKNOWN
    return BestPlay(status, first, search.points, search.bound, tuple(others))


def points_left(
    table: Table,
    deck: Deck,
    game: str,
    *,
    time_limit_s: float = 10.0,
    cancelled: Callable[[], bool] = never,
) -> Mapping[str, LeftOnTable]:
    """Return what each player left on the table.

    Args:
        table: the table at the end of the game, with its starting cards.
        deck: its cards.
        game: one of `GAMES`.
        time_limit_s: for each player.
        cancelled: tells whether to stop early; it is called often.

    Raises:
        WrongGameError: the game scores no points for cards, or the table has locations.
        MalformedBoardError: the table does not name its starting cards, or not all of them lie there.
        CamouflageError: as for `best_play`, or a score is not certain.
    """
    _check_game(table, game)
    start = [placement for placement in table.board if placement.card in (table.start or ())]
    if not 1 <= len(start) <= STARTING_BOARD or len(start) < len(table.start or ()):
        raise MalformedBoardError(
            f"start: expected 1 to {STARTING_BOARD} starting cards that lie on the table; found {len(start)}"
        )
    alone = replace(table, board=Board(tuple(start)), out=None)
    found = {}
    for player, (scored, hand) in _played(table, deck, game).items():
        best = best_play(alone, deck, hand, game, time_limit_s=time_limit_s, cancelled=cancelled)
        found[player] = LeftOnTable(scored, best, Board((*start, *best.plays)))
    return found


def who_can_play(
    table: Table, deck: Deck, hands: Mapping[str, Sequence[str]]
) -> Mapping[str, Judgement | None]:
    """Tell who can still play: a legal place for each player, None where there is none.

    In Not My Stack! nobody plays on the own location or on that of a player who is out; the game ends when
    nobody has a place.

    Args:
        table: the table, with a shared board or locations.
        deck: its cards.
        hands: the cards of each player.

    Raises:
        CamouflageError: a card lies on the table already, or something is not of the deck.
    """
    return {
        player: next((play for card in hand for play in places(table, deck, card)), None)
        for player, hand in hands.items()
    }


def unplayed(table: Table, deck: Deck) -> Mapping[str, tuple[str, ...]]:
    """Return the cards of each player that do not lie on the table.

    Raises:
        MalformedBoardError: the table does not name its players.
    """
    if table.seats is None:
        raise MalformedBoardError("players: expected the deck of each player; found none")
    return {
        player: tuple(card.id for card in deck.cards_of(animal) if card.id not in table.cards)
        for player, animal in table.seats.items()
    }


def _check_game(table: Table, game: str) -> None:
    if game not in GAMES:
        raise WrongGameError(f"the best play is that of {' or '.join(GAMES)}; found {game!r}")
    if table.locations:
        raise WrongGameError(f"{game} is played on a shared board; this table has locations")


def _check(table: Table, deck: Deck, hand: Sequence[str], game: str) -> None:
    _check_game(table, game)
    if not 1 <= len(hand) <= MOST_CARDS:
        raise MalformedBoardError(f"hand: expected 1 to {MOST_CARDS} cards; found {len(hand)}")
    if twice := repeated(hand):
        raise MalformedBoardError(f"hand: expected each card once; found {twice} twice")
    table.check(deck)
    for card in hand:
        deck.face(card, table.face)
        if card in table.cards:
            raise UnknownCardError(f"hand: expected cards in hand; {card} lies on the table already")


def _played(table: Table, deck: Deck, game: str) -> Mapping[str, tuple[int, tuple[str, ...]]]:
    """Return the points of each player and the cards that the player has laid."""
    sheet = score(table, deck, game)
    played = {}
    for standing in sheet.standings:
        if not isinstance(standing.points, int):
            raise MalformedBoardError(f"{standing.player}: expected points that are certain; found a range")
        cards = tuple(line.item for line in sheet.lines if line.player == standing.player)
        if cards:
            played[standing.player] = (standing.points, cards)
    return played


def _placements(plays: Plays) -> tuple[Placement, ...]:
    return tuple(Placement(card, Cell(x, y), turn) for card, (x, y, turn) in plays)
