"""From first guesses to the set of cards that lie on the table, each with its pose.

A place is judged by all its squares: a square that looks like the card speaks for it, a ring square that
does not is taken to be covered by another card and speaks a little against it. The centre is never covered
(unless centres are wild), so it must be seen. Places are taken the surest first; each card lies once, and
no card covers another's centre. What the guesses missed is then looked for beside the cards that were
found, by the symbols on the centres.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.album import Album
from vision.appearance import (
    CENTRE_SQUARE,
    SQUARES,
    Floats32,
    Gallery,
    Pyramid,
)
from vision.geometry import Floats, matrix_pose, pose_matrix, project, quarter_turned
from vision.poses import Fit, align, look

COARSE_PX: Final = 16
"""Pixels a square for telling cards apart; prints are recognised at thumbnail size."""
_SAMPLES: Final = 10.0
"""A square counts like this many independent samples: its pixels are strongly correlated."""
_UNLIKE: Final = 0.6
"""Unlikeness (1 - correlation) at which a square speaks neither for nor against a card."""
_NOISE: Final = 0.03
"""Unlikeness that even the right card has, from blur, grain and the print's own sheen."""
_SEEN: Final = 0.5
"""A visible square of the right card is hardly ever less like it than this; glare and deep shade are the
exceptions."""
_MISMATCH: Final = 20.0
"""Nats lost per unit of correlation below that, where the square should be seen …"""
_CENTRE_MISMATCH: Final = 100.0
"""… and for a centre, which no card covers."""
_CENTRE_WEIGHT: Final = 2.0
"""A centre that is seen counts like two squares: it is never covered, so it is the one square that must
agree."""
_COVERED: Final = -0.2
"""What a square costs that another card is seen to cover, …"""
_UNEXPLAINED: Final = -7.0
"""… and at most where no other card lies, …"""
_UNKNOWN: Final = -1.0
"""… and where one lies that is not seen there, or before the other cards are known."""
_COVERED_CENTRE: Final = -6.0
"""What a centre costs that another card is seen to cover: nobody may lay a card so, but somebody did."""
_LEAST_SCORE: Final = 5.0
"""A card is found from here on, once the other cards are known."""
_LEAST_BURIED_SCORE: Final = 20.0
"""One whose centre is covered shows three squares of its own just like it: gems alike lie everywhere."""
_LEAST_FIRST_SCORE: Final = -2.0
"""Cards of which little more than the centre is seen begin here, before others explain the rest."""
_SAME_PLACE: Final = 0.3
_CENTRE_REACH: Final = 1.6
"""Centres nearer than this, in squares along both axes of the lattice, would cover each other; two less
hand jitter."""
_WILD_REACH: Final = 0.6
"""Cards nearer than this are the same card found twice."""
_SYMBOL_LIKENESS: Final = 0.45
_SEARCH_ROUNDS: Final = 4
"""How often neighbours of what was found last are looked at."""
_SYMBOL_MARGIN_PX: Final = 6
_SQUARE_MIDDLES: Final[Floats] = np.array([[x, y] for y in (-1.0, 0.0, 1.0) for x in (-1.0, 0.0, 1.0)])


@dataclass(frozen=True, slots=True, eq=False)
class Find:
    """A card found on the table.

    Attributes:
        card: its index in the album.
        fit: how it lies and how like each square is.
        score: nats for this card lying here rather than nothing of the deck.
    """

    card: int
    fit: Fit
    score: float


def square_evidence(likeness: Floats32) -> Floats32:
    """Turns correlations into nats for the square showing the card's print rather than something unrelated.

    For n independent samples with Gaussian noise of unknown size the log-likelihood ratio of two
    explanations is n / 2 times the logarithm of the ratio of their residuals.
    """
    result: Floats32 = 0.5 * _SAMPLES * np.log(_UNLIKE / (1 - np.minimum(likeness, 1) + _NOISE))
    return result


def card_score(likeness: Floats32, hidden: Floats32 | float = _UNKNOWN, *, wild_centres: bool) -> Floats32:
    """Adds up the evidence of nine squares.

    Args:
        likeness: (…, 9) correlations.
        hidden: (9,) the least that each square may count, since another card may cover it.
        wild_centres: whether centres may be covered too.

    Returns:
        (…) nats for the card being there.
    """
    slope = np.full(SQUARES, _MISMATCH, np.float32)
    floor = np.full(SQUARES, hidden, np.float32)
    if not wild_centres:
        slope[CENTRE_SQUARE], floor[CENTRE_SQUARE] = _CENTRE_MISMATCH, -np.inf
    seen = square_evidence(np.maximum(likeness, _SEEN)) - slope * np.maximum(_SEEN - likeness, 0)
    seen[..., CENTRE_SQUARE] *= _CENTRE_WEIGHT
    result: Floats32 = np.maximum(seen, floor).sum(-1)
    return result


