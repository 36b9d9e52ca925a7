"""`check`, `score` and `places`: what a table is worth, and where a card may be laid."""

from typing import Annotated, Literal

import typer

from api.commands.answering import UNDECIDED, answering, show
from api.commands.given import Photographed, laid, standard_input, stated_with, subject_named
from api.commands.options import (
    AlbumOption,
    AlsoOption,
    BoardText,
    DeckOption,
    FaceOption,
    JsonOption,
    MinMatchOption,
    OutOrderOption,
    PilesOption,
    PlayersOption,
    StartOption,
    StartPhotoOption,
    SubjectArgument,
    WildOption,
)
from api.errors import WrongUseError


def check(
    subject: SubjectArgument,
    *,
    album: AlbumOption = None,
    deck: DeckOption = None,
    face: FaceOption = None,
    also: AlsoOption = None,
    start_photo: StartPhotoOption = None,
    piles: PilesOption = False,
    min_match: MinMatchOption = None,
    wild_centers: WildOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell which cards lie against the rules, and why."""
    with answering():
        from api import service

        answer = service.check(
            subject_named(
                subject,
                album,
                deck,
                face,
                stated_with(min_match, wild_centers),
                Photographed(also or (), start_photo, piles),
            )
        )
        show(answer, as_json=as_json)
        raise typer.Exit(UNDECIDED if answer.legal is None else int(not answer.legal))


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
    also: AlsoOption = None,
    players: PlayersOption = None,
    start: StartOption = None,
    start_photo: StartPhotoOption = None,
    out_order: OutOrderOption = None,
    min_match: MinMatchOption = None,
    wild_centers: WildOption = None,
    as_json: JsonOption = False,
) -> None:
    """Score a table: who has how many points, card by card, and who has won."""
    with answering():
        from api import service

        if start and start_photo:
            raise WrongUseError("the starting deck is named or photographed; found both")
        stated = stated_with(min_match, wild_centers, players, start, out_order)
        photographed = Photographed(also or (), start_photo, game == "not-my-stack")
        answer = service.score(subject_named(subject, album, deck, face, stated, photographed), game)
        show(answer, as_json=as_json)


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
    with answering():
        from api import files, service

        given = files.named(board, standard_input())
        if not isinstance(given, files.BoardArgument):
            raise WrongUseError(f"expected a board; found {given.name}, which is none")
        subject = laid(given, album, deck, face, stated_with(min_match, wild_centers))
        answer = service.places(subject.best, subject.deck, card, subject.warnings)
        show(answer, as_json=as_json)
