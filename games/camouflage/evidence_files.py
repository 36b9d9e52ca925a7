"""Evidence as a JSON object, and back: what was seen, without what is known besides.

JSON lacks infinite numbers: where `presence` and `others` of a site are minus infinity, null is written.
"""

import math
from typing import Final, Literal

from games.camouflage.board import Cell
from games.camouflage.cards import FACES
from games.camouflage.evidence import Candidate, Doubt, Evidence, Seen, SharedCell, Site, Top
from games.camouflage.files import FARTHEST
from games.json_value import JsonValue

_MOST: Final = 1e9
"""The largest number of nats that is read."""

_KINDS: Final[tuple[Literal["overlooked", "between"], ...]] = ("overlooked", "between")


def evidence_to_json(evidence: Evidence) -> dict[str, object]:
    """Return evidence as a JSON object."""
    return {
        "face": evidence.face,
        "sites": [
            {
                "centre": [*site.centre],
                "candidates": [[*candidate] for candidate in site.candidates],
                "presence": _finite(site.presence),
                "others": _finite(site.others),
            }
            for site in evidence.sites
        ],
        "shared": [
            {"cell": [*shared.cell], "tops": [[*top] for top in shared.tops]} for shared in evidence.shared
        ],
        "doubts": [
            {
                "what": doubt.what,
                "chance": doubt.chance,
                "cell": None if doubt.cell is None else [*doubt.cell],
                "cause": doubt.cause,
                "kind": doubt.kind,
                "cards": [*doubt.cards],
            }
            for doubt in evidence.doubts
        ],
        "seen": [[*each.cell, each.site, each.log_odds] for each in evidence.seen],
    }


def evidence_from_json(value: JsonValue) -> Evidence:
    """Return the evidence that a JSON object holds.

    Raises:
        MalformedFileError: it holds none; the message says where and why.
    """
    sites = tuple(_site(each) for each in value.need("sites").items())
    with value.blamed():
        return Evidence(
            face=value.need("face").one_of(FACES),
            sites=sites,
            shared=tuple(_shared(each, len(sites)) for each in value.need("shared").items()),
            doubts=tuple(_doubt(each) for each in value.need("doubts").items()),
            seen=tuple(_seen(each, len(sites)) for each in value.need("seen").items()),
        )


def _site(value: JsonValue) -> Site:
    with value.blamed():
        return Site(
            centre=_cell(value.need("centre")),
            candidates=tuple(_candidate(each) for each in value.need("candidates").items()),
            presence=_perhaps_infinite(value.need("presence")),
            others=_perhaps_infinite(value.need("others")),
        )


def _candidate(value: JsonValue) -> Candidate:
    card, turn, log_likelihood = _parts(value, 3)
    return Candidate(card.text(), turn.whole(0, 3), log_likelihood.number(-_MOST, _MOST))


def _shared(value: JsonValue, sites: int) -> SharedCell:
    tops = [_parts(each, 2) for each in value.need("tops").items()]
    if not tops:
        raise value.error("at least one card on a cell")
    return SharedCell(
        _cell(value.need("cell")),
        tuple(Top(site.whole(0, sites - 1), nats.number(-_MOST, _MOST)) for site, nats in tops),
    )


def _doubt(value: JsonValue) -> Doubt:
    cell, cause, cards = value.maybe("cell"), value.maybe("cause"), value.maybe("cards")
    return Doubt(
        what=value.need("what").text(),
        chance=value.need("chance").number(0, 1),
        cell=None if cell is None else _cell(cell),
        cause=None if cause is None else cause.text(),
        kind=value.need("kind").one_of(_KINDS),
        cards=() if cards is None else cards.texts(),
    )


def _seen(value: JsonValue, sites: int) -> Seen:
    x, y, site, log_odds = _parts(value, 4)
    return Seen(_cell_of(x, y), site.whole(0, sites - 1), log_odds.number(-_MOST, _MOST))


def _cell(value: JsonValue) -> Cell:
    return _cell_of(*_parts(value, 2))


def _cell_of(x: JsonValue, y: JsonValue) -> Cell:
    return Cell(x.whole(-FARTHEST, FARTHEST), y.whole(-FARTHEST, FARTHEST))


def _parts(value: JsonValue, count: int) -> list[JsonValue]:
    parts = value.items()
    if len(parts) != count:
        raise value.error(f"a list of {count}")
    return parts


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _perhaps_infinite(value: JsonValue) -> float:
    return -math.inf if value.value is None else value.number(-_MOST, _MOST)