class SiteFinder:
    """Finds the cards of one album in photos."""

    def __init__(self, album: Album, *, wild_centres: bool) -> None:
        self.gallery = Gallery.of(album, COARSE_PX)
        self._symbols = _symbols(album, self.gallery)
        self._wild = wild_centres
        self._reach = _WILD_REACH if wild_centres else _CENTRE_REACH

    def find(self, photo: Pyramid, plane: Floats, guesses: Iterable[tuple[int, Floats]]) -> list[Find]:
        """Finds the cards on a table.

        Args:
            photo: the photo.
            plane: (3, 3) homography from the table's plane to the photo.
            guesses: indices of cards and their poses, the surest first.

        Returns:
            The cards found: each once, no two so near that one would cover the other's centre.
        """
        pool: list[Find] = []
        for card, pose in guesses:
            if not any(_near(pose, find.fit.pose, _SAME_PLACE) and find.card == card for find in pool):
                pool.append(self._judged(photo, plane, pose, card))
        found = self._chosen(pool)
        for _ in range(_SEARCH_ROUNDS):
            used = {find.card for find in found}
            new = [
                self._judged(photo, plane, pose, card, used)
                for card, pose in self._missed(photo, plane, found, used)
            ]
            if not new:
                break
            pool += new
            before, found = len(found), self._chosen(pool)
            if len(found) == before:
                break
        return found

    def _judged(
        self, photo: Pyramid, plane: Floats, pose: Floats, card: int, barred: Collection[int] = ()
    ) -> Find:
        """Aligns a card and looks whether another not barred, or another turn, fits the place better."""
        fit = align(photo, plane, pose, self.gallery, card, steps=4)
        rivals = self._rivals(fit.squares, barred)
        best, turn = _best(rivals)
        if (best, turn) != (card, 0):
            turned = quarter_turned(fit.pose, turn)
            fit = align(photo, plane, turned, self.gallery, best, steps=4)
            rivals = self._rivals(fit.squares, barred)
        return Find(best, fit, float(rivals[best, 0]))

    def _rivals(self, squares: Floats32, barred: Collection[int]) -> Floats32:
        """Scores every card at every turn for one place, (cards, 4)."""
        scores = card_score(self.gallery.likeness(squares), wild_centres=self._wild)
        scores[list(barred)] = -np.inf
        return scores

    def _chosen(self, pool: Sequence[Find]) -> list[Find]:
        """Takes the surest finds that can lie together, then drops those that the others do not explain."""
        chosen: list[Find] = []
        axes = lattice_angle([find.fit.pose for find in pool if find.score >= _LEAST_SCORE])
        for find in sorted(pool, key=lambda find: -find.score):
            if find.score >= _LEAST_FIRST_SCORE and all(
                find.card != other.card and not _near(find.fit.pose, other.fit.pose, self._reach, axes)
                for other in chosen
            ):
                chosen.append(find)
        chosen += self._buried(pool, chosen)
        while chosen:
            scores = [self._score_among(find, chosen) for find in chosen]
            worst = int(np.argmin(scores))
            if scores[worst] >= _LEAST_SCORE:
                return [replace(find, score=score) for find, score in zip(chosen, scores, strict=True)]
            del chosen[worst]
        return chosen

    def _buried(self, pool: Sequence[Find], chosen: Sequence[Find]) -> list[Find]:
        """Returns finds whose centre the chosen ones cover, against the rules, but that show enough else."""
        buried: list[Find] = []
        for find in sorted(pool, key=lambda find: -find.score):
            others = [*chosen, *buried]
            apart = all(
                find.card != other.card and not _near(find.fit.pose, other.fit.pose, _WILD_REACH)
                for other in others
            )
            if apart and self._score_among(find, others) >= _LEAST_BURIED_SCORE:
                buried.append(find)
        return buried

    def _score_among(self, find: Find, others: Sequence[Find]) -> float:
        """Scores a find knowing which of its squares the other cards are seen to cover.

        Where one of them is the centre, squares that the others explain as well do not speak for the card: a
        card that was imagined between others shows their prints and nothing of its own.
        """
        squares = project(pose_matrix(find.fit.pose), _SQUARE_MIDDLES)
        hidden = np.full(SQUARES, _UNEXPLAINED, np.float32)
        for other in others:
            if other is not find:
                on_other = project(np.linalg.inv(pose_matrix(other.fit.pose)), squares)
                inside = np.abs(on_other).max(1) < 1.5
                place = np.clip(np.round(on_other + 1), 0, 2).astype(int)
                like = other.fit.likeness[place[:, 1] * 3 + place[:, 0]]
                hidden[inside] = np.maximum(
                    hidden[inside], np.where(like[inside] > _SEEN, _COVERED, _UNKNOWN)
                )
        if self._wild or hidden[CENTRE_SQUARE] != _COVERED:
            return float(card_score(find.fit.likeness, hidden, wild_centres=self._wild))
        own = np.where(hidden == _COVERED, 0.0, find.fit.likeness)
        hidden[CENTRE_SQUARE] = _COVERED_CENTRE
        return float(card_score(own, hidden, wild_centres=True))

    def _missed(
        self, photo: Pyramid, plane: Floats, found: Sequence[Find], used: Collection[int]
    ) -> list[tuple[int, Floats]]:
        """Looks for centres beside the cards found: cards and poses worth judging."""
        hits: list[tuple[float, int, Floats]] = []
        axes = lattice_angle([find.fit.pose for find in found])
        looked: list[Floats] = [find.fit.pose for find in found]
        for find in found:
            for offset in _neighbours(wild=self._wild):
                pose = matrix_pose(pose_matrix(find.fit.pose) @ pose_matrix(np.array([*offset, 0.0, 0.0])))
                if any(_near(pose, other, self._reach, axes) for other in looked[: len(found)]):
                    continue
                if any(_near(pose, other, _SAME_PLACE) for other in looked[len(found) :]):
                    continue
                looked.append(pose)
                hits += self._hits(photo, plane, pose, used)
        hits.sort(key=lambda hit: -hit[0])
        return [(card, pose) for _, card, pose in hits]

    def _hits(
        self, photo: Pyramid, plane: Floats, pose: Floats, used: Collection[int]
    ) -> list[tuple[float, int, Floats]]:
        """Looks for a card round a place, by its symbol or as it is: score, card and pose; or nothing."""
        symbol = self._symbol_near(photo, plane, pose)
        place = pose if symbol is None else symbol
        squares = look(photo, plane, place, COARSE_PX)
        scores = self._rivals(squares, used)
        card, turn = _best(scores)
        if symbol is None and scores[card, turn] < _LEAST_SCORE:
            return []
        return [(float(scores[card, turn]), card, quarter_turned(place, turn))]

    def _symbol_near(self, photo: Pyramid, plane: Floats, pose: Floats) -> Floats | None:
        """Looks for a deck's symbol round a place, and returns the pose at which it lies."""
        picture = photo.card(plane, pose, COARSE_PX)
        low, high = COARSE_PX - _SYMBOL_MARGIN_PX, 2 * COARSE_PX + _SYMBOL_MARGIN_PX
        window = np.ascontiguousarray(picture[low:high, low:high], np.float32)
        best, found = _SYMBOL_LIKENESS, None
        for symbol in self._symbols:
            for turn in range(4):
                template = np.ascontiguousarray(np.rot90(symbol, -turn), np.float32)
                answer = cv2.matchTemplate(window, template, cv2.TM_CCOEFF_NORMED)
                _, value, _, (column, row) = cv2.minMaxLoc(answer)
                if value > best:
                    shift = (np.array([column, row]) - _SYMBOL_MARGIN_PX) / COARSE_PX
                    moved = pose_matrix(pose) @ pose_matrix(np.array([*shift, 0.0, 0.0]))
                    best, found = value, quarter_turned(matrix_pose(moved), turn)
        return found


