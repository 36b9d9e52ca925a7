"""What can be asked of the ways a table may lie: each question with its answer in each of them."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple

from api.ways import Way, masses
from games.camouflage import Board, Placement, overlapping_pairs
from games.camouflage.piles import piles

Kind = Literal["which-on-top", "which-card", "which-turn", "which-first", "whose-pile"]

_WORTH_A_CARD: Final = 0.001
"""What each further card of a pile has to add to be asked for."""
_MOST_IN_A_PILE: Final = 5
"""The cards of a pile that are asked for at once at most: more are named in order with some trouble."""


class Split(NamedTuple):
    """A question with its answer in each way; None where it does not arise.

    `amiss` tells that it asks whether something is amiss with all ways.
    """

    kind: Kind
    cards: tuple[str, ...]
    cell: tuple[int, int] | None
    answers: tuple[Hashable, ...]
    as_read: Hashable
    turns: tuple[int, ...] = ()
    owners: tuple[str, ...] = ()
    amiss: bool = False

    @property
    def trouble(self) -> float:
        """What it has to add because it asks for more than one thing."""
        return _WORTH_A_CARD * max(len(self.cards) - 2, 0)


def splits(ways: Sequence[Way]) -> Iterator[Split]:
    """Go through all that is open between ways, the most probable first; nothing is where there is one."""
    if len(ways) < 2:
        return
    laid = [way.by_site for way in ways]
    for site in sorted(set().union(*laid)):
        yield from _what_lies_there([sites.get(site) for sites in laid])
    yield from _which_on_top(ways)
    yield from _whose_pile(ways)


def _what_lies_there(laid: Sequence[Placement | None]) -> Iterator[Split]:
    """Ask for the card on a site, and for the turn of each that may lie there, as far as they are open."""
    likeliest: dict[str, Placement] = {}
    for placement in filter(None, laid):
        likeliest.setdefault(placement.card, placement)
    first, *others = likeliest
    cards = tuple(placement and placement.card for placement in laid)
    if len(set(cards)) > 1:
        yield Split("which-card", (first, *others[:1]), likeliest[first].centre, cards, first)
    for card, there in likeliest.items():
        turns = tuple(each.turn if each and each.card == card else None for each in laid)
        possible = tuple(dict.fromkeys(turn for turn in turns if turn is not None))
        if len(possible) > 1:
            yield Split("which-turn", (card,), there.centre, turns, there.turn, possible)


def _which_on_top(ways: Sequence[Way]) -> Iterator[Split]:
    best = ways[0].board
    laid = [{place[1].card: place for place in enumerate(way.board)} for way in ways]
    height = {placement.card: level for level, placement in enumerate(best)}
    over = {
        (upper, lower): tuple(_is_above(places.get(upper), places.get(lower)) for places in laid)
        for lower, upper in sorted(overlapping_pairs(best))
    }
    doubtful = {
        pair: sum(way.weight.p for way, answer in zip(ways, answers, strict=True) if answer is False)
        for pair, answers in over.items()
        if False in answers
    }
    for upper, lower in doubtful:
        yield Split("which-on-top", (upper, lower), _meeting(best, upper, lower), over[upper, lower], True)
    for pile in sorted(_piles(doubtful), key=sorted):
        cards = tuple(sorted(pile, key=lambda card: -height[card]))
        pairs = [pair for pair in combinations(cards, 2) if pair in over]
        answers = tuple(zip(*(over[pair] for pair in pairs), strict=True))
        cell = _meeting(
            best, *max((pair for pair in pairs if pair in doubtful), key=lambda pair: doubtful[pair])
        )
        yield Split("which-on-top", cards, cell, answers, answers[0])


def _whose_pile(ways: Sequence[Way]) -> Iterator[Split]:
    """Ask whose location each pile is that may be part of several."""
    homes = [
        {each.card: location.deck for location in way.table.locations for each in location.board}
        for way in ways
    ]
    for location in ways[0].table.locations:
        for pile in piles(location.board):
            bottom = pile.placements[0]
            answers = tuple(home.get(bottom.card) for home in homes)
            found = masses([way.weight.p for way in ways], answers)
            owners = tuple(sorted(filter(None, found), key=lambda owner: -found[owner]))
            if len(owners) > 1:
                yield Split("whose-pile", (bottom.card,), bottom.centre, answers, owners[0], owners=owners)


def _piles(doubtful: Mapping[tuple[str, str], float]) -> set[frozenset[str]]:
    """Return piles to ask for at once: from each pair on, the card is added whose order is most doubtful.

    Args:
        doubtful: the chance that two cards lie the other way round.
    """
    found = set()
    for pair in doubtful:
        pile = frozenset(pair)
        while len(pile) < _MOST_IN_A_PILE:
            beside: dict[str, float] = {}
            for two, chance in doubtful.items():
                if len(left := {*two} - pile) == 1:
                    (card,) = left
                    beside[card] = beside.get(card, 0.0) + chance
            if not beside:
                break
            pile |= {max(sorted(beside), key=lambda card: beside[card])}
            found.add(pile)
    return found


def _is_above(upper: tuple[int, Placement] | None, lower: tuple[int, Placement] | None) -> bool | None:
    """Tell whether a card lies above another, both with their number from below; None if they do not meet."""
    return upper[0] > lower[0] if upper and lower and upper[1].overlaps(lower[1]) else None


def _meeting(board: Board, upper: str, lower: str) -> tuple[int, int]:
    """Return a cell that two cards share, one on which the upper is seen if there is any."""
    cells = [*set(board.placement(upper).cells).intersection(board.placement(lower).cells)]
    return max(sorted(cells), key=lambda cell: board.placements[board.stack(cell)[-1]].card == upper)
