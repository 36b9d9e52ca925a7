"""What the schemas of all subjects are made of."""

from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

_T = TypeVar("_T")
Omitted = Annotated[_T | None, Field(default=None, exclude_if=lambda value: value is None)]
Points = int | tuple[int, int]
XY = tuple[int, int]
Pixel = Annotated[float, BeforeValidator(lambda value: round(float(value), 2))]
Corners = tuple[tuple[Pixel, Pixel], ...]
Name = Annotated[str, Field(min_length=1)]
CardId = Annotated[str, Field(examples=["lion-1"])]
# Sums of many small numbers can come out a hair above 1.
Probability = Annotated[
    float, Field(ge=0, le=1), BeforeValidator(lambda value: round(min(max(float(value), 0.0), 1.0), 6))
]


class Outgoing(BaseModel):
    """Something that goes out; it is made with `model_validate` of what the use case answers."""

    model_config = ConfigDict(from_attributes=True, validate_by_name=True, validate_by_alias=True)
