import numpy as np
import pytest

from tests.vision.scenes import drawn_album
from vision.centres import decks_of, symbol_likeness
from vision.geometry import Floats

ALBUM = drawn_album()
DECKS = [ALBUM.deck.card(card).deck for card in ALBUM.pictures]


def test_symbols_are_alike_within_a_deck_and_tell_how_a_card_is_turned() -> None:
    """Card b is turned anticlockwise before, so that b turned clockwise as often is like a."""
    pictures = ALBUM.pictures.values()
    laid = [np.ascontiguousarray(np.rot90(picture, number)) for number, picture in enumerate(pictures)]
    likeness = symbol_likeness(laid)
    for a, deck in enumerate(DECKS):
        for b, other in enumerate(DECKS):
            turn, best = int(likeness[:, a, b].argmax()), likeness[:, a, b].max()
            if deck == other:
                assert turn == (b - a) % 4
                assert best > 0.9
            else:
                assert best < 0.8
    assert decks_of(likeness.max(0)) == [DECKS.index(deck) // 4 for deck in DECKS]


def alike(decks: list[int], *, faint: int | None = None) -> Floats:
    """Return how alike symbols are, where one may be seen badly."""
    random = np.random.default_rng(1)
    of_deck = np.array(decks)
    like: Floats = np.where(of_deck[:, None] == of_deck, 0.95, 0.5) + random.uniform(
        -0.05, 0.05, (len(decks),) * 2
    )
    if faint is not None:
        like[faint] = like[:, faint] = 0.3 + 0.3 * (of_deck == of_deck[faint])
    np.fill_diagonal(like, 1)
    return like


def test_a_symbol_under_glare_makes_no_deck_of_its_own() -> None:
    decks = [deck for deck in range(7) for _ in range(6)]
    assert decks_of(alike(decks, faint=9)) == decks


@pytest.mark.parametrize(
    "decks",
    [
        pytest.param([0] * 6 + [1] * 6 + [2] * 4, id="cards are missing"),
        pytest.param([0] * 5, id="one deck"),
        pytest.param([0, 1], id="two cards"),
        pytest.param([0], id="one card"),
    ],
)
def test_decks_of_any_size_are_found(decks: list[int]) -> None:
    assert decks_of(alike(decks)) == decks
