"""Several piles on one table, each askew to the others: every one is read on a lattice of its own."""

import numpy as np
import pytest

from games.camouflage import Board, Placement, Table, parse_board, same_board
from games.camouflage.piles import located
from solver.reconstruct import reconstruct
from tests.vision.scenes import DRAWN, drawn_album, hand_laid, photograph
from tests.vision.test_lattice import seen_from
from vision.geometry import Floats
from vision.lattice import fit_lattice
from vision.reading import Reader

PILES = [
    parse_board(text)
    for text in ("owl-1@0,0r0 fox-2@2,1r1 cow-2@1,3r2", "cow-1@0,0r0 owl-3@2,-1r3", "fox-1@0,0r2")
]
VIEW = np.array([[48.0, 5.0, 170.0], [-4.0, 46.0, 160.0], [0.0, 0.0, 1.0]])


def laid_apart(askew: float) -> tuple[Board, list[Floats]]:
    """Return the cards of all piles, and their poses; each pile is turned by more than the one before."""
    poses: list[Floats] = []
    for number, pile in enumerate(PILES):
        own = hand_laid(pile, seed=number)
        poses += seen_from(own, number * askew, *((0.0, 0.0), (10.0, 2.0), (2.0, 10.0))[number])
    cards = tuple(card for pile in PILES for card in pile)
    return Board(tuple(Placement(card.card, card.centre, card.turn) for card in cards)), poses


@pytest.mark.parametrize(
    "askew", [0.0, 0.3, 0.6, np.pi / 4], ids=["not", "17 degrees", "34 degrees", "45 degrees"]
)
def test_piles_askew_to_each_other_have_lattices_of_their_own(askew: float) -> None:
    board, poses = laid_apart(askew)
    lattice = fit_lattice(poses)
    assert lattice.piece == (0, 0, 0, 1, 1, 2)
    first = 0
    for pile in PILES:
        own = range(first, first + len(pile))
        found = Board(
            tuple(Placement(board.placements[n].card, lattice.centres[n], lattice.turns[n]) for n in own)
        )
        assert same_board(found, pile)
        first += len(pile)


@pytest.mark.parametrize("askew", [0.3, 0.7], ids=["17 degrees", "40 degrees"])
def test_they_are_read_and_each_is_its_owners(askew: float) -> None:
    board, poses = laid_apart(askew)
    scene = photograph(board, VIEW, poses=poses, size=(1100, 850))
    evidence = Reader(drawn_album()).read(scene.photo).evidence
    best = reconstruct(evidence, DRAWN, Table(DRAWN.name, "animals").rules).boards[0].board
    (table,) = located(Table(DRAWN.name, "animals", best), DRAWN)
    found = {location.deck: location.board for location in table.locations}
    assert {*found} == {"owl", "cow", "fox"}
    assert all(same_board(found[deck], pile) for deck, pile in zip(("owl", "cow", "fox"), PILES, strict=True))
