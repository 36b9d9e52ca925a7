"""Draws the demo deck into the album that ships with Camtable: python -m benchmarks.deck_album [FOLDER].

The pictures are what `camtable print deck` prints. So that they are light, each has 128 colours.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

import puzzles
from api.files import named_deck
from games.camouflage import Deck, FaceName
from puzzles.art.cards import card_drawing
from puzzles.pixels import as_picture
from vision.album import PICTURE_SIDE_PX, Album, save_album
from vision.photo import Pixels

SHIPPED: Final = Path(puzzles.__file__).parent / "data" / "demo.album"
"""Where the album lies that ships."""

_COLOURS: Final = 128


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw the album and write it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.deck_album")
    parser.add_argument("folder", type=Path, nargs="?", default=SHIPPED, help="where to; else what ships")
    folder = parser.parse_args(arguments).folder
    deck = named_deck("demo").deck
    gems = drawn_album(deck, "gems")
    save_album(Album(deck, "animals", drawn_album(deck, "animals").pictures, gems), folder)
    for path in folder.glob("*.png"):
        Image.open(path).quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def drawn_album(deck: Deck, face: FaceName) -> Album:
    """Draw the album of one side of a deck."""
    return Album(deck, face, {card.id: pixels(deck, card.id, face) for card in deck.cards})


def pixels(deck: Deck, card: str, face: FaceName, side_px: int = PICTURE_SIDE_PX) -> Pixels:
    """Draw one side of a card as (side_px, side_px, 3) uint8 blue green red."""
    picture = as_picture(card_drawing(deck.card(card), face), side_px)
    return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])


if __name__ == "__main__":
    main()
