"""Boards laid at random."""

import numpy as np
import pytest

from benchmarks.simulation.decks import random_deck
from benchmarks.simulation.laying import Plan, lay_board
from games.camouflage import Deck, judge


@pytest.fixture(scope="module")
def deck() -> Deck:
    return random_deck(np.random.default_rng(3), "any", "animals")


@pytest.mark.parametrize("cards", [2, 9, 26], ids="{} cards".format)
def test_a_board_is_laid_by_the_rules(deck: Deck, cards: int) -> None:
    laid = lay_board(np.random.default_rng(cards), deck, "animals", Plan(cards))
    assert len(laid.table.board) == cards
    assert laid.illegal == frozenset()
    assert all(judgement.legal for judgement in judge(laid.table, deck))


def test_illegal_cards_are_those_that_the_rules_refuse(deck: Deck) -> None:
    laid = lay_board(np.random.default_rng(5), deck, "animals", Plan(14, illegal=2))
    refused = {judgement.card for judgement in judge(laid.table, deck) if judgement.legal is False}
    assert laid.illegal == refused
    assert len(refused) == 2


def test_a_board_like_a_puzzle_overlaps_by_less_but_never_clashes(deck: Deck) -> None:
    laid = lay_board(np.random.default_rng(6), deck, "animals", Plan(14, min_match=0))
    judged = judge(laid.table, deck)
    assert laid.illegal == frozenset()
    assert min(judgement.matches for judgement in judged[1:]) in {1, 2}


def test_the_same_seed_lays_the_same_board(deck: Deck) -> None:
    one, two = (lay_board(np.random.default_rng(7), deck, "animals", Plan(8, illegal=1)) for _ in range(2))
    assert one == two
