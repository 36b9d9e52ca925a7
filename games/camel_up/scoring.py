"""The score sheets of Camel Up: of a race as it was played, and of just what lies on the table.

The example of the rulebook (ruling scoring-example) is one of the tests.

For the latter a ranking of the camels and the cards in front of each player will do, as a document:

    {"format": "camel-up-table/1", "ranking": ["purple", "yellow", "green", "red", "blue"],
     "players": {"Ann": {"first": [{"camel": "purple", "value": 5}], "third": ["yellow"], "fennec": true}}}

A player may also have `shortcut`, `winner`, `loser` and the `money` from before; with `race_over` the race
bets are scored too. Camels that the ranking leaves out stand in front of the banner.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.camel_up.actions import MARKERS, camel_in
from games.camel_up.bets import MARKER_COST, OPENING_MONEY, PILE, RACE_KINDS, ROUND_KINDS, Held, held_by
from games.camel_up.cards import CRAZY, RACING
from games.camel_up.rounds import paid, settled
from games.camel_up.state import State
from games.camel_up.track import places_of
from games.json_value import JsonValue
from games.scoring import POINTS, Criterion, ScoreLine, ScoreSheet, Standing, rank

TABLE_FORMAT: Final = "camel-up-table/1"

GAME: Final = "camel-up"

_MOST_MONEY: Final = 999


@dataclass(frozen=True, slots=True)
class Front:
    """What lies in front of a player.

    Attributes:
        money: before the scoring.
        cards: betting cards.
        markers: the fennec's and the shortcut's card.
    """

    money: int = OPENING_MONEY
    cards: tuple[Held, ...] = ()
    markers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tabled:
    """What lies on the table when a round, or the race, is scored.

    Attributes:
        places: the place of each racing camel, 1 to 5.
        fronts: what lies in front of each player.
        race_over: whether the race bets are scored too.
    """

    places: tuple[int, ...]
    fronts: Mapping[str, Front]
    race_over: bool = False


def sheet_of(tabled: Tabled) -> ScoreSheet[ScoreLine, Standing]:
    """Return the score sheet of what lies on the table; the winners are open unless the race is over."""
    lines: list[ScoreLine] = []
    totals, poor = {}, False
    for player, front in tabled.fronts.items():
        lines += _lines(player, front, tabled)
        of_round = paid(front.cards, tabled.places, ROUND_KINDS) + MARKER_COST * len(front.markers)
        of_race = paid(front.cards, tabled.places, RACE_KINDS) if tabled.race_over else 0
        totals[player] = settled(front.money, of_round, of_race)
        poor = poor or totals[player] != front.money + of_round + of_race
    rulings = [("money", poor), ("camels-at-the-banner", tabled.places.count(CRAZY) > 1)]
    return _sheet(totals, lines, tuple(name for name, holds in rulings if holds), over=tabled.race_over)


def score(state: State) -> ScoreSheet[ScoreLine, Standing]:
    """Return the score sheet of a state: of its last round and the race, or before the end the money."""
    players = state.setting.players
    if state.phase != "over":
        lines = [ScoreLine(f"money: {name}", name, own, own, ("so far",)) for name, own in _money(state)]
        return _sheet(dict(_money(state)), lines, (), over=False)
    markers = [(marker, getattr(state, f"{marker}_of")) for marker in MARKERS]
    fronts = {
        name: Front(
            state.accounts[-1].before[seat],
            tuple(held_by(state.bets, seat)),
            tuple(marker for marker, owner in markers if owner == seat),
        )
        for seat, name in enumerate(players)
    }
    return sheet_of(Tabled(tuple(places_of(state.stands)), fronts, race_over=True))


def tabled_from_json(document: object) -> Tabled:
    """Return what lies on the table, as a document tells it.

    Raises:
        MalformedFileError: it does not fit; the message names the field.
    """
    value = JsonValue(document, document="the table")
    value.need("format").one_of([TABLE_FORMAT])
    value.only("format", "ranking", "players", "race_over")
    over, players = value.maybe("race_over"), value.need("players")
    fronts = {player: _front(front) for player, front in players.members().items()}
    if not fronts or "" in fronts:
        raise players.error("at least one player, each with a name")
    _require_cards(players, fronts)
    return Tabled(_places(value.need("ranking")), fronts, over.switch() if over else False)


def _sheet(
    totals: Mapping[str, int], lines: Sequence[ScoreLine], rulings: tuple[str, ...], *, over: bool
) -> ScoreSheet[ScoreLine, Standing]:
    ranking = rank(totals, [Criterion(POINTS, totals)])
    return ScoreSheet(
        game=GAME,
        lines=tuple(lines),
        standings=tuple(
            Standing(player, total, ranking.ranks[player], disqualified=False)
            for player, total in totals.items()
        ),
        winners=ranking.winners if over else None,
        decided_by=ranking.decided_by if over else None,
        missing=() if over else ("end",),
        rulings=rulings,
    )


def _lines(player: str, front: Front, tabled: Tabled) -> Iterator[ScoreLine]:
    """Go through the lines of a player; their items are unique on the sheet."""
    yield ScoreLine(f"money: {player}", player, front.money, front.money, ("before the scoring",))
    scored = (*ROUND_KINDS, *(RACE_KINDS if tabled.race_over else ()))
    for number, card in enumerate(front.cards, 1):
        if card.kind in scored:
            place, camel = tabled.places[card.camel], RACING[card.camel]
            shown = f" {card.value}" if card.value else ""
            points = card.paid(place)
            item = f"{card.kind}: {camel}{shown}: {player} {number}"
            yield ScoreLine(item, player, points, points, (f"{camel} has place {place}",))
    for marker in front.markers:
        why = "its card still lies in front of the player"
        yield ScoreLine(f"{marker}: {player}", player, MARKER_COST, MARKER_COST, (why,))


def _money(state: State) -> list[tuple[str, int]]:
    return [*zip(state.setting.players, state.money, strict=True)]


def _places(value: JsonValue) -> tuple[int, ...]:
    order = [camel_in(camel) for camel in value.items()]
    if len({*order}) != len(order):
        raise value.error("each camel once")
    places = [CRAZY] * CRAZY
    for place, camel in enumerate(order, 1):
        places[camel] = place
    return tuple(places)


def _front(value: JsonValue) -> Front:
    value.only("money", *ROUND_KINDS, *RACE_KINDS, *MARKERS)
    money = value.maybe("money")
    cards = [_first(card) for card in _listed(value, "first")]
    cards += [Held("third", camel_in(card)) for card in _listed(value, "third")]
    for kind in RACE_KINDS:
        card = value.maybe(kind)
        cards += [Held(kind, camel_in(card))] if card else []
    markers = [(marker, value.maybe(marker)) for marker in MARKERS]
    return Front(
        money.whole(0, _MOST_MONEY) if money else OPENING_MONEY,
        tuple(cards),
        tuple(marker for marker, lies in markers if lies and lies.switch()),
    )


def _first(value: JsonValue) -> Held:
    value.only("camel", "value")
    number = value.need("value")
    if number.value not in PILE:
        raise number.error("5, 3 or 2")
    return Held("first", camel_in(value.need("camel")), number.whole(min(PILE), max(PILE)))


def _listed(value: JsonValue, name: str) -> list[JsonValue]:
    found = value.maybe(name)
    return found.items() if found else []


def _require_cards(players: JsonValue, fronts: Mapping[str, Front]) -> None:
    """Refuse cards of which there are not so many."""
    laid = [card for front in fronts.values() for card in front.cards]
    for card in laid:
        copies = PILE.count(card.value) if card.kind == "first" else 1
        if laid.count(card) > copies:
            shown = f" {card.value}" if card.value else ""
            raise players.error(f"at most {copies} of the card {card.kind}: {RACING[card.camel]}{shown}")
    for marker in MARKERS:
        if sum(marker in front.markers for front in fronts.values()) > 1:
            raise players.error(f"the {marker}'s card in front of one player only")
