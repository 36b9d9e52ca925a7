"""How the rounds of Camel Up begin and end: dealing, the racing deck, the sandstorm, the scoring.

Whatever is drawn in a dealt state is drawn from its seed and the number of the round.
"""

import random
from collections.abc import Iterable, Sequence
from typing import Final

from games.camel_up.bets import MARKER_COST, NO_BETS, RACE_KINDS, ROUND_KINDS, Held, Kind, held_by
from games.camel_up.cards import CAMEL_OF, CRAZY_CARDS, RACING_CARDS, STEPS_OF, UNKNOWN
from games.camel_up.state import Account, Setting, State, empty_table
from games.camel_up.track import (
    after_sandstorm,
    extended,
    is_race_over,
    merged_by_sandstorm,
    moved,
    places_of,
    relocated,
)

START_CARDS: Final = 5
"""How many racing cards set the camels on the track."""

_DRAWS: Final = 1 << 16
"""More than a game can have draws, so that no two seeds share one."""


def begun(setting: Setting) -> State:
    """Return the beginning of a game: in a dealt one the camels are on the track and the cards are dealt."""
    state = empty_table(setting)
    if setting.seed is None:
        return state
    for card in _drawing(state).sample(RACING_CARDS, START_CARDS):
        state = started(state, card)
    return state


def started(state: State, card: int) -> State:
    """Return the state after one of the cards that set the camels on the track; the last begins the round."""
    stands = moved(state.stands, CAMEL_OF[card], STEPS_OF[card], state.end).stands
    state = state._replace(stands=stands, revealed=(*state.revealed, card))
    return state if len(state.revealed) < START_CARDS else next_round(state, starter=0)


def next_round(state: State, *, starter: int) -> State:
    """Return the beginning of the next round, by the rulings order-before-a-round and tokens."""
    players, card = len(state.setting.players), state.setting.card
    track, stands = extended(state.track, state.stands)
    stands = relocated(stands, len(track) + 1)
    number = state.number + 1
    cards: Sequence[int] = (UNKNOWN,) * len(RACING_CARDS)
    if state.known:
        cards = _drawing(state, 2 * number).sample(RACING_CARDS, len(RACING_CARDS))
    hands = [tuple(sorted(cards[seat * card.dealt : (seat + 1) * card.dealt])) for seat in range(players)]
    return empty_table(state.setting)._replace(
        phase="discard",
        number=number,
        starter=starter,
        actor=starter,
        money=state.money,
        stands=stands,
        track=track,
        bets=state.bets._replace(first=NO_BETS.first, third=NO_BETS.third),
        hands=tuple(hands),
        pile=tuple(cards[players * card.dealt :]) if state.known else (),
        accounts=state.accounts,
    )


def with_deck(state: State) -> State:
    """Return the state once the racing deck has been made, with the sandstorm that may follow."""
    card, deck, pile = state.setting.card, state.deck, state.pile
    if state.known:
        draw = _drawing(state, 2 * state.number + 1)
        discarded = [*state.pile, *(each for cards in state.thrown for each in cards)]
        draw.shuffle(discarded)
        crazy = draw.sample(CRAZY_CARDS, len(CRAZY_CARDS))
        racing = [*(each for cards in state.given for each in cards), *discarded[: card.extra]]
        racing += crazy[: card.crazy]
        draw.shuffle(racing)
        deck, pile = tuple(racing), (*discarded[card.extra :], *crazy[card.crazy :])
    gone = merged_by_sandstorm(state.track, state.stands)
    track, stands = after_sandstorm(state.track, state.stands, gone)
    return state._replace(
        phase="play",
        actor=state.starter,
        track=track,
        stands=stands,
        hands=((),) * len(state.hands),
        deck=deck,
        left=card.deck,
        pile=pile,
    )


def round_ended(state: State) -> State:
    """Return the state after a round was scored: the next one has begun, or the race is over."""
    over = is_race_over(state.stands, state.end)
    money = _scored(state, over=over)
    state = state._replace(money=money, accounts=(*state.accounts, Account(state.money, money)))
    if over:
        return state._replace(phase="over")
    return next_round(state, starter=(state.actor + 1) % len(state.money))  # ruling next-starter


def settled(money: int, of_round: int, of_race: int = 0) -> int:
    """Return what a player has after a scoring, never below nothing: ruling money.

    Args:
        money: from before.
        of_round: the sum of the round's cards.
        of_race: the sum of the race bets.
    """
    return max(max(money + of_round, 0) + of_race, 0)


def paid(cards: Iterable[Held], places: Sequence[int], kinds: Sequence[Kind]) -> int:
    """Return what the cards of some kinds pay together, given the place of each camel."""
    return sum(card.paid(places[card.camel]) for card in cards if card.kind in kinds)


def _scored(state: State, *, over: bool) -> tuple[int, ...]:
    """Return the money of all players after a round, and after the race if it is over."""
    places = places_of(state.stands)
    found = []
    for player, money in enumerate(state.money):
        cards = held_by(state.bets, player)
        of_round = paid(cards, places, ROUND_KINDS)
        of_round += MARKER_COST * ((state.fennec_of == player) + (state.shortcut_of == player))
        found.append(settled(money, of_round, paid(cards, places, RACE_KINDS) if over else 0))
    return tuple(found)


def _drawing(state: State, number: int = 0) -> random.Random:
    seed = state.setting.seed or 0
    return random.Random(seed * _DRAWS + number)  # noqa: S311 - cards are dealt, no secret is made
