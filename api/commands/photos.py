"""`enrol` and `read`: learn a deck, and read the table on a photo."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.answering import UNDECIDED, UNREADABLE, answering, busy, show
from api.commands.given import stated_with
from api.commands.options import (
    InOrderOption,
    JsonOption,
    MinMatchOption,
    PilesOption,
    StartPhotoOption,
    WildOption,
)
from api.errors import EXPECTED, WrongUseError, fault_of
from games.camouflage import FaceName

if TYPE_CHECKING:
    from api.answers import PhotoSource

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
    photos: PhotosArgument,
    *,
    album: Annotated[Path, typer.Option(metavar="DIR", help="The enrolled deck, or demo.")],
    min_match: MinMatchOption = None,
    wild_centers: WildOption = None,
    in_order: InOrderOption = False,
    start_photo: StartPhotoOption = None,
    piles: PilesOption = False,
    overlay: Annotated[
        Path | None, typer.Option(metavar="OUT.jpg", help="Draw what was read over the first photo.")
    ] = None,
    explain: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a page of pictures that shows how it was read.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Read which cards lie where, how they are turned and what they cover, from one photo or several."""
    with answering():
        from api import files, outputs, service
        from api.looking import USUAL_RULES, look

        photo, *more = files.photo_sources(photos)
        if explain and (more or start_photo or piles):
            raise WrongUseError(f"one photo of one board is explained at a time; found {len(photos)}")
        rules = stated_with(min_match, wild_centers).rules(USUAL_RULES)
        if overlay:
            outputs.require_picture_name(overlay)
        if explain:
            outputs.require_explanation_folder(explain)
        start = files.photo_source(start_photo)
        with explaining_failure(photo, explain), busy("Reading the table …"):
            seen = look(
                photo,
                files.read_album(album),
                rules,
                more=more,
                in_order=in_order,
                start=start,
                in_piles=piles,
            )
        answer = service.read_answer(seen)
        if explain:
            with busy("Drawing the explanation …"):
                from api.explain import explanation

                outputs.write_explanation(explanation(photo, seen, answer), explain)
        if overlay:
            outputs.write_picture(service.annotated(photo, answer), overlay)
        show(answer, as_json=as_json)


@contextmanager
def explaining_failure(photo: "PhotoSource", folder: Path | None) -> Iterator[None]:
    """Explain in a folder, if one is named, why a photo could not be read."""
    try:
        yield
    except EXPECTED as error:
        if folder and fault_of(error).exit_code in (UNREADABLE, UNDECIDED):
            from api.explain import refusal
            from api.outputs import write_explanation

            write_explanation(refusal(photo, error), folder)
        raise
