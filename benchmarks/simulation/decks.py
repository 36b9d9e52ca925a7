"""Decks drawn at random: as many cards as the game has, one face, patterns so that cards can be laid."""

from collections.abc import Iterator

import numpy as np

from games.camouflage import CENTRE, Card, Deck, Face, FaceName

CARDS_A_DECK = 6
"""Cards with the same symbol on the centre."""

_SYMBOLS = (
    "otter",
    "heron",
    "badger",
    "lynx",
    "newt",
    "bison",
    "crane",
    "ibex",
    "mole",
    "raven",
    "shrew",
    "toad",
)
_PATTERNS: dict[FaceName, tuple[str, ...]] = {
    "animals": (
        "zebra", "leopard", "giraffe", "tiger", "cow", "snake", "peacock", "lizard", "moth", "trout", "owl",
        "dingo",
    ),
    "gems": (
        "ruby", "emerald", "sapphire", "diamond", "amethyst", "topaz", "onyx", "opal", "garnet", "jade",
        "agate", "pearl",
    ),
}  # fmt: skip

_APART = 2
"""In how many squares two cards differ at least, however they are turned, so that a human could tell them."""


def random_deck(rng: np.random.Generator, name: str, face: FaceName, *, decks: int = 7) -> Deck:
    """Draws a deck with 6 to 12 patterns.

    Between two corners there is mostly the pattern that a table of the deck names for these two corners. So
    sides of three squares recur, and cards can be laid; the more patterns, the more often.

    Args:
        rng: the source of chance.
        name: the set's name.
        face: its only face.
        decks: how many decks of six there are, 12 at most.
    """
    count = int(rng.integers(6, 13))
    symbols = [str(word) for word in rng.permutation(_SYMBOLS)[:decks]]
    names = [str(word) for word in rng.permutation(_PATTERNS[face])[:count]]
    faces = _faces(rng, names)
    return Deck(
        name=name,
        decks=tuple(symbols),
        patterns={face: tuple(names)},
        cards=tuple(
            Card(f"{symbol}-{number}", symbol, {face: next(faces)})
            for symbol in symbols
            for number in range(1, CARDS_A_DECK + 1)
        ),
    )


def _faces(rng: np.random.Generator, names: list[str]) -> Iterator[Face]:
    """Go through random faces, all of which differ in at least `_APART` squares however they are turned."""
    count = len(names)
    between = rng.integers(0, count, (count, count))
    between = np.triu(between) + np.triu(between, 1).T  # the same from both ends
    kept = np.clip((count - 3) / 8, 0.45, 0.93)
    weights = rng.uniform(0.5, 1.5, count)
    found: list[Face] = []
    while True:
        corners = rng.choice(count, 4, p=weights / weights.sum())
        sides = between[corners, np.roll(corners, -1)]
        sides = np.where(rng.random(4) < kept, sides, rng.integers(0, count, 4))
        face = _face([names[index] for index in corners], [names[index] for index in sides])
        if all(_differ(face, other) for other in found) and _turns_differ(face):
            found.append(face)
            yield face


def _face(corners: list[str], sides: list[str]) -> Face:
    """Return the face with these corners and the sides after each, clockwise from the top left."""
    (a, b, c, d), (top, right, bottom, left) = corners, sides
    return Face(((a, top, b), (left, CENTRE, right), (d, bottom, c)))


def _differ(face: Face, other: Face) -> bool:
    return all(_difference(face, other.turned(turn)) >= _APART for turn in range(4))


def _turns_differ(face: Face) -> bool:
    return all(_difference(face, face.turned(turn)) >= _APART for turn in (1, 2, 3))


def _difference(face: Face, other: Face) -> int:
    return sum(one != two for one, two in zip(face.squares, other.squares, strict=True))
