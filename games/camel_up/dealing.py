"""What comes before a round of Camel Up is played: starting cards, and cards discarded, given and shown."""

from typing import Any

from games.camel_up.actions import Discard, Give, Show, Start
from games.camel_up.cards import NAMES, RACING_KINDS, UNKNOWN
from games.camel_up.knowledge import may_be_dealt
from games.camel_up.rounds import started, with_deck
from games.camel_up.state import Cards, State
from games.errors import IllegalActionError


def from_hand(state: State) -> list[int]:
    """Return the cards that the actor may part with: at a real table also any that may be in the hand."""
    hand = state.hands[state.actor]
    kinds = [*dict.fromkeys(hand)]
    if UNKNOWN in hand:
        kinds += [card for card in RACING_KINDS if card not in hand and may_be_dealt(state, card)]
    return kinds


def start(state: State, action: Start) -> State:
    """Return the state after a card was revealed that sets a camel on the track.

    Raises:
        IllegalActionError: the card cannot be there; the error names the rule.
    """
    _require_dealt(state, action.card)
    return started(state, action.card)


def discard(state: State, action: Discard) -> State:
    """Return the state after the actor has discarded a card.

    Raises:
        IllegalActionError: the card cannot be there; the error names the rule.
    """
    hands, thrown = _parted(state, action.card, state.thrown)
    state = state._replace(hands=hands, thrown=thrown)
    return _after(state, len(state.thrown[state.actor]) == state.setting.card.discarded, "give")


def give(state: State, action: Give) -> State:
    """Return the state after the actor has given a card to the racing deck; the last one may make the deck.

    Raises:
        IllegalActionError: the card cannot be there; the error names the rule.
    """
    hands, given = _parted(state, action.card, state.given)
    state = state._replace(hands=hands, given=given)
    after = _after(state, len(state.given[state.actor]) == state.setting.card.given, "show")
    if after.phase == "show" and after.known:
        return with_deck(after._replace(face_up=tuple(hand[0] for hand in after.hands)))
    return after


def show(state: State, action: Show) -> State:
    """Return the state after the card that the actor has left was turned face up.

    Raises:
        IllegalActionError: the card cannot be there; the error names the rule.
    """
    actor = state.actor
    hand = _without(state, action.card)
    face_up = (*state.face_up[:actor], action.card, *state.face_up[actor + 1 :])
    state = state._replace(hands=(*state.hands[:actor], hand, *state.hands[actor + 1 :]), face_up=face_up)
    after = _after(state, done=True, phase="play")
    return with_deck(after) if after.phase == "play" else after


def _after(state: State, done: bool, phase: Any) -> State:  # noqa: ANN401, FBT001 - a phase; said at each call
    """Pass on to the next player once one has done a step, and to the next phase once all have."""
    if not done:
        return state
    actor = (state.actor + 1) % len(state.money)
    return state._replace(actor=actor, phase=phase if actor == state.starter else state.phase)


def _parted(state: State, card: int, heaps: Cards) -> tuple[Cards, Cards]:
    """Return all hands and heaps once the actor has moved a card from the one to the other."""
    actor = state.actor
    hands = (*state.hands[:actor], _without(state, card), *state.hands[actor + 1 :])
    return hands, (*heaps[:actor], (*heaps[actor], card), *heaps[actor + 1 :])


def _without(state: State, card: int) -> tuple[int, ...]:
    """Return the actor's hand without a card; it may have been one that was not known."""
    hand = [*state.hands[state.actor]]
    if card in hand:
        hand.remove(card)
    elif UNKNOWN in hand:
        _require_dealt(state, card)
        hand.remove(UNKNOWN)
    else:
        player = state.setting.players[state.actor]
        raise IllegalActionError("not-in-hand", f"{player} does not hold {NAMES[card]}")
    return tuple(hand)


def _require_dealt(state: State, card: int) -> None:
    if not may_be_dealt(state, card):
        raise IllegalActionError("card-used", f"all cards {NAMES[card]} are accounted for")
