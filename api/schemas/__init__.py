"""The JSON of the doors: what comes in over HTTP, and what goes out over HTTP and with `--json`.

A field that does not apply is left out where its type says `Omitted`, and null elsewhere. Each subject has a
module; this is what the doors need of them.
"""

from api.schemas.albums import (
    AlbumOut,
    EnrolOut,
    ReadOut,
    ResumeIn,
)
from api.schemas.answers import (
    ProblemOut,
    to_json,
)
from api.schemas.boards import (
    CheckIn,
    CheckOut,
    PlacesIn,
    PlacesOut,
    ScoreIn,
    ScoreOut,
)
from api.schemas.composing import ComposeIn, PuzzlesOut, ShownPuzzleOut
from api.schemas.files import (
    BoardFile,
    DeckFile,
)
from api.schemas.games import (
    ActionIn,
    AdviceOut,
    AdviseIn,
    CamelOddsOut,
    GameOut,
    MovesOut,
    NewGameIn,
    ObserverIn,
    OddsIn,
    OddsOut,
    SheetOut,
    SolutionOut,
    SolveIn,
    StateIn,
    StateOut,
)
from api.schemas.puzzles import (
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
)
from api.schemas.requests import (
    REFERENCE,
    SchemaError,
    request_schemas,
    validated,
)

__all__ = [
    "REFERENCE",
    "ActionIn",
    "AdviceOut",
    "AdviseIn",
    "AlbumOut",
    "BestIn",
    "BestOut",
    "BoardFile",
    "CamelOddsOut",
    "CheckIn",
    "CheckOut",
    "ComposeIn",
    "DeckFile",
    "EnrolOut",
    "GameOut",
    "HintIn",
    "HintOut",
    "LeftIn",
    "LeftOut",
    "MovesOut",
    "NewGameIn",
    "ObserverIn",
    "OddsIn",
    "OddsOut",
    "PlacesIn",
    "PlacesOut",
    "PlayableIn",
    "PlayableOut",
    "ProblemOut",
    "PuzzleIn",
    "PuzzleSolveIn",
    "PuzzleSolveOut",
    "PuzzlesOut",
    "ReadOut",
    "ResumeIn",
    "SchemaError",
    "ScoreIn",
    "ScoreOut",
    "SheetOut",
    "ShownPuzzleOut",
    "SolutionOut",
    "SolveIn",
    "StateIn",
    "StateOut",
    "VerifyIn",
    "VerifyOut",
    "request_schemas",
    "to_json",
    "validated",
]
