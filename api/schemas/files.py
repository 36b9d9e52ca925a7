"""The files of decks, boards and puzzles as they stand in requests and answers.

A request takes them as they come: they are documented here and read by the games, as when they are files.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator
from pydantic_core import PydanticCustomError

from api.schemas.fields import CardId, Omitted
from games.camouflage import Deck, FaceName, Table, deck_to_json, table_to_json
from puzzles import Puzzle, puzzle_to_json


class FileModel(BaseModel):
    """A file format: strict about the fields it knows, and passing over those it does not."""

    model_config = ConfigDict(strict=True, extra="allow")


class DeckCard(FileModel):
    """A card of a deck file."""

    id: CardId
    deck: str
    faces: dict[str, list[list[str]]]


class DeckFile(FileModel):
    """A `*.deck.json`."""

    format: Literal["camouflage-deck/1"]
    name: str
    decks: list[str]
    patterns: dict[str, list[str]]
    cards: list[DeckCard]


class PlacedCard(FileModel):
    """A card on a board; x to the right, y downwards, turn in quarter turns clockwise."""

    card: CardId
    x: int
    y: int
    turn: int


class LocationFile(FileModel):
    """A player's pile in Not My Stack!."""

    player: str
    deck: str
    placements: list[PlacedCard]


class BoardFile(FileModel):
    """A `*.board.json`, the placements bottom first."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "format": "camouflage-board/1",
                    "deck": "demo",
                    "face": "animals",
                    "placements": [
                        {"card": "lion-1", "x": 0, "y": 0, "turn": 0},
                        {"card": "owl-2", "x": 2, "y": 0, "turn": 3},
                    ],
                    "start": ["lion-1"],
                    "players": {"Ann": "owl"},
                    "min_match": 3,
                    "wild_centers": False,
                }
            ]
        }
    )

    format: Literal["camouflage-board/1"]
    deck: str
    face: FaceName
    placements: Omitted[list[PlacedCard]]
    locations: Omitted[list[LocationFile]]
    start: Omitted[list[str]]
    players: Omitted[dict[str, str]]
    out: Omitted[list[str]]
    unplayed: Annotated[Omitted[list[CardId]], Field(description="cards that lie beside the board")]
    min_match: Omitted[int]
    wild_centers: Omitted[bool]


class ProofOfPuzzle(FileModel):
    """What was proven of a puzzle: how many answers it has in all, and the hardest technique it needs."""

    answers: int
    technique: Literal["candidates", "places", "squares", "look-ahead", "trial"]


class PuzzleFile(FileModel):
    """A `*.puzzle.json`; in the outline `.` is empty, `#` a square and `X` a centre."""

    format: Literal["camouflage-puzzle/1"]
    name: str
    number: Omitted[int]
    stars: Omitted[int]
    deck: str
    face: FaceName
    cards: list[CardId]
    outline: Annotated[list[str], Field(examples=[["###..", "#X###", "###X#", "..###"]])]
    min_match: Omitted[int]
    wild_centers: Omitted[bool]
    answer: Omitted[list[PlacedCard]]
    proof: Omitted[ProofOfPuzzle]


def _board(value: object) -> dict[str, Any] | str | None:
    if value is None or isinstance(value, dict | str):
        return value
    raise PydanticCustomError("board", "expected a board file as an object, or a board in one line")


def _deck(value: object) -> dict[str, Any] | None:
    if value is None or isinstance(value, dict):
        return value
    raise PydanticCustomError("deck", "expected a deck file as an object")


def _puzzle(value: object) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    raise PydanticCustomError("puzzle", "expected a puzzle file as an object")


BoardDocument = Annotated[
    dict[str, Any] | str | None, PlainValidator(_board, json_schema_input_type=BoardFile | str | None)
]
"""A board file or one-line notation, as it came."""

DeckDocument = Annotated[dict[str, Any] | None, PlainValidator(_deck, json_schema_input_type=DeckFile | None)]
"""A deck file, as it came."""

PuzzleDocument = Annotated[dict[str, Any], PlainValidator(_puzzle, json_schema_input_type=PuzzleFile)]
"""A puzzle file, as it came."""

Board = Annotated[
    BoardFile, BeforeValidator(lambda value: table_to_json(value) if isinstance(value, Table) else value)
]

WholePuzzle = Annotated[
    PuzzleFile, BeforeValidator(lambda value: puzzle_to_json(value) if isinstance(value, Puzzle) else value)
]

WholeDeck = Annotated[
    DeckFile, BeforeValidator(lambda value: deck_to_json(value) if isinstance(value, Deck) else value)
]
