"""Cards that were made one with another: what is kept of them, so that they can be made two again.

An album's index holds them as a deck file of their own, with the pictures and the card that each is one with:

    "former": {"deck": {a deck file}, "into": {"deck-3-1": "deck-1-2"}, "pictures": {"deck-3-1": "07.png"}}
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from games.camouflage.cards import Card, Deck
from games.camouflage.files import deck_from_json, deck_to_json
from games.json_value import JsonValue
from vision.photo import Pixels
from vision.relabelling import Relabelled, free_id, with_patterns


@dataclass(frozen=True, slots=True, eq=False)
class Former:
    """A card that was made one with another.

    Attributes:
        card: the card, with the names that its patterns have by now.
        into: the id of the card that it is one with.
        picture: its own picture of the album's face, (288, 288, 3) uint8 blue green red; None if it had none.
    """

    card: Card
    into: str
    picture: Pixels | None


def formers_after(
    formers: Sequence[Former], deck: Deck, pictures: Mapping[str, Pixels], change: Relabelled
) -> tuple[Former, ...]:
    """Returns the cards that are one with others after a change of a deck file.

    Args:
        formers: those of before.
        deck: the deck file before.
        pictures: the pictures before, by the cards' ids.
        change: what became of the deck file.
    """
    known = [
        replace(
            each,
            card=with_patterns(each.card, change.patterns),
            into=change.merged.get(each.into) or change.cards[each.into],
        )
        for each in formers
    ]
    for card, into in change.merged.items():
        # One of the same name may have been made one with another card before.
        name = free_id(card, [each.card.id for each in known])
        known.append(Former(replace(deck.card(card), id=name), into, pictures.get(card)))
    return tuple(known)


def formers_to_json(formers: Sequence[Former], deck: Deck, pictures: Mapping[str, str]) -> dict[str, object]:
    """Returns cards that are one with others as an album's index tells of them.

    Args:
        formers: the cards, of the album's deck file `deck`.
        deck: the deck file.
        pictures: the names of their pictures.
    """
    cards = tuple(each.card for each in formers)
    decks = tuple(dict.fromkeys(card.deck for card in cards))
    return {
        "deck": deck_to_json(replace(deck, decks=decks, cards=cards)),
        "into": {each.card.id: each.into for each in formers},
        "pictures": pictures,
    }


def formers_from_json(value: JsonValue, pictures: Mapping[str, Pixels]) -> tuple[Former, ...]:
    """Reads the cards that are one with others.

    Args:
        value: what the index tells of them.
        pictures: their pictures.

    Raises:
        GamesError: it is told in another way; the message says where and why.
    """
    into = value.need("into")
    return tuple(
        Former(card, into.need(card.id).text(), pictures.get(card.id))
        for card in deck_from_json(value.need("deck")).cards
    )


def formers_of(formers: Iterable[Former], card: str) -> Iterator[Former]:
    """Goes through the cards that are one with a card."""
    return (each for each in formers if each.into == card)
