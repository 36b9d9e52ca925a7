"""From first guesses to the set of cards that lie on the table, each with its pose.

A place is judged by all its squares: a square that looks like the card speaks for it, a ring square that
does not is taken to be covered by another card and speaks a little against it. The centre is never covered
(unless centres are wild), so it must be seen. Places are taken the surest first; each card lies once, and
no card covers another's centre. What the guesses missed is then looked for beside the cards that were
found, by the symbols on the centres.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.album import Album
from vision.appearance import CENTRE_SQUARE, Floats32, Gallery, Pyramid
from vision.geometry import (
    CARD_CORNERS,
    Floats,
    matrix_pose,
    pose_matrix,
    project,
    quarter_turned,
    rigid_fit,
)
from vision.places import Places, distinct, lattice_axes, neighbours
from vision.plane import polished
from vision.poses import Fit, align, look
from vision.scores import COVERED, SEEN, SQUARE_MIDDLES, UNKNOWN, card_score, hidden_centre_score, hides
from vision.symbols import SymbolFinder, SymbolMaps

COARSE_PX: Final = 16
"""Pixels a square for telling cards apart; prints are recognised at thumbnail size."""
_COARSE_RIM_PX: Final = 2
"""An eighth of a square along each side is not compared: the neighbour reaches over it where hands leave
cards off, and its dark frame would outweigh a symbol drawn in thin lines."""
CHANCE_SCORE: Final = 5.0
"""Score of a find that is as likely right as wrong: of those from here to 13 one in thirty was none."""
_LEAST_SCORE: Final = CHANCE_SCORE
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
_SEARCH_ROUNDS: Final = 4
"""How often neighbours of what was found last are looked at."""
_GROWN: Final = 1.3
"""While so many more cards are found, the plane is fitted to them and the symbols are looked for again."""
_LEAST_ROUGH_SCORE: Final = -15.0
"""A place is worth aligning from here on: half a centre is gained by it."""
_LEAST_RIVAL_SCORE: Final = -10.0
"""The second and further cards that fit a place are worth aligning from here on."""
_LEAST_AWAITED_SCORE: Final = -4.0
"""A place at which another card was aligned already is worth aligning once more from here on: 9 of 10 gain
less than two nats by it."""
_LEAST_OPEN_SCORE: Final = 0.0
"""Where the likeliest card comes out worse, no other is tried: of 5,800 that were, one was there."""
_CLEAR_SCORE: Final = 30.0
"""A card that shows so much leaves no doubt which it is."""
_SURE_SCORE: Final = 50.0
"""A card that shows so much is not one imagined between others: no centre lies on it."""
_RIVALS: Final = 4
"""Cards that are aligned with a place before the better is taken."""
_ALIGN_STEPS: Final = 3
_FEWEST_SQUARES: Final = 4
"""A card that shows fewer squares says little of the plane."""


@dataclass(frozen=True, slots=True, eq=False)
class Find:
    """A card found on the table.

    Attributes:
        card: its index in the album.
        fit: how it lies and how like each square is.
        score: nats for this card lying here rather than nothing of the deck.
        scores: (cards, 4) the same for every card at every turn from this one's, before others are known.
        burnt: (9,) which of its squares glare has burnt out.
    """

    card: int
    fit: Fit
    score: float
    scores: Floats32
    burnt: NDArray[np.bool_]


class SiteFinder:
    """Finds the cards of one album in photos."""

    def __init__(self, album: Album, *, wild_centres: bool) -> None:
        self.gallery = Gallery.of(album, COARSE_PX, rim_px=_COARSE_RIM_PX)
        self._symbols = SymbolFinder(album)
        self._wild = wild_centres
        self._reach = _WILD_REACH if wild_centres else _CENTRE_REACH

    def find(
        self, photo: Pyramid, plane: Floats, guesses: Sequence[tuple[int, Floats]]
    ) -> tuple[Floats, list[Find]]:
        """Finds the cards on a table.

        Args:
            photo: the photo.
            plane: (3, 3) homography from the table's plane to the photo, about right.
            guesses: cards that features guessed, and their poses; some may be wrong.

        Returns:
            The plane, made exact, and the cards found: each once, no two so near that one would cover the
            other's centre.
        """
        pool = self._judged(photo, plane, guesses)
        found = self._chosen(photo, plane, pool)
        grown = bool(found)
        while grown:
            count, exact = len(found), _exact(plane, found)
            guesses = [(find.card, _carried(find.fit.pose, plane, exact)) for find in pool]
            known = [_carried(find.fit.pose, plane, exact) for find in found]
            plane = exact
            pool = self._judged(photo, plane, guesses)
            surely = [pose for pose, find in zip(known, found, strict=True) if find.score >= _SURE_SCORE]
            axes = lattice_axes(known, surely)
            symbols, more = self._by_symbol(photo, plane, known, axes, pool)
            pool += more
            found = self._chosen(photo, plane, pool)
            grown = len(found) > _GROWN * count
        looked = Places(_axes_of(found))
        for _ in range(_SEARCH_ROUNDS if found else 0):
            missed = self._beside(photo, plane, found, looked, symbols)
            count, pool = len(found), [*pool, *missed]
            found = self._chosen(photo, plane, pool) if missed else found
            if len(found) == count:
                break
        return plane, found

    def _judged(self, photo: Pyramid, plane: Floats, guesses: Sequence[tuple[int, Floats]]) -> list[Find]:
        """Aligns each guess, and takes another card or turn where it fits the place better."""
        first = self._aligned(photo, plane, distinct(guesses))
        likely, better = [], []
        for find in first:
            card, turn = _best(find.scores)
            if find.scores[card, turn] >= _LEAST_ROUGH_SCORE:
                likely.append(find)
                better.append((card, quarter_turned(find.fit.pose, turn)))
        finds = self._aligned(photo, plane, better)
        settled = {id(find) for find, other in zip(likely, finds, strict=True) if other.score >= _LEAST_SCORE}
        # A guess may be right though nothing fits, its centre covered against the rules.
        return finds + [find for find in first if id(find) not in settled]

    def _by_symbol(
        self,
        photo: Pyramid,
        plane: Floats,
        known: Sequence[Floats],
        axes: Sequence[float],
        pool: Sequence[Find],
    ) -> tuple[SymbolMaps, list[Find]]:
        """Looks for symbols all over the table, and for cards where they are and none is known."""
        sure = Places(axes, [find.fit.pose for find in pool if find.score >= _SURE_SCORE])
        middles = np.array(known)[:, :2]
        symbols = SymbolMaps([self._symbols.seen(photo, plane, middles, angle) for angle in axes])
        places = [pose for pose in symbols.places() if not sure.near(pose, self._reach)]
        return symbols, self._read(photo, plane, places, symbols)

    def _read(
        self, photo: Pyramid, plane: Floats, poses: Sequence[Floats], symbols: SymbolMaps
    ) -> list[Find]:
        """Looks for a card round each place, as its symbol lies or, where none is seen, as the place does."""
        looks = [(place, own) for place, pose in enumerate(poses) for own in symbols.near(pose) or [pose]]
        if not looks:
            return []
        scores = self._scores(look(photo, plane, [pose for _, pose in looks], self.gallery))
        best: dict[int, Find] = {}
        for rivals in _likeliest(scores, [place for place, _ in looks]):
            open_ones = [
                (looks[number][0], card, quarter_turned(looks[number][1], turn))
                for number, card, turn in rivals
            ]
            tried = [
                each
                for each in open_ones
                if each[0] not in best or _LEAST_OPEN_SCORE <= best[each[0]].score < _CLEAR_SCORE
            ]
            finds = self._aligned(photo, plane, [(card, pose) for _, card, pose in tried])
            for (place, _, _), find in zip(tried, finds, strict=True):
                if place not in best or find.score > best[place].score:
                    best[place] = find
        return list(best.values())

    def _scores(self, squares: Floats32) -> Floats32:
        """Scores every card at every turn for (places, 9, n) squares, (places, cards, 4)."""
        return card_score(self.gallery.likeness(squares), wild_centres=self._wild)

    def _aligned(self, photo: Pyramid, plane: Floats, guesses: Sequence[tuple[int, Floats]]) -> list[Find]:
        """Aligns cards with the photo, and scores all others where they lie."""
        if not guesses:
            return []
        cards, poses = zip(*guesses, strict=True)
        fits = align(photo, plane, poses, self.gallery, cards, steps=_ALIGN_STEPS)
        scores = self._scores(np.stack([fit.squares for fit in fits]))
        burnt = photo.burnt(plane, np.array([fit.pose for fit in fits]))
        return [
            Find(card, fit, float(own[card, 0]), own, white)
            for card, fit, own, white in zip(cards, fits, scores, burnt, strict=True)
        ]

    def _chosen(self, photo: Pyramid, plane: Floats, pool: Sequence[Find]) -> list[Find]:
        """Takes the surest finds that can lie together, then drops those that the others do not explain.

        Where a card lies elsewhere already, the next best for the place is taken; it is aligned once its turn
        has come, since most such places are other cards'.
        """
        axes = _axes_of([find for find in pool if find.score >= _LEAST_SCORE])
        queue = [(-find.score, number, find, find.card, 0) for number, find in enumerate(pool)]
        heapq.heapify(queue)
        chosen: list[Find] = []
        used: set[int] = set()
        places = Places(axes)
        while queue:
            loss, number, find, card, turn = heapq.heappop(queue)
            exact = (card, turn) == (find.card, 0)
            least = _LEAST_FIRST_SCORE if exact else _LEAST_AWAITED_SCORE
            if -loss < least or places.near(find.fit.pose, self._reach):
                continue
            if card in used:
                scores = find.scores.copy()
                scores[list(used)] = -np.inf
                card, turn = _best(scores)
                heapq.heappush(queue, (-float(scores[card, turn]), number, find, card, turn))
            elif exact:
                chosen.append(find)
                used.add(card)
                places.add(find.fit.pose)
            else:
                rival = self._aligned(photo, plane, [(card, quarter_turned(find.fit.pose, turn))])[0]
                heapq.heappush(queue, (-rival.score, number, rival, card, 0))
        return self._explained([*chosen, *self._buried(pool, chosen)])

    def _explained(self, chosen: Sequence[Find]) -> list[Find]:
        """Drops one find after the other that the rest does not explain, and scores the rest so."""
        if not chosen:
            return []
        hidden = hides([find.fit for find in chosen])
        kept = list(range(len(chosen)))
        while kept:
            scores = [self._score_among(chosen[number], hidden[number, kept].max(0)) for number in kept]
            worst = int(np.argmin(scores))
            if scores[worst] >= _LEAST_SCORE:
                return [
                    replace(chosen[number], score=score) for number, score in zip(kept, scores, strict=True)
                ]
            del kept[worst]
        return []

    def _buried(self, pool: Sequence[Find], chosen: Sequence[Find]) -> list[Find]:
        """Returns finds whose centre is hidden, by a card or something else, but that show enough else."""
        axes = _axes_of(chosen)
        buried: list[Find] = []
        for find in sorted(pool, key=lambda find: -find.score):
            others = [*chosen, *buried]
            places = Places(axes, [other.fit.pose for other in others])
            if find.card in [other.card for other in others] or places.near(find.fit.pose, _WILD_REACH):
                continue
            hidden = hides([other.fit for other in (find, *others)])[0].max(0)
            if self._score_among(find, hidden) >= _LEAST_BURIED_SCORE:
                buried.append(find)
        return buried

    def _score_among(self, find: Find, hidden: Floats32) -> float:
        """Scores a find knowing which of its squares the others are seen to cover, and which glare hides."""
        likeness, burnt = find.fit.likeness, bool(find.burnt[CENTRE_SQUARE])
        hidden = np.where(find.burnt, np.maximum(hidden, UNKNOWN), hidden)
        if not self._wild and hidden[CENTRE_SQUARE] == COVERED:
            return hidden_centre_score(likeness, hidden, burnt=burnt)
        score = float(card_score(likeness, hidden, wild_centres=self._wild))
        if self._wild or score >= _LEAST_SCORE:
            return score
        without_centre = hidden_centre_score(likeness, hidden, burnt=burnt)
        return without_centre if without_centre >= _LEAST_BURIED_SCORE else score

    def _beside(
        self,
        photo: Pyramid,
        plane: Floats,
        found: Sequence[Find],
        looked: Places,
        symbols: SymbolMaps,
    ) -> list[Find]:
        """Looks for cards at the places beside those found, where nobody has looked, and notes the places."""
        poses = [find.fit.pose for find in found]
        places = Places(_axes_of(found), poses)
        first = len(looked.poses)
        for pose in poses:
            for offset in neighbours(wild=self._wild):
                place = matrix_pose(pose_matrix(pose) @ pose_matrix(np.array([*offset, 0.0, 0.0])))
                if not places.near(place, self._reach) and not looked.near(place, _SAME_PLACE):
                    looked.add(place)
        return self._read(photo, plane, looked.poses[first:], symbols)


def _axes_of(finds: Sequence[Find]) -> tuple[float, ...]:
    """Returns the angles of the axes of the lattices on which cards lie."""
    sure = [find.fit.pose for find in finds if find.score >= _SURE_SCORE]
    return lattice_axes([find.fit.pose for find in finds], sure)


def _exact(plane: Floats, finds: Sequence[Find]) -> Floats:
    """Fits the plane to the squares that look like their cards."""
    visible = [find.fit.likeness > SEEN for find in finds]
    on_card = [SQUARE_MIDDLES[seen] for seen in visible if seen.sum() >= _FEWEST_SQUARES]
    finds = [find for find, seen in zip(finds, visible, strict=True) if seen.sum() >= _FEWEST_SQUARES]
    if not finds:
        return plane
    in_photo = [
        project(plane @ pose_matrix(find.fit.pose), points)
        for find, points in zip(finds, on_card, strict=True)
    ]
    return polished(plane, [find.fit.pose for find in finds], on_card, in_photo)[0]


def _carried(pose: Floats, plane: Floats, other: Floats) -> Floats:
    """Returns the pose on another plane at which a card lies in the same place of the photo."""
    in_photo = project(plane @ pose_matrix(pose), CARD_CORNERS)
    return rigid_fit(CARD_CORNERS, project(np.linalg.inv(other), in_photo))


def _likeliest(scores: Floats32, places: Sequence[int]) -> list[list[tuple[int, int, int]]]:
    """Returns the few likeliest cards of each place: the best of all places, the second of all, and so on.

    Args:
        scores: (looks, cards, 4).
        places: for each look the place that it is of, in order.

    Returns:
        Lists of the index of the look, card and turn.
    """
    ranks: list[list[tuple[int, int, int]]] = [[] for _ in range(_RIVALS)]
    of_place = np.array(places)
    best = scores.max((1, 2))
    for place in np.unique(of_place[best >= _LEAST_ROUGH_SCORE]):
        looks = np.nonzero(of_place == place)[0]
        own = scores[looks].max(0).max(1)
        for rank, card in enumerate(np.argsort(-own, kind="stable")[:_RIVALS]):
            if own[card] >= (_LEAST_RIVAL_SCORE if rank else _LEAST_ROUGH_SCORE):
                number, turn = np.unravel_index(int(scores[looks, card].argmax()), (len(looks), 4))
                ranks[rank].append((int(looks[number]), int(card), int(turn)))
    return ranks


def _best(scores: Floats32) -> tuple[int, int]:
    """Returns the indices of the greatest of (cards, turns) scores."""
    card, turn = np.unravel_index(int(scores.argmax()), scores.shape)
    return int(card), int(turn)
