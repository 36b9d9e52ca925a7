"""Reads a table from a photo: which cards lie where, how turned, and what tells which lies on which.

The stages, each in a module of its own: features vote for cards (keypoints), their affine maps give the
table's plane (plane), cards are aligned and chosen (sites, poses), brought onto cells (lattice), and each
shared cell is compared with the pictures of all the cards that lie on it. The result is evidence;
solver.reconstruct makes boards of it.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from games.camouflage.board import Placement
from games.camouflage.evidence import Evidence, SharedCell
from vision.album import Album
from vision.appearance import Pyramid
from vision.doubts import doubts_of, warnings_of
from vision.errors import CutOffError, UnreadablePhotoError
from vision.finds import Find, Found
from vision.geometry import CARD_CORNERS, Floats, moved_within, pose_matrix, project, quarter_turned
from vision.keypoints import FeatureIndex, Guess
from vision.laid import Laid, Pictures
from vision.photo import Photo
from vision.plane import fit_plane
from vision.poses import Fit, align
from vision.sites import SiteFinder
from vision.threads import one_thread

READER_SIDE_PX: Final = 2048
"""The longer side of the photo the reader works on."""
FEATURE_SIDES_PX: Final = (400, 640, 1400)
"""The longer sides at which features are looked for: the next serves where one finds too little. The first
finds most tables in a third of the second's time; the last is for small squares."""
_ENOUGH: Final = 3
"""Cards found: from these on all others are found beside them."""
_SMALL_PX: Final = 40.0
"""Pixels a square: where cards are found on larger ones, features at a larger size find no more."""
_FEWEST_GUESSES: Final = 6
"""With fewer guesses at the first size the table's plane would be rough: the second is asked at once."""

_LIKE: Final = 0.55
"""Correlation from which a square of a rough guess counts as recognised."""
_LEAST_RECOGNISED: Final = 3
"""Squares of a guess that must be recognised: chance guesses seldom have one, right ones rarely fewer."""
_POOR: Final = 0.8
"""One or two cards that look less like themselves than this are scraps of a table that is too blurred."""
_SURELY_LYING: Final = 8.0
"""Score from which a card that reaches over the photo's edge shows that the table is cut off."""
_SHARP: Final = 60.0
"""In a sharp photo of cards one pixel in 1,000 has a Laplacian above this, in a blurred one none has."""
_EDGE_MARGIN: Final = 0.02
"""How far beyond the photo's edge, as a share of its width, corners may seem to lie."""


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
        found: the cards as they were found, for a second look; None if there is no photo to look at.
        over_edge: cards that may reach over the photo's edge.
    """

    evidence: Evidence
    corners: Floats
    warnings: tuple[str, ...]
    time_ms: Mapping[str, float]
    plane: Floats
    sightings: tuple[Sighting, ...]
    found: Found | None = None
    over_edge: tuple[Find, ...] = ()

    def card_corners(self, site: int, turn: int) -> Floats:
        """Returns a card's (4, 2) corners, printed top-left first, if it lies on a site turned so."""
        return np.roll(self.corners[site], -turn, axis=0)


