"""What Camtable decides where the rulebook of Camel Up is silent: one place for each, and when it mattered.

Each ruling names the module that implements it. `decided_in` tells which of them decided something in a
step, so that players see a ruling when it matters.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from games.camel_up.actions import PlayCard
from games.camel_up.cards import CAMEL_OF, CRAZY, STEPS_OF, UNKNOWN
from games.camel_up.state import State
from games.camel_up.track import FREE, order_of


class Ruling(NamedTuple):
    """A ruling.

    Attributes:
        name: its name.
        module: the module of `games.camel_up`, or of `solver`, that implements it.
        text: what is decided.
    """

    name: str
    module: str
    text: str


RULINGS: Final = (
    Ruling(
        "round-table",
        "editions",
        "The numbers of the Round cards are data with a source; most are inferred and can be replaced.",
    ),
    Ruling(
        "behind-the-fourth",
        "track",
        "The crazy camel is behind the fourth camel if its space, or on the same space its height, is less.",
    ),
    Ruling(
        "relocation",
        "track",
        "When the crazy camel is put in front, its riders stay on their space in order; it goes three spaces "
        "ahead of the first camel, at most onto the finish line.",
    ),
    Ruling(
        "order-before-a-round",
        "rounds",
        "Before a round: score, lengthen the track to three free spaces while cards last, relocate the crazy "
        "camel, make the racing deck, let the sandstorm blow. A crazy camel on the finish line stays on it.",
    ),
    Ruling(
        "landing",
        "track",
        "Every group lands on top, the crazy camel's too; only a group that the fennec sends goes beneath.",
    ),
    Ruling(
        "rider-on-crazy",
        "track",
        "The crazy camel goes one space further if at least one racing camel sits above it, also for a 0.",
    ),
    Ruling(
        "lower-bound",
        "track",
        "The crazy camel stops at space 1; one sent back from there stands before the banner again.",
    ),
    Ruling(
        "marker-space",
        "rules",
        "A marker goes on an empty space of the track, strictly ahead of the last racing camel.",
    ),
    Ruling(
        "marker-effects",
        "track",
        "Effects of markers chain, in the direction of the camel that moved, the lowest of its group.",
    ),
    Ruling(
        "marker-return",
        "track",
        "A marker that was triggered, or that all five racing camels have passed, returns at once, and its "
        "card leaves the player; it can be placed again.",
    ),
    Ruling(
        "tokens",
        "rounds",
        "Tokens come back at the end of the round only, so each player places each marker once a round.",
    ),
    Ruling(
        "sandstorm",
        "track",
        "Track cards flip for good if both spaces are empty, the crazy camel counting, and they lie between "
        "the first and last racing camel; never the one with the banner. The space bears the higher number.",
    ),
    Ruling(
        "camels-at-the-banner",
        "track",
        "Camels before the banner are all fifth when a round is scored, and all last at the end of the race.",
    ),
    Ruling(
        "money",
        "rounds",
        "Money never falls below 0: that is applied after the sum of a round, and once more after the race.",
    ),
    Ruling(
        "anothers-card", "rules", "Another player's racing card costs a pound, paid before the camel moves."
    ),
    Ruling(
        "last-card",
        "rules",
        "The last card of the racing deck ends the round at once: a bet not made is lost, and face-up cards "
        "are discarded without effect.",
    ),
    Ruling(
        "next-starter",
        "rounds",
        "The player to the left of whoever revealed the last card begins the next round.",
    ),
    Ruling(
        "race-winner",
        "track",
        "The highest racing camel of the group that crosses the finish line first wins the race.",
    ),
    Ruling(
        "odds",
        "camel_up_hidden",
        "What others gave to the racing deck is taken to be uniform over the cards that the player has not "
        "seen. That nobody acts in between, and a known composition, are options.",
    ),
    Ruling(
        "scoring-example",
        "scoring",
        "The rulebook's example: first on purple +5, third on yellow +1, first on yellow +1, first on red "
        "-1, third on red +1, the fennec's card -1; in all 6.",
    ),
)
"""The rulings on Camel Up."""


def decided_in(before: State, after: State, action: object) -> tuple[str, ...]:
    """Return the names of the rulings that decided something in a step, in the order of `RULINGS`.

    Args:
        before: the state before.
        after: the state after the action.
        action: what was done.
    """
    return tuple(name for name, holds in _WHEN if holds(before, after, action))


def _card(before: State, after: State) -> int:
    """Return the card that was played or revealed, 0 for none."""
    if len(after.accounts) == len(before.accounts) and after.phase == before.phase:
        for name in ("revealed", "played"):
            cards = getattr(after, name)
            if len(cards) > len(getattr(before, name)):
                return int(cards[-1])
    return 0


def _relocated(before: State, after: State, _: object) -> bool:
    first = max(after.stands[:CRAZY]) >> 3
    ahead = after.stands[CRAZY] == min(first + FREE, after.end) << 3
    return after.number > before.number > 0 and ahead and after.stands[CRAZY] > before.stands[CRAZY]


def _lengthened(before: State, after: State, _: object) -> bool:
    return after.number > before.number and len(after.track) > len(before.track)


def _ridden(before: State, after: State, _: object) -> bool:
    low = before.stands[CRAZY]
    return CAMEL_OF[_card(before, after)] == CRAZY and any(
        low < stand < ((low >> 3) + 1) << 3 for stand in before.stands
    )


def _bounded(before: State, after: State, action: object) -> bool:
    card = _card(before, after)
    camel, steps = CAMEL_OF[card], STEPS_OF[card]
    if camel == CRAZY:
        return (before.stands[CRAZY] >> 3) - steps - _ridden(before, after, action) < 1
    return card != UNKNOWN and not after.stands[camel]


def _returned(before: State, after: State, _: object) -> bool:
    return before.number == after.number and any(
        getattr(before, marker) and not getattr(after, marker) for marker in ("fennec", "shortcut")
    )


def _at_banner(before: State, after: State, _: object) -> bool:
    return len(after.accounts) > len(before.accounts) and not min(after.stands[:CRAZY])


def _last_card(before: State, after: State, _: object) -> bool:
    ended = len(after.accounts) > len(before.accounts) and after.phase != "over"
    return ended and (not before.betted or any(before.face_up))


def _race_won(before: State, after: State, _: object) -> bool:
    if before.phase == after.phase or after.phase != "over":
        return False
    order = order_of(after.stands)
    return after.stands[order[1]] >> 3 == after.end


def _poor(before: State, after: State, _: object) -> bool:
    return len(after.accounts) > len(before.accounts) and 0 in after.money


def _bought(_: State, __: State, action: object) -> bool:
    return isinstance(action, PlayCard) and action.player is not None


def _stormed(before: State, after: State, _: object) -> bool:
    return after.phase == "play" != before.phase and len(after.track) < len(before.track)


_WHEN: Final[tuple[tuple[str, Callable[[State, State, object], bool]], ...]] = (
    ("relocation", _relocated),
    ("order-before-a-round", _lengthened),
    ("rider-on-crazy", _ridden),
    ("lower-bound", _bounded),
    ("marker-return", _returned),
    ("sandstorm", _stormed),
    ("camels-at-the-banner", _at_banner),
    ("money", _poor),
    ("anothers-card", _bought),
    ("last-card", _last_card),
    ("race-winner", _race_won),
)
"""When a ruling decides something in a step; the others decide what may be done, or say where numbers come
from."""
