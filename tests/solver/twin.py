"""The twin of `solver.reconstruct` that tries every board."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

import numpy as np

from games.camouflage import Board, Deck, Placement, Rules, Table, judge, overlapping_pairs, visible_order
from games.camouflage.evidence import Candidate, Evidence, Site
from games.camouflage.facts import Fact
from solver.reconstruct import RankedBoard


@dataclass(frozen=True, slots=True)
class Weighed:
    """A table as it looks from above, by trying everything: its weights, and a board that shows it."""

    seen: float
    illegal: int
    board: Board


def share(one: Site, candidate: Candidate) -> float:
    """Return the probability of a candidate, given that a card lies on the site."""
    likelihoods = np.exp([each.log_likelihood for each in one.candidates])
    return float(np.exp(candidate.log_likelihood) / likelihoods.sum())


def brute_force(seen: Evidence, deck: Deck, rules: Rules, facts: Sequence[Fact] = ()) -> list[Weighed]:
    """Return every table that the evidence allows, one for all those that look alike from above.

    Of those that do, the share that keeps to the facts counts.
    """
    tables: dict[tuple[object, ...], list[Weighed]] = defaultdict(list)
    choices = [[*one.candidates, None] if one.presence < 12 else [*one.candidates] for one in seen.sites]
    for chosen in product(*choices):
        cards = [candidate.card for candidate in chosen if candidate]
        if len(set(cards)) < len(cards):
            continue
        weight = sum(
            one.presence + np.log(share(one, candidate))
            for one, candidate in zip(seen.sites, chosen, strict=True)
            if candidate
        )
        laid = [
            (number, Placement(candidate.card, seen.sites[number].centre, candidate.turn))
            for number, candidate in enumerate(chosen)
            if candidate
        ]
        for order in permutations(laid):
            height = {number: level for level, (number, _) in enumerate(order)}
            tops = [
                max(
                    (top for top in cell.tops if top.site in height),
                    key=lambda top: height[top.site],
                    default=None,
                )
                for cell in seen.shared
            ]
            fits = sum(
                top.log_likelihood - max(rival.log_likelihood for rival in cell.tops)
                for cell, top in zip(seen.shared, tops, strict=True)
                if top
            )
            board = Board(tuple(placement for _, placement in order))
            table = Table(deck.name, seen.face, board, rules=rules)
            illegal = sum(bool(judgement.violations) for judgement in judge(table, deck))
            look = (chosen, tuple(top and top.site for top in tops))
            tables[look].append(Weighed(weight + fits, illegal, board))
    kept = [
        [one for one in alike if all(fact.holds(one.board) for fact in facts)] for alike in tables.values()
    ]
    return [
        replace(
            min(left, key=lambda one: one.illegal),
            seen=left[0].seen + np.log(len(orders(left)) / len(orders(alike))),
        )
        for left, alike in zip(kept, tables.values(), strict=True)
        if left
    ]


def orders(tables: Sequence[Weighed]) -> set[frozenset[tuple[str, str]]]:
    """Return the different orders of tables that look alike."""
    return {overlapping_pairs(one.board) for one in tables}


def shares(log_weights: list[float]) -> list[float]:
    weights = np.exp(np.array(log_weights) - max(log_weights))
    return [float(share) for share in weights / weights.sum()]


def index_of(each: RankedBoard, twin: list[Weighed]) -> int:
    """Return which of the twin's tables a board is, by its cards and by what is visible of their order."""
    (index,) = (
        index
        for index, one in enumerate(twin)
        if set(one.board) == set(each.board) and visible_order(one.board) == visible_order(each.board)
    )
    return index
