"""Albums on disk: what is written comes back, and what was damaged is refused in one sentence."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from games.camouflage import Card, Deck
from tests.vision.scenes import DRAWN, drawn_album
from vision.album import Album, load_album, save_album, undo
from vision.album_folder import MAX_INDEX_BYTES, MOST_STEPS_BACK
from vision.album_pictures import PICTURE_SIDE_PX
from vision.errors import AlbumError
from vision.origins import Doubt, PhotoMark, Step

CARDS = ("owl-1", "fox-2", "cow-4")
STEP = Step("enrolled", "0.1.0", (PhotoMark("owl.jpg", "0" * 64), PhotoMark("fox.jpg", "f" * 64)))
ALBUM = Album(
    DRAWN,
    "animals",
    {card: drawn_album().pictures[card] for card in CARDS},
    doubtful=(Doubt("owl-1", (0, 2), "it is pale"),),
    steps=(STEP,),
)
DARK = np.zeros((PICTURE_SIDE_PX, PICTURE_SIDE_PX, 3), np.uint8)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An album that is left as it is."""
    folder = tmp_path_factory.mktemp("saved") / "album"
    save_album(ALBUM, folder)
    return folder


@pytest.fixture
def folder(saved: Path, tmp_path: Path) -> Path:
    """An album, all by itself."""
    return Path(shutil.copytree(saved, tmp_path / "album"))


def index_of(folder: Path) -> dict[str, Any]:
    return dict(json.loads((folder / "album.json").read_text("utf-8")))


