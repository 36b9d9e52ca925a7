"""Boards, decks and albums as users name them."""

import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import puzzles
from api.answers import PhotoSource
from api.boards import Laid
from api.errors import WrongUseError
from api.files import BoardArgument, named, photo_sources, read_board, read_deck
from api.shipped import shipped_album, shipped_deck
from api.texts import MAX_DOCUMENT_BYTES
from games.camouflage import FACES, Deck, Table, deck_to_json, parse_board, table_to_json
from tests.api.doubles import album_in, photo_in
from tests.strategies import DECK, PLAIN
from vision.album import Album, save_album

NOTATION = "lion-1@0,0r0 owl-1@2,0r0"
TABLE = Table("plain", "animals", parse_board(NOTATION))


def write(path: Path, document: object) -> Path:
    path.write_text(json.dumps(document), "utf-8")
    return path


def board(argument: str, stdin: bytes = b"", deck: Path | None = None, album: Path | None = None) -> Laid:
    given = named(argument, io.BytesIO(stdin))
    assert isinstance(given, BoardArgument)
    return read_board(given, deck=deck, album=album)


@pytest.fixture
def deck_file(tmp_path: Path) -> Path:
    return write(tmp_path / "mine.json", deck_to_json(PLAIN))


@pytest.fixture
def board_file(tmp_path: Path) -> Path:
    return write(tmp_path / "x.board.json", table_to_json(TABLE))


class TestNamed:
    def test_a_json_file_is_a_board(self, board_file: Path, tmp_path: Path) -> None:
        assert isinstance(named(str(board_file), io.BytesIO()), BoardArgument)
        unnamed = tmp_path / "x"
        unnamed.write_bytes(b' \n{"format": 1}')
        assert isinstance(named(str(unnamed), io.BytesIO()), BoardArgument)

    def test_any_other_file_is_a_photo(self, tmp_path: Path) -> None:
        photo = photo_in(tmp_path)
        assert named(str(photo), io.BytesIO()) == PhotoSource("table.jpg", photo)

    @pytest.mark.parametrize("argument", ["missing.jpg", "photos@home/x.jpg", "x" * 5000, "a\0b", ""])
    def test_what_is_neither_file_nor_board_is_refused(self, argument: str) -> None:
        with pytest.raises(WrongUseError, match="expected a file or a board in notation; found no file"):
            named(argument, io.BytesIO())

    def test_folders_are_refused_as_such(self, tmp_path: Path) -> None:
        with pytest.raises(WrongUseError, match=r"found the folder '.*'"):
            named(str(tmp_path), io.BytesIO())

    @pytest.mark.parametrize("argument", ['{"cards": []}', "lion-1@0,0", "Ann: lion-1@-2,0r0", "@1,1r0"])
    def test_what_looks_like_a_board_is_taken_for_one(self, argument: str) -> None:
        assert named(argument, io.BytesIO()) == BoardArgument(argument, "the board")

    def test_photos_go_by_their_file_names_unless_two_have_the_same(self) -> None:
        assert [each.name for each in photo_sources([Path("a/x.jpg"), Path("b/y.jpg")])] == ["x.jpg", "y.jpg"]
        assert [each.name for each in photo_sources([Path("a/x.jpg"), Path("b/x.jpg")])] == [
            "a/x.jpg",
            "b/x.jpg",
        ]