class Reader:
    """Reads tables laid with the cards of one album; made once, used for any number of photos.

    Args:
        album: the cards.
        wild_centres: whether centres cover and are covered.
        in_piles: whether there may be several piles, some way from each other.
    """

    def __init__(self, album: Album, *, wild_centres: bool = False, in_piles: bool = False) -> None:
        self._album, self._in_piles = album, in_piles
        # A pile that no feature tells of is found nowhere else, as symbols are looked for beside known cards.
        self._sides_px = FEATURE_SIDES_PX[::-1] if in_piles else FEATURE_SIDES_PX
        with one_thread():
            self._index = FeatureIndex(tuple(album.pictures.values()))
            self._finder = SiteFinder(album, wild_centres=wild_centres)
            self._pictures = Pictures(album)

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

    def again(self, photo: Photo, reading: Reading, told: Sequence[Placement]) -> Reading:
        """Looks a second time at a photo, for cards that others of the same table show.

        Args:
            photo: the photo.
            reading: what was read from it.
            told: cards that it does not show, where they should lie on the reading's lattice.

        Returns:
            The reading with those of the cards that are seen now; as it was, if none is.
        """
        if reading.found is None:
            return reading
        with one_thread():
            guesses = [(self._finder.gallery.cards.index(each.card), _pose(reading, each)) for each in told]
            pyramid = Pyramid(photo.pixels)
            found = self._finder.told(pyramid, reading.found, guesses)
            if len(found.cards) <= len(reading.found.cards):
                return reading
            clock = _Clock(reading.time_ms)
            clock.lap("cards")
            return self._laid(photo, pyramid, found, reading.over_edge, clock)

    def _read(self, photo: Photo) -> Reading:
        clock = _Clock()
        pyramid = Pyramid(photo.pixels)
        seen = Found(np.eye(3), [], [])
        longer = max(photo.pixels.shape[:2])
        for side_px in dict.fromkeys(min(side_px, longer) for side_px in self._sides_px):
            if not seen.cards or (len(seen.cards) < _ENOUGH and _square_px(seen) < _SMALL_PX):
                seen = max(seen, self._found(pyramid, side_px, clock), key=lambda found: len(found.cards))
        plane, finds, doubtful = seen
        if not finds or (len(finds) < _ENOUGH and _likeness(finds) < _POOR):
            raise UnreadablePhotoError(_why_nothing(self._album, photo))
        inside, over_edge = _divided(finds, plane, photo)
        return self._laid(photo, pyramid, Found(plane, inside, doubtful), over_edge, clock)

    def _laid(
        self, photo: Photo, pyramid: Pyramid, found: Found, over_edge: Sequence[Find], clock: "_Clock"
    ) -> Reading:
        """Brings the cards that were found onto a lattice, and tells their order."""
        laid = Laid(self._pictures, pyramid, found.plane, found.cards)
        clock.lap("poses")
        evidence = Evidence(
            self._album.face,
            laid.sites(),
            tuple(SharedCell(cell, tuple(tops)) for cell, tops in laid.tops.items()),
            doubts_of(laid, self._album, self._finder.gallery, over_edge, found.doubtful),
            tuple(laid.seen()),
        )
        clock.lap("order")
        sightings = tuple(
            Sighting(laid.name(number), turn, fit)
            for number, (turn, fit) in enumerate(zip(laid.lattice.turns, laid.fits, strict=True))
        )
        corners = photo.to_full_size(laid.corners())
        return Reading(
            evidence,
            corners,
            () if self._in_piles else tuple(warnings_of(laid)),
            dict(clock.time_ms),
            found.plane,
            sightings,
            found._replace(cards=laid.finds),
            tuple(over_edge),
        )

    def _found(self, photo: Pyramid, side_px: int, clock: "_Clock") -> Found:
        """Finds the table's plane and the cards on it, with features seen at a size."""
        guesses = self._recognised(photo, self._index.guesses(photo.levels[0], side_px=side_px))
        clock.lap("features")
        enough = len(guesses) >= (_FEWEST_GUESSES if side_px == FEATURE_SIDES_PX[0] else 1)
        plane = fit_plane(guesses) if enough else None
        clock.lap("plane")
        if plane is None:
            return Found(np.eye(3), [], [])
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

    def __init__(self, time_ms: Mapping[str, float] | None = None) -> None:
        self.time_ms = dict(time_ms or {})
        self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.time_ms[stage] = self.time_ms.get(stage, 0.0) + (now - self._last) * 1000
        self._last = now


def _pose(reading: Reading, told: Placement) -> Floats:
    """Returns where a card should lie on the table's plane, by the card nearest to it."""
    offsets = [
        (told.centre[0] - x, told.centre[1] - y) for x, y in (s.centre for s in reading.evidence.sites)
    ]
    near = min(range(len(offsets)), key=lambda number: max(map(abs, offsets[number])))
    known = reading.sightings[near]
    return quarter_turned(
        moved_within(quarter_turned(known.fit.pose, -known.turn), *offsets[near]), told.turn
    )


def _why_nothing(album: Album, photo: Photo) -> str:
    brightness = cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY)
    detail = np.percentile(np.abs(cv2.Laplacian(brightness, cv2.CV_32F)), 99.9)
    blurred = "the photo is blurred, or " if detail < _SHARP else ""
    return (
        f"no cards of the album {album.deck.name!r} ({album.face}) were recognised: "
        f"{blurred}it shows another deck, the other face or no cards"
    )


def _likeness(finds: Sequence[Find]) -> float:
    """Returns how like its card the best find is, by its three most like squares."""
    return max(float(np.sort(find.fit.likeness)[-3:].mean()) for find in finds)


def _square_px(seen: Found) -> float:
    """Returns the longest side of a square of the cards found, in pixels."""
    corners = [project(seen.plane @ pose_matrix(find.fit.pose), CARD_CORNERS) for find in seen.cards]
    return max(float(np.linalg.norm(each - np.roll(each, 1, axis=0), axis=1).max()) / 3 for each in corners)


def _divided(finds: Sequence[Find], plane: Floats, photo: Photo) -> tuple[list[Find], list[Find]]:
    """Tells finds that lie in the photo from doubtful ones that reach over its edge.

    Raises:
        CutOffError: one that is not doubtful does: cards would be missing from the score.
    """
    rows, columns = photo.pixels.shape[:2]
    inside, over_edge = [], []
    for find in finds:
        corners = project(plane @ pose_matrix(find.fit.pose), CARD_CORNERS)
        margin = _EDGE_MARGIN * columns
        if (corners >= -margin).all() and (corners <= np.array([columns, rows]) + margin).all():
            inside.append(find)
        elif find.score >= _SURELY_LYING:
            raise CutOffError("cards are cut off by the edge of the photo: the whole table must be in it")
        else:
            over_edge.append(find)
    if not inside:
        raise CutOffError("the cards that were recognised are cut off by the edge of the photo")
    return inside, over_edge
