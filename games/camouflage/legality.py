"""Which cards lie legally, and where a card may be laid.

Each rule that a card can break is a `Violation`. A card is judged by the squares directly beneath it, not by
those above; so of two squares that clash the upper card is at fault.
"""

import enum
from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.camouflage.board import Board, Cell, Placement
from games.camouflage.cards import Deck
from games.camouflage.errors import DuplicateCardError
from games.camouflage.surface import Contact, Surface, contact, lay, surface
from games.camouflage.table import Rules, Table


class Violation(enum.Flag):
    """The rules that a card can break, all at once if need be."""

    TOO_FEW_MATCHES = enum.auto()
    """It matches fewer squares than the minimum."""
    PATTERN_CLASH = enum.auto()
    """It covers a square of another pattern."""
    COVERS_CENTRE = enum.auto()
    """It covers a centre, without Centers Wild."""
    CENTRE_COVERS = enum.auto()
    """Its centre covers a square, without Centers Wild."""
    LOOSE = enum.auto()
    """It lies on no other card, though it is not the first on the table and there is a minimum."""
    OWN_LOCATION = enum.auto()
    """It lies on its player's own location, and is not the card that began it."""
    FROZEN_LOCATION = enum.auto()
    """It would be laid on the location of a player who is out."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the broken rules as they are printed."""
        return tuple((rule.name or "").lower().replace("_", "-") for rule in self)


@dataclass(frozen=True, slots=True)
class Breach:
    """One broken rule.

    Attributes:
        rule: a single violation.
        cells: where it shows: the squares that match too few, the ones that clash, else the card's own cells.
        matches: how many squares match, for `Violation.TOO_FEW_MATCHES`.
        needed: how many should, likewise.
    """

    rule: Violation
    cells: tuple[Cell, ...]
    matches: int | None = None
    needed: int | None = None

    @property
    def reason(self) -> str:
        """The breach in words."""
        count = {"matches": self.matches, "needed": self.needed, "cells": len(self.cells)}
        return _REASONS[self.rule].format(**count)


_REASONS = {
    Violation.TOO_FEW_MATCHES: "squares that match: {matches}, needed: {needed}",
    Violation.PATTERN_CLASH: "squares on another pattern: {cells}",
    Violation.COVERS_CENTRE: "covers a centre",
    Violation.CENTRE_COVERS: "its centre covers a square",
    Violation.LOOSE: "lies on no card",
    Violation.OWN_LOCATION: "lies on its player's own location",
    Violation.FROZEN_LOCATION: "the location's owner is out",
}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is to be said of a card on the table, or of one about to be laid there.

    Attributes:
        placement: the card and where it lies.
        location: the player on whose location, None on the shared board.
        legal: None where one of several cards is illegal and nothing tells which.
        breaches: the rules it surely breaks.
        on: the different cards it touches from above.
        covered: the cells in which it lies on another card.
        matches: how many of these count towards the minimum.
        wild: how many of these are wild: its own centre or one beneath, under Centers Wild.
    """

    placement: Placement
    location: str | None
    legal: bool | None
    breaches: tuple[Breach, ...]
    on: tuple[str, ...]
    covered: tuple[Cell, ...]
    matches: int
    wild: int

    @property
    def card(self) -> str:
        """The card's id."""
        return self.placement.card

    @property
    def violations(self) -> Violation:
        """The rules it surely breaks, as one flag."""
        broken = Violation(0)
        for breach in self.breaches:
            broken |= breach.rule
        return broken


def judge(table: Table, deck: Deck, *, order_known: bool = True) -> tuple[Judgement, ...]:
    """Judge all cards on the table, pile by pile, bottom first.

    Args:
        table: the table.
        deck: its cards.
        order_known: whether the order of the placements tells which card was laid first. A photo does not;
            then `legal` is None for several cards of which only one can have been the first.

    Raises:
        CamouflageError: the table does not fit the deck.
    """
    table.check(deck)
    ways = exemptions(table, deck, order_known=order_known)
    lenient = judge_exempting(table, deck, ways[0].union(*ways))
    if len(ways) == 1:
        return lenient
    strict = judge_exempting(table, deck, ways[0].intersection(*ways))
    return tuple(
        one if one.legal == other.legal else replace(one, legal=None)
        for one, other in zip(lenient, strict, strict=True)
    )


def verdict(judgements: tuple[Judgement, ...]) -> bool | None:
    """Tell whether a whole table is legal: False as soon as one card is not, None if that is open for one.

    Of several cards that can have been the first all but one are illegal, so the table is, whichever it was.
    """
    legal = [judgement.legal for judgement in judgements]
    if False in legal or legal.count(None) > 1:
        return False
    return None if None in legal else True


def exemptions(table: Table, deck: Deck, *, order_known: bool = True) -> tuple[frozenset[str], ...]:
    """Return which cards need not match anything because they were the first, in all ways it can have been.

    Ruling: on a location it is the owner's own card. On a shared board it is exactly one card that covers
    nothing, one of the starting cards where these are known, else the first of all. A photo does not show the
    first of all (`order_known` False): then it is any that covers nothing, if need be of no player's deck.
    """
    if table.locations:
        return (frozenset(location.board.placements[0].card for location in table.locations),)
    bottom = _covering_nothing(table.board)
    if started := set(table.start or ()).intersection(table.cards):
        bottom = [card for card in bottom if card in started]
    elif not order_known:
        played = set((table.players or {}).values())
        bottom = [card for card in bottom if deck.card(card).deck not in played] or bottom
    return tuple(frozenset({card}) for card in (bottom[:1] if order_known else bottom)) or (frozenset(),)


