"""Reads states of Camel Up from JSON.

Of a state that is written by hand only the players and the camels are needed: the rest is as it is when the
first round begins to be played, with nothing known of the cards.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from games.camel_up.actions import MARKERS, card_in
from games.camel_up.bets import KINDS, NO_BETS, NOBODY, OPENING_MONEY, PILE, Bets
from games.camel_up.cards import CAMELS, CRAZY, RACING, RACING_CARDS, UNKNOWN
from games.camel_up.editions import EDITIONS, LONGEST, RoundCard
from games.camel_up.faults import faults
from games.camel_up.files import FIELDS, FORMAT, NUMBERS
from games.camel_up.state import BOTH_TOKENS, PHASES, Account, Phase, Setting, State, empty_table
from games.camel_up.track import index_of
from games.json_value import JsonValue
from games.playthroughs import SEEDS

MOST_PLAYERS: Final = 6

_MOST: Final = 9999
"""More than any number in a game comes to."""

_ValueT = TypeVar("_ValueT")


def state_from_json(document: object) -> State:
    """Return the state in a JSON document.

    Raises:
        MalformedFileError: it is none that can be reached; the message names the field.
    """
    value = JsonValue(document, document="the state")
    value.need("format").one_of([FORMAT])
    fields = value.only(*FIELDS)
    setting = _setting(value)
    fresh = empty_table(setting)
    reader = _Reader(value, setting.players)
    phase: Phase = reader.maybe("phase", lambda found: found.one_of(PHASES), "play")
    card, playing = setting.card, phase in ("play", "over")
    track = _track(value, card)
    revealed = reader.cards("revealed", crazy=True)
    hidden = (UNKNOWN,) * (card.discarded if playing else 0), (UNKNOWN,) * (card.given if playing else 0)
    state = fresh._replace(
        phase=phase,
        number=reader.whole("round", int(phase != "start")),
        starter=reader.maybe("starter", reader.seat, 0),
        actor=reader.maybe("actor", reader.seat, reader.maybe("starter", reader.seat, 0)),
        moved=reader.maybe("moved", JsonValue.switch, other=False),
        betted=reader.maybe("betted", JsonValue.switch, other=False),
        money=reader.each("money", lambda found: found.whole(0, _MOST), OPENING_MONEY),
        tokens=reader.each("tokens", _tokens, None) if "tokens" in fields else _tokens_left(reader),
        stands=_stands(value.need("camels"), track, card) if "camels" in fields or playing else fresh.stands,
        track=track,
        fennec=_space(value, "fennec", track),
        shortcut=_space(value, "shortcut", track),
        fennec_of=_owner(reader, "fennec"),
        shortcut_of=_owner(reader, "shortcut"),
        bets=_bets_in(reader),
        hands=reader.each("hands", lambda found: _cards(found, hidden=True), ()),
        face_up=reader.each("face_up", card_in, UNKNOWN),
        thrown=reader.each("discarded", lambda found: _cards(found, hidden=True), hidden[0]),
        given=reader.each("given", lambda found: _cards(found, hidden=True), hidden[1]),
        deck=reader.cards("deck", crazy=True),
        left=reader.whole("left", card.deck - len(revealed) if phase == "play" else 0),
        revealed=revealed,
        played=reader.cards("played"),
        pile=reader.cards("pile", crazy=True),
        accounts=reader.maybe("accounts", reader.accounts, ()),
    )
    for name, found, expected in faults(state):
        if not found:
            raise fields[name].error(expected) if name in fields else value.error(f"{expected} in {name!r}")
    return state


class _Reader:
    """Reads the fields of a state of which each may be absent."""

    def __init__(self, value: JsonValue, players: tuple[str, ...]) -> None:
        self.value, self.players = value, players

    def maybe(self, name: str, read: Callable[[JsonValue], _ValueT], other: _ValueT) -> _ValueT:
        found = self.value.maybe(name)
        return read(found) if found else other

    def each(self, name: str, read: Callable[[JsonValue], Any], other: object) -> tuple[Any, ...]:
        """Return something for each player."""
        found = self.value.maybe(name)
        members = found.only(*self.players) if found else {}
        return tuple(read(members[player]) if player in members else other for player in self.players)

    def cards(self, name: str, *, crazy: bool = False) -> tuple[int, ...]:
        return self.maybe(name, lambda found: _cards(found, crazy=crazy), ())

    def whole(self, name: str, other: int) -> int:
        return self.maybe(name, lambda found: found.whole(0, _MOST), other)

    def seat(self, value: JsonValue) -> int:
        return self.players.index(value.one_of(self.players))

    def accounts(self, value: JsonValue) -> tuple[Account, ...]:
        return tuple(
            Account(self._money(account.need("before")), self._money(account.need("after")))
            for account in value.items()
        )

    def _money(self, value: JsonValue) -> tuple[int, ...]:
        found = tuple(money.whole(0, _MOST) for money in value.items())
        if len(found) != len(self.players):
            raise value.error("a number for each player")
        return found


def _setting(value: JsonValue) -> Setting:
    names = value.need("players")
    players = names.texts()
    if not 2 <= len(players) <= MOST_PLAYERS or len({*players}) < len(players):
        raise names.error(f"2 to {MOST_PLAYERS} different names")
    seed, usual = value.maybe("seed"), EDITIONS[0].card(len(players))
    card = value.maybe("round_card")
    return Setting(
        players, round_card_in(card, usual) if card else usual, seed.whole(0, SEEDS - 1) if seed else None
    )


def round_card_in(value: JsonValue, usual: RoundCard) -> RoundCard:
    """Return the Round card of a JSON object; what it does not say is as usual.

    Raises:
        MalformedFileError: it does not fit.
    """
    value.only(*NUMBERS, "source")
    numbers = {
        name: found.whole(0, len(RACING_CARDS)) if (found := value.maybe(name)) else getattr(usual, name)
        for name in NUMBERS
    }
    source = value.maybe("source")
    card = RoundCard(players=usual.players, **numbers, source=source.text() if source else usual.source)
    for fits, expected in card.conditions():
        if not fits:
            raise value.error(expected)
    return card


def _track(value: JsonValue, card: RoundCard) -> tuple[int, ...]:
    last, storm = value.maybe("last_space"), value.maybe("sandstorm")
    length = last.whole(card.last_space, LONGEST) if last else card.last_space
    merged = [number.whole(4, length) for number in storm.items()] if storm else []
    if storm and any(number % 2 for number in merged):
        raise storm.error("even numbers, the higher ones of their track cards")
    return tuple(number for number in range(1, length + 1) if number + 1 not in merged)


def _stands(value: JsonValue, track: tuple[int, ...], card: RoundCard) -> tuple[int, ...]:
    """Return where the camels stand, each in one stack, and the crazy camel if it takes part."""
    index, stands = index_of(track), [-1] * len(CAMELS)
    seen: set[int] = set()
    for stack in value.items():
        stack.only("space", "camels")
        number = stack.need("space")
        if number.value not in index or number.value in seen:
            raise number.error("a space of the track, each once")
        space = number.whole(0, LONGEST + 1)
        seen.add(space)
        for height, camel in enumerate(stack.need("camels").items()):
            each = CAMELS.index(camel.one_of(CAMELS))
            if stands[each] != -1 or (each == CRAZY and not (card.crazy and space)):
                raise camel.error("each camel once, and the crazy camel on the track if it takes part")
            stands[each] = (index[space] << 3) + (height if space else 0)
    if not card.crazy:
        stands[CRAZY] = 0
    if -1 in stands:
        raise value.error("all camels")
    return tuple(stands)


def _space(value: JsonValue, marker: str, track: tuple[int, ...]) -> int:
    found = value.maybe(marker)
    if not found:
        return 0
    found.only("space", "player")
    number = found.need("space")
    if number.value not in track:
        raise number.error("a space of the track")
    return index_of(track)[number.whole(1, LONGEST)]


def _owner(reader: _Reader, marker: str) -> int:
    found = reader.value.maybe(marker)
    return reader.seat(found.need("player")) if found else NOBODY


def _tokens(value: JsonValue) -> int:
    return sum(1 << MARKERS.index(marker) for marker in {token.one_of(MARKERS) for token in value.items()})


def _tokens_left(reader: _Reader) -> tuple[int, ...]:
    """Return the tokens if all that were used are those of the markers on the track."""
    owners = [_owner(reader, marker) for marker in MARKERS]
    return tuple(
        BOTH_TOKENS - sum(1 << bit for bit, owner in enumerate(owners) if owner == seat)
        for seat in range(len(reader.players))
    )


def _bets_in(reader: _Reader) -> Bets:
    found = reader.value.maybe("bets")
    if not found:
        return NO_BETS
    members = found.only(*KINDS)
    by_kind: dict[str, Mapping[str, JsonValue]] = {
        kind: members[kind].only(*RACING) if kind in members else {} for kind in KINDS
    }
    first = tuple(_pile(by_kind["first"].get(camel), reader) for camel in RACING)
    others = [
        tuple(reader.seat(by_kind[kind][camel]) if camel in by_kind[kind] else NOBODY for camel in RACING)
        for kind in KINDS[1:]
    ]
    return Bets(first, *others)


def _pile(value: JsonValue | None, reader: _Reader) -> tuple[int, ...]:
    if value is None:
        return ()
    pile = tuple(reader.seat(name) for name in value.items())
    if len(pile) > len(PILE):
        raise value.error(f"at most {len(PILE)} players, who took the cards from the top")
    return pile


def _cards(value: JsonValue, *, hidden: bool = False, crazy: bool = False) -> tuple[int, ...]:
    return tuple(card_in(card, hidden=hidden, crazy=crazy) for card in value.items())
