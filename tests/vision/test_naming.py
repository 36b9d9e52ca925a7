"""Shuffled cards come back under their names, from points that stand for prints."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from games.camouflage import Card, Deck
from tests.strategies import DECK, face_of, mixed_deck
from vision.clusters import Likeness, distances
from vision.comparing import RING
from vision.geometry import Floats
from vision.naming import Named, name_cards

PATTERNS = DECK.patterns["animals"]


@dataclass(frozen=True, slots=True, eq=False)
class Photographed:
    """Cards as they were photographed, turned and in any order.

    Attributes:
        cards: which card each is.
        turns: how each was turned clockwise.
        squares: (cards, 9) what each square looks like, by its number among the patterns.
        likeness: of the pattern squares.
        symbols: (4, cards, cards).
    """

    cards: Sequence[str]
    turns: Sequence[int]
    squares: NDArray[np.int64]
    likeness: Likeness
    symbols: Floats

    def named(self, deck: Deck) -> list[Named] | None:
        """Name the cards, of which each is in a photo of its own."""
        photos = np.repeat(np.arange(len(self.cards)), len(RING))
        return name_cards(self.likeness, self.symbols, photos, deck, "animals")

    def right(self, named: Sequence[Named] | None) -> int:
        """Count the cards that were recognised with their turn."""
        assert named is not None
        return sum((each.card, each.turn) == (self.cards[each.item], self.turns[each.item]) for each in named)


def photographed(
    deck: Deck, *, seed: int = 0, wrong: float = 0.0, spread: float = 0.1, count: int | None = None
) -> Photographed:
    """Photograph cards of a deck.

    Args:
        deck: the deck.
        seed: of the order, the turns and the faults.
        wrong: the share of squares that look like another pattern.
        spread: how far squares of one pattern lie apart; patterns are 1.4 apart.
        count: how many cards; all where None.
    """
    random = np.random.default_rng(seed)
    cards = [str(card) for card in random.permutation([card.id for card in deck.cards])][:count]
    turns = [int(turn) for turn in random.integers(0, 4, len(cards))]
    names = [*deck.patterns["animals"], "*"]
    squares = np.array(
        [
            [names.index(square) for square in deck.face(card, "animals", turn).squares]
            for card, turn in zip(cards, turns, strict=True)
        ]
    )
    faulty = random.random(squares.shape) < wrong
    squares[faulty] = random.integers(0, len(names) - 1, int(faulty.sum()))
    points = np.eye(len(names))[squares] + random.normal(0, spread / 2, (*squares.shape, len(names)))
    decks = [deck.decks.index(deck.card(card).deck) for card in cards]
    symbols = random.normal(0.1, 0.05, (4, len(cards), len(cards)))
    for a, b in np.ndindex(len(cards), len(cards)):
        if decks[a] == decks[b]:
            symbols[(turns[a] - turns[b]) % 4, a, b] = 0.9
    return Photographed(cards, turns, squares, _like(points[:, RING]), symbols)


def _like(points: Floats) -> Likeness:
    """Return how alike squares of different cards are whose prints are so far apart."""
    owner = np.repeat(np.arange(len(points)), len(RING))
    like = (1 + 4 * distances(points.reshape(len(owner), -1)) ** 2) ** -2 * (owner[:, None] != owner)
    return Likeness(like, like)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_whole_deck_is_recognised(seed: int) -> None:
    photos = photographed(DECK, seed=seed)
    named = photos.named(DECK)
    assert photos.right(named) == len(DECK.cards)
    assert named is not None
    assert not any(each.unlike for each in named)


def test_some_cards_of_a_deck_are_enough() -> None:
    photos = photographed(DECK, count=12)
    assert photos.right(photos.named(DECK)) == 12


def test_squares_that_look_like_another_pattern_are_outvoted_and_told() -> None:
    """One square in twelve is wrong; the other seven of a card and its symbol say which it is."""
    photos = photographed(DECK, wrong=1 / 12, seed=5)
    named = photos.named(DECK)
    assert photos.right(named) == len(DECK.cards)
    assert named is not None
    for each in named:
        wanted = DECK.face(each.card, "animals", each.turn).squares
        seen = [(*PATTERNS, "*")[number] for number in photos.squares[each.item]]
        assert list(each.unlike) == [place for place in RING if wanted[place] != seen[place]]


def test_each_card_is_named_once() -> None:
    photos = photographed(DECK, wrong=0.2, seed=7)
    named = photos.named(DECK)
    assert named is not None
    assert len({each.card for each in named}) == len({each.item for each in named}) == len(named)


def test_what_the_deck_has_no_card_for_is_left_out() -> None:
    few = Deck("few", DECK.decks, DECK.patterns, DECK.cards[:30])
    photos = photographed(DECK)
    named = photos.named(few)
    assert named is not None
    assert len(named) == 30
    assert photos.right(named) == 30


def test_the_file_of_another_deck_is_refused() -> None:
    photos = photographed(mixed_deck(seed=2), spread=0.3)
    assert photos.named(DECK) is None


@pytest.mark.parametrize("squares", ["zzzzzzzz", "ztzttztz"], ids=["all four turns", "all four, chequered"])
def test_the_symbol_tells_how_a_symmetric_face_is_turned(squares: str) -> None:
    letters = {name[0]: name for name in PATTERNS}
    face = face_of([letters[letter] for letter in squares])
    first = DECK.cards[0]
    deck = Deck(
        "even", DECK.decks, DECK.patterns, (Card(first.id, first.deck, {"animals": face}), *DECK.cards[1:])
    )
    for seed in range(4):
        photos = photographed(deck, seed=seed)
        named = photos.named(deck)
        assert photos.right(named) == len(deck.cards)


def test_names_are_the_same_every_time() -> None:
    photos = photographed(DECK, wrong=0.2, seed=9)
    first, again = (photos.named(DECK) for _ in range(2))
    assert first == again
