"""How Camelio looks: the two cards to take, and the play and scoring areas of all players."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.box import SIMPLE
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from api.errors import plain
from games.camelio import COLOURS, FIVE, Happening, State, added

_SIGNS: Final = ("♦", "■", "▲", "●")
"""The sign of each colour, which tells it where there are no colours."""

_OPEN: Final = "·"
"""What stands for a sphere that is still lacking."""

_POINT: Final = "★"

_HAPPENED: Final = {
    "point": "{player} scores a point: {spheres}, {colour}.",
    "bust": "{player} busts with {spheres}, {colour}: they are discarded.",
    "point-lost": "{player} loses the point: {spheres} again, {colour}. Both sets are discarded.",
}


class CamelioView:
    """How Camelio looks; see `api.views.view.View`."""

    game: Final = "camelio"

    def board(self, state: State) -> RenderableType:
        """Return the two cards to take and the areas of all players."""
        return Group(
            Columns([_face_up(state), _face_down(state)]), _areas(state), *map(Text, happened(state))
        )


CAMELIO_VIEW: Final = CamelioView()


def happened(state: State) -> Iterator[str]:
    """Tell what came of the last card."""
    for each in state.happened:
        yield told(state, each)


def told(state: State, each: Happening) -> str:
    """Return what happened as a sentence."""
    return _HAPPENED[each.what].format(
        player=plain(state.players[each.player]),
        colour=COLOURS[each.colour],
        spheres=added(each.cards, state.deck),
    )


def _face_up(state: State) -> Panel:
    if not state.face_up:
        return _card(Text("none"), "face up")
    kind = state.deck.kinds[state.face_up - 1]
    return _card(_spheres(kind.colour, kind.spheres), "face up")


def _face_down(state: State) -> Panel:
    title = f"face down, {state.left} left"
    if not state.back:
        return _card(Text("not seen yet" if state.left else "none"), title)
    return _card(Text(hidden(state)), title)


def hidden(state: State) -> str:
    """Return what the back of the next face-down card tells, such as `red or blue, 2 spheres`."""
    shown = [kind for kind in state.deck.kinds if kind.back == state.deck.back_names[state.back]]
    colours = [*dict.fromkeys(COLOURS[kind.colour] for kind in shown)]
    spheres = [*dict.fromkeys(str(kind.spheres) for kind in shown)]
    colour = "any colour" if len(colours) == len(COLOURS) else either(colours)
    return f"{colour}, {either(spheres)} {'sphere' if spheres == ['1'] else 'spheres'}"


def either(words: Sequence[str]) -> str:
    """Return words as alternatives, such as `1, 2 or 3`."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _card(front: Text, title: str) -> Panel:
    return Panel(front, title=title, width=38, title_align="left")


def _spheres(colour: int, count: int) -> Text:
    return Text(f"{_SIGNS[colour] * count} {COLOURS[colour]} {count}", style=f"bold {COLOURS[colour]}")


def _areas(state: State) -> Table:
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("", width=18, no_wrap=True, overflow="ellipsis")
    for sign, colour in zip(_SIGNS, COLOURS, strict=True):
        table.add_column(f"{sign} {colour}", width=9)
    table.add_column("points", justify="right")
    for seat, player in enumerate(state.players):
        mark = "> " if seat == state.turn and not state.ended else "  "
        cells = [_area(state, seat, colour) for colour in range(len(COLOURS))]
        table.add_row(Text(f"{mark}{plain(player)}"), *cells, f"{state.points(seat)} of {state.target}")
    return table


def _area(state: State, seat: int, colour: int) -> Text:
    count = state.spheres(seat, colour)
    point = _POINT if state.scored[len(COLOURS) * seat + colour] else " "
    return Text.assemble(
        (_SIGNS[colour] * count, f"bold {COLOURS[colour]}"), (_OPEN * (FIVE - count), "dim"), f" {point}"
    )
