"""`compose` and `puzzles`: new puzzles, and those that are shipped."""

from pathlib import Path
from typing import Annotated, Final

import typer

from api.commands.answering import answering, busy, show
from api.commands.options import DeckOption, JsonOption
from games.camouflage import FACES, FaceName


def compose(
    *,
    stars: Annotated[int | None, typer.Option(metavar="N", help="How hard, 1 to 5; any if not said.")] = None,
    count: Annotated[int, typer.Option(metavar="N", min=1, max=100, help="How many puzzles.")] = 1,
    seed: Annotated[int, typer.Option(metavar="N", help="The same one, the same puzzles.")] = 1,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder to write them into.")],
    face: Annotated[FaceName, typer.Option("--face", help="The side that is played.")] = FACES[0],
    cards: Annotated[int | None, typer.Option(metavar="N", help="Of how many cards, 3 to 12.")] = None,
    answers: Annotated[int, typer.Option(metavar="N", help="How many answers each has in all.")] = 1,
    wild_centers: Annotated[
        bool, typer.Option("--wild-centers", help="Centres cover and are covered by anything.")
    ] = False,
    deck: DeckOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compose puzzles that have just as many answers and stars as wanted."""
    with answering():
        from api import composing, files, outputs
        from solver.compose import Wish

        wish = Wish(face, stars, answers, cards, wild_centers)
        own = files.named_deck(composing.DEMO).deck if deck is None else files.read_deck(deck)
        outputs.make_folder(out)
        with busy("Composing …"):
            found = composing.compose(own, wish, count=count, seed=seed)
        show(composing.write(found, out), as_json=as_json)


puzzles: Final = typer.Typer(name="puzzles", help="The puzzles that are shipped.", no_args_is_help=True)


@puzzles.command("list")
def list_puzzles(*, as_json: JsonOption = False) -> None:
    """List them, from the easiest on."""
    with answering():
        from api import composing

        show(composing.shipped(), as_json=as_json)


@puzzles.command("show")
def show_puzzle(
    number: Annotated[int, typer.Argument(metavar="N", help="Its number.")], *, as_json: JsonOption = False
) -> None:
    """Draw one: its outline, its stars and its cards."""
    with answering():
        from api import composing

        show(composing.show(number), as_json=as_json)
