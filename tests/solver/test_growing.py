"""Outlines as they grow, and how much they please."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import Cell
from puzzles import outline_of_rows
from puzzles.outline import outline_of_centres, too_close
from solver.growing import SYMMETRIES, Symmetry, grow, positions
from solver.pleasing import WEIGHTS, pleasing

CROSS = ("...###...", "...#X#...", "#########", "#X##X##X#", "#########", "...#X#...", "...###...")
RING = (
    *("#########", "#X#X#X#X#", "#########"),
    *("#X#...#X#", "###...###", "#X#...#X#"),
    *("#########", "#X#X#X#X#", "#########"),
)
BIRD = ("###.###", "#X###X#", "###X###", "..###..")
BLOB = ("#####", "#X#X#", "#####", "#X#X#", "#####")
STICK = ("#########", "#X#X#X#X#", "#########")

symmetries = st.sampled_from(SYMMETRIES)

counts = st.sampled_from((4, 8, 12))
"""Numbers of centres that every symmetry allows."""


def grown(seed: int, count: int, symmetry: Symmetry, *, wild: bool = False) -> frozenset[Cell]:
    """A set of centres from the first seed on that brings one."""
    tries = (grow(random.Random(each), count, symmetry, wild=wild) for each in range(seed, seed + 500))
    return next(found for found in tries if found)


class TestGrow:
    @given(
        seed=st.integers(0, 999), count=st.sampled_from((4, 8, 12)), symmetry=symmetries, wild=st.booleans()
    )
    def test_centres_are_as_many_as_wanted_apart_connected_and_symmetrical(
        self, seed: int, count: int, symmetry: Symmetry, *, wild: bool
    ) -> None:
        centres = grown(seed, count, symmetry, wild=wild)
        assert len(centres) == count
        assert wild or not any(too_close(one, other) for one in centres for other in centres if one != other)
        assert any(
            {image for cell in centres for image in symmetry.images(cell, a, b)} == centres
            for a in (0, 1)
            for b in (0, 1)
        )
        reached = {min(centres)}
        for _ in centres:
            reached |= {
                each for each in centres for x, y in reached if max(abs(each.x - x), abs(each.y - y)) <= 2
            }
        assert reached == centres

    @given(seed=st.integers(0, 999), symmetry=symmetries)
    def test_what_can_be_turned_looks_the_same_as_often_as_its_symmetry_says(
        self, seed: int, symmetry: Symmetry
    ) -> None:
        assert positions(outline_of_centres(grown(seed, 8, symmetry))) % symmetry.turns == 0

    @pytest.mark.parametrize(
        ("centres", "expected"),
        [
            pytest.param([(0, 0)], 4, id="one card"),
            pytest.param([(0, 0), (2, 0)], 2, id="two cards side by side"),
            pytest.param([(0, 0), (2, 1), (4, 0)], 1, id="a mirrored row"),
            pytest.param([(0, 0), (2, 0), (2, 2), (0, 2)], 4, id="a square"),
        ],
    )
    def test_positions(self, centres: list[tuple[int, int]], expected: int) -> None:
        assert positions(outline_of_centres(Cell(*each) for each in centres)) == expected


class TestPleasing:
    def test_a_cross_has_all_but_holes(self) -> None:
        found = pleasing(outline_of_rows(CROSS))
        assert (found.symmetry, found.arms, found.holes, found.breadth, found.calm) == (1, 1, 0, 1, 1)

    def test_a_ring_has_one_hole_and_two_are_enough(self) -> None:
        assert pleasing(outline_of_rows(RING)).holes == 1 / 2

    def test_a_blob_has_neither_arms_nor_holes_and_is_not_slender(self) -> None:
        found = pleasing(outline_of_rows(BLOB))
        assert (found.arms, found.holes, found.slenderness) == (0, 0, 0)

    def test_a_stick_is_not_broad(self) -> None:
        assert pleasing(outline_of_rows(STICK)).breadth < 0.6

    def test_figures_please_more_than_blobs_and_sticks(self) -> None:
        cross, ring, blob, stick = (
            pleasing(outline_of_rows(each)).total for each in (CROSS, RING, BLOB, STICK)
        )
        assert min(cross, ring) > max(blob, stick)

    @given(seed=st.integers(0, 999), count=st.integers(3, 12))
    def test_parts_and_whole_lie_between_0_and_1(self, seed: int, count: int) -> None:
        found = pleasing(outline_of_centres(grown(seed, count, SYMMETRIES[0])))
        assert all(0 <= getattr(found, part) <= 1 for part in WEIGHTS)
        assert 0 <= found.total <= 1

    def test_an_outline_upside_down_pleases_as_much(self) -> None:
        assert pleasing(outline_of_rows(BIRD)) == pleasing(outline_of_rows(BIRD[::-1]))
