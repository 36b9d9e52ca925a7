"""Puts squares of one pattern into one group, where nothing tells how many patterns there are.

Squares are linked with those they are most like. Prints whose crops differ much, such as blots, still hang
together through crops in between, so groups are found from the links (spectral clustering), at first too
many; then those are joined whose squares are nearly as like the other group as their own.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats

Labels = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """How alike squares are, (n, n) each, symmetric, 0 to 1; 0 for two that are not to be compared.

    Attributes:
        texture: by colour and texture, so that crops of one print are alike.
        whole: the same, less where two squares are not the same picture, so that patterns are told better.
    """

    texture: Floats
    whole: Floats

    def of(self, squares: Labels) -> "Likeness":
        """Returns that of some squares."""
        chosen = np.ix_(squares, squares)
        return Likeness(self.texture[chosen], self.whole[chosen])


_ONE_PATTERN: Final = 0.08
"""Two groups are one pattern when they are joined by so much: how near they are, times the square root of the
share of links that lead from one to the other. Halves of a pattern have 0.1 to 0.5, patterns that are told
apart at sight hardly ever 0.06."""
_OTHER_PHOTOS: Final = 0.3
"""Added to that root for groups that share no photo, and less while they share up to half: a pattern is in
nearly every photo, so they are one pattern in different light, which few links bridge."""
_TELLING_SHARE: Final = 0.75
"""Of two groups' squares, the quarter that is most like the other group tells how near they are: where a
pattern was cut in two, some are near the cut."""
_FINE: Final = 1.1
"""Groups at first, against the square root of the squares' number: 20 for a full game's."""
_ROUNDS: Final = 2
"""How often squares are moved to the group they are most like; more change nothing."""


def neighbours(others: int) -> int:
    """Returns how many of a square's likest squares count, of so many it is compared with.

    Half the square root: a pattern that is on one square in twenty is still found whole among 300.
    """
    return max(2, round(math.sqrt(others) / 2))


def grouped(likeness: Likeness, photos: Labels, count: int | None = None) -> Labels:
    """Groups squares by likeness.

    Groups are found and joined by texture, so that crops of one print stay together; which group a square is
    in, the whole likeness decides.

    Args:
        likeness: of n squares.
        photos: (n,) the photo that each square is from.
        count: how many groups; None to find out.

    Returns:
        (n,) each square's group, numbered by first appearance.
    """
    size = len(photos)
    fine = min(size, max(round(_FINE * np.sqrt(size)), 2 * (count or 0)))
    links = _links(likeness.texture)
    groups = _joined(likeness.texture, links, _spectral(links, fine), photos, count)
    for _ in range(_ROUNDS):
        moved = support(likeness.whole, groups).argmax(1)
        if len(np.unique(moved)) < len(np.unique(groups)):
            break
        groups = moved
    return _in_order(groups)


def _neighbours(likeness: Floats) -> int:
    return neighbours(int(np.median((likeness > 0).sum(1))))


def support(likeness: Floats, groups: Labels) -> Floats:
    """Returns how like each square is to the nearest squares of each group, (n, groups)."""
    most = _neighbours(likeness)
    columns = []
    for group in range(int(groups.max()) + 1):
        own = -np.sort(-likeness[:, groups == group], axis=1)
        some = np.clip(((own > 0).sum(1) + 1) // 2, 1, most)
        reached = np.arange(own.shape[1]) < some[:, None]
        columns.append((own * reached).sum(1) / some)
    return np.stack(columns, axis=1)


def nearness(texture: Floats, groups: Labels) -> Floats:
    """Tells how near groups are to each other.

    Returns:
        (groups, groups) symmetric: a quarter of the squares of both are at least so like the other group,
        compared with their own.
    """
    like = support(texture, groups)
    count = like.shape[1]
    own = np.maximum(like[np.arange(len(groups)), groups], 1e-9)
    ratio = like / own[:, None]
    near = np.zeros((count, count))
    for one in range(count):
        for other in range(one):
            both = np.concatenate([ratio[groups == one, other], ratio[groups == other, one]])
            near[one, other] = near[other, one] = np.quantile(both, _TELLING_SHARE)
    return near


def _links(texture: Floats) -> Floats:
    """Returns the graph of nearest neighbours, (n, n): 1 for a link one way, 2 for both."""
    size = len(texture)
    most = min(_neighbours(texture), size)
    nearest = np.argsort(-texture, axis=1, kind="stable")[:, :most]
    rows = np.arange(size)[:, None]
    links = np.zeros((size, size))
    links[rows, nearest] = texture[rows, nearest] > 0
    both: Floats = links + links.T
    return both


def _spectral(links: Floats, count: int) -> Labels:
    """Cuts a graph into so many groups (Ng, Jordan and Weiss, 2002)."""
    links = links + 1e-6 * np.eye(len(links))
    degree = np.sqrt(links.sum(1))
    _, vectors = np.linalg.eigh(links / degree[:, None] / degree)
    leading = vectors[:, -count:]
    leading /= np.maximum(np.linalg.norm(leading, axis=1, keepdims=True), 1e-9)
    return np.array(clustered(distances(leading), count))


def _joined(texture: Floats, links: Floats, groups: Labels, photos: Labels, count: int | None) -> Labels:
    """Joins the nearest two groups again and again, down to `count` or while they are one pattern."""
    while (kinds := int(groups.max()) + 1) > (count or 1):
        near = nearness(texture, groups)
        bond = near * (np.sqrt(_linked(links, groups)) + _OTHER_PHOTOS * _apart(groups, photos))
        one, other = sorted(int(index) for index in np.unravel_index(int(bond.argmax()), bond.shape))
        if count is None and bond[one, other] < _ONE_PATTERN:
            break
        groups = np.where(groups == other, one, groups)
        groups = np.where(groups == kinds - 1, other, groups)
    return groups


def _linked(links: Floats, groups: Labels) -> Floats:
    """Returns the share of links between groups, of those that the group with fewer has."""
    member = (groups[:, None] == np.arange(int(groups.max()) + 1)).astype(np.float64)
    between = member.T @ links @ member
    ends = np.maximum(between.sum(1), 1e-9)
    share: Floats = between / np.minimum(ends[:, None], ends)
    np.fill_diagonal(share, 0)
    return share


def _apart(groups: Labels, photos: Labels) -> Floats:
    """Returns 1 for groups that share no photo, 0 for those that share half and more of their squares'."""
    in_photo = photos[:, None] == np.unique(photos)
    shares = np.array([in_photo[groups == group].mean(0) for group in range(int(groups.max()) + 1)])
    shared = np.minimum(shares[:, None], shares).sum(-1)
    apart: Floats = np.maximum(1 - 2 * shared, 0)
    return apart


