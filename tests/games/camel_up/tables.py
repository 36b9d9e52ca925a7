"""Tables of Camel Up as tests write them."""

from typing import Any

from games.camel_up import CAMEL_UP, State
from games.camel_up.cards import CAMELS

LETTERS = {camel[0].upper(): number for number, camel in enumerate(CAMELS)}


def stands(text: str) -> tuple[int, ...]:
    """Return where camels stand from a text such as `0:BG 3:RPC 7:Y`, stacks from the bottom up."""
    found = [0] * len(CAMELS)
    for stack in text.split():
        space, letters = stack.split(":")
        for height, letter in enumerate(letters):
            found[LETTERS[letter]] = (int(space) << 3) + (height if space != "0" else 0)
    return tuple(found)


def text(found: tuple[int, ...]) -> str:
    """Return the text of stands."""
    stacks: dict[int, str] = {}
    for camel in sorted(range(len(CAMELS)), key=found.__getitem__):
        space = found[camel] >> 3
        stacks[space] = stacks.get(space, "") + CAMELS[camel][0].upper()
    return " ".join(f"{space}:{letters}" for space, letters in stacks.items())


def camels(table: str) -> list[dict[str, object]]:
    """Return the stacks of a text as a state has them."""
    names = {camel[0].upper(): camel for camel in CAMELS}
    stacks = (stack.split(":") for stack in table.split())
    return [{"space": int(space), "camels": [names[each] for each in letters]} for space, letters in stacks]


def table(text: str, players: str = "Ann,Ben,Cat", **fields: Any) -> State:  # noqa: ANN401 - fields of a state
    """Return an open state in the middle of a round, as it is written by hand."""
    return CAMEL_UP.state_from_json(
        {
            "format": "camel-up-state/1",
            "players": players.split(","),
            "camels": camels(text),
            **fields,
        }
    )
