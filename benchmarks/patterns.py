"""How well textures are told apart on real photos: python -m benchmarks.patterns FOLDER.

FOLDER holds photographed boards of texture squares: `boards/ID.jpg`, square and cut along the board's edges;
`squares.csv` with the columns image_id, row, col and terrain; and `scores.csv` with image_id and
layout_group, the same for all photos of one board. Of each class three squares are enrolled, and all others
are recognised by what they are most like, compared as squares are when a deck is enrolled. The boards are
cut into halves again and again: squares are enrolled from one half, and the photos of the other are brought
to its light one by one, so that nothing is known of a board that is tested but the photo itself.
"""

import argparse
import csv
import json
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.intervals import CONFIDENCE, Interval, percent
from vision.appearance import Floats32
from vision.errors import PhotoError
from vision.geometry import Floats
from vision.light import in_light_of, in_one_light
from vision.patterns import described, likeness
from vision.photo import Pixels, load_photo

ENROLLED: Final = 3
"""Squares of a class that are enrolled."""
HALVINGS: Final = 5
"""How often the boards are cut into halves; squares are enrolled from both in turn."""
DRAWS: Final = 4
"""How often squares are drawn from a half."""
LEFT_OUT: Final = {
    "Home": "the start tile of four prints, mostly under a model castle",
    "Unknown": "bare table",
}
"""Classes that are no texture, and why."""
_RESAMPLES: Final = 2000


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A photographed board.

    Attributes:
        layout: which board was photographed.
        picture: (rows, cols, 3) uint8, square.
        classes: what each square is, row by row.
    """

    layout: str
    picture: Pixels
    classes: tuple[str, ...]

    @property
    def side(self) -> int:
        """Squares along a side."""
        return math.isqrt(len(self.classes))


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """Squares that were compared with the enrolled squares of one draw.

    Attributes:
        layouts: the board each square is from.
        true: its class.
        enrolled: the classes that were enrolled.
        likeness: (squares, enrolled) how like it is to each.
    """

    layouts: tuple[str, ...]
    true: tuple[str, ...]
    enrolled: tuple[str, ...]
    likeness: Floats

    def of(self, classes: Collection[str]) -> Iterator[tuple[str, str, str]]:
        """Return board, class and what it was taken for, of each square where only some classes count."""
        columns = [number for number, each in enumerate(self.enrolled) if each in classes]
        for layout, true, like in zip(self.layouts, self.true, self.likeness[:, columns], strict=True):
            if true in classes and true in self.enrolled:
                yield layout, true, self.enrolled[columns[int(like.argmax())]]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.patterns", description="How well textures are told apart on real photos."
    )
    parser.add_argument("folder", type=Path, help="photographed boards of texture squares")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the halves and the draws")
    chosen = parser.parse_args(arguments)
    try:
        boards = read_boards(chosen.folder)
    except (OSError, KeyError, ValueError, PhotoError) as error:
        parser.error(f"boards/*.jpg, squares.csv and scores.csv were expected in {chosen.folder}: {error}")
    draws = list(drawn(boards, chosen.seed))
    found = {
        name: figures([list(draw.of(classes)) for draw in draws], chosen.seed)
        for name, classes in scopes_of(boards).items()
    }
    if chosen.json:
        print(json.dumps({name: asdict(each) for name, each in found.items()}))
    else:
        print("\n".join(text(boards, found)))


def read_boards(folder: Path) -> list[Board]:
    """Read the boards of a folder.

    Raises:
        OSError: a file is missing.
        KeyError: a column is missing, or a board's row.
        ValueError: a row or column is no number, or the squares of a board do not make up a square.
        PhotoError: a photo cannot be read.
    """
    layouts = {row["image_id"]: row["layout_group"] for row in _rows(folder / "scores.csv")}
    squares: dict[str, dict[tuple[int, int], str]] = {}
    for row in _rows(folder / "squares.csv"):
        squares.setdefault(row["image_id"], {})[int(row["row"]), int(row["col"])] = row["terrain"]
    return [
        Board(
            layouts[image],
            load_photo(folder / "boards" / f"{image}.jpg").pixels,
            _classes(image, own),
        )
        for image, own in squares.items()
    ]


def _classes(image: str, squares: Mapping[tuple[int, int], str]) -> tuple[str, ...]:
    """Return the classes of a board's squares, row by row."""
    rows, columns = ({place[axis] for place in squares} for axis in (0, 1))
    if not len(rows) ** 2 == len(columns) ** 2 == len(squares):
        raise ValueError(
            f"board {image} should have as many rows as columns, all of them full; it has {len(squares)} "
            f"squares in {len(rows)} rows and {len(columns)} columns"
        )
    return tuple(squares[place] for place in sorted(squares))


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, restval=""))


