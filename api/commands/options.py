"""The arguments and options that several commands take."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from games.camouflage import FaceName

SubjectArgument = Annotated[
    str,
    typer.Argument(
        metavar="PHOTO|BOARD", help="A photo, a *.board.json, a board in one line, or - for standard input."
    ),
]

BoardText = Annotated[
    str, typer.Argument(metavar="BOARD", help="A *.board.json, a board in one line, or - for standard input.")
]

PuzzleText = Annotated[
    str,
    typer.Argument(metavar="PUZZLE", help="A *.puzzle.json, the number of a shipped puzzle, or -."),
]

AlbumOption = Annotated[
    Path | None, typer.Option("--album", metavar="DIR", help="The enrolled deck, or demo.")
]

DeckOption = Annotated[
    Path | None, typer.Option("--deck", metavar="FILE", help="The *.deck.json of a board.")
]

FaceOption = Annotated[
    FaceName | None,
    typer.Option("--face", help="The side that is played, for a board in one line."),
]

MinMatchOption = Annotated[
    int | None, typer.Option("--min-match", min=0, max=9, help="How many squares have to match; usually 3.")
]

WildOption = Annotated[
    bool | None, typer.Option("--wild-centers", help="Centres cover and are covered by anything.")
]

InOrderOption = Annotated[
    bool,
    typer.Option("--in-order", help="The photos were taken one after the other, while more cards were laid."),
]

StartPhotoOption = Annotated[
    Path | None,
    typer.Option("--start-photo", metavar="PHOTO", help="The table before play: its cards began the board."),
]

AlsoOption = Annotated[
    list[Path] | None,
    typer.Option("--also", metavar="PHOTO", help="Another photo of the same table; may be given again."),
]

PilesOption = Annotated[
    bool, typer.Option("--piles", help="Each pile is a player's own, as in Not My Stack!.")
]

AnswersOption = Annotated[
    list[str] | None,
    typer.Option(
        "--answer",
        metavar="TEXT",
        help='What you see: "lion-3 over cow-1", "card at 4,2 is owl-5", "owl-2 lies at 3,1 turned 90", '
        '"owl-5 turned 90", "no card at 6,0", "no other card" or "pile with owl-1 belongs to Ann"; may be '
        "given several times.",
    ),
]

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]

PointsGameOption = Annotated[
    Literal["diversify", "cover-some-ground"], typer.Option("--game", help="What is played.")
]

PlayersOption = Annotated[
    str | None,
    typer.Option("--players", metavar="Ann=owl,Ben=fox", help="Who plays which deck; else each deck plays."),
]

StartOption = Annotated[
    str | None, typer.Option("--start", metavar="DECK", help="The deck that began the table.")
]

OutOrderOption = Annotated[
    str | None, typer.Option(metavar="Ben,Ann", help="Who had played all cards, the first one first.")
]
