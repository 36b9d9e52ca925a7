"""The rules of Camel Up: what may be done in a state, and what becomes of it."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from games.camel_up import dealing
from games.camel_up.actions import (
    BETS,
    MARKERS,
    OWN_CARD,
    PASS,
    PLACES,
    REVEAL,
    Action,
    Bet,
    Discard,
    Give,
    Pass,
    Place,
    PlayCard,
    Reveal,
    Show,
    Start,
)
from games.camel_up.bets import NOBODY, PILE, Bets, taken
from games.camel_up.cards import CAMEL_OF, CRAZY, KINDS, NAMES, RACING, RACING_KINDS, STEPS_OF, UNKNOWN
from games.camel_up.knowledge import may_be_dealt, may_be_revealed
from games.camel_up.rounds import round_ended
from games.camel_up.state import State
from games.camel_up.track import index_of, is_race_over, moved
from games.errors import IllegalActionError

CARD_PRICE: Final = 1
"""What another player's racing card costs."""


def legal_actions(state: State) -> Sequence[Action]:
    """Return all actions that the rules allow; none once the race is over."""
    match state.phase:
        case "play":
            return _turn(state)
        case "over":
            return []
        case "start":
            return [Start(card) for card in RACING_KINDS if may_be_dealt(state, card)]
        case "show":
            return [Show(card) for card in dealing.from_hand(state) if card]
        case "discard":
            return [Discard(card) for card in dealing.from_hand(state)]
        case _:
            return [Give(card) for card in dealing.from_hand(state)]


def apply(state: State, action: Action) -> State:
    """Return the state after an action.

    Raises:
        IllegalActionError: the rules forbid it; the error names the rule.
    """
    phase, applied = _APPLIED[type(action)]
    if state.phase != phase:
        what = type(action).__name__.lower()
        raise IllegalActionError("phase", f"{what} belongs to the phase {phase!r}; this is {state.phase!r}")
    return applied(state, action)


def _turn(state: State) -> list[Action]:
    actions: list[Action] = []
    if not state.moved:
        actions += _placements(state)
        if state.known:
            actions.append(REVEAL)
        else:
            actions += [Reveal(card) for card in KINDS if may_be_revealed(state, card)]
        if any(state.face_up):
            actions += _playable(state.setting.players, state.actor, state.face_up, state.money[state.actor])
    else:
        actions.append(PASS)
    if not state.betted:
        actions += _open_bets(state.bets)
    return actions


def _placements(state: State) -> list[Action]:
    token, (fennec, shortcut) = state.tokens[state.actor], (state.fennec, state.shortcut)
    free = [token & 1 and not fennec, token & 2 and not shortcut]
    if not any(free):
        return []
    spaces = [stand >> 3 for stand in state.stands]
    low = min(spaces[:CRAZY])
    taken_up = {*spaces, fennec, shortcut}
    numbers = [number for space, number in enumerate(state.track, 1) if space > low and space not in taken_up]
    return [
        PLACES[marker][number]
        for marker, able in zip(MARKERS, free, strict=True)
        if able
        for number in numbers
    ]


@lru_cache(maxsize=4096)
def _playable(
    players: tuple[str, ...], actor: int, face_up: tuple[int, ...], money: int
) -> tuple[PlayCard, ...]:
    """Return the face-up cards that a player can play: ruling anothers-card."""
    own = (OWN_CARD,) if face_up[actor] else ()
    others = tuple(PlayCard(player) for seat, player in enumerate(players) if seat != actor and face_up[seat])
    return (*own, *others) if money >= CARD_PRICE else own


@lru_cache(maxsize=1 << 14)
def _open_bets(bets: Bets) -> tuple[Bet, ...]:
    """Return the bets whose cards are still there."""
    found = [BETS["first"][camel] for camel, pile in enumerate(bets.first) if len(pile) < len(PILE)]
    for kind in ("third", "winner", "loser"):
        holders: tuple[int, ...] = getattr(bets, kind)
        found += [BETS[kind][camel] for camel, holder in enumerate(holders) if holder == NOBODY]
    return tuple(found)


def _place(state: State, action: Place) -> State:
    _require_no_move(state)
    marker, actor = action.marker, state.actor
    bit = 1 << MARKERS.index(marker)
    if not state.tokens[actor] & bit:
        raise IllegalActionError("token-used", f"the {marker} token comes back at the end of the round")
    if getattr(state, marker):
        raise IllegalActionError("marker-out", f"the {marker} is on the track already")
    space = index_of(state.track).get(action.space, 0)
    for fits, expected in _conditions(state, space):
        if not fits:
            raise IllegalActionError("marker-space", f"the {marker} goes on {expected}; found {action.space}")
    tokens = (*state.tokens[:actor], state.tokens[actor] - bit, *state.tokens[actor + 1 :])
    state = state._replace(tokens=tokens)
    if marker == "fennec":
        return _track_done(state._replace(fennec=space, fennec_of=actor))
    return _track_done(state._replace(shortcut=space, shortcut_of=actor))


