"""How well the demo deck plays, beside decks drawn at random: python -m benchmarks.deck.

Games are played by the rules, with hands of three and a starting board of three cards; who plays next, the
card and its place are drawn. What is counted is how many of the players' cards are laid in the end.
"""

import argparse
import math
import random
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, stdev
from typing import Final, TypeAlias

from api.files import named_deck
from benchmarks.deck_design import evenness, kinds_of_sides, told_apart
from benchmarks.deck_play import PLAYERS, Animal, Played, Ring, animals_of, play
from benchmarks.intervals import Interval, percent, wilson
from games.camouflage import Deck, FaceName

GOAL: Final = 0.95
"""The share of the players' cards that is to be laid, over all games of a face."""

RANDOM: Final = (4, 7)
"""The numbers of patterns of the random decks that are played beside."""

MEANING: Final = (
    "[low-high] is the 95 % interval of a share, in percent, from how much the games differ. Askew are the\n"
    "cards that lie an odd number of cells from the first one in x or y. A random deck is drawn anew for\n"
    "each game, square by square."
)

_QUANTILE: Final = 1.959964
"""The standard normal quantile at 97.5 %, which leaves 2.5 % on either side."""

Deal: TypeAlias = Callable[[random.Random], Sequence[Animal]]
"""Gives the decks of six for one game."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.deck")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="for each row")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the first game")
    chosen = parser.parse_args(arguments)
    for line in _lines(named_deck("demo").deck, chosen.games, chosen.seed):
        print(line, flush=True)


def _lines(deck: Deck, games: int, seed: int) -> Iterator[str]:
    heads = [f"{players} players" for players in PLAYERS]
    yield aligned("cards laid", [*heads, "all"], f">= {GOAL:.0%}", "askew")
    for face in deck.patterns:
        yield _row(f"demo, {face}", _dealt(deck, face), games, seed)
    for patterns in RANDOM:
        yield _row(f"random, {patterns} patterns", random_dealt(patterns), games, seed)
    yield ""
    for face, names in deck.patterns.items():
        rings = [ring for animal in animals_of(deck, face) for ring in animal]
        yield (
            f"demo, {face}: {len(names)} patterns, used {evenness(rings, len(names)):.0%} evenly;"
            f" {kinds_of_sides(rings)} kinds of sides;"
            f" cards are {'' if told_apart(rings) else 'not '}all told apart"
        )
    yield MEANING


def played(deal: Deal, players: int, games: int, seed: int) -> list[Played]:
    """Play games at random, each with a seed of its own: the same games for the same seed."""
    found = []
    for game in range(games):
        draw = random.Random(f"{seed} {players} {game}")  # noqa: S311 - games are played, no secret is made
        found.append(play(deal(draw), players, draw))
    return found


def interval(games: Sequence[Played]) -> Interval:
    """Return the 95 % interval of the share of cards that are laid; of fewer than two games nothing is known.

    Games differ, and so do their cards: it is the normal interval of a ratio of two means (W. G. Cochran,
    Sampling Techniques, 1977, chapter 6). Where all games end alike it is Wilson's of such games.
    """
    if len(games) < 2:
        return Interval(0.0, 1.0)
    share = laid(games)
    spread = stdev(game.laid - share * game.cards for game in games)
    if not spread:
        return wilson(round(share * len(games)), len(games))
    half = _QUANTILE * spread / math.sqrt(len(games)) / fmean(game.cards for game in games)
    return Interval(max(0.0, share - half), min(1.0, share + half))


def laid(games: Sequence[Played]) -> float:
    """Return which share of the players' cards were laid, 0 to 1."""
    return sum(game.laid for game in games) / sum(game.cards for game in games)


def _row(name: str, deal: Deal, games: int, seed: int) -> str:
    by_players = [played(deal, players, games // len(PLAYERS), seed) for players in PLAYERS]
    every = [game for found in by_players for game in found]
    askew = sum(game.askew for game in every) / max(1, sum(game.laid for game in every))
    cells = [_share(found) for found in [*by_players, every]]
    met = "met" if laid(every) >= GOAL else "not"
    return aligned(name, cells, met, f"{askew:.0%}")


def aligned(name: str, cells: Sequence[str], met: str, askew: str) -> str:
    """Return a row of the table: the widest cell is `100.0% [100.0-100.0]`."""
    return " ".join([f"{name:<19}", *(f"{cell:>20}" for cell in cells), f"{met:>8}", f"{askew:>7}"])


def _share(games: Sequence[Played]) -> str:
    return f"{laid(games):.1%} {percent(interval(games))}"


def _dealt(deck: Deck, face: FaceName) -> Deal:
    animals = animals_of(deck, face)
    return lambda _: animals


def random_dealt(patterns: int) -> Deal:
    """Return what draws a deck anew for each game, each of its squares by itself."""

    def deal(draw: random.Random) -> list[Animal]:
        return [tuple(_ring(patterns, draw) for _ in range(6)) for _ in range(7)]

    return deal


def _ring(patterns: int, draw: random.Random) -> Ring:
    a, b, c, d, e, f, g, h = draw.choices(range(patterns), k=8)
    return a, b, c, d, e, f, g, h


if __name__ == "__main__":
    main()
