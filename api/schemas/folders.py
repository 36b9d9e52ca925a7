"""What was read from a folder of photos."""

from typing import Annotated

from pydantic import Field

from api.schemas.albums import ReadOut
from api.schemas.boards import ScoreOut
from api.schemas.fields import Omitted, Outgoing


class PhotoProblemOut(Outgoing):
    """Why a photo was not read."""

    kind: str
    title: str
    detail: str
    exit_code: Annotated[int, Field(description="of the command that reads this photo alone")]


class NoScoreOut(Outgoing):
    """Why there is no score in a game."""

    game: str
    reason: str


class FolderLineOut(Outgoing):
    """What became of a photo."""

    photo: str
    read: Omitted[ReadOut]
    problem: Omitted[PhotoProblemOut]
    scores: list[ScoreOut]
    no_score: list[NoScoreOut]


class FolderOut(Outgoing):
    """What became of all photos of a folder."""

    photos: Annotated[list[FolderLineOut], Field(validation_alias="lines")]
    certain: Annotated[int, Field(description="on how many photos the score is certain")]
    open: int
    not_read: int
    warnings: list[str]
