"""The rules of Camelio: what may be done in a state, and what becomes of it.

A player takes one of two cards for somebody; that is declared before a face-down card is turned. Everything
else is looking at cards: first at the back of the one that is next, then, when it is drawn, at its front.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from games.camelio.cards import COLOURS, Deck
from games.camelio.state import FIVE, NOBODY, Areas, Happening, State, What, target
from games.errors import IllegalActionError
from games.game import seat_of

Source = Literal["face-up", "face-down"]

SOURCES: Final[tuple[Source, Source]] = ("face-up", "face-down")


@dataclass(frozen=True, slots=True)
class Back:
    """The back of the next face-down card is looked at.

    Attributes:
        back: what it shows, in an open state; None in a dealt one, which knows it.
    """

    back: str | None = None


@dataclass(frozen=True, slots=True)
class Front:
    """A face-down card is turned: the one that was declared, else the new face-up card.

    Attributes:
        card: which it is, in an open state; None in a dealt one, which knows it.
    """

    card: str | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """A player takes a card and declares who gets it.

    Attributes:
        card: which of the two.
        to: the name of whoever gets it; of the player whose turn it is, to keep it.
    """

    card: Source
    to: str


Action = Take | Front | Back

BACK: Final = Back()
FRONT: Final = Front()

_COLOURS: Final = len(COLOURS)


def legal_actions(state: State) -> Sequence[Action]:
    """Return all actions that the rules allow; in an open state a look for each card that may be there."""
    if state.ended:
        return ()
    if state.left and not state.back:
        return (BACK,) if state.stack else _backs(state)
    if state.receiver != NOBODY or not state.face_up:
        return (FRONT,) if state.stack else _fronts(state)
    return _takes(state.players, 2 if state.left else 1)


def apply(state: State, action: Action) -> State:
    """Return the state after an action.

    Raises:
        IllegalActionError: the rules forbid it.
        UnknownGameError: the card is for somebody who does not play.
    """
    if state.ended:
        raise IllegalActionError("game-over", "nothing is done any more once the game has ended")
    if isinstance(action, Take):
        return _take(state, action)
    return _front(state, action.card) if isinstance(action, Front) else _back(state, action.back)


def what_happens(spheres: int, *, scored: bool) -> What | None:
    """Return what comes of so many spheres of a colour in a play area.

    Args:
        spheres: how many.
        scored: whether the player has a point in that colour.
    """
    if spheres < FIVE:
        return None
    if spheres > FIVE:
        return "bust"
    return "point-lost" if scored else "point"


class Settled(NamedTuple):
    """What has become of a colour of a player's play area.

    Attributes:
        play: the play areas.
        scored: the scoring areas.
        discards: the discards.
        happened: what happened, if anything.
    """

    play: Areas
    scored: Areas
    discards: tuple[int, ...]
    happened: tuple[Happening, ...] = ()


def settled(deck: Deck, place: int, play: Areas, scored: Areas, discards: tuple[int, ...]) -> Settled:
    """Score a colour of a player's play area, or discard it, or leave it if it has less than five spheres.

    Args:
        deck: the cards.
        place: of the colour in the areas.
        play: the play areas.
        scored: the scoring areas.
        discards: the discards.
    """
    cards, point = play[place], scored[place]
    spheres = sum([deck.spheres[card] for card in cards])
    what = what_happens(spheres, scored=bool(point))
    if what is None:
        return Settled(play, scored, discards)
    if what == "point":
        scored = _with(scored, place, cards)
    elif what == "point-lost":
        scored, discards = _with(scored, place, ()), discards + cards + point
    else:
        discards += cards
    happening = Happening(what, place // _COLOURS, place % _COLOURS, cards)
    return Settled(_with(play, place, ()), scored, discards, (happening,))


def _with(areas: Areas, place: int, cards: tuple[int, ...]) -> Areas:
    return (*areas[:place], cards, *areas[place + 1 :])


@lru_cache(maxsize=256)
def _takes(players: tuple[str, ...], sources: int) -> tuple[Action, ...]:
    return tuple(Take(source, player) for source in SOURCES[:sources] for player in players)


def _backs(state: State) -> tuple[Action, ...]:
    deck = state.deck
    return tuple(Back(deck.back_names[back]) for back in dict.fromkeys(deck.backs[c] for c in state.unseen))


def _fronts(state: State) -> tuple[Action, ...]:
    deck = state.deck
    return tuple(Front(deck.names[card]) for card in state.unseen if deck.backs[card] == state.back)


def _back(state: State, shown: str | None) -> State:
    if state.back or not state.left:
        raise IllegalActionError("no-new-back", "the back of the next card has been seen, or there is none")
    back = state.deck.backs[state.stack[0]] if state.stack else _back_named(state, shown)
    if state.stack and shown not in (None, state.deck.back_names[back]):
        raise IllegalActionError("card-unknown", "the deal has another card there")
    # By position, here and below, as states are made a hundred thousand times a second.
    return State(
        state.players, state.deck, state.turn, state.face_up, back, NOBODY, state.left, state.play,
        state.scored, state.discards, state.reshuffled, state.happened, False, state.stack, state.again,  # noqa: FBT003 - as said
    )  # fmt: skip


def _back_named(state: State, shown: str | None) -> int:
    deck = state.deck
    for card in state.unseen:
        if deck.back_names[deck.backs[card]] == shown:
            return deck.backs[card]
    raise IllegalActionError(
        "card-unknown", f"expected the back of a card that is still face down; found {shown or 'none'}"
    )


def _front(state: State, shown: str | None) -> State:
    if not state.back:
        raise IllegalActionError("back-first", "the back of the next card is looked at before its front")
    if state.face_up and state.receiver == NOBODY:
        raise IllegalActionError(
            "declare-first", "a face-down card is turned once it is declared who gets it"
        )
    card = state.stack[0] if state.stack else _card_named(state, shown)
    if state.stack and shown not in (None, state.deck.names[card]):
        raise IllegalActionError("card-unknown", "the deal has another card there")
    left, stack = state.left - 1, state.stack and state.stack[1:]
    if state.receiver != NOBODY:
        return _laid(state, card, state.receiver, state.face_up, 0, left, stack)
    areas = Settled(state.play, state.scored, state.discards, state.happened)
    return _next(state, areas, state.turn, card, 0, left, stack, ended=False)


def _card_named(state: State, shown: str | None) -> int:
    deck = state.deck
    card = deck.numbers.get(shown or "", 0)
    if not card or deck.backs[card] != state.back or card not in state.unseen:
        raise IllegalActionError(
            "card-unknown",
            f"expected a card that is still face down, with the back {deck.back_names[state.back]}; "
            f"found {shown or 'none'}",
        )
    return card


def _take(state: State, action: Take) -> State:
    if (state.left and not state.back) or state.receiver != NOBODY or not state.face_up:
        raise IllegalActionError("card-to-look-at", "a card has to be looked at before the next is taken")
    receiver = seat_of(state.players, action.to, field="to")
    if action.card == "face-up":
        return _laid(state, state.face_up, receiver, 0, state.back, state.left, state.stack)
    if not state.left:
        raise IllegalActionError("no-face-down-card", "the deck has run out")
    return State(
        state.players, state.deck, state.turn, state.face_up, state.back, receiver, state.left, state.play,
        state.scored, state.discards, state.reshuffled, (), False, state.stack, state.again,  # noqa: FBT003 - as said above
    )  # fmt: skip


def _laid(
    state: State, card: int, receiver: int, face_up: int, back: int, left: int, stack: tuple[int, ...] | None
) -> State:
    """Return the state after a card was laid down in front of a player; the turn passes."""
    place = _COLOURS * receiver + state.deck.colours[card]
    play = _with(state.play, place, (*state.play[place], card))
    areas = settled(state.deck, place, play, state.scored, state.discards)
    players = len(state.players)
    ended = areas.scored is not state.scored and _won(areas.scored, players)
    return _next(state, areas, (state.turn + 1) % players, face_up, back, left, stack, ended=ended)


def counted(state: State) -> State:
    """Return a state after all that lies on the table has been scored or discarded as it should be."""
    areas = Settled(state.play, state.scored, state.discards)
    happened: tuple[Happening, ...] = ()
    for place in range(len(state.play)):
        areas = settled(state.deck, place, *areas[:3])
        happened += areas.happened
    areas = areas._replace(happened=happened)
    ended = _won(areas.scored, len(state.players))
    return _next(state, areas, state.turn, state.face_up, state.back, state.left, state.stack, ended=ended)


def _next(
    state: State,
    areas: Settled,
    turn: int,
    face_up: int,
    back: int,
    left: int,
    stack: tuple[int, ...] | None,
    *,
    ended: bool,
) -> State:
    """Return the state after a card has gone where it belongs; a deck that has run out is made anew."""
    play, scored, discards, happened = areas
    reshuffled, again = state.reshuffled, state.again
    if not (left or ended):
        if discards and not reshuffled:
            stack = None if again is None else _reordered(discards, again)
            left, discards, reshuffled, again = len(discards), (), True, None
        else:
            ended = not face_up
    return State(
        state.players, state.deck, turn, face_up, back, NOBODY, left, play,
        scored, discards, reshuffled, happened, ended, stack, again,
    )  # fmt: skip


def _won(scored: Areas, players: int) -> bool:
    """Tell whether a player has as many points as end the game."""
    wanted = target(players)
    return any(
        sum(map(bool, scored[first : first + _COLOURS])) >= wanted
        for first in range(0, len(scored), _COLOURS)
    )


def _reordered(discards: tuple[int, ...], order: tuple[int, ...]) -> tuple[int, ...]:
    """Return the discards as a new deck.

    Sorted first, so that nothing hangs on how they came to lie.

    Args:
        discards: the cards.
        order: the numbers of at least as many cards, shuffled; those of no discard are passed over.
    """
    cards = sorted(discards)
    return tuple(cards[number] for number in order if number < len(cards))
