"""What a state of Camel Up has to fulfil, field by field, beyond what its JSON says by itself."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from games.camel_up.actions import MARKERS
from games.camel_up.bets import NOBODY, RACE_KINDS
from games.camel_up.cards import COPIES, CRAZY, CRAZY_CARDS, KINDS, RACING_CARDS, UNKNOWN, counts_of
from games.camel_up.knowledge import deck_knowledge
from games.camel_up.rounds import START_CARDS
from games.camel_up.state import State
from games.camel_up.track import is_race_over

Fault = tuple[str, bool, str]
"""The field, whether it fits, and what is expected of it."""

_DONE: Final = {
    "start": (0, 0, 0),
    "discard": (None, 0, 0),
    "give": (-1, None, 0),
    "show": (-1, -1, None),
    "play": (-1, -1, -1),
    "over": (-1, -1, -1),
}
"""Of each phase, how far discarding, giving and showing are: not begun, under way (None), or done (-1)."""


def faults(state: State) -> Iterator[Fault]:
    """Go through all that a state has to fulfil."""
    yield from _of_track(state)
    yield from _of_turn(state)
    yield from _of_steps(state)
    yield from _of_cards(state)


def _of_track(state: State) -> Iterator[Fault]:
    over = state.phase == "over"
    crossed = is_race_over(state.stands, state.end)
    yield "camels", crossed == over, "racing camels across the finish line once the race is over, not before"
    spaces = {stand >> 3 for stand in state.stands}
    last = min(state.stands[:CRAZY]) >> 3
    for bit, marker in enumerate(MARKERS):
        space, owner = getattr(state, marker), getattr(state, f"{marker}_of")
        free = not space or (space not in spaces and space >= last and state.phase in ("play", "over"))
        yield marker, free, "a space without camels that not all have passed, in a round that is played"
        yield "tokens", owner == NOBODY or not state.tokens[owner] >> bit & 1, f"the {marker} token used"
    yield "shortcut", not state.fennec or state.fennec != state.shortcut, "another space than the fennec"
    for kind in RACE_KINDS:
        seats = [seat for seat in getattr(state.bets, kind) if seat != NOBODY]
        yield "bets", len({*seats}) == len(seats), f"one card for the {kind} a player"


def _of_turn(state: State) -> Iterator[Fault]:
    resting = not (state.moved or state.betted)
    yield (
        "moved",
        resting or (state.phase == "play" and not (state.moved and state.betted)),
        "a turn to go on",
    )
    yield "round", (state.number == 0) == (state.phase == "start"), "0 before the first round only"
    ended = state.number if state.phase == "over" else state.number - 1
    yield "accounts", len(state.accounts) in (0, max(ended, 0)), "a pair for each round that was scored"
    yield "accounts", state.phase != "over" or bool(state.accounts), "the money of the last round"
    at_end = state.phase != "over" or not state.accounts or state.accounts[-1].after == state.money
    yield "money", at_end, "what the last round left"


def _of_steps(state: State) -> Iterator[Fault]:
    """Go through how far each player is in making the racing deck."""
    card, players = state.setting.card, len(state.money)
    done_before = (state.actor - state.starter) % players
    names = ("discarded", "given", "face_up")
    heaps = (state.thrown, state.given, tuple((each,) if each else () for each in state.face_up))
    for name, heap, whole, how_far in zip(
        names, heaps, (card.discarded, card.given, 1), _DONE[state.phase], strict=True
    ):
        for seat, cards in enumerate(heap):
            turn = (seat - state.starter) % players
            if how_far is None:
                least, most = (
                    (whole, whole) if turn < done_before else (0, whole - 1 if turn == done_before else 0)
                )
            else:
                least = most = whole if how_far else 0
            if name == "face_up" and how_far:
                least = 0
            yield name, least <= len(cards) <= most, f"{least} to {most} cards of each player at this point"
    for seat, hand in enumerate(state.hands):
        gone = sum(len(heap[seat]) for heap in heaps)
        left = 0 if state.phase in ("start", "play", "over") else card.dealt - gone
        yield "hands", len(hand) == left, f"{left} cards of {state.setting.players[seat]}"


def _of_cards(state: State) -> Iterator[Fault]:
    playing = state.phase in ("play", "over")
    face_up = tuple(each for each in state.face_up if each)
    held = chain(*state.hands, *state.thrown, *state.given, face_up, state.played)
    counts = counts_of([*held, *(state.revealed if state.phase == "start" else ())])
    fits = all(counts[kind] <= COPIES[kind] for kind in KINDS)
    yield "hands", fits, "no more cards of a kind than there are"
    yield "played", len(state.played) + len(face_up) <= len(state.money), "one card a player, or none"
    started = len(state.revealed) < START_CARDS if state.phase == "start" else playing or not state.revealed
    yield "revealed", started, "cards only in a round that is played, or four at most before the first"
    left = state.setting.card.deck - len(state.revealed) if playing else 0
    yield "left", state.left == left, f"{left} cards in the racing deck"
    yield "left", state.phase != "play" or left > 0, "a card in the racing deck of a round that is played"
    if playing:
        yield "revealed", deck_knowledge(state).fits, "cards that can have been in the racing deck"
    if state.known:
        yield from _of_dealt(state, face_up, playing=playing)
    else:
        yield "deck", not state.deck, "nothing: in an open state nobody knows the order of the racing deck"
        yield "pile", not state.pile, "nothing: in an open state nobody knows the discard pile"


def _of_dealt(state: State, face_up: tuple[int, ...], *, playing: bool) -> Iterator[Fault]:
    yield "deck", len(state.deck) == state.left, f"{state.left} cards, the top last"
    yield (
        "phase",
        state.phase not in ("start", "show"),
        "another phase: in a dealt state this is done at once",
    )
    hidden = any(UNKNOWN in cards for cards in (*state.hands, *state.thrown, *state.given))
    yield "hands", not hidden, "cards that are all known, as the state has a seed"
    if playing:
        whole = [*state.deck, *state.revealed, *state.played, *face_up, *state.pile]
        expected = sorted((*RACING_CARDS, *CRAZY_CARDS))
        given = counts_of([*chain(*state.given)])
        in_deck = counts_of([*state.deck, *state.revealed])
        yield "given", all(a <= b for a, b in zip(given, in_deck, strict=True)), "cards of the racing deck"
    else:
        whole = [*chain(*state.hands, *state.thrown, *state.given), *state.pile]
        expected = sorted(RACING_CARDS)
    yield "pile", sorted(whole) == expected, f"the rest of all {len(expected)} cards, each once"
