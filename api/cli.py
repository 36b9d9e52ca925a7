"""The command line: it parses, calls the use cases and shows their answers.

Whatever is slow to import is imported in the command that needs it. Exit codes: 0 done, 1 a negative answer,
2 wrong use or a file that does not fit, 3 a photo that cannot be read, 4 undecided.
"""

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Final, Literal

import typer

from api.errors import EXPECTED, WrongUseError, fault_of, plain, told
from games.camouflage import FaceName
from games.playthroughs import SEEDS

if TYPE_CHECKING:
    from api.answers import Answer, PhotoSource
    from api.files import BoardArgument
    from api.game_answers import GameAnswer
    from api.puzzling import PuzzleAnswer, Puzzled
    from api.stated import Stated
    from api.ways import Subject

UNEXPECTED: Final = 70
"""The exit code of a mistake in the program; no answer has it."""

_UNREADABLE: Final = 3
_UNDECIDED: Final = 4

app = typer.Typer(
    name="camtable",
    help="Photograph the table of the card game Camouflage, get the score.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

PhotosArgument = Annotated[
    list[Path], typer.Argument(metavar="PHOTO...", help="JPEG, PNG, WebP, AVIF or HEIC.")
]
SubjectArgument = Annotated[
    str,
    typer.Argument(
        metavar="PHOTO|BOARD", help="A photo, a *.board.json, a board in one line, or - for standard input."
    ),
]
BoardText = Annotated[
    str, typer.Argument(metavar="BOARD", help="A *.board.json, a board in one line, or - for standard input.")
]
AlbumOption = Annotated[Path | None, typer.Option("--album", metavar="DIR", help="The enrolled deck.")]
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
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


PuzzleText = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="A *.puzzle.json, or - for standard input.")
]
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


