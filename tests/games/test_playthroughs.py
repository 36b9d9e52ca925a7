"""Whole games as text: they are replayed exactly, and undone."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camelot import CAMELOT
from games.errors import GamesError, IllegalActionError, MalformedFileError, UnknownGameError
from games.game import AnyGame, JsonObject
from games.playthroughs import Playthrough, ended, format_playthrough, parse_playthrough, replay, states
from games.registry import GAMES, game_named
from tests.plays import at_random

PLAYTHROUGHS = sorted((Path(__file__).parent.parent / "playthroughs").glob("*.txt"))


def recorded(game: AnyGame, seed: int, *, actions: int = 1000) -> Playthrough:
    """Return a random game as it can be written down."""
    draw = random.Random(seed)
    done: list[JsonObject] = []
    state = game.new(["Ann"], seed=seed)
    while (legal := game.legal_actions(state)) and len(done) < actions:
        action = draw.choice(legal)
        state = game.apply(state, action)
        done.append(game.action_to_json(action))
    return Playthrough(game.name, ("Ann",), seed, {}, tuple(done), ended(game, state))


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_whole_games_end_as_they_are_told(path: Path) -> None:
    played = parse_playthrough(path.read_text())
    game = game_named(played.game)
    last = replay(game, played)
    assert played.end == ended(game, last)
    assert format_playthrough(played) == path.read_text()


@given(st.integers(0, 2**32))
def test_a_game_is_replayed_from_its_text(seed: int) -> None:
    played = recorded(CAMELOT, seed)
    again = parse_playthrough(format_playthrough(played))
    assert again == played
    assert [*states(CAMELOT, again)] == [*states(CAMELOT, played)]
    assert [*states(CAMELOT, played)] == [
        *at_random(CAMELOT, CAMELOT.new(["Ann"], seed=seed), random.Random(seed))
    ]


@given(st.integers(0, 2**32), st.integers(1, 30))
def test_undo_leads_back_to_the_state_before(seed: int, actions: int) -> None:
    played = recorded(CAMELOT, seed, actions=actions)
    assert replay(CAMELOT, played.undone()) == [*states(CAMELOT, played)][-2]
    assert played.undone().followed_by(played.actions[-1]).actions == played.actions


def test_there_is_nothing_to_undo_at_the_beginning() -> None:
    with pytest.raises(GamesError, match="undo takes back an action"):
        Playthrough("camelot", ("Ann",), 1).undone()


def test_an_illegal_action_is_named() -> None:
    played = Playthrough("camelot", ("Ann",), 1, {}, ({"act": "turn"}, {"act": "turn"}))
    with pytest.raises(IllegalActionError) as error:
        replay(CAMELOT, played)
    assert (error.value.rule, error.value.__notes__) == ("a-card-waits", ["action 2"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("", "line 1: expected the beginning", id="nothing"),
        pytest.param("camelot", "line 1: expected a JSON object; found 'camelot'", id="no JSON"),
        pytest.param("[]", "line 1: expected an object", id="a list"),
        pytest.param('{"format": "x"}', "line 1.format: expected 'camtable-playthrough/1'", id="format"),
        pytest.param(
            '{"format": "camtable-playthrough/1", "fromat": "x"}',
            "line 1.fromat: expected no such field",
            id="another field",
        ),
    ],
)
def test_what_is_no_playthrough_names_line_and_field(text: str, message: str) -> None:
    with pytest.raises(MalformedFileError) as error:
        parse_playthrough(text)
    assert str(error.value).startswith(message)


def test_games_are_found_by_name() -> None:
    assert [game_named(game.name) for game in GAMES] == [*GAMES]
    with pytest.raises(UnknownGameError, match=r"^the games are camouflage, camelot, .*; found 'chess'$"):
        game_named("chess")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_every_game_says_what_it_is(game: AnyGame) -> None:
    told = game.description
    assert told.rules
    assert {"options", "state", "action"} == {*told.schemas}
    assert told.players[0] <= told.players[1]
