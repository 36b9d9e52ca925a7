"""Joins evidence with what somebody says who sees the table, so that `solver.reconstruct` keeps to both.

What is said is certain, the picture is not. So a site that is named holds that card alone, wherever else the
picture saw it; a card that the reader did not find gets a site of its own. Of such a card the picture tells
one thing: which squares it does not show, for another card's pattern is clearly seen there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Final

from games.camouflage.board import Cell, Placement
from games.camouflage.cards import Deck
from games.camouflage.errors import FactError
from games.camouflage.evidence import Candidate, Doubt, Evidence, Lying, SharedCell, Site, Top
from games.camouflage.facts import Complete, Empty, Fact, Lies, Over, Owned, Turned
from solver.answers import SURE_PRESENCE

_TURNS: Final = (0, 1, 2, 3)
_OTHER_DECK: Final = 10.0
"""By how many nats a card of another deck than was seen is less likely: more than what is listed at all."""
_LAST_RESORT: Final = 20.0
"""By how many nats what was not seen at a place is less likely: it is taken where no table can be so else."""


def with_facts(evidence: Evidence, facts: Sequence[Fact], deck: Deck) -> Evidence:
    """Returns the evidence with what is known besides.

    Args:
        evidence: what was seen; its sites keep their numbers, and sites of cards that were not found follow.
        facts: what is known; no two of them contradict each other by themselves.
        deck: the cards.

    Raises:
        FactError: a card is named that was seen nowhere, and nothing says where it lies.
    """
    if not facts:
        return evidence
    named = _named(facts)
    laid = _Sites(evidence, deck)
    for place in named.values():
        laid.lay(place)
    for fact in facts:
        if isinstance(fact, Empty):
            laid.clear(fact.centre)
    laid.leave_others()
    piles = tuple(fact.cards for fact in facts if isinstance(fact, Over))
    lying = tuple(dict.fromkeys(_lying(facts)))
    for card, turn in lying:
        laid.require(card, turn)
    return replace(
        evidence,
        sites=tuple(laid.sites),
        shared=laid.shared(),
        doubts=tuple(_left(evidence.doubts, facts, named)),
        piles=piles,
        lying=lying,
    )


def _lying(facts: Iterable[Fact]) -> Iterator[Lying]:
    """Goes through the cards that lie on the table by facts which do not say where."""
    for fact in facts:
        match fact:
            case Turned(card, turn):
                yield Lying(card, turn)
            case Over(cards):
                yield from (Lying(card, None) for card in cards)
            case Owned(card):
                yield Lying(card, None)
            case _:
                pass


def _named(facts: Iterable[Fact]) -> dict[str, Lies]:
    """Returns where cards are said to lie, with the turns that other facts tell."""
    turns = {
        fact.card: fact.turn for fact in facts if isinstance(fact, Lies | Turned) and fact.turn is not None
    }
    return {fact.card: replace(fact, turn=turns.get(fact.card)) for fact in facts if isinstance(fact, Lies)}


def _left(doubts: Iterable[Doubt], facts: Iterable[Fact], named: Mapping[str, Lies]) -> Iterator[Doubt]:
    """Goes through the doubts that the facts do not lift."""
    covered = {cell for fact in named.values() for cell in Placement(fact.card, fact.centre).cells}
    centres = {fact.centre for fact in named.values()}
    cleared = {fact.centre for fact in facts if isinstance(fact, Empty)}
    complete = any(isinstance(fact, Complete) for fact in facts)
    for doubt in doubts:
        if doubt.kind == "between":
            lifted = doubt.cell in centres or (doubt.cell is not None and _beside(doubt.cell, centres))
        else:
            known = bool(doubt.cards) and named.keys() >= {*doubt.cards}
            lifted = complete or known or doubt.cell in covered
        if not lifted and doubt.cell not in cleared:
            yield doubt


def _beside(cell: Cell, centres: Iterable[Cell]) -> bool:
    return any(max(abs(cell[0] - x), abs(cell[1] - y)) == 1 for x, y in centres)


class _Sites:
    """Sites to which facts are applied one after the other.

    Attributes:
        sites: as they are by now.
    """

    def __init__(self, evidence: Evidence, deck: Deck) -> None:
        self.sites = [*evidence.sites]
        self._evidence, self._deck = evidence, deck
        self._held: dict[int, Lies] = {}
        self._strange: set[int] = set()

    def lay(self, fact: Lies) -> None:
        """Lets a site hold one card alone: the one there, one that moves there, or a new one."""
        number = self._site_for(fact)
        likely = []
        if number < len(self.sites):
            likely = [each for each in self.sites[number].candidates if _fits(each, fact)]
        else:
            self.sites.append(Site(fact.centre, (Candidate(fact.card, 0, 0.0),), SURE_PRESENCE))
        old = self.sites[number]
        if not likely or old.centre != fact.centre:
            self._strange.add(number)
        turns = _TURNS if fact.turn is None else (fact.turn,)
        candidates = tuple(likely) or tuple(Candidate(fact.card, turn, 0.0) for turn in turns)
        self.sites[number] = Site(fact.centre, candidates, max(old.presence, SURE_PRESENCE))
        self._held[number] = fact

    def _site_for(self, fact: Lies) -> int:
        """Returns the site that is meant, or the next free number."""
        free = [number for number in range(len(self.sites)) if number not in self._held]
        there = [number for number in free if self.sites[number].centre == fact.centre]
        beside = [
            number
            for number in free
            if _beside(self.sites[number].centre, [fact.centre])
            and self.sites[number].candidates[0].card == fact.card
        ]
        own = [each for each in there if any(one.card == fact.card for one in self.sites[each].candidates)]
        return next(iter([*own, *there, *beside]), len(self.sites))

    def clear(self, centre: Cell) -> None:
        """Leaves no card on a cell."""
        for number, site in enumerate(self.sites):
            if site.centre == centre:
                self.sites[number] = replace(site, presence=-inf)

    def leave_others(self) -> None:
        """Lets sites whose likeliest card lies elsewhere hold others; each card lies once."""
        gone = {fact.card for fact in self._held.values()}
        for number, site in enumerate(self.sites):
            if number in self._held or site.candidates[0].card not in gone:
                continue
            seen = [each for each in site.candidates if each.card not in gone]
            others = [*seen, *self._others(site, gone, seen)]
            others.sort(key=lambda each: -each.log_likelihood)
            # Where no card is left that it may be, none lies there.
            self.sites[number] = (
                replace(site, candidates=tuple(others)) if others else replace(site, presence=-inf)
            )
            if not seen:
                self._strange.add(number)

    def _others(self, site: Site, gone: set[str], seen: Sequence[Candidate]) -> Iterator[Candidate]:
        """Goes through what a site may hold whose card lies elsewhere: any other card with that centre.

        What was seen there as well is likelier. Else it is of the same deck, for the centre was seen, unless
        all cards of that deck lie elsewhere.
        """
        decks = {self._deck.card(each.card).deck for each in site.candidates}
        known = {each.card for each in seen}
        best = seen[0].log_likelihood - _LAST_RESORT if seen else 0.0
        for card in self._deck.cards:
            if card.id not in gone | known:
                likely = best if card.deck in decks else best - _OTHER_DECK
                yield from (Candidate(card.id, turn, likely) for turn in _TURNS)

    def require(self, card: str, turn: int | None) -> None:
        """Lets a card be turned so wherever it was seen.

        Raises:
            FactError: it was seen nowhere.
        """
        where = {
            number: [each for each in site.candidates if each.card == card]
            for number, site in enumerate(self.sites)
            if site.presence > -inf
        }
        own = [each for candidates in where.values() for each in candidates]
        if not own:
            raise FactError(
                f'{card} was not read anywhere; say where it lies, such as "{card} lies at 3,1 turned 90"'
            )
        if turn is None:
            return
        # Where it was seen turned so elsewhere it lies there, unless no table can be so.
        loss = _LAST_RESORT if any(each.turn == turn for each in own) else 0.0
        for number, found in where.items():
            if found and all(each.turn != turn for each in found):
                site = self.sites[number]
                new = Candidate(card, turn, found[0].log_likelihood - loss)
                ranked = sorted((*site.candidates, new), key=lambda each: -each.log_likelihood)
                self.sites[number] = replace(site, candidates=tuple(ranked))

    def shared(self) -> tuple[SharedCell, ...]:
        """Returns the cells that are shared now."""
        if not self._strange:
            return self._evidence.shared
        on: dict[Cell, list[int]] = {}
        for number, site in enumerate(self.sites):
            for cell in Placement("", site.centre).cells:
                on.setdefault(cell, []).append(number)
        strange = {cell: [each for each in numbers if each in self._strange] for cell, numbers in on.items()}
        told = [
            SharedCell(each.cell, tuple(top for top in each.tops if top.site not in self._strange))
            for each in self._evidence.shared
        ]
        # Where a card lies alone that was seen, nothing had to be told of it.
        lone = [
            SharedCell(cell, tuple(Top(number, 0.0) for number in numbers if number not in self._strange))
            for cell, numbers in on.items()
            if cell not in {each.cell for each in told}
        ]
        return tuple(
            SharedCell(cell, (*tops, *self._tops(cell, strange[cell], tops)))
            for cell, tops in ((each.cell, each.tops) for each in (*told, *lone))
            if len(tops) + len(strange.get(cell, ())) > 1
        )

    def _tops(self, cell: Cell, numbers: Iterable[int], known: Sequence[Top]) -> Iterator[Top]:
        """Weighs cards with which a cell's picture was not compared by their patterns."""
        best = max(known, key=lambda top: top.log_likelihood, default=None)
        for number in numbers:
            if best is None:
                yield Top(number, 0.0)
            else:
                yield Top(number, best.log_likelihood - self._against(number, best.site, cell))

    def _against(self, strange: int, best: int, cell: Cell) -> float:
        """Returns by how much a cell's picture is another card's rather than that of one not compared."""
        shown = next((each for each in self._evidence.seen if each.cell == cell), None)
        if shown is None:
            return 0.0
        same = self._pattern(strange, cell) in (None, self._pattern(best, cell))
        return 0.0 if same or shown.site in self._strange else shown.log_odds

    def _pattern(self, number: int, cell: Cell) -> str | None:
        """Returns the pattern of a site's card on a cell, None where its turn is not known."""
        site = self.sites[number]
        first, *others = site.candidates
        if number in self._strange and others:
            return None
        row, column = cell[1] - site.centre[1] + 1, cell[0] - site.centre[0] + 1
        return self._deck.face(first.card, self._evidence.face, first.turn).rows[row][column]


def _fits(candidate: Candidate, fact: Lies) -> bool:
    return candidate.card == fact.card and fact.turn in (None, candidate.turn)
