"""What can be asked of the ways a table may lie: each question with its answer in each of them."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from api.ways import Way, masses
from games.camouflage import Board, Placement, overlapping_pairs
from games.camouflage.piles import piles

Kind = Literal["which-on-top", "which-card", "which-turn", "which-first", "whose-pile"]

_WORTH_A_CARD: Final = 0.001
"""What each further card of a pile has to add to be asked for."""
_MOST_AT_ONCE: Final = 6
"""The cards whose orders are asked for at once at most, three pairs: more are named with some trouble."""


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
    piles: tuple[tuple[str, ...], ...] = ()
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
    over = {
        (upper, lower): tuple(_is_above(places.get(upper), places.get(lower)) for places in laid)
        for lower, upper in sorted(overlapping_pairs(best))
    }
    doubtful = {
        pair: sum(way.weight.p for way, answer in zip(ways, answers, strict=True) if answer is False)
        for pair, answers in over.items()
        if False in answers
    }
    for cards in sorted(_asked_at_once(doubtful), key=sorted):
        pairs = [pair for pair in over if cards >= {*pair}]
        answers = tuple(zip(*(over[pair] for pair in pairs), strict=True))
        most = max((pair for pair in pairs if pair in doubtful), key=lambda pair: doubtful[pair])
        asked = piles(Board(tuple(each for each in best if each.card in cards)))
        found = tuple(tuple(each.card for each in reversed(pile.placements)) for pile in asked)
        yield Split(
            "which-on-top",
            tuple(card for pile in found for card in pile),
            _meeting(best, *most),
            answers,
            answers[0],
            piles=found if len(found) > 1 else (),
        )


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


def _asked_at_once(doubtful: Mapping[tuple[str, str], float]) -> set[frozenset[str]]:
    """Return cards to ask for the orders of: from each pair on, the most doubtful are added.

    Args:
        doubtful: the chance that two cards lie the other way round.
    """
    found = {frozenset(pair) for pair in doubtful}
    for cards in [*found]:
        grown = _with_most_doubtful(cards, doubtful)
        while grown:
            found.add(grown)
            grown = _with_most_doubtful(grown, doubtful)
    return found


def _with_most_doubtful(
    cards: frozenset[str], doubtful: Mapping[tuple[str, str], float]
) -> frozenset[str] | None:
    """Return cards with those added that bring most doubt each; None where none can be added."""
    more = {cards | {*pair} for pair in doubtful} - {cards}
    few = sorted((each for each in more if len(each) <= _MOST_AT_ONCE), key=sorted)

    def added(each: frozenset[str]) -> float:
        doubt = sum(chance for pair, chance in doubtful.items() if {*pair} <= each and not {*pair} <= cards)
        return doubt / len(each - cards)

    return max(few, key=added, default=None)


def _is_above(upper: tuple[int, Placement] | None, lower: tuple[int, Placement] | None) -> bool | None:
    """Tell whether a card lies above another, both with their number from below; None if they do not meet."""
    return upper[0] > lower[0] if upper and lower and upper[1].overlaps(lower[1]) else None


def _meeting(board: Board, upper: str, lower: str) -> tuple[int, int]:
    """Return a cell that two cards share, one on which the upper is seen if there is any."""
    cells = [*set(board.placement(upper).cells).intersection(board.placement(lower).cells)]
    return max(sorted(cells), key=lambda cell: board.placements[board.stack(cell)[-1]].card == upper)
