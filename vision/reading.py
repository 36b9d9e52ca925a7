"""Reads a table from a photo: which cards lie where, how turned, and what tells which lies on which.

The stages, each in a module of its own: features vote for cards (keypoints), their affine maps give the
table's plane (plane), cards are aligned and chosen (sites, poses), brought onto cells (lattice), and each
shared cell is compared with the pictures of all the cards that lie on it. The result is evidence;
solver.reconstruct makes boards of it.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from games.camouflage.board import Cell, Placement
from games.camouflage.evidence import Candidate, Evidence, SharedCell, Site, Top
from vision.album import Album
from vision.appearance import SQUARES, TURNED_SQUARES, Floats32, Gallery, Pyramid
from vision.disputes import Claim, decided
from vision.edge import likeness_at_edge, likeness_of
from vision.errors import UnreadablePhotoError
from vision.geometry import (
    CARD_CORNERS,
    Floats,
    matrix_pose,
    pose_matrix,
    project,
    quarter_turned,
)
from vision.keypoints import FeatureIndex, Guess
from vision.lattice import Lattice, fit_lattice
from vision.photo import Photo
from vision.plane import fit_plane
from vision.poses import Fit, align
from vision.sites import Find, SiteFinder
from vision.threads import one_thread
from vision.tilting import Explanation, Look, Prints

READER_SIDE_PX: Final = 2048
"""The longer side of the photo the reader works on."""
FEATURE_SIDES_PX: Final = (400, 640, READER_SIDE_PX)
"""The longer sides at which features are looked for: the next serves where one finds too little. The first
finds most tables in a third of the second's time; the last is for small squares."""
_ENOUGH: Final = 3
"""Cards found: from these on all others are found beside them."""
_FEWEST_GUESSES: Final = 6
"""With fewer guesses at the first size the table's plane would be rough: the second is asked at once."""
FINE_PX: Final = 32
"""Pixels a square for exact poses and for telling which card is on top."""

_LIKE: Final = 0.55
"""Correlation from which a square of a rough guess counts as recognised."""
_LEAST_RECOGNISED: Final = 3
"""Squares of a guess that must be recognised: chance guesses seldom have one, right ones rarely fewer."""
_SAMPLES: Final = 12.0
"""A square counts like this many independent samples when two cards are compared on one cell."""
_NOISE: Final = 0.02
"""Unlikeness of a square of the right card at its exact pose."""
_PLAUSIBLE: Final = 25.0
"""Candidates less likely than the best by more nats than this are left out."""
_MOST_CANDIDATES: Final = 12
"""Two turns of each of a deck's six cards, when nothing but the centre is seen."""
_CHANCE_SCORE: Final = 5.0
"""Score of a find that is as likely right as wrong: of those from here to 13 one in thirty was none."""
_SURELY_LYING: Final = 8.0
"""Score from which a card that reaches over the photo's edge shows that the table is cut off."""
_LOOSE_STRAIN: Final = 0.35
_SETTLED: Final = 0.001
"""A square is surely on top, or surely not, when the chance of the contrary is below this."""
_FAINT_PULL: Final = 0.02
"""How much squares in dispute and covered ones pull a card: enough to hold one that has no other."""
_RENAMED: Final = 2.0
"""Nats by which a card of another deck must be likelier than the one that was found to be taken instead."""
_FEW_HELD: Final = 2
"""A card of which no more squares are surely its own may lie some way off its pose."""
_SHARP: Final = 60.0
"""In a sharp photo of cards one pixel in 1,000 has a Laplacian above this, in a blurred one none has."""
_UNREAD: Final = 0.3
"""A cell that looks less like each of its cards than this was not read."""
_STRANGE: Final = 0.7
"""A cell at the photo's edge that is more like a square of an unused card than this shows that card."""
_EDGE_MARGIN: Final = 0.02
"""How far beyond the photo's edge, as a share of its width, corners may seem to lie."""
_BESIDE: Final = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) == 2)
_STRAINED_CHANCE: Final = 0.5
"""For each card between two cells, the chance that it was brought onto the right one."""
_HIDDEN_CHANCE: Final = 0.999
"""For each cell that something hides, the chance that no card lies there that was not found."""
_OTHER: Final = 0.55
"""A cell that is unlike its cards and more like a square of an unused card than this may show that card."""
_OTHER_CHANCE: Final = 0.5
"""The chance that all cards were found though a cell looks so."""
_STRANGE_CHANCE: Final = 0.9
"""The chance that cells which look like a card that was not found belong to none."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """The card that the photo was compared with at a site: the likeliest one when it was found.

    Attributes:
        card: its id.
        turn: its quarter turns clockwise in the lattice's view, 0 to 3.
        fit: how it lies on the table's plane, and how like each printed square is.
    """

    card: str
    turn: int
    fit: Fit


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What was read from a photo.

    Attributes:
        evidence: for the solver.
        corners: (sites, 4, 2) full-size pixels of each site's top-left, top-right, bottom-right and
            bottom-left corner in the lattice's view.
        warnings: what the user should know, each in one sentence.
        time_ms: stage -> milliseconds of wall time.
        plane: (3, 3) homography from the table's plane to pixels of the photo that was read.
        sightings: one for each site.
    """

    evidence: Evidence
    corners: Floats
    warnings: tuple[str, ...]
    time_ms: Mapping[str, float]
    plane: Floats
    sightings: tuple[Sighting, ...]

    def card_corners(self, site: int, turn: int) -> Floats:
        """Returns a card's (4, 2) corners, printed top-left first, if it lies on a site turned so."""
        return np.roll(self.corners[site], -turn, axis=0)


