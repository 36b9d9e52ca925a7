"""Where the server keeps albums: a folder for each, under a name that nobody can guess or break out of."""

import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.errors import UnknownAlbumError
from api.shipped import shipped_album
from vision.errors import AlbumError

if TYPE_CHECKING:
    from vision.album import Album

_ID: Final = re.compile(r"[0-9a-f]{16}")

_KEPT: Final = 4
"""How many albums are kept in memory; each has some 10 megabytes of pictures."""


def data_folder() -> Path:
    """Return the folder of this user and machine for what Camtable keeps."""
    import platformdirs

    return platformdirs.user_data_path("camtable", appauthor=False)


def new_id() -> str:
    """Return an id that no album has."""
    return secrets.token_hex(8)


class AlbumStore:
    """Albums by id, on disk; those used last are kept in memory too. Threads may share it."""

    def __init__(self, folder: Path, *, make_id: Callable[[], str] = new_id) -> None:
        """Keep albums in a folder, which is made when the first one is saved.

        Args:
            folder: the folder.
            make_id: makes the ids.
        """
        self._folder = folder
        self._make_id = make_id
        self._kept: OrderedDict[str, Album] = OrderedDict()
        self._lock = threading.Lock()

    def save(self, album: "Album") -> str:
        """Save an album and return its id.

        Raises:
            AlbumError: it cannot be written.
        """
        from vision.album import save_album

        album_id = self._make_id()
        try:
            save_album(album, self._folder / album_id)
        except AlbumError as error:  # its text names folders of this machine
            raise AlbumError("the album cannot be stored") from error
        return album_id

    def save_packed(self, data: bytes) -> str:
        """Unpack an album that came as one file, save it and return its id.

        Raises:
            AlbumError: it is none, damaged or too large, or cannot be written.
        """
        from vision.album_archive import import_album

        album_id = self._make_id()
        try:
            import_album(data, self._folder / album_id)
        except AlbumError as error:
            told = str(error) if str(self._folder) not in str(error) else "the album cannot be stored"
            raise AlbumError(told) from error
        return album_id

    def packed(self, album_id: str) -> bytes:
        """Return an album as one file; errors are those of `load`."""
        from vision.album_archive import export_album

        self.load(album_id)
        try:
            return export_album(self._folder / album_id)
        except AlbumError as error:
            raise AlbumError(f"the album {album_id} is damaged") from error

    def load(self, album_id: str) -> "Album":
        """Return an album, or the shipped one of this name.

        Raises:
            UnknownAlbumError: there is none of this id.
            AlbumError: it has been damaged.
        """
        folder = self._folder_of(album_id)
        if folder is None:
            raise UnknownAlbumError(f"expected the id of an album; found {album_id!r}, which is none")
        with self._lock:
            if album_id not in self._kept:
                self._kept[album_id] = self._read(folder, album_id)
                while len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(album_id)
            return self._kept[album_id]

    def _folder_of(self, album_id: str) -> Path | None:
        own = self._folder / album_id
        return own if _ID.fullmatch(album_id) and own.is_dir() else shipped_album(album_id)

    def _read(self, folder: Path, album_id: str) -> "Album":
        from vision.album import load_album

        try:
            return load_album(folder)
        except AlbumError as error:
            raise AlbumError(f"the album {album_id} is damaged") from error
