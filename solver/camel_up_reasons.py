"""Why an action is advised in Camel Up, and what each bet is worth, in words and numbers."""

from typing import Final, NamedTuple

from games.camel_up.actions import Action, Bet, Discard, Give, Pass, Place, PlayCard, Reveal
from games.camel_up.bets import KINDS, NOBODY, PILE, RACE_KINDS, Kind, pays
from games.camel_up.cards import RACING
from games.camel_up.state import State
from solver.camel_up_adviser import Choice, done
from solver.camel_up_odds import Odds, Places, odds

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")

_WORTH_SAYING: Final = 0.005
"""Chances below this would be told as 0 %."""

_DEALS: Final = 4096
"""How many tables the reason for a bet is told from."""


class BetWorth(NamedTuple):
    """What a betting card that can be taken pays on average.

    Attributes:
        kind: what it bets on.
        camel: on which camel.
        value: what a card for the first place shows, else 0.
        expected: what it pays on average.
    """

    kind: Kind
    camel: int
    value: int
    expected: float


def bets_worth(state: State, found: Odds) -> list[BetWorth]:
    """Return what the betting cards that nobody has taken pay on average, the best first.

    Args:
        state: the state.
        found: the odds of the round, or of the race; only bets on that are listed.
    """
    race = found.of == "race"
    worth = [
        BetWorth(kind, camel, value, expected(kind, value, camel, found.places))
        for kind in KINDS
        if (kind in RACE_KINDS) == race
        for camel, value in _there(state, kind)
    ]
    return sorted(worth, key=lambda each: -each.expected)


def expected(kind: Kind, value: int, camel: int, places: Places) -> float:
    """Return what a card pays on average, given the odds of the places."""
    return float(sum(p * paid for p, paid in zip(places[camel], pays(kind, value), strict=True)))


def reason_of(state: State, choices: tuple[Choice, ...], *, seed: int = 0) -> str | None:
    """Return why the first of some choices is advised, None where there is none.

    Args:
        state: the open state.
        choices: what `advise` found.
        seed: of the tables that the reason for a bet is told from.
    """
    if not choices:
        return None
    best = choices[0]
    if isinstance(best.action, Bet):
        return _of_bet(state, best.action, seed)
    if isinstance(best.action, Pass):
        return "No bet that is left pays more than nothing on average."
    if isinstance(best.action, Give | Discard):
        equal = len({choice.value for choice in choices}) == 1
        return "It changes nothing for race bets that you hold." if equal else "It helps your race bets most."
    if not isinstance(best.action, Reveal | PlayCard | Place):
        return None
    told = [_of_track(best, choices)]
    if best.bet:
        after, _ = done(state, best.action)
        told.append(f"Then bet, most likely: {_of_bet(after, best.bet, seed)}")
    return " ".join(told)


def _there(state: State, kind: Kind) -> list[tuple[int, int]]:
    """Return the camel and the value of each card of a kind that can be taken."""
    if kind == "first":
        return [
            (camel, PILE[len(pile)]) for camel, pile in enumerate(state.bets.first) if len(pile) < len(PILE)
        ]
    holders: tuple[int, ...] = getattr(state.bets, kind)
    return [(camel, 0) for camel, holder in enumerate(holders) if holder == NOBODY]


def _of_bet(state: State, bet: Bet, seed: int) -> str:
    of_race = bet.kind in RACE_KINDS
    found = odds(state, of="race" if of_race else "round", deals=_DEALS, seed=seed)
    value = dict(_there(state, bet.kind)).get(bet.camel, 0)
    mean = expected(bet.kind, value, bet.camel, found.places)
    shares = sorted(zip(found.places[bet.camel], _ORDINALS, strict=True), reverse=True)[:2]
    chances = " and ".join(f"{place} with {share:.0%}" for share, place in shares if share >= _WORTH_SAYING)
    what = {"first": "the first place", "third": "the third place"}.get(
        bet.kind, f"the {bet.kind} of the race"
    )
    return f"{RACING[bet.camel]} is {chances}, so its card for {what} pays {mean:.2f} pounds on average."


def _of_track(best: Choice, choices: tuple[Choice, ...]) -> str:
    others = [
        choice for choice in choices[1:] if _kind(choice.action) not in (_kind(best.action), "bet", "pass")
    ]
    what = {
        "place": "Placing this marker",
        "card": "Playing this card",
        "reveal": "Revealing, which costs nothing and shows a card before you bet,",
    }[_kind(best.action)]
    if not others:
        return f"{what} is worth {best.value:.2f} pounds in all."
    more, other = best.value - others[0].value, _NAMES[_kind(others[0].action)]
    return f"{what} is worth {more:.2f} pounds more than {other}."


_NAMES: Final = {
    "place": "the best marker",
    "card": "the best racing card",
    "reveal": "revealing",
}


def _kind(action: Action) -> str:
    match action:
        case Place():
            return "place"
        case PlayCard():
            return "card"
        case Bet():
            return "bet"
        case Pass():
            return "pass"
        case _:
            return "reveal"
