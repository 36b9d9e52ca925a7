"""A table of Camel Up as lines of text: the track with its stacks, and what lies in front of the players."""

from collections.abc import Iterator
from typing import Final

from games.camel_up.actions import MARKERS
from games.camel_up.bets import PILE, held_by
from games.camel_up.cards import CAMELS, NAMES, RACING
from games.camel_up.state import State

LETTERS: Final = tuple(camel[0].upper() for camel in CAMELS)
"""The letter of each camel; the crazy one has C."""

_WIDTH: Final = 3


def drawn(state: State) -> Iterator[str]:
    """Go through the lines of a table.

    Camels stand above the number of their space, which a sandstorm marks with =; f and s are the fennec and
    the shortcut, the finish line is |.
    """
    columns = _columns(state)
    for height in range(max(map(len, columns)) - 1, -1, -1):
        cells = (column[height] if height < len(column) else "" for column in columns)
        yield "".join(f"{cell:>{_WIDTH}}" for cell in cells).rstrip()
    merged = {number for number in state.track if number % 2 == 0 and number - 1 not in state.track}
    numbers = ["-", *(f"{'=' if number in merged else ''}{number}" for number in state.track), "|"]
    yield "".join(f"{number:>{_WIDTH}}" for number in numbers)
    revealed = ", ".join(NAMES[card] for card in state.revealed) or "none"
    yield f"round {state.number}, {state.phase}; racing deck: {state.left}; revealed: {revealed}"
    for seat, player in enumerate(state.setting.players):
        turn = ">" if seat == state.actor and state.phase != "over" else " "
        yield f"{turn} {player}: {state.money[seat]} pounds{_front(state, seat)}"
    yield f"on offer: {_offered(state)}"


def _columns(state: State) -> list[list[str]]:
    columns: list[list[str]] = [[] for _ in range(state.end + 1)]
    for camel in sorted(range(len(CAMELS)), key=state.stands.__getitem__):
        if LETTERS[camel] != "C" or state.stands[camel]:
            columns[state.stands[camel] >> 3].append(LETTERS[camel])
    for marker in MARKERS:
        if space := getattr(state, marker):
            columns[space].append(marker[0])
    return columns


def _front(state: State, seat: int) -> str:
    told = [
        f"{card.kind} {RACING[card.camel]}{f' {card.value}' if card.value else ''}"
        for card in held_by(state.bets, seat)
    ]
    told += [marker for marker in MARKERS if getattr(state, f"{marker}_of") == seat]
    told += [f"card {NAMES[card]}" for card in state.face_up[seat : seat + 1] if card]
    return "".join(f", {each}" for each in told)


def _offered(state: State) -> str:
    piles = (
        f"{camel} {PILE[len(pile)]}"
        for camel, pile in zip(RACING, state.bets.first, strict=True)
        if len(pile) < len(PILE)
    )
    return ", ".join(piles) or "no cards for the first place"
