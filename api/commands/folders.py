"""`read` of a folder: the photos of many tables, each by itself."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from api.commands.answering import busy, print_json, writing
from api.errors import WrongUseError, plain
from api.stated import Stated


class Game(StrEnum):
    """What may have been played; an option that is given several times takes no literals."""

    DIVERSIFY = "diversify"
    COVER_SOME_GROUND = "cover-some-ground"
    SPEED_ROUND = "speed-round"
    NOT_MY_STACK = "not-my-stack"


USUAL_GAMES: Final = (Game.DIVERSIFY, Game.COVER_SOME_GROUND)
"""The games of which the scores are told where none is named."""

CsvOption = Annotated[
    Path | None,
    typer.Option("--csv", metavar="OUT.csv", help="Of a folder: write the scores of all photos."),
]

GamesOption = Annotated[
    list[Game] | None,
    typer.Option("--game", help="Of a folder: what was played, for the scores; may be given several times."),
]

JobsOption = Annotated[
    int, typer.Option("--jobs", min=1, max=64, help="Of a folder: how many photos are read at a time.")
]


class Wanted(NamedTuple):
    """What is wanted of a folder.

    Attributes:
        csv: the file to write scores to.
        games: the games to score; those that are usual where none is named.
        jobs: how many photos are read at a time.
        out: where readings are kept; in the folder itself where None.
    """

    csv: Path | None
    games: Sequence[Game]
    jobs: int
    out: Path | None

    def require_none(self, stated: Stated) -> None:
        """Check that nothing is asked for that only a folder has.

        Raises:
            WrongUseError: something is.
        """
        if self.csv or self.games or self.jobs != 1 or stated.players or stated.start:
            raise WrongUseError("--csv, --game, --players, --start and --jobs are for a folder; found photos")


def read_folder(
    paths: Sequence[Path],
    album: Path | None,
    stated: Stated,
    wanted: Wanted,
    others: Sequence[object],
    *,
    as_json: bool,
) -> int:
    """Read all photos of a folder, tell what became of each, and return the exit code.

    Args:
        paths: what was named: one folder.
        album: the album.
        stated: what was stated.
        wanted: what is wanted of the folder.
        others: other options, none of which goes with a folder.
        as_json: whether one JSON object is printed.

    Raises:
        ApiError: there are no photos, readings cannot be kept, or something else was asked for.
        VisionError: the album cannot be used.
    """
    if len(paths) != 1 or album is None or any(others):
        raise WrongUseError("expected one folder, --album DIR and no option that is for photos of one table")
    (folder,) = paths
    from api import files, outputs
    from api.folder_csv import as_csv
    from api.folder_readings import Readings, photos_in
    from api.folder_text import line_text, summary
    from api.folders import FolderAnswer, with_scores
    from api.folders import read_folder as lines_of
    from api.looking import USUAL_RULES

    photos, rules = photos_in(folder), stated.rules(USUAL_RULES)
    readings = Readings(wanted.out or folder / "readings")
    if wanted.csv:
        outputs.require_file_name(wanted.csv)
    games = wanted.games or (USUAL_GAMES if wanted.csv else ())
    lines = []
    with busy("Opening the album …"):
        cards = files.read_album(album)
    with progress(len(photos)) as done:
        for line in lines_of(photos, cards, rules, readings, jobs=wanted.jobs):
            lines.append(with_scores(line, stated, games))
            if not as_json:
                tell(line_text(line))
            done()
    answer = FolderAnswer(tuple(lines))
    if wanted.csv:
        outputs.write_file(as_csv(answer).encode(), wanted.csv)
    with writing():
        if as_json:
            print_json(answer)
        else:
            typer.echo(summary(answer))
    return answer.exit_code


def tell(line: str) -> None:
    """Print a line at once, above the bar if there is one, which takes the place of standard output."""
    with writing():
        sys.stdout.write(f"{plain(line)}\n")
        sys.stdout.flush()


@contextmanager
def progress(count: int) -> Iterator[Callable[[], None]]:
    """Show on a terminal how many photos are done; what is printed meanwhile stands above the bar."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        task = bar.add_task("Reading photos", total=count)
        yield lambda: bar.advance(task)
