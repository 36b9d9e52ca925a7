"""From first guesses to the set of cards that lie on the table, each with its pose.

A place is judged by all its squares: a square that looks like the card speaks for it, a ring square that
does not is taken to be covered by another card and speaks a little against it. The centre is never covered
(unless centres are wild), so it must be seen. Places are taken the surest first; each card lies once, and
no card covers another's centre. What the guesses missed is then looked for beside the cards that were
found, by the symbols on the centres.
"""

import heapq
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

import numpy as np

from vision.album import Album
from vision.appearance import Floats32, Gallery, Pyramid
from vision.finds import (
    LEAST_SCORE,
    SURE_SCORE,
    WILD_REACH,
    Find,
    Found,
    axes_of,
    buried,
    doubtful,
    explained,
    shows_own,
)
from vision.geometry import (
    CARD_CORNERS,
    Floats,
    pose_matrix,
    project,
    quarter_turned,
    rigid_fit,
)
from vision.places import Places, distinct, lattice_axes
from vision.plane import polished
from vision.poses import align, look
from vision.scores import SEEN, SQUARE_MIDDLES, card_score
from vision.suspects import about, around, suspects
from vision.symbols import SymbolFinder, SymbolMaps

COARSE_PX: Final = 16
"""Pixels a square for telling cards apart; prints are recognised at thumbnail size."""
_COARSE_RIM_PX: Final = 2
"""An eighth of a square along each side is not compared: the neighbour reaches over it where hands leave
cards off, and its dark frame would outweigh a symbol drawn in thin lines."""
_LEAST_FIRST_SCORE: Final = -2.0
"""Cards of which little more than the centre is seen begin here, before others explain the rest."""
_SAME_PLACE: Final = 0.3
_CENTRE_REACH: Final = 1.6
"""Centres nearer than this, in squares along both axes of the lattice, would cover each other; two less
hand jitter."""
_SEARCH_ROUNDS: Final = 8
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
_RIVALS: Final = 4
"""Cards that are aligned with a place before the better is taken."""
_ALIGN_STEPS: Final = 3
_FEWEST_SQUARES: Final = 4
"""A card that shows fewer squares says little of the plane."""


_Search = tuple[Callable[[Sequence[Find]], Iterable[Floats]], Callable[[Floats], Sequence[Floats]]]
"""Tells places where further cards may lie, by the cards found, and the poses at which one is looked at."""


