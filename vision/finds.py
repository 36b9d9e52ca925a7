"""Finds: cards that seem to lie on a table, and which of them the others bear out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.appearance import CENTRE_SQUARE, Floats32
from vision.geometry import Floats
from vision.places import Places, lattice_axes
from vision.poses import Fit
from vision.scores import COVERED, UNKNOWN, card_score, hidden_centre_score, hides

CHANCE_SCORE: Final = 5.0
"""Score of a find that is as likely right as wrong: of those from here to 13 one in thirty was none."""
LEAST_SCORE: Final = CHANCE_SCORE
"""A card is found from here on, once the other cards are known."""
_LEAST_BURIED_SCORE: Final = 20.0
"""One whose centre is covered shows three squares of its own just like it: gems alike lie everywhere."""
_OWN: Final = 0.6
"""A square more like its card than this …"""
_FEWEST_OWN: Final = 2
"""… and so many of them, beside the centre, tell a card that was missed from a symbol on something else."""
SURE_SCORE: Final = 50.0
"""A card that shows so much is not one imagined between others: no centre lies on it."""
WILD_REACH: Final = 0.6
"""Cards nearer than this are the same card found twice."""


@dataclass(frozen=True, slots=True, eq=False)
class Find:
    """A card found on the table.

    Attributes:
        card: its index in the album.
        fit: how it lies and how like each square is.
        score: nats for this card lying here rather than nothing of the deck.
        scores: (cards, 4) the same for every card at every turn from this one's, before others are known.
        burnt: (9,) which of its squares glare has burnt out.
    """

    card: int
    fit: Fit
    score: float
    scores: Floats32
    burnt: NDArray[np.bool_]


class Found(NamedTuple):
    """What was found on a table.

    Attributes:
        plane: (3, 3) homography from the table's plane to the photo.
        cards: each once, no two so near that one would cover the other's centre.
        doubtful: what looks like further cards that lie elsewhere, though much of them looks otherwise.
    """

    plane: Floats
    cards: list[Find]
    doubtful: list[Find]


def axes_of(finds: Sequence[Find]) -> tuple[float, ...]:
    """Returns the angles of the axes of the lattices on which cards lie."""
    sure = [find.fit.pose for find in finds if find.score >= SURE_SCORE]
    return lattice_axes([find.fit.pose for find in finds], sure)


def explained(chosen: Sequence[Find], *, wild: bool) -> list[Find]:
    """Drops one find after the other that the rest does not explain, and scores the rest so."""
    if not chosen:
        return []
    hidden = hides([find.fit for find in chosen])
    kept = list(range(len(chosen)))
    while kept:
        scores = [_score_among(chosen[number], hidden[number, kept].max(0), wild=wild) for number in kept]
        worst = int(np.argmin(scores))
        if scores[worst] >= LEAST_SCORE:
            return [replace(chosen[number], score=score) for number, score in zip(kept, scores, strict=True)]
        del kept[worst]
    return []


def buried(pool: Sequence[Find], chosen: Sequence[Find], *, wild: bool) -> list[Find]:
    """Returns finds whose centre is hidden, by a card or something else, but that show enough else."""
    axes = axes_of(chosen)
    kept: list[Find] = []
    for find in sorted(pool, key=lambda find: -find.score):
        others = [*chosen, *kept]
        places = Places(axes, [other.fit.pose for other in others])
        if find.card in [other.card for other in others] or places.near(find.fit.pose, WILD_REACH):
            continue
        hidden = hides([other.fit for other in (find, *others)])[0].max(0)
        if _score_among(find, hidden, wild=wild) >= _LEAST_BURIED_SCORE:
            kept.append(find)
    return kept


def doubtful(pool: Sequence[Find], found: Sequence[Find], reach: float) -> list[Find]:
    """Returns what looks like a card, each once, but in much looks otherwise, and nothing explains it."""
    known = {find.card for find in found}
    places = Places(axes_of(found), [find.fit.pose for find in found])
    kept: list[Find] = []
    for find in sorted(pool, key=lambda find: -find.score):
        if find.score < CHANCE_SCORE:
            break
        if find.card not in known and not places.near(find.fit.pose, reach):
            kept.append(find)
            known.add(find.card)
            places.add(find.fit.pose)
    return kept


def shows_own(find: Find, found: Sequence[Find]) -> bool:
    """Tells whether a find looks like its card where those that were found do not explain what is seen."""
    hidden = hides([each.fit for each in (find, *found)])[0].max(0)
    own = (hidden < COVERED) & (find.fit.likeness > _OWN)
    own[CENTRE_SQUARE] = False
    return int(own.sum()) >= _FEWEST_OWN


def _score_among(find: Find, hidden: Floats32, *, wild: bool) -> float:
    """Scores a find knowing which of its squares the others are seen to cover, and which glare hides."""
    likeness, burnt = find.fit.likeness, bool(find.burnt[CENTRE_SQUARE])
    hidden = np.where(find.burnt, np.maximum(hidden, UNKNOWN), hidden)
    if not wild and hidden[CENTRE_SQUARE] == COVERED:
        return hidden_centre_score(likeness, hidden, burnt=burnt)
    score = float(card_score(likeness, hidden, wild_centres=wild))
    if wild or score >= LEAST_SCORE:
        return score
    without_centre = hidden_centre_score(likeness, hidden, burnt=burnt)
    return without_centre if without_centre >= _LEAST_BURIED_SCORE else score
