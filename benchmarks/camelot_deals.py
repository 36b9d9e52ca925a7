"""How many deals of Camelot can be won: a batch that is taken up where it was left.

    python -m benchmarks.camelot_deals --deals 20000 --store deals.jsonl

Each line of the store is a block of deals that is done. `--exact` counts the share of all deals, too.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from benchmarks.camelot_share import winnable_share
from benchmarks.intervals import percent, wilson
from games.camelot import CAMELOT
from solver.camelot import solve

BLOCK: Final = 100
"""How many deals are solved before they are written down."""

TIME_LIMIT_S: Final = 40.0
"""When a deal is given up, in seconds of processor time."""


class Block(NamedTuple):
    """Some deals that were solved.

    Attributes:
        first: the seed of the first; the others follow.
        status: of each deal, as `solver.camelot.Solution` has it.
        cpu_ms: milliseconds of processor time that each deal took.
    """

    first: int
    status: tuple[str, ...]
    cpu_ms: tuple[float, ...]


def solved(first: int, deals: int = BLOCK) -> Block:
    """Solve the deals of some seeds; the rules check the line of each that is won while it is made."""
    status, cpu_ms = [], []
    for seed in range(first, first + deals):
        deal = CAMELOT.new(["solver"], seed=seed)
        began = time.process_time()
        status.append(solve(deal, time_limit_s=TIME_LIMIT_S).status)
        cpu_ms.append(round((time.process_time() - began) * 1000, 3))
    return Block(first, tuple(status), tuple(cpu_ms))


def blocks(deals: int, store: Path | None = None) -> Iterator[Block]:
    """Go through so many deals from seed 1 on, in whole blocks; stored ones are not solved again."""
    known = {block.first: block for block in _stored(store)} if store else {}
    for first in range(1, deals + 1, BLOCK):
        if first in known:
            yield known[first]
            continue
        block = solved(first)
        if store:
            with store.open("a") as file:
                file.write(json.dumps(block._asdict()) + "\n")
        yield block


def lines(found: Sequence[Block]) -> Iterator[str]:
    """Tell how many deals were won, lost and left open, and how long that took."""
    times: dict[str, list[float]] = {"solved": [], "impossible": [], "unfinished": []}
    for block in found:
        for status, cpu_ms in zip(block.status, block.cpu_ms, strict=True):
            times[status].append(cpu_ms)
    total = sum(map(len, times.values()))
    for words, each in zip(("won", "lost", "unresolved"), times.values(), strict=True):
        share = f"{len(each) / total:.2%} {percent(wilson(len(each), total))}"
        took = f", median {median(each):.2f} ms, longest {max(each):.1f} ms" if each else ""
        yield f"{words:10} {len(each):6} of {total} = {share}{took}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Solve and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.camelot_deals")
    parser.add_argument("--deals", type=int, default=1000, metavar="N", help="how many, from seed 1 on")
    parser.add_argument("--store", type=Path, metavar="FILE", help="where to keep what is done")
    parser.add_argument("--exact", action="store_true", help="count all deals as well")
    chosen = parser.parse_args(arguments)
    print("\n".join(lines([*blocks(chosen.deals, chosen.store)])))
    if chosen.exact:
        share = winnable_share()
        print(f"of all deals {share} = {float(share):.8%} can be won")


def _stored(store: Path) -> Iterator[Block]:
    if store.exists():
        for line in store.read_text().splitlines():
            block = json.loads(line)
            yield Block(block["first"], tuple(block["status"]), tuple(block["cpu_ms"]))


if __name__ == "__main__":
    main()
