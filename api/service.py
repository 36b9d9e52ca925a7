"""The use cases: enrol a deck, read a photo, check a table, score it, find the places of a card."""

import time
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from api.albums import with_step
from api.answers import (
    Alternative,
    CheckAnswer,
    Confidence,
    EnrolAnswer,
    EnrolledCard,
    PhotoSource,
    PlacesAnswer,
    ReadAnswer,
    ReadCard,
    ScoreAnswer,
    UnplayedCard,
    plain_corners,
)
from api.certainty import CardPoints, aspect, card_points, checked, confidence, possible, sure
from api.keeping import Kept
from api.looking import USUAL_RULES, Clock, Look, Resumed, corners_of, load, look, resume
from api.questions import Question, questions, which_first
from api.sheets import Outcome, outcome, sheets_of, with_legality
from api.ways import CERTAIN, Measure, Subject, Way, masses
from games import camouflage
from games.camouflage import CamouflageSheet, Deck, FaceName, Judgement, Placement, Rules, Table, verdict
from games.scoring import merged, span

if TYPE_CHECKING:
    from PIL.Image import Image

    from api.overlay import Colour, Outline, Style
    from vision.album import Album

_OF_PILES: Final = "not-my-stack"
"""The game in which each player has a pile."""

WORTH_LISTING: Final = 0.001
"""Boards that are less probable are not listed as alternatives."""


def enrol(
    photos: Sequence[PhotoSource], face: FaceName, deck: Deck | None = None, *, name: str = "deck"
) -> EnrolAnswer:
    """Learn a deck from photos in which its cards lie apart.

    Args:
        photos: the photos.
        face: the side of the cards that they show.
        deck: which printed card is which; where None, cards, decks and patterns are told apart and named.
        name: the name of the deck, where it is not given.

    Raises:
        VisionError: a photo cannot be read, or the photos are not those of a deck.
    """
    from vision import enrol as vision

    loaded = [load(photo, max_side_px=vision.ENROL_SIDE_PX) for photo in photos]
    found = vision.enrol(loaded, face, deck, name=name)
    return EnrolAnswer(
        album=with_step(found.album, "enrolled", photos),
        cards=tuple(
            EnrolledCard(card.card, photos[card.photo].name, plain_corners(card.corners), card.face)
            for card in found.cards
        ),
        doubtful=found.doubtful,
        warnings=found.warnings,
    )


def read(
    photo: PhotoSource,
    album: "Album",
    rules: Rules = USUAL_RULES,
    *,
    more: Sequence[PhotoSource] = (),
    in_order: bool = False,
    answers: Sequence[str] = (),
    time_limit_s: float = 5.0,
    num_workers: int = 1,
    seed: int = 0,
    clock: Clock = time.perf_counter,
) -> ReadAnswer:
    """Read a table from a photo, or from several; arguments and errors are those of `look`."""
    seen = look(
        photo,
        album,
        rules,
        more=more,
        in_order=in_order,
        answers=answers,
        time_limit_s=time_limit_s,
        num_workers=num_workers,
        seed=seed,
        clock=clock,
    )
    return read_answer(seen, clock=clock)


def read_on(kept: Kept, *, clock: Clock = time.perf_counter) -> ReadAnswer:
    """Go on with a reading, without its photo; errors are those of `resume`."""
    return read_answer(resume(kept, clock=clock), clock=clock)


def read_answer(seen: Look | Resumed, *, clock: Clock = time.perf_counter) -> ReadAnswer:
    """Tell what a look at a photo leaves; the clock is the one of the look."""
    ways, rules = seen.subject.ways, seen.subject.best.rules
    judged = seen.subject.judged()
    points = [frozenset(card_points(each, rules).items()) for each in judged]
    scores = _scores(seen.subject, judged, points)
    layouts = [frozenset(way.board) for way in ways]
    looks = [way.seen for way in ways]
    aspects = [
        aspect("score", ways, scores),
        aspect("stacking", ways, looks),
        aspect("layout", ways, layouts),
    ]
    return ReadAnswer(
        subject=seen.subject,
        confidence=Confidence(
            layout=confidence(ways, layouts), stacking=confidence(ways, looks), score=confidence(ways, scores)
        ),
        cards=tuple(_read_cards(seen, layouts, points)),
        alternatives=_alternatives(seen.subject),
        questions=questions(ways, aspects, seen.subject.doubts),
        warnings=seen.subject.warnings,
        time_ms={**seen.time_ms, "total": (clock() - seen.began) * 1000},
        kept=seen.kept,
        beside=tuple(
            UnplayedCard(each.card, corners_of(seen, site, each.turn)) for site, each in ways[0].beside
        ),
    )


def annotated(photo: PhotoSource, answer: ReadAnswer) -> "Image":
    """Return a photo with what was read drawn over it, in RGB."""
    from PIL import Image

    from api.overlay import draw
    from vision.photo import load_photo

    return draw(Image.fromarray(load_photo(photo.data).pixels[:, :, ::-1]), outlines(answer))


