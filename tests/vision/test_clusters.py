"""Groups that are told apart at sight are found and counted, from points that stand for squares."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.clusters import Labels, Likeness, clustered, distances, grouped, nearness, support
from vision.geometry import Floats


def same_groups(found: Labels, true: Labels) -> bool:
    """Tell whether two groupings are one up to the names of the groups."""
    return len(set(zip(found.tolist(), true.tolist(), strict=True))) == len(set(found)) == len(set(true))


def like(points: Floats, photos: Labels) -> Likeness:
    """Return how alike points are, that are compared where their photos differ."""
    squared = distances(points) ** 2
    both = (1 + 4 * squared) ** -2 * (photos[:, None] != photos)
    return Likeness(both, both)


def scattered(count: int, seed: int, *, size: int = 40) -> tuple[Floats, Labels, Labels]:
    """Return points in groups, their groups, and their photos."""
    random = np.random.default_rng(seed)
    true = random.permutation(np.repeat(np.arange(count), size))
    points = 2 * np.eye(count)[true] + random.normal(0, 0.2, (len(true), count))
    return points, true, np.arange(len(true)) % 7


class TestGrouped:
    @pytest.mark.parametrize("count", [3, 6, 12])
    def test_groups_are_found_and_counted(self, count: int) -> None:
        points, true, photos = scattered(count, seed=count)
        assert same_groups(grouped(like(points, photos), photos), true)
        assert same_groups(grouped(like(points, photos), photos, count), true)

    def test_a_drawn_out_group_is_one(self) -> None:
        """Crops of a print differ much at the ends, and hang together through those in between."""
        points, true, photos = scattered(4, seed=1)
        points[true == 0, 1] = 0
        points[true == 0, 0] = 3 + np.linspace(0, 1.5, 40)
        assert same_groups(grouped(like(points, photos), photos), true)

    def test_a_pattern_in_other_light_is_one_group(self) -> None:
        """Half the photos show one group somewhat moved; no photo shows both halves."""
        points, true, photos = scattered(4, seed=2)
        points[(true == 0) & (photos > 2), 0] += 0.9
        assert same_groups(grouped(like(points, photos), photos), true)

    def test_the_whole_likeness_decides_where_textures_are_alike(self) -> None:
        points, true, photos = scattered(4, seed=3)
        stray = points.copy()
        stray[0] = points[true != true[0]][0]
        texture, whole = like(stray, photos).texture, like(points, photos).whole
        assert same_groups(grouped(Likeness(texture, whole), photos), true)

    def test_groups_are_numbered_by_first_appearance(self) -> None:
        points, _, photos = scattered(5, seed=4)
        found = grouped(like(points, photos), photos)
        assert list(dict.fromkeys(found.tolist())) == list(range(5))

    def test_few_squares_are_grouped_too(self) -> None:
        points, true, _ = scattered(2, seed=5, size=12)
        photos = np.arange(len(true))
        assert same_groups(grouped(like(points, photos), photos), true)


def test_support_tells_which_group_a_square_is_like_and_nearness_which_groups_are_alike() -> None:
    points, true, photos = scattered(3, seed=6)
    points[true == 2] += 1.2 * (np.eye(3)[1] - np.eye(3)[2])
    texture = like(points, photos).texture
    assert (support(texture, true).argmax(1) == true).mean() > 0.95
    near = nearness(texture, true)
    assert near[1, 2] > 3 * near[0, 1]
    assert (near == near.T).all()


class TestClustered:
    @given(st.integers(3, 8), st.integers(0, 2**16))
    def test_groups_that_lie_apart_are_found(self, count: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        true = random.permutation(np.repeat(np.arange(count), 6))
        points = 10 * np.eye(8)[true] + random.normal(0, 0.5, (len(true), 8))
        assert same_groups(np.array(clustered(distances(points), count)), true)

    def test_groups_are_numbered_by_first_appearance(self) -> None:
        points = np.array([[9.0], [0.0], [9.1], [5.0], [0.1]])
        assert clustered(distances(points), 3) == [0, 1, 0, 2, 1]

    @pytest.mark.parametrize("count", [1, 5])
    def test_as_many_groups_are_made_as_are_asked_for(self, count: int) -> None:
        points = np.arange(5.0)[:, None] ** 2
        assert len(set(clustered(distances(points), count))) == count

    def test_one_item_is_one_group(self) -> None:
        assert clustered(np.zeros((1, 1)), 1) == [0]


@given(st.integers(0, 2**16))
def test_distances_are_euclidean(seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(6, 4))
    assert distances(points) == pytest.approx(
        np.linalg.norm(points[:, None] - points[None], axis=2), abs=1e-6
    )
