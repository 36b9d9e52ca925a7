"""The page that explains how a photo was read."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from api import cli, looking
from api.explain_order import by_doubt
from api.explain_words import differences, odds, orders, percent
from api.markup import element
from api.schemas import ReadOut
from games.camouflage import Card, Cell, Deck, parse_board
from games.camouflage.evidence import SharedCell, Top
from tests.api.doubles import album_in, fail, photo_in, see
from tests.vision.scenes import DRAWN, drawn_album, photograph
from tests.vision.strategies import tilted
from vision.album import Album, save_album
from vision.errors import UnreadablePhotoError

ODD = "<i>owl&1"
"""A card whose name is markup."""

VIEW = tilted(0.01, 0.015, 0.4, 60.0, (500.0, 420.0))
BOARD = "owl-1@0,0r0 fox-2@2,1r3 cow-1@-2,1r0"


@dataclass
class Page(HTMLParser):
    """What a browser makes of a page."""

    folder: Path
    words: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    ids: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed((self.folder / "index.html").read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.pictures += [value for key, value in attrs if key == "src" and value]
        self.ids += [value for key, value in attrs if key == "id" and value]

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.app, ["read", *map(str, arguments)])


def named_oddly(album: Album) -> Album:
    def named(card: Card) -> Card:
        return replace(card, id=ODD) if card.id == "owl-1" else card

    deck = DRAWN
    cards = tuple(named(card) for card in deck.cards)
    pictures = {ODD if name == "owl-1" else name: each for name, each in album.pictures.items()}
    return Album(Deck(deck.name, deck.decks, deck.patterns, cards), album.face, pictures)


@pytest.fixture(scope="module")
def explained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Page, ReadOut]:
    """The page of a small table, read once, and what the command printed."""
    looking._reader.cache_clear()
    folder = tmp_path_factory.mktemp("explained")
    save_album(named_oddly(drawn_album()), folder / "album")
    pixels = photograph(parse_board(BOARD), VIEW).photo.pixels
    Image.fromarray(pixels[:, :, ::-1]).save(folder / "table.png")
    out = folder / "new" / "page"
    result = run(folder / "table.png", "--album", folder / "album", "--explain", out, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return Page(out), ReadOut.model_validate(json.loads(result.stdout))


class TestPage:
    def test_all_cards_are_named_with_their_places(self, explained: tuple[Page, ReadOut]) -> None:
        page, answer = explained
        assert {card.card for card in answer.cards} == {ODD, "fox-2", "cow-1"}
        for card in answer.cards:
            assert card.card in page.words
            assert f"Lies at {card.x},{card.y}, " in page.text

    def test_names_are_escaped(self, explained: tuple[Page, ReadOut]) -> None:
        assert "i" not in explained[0].tags

    def test_it_shows_just_the_pictures_beside_it(self, explained: tuple[Page, ReadOut]) -> None:
        page = explained[0]
        beside = {path.name for path in page.folder.iterdir()} - {"index.html"}
        assert sorted(page.pictures) == sorted(beside)
        assert {"photo.jpg", "table.jpg", "place-01-photo.jpg", "square-001-1.jpg"} <= beside
        for name in beside:
            with Image.open(page.folder / name) as picture:
                assert picture.convert("L").getextrema()[0] != picture.convert("L").getextrema()[1]

    def test_it_loads_nothing_from_elsewhere(self, explained: tuple[Page, ReadOut]) -> None:
        assert "script" not in explained[0].tags
        assert "//" not in (explained[0].folder / "index.html").read_text("utf-8")

    def test_the_most_doubtful_squares_come_first(self, explained: tuple[Page, ReadOut]) -> None:
        ahead = [float(found) for found in re.findall(r"log-odds ([0-9.]+)\.", explained[0].text)]
        assert len(ahead) > 3
        assert ahead == sorted(ahead)

    def test_every_order_is_told(self, explained: tuple[Page, ReadOut]) -> None:
        page, answer = explained
        board = parse_board(" ".join(f"{card.card}@{card.x},{card.y}r{card.turn}" for card in answer.cards))
        for row in orders(board):
            assert "".join(row) in page.text


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    looking._reader.cache_clear()
    folder = tmp_path_factory.mktemp("more")
    save_album(drawn_album(), folder / "album")
    for name, board, turn in (
        ("a", BOARD, 0.4),
        ("b", BOARD, 0.9),
        ("begun", "owl-1@0,0r0", 0.2),
        ("beside", f"{BOARD} fox-4@-2,7r0", 0.4),
    ):
        view = tilted(0.01, 0.015, turn, 55.0, (500.0, 380.0))
        pixels = photograph(parse_board(board), view).photo.pixels
        Image.fromarray(pixels[:, :, ::-1]).save(folder / f"{name}.png")
    return folder


class TestMore:
    """Pages of more than one photo, or of one of which something was said."""

    def page(self, tables: Path, *arguments: str | Path) -> Page:
        out = tables / "page"
        result = run(*arguments, "--album", tables / "album", "--explain", out)
        assert result.exit_code == 0, result.stderr
        page = Page(out)
        assert sorted(page.pictures) == sorted({path.name for path in out.iterdir()} - {"index.html"})
        assert len({*page.ids}) == len(page.ids)
        return page

    def test_each_photo_has_a_part_and_all_together_one(self, tables: Path) -> None:
        page = self.page(tables, tables / "a.png", tables / "b.png", "--start-photo", tables / "begun.png")
        assert "How a.png, b.png and begun.png were read" in page.words
        for number, name in enumerate(["a.png", "b.png", "begun.png"], start=1):
            assert f"{name} by itself" in page.words
            assert {f"p{number}-photo.jpg", f"p{number}-table.jpg"} <= {*page.pictures}
        assert {"p1-square-001-1.jpg", "p2-place-03-photo.jpg", "photo.jpg"} <= {*page.pictures}
        assert "p3-place-02-photo.jpg" not in page.pictures

    def test_what_was_said_is_told_and_what_the_photo_shows_without_it(self, tables: Path) -> None:
        page = self.page(tables, tables / "a.png", "--answer", "cow-3 lies at 5,5 turned 0")
        assert "cow-3 lies at 5,5 turned 0" in page.words
        apart, together = page.text.split("All together")
        assert "3 cards were read." in apart
        assert "Beside the board, unplayed: cow-3." in together

    def test_piles_and_cards_beside_the_board_are_told(self, tables: Path) -> None:
        beside = self.page(tables, tables / "beside.png")
        assert "fox-4, unplayed" in beside.words
        assert "a card lies beside the board, and is no part of it" in beside.text
        piles = self.page(tables, tables / "beside.png", "--piles")
        assert "fox-4" in piles.words
        assert "fox: fox-4@" in piles.text


def test_a_square_is_as_doubtful_as_all_its_other_cards_are_likely() -> None:
    """Two cards 5.5 nats behind make 0.992 of the best, one that is 5.4 behind makes 0.9955."""
    three, two, sure = (
        SharedCell(Cell(0, 0), tuple(Top(site, -behind) for site, behind in enumerate(nats)))
        for nats in ((0.0, 5.5, 5.5), (0.0, 5.4), (0.0, 800.0))
    )
    assert by_doubt([sure, two, three]) == ([three], [two, sure])


class TestUnreadable:
    def test_what_there_is_is_shown_with_the_reason(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        fail(monkeypatch, UnreadablePhotoError("no <cards> here"))
        out = tmp_path / "page"
        result = run(photo_in(tmp_path), "--album", album_in(tmp_path / "album"), "--explain", out, "--json")
        assert (result.exit_code, result.stdout) == (3, "")
        assert result.stderr == "camtable: no <cards> here\n"
        page = Page(out)
        assert "no <cards> here" in page.words
        assert page.pictures == ["photo.jpg"]
        with Image.open(out / "photo.jpg") as picture:
            assert picture.size == (640, 480)

    def test_no_board_in_time(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        see(monkeypatch)
        out = tmp_path / "page"
        assert (
            run(photo_in(tmp_path), "--album", album_in(tmp_path / "album"), "--explain", out).exit_code == 4
        )
        assert "no board that fits the photo" in Page(out).text

    def test_the_earlier_page_is_replaced_even_by_that_of_no_photo(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        fail(monkeypatch, UnreadablePhotoError("blurred"))
        album, out, text = album_in(tmp_path / "album"), tmp_path / "page", tmp_path / "text.jpg"
        text.write_text("no photo")
        assert run(photo_in(tmp_path), "--album", album, "--explain", out).exit_code == 3
        assert run(text, "--album", album, "--explain", out).exit_code == 3
        assert [path.name for path in out.iterdir()] == ["index.html"]
        assert "text.jpg is not an image" in Page(out).text

    def test_wrong_use_explains_nothing(self, tmp_path: Path) -> None:
        out = tmp_path / "page"
        assert run(photo_in(tmp_path), "--album", tmp_path / "nowhere", "--explain", out).exit_code == 2
        assert not out.exists()


@pytest.mark.parametrize(
    ("out", "files"),
    [
        pytest.param("page", {"page": "text"}, id="a file"),
        pytest.param("page", {"page/letter.txt": "text"}, id="a folder with something else"),
        pytest.param("page", {"page/index.html": "<p>mine</p>"}, id="a page of another kind"),
        pytest.param("letter/page", {"letter": "text"}, id="in a file"),
    ],
)
def test_where_no_page_can_be_is_told_before_reading(
    out: str, files: Mapping[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, AssertionError("was read"))
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    result = run(photo_in(tmp_path), "--album", album_in(tmp_path / "album"), "--explain", tmp_path / out)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert {name: (tmp_path / name).read_text() for name in files} == files


def test_a_file_put_beside_an_earlier_page_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fail(monkeypatch, UnreadablePhotoError("blurred"))
    command = (photo_in(tmp_path), "--album", album_in(tmp_path / "album"), "--explain", tmp_path / "page")
    assert run(*command).exit_code == 3
    note = tmp_path / "page" / "note.txt"
    note.write_text("mine")
    assert run(*command).exit_code == 2
    assert note.read_text() == "mine"
    assert (tmp_path / "page" / "photo.jpg").exists()


def test_text_and_attributes_are_escaped() -> None:
    made = element("p", "<b>&", element("i", "x"), title='"<')
    assert made == '<p title="&quot;&lt;">&lt;b&gt;&amp;<i>x</i></p>'


class TestWords:
    @pytest.mark.parametrize(
        ("p", "words"),
        [
            pytest.param(1.0, "more than 99.9 %", id="all but what no number tells"),
            pytest.param(0.9999, "more than 99.9 %", id="nearly"),
            pytest.param(0.5, "50.0 %", id="half"),
            pytest.param(0.0001, "less than 0.1 %", id="hardly"),
            pytest.param(0.0, "less than 0.1 %", id="none but what no number tells"),
        ],
    )
    def test_chances(self, p: float, words: str) -> None:
        assert percent(p) == words

    @pytest.mark.parametrize(
        ("nats", "words"),
        [(0.0, "1.0 to 1"), (7.0, "1,097 to 1"), (1e4, "more than a million to 1")],
        ids=["even", "thousand", "beyond"],
    )
    def test_odds(self, nats: float, words: str) -> None:
        assert odds(nats) == words

    def test_boards_that_differ(self) -> None:
        best = parse_board("owl-1@0,0r0 fox-2@2,1r3 cow-1@-2,1r0")
        other = parse_board("fox-2@2,1r3 owl-1@0,0r0 cow-2@-2,1r1")
        assert [*differences(other, best)] == [
            "cow-2 lies at -2,1, turned a quarter to the right (turn 1)",
            "cow-1 is not there",
            "owl-1 lies on fox-2, not beneath it",
        ]
        assert not [*differences(best, best)]

    def test_orders_that_no_photo_shows_are_told_apart(self) -> None:
        """A photo shows the topmost of three cards on one place, not which of the others lies lower."""
        board = parse_board("owl-1@0,0r0 fox-2@0,0r0 cow-1@0,0r0")
        assert [*orders(board)] == [
            ("owl-1", "", ""),
            ("fox-2", "", "owl-1"),
            ("cow-1", "fox-2, owl-1", ""),
        ]