def bytes_in(folder: Path) -> dict[str, bytes]:
    """What each file of a folder holds."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def grow_old(folder: Path) -> None:
    """Make of an album what was written before albums told how they came to be."""
    index = index_of(folder)
    for face in (index, index.get("other", {})):
        for name in ("sha256", "steps", "doubtful"):
            face.pop(name, None)
    (folder / "album.json").write_text(json.dumps(index), "utf-8")


def require_equal(one: Album, two: Album) -> None:
    assert (one.deck, one.face, one.doubtful, one.steps) == (two.deck, two.face, two.doubtful, two.steps)
    assert list(one.pictures) == list(two.pictures)
    for card, picture in one.pictures.items():
        assert (picture == two.pictures[card]).all()


def test_an_album_comes_back_as_it_was(folder: Path) -> None:
    require_equal(load_album(folder), ALBUM)


@pytest.mark.parametrize("card", ["../../etc/passwd", "ümläut-ß", "a" * 60, "nul\0", "a:b*c?d"], ids=ascii)
def test_any_card_can_have_a_picture(tmp_path: Path, card: str) -> None:
    """A card's id is anything without white space, commas and bars; a file's name is not."""
    face = DRAWN.cards[0].faces["animals"]
    deck = Deck("odd", ("owl",), DRAWN.patterns, (Card(card, "owl", {"animals": face}),))
    album = Album(deck, "animals", {card: ALBUM.pictures["owl-1"]})
    save_album(album, tmp_path / "album")
    require_equal(load_album(tmp_path / "album"), album)
    assert [each.name for each in tmp_path.iterdir()] == ["album"]


class TestSaving:
    def test_an_older_album_is_replaced_whole(self, folder: Path) -> None:
        some = Album(DRAWN, "animals", {"fox-2": ALBUM.pictures["fox-2"]})
        save_album(some, folder)
        require_equal(load_album(folder), some)
        assert len(list(folder.iterdir())) == 2
        assert list(folder.parent.iterdir()) == [folder]

    def test_what_a_user_keeps_beside_the_album_stays(self, folder: Path) -> None:
        (folder / "renamed.deck.json").write_text("my names")
        (folder / "photos").mkdir()
        (folder / "photos" / "table.jpg").write_bytes(b"mine")
        some = Album(DRAWN, "animals", {"fox-2": ALBUM.pictures["fox-2"]})
        save_album(some, folder)
        require_equal(load_album(folder), some)
        assert (folder / "renamed.deck.json").read_text() == "my names"
        assert (folder / "photos" / "table.jpg").read_bytes() == b"mine"
        assert len(list(folder.iterdir())) == 4

    def test_the_older_album_comes_back_where_the_new_one_cannot_take_its_place(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        replace = Path.replace

        def refusing(path: Path, target: Path) -> Path:
            if target.name == "album.json":
                raise OSError(28, "No space left on device")
            return replace(path, target)

        before = bytes_in(folder)
        monkeypatch.setattr(Path, "replace", refusing)
        with pytest.raises(AlbumError, match="cannot be written: No space left"):
            save_album(ALBUM, folder)
        assert bytes_in(folder) == before

    def test_folders_on_the_way_are_made(self, tmp_path: Path) -> None:
        save_album(ALBUM, tmp_path / "a" / "b")
        require_equal(load_album(tmp_path / "a" / "b"), ALBUM)

    def test_a_folder_of_something_else_stays_as_it_is(self, tmp_path: Path) -> None:
        (tmp_path / "thesis.txt").write_text("years of work")
        with pytest.raises(AlbumError, match="neither empty nor an album, so nothing was written"):
            save_album(ALBUM, tmp_path)
        assert [each.name for each in tmp_path.iterdir()] == ["thesis.txt"]

    def test_a_file_stays_as_it_is(self, tmp_path: Path) -> None:
        file = tmp_path / "file"
        file.write_text("mine")
        with pytest.raises(AlbumError, match="neither empty nor an album"):
            save_album(ALBUM, file)
        assert file.read_text() == "mine"

    def test_a_place_below_a_file_is_no_place(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("mine")
        with pytest.raises(AlbumError, match="cannot be written"):
            save_album(ALBUM, tmp_path / "file" / "album")

    def test_a_picture_of_the_user_is_not_written_over(self, folder: Path) -> None:
        (folder / "02-cow-4.png").write_bytes(b"mine")
        save_album(Album(DRAWN, "animals", {"cow-1": DARK, "cow-4": DARK}), folder)
        assert (folder / "02-cow-4.png").read_bytes() == b"mine"
        assert (load_album(folder).pictures["cow-4"] == DARK).all()

    def test_a_fault_on_the_way_leaves_the_older_album(self, folder: Path) -> None:
        broken = Album(DRAWN, "animals", {"fox-2": np.zeros((0, 0, 3), np.uint8)})
        with pytest.raises((AlbumError, ValueError, SystemError)):
            save_album(broken, folder)
        require_equal(load_album(folder), ALBUM)
        assert list(folder.parent.iterdir()) == [folder]


class TestUndoing:
    """A change that is kept can be taken back, picture for picture."""

    def changed(self, *dark: str) -> Album:
        return replace(ALBUM, pictures={**ALBUM.pictures, **dict.fromkeys(dark, DARK)})

    def test_a_change_is_taken_back(self, folder: Path) -> None:
        before = bytes_in(folder)
        save_album(self.changed("fox-2"), folder, undoable=True)
        require_equal(load_album(folder), self.changed("fox-2"))
        require_equal(undo(folder), ALBUM)
        assert bytes_in(folder) == before

    def test_pictures_that_stay_are_not_written_again(self, folder: Path) -> None:
        before = {name: (folder / name).stat() for name in bytes_in(folder)}
        save_album(self.changed("fox-2"), folder, undoable=True)
        for card in ("owl-1", "cow-4"):
            name = index_of(folder)["pictures"][card]
            assert (folder / name).stat() == before[name]

    def test_changes_are_taken_back_one_by_one(self, folder: Path) -> None:
        save_album(self.changed("owl-1"), folder, undoable=True)
        save_album(self.changed("owl-1", "fox-2"), folder, undoable=True)
        save_album(self.changed("cow-4"), folder, undoable=True)
        require_equal(undo(folder), self.changed("owl-1", "fox-2"))
        save_album(self.changed("fox-2"), folder, undoable=True)
        require_equal(undo(folder), self.changed("owl-1", "fox-2"))
        require_equal(undo(folder), self.changed("owl-1"))
        require_equal(undo(folder), ALBUM)
        with pytest.raises(AlbumError, match=r"nothing in the album .* can be undone"):
            undo(folder)

    def test_only_the_last_changes_are_kept(self, folder: Path) -> None:
        for number in range(MOST_STEPS_BACK + 3):
            shade = np.full_like(DARK, number)
            save_album(replace(ALBUM, pictures={"owl-1": shade}), folder, undoable=True)
        assert len([name for name in bytes_in(folder) if name.startswith("before-")]) == MOST_STEPS_BACK
        assert len([name for name in bytes_in(folder) if name.endswith(".png")]) == MOST_STEPS_BACK + 1
        for _ in range(MOST_STEPS_BACK):
            undo(folder)
        assert (load_album(folder).pictures["owl-1"] == 2).all()
        assert len(bytes_in(folder)) == 2

    def test_enrolling_anew_is_not_taken_back(self, folder: Path) -> None:
        save_album(self.changed("fox-2"), folder, undoable=True)
        save_album(ALBUM, folder)
        with pytest.raises(AlbumError, match="can be undone"):
            undo(folder)
        assert len(bytes_in(folder)) == 1 + len(CARDS)

    def test_what_was_there_before_is_checked(self, folder: Path) -> None:
        lost = index_of(folder)["pictures"]["fox-2"]
        save_album(self.changed("fox-2"), folder, undoable=True)
        (folder / lost).unlink()
        with pytest.raises(AlbumError, match=f"damaged: {lost} cannot be read"):
            undo(folder)
        require_equal(load_album(folder), self.changed("fox-2"))


@pytest.mark.parametrize("data", [b'{"format": "camtable-album/7"}', b'{"format": "camtable-album/2"}'])
def test_an_album_of_a_later_version_is_left_alone(folder: Path, data: bytes) -> None:
    (folder / "album.json").write_bytes(data)
    before = bytes_in(folder)
    for use in (load_album, undo, lambda folder: save_album(ALBUM, folder)):
        with pytest.raises(AlbumError, match=r"which another version of Camtable writes$"):
            use(folder)
    assert bytes_in(folder) == before


def test_an_index_without_end_is_not_read(folder: Path) -> None:
    (folder / "album.json").write_bytes(b" " * (MAX_INDEX_BYTES + 1))
    with pytest.raises(AlbumError, match=r"album\.json has more than 4 megabytes"):
        load_album(folder)


def test_an_album_of_an_earlier_version_is_opened(folder: Path) -> None:
    """It does not tell how it came to be, and its pictures have no digests."""
    grow_old(folder)
    require_equal(load_album(folder), replace(ALBUM, doubtful=(), steps=()))


GEMS = Deck(
    "stones",
    ("owl",),
    {"gems": DRAWN.patterns["animals"]},
    tuple(Card(f"owl-{n}", "owl", {"gems": DRAWN.cards[n].faces["animals"]}) for n in (1, 2)),
)


class TestBothFaces:
    """A folder holds one album of each face; neither asks what the other's cards are called."""

    gems = Album(GEMS, "gems", {"owl-1": ALBUM.pictures["fox-2"], "owl-2": ALBUM.pictures["cow-4"]})

    def test_the_other_face_is_added(self, folder: Path) -> None:
        saved = save_album(self.gems, folder)
        loaded = load_album(folder)
        for album in (saved, loaded):
            gems, animals = album.faces
            require_equal(gems, self.gems)
            require_equal(animals, ALBUM)

    @pytest.mark.parametrize("first", [0, 1], ids=["the one enrolled last", "the one enrolled first"])
    def test_a_face_that_is_enrolled_again_is_replaced_and_the_other_kept(
        self, folder: Path, first: int
    ) -> None:
        faces = save_album(self.gems, folder).faces
        face, other = faces[first], faces[1 - first]
        card = next(iter(face.pictures))
        again = Album(face.deck, face.face, {card: face.pictures[card]})
        save_album(again, folder)
        replaced, kept = load_album(folder).faces
        require_equal(replaced, again)
        require_equal(kept, replace(other, other=None))
        assert len(list(folder.iterdir())) == 1 + len(again.pictures) + len(kept.pictures)

    def test_an_album_that_knows_both_faces_is_written_with_both(self, folder: Path, tmp_path: Path) -> None:
        save_album(self.gems, folder)
        save_album(load_album(folder), tmp_path / "copy")
        assert [album.face for album in load_album(tmp_path / "copy").faces] == ["gems", "animals"]

    def test_another_face_that_is_damaged_is_told(self, folder: Path) -> None:
        index = index_of(folder) | {"other": {"face": "gems"}}
        (folder / "album.json").write_text(json.dumps(index))
        with pytest.raises(AlbumError, match="does not name the cards' pictures"):
            load_album(folder)


