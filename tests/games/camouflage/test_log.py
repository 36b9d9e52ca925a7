"""Camouflage as a table log: what is laid where, who is out when, and the board that comes of it."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camouflage import (
    CAMOUFLAGE,
    MODES,
    Board,
    Card,
    Cell,
    Deck,
    Log,
    Placement,
    Table,
    deck_to_json,
    log_of,
    mode_named,
    score,
)
from games.camouflage.actions import END, Begin, Lay
from games.errors import GamesError, IllegalActionError, MalformedFileError, UnknownGameError
from games.playthroughs import Playthrough, replay
from tests.plays import at_random
from tests.strategies import ANIMALS, DECK, PATTERNS, PLAIN, face_of, tables

MODE_NAMES = [mode.name for mode in MODES]


def small_deck(seed: int) -> Deck:
    """Return four decks of three cards with two patterns, so that games are short and cards often match."""
    draw = random.Random(seed)
    cards = [
        Card(f"{animal}-{number}", animal, {"animals": face_of(draw.choices(("zebra", "tiger"), k=8))})
        for animal in ANIMALS[:4]
        for number in (1, 2, 3)
    ]
    return Deck("small", ANIMALS[:4], PATTERNS, tuple(cards))


def new(mode: str, seed: int | None, deck: Deck | None = None, **options: object) -> Log:
    cards = deck_to_json(deck or small_deck(seed or 0))
    return CAMOUFLAGE.new(["Ann", "Ben", "Cid"], seed=seed, options={"mode": mode, "deck": cards, **options})


@st.composite
def games(draw: st.DrawFn) -> list[Log]:
    """All states of a random game in any mode."""
    seed = draw(st.integers(0, 10_000))
    start = new(draw(st.sampled_from(MODE_NAMES)), seed, timer_s=draw(st.sampled_from([60, 0])))
    return [*at_random(CAMOUFLAGE, start, random.Random(seed))]


def done(log: Log, *actions: Begin | Lay) -> Log:
    for action in actions:
        log = CAMOUFLAGE.apply(log, action)
    return log


def at(card: str, x: int, y: int, turn: int = 0) -> Placement:
    return Placement(card, Cell(x, y), turn)


BEGINNING = [Begin(at(f"lion-{n}", 2 * n, 0)) for n in (1, 2, 3)]
"""A starting board in a row, with three squares of each two cards on each other."""


def open_table(mode: str = "diversify", **options: object) -> Log:
    """Return an open log of the plain deck on which the starting board lies."""
    return done(new(mode, None, PLAIN, start="lion", **options), *BEGINNING)


def row(animal: str, y: int, numbers: range = range(1, 7)) -> list[Lay]:
    """Return a player's cards laid in a row of their own, which hangs on the starting board."""
    return [Lay(at(f"{animal}-{n}", 2 * n, y)) for n in numbers]


