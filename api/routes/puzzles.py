"""POST /puzzles/solve, /puzzles/hint, /puzzles/verify, /best, /left and /playable.

Whoever asks for `text/event-stream` is told of the progress of a solution as server-sent events: `progress`
with the number of answers so far, then `answer` with the answer, or `problem` with what went wrong. Work ends
early when whoever asked goes away.
"""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from fastapi.responses import StreamingResponse

from api import puzzling
from api.boards import Cards, from_document, from_notation
from api.errors import EXPECTED, WrongUseError, fault_of
from api.looking import look
from api.puzzle_answers import BestAnswer, HintAnswer, LeftAnswer, Puzzled, SolveAnswer
from api.puzzle_files import puzzle_of_document
from api.puzzle_photos import photographed_puzzle
from api.routes.boards import deck_finder, laid_of, subject_of
from api.routes.requests import (
    LOOK_S,
    MAX_PHOTO_BODY,
    Albums,
    PhotoWork,
    Received,
    documented,
    received,
    watched,
)
from api.schemas import (
    BestIn,
    BestOut,
    HintIn,
    HintOut,
    LeftIn,
    LeftOut,
    PlayableIn,
    PlayableOut,
    PuzzleIn,
    PuzzleSolveIn,
    PuzzleSolveOut,
    VerifyIn,
    VerifyOut,
    to_json,
)
from api.store import AlbumStore
from api.ways import Subject, subject_of_table
from games.camouflage import Table

EVENT_STREAM: Final = "text/event-stream"

router = APIRouter(tags=["puzzles"])


@router.post(
    "/puzzles/solve",
    response_model=PuzzleSolveOut,
    max_body_size=MAX_PHOTO_BODY,
    openapi_extra=documented(PuzzleSolveIn, with_album=False),
)
async def solve(
    request: Request,
    asked: Annotated[Received[PuzzleSolveIn], Depends(received(PuzzleSolveIn))],
    store: Albums,
    work: PhotoWork,
) -> Any:  # noqa: ANN401 - a stream or a model
    """Solve a puzzle, or that on a photo of a puzzle card: one answer or all, or why there is none."""
    gone, body = threading.Event(), asked.body
    counts: list[int] = []

    def answer() -> SolveAnswer:
        with work:
            found = puzzling.solve(
                _puzzle_in(asked, store),
                cards=body.cards,
                most=body.max or (puzzling.MANY if body.all else 1),
                centres=not body.no_centers,
                time_limit_s=body.time_limit,
                cancelled=gone.is_set,
                progress=counts.append,
            )
        return puzzling.drawn(found) if body.svg else found

    if EVENT_STREAM in request.headers.get("accept", ""):
        return StreamingResponse(_events(request, answer, counts, gone), media_type=EVENT_STREAM)
    return PuzzleSolveOut.model_validate(await watched(request, answer, gone))


@router.post("/puzzles/hint")
async def hint(request: Request, body: HintIn, store: Albums, work: PhotoWork) -> HintOut:
    """Give a hint that does not spoil a puzzle."""
    gone = threading.Event()

    def answer() -> HintAnswer:
        puzzled = _puzzled(body, store)
        laid = None if body.board is None else _table(body.board, puzzled)
        with work:
            return puzzling.hint(
                puzzled, laid, level=body.level, time_limit_s=body.time_limit, cancelled=gone.is_set
            )

    return HintOut.model_validate(await watched(request, answer, gone))


@router.post("/puzzles/verify", max_body_size=MAX_PHOTO_BODY, openapi_extra=documented(VerifyIn))
def verify(
    asked: Annotated[Received[VerifyIn], Depends(received(VerifyIn))], store: Albums, work: PhotoWork
) -> VerifyOut:
    """Tell whether a board, or the board on a photo, solves a puzzle, and if not, what is wrong."""
    body = asked.body
    puzzled = _puzzled(PuzzleIn(puzzle=body.puzzle, deck=body.deck, album=body.album), store)
    if asked.photo is None:
        subject: Subject = subject_of_table(_table(body.board, puzzled), puzzled.deck)
    else:
        with work:
            album = store.load(body.album or "")
            subject = look(asked.photo, album, puzzled.puzzle.rules, more=asked.more).subject
    return VerifyOut.model_validate(puzzling.verify(puzzled, subject))


