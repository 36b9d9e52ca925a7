"""States of Camel Up as JSON, with the stacks and the cards by name."""

from typing import Any, Final

from games.camel_up.actions import MARKERS
from games.camel_up.bets import KINDS, NOBODY
from games.camel_up.cards import CAMELS, CRAZY, NAMES, RACING
from games.camel_up.editions import RoundCard
from games.camel_up.state import Cards, State

FORMAT: Final = "camel-up-state/1"

FIELDS: Final = (
    "format", "players", "round_card", "seed", "phase", "round", "starter", "actor", "moved", "betted",
    "money", "tokens", "camels", "last_space", "sandstorm", "fennec", "shortcut", "bets", "hands", "face_up",
    "discarded", "given", "deck", "left", "revealed", "played", "pile", "accounts",
)  # fmt: skip

NUMBERS: Final = ("dealt", "discarded", "given", "extra", "crazy", "last_space")
"""The numbers of a Round card."""


def state_to_json(state: State) -> dict[str, Any]:
    """Return a state as JSON."""
    players = state.setting.players
    return {
        "format": FORMAT,
        "players": [*players],
        "round_card": round_card_to_json(state.setting.card),
        "seed": state.setting.seed,
        "phase": state.phase,
        "round": state.number,
        "starter": players[state.starter],
        "actor": players[state.actor],
        "moved": state.moved,
        "betted": state.betted,
        "money": dict(zip(players, state.money, strict=True)),
        "tokens": {
            player: [marker for bit, marker in enumerate(MARKERS) if tokens >> bit & 1]
            for player, tokens in zip(players, state.tokens, strict=True)
        },
        "camels": stacks_of(state),
        "last_space": state.track[-1],
        "sandstorm": [number + 1 for number in range(1, state.track[-1]) if number not in state.track],
        **{marker: _marker(state, marker) for marker in MARKERS},
        "bets": _bets(state),
        "hands": _by_player(state, state.hands),
        "face_up": {player: NAMES[card] for player, card in zip(players, state.face_up, strict=True) if card},
        "discarded": _by_player(state, state.thrown),
        "given": _by_player(state, state.given),
        "deck": names_of(state.deck),
        "left": state.left,
        "revealed": names_of(state.revealed),
        "played": names_of(state.played),
        "pile": names_of(state.pile),
        "accounts": [{"before": [*account.before], "after": [*account.after]} for account in state.accounts],
    }


def round_card_to_json(card: RoundCard) -> dict[str, Any]:
    """Return a Round card as JSON."""
    return {name: getattr(card, name) for name in (*NUMBERS, "source")}


def stacks_of(state: State) -> list[dict[str, Any]]:
    """Return the camels of each space that has some, the lowest first, space by space."""
    numbers = (0, *state.track, state.track[-1] + 1)
    found: dict[int, list[str]] = {}
    for camel in sorted(range(len(CAMELS)), key=state.stands.__getitem__):
        if camel != CRAZY or state.setting.card.crazy:
            found.setdefault(numbers[state.stands[camel] >> 3], []).append(CAMELS[camel])
    return [{"space": space, "camels": camels} for space, camels in found.items()]


def names_of(cards: tuple[int, ...]) -> list[str]:
    """Return the names of cards."""
    return [NAMES[card] for card in cards]


def _marker(state: State, marker: str) -> dict[str, Any] | None:
    space, owner = getattr(state, marker), getattr(state, f"{marker}_of")
    return {"space": state.track[space - 1], "player": state.setting.players[owner]} if space else None


def _bets(state: State) -> dict[str, Any]:
    players, bets = state.setting.players, state.bets
    found: dict[str, Any] = {
        "first": {
            RACING[camel]: [players[seat] for seat in pile] for camel, pile in enumerate(bets.first) if pile
        }
    }
    for kind in KINDS[1:]:
        holders: tuple[int, ...] = getattr(bets, kind)
        found[kind] = {RACING[camel]: players[seat] for camel, seat in enumerate(holders) if seat != NOBODY}
    return found


def _by_player(state: State, cards: Cards) -> dict[str, list[str]]:
    return {player: names_of(own) for player, own in zip(state.setting.players, cards, strict=True)}