INDICES: dict[str, Callable[[dict[str, Any]], object]] = {
    "nothing": lambda _: None,
    "a list": lambda index: [index],
    "a number": lambda _: 7,
    "no format": lambda index: index | {"format": None},
    "a later format": lambda index: index | {"format": "camtable-album/2"},
    "a format that is a list": lambda index: index | {"format": ["camtable-album/1"]},
    "no face": lambda index: {key: value for key, value in index.items() if key != "face"},
    "a face of another game": lambda index: index | {"face": "hearts"},
    "a face that is a list": lambda index: index | {"face": ["animals"]},
    "no deck": lambda index: {key: value for key, value in index.items() if key != "deck"},
    "a deck that is text": lambda index: index | {"deck": "drawn"},
    "a deck without cards": lambda index: index | {"deck": {"format": "camouflage-deck/1", "name": "x"}},
    "no pictures": lambda index: {key: value for key, value in index.items() if key != "pictures"},
    "pictures that are null": lambda index: index | {"pictures": None},
    "pictures that are text": lambda index: index | {"pictures": "01-owl-1.png"},
    "pictures that are a number": lambda index: index | {"pictures": 3},
    "pictures in a list": lambda index: index | {"pictures": ["01-owl-1.png"]},
    "pictures in a list of pairs": lambda index: index | {"pictures": [["owl-1", "01-owl-1.png"]]},
    "a picture that is a number": lambda index: index | {"pictures": {"owl-1": 1}},
    "a picture that is null": lambda index: index | {"pictures": {"owl-1": None}},
    "a picture elsewhere": lambda index: index | {"pictures": {"owl-1": "../album/01-owl-1.png"}},
    "a picture anywhere": lambda index: index | {"pictures": {"owl-1": "/etc/passwd"}},
    "a picture that is the folder": lambda index: index | {"pictures": {"owl-1": ".."}},
    "a picture without a name": lambda index: index | {"pictures": {"owl-1": ""}},
    "a picture with a nought in its name": lambda index: index | {"pictures": {"owl-1": "a\0.png"}},
    "a picture that is no picture": lambda index: index | {"pictures": {"owl-1": "album.json"}},
    "a picture that is not there": lambda index: index | {"pictures": {"owl-1": "elephant.png"}},
    "a picture of a card of another deck": lambda index: index | {"pictures": {"bat-1": "01-owl-1.png"}},
    "no picture at all": lambda index: index | {"pictures": {}},
    "a face that a card lacks": lambda index: index | {"face": "gems"},
    "digests that are a list": lambda index: index | {"sha256": ["0" * 64]},
    "a digest that is too short": lambda index: index | {"sha256": {"01-owl-1.png": "00"}},
    "doubts that are text": lambda index: index | {"doubtful": "all"},
    "a doubt of a card of another deck": lambda index: (
        index | {"doubtful": [{"card": "bat-1", "cell": [0, 0], "why": "x"}]}
    ),
    "a doubt beside the card": lambda index: (
        index | {"doubtful": [{"card": "owl-1", "cell": [0, 3], "why": "x"}]}
    ),
    "a doubt of half a square": lambda index: (
        index | {"doubtful": [{"card": "owl-1", "cell": [0], "why": "x"}]}
    ),
    "steps without versions": lambda index: index | {"steps": [{"did": "enrolled", "photos": []}]},
    "photos without digests": lambda index: (
        index | {"steps": [{"did": "x", "camtable": "1", "photos": [{"name": "a.jpg"}]}]}
    ),
}


