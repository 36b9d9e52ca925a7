"""What becomes of a deck file when its decks, cards or patterns are renamed, made one, or taken apart."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from games.camouflage.cards import CENTRE, Card, Deck, Face, FaceName
from vision.errors import AlbumError


class Square(NamedTuple):
    """A square of a card as printed.

    Attributes:
        card: the card's id.
        row: 0 to 2, the top row first.
        column: 0 to 2, the left column first.
    """

    card: str
    row: int
    column: int

    @property
    def cell(self) -> tuple[int, int]:
        """Its row and column."""
        return self.row, self.column

    @property
    def shown(self) -> str:
        """The square as users write it, rows and columns counted from 1."""
        return f"{self.card}:{self.row + 1},{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Relabelled:
    """What became of a deck file.

    Attributes:
        deck: the new one.
        cards: old id -> new id, of the cards that are still there.
        patterns: for each face old name -> new name, of the patterns whose names changed.
        settled: squares of which the user has said what they bear.
        merged: for each card that is no more, the card that it is one with.
    """

    deck: Deck
    cards: Mapping[str, str]
    patterns: Mapping[FaceName, Mapping[str, str]] = field(default_factory=dict)
    settled: frozenset[Square] = frozenset()
    merged: Mapping[str, str] = field(default_factory=dict)


def renamed(
    deck: Deck,
    decks: Mapping[str, str],
    cards: Mapping[str, str],
    patterns: Mapping[FaceName, Mapping[str, str]],
) -> Relabelled:
    """Gives decks, cards and the patterns of each face other names; old name -> new name.

    Raises:
        AlbumError: something else has a new name.
        CamouflageError: a new name is none that a card or a deck file can have.
    """
    ids = {card.id: cards.get(card.id) or _after(card.id, card.deck, decks) for card in deck.cards}
    _require_free("deck", deck.decks, decks)
    _require_free("card", [*ids], {old: new for old, new in ids.items() if old != new})
    for face, names in patterns.items():
        _require_free(f"pattern of {face}", deck.patterns[face], names)
    changed = Deck(
        deck.name,
        tuple(decks.get(name, name) for name in deck.decks),
        {face: tuple(patterns[face].get(name, name) for name in own) for face, own in deck.patterns.items()},
        tuple(
            with_patterns(replace(card, id=ids[card.id], deck=decks.get(card.deck, card.deck)), patterns)
            for card in deck.cards
        ),
    )
    return Relabelled(changed, ids, patterns)


def one_pattern(deck: Deck, face: FaceName, first: str, others: Sequence[str]) -> Relabelled:
    """Makes one pattern of several of a face."""
    names: Mapping[FaceName, Mapping[str, str]] = {face: dict.fromkeys(others, first)}
    left = tuple(name for name in deck.patterns[face] if name not in others)
    changed = replace(
        deck,
        patterns={**deck.patterns, face: left},
        cards=tuple(with_patterns(card, names) for card in deck.cards),
    )
    return Relabelled(changed, same_cards(changed), names)


def one_card(deck: Deck, first: str, others: Sequence[str]) -> Relabelled:
    """Takes cards away that are the first card once more."""
    cards = tuple(card for card in deck.cards if card.id not in others)
    decks = tuple(name for name in deck.decks if name in {card.deck for card in cards})
    changed = replace(deck, decks=decks, cards=cards)
    return Relabelled(changed, same_cards(changed), merged=dict.fromkeys(others, first))


def with_card(deck: Deck, card: Card) -> Relabelled:
    """Adds a card, after those of its deck.

    Raises:
        AlbumError: there is a card of its name.
    """
    if card.id in deck:
        raise AlbumError(f"a card cannot be named {card.id!r}: there is a card of that name")
    cards = sorted((*deck.cards, card), key=lambda each: deck.decks.index(each.deck))
    return Relabelled(replace(deck, cards=tuple(cards)), same_cards(deck))


def moved(deck: Deck, decks: tuple[str, ...], cards: Mapping[str, str]) -> Relabelled:
    """Moves cards to decks; those that bear the name of their deck get the next number there.

    Args:
        deck: the deck file.
        decks: its decks afterwards.
        cards: card -> its new deck.

    Raises:
        CamouflageError: a deck's name is none that a deck or card can have.
    """
    ids = same_cards(deck)
    for card, new in cards.items():
        if card.startswith(f"{deck.card(card).deck}-"):
            taken = {*ids.values()}
            ids[card] = next(name for n in range(1, len(ids) + 2) if (name := f"{new}-{n}") not in taken)
    changed = [replace(card, id=ids[card.id], deck=cards.get(card.id, card.deck)) for card in deck.cards]
    in_order = tuple(sorted(changed, key=lambda card: decks.index(card.deck)))
    return Relabelled(replace(deck, decks=decks, cards=in_order), ids)


def with_squares(deck: Deck, face: FaceName, squares: Sequence[Square], pattern: str) -> Relabelled:
    """Has squares of a face bear a pattern, which may be new.

    Raises:
        CamouflageError: the name is none that a pattern can have.
    """
    _require_name(pattern)
    names = deck.patterns[face]
    cards = tuple(
        _with_face(card, face, lambda square, bore: pattern if square in squares else bore)
        for card in deck.cards
    )
    patterns = {**deck.patterns, face: names if pattern in names else (*names, pattern)}
    changed = replace(deck, patterns=patterns, cards=cards)
    return Relabelled(changed, same_cards(changed), settled=frozenset(squares))


def bearing(deck: Deck, face: FaceName, pattern: str) -> Iterator[Square]:
    """Goes through the squares of a face that bear a pattern."""
    for card in deck.cards:
        if face in card.faces:
            for row, squares in enumerate(card.faces[face].rows):
                yield from (Square(card.id, row, at) for at, name in enumerate(squares) if name == pattern)


def same_cards(deck: Deck) -> dict[str, str]:
    """Returns each card's id by itself."""
    return {card.id: card.id for card in deck.cards}


