"""How fast and how well the games are played, and how right odds are: python -m benchmarks.games.

Time is processor time; the load of the machine is printed, as it slows that down too. OpenSpiel, RLCard and
camel-up-solver are measured beside ours where they are installed, and skipped by name elsewhere.
"""

import argparse
import os
from collections.abc import Iterator, Sequence

from benchmarks import camel_up, camelot_deals, camelot_play, game_speed
from benchmarks.intervals import percent, wilson


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.games")
    parser.add_argument("--deals", type=int, default=200, metavar="N", help="deals of Camelot to solve")
    parser.add_argument("--played", type=int, default=100, metavar="N", help="games played on advice")
    parser.add_argument(
        "--positions",
        type=int,
        default=camel_up.EXACT_POSITIONS,
        metavar="N",
        help="positions of Camel Up whose exact odds are timed; four times as many are compared",
    )
    parser.add_argument("--seconds", type=float, default=game_speed.SECONDS, help="for each speed")
    chosen = parser.parse_args(arguments)
    print(f"load: {', '.join(f'{load:.1f}' for load in os.getloadavg())} on {os.cpu_count()} processors")
    print("\nRandom play through the public contract")
    for speed in game_speed.speeds(chosen.seconds):
        print(game_speed.told(speed), flush=True)
    print(f"\nDeals of Camelot, {camelot_deals.TIME_LIMIT_S:.0f} s of processor time each at most")
    print("\n".join(camelot_deals.lines([*camelot_deals.blocks(chosen.deals)])))
    if chosen.played:
        print("\nCamelot with a hidden stock, the deals of seeds 1 and on")
        for line in played(chosen.played):
            print(line, flush=True)
    print("\nOdds of Camel Up")
    told = camel_up.lines(
        seconds=chosen.seconds,
        exact=chosen.positions,
        compared=4 * chosen.positions,
        games=chosen.played // 5,
    )
    for line in told:
        print(line, flush=True)


def played(games: int) -> Iterator[str]:
    """Tell how often each player wins the same deals."""
    for name, player in camelot_play.PLAYERS:
        found = [*camelot_play.games(player, range(1, games + 1))]
        won = sum(each.won for each in found)
        slowest_ms = 1000 * max(each.slowest_s for each in found)
        share = f"{won / games:.1%} {percent(wilson(won, games))}"
        yield f"{name:13} won {won} of {games}: {share}, slowest action {slowest_ms:.0f} ms"


if __name__ == "__main__":
    main()
