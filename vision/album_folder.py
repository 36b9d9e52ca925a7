"""The folder of an album: its index, the files that the index names, and how one index takes another's place.

Pictures are written under names that nothing has, and never changed. The index names them and is put in
the place of the last one in one step, so a folder holds either what it held or what it shall hold, whatever
happens on the way. An index that was replaced may be kept as `before-N.json` with the pictures that it names;
to put it back is to undo the change.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from vision.errors import AlbumError

FORMAT: Final = "camtable-album/1"
INDEX: Final = "album.json"
FORMER: Final = "former"
"""Under this name the index tells of cards that were made one with others."""
OTHER: Final = "other"
"""Under this name the index tells of the other face what it tells of the first."""
MOST_STEPS_BACK: Final = 20
"""How many changes can be undone; each keeps an index of some 30 kilobytes, and the pictures it replaced."""
MAX_INDEX_BYTES: Final = 4_000_000
"""What an index may have; that of a full game with both faces has 60,000."""

BEFORE: Final = "before"
"""Under this name the index lists the indices that it and earlier ones replaced."""
_EARLIER: Final = re.compile(r"before-([1-9][0-9]{0,8})\.json")
_VERSIONED: Final = re.compile(r"camtable-album/[0-9]+")

Index = Mapping[str, object]


def is_album(folder: Path) -> bool:
    """Tells whether a folder has the index of an album.

    Raises:
        AlbumError: that cannot be found out.
    """
    try:
        return (folder / INDEX).is_file()
    except OSError as fault:
        raise AlbumError(f"the folder {folder} cannot be looked into: {fault.strerror}") from fault


def read_index(folder: Path, name: str = INDEX) -> dict[str, object]:
    """Reads an index.

    Raises:
        AlbumError: it is none, or one of another format.
    """
    return checked_index(_bytes(folder / name), folder / name)


def checked_index(data: bytes, shown: Path) -> dict[str, object]:
    """Returns the index in the bytes of a file that errors name as `shown`.

    Raises:
        AlbumError: it is none, or one of another format.
    """
    try:
        index: object = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as fault:
        raise AlbumError(f"{shown} cannot be read as JSON") from fault
    made = index.get("format") if isinstance(index, dict) else None
    if not isinstance(index, dict) or made != FORMAT:
        later = isinstance(made, str) and _VERSIONED.fullmatch(made)
        why = f"; it is of {made}, which another version of Camtable writes" if later else ""
        raise AlbumError(f"{shown} is not of the format {FORMAT}{why}")
    return index


def pictures_of(index: object) -> set[str]:
    """Returns the pictures that an index names for both faces and all cards, as far as it is one."""
    if not isinstance(index, dict):
        return set()
    names = index.get("pictures")
    own = {name for name in names.values() if isinstance(name, str)} if isinstance(names, dict) else set()
    return own | pictures_of(index.get(OTHER)) | pictures_of(index.get(FORMER))


def free_name(folder: Path, stem: str) -> str:
    """Returns the name of a picture that is not in a folder yet."""
    names = (f"{stem}.png" if number == 1 else f"{stem}-{number}.png" for number in range(1, 1_000_000))
    return next(name for name in names if not os.path.lexists(folder / name))


def put(index: Index, folder: Path, *, undoable: bool) -> None:
    """Puts an index in the place of the one that a folder has, if any; then clears away what nothing names.

    Args:
        index: the new index, all of whose pictures lie in the folder.
        folder: the folder.
        undoable: whether the replaced index and its pictures are kept.

    Raises:
        OSError: it cannot be written; the folder holds what it held.
    """
    old = _owned(folder)
    earlier = [*_steps_back(folder)] if undoable else []
    if undoable:
        name = f"before-{max((_number(each) for each in earlier), default=0) + 1}.json"
        write_whole(_bytes(folder / INDEX), folder / name)
        earlier = [name, *earlier][:MOST_STEPS_BACK]
    document = {**index, **({BEFORE: earlier} if earlier else {})}
    write_whole((json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode(), folder / INDEX)
    _clear(folder, old)


def last_index(folder: Path) -> str | None:
    """Returns the name of the index that the present one replaced, None where it is not kept."""
    return next(_steps_back(folder), None)


def put_back(folder: Path) -> None:
    """Puts the last index back in its place.

    Raises:
        OSError: it cannot be done; the folder holds what it held.
    """
    old = _owned(folder)
    name = last_index(folder)
    if name:
        (folder / name).replace(folder / INDEX)
        _clear(folder, old)


def write_whole(data: bytes, path: Path) -> None:
    """Writes a file in the place of another, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")  # nobody else's, who may write the same file
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_INDEX_BYTES + 1)
    except OSError as fault:
        raise AlbumError(f"{path} cannot be read: {fault.strerror}") from fault
    if len(data) > MAX_INDEX_BYTES:
        raise AlbumError(f"{path} has more than {MAX_INDEX_BYTES // 1_000_000} megabytes")
    return data


def _steps_back(folder: Path) -> Iterator[str]:
    """Goes through the indices that were replaced and are there, the last one first."""
    try:
        names = read_index(folder).get(BEFORE)
    except AlbumError:
        return
    for name in names if isinstance(names, list) else ():
        if isinstance(name, str) and _EARLIER.fullmatch(name) and (folder / name).is_file():
            yield name


def _number(earlier: str) -> int:
    found = _EARLIER.fullmatch(earlier)
    return int(found[1]) if found else 0


def _owned(folder: Path) -> set[str]:
    """Returns the files that an album's indices name, and the indices that were replaced."""
    owned = set()
    for name in (INDEX, *_steps_back(folder)):
        try:
            owned |= {name} | pictures_of(read_index(folder, name))
        except AlbumError:
            continue
    return owned - {INDEX}


def _clear(folder: Path, old: set[str]) -> None:
    """Removes what belonged to the album and does no more; what cannot be removed is in nobody's way."""
    for name in old - _owned(folder):
        if Path(name).name == name:
            try:
                (folder / name).unlink(missing_ok=True)
            except OSError:
                continue
