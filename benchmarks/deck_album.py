"""Draws the demo deck into the album that ships with Camtable: python -m benchmarks.deck_album [FOLDER].

The pictures are what `camtable print deck` prints. So that they are light, each has 128 colours. With
`--picture FILE` it draws a card of each animal from both sides instead.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

import puzzles
from api.files import named_deck
from games.camouflage import FACES, Deck, FaceName
from puzzles.art.cards import card_drawing
from puzzles.pixels import as_picture
from vision.album import Album, save_album
from vision.album_pictures import PICTURE_SIDE_PX
from vision.origins import digest
from vision.photo import Pixels

SHIPPED: Final = Path(puzzles.__file__).parent / "data" / "demo.album"
"""Where the album lies that ships."""

_COLOURS: Final = 128
_SAMPLE_PX: Final = 160
_TABLE: Final = "#3d5a4c"


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw the album and write it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.deck_album")
    parser.add_argument("folder", type=Path, nargs="?", default=SHIPPED, help="where to; else what ships")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw some cards into one picture")
    chosen = parser.parse_args(arguments)
    deck = named_deck("demo").deck
    if chosen.picture:
        sample(deck).quantize(256, dither=Image.Dither.NONE).save(chosen.picture, optimize=True)
        return
    gems = drawn_album(deck, "gems")
    save_album(replace(drawn_album(deck, "animals"), other=gems), chosen.folder)
    _lighten(chosen.folder)


def _lighten(folder: Path) -> None:
    """Write the pictures of an album anew with few colours, and their digests into its index."""
    index = folder / "album.json"
    told = index.read_text("utf-8")
    for path in folder.glob("*.png"):
        before = digest(path.read_bytes())
        Image.open(path).quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
        told = told.replace(before, digest(path.read_bytes()))
    index.write_text(told, "utf-8")


def sample(deck: Deck) -> Image.Image:
    """Draw a card of each animal, both sides, one below the other."""
    side, step = _SAMPLE_PX, _SAMPLE_PX + 12
    picture = Image.new("RGB", (step * len(deck.decks) + 12, step * len(FACES) + 12), _TABLE)
    for column, animal in enumerate(deck.decks):
        card = deck.cards_of(animal)[column % 6]
        for row, face in enumerate(FACES):
            drawn = as_picture(card_drawing(card, face), side)
            picture.paste(drawn, (12 + step * column, 12 + step * row))
    return picture


def drawn_album(deck: Deck, face: FaceName) -> Album:
    """Draw the album of one side of a deck."""
    return Album(deck, face, {card.id: pixels(deck, card.id, face) for card in deck.cards})


def pixels(deck: Deck, card: str, face: FaceName, side_px: int = PICTURE_SIDE_PX) -> Pixels:
    """Draw one side of a card as (side_px, side_px, 3) uint8 blue green red."""
    picture = as_picture(card_drawing(deck.card(card), face), side_px)
    return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])


if __name__ == "__main__":
    main()
