"""What may have been overlooked on a table, and what the user should know of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.camouflage.board import Cell
from vision.album import Album
from vision.appearance import Gallery
from vision.edge import likeness_at_edge, likeness_of
from vision.geometry import Floats
from vision.laid import Laid
from vision.sites import CHANCE_SCORE, Find

_LOOSE_STRAIN: Final = 0.35
_UNREAD: Final = 0.3
"""A cell that looks less like each of its cards than this was not read."""
_STRANGE: Final = 0.7
"""A cell at the photo's edge that is more like a square of an unused card than this shows that card."""
_BESIDE: Final = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) == 2)
_STRAINED_CHANCE: Final = 0.5
"""For each card between two cells, the chance that it was brought onto the right one."""
_HIDDEN_CHANCE: Final = 0.999
"""For each cell that something hides, the chance that no card lies there that was not found."""
_OTHER: Final = 0.55
"""A cell that is unlike its cards and more like a square of an unused card than this may show that card."""
_OTHER_CHANCE: Final = 0.5
"""The chance that all cards were found though a cell looks so."""
_STRANGE_CHANCE: Final = 0.9
"""The chance that cells which look like a card that was not found belong to none."""


@dataclass(frozen=True, slots=True)
class Doubts:
    """What may have been overlooked.

    Attributes:
        completeness: the chance that no card was.
        unread: what was not read, each in one sentence.
        warnings: how cards lie oddly and which are not known, each in one sentence.
    """

    completeness: float
    unread: tuple[str, ...]
    warnings: tuple[str, ...]


def doubts_of(laid: Laid, album: Album, coarse: Gallery, dropped: Sequence[Find]) -> Doubts:
    """Weighs what may have been overlooked.

    Args:
        laid: the cards that were found.
        album: all cards.
        coarse: their pictures, for telling squares of cards that were not found.
        dropped: cards that may reach over the photo's edge, or may be none.
    """
    hidden, strange, strained = [*_hidden(laid, coarse)], [*_strange(laid, coarse)], _strained(laid)
    other = [like_other for _, like_other in hidden]
    cut_off = [float(1 / (1 + np.exp(CHANCE_SCORE - find.score))) for find in dropped]
    completeness = (
        _HIDDEN_CHANCE ** other.count(False)
        * (_OTHER_CHANCE if any(other) else 1.0)
        * (_STRANGE_CHANCE if strange else 1.0)
        * (1 - len(laid.finds) / (len(coarse.cards) + 1)) ** len(_unpictured(album))
        * _STRAINED_CHANCE ** len(strained)
        * float(np.prod([1 - chance for chance in cut_off]))
    )
    over_edge = [f"{coarse.cards[find.card]} may reach over the edge of the photo" for find in dropped]
    unread = (*strange, *(why for why, _ in hidden), *over_edge)
    return Doubts(completeness, unread, tuple(_warnings(laid, strained, album)))


def _hidden(laid: Laid, coarse: Gallery) -> Iterator[tuple[str, bool]]:
    """Names the cells that look like none of the cards that lie there, and tells whether like another."""
    burnt = laid.photo.burnt(laid.plane, np.array([fit.pose for fit in laid.fits]))
    for cell, numbers in laid.covered().items():
        like = [float(laid.fits[number].likeness[laid.on_cell(number, cell)]) for number in numbers]
        if max(like) >= _UNREAD or laid.exact_likeness(cell, numbers) >= _UNREAD:
            continue
        other = likeness_of(laid.photo, laid.plane, coarse, laid.pose_at(numbers[0], cell), laid.unused())
        names = " or ".join(laid.name(number) for number in numbers)
        glare = burnt[numbers[0], laid.on_cell(numbers[0], cell)]
        why = "glare hides it" if glare else "something hides it"
        if other > _OTHER:
            why = "a card seems to lie there that was not found"
        yield f"the square at {cell.x},{cell.y} looks unlike {names}: {why}", other > _OTHER


def _strange(laid: Laid, coarse: Gallery) -> Iterator[str]:
    """Names the cells at the photo's edge on which a square of a card that was not found seems to lie."""
    covered = laid.covered()
    beside: dict[Cell, Floats] = {}
    for number, centre in enumerate(laid.lattice.centres):
        for dx, dy in _BESIDE:
            cell = Cell(centre.x + dx, centre.y + dy)
            if cell not in covered and cell not in beside:
                beside[cell] = laid.pose_at(number, cell)
    like = likeness_at_edge(laid.photo, laid.plane, coarse, [*beside.values()], laid.unused())
    for cell in [cell for cell, value in zip(beside, like, strict=True) if value > _STRANGE]:
        yield f"the square at {cell.x},{cell.y} looks like part of a card that was not found"


def _strained(laid: Laid) -> list[str]:
    """Names the cards that lie between cells."""
    return [laid.name(number) for number, strain in enumerate(laid.lattice.strain) if strain > _LOOSE_STRAIN]


def _warnings(laid: Laid, strained: Sequence[str], album: Album) -> Iterator[str]:
    """Says which cards lie oddly, and which cannot be recognised at all."""
    for number, piece in enumerate(laid.lattice.piece):
        if piece:
            yield f"{laid.name(number)} lies apart from the other cards"
    for name in strained:
        yield f"{name} does not lie on the others' squares"
    if strangers := _unpictured(album):
        yield f"the album has no picture of {', '.join(strangers)}: such cards are overlooked"


def _unpictured(album: Album) -> list[str]:
    """Returns the cards that cannot be recognised: each lies on the table as likely as any other does."""
    return [card.id for card in album.deck.cards if card.id not in album.pictures]
