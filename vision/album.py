"""The album: a picture of each card of one face of a deck, and the deck's file.

A reader compares photos with these pictures, so that it works with any print of the cards. On disk an album
is a folder with `album.json` and one PNG a card. A folder may hold both faces: each is an album of its own,
since without a deck file nothing tells which backs belong to which fronts.
"""

import json
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from PIL import Image

from games.camouflage.cards import FACES, Deck, FaceName
from games.camouflage.files import deck_from_json, deck_to_json
from games.errors import GamesError
from vision.errors import AlbumError, VisionError
from vision.photo import Pixels, load_photo

PICTURE_SIDE_PX: Final = 288
"""Side of a card's picture: 96 pixels a square, about what an enrolment photo of 12 megapixels shows."""

_FORMAT: Final = "camtable-album/1"
_INDEX: Final = "album.json"
_OTHER: Final = "other"
"""Under this name the index tells of the other face what it tells of the first."""


@dataclass(frozen=True, slots=True, eq=False)
class Album:
    """What one face of a deck looks like.

    Attributes:
        deck: the cards.
        face: the side that is shown.
        pictures: card id -> (288, 288, 3) uint8 blue green red, upright as printed; a deck's card may be
            missing.
        other: the album of the other face, where it is known.
    """

    deck: Deck
    face: FaceName
    pictures: Mapping[str, Pixels]
    other: "Album | None" = None

    @property
    def faces(self) -> tuple["Album", ...]:
        """This face's album, and the other's where it is known."""
        return (self,) if self.other is None else (self, self.other)


def save_album(album: Album, folder: Path) -> Album:
    """Writes an album, whole or not at all; an album of the same face that stood there is replaced.

    The other face of an album that stood there is kept, and so are files that it does not name, such as a
    deck file beside it.

    Args:
        album: what to write.
        folder: where to; made with its parents where it is missing.

    Returns:
        What the folder holds now: the album, with the other face if there is one.

    Raises:
        AlbumError: the folder holds something else than an album, or cannot be written; or an album of the
            other face that is there is damaged.
    """
    if folder.exists() and not _is_album(folder) and (not folder.is_dir() or any(folder.iterdir())):
        raise AlbumError(f"{folder} is neither empty nor an album, so nothing was written there")
    whole = replace(album, other=album.other or _other_face(album.face, folder))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".album-") as scratch:
            made = Path(scratch) / "album"
            made.mkdir()
            _write(whole, made)
            _keep_other_files(folder, made)
            _exchange(made, folder, Path(scratch) / "replaced")
    except OSError as fault:
        raise AlbumError(f"the album {folder} cannot be written: {fault.strerror or fault}") from fault
    return whole


def load_album(folder: Path) -> Album:
    """Reads an album.

    Raises:
        AlbumError: the folder is no album, or a picture is missing or damaged.
    """
    if not _is_album(folder):
        raise AlbumError(f"{folder} is no album: no {_INDEX} in it")
    index = _index(folder)
    if not isinstance(index, dict) or index.get("format") != _FORMAT:
        raise AlbumError(f"{folder / _INDEX} is not of the format {_FORMAT}")
    album = _face(folder, index)
    return replace(album, other=_face(folder, index[_OTHER])) if _OTHER in index else album


def _face(folder: Path, index: object) -> Album:
    """Reads what an index tells of one face."""
    if not isinstance(index, dict) or index.get("face") not in FACES:
        raise AlbumError(f"{folder / _INDEX} is not of the format {_FORMAT} with the face animals or gems")
    names = index.get("pictures")
    if not isinstance(names, dict) or not names:
        raise AlbumError(f"{folder / _INDEX} does not name the cards' pictures")
    try:
        deck = deck_from_json(index.get("deck"))
        pictures = {card: _picture(folder, name) for card, name in names.items()}
    except (GamesError, VisionError) as fault:
        raise AlbumError(f"the album {folder} is damaged: {fault}") from fault
    if unknown := [card for card in pictures if card not in deck]:
        raise AlbumError(f"the album {folder} has a picture of {unknown[0]!r}, which its deck lacks")
    return Album(deck, index["face"], pictures)


def _other_face(face: FaceName, folder: Path) -> Album | None:
    """Reads what a folder holds of the other face than this."""
    if not _is_album(folder):
        return None
    index = _index(folder)
    known = (index, index.get(_OTHER)) if isinstance(index, dict) else ()
    others = [each for each in known if isinstance(each, dict) and each.get("face") in {*FACES} - {face}]
    return _face(folder, others[0]) if others else None


def _is_album(folder: Path) -> bool:
    try:
        return (folder / _INDEX).is_file()
    except OSError as fault:
        raise AlbumError(f"the folder {folder} cannot be looked into: {fault.strerror}") from fault


def _keep_other_files(folder: Path, made: Path) -> None:
    """Copies what an album's folder holds beside the album."""
    if not _is_album(folder):
        return
    own = {_INDEX, *_named(_index(folder))}
    for path in folder.iterdir():
        if path.name not in own and not (made / path.name).exists():
            (shutil.copytree if path.is_dir() else shutil.copy2)(path, made / path.name)


def _named(index: object) -> set[str]:
    """Returns the pictures that an index names, as far as it is one."""
    if not isinstance(index, dict):
        return set()
    names = index.get("pictures")
    own = {name for name in names.values() if isinstance(name, str)} if isinstance(names, dict) else set()
    return own | _named(index.get(_OTHER))


def _exchange(made: Path, folder: Path, replaced: Path) -> None:
    """Puts one folder in the place of another, which comes back where that fails."""
    if not folder.exists():
        made.rename(folder)
        return
    folder.rename(replaced)
    try:
        made.rename(folder)
    except OSError:
        replaced.rename(folder)
        raise


def _index(folder: Path) -> object:
    try:
        index: object = json.loads((folder / _INDEX).read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as fault:
        raise AlbumError(f"{folder / _INDEX} cannot be read as JSON") from fault
    return index


def _write(album: Album, folder: Path) -> None:
    index = {"format": _FORMAT, **_written(album, folder, "")}
    if album.other is not None:
        index[_OTHER] = _written(album.other, folder, f"{album.other.face}-")
    (folder / _INDEX).write_text(json.dumps(index, ensure_ascii=False, indent=1) + "\n", "utf-8")


def _written(album: Album, folder: Path, prefix: str) -> dict[str, object]:
    """Writes the pictures of one face, and returns what the index tells of it."""
    names = {
        card: f"{prefix}{number:02d}-{_plain(card)}.png"
        for number, card in enumerate(album.pictures, start=1)
    }
    for card, picture in album.pictures.items():
        Image.fromarray(picture[:, :, ::-1]).save(folder / names[card], optimize=False, compress_level=6)
    return {"face": album.face, "deck": deck_to_json(album.deck), "pictures": names}


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