@router.post("/best", openapi_extra=documented(BestIn, with_photo=False))
async def best(
    request: Request,
    asked: Annotated[Received[BestIn], Depends(received(BestIn, with_photo=False))],
    store: Albums,
    work: PhotoWork,
) -> BestOut:
    """Find the plays of a hand that score the most, and all places with what they score."""
    gone, body = threading.Event(), asked.body

    def answer() -> BestAnswer:
        with work:
            return puzzling.best(
                laid_of(body, store), body.hand, body.game,
                time_limit_s=body.time_limit, cancelled=gone.is_set,
            )  # fmt: skip

    return BestOut.model_validate(await watched(request, answer, gone))


@router.post("/left", max_body_size=MAX_PHOTO_BODY, openapi_extra=documented(LeftIn))
async def left(
    request: Request,
    asked: Annotated[Received[LeftIn], Depends(received(LeftIn))],
    store: Albums,
    work: PhotoWork,
) -> LeftOut:
    """Tell what each player's cards could have scored alone on the starting cards."""
    gone, body = threading.Event(), asked.body

    def answer() -> LeftAnswer:
        subject = subject_of(asked, store, work)
        with work:
            return puzzling.left(subject, body.game, time_limit_s=body.time_limit, cancelled=gone.is_set)

    return LeftOut.model_validate(await watched(request, answer, gone))


@router.post("/playable", max_body_size=MAX_PHOTO_BODY, openapi_extra=documented(PlayableIn))
def playable(
    asked: Annotated[Received[PlayableIn], Depends(received(PlayableIn))], store: Albums, work: PhotoWork
) -> PlayableOut:
    """Tell who can still play a card; when nobody can, Not My Stack! is over."""
    return PlayableOut.model_validate(puzzling.playable(subject_of(asked, store, work), asked.body.hands))


async def _events(
    request: Request, answer: Callable[[], SolveAnswer], counts: list[int], gone: threading.Event
) -> AsyncIterator[str]:
    working = asyncio.ensure_future(asyncio.to_thread(answer))
    told = -1
    try:
        while not (await asyncio.wait([working], timeout=LOOK_S))[0]:
            if await request.is_disconnected():
                gone.set()
            elif len(counts) != told:
                told = len(counts)
                yield _event("progress", {"count": told})
        yield _outcome(working)
    finally:
        gone.set()


def _outcome(working: "asyncio.Future[SolveAnswer]") -> str:
    try:
        return _event("answer", to_json(working.result()))
    except EXPECTED as error:
        fault = fault_of(error)
        kind, status = f"urn:camtable:{fault.kind}", fault.status
        return _event("problem", {"type": kind, "title": fault.title, "status": status, "detail": str(error)})


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


def _puzzle_in(asked: Received[PuzzleSolveIn], store: AlbumStore) -> Puzzled:
    """Return the puzzle of a body, or that on a photo of its card."""
    body = asked.body
    if asked.photo is None:
        return _puzzled(body, store)
    if asked.more or asked.start is not None:
        raise WrongUseError("a puzzle card is read from one photo; found more")
    return photographed_puzzle(
        asked.photo, deck_finder(body, store), cards=body.cards, face=body.face, wild=body.wild_centers
    )


def _puzzled(body: PuzzleIn, store: AlbumStore) -> Puzzled:
    if body.puzzle is None:
        raise WrongUseError("expected a puzzle, or a form with a photo of its card")
    return puzzle_of_document(body.puzzle, deck_finder(body, store), shown="the puzzle")


def _table(board: dict[str, Any] | str | None, puzzled: Puzzled) -> Table:
    """Return a board on a puzzle's own deck and face."""

    def find(_: str | None) -> Cards:
        return Cards(puzzled.deck, puzzled.puzzle.face)

    face = puzzled.puzzle.face
    if isinstance(board, dict):
        return from_document(board, find, face, shown="the board").table
    return from_notation(board or "", find, face, shown="the board").table
