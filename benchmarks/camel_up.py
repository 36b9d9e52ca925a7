"""How fast and how right the odds of Camel Up are: rounds a second, exact odds, and checks of both.

The peer is camel-up-solver, which knows the board game with dice, as nothing in public knows the card game; a
round of its six dice stands beside a round of our fourteen cards.
"""

import importlib
import random
import time
from collections.abc import Callable, Iterator
from itertools import permutations
from statistics import median
from typing import Final, NamedTuple

import numpy as np

from benchmarks.intervals import percent, wilson
from games.camel_up import CAMEL_UP, State, opened
from games.camel_up.cards import CAMEL_OF, CRAZY, STEPS_OF
from games.camel_up.track import is_race_over, moved, places_of
from solver.camel_up_adviser import advise
from solver.camel_up_exact import exact_round
from solver.camel_up_hidden import drawn_decks
from solver.camel_up_moves import place_counts, places_on
from solver.camel_up_simulation import AT_ONCE, rounds_of

PEER_ROUNDS_S: Final = 32_812
"""What was once measured of the peer, for where it is not installed."""

TIMES_PEER: Final = 10
EXACT_POSITIONS: Final = 50
EXACT_S: Final = 1.0
TABLES: Final = 4000
"""How many tables are simulated of each position that is compared."""

_PLAYERS: Final = ("Ann", "Ben", "Cat", "Dan")


class Position(NamedTuple):
    """A round that is played, with its racing deck.

    Attributes:
        state: a dealt state of four players.
        deck: the cards that are left, the top first.
    """

    state: State
    deck: tuple[int, ...]


def positions(count: int, *, cards: int | None = None, seed: int = 1) -> Iterator[Position]:
    """Go through positions of games played at random: with so many cards left, or as many as come."""
    draw, number = random.Random(seed), 0  # noqa: S311 - games are played at random, no secret is made
    while count:
        number += 1
        state = CAMEL_UP.new(_PLAYERS, seed=seed * 1000 + number)
        wanted = cards or draw.randint(1, state.setting.card.deck)
        rounds = draw.randint(1, 3)
        while not CAMEL_UP.is_over(state):
            if state.phase == "play" and state.number >= rounds and state.left == wanted:
                yield Position(state, state.deck[::-1])
                count -= 1
                break
            state = CAMEL_UP.apply(state, draw.choice(CAMEL_UP.legal_actions(state)))


def lines(*, seconds: float, exact: int, compared: int, games: int) -> Iterator[str]:
    """Measure and tell.

    Args:
        seconds: for each speed, of processor time.
        exact: of how many positions with fourteen cards the exact odds are timed.
        compared: at how many positions the exact odds are held against simulation and enumeration.
        games: how many games the adviser plays.
    """
    yield from _speeds(seconds)
    times = sorted(_exact_s(position) for position in positions(exact, cards=14))
    verdict = "met" if median(times) < EXACT_S else "not met"
    yield (
        f"exact odds of a round, 14 cards left: median {median(times):.2f} s, longest {times[-1]:.2f} s of "
        f"{exact} positions; goal under {EXACT_S:g} s: {verdict}"
    )
    equal, of = _against_enumeration(compared)
    yield f"exact odds equal to those of all orders: {equal} of {of} positions with up to 6 cards"
    inside, cells = _against_simulation(compared)
    share = f"{inside / max(cells, 1):.1%} {percent(wilson(inside, cells))}"
    yield (
        f"exact odds inside the 95 % interval of {TABLES} tables: {inside} of {cells} = {share}, "
        f"places that are open at {compared} positions"
    )
    if games:
        yield played(games)


def _speeds(seconds: float) -> Iterator[str]:
    (position,) = positions(1, cards=14)
    seen = opened(position.state, [0])
    peer = _peer_rounds_s(seconds)
    told = f"{peer or PEER_ROUNDS_S:,.0f} rounds a second of the board game"
    yield f"camel-up-solver: {told}{'' if peer else ', measured once; it is not installed'}"
    for what, deck in (("known deck", position.deck), ("unknown deck", None)):
        found = _rounds_s(seen, deck, seconds)
        goal = TIMES_PEER * max(peer or 0, PEER_ROUNDS_S)
        verdict = "met" if found >= goal else "not met"
        yield f"camtable, {what}: {found:,.0f} rounds a second; goal {goal:,.0f}: {verdict}"


