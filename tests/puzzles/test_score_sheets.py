"""Score sheets: a form for every game, the same columns blank and filled, all of it on the page."""

from dataclasses import replace

import pytest

from games.camouflage import Board, Cell, Placement, Table
from games.camouflage.modes import MODES, score
from games.registry import GAMES
from games.scoring import ScoreLine, ScoreSheet, Span, Standing
from puzzles import PuzzleError
from puzzles.pages import PAPERS, Paper
from puzzles.score_sheets import FORMS, Form, blank_sheet, filled_sheet, form_named
from puzzles.shapes import Drawing, Line, Polygon, Words
from tests.strategies import PLAIN

BOTH = pytest.mark.parametrize("paper", PAPERS, ids=[paper.name for paper in PAPERS])
A4 = PAPERS[0]


def words(page: Drawing) -> list[str]:
    return [shape.text for shape in page.shapes if isinstance(shape, Words) and shape.text]


def cells(page: Drawing) -> list[tuple[float, float, float, float]]:
    found = [shape.points for shape in page.shapes if isinstance(shape, Polygon)]
    return [(box[0][0], box[0][1], box[2][0], box[2][1]) for box in found]


def test_every_game_has_a_form() -> None:
    alone = {game.name for game in GAMES} - {"camouflage"}
    assert {form.name for form in FORMS} == alone | {mode.name for mode in MODES}
    most = {mode.name: mode.players[1] for mode in MODES} | {
        game.name: game.description.players[1] for game in GAMES if game.name not in ("camouflage", "camelot")
    }
    assert {name: form_named(name).columns for name in most} == most


@BOTH
@pytest.mark.parametrize("form", FORMS, ids=[form.name for form in FORMS])
def test_blank_sheets_have_a_cell_for_each_row_and_player_inside_the_page(form: Form, paper: Paper) -> None:
    page = blank_sheet(form, paper)
    boxes = cells(page)
    assert len(boxes) == form.columns * (len(form.rows) + len(form.feet))
    assert {*form.rows, form.title, "Winner:"} <= {*words(page)}
    assert min(left for left, _, _, _ in boxes) >= 14
    assert max(right for _, _, right, _ in boxes) == pytest.approx(paper.width_mm - 14)
    assert max(bottom for _, _, _, bottom in boxes) < paper.height_mm - 14
    assert min(bottom - top for _, top, _, bottom in boxes) >= 8, "room to write"


def test_a_line_is_there_for_each_name() -> None:
    lines = [shape for shape in blank_sheet(form_named("camelio"), A4).shapes if isinstance(shape, Line)]
    assert len(lines) == 4


NAMES = ("Player 0", "Player 1")


def lines_of(count: int) -> tuple[ScoreLine, ...]:
    return tuple(
        ScoreLine(f"line {line}: {name}", name, line, line, ("why",))
        for name in NAMES
        for line in range(count)
    )


SHEET: ScoreSheet[ScoreLine, Standing] = ScoreSheet(
    game="camelio",
    lines=lines_of(3),
    standings=tuple(Standing(name, 2, rank, disqualified=False) for rank, name in enumerate(NAMES, 1)),
    winners=NAMES[:1],
    decided_by="points",
)


def test_a_filled_sheet_tells_lines_totals_and_the_winner() -> None:
    told = words(filled_sheet(SHEET, A4))
    for expected in ("Camelio", "Player 0", "Player 1", "line 2: 2", "Winner: Player 0", "by points"):
        assert expected in told


def test_what_is_open_is_told() -> None:
    open_points = (Standing("Ann", Span(2, 5), None, disqualified=None),)
    made = replace(SHEET, standings=open_points, winners=None, decided_by=None, missing=("out-order",))
    told = words(filled_sheet(made, A4))
    assert {"2 to 5", "Winner: open", "still to be told: out-order"} <= {*told}
    assert "Winner: nobody" in words(filled_sheet(replace(SHEET, winners=(), decided_by=None), A4))


def test_what_belongs_to_nobody_is_left_out() -> None:
    of_nobody = (ScoreLine("lion-1", None, 0, 0, ("began the table",)),)
    assert not [text for text in words(filled_sheet(replace(SHEET, lines=of_nobody), A4)) if "lion" in text]


@BOTH
@pytest.mark.parametrize("lines", [0, 1, 60], ids=["no lines", "one", "many"])
def test_all_lines_have_room_on_one_page(lines: int, paper: Paper) -> None:
    boxes = cells(filled_sheet(replace(SHEET, lines=lines_of(lines)), paper))
    assert len(boxes) == 2 * (lines + 2)
    assert max(bottom for _, _, _, bottom in boxes) < paper.height_mm - 14


@pytest.mark.parametrize("mode", ["diversify", "speed-round"])
def test_a_table_of_camouflage_names_the_decks_and_tokens(mode: str) -> None:
    board = Board((Placement("lion-1", Cell(0, 0)), Placement("owl-1", Cell(2, 0))))
    table = Table("plain", "animals", board, start=("lion-1",), players={"Ann": "owl"}, out=("Ann",))
    told = words(filled_sheet(score(table, PLAIN, mode), A4))
    assert {"Ann", "owl", "Token", "Winner: Ann"} <= {*told}
    assert [text for text in told if text.startswith("owl-1: ")]


def test_cards_keep_their_names_where_the_deck_plays_for_itself() -> None:
    board = Board((Placement("lion-1", Cell(0, 0)), Placement("owl-1", Cell(2, 0))))
    told = words(
        filled_sheet(score(Table("plain", "animals", board, start=("lion-1",)), PLAIN, "diversify"), A4)
    )
    assert "owl" in told
    assert [text for text in told if text.startswith("owl-1: ")]


@pytest.mark.parametrize(
    ("item", "shown"),
    [("money: Ann", "money: 2"), ("first: blue 5: Ann 1", "first: blue 5: 2"), ("Ann-1", "Ann-1: 2")],
    ids=["player", "player and number", "card"],
)
def test_a_player_who_heads_the_column_is_not_named_again(item: str, shown: str) -> None:
    line = ScoreLine(item, "Ann", 2, 2, ("why",))
    made = replace(SHEET, lines=(line,), standings=(Standing("Ann", 2, 1, disqualified=False),))
    assert shown in words(filled_sheet(made, A4))


def test_another_game_has_no_sheet() -> None:
    with pytest.raises(PuzzleError, match=r"game: expected diversify, .*; found 'chess'"):
        form_named("chess")
