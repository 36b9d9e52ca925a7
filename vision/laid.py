"""Cards brought onto a lattice: exactly how each lies, and which is seen on squares that several share."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from games.camouflage.board import Cell, Placement
from games.camouflage.evidence import Candidate, Seen, Site, Top
from vision.album import Album
from vision.appearance import SQUARES, TURNED_SQUARES, Floats32, Gallery, Pyramid
from vision.borders import border_nats, sides_of, steps
from vision.disputes import Claim, decided
from vision.finds import CHANCE_SCORE, Find
from vision.geometry import CARD_CORNERS, Floats, moved_within, pose_matrix, project, quarter_turned
from vision.lattice import Lattice, fit_lattice
from vision.poses import Fit, align
from vision.scores import log_likelihood
from vision.tilting import Explanation, Look, Prints

FINE_PX: Final = 32
"""Pixels a square for exact poses and for telling which card is on top."""
_SAMPLES: Final = 12.0
"""A square counts like this many independent samples when two cards are compared on one cell."""
_NOISE: Final = 0.02
"""Unlikeness of a square of the right card at its exact pose."""
_PLAUSIBLE: Final = 25.0
"""Candidates less likely than the best by more nats than this are left out."""
_WORTH_ALIGNING: Final = 60.0
"""How much less likely than the best a candidate may be at its pose: at one of its own it gains up to six a
square."""
_MOST_CANDIDATES: Final = 12
"""Two turns of each of a deck's six cards, when nothing but the centre is seen."""
UNREAD: Final = 0.3
"""A cell that looks less like each of its cards than this was not read."""
_SETTLED: Final = 0.001
"""A square is surely on top, or surely not, when the chance of the contrary is below this."""
_FAINT_PULL: Final = 0.02
"""How much squares in dispute and covered ones pull a card: enough to hold one that has no other."""
_RENAMED: Final = 2.0
"""Nats by which a card of another deck must be likelier than the one that was found to be taken instead."""
_FEW_HELD: Final = 2
"""A card of which no more squares are surely its own may lie some way off its pose."""


class Pictures:
    """An album's pictures, made ready for exact comparing."""

    def __init__(self, album: Album) -> None:
        self.fine = Gallery.of(album, FINE_PX)
        self.prints = Prints(album, self.fine)
        self.cards = album.pictures


