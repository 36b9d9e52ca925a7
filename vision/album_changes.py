"""What becomes of an album when its deck file is changed: of pictures, doubts, and cards that are one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from games.camouflage.cards import Deck, repeated
from vision.album import Album
from vision.former import formers_after
from vision.origins import Doubt, Step
from vision.relabelling import Relabelled, Square


class Back(NamedTuple):
    """A card that was one with another and is a card again.

    Attributes:
        former: what it was called among the cards that are one with others.
        card: what it is called now.
    """

    former: str
    card: str


def applied(album: Album, deck: Deck, change: Relabelled, step: Step, back: Back | None = None) -> Album:
    """Applies a change of a deck file to the faces of an album that are of it.

    Args:
        album: the album.
        deck: the deck file.
        change: what became of it.
        step: what was done.
        back: the card in the new deck file that was one with another before, if there is one.
    """
    other = album.other and applied(album.other, deck, change, step, back)
    if album.deck != deck:
        return replace(album, other=other)
    former = formers_after(album.former, deck, album.pictures, change)
    pictures = {change.cards[card]: own for card, own in album.pictures.items() if card in change.cards}
    for each in former:
        if back is not None and each.card.id == back.former and each.picture is not None:
            pictures[back.card] = each.picture
    return replace(
        album,
        deck=change.deck,
        pictures={card.id: pictures[card.id] for card in change.deck.cards if card.id in pictures},
        former=tuple(each for each in former if back is None or each.card.id != back.former),
        other=other,
        doubtful=tuple(_doubts(album.doubtful, change, change.patterns.get(album.face, {}))),
        steps=(*album.steps, step),
    )


def _doubts(doubts: Sequence[Doubt], change: Relabelled, names: Mapping[str, str]) -> Iterator[Doubt]:
    """Goes through the doubts that are left, with the new names of patterns in their reasons."""
    for doubt in doubts:
        card, why = change.cards.get(doubt.card), _reworded(doubt.why, names)
        if card and why and Square(doubt.card, *doubt.cell) not in change.settled:
            yield replace(doubt, card=card, why=why)


def _reworded(why: str, names: Mapping[str, str]) -> str | None:
    """Returns a reason with new names for patterns; None if it told two apart that are one now."""
    if not names:
        return why
    every = sorted({*names, *names.values()}, key=len, reverse=True)
    known = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, every))})(?![\w-])")
    told = [names.get(name, name) for name in known.findall(why)]
    return None if repeated(told) else known.sub(lambda match: names.get(match[0], match[0]), why)
