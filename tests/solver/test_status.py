import pytest

from solver.status import Status, UnknownStatusError, from_name


@pytest.mark.parametrize("status", Status)
def test_every_status_is_known_by_its_name(status: Status) -> None:
    assert from_name(status.name) is status


def test_a_status_that_is_not_ours_is_refused_by_name() -> None:
    with pytest.raises(UnknownStatusError, match="MODEL_INVALID"):
        from_name("MODEL_INVALID")
