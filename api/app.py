"""The HTTP application: it wires routes, errors and storage."""

import os
import threading
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

from api.problems import RESPONSES, add_problem_handlers
from api.reference import page
from api.routes import albums, boards, collection, games, puzzles
from api.schemas import request_schemas
from api.store import AlbumStore, data_folder
from api.texts import MAX_DOCUMENT_BYTES

_DESCRIPTION: Final = """Photograph the table of the card game Camouflage, get the score.

Enrol your deck once (`/albums`), then send a photo of the table, or a board as JSON, to the other paths.
Errors are problem details (RFC 9457)."""


def create_app(data: Path | None = None, *, photos_at_once: int | None = None) -> FastAPI:
    """Return the application.

    Args:
        data: the folder in which albums are kept; where None, the one that the system has for this user.
        photos_at_once: how many photos are worked on at the same time; where None, one a processor.
    """
    app = FastAPI(
        title="Camtable",
        description=_DESCRIPTION,
        version=version("camtable"),
        responses=RESPONSES,
        docs_url=None,  # FastAPI's own pages load their scripts from a server elsewhere
        redoc_url=None,
    )
    app.state.albums = AlbumStore((data or data_folder()) / "albums")
    app.state.photo_work = threading.Semaphore(photos_at_once or os.cpu_count() or 1)
    for routes in (albums, boards, games, puzzles, collection):
        app.include_router(routes.router, max_body_size=MAX_DOCUMENT_BYTES)
    add_problem_handlers(app)
    _document_forms(app)
    app.add_api_route("/docs", lambda: HTMLResponse(page(app.openapi())), include_in_schema=False)
    return app


def _document_forms(app: FastAPI) -> None:
    """Add the bodies that may come with a photo to the API's description; FastAPI does not know of them."""
    describe = app.openapi

    def openapi() -> dict[str, Any]:
        described = describe()
        described["components"]["schemas"] = request_schemas() | described["components"]["schemas"]
        return described

    app.openapi = openapi  # type: ignore[method-assign] # - the way FastAPI documents