class TestRandomGames:
    @given(games())
    @settings(max_examples=8)
    def test_every_state_comes_back_from_json(self, played: list[Log]) -> None:
        for log in played[:: max(1, len(played) // 3)]:
            assert CAMOUFLAGE.state_from_json(CAMOUFLAGE.state_to_json(log)) == log
            for action in CAMOUFLAGE.legal_actions(log)[:5]:
                assert CAMOUFLAGE.action_from_json(CAMOUFLAGE.action_to_json(action)) == action

    @given(games())
    @settings(max_examples=8)
    def test_cards_are_conserved_and_legal(self, played: list[Log]) -> None:
        last = played[-1]
        assert CAMOUFLAGE.is_over(last)
        assert sorted(entry.card for entry in last.entries) == sorted(last.table.cards)
        assert not [standing for standing in CAMOUFLAGE.score(last).standings if standing.illegal]
        for player in last.seats:
            laid = [card for card in last.table.cards if last.player_of(card) == player]
            assert len(laid) + len(last.unplayed(player)) == 3

    @given(games())
    @settings(max_examples=8)
    def test_the_score_is_that_of_the_board(self, played: list[Log]) -> None:
        last = played[-1]
        assert CAMOUFLAGE.score(last) == score(last.table, last.deck, last.mode.name)
        *before, _ = [CAMOUFLAGE.score(log) for log in played if log.table.start or log.table.locations]
        assert all(sheet.winners is None and "end" in sheet.missing for sheet in before)

    @given(games(), st.integers(0, 99))
    @settings(max_examples=8)
    def test_an_observation_hides_what_others_hold_and_what_is_still_drawn(
        self, played: list[Log], seed: int
    ) -> None:
        log = played[len(played) // 2]
        draw = random.Random(seed)
        assert log.piles is not None
        piles = {"Ann": (*log.hand("Ann"), *shuffled([*log.unplayed("Ann")][3:], draw))}
        for player in ("Ben", "Cid"):
            piles[player] = shuffled([*log.unplayed(player)], draw)
        for player, pile in piles.items():
            piles[player] = (*[card for card in log.piles[player] if card in log.table.cards], *pile)
        other = replace(log, piles=piles)
        assert CAMOUFLAGE.observation(other, "Ann") == CAMOUFLAGE.observation(log, "Ann")

    @given(st.integers(0, 10_000), st.sampled_from(MODE_NAMES), st.integers(0, 99))
    @settings(max_examples=20)
    def test_nobody_sees_what_they_draw_themselves(self, seed: int, mode: str, shuffling: int) -> None:
        log = new(mode, seed, PLAIN)
        assert log.piles is not None
        pile, hand = log.piles["Ann"], log.hand("Ann")
        begun = [card for card in pile if card in log.table.cards]
        drawn = shuffled([*log.unplayed("Ann")][len(hand) :], random.Random(shuffling))
        assert drawn
        other = replace(log, piles={**log.piles, "Ann": (*begun, *hand, *drawn)})
        assert CAMOUFLAGE.observation(other, "Ann") == CAMOUFLAGE.observation(log, "Ann")


def shuffled(cards: list[str], draw: random.Random) -> tuple[str, ...]:
    draw.shuffle(cards)
    return tuple(cards)


class TestBoards:
    @given(tables)
    def test_a_board_is_taken_over_and_given_back(self, table: Table) -> None:
        mode = mode_named("not-my-stack" if table.locations else "diversify")
        log = log_of(table, DECK, mode)
        assert log.table == table
        assert CAMOUFLAGE.score(log) == score(table, DECK, mode.name)
        assert CAMOUFLAGE.state_from_json(CAMOUFLAGE.state_to_json(log)) == log

    def test_a_game_goes_on_from_a_board(self) -> None:
        table = Table(
            "plain", "animals", Board((at("lion-1", 0, 0),)), start=("lion-1",), players={"Ann": "owl"}
        )
        log = log_of(table, PLAIN, mode_named("diversify"), ended=False)
        assert log.table.out == ()
        further = CAMOUFLAGE.apply(log, Lay(at("owl-1", 2, 0)))
        assert further.table.cards == ("lion-1", "owl-1")

    @pytest.mark.parametrize(
        ("mode", "timer_s", "ended"),
        [
            pytest.param("speed-round", 60, True, id="the speed round"),
            pytest.param("diversify", 0, True, id="experts"),
            pytest.param("diversify", 60, False, id="beginners"),
        ],
    )
    def test_a_board_on_which_somebody_is_out_ends_what_that_ends(
        self, mode: str, timer_s: int, *, ended: bool
    ) -> None:
        table = done(open_table(), *row("owl", -2)).table
        for out in (None, ("Ann",)):
            board = replace(table, out=out)
            log = log_of(board, PLAIN, mode_named(mode), ended=False, timer_s=timer_s)
            assert (log.table.out, log.ended) == (("Ann",), ended)

    def test_a_new_game_can_begin_with_a_board(self) -> None:
        log = done(open_table(), *row("owl", -2, range(1, 4)))
        options = {
            "deck": deck_to_json(PLAIN),
            "board": CAMOUFLAGE.state_to_json(log)["board"],
            "timer_s": 30,
        }
        further = CAMOUFLAGE.new(["Ann", "Ben", "Cid"], options=options)
        assert (further.table, further.timer_s) == (log.table, 30)
        assert not CAMOUFLAGE.is_over(further)

    @pytest.mark.parametrize(
        ("players", "seed", "change", "message"),
        [
            pytest.param(["Ann", "Ben"], None, {}, "board: expected a board on which Ann, Ben", id="players"),
            pytest.param(["Ann", "Ben", "Cid"], 1, {}, "board: expected no board beside a seed", id="seed"),
            pytest.param(
                ["Ann", "Ben", "Cid"],
                None,
                {"mode": "not-my-stack"},
                "board: expected a board for not-my-stack",
                id="mode",
            ),
            pytest.param(
                ["Ann", "Ben", "Cid"], None, {"min_match": 2}, "min_match: expected no such", id="rules"
            ),
            pytest.param(
                ["Ann", "Ben", "Cid"],
                None,
                {"board": {"format": "x"}},
                "board.format: expected 'camouflage-board/1'",
                id="format",
            ),
        ],
    )
    def test_a_board_that_does_not_fit_is_refused(
        self, players: list[str], seed: int | None, change: dict[str, object], message: str
    ) -> None:
        options = {"deck": deck_to_json(PLAIN), "board": CAMOUFLAGE.state_to_json(open_table())["board"]}
        with pytest.raises(GamesError) as error:
            CAMOUFLAGE.new(players, seed=seed, options={**options, **change})
        assert str(error.value).startswith(message)

    def test_what_cannot_lie_on_such_a_table_is_refused(self) -> None:
        with pytest.raises(GamesError):
            log_of(Table("x", "animals", Board((at("cat-1", 0, 0),))), PLAIN, mode_named("diversify"))


class TestOut:
    def test_whoever_has_laid_all_cards_is_out_in_that_order(self) -> None:
        log = done(open_table(), *row("fox", 2), *row("owl", -2))
        assert log.table.out == ("Ben", "Ann")
        assert [standing.out for standing in CAMOUFLAGE.score(log).standings] == [2, 1, None]

    def test_the_time_is_up_a_while_after_the_first_is_out(self) -> None:
        log = done(open_table(timer_s=30), *row("owl", -2, range(1, 6)), Lay(at("owl-6", 12, -2), at_s=100.0))
        assert log.deadline_s == 130.0
        assert CAMOUFLAGE.observation(log, "Ben")["until_s"] == 130.0
        done(log, Lay(at("fox-1", 2, 2), at_s=130.0))
        with pytest.raises(
            IllegalActionError, match=r"^time-up: the time was up at 130\.0 s; found 131\.0 s$"
        ):
            done(log, Lay(at("fox-1", 2, 2), at_s=131.0))

    def test_time_does_not_run_back(self) -> None:
        with pytest.raises(IllegalActionError, match=r"^time: "):
            done(open_table(), Lay(at("owl-1", 2, 2), at_s=9.0), Lay(at("owl-2", 4, 2), at_s=8.0))

    def test_experts_have_no_time_left(self) -> None:
        assert done(open_table(timer_s=0), *row("owl", -2)).ended

    def test_the_speed_round_ends_with_the_first_who_is_out(self) -> None:
        log = done(open_table("speed-round"), *row("owl", -2))
        assert CAMOUFLAGE.is_over(log)
        assert CAMOUFLAGE.score(log).winners == ("Ann",)

    def test_players_say_when_the_time_is_up(self) -> None:
        log = CAMOUFLAGE.apply(done(open_table(), *row("owl", -2)), END)
        assert CAMOUFLAGE.is_over(log)
        assert CAMOUFLAGE.score(log).winners == ("Ann",)
        with pytest.raises(IllegalActionError, match=r"^game-over: "):
            done(log, Lay(at("fox-1", 2, 2)))

    def test_a_dealt_game_is_not_broken_off(self) -> None:
        log = new("diversify", 3)
        with pytest.raises(IllegalActionError, match=r"^not-over: "):
            CAMOUFLAGE.apply(log, END)


class TestNotMyStack:
    def log(self) -> Log:
        first = {"Ann": "owl-1", "Ben": "fox-1", "Cid": "frog-1"}
        decks = {"Ann": "owl", "Ben": "fox", "Cid": "frog"}
        return new("not-my-stack", None, PLAIN, decks=decks, first=first)

    def test_each_location_begins_with_a_card_of_its_owner(self) -> None:
        log = self.log()
        assert [location.board.placements for location in log.table.locations] == [
            (at("owl-1", 0, 0),),
            (at("fox-1", 0, 0),),
            (at("frog-1", 0, 0),),
        ]

    def test_nobody_plays_on_the_own_location(self) -> None:
        with pytest.raises(IllegalActionError, match=r"^own-location: "):
            done(self.log(), Lay(at("owl-2", 2, 0), "Ann"))

    def test_a_location_is_frozen_once_its_owner_is_out(self) -> None:
        log = done(self.log(), *[Lay(at(f"owl-{n}", 2 * (n - 1), 0), "Ben") for n in range(2, 7)])
        assert log.table.out == ("Ann",)
        assert CAMOUFLAGE.observation(log, "Ben")["frozen"] == ["Ann"]
        for as_it_lies in (False, True):
            with pytest.raises(IllegalActionError, match=r"^frozen-location: "):
                done(log, Lay(at("fox-2", 2, 0), "Ann", as_it_lies=as_it_lies))

    def test_at_a_real_table_the_first_cards_have_to_be_told(self) -> None:
        with pytest.raises(MalformedFileError, match="in 'first' the card of 'lion' with which Ann begins"):
            new("not-my-stack", None, PLAIN)


class TestRefusals:
    @pytest.mark.parametrize(
        ("action", "rule"),
        [
            pytest.param(Lay(at("owl-1", 20, 20)), "too-few-matches", id="loose"),
            pytest.param(Lay(at("owl-1", 2, 0)), "covers-centre", id="on a centre"),
            pytest.param(Lay(at("lion-4", 2, 2)), "no-players-card", id="of the starting deck"),
            pytest.param(Begin(at("lion-4", 2, 2)), "starting-board", id="a fourth to begin with"),
            pytest.param(Begin(at("owl-1", 2, 2)), "starting-deck", id="another deck begins"),
            pytest.param(Begin(at("lion-1", 2, 2)), "starting-board", id="a card that lies there"),
        ],
    )
    def test_what_the_rules_forbid_names_the_rule(self, action: Begin | Lay, rule: str) -> None:
        with pytest.raises(IllegalActionError) as error:
            CAMOUFLAGE.apply(open_table(), action)
        assert error.value.rule == rule

    def test_cards_that_began_the_table_come_first(self) -> None:
        with pytest.raises(IllegalActionError, match=r"^starting-board: "):
            CAMOUFLAGE.apply(new("diversify", None, PLAIN, start="lion"), Lay(at("owl-1", 0, 0)))

    def test_where_no_deck_is_left_to_begin_with_a_player_does(self) -> None:
        deck = small_deck(1)
        two = replace(deck, decks=deck.decks[:2], cards=deck.cards[:6])
        options = {"deck": deck_to_json(two), "decks": dict(zip(("Ann", "Ben"), two.decks, strict=True))}
        log = CAMOUFLAGE.new(["Ann", "Ben"], options=options)
        first = CAMOUFLAGE.legal_actions(log)[0]
        assert len(CAMOUFLAGE.apply(log, first).table.cards) == 1

    def test_a_dealt_player_lays_what_is_in_hand(self) -> None:
        log = done(new("diversify", 1, PLAIN, start="lion"), *BEGINNING)
        card = log.unplayed("Ann")[3]
        with pytest.raises(IllegalActionError, match=rf"^not-in-hand: Ann does not hold {card}$"):
            CAMOUFLAGE.apply(log, Lay(at(card, 2, 2)))

    def test_a_card_is_written_down_as_it_lies(self) -> None:
        """A real table may hold illegal cards; they are judged in the score."""
        log = done(open_table(), Lay(at("owl-1", 20, 20), as_it_lies=True))
        assert log.table.cards[-1] == "owl-1"
        assert CAMOUFLAGE.score(log).standings[0].illegal == ("owl-1",)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            pytest.param({"format": "x"}, "format: expected 'camouflage-log/1'", id="format"),
            pytest.param({"mode": "chess"}, "mode: the games are diversify", id="mode"),
            pytest.param({"deck": {}}, "deck: expected an object with 'format'", id="deck"),
            pytest.param({"board": {}}, "board: expected an object with 'format'", id="board"),
            pytest.param({"entries": []}, "entries: expected the cards on the board", id="entries"),
            pytest.param(
                {"entries": [{"card": f"lion-{number}", "player": "Ann"} for number in (1, 2, 3)]},
                "entries[0].player: expected null, as lion-1 is nobody's",
                id="whose",
            ),
            pytest.param({"timer_s": -1}, "timer_s: expected a whole number", id="timer"),
            pytest.param({"ended": None}, "ended: expected true or false", id="ended"),
            pytest.param({"piles": {}}, "piles: expected all cards of each player", id="piles"),
            pytest.param({"opening": "cat"}, "opening: expected 'lion' or", id="opening"),
            pytest.param({"hand": []}, "hand: expected no such field", id="another field"),
        ],
    )
    def test_malformed_states_name_the_field(self, change: dict[str, Any], message: str) -> None:
        with pytest.raises(MalformedFileError) as error:
            CAMOUFLAGE.state_from_json(CAMOUFLAGE.state_to_json(open_table()) | change)
        assert str(error.value).startswith(message)

    @pytest.mark.parametrize(
        ("document", "message"),
        [
            pytest.param({"act": "lie"}, "act: expected 'begin' or 'lay' or 'end'", id="act"),
            pytest.param({"act": "lay"}, "the action: expected an object with 'x'", id="no place"),
            pytest.param(
                {"act": "lay", "card": "owl-1", "x": 0, "y": 0, "turn": 4}, "turn: expected", id="turn"
            ),
            pytest.param(
                {"act": "lay", "card": "owl-1", "x": 0, "y": 0, "turn": 0, "at_s": "1"},
                "at_s: expected a number",
                id="time",
            ),
            pytest.param({"act": "end", "x": 1}, "x: expected no such field", id="too much"),
        ],
    )
    def test_malformed_actions_name_the_field(self, document: object, message: str) -> None:
        with pytest.raises(MalformedFileError) as error:
            CAMOUFLAGE.action_from_json(document)
        assert str(error.value).startswith(message)

    @pytest.mark.parametrize(
        ("players", "options", "message"),
        [
            pytest.param(["Ann"], {}, "players: Camouflage is played by 2 to 7; found 1", id="alone"),
            pytest.param([*"ABCDEFG"], {}, "players: diversify is played by 2 to 6; found 7", id="seven"),
            pytest.param(["A", "B"], {"mode": "x"}, "mode: expected 'diversify'", id="mode"),
            pytest.param(
                ["A", "B"], {"decks": {"A": "owl", "B": "owl"}}, "decks: expected a deck", id="decks"
            ),
            pytest.param(["A", "B"], {"decks": {"C": "owl"}}, "decks.C: expected no such", id="a stranger"),
            pytest.param(
                ["A", "B"], {"decks": {"A": "owl", "B": "fox"}, "start": "fox"}, "decks: exp", id="start"
            ),
        ],
    )
    def test_options_that_do_not_fit_name_the_field(
        self, players: list[str], options: dict[str, object], message: str
    ) -> None:
        with pytest.raises(GamesError) as error:
            CAMOUFLAGE.new(players, options={"deck": deck_to_json(PLAIN), **options})
        assert str(error.value).startswith(message)

    def test_nobody_else_looks(self) -> None:
        with pytest.raises(UnknownGameError, match=r"^player: expected Ann or Ben or Cid; found 'Dan'$"):
            CAMOUFLAGE.observation(open_table(), "Dan")


def test_an_open_log_hides_hands() -> None:
    seen = CAMOUFLAGE.observation(open_table(), "Ann")
    assert (seen["hand"], seen["unplayed"]) == (["?"] * 3, {"Ann": 6, "Ben": 6, "Cid": 6})


def test_a_game_is_replayed_from_seed_and_actions() -> None:
    draw, seed = random.Random(5), 5
    options = {"mode": "cover-some-ground", "deck": deck_to_json(small_deck(5))}
    log = CAMOUFLAGE.new(["Ann", "Ben"], seed=seed, options=options)
    taken = []
    for _ in range(6):
        taken.append(draw.choice(CAMOUFLAGE.legal_actions(log)))
        log = CAMOUFLAGE.apply(log, taken[-1])
    actions = tuple(CAMOUFLAGE.action_to_json(action) for action in taken)
    played = Playthrough("camouflage", ("Ann", "Ben"), seed, options, actions)
    assert replay(CAMOUFLAGE, played) == log