class Reader:
    """Reads tables laid with the cards of one album; made once, used for any number of photos."""

    def __init__(self, album: Album, *, wild_centres: bool = False) -> None:
        self._album = album
        with one_thread():
            self._index = FeatureIndex(tuple(album.pictures.values()))
            self._finder = SiteFinder(album, wild_centres=wild_centres)
            self._fine = Gallery.of(album, FINE_PX)
            self._prints = Prints(album, self._fine)

    def read(self, photo: Photo) -> Reading:
        """Reads a photo.

        Args:
            photo: the photo, its longer side best `READER_SIDE_PX`.

        Returns:
            What was read, with at least one card.

        Raises:
            UnreadablePhotoError: no table of this album's cards can be read, with the reason.
        """
        with one_thread():
            return self._read(photo)

    def _read(self, photo: Photo) -> Reading:
        clock = _Clock()
        pyramid = Pyramid(photo.pixels)
        plane: Floats = np.eye(3)
        finds: list[Find] = []
        for side_px in FEATURE_SIDES_PX:
            if len(finds) < _ENOUGH:
                seen = self._found(pyramid, side_px, clock)
                plane, finds = max((plane, finds), seen, key=lambda found: len(found[1]))
        if not finds:
            raise UnreadablePhotoError(_why_nothing(self._album, photo))
        inside = _inside(finds, plane, photo)
        laid = _Laid(self._fine, self._finder.gallery, self._prints, pyramid, plane, inside)
        clock.lap("poses")
        return laid.reading(self._album, photo, clock)

    def _found(self, photo: Pyramid, side_px: int, clock: "_Clock") -> tuple[Floats, list[Find]]:
        """Finds the table's plane and the cards on it, with features seen at a size."""
        guesses = self._recognised(photo, self._index.guesses(photo.levels[0], side_px=side_px))
        clock.lap("features")
        enough = len(guesses) >= (_FEWEST_GUESSES if side_px == FEATURE_SIDES_PX[0] else 1)
        plane = fit_plane(guesses) if enough else None
        clock.lap("plane")
        if plane is None:
            return np.eye(3), []
        cards = [guess.card for guess in plane.guesses]
        found = self._finder.find(photo, plane.homography, list(zip(cards, plane.poses, strict=True)))
        clock.lap("cards")
        return found

    def _recognised(self, photo: Pyramid, guesses: Sequence[Guess]) -> list[Guess]:
        """Keeps the guesses of which some squares look like the card."""
        gallery = self._finder.gallery
        kept = []
        for guess in guesses:
            to_photo = np.vstack([guess.affine, [0.0, 0.0, 1.0]])
            fit = align(photo, to_photo, [np.zeros(4)], gallery, [guess.card], steps=0)[0]
            if (fit.likeness > _LIKE).sum() >= _LEAST_RECOGNISED:
                kept.append(guess)
        return kept


def read(photo: Photo, album: Album, *, wild_centres: bool = False) -> Reading:
    """Reads one photo; `Reader` serves where there are several.

    Raises:
        UnreadablePhotoError: as `Reader.read`.
    """
    return Reader(album, wild_centres=wild_centres).read(photo)


class _Clock:
    """Times the stages."""

    def __init__(self) -> None:
        self.time_ms: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.time_ms[stage] = self.time_ms.get(stage, 0.0) + (now - self._last) * 1000
        self._last = now


