"""The HTTP paths: the same answers as the command line, and problem details for whatever goes wrong."""

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from api import schemas, service
from api.app import create_app
from api.ways import subject_of_table
from games.camouflage import MODES, RULINGS, Deck, Table, deck_to_json, parse_board, table_to_json
from games.registry import GAMES
from tests.api.doubles import Enrolled, fail, photo_in, ranked, see
from tests.strategies import PLAIN, plain_deck
from vision.album import Album
from vision.errors import UnreadablePhotoError

CLASH = plain_deck(owl_1="tttttttt")
LEGAL = "lion-1@0,0r0 fox-1@2,0r0"
ILLEGAL = "lion-1@0,0r0 owl-1@2,0r0"
TABLE = Table(CLASH.name, "animals", parse_board(ILLEGAL))
BODY = {"board": table_to_json(TABLE), "deck": deck_to_json(CLASH)}
GREY = np.full((288, 288, 3), 128, np.uint8)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def photo(tmp_path: Path) -> bytes:
    return photo_in(tmp_path).read_bytes()


@pytest.fixture
def album(client: TestClient, monkeypatch: pytest.MonkeyPatch, photo: bytes) -> str:
    """The id of an enrolled album."""
    answer = enrol(client, monkeypatch, photo)
    return str(answer["id"])


def enrol(client: TestClient, monkeypatch: pytest.MonkeyPatch, photo: bytes, **form: str) -> dict[str, Any]:
    def double(photos: list[object], face: str, deck: Deck | None, *, name: str) -> Enrolled:
        assert (len(photos), face) == (2, "animals")
        found = deck or Deck(name, CLASH.decks, CLASH.patterns, CLASH.cards)
        return Enrolled(Album(found, "animals", {card.id: GREY for card in found.cards}))

    monkeypatch.setattr("vision.enrol.enrol", double)
    files = [("photos", ("a.jpg", photo)), ("photos", ("b.jpg", photo))]
    answer = client.post("/albums", files=files, data={"face": "animals", **form})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def problem(answer: Any, status: int, kind: str) -> str:  # noqa: ANN401 - whatever the client returns
    """Check that an answer is problem details of this kind; return what it says."""
    assert answer.headers["content-type"] == "application/problem+json"
    found = schemas.ProblemOut.model_validate(answer.json())
    assert (answer.status_code, found.status, found.type) == (status, status, kind)
    return found.detail


