"""The part of an explanation that shows each card in the photo beside its picture in the album."""

import math
from collections.abc import Iterator
from typing import Final

from api.answers import ReadAnswer, ReadCard
from api.explain_order import chances, place_on
from api.explain_pictures import Mark, Pictures, image_of, marked
from api.explain_words import lies, percent, turned
from api.looking import Look
from api.markup import Html, element, joined
from api.ways import CERTAIN
from games.camouflage.evidence import Candidate, Site
from vision.explanation import Views

_SQUARE_PX: Final = 96
_UNLIKE: Final = 0.3
"""A square that is seen and less like its card than this was not read."""
_PLACES: Final = (
    "top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right",
)  # fmt: skip


def cards_section(seen: Look, answer: ReadAnswer, views: Views, pictures: Pictures) -> Html:
    """Show each place where a card seems to lie, the least sure first, with what it may be."""
    read = dict(zip(seen.subject.ways[0].sites, answer.cards, strict=True))
    sites = seen.reading.evidence.sites
    order = sorted(range(len(sites)), key=lambda number: (_chance(read.get(number)), sites[number].presence))
    return joined(
        (
            element("h2", "Each card", id=pictures.at("cards")),
            element(
                "p",
                "Each place in the photo, beside the cards of the album that it may be, all as they lie on "
                "the table. Each square says what was made of it, and how like it is to the card it was "
                "compared with: 1.00 is the same picture, 0.00 nothing alike. The least sure come first.",
            ),
            _legend(),
            *(_card(number, read.get(number), seen, views, pictures) for number in order),
        )
    )


def _legend() -> Html:
    return element(
        "p",
        element("strong", "seen"),
        ": nothing lies on it. ",
        element("strong", "covered"),
        ": another card lies on it, so it does not count. ",
        element("strong", "doubtful"),
        ": it is not clear which card is on top. ",
        element("strong", "unlike"),
        ": nothing should lie on it, yet it does not look like the card: glare, a finger or a wrong card.",
        class_="note",
    )


def _card(number: int, read: ReadCard | None, seen: Look, views: Views, pictures: Pictures) -> Html:
    site, sighting = seen.reading.evidence.sites[number], seen.reading.sightings[number]
    marks = [*_marks(number, seen, views)]
    photo = pictures.figure(
        f"place-{number + 1:02d}-photo.jpg",
        marked(image_of(views.site(number, _SQUARE_PX)), marks),
        f"In the photo, compared with {sighting.card}.",
        "; ".join(f"{place}: {mark.state}" for place, mark in zip(_PLACES, marks, strict=True)),
    )
    likeliest = site.candidates[0].card
    unplayed = read is None and likeliest in seen.subject.best.unplayed
    nothing = f"{likeliest}, unplayed" if unplayed else f"Nothing? (perhaps {likeliest})"
    return joined(
        (
            element("h3", read.placement.card if read else nothing),
            element("p", _verdict(site, read, unplayed=unplayed)),
            element("div", photo, *_candidates(number, site, read, views, pictures), class_="row"),
        )
    )


def _verdict(site: Site, read: ReadCard | None, *, unplayed: bool) -> str:
    there = f"That a card lies here at all: {percent(_sigmoid(site.presence))}."
    if read is None:
        x, y = site.centre
        beside = (
            "a card lies beside the board, and is no part of it" if unplayed else "no card was taken to lie"
        )
        return f"At {x},{y} {beside}. {there}"
    return f"Lies {lies(read.placement)}: {percent(read.p)}, all things together. {there}"


def _candidates(
    number: int, site: Site, read: ReadCard | None, views: Views, pictures: Pictures
) -> Iterator[Html]:
    """Show the best card and the second best, and the one that was taken, should it be another."""
    total = sum(math.exp(each.log_likelihood - site.candidates[0].log_likelihood) for each in site.candidates)
    taken = read and (read.placement.card, read.placement.turn)
    for rank, each in enumerate(site.candidates):
        is_taken = (each.card, each.turn) == taken
        if rank < 2 or is_taken:
            p = math.exp(each.log_likelihood - site.candidates[0].log_likelihood) / total
            picture = image_of(views.card(each.card, each.turn, _SQUARE_PX))
            name = f"place-{number + 1:02d}-{rank + 1:02d}.jpg"
            yield pictures.figure(name, picture, _caption(rank, each, p, is_taken=is_taken), each.card)
    if len(site.candidates) == 1:
        yield element("p", f"No other card or turn comes near: {percent(0.0)} together.")


def _caption(rank: int, candidate: Candidate, p: float, *, is_taken: bool) -> str:
    which = ("Best", "Second best")[rank] if rank < 2 else f"Number {rank + 1}"
    taken = ", taken" if is_taken else ""
    return f"{which}{taken}: {candidate.card}, {turned(candidate.turn)}; {percent(p)} by its squares."


def _marks(number: int, seen: Look, views: Views) -> Iterator[Mark]:
    """Return what was made of each square of a site, row by row."""
    evidence = seen.reading.evidence
    on_top = dict.fromkeys(range(9), 1.0)
    for shared in evidence.shared:
        if number in (found := chances(shared)):
            on_top[place_on(evidence.sites[number].centre, shared.cell)] = found[number]
    for place, likeness in enumerate(views.likeness(number)):
        yield _mark(on_top[place], float(likeness))


def _mark(on_top: float, likeness: float) -> Mark:
    if on_top <= 1 - CERTAIN:
        return Mark("covered", likeness)
    if on_top < CERTAIN:
        return Mark("doubtful", likeness)
    return Mark("unlike" if likeness < _UNLIKE else "seen", likeness)


def _chance(read: ReadCard | None) -> float:
    return read.p if read else 0.0


def _sigmoid(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(log_odds, -700.0)))
