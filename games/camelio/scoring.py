"""The score sheet of Camelio: a line for each colour of each player, with what just happened there."""

from collections.abc import Iterator
from typing import Final

from games.camelio.cards import COLOURS, Deck
from games.camelio.state import State
from games.scoring import POINTS, Criterion, ScoreLine, ScoreSheet, Standing, rank

SPHERES: Final = "spheres-in-play"
"""The tie-break: the spheres in play in colours that are not scored."""

_END: Final = "end"
"""What a score sheet misses before the game has ended."""

_HAPPENED: Final = {
    "point": "{sum}, just scored",
    "bust": "{sum}, a bust, so they were discarded",
    "point-lost": "{sum} once more, so the point is lost and both sets were discarded",
}
"""What is said of what just happened."""


def sheet(state: State) -> ScoreSheet[ScoreLine, Standing]:
    """Return the score sheet of a state; the winners are open before the end."""
    points = {player: state.points(seat) for seat, player in enumerate(state.players)}
    spheres = {player: spheres_in_play(state, seat) for seat, player in enumerate(state.players)}
    ranking = rank(state.players, [Criterion(POINTS, points), Criterion(SPHERES, spheres)])
    return ScoreSheet(
        game="camelio",
        lines=tuple(_lines(state)),
        standings=tuple(
            Standing(player, points[player], ranking.ranks[player], disqualified=False)
            for player in state.players
        ),
        winners=ranking.winners if state.ended else None,
        decided_by=ranking.decided_by if state.ended else None,
        missing=() if state.ended else (_END,),
        rulings=tuple(_rulings(state, ranking.decided_by)),
    )


def spheres_in_play(state: State, player: int) -> int:
    """Return how many spheres a player has in play in colours without a point, which breaks ties."""
    first = len(COLOURS) * player
    return sum(
        state.spheres(player, colour) for colour in range(len(COLOURS)) if not state.scored[first + colour]
    )


def _rulings(state: State, decided_by: str | None) -> Iterator[str]:
    if state.ended and max(map(state.points, range(len(state.players)))) < state.target:
        yield "end-of-deck"
        if decided_by != POINTS:
            yield "tie"


def _lines(state: State) -> Iterator[ScoreLine]:
    for place in range(len(state.play)):
        seat, colour = divmod(place, len(COLOURS))
        reasons = [*_reasons(state, place)]
        if reasons:
            points, player = int(bool(state.scored[place])), state.players[seat]
            yield ScoreLine(f"{COLOURS[colour]}: {player}", player, points, points, ("; ".join(reasons),))


def _reasons(state: State, place: int) -> Iterator[str]:
    happened = [each for each in state.happened if len(COLOURS) * each.player + each.colour == place]
    for each in happened:
        yield _HAPPENED[each.what].format(sum=added(each.cards, state.deck))
    if state.scored[place] and not happened:
        yield f"{added(state.scored[place], state.deck)}, scored"
    if state.play[place]:
        yield f"{added(state.play[place], state.deck)} in play"


def added(cards: tuple[int, ...], deck: Deck) -> str:
    """Return the spheres of some cards as a sum, such as `3 + 2 = 5 spheres`."""
    spheres = [deck.spheres[card] for card in cards]
    total = f"{sum(spheres)} {'sphere' if sum(spheres) == 1 else 'spheres'}"
    return total if len(spheres) == 1 else f"{' + '.join(map(str, spheres))} = {total}"
