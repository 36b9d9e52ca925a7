"""Writes what a user asks for: albums, pictures and explanations."""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.errors import WrongUseError
from games.camouflage import Deck, deck_to_json
from games.errors import GamesError

if TYPE_CHECKING:
    from PIL.Image import Image

    from api.answers import ReadAnswer
    from api.explain import Explanation
    from vision.album import Album

PICTURES: Final = (".jpg", ".jpeg", ".png", ".webp")
"""The endings of pictures that can be written."""

EXPLANATION: Final = "camtable-explanation/1"
"""Stands in the head of an explanation's page, by which a folder with one is known."""

_PAGE: Final = "index.html"
_SHOWN: Final = re.compile(r'<img src="([a-z0-9-]+\.jpg)"')


def require_album_folder(folder: Path) -> None:
    """Check that an album can be written there, as far as that shows before there is one.

    Raises:
        WrongUseError: something else lies there, or nothing can be made there.
    """
    with _writing(folder):
        if folder.is_file() or (folder.is_dir() and not _takes_an_album(folder)):
            raise WrongUseError(f"{folder} is neither an empty folder nor an album")
        _require_room(folder, folder.absolute().parents)


def require_explanation_folder(folder: Path) -> None:
    """Check that an explanation can be written there, as far as that shows before there is one.

    Raises:
        WrongUseError: something else lies there, or nothing can be made there.
    """
    with _writing(folder):
        if folder.exists() and not (folder.is_dir() and _takes_an_explanation(folder)):
            raise WrongUseError(f"{folder} is neither an empty folder nor one with an earlier explanation")
        _require_room(folder, (folder.absolute(), *folder.absolute().parents))


def write_explanation(made: "Explanation", folder: Path) -> None:
    """Write an explanation in the place of an earlier one.

    Raises:
        WrongUseError: the folder holds something else, or cannot be written.
    """
    require_explanation_folder(folder)
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name in _explanation_in(folder) - {_PAGE}:
            (folder / name).unlink(missing_ok=True)
        # The page comes first: it names the pictures, so that one which was cut short is known as well.
        (folder / _PAGE).write_text(made.html, "utf-8")
        for name, picture in made.pictures.items():
            picture.save(folder / name, quality=85)


def write_album(album: "Album", folder: Path, *, with_deck_file: bool) -> None:
    """Write an album.

    Args:
        album: the album.
        folder: where to.
        with_deck_file: whether to put its deck there too, as a file to rename things in and enrol with; it
            bears the face's name where the folder holds the other face already.

    Raises:
        AlbumError: the folder holds something else, or cannot be written.
    """
    from vision.album import save_album

    whole = save_album(album, folder)
    if with_deck_file:
        name = album.deck.name if whole.other is None else f"{album.deck.name}-{album.face}"
        write_deck(album.deck, folder / f"{name}.deck.json")


def change_album(before: "Album", after: "Album", folder: Path) -> tuple[str, ...]:
    """Write a changed album, so that the change can be undone, and the deck files that lie beside it.

    Returns:
        What the user should know, each in one sentence.

    Raises:
        AlbumError: it cannot be written.
    """
    from vision.album import save_album

    save_album(after, folder, undoable=True)
    return renew_deck_files(before, after, folder)


def renew_deck_files(before: "Album", after: "Album", folder: Path) -> tuple[str, ...]:
    """Write the deck files beside an album anew; one that was changed by hand stays and is told."""
    from api.files import read_deck

    old = [each.deck for each in before.faces]
    warnings = []
    for path in sorted(folder.glob("*.deck.json")):
        try:
            deck = read_deck(path)
        except (WrongUseError, GamesError):
            continue
        if deck in old:
            write_deck(after.faces[old.index(deck)].deck, path)
        elif deck.name in {each.name for each in old}:
            warnings.append(f"{path.name} was changed by hand, so it stays as it is and is not the album's")
    return tuple(warnings)


def write_deck(deck: Deck, path: Path) -> None:
    """Write a deck file, whole or not at all.

    Raises:
        WrongUseError: it cannot be written.
    """
    write_json(deck_to_json(deck), path, indent=1)


def make_folder(folder: Path) -> None:
    """Make a folder, if it is not there.

    Raises:
        WrongUseError: it cannot be made.
    """
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)


def write_text(text: str, path: Path) -> None:
    """Write a text file in the place of an earlier one.

    Raises:
        WrongUseError: it cannot be written.
    """
    with _writing(path):
        path.write_text(text, "utf-8")


def require_file_name(path: Path) -> None:
    """Check that a file can be written under this name, as far as that shows before it is.

    Raises:
        WrongUseError: its folder is missing, or it is one.
    """
    if path.is_dir() or not path.absolute().parent.is_dir():
        found = f"the folder {str(path)!r}" if path.is_dir() else f"no folder {str(path.parent)!r}"
        raise WrongUseError(f"expected a file to write; found {found}")


def new_file(path: Path) -> Path:
    """Return a path at which a file can be written and nothing lies.

    Raises:
        WrongUseError: something does, or it cannot.
    """
    require_file_name(path)
    if path.exists():
        raise WrongUseError(f"{path} is there already, so nothing was written there")
    return path


def save_reading(answer: "ReadAnswer", path: Path) -> None:
    """Write a kept reading; an earlier one stays whole until the new one is.

    Raises:
        WrongUseError: it cannot be written.
    """
    from api.reading_files import reading_to_json

    write_json(reading_to_json(answer), path)


def write_json(document: Mapping[str, object], path: Path, *, indent: int | None = None) -> None:
    """Write a JSON file in the place of an earlier one, whole or not at all.

    Raises:
        WrongUseError: it cannot be written.
    """
    from vision.album_folder import write_whole

    with _writing(path):
        write_whole((json.dumps(document, ensure_ascii=False, indent=indent) + "\n").encode(), path)


def write_file(data: bytes, path: Path) -> None:
    """Write a file in the place of an earlier one.

    Raises:
        WrongUseError: it cannot be written.
    """
    with _writing(path):
        path.write_bytes(data)


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


def _require_room(folder: Path, within: Iterable[Path]) -> None:
    """Check that the first of some folders that is there lets a folder be made in it."""
    above = next(each for each in within if each.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise WrongUseError(f"{folder} cannot be made in {above}")


def _takes_an_explanation(folder: Path) -> bool:
    return {path.name for path in folder.iterdir()} <= _explanation_in(folder)


def _explanation_in(folder: Path) -> set[str]:
    """Return the names of the files of the explanation in a folder, none if there is none."""
    page = folder / _PAGE
    text = page.read_text("utf-8", errors="replace") if page.is_file() else ""
    return {_PAGE, *_SHOWN.findall(text)} if f'content="{EXPLANATION}"' in text else set()


def _takes_an_album(folder: Path) -> bool:
    return (folder / "album.json").is_file() or not any(folder.iterdir())


@contextmanager
def _writing(path: Path) -> Iterator[Path]:
    try:
        yield path
    except (
        OSError,
        ValueError,
    ) as error:  # of a picture with too many pixels for its format, Pillow says it so
        why = getattr(error, "strerror", None) or error
        raise WrongUseError(f"{path.name} cannot be written: {why}") from error
