"""Designs a deck that plays well, by search: python -m benchmarks.deck_design OUT.deck.json --seed S.

Cards lie on each other mostly by whole sides of three squares, a corner, a middle and a corner. So a deck can
be played if it has few kinds of sides, and is worth playing if it has many patterns. Here four patterns stand
at the corners, a table says which of all the patterns stands between two of them, and each face is a ring of
four corners: ten kinds of sides, each of which reads the same from both ends and so fits onto itself. The
table and the corners are found by simulated annealing (S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi,
Optimization by simulated annealing, 1983) on games that are played to the end.
"""

import argparse
import json
import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Final, TypeAlias

from benchmarks.deck_play import Animal, Ring, share, turned
from games.camouflage import CENTRE, Card, Deck, Face, FaceName, deck_to_json

ANIMALS: Final = ("lion", "owl", "fox", "panda", "rabbit", "elephant", "frog")
"""What the decks of six have on their centres."""

PATTERNS: Final[Mapping[FaceName, tuple[str, ...]]] = {
    "animals": ("zebra", "cow", "tiger", "snake", "giraffe", "leopard", "fish", "peacock"),
    "gems": ("ruby", "emerald", "sapphire", "diamond", "amethyst", "topaz", "onyx", "pearl"),
}
"""The patterns of each face."""

CARDS: Final = 6
"""Cards in a deck of six."""

Corners: TypeAlias = tuple[int, int, int, int]
"""The patterns at the corners of a face, clockwise from the top left."""

_CORNERS: Final = 4
"""How many of the patterns stand at corners."""

_PAIRS: Final = tuple(combinations_with_replacement(range(_CORNERS), 2))

_APART: Final = 2
"""In how many squares faces differ at least, however they are turned, so that players can tell them."""

_HOT: Final = 0.03
_COLD: Final = 0.0015
"""The temperatures at the beginning and at the end, in units of energy. They were found by trying."""

_GAMES: Final = ((2, 60, 0.985), (4, 15, 0.995))
"""Players, games that are played to weigh a design, and the share of cards laid with which it is content."""


@dataclass(frozen=True, slots=True)
class Design:
    """One side of a deck.

    Attributes:
        between: the pattern between two corners, the lesser corner first.
        corners: those of each card.
    """

    between: Mapping[tuple[int, int], int]
    corners: tuple[Corners, ...]

    @property
    def rings(self) -> tuple[Ring, ...]:
        """The faces."""
        return tuple(self._ring(corners) for corners in self.corners)

    @property
    def animals(self) -> tuple[Animal, ...]:
        """The faces, deck of six by deck of six."""
        rings = self.rings
        return tuple(rings[first : first + CARDS] for first in range(0, len(rings), CARDS))

    def _ring(self, corners: Corners) -> Ring:
        a, b, c, d = corners
        return a, self._side(a, b), b, self._side(b, c), c, self._side(c, d), d, self._side(d, a)

    def _side(self, one: int, other: int) -> int:
        return self.between[min(one, other), max(one, other)]


def designed(patterns: int, *, seed: int, steps: int) -> Design:
    """Search for a side of a deck.

    Args:
        patterns: how many patterns it has.
        seed: the same one, the same deck.
        steps: how many changes are tried.
    """
    draw = random.Random(seed)  # noqa: S311 - a deck is drawn, no secret is made
    design = _first(patterns, draw)
    weight = energy(design, patterns, seed)
    for step in range(steps):
        temperature = _HOT * (_COLD / _HOT) ** (step / steps)
        changed = _changed(design, patterns, draw)
        if not told_apart(changed.rings):
            continue
        # Other games are played at each step, so that no deck is fitted to some.
        found = energy(changed, patterns, seed + step)
        if found < weight or draw.random() < math.exp((weight - found) / temperature):
            design, weight = changed, found
    return design


def told_apart(rings: Sequence[Ring]) -> bool:
    """Tell whether no face looks like another, or like itself in another turn."""
    least = {min(turned(ring)) for ring in rings}
    return len(least) == len(rings) and all(
        sum(one != other for one, other in zip(ring, turn, strict=True)) >= _APART
        for ring in rings
        for turn in turned(ring)[1:]
    )


