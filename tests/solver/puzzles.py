"""Small puzzles for the solver, and a twin that tries everything."""

import random
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, permutations, product

from games.camouflage import Board, Cell, Deck, FaceName, Placement, Table, judge, places, verdict
from puzzles import Puzzle, shown
from puzzles.outline import covered
from tests.strategies import DECK

FACE: FaceName = "animals"


def laid(draw: random.Random, count: int, *, deck: Deck = DECK) -> Board:
    """Return a board of so many cards, all laid by the usual rules; of fewer where no more can be laid."""
    board = Board()
    for card in draw.sample([card.id for card in deck.cards], len(deck.cards)):
        if len(board) == count:
            break
        if found := places(Table(deck.name, FACE, board), deck, card):
            board = board.lay(draw.choice(found).placement)
    return board


def solves(puzzle: Puzzle, deck: Deck, board: Board) -> bool:
    """Tell whether a board on the outline's own cells solves a puzzle, by the rules of the games alone."""
    centres = {Cell(*placement.centre) for placement in board}
    drawn = puzzle.outline.centres or centres
    table = Table(deck.name, puzzle.face, board, rules=puzzle.rules)
    as_drawn = board.cells == puzzle.outline.cells and centres == drawn
    return as_drawn and verdict(judge(table, deck)) is True


def answers(puzzle: Puzzle, deck: Deck) -> set[object]:
    """Return all answers to a puzzle, found by trying every card in every place, turn and order."""
    return {shown(board, puzzle, deck) for board in _all_boards(puzzle) if solves(puzzle, deck, board)}


def possible_in_part(puzzle: Puzzle, deck: Deck, cards: Collection[str], cells: Collection[Cell]) -> bool:
    """Tell whether some of a puzzle's cards can lie on its centres so that they match on some cells."""
    placed = [
        [Placement(card, centre, turn) for centre in sorted(puzzle.outline.centres) for turn in range(4)]
        for card in cards
    ]
    return any(
        len({placement.centre for placement in laid}) == len(laid) and _match(laid, deck, cells)
        for laid in product(*placed)
    )


def _match(laid: Iterable[Placement], deck: Deck, cells: Collection[Cell]) -> bool:
    seen: dict[Cell, str] = {}
    for placement in laid:
        squares = deck.face(placement.card, FACE, placement.turn).squares
        for cell, square in zip(placement.cells, squares, strict=True):
            if cell in cells and seen.setdefault(cell, square) != square:
                return False
    return True


def _all_boards(puzzle: Puzzle) -> Iterator[Board]:
    """Go through all boards that cover the outline; where order may matter, cards come in every order."""
    spots = sorted(puzzle.outline.centres or puzzle.outline.inner)
    ordered = puzzle.rules.wild_centres or puzzle.rules.min_match
    count = len(puzzle.cards)
    shares = product(spots, repeat=count) if ordered else combinations(spots, count)
    fitting = [centres for centres in shares if covered(centres) == puzzle.outline.cells]
    for cards in permutations(puzzle.cards):
        for centres in fitting:
            for turns in product(range(4), repeat=count):
                yield Board(tuple(map(Placement, cards, centres, turns)))
