"""/albums: enrol a deck, and hand albums on. POST /read: read a photo with one."""

from collections.abc import Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Depends, File, Form, Response, UploadFile

from api import service
from api.albums import AlbumAnswer
from api.answers import ReadAnswer
from api.boards import blaming
from api.files import deck_from_text
from api.looking import USUAL_RULES, look
from api.reading_files import reading_from_json, reading_to_json
from api.routes.requests import MAX_PHOTOS_BODY, MOST_PHOTOS, Albums, PhotoWork, only, source
from api.schemas import AlbumOut, EnrolOut, ReadOut, ResumeIn
from api.stated import Stated
from api.texts import text_of
from games.camouflage import FaceName
from vision.album_archive import MAX_ARCHIVE_BYTES

MAX_ALBUM_BODY: Final = 300_000_000
"""What a request with all photos of a deck may have: seven of the largest, and more of usual ones."""

_ZIP: Final = "application/zip"

router = APIRouter(tags=["photos"])


@router.post(
    "/albums",
    status_code=201,
    max_body_size=MAX_ALBUM_BODY,
    form_limits={"max_files": 50},
    dependencies=[Depends(only("photos", "face", "deck", "name"))],
)
def enrol(
    photos: Annotated[list[UploadFile], File(description="photos in which the cards lie apart, six each")],
    face: Annotated[FaceName, Form(description="the side that they show")],
    store: Albums,
    work: PhotoWork,
    deck: Annotated[UploadFile | None, File(description="which printed card is which: a *.deck.json")] = None,
    name: Annotated[str, Form(description="the deck's name, where there is no file", max_length=60)] = "deck",
) -> EnrolOut:
    """Learn a deck from photos, and keep it as an album."""
    known = deck_from_text(text_of(deck.file, "the deck"), "the deck") if deck else None
    with work:
        answer = service.enrol([source(photo) for photo in photos], face, known, name=name)
    album_id = store.save(answer.album)
    return EnrolOut.model_validate(answer).model_copy(update={"id": album_id})


@router.get("/albums/{album_id}")
def show(album_id: str, store: Albums) -> AlbumOut:
    """Tell what is in an album: decks, cards, patterns, doubtful squares, and how it came to be."""
    return _album(store, album_id)


@router.get(
    "/albums/{album_id}/file",
    response_class=Response,
    responses={200: {"content": {_ZIP: {"schema": {"type": "string", "format": "binary"}}}}},
)
def export(album_id: str, store: Albums) -> Response:
    """Return an album as one file, a zip."""
    headers = {"Content-Disposition": f'attachment; filename="{album_id}.album.zip"'}
    return Response(store.packed(album_id), media_type=_ZIP, headers=headers)


@router.post(
    "/albums/file",
    status_code=201,
    max_body_size=MAX_ARCHIVE_BYTES + 1_000_000,
    form_limits={"max_files": 1},
    dependencies=[Depends(only("file"))],
)
def take_in(file: Annotated[UploadFile, File(description="an album as one file")], store: Albums) -> AlbumOut:
    """Keep an album that was exported; all in it is checked first."""
    return _album(store, store.save_packed(file.file.read(MAX_ARCHIVE_BYTES + 1)))


def _album(store: Albums, album_id: str) -> AlbumOut:
    answer = AlbumAnswer(store.load(album_id))
    return AlbumOut.model_validate(answer).model_copy(update={"id": album_id})


@router.post(
    "/read",
    max_body_size=MAX_PHOTOS_BODY,
    form_limits={"max_files": MOST_PHOTOS + 1},
    dependencies=[
        Depends(
            only(
                "photo",
                "album",
                "min_match",
                "wild_centers",
                "in_order",
                "start_photo",
                "piles",
                "answer",
                "keep",
            )
        )
    ],
)
def read(
    photo: Annotated[
        list[UploadFile],
        File(description="the whole table, from one angle or several", max_length=MOST_PHOTOS),
    ],
    album: Annotated[str, Form(description="the id of an album, or demo")],
    store: Albums,
    work: PhotoWork,
    *,
    min_match: Annotated[int | None, Form(ge=0, le=9)] = None,
    wild_centers: Annotated[bool | None, Form()] = None,
    start_photo: Annotated[
        UploadFile | None, File(description="the table before play: its cards began the board")
    ] = None,
    piles: Annotated[bool, Form(description="whether each pile is a player's own")] = False,
    in_order: Annotated[
        bool, Form(description="whether more cards were laid from each photo to the next")
    ] = False,
    answer: Annotated[Sequence[str], Form(description="what is seen, such as: lion-3 over cow-1")] = (),
    keep: Annotated[bool, Form(description="whether to answer with a reading to go on with")] = False,
) -> ReadOut:
    """Read which cards lie where, how they are turned and what they cover, from one photo or several."""
    rules = Stated(min_match=min_match, wild_centres=wild_centers).rules(USUAL_RULES)
    with work:
        first, *more = [source(each) for each in photo]
        seen = look(
            first,
            store.load(album),
            rules,
            more=more,
            in_order=in_order,
            answers=answer,
            start=source(start_photo) if start_photo else None,
            in_piles=piles,
        )
    return _told(service.read_answer(seen), keep=keep)


@router.post("/read/resume")
def resume(body: ResumeIn) -> ReadOut:
    """Go on with a reading, without its photo: take answers, take steps back, ask again what is left."""
    with blaming("the reading"):
        kept = reading_from_json(body.reading)
    for number in body.undo:
        kept = kept.without(number)
    return _told(service.read_on(kept.with_answers(body.answers)), keep=True)


def _told(found: ReadAnswer, *, keep: bool) -> ReadOut:
    """Return what was read, with the reading itself if it is to be gone on with."""
    told = ReadOut.model_validate(found)
    return told.model_copy(update={"reading": reading_to_json(found)}) if keep else told
