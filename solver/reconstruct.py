"""From evidence to boards: the most probable tables that a photo can show.

Each site holds one of its candidates, each card lies once, each shared cell shows one of its cards on top,
and one order of laying must explain all the tops. Such answers are listed by the evidence's log-likelihood,
until what is left is negligible: by `solver.best_first`, or where that gives up by `solver.cp_sat`.

Two lists are made, one by the evidence alone and one that also prefers boards laid by the rules; each board
of either is then weighed both ways. `p_evidence` uses no rule; `p` multiplies in `ILLEGAL_CHANCE` for every
illegal card.
"""

import time
from dataclasses import dataclass

from games.camouflage.cards import Deck
from games.camouflage.evidence import Evidence
from games.camouflage.table import Rules
from solver.answers import Answer, Clashes, Listing
from solver.best_first import Search
from solver.ranking import ILLEGAL_CHANCE, ILLEGAL_COST, RankedBoard, ranked
from solver.status import Status

__all__ = ["ILLEGAL_CHANCE", "RankedBoard", "Reconstruction", "reconstruct"]


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """The boards that explain the evidence.

    Attributes:
        status: OPTIMAL where each list is complete, by its model, down to what is negligible; FEASIBLE where
            time or `limit` cut it.
        boards: the most probable first by `p`; no two look alike from above.
    """

    status: Status
    boards: tuple[RankedBoard, ...]


def reconstruct(
    evidence: Evidence,
    deck: Deck,
    rules: Rules,
    *,
    time_limit_s: float = 5.0,
    num_workers: int = 1,
    seed: int = 0,
    limit: int = 32,
) -> Reconstruction:
    """Finds the most probable boards.

    Args:
        evidence: what was seen.
        deck: the cards.
        rules: the rules of the table, for `p`.
        time_limit_s: for all solving together; what was found until then is returned.
        num_workers: threads of CP-SAT.
        seed: for CP-SAT.
        limit: the most boards to list by each measure.

    Returns:
        The boards; none where the evidence contradicts itself or the time was too short.
    """
    deadline = time.monotonic() + time_limit_s
    clashes = Clashes(evidence, deck, rules)
    search = Search(evidence, clashes)

    def listing(clash_cost: float) -> Listing:
        found = search.best(clash_cost, deadline, limit)
        if found is not None:
            return found
        from solver.cp_sat import Model

        return Model(evidence, clashes, clash_cost).best(deadline, num_workers, seed, limit)

    listings = [listing(clash_cost) for clash_cost in (0.0, ILLEGAL_COST)]
    listed: dict[Answer, float] = {}
    for each in listings:
        listed.update(each.answers)
    if not listed:
        return Reconstruction(listings[0].status, ())
    complete = all(each.status is Status.OPTIMAL for each in listings)
    return Reconstruction(
        Status.OPTIMAL if complete else Status.FEASIBLE, ranked(listed, evidence, deck, rules)
    )
