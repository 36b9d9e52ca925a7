"""`print`: PDF files of cards to cut out."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from api.commands.answering import answering, show
from api.commands.given import standard_input
from api.commands.options import JsonOption
from games.camouflage import FaceName
from puzzles.pages import PaperName

if TYPE_CHECKING:
    from api.printing import Document

PaperOption = Annotated[PaperName, typer.Option("--paper", help="What is printed on.")]
PdfOption = Annotated[Path, typer.Option("--out", metavar="FILE", help="The PDF file to write.")]

printing: Final = typer.Typer(
    name="print", help="Write PDF files to print at true size.", no_args_is_help=True
)


@printing.command("puzzles")
def print_puzzles(
    puzzles: Annotated[
        list[str], typer.Argument(metavar="PUZZLE...", help="*.puzzle.json files, or - for standard input.")
    ],
    *,
    paper: PaperOption = "a4",
    out: PdfOption,
    as_json: JsonOption = False,
) -> None:
    """Write puzzle cards with their answers on the back, six a page."""
    with answering():
        from api.printing import puzzle_cards
        from api.puzzle_files import puzzle_alone

        named = [puzzle_alone(each, standard_input()) for each in puzzles]
        write(puzzle_cards(named, paper), out, as_json=as_json)


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


def write(document: "Document", out: Path, *, as_json: bool) -> None:
    """Write a document, and say so."""
    from api import outputs
    from api.printing import PrintAnswer
    from puzzles.pdf import as_pdf

    outputs.write_file(as_pdf(document.pages, document.title), out)
    show(PrintAnswer(str(out), len(document.pages)), as_json=as_json)
