"""What the players weigh in the adviser's mind: python -m benchmarks.camelio_tuning.

The cross-entropy method: weights are drawn, each plays against those found so far, and the next are drawn
around those that won most.
"""

import argparse
from collections.abc import Sequence
from typing import Final

import numpy as np

from games.camelio import CAMELIO
from solver.camelio_play import games_of, played_out
from solver.camelio_policy import WEIGHTS, Weights

_NAMES: Final = ("Ann", "Ben", "Cleo", "Dan")
_BEST: Final = 0.2
"""The share of the drawn weights that the next are drawn around."""

_SPREAD: Final = 0.15
"""How far the first are drawn around the weights of the solver."""


def wins(weights: Weights, against: Weights, games: int, *, players: int, seed: int) -> float:
    """Return how many of some games weights win against others, with the seats rotated."""
    draw, won = np.random.default_rng(seed), 0.0
    start = CAMELIO.new(_NAMES[:players])
    for seat in range(players):
        each = [weights if other == seat else against for other in range(players)]
        won += float(played_out(games_of(start, games // players, draw), each, draw)[:, seat].mean())
    return won / players


def tuned(rounds: int, drawn: int, games: int, *, seed: int) -> Weights:
    """Return weights that win often against weights that are nearly as good."""
    draw, middle = np.random.default_rng(seed), np.array(WEIGHTS)
    spread = np.full(len(middle), _SPREAD)
    for number in range(rounds):
        tried = draw.normal(middle, spread, (drawn, len(middle)))
        against = tuple(middle.tolist())
        won = [
            sum(
                wins(tuple(one.tolist()), against, games, players=n, seed=seed + number) * n
                for n in (2, 3, 4)
            )
            for one in tried
        ]
        best = tried[np.argsort(won)[-max(2, int(_BEST * drawn)) :]]
        middle, spread = best.mean(axis=0), best.std(axis=0) + 0.02
    return tuple(middle.tolist())


def main(arguments: Sequence[str] | None = None) -> None:
    """Tune and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.camelio_tuning")
    parser.add_argument("--rounds", type=int, default=12, metavar="N", help="how often weights are drawn")
    parser.add_argument("--drawn", type=int, default=50, metavar="N", help="how many are drawn each time")
    parser.add_argument("--games", type=int, default=1200, metavar="N", help="games for each, twice to four")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    found = tuned(chosen.rounds, chosen.drawn, chosen.games, seed=chosen.seed)
    print(", ".join(f"{weight:.2f}" for weight in found))
    for players in (2, 3, 4):
        share = wins(found, WEIGHTS, 20_000, players=players, seed=chosen.seed + 1000)
        print(f"{players} players: wins {share:.1%} against the weights of the solver")


if __name__ == "__main__":
    main()
