"""Writes what a user asks for: albums and pictures."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.errors import WrongUseError
from games.camouflage import deck_to_json

if TYPE_CHECKING:
    from PIL.Image import Image

    from vision.album import Album

PICTURES: Final = (".jpg", ".jpeg", ".png", ".webp")
"""The endings of pictures that can be written."""


def write_album(album: "Album", folder: Path, *, with_deck_file: bool) -> None:
    """Write an album.

    Args:
        album: the album.
        folder: where to.
        with_deck_file: whether to put its deck there too, as a file to rename things in and enrol with.

    Raises:
        AlbumError: the folder holds something else, or cannot be written.
    """
    from vision.album import save_album

    save_album(album, folder)
    if with_deck_file:
        document = json.dumps(deck_to_json(album.deck), ensure_ascii=False, indent=1)
        with _writing(folder / f"{album.deck.name}.deck.json") as path:
            path.write_text(document + "\n", "utf-8")


def require_picture_name(path: Path) -> None:
    """Check that a picture can be written under this name.

    Raises:
        WrongUseError: its kind is not known, or its folder is missing.
    """
    if path.suffix.lower() not in PICTURES:
        raise WrongUseError(f"a picture is written as {', '.join(PICTURES)}; found {path.name!r}")
    if not path.parent.is_dir():
        raise WrongUseError(f"there is no folder {str(path.parent)!r} to write {path.name} to")


def write_picture(picture: "Image", path: Path) -> None:
    """Write a picture; its name tells the format.

    Raises:
        WrongUseError: it cannot be written.
    """
    with _writing(path):
        picture.save(path, quality=90)


@contextmanager
def _writing(path: Path) -> Iterator[Path]:
    try:
        yield path
    except OSError as error:
        raise WrongUseError(f"{path.name} cannot be written: {error.strerror or error}") from error
