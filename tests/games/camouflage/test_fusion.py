"""Evidence of several photos: what must hold for all of it, and what one photo takes from another."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import Cell, MalformedBoardError, Rules, format_board
from games.camouflage.aligning import Motion, aligned, moved, votes
from games.camouflage.evidence import Doubt, Evidence
from games.camouflage.fusion import OVERLOOKED, added
from solver.reconstruct import RankedBoard, reconstruct
from tests.solver.sightings import evidence, sighting, sightings, site
from tests.strategies import PLAIN

HEAP = "owl-1@0,0r0 fox-2@2,0r3 cow-1@1,2r1"

motions = st.builds(Motion, st.integers(0, 3), st.integers(-9, 9), st.integers(-9, 9))


def boards_of(seen: Evidence) -> tuple[RankedBoard, ...]:
    return reconstruct(seen, PLAIN, Rules(min_match=0)).boards


def told(seen: Evidence) -> Mapping[object, object]:
    """What evidence says, whatever the order of its sites: only differences within a site or cell count."""
    centres = [site.centre for site in seen.sites]
    sites = {
        each.centre: {
            (one.card, one.turn): pytest.approx(one.log_likelihood, abs=1e-6) for one in each.candidates
        }
        for each in seen.sites
    }
    tops = {
        (cell.cell, frozenset(centres[top.site] for top in cell.tops)): {
            centres[top.site]: pytest.approx(
                top.log_likelihood - max(other.log_likelihood for other in cell.tops), abs=1e-6
            )
            for top in cell.tops
        }
        for cell in seen.shared
    }
    presence = {each.centre: pytest.approx(each.presence, abs=1e-6) for each in seen.sites}
    return {"sites": sites, "tops": tops, "presence": presence, "doubts": {*seen.doubts}}


def uncertain(seen: Evidence) -> Evidence:
    """The same, where whatever is not named is possible too."""
    return replace(seen, sites=tuple(replace(each, others=-9.0) for each in seen.sites))


several = st.lists(sightings().map(uncertain), min_size=2, max_size=3)


class TestAdding:
    @given(sightings())
    def test_one_photo_stays_as_it_is(self, seen: Evidence) -> None:
        assert added([seen]) is seen

    @given(several, st.randoms(use_true_random=False))
    def test_the_order_of_the_photos_does_not_matter(self, photos: list[Evidence], random: Random) -> None:
        shuffled = list(photos)
        random.shuffle(shuffled)
        assert told(added(shuffled)) == told(added(photos))

    @given(several, motions)
    def test_where_the_lattice_lies_does_not_matter(self, photos: list[Evidence], motion: Motion) -> None:
        carried = added([moved(photo, motion) for photo in photos])
        assert told(carried) == told(moved(added(photos), motion))

    @given(sightings())
    def test_two_photos_that_agree_are_twice_as_sure(self, seen: Evidence) -> None:
        both = added([seen, seen])
        for site_ in seen.sites:
            (twice,) = [each for each in both.sites if each.centre == site_.centre]
            assert {(*each[:2], each[2]) for each in twice.candidates} == {
                (*each[:2], 2 * each[2]) for each in site_.candidates
            }
            assert twice.presence == 2 * site_.presence

    def test_two_faces_are_not_one_table(self) -> None:
        seen = sighting(HEAP)
        with pytest.raises(MalformedBoardError, match="one face"):
            added([seen, replace(seen, face="gems")])

    def test_a_site_for_which_no_card_is_left_is_told(self) -> None:
        one, other = (evidence([site(Cell(0, 0), (card, 0, 0.0))], {}) for card in ("owl-1", "owl-2"))
        with pytest.raises(MalformedBoardError, match="no card that can lie at 0,0"):
            added([one, other])


OBSERVED = ((0.8, 0.2), (0.3, 0.7))
"""The chance of each of two looks of a square, for each of two cards."""


def identity(look: int) -> Evidence:
    return evidence(
        [site(Cell(0, 0), *((f"owl-{card + 1}", 0, math.log(OBSERVED[card][look])) for card in (0, 1)))], {}
    )


def stacking(look: int) -> Evidence:
    sites = [site(Cell(0, 0), ("owl-1", 0, 0.0)), site(Cell(2, 0), ("fox-1", 0, 0.0))]
    return evidence(sites, {Cell(1, 0): {top: math.log(OBSERVED[top][look]) for top in (0, 1)}})


@pytest.mark.parametrize("seen", [identity, stacking])
@pytest.mark.parametrize("true", [0, 1])
def test_the_truth_is_surer_with_each_photo_in_expectation(
    seen: Callable[[int], Evidence], true: int
) -> None:
    """Over all looks, weighed by how likely they are: exactly, since there are few."""
    boards = [format_board(boards_of(seen(look))[0].board) for look in (0, 1)]

    def expected(photos: int) -> float:
        total = 0.0
        for looks in product((0, 1), repeat=photos):
            weight = math.prod(OBSERVED[true][look] for look in looks)
            found = boards_of(added([seen(look) for look in looks]))
            total += weight * sum(
                each.p_evidence for each in found if format_board(each.board) == boards[true]
            )
        return total

    assert expected(1) < expected(2) < expected(3)


class TestAligning:
    @given(motions)
    def test_the_cards_that_both_show_tell_how_the_lattices_lie(self, motion: Motion) -> None:
        seen = sighting(HEAP)
        other = moved(seen, motion)
        assert aligned(other, seen) == seen
        assert votes(seen, other).motion == motion

    def test_a_pile_apart_has_a_lattice_of_its_own(self) -> None:
        seen = sighting(f"{HEAP} owl-2@9,0r0 fox-3@11,1r0")
        other = sighting(f"{HEAP} owl-2@20,5r1 fox-3@19,7r1")
        found = aligned(other, seen)
        assert found is not None
        assert told(found) == told(seen)

    @pytest.mark.parametrize(
        "other",
        [
            pytest.param("owl-2@0,0r0 fox-3@2,0r0", id="no card is in both"),
            pytest.param("owl-1@0,0r0 fox-3@2,0r0", id="one card is in both"),
            pytest.param("owl-1@0,0r0 fox-2@0,2r3 cow-1@2,2r2", id="they lie otherwise"),
        ],
    )
    def test_photos_of_two_tables_are_not_joined(self, other: str) -> None:
        assert aligned(sighting(other), sighting(HEAP)) is None

    def test_one_card_alone_is_enough_where_there_is_no_other(self) -> None:
        seen, other = sighting("owl-1@0,0r0"), sighting("owl-1@4,1r2")
        assert aligned(other, seen) == seen


class TestTakingFromAnother:
    def test_a_doubt_that_another_photo_settles_is_gone(self) -> None:
        seen = sighting(HEAP)
        glare = replace(seen, doubts=(Doubt("looks unlike owl-1: glare hides it", 0.5, Cell(-1, 0)),))
        assert added([glare, seen]).doubts == ()
        assert added([glare, glare]).doubts == glare.doubts

    def test_a_doubt_stays_where_the_other_photo_has_no_card(self) -> None:
        seen = sighting(HEAP)
        doubt = Doubt("looks unlike owl-1: glare hides it", 0.5, Cell(-1, 0))
        part = sighting("fox-2@2,0r3 cow-1@1,2r1")
        assert added([replace(seen, doubts=(doubt,)), part]).doubts == (doubt,)

    def test_a_doubt_goes_with_its_lattice(self) -> None:
        seen = sighting(HEAP)
        doubt = Doubt("looks unlike owl-1: glare hides it", 0.5, Cell(-1, 0))
        motion = Motion(1, 4, 2)
        (carried,) = moved(replace(seen, doubts=(doubt,)), motion).doubts
        assert carried.cell == motion.cell(Cell(-1, 0))

    def test_what_has_no_place_stays_if_all_photos_say_so(self) -> None:
        seen = sighting(HEAP)
        doubt = Doubt("the album has no picture of cow-4", 0.5)
        odd = replace(seen, doubts=(doubt,))
        assert added([odd, odd]).doubts == (doubt,)
        assert added([odd, seen]).doubts == ()

    def test_a_card_that_one_photo_overlooks_is_taken_from_the_other(self) -> None:
        """Its squares may be what the first photo shows, so the order is as the second has it."""
        whole, part = sighting(HEAP), sighting("owl-1@0,0r0 fox-2@2,0r3")
        best = boards_of(added([part, whole]))[0]
        assert format_board(best.board) == format_board(boards_of(added([whole, whole]))[0].board)

    def test_a_card_that_another_photo_sees_elsewhere_is_surely_in_one_place_only(self) -> None:
        one = evidence([site(Cell(0, 0), ("owl-1", 0, 0.0), presence=20.0)], {})
        other = evidence([site(Cell(9, 0), ("owl-1", 0, 0.0), presence=15.0)], {})
        presence = {each.centre: each.presence for each in added([one, other]).sites}
        assert presence == {Cell(0, 0): 5.0, Cell(9, 0): -5.0}

    def test_cards_of_two_photos_that_meet_are_neighbours(self) -> None:
        one, other = sighting("owl-1@0,0r0"), sighting("fox-2@2,0r3")
        (cells,) = {len(each.tops) for each in added([one, other]).shared}
        assert cells == 2


class TestPhotosInOrder:
    BEFORE = "owl-1@0,0r0 fox-2@2,0r3"
    AFTER = "owl-1@0,0r0 fox-2@2,0r3 cow-1@1,0r1"
    """The third card lies on all cells that the first two share, so that a photo of it hides their order."""

    def test_a_photo_alone_hides_the_order(self) -> None:
        (found,) = boards_of(sighting(self.AFTER))
        assert ("owl-1", "fox-2") not in found.known

    def test_an_earlier_photo_shows_what_lay_on_what_before(self) -> None:
        best = boards_of(added([sighting(self.BEFORE), sighting(self.AFTER)], moments=(0, 1)))[0]
        assert format_board(best.board) == self.AFTER
        assert ("owl-1", "fox-2") in best.known
        assert best.p > 0.99

    def test_what_comes_later_lies_above(self) -> None:
        """Nothing in the later photo tells, since a third card lies on all that the two share."""
        before = sighting("fox-2@2,0r3")
        best = boards_of(added([before, sighting("fox-2@2,0r3 owl-1@0,0r0 cow-1@1,0r1")], moments=(0, 1)))[0]
        assert {("fox-2", "owl-1"), ("fox-2", "cow-1")} <= best.known

    def test_a_card_that_was_overlooked_before_may_lie_below(self) -> None:
        """What the later photo shows clearly beats what the earlier one lacks."""
        before, after = sighting("fox-2@2,0r3"), sighting("owl-1@0,0r0 fox-2@2,0r3")
        assert format_board(boards_of(added([before, after], moments=(0, 1)))[0].board) == (
            "owl-1@0,0r0 fox-2@2,0r3"
        )
        assert OVERLOOKED < 30.0

    def test_a_card_that_is_covered_later_stays(self) -> None:
        after = sighting("fox-2@2,0r3 cow-1@0,0r1")
        best = boards_of(added([sighting("owl-1@1,0r0 fox-2@2,0r3"), after], moments=(0, 1)))[0]
        assert "owl-1" in best.board