class _Laid:
    """Cards with exact poses on a lattice."""

    lattice: Lattice
    shared: dict[Cell, list[int]]
    fits: list[Fit]
    tops: dict[Cell, list[Top]]
    visible: list[Floats]

    def __init__(
        self,
        fine: Gallery,
        coarse: Gallery,
        prints: Prints,
        photo: Pyramid,
        plane: Floats,
        finds: Sequence[Find],
    ) -> None:
        self._fine, self._coarse, self._prints = fine, coarse, prints
        self._photo, self._plane = photo, plane
        self.finds = list(finds)
        self._place()
        if renamed := self._renamed():
            self.finds = renamed
            self._place()
        first = self.tops
        masks = [self._printed(number) for number in range(len(finds))]
        self.fits = self._aligned([fit.pose for fit in self.fits], masks)
        self.tops = self._tops()
        self.visible = self._visible()
        self.tops |= decided(_likelier(first, self.tops), self._explained, self._sure(), self.on_cell)
        self.visible = self._visible()

    def _place(self) -> None:
        """Brings the cards onto cells, and aligns each by all squares that look like it."""
        poses = [find.fit.pose for find in self.finds]
        self.lattice = fit_lattice(poses)
        self.shared = _shared_cells(self.lattice)
        self.fits = self._aligned(poses, [np.ones(SQUARES)] * len(poses))
        self.tops = self._tops()
        self.visible = self._visible()

    def _renamed(self) -> list[Find]:
        """Returns the finds with the likelier card where one was taken for a card of another deck, if any."""
        scores = self._scores(self._fine.likeness(np.stack([fit.squares for fit in self.fits])))
        free, decks = self._unused(), self._fine.decks
        finds = list(self.finds)
        for number, (find, own) in enumerate(zip(self.finds, scores, strict=True)):
            others = np.array([card for card in free if decks[card] != decks[find.card]], np.int64)
            if len(others) and own[others].max() > own[find.card, 0] + _RENAMED:
                place, turn = np.unravel_index(int(own[others].argmax()), own[others].shape)
                pose = quarter_turned(self.fits[number].pose, int(turn))
                finds[number] = replace(find, card=int(others[place]), fit=replace(find.fit, pose=pose))
        return finds if any(new is not old for new, old in zip(finds, self.finds, strict=True)) else []

    def _scores(self, likeness: Floats32) -> Floats32:
        """Weighs all cards and turns at each place by its visible squares, (sites, cards, 4)."""
        scores: Floats32 = (_fit_likelihood(likeness) * np.stack(self.visible)[:, None, None]).sum(-1)
        return scores

    def _aligned(self, poses: Sequence[Floats], masks: Sequence[Floats]) -> list[Fit]:
        cards = [find.card for find in self.finds]
        return align(self._photo, self._plane, poses, self._fine, cards, steps=3, masks=masks)

    def on_cell(self, number: int, cell: Cell) -> int:
        """Returns the printed square, 0 to 8, that a card has on a cell."""
        centre = self.lattice.centres[number]
        place = (cell.y - centre.y + 1) * 3 + cell.x - centre.x + 1
        return TURNED_SQUARES[self.lattice.turns[number]][place]

    def _tops(self) -> dict[Cell, list[Top]]:
        """Compares each shared cell with each of the cards that lie on it."""
        return {
            cell: [
                Top(number, float(_fit_likelihood(self.fits[number].likeness[self.on_cell(number, cell)])))
                for number in numbers
            ]
            for cell, numbers in self.shared.items()
        }

    def _sure(self) -> list[Floats]:
        """Returns the printed squares of each card that surely are its own, (9,) a card, 0 or 1."""
        return [np.where(visible > 1 - _SETTLED, 1.0, 0.0) for visible in self.visible]

    def _explained(self, claims: Sequence[Claim]) -> list[Explanation]:
        """Tells how well cards explain the squares that they are taken to show."""
        looks = [
            Look(
                self._fine.cards[self.finds[claim.site].card],
                self._plane @ pose_matrix(self.fits[claim.site].pose),
                claim.seen,
                loose=claim.held.sum() <= _FEW_HELD,
            )
            for claim in claims
        ]
        return self._prints.explained(self._photo, looks)

    def _visible(self) -> list[Floats]:
        """Returns how surely each printed square of each card is on top, (9,) a card."""
        visible: list[Floats] = [np.ones(SQUARES) for _ in self.finds]
        for cell, tops in self.tops.items():
            likelihoods = np.array([top.log_likelihood for top in tops])
            chance = np.exp(likelihoods - likelihoods.max())
            for top, share in zip(tops, chance / chance.sum(), strict=True):
                visible[top.site][self.on_cell(top.site, cell)] = share
        return visible

    def _printed(self, number: int) -> Floats:
        """Returns the mask for aligning a card: the squares that surely are its own.

        The same print may show through from the card above; a square in dispute would pull the lower card
        onto it.
        """
        visible = self.visible[number]
        return np.where(np.abs(visible - 0.5) < 0.5 - _SETTLED, _FAINT_PULL, np.maximum(visible, _FAINT_PULL))

    def reading(self, album: Album, photo: Photo, clock: _Clock) -> Reading:
        """Puts the evidence together."""
        scores = self._scores(self._fine.likeness(np.stack([fit.squares for fit in self.fits])))
        sites = tuple(self._site(number, each) for number, each in enumerate(scores))
        shared = tuple(SharedCell(cell, tuple(tops)) for cell, tops in self.tops.items())
        warnings, unread, strange = tuple(self._warnings(album)), [*self._unread()], [*self._strange()]
        other = [like_other for _, like_other in unread]
        completeness = (
            _HIDDEN_CHANCE ** other.count(False)
            * (_OTHER_CHANCE if any(other) else 1.0)
            * (_STRANGE_CHANCE if strange else 1.0)
            * (1 - len(self.finds) / (len(self._fine.cards) + 1)) ** len(_unpictured(album))
            * _STRAINED_CHANCE ** len(self._strained())
        )
        clock.lap("order")
        return Reading(
            Evidence(album.face, sites, shared, (*strange, *(why for why, _ in unread)), completeness),
            self._corners(photo),
            warnings,
            dict(clock.time_ms),
            self._plane,
            tuple(
                Sighting(self._fine.cards[find.card], turn, fit)
                for find, turn, fit in zip(self.finds, self.lattice.turns, self.fits, strict=True)
            ),
        )

    def _site(self, number: int, scores: Floats32) -> Site:
        """Names the likely cards of one place by the scores of all, (cards, 4)."""
        find, turn = self.finds[number], self.lattice.turns[number]
        order = np.argsort(-scores, axis=None, kind="stable")[:_MOST_CANDIDATES]
        cards, turns = np.unravel_index(order, scores.shape)
        best = float(scores.max())
        candidates = tuple(
            Candidate(self._fine.cards[card], int(turn + quarter) % 4, float(scores[card, quarter]))
            for card, quarter in zip(cards, turns, strict=True)
            if scores[card, quarter] >= best - _PLAUSIBLE
        )
        return Site(self.lattice.centres[number], candidates, find.score - _CHANCE_SCORE)

    def _corners(self, photo: Photo) -> Floats:
        corners = []
        for fit, turn in zip(self.fits, self.lattice.turns, strict=True):
            upright = quarter_turned(fit.pose, -turn)
            on_plane = project(pose_matrix(upright), CARD_CORNERS)
            corners.append(photo.to_full_size(project(self._plane, on_plane)))
        return np.array(corners)

    def _unread(self) -> Iterator[tuple[str, bool]]:
        """Names the cells that look like none of the cards that lie there, and tells whether like another."""
        burnt = self._photo.burnt(self._plane, np.array([fit.pose for fit in self.fits]))
        for cell, numbers in self._covered().items():
            like = [float(self.fits[number].likeness[self.on_cell(number, cell)]) for number in numbers]
            if max(like) >= _UNREAD or self._exact_likeness(cell, numbers) >= _UNREAD:
                continue
            other = likeness_of(
                self._photo, self._plane, self._coarse, self._pose_at(numbers[0], cell), self._unused()
            )
            names = " or ".join(self._fine.cards[self.finds[number].card] for number in numbers)
            glare = burnt[numbers[0], self.on_cell(numbers[0], cell)]
            why = "glare hides it" if glare else "something hides it"
            if other > _OTHER:
                why = "a card seems to lie there that was not found"
            yield f"the square at {cell.x},{cell.y} looks unlike {names}: {why}", other > _OTHER

    def _exact_likeness(self, cell: Cell, numbers: Sequence[int]) -> float:
        """Returns how like the likeliest of some cards a cell is, each fitted by its other squares."""
        sure = self._sure()
        for number in numbers:
            sure[number][self.on_cell(number, cell)] = 0.0
        claims = [Claim(number, sure[number], sure[number]) for number in numbers]
        found = zip(numbers, self._explained(claims), strict=True)
        return max(float(each.likeness[self.on_cell(number, cell)]) for number, each in found)

    def _pose_at(self, number: int, cell: Cell) -> Floats:
        """Returns the pose of a card that would lie as another does, its centre on a cell."""
        centre = self.lattice.centres[number]
        upright = pose_matrix(quarter_turned(self.fits[number].pose, -self.lattice.turns[number]))
        offset = np.array([cell.x - centre.x, cell.y - centre.y, 0.0, 0.0])
        return matrix_pose(upright @ pose_matrix(offset))

    def _unused(self) -> list[int]:
        """Returns the cards that were not found."""
        found = {find.card for find in self.finds}
        return [card for card in range(len(self._coarse.cards)) if card not in found]

    def _strange(self) -> Iterator[str]:
        """Names the cells at the photo's edge on which a square of a card that was not found seems to lie."""
        covered = self._covered()
        beside: dict[Cell, Floats] = {}
        for number, centre in enumerate(self.lattice.centres):
            for dx, dy in _BESIDE:
                cell = Cell(centre.x + dx, centre.y + dy)
                if cell not in covered and cell not in beside:
                    beside[cell] = self._pose_at(number, cell)
        like = likeness_at_edge(self._photo, self._plane, self._coarse, [*beside.values()], self._unused())
        for cell in [cell for cell, value in zip(beside, like, strict=True) if value > _STRANGE]:
            yield f"the square at {cell.x},{cell.y} looks like part of a card that was not found"

    def _covered(self) -> dict[Cell, list[int]]:
        """Returns the cards that lie on each cell."""
        return {
            cell: [number] for number in range(len(self.finds)) for cell in self._cells(number)
        } | self.shared

    def _cells(self, number: int) -> tuple[Cell, ...]:
        return Placement("", self.lattice.centres[number]).cells

    def _strained(self) -> list[str]:
        """Names the cards that lie between cells."""
        names = [self._fine.cards[find.card] for find in self.finds]
        pairs = zip(names, self.lattice.strain, strict=True)
        return [name for name, strain in pairs if strain > _LOOSE_STRAIN]

    def _warnings(self, album: Album) -> Iterator[str]:
        """Says which cards lie oddly, and which cannot be recognised at all."""
        for find, piece in zip(self.finds, self.lattice.piece, strict=True):
            if piece:
                yield f"{self._fine.cards[find.card]} lies apart from the other cards"
        for name in self._strained():
            yield f"{name} does not lie on the others' squares"
        if strangers := _unpictured(album):
            yield f"the album has no picture of {', '.join(strangers)}: such cards are overlooked"


