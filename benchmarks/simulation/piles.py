"""Tables of Not My Stack!: a pile for each player, and what gets in the way of whoever photographs them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from benchmarks.simulation.art import Art
from benchmarks.simulation.camera import Floats
from benchmarks.simulation.clutter import Shape, Solid, die, disc, hand_parts, number_token
from benchmarks.simulation.hands import Plate, settle
from benchmarks.simulation.laying import Laid
from benchmarks.simulation.scenes import Frame, random_scene
from benchmarks.simulation.styles import CARD_MM, SQUARE_MM
from benchmarks.simulation.truths import Shot
from games.camouflage import Board, Cell, Deck, FaceName, Location, Placement, Table, places

_FEWEST, _MOST = 3, 5
"""How many players."""
_MOST_LAID: Final = 5
"""How many cards are laid on a pile at most."""
_GAP_MM: Final = (15.0, 60.0)
"""How far apart piles lie at least."""
COVERING: Final = ("number token", "die", "mug", "hand")
"""What may lie or stand on cards."""


def pile_shot(
    rng: np.random.Generator, deck: Deck, art: Art, name: str, frame: Frame, *, covered: bool
) -> Shot:
    """Draws a photo of a table with a pile for each of three to five players.

    Args:
        rng: the source of chance.
        deck: the cards.
        art: what they look like.
        name: of the photo.
        frame: what is wanted of the camera.
        covered: whether something lies on the cards.
    """
    locations = _locations(rng, deck, art.style.face)
    groups = [settle(rng, location.board, jitter_mm=0.7) for location in locations]
    plates = tuple(plate for group in _spread(rng, groups) for plate in group)
    scene = random_scene(rng, plates, art, frame)
    kinds: list[str] = []
    if covered:
        kinds = [str(kind) for kind in rng.choice(COVERING, int(rng.integers(1, 4)), replace=False)]
        things = tuple(thing for kind in kinds for thing in _covering(rng, kind, plates))
        scene = replace(scene, covering=things)
    laid = Laid(Table(deck.name, art.style.face, locations=locations), frozenset())
    return Shot(name, "board", laid, scene, {"covering": kinds})


def _locations(rng: np.random.Generator, deck: Deck, face: FaceName) -> tuple[Location, ...]:
    """Lay the piles: to begin with the owner's card, then cards of others, all by the rules."""
    owners = [str(each) for each in rng.permutation(deck.decks)][: int(rng.integers(_FEWEST, _MOST + 1))]
    cards = {owner: [str(card.id) for card in deck.cards_of(owner)] for owner in owners}
    first = {owner: cards[owner].pop(int(rng.integers(len(cards[owner])))) for owner in owners}
    found = []
    for owner in owners:
        board = Board((Placement(first[owner], Cell(0, 0), int(rng.integers(4))),))
        others = [other for other in owners if other != owner]
        for _ in range(int(rng.integers(0, _MOST_LAID + 1))):
            hand = [card for other in others for card in cards[other]]
            board, laid = _laid(rng, board, hand, deck, face)
            for other in others:
                cards[other] = [card for card in cards[other] if card != laid]
        found.append(Location(owner.title(), owner, board))
    return tuple(found)


def _laid(
    rng: np.random.Generator, board: Board, hand: Sequence[str], deck: Deck, face: FaceName
) -> tuple[Board, str | None]:
    """Lay one of some cards where it may lie; where none may, the board stays as it is."""
    for index in rng.permutation(len(hand))[:6]:
        found = places(Table(deck.name, face, board), deck, hand[index])
        if found:
            return board.lay(found[int(rng.integers(len(found)))].placement), hand[index]
    return board, None


def _spread(rng: np.random.Generator, groups: Sequence[Sequence[Plate]]) -> Iterator[list[Plate]]:
    """Put piles side by side in two rows, each turned as its player sits."""
    reach = [max(np.hypot(plate.x, plate.y) for plate in group) + 0.75 * CARD_MM for group in groups]
    right = [0.0, 0.0]
    for number, (group, radius) in enumerate(zip(groups, reach, strict=True)):
        row = number % 2
        x, y = right[row] + radius, row * (2 * max(reach) + rng.uniform(*_GAP_MM))
        right[row] += 2 * radius + rng.uniform(*_GAP_MM)
        angle = float(rng.integers(4) * np.pi / 2 + rng.normal(0, 0.2))
        yield [_carried(plate, angle, np.array([x, y])) for plate in group]


def _carried(plate: Plate, angle: float, to: Floats) -> Plate:
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    x, y = turn @ [plate.x, plate.y] + to
    slope = turn @ plate.slope
    return replace(
        plate, x=float(x), y=float(y), angle=plate.angle + angle, slope=(float(slope[0]), float(slope[1]))
    )


def _covering(rng: np.random.Generator, kind: str, plates: Sequence[Plate]) -> Sequence[Solid]:
    """Put something on a card: small things on a square, large ones over a corner."""
    plate = plates[int(rng.integers(len(plates)))]
    around = rng.uniform(0, 2 * np.pi)
    aside = np.array([np.cos(around), np.sin(around)])
    middle = np.array([plate.x, plate.y])
    if kind == "mug":
        radius = rng.uniform(32, 42)
        colour = tuple(float(each) for each in rng.uniform(0.1, 0.9, 3))
        return [
            Solid(
                "mug",
                disc(middle + aside * (0.55 * CARD_MM + radius), radius),
                rng.uniform(60, 100),
                (colour[0], colour[1], colour[2]),
                (colour[0], colour[1], colour[2]),
                (0.1, 0.2, 0.3),
            )
        ]
    if kind == "hand":
        return hand_parts(rng, middle + aside * 0.6 * CARD_MM, around)
    small: Shape = number_token if kind == "number token" else die
    return [small(rng, middle + aside * SQUARE_MM)]
