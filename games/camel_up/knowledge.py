"""What is known of hidden cards in an open state of Camel Up: which can still turn up."""

from dataclasses import dataclass

from games.camel_up.cards import COPIES, CRAZY_KINDS, RACING_KINDS, UNKNOWN, counts_of
from games.camel_up.state import State


@dataclass(frozen=True, slots=True)
class DeckKnowledge:
    """What is known of the racing deck of a round. Each tuple has a number for each kind of card.

    The deck is made of the cards that players gave, of `extra` ones drawn at random from all that were
    discarded, and of some of the crazy camel.

    Attributes:
        given: cards that are known to have been given.
        thrown: cards that are known to have been discarded.
        shown: cards that lay or lie face up in front of players.
        revealed: cards that have been revealed from the deck.
        unknown: how many racing cards are in the whole deck beside those known to have been given.
        extra: how many of these were drawn from the discards.
        crazy: how many cards of the crazy camel the whole deck has.
    """

    given: tuple[int, ...]
    thrown: tuple[int, ...]
    shown: tuple[int, ...]
    revealed: tuple[int, ...]
    unknown: int
    extra: int
    crazy: int

    @property
    def pool(self) -> tuple[int, ...]:
        """The racing cards of each kind of which nothing is known but what was revealed."""
        used = zip(COPIES, self.given, self.thrown, self.shown, strict=True)
        return tuple(copies - given - thrown - shown for copies, given, thrown, shown in used)

    @property
    def fits(self) -> bool:
        """Whether all that was revealed can have been in the deck."""
        excess = [self.revealed[kind] - self.given[kind] for kind in RACING_KINDS]
        drawn = [more - self.pool[kind] for kind, more in zip(RACING_KINDS, excess, strict=True)]
        return (
            sum(max(0, more) for more in excess) <= self.unknown
            and sum(max(0, more) for more in drawn) <= self.extra
            and all(more <= self.thrown[kind] for kind, more in zip(RACING_KINDS, drawn, strict=True))
            and all(self.revealed[kind] <= COPIES[kind] for kind in CRAZY_KINDS)
            and sum(self.revealed[kind] for kind in CRAZY_KINDS) <= self.crazy
        )


def deck_knowledge(state: State) -> DeckKnowledge:
    """Return what is known of the racing deck; in a dealt state, look at an opened one."""
    card = state.setting.card
    given = counts_of([each for cards in state.given for each in cards])
    thrown = counts_of([each for cards in state.thrown for each in cards])
    shown = counts_of([*state.played, *state.face_up])
    unknown = given[UNKNOWN] + card.extra
    for counts in (given, thrown, shown):
        counts[UNKNOWN] = 0
    return DeckKnowledge(
        tuple(given),
        tuple(thrown),
        tuple(shown),
        tuple(counts_of(state.revealed)),
        unknown,
        card.extra,
        card.crazy,
    )


def may_be_revealed(state: State, card: int) -> bool:
    """Tell whether the next card of the racing deck can be this one, as far as is known."""
    return deck_knowledge(state._replace(revealed=(*state.revealed, card))).fits


def may_be_dealt(state: State, card: int) -> bool:
    """Tell whether a racing card can be in a hand, or be revealed before the first round."""
    groups = (*state.hands, *state.thrown, *state.given, state.face_up, state.revealed)
    return sum(group.count(card) for group in groups) < COPIES[card]