def outlines(answer: ReadAnswer) -> "list[Outline]":
    """Return the cards that were read as they are drawn over the photo, bottom first, then the unplayed."""
    from api.overlay import Outline, deck_colour

    deck = answer.subject.deck

    def colour(card: str) -> "Colour":
        return deck_colour(deck.card(card).deck, deck.decks)

    legal = {card.card: card.legal for card in check(answer.subject).cards}
    played = [
        Outline(
            name=card.placement.card,
            corners=card.corners,
            colour=colour(card.placement.card),
            style=_style(card, legal[card.placement.card]),
            diversify=card.diversify,
            cover=card.cover,
        )
        for card in answer.cards
    ]
    return [
        *played,
        *(Outline(each.card, each.corners, colour(each.card), "unplayed") for each in answer.beside),
    ]


def check(subject: Subject) -> CheckAnswer:
    """Tell which cards lie legally.

    A card is acquitted or accused only if the picture alone makes that certain, whatever the rules suggest.
    """
    ways, judged = subject.ways, subject.judged()
    legal = [frozenset((each.card, each.legal) for each in judgements) for judgements in judged]
    asked = questions(ways, [aspect("legality", ways, legal, Measure.PICTURE_ALONE)], subject.doubts)
    return CheckAnswer(
        legal=sure(ways, [verdict(judgements) for judgements in judged]),
        cards=tuple(checked(ways, judged, judgement.card) for judgement in judged[0]),
        questions=(*asked, *_which_first(judged[0])),
        warnings=subject.warnings,
    )


def score(subject: Subject, game: str) -> ScoreAnswer:
    """Score a table.

    Points are those of all outcomes that cannot be ruled out. Whether a card is legal is what `check` says.

    Args:
        subject: the table.
        game: the name of one of `camouflage.MODES`.

    Raises:
        CamouflageError: there is no such game, or the table does not fit it.
    """
    ways, judged = subject.ways, subject.judged()
    sheets = sheets_of(subject, judged, game)
    outcomes = [outcome(sheet) for sheet in sheets]
    whole = merged(_worth_showing(ways, sheets, outcomes), _PHOTO)
    first = _which_first(judged[0]) if "first-card" in whole.missing else ()
    lines = tuple(line for line in whole.lines if line.item in subject.best.cards or line.raw_points)
    sheet = replace(whole, lines=lines, missing=tuple(name for name in whole.missing if name != _PHOTO))
    return ScoreAnswer(
        sheet=with_legality(sheet, [checked(ways, judged, line.item) for line in lines]),
        certain=whole.certain and confidence(ways, outcomes) >= CERTAIN,
        questions=(*questions(ways, [aspect("score", ways, outcomes)], subject.doubts), *first),
        warnings=(*subject.warnings, *whole.warnings),
    )


def places(table: Table, deck: Deck, card: str, warnings: Iterable[str] = ()) -> PlacesAnswer:
    """Find all legal places of a card.

    Raises:
        CamouflageError: the card lies on the table already, or something is not of the deck.
    """
    return PlacesAnswer(tuple(camouflage.places(table, deck, card)), tuple(warnings))


_PHOTO: Final = "photo"
"""What is missing where a winner hangs on the photo; the questions say it better."""


def _worth_showing(
    ways: Sequence[Way], sheets: Sequence[CamouflageSheet], outcomes: Sequence[Outcome]
) -> list[CamouflageSheet]:
    """Return the sheets of all outcomes that cannot be ruled out, but none that can itself."""
    kept = possible(ways, outcomes)
    shown = [sheets[outcomes.index(each)] for each in kept]
    shown += [sheet for sheet in possible(ways, sheets) if outcome(sheet) in kept]
    return [*dict.fromkeys(shown)]


def _which_first(judgements: Sequence[Judgement]) -> tuple[Question, ...]:
    doubtful = [judgement.card for judgement in judgements if judgement.legal is None]
    return (which_first(doubtful),) if doubtful else ()


def _scores(
    subject: Subject,
    judged: Sequence[tuple[Judgement, ...]],
    points: Sequence[frozenset[tuple[str, CardPoints]]],
) -> Sequence[Hashable]:
    """Return what counts in each way: what cards score, or of piles the outcome of the game that has them."""
    if not subject.best.locations:
        return points
    return [outcome(sheet) for sheet in sheets_of(subject, judged, _OF_PILES)]


def _read_cards(
    seen: Look | Resumed,
    layouts: Sequence[frozenset[Placement]],
    scores: Sequence[frozenset[tuple[str, CardPoints]]],
) -> Iterator[ReadCard]:
    ways = seen.subject.ways
    weights = [way.weight.p for way in ways]
    versions = [dict(points) for points in possible(ways, scores)]
    for site, placement in zip(ways[0].sites, ways[0].board, strict=True):
        points = [each[placement.card] for each in versions if placement.card in each]
        yield ReadCard(
            placement=placement,
            corners=corners_of(seen, site, placement.turn),
            p=masses(weights, [placement in layout for layout in layouts])[True],
            diversify=span(each.diversify for each in points),
            cover=span(each.cover for each in points),
        )


def _style(card: ReadCard, legal: bool | None) -> "Style":
    if legal is False:
        return "illegal"
    sure = legal and card.p >= CERTAIN and isinstance(card.diversify, int) and isinstance(card.cover, int)
    return "sure" if sure else "unsure"


def _alternatives(subject: Subject) -> tuple[Alternative, ...]:
    tables = {way.seen: way.table for way in reversed(subject.ways)}
    found = masses([way.weight.p for way in subject.ways], [way.seen for way in subject.ways])
    return tuple(
        Alternative(tables[seen], p)
        for seen, p in found.items()
        if seen != subject.ways[0].seen and p >= WORTH_LISTING
    )
