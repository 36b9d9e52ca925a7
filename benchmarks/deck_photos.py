"""How well tables of the printed demo deck are read with the shipped album: python -m benchmarks.deck_photos.

Cards as they are drawn for print are laid on tables and photographed by the simulator, dull or with gloss, in
light and shade of many kinds, every other pack with the other face. Nothing is enrolled: the reader has the
album that ships, which shows both faces.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from api.files import named_deck, read_album
from benchmarks.alignment import Renaming
from benchmarks.deck_album import pixels
from benchmarks.figures import Measured, figures, mistakes
from benchmarks.intervals import MEANING
from benchmarks.measuring import read_board
from benchmarks.simulation.art import Art, pyramid
from benchmarks.simulation.packs import Wishes, board_shot, take
from benchmarks.simulation.styles import Style, random_style
from benchmarks.simulation.truths import Shot
from benchmarks.tables import Report, table
from benchmarks.truth import Pack, read_packs
from games.camouflage import FACES, Deck, FaceName

PHOTOS_A_PACK: Final = 5
"""Few, so that the cards are printed in many ways."""

_PRINT_PX: Final = 720
"""Side of a card's picture, more than a photo of 2400 pixels shows."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw, read and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.deck_photos")
    parser.add_argument("--photos", type=int, default=40, metavar="N", help="how many")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the first pack")
    parser.add_argument("--tables", type=Path, metavar="FOLDER", help="pictures of table tops to draw with")
    parser.add_argument(
        "--pixels", type=int, nargs=2, default=(1600, 2400), metavar=("LEAST", "MOST"), help="the longer side"
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the photos are left")
    chosen = parser.parse_args(arguments)
    tables = tuple(sorted(chosen.tables.glob("*.[jp][pn]g"))) if chosen.tables else ()
    least, most = chosen.pixels
    wishes = Wishes(photos=PHOTOS_A_PACK, tables=tables, longer_px=(least, most))
    with TemporaryDirectory() as scratch:
        folder = chosen.keep or Path(scratch)
        report, whole = _measured(list(drawn(folder, chosen.photos, wishes, chosen.seed)))
    print("\n".join([table(report), "", MEANING, ""]))
    for name, what in mistakes(whole).items():
        print(f"{name}: {', '.join(what)}")


def drawn(folder: Path, photos: int, wishes: Wishes, seed: int) -> Iterator[Pack]:
    """Draw photos of tables of the demo deck, and go through the packs they are written as.

    Args:
        folder: where they are written, a folder for each pack.
        photos: how many.
        wishes: how large they are, how many cards lie there, and on which tables.
        seed: of the first pack; the next has one more.
    """
    deck = named_deck("demo").deck
    for index, begun in enumerate(range(0, photos, PHOTOS_A_PACK)):
        face = FACES[index % len(FACES)]
        art = printed(deck, face, seed=seed + index)
        count = min(PHOTOS_A_PACK, photos - begun)
        made = folder / f"{face}-{seed + index}"
        take(made, deck, _shots(deck, art, count, wishes, seed + index), seed=seed + index)
        yield from read_packs(made)


def printed(deck: Deck, face: FaceName, *, seed: int) -> Art:
    """Return the cards as they are printed, with a finish drawn by chance."""
    rng = np.random.default_rng([seed, 0])
    cards = {card.id: pixels(deck, card.id, face, _PRINT_PX) for card in deck.cards}
    backs = [
        pixels(deck, card.id, other, _PRINT_PX) for other in {*FACES} - {face} for card in deck.cards[:3]
    ]
    style = _by_hand(random_style(rng), face)
    return Art(
        style,
        {card: pyramid(picture, style.corner_mm) for card, picture in cards.items()},
        tuple(pyramid(back, style.corner_mm) for back in backs),
    )


def _by_hand(style: Style, face: FaceName) -> Style:
    """Return a style for cards that were printed at home and cut with scissors or a knife."""
    return replace(style, face=face, corner_mm=min(style.corner_mm, 1.0), rim=0.0, wear=0.0)


def _shots(deck: Deck, art: Art, count: int, wishes: Wishes, seed: int) -> Iterator[tuple[Shot, Art]]:
    for index in range(1, count + 1):
        yield board_shot(np.random.default_rng([seed, index]), deck, art, index, wishes), art


def _measured(packs: Sequence[Pack]) -> tuple[Report, Measured]:
    """Read all photos; the figures are for each face and for all."""
    album = read_album(Path("demo"))
    columns = {face: Measured() for face in FACES}
    for pack in packs:
        for truth in pack.boards:
            columns[truth.table.face] += read_board(pack, truth, album, Renaming())
    whole = sum(columns.values(), Measured())
    report: Report = {face: figures(measured) for face, measured in columns.items() if measured.boards}
    return report | {"all": figures(whole)}, whole


if __name__ == "__main__":
    main()
