"""The command: python -m benchmarks.simulation OUT --packs N --photos M --seed S."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.simulation.packs import Wishes, write_pack

_PICTURES = {".jpg", ".jpeg", ".png"}


def main(arguments: Sequence[str] | None = None) -> None:
    """Write packs."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.simulation", description="Draw packs of photos with the truth beside them."
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder in which the packs are made")
    parser.add_argument("--packs", type=int, default=1, metavar="N", help="how many packs")
    parser.add_argument("--photos", type=int, default=10, metavar="M", help="photos of tables in each pack")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="of the first pack; the next has S + 1"
    )
    parser.add_argument("--tables", type=Path, metavar="FOLDER", help="pictures of table tops")
    parser.add_argument(
        "--pixels", type=int, nargs=2, default=(1600, 2400), metavar=("LEAST", "MOST"), help="the longer side"
    )
    parser.add_argument("--large", action="store_true", help="every fourth photo with 4032 x 3024 pixels")
    parser.add_argument("--angles", type=int, default=1, metavar="K", help="photos of each table")
    chosen = parser.parse_args(arguments)
    least, most = chosen.pixels
    tables = _pictures(chosen.tables) if chosen.tables else ()
    wishes = Wishes(
        photos=chosen.photos,
        large=chosen.large,
        tables=tables,
        longer_px=(least, most),
        angles=chosen.angles,
    )
    for seed in range(chosen.seed, chosen.seed + chosen.packs):
        write_pack(chosen.out / f"sim-{seed}", wishes, seed=seed)
        print(f"sim-{seed}", file=sys.stderr)


def _pictures(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(path for path in folder.iterdir() if path.suffix in _PICTURES))


if __name__ == "__main__":
    main()
