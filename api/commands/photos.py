"""`enrol` and `read`: learn a deck, and read the table on a photo."""

from pathlib import Path
from typing import Annotated

import typer

from api.commands.answering import answering, busy, show
from api.commands.folders import CsvOption, GamesOption, JobsOption, Wanted, read_folder
from api.commands.given import stated_with
from api.commands.options import (
    AnswersOption,
    InOrderOption,
    JsonOption,
    MinMatchOption,
    PilesOption,
    PlayersOption,
    StartOption,
    StartPhotoOption,
    WildOption,
)
from api.errors import WrongUseError
from games.camouflage import FaceName

PhotosArgument = Annotated[
    list[Path], typer.Argument(metavar="PHOTO...", help="JPEG, PNG, WebP, AVIF or HEIC.")
]


def enrol(
    photos: PhotosArgument,
    *,
    face: Annotated[FaceName, typer.Option(help="The side that the photos show.")],
    out: Annotated[Path, typer.Option(metavar="ALBUM", help="The folder to make.")],
    deck: Annotated[Path | None, typer.Option(metavar="FILE", help="Which printed card is which.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Learn a deck from photos in which its cards lie apart, six cards a photo."""
    with answering():
        from api import files, outputs, service

        outputs.require_album_folder(out)
        known = files.read_deck(deck) if deck else None
        with busy("Looking for the cards …"):
            answer = service.enrol(files.photo_sources(photos), face, known, name=out.resolve().name)
        outputs.write_album(answer.album, out, with_deck_file=known is None)
        show(answer, as_json=as_json)


def read(
    photos: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PHOTO...|FOLDER", help="JPEG, PNG, WebP, AVIF or HEIC; or a folder of them."),
    ] = None,
    *,
    album: Annotated[Path | None, typer.Option(metavar="DIR", help="The enrolled deck, or demo.")] = None,
    min_match: MinMatchOption = None,
    wild_centers: WildOption = None,
    in_order: InOrderOption = False,
    start_photo: StartPhotoOption = None,
    piles: PilesOption = False,
    answer: AnswersOption = None,
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask in the terminal what is open, until nothing is.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE|DIR",
            help="Keep the reading as a *.reading.json, or those of a folder.",
        ),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a *.reading.json instead of a photo.")
    ] = None,
    undo: Annotated[
        list[int] | None,
        typer.Option(metavar="N", help="Take back step N of the resumed reading; the others stay."),
    ] = None,
    overlay: Annotated[
        Path | None, typer.Option(metavar="OUT.jpg", help="Draw what was read over the photo.")
    ] = None,
    explain: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a page of pictures that shows how it was read.")
    ] = None,
    csv: CsvOption = None,
    game: GamesOption = None,
    players: PlayersOption = None,
    start: StartOption = None,
    jobs: JobsOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Read which cards lie where, how they are turned and what they cover; or a whole folder of tables."""
    with answering():
        from api.commands.reading import (
            Asked,
            from_photos,
            require_outputs,
            require_terminal,
            resumed,
        )

        stated = stated_with(min_match, wild_centers, players, start)
        of_folder = Wanted(csv, game or (), jobs, out)
        if any(photo.is_dir() for photo in photos or ()):
            others = (in_order, start_photo, piles, answer, ask, resume, undo, overlay, explain)
            raise typer.Exit(read_folder(photos or (), album, stated, of_folder, others, as_json=as_json))
        of_folder.require_none(stated)
        if ask:
            require_terminal(as_json=as_json)
        require_outputs(out, overlay, explain, resumed=resume)
        if resume:
            if photos or album or overlay or explain or in_order or start_photo or piles:
                raise WrongUseError("--resume goes on without a photo; expected none, and no option of one")
            found = resumed(resume, stated, answer or (), undo or (), out=out, in_terminal=ask)
        else:
            if not photos or album is None or undo:
                raise WrongUseError("expected PHOTO... --album DIR, or --resume FILE with or without --undo")
            found = from_photos(
                Asked(photos, album, stated, answer or (), start_photo, in_order, piles, ask),
                overlay=overlay,
                explain=explain,
                out=out,
            )
        show(found, as_json=as_json)
