"""The album: a picture of each card of one face of a deck, and the deck's file.

A reader compares photos with these pictures, so that it works with any print of the cards. On disk an album
is a folder with `album.json` and one PNG a card.
"""

import json
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image

from games.camouflage.cards import FACES, Deck, FaceName
from games.camouflage.errors import CamouflageError
from games.camouflage.files import deck_from_json, deck_to_json
from vision.errors import AlbumError, VisionError
from vision.photo import Pixels, load_photo

PICTURE_SIDE_PX: Final = 288
"""Side of a card's picture: 96 pixels a square, about what an enrolment photo of 12 megapixels shows."""

_FORMAT: Final = "camtable-album/1"
_INDEX: Final = "album.json"


@dataclass(frozen=True, slots=True, eq=False)
class Album:
    """What one face of a deck looks like.

    Attributes:
        deck: the cards.
        face: the side that is shown.
        pictures: card id -> (288, 288, 3) uint8 blue green red, upright as printed; a deck's card may be
            missing.
    """

    deck: Deck
    face: FaceName
    pictures: Mapping[str, Pixels]


def save_album(album: Album, folder: Path) -> None:
    """Writes an album, whole or not at all; an album that stood there is replaced.

    Args:
        album: what to write.
        folder: where to; made with its parents where it is missing.

    Raises:
        AlbumError: the folder holds something else than an album, or cannot be written.
    """
    if folder.exists() and not _is_album(folder) and (not folder.is_dir() or any(folder.iterdir())):
        raise AlbumError(f"{folder} is neither empty nor an album, so nothing was written there")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".album-") as scratch:
            made = Path(scratch) / "album"
            made.mkdir()
            _write(album, made)
            if folder.exists():
                folder.rename(Path(scratch) / "replaced")
            made.rename(folder)
    except (OSError, shutil.Error) as fault:
        raise AlbumError(f"the album {folder} cannot be written: {fault.strerror}") from fault


def load_album(folder: Path) -> Album:
    """Reads an album.

    Raises:
        AlbumError: the folder is no album, or a picture is missing or damaged.
    """
    if not _is_album(folder):
        raise AlbumError(f"{folder} is no album: no {_INDEX} in it")
    try:
        index = json.loads((folder / _INDEX).read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as fault:
        raise AlbumError(f"{folder / _INDEX} cannot be read as JSON") from fault
    if not isinstance(index, dict) or index.get("format") != _FORMAT or index.get("face") not in FACES:
        raise AlbumError(f"{folder / _INDEX} is not of the format {_FORMAT} with the face animals or gems")
    names = index.get("pictures")
    if not isinstance(names, dict) or not names:
        raise AlbumError(f"{folder / _INDEX} does not name the cards' pictures")
    try:
        deck = deck_from_json(index.get("deck"))
        pictures = {card: _picture(folder, name) for card, name in names.items()}
    except (CamouflageError, VisionError) as fault:
        raise AlbumError(f"the album {folder} is damaged: {fault}") from fault
    if unknown := [card for card in pictures if card not in deck]:
        raise AlbumError(f"the album {folder} has a picture of {unknown[0]!r}, which its deck lacks")
    return Album(deck, index["face"], pictures)


def _is_album(folder: Path) -> bool:
    return (folder / _INDEX).is_file()


def _write(album: Album, folder: Path) -> None:
    names = {card: f"{number:02d}-{_plain(card)}.png" for number, card in enumerate(album.pictures, start=1)}
    for card, picture in album.pictures.items():
        Image.fromarray(picture[:, :, ::-1]).save(folder / names[card], optimize=False, compress_level=6)
    index = {"format": _FORMAT, "face": album.face, "deck": deck_to_json(album.deck), "pictures": names}
    (folder / _INDEX).write_text(json.dumps(index, ensure_ascii=False, indent=1) + "\n", "utf-8")


def _plain(card: str) -> str:
    """Makes a card's id fit for a file name."""
    return re.sub(r"[^A-Za-z0-9-]", "_", card)[:40]


def _picture(folder: Path, name: object) -> Pixels:
    if not isinstance(name, str) or Path(name).name != name or "\0" in name:
        raise AlbumError(f"a picture's name is a plain file name; found {name!r}")
    pixels = load_photo(folder / name).pixels
    if pixels.shape != (PICTURE_SIDE_PX, PICTURE_SIDE_PX, 3):
        raise AlbumError(
            f"{name} should be {PICTURE_SIDE_PX} pixels a side and is {pixels.shape[1]} x {pixels.shape[0]}"
        )
    return pixels
