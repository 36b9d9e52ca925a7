"""Finds what the figures of `solver.camelot_policy` should weigh: python -m benchmarks.camelot_tuning.

The cross-entropy method: weights are drawn, those that win most are kept, and the next are drawn round them.
Games count by their chance to be won (see `played_out`), which takes far fewer of them than counting wins.
"""

import argparse
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.camelot import DECK, State
from solver.camelot_policy import WEIGHTS, Weights, played_out, position_of

_FIGURES: Final = len(WEIGHTS.late)
_DRAWN: Final = 40
_KEPT: Final = 8


def chance(weights: Weights, games: int, *, seed: int) -> float:
    """Return the chance to win a deal, from so many games; the same deals for the same seed."""
    ranks = np.array([card >> 2 for card in DECK])
    stocks = np.random.default_rng(seed).permuted(np.tile(ranks, (games, 1)), axis=1)
    starts = position_of(State("policy")).of(np.zeros(games, np.int64))
    return float(played_out(starts, stocks, weights).mean())


def tuned(rounds: int, games: int, *, seed: int) -> Weights:
    """Return weights that do well.

    Args:
        rounds: how often weights are drawn.
        games: how many each of them plays.
        seed: of weights and deals.
    """
    draw = np.random.default_rng(seed)
    middle, spread = np.zeros(2 * _FIGURES), np.full(2 * _FIGURES, 0.5)
    middle[0] = 1  # to begin with, what counts is that the grid can be filled
    for number in range(rounds):
        drawn = middle + spread * draw.standard_normal((_DRAWN, len(middle)))
        worth = [chance(_weights(each), games, seed=seed + number) for each in drawn]
        best = drawn[np.argsort(worth)[-_KEPT:]]
        middle = 0.3 * middle + 0.7 * best.mean(axis=0)
        spread = 0.3 * spread + 0.7 * best.std(axis=0) + 0.01
        print(f"round {number + 1}: mean {np.mean(worth):.4f}, best {max(worth):.4f}", flush=True)
    return _weights(middle)


def main(arguments: Sequence[str] | None = None) -> None:
    """Tune and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.camelot_tuning")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--games", type=int, default=5000, help="that each of forty weights plays a round")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    found = tuned(chosen.rounds, chosen.games, seed=chosen.seed)
    for name, weights in (("now", WEIGHTS), ("found", found)):
        print(f"{name}: {chance(weights, 40_000, seed=0):.4f} {weights}")


def _weights(values: NDArray[np.float64]) -> Weights:
    late, early = np.split(np.round(values, 3), 2)
    return Weights(tuple(map(float, late)), tuple(map(float, early)))


if __name__ == "__main__":
    main()