def require_one_sentence(fault: AlbumError) -> None:
    """An error is one line for the user, and shows none of Python's own words."""
    text = str(fault)
    assert text
    assert "\n" not in text
    assert not re.search(r"Error|Traceback|NoneType|object at", text)


@pytest.mark.parametrize("damaged", INDICES.values(), ids=INDICES.keys())
def test_a_damaged_index_is_refused(folder: Path, damaged: Callable[[dict[str, Any]], object]) -> None:
    (folder / "album.json").write_text(json.dumps(damaged(index_of(folder))), "utf-8")
    with pytest.raises(AlbumError) as caught:
        load_album(folder)
    require_one_sentence(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b'{"format": "camtable-album/1", ', id="cut off"),
        pytest.param(b"\xff\xfe\x00", id="not UTF-8"),
        pytest.param(b"[" * 100_000, id="nested without end"),
        pytest.param(b"9" * 10_000, id="a number without end"),
    ],
)
def test_an_index_that_is_no_json_is_refused(folder: Path, data: bytes) -> None:
    (folder / "album.json").write_bytes(data)
    with pytest.raises(AlbumError) as caught:
        load_album(folder)
    require_one_sentence(caught.value)


class TestPictures:
    def test_one_that_is_missing_is_named(self, folder: Path) -> None:
        (folder / "01-owl-1.png").unlink()
        with pytest.raises(AlbumError, match=r"damaged: 01-owl-1\.png cannot be read"):
            load_album(folder)

    @pytest.mark.parametrize("size", [(PICTURE_SIDE_PX, PICTURE_SIDE_PX - 1), (1, 1), (3000, 3000)])
    def test_one_of_another_size_is_refused(self, folder: Path, size: tuple[int, int]) -> None:
        Image.new("RGB", size).save(folder / "01-owl-1.png")
        with pytest.raises(AlbumError, match=f"01-owl-1.png should be 288 .* is {size[0]} x {size[1]}"):
            load_album(folder)

    @pytest.mark.parametrize("share", [0.0, 0.3, 0.99])
    def test_one_that_is_cut_off_is_refused(self, folder: Path, share: float) -> None:
        file = folder / "01-owl-1.png"
        data = file.read_bytes()
        file.write_bytes(data[: int(len(data) * share)])
        with pytest.raises(AlbumError) as caught:
            load_album(folder)
        require_one_sentence(caught.value)

    @pytest.mark.parametrize("card", CARDS)
    def test_one_that_was_changed_is_named(self, folder: Path, card: str) -> None:
        name = index_of(folder)["pictures"][card]
        Image.new("RGB", (PICTURE_SIDE_PX, PICTURE_SIDE_PX)).save(folder / name)
        with pytest.raises(AlbumError, match=f"damaged: {name} was changed since the album was made"):
            load_album(folder)

    def test_one_in_grey_is_read_as_colours(self, folder: Path) -> None:
        grow_old(folder)
        Image.new("L", (PICTURE_SIDE_PX, PICTURE_SIDE_PX), 77).save(folder / "01-owl-1.png")
        assert (load_album(folder).pictures["owl-1"] == 77).all()


@pytest.mark.parametrize("name", ["nowhere", "album/album.json"])
def test_what_is_no_folder_is_no_album(folder: Path, name: str) -> None:
    with pytest.raises(AlbumError, match=r"is no album: no album\.json in it"):
        load_album(folder.parent / name)
