"""Puzzles to compose, and puzzles that are composed or shipped."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from api.composing import MOST
from api.schemas.fields import Omitted, Outgoing
from api.schemas.files import DeckDocument, PuzzleFile, WholePuzzle
from games.camouflage import FACES, FaceName
from puzzles import puzzle_to_json


class ComposeIn(BaseModel):
    """What puzzles are to be like."""

    model_config = ConfigDict(extra="forbid")

    stars: Annotated[int | None, Field(description="how hard, 1 to 5; any if absent")] = None
    count: Annotated[int, Field(ge=1, le=MOST, description="how many puzzles")] = 1
    seed: Annotated[int, Field(description="the same one, the same puzzles")] = 1
    answers: Annotated[int, Field(description="how many answers each has in all, 1 to 8")] = 1
    cards: Annotated[int | None, Field(description="of how many cards, 3 to 12")] = None
    wild_centers: Annotated[bool, Field(description="whether centres cover and are covered")] = False
    face: Annotated[FaceName, Field(description="the side that is played")] = FACES[0]
    deck: Annotated[DeckDocument, Field(description="else the demo deck")] = None


class PuzzlesOut(Outgoing):
    """Puzzle files, and where they were written, if they were."""

    puzzles: list[WholePuzzle]
    files: Omitted[list[str]]
    warnings: list[str]


class ShownPuzzleOut(PuzzleFile):
    """A puzzle file."""

    @model_validator(mode="before")
    @classmethod
    def _file(cls, value: Any) -> Any:  # noqa: ANN401 - a use case's answer, or a file as it came
        return puzzle_to_json(value.puzzle) if hasattr(value, "puzzle") else value
