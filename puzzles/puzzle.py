"""A puzzle card: cards that are to be laid so that they make the outline, all overlaps matching."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from games.camouflage import Board, Deck, FaceName, Rules, UnknownCardError
from games.camouflage.cards import repeated
from puzzles.errors import MalformedPuzzleError
from puzzles.outline import Outline, outline_of_board, too_close

USUAL_RULES: Final = Rules(min_match=0)
"""The rules of a puzzle card that says nothing else: it does not keep the games' minimum of three."""

TECHNIQUES: Final = ("candidates", "places", "squares", "look-ahead", "trial")
"""The techniques that grade a puzzle, from the easiest on; `solver.human` knows what they see."""

MOST_STARS: Final = len(TECHNIQUES)


@dataclass(frozen=True, slots=True)
class Proof:
    """What was proven of a puzzle.

    Attributes:
        answers: how many it has in all, 1 or more.
        technique: the hardest that it needs, one of `TECHNIQUES`.

    Raises:
        MalformedPuzzleError: there is no answer, or no such technique; the message begins with the field.
    """

    answers: int
    technique: str

    def __post_init__(self) -> None:
        """Check the number and the name."""
        if self.answers < 1:
            raise MalformedPuzzleError(f"proof: expected one answer or more; found {self.answers}")
        if self.technique not in TECHNIQUES:
            raise MalformedPuzzleError(
                f"proof: expected a technique of {', '.join(TECHNIQUES)}; found {self.technique!r}"
            )


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle.

    Attributes:
        name: its name.
        deck_name: the set of cards it is played with.
        face: the side that is played.
        cards: the cards to lay, each once.
        outline: what they have to look like.
        rules: the minimum of matching squares, usually 0, and whether centres are wild.
        number: its number in a collection, from 1.
        stars: how hard it is, 1 to 5.
        answer: the answer that is printed, as a board on the outline's own cells. There may be others.
        proof: what was proven of it.

    Raises:
        MalformedPuzzleError: cards and outline do not go together; the message begins with the field.
    """

    name: str
    deck_name: str
    face: FaceName
    cards: tuple[str, ...]
    outline: Outline
    rules: Rules = USUAL_RULES
    number: int | None = None
    stars: int | None = None
    answer: Board | None = None
    proof: Proof | None = None

    def __post_init__(self) -> None:
        """Check that each card can have a centre."""
        if not self.cards:
            raise MalformedPuzzleError("cards: expected at least one card; found none")
        if twice := repeated(self.cards):
            raise MalformedPuzzleError(f"cards: expected each card once; found {twice} twice")
        if self.number is not None and self.number < 1:
            raise MalformedPuzzleError(f"number: expected 1 or more; found {self.number}")
        if self.stars is not None and not 1 <= self.stars <= MOST_STARS:
            raise MalformedPuzzleError(f"stars: expected 1 to {MOST_STARS}; found {self.stars}")
        if self.outline.centres:
            self._check_centres()
        if self.answer is not None:
            self._check_answer(self.answer)

    def _check_answer(self, answer: Board) -> None:
        laid = sorted(placement.card for placement in answer)
        if laid != sorted(self.cards):
            raise MalformedPuzzleError(
                f"answer: expected the cards of the puzzle, {', '.join(self.cards)}; "
                f"found {', '.join(laid) or 'none'}"
            )
        if astray := answer.cells ^ self.outline.cells:
            x, y = min(astray)
            raise MalformedPuzzleError(f"answer: expected just the squares of the outline; {x},{y} differs")

    def _check_centres(self) -> None:
        drawn, cards = len(self.outline.centres), len(self.cards)
        if self.rules.wild_centres and drawn > cards:
            raise MalformedPuzzleError(
                f"outline: expected at most one X a card; found {drawn} for {cards} cards"
            )
        if self.rules.wild_centres:
            return
        if drawn != cards:
            raise MalformedPuzzleError(
                f"outline: expected an X for each card; found {drawn} for {cards} cards"
            )
        for one, other in combinations(sorted(self.outline.centres), 2):
            if too_close(one, other):
                raise MalformedPuzzleError(
                    "outline: expected centres at least two cells apart unless they are wild; "
                    f"found {one.x},{one.y} and {other.x},{other.y}"
                )

    @property
    def without_centres(self) -> "Puzzle":
        """The harder puzzle that shows the outline only."""
        return replace(self, outline=self.outline.without_centres)

    def check(self, deck: Deck) -> None:
        """Check that the deck has the cards, with the face that is played.

        Raises:
            MalformedPuzzleError: it lacks one.
        """
        check_cards(self.cards, deck, self.face)


def check_cards(cards: Sequence[str], deck: Deck, face: FaceName) -> None:
    """Check that cards are in a deck, with the face that is played, and none is there twice.

    Raises:
        MalformedPuzzleError: one is not, or is.
    """
    if twice := repeated(cards):
        raise MalformedPuzzleError(f"cards: expected each card once; found {twice} twice")
    for number, card in enumerate(cards):
        try:
            deck.face(card, face)
        except UnknownCardError as error:
            raise MalformedPuzzleError(f"cards[{number}]: {error}") from error


def puzzle_of_board(
    board: Board, deck: Deck, face: FaceName, *, name: str = "puzzle", rules: Rules = USUAL_RULES
) -> Puzzle:
    """Return the puzzle whose printed answer is this board.

    Args:
        board: cards that match wherever they overlap.
        deck: the cards.
        face: the side that is played.
        name: the puzzle's name.
        rules: as in `Puzzle`.

    Raises:
        MalformedPuzzleError: the board is empty, or has centres too close.
    """
    left, top = (min((cell[axis] for cell in board.cells), default=0) for axis in (0, 1))
    return Puzzle(
        name=name,
        deck_name=deck.name,
        face=face,
        cards=tuple(sorted(placement.card for placement in board)),
        outline=outline_of_board(board),
        rules=rules,
        answer=board.moved(-left, -top),
    )