class TestBoards:
    def test_check_answers_as_the_use_case(self, client: TestClient) -> None:
        answer = client.post("/check", json=BODY)
        assert answer.status_code == 200
        assert answer.json() == schemas.to_json(service.check(subject_of_table(TABLE, CLASH)))

    def test_score_answers_as_the_use_case(self, client: TestClient) -> None:
        body = {**BODY, "game": "diversify", "players": {"Ann": "owl"}, "start": "lion", "out_order": ["Ann"]}
        answer = client.post("/score", json=body).json()
        assert schemas.ScoreOut.model_validate(answer).model_dump(mode="json") == answer
        assert [(each["player"], each["points"], each["raw_points"]) for each in answer["players"]] == [
            ("Ann", 0, 1)
        ]

    def test_places_answer_as_the_use_case(self, client: TestClient) -> None:
        body = {"board": "lion-1@0,0r0", "deck": deck_to_json(CLASH), "card": "fox-1"}
        answer = client.post("/places", json=body).json()
        table = Table(CLASH.name, "animals", parse_board("lion-1@0,0r0"))
        assert answer == schemas.to_json(service.places(table, CLASH, "fox-1"))

    def test_what_is_stated_beats_the_board_with_a_warning(self, client: TestClient) -> None:
        answer = client.post("/check", json={**BODY, "min_match": 2, "wild_centers": True}).json()
        assert answer["warnings"] == [
            "min_match is 2 as stated, not 3 as the board says",
            "wild_centers is True as stated, not False as the board says",
        ]

    def test_the_deck_may_be_that_of_an_album(self, client: TestClient, album: str) -> None:
        answer = client.post("/check", json={"board": LEGAL, "album": album})
        assert answer.json()["legal"] is True

    @pytest.mark.parametrize(
        ("body", "kind", "detail"),
        [
            pytest.param({}, "wrong-use", "expected a board", id="nothing"),
            pytest.param({"board": LEGAL}, "wrong-use", "neither a board in one line", id="no deck"),
            pytest.param(
                {"board": "lion-1"} | {"deck": BODY["deck"]}, "wrong-use", "CARD@X,YrTURN", id="notation"
            ),
            pytest.param(
                {**BODY, "board": ""}, "wrong-use", "the board: expected a card", id="empty notation"
            ),
            pytest.param({**BODY, "board": "cat-1@0,0r0"}, "wrong-use", "no card 'cat-1'", id="unknown card"),
            pytest.param({**BODY, "min_match": 10}, "invalid-request", "body.min_match:", id="out of range"),
            pytest.param(
                {**BODY, "min_mach": 1}, "invalid-request", "body.min_mach: Extra", id="a field too many"
            ),
            pytest.param(
                {**BODY, "board": {"format": "x"}}, "wrong-use", "the board: format: exp", id="another file"
            ),
            pytest.param(
                {**BODY, "board": 3}, "invalid-request", "body.board: expected a board", id="no board"
            ),
            pytest.param({**BODY, "deck": "x"}, "invalid-request", "body.deck: expected", id="no deck file"),
            pytest.param({**BODY, "deck": {}}, "wrong-use", "the deck: the file: exp", id="an empty deck"),
            pytest.param(
                {**BODY, "min_match": "2"}, "invalid-request", "body.min_match", id="a text for a number"
            ),
            pytest.param(
                {**BODY, "board": {**table_to_json(TABLE), "start": ["cat-1"]}},
                "wrong-use",
                "the board: no card 'cat-1'",
                id="unknown start",
            ),
        ],
    )
    def test_a_body_that_does_not_fit(
        self, body: dict[str, object], kind: str, detail: str, client: TestClient
    ) -> None:
        assert detail in problem(client.post("/check", json=body), 422, f"urn:camtable:{kind}")

    @pytest.mark.parametrize("path", ["/check", "/score", "/places"])
    @pytest.mark.parametrize(
        ("content", "detail"),
        [
            pytest.param(b"{", "the body: expected JSON; found", id="cut off"),
            pytest.param(b'{"card": "\xff"}', "the body is no text in UTF-8", id="no text"),
            pytest.param(b'{"board": "x", "board": "y"}', "found 'board' twice", id="a field twice"),
            pytest.param(b"[1]", "the body: expected an object", id="a list"),
            pytest.param(b"[" * 100_000, "nested too deeply", id="nested"),
        ],
    )
    def test_a_body_that_is_no_json_object(
        self, path: str, content: bytes, detail: str, client: TestClient
    ) -> None:
        answer = client.post(path, content=content, headers={"content-type": "application/json"})
        assert detail in problem(answer, 422, "urn:camtable:wrong-use")

    def test_a_body_of_another_kind(self, client: TestClient) -> None:
        answer = client.post("/check", content=b"x", headers={"content-type": "text/plain"})
        assert "expected application/json, or multipart" in problem(answer, 415, "about:blank")
        answer = client.post("/places", files={"photo": b"x"})
        assert problem(answer, 415, "about:blank") == "expected application/json"

    def test_an_unknown_game(self, client: TestClient) -> None:
        answer = client.post("/score", json={**BODY, "game": "chess"})
        assert "the games are diversify" in problem(answer, 422, "urn:camtable:malformed-game")

    def test_a_card_that_lies_there(self, client: TestClient) -> None:
        answer = client.post("/places", json={**BODY, "card": "lion-1"})
        assert "lies on the table already" in problem(answer, 422, "urn:camtable:malformed-game")


