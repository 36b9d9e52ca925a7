"""`solve`, `hint` and `verify`: puzzles."""

from pathlib import Path
from typing import Annotated

import typer

from api.commands.answering import UNDECIDED, answering, busy, counting, show
from api.commands.given import laid_on, puzzle_named, puzzle_seen
from api.commands.options import (
    AlbumOption,
    DeckOption,
    JsonOption,
    PuzzleText,
    SubjectArgument,
    WildOption,
)
from games.camouflage import FaceName


def solve(
    puzzle: Annotated[
        str,
        typer.Argument(
            metavar="PUZZLE|PHOTO",
            help="A *.puzzle.json, the number of a shipped puzzle, -, or a photo of a puzzle card.",
        ),
    ],
    *,
    deck: DeckOption = None,
    album: AlbumOption = None,
    cards: Annotated[
        str | None,
        typer.Option(metavar="ID,…", help="The cards at hand, if they are not the puzzle's, or on no code."),
    ] = None,
    face: Annotated[
        FaceName | None, typer.Option("--face", help="The side that is played, where a card has no code.")
    ] = None,
    wild_centers: WildOption = None,
    all_answers: Annotated[bool, typer.Option("--all", help="Find all answers, up to 1000.")] = False,
    most: Annotated[
        int | None, typer.Option("--max", metavar="N", min=1, help="How many answers at most.")
    ] = None,
    no_centers: Annotated[bool, typer.Option("--no-centers", help="Go by the outline alone.")] = False,
    time_limit: Annotated[float, typer.Option(metavar="S", min=0.01, help="Seconds.")] = 60.0,
    svg: Annotated[
        Path | None, typer.Option(metavar="OUT.svg", help="Draw the first answer as a picture.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Solve a puzzle: one answer or all, or why there is none."""
    with answering():
        from api import outputs, puzzling
        from api.stated import names

        at_hand = None if cards is None else names(cards)
        puzzled = puzzle_seen(puzzle, deck, album, at_hand, face, wild_centers)
        with counting("Solving …", "answers") as progress:
            answer = puzzling.solve(
                puzzled,
                cards=at_hand,
                most=most or (puzzling.MANY if all_answers else 1),
                centres=not no_centers,
                time_limit_s=time_limit,
                progress=progress,
            )
        if svg and answer.solutions:
            outputs.write_text((puzzling.drawn(answer).pictures or ("",))[0], svg)
        show(answer, as_json=as_json)
        raise typer.Exit({"solved": 0, "impossible": 1, "unfinished": UNDECIDED}[answer.status])


def hint(
    puzzle: PuzzleText,
    board: Annotated[
        str | None, typer.Argument(metavar="BOARD", help="What lies there so far, on the outline's cells.")
    ] = None,
    *,
    level: Annotated[
        int, typer.Option(min=1, max=3, help="1 where to look, 2 which card, 3 how it is turned.")
    ] = 1,
    deck: DeckOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give a hint that does not spoil a puzzle."""
    with answering():
        from api import puzzling

        puzzled = puzzle_named(puzzle, deck)
        laid = None if board is None else laid_on(board, puzzled).best
        with busy("Thinking …"):
            answer = puzzling.hint(puzzled, laid, level=level)
        show(answer, as_json=as_json)


def verify(
    puzzle: PuzzleText,
    subject: SubjectArgument,
    *,
    album: AlbumOption = None,
    deck: DeckOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell whether a board, or the board on a photo, solves a puzzle, and if not, what is wrong."""
    with answering():
        from api import puzzling

        puzzled = puzzle_named(puzzle, deck, album)
        answer = puzzling.verify(puzzled, laid_on(subject, puzzled, album))
        show(answer, as_json=as_json)
        raise typer.Exit(int(not answer.checked.right))
