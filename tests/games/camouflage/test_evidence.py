import pytest

from games.camouflage import Cell, MalformedBoardError
from games.camouflage.evidence import Candidate, Doubt, Evidence, Site


def test_a_site_takes_candidates_from_the_likeliest_down() -> None:
    tied = (Candidate("owl-1", 0, -1.0), Candidate("owl-1", 2, -1.0), Candidate("fox-1", 3, -4.0))
    assert Site(Cell(0, 0), tied, 3.0).candidates == tied


@pytest.mark.parametrize(
    ("candidates", "found"),
    [
        pytest.param((), "[]", id="none"),
        pytest.param(
            (Candidate("owl-1", 0, -2.0), Candidate("fox-1", 0, -1.0)), "[-2.0, -1.0]", id="unsorted"
        ),
    ],
)
def test_a_site_refuses_other_candidates(candidates: tuple[Candidate, ...], found: str) -> None:
    with pytest.raises(MalformedBoardError, match="at least one candidate, the likeliest first") as caught:
        Site(Cell(0, 0), candidates, 3.0)
    assert found in str(caught.value)


@pytest.mark.parametrize("chance", [-0.1, 1.1, float("nan")])
def test_the_chance_of_a_doubt_is_a_probability(chance: float) -> None:
    with pytest.raises(MalformedBoardError, match="a probability is 0 to 1"):
        Doubt("it is dark", chance)


def test_doubts_of_one_cause_count_once() -> None:
    doubts = (
        Doubt("it is dark", 0.8),
        Doubt("it is blurred", 0.9),
        Doubt("looks strange", 0.5, Cell(1, 0), "strange"),
        Doubt("looks strange", 0.25, Cell(2, 0), "strange"),
    )
    seen = Evidence("animals", (), (), doubts)
    assert seen.completeness == pytest.approx(0.8 * 0.9 * 0.25)
    assert seen.unread == (
        "it is dark",
        "it is blurred",
        "the square at 1,0 looks strange",
        "the square at 2,0 looks strange",
    )
