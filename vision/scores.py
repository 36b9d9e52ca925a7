"""How much a place's squares speak for a card, in nats."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.appearance import CENTRE_SQUARE, SQUARES, Floats32
from vision.geometry import Floats, pose_matrices
from vision.poses import Fit

_SAMPLES: Final = 10.0
"""A square counts like this many independent samples: its pixels are strongly correlated."""
_UNLIKE: Final = 0.6
"""Unlikeness (1 - correlation) at which a square speaks neither for nor against a card."""
_NOISE: Final = 0.03
"""Unlikeness that even the right card has, from blur, grain and the print's own sheen."""
SEEN: Final = 0.5
"""A visible square of the right card is hardly ever less like it than this; glare and deep shade are the
exceptions."""
_MISMATCH: Final = 20.0
"""Nats lost per unit of correlation below that, where the square should be seen …"""
_CENTRE_MISMATCH: Final = 200.0
"""… and for a centre, which no card covers."""
_CENTRE_WEIGHT: Final = 2.0
"""A centre that is seen counts like two squares: it is never covered, so it is the one square that must
agree."""
COVERED: Final = -0.2
"""What a square costs that another card is seen to cover, …"""
_UNEXPLAINED: Final = -7.0
"""… and at most where no other card lies, …"""
UNKNOWN: Final = -1.0
"""… and where one lies that is not seen there, or before the other cards are known."""
_HIDDEN_CENTRE: Final = -6.0
"""What a hidden centre costs: nobody may lay a card on one, but somebody did, or glare or a hand hides it."""
SQUARE_MIDDLES: Final[Floats] = np.array([[x, y] for y in (-1.0, 0.0, 1.0) for x in (-1.0, 0.0, 1.0)])
"""The middles of a card's squares in its own frame, row by row."""


def square_evidence(likeness: Floats32) -> Floats32:
    """Turns correlations into nats for the square showing the card's print rather than something unrelated.

    For n independent samples with Gaussian noise of unknown size the log-likelihood ratio of two
    explanations is n / 2 times the logarithm of the ratio of their residuals.
    """
    result: Floats32 = 0.5 * _SAMPLES * np.log(_UNLIKE / (1 - np.minimum(likeness, 1) + _NOISE))
    return result


def log_likelihood(likeness: Floats32, *, samples: float, noise: float) -> Floats32:
    """Turns correlations into log-likelihoods of a square's picture, up to a constant.

    Args:
        likeness: (…) correlations.
        samples: how many independent samples a square counts like.
        noise: the unlikeness that even the right card has.

    Returns:
        (…) nats.
    """
    result: Floats32 = -0.5 * samples * np.log(1 - np.minimum(likeness, 1) + noise)
    return result


def card_score(likeness: Floats32, hidden: Floats32 | float = UNKNOWN, *, wild_centres: bool) -> Floats32:
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
    seen = square_evidence(np.maximum(likeness, SEEN))
    seen[..., CENTRE_SQUARE] *= _CENTRE_WEIGHT
    seen -= slope * np.maximum(SEEN - likeness, 0)
    result: Floats32 = np.maximum(seen, floor).sum(-1)
    return result


def hidden_centre_score(likeness: Floats32, covered: Floats32, *, burnt: bool) -> float:
    """Scores a card whose centre is hidden: by another card against the rules, by glare or by a hand.

    Squares that the others explain as well do not speak for it: a card that was imagined between others shows
    their prints and nothing of its own.

    Args:
        likeness: (9,) correlations.
        covered: (9,) the least that each square may count; see `hides`.
        burnt: whether it is glare that hides the centre, which is nobody's fault.

    Returns:
        Nats for the card being there.
    """
    own = np.where(covered == COVERED, 0.0, likeness)
    least = covered.copy()
    least[CENTRE_SQUARE] = UNKNOWN if burnt else _HIDDEN_CENTRE
    return float(card_score(own, least, wild_centres=True))


def hides(fits: Sequence[Fit]) -> Floats32:
    """Returns the least that squares may count as others may cover them: (cards, others, 9)."""
    matrices = pose_matrices(np.array([fit.pose for fit in fits]))
    middles = matrices @ np.column_stack([SQUARE_MIDDLES, np.ones(SQUARES)]).T
    on_other = np.linalg.inv(matrices)[None] @ middles[:, None]
    x, y = on_other[:, :, 0], on_other[:, :, 1]
    inside = np.maximum(np.abs(x), np.abs(y)) < 1.5
    place = np.clip(np.round(y + 1), 0, 2).astype(int) * 3 + np.clip(np.round(x + 1), 0, 2).astype(int)
    like = np.stack([fit.likeness for fit in fits])[np.arange(len(fits))[None, :, None], place]
    hides = np.where(inside, np.where(like > SEEN, COVERED, UNKNOWN), _UNEXPLAINED)
    hides[np.arange(len(fits)), np.arange(len(fits))] = _UNEXPLAINED
    return hides.astype(np.float32)