def judge_exempting(table: Table, deck: Deck, exempt: frozenset[str]) -> tuple[Judgement, ...]:
    """Judge all cards on the table, pile by pile, with the cards of `exempt` as the first ones."""
    judgements = []
    for location, board in table.piles:
        top: Surface = {}
        for placement in board:
            judgements.append(
                _judge_on(top, table, deck, placement, location, first=placement.card in exempt)
            )
            lay(top, placement, deck.face(placement.card, table.face, placement.turn))
    return tuple(judgements)


def judge_play(table: Table, deck: Deck, placement: Placement, location: str | None = None) -> Judgement:
    """Judge a card that is about to be laid on top of what lies on the table.

    Args:
        table: the table without the card.
        deck: its cards.
        placement: where the card would be laid.
        location: the player on whose location, in Not My Stack!.

    Raises:
        DuplicateCardError: the card lies there already.
        UnknownCardError: there is no such location, or no such card.
    """
    _refuse_laid(table, placement.card)
    top = surface(table.pile(location), deck, table.face)
    return _judge_play_on(top, table, deck, placement, location)


def places(table: Table, deck: Deck, card: str) -> list[Judgement]:
    """Return all legal places of a card, by location, row, column and turn.

    A place covers at least one square; only on an empty board a card lies on nothing, at (0, 0).

    Raises:
        DuplicateCardError: the card lies on the table already.
        CamouflageError: the table does not fit the deck, or the card does not.
    """
    table.check(deck)
    _refuse_laid(table, card)
    plays = []
    for location, board in table.piles:
        top = surface(board, deck, table.face)
        plays += [_judge_play_on(top, table, deck, place, location) for place in _touching(top, card)]
    return [play for play in plays if play.legal]


def _judge_play_on(
    top: Surface, table: Table, deck: Deck, placement: Placement, location: str | None
) -> Judgement:
    play = _judge_on(top, table, deck, placement, location, first=not top)
    # A location is frozen once its owner is out; what lay there before may stay, so only a new card is late.
    if location is None or location not in (table.out or ()):
        return play
    frozen = Breach(Violation.FROZEN_LOCATION, placement.cells)
    return replace(play, legal=False, breaches=(*play.breaches, frozen))


def _judge_on(
    top: Surface, table: Table, deck: Deck, placement: Placement, location: str | None, *, first: bool
) -> Judgement:
    meeting = contact(top, placement, deck.face(placement.card, table.face, placement.turn))
    wild = len({*meeting.over_centres, *meeting.under_own_centre}) if table.rules.wild_centres else 0
    matches = len(meeting.matching) + wild * table.rules.wild_counts
    breaches = [*_breaches(meeting, table.rules)]
    if matches < table.rules.min_match and not first:
        breaches += _below_minimum(placement, meeting, matches, table.rules.min_match)
    # Nobody plays on the own location; the card that began it was not played.
    if location is not None and not first and deck.card(placement.card).deck == table.deck_of(location):
        breaches.append(Breach(Violation.OWN_LOCATION, placement.cells))
    return Judgement(
        placement=placement,
        location=location,
        legal=not breaches,
        breaches=tuple(breaches),
        on=meeting.on,
        covered=meeting.covered,
        matches=matches,
        wild=wild,
    )


def _breaches(meeting: Contact, rules: Rules) -> Iterator[Breach]:
    # Every square it covers has to match.
    if meeting.clashing:
        yield Breach(Violation.PATTERN_CLASH, meeting.clashing)
    # A centre neither is covered nor covers, unless it is wild.
    if meeting.over_centres and not rules.wild_centres:
        yield Breach(Violation.COVERS_CENTRE, meeting.over_centres)
    if meeting.under_own_centre and not rules.wild_centres:
        yield Breach(Violation.CENTRE_COVERS, meeting.under_own_centre)


def _below_minimum(placement: Placement, meeting: Contact, matches: int, needed: int) -> Iterator[Breach]:
    yield Breach(Violation.TOO_FEW_MATCHES, meeting.matching, matches, needed)
    if not meeting.covered:
        yield Breach(Violation.LOOSE, placement.cells)


def _covering_nothing(board: Board) -> list[str]:
    """Return the cards that lie on no other, in the order of the placements."""
    return [
        placement.card
        for index, placement in enumerate(board)
        if not any(placement.overlaps(lower) for lower in board.placements[:index])
    ]


def _touching(top: Surface, card: str) -> Iterator[Placement]:
    """Go through all placements of a card that share a cell with the surface, row by row."""
    centres = {(y + dy, x + dx) for x, y in top for dx in (-1, 0, 1) for dy in (-1, 0, 1)} or {(0, 0)}
    for y, x in sorted(centres):
        for turn in range(4):
            yield Placement(card, Cell(x, y), turn)


def _refuse_laid(table: Table, card: str) -> None:
    if card in table.cards:
        raise DuplicateCardError(f"{card} lies on the table already")
