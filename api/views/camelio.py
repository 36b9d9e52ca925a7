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
from api.views.view import Choice
from games.camelio import COLOURS, FIVE, NOBODY, Action, Front, State, Take, added, legal_actions

_SIGNS: Final = ("♦", "■", "▲", "●")
"""The sign of each colour, which tells it where there are no colours."""

_LACKING: Final = "."
_POINT: Final = "*"

_HAPPENED: Final = {
    "point": "{player} scores a point: {spheres}, {colour}.",
    "bust": "{player} busts: {spheres}, {colour}. They are discarded.",
    "point-lost": "{player} loses a point: {spheres} once more, {colour}. Both sets are discarded.",
}

_DEALS: Final = 60
"""How many deals the computer draws for each choice, which takes it some hundredths of a second."""


class CamelioView:
    """How Camelio looks; see `api.views.view.View`."""

    game: Final = "camelio"
    guide: Final = (
        f"The table shows the spheres that each player has in play, {_LACKING} for those lacking to five, "
        f"and {_POINT} for a point that is scored. > marks whose turn it is. Exactly five spheres score a "
        "point, more are a bust, and five in a colour that is scored lose the point."
    )

    def board(self, state: State) -> RenderableType:
        """Return the two cards to take and the areas of all players."""
        return Group(Columns([_face_up(state), _face_down(state)]), _areas(state))

    def notes(self, state: State) -> Iterator[str]:
        """Tell what came of the last card."""
        for each in state.happened:
            yield _HAPPENED[each.what].format(
                player=plain(state.players[each.player]),
                colour=COLOURS[each.colour],
                spheres=added(each.cards, state.deck),
            )

    def actor(self, state: State) -> str | None:
        """Return whose turn it is, None while a card is looked at."""
        return None if state.next_is_chance else state.players[state.turn]

    def choices(self, state: State) -> Sequence[Choice]:
        """Return which card can be taken for whom."""
        return [
            Choice(str(number), _taken(state, action, "keep", "give"), action)
            for number, action in enumerate(legal_actions(state), 1)
            if isinstance(action, Take)
        ]

    def told(self, before: State, action: Action, after: State) -> Iterator[str]:
        """Tell who took what for whom, what it was, and what came of it."""
        if isinstance(action, Take):
            yield f"{plain(before.players[before.turn])} {_taken(before, action, 'keeps', 'gives')}."
        elif isinstance(action, Front) and before.receiver != NOBODY:
            card = before.deck.numbers[action.card] if action.card else (before.stack or (0,))[0]
            yield f"It is {_front(before, card)}."
        if after.happened and after.happened is not before.happened:
            yield from self.notes(after)
        if after.reshuffled and not before.reshuffled:
            yield "The deck has run out: the discards are shuffled."

    def played(self, state: State, *, seed: int) -> Action:
        """Return what wins most often, as far as the computer can see."""
        from solver.camelio_adviser import best_takes

        return best_takes([state], deals=_DEALS, seed=seed)[0]


CAMELIO_VIEW: Final = CamelioView()


def hidden(state: State) -> str:
    """Return what the back of the next face-down card tells, such as `red or blue, 2 spheres`."""
    shown = [state.deck.kinds[card - 1] for card in state.deck.with_back(state.back)]
    colours = [*dict.fromkeys(COLOURS[kind.colour] for kind in shown)]
    spheres = [*dict.fromkeys(str(kind.spheres) for kind in shown)]
    colour = "any colour" if len(colours) == len(COLOURS) else either(colours)
    return f"{colour}, {either(spheres)} {'sphere' if spheres == ['1'] else 'spheres'}"


def either(words: Sequence[str]) -> str:
    """Return words as alternatives, such as `1, 2 or 3`."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _taken(state: State, take: Take, keep: str, give: str) -> str:
    card = f"the face-up card, {_front(state, state.face_up)}"
    if take.card == "face-down":
        card = f"the face-down card ({hidden(state)})"
    return f"{keep} {card}" if take.to == state.players[state.turn] else f"{give} {plain(take.to)} {card}"


def _front(state: State, card: int) -> str:
    kind = state.deck.kinds[card - 1]
    return f"{COLOURS[kind.colour]} {kind.spheres}"


def _face_up(state: State) -> Panel:
    if not state.face_up:
        return _card(Text("none"), "face up")
    kind = state.deck.kinds[state.face_up - 1]
    front = Text(_SIGNS[kind.colour] * kind.spheres, style=f"bold {COLOURS[kind.colour]}")
    return _card(Text.assemble(front, f"  {_front(state, state.face_up)}"), "face up")


def _face_down(state: State) -> Panel:
    told = hidden(state) if state.back else "not looked at yet" if state.left else "none"
    return _card(Text(told), f"face down, {state.left} left")


def _card(front: Text, title: str) -> Panel:
    return Panel(front, title=title, width=38, title_align="left")


def _areas(state: State) -> Table:
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("", width=17, no_wrap=True, overflow="ellipsis")
    for sign, colour in zip(_SIGNS, COLOURS, strict=True):
        table.add_column(f"{sign} {colour}", width=9)
    table.add_column("points", justify="right", no_wrap=True)
    for seat, player in enumerate(state.players):
        mark = "> " if seat == state.turn and not state.ended else "  "
        cells = [_area(state, seat, colour) for colour in range(len(COLOURS))]
        table.add_row(Text(f"{mark}{plain(player)}"), *cells, f"{state.points(seat)} of {state.target}")
    return table


def _area(state: State, seat: int, colour: int) -> Text:
    count = state.spheres(seat, colour)
    point = f" {_POINT}" if state.scored[len(COLOURS) * seat + colour] else ""
    return Text.assemble(
        (_SIGNS[colour] * count, f"bold {COLOURS[colour]}"),
        (_LACKING * (FIVE - count), "dim"),
        f" {count}{point}",
    )
