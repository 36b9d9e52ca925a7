"""POST /check, /score and /places: what a board, or the board on a photo, is worth."""

from threading import Semaphore
from typing import Annotated

from fastapi import APIRouter, Depends

from api import service
from api.boards import Cards, FindDeck, blaming, from_document, from_notation
from api.errors import WrongUseError
from api.files import named_deck
from api.looking import USUAL_RULES, look
from api.reading_files import is_reading, reading_from_json
from api.routes.requests import (
    MAX_PHOTOS_BODY,
    Albums,
    PhotoWork,
    Received,
    TableT,
    documented,
    received,
    stated_in,
)
from api.schemas import CheckIn, CheckOut, PlacesIn, PlacesOut, PuzzleIn, ScoreIn, ScoreOut
from api.solving import subject_of_reading
from api.store import AlbumStore
from api.ways import Subject, subject_of_table
from games.camouflage import deck_from_json

router = APIRouter(tags=["boards"])


@router.post("/check", max_body_size=MAX_PHOTOS_BODY, openapi_extra=documented(CheckIn))
def check(
    asked: Annotated[Received[CheckIn], Depends(received(CheckIn))], store: Albums, work: PhotoWork
) -> CheckOut:
    """Tell which cards lie against the rules, and why."""
    return CheckOut.model_validate(service.check(subject_of(asked, store, work)))


@router.post("/score", max_body_size=MAX_PHOTOS_BODY, openapi_extra=documented(ScoreIn))
def score(
    asked: Annotated[Received[ScoreIn], Depends(received(ScoreIn))], store: Albums, work: PhotoWork
) -> ScoreOut:
    """Score a table: who has how many points, card by card, and who has won."""
    return ScoreOut.model_validate(service.score(subject_of(asked, store, work), asked.body.game))


@router.post("/places", openapi_extra=documented(PlacesIn, with_photo=False))
def places(
    asked: Annotated[Received[PlacesIn], Depends(received(PlacesIn, with_photo=False))], store: Albums
) -> PlacesOut:
    """List all places where a card may be laid."""
    subject = laid_of(asked.body, store)
    answer = service.places(subject.best, subject.deck, asked.body.card, subject.warnings)
    return PlacesOut.model_validate(answer)


def subject_of(asked: Received[TableT], store: AlbumStore, work: Semaphore) -> Subject:
    """Return the table that is asked about, with what else is stated."""
    body = asked.body
    if asked.photo is None:
        if body.piles:
            raise WrongUseError("piles are told apart on a photo; a board file has locations")
        return laid_of(body, store)
    if body.album is None or body.board is not None or body.deck is not None or body.face is not None:
        raise WrongUseError(
            "a photo is read with an album, which holds its deck and face, and without a board"
        )
    stated = stated_in(body)
    with work:
        seen = look(
            asked.photo,
            store.load(body.album),
            stated.rules(USUAL_RULES),
            more=asked.more,
            start=asked.start,
            in_piles=body.piles or getattr(body, "game", None) == "not-my-stack",
        )
    return stated.applied(seen.subject)


def deck_finder(body: CheckIn | PuzzleIn, store: AlbumStore) -> FindDeck:
    """Return what finds a body's deck: its own one, else its album's, else a shipped one."""

    def find_deck(name: str | None) -> Cards:
        if body.deck is not None:
            with blaming("the deck"):
                return Cards(deck_from_json(body.deck))
        if body.album is not None:
            album = store.load(body.album)
            return Cards(album.deck, album.face)
        return named_deck(name)

    return find_deck


def laid_of(body: CheckIn, store: AlbumStore) -> Subject:
    """Return the board of a body, with what else is stated.

    Raises:
        WrongUseError: there is none, or it is malformed.
        CamouflageError: it does not fit its deck.
    """
    find_deck = deck_finder(body, store)
    match body.board:
        case None:
            raise WrongUseError("expected a board, or a form with a photo")
        case dict(document) if is_reading(document):
            if body.deck is not None or body.album is not None or body.face is not None:
                raise WrongUseError("a kept reading holds its own deck and face")
            with blaming("the reading"):
                kept = reading_from_json(document)
            stated = stated_in(body)
            return stated.applied(subject_of_reading(kept, stated.rules))
        case str(text):
            laid = from_notation(text, find_deck, body.face, shown="the board")
        case document:
            laid = from_document(document, find_deck, body.face, shown="the board")
    return stated_in(body).applied(subject_of_table(laid.table, laid.deck, laid.warnings), laid.says)
