"""What the cards in front of a player of Camel Up come to on many tables."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from games.camel_up.actions import Bet
from games.camel_up.bets import PILE, RACE_KINDS, Held, held_by, pays
from games.camel_up.state import State

Money = NDArray[np.float64]
Places = NDArray[np.intp]
"""(5, tables) the place of each racing camel, 0 to 4."""


def money_with(state: State, bets: Sequence[Bet], of_round: Places, of_race: Places, markers: Money) -> Money:
    """Return (tables, 1 + bets) the actor's money at the end, without a bet and with each of some.

    Args:
        state: whose actor it is, and what lies in front of the players.
        bets: the bets, whose cards are there.
        of_round: the places at the end of the round.
        of_race: the places at the end of the race.
        markers: (tables,) what the cards of the fennec and the shortcut pay.
    """
    money, rounds = state.money[state.actor], markers
    race = {kind: np.zeros_like(markers) for kind in RACE_KINDS}
    for held in held_by(state.bets, state.actor):
        if held.kind in race:
            race[held.kind] = _paid(held, of_race)
        else:
            rounds = rounds + _paid(held, of_round)
    whole = race["winner"] + race["loser"]
    found = [_settled(money, rounds, whole)]
    for bet in bets:
        card = card_of(state, bet)
        if bet.kind in race:
            found.append(_settled(money, rounds, whole - race[bet.kind] + _paid(card, of_race)))
        else:
            found.append(_settled(money, rounds + _paid(card, of_round), whole))
    return np.array(found).T


def card_of(state: State, bet: Bet) -> Held:
    """Return the card that a bet takes."""
    value = PILE[len(state.bets.first[bet.camel])] if bet.kind == "first" else 0
    return Held(bet.kind, bet.camel, value)


def _paid(card: Held, places: Places) -> Money:
    paid: Money = np.array(pays(card.kind, card.value), np.float64)[places[card.camel]]
    return paid


def _settled(money: int, of_round: Money, of_race: Money) -> Money:
    """Return what `games.camel_up.rounds.settled` does, of many tables."""
    total: Money = np.maximum(np.maximum(money + of_round, 0) + of_race, 0)
    return total
