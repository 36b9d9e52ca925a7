"""An album as one file: a zip of its index and pictures, to be handed on.

What comes from a stranger is not trusted: an archive holds plain files only, no more and no larger ones than
an album has, under names without folders; each is read up to its limit whatever the archive says of its size;
and the album is opened, with all its checks, before it stands where it shall.
"""

import io
import json
import stat
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from vision.album import Album, load_album
from vision.album_folder import (
    BEFORE,
    INDEX,
    MAX_INDEX_BYTES,
    checked_index,
    is_album,
    pictures_of,
    read_index,
)
from vision.errors import AlbumError

MAX_FILES: Final = 300
"""What an archive may hold; an album of both faces of a full game has 85."""
MAX_PICTURE_BYTES: Final = 1_000_000
"""What a picture may have; 288 x 288 pixels have 250,000 where nothing is packed."""
MAX_ARCHIVE_BYTES: Final = 100_000_000
"""What an archive may have, packed and unpacked; that of a full game has 7,000,000 a face."""


def export_album(folder: Path) -> bytes:
    """Packs an album; the same album gives the same bytes.

    What was replaced and could be undone is left out, and so is what lies beside the album.

    Raises:
        AlbumError: the folder is no sound album.
    """
    load_album(folder)
    index = {name: value for name, value in read_index(folder).items() if name != BEFORE}
    text = json.dumps(index, ensure_ascii=False, indent=1) + "\n"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(INDEX), text.encode(), zipfile.ZIP_DEFLATED)
        for name in sorted(pictures_of(index)):
            # A PNG is packed already.
            archive.writestr(zipfile.ZipInfo(name), (folder / name).read_bytes())
    return file.getvalue()


def import_album(data: bytes, folder: Path) -> Album:
    """Unpacks an album where there is none, whole or not at all.

    Args:
        data: the archive.
        folder: where to; made with its parents, or an empty folder.

    Raises:
        AlbumError: the archive is damaged, no album or too large, or the folder is not empty.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        what = "an album" if is_album(folder) else "no empty folder"
        raise AlbumError(f"{folder} is {what}, so nothing was written there")
    files = _unpacked(data)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".album-") as scratch:
            made = Path(scratch) / "album"
            made.mkdir()
            for name, content in files.items():
                (made / name).write_bytes(content)
            album = _opened(made)
            made.rename(folder)
    except OSError as fault:
        raise AlbumError(f"the album {folder} cannot be written: {fault.strerror or fault}") from fault
    return album


def _opened(made: Path) -> Album:
    """Opens an unpacked album; errors do not tell of the folder that is there for a moment only."""
    try:
        return load_album(made)
    except AlbumError as fault:
        raise AlbumError(str(fault).replace(f"{made}/", "").replace(f" {made}", "")) from fault


def _unpacked(data: bytes) -> Mapping[str, bytes]:
    """Returns the files in an archive: the index, and what it names and nothing else."""
    if len(data) > MAX_ARCHIVE_BYTES:
        raise _too_large()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _files(archive)
    except AlbumError:
        raise
    except Exception as fault:  # a damaged archive leads the library to raise anything
        raise AlbumError("the file is no whole zip, so no album") from fault


def _files(archive: zipfile.ZipFile) -> Mapping[str, bytes]:
    entries = _entries(archive)
    files = {INDEX: _read(archive, entries[INDEX], MAX_INDEX_BYTES)}
    names = pictures_of(checked_index(files[INDEX], Path(INDEX)))
    if odd := sorted({*entries} - names - {INDEX}):
        raise AlbumError(f"the file holds {odd[0]!r}, which is no part of the album")
    if lost := sorted(names - {*entries}):
        raise AlbumError(f"the file lacks the picture {lost[0]!r}")
    left = MAX_ARCHIVE_BYTES
    for name in sorted(names):
        files[name] = _read(archive, entries[name], MAX_PICTURE_BYTES)
        left -= len(files[name])
        if left < 0:
            raise _too_large()
    return files


def _entries(archive: zipfile.ZipFile) -> Mapping[str, zipfile.ZipInfo]:
    """Returns the entries of an archive by name, when all of them are plain files of an album's."""
    entries = archive.infolist()
    if len(entries) > MAX_FILES:
        raise AlbumError(f"an album in one file has at most {MAX_FILES} files; found {len(entries)}")
    found: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        name = entry.orig_filename
        if not _is_plain(name) or stat.S_ISLNK(entry.external_attr >> 16):
            raise AlbumError(f"an album in one file holds plain files without folders; found {name!r}")
        if name in found:
            raise AlbumError(f"the file holds {name!r} twice")
        if entry.flag_bits & 1:  # of an encrypted file
            raise AlbumError(f"{name!r} is encrypted in the file")
        found[name] = entry
    if INDEX not in found:
        raise AlbumError(f"the file is no album: no {INDEX} in it")
    return found


def _is_plain(name: str) -> bool:
    """Tells whether a name is that of a file in the folder itself, on any system."""
    return bool(name) and name[0] != "." and not {*name} & {*'/\\:\0<>|"?*'}


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, limit: int) -> bytes:
    """Unpacks a file up to its limit; the size that the archive tells may be wrong."""
    with archive.open(entry) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise AlbumError(f"{entry.filename!r} has more than {limit:,} bytes")
    return data


def _too_large() -> AlbumError:
    return AlbumError(f"an album in one file has at most {MAX_ARCHIVE_BYTES // 1_000_000} megabytes")
