"""Many games of Camelio at once, played on to their ends by a plain policy.

A row of each array is a game. In all of them the same player has the turn, so that they go on turn by turn
together; those that have ended are taken out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from games.camelio import COLOURS, State, target
from solver.camelio_policy import CODES, NEXT, WHAT, Table, Weights, code_of, tables_of, worth

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int16]
Flags = npt.NDArray[np.bool_]

_WIDTH: Final = len(COLOURS)

_STACK: Final = -1
_UP: Final = -2
_DISCARDED: Final = -3
_SCORED: Final = 64
"""Where a card is: in a play area by its number, scored by that plus 64, or one of these."""


@dataclass(slots=True)
class Games:
    """Games of Camelio that go on together.

    Attributes:
        players: how many play.
        turn: whose turn it is.
        table: what the cards are.
        stack: (games, cards) all cards: those that lie open, then those that are face down, the next first.
        where: (games, cards) where each of them is.
        next: (games,) the place of the next face-down card in the stack.
        end: (games,) the place after the last one.
        up: (games,) the place of the card that lies face up.
        codes: (games, players x colours) how each colour of each player stands; see `camelio_policy`.
        reshuffled: (games,) whether the discards have been shuffled.
    """

    players: int
    turn: int
    table: Table
    stack: Small
    where: Small
    next: Ints
    end: Ints
    up: Ints
    codes: Ints
    reshuffled: Flags

    def __len__(self) -> int:
        """Return how many games they are."""
        return len(self.stack)

    def of(self, rows: Ints | Flags) -> "Games":
        """Return some of the games; rows that are named several times are copied."""
        changed: dict[str, Any] = {
            field.name: getattr(self, field.name)[rows]
            for field in fields(self)
            if isinstance(getattr(self, field.name), np.ndarray)
        }
        return replace(self, **changed)

    def joined(self, others: Sequence["Games"]) -> "Games":
        """Return these games and others in which the same player has the turn."""
        changed: dict[str, Any] = {
            field.name: np.concatenate([getattr(each, field.name) for each in (self, *others)])
            for field in fields(self)
            if isinstance(getattr(self, field.name), np.ndarray)
        }
        return replace(self, **changed)

    def points(self) -> Ints:
        """Return (games, players) the points."""
        scored: Ints = (self.codes.reshape(-1, self.players, _WIDTH) >= CODES // 2).sum(axis=2)
        return scored

    def winners(self) -> Flags:
        """Return (games, players) who has won, if all games end as they are."""
        codes = self.codes.reshape(-1, self.players, _WIDTH)
        spheres = np.where(codes < CODES // 2, codes, 0).sum(axis=2)
        standing = 100 * self.points() + spheres
        best: Flags = standing == standing.max(axis=1, keepdims=True)
        return best

    def chosen(self, weights: Weights) -> Ints:
        """Return (games,) what the policy takes: who gets the face-up card, or, plus `players`, the other.

        The card that is face down counts as the average card of its back.
        """
        rows, seats = np.arange(len(self)), np.arange(self.players)
        codes = self.codes.reshape(-1, self.players, _WIDTH)
        gain, share = worth(weights), weights[-1] / (self.players - 1)
        close = (self.points() == target(self.players) - 1).astype(np.int64)
        up = self.stack[rows, self.up]
        standing = codes[rows[:, None], seats, self.table.colours[up][:, None]]
        face_up = gain[close, standing, self.table.spheres[up][:, None]]
        backs = self.table.backs[self.stack[rows, np.minimum(self.next, self.stack.shape[1] - 1)]]
        standing = codes[rows[:, None, None], seats[:, None], self.table.hidden_colours[backs][:, None, :]]
        spheres = self.table.hidden_spheres[backs][:, None, :]
        each = gain[close[:, :, None], standing, spheres] * self.table.hidden_p[backs][:, None, :]
        sides = np.where(seats == self.turn, 1.0, -share)
        values = np.hstack([face_up * sides, each.sum(axis=2) * sides])
        values[self.next == self.end, self.players :] = -np.inf
        best: Ints = values.argmax(axis=1)
        return best

    def take(self, choice: Ints, draw: np.random.Generator) -> Flags:
        """Play a turn in all games; return (games,) which of them have ended.

        Args:
            choice: (games,) what is taken; see `chosen`.
            draw: of the order of discards that are shuffled.
        """
        rows, down = np.arange(len(self)), choice >= self.players
        place = np.where(down, self.next, self.up)
        self.next = self.next + down
        ended = self._lay(rows, place, choice % self.players)
        self.turn = (self.turn + 1) % self.players
        self.make_deck(~ended, draw)
        ended |= ~down & (self.next == self.end)
        refill = np.flatnonzero(~down & ~ended)
        self.up[refill] = self.next[refill]
        self.where[refill, self.up[refill]] = _UP
        self.next[refill] += 1
        self.make_deck(~ended, draw)
        return ended

    def _lay(self, rows: Ints, place: Ints, receiver: Ints) -> Flags:
        card = self.stack[rows, place]
        area = receiver * _WIDTH + self.table.colours[card]
        code, spheres = self.codes[rows, area], self.table.spheres[card]
        what = WHAT[code, spheres]
        self.codes[rows, area] = NEXT[code, spheres]
        self.where[rows, place] = area
        happened = np.flatnonzero(what)
        where, area, what = self.where[happened], area[happened, None], what[happened, None]
        where[(where == area + _SCORED) & (what == 3)] = _DISCARDED
        self.where[happened] = np.where(where == area, np.where(what == 1, area + _SCORED, _DISCARDED), where)
        enough: Flags = self.points()[rows, receiver] >= target(self.players)
        return enough

    def make_deck(self, going_on: Flags, draw: np.random.Generator) -> None:
        """Shuffle the discards of games whose deck has run out for the first time, if there are any."""
        rows = np.flatnonzero(going_on & (self.next == self.end) & ~self.reshuffled)
        if not len(rows):
            return
        discards = self.where[rows] == _DISCARDED
        rows, discards = rows[discards.any(axis=1)], discards[discards.any(axis=1)]
        order = np.argsort(draw.random(discards.shape) + ~discards, axis=1)
        self.stack[rows] = np.take_along_axis(self.stack[rows], order, axis=1)
        where = np.take_along_axis(self.where[rows], order, axis=1)
        where[where == _DISCARDED] = _STACK
        self.where[rows] = where
        self.next[rows], self.end[rows], self.reshuffled[rows] = 0, discards.sum(axis=1), True
        self.up[rows] = (order == self.up[rows, None]).argmax(axis=1)


def games_of(state: State, deals: int, draw: np.random.Generator) -> Games:
    """Return games that go on from a state, with what is face down drawn anew in each.

    The card that is next is drawn among those with the back that is seen, the others among all that are left.

    Args:
        state: a state; what is hidden in it is not looked at. If no card lies face up, the next one does.
        deals: how many games.
        draw: of what is drawn.
    """
    open_cards, places = [], []
    for area, (cards, scored) in enumerate(zip(state.play, state.scored, strict=True)):
        open_cards += [*cards, *scored]
        places += [area] * len(cards) + [_SCORED + area] * len(scored)
    open_cards += state.discards + ((state.face_up,) if state.face_up else ())
    places += [_DISCARDED] * len(state.discards) + [_UP] * bool(state.face_up)
    hidden = np.array([card for card, count in state.unseen.items() for _ in range(count)], np.int16)
    stacks = np.hstack(
        [np.tile(np.array(open_cards, np.int16), (deals, 1)), _drawn(hidden, state, deals, draw)]
    )
    first = len(open_cards) + (not state.face_up)
    where = np.full(stacks.shape, _STACK, np.int16)
    where[:, : len(places)] = places
    if not state.face_up:
        where[:, first - 1] = _UP
    games = Games(
        players=len(state.players),
        turn=state.turn,
        table=tables_of(state.deck),
        stack=stacks,
        where=where,
        next=np.full(deals, first),
        end=np.full(deals, stacks.shape[1]),
        up=np.full(deals, first - 1),
        codes=np.tile(np.array([code_of(state, place) for place in range(len(state.play))]), (deals, 1)),
        reshuffled=np.full(deals, state.reshuffled),
    )
    games.make_deck(np.full(deals, fill_value=True), draw)
    return games


def _drawn(hidden: Small, state: State, deals: int, draw: np.random.Generator) -> Small:
    """Return (deals, cards) the face-down cards, each row in an order of its own."""
    keys = draw.random((deals, len(hidden)))
    if state.back:
        fitting = np.array([state.deck.backs[card] == state.back for card in hidden])
        keys[np.arange(deals), np.where(fitting, keys, 2.0).argmin(axis=1)] = -1.0
    drawn: Small = hidden[np.argsort(keys, axis=1)]
    return drawn


def played_out(
    games: Games, weights: Sequence[Weights], draw: np.random.Generator, first: Ints | None = None
) -> Flags:
    """Play games to their ends; return (games, players) who has won, alone or with others.

    Args:
        games: the games; they are changed.
        weights: what each player weighs.
        draw: of the order of discards that are shuffled.
        first: (games,) what is taken first; else the policy chooses that too.
    """
    won, rows = np.zeros((len(games), games.players), np.bool_), np.arange(len(games))
    choice = games.chosen(weights[games.turn]) if first is None else first
    while True:
        ended = games.take(choice, draw)
        if ended.any():
            won[rows[ended]] = games.of(ended).winners()
            games, rows = games.of(~ended), rows[~ended]
        if not len(games):
            return won
        choice = games.chosen(weights[games.turn])