class SiteFinder:
    """Finds the cards of one album in photos."""

    def __init__(self, album: Album, *, wild_centres: bool) -> None:
        self.gallery = Gallery.of(album, COARSE_PX, rim_px=_COARSE_RIM_PX)
        self._symbols = SymbolFinder(album)
        self._wild = wild_centres
        self._reach = WILD_REACH if wild_centres else _CENTRE_REACH

    def find(self, photo: Pyramid, plane: Floats, guesses: Sequence[tuple[int, Floats]]) -> Found:
        """Finds the cards on a table.

        Args:
            photo: the photo.
            plane: (3, 3) homography from the table's plane to the photo, about right.
            guesses: cards that features guessed, and their poses; some may be wrong.

        Returns:
            What was found on the plane, made exact.
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
            surely = [pose for pose, find in zip(known, found, strict=True) if find.score >= SURE_SCORE]
            axes = lattice_axes(known, surely)
            symbols, more = self._by_symbol(photo, plane, known, axes, pool)
            pool += more
            found = self._chosen(photo, plane, pool)
            grown = len(found) > _GROWN * count
        return self._completed(photo, plane, symbols, pool, found) if found else Found(plane, [], [])

    def _completed(
        self, photo: Pyramid, plane: Floats, symbols: SymbolMaps, pool: list[Find], found: list[Find]
    ) -> Found:
        """Looks for the cards that were missed, as long as some are found.

        Args:
            photo: the photo.
            plane: (3, 3) homography from the table's plane to the photo.
            symbols: where symbols are seen.
            pool: all that cards were taken for.
            found: the cards chosen of these.
        """
        searches: Sequence[_Search] = (
            (partial(around, wild=self._wild), lambda pose: symbols.near(pose) or [pose]),
            (suspects, about),
        )
        looked = [Places(axes_of(found)) for _ in searches]
        for _ in range(_SEARCH_ROUNDS):
            count, seen = len(found), [*found, *doubtful(pool, found, self._reach)]
            taken = Places(axes_of(found), [find.fit.pose for find in found])
            for (places, poses), passed in zip(searches, looked, strict=True):
                missed = self._near(photo, plane, taken, passed, places(seen), poses)
                pool += missed
                found = self._chosen(photo, plane, pool) if missed else found
                if len(found) > count:
                    break
            else:
                break
        left = doubtful(pool, found, self._reach)
        return Found(plane, found, [find for find in left if shows_own(find, found)])

    def told(self, photo: Pyramid, found: Found, guesses: Sequence[tuple[int, Floats]]) -> Found:
        """Looks for cards where they are said to lie, among those that were found.

        Args:
            photo: the photo.
            found: what was found.
            guesses: other cards and their poses, right to about a tenth of a square.

        Returns:
            The same with those that are seen.
        """
        told = self._aligned(photo, found.plane, guesses)
        cards = explained([*found.cards, *told], wild=self._wild)
        return Found(found.plane, cards, doubtful(found.doubtful, cards, self._reach))

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
        settled = {id(find) for find, other in zip(likely, finds, strict=True) if other.score >= LEAST_SCORE}
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
        sure = Places(axes, [find.fit.pose for find in pool if find.score >= SURE_SCORE])
        middles = np.array(known)[:, :2]
        symbols = SymbolMaps([self._symbols.seen(photo, plane, middles, angle) for angle in axes])
        places = [pose for pose in symbols.places() if not sure.near(pose, self._reach)]
        return symbols, self._read(photo, plane, [symbols.near(pose) or [pose] for pose in places])

    def _read(self, photo: Pyramid, plane: Floats, places: Sequence[Sequence[Floats]]) -> list[Find]:
        """Looks for a card round each place, as it would lie at one of some poses."""
        looks = [(place, pose) for place, poses in enumerate(places) for pose in poses]
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
        axes = axes_of([find for find in pool if find.score >= LEAST_SCORE])
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
        return explained([*chosen, *buried(pool, chosen, wild=self._wild)], wild=self._wild)

    def _near(
        self,
        photo: Pyramid,
        plane: Floats,
        taken: Places,
        looked: Places,
        places: Iterable[Floats],
        poses: Callable[[Floats], Sequence[Floats]],
    ) -> list[Find]:
        """Looks for cards at places where none is found and nobody has looked, and notes the places.

        Args:
            photo: the photo.
            plane: (3, 3) homography from the table's plane to the photo.
            taken: where cards lie.
            looked: where somebody has looked.
            places: the places.
            poses: tells the poses at which a place is looked at.
        """
        first = len(looked.poses)
        for place in places:
            if not taken.near(place, self._reach) and not looked.near(place, _SAME_PLACE):
                looked.add(place)
        return self._read(photo, plane, [poses(place) for place in looked.poses[first:]])


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
        own = scores[looks].max(0)
        for rank, rival in enumerate(np.argsort(-own, axis=None, kind="stable")[:_RIVALS]):
            card, turn = divmod(int(rival), 4)
            if own[card, turn] >= (_LEAST_RIVAL_SCORE if rank else _LEAST_ROUGH_SCORE):
                ranks[rank].append((int(looks[scores[looks, card, turn].argmax()]), card, turn))
    return ranks


def _best(scores: Floats32) -> tuple[int, int]:
    """Returns the indices of the greatest of (cards, turns) scores."""
    card, turn = np.unravel_index(int(scores.argmax()), scores.shape)
    return int(card), int(turn)
