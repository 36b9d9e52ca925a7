"""The pictures in the folder of an album: written once, under names that nothing has, and held to digests."""

import io
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from PIL import Image

from vision.album_folder import free_name, is_album, pictures_of, read_index, write_whole
from vision.errors import AlbumError, VisionError
from vision.origins import digest
from vision.photo import Pixels, load_photo

PICTURE_SIDE_PX: Final = 288
"""Side of a card's picture: 96 pixels a square, about what an enrolment photo of 12 megapixels shows."""


class PictureWriter:
    """Writes pictures that a folder lacks; used as a context that takes all back where an error leaves it."""

    def __init__(self, folder: Path) -> None:
        """Take note of the pictures that are there.

        Args:
            folder: the folder of the album.
        """
        self._folder, self._there = folder, _known_pictures(folder)
        self._made: list[Path] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for path in self._made if kind else ():
            path.unlink(missing_ok=True)

    def written(self, pictures: Mapping[str, Pixels], stem: str) -> dict[str, str]:
        """Writes those of some cards' pictures that are not there, and returns the names of all.

        Args:
            pictures: card id -> its picture.
            stem: what the names of those that are written begin with.

        Raises:
            OSError: one cannot be written.
        """
        names = {}
        for number, (card, picture) in enumerate(pictures.items(), start=1):
            if same := self._there.get(digest(picture.tobytes())):
                names[card] = same.pop(0)
                continue
            names[card] = free_name(self._folder, f"{stem}{number:02d}-{_plain(card)}")
            self._made.append(self._folder / names[card])
            write_whole(_png(picture), self._made[-1])
        return names

    def digests(self, names: Iterable[str]) -> dict[str, str]:
        """Returns the digest of each file."""
        return {name: digest((self._folder / name).read_bytes()) for name in names}


def _png(picture: Pixels) -> bytes:
    file = io.BytesIO()
    Image.fromarray(picture[:, :, ::-1]).save(file, "PNG", optimize=False, compress_level=6)
    return file.getvalue()


def _plain(card: str) -> str:
    """Makes a card's id fit for a file name."""
    return re.sub(r"[^A-Za-z0-9-]", "_", card)[:40]


def read_picture(folder: Path, name: object, digests: Mapping[str, str]) -> Pixels:
    """Reads a picture, and holds it against its digest if that is known.

    Raises:
        VisionError: it is missing, damaged, of another size or changed.
    """
    if not isinstance(name, str) or Path(name).name != name or "\0" in name:
        raise AlbumError(f"a picture's name is a plain file name; found {name!r}")
    pixels = load_photo(folder / name).pixels
    if pixels.shape != (PICTURE_SIDE_PX, PICTURE_SIDE_PX, 3):
        raise AlbumError(
            f"{name} should be {PICTURE_SIDE_PX} pixels a side and is {pixels.shape[1]} x {pixels.shape[0]}"
        )
    if name in digests and digest((folder / name).read_bytes()) != digests[name]:
        raise AlbumError(f"{name} was changed since the album was made")
    return pixels


def _known_pictures(folder: Path) -> dict[str, list[str]]:
    """Returns the sound pictures that a folder's index names, by the digest of their pixels."""
    known: dict[str, list[str]] = defaultdict(list)
    for name in sorted(pictures_of(read_index(folder))) if is_album(folder) else ():
        try:
            known[digest(read_picture(folder, name, {}).tobytes())].append(name)
        except VisionError:
            continue
    return known
