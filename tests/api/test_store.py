"""Albums on the server."""

from itertools import count
from pathlib import Path

import numpy as np
import pytest

from api.errors import UnknownAlbumError
from api.store import AlbumStore, new_id
from tests.strategies import DECK, PLAIN
from vision.album import Album
from vision.errors import AlbumError

GREY = np.full((288, 288, 3), 128, np.uint8)


@pytest.fixture
def store(tmp_path: Path) -> AlbumStore:
    ids = count()
    return AlbumStore(tmp_path / "albums", make_id=lambda: f"{next(ids):016x}")


def test_an_album_comes_back(store: AlbumStore) -> None:
    ids = [store.save(Album(deck, "animals", {"lion-1": GREY})) for deck in (PLAIN, DECK)]
    assert [store.load(album_id).deck for album_id in ids] == [PLAIN, DECK]
    assert store.load(ids[0]) is store.load(ids[0])


def test_albums_outlive_the_store(store: AlbumStore, tmp_path: Path) -> None:
    album_id = store.save(Album(PLAIN, "animals", {"lion-1": GREY}))
    assert AlbumStore(tmp_path / "albums").load(album_id).deck == PLAIN


def test_only_a_few_are_kept_in_memory(store: AlbumStore) -> None:
    ids = [store.save(Album(PLAIN, "animals", {"lion-1": GREY})) for _ in range(6)]
    first = store.load(ids[0])
    for album_id in ids[1:]:
        store.load(album_id)
    assert store.load(ids[0]) is not first


@pytest.mark.parametrize("album_id", ["", "..", "../x", "f" * 16, "F" * 16, "0" * 17])
def test_what_is_no_id_finds_nothing(album_id: str, store: AlbumStore) -> None:
    store.save(Album(PLAIN, "animals", {"lion-1": GREY}))
    with pytest.raises(UnknownAlbumError):
        store.load(album_id)


def test_a_folder_that_cannot_be_written_is_not_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(AlbumError, match=r"^the album cannot be stored$"):
        AlbumStore(tmp_path / "file").save(Album(PLAIN, "animals", {"lion-1": GREY}))


def test_ids_are_not_to_be_guessed() -> None:
    assert len({new_id() for _ in range(100)}) == 100