class TestDecks:
    def test_the_deck_that_is_named_comes_first(
        self, board_file: Path, deck_file: Path, tmp_path: Path
    ) -> None:
        album = album_in(tmp_path / "album", DECK)
        write(tmp_path / "plain.deck.json", deck_to_json(DECK))
        laid = board(str(board_file), deck=deck_file, album=album)
        assert laid.deck == PLAIN
        assert laid.warnings == ()

    def test_then_that_of_the_album(self, board_file: Path, tmp_path: Path) -> None:
        write(tmp_path / "plain.deck.json", deck_to_json(PLAIN))
        laid = board(str(board_file), album=album_in(tmp_path / "album", DECK))
        assert laid.deck == DECK
        assert laid.table.deck_name == "mixed"
        assert laid.warnings == ("the deck 'mixed' is taken instead of the board's 'plain'",)

    def test_then_the_one_beside_the_board(self, board_file: Path, tmp_path: Path) -> None:
        write(tmp_path / "plain.deck.json", deck_to_json(PLAIN))
        assert board(str(board_file)).deck == PLAIN

    def test_then_a_shipped_one(
        self, board_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shipped = tmp_path / "shipped"
        (shipped / "data").mkdir(parents=True)
        write(shipped / "data" / "plain.deck.json", deck_to_json(PLAIN))
        monkeypatch.setattr(puzzles, "__path__", [str(shipped)])
        monkeypatch.setattr("api.shipped.files", lambda _: shipped)
        assert board(str(board_file)).deck == PLAIN
        assert board("-", json.dumps(table_to_json(TABLE)).encode()).deck == PLAIN

    def test_else_there_is_none(self, board_file: Path) -> None:
        with pytest.raises(WrongUseError, match="no deck 'plain' is shipped or lies beside the board"):
            board(str(board_file))
        with pytest.raises(WrongUseError, match="neither a board in one line"):
            board(NOTATION)

    @pytest.mark.parametrize("name", ["../../etc/passwd", "..", "a/b", "a\0b", "", "x" * 200])
    def test_names_of_decks_lead_to_no_other_file(self, name: str) -> None:
        assert shipped_deck(name) is None
        assert shipped_album(name) is None


class TestBoards:
    def test_a_file_says_what_it_says(self, board_file: Path, deck_file: Path) -> None:
        laid = board(str(board_file), deck=deck_file)
        assert laid.table == TABLE
        assert laid.says == {"format", "deck", "face", "placements", "min_match", "wild_centers"}

    def test_notation_takes_the_only_face_of_the_deck(self, deck_file: Path) -> None:
        laid = board(NOTATION, deck=deck_file)
        assert laid.table == TABLE
        assert laid.says == frozenset()

    def test_of_an_album_with_both_faces_the_board_tells_which(self, tmp_path: Path) -> None:
        folder = album_in(tmp_path / "album", DECK)
        stones = replace(DECK, name="stones")
        save_album(Album(stones, "gems", {stones.cards[0].id: np.zeros((288, 288, 3), np.uint8)}), folder)
        argument = BoardArgument(NOTATION, "the board")
        faces = {face: read_board(argument, album=folder, face=face) for face in FACES}
        assert {face: laid.deck.name for face, laid in faces.items()} == {
            "animals": DECK.name,
            "gems": "stones",
        }
        assert read_board(argument, album=folder).table.face == "gems"

    def test_notation_takes_the_face_of_the_album(self, tmp_path: Path) -> None:
        assert board(NOTATION, album=album_in(tmp_path / "album", DECK)).table.face == "animals"

    def test_notation_takes_the_face_that_is_named_or_else_animals(self, tmp_path: Path) -> None:
        both = write(tmp_path / "both.json", deck_to_json(DECK))
        laid = board(NOTATION, deck=both)
        assert laid.table.face == "animals"
        assert laid.warnings == (
            "a board in one line names no face; animals is taken unless --face says otherwise",
        )
        given = named(NOTATION, io.BytesIO())
        assert isinstance(given, BoardArgument)
        laid = read_board(given, deck=both, face="gems")
        assert (laid.table.face, laid.warnings) == ("gems", ())

    def test_a_face_that_is_not_the_files_is_told(self, tmp_path: Path) -> None:
        both = write(tmp_path / "both.json", deck_to_json(DECK))
        path = write(tmp_path / "x.board.json", {**table_to_json(TABLE), "deck": "mixed"})
        laid = read_board(BoardArgument(path.read_text(), path.name, tmp_path), deck=both, face="gems")
        assert laid.table.face == "gems"
        assert laid.warnings == ("the face gems is taken instead of the board's animals",)

    def test_standard_input_may_hold_either(self, deck_file: Path) -> None:
        assert board("-", NOTATION.encode() + b"\n", deck=deck_file).table == TABLE
        assert board("-", json.dumps(table_to_json(TABLE)).encode(), deck=deck_file).table == TABLE
        assert board("-", b"\xef\xbb\xbf" + NOTATION.encode(), deck=deck_file).table == TABLE


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"", "x.board.json: expected JSON; found the end in line 1", id="empty"),
        pytest.param(b'{"format": ', "x.board.json: expected JSON; found the end in line 1", id="cut off"),
        pytest.param(b"[" * 100_000, "x.board.json: nested too deeply", id="nested"),
        pytest.param(b"\xff\xfe{", "x.board.json is no text in UTF-8", id="no text"),
        pytest.param(
            b" " * (MAX_DOCUMENT_BYTES + 1), "x.board.json has more than 4 megabytes", id="too large"
        ),
        pytest.param(
            b'{"format": "x", "face": "gems", "face": "animals"}',
            "x.board.json: expected each name once in an object; found 'face' twice",
            id="a field twice",
        ),
        pytest.param(
            json.dumps(table_to_json(TABLE)).replace('"turn"', '"x": 1, "turn"').encode(),
            "x.board.json: expected each name once in an object; found 'x' twice",
            id="a field twice in a card",
        ),
        pytest.param(b"[1]", "x.board.json: the file: expected an object", id="a list"),
        pytest.param(
            b'{"format": "x"}', "x.board.json: format: expected 'camouflage-board/1'", id="other format"
        ),
        pytest.param(
            json.dumps({**table_to_json(TABLE), "start": ["cat-1"]}).encode(),
            "x.board.json: no card 'cat-1' in deck 'plain'",
            id="a card that the deck lacks",
        ),
        pytest.param(
            json.dumps({**table_to_json(TABLE), "players": {"": "owl"}}).encode(),
            'x.board.json: players: expected a text; found ""',
            id="a player without a name",
        ),
        pytest.param(
            json.dumps({**table_to_json(TABLE), "placements": [{"card": "lion-1"}]}).encode(),
            "x.board.json: placements.0.: expected an object with 'x'",
            id="field missing",
        ),
        pytest.param(
            json.dumps(table_to_json(Table("plain", "animals", parse_board("lion-1@0,0r0"))))
            .replace("}], ", '}, {"card": "lion-1", "x": 9, "y": 9, "turn": 0}], ')
            .encode(),
            "x.board.json: placements: each card lies on the table once; lion-1 is laid twice",
            id="the same card twice",
        ),
    ],
)
def test_a_malformed_board_is_told_in_one_line(
    content: bytes, message: str, tmp_path: Path, deck_file: Path
) -> None:
    path = tmp_path / "x.board.json"
    path.write_bytes(content)
    with pytest.raises(WrongUseError, match=message) as caught:
        board(str(path), deck=deck_file)
    assert "\n" not in str(caught.value)


def test_a_missing_deck_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(WrongUseError, match=r"no\.deck\.json cannot be read: No such file"):
        read_deck(tmp_path / "no.deck.json")
    with pytest.raises(WrongUseError, match="cannot be read: Is a directory"):
        read_deck(tmp_path)


def test_a_malformed_deck_file_is_told(tmp_path: Path) -> None:
    document: dict[str, object] = {**deck_to_json(PLAIN), "decks": ["lion"]}
    with pytest.raises(WrongUseError, match="owl-1 belongs to 'owl', which is not among the decks"):
        read_deck(write(tmp_path / "x.deck.json", document))


def test_a_deck_comes_back_as_it_was_written(deck_file: Path) -> None:
    deck: Deck = read_deck(deck_file)
    assert deck == PLAIN
