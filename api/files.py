"""Reads what a user names: decks, albums, and boards as files, lines of notation or standard input.

The deck of a board is the one that the user names, else that of the album, else `NAME.deck.json` beside the
board's file, else a shipped deck of that name.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from api.answers import PhotoSource
from api.boards import Cards, Laid, blaming, from_document, from_notation
from api.errors import WrongUseError
from api.keeping import Kept
from api.reading_files import is_reading, reading_from_json
from api.shipped import PLAIN_NAME, shipped_album, shipped_deck
from api.texts import opening_of, parsed, read_text, text_of
from games.camouflage import Deck, FaceName, Table, deck_from_json

if TYPE_CHECKING:
    from vision.album import Album

# A board as JSON, or in notation, where a card and its place are written CARD@X,YrTURN.
_INLINE: Final = re.compile(r"^\s*\{|@-?[0-9]+,")


@dataclass(frozen=True, slots=True)
class BoardArgument:
    """A board as the user named it.

    Attributes:
        text: its file's content, or the line of notation.
        shown: how errors name it.
        folder: where its file is, None where it is none.
    """

    text: str
    shown: str
    folder: Path | None = None

    @property
    def is_json(self) -> bool:
        """Whether it is a file's content and no notation."""
        return self.folder is not None or self.text.lstrip().startswith(("{", "["))


def named(argument: str, stdin: BinaryIO | None) -> BoardArgument | PhotoSource:
    """Tell boards from photos: `-`, JSON and notation are boards, any other file is taken for a photo.

    Args:
        argument: what the user named.
        stdin: standard input, for `-`; None if it is closed.

    Raises:
        WrongUseError: there is no such file, or it cannot be read.
    """
    if argument == "-":
        if stdin is None:
            raise WrongUseError("expected a board on standard input; found it closed")
        return BoardArgument(text_of(stdin, "standard input"), "standard input")
    path = Path(argument)
    if not _is(Path.is_file, path):
        if _INLINE.search(argument):
            return BoardArgument(argument, "the board")
        folder = argument and _is(Path.is_dir, path)
        found = f"the folder {argument!r}" if folder else f"no file {argument!r}"
        raise WrongUseError(f"expected a file or a board in notation; found {found}")
    if path.suffix == ".json" or opening_of(path).lstrip().startswith(b"{"):
        return BoardArgument(read_text(path), path.name, path.parent)
    return PhotoSource(path.name, path)


def read_deck(path: Path) -> Deck:
    """Read a deck file.

    Raises:
        WrongUseError: it is missing or no deck file; the message says where and why.
    """
    return deck_from_text(read_text(path), path.name)


def deck_from_text(text: str, shown: str) -> Deck:
    """Return the deck of a deck file's content; errors name it as `shown`.

    Raises:
        WrongUseError: it is none; the message says where and why.
    """
    document = parsed(text, shown)
    with blaming(shown):
        return deck_from_json(document)


def read_album(folder: Path) -> "Album":
    """Read an album, or where there is no such folder, the shipped one of that name.

    Raises:
        AlbumError: the folder is none.
    """
    from vision.album import load_album

    return load_album(album_folder(folder))


def album_folder(folder: Path) -> Path:
    """Return the folder of an album, or where there is none, that of the shipped one of that name."""
    shipped = None if _is(Path.exists, folder) else shipped_album(str(folder))
    return shipped or folder


def own_album_folder(folder: Path) -> Path:
    """Return the folder of an album that is to be changed.

    Raises:
        WrongUseError: it is the shipped one.
    """
    if album_folder(folder) != folder:
        raise WrongUseError(
            f"{folder} is the shipped album, which stays as it is; a copy can be changed: camtable album "
            f"export {folder} {folder}.zip and then camtable album import {folder}.zip my-{folder}"
        )
    return folder


