"""How often the adviser of Camelio wins against others: python -m benchmarks.camelio_play.

For each choice it draws as many deals, whatever the time, so that the same games come again. The seat of the
player who is counted goes round from game to game.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from benchmarks.intervals import percent, wilson
from games.camelio import CAMELIO, State, Take
from solver.camelio_adviser import best_takes
from solver.camelio_players import at_random, greedily

Player = Callable[[Sequence[State], random.Random], Sequence[Take]]
"""Chooses in some states in which it has the same seat, with what draws lots."""

_NAMES: Final = ("Ann", "Ben", "Cleo", "Dan")

_DEALS: Final = 30
"""How many deals the adviser draws for each choice here; when asked, it has a second for them."""

_AT_ONCE: Final = 100
"""How many games are played side by side."""


def _random(states: Sequence[State], draw: random.Random) -> Sequence[Take]:
    return [at_random(state, draw) for state in states]


def _greedy(states: Sequence[State], draw: random.Random) -> Sequence[Take]:
    return [greedily(state, draw) for state in states]


def _adviser(deals: int, states: Sequence[State], draw: random.Random) -> Sequence[Take]:
    return best_takes(states, deals=deals, seed=draw.randrange(2**32))


def players(deals: int) -> tuple[tuple[str, Player], ...]:
    """Return who is counted, by name."""
    return (
        ("greedy", _greedy),
        ("policy alone", partial(_adviser, 0)),
        ("adviser", partial(_adviser, deals)),
    )


OPPONENTS: Final[tuple[tuple[str, Player], ...]] = (("random", _random), ("greedy", _greedy))
"""Against whom, by name."""


class Won(NamedTuple):
    """What came of some games.

    Attributes:
        games: how many were played.
        won: how many the player who is counted won, alone or with others.
        alone: how many of these alone.
        mean_s: the seconds of processor time that a choice took on average.
    """

    games: int
    won: int
    alone: int
    mean_s: float


def played(player: Player, other: Player, seats: int, count: int) -> Won:
    """Play the deals of the seeds 1 to `count`; the player sits on the seat that the seed tells."""
    won = alone = choices = 0
    spent_s = 0.0
    for own in range(seats):
        seeds = [seed for seed in range(1, count + 1) if seed % seats == own]
        for first in range(0, len(seeds), _AT_ONCE):
            some = seeds[first : first + _AT_ONCE]
            draw = random.Random(some[0])  # noqa: S311 - games are played, no secret is made
            going_on = [_looked(CAMELIO.new(_NAMES[:seats], seed=seed)) for seed in some]
            while going_on:
                counted = going_on[0].turn == own
                began = time.process_time()
                takes = (player if counted else other)(going_on, draw)
                spent_s += counted * (time.process_time() - began)
                choices += counted * len(takes)
                after = [_looked(CAMELIO.apply(*each)) for each in zip(going_on, takes, strict=True)]
                winners = [CAMELIO.score(state).winners or () for state in after if state.ended]
                won += sum(_NAMES[own] in each for each in winners)
                alone += winners.count((_NAMES[own],))
                going_on = [state for state in after if not state.ended]
    return Won(count, won, alone, spent_s / choices)


def _looked(state: State) -> State:
    """Return a state once a player has to choose, or the game is over."""
    while state.next_is_chance:
        state = CAMELIO.apply(state, CAMELIO.legal_actions(state)[0])
    return state


def lines(count: int, seats: int, deals: int, counted: Sequence[str]) -> Iterator[str]:
    """Tell how often each of some players wins against each opponent."""
    for name, player in players(deals):
        for against, other in OPPONENTS:
            if name in counted and player is not other:
                found = played(player, other, seats, count)
                share = f"{found.won / count:.1%} {percent(wilson(found.won, count))}"
                yield (
                    f"{name:12} against {seats - 1} {against:6}: won {found.won} of {count} = {share}, "
                    f"{found.alone} alone; {1000 * found.mean_s:.1f} ms a choice"
                )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.camelio_play")
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="of each pairing")
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4), help="how many play")
    parser.add_argument("--deals", type=int, default=_DEALS, metavar="N", help="drawn for each choice")
    names = [name for name, _ in players(0)]
    parser.add_argument("--counted", nargs="+", choices=names, default=names, help="who is counted")
    chosen = parser.parse_args(arguments)
    for line in lines(chosen.games, chosen.seats, chosen.deals, chosen.counted):
        print(line, flush=True)


if __name__ == "__main__":
    main()
