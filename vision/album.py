"""The album: a picture of each card of one face of a deck, and the deck's file.

A reader compares photos with these pictures, so that it works with any print of the cards. On disk an album
is a folder with `album.json` and one PNG a card. A folder may hold both faces: each is an album of its own,
since without a deck file nothing tells which backs belong to which fronts.
"""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from games.camouflage.cards import FACES, Deck, FaceName
from games.camouflage.files import deck_from_json, deck_to_json
from games.errors import GamesError
from games.json_value import JsonValue
from vision.album_folder import (
    FORMAT,
    FORMER,
    INDEX,
    OTHER,
    is_album,
    last_index,
    put,
    put_back,
    read_index,
)
from vision.album_pictures import PictureWriter, read_picture
from vision.errors import AlbumError, VisionError
from vision.former import Former, formers_from_json, formers_to_json
from vision.origins import (
    Doubt,
    Step,
    digest_of,
    doubts_from_json,
    doubts_to_json,
    steps_from_json,
    steps_to_json,
)
from vision.photo import Pixels


@dataclass(frozen=True, slots=True, eq=False)
class Album:
    """What one face of a deck looks like.

    Attributes:
        deck: the cards.
        face: the side that is shown.
        pictures: card id -> (288, 288, 3) uint8 blue green red, upright as printed; a deck's card may be
            missing.
        other: the album of the other face, where it is known.
        doubtful: squares to look at.
        steps: how the album came to be, the first step first; none where that is not known.
        former: cards that were made one with others, so that they can be split off again.
    """

    deck: Deck
    face: FaceName
    pictures: Mapping[str, Pixels]
    other: "Album | None" = None
    doubtful: tuple[Doubt, ...] = ()
    steps: tuple[Step, ...] = ()
    former: tuple[Former, ...] = ()

    @property
    def faces(self) -> tuple["Album", ...]:
        """This face's album, and the other's where it is known."""
        return (self,) if self.other is None else (self, self.other)


def save_album(album: Album, folder: Path, *, undoable: bool = False) -> Album:
    """Writes an album, whole or not at all; an album of the same face that stood there is replaced.

    The other face of an album that stood there is kept, and so are files that it does not name, such as a
    deck file beside it. A picture that is there already is not written again.

    Args:
        album: what to write.
        folder: where to; made with its parents where it is missing.
        undoable: whether what it replaces is kept, so that `undo` brings it back.

    Returns:
        What the folder holds now: the album, with the other face if there is one.

    Raises:
        AlbumError: the folder holds something else than an album, or cannot be written; or an album of the
            other face that is there is damaged, or this one does not fit its deck.
    """
    there = is_album(folder)
    if not there and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise AlbumError(f"{folder} is neither empty nor an album, so nothing was written there")
    whole = replace(album, other=album.other or (_other_face(album.face, folder) if there else None))
    for each in whole.faces:
        _require_fitting(each)
    try:
        if there:
            put(_with_pictures(whole, folder), folder, undoable=undoable)
        else:
            _make(whole, folder)
    except OSError as fault:
        raise AlbumError(f"the album {folder} cannot be written: {fault.strerror or fault}") from fault
    return whole


def load_album(folder: Path) -> Album:
    """Reads an album.

    Raises:
        AlbumError: the folder is no album, a picture is missing, changed or damaged, or the deck does not
            fit.
    """
    if not is_album(folder):
        raise AlbumError(f"{folder} is no album: no {INDEX} in it")
    return _loaded(folder, INDEX)


def undo(folder: Path) -> Album:
    """Takes back the last change of an album.

    Returns:
        What the folder holds now.

    Raises:
        AlbumError: nothing can be undone, or what was there before is damaged; the album stays as it is.
    """
    if not is_album(folder):
        raise AlbumError(f"{folder} is no album: no {INDEX} in it")
    read_index(folder)
    name = last_index(folder)
    if name is None:
        raise AlbumError(f"nothing in the album {folder} can be undone")
    album = _loaded(folder, name)
    try:
        put_back(folder)
    except OSError as fault:
        raise AlbumError(f"the album {folder} cannot be written: {fault.strerror or fault}") from fault
    return album


