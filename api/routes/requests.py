"""What routes get from a request: the application's albums, photos, and bodies that may come with a photo."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Annotated, Any, Final, Generic, TypeVar, cast

from fastapi import Depends, Request, UploadFile
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.datastructures import UploadFile as FormFile
from starlette.exceptions import HTTPException

from api.answers import PhotoSource
from api.errors import WrongUseError
from api.schemas import REFERENCE, CheckIn, SchemaError, validated
from api.stated import Stated, names, seats
from api.store import AlbumStore
from api.texts import parsed, text_of
from vision.photo import MAX_MEGABYTES

MAX_PHOTO_BODY: Final = (MAX_MEGABYTES + 1) * 1_000_000
"""What a request with one photo may have: the photo, and a megabyte for the rest."""

MOST_PHOTOS: Final = 8
"""How many photos of one table a request may have."""

MAX_PHOTOS_BODY: Final = (MOST_PHOTOS * MAX_MEGABYTES + 1) * 1_000_000
"""What a request with several photos of a table may have."""

_JSON: Final = "application/json"
_MULTIPART: Final = "multipart/form-data"

LOOK_S: Final = 0.1
"""How often it is looked whether whoever asked is still there, in seconds."""

BodyT = TypeVar("BodyT", bound=BaseModel)
TableT = TypeVar("TableT", bound=CheckIn)
_ResultT = TypeVar("_ResultT")

_FORM: Final[dict[str, Callable[[str], object]]] = {
    "players": seats,
    "out_order": names,
    "puzzle": lambda text: parsed(text, "the puzzle"),
    "hands": lambda text: parsed(text, "the hands"),
    "deck": lambda text: parsed(text, "the deck"),
    "cards": names,
}
"""The fields of a form that are written as on the command line, or as JSON."""


@dataclass(frozen=True, slots=True)
class Received(Generic[BodyT]):
    """A request for a board or for a photo of one.

    Attributes:
        body: what was stated.
        photo: the photo, None where the body has the board.
        more: further photos of the same table.
        start: a photo of the table before play, if there is one.
    """

    body: BodyT
    photo: PhotoSource | None = None
    more: tuple[PhotoSource, ...] = ()
    start: PhotoSource | None = None


def albums(request: Request) -> AlbumStore:
    """Return the application's albums."""
    return cast(AlbumStore, request.app.state.albums)


def photo_work(request: Request) -> threading.Semaphore:
    """Return what bounds how many photos are worked on at once."""
    return cast(threading.Semaphore, request.app.state.photo_work)


Albums = Annotated[AlbumStore, Depends(albums)]
PhotoWork = Annotated[threading.Semaphore, Depends(photo_work)]


def source(upload: UploadFile) -> PhotoSource:
    """Return an uploaded photo; one byte over the limit is enough to have it refused."""
    return PhotoSource(upload.filename or "photo", upload.file.read(MAX_MEGABYTES * 1_000_000 + 1))


def received(
    model: type[BodyT], *, with_photo: bool = True
) -> Callable[[Request], Awaitable[Received[BodyT]]]:
    """Return a dependency that reads a JSON body, or a form with a photo and the body's fields beside it.

    Args:
        model: the schema of the body.
        with_photo: whether a form with a photo will do.
    """

    async def read(request: Request) -> Received[BodyT]:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == _JSON:
            body = parsed(text_of(BytesIO(await request.body()), "the body"), "the body")
            if not isinstance(body, dict):
                raise WrongUseError("the body: expected an object")
            return Received(_validated(model, body, strict=True))
        if with_photo and kind == _MULTIPART:
            return await _from_form(model, request)
        wanted = f"{_JSON}, or {_MULTIPART} with a photo" if with_photo else _JSON
        raise HTTPException(415, f"expected {wanted}")

    return read


async def _from_form(model: type[BodyT], request: Request) -> Received[BodyT]:
    async with request.form(max_files=MOST_PHOTOS + 1, max_fields=20) as form:
        photos = [await _sent(file) for file in form.getlist("photo") if isinstance(file, FormFile)]
        if not photos:
            raise WrongUseError("expected a file in the field 'photo'; what has none is sent as JSON")
        begun = form.get("start_photo")
        start = await _sent(begun) if isinstance(begun, FormFile) else None
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
    stated = {name: _FORM[name](text) if name in _FORM else text for name, text in fields.items()}
    first, *more = photos
    return Received(_validated(model, stated, strict=False), first, tuple(more), start)


async def _sent(file: FormFile) -> PhotoSource:
    return PhotoSource(file.filename or "photo", await file.read())


def documented(model: type[BaseModel], *, with_photo: bool = True, with_album: bool = True) -> dict[str, Any]:
    """Return the OpenAPI text of a body that `received` reads; a photo of a table needs an album."""
    fields = {"$ref": REFERENCE.format(model=model.__name__)}
    file = {"type": "string", "format": "binary"}
    files = {"photo": {"type": "array", "items": file, "maxItems": MOST_PHOTOS}, "start_photo": file}
    photo = {"type": "object", "properties": files}
    needed = ["photo", *(["album"] if with_album else [])]
    form = {_MULTIPART: {"schema": {"allOf": [photo, fields], "required": needed}}}
    content = {_JSON: {"schema": fields}} | (form if with_photo else {})
    return {"requestBody": {"required": True, "content": content}}


def only(*known: str) -> Callable[[Request], Awaitable[None]]:
    """Return a dependency that refuses a form with other fields than these; FastAPI passes over them."""

    async def check(request: Request) -> None:
        for name in await request.form():
            if name not in known:
                raise WrongUseError(f"expected no other fields than {', '.join(known)}; found {name!r}")

    return check


def stated_in(body: CheckIn) -> Stated:
    """Return what a body states beside its board or photo."""
    out = getattr(body, "out_order", None)
    return Stated(
        min_match=body.min_match,
        wild_centres=body.wild_centers,
        players=getattr(body, "players", None),
        start=getattr(body, "start", None),
        out=None if out is None else tuple(out),
    )


def _validated(model: type[BodyT], body: object, *, strict: bool) -> BodyT:
    try:
        return validated(model, body, strict=strict)
    except SchemaError as error:
        raise RequestValidationError(
            [{**each, "loc": ("body", *each["loc"])} for each in error.errors]
        ) from error


async def watched(request: Request, answer: Callable[[], _ResultT], gone: threading.Event) -> _ResultT:
    """Work in a thread, and tell it when whoever asked has gone."""
    working = asyncio.ensure_future(asyncio.to_thread(answer))
    while not (await asyncio.wait([working], timeout=LOOK_S))[0]:
        if await request.is_disconnected():
            gone.set()
    return await working
