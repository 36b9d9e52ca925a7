"""Kept readings as files: `*.reading.json`.

    {"format": "camouflage-reading/1", "photos": ["table.jpg"], "deck": {a deck file}, "min_match": 3,
     "wild_centers": false, "evidence": {...}, "corners": [4 x [x, y] a site], "warnings": [],
     "start": null or the cards of the starting board, "piles": whether each pile is a player's own,
     "steps": [{"answer": "lion-3 over cow-1"}, {"answer": "...", "undone": true}], "board": {a board file}}

All but `board` is read again; that is what the rest comes to, for whoever looks into the file.
"""

from typing import Final

from api.answers import Corners, ReadAnswer
from api.keeping import Kept, Step
from games.camouflage import Rules, deck_from_json, deck_to_json, table_to_json
from games.camouflage.evidence_files import evidence_from_json, evidence_to_json
from games.json_value import JsonValue

READING_FORMAT: Final = "camouflage-reading/1"
"""What a file of a kept reading begins with."""

_FARTHEST_PX: Final = 1e6
"""How far from the photo's first pixel a corner may be."""


def reading_to_json(answer: ReadAnswer) -> dict[str, object]:
    """Return a reading as a file, with the board that it comes to."""
    kept = answer.kept
    return {
        "format": READING_FORMAT,
        "photos": [*kept.photos],
        "deck": deck_to_json(kept.deck),
        "min_match": kept.rules.min_match,
        "wild_centers": kept.rules.wild_centres,
        "evidence": evidence_to_json(kept.evidence),
        "corners": [[[round(x, 2), round(y, 2)] for x, y in corners] for corners in kept.corners],
        "warnings": [*kept.warnings],
        "start": None if kept.start is None else [*kept.start],
        "piles": kept.in_piles,
        "steps": [
            {"answer": step.answer, "undone": True} if step.undone else {"answer": step.answer}
            for step in kept.steps
        ],
        "board": table_to_json(answer.board),
    }


def reading_from_json(document: object) -> Kept:
    """Return the reading of a file.

    Raises:
        MalformedFileError: it is none; the message says where and why.
    """
    file = JsonValue.of(document)
    file.need("format").one_of([READING_FORMAT])
    deck, evidence = deck_from_json(file.need("deck")), evidence_from_json(file.need("evidence"))
    with file.need("evidence").blamed():
        for site in evidence.sites:
            for candidate in site.candidates:
                deck.face(candidate.card, evidence.face)
    start, piles = file.maybe("start"), file.maybe("piles")
    for card in () if start is None else start.texts():
        deck.face(card, evidence.face)
    corners = tuple(_corners(each) for each in file.need("corners").items())
    if len(corners) != len(evidence.sites):
        raise file.need("corners").error(f"the corners of {len(evidence.sites)} sites")
    return Kept(
        photos=file.need("photos").texts(),
        deck=deck,
        rules=Rules(file.need("min_match").whole(0, 9), file.need("wild_centers").switch()),
        evidence=evidence,
        corners=corners,
        warnings=file.need("warnings").texts(),
        start=None if start is None else start.texts(),
        in_piles=piles is not None and piles.switch(),
        steps=tuple(_step(each) for each in file.need("steps").items()),
    )


def is_reading(document: object) -> bool:
    """Tell whether a document says that it is a kept reading."""
    return isinstance(document, dict) and document.get("format") == READING_FORMAT


def _step(value: JsonValue) -> Step:
    undone = value.maybe("undone")
    return Step(value.need("answer").text(), undone is not None and undone.switch())


def _corners(value: JsonValue) -> Corners:
    points = [point.items() for point in value.items()]
    if len(points) != 4 or any(len(point) != 2 for point in points):
        raise value.error("four corners, each with x and y")
    return tuple(
        (x.number(-_FARTHEST_PX, _FARTHEST_PX), y.number(-_FARTHEST_PX, _FARTHEST_PX)) for x, y in points
    )