class Laid:
    """Cards with exact poses on a lattice.

    Attributes:
        photo: the photo.
        plane: (3, 3) homography from the table's plane to the photo.
        finds: the cards, one a site.
        lattice: the cells that they lie on.
        shared: the sites of each cell on which several cards lie.
        fits: how each card lies.
        tops: for each shared cell how like each of its cards it is.
    """

    lattice: Lattice
    shared: dict[Cell, list[int]]
    fits: list[Fit]
    tops: dict[Cell, list[Top]]
    _visible: list[Floats]

    def __init__(self, pictures: Pictures, photo: Pyramid, plane: Floats, finds: Sequence[Find]) -> None:
        self._fine, self._prints, self._cards = pictures.fine, pictures.prints, pictures.cards
        self.photo, self.plane = photo, plane
        self.finds = list(finds)
        self._place()
        if renamed := self._renamed():
            self.finds = renamed
            self._place()
        first = self.tops
        masks = [self._printed(number) for number in range(len(finds))]
        self.fits = self._aligned([fit.pose for fit in self.fits], masks)
        self.tops = self._tops()
        self._visible = self._seen()
        self.tops |= decided(_likelier(first, self.tops), self._explained, self._sure(), self.on_cell)
        self._visible = self._seen()
        self.tops |= self._bordered()
        self._visible = self._seen()

    def _place(self) -> None:
        """Brings the cards onto cells, and aligns each by all squares that look like it."""
        poses = [find.fit.pose for find in self.finds]
        self.lattice = fit_lattice(poses)
        self.shared = _shared_cells(self.lattice)
        self.fits = self._aligned(poses, [np.ones(SQUARES)] * len(poses))
        self.tops = self._tops()
        self._visible = self._seen()

    def _renamed(self) -> list[Find]:
        """Returns the finds with the likelier card where one was taken for a card of another deck, if any."""
        scores = self._scores(self._fine.likeness(np.stack([fit.squares for fit in self.fits])))
        free, decks = self.unused(), self._fine.decks
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
        scores: Floats32 = (_nats(likeness) * np.stack(self._visible)[:, None, None]).sum(-1)
        return scores

    def _aligned(self, poses: Sequence[Floats], masks: Sequence[Floats]) -> list[Fit]:
        cards = [find.card for find in self.finds]
        return align(self.photo, self.plane, poses, self._fine, cards, steps=3, masks=masks)

    def on_cell(self, number: int, cell: Cell) -> int:
        """Returns the printed square, 0 to 8, that a card has on a cell."""
        centre = self.lattice.centres[number]
        place = (cell.y - centre.y + 1) * 3 + cell.x - centre.x + 1
        return TURNED_SQUARES[self.lattice.turns[number]][place]

    def _tops(self) -> dict[Cell, list[Top]]:
        """Compares each shared cell with each of the cards that lie on it."""
        return {
            cell: [
                Top(number, float(_nats(self.fits[number].likeness[self.on_cell(number, cell)])))
                for number in numbers
            ]
            for cell, numbers in self.shared.items()
        }

    def _sure(self) -> list[Floats]:
        """Returns the printed squares of each card that surely are its own, (9,) a card, 0 or 1."""
        return [np.where(visible > 1 - _SETTLED, 1.0, 0.0) for visible in self._visible]

    def _bordered(self) -> dict[Cell, list[Top]]:
        """Takes off each card on cells that are not settled what speaks for a border beside what it shows."""
        against = self._borders()
        return {
            cell: [
                Top(number, nats - against.get((number, self.on_cell(number, cell)), 0.0))
                for number, nats in tops
            ]
            for cell, tops in self.tops.items()
            if not all(_settled(self._visible[number][self.on_cell(number, cell)]) for number, _ in tops)
        }

    def _borders(self) -> Mapping[tuple[int, int], float]:
        """Weighs for each site and printed square the borders between that and the card's own squares."""
        sides = [sides_of(number, visible, settled=_SETTLED) for number, visible in enumerate(self._visible)]
        found = [
            steps(self.photo, self._cards[self.name(number)], self.plane @ pose_matrix(fit.pose), own)
            for number, (fit, own) in enumerate(zip(self.fits, sides, strict=True))
        ]
        return border_nats([side for own in sides for side in own], np.concatenate(found), settled=_SETTLED)

    def _explained(self, claims: Sequence[Claim]) -> list[Explanation]:
        """Tells how well cards explain the squares that they are taken to show."""
        looks = [
            Look(
                self._fine.cards[self.finds[claim.site].card],
                self.plane @ pose_matrix(self.fits[claim.site].pose),
                claim.seen,
                loose=claim.held.sum() <= _FEW_HELD,
            )
            for claim in claims
        ]
        return self._prints.explained(self.photo, looks)

    def _seen(self) -> list[Floats]:
        """Tells how surely each printed square of each card is on top, (9,) a card."""
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
        visible = self._visible[number]
        return np.where(np.abs(visible - 0.5) < 0.5 - _SETTLED, _FAINT_PULL, np.maximum(visible, _FAINT_PULL))

    def sites(self) -> tuple[Site, ...]:
        """Weighs the cards that may lie at each site."""
        scores = self._scores(self._fine.likeness(np.stack([fit.squares for fit in self.fits])))
        own = [self._by_own_pose(number, each) for number, each in enumerate(scores)]
        return tuple(self._site(number, each) for number, each in enumerate(own))

    def _by_own_pose(self, number: int, scores: Floats32) -> Floats32:
        """Scores the likeliest cards of one place anew, each at the pose that suits it.

        The album's pictures lie hundredths of a square off each other; where two cards bear the same prints,
        the one whose pose it is would win by that alone.

        Args:
            number: the site.
            scores: (cards, 4), all cards and turns at the pose of the card that was found.
        """
        likely = np.argwhere(scores >= np.sort(scores, axis=None)[-_MOST_CANDIDATES:][0])
        likely = likely[scores[*likely.T] >= scores.max() - _WORTH_ALIGNING]
        poses = [quarter_turned(self.fits[number].pose, int(turn)) for _, turn in likely]
        masks, visible = np.zeros((2, len(likely), SQUARES))
        for row, (_, turn) in enumerate(likely):
            masks[row, TURNED_SQUARES[turn]] = self._printed(number)
            visible[row, TURNED_SQUARES[turn]] = self._visible[number]
        cards = [int(card) for card, _ in likely]
        fits = align(self.photo, self.plane, poses, self._fine, cards, steps=3, masks=[*masks])
        likeness = self._fine.likeness(np.stack([fit.squares for fit in fits]))
        own = (_nats(likeness[np.arange(len(cards)), cards, 0]) * visible).sum(1)
        result = scores.copy()
        result[*likely.T] = np.maximum(scores[*likely.T], own)
        return result

    def _site(self, number: int, scores: Floats32) -> Site:
        """Names the likely cards of one place by the scores of all, (cards, 4)."""
        find, turn = self.finds[number], self.lattice.turns[number]
        order = np.argsort(-scores, axis=None, kind="stable")
        best = float(scores.max())
        plausible = int((scores >= best - _PLAUSIBLE).sum())
        listed, left_out = np.split(order, [min(plausible, _MOST_CANDIDATES)])
        cards, turns = np.unravel_index(listed, scores.shape)
        candidates = tuple(
            Candidate(self._fine.cards[card], int(turn + quarter) % 4, float(scores[card, quarter]))
            for card, quarter in zip(cards, turns, strict=True)
        )
        others = float(scores.flat[left_out[0]]) if len(left_out) else -np.inf
        return Site(self.lattice.centres[number], candidates, find.score - CHANCE_SCORE, others)

    def seen(self) -> Iterator[Seen]:
        """Tells what each cell shows, and how surely it is no card that was not found."""
        for cell, numbers in self.covered().items():
            tops = self.tops.get(cell, [Top(numbers[0], 0.0)])
            best = max(tops, key=lambda top: top.log_likelihood)
            like = [float(self.fits[number].likeness[self.on_cell(number, cell)]) for number in numbers]
            least, most = _nats(np.array([UNREAD, max(like)], np.float32))
            yield Seen(cell, best.site, float(most - least))

    def corners(self) -> Floats:
        """Returns each site's corners in the lattice's view, (sites, 4, 2) pixels of the photo."""
        upright = [
            quarter_turned(fit.pose, -turn) for fit, turn in zip(self.fits, self.lattice.turns, strict=True)
        ]
        return np.array([project(self.plane @ pose_matrix(pose), CARD_CORNERS) for pose in upright])

    def name(self, number: int) -> str:
        """Returns the id of a site's card."""
        return self._fine.cards[self.finds[number].card]

    def exact_likeness(self, cell: Cell, numbers: Sequence[int]) -> float:
        """Returns how like the likeliest of some cards a cell is, each fitted by its other squares."""
        sure = self._sure()
        for number in numbers:
            sure[number][self.on_cell(number, cell)] = 0.0
        claims = [Claim(number, sure[number], sure[number]) for number in numbers]
        found = zip(numbers, self._explained(claims), strict=True)
        return max(float(each.likeness[self.on_cell(number, cell)]) for number, each in found)

    def pose_at(self, number: int, cell: Cell) -> Floats:
        """Returns the pose of a card that would lie as another does, its centre on a cell."""
        centre = self.lattice.centres[number]
        upright = quarter_turned(self.fits[number].pose, -self.lattice.turns[number])
        return moved_within(upright, cell.x - centre.x, cell.y - centre.y)

    def cell_of(self, pose: Floats) -> Cell:
        """Returns the cell on which the middle of a pose lies, by the nearest card that was found."""
        off = [float(np.hypot(*(fit.pose - pose)[:2])) for fit in self.fits]
        number = int(np.argmin(off))
        centre = self.lattice.centres[number]
        upright = quarter_turned(self.fits[number].pose, -self.lattice.turns[number])
        across, down = project(np.linalg.inv(pose_matrix(upright)), pose[None, :2])[0]
        return Cell(centre.x + round(across), centre.y + round(down))

    def unused(self) -> list[int]:
        """Returns the cards that were not found."""
        found = {find.card for find in self.finds}
        return [card for card in range(len(self._fine.cards)) if card not in found]

    def covered(self) -> dict[Cell, list[int]]:
        """Returns the cards that lie on each cell."""
        return {
            cell: [number] for number in range(len(self.finds)) for cell in self._cells(number)
        } | self.shared

    def _cells(self, number: int) -> tuple[Cell, ...]:
        return Placement("", self.lattice.centres[number]).cells


def _nats(likeness: Floats32) -> Floats32:
    return log_likelihood(likeness, samples=_SAMPLES, noise=_NOISE)


def _settled(visible: float) -> bool:
    return abs(visible - 0.5) > 0.5 - _SETTLED


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
