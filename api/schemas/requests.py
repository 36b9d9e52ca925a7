"""The bodies that come as JSON or as the fields of a form: read strictly, and documented."""

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic.json_schema import models_json_schema

from api.schemas.boards import CheckIn, PlacesIn, ScoreIn
from api.schemas.puzzles import BestIn, HintIn, LeftIn, PlayableIn, PuzzleSolveIn, VerifyIn

_ModelT = TypeVar("_ModelT", bound=BaseModel)

REQUESTS: tuple[type[BaseModel], ...] = (
    CheckIn, ScoreIn, PlacesIn, PuzzleSolveIn, HintIn, VerifyIn, BestIn, LeftIn, PlayableIn
)  # fmt: skip
"""The bodies that come as JSON, or as the fields of a form."""

REFERENCE = "#/components/schemas/{model}"


class SchemaError(ValueError):
    """A body does not keep its schema.

    Attributes:
        errors: where and why, as FastAPI has them.
    """

    def __init__(self, errors: list[dict[str, Any]]) -> None:
        super().__init__(f"{len(errors)} errors")
        self.errors = errors


def validated(model: type[_ModelT], body: object, *, strict: bool) -> _ModelT:
    """Return a body that keeps its schema.

    Args:
        model: the schema.
        body: what came.
        strict: whether a text is no number and no truth value; the fields of a form are texts all.

    Raises:
        SchemaError: it does not keep its schema.
    """
    try:
        return model.model_validate(body, strict=strict)
    except ValidationError as error:
        raise SchemaError([{**each} for each in error.errors(include_url=False)]) from error


def request_schemas() -> dict[str, Any]:
    """Return the JSON Schemas of `REQUESTS` and of all that they refer to, for OpenAPI."""
    _, found = models_json_schema([(each, "validation") for each in REQUESTS], ref_template=REFERENCE)
    return dict(found["$defs"])
