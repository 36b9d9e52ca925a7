"""Where an album is from: by which version of what photos it was made, what was changed, what is in doubt."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from games.errors import MalformedFileError
from games.json_value import JsonValue

_SHA256: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class PhotoMark:
    """By what a photo is known again: nothing of where it lay, and nothing that it shows.

    Attributes:
        name: the name of its file, without folders.
        sha256: of the file, in hexadecimal digits.
    """

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Step:
    """Something that was done to an album.

    Attributes:
        did: what, in words.
        camtable: by which version of Camtable.
        photos: from which photos, if any.
    """

    did: str
    camtable: str
    photos: tuple[PhotoMark, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubt:
    """A square whose pattern is not sure.

    Attributes:
        card: the card's id.
        cell: row and column of the square, 0 to 2, as printed.
        why: the reason, in one sentence.
    """

    card: str
    cell: tuple[int, int]
    why: str


def digest(data: bytes) -> str:
    """Returns the SHA-256 of bytes in hexadecimal digits."""
    return sha256(data).hexdigest()


def digest_of(value: JsonValue) -> str:
    """Returns the digest that a file has there.

    Raises:
        MalformedFileError: it has something else.
    """
    text = value.text()
    if not _SHA256.fullmatch(text):
        raise value.error("64 hexadecimal digits")
    return text


def steps_to_json(steps: Iterable[Step]) -> list[dict[str, object]]:
    """Returns what was done as an album's index tells it."""
    return [
        {
            "did": step.did,
            "camtable": step.camtable,
            "photos": [{"name": photo.name, "sha256": photo.sha256} for photo in step.photos],
        }
        for step in steps
    ]


def steps_from_json(value: JsonValue) -> tuple[Step, ...]:
    """Reads what was done.

    Raises:
        MalformedFileError: it is told in another way; the message says where and why.
    """
    return tuple(
        Step(
            step.need("did").text(),
            step.need("camtable").text(),
            tuple(
                PhotoMark(photo.need("name").text(), digest_of(photo.need("sha256")))
                for photo in step.need("photos").items()
            ),
        )
        for step in value.items()
    )


def doubts_to_json(doubts: Iterable[Doubt]) -> list[dict[str, object]]:
    """Returns doubtful squares as an album's index tells them."""
    return [{"card": doubt.card, "cell": [*doubt.cell], "why": doubt.why} for doubt in doubts]


def doubts_from_json(value: JsonValue) -> tuple[Doubt, ...]:
    """Reads doubtful squares.

    Raises:
        MalformedFileError: they are told in another way; the message says where and why.
    """
    return tuple(
        Doubt(doubt.need("card").text(), _cell(doubt.need("cell")), doubt.need("why").text())
        for doubt in value.items()
    )


def _cell(value: JsonValue) -> tuple[int, int]:
    numbers = [each.whole(0, 2) for each in value.items()]
    if len(numbers) != 2:
        raise MalformedFileError(f"{value.shown}: expected a row and a column")
    return numbers[0], numbers[1]
