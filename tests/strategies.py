"""Decks that tests play with, and hypothesis strategies for what lies on a table."""

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from games.camouflage import (
    CENTRE,
    FACES,
    Board,
    Card,
    Cell,
    Deck,
    Face,
    FaceName,
    Location,
    Placement,
    Rules,
    Table,
    places,
)

ANIMALS = ("lion", "owl", "fox", "frog", "pig", "cow", "bear")
PATTERNS: dict[FaceName, tuple[str, ...]] = {
    "animals": ("zebra", "tiger", "snake"),
    "gems": ("ruby", "opal", "jade"),
}


def face_of(squares: Sequence[str]) -> Face:
    """Return the face with these eight squares, row by row round the centre."""
    a, b, c, d, e, f, g, h = squares
    return Face(((a, b, c), (d, CENTRE, e), (f, g, h)))


def mixed_deck(seed: int = 1) -> Deck:
    """Return a full set of seven decks of six cards with three patterns a face, the same for each seed."""
    draw = random.Random(seed)
    cards = [
        Card(
            f"{animal}-{number}",
            animal,
            {name: face_of(draw.choices(PATTERNS[name], k=8)) for name in FACES},
        )
        for animal in ANIMALS
        for number in range(1, 7)
    ]
    return Deck("mixed", ANIMALS, PATTERNS, tuple(cards))


def plain_deck(**squares: str) -> Deck:
    """Return a full set on which all squares are zebra, so that only places decide.

    Args:
        **squares: the eight squares, by their first letters, of cards that differ: `owl_1="zzzzztzz"`.
    """
    letters = {name[0]: name for name in PATTERNS["animals"]}
    cards = [
        Card(
            f"{animal}-{number}",
            animal,
            {"animals": face_of([letters[x] for x in squares.get(f"{animal}_{number}", "z" * 8)])},
        )
        for animal in ANIMALS
        for number in range(1, 7)
    ]
    return Deck("plain", ANIMALS, PATTERNS, tuple(cards))


DECK = mixed_deck()
PLAIN = plain_deck()

turns = st.integers(0, 3)
"""Quarter turns that a card can lie in."""

patterns = st.sampled_from(PATTERNS["animals"])

faces = st.builds(face_of, st.lists(patterns, min_size=8, max_size=8))

rules = st.builds(Rules, st.integers(0, 4), st.booleans(), st.booleans(), st.booleans())


@st.composite
def boards(
    draw: st.DrawFn,
    *,
    min_cards: int = 0,
    max_cards: int = 7,
    reach: int = 3,
    cards: Sequence[str] | None = None,
) -> Board:
    """Boards of cards laid anyhow, legal or not, mostly on top of each other; `reach` limits x and y."""
    names = list(cards or [card.id for card in DECK.cards])
    chosen = draw(st.lists(st.sampled_from(names), min_size=min_cards, max_size=max_cards, unique=True))
    spot = st.integers(-reach, reach)
    return Board(tuple(Placement(card, Cell(draw(spot), draw(spot)), draw(turns)) for card in chosen))


@st.composite
def legal_boards(draw: st.DrawFn, *, max_cards: int = 6) -> Board:
    """Boards on which every card keeps the usual rules."""
    board = Board()
    for card in draw(st.lists(st.sampled_from(DECK.cards), min_size=1, max_size=max_cards, unique=True)):
        found = places(Table(DECK.name, "animals", board), DECK, card.id)
        if found:
            board = board.lay(draw(st.sampled_from(found)).placement)
    return board


@st.composite
def locations(draw: st.DrawFn) -> tuple[Location, ...]:
    """Piles of two to seven players, each begun with a card of its owner, the rest laid anyhow."""
    players = draw(st.lists(st.sampled_from(ANIMALS), min_size=2, max_size=7, unique=True))
    others = [card.id for card in DECK.cards if card.id[-1] != "1"]
    piles: dict[str, list[Placement]] = {
        deck: [Placement(f"{deck}-1", Cell(0, 0), draw(turns))] for deck in players
    }
    for placement in draw(boards(cards=others)):
        piles[draw(st.sampled_from(players))].append(placement)
    return tuple(Location(deck.title(), deck, Board(tuple(pile))) for deck, pile in piles.items())


@st.composite
def shared_tables(draw: st.DrawFn) -> Table:
    """Tables with one board; who plays, what began it and who was out may be open."""
    board = draw(boards())
    cards = [placement.card for placement in board]
    decks = [*dict.fromkeys(DECK.card(card).deck for card in cards)]
    players = draw(st.none() | st.just({deck.title(): deck for deck in decks}))
    seated = list(players or decks)
    return Table(
        DECK.name,
        draw(st.sampled_from(FACES)),
        board,
        start=draw(st.none() | st.just(tuple(cards[:3]))),
        players=players,
        out=draw(st.none() | st.permutations(seated).map(tuple)),
        rules=draw(rules),
    )


@st.composite
def location_tables(draw: st.DrawFn) -> Table:
    """Tables of Not My Stack!."""
    piles = draw(locations())
    owners = [location.player for location in piles]
    return Table(
        DECK.name,
        draw(st.sampled_from(FACES)),
        locations=piles,
        out=draw(st.none() | st.permutations(owners).map(lambda order: tuple(order[:2]))),
        rules=draw(rules),
    )


tables = shared_tables() | location_tables()
"""Tables of all four games."""