def _after(card: str, deck: str, decks: Mapping[str, str]) -> str:
    """Returns the id of a card whose deck may be renamed."""
    bears_its_name = card.startswith(f"{deck}-")
    return f"{decks[deck]}{card.removeprefix(deck)}" if deck in decks and bears_its_name else card


def _require_free(what: str, there: Sequence[str], names: Mapping[str, str]) -> None:
    """Refuses new names that something else has and keeps, or that two would have."""
    kept = {*there} - {*names}
    for old, new in names.items():
        _require_name(new)
        if new in kept:
            raise AlbumError(f"{old!r} cannot be named {new!r}: there is a {what} of that name")
        kept.add(new)


def _require_name(name: str) -> None:
    if name in ("", CENTRE):
        raise AlbumError(f"a name is not empty, nor the {CENTRE!r} of the centres; found {name!r}")


def with_patterns(card: Card, patterns: Mapping[FaceName, Mapping[str, str]]) -> Card:
    """Returns a card of whose patterns some have other names; old name -> new name on each face."""
    for face, names in patterns.items():
        card = _with_face(card, face, lambda _, bore, names=names: names.get(bore, bore))  # type: ignore[misc] # - the default binds the loop's value
    return card


def free_id(card: str, taken: Sequence[str]) -> str:
    """Returns a card's id, with a number behind it where others have it already."""
    return next(
        name for n in range(1, len(taken) + 2) if (name := card if n == 1 else f"{card}-{n}") not in taken
    )


def _with_face(card: Card, face: FaceName, bears: Callable[[Square, str], str]) -> Card:
    """Returns a card on whose face each square bears what a function makes of it and of what it bore."""
    if face not in card.faces:
        return card
    rows = []
    for row, own in enumerate(card.faces[face].rows):
        left, middle, right = (
            bore if bore == CENTRE else bears(Square(card.id, row, column), bore)
            for column, bore in enumerate(own)
        )
        rows.append((left, middle, right))
    return replace(card, faces={**card.faces, face: Face(tuple(rows))})
