"""Puzzles cut from boards that are laid at random by the rules, the same for each seed."""

import random
from collections.abc import Iterator
from typing import Final

from games.camouflage import CENTRE, FACES, Board, Card, Cell, Deck, Face, FaceName, Placement, Rules
from puzzles import Puzzle, puzzle_of_board

FACE: Final[FaceName] = FACES[0]

PATTERNS: Final = ("zebra", "tiger", "snake", "cow")

_ANIMALS: Final = ("lion", "owl", "fox", "frog", "pig", "crab", "bear")

_Squares = tuple[str, ...]


def random_deck(seed: int) -> Deck:
    """Return seven decks of six cards with squares drawn from four patterns."""
    draw = random.Random(seed)  # noqa: S311 - a benchmark has to be the same each time
    cards = [
        Card(f"{animal}-{number}", animal, {FACE: _face(draw.choices(PATTERNS, k=8))})
        for animal in _ANIMALS
        for number in range(1, 7)
    ]
    return Deck(f"random-{seed}", _ANIMALS, {FACE: PATTERNS}, tuple(cards))


def laid_board(seed: int, deck: Deck, count: int) -> Board:
    """Return a board of so many cards, each laid at a random legal place; begun anew where no card fits."""
    draw = random.Random(seed)  # noqa: S311 - a benchmark has to be the same each time
    while True:
        laid = _Laying(deck, draw)
        while len(laid.placements) < count and laid.lay_one():
            pass
        if len(laid.placements) == count:
            return Board(tuple(laid.placements))


def cut_puzzles(count: int, cards: int, *, seed: int, min_match: int = 3) -> Iterator[tuple[Puzzle, Deck]]:
    """Go through puzzles cut from boards of so many cards, each with a deck of its own."""
    for number in range(seed, seed + count):
        deck = random_deck(number)
        board = laid_board(number, deck, cards)
        yield puzzle_of_board(board, deck, FACE, rules=Rules(min_match=min_match)), deck


class _Laying:
    """A board that is being laid, kept as the topmost square of each cell: the rules alone are too slow."""

    def __init__(self, deck: Deck, draw: random.Random) -> None:
        self.placements: list[Placement] = []
        self._draw, self._top = draw, dict[Cell, str]()
        self._hand = [card.id for card in deck.cards]
        self._faces = {
            card: [deck.face(card, FACE, turn).squares for turn in range(4)] for card in self._hand
        }

    def lay_one(self) -> bool:
        """Lay a random card at a random place; False where no card has one."""
        self._draw.shuffle(self._hand)
        for card in self._hand:
            if found := [*self._places(card)]:
                self._lay(self._draw.choice(found))
                return True
        return False

    def _lay(self, placement: Placement) -> None:
        self._hand.remove(placement.card)
        self.placements.append(placement)
        squares = self._faces[placement.card][placement.turn]
        self._top.update(zip(placement.cells, squares, strict=True))

    def _places(self, card: str) -> Iterator[Placement]:
        near = {(x + dx, y + dy) for x, y in self._top for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        for x, y in sorted(near or {(0, 0)}):
            cells = Placement(card, Cell(x, y)).cells
            beneath = [self._top.get(cell) for cell in cells]
            covered = sum(square is not None for square in beneath)
            if self._top and (covered < 3 or CENTRE in beneath or beneath[4] is not None):
                continue
            for turn, squares in enumerate(self._faces[card]):
                if all(below in (None, own) for below, own in zip(beneath, squares, strict=True)):
                    yield Placement(card, Cell(x, y), turn)


def _face(squares: list[str]) -> Face:
    a, b, c, d, e, f, g, h = squares
    return Face(((a, b, c), (d, CENTRE, e), (f, g, h)))
