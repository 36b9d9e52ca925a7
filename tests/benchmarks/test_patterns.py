"""The measure of textures, on drawn boards and on counts worked out by hand."""

import csv
import json
from pathlib import Path

import cv2
import pytest

from benchmarks import patterns
from benchmarks.patterns import LEFT_OUT, drawn, figures, main, read_boards, scopes_of, text
from tests.vision.scenes import drawn_album, shaded


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of six drawn cards as boards, each photographed twice, its symbols called bare table."""
    folder = tmp_path_factory.mktemp("boards")
    (folder / "boards").mkdir()
    album = drawn_album()
    squares, layouts = [], []
    for number, (card, picture) in enumerate(list(album.pictures.items())[:6]):
        for again in (0, 1):
            image = f"{2 * number + again}"
            cv2.imwrite(
                str(folder / "boards" / f"{image}.jpg"), shaded(picture, gain=(1, 1 - 0.2 * again, 1))
            )
            layouts.append({"image_id": image, "score_basic_rules": 0, "layout_group": card})
            for place, name in enumerate(album.deck.face(card, "animals").squares):
                row, column = divmod(place, 3)
                terrain = "Unknown" if name == "*" else name
                squares.append(
                    {"image_id": image, "row": row, "col": column, "terrain": terrain, "crowns": 0}
                )
    for name, rows in (("squares.csv", squares), ("scores.csv", layouts)):
        with (folder / name).open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    return folder


def test_drawn_textures_are_told_apart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "HALVINGS", 1)
    boards = read_boards(folder)
    draws = list(drawn(boards, seed=1))
    assert len(draws) == 2 * patterns.DRAWS
    for draw in draws:
        tested = set(draw.layouts)
        assert len(tested) == 3
        assert len(draw.true) == 3 * 2 * 9
        assert draw.likeness.shape == (len(draw.true), len(draw.enrolled))
    first, second = (set(draw.layouts) for draw in (draws[0], draws[patterns.DRAWS]))
    assert not first & second
    scopes = scopes_of(boards)
    assert list(scopes) == ["textures", "textures and Unknown"]
    found = figures([list(draw.of(scopes["textures"])) for draw in draws], 1)
    assert found.right == found.tested
    said = "\n".join(text(boards, {"textures": found}))
    assert "12 photos of 6 boards" in said
    assert f"Unknown, 12 squares: {LEFT_OUT['Unknown']}" in said


def test_figures_count_squares_and_mistakes() -> None:
    draws = [
        [("one", "reed", "reed"), ("one", "reed", "moss"), ("two", "moss", "moss")],
        [("two", "moss", "moss"), ("two", "reed", "moss")],
    ]
    found = figures(draws, 1)
    assert (found.right, found.tested, found.mistakes) == (3, 5, (("reed", "moss", 2),))
    assert 0 <= found.interval.low < 3 / 5 < found.interval.high <= 1
    assert figures([[("one", "reed", "reed")] * 3], 1).interval == (1, 1)


def test_as_json(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(patterns, "HALVINGS", 1)
    monkeypatch.setattr(patterns, "DRAWS", 1)
    main([str(folder), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert set(found["textures"]) == {"right", "tested", "interval", "mistakes"}


@pytest.mark.parametrize(
    ("squares", "said"),
    [
        pytest.param("a,0,0,reed\na,0,1,reed\na,1,0,reed\n", "3 squares in 2 rows and 2 columns", id="a gap"),
        pytest.param("a,0,0,reed\na,0,1,reed\n", "2 squares in 1 rows and 2 columns", id="no square"),
        pytest.param("a,first,0,reed\n", "invalid literal for int", id="no number"),
        pytest.param("a,0\n", "invalid literal for int", id="a row that ends early"),
    ],
)
def test_squares_that_are_no_board_are_wrong_use(
    squares: str, said: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "a.jpg").write_bytes((folder / "boards" / "0.jpg").read_bytes())
    (tmp_path / "scores.csv").write_text("image_id,layout_group\na,a\n")
    (tmp_path / "squares.csv").write_text(f"image_id,row,col,terrain\n{squares}")
    with pytest.raises(SystemExit) as stop:
        main([str(tmp_path)])
    assert stop.value.code == 2
    assert said in capsys.readouterr().err


def test_a_folder_without_boards_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([str(tmp_path)])
    assert stop.value.code == 2
    assert "squares.csv and scores.csv were expected in" in capsys.readouterr().err