@app.command()
def enrol(
    photos: PhotosArgument,
    *,
    face: Annotated[FaceName, typer.Option(help="The side that the photos show.")],
    out: Annotated[Path, typer.Option(metavar="ALBUM", help="The folder to make.")],
    deck: Annotated[Path | None, typer.Option(metavar="FILE", help="Which printed card is which.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Learn a deck from photos in which its cards lie apart, six cards a photo."""
    with _answering():
        from api import files, outputs, service

        outputs.require_album_folder(out)
        known = files.read_deck(deck) if deck else None
        with _busy("Looking for the cards …"):
            answer = service.enrol(files.photo_sources(photos), face, known, name=out.resolve().name)
        outputs.write_album(answer.album, out, with_deck_file=known is None)
        _show(answer, as_json=as_json)


@app.command()
def read(
    photos: PhotosArgument,
    *,
    album: Annotated[Path, typer.Option(metavar="DIR", help="The enrolled deck.")],
    min_match: MinMatchOption = None,
    wild_centers: WildOption = None,
    overlay: Annotated[
        Path | None, typer.Option(metavar="OUT.jpg", help="Draw what was read over the photo.")
    ] = None,
    explain: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a page of pictures that shows how it was read.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Read which cards lie where, how they are turned and what they cover."""
    with _answering():
        from api import files, outputs, service
        from api.looking import USUAL_RULES, look

        if len(photos) != 1:
            raise WrongUseError(f"one photo is read at a time; found {len(photos)}")
        (photo,) = files.photo_sources(photos)
        rules = _stated(min_match, wild_centers).rules(USUAL_RULES)
        if overlay:
            outputs.require_picture_name(overlay)
        if explain:
            outputs.require_explanation_folder(explain)
        with _explaining_failure(photo, explain), _busy("Reading the table …"):
            seen = look(photo, files.read_album(album), rules)
        answer = service.read_answer(seen)
        if explain:
            with _busy("Drawing the explanation …"):
                from api.explain import explanation

                outputs.write_explanation(explanation(photo, seen, answer), explain)
        if overlay:
            outputs.write_picture(service.annotated(photo, answer), overlay)
        _show(answer, as_json=as_json)


@app.command()
def check(
    subject: SubjectArgument,
    *,
    album: AlbumOption = None,
    deck: DeckOption = None,
    face: FaceOption = None,
    min_match: MinMatchOption = None,
    wild_centers: WildOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell which cards lie against the rules, and why."""
    with _answering():
        from api import service

        answer = service.check(_subject(subject, album, deck, face, _stated(min_match, wild_centers)))
        _show(answer, as_json=as_json)
        raise typer.Exit(_UNDECIDED if answer.legal is None else int(not answer.legal))


@app.command()
def score(
    subject: SubjectArgument,
    *,
    game: Annotated[
        Literal["diversify", "cover-some-ground", "speed-round", "not-my-stack"],
        typer.Option(help="What was played."),
    ],
    album: AlbumOption = None,
    deck: DeckOption = None,
    face: FaceOption = None,
    players: Annotated[
        str | None,
        typer.Option(metavar="Ann=owl,Ben=fox", help="Who plays which deck; else each deck plays."),
    ] = None,
    start: Annotated[str | None, typer.Option(metavar="DECK", help="The deck that began the table.")] = None,
    out_order: Annotated[
        str | None, typer.Option(metavar="Ben,Ann", help="Who had played all cards, the first one first.")
    ] = None,
    min_match: MinMatchOption = None,
    wild_centers: WildOption = None,
    as_json: JsonOption = False,
) -> None:
    """Score a table: who has how many points, card by card, and who has won."""
    with _answering():
        from api import service

        stated = _stated(min_match, wild_centers, players, start, out_order)
        answer = service.score(_subject(subject, album, deck, face, stated), game)
        _show(answer, as_json=as_json)


@app.command()
def places(
    board: BoardText,
    *,
    card: Annotated[str, typer.Option(metavar="ID", help="The card.")],
    deck: DeckOption = None,
    album: AlbumOption = None,
    face: FaceOption = None,
    min_match: MinMatchOption = None,
    wild_centers: WildOption = None,
    as_json: JsonOption = False,
) -> None:
    """List all places where a card may be laid."""
    with _answering():
        from api import files, service

        given = files.named(board, _stdin())
        if not isinstance(given, files.BoardArgument):
            raise WrongUseError(f"expected a board; found {given.name}, which is none")
        subject = _laid(given, album, deck, face, _stated(min_match, wild_centers))
        answer = service.places(subject.best, subject.deck, card, subject.warnings)
        _show(answer, as_json=as_json)


@app.command()
def game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game, such as camelot or camouflage.")],
    verb: Annotated[
        Literal["new", "moves", "play", "score", "simulate", "odds", "advise", "solve"],
        typer.Argument(metavar="VERB", help="new, moves, play, score, simulate, odds, advise or solve."),
    ],
    file: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A file that `new` or `play` wrote, a state as JSON, or -."),
    ] = None,
    actions: Annotated[
        list[str] | None,
        typer.Argument(metavar="ACTION...", help='What to play, as `moves` prints it: {"act": "turn"}.'),
    ] = None,
    *,
    players: Annotated[str, typer.Option(metavar="Ann,Ben", help="Who plays.")] = "Ann",
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=SEEDS - 1, help="Of what is hidden; without it `new` follows a real table."),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="What the game lets players choose.")
    ] = None,
    winnable: Annotated[bool, typer.Option("--winnable", help="Deal a game that can be won.")] = False,
    deck: DeckOption = None,
    undo: Annotated[int, typer.Option(min=0, help="How many actions to take back first.")] = 0,
    games: Annotated[int, typer.Option(min=1, help="How many games or deals to try.")] = 1000,
    time_limit: Annotated[
        float | None, typer.Option(min=0.01, help="Seconds for advice (1) or a solution (40).")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to write the game.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a game: begin it, go on, score it, and ask for odds, advice or a solution."""
    with _answering():
        from api import files, game_door, outputs
        from api.stated import names
        from games.camouflage import deck_to_json
        from games.registry import game_named

        chosen = dict(map(game_door.option, option or ()))
        chosen |= {"winnable": True} if winnable else {}
        chosen |= {"deck": deck_to_json(files.read_deck(deck))} if deck else {}
        asked = game_door.Asked(
            verb=verb,
            text=None if file is None else files.named_text(file, _stdin()),
            actions=actions or (),
            players=names(players),
            seed=seed,
            options=chosen,
            undo=undo,
            games=games,
            time_limit_s=time_limit,
        )
        done = game_door.do(game_named(name), asked)
        if out and done.document:
            outputs.write_text(done.document, out)
        if as_json:
            _print_json(done.answer)
        else:
            typer.echo(done.shown if out or done.document is None else done.document.rstrip("\n"))
        raise typer.Exit(done.exit_code)


@app.command()
def solve(
    puzzle: PuzzleText,
    *,
    deck: DeckOption = None,
    cards: Annotated[
        str | None, typer.Option(metavar="ID,…", help="The cards at hand, if they are not the puzzle's.")
    ] = None,
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
    with _answering():
        from api import outputs, puzzling
        from api.stated import names

        puzzled = _puzzled(puzzle, deck)
        with _counting("Solving …", "answers") as progress:
            answer = puzzling.solve(
                puzzled,
                cards=None if cards is None else names(cards),
                most=most or (puzzling.MANY if all_answers else 1),
                centres=not no_centers,
                time_limit_s=time_limit,
                progress=progress,
            )
        if svg and answer.solutions:
            outputs.write_text((puzzling.drawn(answer).pictures or ("",))[0], svg)
        _show_puzzle(answer, as_json=as_json)
        raise typer.Exit({"solved": 0, "impossible": 1, "unfinished": _UNDECIDED}[answer.status])


@app.command()
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
    with _answering():
        from api import puzzling

        puzzled = _puzzled(puzzle, deck)
        laid = None if board is None else _on_puzzle(board, puzzled).best
        with _busy("Thinking …"):
            answer = puzzling.hint(puzzled, laid, level=level)
        _show_puzzle(answer, as_json=as_json)


@app.command()
def verify(
    puzzle: PuzzleText,
    subject: SubjectArgument,
    *,
    album: AlbumOption = None,
    deck: DeckOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell whether a board, or the board on a photo, solves a puzzle, and if not, what is wrong."""
    with _answering():
        from api import puzzling

        puzzled = _puzzled(puzzle, deck, album)
        answer = puzzling.verify(puzzled, _on_puzzle(subject, puzzled, album))
        _show_puzzle(answer, as_json=as_json)
        raise typer.Exit(int(not answer.checked.right))


@app.command()
def best(
    board: BoardText,
    *,
    hand: Annotated[str, typer.Option(metavar="ID,…", help="The cards in hand, six at most.")],
    game: PointsGameOption,
    deck: DeckOption = None,
    album: AlbumOption = None,
    face: FaceOption = None,
    min_match: MinMatchOption = None,
    wild_centers: WildOption = None,
    time_limit: Annotated[float, typer.Option(metavar="S", min=0.01, help="Seconds.")] = 10.0,
    as_json: JsonOption = False,
) -> None:
    """Find the plays of a hand that score the most, and all places with what they score."""
    with _answering():
        from api import puzzling
        from api.stated import names

        subject = _subject(board, album, deck, face, _stated(min_match, wild_centers))
        with _busy("Searching …"):
            answer = puzzling.best(subject, names(hand), game, time_limit_s=time_limit)
        _show_puzzle(answer, as_json=as_json)


@app.command()
def left(
    subject: SubjectArgument,
    *,
    game: PointsGameOption,
    album: AlbumOption = None,
    deck: DeckOption = None,
    face: FaceOption = None,
    players: PlayersOption = None,
    start: StartOption = None,
    time_limit: Annotated[float, typer.Option(metavar="S", min=0.01, help="Seconds a player.")] = 10.0,
    as_json: JsonOption = False,
) -> None:
    """Tell what each player's cards could have scored alone on the starting cards."""
    with _answering():
        from api import puzzling

        table = _subject(subject, album, deck, face, _stated(None, None, players, start))
        with _busy("Searching …"):
            answer = puzzling.left(table, game, time_limit_s=time_limit)
        _show_puzzle(answer, as_json=as_json)


@app.command()
def playable(
    subject: SubjectArgument,
    *,
    hands: Annotated[
        str | None,
        typer.Option(metavar="Ann=owl-1+owl-2,Ben=fox-3", help="Who holds what; else all that is not laid."),
    ] = None,
    album: AlbumOption = None,
    deck: DeckOption = None,
    face: FaceOption = None,
    players: PlayersOption = None,
    out_order: Annotated[
        str | None, typer.Option(metavar="Ben,Ann", help="Who has played all cards.")
    ] = None,
    min_match: MinMatchOption = None,
    wild_centers: WildOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell who can still play a card; when nobody can, Not My Stack! is over."""
    with _answering():
        from api import puzzling
        from api.stated import seats

        stated = _stated(min_match, wild_centers, players, None, out_order)
        held = None if hands is None else {who: cards.split("+") for who, cards in seats(hands).items()}
        answer = puzzling.playable(_subject(subject, album, deck, face, stated), held)
        _show_puzzle(answer, as_json=as_json)
        raise typer.Exit(int(answer.over))


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; the usual one is this machine only.")
    ] = ("127.0.0.1"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where albums are kept.")] = None,
) -> None:
    """Answer over HTTP; the paths are described at /docs."""
    with _answering():
        import uvicorn

        from api.app import create_app

        try:
            uvicorn.run(create_app(data), host=host, port=port, access_log=False)
        except SystemExit:
            raise WrongUseError(f"cannot listen on {host}, port {port}") from None


def main() -> None:
    """Run the command line; whatever goes wrong is told in one line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal need not know every letter of a name
    try:
        code = app(standalone_mode=False)
    except typer.TyperException as error:
        code = _complain(error.format_message(), error.exit_code)
    except typer.Abort:
        code = 130
    except Exception as error:
        if os.environ.get("CAMTABLE_TRACEBACK"):
            raise
        what = f"{type(error).__name__}: {error}"
        code = _complain(f"unexpected {what} (CAMTABLE_TRACEBACK=1 shows where)", UNEXPECTED)
    sys.exit(code)


def _subject(
    argument: str, album: Path | None, deck: Path | None, face: FaceName | None, stated: "Stated"
) -> "Subject":
    """Return the table that a user names, with what else is stated."""
    from api import files

    given = files.named(argument, _stdin())
    if isinstance(given, files.BoardArgument):
        return _laid(given, album, deck, face, stated)
    if album is None or deck is not None or face is not None:
        raise WrongUseError("a photo is read with --album, which holds its deck and face")
    from api.looking import USUAL_RULES, look

    with _busy("Reading the table …"):
        seen = look(given, files.read_album(album), stated.rules(USUAL_RULES))
    return stated.applied(seen.subject)


def _laid(
    board: "BoardArgument", album: Path | None, deck: Path | None, face: FaceName | None, stated: "Stated"
) -> "Subject":
    from api.files import read_board
    from api.ways import subject_of_table

    laid = read_board(board, deck=deck, album=album, face=face)
    return stated.applied(subject_of_table(laid.table, laid.deck, laid.warnings), laid.says)


def _stated(
    min_match: int | None,
    wild_centers: bool | None,
    players: str | None = None,
    start: str | None = None,
    out_order: str | None = None,
) -> "Stated":
    from api.stated import Stated, names, seats

    return Stated(
        min_match=min_match,
        wild_centres=wild_centers,
        players=None if players is None else seats(players),
        start=start,
        out=None if out_order is None else names(out_order),
    )


def _stdin() -> BinaryIO | None:
    """Return standard input; there is none where whoever started the command has closed it."""
    return getattr(sys.stdin, "buffer", None)


@contextmanager
def _answering() -> Iterator[None]:
    """Turn what is expected to go wrong into a line and an exit code."""
    try:
        yield
    except EXPECTED as error:
        raise typer.Exit(_complain(told(error), fault_of(error).exit_code)) from None


@contextmanager
def _explaining_failure(photo: "PhotoSource", folder: Path | None) -> Iterator[None]:
    """Explain in a folder, if one is named, why a photo could not be read."""
    try:
        yield
    except EXPECTED as error:
        if folder and fault_of(error).exit_code in (_UNREADABLE, _UNDECIDED):
            from api.explain import refusal
            from api.outputs import write_explanation

            write_explanation(refusal(photo, error), folder)
        raise


def _show(answer: "Answer", *, as_json: bool) -> None:
    try:
        for warning in answer.warnings:
            typer.echo(f"warning: {plain(warning)}", err=True)
        if as_json:
            _print_json(answer)
        else:
            from api.terminal import show

            show(answer)
    except OSError as error:
        raise WrongUseError(f"the answer cannot be written: {error.strerror or error}") from error


def _print_json(answer: "Answer | GameAnswer | PuzzleAnswer") -> None:
    from api.schemas import to_json

    typer.echo(json.dumps(to_json(answer)))


def _puzzled(argument: str, deck: Path | None, album: Path | None = None) -> "Puzzled":
    from api.puzzle_files import named_puzzle

    return named_puzzle(argument, _stdin(), deck=deck, album=album)


def _on_puzzle(argument: str, puzzled: "Puzzled", album: Path | None = None) -> "Subject":
    """Return the table that is meant for a puzzle: on its deck and face, and by its rules."""
    from api import files
    from api.ways import subject_of_table

    given = files.named(argument, _stdin())
    if isinstance(given, files.BoardArgument):
        return subject_of_table(files.board_of(given, puzzled.deck, puzzled.puzzle.face), puzzled.deck)
    if album is None:
        raise WrongUseError("a photo is read with --album, which holds its deck and face")
    from api.looking import look

    with _busy("Reading the table …"):
        return look(given, files.read_album(album), puzzled.puzzle.rules).subject


def _show_puzzle(answer: "PuzzleAnswer", *, as_json: bool) -> None:
    from api.puzzle_text import show

    try:
        for warning in answer.warnings:
            typer.echo(f"warning: {plain(warning)}", err=True)
        if as_json:
            _print_json(answer)
        else:
            show(answer)
    except OSError as error:
        raise WrongUseError(f"the answer cannot be written: {error.strerror or error}") from error


@contextmanager
def _counting(doing: str, what: str) -> Iterator[Callable[[int], None]]:
    """Say on a terminal that it takes a while, and how many were found."""
    with _busy(doing) as status:
        update: Callable[[str], None] = getattr(status, "update", lambda _: None)
        yield lambda count: update(f"{doing} {count} {what}")


def _busy(doing: str) -> AbstractContextManager[object]:
    """Say on a terminal that it takes a while."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(doing)


def _complain(message: str, code: int) -> int:
    typer.echo(f"camtable: {plain(message)}", err=True)
    return code
