"""The part of an explanation that shows, square by square, which card was taken to be on top."""

import math
from collections.abc import Iterable
from itertools import count
from operator import attrgetter
from typing import Final

from api.explain_pictures import Pictures, image_of, side_by_side
from api.explain_words import odds, orders, percent
from api.looking import Look
from api.markup import Html, element, joined, table
from api.ways import CERTAIN
from games.camouflage import Cell, Placement
from games.camouflage.evidence import SharedCell, Top
from vision.explanation import Views, square_of

_SQUARE_PX: Final = 96


def chances(shared: SharedCell) -> dict[int, float]:
    """Return how probable it is for each site that its card is on top, by the one square alone."""
    best = max(top.log_likelihood for top in shared.tops)
    likelihoods = {top.site: math.exp(top.log_likelihood - best) for top in shared.tops}
    return {site: likelihood / sum(likelihoods.values()) for site, likelihood in likelihoods.items()}


def place_on(centre: Cell, cell: Cell) -> int:
    """Return which of a card's nine places, row by row, a cell is."""
    return Placement("", centre).cells.index(cell)


def by_doubt(shared: Iterable[SharedCell]) -> tuple[list[SharedCell], list[SharedCell]]:
    """Return the squares of which no card is surely on top, and the clear ones, the most doubtful first."""
    ranked = sorted(shared, key=_doubt, reverse=True)
    doubtful = sum(_doubt(each) > 1 - CERTAIN for each in ranked)
    return ranked[:doubtful], ranked[doubtful:]


def order_section(seen: Look, views: Views, pictures: Pictures) -> Html:
    """Show each square on which cards lie above each other, the most doubtful first, and the orders."""
    numbers = count(1)
    doubtful, clear = (
        [_square(next(numbers), each, seen, views, pictures) for each in squares]
        for squares in by_doubt(seen.reading.evidence.shared)
    )
    return joined(
        (
            element("h2", "Which card is on top", id=pictures.at("order")),
            element(
                "p",
                "Where cards share a square, the photo shows the topmost. Each pair of pictures shows the "
                "square in the photo on the left, and on the right what it would look like were that card on "
                "top. The more alike the two are (1.00: the same picture), the more they speak for the card.",
            ),
            element(
                "p", f"Squares that are doubtful by themselves: {len(doubtful)}. Clear ones: {len(clear)}."
            ),
            *doubtful,
            element("details", element("summary", f"The {len(clear)} clear squares"), *clear),
            element("h3", "The orders that were chosen"),
            element(
                "p",
                "They are the ones that explain all squares together best; some cards' order no photo shows.",
            ),
            table(("Card, bottom first", "lies on", "order hidden"), orders(seen.subject.ways[0].board)),
        )
    )


def _doubt(shared: SharedCell) -> float:
    """Return how probable it is that another card is on top than the likeliest one."""
    return sum(sorted(chances(shared).values())[:-1])


def _margin(shared: SharedCell) -> float:
    """Return by how many nats the likeliest card of a square is ahead of the next."""
    best, second = _ranked(shared)[:2]
    return best.log_likelihood - second.log_likelihood


def _ranked(shared: SharedCell) -> list[Top]:
    return sorted(shared.tops, key=attrgetter("log_likelihood"), reverse=True)


def _square(number: int, shared: SharedCell, seen: Look, views: Views, pictures: Pictures) -> Html:
    ranked = _ranked(shared)
    names = [seen.reading.sightings[top.site].card for top in ranked]
    ahead = _margin(shared)
    pairs = [
        _pair(f"square-{number:03d}-{rank}.jpg", shared, top, seen, views, pictures)
        for rank, top in enumerate(ranked, start=1)
    ]
    x, y = shared.cell
    return joined(
        (
            element("h3", f"Square {x},{y}: {' or '.join(names)}"),
            element(
                "p",
                f"This square alone says {names[0]}, {odds(ahead)} against {names[1]}; "
                f"log-odds {ahead:.1f}. ",
                _taken(ranked[0].site, shared.cell, seen),
            ),
            element("div", *pairs, class_="row"),
        )
    )


def _pair(name: str, shared: SharedCell, top: Top, seen: Look, views: Views, pictures: Pictures) -> Html:
    """Show a square in the photo, cut out as a card lies, beside the card's own picture of it."""
    sighting, centre = seen.reading.sightings[top.site], seen.reading.evidence.sites[top.site].centre
    place = place_on(centre, shared.cell)
    both = side_by_side(
        image_of(square_of(views.site(top.site, _SQUARE_PX), place)),
        image_of(square_of(views.card(sighting.card, sighting.turn, _SQUARE_PX), place)),
    )
    like = f"likeness {views.likeness(top.site)[place]:.2f}"
    caption = f"{sighting.card}: {like}, {percent(chances(shared)[top.site])}"
    return pictures.figure(name, both, caption, f"The square in the photo, and as {sighting.card} has it")


def _taken(site: int, cell: Cell, seen: Look) -> str:
    """Say which card the board has on top of a cell, and whether the cell speaks for that site."""
    best = seen.subject.ways[0]
    stack = best.board.stack(cell)
    if not stack:
        return "No card was taken to lie here."
    card, compared = best.board.placements[stack[-1]].card, seen.reading.sightings[site].card
    if best.sites[stack[-1]] != site:
        return f"Taken to be on top: {card} all the same, because all squares together say so."
    instead = "" if card == compared else f" in the place of {compared}"
    return f"Taken to be on top: {card}{instead}."
