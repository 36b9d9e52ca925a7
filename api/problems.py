"""Errors over HTTP: problem details (RFC 9457), one form for all of them."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.errors import EXPECTED, fault_of, told
from api.schemas import ProblemOut

MEDIA_TYPE: Final = "application/problem+json"

RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": ProblemOut, "content": {MEDIA_TYPE: {}}, "description": description}
    for status, description in (
        (400, "The form cannot be taken apart."),
        (404, "There is no such album."),
        (413, "The request or a photo in it is too large."),
        (415, "The photo is of another kind, or no photo."),
        (422, "The request does not fit, or the photo cannot be read; `detail` says why."),
        (503, "No answer within the limits of time or of tries; `detail` says why."),
    )
}
"""The problems that routes answer with, for the documentation."""

_log = logging.getLogger(__name__)


class TooLargeAsProblem:
    """Turns the plain answer to a body over the limit, which no handler sees, into problem details."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and the answer back."""
        replaced = False

        async def answer(message: Message) -> None:
            nonlocal replaced
            if (
                message.get("status") == 413
                and (b"content-type", MEDIA_TYPE.encode()) not in message["headers"]
            ):
                replaced = True
                await _problem(413, "The request has more bytes than are accepted.")(scope, receive, send)
            elif not replaced:
                await send(message)

        await self._app(scope, receive, answer)


def add_problem_handlers(app: FastAPI) -> None:
    """Have an application answer all errors with problem details."""
    app.add_middleware(TooLargeAsProblem)
    for kind in EXPECTED:
        app.add_exception_handler(kind, _expected)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)


async def _expected(_: Request, error: Exception) -> JSONResponse:
    fault = fault_of(error)
    return _problem(fault.status, told(error), kind=f"urn:camtable:{fault.kind}", title=fault.title)


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    found = cast(RequestValidationError, error).errors()
    errors = [{"at": [*each["loc"]], "why": each["msg"]} for each in found]
    detail = f"{'.'.join(map(str, errors[0]['at']))}: {errors[0]['why']}"
    title = "The request does not keep its schema"
    return _problem(422, detail, kind="urn:camtable:invalid-request", title=title, errors=errors)


async def _http(_: Request, error: Exception) -> JSONResponse:
    answer = cast(HTTPException, error)
    return _problem(answer.status_code, str(answer.detail), headers=answer.headers)


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _problem(500, "Something went wrong that the request is not to blame for.")


def _problem(
    status: int,
    detail: str,
    *,
    kind: str = "about:blank",
    title: str | None = None,
    errors: list[dict[str, Any]] | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    title = title or HTTPStatus(status).phrase
    body = ProblemOut(type=kind, title=title, status=status, detail=detail, errors=errors)
    return JSONResponse(body.model_dump(mode="json"), status, headers, MEDIA_TYPE)
