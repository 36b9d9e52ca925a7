"""Score sheets of Camouflage, and the two games that count points: Diversify and Cover Some Ground."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from games.camouflage.legality import Breach, Judgement
from games.camouflage.rounds import Round, warnings
from games.scoring import (
    POINTS,
    Criterion,
    Points,
    ScoreLine,
    ScoreSheet,
    Standing,
    common,
    merging,
    rank,
    span,
)

FIRST_OUT = "first-out"
MOST_PLAYED = "most-played"
HIGHEST_CARD = "highest-card"
MOST_LOCATIONS = "most-locations"

TOKENS = 6
"""How many speed tokens there are; whoever is out later gets none."""


@dataclass(frozen=True, slots=True)
class CardLine(ScoreLine):
    """What one card scores; `item` is its id.

    Attributes:
        location: the player on whose location it lies, None on the shared board.
        legal: whether it lies legally; None if it is open.
        on: the different cards it touches from above.
        squares: how many of its squares lie on a card.
        breaches: the rules it breaks.
    """

    location: str | None
    legal: bool | None
    on: tuple[str, ...] = field(metadata=merging(common))
    squares: Points = field(metadata=merging(span))
    breaches: tuple[Breach, ...] = field(metadata=merging(common))

    def absent(self) -> Self:
        """Return the line of the same card where it does not lie on the table."""
        return replace(
            self,
            points=0,
            raw_points=0,
            reasons=("not on the table",),
            legal=None,
            on=(),
            squares=0,
            breaches=(),
        )


@dataclass(frozen=True, slots=True)
class PlayerStanding(Standing):
    """How a player of Camouflage stands.

    Attributes:
        deck: the deck the player plays.
        raw_points: the total if illegal cards counted.
        played: how many cards the player has played; illegal ones do not count, nor what began a location.
        out: 1 for whoever played all cards first, and so on; None if the player was not out or it is open.
        illegal: the player's illegal cards.
    """

    deck: str
    raw_points: Points = field(metadata=merging(span))
    played: Points = field(metadata=merging(span))
    out: int | None
    illegal: tuple[str, ...] = field(metadata=merging(common))

    def absent(self) -> Self:
        """Return the standing of the same player where there is no such player."""
        return replace(
            self, points=0, rank=None, disqualified=None, raw_points=0, played=0, out=None, illegal=()
        )


CamouflageSheet = ScoreSheet[CardLine, PlayerStanding]


@dataclass(frozen=True, slots=True)
class Tally:
    """What counts for or against a player at the end of a round.

    Attributes:
        points: the sum of the player's cards.
        raw_points: the same if illegal cards counted.
        highest_card: the points of the best of them.
        played: see `PlayerStanding`.
        unplayed: how many cards the player has left.
        token: the number on the player's speed token, None without one.
        on_own_location: how many cards lie on the player's location besides its first, whoever laid them.
        locations: how many locations of others the player has played on.
        illegal: the player's illegal cards.
    """

    points: int
    raw_points: int
    highest_card: int
    played: int
    unplayed: int
    token: int | None
    on_own_location: int
    locations: int
    illegal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mode:
    """One of the games that are played with the cards.

    Attributes:
        name: its name.
        on_locations: whether it is played on a location for each player instead of a shared board.
        disqualifies: whether an illegal card disqualifies its player.
        timed: whether the others have some time left once the first player is out.
        players: how many can play it, at least and at most.
        card_points: what a card scores if it is legal.
        card_reason: the same in words.
        player_points: a player's points, and raw points.
        criteria: the names of what players are compared by, and the values, of which the higher are better.
    """

    name: str
    on_locations: bool
    disqualifies: bool
    timed: bool
    players: tuple[int, int]
    card_points: Callable[[Judgement], int]
    card_reason: Callable[[Judgement], str]
    player_points: Callable[[Tally], tuple[int, int]]
    criteria: tuple[tuple[str, Callable[[Tally], int | None]], ...]


def earliest_token(tally: Tally) -> int | None:
    """Compare players by their tokens: the earliest among those who tie is best, and no token is last."""
    return None if tally.token is None else -tally.token


_MOST_POINTS: tuple[tuple[str, Callable[[Tally], int | None]], ...] = (
    (POINTS, lambda tally: tally.points),
    (FIRST_OUT, earliest_token),
    (MOST_PLAYED, lambda tally: tally.played),
    (HIGHEST_CARD, lambda tally: tally.highest_card),
)

# A card scores for each different card that lies directly beneath one of its squares.
DIVERSIFY = Mode(
    name="diversify",
    on_locations=False,
    disqualifies=False,
    timed=True,
    players=(2, 6),
    card_points=lambda judgement: len(judgement.on),
    card_reason=lambda judgement: f"cards directly beneath: {len(judgement.on)}",
    player_points=lambda tally: (tally.points, tally.raw_points),
    criteria=_MOST_POINTS,
)

# A card scores for each of its squares that lies on a card. A legal card has at least the minimum; should an
# illegal one have less, that is what it covers all the same.
COVER_SOME_GROUND = Mode(
    name="cover-some-ground",
    on_locations=False,
    disqualifies=False,
    timed=True,
    players=(2, 6),
    card_points=lambda judgement: len(judgement.covered),
    card_reason=lambda judgement: f"squares that lie on a card: {len(judgement.covered)}",
    player_points=lambda tally: (tally.points, tally.raw_points),
    criteria=_MOST_POINTS,
)


class _Scored(NamedTuple):
    """A card's judgement and what its owner scores for it, exactly."""

    judgement: Judgement
    owner: str | None
    points: int
    raw_points: int


