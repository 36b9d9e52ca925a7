"""The cards of Camelio: four colours, one to three spheres, and a back that tells one of the two.

A card is written as its back and what that hides: `red:2` is a regular card with two red spheres, whose back
is red; `red-blue-2:blue` is bicolour and shows two spheres on its back; `multicolour-1:green` likewise.
Cards of one name are alike, so a card is the number of its name, from 1 on; 0 is none.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.errors import GamesError
from games.json_value import JsonValue

FORMAT: Final = "camelio-deck/1"

COLOURS: Final = ("red", "blue", "green", "yellow")
MULTICOLOUR: Final = "multicolour"
MOST_SPHERES: Final = 3
"""How many spheres a card has at most."""

MOST_CARDS: Final = 500
"""How many cards a deck may have, more than anybody could shuffle."""

_FORMS: Final = "a card such as red:2, red-blue-2:blue or multicolour-1:green"


@dataclass(frozen=True, slots=True)
class Kind:
    """What all cards of one name have in common.

    Attributes:
        back: what the back shows: a colour, or colours and a number of spheres.
        colour: the number of the colour, as in `COLOURS`.
        spheres: how many, 1 to 3.
    """

    back: str
    colour: int
    spheres: int

    @property
    def front(self) -> str:
        """What the front shows, such as `red-2`."""
        return f"{COLOURS[self.colour]}-{self.spheres}"

    @property
    def name(self) -> str:
        """The name of these cards."""
        return f"{self.back}:{self.spheres if self.back in COLOURS else COLOURS[self.colour]}"


@dataclass(frozen=True, slots=True)
class Deck:
    """A set of cards. Fields that are lists by card have an entry for 0, no card, in front.

    Attributes:
        name: its name.
        source: where its numbers of cards are from; empty if nobody says.
        kinds: the kinds of cards, in the order of their numbers.
        counts: how many cards there are of each.
        colours: the colour of each card.
        spheres: the spheres of each card.
        backs: the number of the back of each card, from 1 on.
        back_names: what is on each back.
        names: the name of each card.
        numbers: the card of each name.
    """

    name: str
    source: str
    kinds: tuple[Kind, ...]
    counts: tuple[int, ...]
    colours: tuple[int, ...] = field(init=False, compare=False, repr=False)
    spheres: tuple[int, ...] = field(init=False, compare=False, repr=False)
    backs: tuple[int, ...] = field(init=False, compare=False, repr=False)
    back_names: tuple[str, ...] = field(init=False, compare=False, repr=False)
    names: tuple[str, ...] = field(init=False, compare=False, repr=False)
    numbers: Mapping[str, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Set what follows from the kinds."""
        back_names = ("", *dict.fromkeys(kind.back for kind in self.kinds))
        names = ("", *(kind.name for kind in self.kinds))
        derived: dict[str, object] = {
            "colours": (-1, *(kind.colour for kind in self.kinds)),
            "spheres": (0, *(kind.spheres for kind in self.kinds)),
            "backs": (0, *(back_names.index(kind.back) for kind in self.kinds)),
            "back_names": back_names,
            "names": names,
            "numbers": {name: number for number, name in enumerate(names) if number},
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards, those that are alike next to each other."""
        return tuple(card for card, count in enumerate(self.counts, 1) for _ in range(count))

    def with_back(self, back: int) -> tuple[int, ...]:
        """Return the cards that have a back, each name once."""
        return tuple(card for card, its in enumerate(self.backs) if its == back)


def kind_named(name: str) -> Kind:
    """Return the kind of a card's name.

    Raises:
        GamesError: no card has such a name.
    """
    back, _, hidden = name.partition(":")
    if back in COLOURS and hidden in ("1", "2", "3"):
        return Kind(back, COLOURS.index(back), int(hidden))
    *colours, spheres = back.split("-")
    shown = COLOURS if colours == [MULTICOLOUR] else tuple(colours)
    several = len(shown) > 1 and len({*shown}) == len(shown) and {*shown} <= {*COLOURS}
    if several and hidden in shown and spheres in ("1", "2", "3"):
        return Kind(back, COLOURS.index(hidden), int(spheres))
    raise GamesError(f"expected {_FORMS}; found {name!r}")


def deck_to_json(deck: Deck) -> dict[str, Any]:
    """Return a deck as JSON: how many cards of each name there are, and where these numbers are from."""
    cards = {kind.name: count for kind, count in zip(deck.kinds, deck.counts, strict=True)}
    return {"format": FORMAT, "name": deck.name, "source": deck.source or None, "cards": cards}


def deck_from_json(document: object) -> Deck:
    """Return the deck in a JSON document.

    Raises:
        MalformedFileError: there is none; the message names the field.
    """
    value = JsonValue.of(document)
    value.need("format").one_of([FORMAT])
    value.only("format", "name", "source", "cards")
    source, cards = value.maybe("source"), value.need("cards")
    found = {}
    for name, count in cards.members().items():
        with count.blamed():
            found[kind_named(name)] = count.whole(1, MOST_CARDS)
    if not 1 <= sum(found.values()) <= MOST_CARDS:
        raise cards.error(f"1 to {MOST_CARDS} cards")
    return Deck(
        name=value.need("name").text(),
        source=source.text() if source else "",
        kinds=tuple(found),
        counts=tuple(found.values()),
    )


_LACKING: Final = {
    "red-blue": 1,
    "green-yellow": 1,
    "red-green": 2,
    "blue-yellow": 2,
    "red-yellow": 3,
    "blue-green": 3,
}
"""The bicolour backs, with the number of spheres that is on none of their cards."""


def _standard() -> dict[str, int]:
    numbers = range(1, MOST_SPHERES + 1)
    regular = {f"{colour}:{spheres}": 3 for colour in COLOURS for spheres in numbers}
    bicolour = {
        f"{pair}-{spheres}:{colour}": 1
        for pair, lacking in _LACKING.items()
        for spheres in numbers
        if spheres != lacking
        for colour in pair.split("-")
    }
    multicolour = {f"{MULTICOLOUR}-{spheres}:{colour}": 1 for spheres in numbers for colour in COLOURS}
    return regular | bicolour | multicolour


STANDARD: Final = deck_from_json(
    {
        "format": FORMAT,
        "name": "standard",
        "source": "36 regular, 24 bicolour and 12 multicolour cards are what the rules say; how many of them "
        "have how many spheres is our choice, by which all colours and numbers are equally frequent.",
        "cards": _standard(),
    }
)
"""The deck that is played unless another is given: 72 cards with 144 spheres, 18 cards a colour."""
