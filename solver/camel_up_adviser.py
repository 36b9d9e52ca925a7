"""Advice for Camel Up: what each action is worth to the player whose turn it is, in money at the end.

All track actions are tried out on the same racing decks, drawn as the player can know them, while nobody acts
but to reveal cards. On each of these tables the cards in front of the player are paid, with each bet that can
still be made; so a turn is judged as a whole: a track action with the bet before or after it. Which bet comes
after is chosen on one half of the tables and counted on the other, so that luck is not taken for worth.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.camel_up.actions import MARKERS, REVEAL, Action, Bet, Discard, Give, Place, PlayCard, Reveal
from games.camel_up.bets import MARKER_COST, RACE_KINDS, held_by
from games.camel_up.cards import CAMEL_OF, KINDS, STEPS_OF, UNKNOWN
from games.camel_up.rounds import with_deck
from games.camel_up.rules import CARD_PRICE, legal_actions
from games.camel_up.state import State, opened
from games.camel_up.track import index_of, is_race_over, moved
from solver.camel_up_hidden import Cards, drawn_decks
from solver.camel_up_moves import Tables, places_on
from solver.camel_up_simulation import finished, rounds_of
from solver.camel_up_worth import Money, money_with

MEASURE: Final = "expected money at the end of the race, with the cards in front of the player and this turn"

DEALS: Final = 1024
"""How many racing decks are drawn at a time."""

_BATCHES: Final = 16
"""How often they are drawn at most."""

Track = Reveal | PlayCard | Place | None
"""A track action; None where it has been done."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What an action is worth.

    Attributes:
        action: the action.
        value: the expected money, see `MEASURE`.
        bet: the bet that would best follow, None for none.
    """

    action: Action
    value: float
    bet: Bet | None = None


@dataclass(slots=True)
class _Tried:
    """What came of a track action on the tables so far. Index 0 of the bets is none.

    Attributes:
        before: (bets,) the money with each bet made before the action, summed up.
        after: (halves, kinds, bets) the same with the bet made after it, by the card that it revealed.
        count: how many tables there were.
    """

    before: Money
    after: Money
    count: int = 0

    def worth_before(self, bet: int) -> float:
        """Return what the action is worth with a bet made before it."""
        return float(self.before[bet] / self.count)

    def worth_after(self) -> tuple[float, int]:
        """Return what it is worth with the best bet made after it, and which that most likely is."""
        best = self.after[::-1].argmax(axis=2)  # of each half and card, chosen on the other half
        value = np.take_along_axis(self.after, best[:, :, np.newaxis], axis=2).sum() / self.count
        return float(value), int(self.after.sum(axis=(0, 1)).argmax())


@dataclass(frozen=True, slots=True)
class _Turn:
    """The turn that is judged.

    Attributes:
        state: the open state.
        bets: the bets that can still be made.
        tracks: the track actions that can still be done.
        tried: what came of each of these.
    """

    state: State
    bets: list[Bet]
    tracks: list[Track]
    tried: list[_Tried]


def advise(
    state: State,
    *,
    time_limit_s: float = 1.0,
    seed: int = 0,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[Choice, ...]:
    """Return all actions with what they are worth to the player whose turn it is, the best first.

    At a real table, revealing is one action, whatever card comes.

    Args:
        state: a state; what its player cannot know is not looked at.
        time_limit_s: for how long decks are drawn; those of one batch always are.
        seed: of what is drawn.
        clock: what tells the time.
    """
    began, draw = clock(), np.random.default_rng(seed)
    actions = [*legal_actions(state)]
    if any(isinstance(action, Reveal) for action in actions):
        actions = [REVEAL, *(action for action in actions if not isinstance(action, Reveal))]
    seen = opened(state, [state.actor]) if state.known else state
    if state.phase != "play":
        return _setting_up(seen, actions, draw)
    turn = _turn(seen, actions)
    for _ in range(_BATCHES):
        _try(turn, drawn_decks(seen, DEALS, draw), draw)
        if clock() - began > time_limit_s:
            break
    return _ranked(turn, actions)


def _turn(state: State, actions: Sequence[Action]) -> _Turn:
    bets = [action for action in actions if isinstance(action, Bet)]
    tracks: list[Track] = [action for action in actions if isinstance(action, Reveal | PlayCard | Place)]
    tracks = tracks or [None]
    size = 1 + len(bets)
    tried = [_Tried(np.zeros(size), np.zeros((2, len(KINDS) + 1, size))) for _ in tracks]
    return _Turn(state, bets, tracks, tried)


def _ranked(turn: _Turn, actions: Sequence[Action]) -> tuple[Choice, ...]:
    choices = []
    for action in actions:
        if isinstance(action, Bet):
            index = 1 + turn.bets.index(action)
            choices.append(Choice(action, max(tried.worth_before(index) for tried in turn.tried)))
        elif isinstance(action, Reveal | PlayCard | Place):
            value, bet = turn.tried[turn.tracks.index(action)].worth_after()
            choices.append(Choice(action, value, turn.bets[bet - 1] if bet else None))
        else:
            choices.append(Choice(action, turn.tried[0].worth_before(0)))
    return tuple(sorted(choices, key=lambda choice: -choice.value))


def _try(turn: _Turn, decks: Cards, draw: np.random.Generator) -> None:
    """Try out all track actions on the tables of some decks."""
    state, count = turn.state, decks.shape[1]
    begun = [done(state, track) for track in turn.tracks]
    races = rounds_of([each for each, _ in begun], decks)
    of_round = places_on(races.tables.stands)
    out = {marker: _is_out(races.tables, marker) for marker in MARKERS}
    of_race = finished(races, state.setting.card, draw)
    for number, (track, tried) in enumerate(zip(turn.tracks, turn.tried, strict=True)):
        after, ended = begun[number]
        part = slice(number * count, (number + 1) * count)
        owned = [out[marker][part] for marker in MARKERS if getattr(after, f"{marker}_of") == state.actor]
        markers = np.zeros(count) + MARKER_COST * sum(each.astype(np.float64) for each in owned)
        money = money_with(after, turn.bets, of_round[:, part], of_race[:, part], markers)
        revealed, too_late = np.zeros(count, np.intp), np.full(count, ended)
        if isinstance(track, Reveal):
            revealed, too_late = decks[0].astype(np.intp), _ends_at_once(state, decks)
        tried.before += money.sum(axis=0)
        late = np.where(too_late[:, np.newaxis], money[:, :1], money)
        np.add.at(tried.after, (np.arange(count) % 2, revealed), late)
        tried.count += count


def done(state: State, track: Track) -> tuple[State, bool]:
    """Return the state right after a track action, as far as it counts, and whether it ends the race.

    What is revealed is left to the decks.
    """
    seat = state.actor
    if isinstance(track, Place):
        space = index_of(state.track)[track.space]
        if track.marker == "fennec":
            return state._replace(fennec=space, fennec_of=seat), False
        return state._replace(shortcut=space, shortcut_of=seat), False
    if not isinstance(track, PlayCard):
        return state, False
    owner = seat if track.player is None else state.setting.players.index(track.player)
    card = state.face_up[owner]
    after = moved(state.stands, CAMEL_OF[card], STEPS_OF[card], state.end, state.fennec, state.shortcut)
    money = [*state.money]
    money[seat] -= CARD_PRICE * (owner != seat)
    state = state._replace(
        stands=after.stands, fennec=after.fennec, shortcut=after.shortcut, money=tuple(money)
    )
    return state, is_race_over(state.stands, state.end)


def _ends_at_once(state: State, decks: Cards) -> NDArray[np.bool_]:
    """Return on which tables the first card ends the round, so that no bet can follow."""
    if len(decks) == 1:
        return np.ones(decks.shape[1], np.bool_)
    return rounds_of([state], decks[:1]).over


def _is_out(tables: Tables, marker: str) -> NDArray[np.bool_]:
    space = getattr(tables, marker)
    return np.zeros(len(tables.end), np.bool_) if space is None else space > 0


def _setting_up(state: State, actions: Sequence[Action], draw: np.random.Generator) -> tuple[Choice, ...]:
    """Judge what is given and discarded by what the race bets in front of the player come to with it.

    Giving a card is tried out with the others of the hand kept out of the deck; discarding one is worth what
    giving one of the others is worth on average. Without race bets all is worth the same.
    """
    seat = state.actor
    hand, money = [card for card in state.hands[seat] if card], float(state.money[seat])
    worth = dict.fromkeys(hand, money)
    if any(card.kind in RACE_KINDS for card in held_by(state.bets, seat)):
        seed = int(draw.integers(1 << 62))
        worth = {card: _worth_given(state, card, np.random.default_rng(seed)) for card in worth}
    usual = sum(worth[card] for card in hand) / len(hand) if hand else money
    choices = []
    for action in actions:
        value = usual
        if isinstance(action, Give):
            value = worth.get(action.card, usual)
        elif isinstance(action, Discard) and action.card in worth and len(hand) > 1:
            value = (usual * len(hand) - worth[action.card]) / (len(hand) - 1)
        choices.append(Choice(action, value))
    return tuple(sorted(choices, key=lambda choice: -choice.value))


def _worth_given(state: State, card: int, draw: np.random.Generator) -> float:
    """Return the expected money if a card of the hand is given to the racing deck."""
    seat, needed = state.actor, state.setting.card.given
    others = [each for each in state.hands[seat] if each]
    others.remove(card)
    given = [(*own, *((card,) if each == seat else ())) for each, own in enumerate(state.given)]
    padded = tuple((*own, *(UNKNOWN,) * (needed - len(own))) for own in given)
    thrown = (*state.thrown[:seat], (*state.thrown[seat], *others), *state.thrown[seat + 1 :])
    begun = with_deck(state._replace(given=padded, thrown=thrown))
    races = rounds_of([begun], drawn_decks(begun, DEALS, draw))
    of_round = places_on(races.tables.stands)
    of_race = finished(races, state.setting.card, draw)
    asking = begun._replace(actor=seat)
    return float(money_with(asking, [], of_round, of_race, np.zeros(DEALS)).mean())
