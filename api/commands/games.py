"""`game`: play the games that are kept as records."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from api.commands.answering import answering, print_json, writing
from api.commands.given import standard_input
from api.commands.options import DeckOption, JsonOption
from api.commands.sitting import at_a_terminal, sit_down, view_for
from games.playthroughs import SEEDS


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
    players: Annotated[
        str | None, typer.Option(metavar="Ann,Ben", help="Who plays, usually Ann; in a terminal, you first.")
    ] = None,
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
    svg: Annotated[
        Path | None, typer.Option(metavar="OUT.svg", help="Where to draw the odds or the money of Camel Up.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a game: begin it, go on, score it, and ask for odds, advice or a solution.

    In a terminal, `play` without an action is a game against the computer: a new one, or that of a file.
    """
    with answering():
        from api import game_door, outputs, texts
        from api.stated import names
        from games.registry import game_named

        chosen = dict(map(game_door.option, option or ()))
        chosen |= {"winnable": True} if winnable else {}
        chosen |= {"deck": texts.parsed(texts.read_text(deck), deck.name)} if deck else {}
        asked = game_door.Asked(
            verb=verb,
            text=None if file is None else texts.named_text(file, standard_input()),
            actions=actions or (),
            players=names(players or "Ann"),
            seed=seed,
            options=chosen,
            undo=undo,
            games=games,
            time_limit_s=time_limit,
        )
        played = game_named(name)
        scripted = verb != "play" or actions or undo or as_json or file == "-"
        view = None if scripted or not at_a_terminal() else view_for(played, asked)
        if view:
            kept = out or (Path(file) if file else None)
            return sit_down(played, view, asked, kept, own=asked.players[0] if players else None)
        done = game_door.do(played, asked)
        if out and done.document:
            outputs.write_text(done.document, out)
        if svg:
            outputs.write_text(game_door.require_chart(done), svg)
        with writing():
            if as_json:
                print_json(done.answer)
            else:
                typer.echo(done.shown if out or done.document is None else done.document.rstrip("\n"))
        raise typer.Exit(done.exit_code)
