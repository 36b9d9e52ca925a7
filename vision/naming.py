"""Which photographed card is which card of a deck file.

The file names patterns, the photos show prints, and nothing says which print bears which name. So squares
are grouped by likeness, groups are matched with names so that most cards become cards of the file, and then
each square is weighed against the squares of every name, to mend what the grouping got wrong. Cards are
assigned one to one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray
from ortools.graph.python.linear_sum_assignment import SimpleLinearSumAssignment

from games.camouflage.cards import CENTRE, Deck, FaceName
from vision.clusters import Likeness, grouped
from vision.comparing import RING
from vision.geometry import Floats

_RESTARTS: Final = 24
"""Climbs from random names; most reach the best, and one that explains every square ends the search."""
_ROUNDS: Final = 3
"""How often squares are weighed and cards assigned anew; nothing changed after two on any deck seen."""
_NEIGHBOURS: Final = 4
"""Squares of a pattern that stand for it: more would count crops of it that look quite different."""
_GROUPED_RIGHT: Final = 0.9
"""Share of squares that grouping puts with their own pattern, before the deck file has mended it."""
_SHARPNESS: Final = 2.0
"""How fast likelihood falls with likeness: it squares the ratio that own and other patterns have."""
_UNLIKE: Final = 1e-4
"""Likeness counts as no less than this."""
_LEAST_LOG_LIKELIHOOD: Final = -8.0
"""A square spoilt by glare counts no more than this against a card."""
_SYMBOL_WEIGHT: Final = 12.0
"""Nats for a centre that is just like the deck's other centres, upright; about two squares' worth."""
_LEAST_AGREEMENT: Final = 0.75
"""Share of squares that must look like their names; by chance about one in the number of patterns does."""
_LEAST_OWN_AGREEMENT: Final = 0.75
"""The same for one card, six of its eight squares: glare may spoil two; a card not in the file has fewer."""
_ASSIGNMENT_SCALE: Final = 1000
"""The assignment takes whole costs: thousandths of a nat."""

Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Named:
    """A photographed card that was recognised.

    Attributes:
        item: which photographed card.
        card: its id in the deck file.
        turn: quarter turns clockwise from upright to how it was photographed.
        unlike: the places 0 to 8, as photographed, whose square looks more like another pattern.
    """

    item: int
    card: str
    turn: int
    unlike: tuple[int, ...]


def name_cards(
    likeness: Likeness, symbols: Floats, photos: Indices, deck: Deck, face: FaceName, *, seed: int = 0
) -> list[Named] | None:
    """Recognises photographed cards.

    Args:
        likeness: of the 8 pattern squares of each card.
        symbols: (4, cards, cards) as `centres.symbol_likeness`.
        photos: (8 cards) the photo that each pattern square is from.
        deck: the deck file.
        face: the side that was photographed.
        seed: for the restarts of the search.

    Returns:
        The cards, each of the deck at most once; None where the photos do not fit the file.
    """
    ids = [card.id for card in deck.cards if face in card.faces]
    if not ids:
        return None
    names = sorted({square for card in ids for square in deck.face(card, face).squares} - {CENTRE})
    faces = _faces(deck, face, ids, names)
    owners = np.array([deck.decks.index(deck.card(card).deck) for card in ids])
    groups = grouped(likeness, photos, len(names)).reshape(-1, len(RING))
    labels = _matched(groups, faces, len(names), np.random.default_rng(seed))[groups]
    likelihood = np.log(
        np.where(labels[:, :, None] == np.arange(len(names)), _GROUPED_RIGHT, 1 - _GROUPED_RIGHT)
    )
    scores = _scores(likelihood, faces)
    assigned = _assigned(scores)
    for _ in range(_ROUNDS):
        wanted = _wanted(assigned, faces, labels)
        likelihood = _likelihood(likeness.whole, wanted, len(names))
        upright = _SYMBOL_WEIGHT * _symbol_scores(symbols, assigned, owners, len(ids))
        assigned = _assigned(_scores(likelihood, faces) + upright)
    seen = likelihood.argmax(2)
    wanted = _wanted(assigned, faces, labels)
    known = [item for item, choice in enumerate(assigned) if choice is not None]
    if not known or (seen[known] == wanted[known]).mean() < _LEAST_AGREEMENT:
        return None
    return [
        Named(
            item,
            ids[choice[0]],
            choice[1],
            tuple(RING[place] for place in np.nonzero(seen[item] != wanted[item])[0]),
        )
        for item, choice in enumerate(assigned)
        if choice is not None and (seen[item] == wanted[item]).mean() >= _LEAST_OWN_AGREEMENT
    ]


def _faces(deck: Deck, face: FaceName, ids: Sequence[str], names: Sequence[str]) -> Indices:
    """Returns the pattern numbers round each card at each turn, (cards, 4, 8)."""
    return np.array(
        [
            [[names.index(deck.face(card, face, turn).squares[place]) for place in RING] for turn in range(4)]
            for card in ids
        ]
    )


def _matched(groups: Indices, faces: Indices, count: int, random: np.random.Generator) -> Indices:
    """Finds the name of each group, so that most squares agree with some card of the file."""
    table = _agreement_table(groups, faces, count)
    best, best_value = np.arange(count), -1.0
    for _ in range(_RESTARTS):
        names, value = _climbed(table, random.permutation(count))
        if value > best_value:
            best, best_value = names, value
        if best_value == groups.size:
            break
    return best


def _agreement_table(groups: Indices, faces: Indices, count: int) -> Floats:
    """Counts, for each item and each card at each turn, the squares of each group on each name.

    Returns:
        (items, 4 * cards, groups, names).
    """
    pairs = np.zeros((len(groups), *faces.shape[:2], count, count), np.float32)
    for place in range(len(RING)):
        on_group = groups[:, place, None] == np.arange(count)
        on_name = faces[:, :, place, None] == np.arange(count)
        pairs += on_group[:, None, None, :, None] & on_name[None, :, :, None, :]
    return pairs.reshape(len(groups), -1, count, count)


def _climbed(table: Floats, names: Indices) -> tuple[Indices, float]:
    """Swaps names while more squares agree: the names of the groups, and how many squares agree."""

    def agreement(tried: Indices) -> float:
        return float(table[:, :, np.arange(len(tried)), tried].sum(-1).max(1).sum())

    value = agreement(names)
    while True:
        swaps = [_swapped(names, one, two) for one, two in combinations(range(len(names)), 2)]
        values = [agreement(swap) for swap in swaps]
        if not values or max(values) <= value:
            return names, value
        value = max(values)
        names = swaps[values.index(value)]


def _swapped(names: Indices, one: int, two: int) -> Indices:
    swapped = names.copy()
    swapped[[one, two]] = names[[two, one]]
    return swapped


def _scores(likelihood: Floats, faces: Indices) -> Floats:
    """Returns the log-likelihood of each item being each card at each turn, (items, cards, 4)."""
    places = np.arange(len(RING))
    result: Floats = likelihood[:, places, faces].sum(-1)
    return result


def _assigned(scores: Floats) -> list[tuple[int, int] | None]:
    """Assigns items to cards and turns one to one, as many as can be, with the greatest total."""
    best = np.round(scores.max(2) * _ASSIGNMENT_SCALE).astype(np.int64)
    items, cards = best.shape
    size = max(items, cards)
    cost = np.zeros((size, size), np.int64)
    cost[:items, :cards] = best.max() - best
    solver = SimpleLinearSumAssignment()
    left, right = np.indices((size, size))
    solver.add_arcs_with_cost(left.ravel().astype(np.int32), right.ravel().astype(np.int32), cost.ravel())
    status = solver.solve()
    assert status == solver.OPTIMAL  # noqa: S101 - any square matrix of whole numbers has a cheapest assignment
    chosen = [solver.right_mate(item) for item in range(items)]
    return [
        (card, int(scores[item, card].argmax())) if card < cards else None for item, card in enumerate(chosen)
    ]


def _wanted(assigned: Sequence[tuple[int, int] | None], faces: Indices, labels: Indices) -> Indices:
    """Returns the pattern that each square bears by its assignment; by its group where there is none."""
    return np.array(
        [labels[item] if choice is None else faces[choice] for item, choice in enumerate(assigned)]
    )


def _likelihood(whole: Floats, wanted: Indices, count: int) -> Floats:
    """Weighs squares against patterns by their nearest squares elsewhere, (items, 8, patterns)."""
    names = wanted.ravel()
    nearest = np.full((len(names), count), _UNLIKE)
    for name in range(count):
        own = -np.sort(-whole[:, names == name], axis=1)[:, :_NEIGHBOURS]
        if own.shape[1]:
            nearest[:, name] += own.sum(1) / np.maximum((own > 0).sum(1), 1)
    log_density = _SHARPNESS * np.log(nearest)
    log_density -= np.logaddexp.reduce(log_density, axis=1, keepdims=True)
    result: Floats = np.maximum(log_density, _LEAST_LOG_LIKELIHOOD).reshape(*wanted.shape, count)
    return result


def _symbol_scores(
    symbols: Floats, assigned: Sequence[tuple[int, int] | None], owners: Indices, cards: int
) -> Floats:
    """Returns how like each centre is, at each turn, to those of each card's deck, (items, cards, 4)."""
    items = symbols.shape[1]
    scores = np.zeros((items, cards, 4))
    for deck in set(owners.tolist()):
        members = [
            (item, choice[1])
            for item, choice in enumerate(assigned)
            if choice is not None and owners[choice[0]] == deck
        ]
        for item in range(items):
            others = [(other, turn) for other, turn in members if other != item]
            if others:
                for turn in range(4):
                    like = np.median([symbols[(of - turn) % 4, other, item] for other, of in others])
                    scores[item, owners == deck, turn] = like
    return scores
