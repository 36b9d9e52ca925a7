"""Camel Up through the command and the paths: tables scored, odds, advice, charts, and what is refused."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from fastapi.testclient import TestClient

from api import charts
from api.app import create_app
from games.camel_up import CAMEL_UP
from tests.api.test_games import json_of, posted, refused, run
from tests.games.camel_up.tables import camels
from tests.games.camel_up.test_scoring import EXAMPLE

STATE = {
    "format": "camel-up-state/1",
    "players": ["Ann", "Ben", "Cat"],
    "camels": camels("1:B 4:GP 6:RY 9:C"),
    "revealed": ["blue 1", "green 1", "purple 1", "red 1", "yellow 1"] * 2 + ["green 1", "crazy 0"],
    "face_up": {"Ann": "red 1", "Ben": "blue 2"},
}
REVEAL = '{"act": "reveal", "card": "red 1"}'


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path), raise_server_exceptions=False) as client:
        yield client


def written(path: Path, document: object) -> Path:
    path.write_text(json.dumps(document))
    return path


class TestScore:
    def test_a_table_is_scored_as_it_lies(self, client: TestClient, tmp_path: Path) -> None:
        table = written(tmp_path / "table.json", EXAMPLE)
        found = json_of(run("camel-up", "score", table, "--json"))
        assert found["players"][0]["points"] == 6
        assert found == posted(client, "/games/camel-up/score", state=EXAMPLE)
        shown = run("camel-up", "score", table).stdout.splitlines()
        assert shown[1] == "   5  first: purple 5: Olivier 1: purple has place 1"
        assert "1. Olivier: 6" in shown

    def test_a_whole_game_shows_its_money(self, root: Path, tmp_path: Path) -> None:
        played = root / "tests" / "playthroughs" / "camel-up-three-players.txt"
        result = run("camel-up", "score", played, "--svg", tmp_path / "money.svg")
        assert "Winner: " in result.stdout
        assert "round 1" in result.stdout
        assert {"Ann", "Ben", "Cat"} <= {*" ".join(texts(tmp_path / "money.svg")).split()}

    def test_what_is_no_table_is_told(self, client: TestClient, tmp_path: Path) -> None:
        wrong = EXAMPLE | {"ranking": ["red", "red"]}
        result = run("camel-up", "score", written(tmp_path / "table.json", wrong))
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("camtable: ranking: expected each camel once")
        assert refused(client, "/games/camel-up/score", state=wrong)[:2] == (
            422,
            "urn:camtable:malformed-game",
        )


class TestPlay:
    def test_a_ruling_that_decides_something_is_shown(self, client: TestClient, tmp_path: Path) -> None:
        state = STATE | {"camels": camels("1:B 4:GP 6:R 9:CY")}
        action = {"act": "reveal", "card": "crazy 1"}
        answer = posted(client, "/games/camel-up/apply", state=state, action=action)
        assert [ruling["name"] for ruling in answer["rulings"]] == ["rider-on-crazy"]
        result = run(
            "camel-up",
            "play",
            written(tmp_path / "s.json", state),
            json.dumps(action),
            "--out",
            tmp_path / "o",
        )
        assert "Ruling: The crazy camel goes one space further" in result.stdout
        plain = posted(client, "/games/camel-up/apply", state=STATE, action=json.loads(REVEAL))
        assert "rulings" not in plain

    def test_a_game_is_dealt_played_and_undone(self, tmp_path: Path) -> None:
        game = tmp_path / "game.txt"
        run("camel-up", "new", "--players", "Ann,Ben", "--seed", 3, "--out", game)
        listed = run("camel-up", "moves", game).stdout.splitlines()
        run("camel-up", "play", game, listed[0], "--out", game)
        answer = json_of(run("camel-up", "play", game, "--json"))
        assert len(answer["state"]["discarded"]["Ann"]) == 1
        back = json_of(run("camel-up", "play", game, "--undo", 1, "--json"))
        assert back["state"] == CAMEL_UP.state_to_json(CAMEL_UP.new(["Ann", "Ben"], seed=3))

    def test_games_are_simulated(self) -> None:
        found = json_of(run("camel-up", "simulate", "--players", "Ann,Ben", "--games", 5, "--json"))
        assert (found["games"], {*found["winners"]}) == (5, {"Ann", "Ben"})


class TestOdds:
    def test_a_known_deck_has_exact_odds(self, client: TestClient, tmp_path: Path) -> None:
        deck = ["red 1", "crazy 2"]
        found = posted(client, "/games/camel-up/odds", state=STATE, options={"deck": deck})
        assert (found["exact"], found["tables"], found["player"]) == (True, 2, "Ann")
        yellow = next(camel for camel in found["camels"] if camel["camel"] == "yellow")
        assert yellow["places"] == [1, 0, 0, 0, 0]
        assert found["bets"][0] == {"on": "first", "camel": "yellow", "value": 5, "expected": 5}
        path = written(tmp_path / "s.json", STATE)
        option = f"deck={json.dumps(deck)}"
        assert json_of(run("camel-up", "odds", path, "--option", option, "--json")) == found

    def test_an_unknown_deck_is_simulated(self, tmp_path: Path) -> None:
        path, svg = written(tmp_path / "s.json", STATE), tmp_path / "odds.svg"
        result = run("camel-up", "odds", path, "--games", 300, "--option", "of=race", "--svg", svg)
        assert "300 tables simulated" in result.stdout
        assert "As Ann knows it. What others gave" in result.stdout
        assert "Ruling: What others gave" in result.stdout
        assert result.stdout.splitlines()[1].startswith("blue ")
        assert "Places at the end of the race" in texts(svg)
        found = json_of(run("camel-up", "odds", path, "--games", 300, "--option", "of=race", "--json"))
        for camel in found["camels"]:
            assert sum(camel["places"]) == pytest.approx(1, abs=1e-5)
            assert all(
                low <= p <= high for p, (low, high) in zip(camel["places"], camel["intervals"], strict=True)
            )

    @pytest.mark.parametrize(
        ("options", "detail"),
        [
            pytest.param({"player": "Zoe"}, "player: expected Ann or Ben or Cat", id="player"),
            pytest.param({"of": "leg"}, "of: expected 'round' or 'race'", id="of"),
            pytest.param({"acting": "some"}, "acting: expected 'nobody' or 'random'", id="acting"),
            pytest.param({"deck": ["red 1"]}, "deck: expected 2 cards that can be left", id="too few"),
            pytest.param(
                {"deck": ["crazy 1", "crazy 2"]}, "deck: expected 2 cards that can", id="crazy cards"
            ),
            pytest.param({"deck": ["red 3", "red 1"]}, "deck[0]: expected the name of a card", id="no card"),
            pytest.param({"dekc": []}, "dekc: expected no such field", id="no option"),
        ],
    )
    def test_what_does_not_fit_is_told(
        self, client: TestClient, options: dict[str, Any], detail: str
    ) -> None:
        status, kind, why = refused(client, "/games/camel-up/odds", state=STATE, options=options)
        assert (status, kind) == (422, "urn:camtable:malformed-game")
        assert why.startswith(detail)

    def test_there_are_no_odds_before_the_deck_is_made(self, client: TestClient) -> None:
        state = CAMEL_UP.state_to_json(CAMEL_UP.new(["Ann", "Ben"], seed=1))
        status, _, why = refused(client, "/games/camel-up/odds", state=state)
        assert (status, why) == (422, "odds: expected a round that is played; found the phase 'discard'")

    def test_what_has_no_chart_is_told(self, tmp_path: Path) -> None:
        result = run("camel-up", "moves", written(tmp_path / "s.json", STATE), "--svg", tmp_path / "x.svg")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("camtable: --svg draws the odds of Camel Up")


def test_advice_comes_with_its_reason(client: TestClient) -> None:
    found = posted(client, "/games/camel-up/advise", state=STATE, time_limit_s=0.01)
    assert found["action"] == found["options"][0]["action"]
    assert found["options"][0]["reason"]
    assert "expected money" in found["measure"]
    legal = posted(client, "/games/camel-up/legal-actions", state=STATE)["actions"]
    others = [action for action in legal if action["act"] != "reveal"]
    assert all(action in [option["action"] for option in found["options"]] for action in others)


MONEY = {"Ann": [3, 8, 20], "B<b>": [3, 0, 20]}


class TestCharts:
    def test_money_is_drawn_for_each_player(self, tmp_path: Path) -> None:
        path = tmp_path / "money.svg"
        path.write_text(charts.money_as_svg(MONEY))
        assert {"Ann 20", "B<b> 20"} <= {*texts(path)}
        lines = [element for element in drawn(path) if element.tag.endswith("polyline")]
        assert len(lines) == 2
        assert lines[0].get("stroke-dasharray") != lines[1].get("stroke-dasharray")

    def test_bars_are_as_long_as_there_are_pounds(self) -> None:
        assert [*charts.money_in_terminal(MONEY)][:3] == [
            "Ann   start      3 ███",
            "      round 1    8 ████████",
            "      round 2   20 ████████████████████",
        ]


def texts(path: Path) -> list[str]:
    """The texts of an SVG document."""
    return ["".join(element.itertext()) for element in drawn(path) if element.tag.endswith("text")]


def drawn(path: Path) -> list[ET.Element]:
    """The elements of an SVG document."""
    return [*ET.parse(path).iter()]  # noqa: S314 - it was drawn by this project
