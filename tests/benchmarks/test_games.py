"""The benchmark of the games: what it counts, and that a batch is taken up where it was left."""

import sys
from pathlib import Path

import pytest

from benchmarks import (
    camel_up,
    camelio_play,
    camelio_tuning,
    camelot_deals,
    camelot_play,
    camelot_tuning,
    game_speed,
    games,
)
from games.registry import GAMES
from solver import camel_up_adviser, camelio_policy
from solver.camelot_policy import WEIGHTS


def test_a_batch_is_taken_up_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "deals.jsonl"
    first = [*camelot_deals.blocks(100, store)]
    monkeypatch.setattr(
        camelot_deals, "solved", lambda first: camelot_deals.Block(first, ("solved",), (1.0,))
    )
    both = [*camelot_deals.blocks(200, store)]
    assert both == [*first, camelot_deals.Block(101, ("solved",), (1.0,))]
    assert [*camelot_deals.blocks(200, store)] == both


def test_won_lost_and_unresolved_are_told_apart() -> None:
    block = camelot_deals.Block(1, ("solved", "impossible", "solved", "unfinished"), (1.0, 2.0, 3.0, 4.0))
    assert [*camelot_deals.lines([block])] == [
        "won             2 of 4 = 50.00% [15-85], median 2.00 ms, longest 3.0 ms",
        "lost            1 of 4 = 25.00% [5-70], median 2.00 ms, longest 2.0 ms",
        "unresolved      1 of 4 = 25.00% [5-70], median 4.00 ms, longest 4.0 ms",
    ]


def test_every_deal_is_resolved() -> None:
    (block,) = camelot_deals.blocks(100)
    assert {*block.status} == {"solved", "impossible"}


def test_every_player_plays_the_same_deals() -> None:
    hint, policy = (player for _, player in camelot_play.PLAYERS[:2])
    assert [each.won for each in camelot_play.games(hint, range(13, 16))] == [False, True, False]
    assert len([*camelot_play.games(policy, range(1, 4))]) == 3


def test_peers_that_are_not_installed_are_skipped_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setitem(sys.modules, "rlcard", None)
    speeds = [*game_speed.speeds(seconds=0.05)]
    ours = [each for each in speeds if each.library == "camtable"]
    assert [each.game for each in ours] == [game.name for game in GAMES if game.name != "camouflage"]
    assert all(each.steps_s for each in ours)
    peers = speeds[len(ours) :]
    assert [peer.library for peer in peers] == ["OpenSpiel", "RLCard"]
    assert all(game_speed.told(peer).startswith(f"{peer.library:10} skipped: ") for peer in peers)


def test_the_report(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camelot_play, "PLAYERS", camelot_play.PLAYERS[:2])
    monkeypatch.setitem(sys.modules, "camel_up", None)
    games.main(["--deals", "100", "--played", "2", "--seconds", "0.05", "--positions", "1"])
    shown = capsys.readouterr().out
    assert shown.startswith("load: ")
    assert "plain hint    won 0 of 2: 0.0% [0-66], slowest action " in shown
    assert "camel-up-solver: 32,812 rounds a second of the board game, measured once" in shown
    assert "exact odds equal to those of all orders: 6 of 6 positions" in shown


def test_the_adviser_of_camel_up_beats_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camel_up_adviser, "DEALS", 64)
    told = camel_up.played(3)
    assert int(told.split("won ")[1].split(" of")[0]) >= 2


def test_tuning_counts_the_same_deals_for_the_same_seed() -> None:
    assert camelot_tuning.chance(WEIGHTS, 200, seed=1) == camelot_tuning.chance(WEIGHTS, 200, seed=1)
    found = camelot_tuning.tuned(1, 4, seed=1)
    assert [len(weights) for weights in found] == [len(weights) for weights in WEIGHTS]


def test_seats_go_round_and_the_same_games_come_again(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        camelio_play.main(["--games", "5", "--seats", "3", "--deals", "2", "--counted", "greedy", "adviser"])
        told.append([line.split(" alone;")[0] for line in capsys.readouterr().out.splitlines()])
    assert told[0] == told[1]
    pairings = [line.split(": won ")[0] for line in told[0]]
    assert pairings == [
        "greedy       against 2 random",
        "adviser      against 2 random",
        "adviser      against 2 greedy",
    ]


def test_a_player_wins_as_often_as_the_sheets_say() -> None:
    """Against itself in all seats a player wins its share of the games, and victories shared besides."""
    (_, lots), _ = camelio_play.OPPONENTS
    found = camelio_play.played(lots, lots, 2, 40)
    assert found.games == 40
    assert 5 <= found.alone <= found.won <= 35


def test_weights_of_camelio_are_tuned_by_playing() -> None:
    weights = camelio_policy.WEIGHTS
    bad = (*[0.0] * 4, -5.0, *[-5.0] * 4, 0.0, 0.0)
    assert camelio_tuning.wins(weights, bad, 200, players=2, seed=1) > 0.8
    found = camelio_tuning.tuned(1, 4, 12, seed=1)
    assert found == camelio_tuning.tuned(1, 4, 12, seed=1)
    assert len(found) == len(weights)
