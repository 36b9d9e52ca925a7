"""What goes out, whatever the subject: the answer of a use case, or a problem."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from api import composing, game_answers, puzzle_answers
from api.albums import AlbumAnswer
from api.answers import Answer, CheckAnswer, EnrolAnswer, PlacesAnswer, ReadAnswer, ScoreAnswer
from api.folders import FolderAnswer
from api.game_answers import GameAnswer
from api.printing import PrintAnswer
from api.puzzle_answers import PuzzleAnswer
from api.schemas import games, puzzles
from api.schemas.albums import AlbumOut, EnrolOut, ReadOut
from api.schemas.boards import CheckOut, PlacesOut, ScoreOut
from api.schemas.composing import PuzzlesOut, ShownPuzzleOut
from api.schemas.fields import Omitted, Outgoing
from api.schemas.folders import FolderOut


class PrintOut(Outgoing):
    """A PDF file that was written."""

    file: str
    pages: int
    warnings: list[str]


class ProblemOut(Outgoing):
    """What went wrong (RFC 9457)."""

    type: Annotated[str, Field(examples=["urn:camtable:unreadable-photo"])]
    title: str
    status: int
    detail: str
    errors: Omitted[list[dict[str, Any]]]


Answered = AlbumAnswer | Answer | FolderAnswer | GameAnswer | PuzzleAnswer | PrintAnswer
"""What a use case answers, whatever the subject."""

_ANSWERS: tuple[tuple[type[Answered], type[BaseModel]], ...] = (
    (AlbumAnswer, AlbumOut),
    (EnrolAnswer, EnrolOut),
    (FolderAnswer, FolderOut),
    (ReadAnswer, ReadOut),
    (CheckAnswer, CheckOut),
    (ScoreAnswer, ScoreOut),
    (PlacesAnswer, PlacesOut),
    (game_answers.DescriptionAnswer, games.GameOut),
    (game_answers.StateAnswer, games.StateOut),
    (game_answers.MovesAnswer, games.MovesOut),
    (game_answers.SheetAnswer, games.SheetOut),
    (game_answers.OddsAnswer, games.OddsOut),
    (game_answers.CamelOddsAnswer, games.CamelOddsOut),
    (game_answers.AdviceAnswer, games.AdviceOut),
    (game_answers.SolutionAnswer, games.SolutionOut),
    (game_answers.SimulationAnswer, games.SimulationOut),
    (puzzle_answers.SolveAnswer, puzzles.PuzzleSolveOut),
    (puzzle_answers.HintAnswer, puzzles.HintOut),
    (puzzle_answers.VerifyAnswer, puzzles.VerifyOut),
    (puzzle_answers.BestAnswer, puzzles.BestOut),
    (puzzle_answers.LeftAnswer, puzzles.LeftOut),
    (puzzle_answers.PlayableAnswer, puzzles.PlayableOut),
    (composing.PuzzlesAnswer, PuzzlesOut),
    (composing.ShownPuzzle, ShownPuzzleOut),
    (PrintAnswer, PrintOut),
)


def to_json(answer: Answered) -> dict[str, Any]:
    """Return what a use case answers as the JSON object that both doors give."""
    schema = next(schema for kind, schema in _ANSWERS if isinstance(answer, kind))
    return schema.model_validate(answer).model_dump(mode="json")
