import numpy as np
import pytest

from tests.vision.scenes import DRAWN, drawn_album
from vision.comparing import RING
from vision.discovery import Discovery, discovered
from vision.photo import Pixels
from vision.sightings import Sighting, looked_at

ALBUM = drawn_album()
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
NAMES = [DRAWN.face(card, "animals").squares[place] for card in ALBUM.pictures for place in RING]


def of(pictures: list[Pixels]) -> Discovery:
    """Discover cards that were photographed four a photo."""
    return discovered(
        looked_at([Sighting(number // 4, CORNERS, picture) for number, picture in enumerate(pictures)])
    )


@pytest.fixture(scope="module")
def found() -> Discovery:
    return of(list(ALBUM.pictures.values()))


def test_squares_of_one_print_are_one_pattern(found: Discovery) -> None:
    pairs = set(zip(found.patterns.ravel().tolist(), NAMES, strict=True))
    assert len(pairs) == len(set(NAMES)) == int(found.patterns.max()) + 1


def test_cards_with_one_symbol_are_one_deck(found: Discovery) -> None:
    assert found.decks == tuple(number // 4 for number in range(12))


def test_nothing_is_doubtful_about_drawn_cards(found: Discovery) -> None:
    assert (found.doubts, found.warnings) == ((), ())


def test_a_square_between_two_patterns_is_doubtful() -> None:
    """One square is half of one print and half of another."""
    pictures = [picture.copy() for picture in ALBUM.pictures.values()]
    own, other = NAMES[0], next(name for name in NAMES if name != NAMES[0])
    card, place = next(divmod(n, 8) for n, name in enumerate(NAMES) if name == other and n >= 8)
    top, left = (96 * index for index in divmod(RING[place], 3))
    pictures[0][:96, 48:96] = pictures[card][top : top + 96, left : left + 48]
    found = of(pictures)
    assert own != other
    ((doubtful, at, why), *_) = found.doubts
    assert (doubtful, at) == (0, 0)
    assert why.startswith("it looks almost as much like pattern-")


def test_a_deck_that_lacks_a_card_is_told() -> None:
    found = of(list(ALBUM.pictures.values())[:-1])
    (warning,) = found.warnings
    assert warning == (
        "a card may be missing or there twice, since decks differ in size: "
        "deck-1 has 4, deck-2 has 4, deck-3 has 3"
    )