def sheet(mode: Mode, played: Round) -> CamouflageSheet:
    """Return the score sheet of a round in which everything is settled."""
    cards = [_scored(mode, played, judgement) for judgement in played.judgements]
    tallies = {player: _tally(played, player, cards) for player in played.seats}
    criteria = [
        Criterion(name, {player: value(tally) for player, tally in tallies.items()})
        for name, value in mode.criteria
    ]
    disqualified = [player for player, tally in tallies.items() if mode.disqualifies and tally.illegal]
    ranking = rank(tallies, criteria, disqualified)
    return ScoreSheet(
        game=mode.name,
        lines=tuple(_line(mode, played, card) for card in cards),
        standings=tuple(
            _standing(mode, played, player, tally, ranking.ranks[player], disqualified=player in disqualified)
            for player, tally in tallies.items()
        ),
        winners=ranking.winners,
        decided_by=ranking.decided_by,
        warnings=warnings(played),
    )


def _scored(mode: Mode, played: Round, judgement: Judgement) -> _Scored:
    owner = played.owners[judgement.card]
    raw_points = 0 if owner is None else mode.card_points(judgement)
    void = not judgement.legal and played.table.rules.illegal_scores_zero
    return _Scored(judgement, owner, 0 if void else raw_points, raw_points)


def _line(mode: Mode, played: Round, card: _Scored) -> CardLine:
    return CardLine(
        item=card.judgement.card,
        player=card.owner,
        points=card.points,
        raw_points=card.raw_points,
        reasons=(_reason(mode, played, card),),
        location=card.judgement.location,
        legal=card.judgement.legal,
        on=card.judgement.on,
        squares=len(card.judgement.covered),
        breaches=card.judgement.breaches,
    )


def _reason(mode: Mode, played: Round, card: _Scored) -> str:
    if card.judgement.breaches:
        return "illegal: " + "; ".join(breach.reason for breach in card.judgement.breaches)
    if card.judgement.card in played.start:
        return "began the table"
    return "no player's card" if card.owner is None else mode.card_reason(card.judgement)


def _tally(played: Round, player: str, cards: list[_Scored]) -> Tally:
    own = [card for card in cards if card.owner == player]
    later = [card for card in cards if card.judgement.card not in played.start]
    laid = [card.judgement for card in later if card.owner == player]
    place = _place_out(played, player)
    return Tally(
        points=sum(card.points for card in own),
        raw_points=sum(card.raw_points for card in own),
        highest_card=max((card.points for card in own), default=0),
        played=sum(judgement.legal is True for judgement in laid),
        unplayed=played.unplayed(player),
        token=place if place and place <= TOKENS else None,
        on_own_location=sum(card.judgement.location == player for card in later),
        locations=len({judgement.location for judgement in laid} - {player}),
        illegal=tuple(card.judgement.card for card in own if not card.judgement.legal),
    )


def _standing(
    mode: Mode, played: Round, player: str, tally: Tally, rank: int, *, disqualified: bool
) -> PlayerStanding:
    points, raw_points = mode.player_points(tally)
    return PlayerStanding(
        player=player,
        points=points,
        rank=rank,
        disqualified=disqualified,
        deck=played.seats[player],
        raw_points=raw_points,
        played=tally.played,
        out=_place_out(played, player),
        illegal=tally.illegal,
    )


def _place_out(played: Round, player: str) -> int | None:
    return played.out.index(player) + 1 if player in played.out else None