def _rounds_s(state: State, deck: tuple[int, ...] | None, seconds: float) -> float:
    """Return how many rounds of fourteen cards are simulated a second, with the drawing and the counting."""
    draw = np.random.default_rng(1)

    def play() -> int:
        races = rounds_of([state], drawn_decks(state, AT_ONCE, draw, deck=deck))
        place_counts(races.tables.stands)
        return AT_ONCE

    return _a_second(play, seconds)


def _peer_rounds_s(seconds: float) -> float | None:
    try:
        peer = importlib.import_module("camel_up")
    except ImportError:
        return None
    track = {1: ["red", "blue"], 2: ["green"], 3: ["yellow", "purple"], 16: ["white", "black"]}

    def play() -> int:
        peer.simulate_leg(peer.State(track=track), 1000)
        return 1000

    return _a_second(play, seconds)


def _a_second(play: Callable[[], int], seconds: float) -> float:
    play()  # so that all is loaded
    began, done = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        done += play()
    return done / spent


def _exact_s(position: Position) -> float:
    began = time.process_time()
    _exact(position)
    return time.process_time() - began


def _exact(position: Position) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    state = position.state
    found = exact_round(state.stands, state.end, position.deck, fennec=state.fennec, shortcut=state.shortcut)
    if found is None:
        raise RuntimeError("without a limit all orders are counted")
    return found.places


def _against_enumeration(count: int) -> tuple[int, int]:
    found = [
        np.array_equal(_exact(position), _enumerated(position))
        for cards in range(1, 7)
        for position in positions(-(-count // 6), cards=cards, seed=2)
    ]
    return sum(found), len(found)


def _enumerated(position: Position) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    places = np.zeros((CRAZY, CRAZY))
    state = position.state
    for order in permutations(position.deck):
        stands, fennec, shortcut = state.stands, state.fennec, state.shortcut
        for card in order:
            stands, fennec, shortcut = moved(
                stands, CAMEL_OF[card], STEPS_OF[card], state.end, fennec, shortcut
            )
            if is_race_over(stands, state.end):
                break
        for camel, place in enumerate(places_of(stands)):
            places[camel, place - 1] += 1
    return places


def _against_simulation(count: int) -> tuple[int, int]:
    """Return in how many cases an exact probability lies in the interval of the simulation, and of how many.

    What is certain is left out, as it is always inside.
    """
    draw, inside, cells = np.random.default_rng(3), 0, 0
    for position in positions(count, seed=3):
        exact = _exact(position)
        decks = drawn_decks(position.state, TABLES, draw, deck=position.deck)
        places = places_on(rounds_of([position.state], decks).tables.stands)
        for own, chances in zip(places, exact / exact[0].sum(), strict=True):
            for counted, chance in zip(np.bincount(own, minlength=CRAZY), chances, strict=True):
                if 0 < chance < 1:
                    low, high = wilson(int(counted), TABLES)
                    inside += low <= chance <= high
                    cells += 1
    return inside, cells


def played(games: int) -> str:
    """Play games in which one of three players follows the advice and the others act at random."""
    draw, won, money = random.Random(4), 0, 0  # noqa: S311 - games are played at random, no secret is made
    for number in range(games):
        state = CAMEL_UP.new(_PLAYERS[:3], seed=number)
        while not CAMEL_UP.is_over(state):
            if state.actor == number % 3:
                action = advise(state, time_limit_s=0.001, seed=number)[0].action
            else:
                action = draw.choice(CAMEL_UP.legal_actions(state))
            state = CAMEL_UP.apply(state, action)
        won += state.money[number % 3] == max(state.money)
        money += state.money[number % 3]
    share = f"{won / games:.0%} {percent(wilson(won, games))}"
    return (
        f"the adviser against two who act at random: won {won} of {games} = {share}, "
        f"{money / games:.1f} pounds a game"
    )
