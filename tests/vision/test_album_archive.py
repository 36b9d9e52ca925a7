"""An album as one file: it comes back as it was, and what is no album or means harm is refused."""

import io
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.vision.test_album import ALBUM, DARK, bytes_in, grow_old, require_equal, require_one_sentence
from vision import album_archive
from vision.album import Album, load_album, save_album
from vision.album_archive import MAX_FILES, MAX_PICTURE_BYTES, export_album, import_album
from vision.errors import AlbumError


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported") / "album"
    save_album(ALBUM, folder)
    return folder


@pytest.fixture(scope="module")
def packed(folder: Path) -> bytes:
    return export_album(folder)


def repacked(packed: bytes, change: Callable[[dict[str, bytes]], object]) -> bytes:
    """Return an archive whose files were changed."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    return zipped(*files.items())


def zipped(*files: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return file.getvalue()


def require_refused(data: bytes, folder: Path, match: str) -> None:
    with pytest.raises(AlbumError, match=match) as caught:
        import_album(data, folder / "new")
    require_one_sentence(caught.value)
    assert str(folder) not in str(caught.value)
    assert list(folder.iterdir()) == []


class TestRoundTrip:
    def test_an_album_comes_back_byte_for_byte(self, folder: Path, packed: bytes, tmp_path: Path) -> None:
        require_equal(import_album(packed, tmp_path / "a" / "new"), ALBUM)
        require_equal(load_album(tmp_path / "a" / "new"), ALBUM)
        assert bytes_in(tmp_path / "a" / "new") == bytes_in(folder)
        assert export_album(tmp_path / "a" / "new") == packed

    def test_an_album_of_both_faces(self, tmp_path: Path) -> None:
        deck = ALBUM.deck
        cards = tuple(type(card)(card.id, card.deck, {"gems": card.faces["animals"]}) for card in deck.cards)
        gems = type(deck)("stones", deck.decks, {"gems": deck.patterns["animals"]}, cards)
        save_album(ALBUM, tmp_path / "both")
        save_album(Album(gems, "gems", {"owl-2": DARK}), tmp_path / "both")
        import_album(export_album(tmp_path / "both"), tmp_path / "new")
        assert bytes_in(tmp_path / "new") == bytes_in(tmp_path / "both")

    def test_what_could_be_undone_and_what_lies_beside_stay(self, tmp_path: Path) -> None:
        save_album(Album(ALBUM.deck, "animals", {"owl-1": DARK}), tmp_path / "album")
        save_album(ALBUM, tmp_path / "album", undoable=True)
        (tmp_path / "album" / "notes.txt").write_text("mine")
        import_album(export_album(tmp_path / "album"), tmp_path / "new")
        require_equal(load_album(tmp_path / "new"), ALBUM)
        assert {path.suffix for path in (tmp_path / "new").iterdir()} == {".png", ".json"}
        assert len([*(tmp_path / "new").iterdir()]) == 1 + len(ALBUM.pictures)

    def test_an_album_of_an_earlier_version(self, folder: Path, tmp_path: Path) -> None:
        shutil.copytree(folder, tmp_path / "old")
        grow_old(tmp_path / "old")
        import_album(export_album(tmp_path / "old"), tmp_path / "new")
        assert list(load_album(tmp_path / "new").pictures) == list(ALBUM.pictures)

    def test_an_empty_folder_will_do(self, packed: bytes, tmp_path: Path) -> None:
        require_equal(import_album(packed, tmp_path), ALBUM)

    def test_a_damaged_album_is_not_handed_on(self, folder: Path, tmp_path: Path) -> None:
        shutil.copytree(folder, tmp_path / "album")
        (tmp_path / "album" / "01-owl-1.png").unlink()
        with pytest.raises(AlbumError, match="is damaged"):
            export_album(tmp_path / "album")


@pytest.mark.parametrize("kind", ["album", "something", "file"])
def test_what_is_there_stays(kind: str, packed: bytes, tmp_path: Path) -> None:
    place = tmp_path / "place"
    if kind == "album":
        import_album(packed, place)
    elif kind == "something":
        place.mkdir()
        (place / "thesis.txt").write_text("years of work")
    else:
        place.write_text("mine")
    before = bytes_in(place) if place.is_dir() else place.read_bytes()
    with pytest.raises(AlbumError, match="so nothing was written there"):
        import_album(packed, place)
    assert before == (bytes_in(place) if place.is_dir() else place.read_bytes())


def link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = 0o120777 << 16
    return info


def named(packed: bytes, name: str | zipfile.ZipInfo, data: bytes = b"x") -> bytes:
    """Return an archive with one more file."""
    file = io.BytesIO(packed)
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr(name, data)
    return file.getvalue()


@pytest.mark.parametrize(
    "name",
    [
        "../evil.png",
        "/evil.png",
        "a/b.png",
        "a\\b.png",
        "..",
        ".hidden",
        "C:evil.png",
        "folder/",
        "nul\0.png",
    ],
    ids=ascii,
)
def test_a_file_that_would_lie_elsewhere_is_refused(name: str, packed: bytes, tmp_path: Path) -> None:
    info = zipfile.ZipInfo("placeholder")
    info.filename = name
    if "\0" in name:  # the library cuts such a name itself
        data = named(packed, "nulQ.png").replace(b"nulQ.png", name.encode())
    else:
        data = named(packed, info)
    require_refused(data, tmp_path, "holds plain files without folders; found")


def flagged(packed: bytes) -> bytes:
    """Return an archive that says of its index that it is encrypted."""
    data = bytearray(packed)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    return bytes(data)


def oversized(files: dict[str, bytes]) -> None:
    files["01-owl-1.png"] += bytes(MAX_PICTURE_BYTES)


def index_with(**fields: object) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        index: dict[str, Any] = json.loads(files["album.json"])
        files["album.json"] = json.dumps(index | fields).encode()

    return change


HARMFUL: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "nothing": (lambda _: b"", "no whole zip"),
    "no zip": (lambda _: b"\x89PNG" * 100, "no whole zip"),
    "an empty zip": (lambda _: zipped(), "no album: no album.json in it"),
    "cut off": (lambda packed: packed[: len(packed) // 2], "no whole zip"),
    "another zip": (lambda _: zipped(("word/document.xml", b"x")), "plain files without folders"),
    "a link": (lambda packed: named(packed, link("99-x.png")), "plain files without folders"),
    "a file more": (lambda packed: named(packed, "99-x.png"), "holds '99-x.png', which is no part"),
    "a program": (lambda packed: named(packed, "setup.exe"), "holds 'setup.exe', which is no part"),
    "an encrypted file": (flagged, "'album.json' is encrypted"),
    "a picture less": (
        lambda packed: repacked(packed, lambda files: files.pop("01-owl-1.png")),
        "lacks the picture '01-owl-1.png'",
    ),
    "too many files": (
        lambda _: zipped(*((f"{number}.png", b"") for number in range(MAX_FILES + 1))),
        f"at most {MAX_FILES} files; found {MAX_FILES + 1}",
    ),
    "a picture that unpacks to too much": (
        lambda packed: repacked(packed, oversized),
        "'01-owl-1.png' has more than 1,000,000 bytes",
    ),
    "an index that unpacks to too much": (
        lambda packed: repacked(packed, lambda files: files.update({"album.json": bytes(5_000_000)})),
        "'album.json' has more than 4,000,000 bytes",
    ),
    "an index of a later version": (
        lambda packed: repacked(packed, index_with(format="camtable-album/9")),
        "which another version of Camtable writes",
    ),
    "another picture": (
        lambda packed: repacked(packed, lambda files: files.update({"01-owl-1.png": files["02-fox-2.png"]})),
        "damaged: 01-owl-1.png was changed",
    ),
    "a picture outside": (
        lambda packed: repacked(packed, index_with(pictures={"owl-1": "../../x.png"})),
        "which is no part of the album|lacks the picture",
    ),
}


@pytest.mark.parametrize(("made", "match"), HARMFUL.values(), ids=HARMFUL.keys())
def test_what_is_no_album_or_means_harm_is_refused(
    made: Callable[[bytes], bytes], match: str, packed: bytes, tmp_path: Path
) -> None:
    require_refused(made(packed), tmp_path, match)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_there_twice_is_refused(packed: bytes, tmp_path: Path) -> None:
    require_refused(named(packed, "01-owl-1.png"), tmp_path, "holds '01-owl-1.png' twice")


def test_more_than_an_archive_may_have_is_refused(
    packed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(album_archive, "MAX_ARCHIVE_BYTES", len(packed) - 1)
    require_refused(packed, tmp_path, "an album in one file has at most")


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_an_archive_that_was_damaged_is_refused_or_the_same(
    data: st.DataObject, packed: bytes, tmp_path: Path
) -> None:
    """Whichever bytes are changed, there is one sentence and no folder, or the album as it was."""
    damaged = bytearray(packed)
    for _ in range(data.draw(st.integers(1, 3))):
        # The index and the list of files at the end are where most can go wrong.
        at = data.draw(
            st.integers(0, 1500)
            | st.integers(len(packed) - 400, len(packed) - 1)
            | st.integers(0, len(packed) - 1)
        )
        damaged[at] = data.draw(st.integers(0, 255))
    place = tmp_path / "new"
    try:
        require_equal(import_album(bytes(damaged), place), ALBUM)
        shutil.rmtree(place)
    except AlbumError as fault:
        require_one_sentence(fault)
        assert not place.exists()
