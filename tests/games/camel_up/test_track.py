"""The track of Camel Up: stacks, markers, the crazy camel, and what happens to it between rounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camel_up.cards import CAMELS, CRAZY
from games.camel_up.track import (
    after_sandstorm,
    extended,
    is_race_over,
    merged_by_sandstorm,
    moved,
    order_of,
    places_of,
    relocated,
)
from tests.games.camel_up.tables import LETTERS, stands, text
from tests.plays import camel_stands

END = 17


def go(before: str, letter: str, steps: int, fennec: int = 0, shortcut: int = 0) -> tuple[str, int, int]:
    done = moved(stands(before), LETTERS[letter], steps, END, fennec, shortcut)
    return text(done.stands), done.fennec, done.shortcut


@pytest.mark.parametrize(
    ("before", "letter", "steps", "after"),
    [
        pytest.param("1:BGPRY 7:C", "P", 1, "1:BG 2:PRY 7:C", id="takes along what is above"),
        pytest.param("1:BG 2:PRY 7:C", "B", 1, "2:PRYBG 7:C", id="lands on top"),
        pytest.param("0:BGP 1:RY 7:C", "G", 1, "0:BP 1:RYG 7:C", id="alone from the banner"),
        pytest.param("3:B 5:GPRY 7:C", "Y", 2, "3:B 5:GPR 7:CY", id="a racing camel on the crazy one"),
        pytest.param("3:B 5:GPR 7:YC", "Y", 2, "3:B 5:GPR 9:YC", id="the crazy camel is carried"),
        pytest.param("3:B 4:GPRY 7:C", "C", 2, "3:B 4:GPRY 5:C", id="the crazy camel goes the other way"),
        pytest.param("3:B 5:GPRY 7:C", "C", 2, "3:B 5:GPRYC", id="the crazy camel lands on top"),
        pytest.param("3:B 5:GPR 7:CY", "C", 0, "3:B 5:GPR 6:CY", id="one more with a rider, for a 0"),
        pytest.param("3:B 5:GPR 7:CY", "C", 1, "3:B 5:GPRCY", id="riders are carried back"),
        pytest.param("3:B 5:GPR 7:YC", "C", 0, "3:B 5:GPR 7:YC", id="a camel below is no rider"),
        pytest.param("1:BGP 2:CRY", "C", 2, "1:BGPCRY", id="the crazy camel stops at space 1"),
        pytest.param("1:BCGP 2:RY", "C", 2, "1:BCGP 2:RY", id="from space 1 it does not move"),
        pytest.param("3:BG 15:PRY 7:C", "P", 2, "3:BG 7:C 17:PRY", id="reaches the finish"),
        pytest.param("3:BG 16:PRY 7:C", "P", 2, "3:BG 7:C 17:PRY", id="goes no further than the finish"),
        pytest.param("3:BG 16:PRY 17:C", "P", 1, "3:BG 17:CPRY", id="ends on the crazy camel at the finish"),
    ],
)
def test_groups_move(before: str, letter: str, steps: int, after: str) -> None:
    assert go(before, letter, steps)[0] == after


@pytest.mark.parametrize(
    ("before", "move", "fennec", "shortcut", "after"),
    [
        pytest.param("3:BG 6:PRY 9:C", ("B", 1), 0, 4, ("5:BG 6:PRY 9:C", 0, 0), id="shortcut"),
        pytest.param("3:BG 6:PRY 9:C", ("B", 2), 0, 5, ("6:PRYBG 9:C", 0, 0), id="shortcut to the top"),
        pytest.param("3:BG 5:PRY 9:C", ("B", 3), 6, 0, ("5:BGPRY 9:C", 0, 0), id="fennec beneath"),
        pytest.param("3:BGPRY 9:C", ("P", 1), 4, 0, ("3:PRYBG 9:C", 0, 0), id="fennec beneath where it was"),
        pytest.param("3:BG 6:PRY 9:C", ("B", 1), 5, 4, ("4:BG 6:PRY 9:C", 0, 0), id="shortcut, then fennec"),
        pytest.param("3:BG 6:PRY 9:C", ("B", 2), 5, 4, ("5:BG 6:PRY 9:C", 0, 0), id="fennec, then shortcut"),
        pytest.param("0:B 4:GPRY 7:C", ("B", 1), 1, 0, ("0:B 4:GPRY 7:C", 0, 0), id="back before the banner"),
        pytest.param("3:BGPRY 9:C", ("C", 1), 0, 8, ("3:BGPRY 7:C", 0, 0), id="shortcut for the crazy camel"),
        pytest.param("3:BGPR 9:YC", ("C", 1), 8, 0, ("3:BGPR 9:CY", 0, 0), id="fennec for the crazy camel"),
        pytest.param("2:BGPRY 3:C", ("C", 2), 0, 1, ("1:C 2:BGPRY", 0, 0), id="shortcut at space 1"),
        pytest.param("2:BGPRY 16:C", ("C", 1), 15, 0, ("2:BGPRY 16:C", 0, 0), id="and back"),
        pytest.param("3:B 6:GPRY 9:C", ("B", 2), 4, 0, ("5:B 6:GPRY 9:C", 0, 0), id="all have passed it"),
        pytest.param("2:B 3:G 6:PRY 9:C", ("G", 2), 4, 0, ("2:B 5:G 6:PRY 9:C", 4, 0), id="one has not"),
        pytest.param("3:BG 6:PRY 9:C", ("C", 1), 5, 7, ("3:BG 6:PRY 8:C", 5, 7), id="not landed on"),
        pytest.param("6:BG 7:PRY 12:C", ("P", 9), 0, 16, ("6:BG 12:C 17:PRY", 0, 0), id="over the finish"),
        pytest.param("6:BG 7:PRY 16:C", ("P", 2), 0, 8, ("6:BG 9:PRY 16:C", 0, 8), id="no effect on the way"),
    ],
)  # fmt: skip
def test_markers(
    before: str, move: tuple[str, int], fennec: int, shortcut: int, after: tuple[str, int, int]
) -> None:
    assert go(before, *move, fennec=fennec, shortcut=shortcut) == after


@given(camel_stands(), st.integers(0, CRAZY), st.integers(0, 2), st.integers(0, 16), st.integers(0, 16))
def test_stacks_keep_their_order_under_a_move(
    before: tuple[int, ...], camel: int, steps: int, fennec: int, shortcut: int
) -> None:
    """Of two camels that both move or both stay on a space, the higher stays the higher."""
    spaces = {stand >> 3 for stand in before}
    fennec, shortcut = (0 if each in spaces else each for each in (fennec, shortcut))
    done = moved(before, camel, steps, END, fennec, shortcut if shortcut != fennec else 0).stands
    stand = before[camel]
    group = {
        each
        for each in range(len(CAMELS))
        if each == camel or (stand and stand <= before[each] < ((stand >> 3) + 1) << 3)
    }
    for part in (group, {*range(len(CAMELS))} - group):
        for one in part:
            for other in part:
                if before[one] >> 3 == before[other] >> 3 > 0:
                    assert done[one] >> 3 == done[other] >> 3
                    assert (done[one] < done[other]) == (before[one] < before[other])
    heights: dict[int, list[int]] = {}
    for found in done:
        heights.setdefault(found >> 3, []).append(found & 7)
    assert all(sorted(found) == [*range(len(found))] for space, found in heights.items() if space)


def test_who_is_ahead() -> None:
    assert order_of(stands("0:BG 5:YCR 7:P")) == [LETTERS[each] for each in "PRYBG"]
    assert places_of(stands("0:BG 5:YCR 7:P")) == [5, 5, 1, 2, 3]
    assert not is_race_over(stands("3:BGPRY 17:C"), END)
    assert is_race_over(stands("3:BGPR 17:CY"), END)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("3:BC 5:GPRY", "3:B 5:GPRY 8:C", id="behind the fourth"),
        pytest.param("3:CB 5:GPRY", "3:B 5:GPRY 8:C", id="a rider falls"),
        pytest.param("3:B 5:CGPRY", "3:B 5:GPRY 8:C", id="lower in the stack of the fourth"),
        pytest.param("3:B 5:GCPRY", "3:B 5:GCPRY", id="higher in that stack"),
        pytest.param("3:BC 15:GPRY", "3:B 15:GPRY 17:C", id="at most the finish line"),
        pytest.param("0:BG 1:C 5:PRY", "0:BG 1:C 5:PRY", id="not behind the banner"),
    ],
)
def test_the_crazy_camel_is_put_in_front(before: str, after: str) -> None:
    assert text(relocated(stands(before), END)) == after


def test_the_track_is_lengthened_to_three_free_spaces() -> None:
    track = tuple(range(1, 17))
    assert extended(track, stands("3:B 13:GPRY 7:C"))[0] == track
    assert extended(track, stands("3:B 15:GPRY 7:C"))[0] == tuple(range(1, 19))
    assert extended(tuple(range(1, 25)), stands("3:B 24:GPRY 7:C"))[0] == tuple(range(1, 25))
    assert extended(track, stands("3:B 15:GPRY 17:C")) == (
        tuple(range(1, 19)),
        stands("3:B 15:GPRY 19:C"),
    )


@pytest.mark.parametrize(
    ("before", "gone"),
    [
        pytest.param("1:B 12:GPRY 7:C", (3, 5, 9), id="between the first and the last"),
        pytest.param("3:B 12:GPRY 7:C", (5, 9), id="not the card of the last"),
        pytest.param("1:B 9:GPRY 4:C", (5, 7), id="nor that of the first"),
        pytest.param("0:B 5:GPRY 9:C", (3,), id="never the card with the banner"),
        pytest.param("5:BGPRY 1:C", (), id="all together"),
    ],
)
def test_a_sandstorm_covers_empty_cards(before: str, gone: tuple[int, ...]) -> None:
    assert merged_by_sandstorm(tuple(range(1, 17)), stands(before)) == gone


def test_a_merged_space_bears_the_higher_number_for_good() -> None:
    track, found = after_sandstorm(tuple(range(1, 17)), stands("1:B 12:GPRY 7:C"), (3, 5, 9))
    assert track == (1, 2, 4, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16)
    assert text(found) == "1:B 5:C 9:GPRY"
    assert merged_by_sandstorm(track, found) == ()
