"""Decks drawn at random."""

import numpy as np
import pytest

from benchmarks.simulation.decks import random_deck


@pytest.mark.parametrize("seed", range(3), ids="seed {}".format)
def test_all_cards_can_be_told_from_each_other_however_they_are_turned(seed: int) -> None:
    deck = random_deck(np.random.default_rng(seed), "any", "animals")
    assert [len(deck.cards_of(name)) for name in deck.decks] == [6] * 7
    assert 6 <= len(deck.patterns["animals"]) <= 12
    turned = {deck.face(card.id, "animals", turn) for card in deck.cards for turn in range(4)}
    assert len(turned) == 4 * len(deck.cards)


def test_a_deck_has_the_face_it_is_drawn_for() -> None:
    deck = random_deck(np.random.default_rng(1), "any", "gems", decks=3)
    assert {*deck.patterns} == {"gems"}
    assert len(deck.cards) == 18
