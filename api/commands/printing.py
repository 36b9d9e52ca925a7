"""`print`: PDF files of cards to cut out."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from api.commands.answering import answering, show
from api.commands.given import standard_input, stated_with, subject_named
from api.commands.options import (
    AlbumOption,
    DeckOption,
    FaceOption,
    JsonOption,
    MinMatchOption,
    OutOrderOption,
    PlayersOption,
    StartOption,
    WildOption,
)
from api.errors import WrongUseError
from games.camouflage import FaceName
from puzzles.pages import PaperName

if TYPE_CHECKING:
    from api.printing import Document
    from api.stated import Stated
    from games.scoring import ScoreSheet

PaperOption = Annotated[PaperName, typer.Option("--paper", help="What is printed on.")]
PdfOption = Annotated[Path, typer.Option("--out", metavar="FILE", help="The PDF file to write.")]

printing: Final = typer.Typer(
    name="print", help="Write PDF files to print at true size.", no_args_is_help=True
)


@printing.command("puzzles")
def print_puzzles(
    puzzles: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PUZZLE...",
            help="Numbers such as 7 or 1-12, *.puzzle.json files, or -; else all shipped.",
        ),
    ] = None,
    *,
    paper: PaperOption = "a4",
    out: PdfOption,
    as_json: JsonOption = False,
) -> None:
    """Write puzzle cards with their answers on the back, six a page."""
    with answering():
        from api.printing import puzzle_cards
        from api.puzzle_files import puzzles_alone

        write(puzzle_cards(puzzles_alone(puzzles or (), standard_input()), paper), out, as_json=as_json)


@printing.command("deck")
def print_deck(
    *,
    face: Annotated[
        FaceName | None, typer.Option("--face", help="The side to print; else both, one behind the other.")
    ] = None,
    paper: PaperOption = "a4",
    out: PdfOption,
    as_json: JsonOption = False,
) -> None:
    """Write the 42 cards of the demo deck, six a page, to print on both sides."""
    with answering():
        from api.printing import deck_cards

        write(deck_cards(face, paper), out, as_json=as_json)


@printing.command("score-sheets")
def print_score_sheets(
    subject: Annotated[
        str | None,
        typer.Argument(metavar="PHOTO|BOARD|GAME", help="What is scored; without it the sheets are blank."),
    ] = None,
    *,
    game: Annotated[
        str | None, typer.Option(metavar="NAME", help="The game, such as diversify; else all, blank.")
    ] = None,
    album: AlbumOption = None,
    deck: DeckOption = None,
    face: FaceOption = None,
    players: PlayersOption = None,
    start: StartOption = None,
    out_order: OutOrderOption = None,
    min_match: MinMatchOption = None,
    wild_centers: WildOption = None,
    paper: PaperOption = "a4",
    out: PdfOption,
    as_json: JsonOption = False,
) -> None:
    """Write score sheets: blank ones of every game, or that of a table that is scored."""
    with answering():
        from api.printing import blank_score_sheets, filled_score_sheet

        if subject is None:
            write(blank_score_sheets(game, paper), out, as_json=as_json)
            return
        stated = stated_with(min_match, wild_centers, players, start, out_order)
        sheet, warnings = _scored(subject, game, album, deck, face, stated)
        write(filled_score_sheet(sheet, paper), out, as_json=as_json, warnings=warnings)


def _scored(
    subject: str,
    game: str | None,
    album: Path | None,
    deck: Path | None,
    face: FaceName | None,
    stated: "Stated",
) -> "tuple[ScoreSheet[Any, Any], tuple[str, ...]]":
    """Return the score of what a user names, with what the user should know."""
    from api import game_door, service
    from api.texts import named_text
    from games.camouflage.modes import MODES
    from games.registry import game_named

    if game is None:
        raise WrongUseError("a table is scored by the rules of a game; name it with --game")
    if game not in [mode.name for mode in MODES]:
        played = game_named(game)
        asked = game_door.Asked(verb="score", text=named_text(subject, standard_input()))
        return game_door.scored(played, asked).sheet, ()
    answer = service.score(subject_named(subject, album, deck, face, stated), game)
    is_open = () if answer.certain else ("not all of it is certain; `camtable score` says what is open",)
    return answer.sheet, (*answer.warnings, *is_open)


def write(document: "Document", out: Path, *, as_json: bool, warnings: tuple[str, ...] = ()) -> None:
    """Write a document, and say so."""
    from api import outputs
    from api.printing import PrintAnswer
    from puzzles.pdf import as_pdf, letters_lacking

    if lacking := letters_lacking(document.pages):
        warnings = (*warnings, f"letters that the fonts of the file lack are boxes: {' '.join(lacking)}")
    outputs.write_file(as_pdf(document.pages, document.title), out)
    show(PrintAnswer(str(out), len(document.pages), warnings), as_json=as_json)