def evenness(rings: Sequence[Ring], patterns: int) -> float:
    """Return how evenly so many patterns are used, 0 to 1: their entropy as a share of the most."""
    counts = Counter(pattern for ring in rings for pattern in ring)
    shares = [count / counts.total() for count in counts.values()]
    return -sum(share * math.log(share) for share in shares) / math.log(patterns)


def kinds_of_sides(rings: Sequence[Ring]) -> int:
    """Return how many kinds of sides there are, read from either end."""
    sides = ((ring[at], ring[at + 1], ring[(at + 2) % 8]) for ring in rings for at in range(0, 8, 2))
    return len({min(side, side[::-1]) for side in sides})


def energy(design: Design, patterns: int, seed: int) -> float:
    """Weigh a design: the less, the better.

    Cards that are left count most. Beyond that, plays off the lattice of the first card are wished for, as
    they make tables and puzzles of many shapes, and patterns that are used evenly.
    """
    evenly = evenness(design.rings, patterns)
    played = [share(design.animals, players, games, seed=seed) for players, games, _ in _GAMES]
    left = sum(max(0.0, enough - each.laid) for each, (_, _, enough) in zip(played, _GAMES, strict=True))
    askew = sum(each.askew for each in played) / len(played)
    return 4 * left - 0.4 * min(askew, 0.3) - 0.6 * min(evenly, 0.96)


def _first(patterns: int, draw: random.Random) -> Design:
    """Draw a design whose faces are told apart."""
    while True:
        between = {pair: draw.randrange(patterns) for pair in _PAIRS}
        found: dict[Ring, Corners] = {}
        for _ in range(100 * len(ANIMALS) * CARDS):
            corners = _drawn(draw)
            (ring,) = Design(between, (corners,)).rings
            if told_apart([ring]):
                found.setdefault(min(turned(ring)), corners)
        if len(found) >= len(ANIMALS) * CARDS:
            return Design(between, tuple(found.values())[: len(ANIMALS) * CARDS])


def _drawn(draw: random.Random) -> Corners:
    a, b, c, d = (draw.randrange(_CORNERS) for _ in range(4))
    return a, b, c, d


def _changed(design: Design, patterns: int, draw: random.Random) -> Design:
    """Change the pattern between two corners, or the corners of one card or three."""
    if draw.random() < 0.4:
        return Design({**design.between, draw.choice(_PAIRS): draw.randrange(patterns)}, design.corners)
    corners = [*design.corners]
    for _ in range(draw.choice((1, 1, 3))):
        card, at = draw.randrange(len(corners)), draw.randrange(4)
        _, b, c, d = corners[card][at:] + corners[card][:at]
        corners[card] = (draw.randrange(_CORNERS), b, c, d)
    return Design(design.between, tuple(corners))


def deck_of(name: str, sides: Mapping[FaceName, Design]) -> Deck:
    """Return the deck that has these designs on its sides, pair by pair as they were found."""
    faces = {face: [_face(ring, PATTERNS[face]) for ring in design.rings] for face, design in sides.items()}
    return Deck(
        name=name,
        decks=ANIMALS,
        patterns={face: PATTERNS[face] for face in sides},
        cards=tuple(
            Card(
                f"{animal}-{number + 1}",
                animal,
                {face: found[CARDS * index + number] for face, found in faces.items()},
            )
            for index, animal in enumerate(ANIMALS)
            for number in range(CARDS)
        ),
    )


def _face(ring: Ring, names: Sequence[str]) -> Face:
    a, b, c, d, e, f, g, h = (names[pattern] for pattern in ring)
    return Face(((a, b, c), (h, CENTRE, d), (g, f, e)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Design a deck and write it."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.deck_design", description="Design a deck that plays well."
    )
    parser.add_argument("out", type=Path, metavar="OUT.deck.json", help="the file to write")
    parser.add_argument("--name", default="demo", help="the deck's name")
    parser.add_argument("--seed", type=int, default=11, metavar="S", help="of one face; the other has S + 1")
    parser.add_argument("--steps", type=int, default=800, metavar="N", help="changes tried for each face")
    chosen = parser.parse_args(arguments)
    sides = {
        face: designed(len(names), seed=chosen.seed + index, steps=chosen.steps)
        for index, (face, names) in enumerate(PATTERNS.items())
    }
    chosen.out.write_text(json.dumps(deck_to_json(deck_of(chosen.name, sides)), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
