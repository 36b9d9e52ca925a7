"""`album`: see what is in an album, change it, take the change back, and hand it on as one file."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from api.commands.answering import answering, busy, show
from api.commands.options import FaceOption, JsonOption
from api.errors import WrongUseError
from games.camouflage import FaceName

if TYPE_CHECKING:
    from vision.album import Album
    from vision.album_edits import Hint

app = typer.Typer(
    name="album", help="See what is in an album, change it, and hand it on.", no_args_is_help=True
)

AlbumArgument = Annotated[Path, typer.Argument(metavar="ALBUM", help="The folder of the album.")]

KindOption = Annotated[
    Literal["deck", "card", "pattern"] | None,
    typer.Option("--kind", help="What a name is of, where several things have it."),
]

WhichFaceOption = Annotated[
    FaceName | None, typer.Option("--face", help="Which side is meant, where both have a name.")
]


@app.command("show")
def show_album(
    album: AlbumArgument,
    *,
    picture: Annotated[
        Path | None,
        typer.Option(metavar="OUT.png", help="Draw all cards, and the squares of each pattern."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Tell what is in an album: decks, cards, patterns, doubtful squares, and how it came to be."""
    with answering():
        from api import files, outputs
        from api.albums import AlbumAnswer

        if picture:
            outputs.require_picture_name(picture)
        found = files.read_album(album)
        if picture:
            from api.album_sheet import sheet

            outputs.write_picture(sheet(found), picture)
        show(AlbumAnswer(found), as_json=as_json)


@app.command()
def rename(
    album: AlbumArgument,
    names: Annotated[
        list[str],
        typer.Argument(metavar="OLD NEW...", help="A deck, card or pattern and its new name; several pairs."),
    ],
    *,
    kind: KindOption = None,
    face: WhichFaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give decks, cards and patterns other names; with a deck the cards that bear its name."""
    with answering():
        if len(names) % 2:
            raise WrongUseError(f"names are given in pairs, OLD NEW; found {len(names)} of them")
        from api.albums import camtable_version
        from vision import album_edits

        pairs = list(zip(names[::2], names[1::2], strict=True))
        hint = album_edits.Hint(kind, face)
        _change(
            album,
            lambda found: album_edits.rename(found, pairs, hint, camtable=camtable_version()),
            as_json=as_json,
        )


@app.command()
def merge(
    album: AlbumArgument,
    names: Annotated[
        list[str], typer.Argument(metavar="NAME NAME...", help="Patterns, decks or cards that are one.")
    ],
    *,
    kind: KindOption = None,
    face: WhichFaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make one of two patterns, decks or cards; the first keeps its name, and of cards its picture."""
    with answering():
        from api.albums import camtable_version
        from vision import album_edits

        hint = album_edits.Hint(kind, face)
        _change(
            album,
            lambda found: album_edits.merge(found, names, hint, camtable=camtable_version()),
            as_json=as_json,
        )


@app.command()
def split(
    album: AlbumArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The pattern, deck or card.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Another one: a new name, or one that is there.")],
    parts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CARD:ROW,COLUMN...|CARD...",
            help="Squares of the pattern, rows and columns from 1 to 3 as printed; cards of the deck; or "
            "which of several cards that were merged with the card.",
        ),
    ] = None,
    *,
    kind: KindOption = None,
    face: WhichFaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take squares off a pattern or cards off a deck: they are of another; or make two of a merged card."""
    with answering():
        from vision import album_edits

        hint = album_edits.Hint(kind, face)
        _change(album, lambda found: _split(found, name, new, parts or [], hint), as_json=as_json)


@app.command()
def retake(
    album: AlbumArgument,
    photos: Annotated[
        list[Path], typer.Argument(metavar="PHOTO...", help="Photos in which the cards lie apart.")
    ],
    *,
    card: Annotated[
        list[str] | None,
        typer.Option("--card", metavar="ID", help="A card that is taken anew; else all known again."),
    ] = None,
    face: FaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take pictures of some cards anew; all others stay as they are."""
    with answering():
        from api import albums, files, outputs

        before = files.read_album(files.own_album_folder(album))
        with busy("Looking for the cards …"):
            answer = albums.retake(files.photo_sources(photos), before, card or (), face)
        warnings = outputs.change_album(before, answer.album, album)
        show(answer.warned(warnings), as_json=as_json)


@app.command()
def undo(album: AlbumArgument, *, as_json: JsonOption = False) -> None:
    """Take back the last change; again, the one before."""
    with answering():
        from api import files, outputs
        from api.albums import AlbumAnswer, done_since
        from vision import album as albums

        before = albums.load_album(files.own_album_folder(album))
        found = albums.undo(album)
        warnings = outputs.renew_deck_files(before, found, album)
        did = tuple(f"taken back: {did}" for did in done_since(found, before))
        show(AlbumAnswer(found, did, warnings=warnings), as_json=as_json)


@app.command("export")
def export_album(
    album: AlbumArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, such as mine.album.zip.")],
) -> None:
    """Write an album as one file."""
    with answering():
        from api import files, outputs
        from vision.album_archive import export_album as packed

        outputs.write_file(packed(files.album_folder(album)), file)


@app.command("import")
def import_album(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An album as one file.")],
    album: AlbumArgument,
    *,
    as_json: JsonOption = False,
) -> None:
    """Make an album of a file that was exported; all in it is checked first."""
    with answering():
        from api import outputs, texts
        from api.albums import AlbumAnswer
        from vision.album_archive import MAX_ARCHIVE_BYTES
        from vision.album_archive import import_album as unpacked

        outputs.require_album_folder(album)
        data = texts.read_bytes(file, MAX_ARCHIVE_BYTES + 1)
        show(AlbumAnswer(unpacked(data, album)), as_json=as_json)


def _change(folder: Path, change: "Callable[[Album], Album]", *, as_json: bool) -> None:
    """Change an album so that it can be undone, and tell what was done."""
    from api import files, outputs
    from api.albums import AlbumAnswer, done_since

    before = files.read_album(files.own_album_folder(folder))
    after = change(before)
    warnings = outputs.change_album(before, after, folder)
    show(AlbumAnswer(after, done_since(before, after), warnings=warnings), as_json=as_json)


def _split(album: "Album", name: str, new: str, parts: list[str], hint: "Hint") -> "Album":
    from api.albums import camtable_version, square_named
    from vision.album_edits import meant, split_card, split_deck, split_pattern

    one = meant(album, name, hint)
    if one.kind == "card":
        if len(parts) > 1:
            raise WrongUseError(f"one card is split off from {name} at a time; found {len(parts)}")
        former = parts[0] if parts else None
        return split_card(album, name, new, former, hint, camtable=camtable_version())
    if not parts:
        what = "squares, as CARD:ROW,COLUMN," if one.kind == "pattern" else "cards"
        raise WrongUseError(f"expected {what} that are to be split off from {name}; found none")
    if one.kind == "deck":
        return split_deck(album, name, new, parts, hint, camtable=camtable_version())
    squares = [square_named(part) for part in parts]
    return split_pattern(album, name, new, squares, hint, camtable=camtable_version())