def read_reading(path: Path) -> Kept:
    """Read a kept reading.

    Raises:
        WrongUseError: it is missing or no such file; the message says where and why.
    """
    document = parsed(read_text(path), path.name)
    with blaming(path.name):
        return reading_from_json(document)


def reading_in(argument: BoardArgument) -> Kept | None:
    """Return the kept reading that a user names in the place of a board, None if it is a board.

    Raises:
        WrongUseError: it is a malformed one; the message says where and why.
    """
    document = parsed(argument.text, argument.shown) if argument.is_json else None
    if not is_reading(document):
        return None
    with blaming(argument.shown):
        return reading_from_json(document)


def read_board(
    argument: BoardArgument,
    *,
    deck: Path | None = None,
    album: Path | None = None,
    face: FaceName | None = None,
) -> Laid:
    """Read a board with its deck.

    Args:
        argument: the board as the user named it.
        deck: the deck file that the user names.
        album: the album that the user names.
        face: the side that is played, where the user names it.

    Raises:
        WrongUseError: the board or its deck is missing or malformed.
        AlbumError: the album is none.
    """
    document = parsed(argument.text, argument.shown) if argument.is_json else None
    wanted = face or (document.get("face") if isinstance(document, dict) else None)

    def find(name: str | None) -> Cards:
        return find_deck(name, argument.folder, deck, album, wanted)

    if not argument.is_json:
        return from_notation(argument.text, find, face, shown=argument.shown)
    return from_document(document, find, face, shown=argument.shown)


def board_of(argument: BoardArgument, deck: Deck, face: FaceName) -> Table:
    """Return a board whose deck and face are known already.

    Raises:
        WrongUseError: it is malformed, or not of that deck.
    """

    def find(_: str | None) -> Cards:
        return Cards(deck, face)

    if argument.is_json:
        return from_document(parsed(argument.text, argument.shown), find, face, shown=argument.shown).table
    return from_notation(argument.text, find, face, shown=argument.shown).table


def photo_sources(paths: Sequence[Path]) -> tuple[PhotoSource, ...]:
    """Return photos under the names of their files, or where two have the same, under their whole paths."""
    short = [path.name for path in paths]
    plain = len({*short}) == len(short)
    return tuple(PhotoSource(path.name if plain else str(path), path) for path in paths)


def photo_source(path: Path | None) -> PhotoSource | None:
    """Return a photo under the name of its file, None where there is none."""
    return None if path is None else PhotoSource(path.name, path)


def named_deck(name: str | None) -> Cards:
    """Return the shipped deck of this name.

    Raises:
        WrongUseError: there is none, or no name.
    """
    if name is None:
        raise WrongUseError("neither a board in one line nor a card without code names a deck: name it")
    deck = shipped_deck(name)
    if deck is None:
        raise WrongUseError(f"no deck {name!r} is shipped or lies beside the board; name a deck or an album")
    return Cards(deck)


def find_deck(
    name: str | None, folder: Path | None, deck: Path | None, album: Path | None, face: object
) -> Cards:
    """Return the deck of a board or puzzle.

    Args:
        name: the deck's name, as the file has it.
        folder: where the file is, None where it is none.
        deck: the deck file that the user names.
        album: the album that the user names.
        face: the side that is played, which tells the faces of an album apart.

    Raises:
        WrongUseError: there is none, or it is malformed.
        AlbumError: the album is none.
    """
    if deck is not None:
        return Cards(read_deck(deck))
    if album is not None:
        faces = read_album(album).faces
        shown = next((each for each in faces if each.face == face), faces[0])
        return Cards(shown.deck, shown.face)
    if name and folder and PLAIN_NAME.fullmatch(name):
        beside = folder / f"{name}.deck.json"
        if _is(Path.is_file, beside):
            return Cards(read_deck(beside))
    return named_deck(name)


def _is(kind: Callable[[Path], bool], path: Path) -> bool:
    """Tell whether there is a file or folder; a long line of notation cannot even be the name of one."""
    try:
        return kind(path)
    except (OSError, ValueError):
        return False
