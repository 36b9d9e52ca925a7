"""Puzzles composed for a deck: an outline that pleases, cards that make it, and the proof of what was wanted.

Outlines are grown with a symmetry, and the one of several that pleases most is taken. Cards of the deck are
searched that match on it, so that there is an answer, and changed a few at a time. Where there are as many
answers as wanted, the puzzle is graded; what is not as wanted is drawn anew. Chance comes from the seed and
all limits are numbers of steps, so a seed composes the same puzzle on every machine.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from games.camouflage import Deck, FaceName, Rules, Table, judge, verdict
from puzzles import Outline, Puzzle, PuzzleError, puzzle_of_board
from puzzles.outline import outline_of_centres, too_close
from puzzles.puzzle import MOST_STARS, TECHNIQUES
from solver.changing import boards
from solver.grading import prove, stars_of
from solver.growing import SYMMETRIES, grow, positions
from solver.human import Technique
from solver.layout_cards import Cards, cards_of
from solver.pleasing import pleasing

FEWEST_CARDS: Final = 3
MOST_CARDS: Final = 12
MOST_ANSWERS: Final = 8
"""What can be wished for."""

_CARDS: Final[Mapping[int, range]] = {
    1: range(3, 7),
    2: range(3, 6),
    3: range(4, 11),
    4: range(4, 12),
    5: range(8, 13),
}
"""How many cards a puzzle has that is to have so many stars: where about as many are found."""

_CARDS_OF_A_CHOICE: Final = range(4, 9)
"""How many it has with wild centres, or with several answers where the stars do not matter."""

_EASY: Final = 2
"""Up to how many stars a puzzle leaves little open."""

_OUTLINES: Final = 6
"""Of how many outlines the one that pleases most is taken."""

_LEAST_PLEASING: Final = 0.6
"""What an outline has to reach, of 1."""

_ROUNDS: Final = 400
"""How many outlines are tried before it is given up."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a puzzle is to be like.

    Attributes:
        face: the side that is played.
        stars: how hard, 1 to 5; any where None.
        answers: how many it is to have in all.
        cards: of how many cards; where None, of as many as go with the stars.
        wild_centres: whether centres cover and are covered.

    Raises:
        PuzzleError: there is no such puzzle; the message begins with the field.
    """

    face: FaceName
    stars: int | None = None
    answers: int = 1
    cards: int | None = None
    wild_centres: bool = False

    def __post_init__(self) -> None:
        """Check the numbers, and that they go together."""
        _within("stars", self.stars, 1, MOST_STARS)
        _within("answers", self.answers, 1, MOST_ANSWERS)
        _within("cards", self.cards, FEWEST_CARDS, MOST_CARDS)
        if self.wild_centres and self.stars not in (None, MOST_STARS):
            raise PuzzleError(
                f"stars: expected {MOST_STARS} of a puzzle with wild centres; found {self.stars}"
            )

    @property
    def sizes(self) -> range:
        """The numbers of cards among which one is drawn."""
        if self.cards is not None:
            return range(self.cards, self.cards + 1)
        if self.wild_centres or (self.stars is None and self.answers > 1):
            return _CARDS_OF_A_CHOICE
        return _CARDS[self.stars] if self.stars else range(FEWEST_CARDS, MOST_CARDS + 1)

    @property
    def aim(self) -> int:
        """1 where cards are wanted that leave much open, -1 where little; 0 where it does not matter."""
        if self.wild_centres or self.stars is None:
            return 0
        return (self.stars == MOST_STARS) - (self.stars <= _EASY)

    @property
    def rules(self) -> Rules:
        """The rules of the puzzle."""
        return Rules(min_match=0, wild_centres=self.wild_centres)


def compose(deck: Deck, wish: Wish, *, seed: int | str, name: str = "puzzle") -> Puzzle | None:
    """Compose a puzzle, with its answer, its stars and their proof.

    Args:
        deck: the cards.
        wish: what it is to be like.
        seed: of all chance.
        name: its name.

    Returns:
        The puzzle; None where none was found that is as wanted.

    Raises:
        PuzzleError: the deck has too few cards with the face.
    """
    hand, draw = _hand(deck, wish), random.Random(seed)  # noqa: S311 - nothing is secret here
    for _ in range(_ROUNDS):
        outline = _outline(draw, wish)
        if outline and (found := _on(outline, hand, deck, wish, draw, name)):
            return found
    return None


def compose_on(
    outline: Outline, deck: Deck, wish: Wish, *, seed: int | str, name: str = "puzzle"
) -> Puzzle | None:
    """Compose a puzzle on an outline with its centres; otherwise as `compose`."""
    hand, draw = _hand(deck, wish), random.Random(seed)  # noqa: S311 - nothing is secret here
    tries = (_on(outline, hand, deck, wish, draw, name) for _ in range(_ROUNDS))
    return next((found for found in tries if found), None)


def _within(field: str, number: int | None, least: int, most: int) -> None:
    if number is not None and not least <= number <= most:
        raise PuzzleError(f"{field}: expected {least} to {most}; found {number}")


def _hand(deck: Deck, wish: Wish) -> Cards:
    cards = [card.id for card in deck.cards if wish.face in card.faces]
    if len(cards) < wish.sizes[-1]:
        raise PuzzleError(
            f"cards: expected a deck of at least {wish.sizes[-1]} cards with {wish.face}; found {len(cards)}"
        )
    return cards_of(deck, wish.face, cards)


def _outline(draw: random.Random, wish: Wish) -> Outline | None:
    """Return the one of several grown outlines that pleases most; None where none pleases enough."""
    count = draw.choice(wish.sizes)
    best: tuple[float, Outline | None] = _LEAST_PLEASING, None
    for _ in range(_OUTLINES):
        symmetry = draw.choice([each for each in SYMMETRIES if wish.answers % each.turns == 0])
        centres = grow(draw, count, symmetry, wild=wish.wild_centres)
        outline = outline_of_centres(centres) if centres else None
        if outline is not None and _fits(outline, wish):
            best = max(best, (pleasing(outline).total, outline), key=lambda each: each[0])
    return best[1]


def _fits(outline: Outline, wish: Wish) -> bool:
    """Tell whether an outline can have as many answers as wanted, and needs wild centres if they are."""
    covered = any(too_close(one, other) for one, other in combinations(outline.centres, 2))
    return covered == wish.wild_centres and wish.answers % positions(outline) == 0


def _on(
    outline: Outline, hand: Cards, deck: Deck, wish: Wish, draw: random.Random, name: str
) -> Puzzle | None:
    """Return the first puzzle on an outline that is as wanted, if some searches find one."""
    for board in boards(outline, hand, draw, answers=wish.answers, wild=wish.wild_centres, aim=wish.aim):
        puzzle = puzzle_of_board(board, deck, wish.face, name=name, rules=wish.rules)
        if wish.wild_centres and not _legal(puzzle, deck):
            continue
        proof = prove(puzzle, deck, most=wish.answers)
        if proof is None or proof.answers != wish.answers:
            continue
        stars = stars_of(puzzle, Technique(1 + TECHNIQUES.index(proof.technique)))
        if wish.stars in (None, stars):
            return replace(puzzle, stars=stars, proof=proof)
    return None


def _legal(puzzle: Puzzle, deck: Deck) -> bool:
    """Tell whether the answer keeps the rules; squares may differ beneath a centre that lies between them."""
    assert puzzle.answer is not None  # noqa: S101 - it was made of its answer
    table = Table(deck.name, puzzle.face, puzzle.answer, rules=puzzle.rules)
    return verdict(judge(table, deck)) is True