def _conditions(state: State, space: int) -> tuple[tuple[bool, str], ...]:
    """Return what a space for a marker has to fulfil, and whether it does: ruling marker-space."""
    spaces = [stand >> 3 for stand in state.stands]
    return (
        (0 < space < state.end, "a space of the track, not the finish line"),
        (space > min(spaces[:CRAZY]), "a space ahead of the last racing camel"),
        (space not in spaces, "a space without camels"),
        (space not in (state.fennec, state.shortcut), "a space without a marker"),
    )


def _reveal(state: State, action: Reveal) -> State:
    _require_no_move(state)
    card = action.card
    if state.known:
        if card not in (None, state.deck[-1]):
            raise IllegalActionError("card-unknown", "the deck has another card on top")
        card = state.deck[-1]
    elif card is None or not may_be_revealed(state, card):
        found = "none" if card is None else f"{NAMES[card]}, which cannot be in the racing deck"
        raise IllegalActionError("card-unknown", f"expected the card that was revealed; found {found}")
    state = state._replace(deck=state.deck[:-1], left=state.left - 1, revealed=(*state.revealed, card))
    return _with_move(state, card)


def _play_card(state: State, action: PlayCard) -> State:
    _require_no_move(state)
    actor, players = state.actor, state.setting.players
    if action.player is not None and action.player not in players:
        raise IllegalActionError("no-card", f"expected {' or '.join(players)}; found {action.player!r}")
    owner = actor if action.player is None else players.index(action.player)
    card = state.face_up[owner]
    if not card:
        raise IllegalActionError("no-card", f"no racing card lies in front of {players[owner]}")
    money = state.money
    if owner != actor:  # ruling anothers-card
        if money[actor] < CARD_PRICE:
            raise IllegalActionError("no-money", f"{players[actor]} has no pound for another's racing card")
        price = [CARD_PRICE * ((seat == owner) - (seat == actor)) for seat in range(len(players))]
        money = tuple(map(sum, zip(money, price, strict=True)))
    face_up = (*state.face_up[:owner], UNKNOWN, *state.face_up[owner + 1 :])
    return _with_move(state._replace(money=money, face_up=face_up, played=(*state.played, card)), card)


def _bet(state: State, action: Bet) -> State:
    if state.betted:
        raise IllegalActionError("one-bet", "a player takes one betting card a turn")
    kind, camel = action.kind, action.camel
    if action not in _open_bets(state.bets):
        raise IllegalActionError("bet-taken", f"no card is left that bets on {RACING[camel]}: {kind}")
    state = state._replace(bets=taken(state.bets, state.actor, kind, camel), betted=True)
    return _next_turn(state) if state.moved else state


def _pass(state: State, _: Pass) -> State:
    if not state.moved:
        raise IllegalActionError("track-action", "a turn has exactly one track action, and it comes first")
    return _next_turn(state)


def _with_move(state: State, card: int) -> State:
    """Return the state after the movement that a card brings; it may end the round, or the race."""
    done = moved(
        state.stands, CAMEL_OF[card], STEPS_OF[card], len(state.track) + 1, state.fennec, state.shortcut
    )
    if done != (state.stands, state.fennec, state.shortcut):
        state = state._replace(
            stands=done.stands,
            fennec=done.fennec,
            shortcut=done.shortcut,
            fennec_of=state.fennec_of if done.fennec else NOBODY,
            shortcut_of=state.shortcut_of if done.shortcut else NOBODY,
        )
    # Ruling last-card: a bet that has not been made is lost.
    if not state.left or is_race_over(state.stands, len(state.track) + 1):
        return round_ended(state)
    return _track_done(state)


def _track_done(state: State) -> State:
    state = state._replace(moved=True)
    return _next_turn(state) if state.betted else state


def _next_turn(state: State) -> State:
    return state._replace(actor=(state.actor + 1) % len(state.money), moved=False, betted=False)


def _require_no_move(state: State) -> None:
    if state.moved:
        raise IllegalActionError("track-action", "a turn has exactly one track action; bet or pass now")


_APPLIED: Final[dict[type, tuple[str, Callable[[State, Any], State]]]] = {
    Start: ("start", dealing.start),
    Discard: ("discard", dealing.discard),
    Give: ("give", dealing.give),
    Show: ("show", dealing.show),
    Place: ("play", _place),
    Reveal: ("play", _reveal),
    PlayCard: ("play", _play_card),
    Bet: ("play", _bet),
    Pass: ("play", _pass),
}
"""The phase in which each action is done, and what does it."""
