"""`best`, `left` and `playable`: what players can do with their cards, and could have done."""

from typing import Annotated

import typer

from api.commands.answering import answering, busy, show
from api.commands.given import stated_with, subject_named
from api.commands.options import (
    AlbumOption,
    BoardText,
    DeckOption,
    FaceOption,
    JsonOption,
    MinMatchOption,
    PlayersOption,
    PointsGameOption,
    StartOption,
    SubjectArgument,
    WildOption,
)


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
    with answering():
        from api import puzzling
        from api.stated import names

        subject = subject_named(board, album, deck, face, stated_with(min_match, wild_centers))
        with busy("Searching …"):
            answer = puzzling.best(subject, names(hand), game, time_limit_s=time_limit)
        show(answer, as_json=as_json)


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
    with answering():
        from api import puzzling

        table = subject_named(subject, album, deck, face, stated_with(None, None, players, start))
        with busy("Searching …"):
            answer = puzzling.left(table, game, time_limit_s=time_limit)
        show(answer, as_json=as_json)


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
    with answering():
        from api import puzzling
        from api.stated import seats

        stated = stated_with(min_match, wild_centers, players, None, out_order)
        held = None if hands is None else {who: cards.split("+") for who, cards in seats(hands).items()}
        answer = puzzling.playable(subject_named(subject, album, deck, face, stated), held)
        show(answer, as_json=as_json)
        raise typer.Exit(int(answer.over))
