"""Evidence as JSON and back."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import Cell, MalformedFileError
from games.camouflage.evidence import Doubt, Evidence, Seen
from games.camouflage.evidence_files import evidence_from_json, evidence_to_json
from games.json_value import JsonValue
from tests.solver.sightings import sighting, sightings

cells = st.builds(Cell, st.integers(-9, 9), st.integers(-9, 9))
doubts = st.builds(
    Doubt,
    st.text(min_size=1),
    st.floats(0, 1),
    st.none() | cells,
    st.none() | st.text(min_size=1),
    st.sampled_from(["overlooked", "between"]),
    cards=st.lists(st.sampled_from(("owl-1", "fox-1")), max_size=2).map(tuple),
)


@given(sightings(), st.lists(doubts, max_size=3), st.floats(-50, 50), st.booleans())
def test_what_is_written_is_read(seen: Evidence, told: list[Doubt], nats: float, more: bool) -> None:  # noqa: FBT001 - drawn
    first, *others = seen.sites
    sites = (replace(first, others=nats) if more else first, *others)
    whole = replace(seen, sites=sites, doubts=tuple(told), seen=(Seen(Cell(0, 1), 0, nats),))
    text = json.dumps(evidence_to_json(whole), allow_nan=False)
    assert evidence_from_json(JsonValue(json.loads(text))) == whole


def broken(*path: str | int, to: object) -> dict[str, Any]:
    """Return evidence as JSON with one value changed."""
    document: Any = json.loads(json.dumps(evidence_to_json(sighting("owl-1@0,0r0 fox-1@2,0r0"))))
    value = document
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = to
    return dict(document)


@pytest.mark.parametrize(
    ("document", "said"),
    [
        pytest.param(broken("face", to="backs"), "face: expected 'animals' or 'gems'", id="face"),
        pytest.param(broken("sites", 0, "candidates", to=[]), "at least one candidate", id="none"),
        pytest.param(broken("sites", 0, "centre", to=[1]), r"centre: expected a list of 2", id="half a cell"),
        pytest.param(
            broken("shared", 0, "tops", 0, 0, to=2), "a whole number from 0 to 1", id="no such site"
        ),
        pytest.param(broken("shared", 0, "tops", to=[]), "at least one card on a cell", id="no top"),
        pytest.param(
            broken("sites", 0, "presence", to="high"), "presence: expected a number", id="no number"
        ),
    ],
)
def test_what_is_no_evidence_is_refused(document: dict[str, Any], said: str) -> None:
    with pytest.raises(MalformedFileError, match=said):
        evidence_from_json(JsonValue(document))