def _loaded(folder: Path, name: str) -> Album:
    index = read_index(folder, name)
    album = _face(folder, index)
    return replace(album, other=_face(folder, index[OTHER])) if OTHER in index else album


def _face(folder: Path, index: object) -> Album:
    """Reads what an index tells of one face."""
    if not isinstance(index, dict) or index.get("face") not in FACES:
        raise AlbumError(f"{folder / INDEX} is not of the format {FORMAT} with the face animals or gems")
    names = index.get("pictures")
    if not isinstance(names, dict) or not names:
        raise AlbumError(f"{folder / INDEX} does not name the cards' pictures")
    told = JsonValue(index, document=INDEX)
    try:
        digests = {name: digest_of(value) for name, value in _members(told, "sha256").items()}
        doubtful, steps, former = told.maybe("doubtful"), told.maybe("steps"), told.maybe(FORMER)
        own = _members(former, "pictures") if former else {}
        album = Album(
            deck_from_json(index.get("deck")),
            index["face"],
            {card: read_picture(folder, name, digests) for card, name in names.items()},
            doubtful=doubts_from_json(doubtful) if doubtful else (),
            steps=steps_from_json(steps) if steps else (),
            former=formers_from_json(
                former, {card: read_picture(folder, name.text(), digests) for card, name in own.items()}
            )
            if former
            else (),
        )
        _require_fitting(album)
    except (GamesError, VisionError) as fault:
        raise AlbumError(f"the album {folder} is damaged: {fault}") from fault
    return album


def _members(told: JsonValue, name: str) -> Mapping[str, JsonValue]:
    value = told.maybe(name)
    return value.members() if value else {}


def _require_fitting(album: Album) -> None:
    """Refuses an album that tells of cards which its deck lacks."""
    former = (each.into for each in album.former)
    for card in (*album.pictures, *(doubt.card for doubt in album.doubtful), *former):
        if card not in album.deck:
            raise AlbumError(f"the album tells of the card {card!r}, which its deck lacks")
        if album.face not in album.deck.card(card).faces:
            raise AlbumError(f"the album shows the {album.face} of {card!r}, which its deck lacks")


def _other_face(face: FaceName, folder: Path) -> Album | None:
    """Reads what an album's folder holds of the other face than this."""
    index = read_index(folder)
    known = (index, index.get(OTHER))
    others = [each for each in known if isinstance(each, dict) and each.get("face") in {*FACES} - {face}]
    return _face(folder, others[0]) if others else None


def _make(album: Album, folder: Path) -> None:
    """Makes the folder of an album that is not there yet."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".album-") as scratch:
        made = Path(scratch) / "album"
        made.mkdir()
        put(_with_pictures(album, made), made, undoable=False)
        made.rename(folder)


def _with_pictures(album: Album, folder: Path) -> dict[str, object]:
    """Writes the pictures that a folder lacks, all or none, and returns the index of the album."""
    with PictureWriter(folder) as pictures:
        first, *others = (_written(each, pictures, album.other) for each in album.faces)
    return {"format": FORMAT, **first, **({OTHER: others[0]} if others else {})}


def _written(album: Album, pictures: PictureWriter, other: Album | None) -> dict[str, object]:
    """Writes the pictures of one face that are not there, and returns what the index tells of it."""
    prefix = f"{album.face}-" if other else ""
    names = pictures.written(album.pictures, prefix)
    apart = {each.card.id: each.picture for each in album.former if each.picture is not None}
    aside = pictures.written(apart, f"{prefix}{FORMER}-")
    former = {FORMER: formers_to_json(album.former, album.deck, aside)} if album.former else {}
    return {
        "face": album.face,
        "deck": deck_to_json(album.deck),
        "pictures": names,
        "sha256": pictures.digests((*names.values(), *aside.values())),
        "doubtful": doubts_to_json(album.doubtful),
        "steps": steps_to_json(album.steps),
        **former,
    }