def _unpictured(album: Album) -> list[str]:
    """Returns the cards that cannot be recognised: each lies on the table as likely as any other does."""
    return [card.id for card in album.deck.cards if card.id not in album.pictures]


def _fit_likelihood(likeness: Floats32) -> Floats32:
    """Turns correlations into log-likelihoods of a square's picture, up to a constant."""
    result: Floats32 = -0.5 * _SAMPLES * np.log(1 - np.minimum(likeness, 1) + _NOISE)
    return result


def _likelier(
    one: Mapping[Cell, Sequence[Top]], other: Mapping[Cell, Sequence[Top]]
) -> dict[Cell, list[Top]]:
    """Returns the tops of two alignments, each as likely as in the one that suits it more."""
    return {cell: [max(pair) for pair in zip(tops, other[cell], strict=True)] for cell, tops in one.items()}


def _shared_cells(lattice: Lattice) -> dict[Cell, list[int]]:
    cells: dict[Cell, list[int]] = {}
    for number, centre in enumerate(lattice.centres):
        for cell in Placement("", centre).cells:
            cells.setdefault(cell, []).append(number)
    return {cell: numbers for cell, numbers in cells.items() if len(numbers) > 1}


def _why_nothing(album: Album, photo: Photo) -> str:
    brightness = cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY)
    detail = np.percentile(np.abs(cv2.Laplacian(brightness, cv2.CV_32F)), 99.9)
    reason = (
        "the photo is blurred" if detail < _SHARP else "it shows another deck, the other face or no cards"
    )
    return f"no cards of the album {album.deck.name!r} ({album.face}) were recognised: {reason}"


def _inside(finds: Sequence[Find], plane: Floats, photo: Photo) -> list[Find]:
    """Drops doubtful finds that reach over the photo's edge.

    Raises:
        UnreadablePhotoError: a find that is not doubtful does: cards would be missing from the score.
    """
    rows, columns = photo.pixels.shape[:2]
    kept = []
    for find in finds:
        corners = project(plane @ pose_matrix(find.fit.pose), CARD_CORNERS)
        margin = _EDGE_MARGIN * columns
        if (corners >= -margin).all() and (corners <= np.array([columns, rows]) + margin).all():
            kept.append(find)
        elif find.score >= _SURELY_LYING:
            raise UnreadablePhotoError(
                "cards are cut off by the edge of the photo: the whole table must be in it"
            )
    if not kept:
        raise UnreadablePhotoError("the cards that were recognised are cut off by the edge of the photo")
    return kept
