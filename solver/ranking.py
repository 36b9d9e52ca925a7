"""Boards from answers, each weighed by the picture alone and by the rules as well."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.camouflage.board import Board, Placement, alike, bottom_first
from games.camouflage.cards import Deck
from games.camouflage.evidence import Evidence
from games.camouflage.legality import judge_exempting
from games.camouflage.table import Rules, Table
from solver.answers import Answer, neighbours, piled

ILLEGAL_CHANCE: Final = 0.02
"""Prior chance that a card was laid against the rules: about one in fifty in games among friends."""
ILLEGAL_COST: Final = math.log((1 - ILLEGAL_CHANCE) / ILLEGAL_CHANCE)
"""What an illegal card takes off the log-likelihood of a board, in nats."""
_ALIKE: Final = 16
"""How many orders that no photo shows are tried for the one with the fewest illegal cards."""


@dataclass(frozen=True, slots=True)
class RankedBoard:
    """A board and how probable it is.

    Attributes:
        board: the cards, bottom first; orders that no photo can show are chosen so that most cards are legal.
        sites: the site of each placement.
        p_evidence: probability by the picture alone; all boards together have the evidence's completeness.
        p: probability when cards are also expected to be laid by the rules.
        known: the pairs (lower card, upper card) whose order the evidence tells.
    """

    board: Board
    sites: tuple[int, ...]
    p_evidence: float
    p: float
    known: frozenset[tuple[str, str]] = frozenset()


def ranked(
    listed: Mapping[Answer, float], evidence: Evidence, deck: Deck, rules: Rules
) -> tuple[RankedBoard, ...]:
    """Builds the board of each answer and weighs it both ways.

    Args:
        listed: the answers and their log-likelihoods by the evidence alone; at least one.
        evidence: what was seen.
        deck: the cards.
        rules: the rules of the table.

    Returns:
        The boards, the most probable first by `p`.
    """
    layer = _Layer(evidence, deck, rules)
    laid = [layer.likeliest(answer) for answer in listed]
    seen = [
        value + math.log(layer.possible(answer, layer.board(cards)))
        for (answer, value), cards in zip(listed.items(), laid, strict=True)
    ]
    by_rules = [value - layer.illegal(cards) * ILLEGAL_COST for value, cards in zip(seen, laid, strict=True)]
    boards = [
        RankedBoard(
            layer.board(cards),
            tuple(layer.site[card] for card in cards),
            evidence.completeness * p_evidence,
            evidence.completeness * p,
            layer.known(answer),
        )
        for answer, cards, p_evidence, p in zip(listed, laid, _shares(seen), _shares(by_rules), strict=True)
    ]
    return tuple(sorted(boards, key=lambda ranked: -ranked.p))


def _shares(log_weights: Sequence[float]) -> list[float]:
    most = max(log_weights)
    weights = [math.exp(log_weight - most) for log_weight in log_weights]
    total = sum(weights)
    return [weight / total for weight in weights]


class _Layer:
    """Lays the cards of answers, and counts which lie illegally.

    The candidates of all sites are numbered throughout; cards that are laid are such numbers, bottom first.
    The boards of one photo differ in few cards, and a card is illegal by what lies beneath it; so each card
    is judged once with the same cards beneath, not once a board.
    """

    def __init__(self, evidence: Evidence, deck: Deck, rules: Rules) -> None:
        self._evidence, self._deck, self._rules = evidence, deck, rules
        self.site: list[int] = []
        self._first: list[int] = []
        self._placements: list[Placement] = []
        for number, site in enumerate(evidence.sites):
            self._first.append(len(self.site))
            self.site += [number] * len(site.candidates)
            self._placements += [Placement(each.card, site.centre, each.turn) for each in site.candidates]
        self._neighbours: list[list[int]] = [[] for _ in evidence.sites]
        for one, two in neighbours(evidence):
            self._neighbours[one].append(two)
            self._neighbours[two].append(one)
        self._illegal: dict[tuple[int, ...], bool] = {}

    def board(self, cards: Sequence[int]) -> Board:
        """Returns the cards as a board."""
        return Board(tuple([self._placements[card] for card in cards]))

    def likeliest(self, answer: Answer) -> list[int]:
        """Returns the cards of an answer, hidden orders so that the fewest are illegal."""
        lying = self._lying(answer)
        upwards = self._upwards(answer) | self._told(answer)
        order = bottom_first(lying, upwards)
        cards = [lying[site] for site in order]
        if not self.illegal(cards) or not self._hides(order, upwards):
            return cards
        number = {self._placements[card].card: card for card in cards}
        choices = [
            [number[placement.card] for placement in board]
            for board in alike(self.board(cards), known=self.known(answer), limit=_ALIKE)
        ]
        return min(choices, key=self.illegal)

    def known(self, answer: Answer) -> frozenset[tuple[str, str]]:
        """Returns which cards lie below which, as far as the tops tell or it is known besides."""
        return self._cards(answer, self._upwards(answer) | self._told(answer))

    def possible(self, answer: Answer, board: Board) -> float:
        """Returns which share of the orders that no photo tells apart keeps to what is known besides."""
        if not self._told(answer):
            return 1.0
        known = self._cards(answer, self._upwards(answer))
        kept = alike(board, known=self.known(answer), limit=_ALIKE)
        return len(kept) / len(alike(board, known=known, limit=_ALIKE))

    def _cards(self, answer: Answer, pairs: Iterable[tuple[int, int]]) -> frozenset[tuple[str, str]]:
        lying = self._lying(answer)
        return frozenset(
            (self._placements[lying[lower]].card, self._placements[lying[upper]].card)
            for lower, upper in pairs
        )

    def _told(self, answer: Answer) -> set[tuple[int, int]]:
        """Returns which sites' cards lie below which because their order is known besides."""
        if not self._evidence.piles:
            return set()
        site = {self._placements[card].card: (number, card) for number, card in self._lying(answer).items()}
        return {
            (site[lower][0], site[upper][0])
            for upper, lower in piled(self._evidence)
            if self._placements[site[upper][1]].overlaps(self._placements[site[lower][1]])
        }

    def _lying(self, answer: Answer) -> dict[int, int]:
        """Returns the card of each site that holds one."""
        return {
            site: first + index
            for site, (first, index) in enumerate(zip(self._first, answer.chosen, strict=True))
            if index is not None
        }

    def _upwards(self, answer: Answer) -> set[tuple[int, int]]:
        """Returns which sites' cards lie below which, as far as the tops tell."""
        return {
            (other.site, top)
            for shared, top in zip(self._evidence.shared, answer.tops, strict=True)
            if top is not None
            for other in shared.tops
            if other.site != top and answer.chosen[other.site] is not None
        }

    def _hides(self, order: Sequence[int], upwards: set[tuple[int, int]]) -> bool:
        """Tells whether there are two neighbours of which the tops do not tell which is above."""
        uppers: dict[int, list[int]] = {site: [] for site in order}
        for lower, upper in upwards:
            uppers[lower].append(upper)
        above: dict[int, int] = {}
        for site in reversed(order):
            above[site] = 0
            for upper in uppers[site]:
                above[site] |= above[upper] | 1 << upper
            if any(other in above and not above[site] >> other & 1 for other in self._neighbours[site]):
                return True
        return False

    def illegal(self, cards: Sequence[int]) -> int:
        """Counts the illegal cards; the first of all need not match anything."""
        stands = self._stands(cards)
        new = {stand for stand in stands if stand not in self._illegal}
        if new:
            involved = set().union(*new)
            part = [card for card in cards if card in involved]
            table = Table(self._deck.name, self._evidence.face, self.board(part), rules=self._rules)
            judgements = zip(part, judge_exempting(table, self._deck, frozenset()), strict=True)
            breaks = {card: bool(judgement.violations) for card, judgement in judgements}
            self._illegal.update({stand: breaks[stand[-1]] for stand in new})
        return sum(self._illegal[stand] for stand in stands[1:])

    def _stands(self, cards: Sequence[int]) -> list[tuple[int, ...]]:
        """Returns for each card those on whose cells it lies, bottom first, and itself at the end."""
        height = {self.site[card]: level for level, card in enumerate(cards)}
        stands = []
        for level, card in enumerate(cards):
            beneath = [height.get(other, level) for other in self._neighbours[self.site[card]]]
            stands.append((*[cards[lower] for lower in sorted(beneath) if lower < level], card))
        return stands
