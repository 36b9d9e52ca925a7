"""What may have been overlooked on a table, and what the user should know of it."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from games.camouflage.board import Cell
from games.camouflage.evidence import Doubt
from vision.album import Album
from vision.appearance import Gallery
from vision.edge import likeness_at_edge, likeness_of
from vision.finds import CHANCE_SCORE, Find
from vision.geometry import Floats
from vision.laid import UNREAD, Laid

_LOOSE_STRAIN: Final = 0.35
_STRANGE: Final = 0.7
"""A cell at the photo's edge that is more like a square of an unused card than this shows that card."""
_BESIDE: Final = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) == 2)
_STRAINED_CHANCE: Final = 0.5
"""For each card between two cells, the chance that it was brought onto the right one."""
_HIDDEN_CHANCE: Final = 0.999
"""For each cell that something hides, the chance that no card lies there that was not found."""
_LARGE: Final = 3
"""Squares that a thing hides from which it may hide a card: a mug, a hand, but no token and no die."""
_BENEATH_CHANCE: Final = 0.9
"""The chance that it hides none."""
_THING: Final = "something hides it"
_OTHER: Final = 0.55
"""A cell that is unlike its cards and more like a square of an unused card than this may show that card."""
_OTHER_CHANCE: Final = 0.5
"""The chance that all cards were found though a cell looks so."""
_STRANGE_CHANCE: Final = 0.9
"""The chance that cells which look like a card that was not found belong to none."""


def doubts_of(
    laid: Laid, album: Album, coarse: Gallery, dropped: Sequence[Find], doubtful: Sequence[Find]
) -> tuple[Doubt, ...]:
    """Weighs what may have been overlooked.

    Args:
        laid: the cards that were found.
        album: all cards.
        coarse: their pictures, for telling squares of cards that were not found.
        dropped: cards that may reach over the photo's edge, or may be none.
        doubtful: what looks like further cards.
    """
    hidden = [*_hidden(laid, coarse)]
    return (
        *_strange(laid, coarse),
        *hidden,
        *_doubtful(laid, coarse, doubtful),
        *_beneath(hidden),
        *_over_edge(dropped, coarse),
        *_strained(laid),
        *_unpictured(laid, album, len(coarse.cards)),
    )


def warnings_of(laid: Laid) -> Iterator[str]:
    """Says which cards lie oddly."""
    for number, piece in enumerate(laid.lattice.piece):
        if piece:
            yield f"{laid.name(number)} lies apart from the other cards"


def _hidden(laid: Laid, coarse: Gallery) -> Iterator[Doubt]:
    """Finds the cells that look like none of the cards that lie there; some look like another."""
    burnt = laid.photo.burnt(laid.plane, np.array([fit.pose for fit in laid.fits]))
    for cell, numbers in laid.covered().items():
        like = [float(laid.fits[number].likeness[laid.on_cell(number, cell)]) for number in numbers]
        if max(like) >= UNREAD or laid.exact_likeness(cell, numbers) >= UNREAD:
            continue
        other = likeness_of(laid.photo, laid.plane, coarse, laid.pose_at(numbers[0], cell), laid.unused())
        names = " or ".join(laid.name(number) for number in numbers)
        glare = burnt[numbers[0], laid.on_cell(numbers[0], cell)]
        if other > _OTHER:
            why = "a card seems to lie there that was not found"
            yield Doubt(f"looks unlike {names}: {why}", _OTHER_CHANCE, cell, "like another card")
        else:
            why = "glare hides it" if glare else _THING
            yield Doubt(f"looks unlike {names}: {why}", _HIDDEN_CHANCE, cell)


def _doubtful(laid: Laid, coarse: Gallery, finds: Sequence[Find]) -> Iterator[Doubt]:
    """Finds the places that look like a card, though what lies there looks otherwise in much."""
    for find in finds:
        what = f"may be the centre of {coarse.cards[find.card]}, which does not look so throughout"
        yield Doubt(what, _OTHER_CHANCE, laid.cell_of(find.fit.pose), "like another card")


def _beneath(hidden: Sequence[Doubt]) -> Iterator[Doubt]:
    """Says so if something hides so much that a whole card may lie beneath it."""
    if sum(doubt.what.endswith(_THING) for doubt in hidden) >= _LARGE:
        yield Doubt("what hides squares is so large that a card may lie beneath it", _BENEATH_CHANCE)


def _strange(laid: Laid, coarse: Gallery) -> Iterator[Doubt]:
    """Finds the cells at the photo's edge on which a square of a card that was not found seems to lie."""
    covered = laid.covered()
    beside: dict[Cell, Floats] = {}
    for number, centre in enumerate(laid.lattice.centres):
        for dx, dy in _BESIDE:
            cell = Cell(centre.x + dx, centre.y + dy)
            if cell not in covered and cell not in beside:
                beside[cell] = laid.pose_at(number, cell)
    like = likeness_at_edge(laid.photo, laid.plane, coarse, [*beside.values()], laid.unused())
    for cell in [cell for cell, value in zip(beside, like, strict=True) if value > _STRANGE]:
        yield Doubt("looks like part of a card that was not found", _STRANGE_CHANCE, cell, "strange edge")


def _over_edge(dropped: Sequence[Find], coarse: Gallery) -> Iterator[Doubt]:
    """Finds the cards that may reach over the photo's edge; where one surely does, nothing is read."""
    for find in dropped:
        chance = float(1 / (1 + np.exp(find.score - CHANCE_SCORE)))
        yield Doubt(f"{coarse.cards[find.card]} may reach over the edge of the photo", chance)


def _strained(laid: Laid) -> Iterator[Doubt]:
    """Finds the cards that lie between cells."""
    for number, strain in enumerate(laid.lattice.strain):
        if strain > _LOOSE_STRAIN:
            what = f"{laid.name(number)} does not lie on the others' squares"
            yield Doubt(what, _STRAINED_CHANCE, laid.lattice.centres[number], kind="between")


def _unpictured(laid: Laid, album: Album, pictured: int) -> Iterator[Doubt]:
    """Finds the cards that cannot be recognised: each lies on the table as likely as any other does."""
    strangers = [card.id for card in album.deck.cards if card.id not in album.pictures]
    if strangers:
        chance = (1 - len(laid.finds) / (pictured + 1)) ** len(strangers)
        what = f"the album has no picture of {', '.join(strangers)}: such cards are overlooked"
        yield Doubt(what, chance, cards=tuple(strangers))