class TestPhotos:
    def test_a_deck_is_enrolled_and_kept(
        self, client: TestClient, monkeypatch: pytest.MonkeyPatch, photo: bytes, tmp_path: Path
    ) -> None:
        answer = enrol(client, monkeypatch, photo, name="mine")
        assert schemas.EnrolOut.model_validate(answer).model_dump(mode="json") == answer
        assert answer["deck"]["name"] == "mine"
        assert answer["cards"][0]["photo"] == "a.jpg"
        assert (tmp_path / "albums" / answer["id"] / "album.json").is_file()

    def test_with_a_deck_file(
        self, client: TestClient, monkeypatch: pytest.MonkeyPatch, photo: bytes
    ) -> None:
        answer = enrol(client, monkeypatch, photo)
        files = [("photos", ("a.jpg", photo))] * 2 + [
            ("deck", ("x.json", json.dumps(deck_to_json(CLASH)).encode()))
        ]
        again = client.post("/albums", files=files, data={"face": "animals"}).json()
        assert again["deck"]["name"] == "plain"
        assert again["id"] != answer["id"]

    def test_the_one_photo_that_cannot_be_enrolled_from_is_named(
        self, client: TestClient, photo: bytes
    ) -> None:
        files = [("photos", ("a.jpg", photo)), ("photos", ("b.jpg", b"no picture"))]
        answer = client.post("/albums", files=files, data={"face": "animals"})
        assert problem(answer, 415, "urn:camtable:no-image").startswith("b.jpg: ")

    def test_read(
        self, client: TestClient, monkeypatch: pytest.MonkeyPatch, album: str, photo: bytes
    ) -> None:
        see(monkeypatch, ranked(LEGAL, 0.9), ranked(ILLEGAL, 0.1))
        answer = client.post("/read", files={"photo": photo}, data={"album": album, "min_match": "2"}).json()
        assert schemas.ReadOut.model_validate(answer).model_dump(mode="json") == answer
        assert answer["board"]["min_match"] == 2
        assert answer["certain"]["score"] is False

    def test_photos_that_have_nothing_in_common(
        self, client: TestClient, monkeypatch: pytest.MonkeyPatch, album: str, photo: bytes
    ) -> None:
        see(monkeypatch, ranked(LEGAL))
        files = [("photo", ("a.jpg", photo)), ("photo", ("b.jpg", photo))]
        answer = client.post("/read", files=files, data={"album": album})
        assert problem(answer, 422, "urn:camtable:unreadable-photo").startswith(
            "a.jpg and b.jpg have no card"
        )

    def test_more_photos_than_are_taken(self, client: TestClient, album: str, photo: bytes) -> None:
        files = [("photo", (f"{number}.jpg", photo)) for number in range(10)]
        assert client.post("/read", files=files, data={"album": album}).status_code == 400

    def test_check_and_score_take_photos_too(
        self, client: TestClient, monkeypatch: pytest.MonkeyPatch, album: str, photo: bytes
    ) -> None:
        see(monkeypatch, ranked(LEGAL))
        checked = client.post("/check", files={"photo": photo}, data={"album": album})
        assert checked.json()["legal"] is True
        form = {
            "album": album,
            "game": "diversify",
            "players": "Ann=fox",
            "start": "lion",
            "out_order": "Ann",
        }
        scored = client.post("/score", files={"photo": photo}, data=form).json()
        assert scored["winners"] == ["Ann"]
        assert scored["players"][0]["out"] == 1

    @pytest.mark.parametrize("album_id", ["0" * 16, "../albums", "..", "x"])
    def test_an_unknown_album(self, album_id: str, client: TestClient, photo: bytes) -> None:
        answer = client.post("/read", files={"photo": photo}, data={"album": album_id})
        assert "which is none" in problem(answer, 404, "urn:camtable:unknown-album")

    def test_a_damaged_album(self, client: TestClient, album: str, photo: bytes, tmp_path: Path) -> None:
        (tmp_path / "albums" / album / "album.json").write_text("{")
        detail = problem(
            client.post("/read", files={"photo": photo}, data={"album": album}), 422, "urn:camtable:bad-album"
        )
        assert detail == f"the album {album} is damaged"

    @pytest.mark.parametrize(
        ("data", "status", "kind"),
        [
            pytest.param(b"", 415, "no-image", id="empty"),
            pytest.param(b"no picture", 415, "no-image", id="text"),
            pytest.param(b"GIF89a" + bytes(20), 415, "unsupported-photo", id="gif"),
            pytest.param(b"\xff\xd8\xff\xe0" + bytes(20), 422, "unreadable-photo", id="damaged"),
        ],
    )
    def test_a_photo_that_is_none(
        self, data: bytes, status: int, kind: str, client: TestClient, album: str
    ) -> None:
        answer = client.post("/read", files={"photo": ("x.jpg", data)}, data={"album": album})
        problem(answer, status, f"urn:camtable:{kind}")

    def test_a_photo_without_a_table(
        self, client: TestClient, album: str, photo: bytes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fail(monkeypatch, UnreadablePhotoError("the photo is blurred"))
        answer = client.post("/read", files={"photo": photo}, data={"album": album})
        assert problem(answer, 422, "urn:camtable:unreadable-photo") == "the photo is blurred"

    def test_no_answer_in_time(
        self, client: TestClient, album: str, photo: bytes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        see(monkeypatch)
        problem(
            client.post("/read", files={"photo": photo}, data={"album": album}), 503, "urn:camtable:undecided"
        )

    def test_a_form_without_a_photo(self, client: TestClient, album: str) -> None:
        answer = client.post("/check", files={"picture": b"x"}, data={"album": album})
        assert "expected a file in the field 'photo'" in problem(answer, 422, "urn:camtable:wrong-use")
        problem(client.post("/read", data={"album": album}), 422, "urn:camtable:invalid-request")

    @pytest.mark.parametrize(
        ("path", "files"),
        [pytest.param("/read", "photo", id="read"), pytest.param("/albums", "photos", id="enrol")],
    )
    def test_a_form_with_a_field_too_many(self, path: str, files: str, client: TestClient) -> None:
        form = {"album": "0" * 16} if path == "/read" else {"face": "animals"}
        answer = client.post(path, files={files: b"x"}, data={**form, "min_mach": "2"})
        assert "found 'min_mach'" in problem(answer, 422, "urn:camtable:wrong-use")

    @pytest.mark.parametrize("path", ["/read", "/check", "/albums"])
    def test_a_form_that_cannot_be_taken_apart(self, path: str, client: TestClient) -> None:
        answer = client.post(path, content=b"x", headers={"content-type": "multipart/form-data"})
        problem(answer, 400, "about:blank")
        assert "400" in client.get("/openapi.json").json()["paths"][path]["post"]["responses"]

    def test_a_photo_without_an_album(self, client: TestClient, photo: bytes) -> None:
        answer = client.post("/check", files={"photo": photo})
        assert "a photo is read with an album" in problem(answer, 422, "urn:camtable:wrong-use")


class TestLimits:
    @pytest.mark.parametrize(
        ("path", "megabytes"),
        [pytest.param("/places", 5, id="a board"), pytest.param("/puzzles/verify", 32, id="a photo")],
    )
    @pytest.mark.parametrize("told", [True, False], ids=["length told", "in chunks"])
    def test_a_body_that_is_too_large(
        self, path: str, megabytes: int, *, told: bool, client: TestClient
    ) -> None:
        def chunks() -> Iterator[bytes]:
            for _ in range(megabytes):
                yield bytes(1_000_000)

        headers = {"content-type": "application/json"}
        content = b"".join(chunks()) if told else chunks()
        problem(client.post(path, content=content, headers=headers), 413, "about:blank")

    def test_a_photo_that_is_too_large(self, client: TestClient, album: str) -> None:
        files = {"photo": ("x.jpg", b"\xff\xd8\xff" + bytes(30_000_000))}
        answer = client.post("/read", files=files, data={"album": album})
        assert "more than 30 megabytes" in problem(answer, 413, "urn:camtable:photo-too-large")


class TestGames:
    def test_games(self, client: TestClient) -> None:
        assert client.get("/games").json() == [game.name for game in GAMES]

    def test_camouflage(self, client: TestClient) -> None:
        answer = client.get("/games/camouflage").json()
        assert answer["modes"] == [mode.name for mode in MODES]
        assert answer["rules"]["min_match"] == 3
        assert [each["name"] for each in answer["rulings"]] == [ruling.name for ruling in RULINGS]

    def test_an_unknown_one(self, client: TestClient) -> None:
        problem(client.get("/games/chess"), 404, "about:blank")


class TestApplication:
    def test_other_methods(self, client: TestClient) -> None:
        answer = client.get("/check")
        problem(answer, 405, "about:blank")
        assert answer.headers["allow"] == "POST"

    def test_a_mistake_of_ours_tells_nothing_about_this_machine(
        self, client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr("api.service.check", lambda _: 1 / 0)
        with caplog.at_level(logging.ERROR):
            detail = problem(client.post("/check", json=BODY), 500, "about:blank")
        assert "division" not in detail
        assert "POST /check failed" in caplog.text

    def test_the_description_is_whole(self, client: TestClient) -> None:
        described = client.get("/openapi.json").json()
        assert {"/albums", "/read", "/check", "/score", "/places", "/games", "/games/{game}"} <= {
            *described["paths"]
        }
        known = described["components"]["schemas"]
        referred = {part.split('"')[0] for part in json.dumps(described).split('"#/components/schemas/')[1:]}
        assert referred <= {*known}
        assert {"CheckIn", "ScoreIn", "PlacesIn", "BoardFile", "DeckFile", "ProblemOut"} <= {*known}
        assert "BoardFile" in json.dumps(known["CheckIn"]["properties"]["board"])
        for path in ("/check", "/score"):
            content = described["paths"][path]["post"]["requestBody"]["content"]
            assert {*content} == {"application/json", "multipart/form-data"}
        assert known["BoardFile"]["examples"]

    def test_the_documentation_names_all_paths_and_loads_nothing(self, client: TestClient) -> None:
        answer = client.get("/docs")
        assert answer.headers["content-type"].startswith("text/html")
        described = client.get("/openapi.json").json()
        for path, operations in described["paths"].items():
            for method in operations:
                assert f"<code>{method.upper()} {path}</code>" in answer.text
        links = {*re.findall(r'href="#([^"]+)"', answer.text)}
        assert {"CheckIn", "ScoreIn", "PlacesIn", "ReadOut", "ProblemOut"} <= links
        assert links <= {*re.findall(r'id="([^"]+)"', answer.text)}
        assert not re.search(r"src=|<script|<link|@import|url\(|https?://", answer.text)
        assert client.get("/redoc").status_code == 404

    def test_albums_are_kept_in_the_users_data_folder(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        app = create_app()
        album_id = app.state.albums.save(Album(PLAIN, "animals", {}))
        assert list(tmp_path.rglob(album_id))