def scopes_of(boards: Sequence[Board]) -> dict[str, tuple[str, ...]]:
    """Return the sets of classes that are told apart: textures alone, and with what else is on the boards."""
    every = sorted({each for board in boards for each in board.classes})
    textures = tuple(each for each in every if each not in LEFT_OUT)
    others = [each for each in LEFT_OUT if each in every]
    scopes = {"textures": textures}
    scopes |= {f"textures and {each}": (*textures, each) for each in others}
    return scopes if len(others) < 2 else scopes | {"all": tuple(every)}


def drawn(boards: Sequence[Board], seed: int) -> Iterator[Draw]:
    """Enrol squares of a half of the boards, and compare the squares of the other half with them.

    Args:
        boards: the boards.
        seed: of the halves and of the squares that are enrolled.
    """
    random = np.random.default_rng(seed)
    layouts = sorted({board.layout for board in boards})
    for _ in range(HALVINGS):
        order = random.permutation(len(layouts))
        for half in (order[::2], order[1::2]):
            chosen = {layouts[number] for number in half}
            known = [board for board in boards if board.layout in chosen]
            yield from _compared(known, [board for board in boards if board.layout not in chosen], random)


def _compared(known: Sequence[Board], tested: Sequence[Board], random: np.random.Generator) -> Iterator[Draw]:
    """Draw squares of known boards again and again, and compare those of the tested with them."""
    pictures = in_one_light([board.picture for board in known], range(len(known)))
    own = _squares(zip(pictures, known, strict=True))
    squares = _squares((in_light_of(board.picture, pictures), board) for board in tested)
    classes = np.array([each for board in known for each in board.classes])
    enrolled = [each for each in np.unique(classes).tolist() if (classes == each).sum() >= ENROLLED]
    for _ in range(DRAWS):
        chosen = [
            random.choice(np.flatnonzero(classes == each), ENROLLED, replace=False) for each in enrolled
        ]
        together = np.stack([np.concatenate(own[numbers]) for numbers in chosen])
        yield Draw(
            tuple(board.layout for board in tested for _ in board.classes),
            tuple(each for board in tested for each in board.classes),
            tuple(enrolled),
            likeness(squares, together),
        )


def _squares(boards: Iterable[tuple[Pixels, Board]]) -> Floats32:
    return np.concatenate([described(picture, board.side) for picture, board in boards])


@dataclass(frozen=True, slots=True)
class Figures:
    """How many squares were recognised.

    Attributes:
        right: how many, each counted once a draw in which it was tested.
        tested: of how many.
        interval: of their share, 0 to 1.
        mistakes: class, what it was taken for, and how often, the most frequent first.
    """

    right: int
    tested: int
    interval: Interval
    mistakes: tuple[tuple[str, str, int], ...]


def figures(draws: Sequence[Sequence[tuple[str, str, str]]], seed: int) -> Figures:
    """Count what was recognised.

    Squares of one board are alike, and all squares of a draw hang on what was enrolled. So the 95 % interval
    is a bootstrap: boards and draws are drawn anew, with replacement, both at a time.

    Args:
        draws: for each draw the squares that were tested: board, class, what it was taken for.
        seed: of the bootstrap.
    """
    layouts = sorted({layout for draw in draws for layout, _, _ in draw})
    counts = np.zeros((2, len(draws), len(layouts)))
    for number, draw in enumerate(draws):
        for layout, true, found in draw:
            counts[:, number, layouts.index(layout)] += (true == found, 1)
    random = np.random.default_rng(seed)
    shares = []
    for _ in range(_RESAMPLES):
        rows = random.integers(0, len(draws), len(draws))
        columns = random.integers(0, len(layouts), len(layouts))
        right, tested = counts[:, rows][:, :, columns].sum((1, 2))
        shares.append(right / max(tested, 1))
    low, high = np.quantile(shares, ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2))
    wrong = Counter((true, found) for draw in draws for _, true, found in draw if true != found)
    right, tested = counts.sum((1, 2)).astype(int)
    return Figures(
        int(right),
        int(tested),
        Interval(float(low), float(high)),
        tuple((true, found, count) for (true, found), count in wrong.most_common()),
    )


def text(boards: Sequence[Board], found: Mapping[str, Figures]) -> Iterator[str]:
    """Say what was found, line by line."""
    layouts = len({board.layout for board in boards})
    yield f"{len(boards)} photos of {layouts} boards; {ENROLLED} squares of each class enrolled, never of a"
    yield f"board that is tested; {HALVINGS} times two halves, {DRAWS} draws from each."
    width = max(map(len, found))
    for name, each in found.items():
        share = f"{each.right / max(each.tested, 1):.1%}"
        yield f"{name:<{width}}  {share:>6} right of {each.tested}  95 % {percent(each.interval)}"
    first = next(iter(found.values()))
    yield "most frequent mistakes: " + "; ".join(
        f"{true} taken for {other} {count} times" for true, other, count in first.mistakes[:5]
    )
    count = Counter(each for board in boards for each in board.classes)
    for name, why in LEFT_OUT.items():
        yield f"no texture, and left out of the first line: {name}, {count[name]} squares: {why}"
    yield "The interval is a bootstrap over boards and draws at a time: squares of one board are alike."


if __name__ == "__main__":
    main()
