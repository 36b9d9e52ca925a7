"""The album that ships: it shows what is printed, and it is found by its name."""

from pathlib import Path

import numpy as np
import pytest

from api.files import named_deck, read_album
from api.shipped import shipped_album
from api.store import AlbumStore
from benchmarks.deck_album import SHIPPED, pixels
from games.camouflage import FACES, FaceName
from vision.album import Album

DECK = named_deck("demo").deck


@pytest.fixture(scope="module")
def shipped() -> Album:
    return read_album(Path("demo"))


def test_it_has_both_faces_of_all_cards_and_is_light(shipped: Album) -> None:
    assert [album.face for album in shipped.faces] == [*FACES]
    assert all(album.deck == DECK for album in shipped.faces)
    assert all([*album.pictures] == [card.id for card in DECK.cards] for album in shipped.faces)
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 2_000_000


@pytest.mark.parametrize("face", FACES)
def test_its_pictures_are_what_is_printed(shipped: Album, face: FaceName) -> None:
    (album,) = (each for each in shipped.faces if each.face == face)
    for card in ("lion-1", "fox-3", "frog-6"):
        off = np.abs(album.pictures[card].astype(int) - pixels(DECK, card, face))
        assert off.mean() < 3, "but for the few colours it has"


def test_the_server_has_it_too(tmp_path: Path, shipped: Album) -> None:
    assert AlbumStore(tmp_path).load("demo").deck == shipped.deck


def test_a_folder_of_that_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_album(Path("demo")).deck.name == "demo"
    (tmp_path / "demo").mkdir()
    with pytest.raises(Exception, match="demo is no album"):
        read_album(Path("demo"))


def test_other_names_are_of_no_album() -> None:
    assert shipped_album("nowhere") is None
