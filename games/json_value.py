"""Reading JSON strictly: a value together with where it stands, so that an error can say both."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from games.errors import GamesError, MalformedFileError

_LONGEST = 40

TextT = TypeVar("TextT", bound=str)


@dataclass(frozen=True, slots=True)
class JsonValue:
    """A value of a JSON document, as `json.loads` returns it.

    Attributes:
        value: the value.
        where: the way to it, such as `cards[3].faces.gems`; empty for the whole document.
        document: what errors call the whole document.
    """

    value: object
    where: str = ""
    document: str = "the file"

    @classmethod
    def of(cls, document: "object | JsonValue") -> "JsonValue":
        """Return a document as a value; one that stands in a larger document keeps its place."""
        return document if isinstance(document, cls) else cls(document)

    def error(self, expected: str) -> MalformedFileError:
        """Return the error that something else was expected here."""
        return MalformedFileError(f"{self.shown}: expected {expected}; found {_shown(self.value)}")

    @property
    def shown(self) -> str:
        """How errors name the value."""
        return self.where or self.document

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Say of an error of a game that it lies in this value.

        Raises:
            MalformedFileError: with the error's own words, if there is one.
        """
        try:
            yield
        except MalformedFileError:
            raise
        except GamesError as error:
            raise MalformedFileError(f"{self.shown}: {error}") from error

    def members(self) -> dict[str, "JsonValue"]:
        """Return the members of an object by name."""
        if not isinstance(self.value, dict):
            raise self.error("an object")
        prefix = f"{self.where}." if self.where else ""
        return {
            str(name): JsonValue(value, f"{prefix}{name}", self.document)
            for name, value in self.value.items()
        }

    def only(self, *names: str) -> dict[str, "JsonValue"]:
        """Return the members of an object that has no others than these."""
        found = self.members()
        for name, value in found.items():
            if name not in names:
                raise MalformedFileError(
                    f"{value.shown}: expected no such field, but {', '.join(names) or 'none at all'}"
                )
        return found

    def need(self, name: str) -> "JsonValue":
        """Return the member of this name."""
        found = self.members().get(name)
        if found is None:
            raise self.error(f"an object with {name!r}")
        return found

    def maybe(self, name: str) -> "JsonValue | None":
        """Return the member of this name, None if it is absent or null."""
        found = self.members().get(name)
        return None if found is None or found.value is None else found

    def items(self) -> list["JsonValue"]:
        """Return the items of a list."""
        if not isinstance(self.value, list):
            raise self.error("a list")
        return [
            JsonValue(value, f"{self.where}[{number}]", self.document)
            for number, value in enumerate(self.value)
        ]

    def text(self) -> str:
        """Return a text that is not empty."""
        if not isinstance(self.value, str) or not self.value:
            raise self.error("a text")
        return self.value

    def texts(self) -> tuple[str, ...]:
        """Return the texts in a list."""
        return tuple(item.text() for item in self.items())

    def one_of(self, choices: Sequence[TextT]) -> TextT:
        """Return which of these texts it is."""
        for choice in choices:
            if self.value == choice:
                return choice
        raise self.error(" or ".join(map(repr, choices)))

    def whole(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            raise self.error(f"a whole number from {low} to {high}")
        return self.value

    def number(self, low: float, high: float) -> float:
        """Return a number from `low` to `high`."""
        if not isinstance(self.value, int | float) or isinstance(self.value, bool):
            raise self.error("a number")
        if not low <= self.value <= high:
            raise self.error(f"a number from {low} to {high}")
        return self.value

    def switch(self) -> bool:
        """Return a truth value."""
        if not isinstance(self.value, bool):
            raise self.error("true or false")
        return self.value


def _shown(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
