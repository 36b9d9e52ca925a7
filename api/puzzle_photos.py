"""From a photo of a puzzle card to the puzzle.

The outline is read as drawn. Which cards it needs, the code on our own sheets says; of any other card the
user does.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.answers import PhotoSource
from api.boards import Cards
from api.errors import WrongUseError
from api.puzzle_answers import Puzzled
from games.camouflage import Deck, FaceName, Rules
from puzzles import Outline, Puzzle
from puzzles.outline import too_close

if TYPE_CHECKING:
    from vision.puzzle_card import PuzzleCard

MOST_DOUBTS: Final = 3
"""Of more places that are not sure the first ones are named, and how many there are."""


def photographed_puzzle(
    photo: PhotoSource,
    find: Callable[[str | None], Cards],
    *,
    cards: Sequence[str] | None = None,
    face: FaceName | None = None,
    wild: bool | None = None,
) -> Puzzled:
    """Return the puzzle on a photo or scan of its card.

    Args:
        photo: the photo.
        find: finds the deck by the name that the card's code has; None where it has none.
        cards: the cards at hand, at least as many as there are centres; None for those of the code.
        face: the side that is played, where the card does not say so.
        wild: whether centres are wild, where the card does not say so.

    Raises:
        VisionError: no puzzle card can be read, or several are seen.
        WrongUseError: the cards, the deck or the face are missing, or do not go with the card.
        CamouflageError: the same.
    """
    read = _read(photo)
    outline, code = read.outline, read.code
    if code is None and cards is None:
        raise WrongUseError("no code on the card can be read: expected the cards that it lists")
    found = find(None if code is None else code.deck_name)
    warnings = list(_warnings(read, found.deck))
    if code is not None:
        puzzle = code.with_outline(outline, _name(photo, code.number))
    else:
        puzzle = _listed(photo, outline, found, cards or (), face, wild)
    puzzle.check(found.deck)
    return Puzzled(puzzle, found.deck, tuple(warnings))


def _read(photo: PhotoSource) -> "PuzzleCard":
    from vision.errors import UnreadablePhotoError
    from vision.photo import load_photo
    from vision.puzzle_card import CARD_SIDE_PX, read_puzzle_cards

    read = read_puzzle_cards(load_photo(photo.data, max_side_px=CARD_SIDE_PX))
    if len(read) > 1:
        raise UnreadablePhotoError(f"expected one puzzle card in the photo; found {len(read)}")
    return read[0]


def _listed(
    photo: PhotoSource,
    outline: Outline,
    found: Cards,
    cards: Sequence[str],
    face: FaceName | None,
    wild: bool | None,
) -> Puzzle:
    """Return the puzzle of a card whose list the user has typed in."""
    close = any(too_close(one, other) for one, other in combinations(outline.centres, 2))
    is_wild = close if wild is None else wild
    count = len(outline.centres)
    if len(cards) < count:
        raise WrongUseError(f"cards: expected one for each of the {count} centres; found {len(cards)}")
    return Puzzle(
        name=_name(photo, None),
        deck_name=found.deck.name,
        face=face or found.face or _only_face(found.deck),
        cards=tuple(cards if is_wild else cards[:count]),
        outline=outline,
        rules=Rules(min_match=0, wild_centres=is_wild),
    )


def _only_face(deck: Deck) -> FaceName:
    faces = {name for card in deck.cards for name in card.faces}
    if len(faces) != 1:
        raise WrongUseError("the card does not say which side is played: say so with --face")
    return faces.pop()


def _warnings(read: "PuzzleCard", deck: Deck) -> list[str]:
    found = [
        f"not sure at row {doubt.cell.y + 1}, column {doubt.cell.x + 1} of the outline: {doubt.why}"
        for doubt in read.doubts[:MOST_DOUBTS]
    ]
    if len(read.doubts) > MOST_DOUBTS:
        found.append(f"not sure at {len(read.doubts) - MOST_DOUBTS} more places of the outline")
    if read.code is None:
        found.append("no code on the card can be read, so that it is taken as it lies upright in the photo")
    elif read.code.deck_name != deck.name:
        found.append(f"the deck {deck.name!r} is taken instead of the puzzle's {read.code.deck_name!r}")
    return found


def _name(photo: PhotoSource, number: int | None) -> str:
    return f"puzzle {number}" if number else Path(photo.name).stem
