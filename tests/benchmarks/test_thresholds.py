"""Changed constants: each has its other value wherever it is used, and nothing else is touched."""

from importlib import import_module

import pytest

from benchmarks.thresholds import CHANGES, Change
from vision import comparing, reading, scores, sightings, sites, symbols


def test_a_constant_is_changed_in_all_modules_that_have_it() -> None:
    before = scores.SEEN
    with Change("scores", "SEEN", 0.9).made():
        assert (scores.SEEN, vars(sites)["SEEN"]) == (0.9, 0.9)
    assert (scores.SEEN, vars(sites)["SEEN"]) == (before, before)


@pytest.mark.parametrize(
    ("change", "own", "other"),
    [
        pytest.param(Change("symbols", "_LIKE", 0.9), symbols, reading, id="another number"),
        pytest.param(Change("comparing", "_FEW", 9), comparing, sightings, id="the same number"),
    ],
)
def test_a_constant_of_the_same_name_stays(change: Change, own: object, other: object) -> None:
    before = getattr(other, change.name)
    with change.made():
        assert (getattr(own, change.name), getattr(other, change.name)) == (change.value, before)


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_what_is_tried_is_another_value_of_a_constant(change: Change) -> None:
    owner = import_module(f"vision.{change.module}")
    before = getattr(owner, change.name)
    with change.made():
        assert before != getattr(owner, change.name) == change.value
    assert getattr(owner, change.name) == before


def test_a_constant_that_is_not_there_is_told() -> None:
    with pytest.raises(ValueError, match=r"vision\.scores has no SAW"), Change("scores", "SAW", 1).made():
        pass
