"""What routes get from a request: the application's albums, photos, and bodies that may come with a photo."""

import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Generic, TypeVar, cast

from fastapi import Depends, Request, UploadFile
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import UploadFile as FormFile
from starlette.exceptions import HTTPException

from api.answers import PhotoSource
from api.errors import WrongUseError
from api.schemas import REFERENCE, CheckIn, SchemaError, validated
from api.stated import Stated, names, seats
from api.store import AlbumStore
from vision.photo import MAX_MEGABYTES

MAX_PHOTO_BODY: Final = (MAX_MEGABYTES + 1) * 1_000_000
"""What a request with one photo may have: the photo, and a megabyte for the rest."""

BodyT = TypeVar("BodyT", bound=CheckIn)

_FORM: Final[dict[str, Callable[[str], object]]] = {"players": seats, "out_order": names}
"""The fields of a form that are written as on the command line."""


@dataclass(frozen=True, slots=True)
class Received(Generic[BodyT]):
    """A request for a board or for a photo of one.

    Attributes:
        body: what was stated.
        photo: the photo, None where the body has the board.
    """

    body: BodyT
    photo: PhotoSource | None = None


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


def received(model: type[BodyT]) -> Callable[[Request], Awaitable[Received[BodyT]]]:
    """Return a dependency that reads a JSON body, or a form with a photo and the body's fields beside it."""

    async def read(request: Request) -> Received[BodyT]:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == "application/json":
            return Received(_validated(model, await request.body()))
        if kind != "multipart/form-data":
            raise HTTPException(415, "expected application/json, or multipart/form-data with a photo")
        async with request.form(max_files=1, max_fields=20) as form:
            photo = form.get("photo")
            if not isinstance(photo, FormFile):
                raise WrongUseError(
                    "expected a file in the field 'photo'; a board without photo is sent as JSON"
                )
            fields = {name: value for name, value in form.items() if isinstance(value, str)}
            data = await photo.read()
        stated = {name: _FORM[name](text) if name in _FORM else text for name, text in fields.items()}
        return Received(_validated(model, stated), PhotoSource(photo.filename or "photo", data))

    return read


def documented(model: type[CheckIn]) -> dict[str, Any]:
    """Return the OpenAPI text of a body that `received` reads."""
    fields = {"$ref": REFERENCE.format(model=model.__name__)}
    photo = {"type": "object", "properties": {"photo": {"type": "string", "format": "binary"}}}
    return {
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": fields},
                "multipart/form-data": {"schema": {"allOf": [photo, fields], "required": ["photo", "album"]}},
            },
        }
    }


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


def _validated(model: type[BodyT], body: object) -> BodyT:
    try:
        return validated(model, body)
    except SchemaError as error:
        raise RequestValidationError(
            [{**each, "loc": ("body", *each["loc"])} for each in error.errors]
        ) from error
