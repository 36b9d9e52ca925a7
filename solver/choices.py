"""What an answer is put together from: what each site holds, and which card is on top of each group of cells.

Cells on which the same cards lie are one group, for the same card is on top of them all. So two cards that
share six cells leave one choice and not six. What a choice loses is measured against the best of its kind.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.camouflage.evidence import Evidence
from solver.answers import candidate_gains, surely_absent, surely_present, top_gains


class Holding(NamedTuple):
    """One thing that a site may hold.

    Attributes:
        loss: what it gains beyond the site's best: nothing or less.
        candidate: which of the site's candidates, None for no card.
        card: its card as one bit, none for no card.
    """

    loss: float
    candidate: int | None
    card: int


class Top(NamedTuple):
    """One card that may be on top of a group of cells.

    Attributes:
        loss: what it gains beyond the group's best: nothing or less.
        site: the site of the card.
        beneath: the sites of the other cards, as a set of bits.
    """

    loss: float
    site: int
    beneath: int


class Stacking(NamedTuple):
    """The choices of tops, where it is known which sites hold a card.

    Attributes:
        gain: the most that all cells gain together.
        groups: each group's tops, the best first; the most decided group first.
        cells: for each shared cell its group, None where fewer than two cards lie.
        lone: for each shared cell the site of its only card, None where there are more or none.
    """

    gain: float
    groups: Sequence[Sequence[Top]]
    cells: Sequence[int | None]
    lone: Sequence[int | None]

    def tops(self, chosen: Sequence[int]) -> tuple[int | None, ...]:
        """Returns the site on top of each shared cell, where `chosen` numbers the top of each group."""
        return tuple(
            lone if group is None else self.groups[group][chosen[group]].site
            for group, lone in zip(self.cells, self.lone, strict=True)
        )


def decided(options: Sequence[Holding] | Sequence[Top]) -> float:
    """Returns how clearly the best option is the best, for sorting: less is clearer."""
    return options[1].loss if len(options) > 1 else float("-inf")


def holdings(evidence: Evidence) -> tuple[float, list[list[Holding]]]:
    """Lists what each site may hold, the best first.

    Returns:
        The most that all sites gain together, and each site's choices.
    """
    cards = dict.fromkeys(each.card for site in evidence.sites for each in site.candidates)
    bits = {card: 1 << number for number, card in enumerate(cards)}
    most, choices = 0.0, []
    for site in evidence.sites:
        gains = candidate_gains(site)
        found = [
            Holding(gain, index, bits[each.card])
            for index, (gain, each) in enumerate(zip(gains, site.candidates, strict=True))
        ]
        if surely_absent(site):
            found = []
        if not surely_present(site):
            found.append(Holding(0.0, None, 0))
        best = max(each.loss for each in found)
        most += best
        relative = [each._replace(loss=each.loss - best) for each in found]
        choices.append(sorted(relative, key=lambda each: -each.loss))
    return most, choices


def stacking(evidence: Evidence, present: int) -> Stacking:
    """Groups the shared cells by the cards on them.

    Args:
        evidence: what was seen.
        present: the sites that hold a card, as a set of bits.
    """
    lying = [present & sum(1 << top.site for top in shared.tops) for shared in evidence.shared]
    gains: dict[int, dict[int, float]] = {there: {} for there in lying}
    for there, shared in zip(lying, evidence.shared, strict=True):
        group = gains[there]
        for top, gain in zip(shared.tops, top_gains(shared), strict=True):
            if there >> top.site & 1:
                group[top.site] = group.get(top.site, 0.0) + gain
    choices = {there: _tops(there, group) for there, group in gains.items() if len(group) > 1}
    order = sorted(choices, key=lambda there: decided(choices[there]))
    number = {there: index for index, there in enumerate(order)}
    lone = {there: next(iter(group)) for there, group in gains.items() if len(group) == 1}
    return Stacking(
        sum(max(group.values(), default=0.0) for group in gains.values()),
        [choices[there] for there in order],
        [number.get(there) for there in lying],
        [lone.get(there) for there in lying],
    )


def _tops(there: int, gains: dict[int, float]) -> list[Top]:
    best = max(gains.values())
    tops = [Top(gain - best, site, there & ~(1 << site)) for site, gain in gains.items()]
    return sorted(tops, key=lambda top: -top.loss)