def _in_order(groups: Labels) -> Labels:
    """Numbers groups by first appearance."""
    kinds, first, own = np.unique(groups, return_index=True, return_inverse=True)
    order = np.empty(len(kinds), np.int64)
    order[np.argsort(first)] = np.arange(len(kinds))
    return order[own]


def distances(features: Floats) -> Floats:
    """Returns the (n, n) Euclidean distances of (n, d) features."""
    squared = (features * features).sum(1)
    result: Floats = np.sqrt(np.maximum(squared[:, None] + squared[None] - 2 * features @ features.T, 0))
    return result


def clustered(distance: Floats, count: int) -> list[int]:
    """Groups items so that the spread within groups grows least (Ward's linkage).

    Args:
        distance: (n, n) symmetric: Euclidean, or any unlikeness, and then the spread is only about as meant.
        count: how many groups.

    Returns:
        Each item's group, numbered by first appearance.
    """
    size = len(distance)
    group = list(range(size))
    for one, two, _ in ward_joins(distance)[: size - count]:
        gone, kept = group[two], group[one]
        group = [kept if own == gone else own for own in group]
    order = list(dict.fromkeys(group))
    return [order.index(own) for own in group]


def ward_joins(distance: Floats) -> list[tuple[int, int, float]]:
    """Joins the two nearest groups again and again: the two, and the cost (Lance and Williams' update)."""
    size = len(distance)
    cost = distance.astype(np.float64) ** 2
    np.fill_diagonal(cost, np.inf)
    members = np.ones(size)
    joins = []
    for _ in range(size - 1):
        one, two = (int(index) for index in np.unravel_index(int(cost.argmin()), cost.shape))
        height = float(cost[one, two])
        joins.append((one, two, height))
        total = members[one] + members[two] + members
        gone = np.isinf(cost[one])
        with np.errstate(invalid="ignore"):
            mixed = (members[one] + members) * cost[one] + (members[two] + members) * cost[two]
            mixed = (mixed - members * height) / total
        mixed[gone] = np.inf
        mixed[[one, two]] = np.inf
        cost[one], cost[:, one] = mixed, mixed
        cost[two], cost[:, two] = np.inf, np.inf
        members[one] += members[two]
    return joins