def _best(scores: Floats32) -> tuple[int, int]:
    """Returns the indices of the greatest of (cards, turns) scores."""
    card, turn = np.unravel_index(int(scores.argmax()), scores.shape)
    return int(card), int(turn)


def lattice_angle(poses: Sequence[Floats]) -> float:
    """Returns the angle of the lattice's axes, -45 to 45 degrees in radians; 0 without poses."""
    if not poses:
        return 0.0
    quadrupled = np.exp(4j * np.array([pose[2] for pose in poses])).sum()
    return float(np.angle(quadrupled) / 4)


def _near(pose: Floats, other: Floats, reach: float, axes: float = 0.0) -> bool:
    """Tells whether two places are nearer than `reach` along both axes of a lattice at an angle."""
    x, y = pose[:2] - other[:2]
    along = abs(x * np.cos(axes) + y * np.sin(axes))
    across = abs(y * np.cos(axes) - x * np.sin(axes))
    return bool(along < reach and across < reach)


def _neighbours(*, wild: bool) -> list[tuple[int, int]]:
    """Returns the offsets of a centre from that of a card which its own overlaps."""
    nearest = 1 if wild else 2
    return [(x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) >= nearest]


def _symbols(album: Album, gallery: Gallery) -> list[Floats32]:
    """Returns each deck's symbol: its cards' centre squares, brought to equal contrast and averaged."""
    symbols = []
    for deck in album.deck.decks:
        rows = [index for index, card in enumerate(gallery.cards) if album.deck.card(card).deck == deck]
        if rows:
            mean = gallery.squares[rows, 0, CENTRE_SQUARE].mean(0)
            symbols.append(mean.reshape(COARSE_PX, COARSE_PX, 3))
    return symbols
