"""The doors of the games: the paths under /games, and the command `camtable game`."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner, Result

from api import cli, game_answers, playing, schemas, service
from api.app import create_app
from api.ways import subject_of_table
from games.camelot import CAMELOT, State, opened
from games.camouflage import CAMOUFLAGE, Log, deck_to_json, log_of, mode_named, parse_board, table_to_json
from games.camouflage import Table as Board
from games.playthroughs import parse_playthrough
from games.registry import GAMES
from tests.strategies import PLAIN, plain_deck

CLASH = plain_deck(owl_1="tttttttt")
START = CAMELOT.state_to_json(CAMELOT.new(["Ann"], seed=2))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path), raise_server_exceptions=False) as client:
        yield client


def posted(client: TestClient, path: str, **body: object) -> dict[str, Any]:
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def refused(client: TestClient, path: str, **body: object) -> tuple[int, str, str]:
    answer = client.post(path, json=body)
    problem = schemas.ProblemOut.model_validate(answer.json())
    return answer.status_code, problem.type, problem.detail


class TestPaths:
    @pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
    def test_a_game_says_how_it_is_played(self, client: TestClient, game: Any) -> None:  # noqa: ANN401 - any game
        told = client.get(f"/games/{game.name}").json()
        assert told["how_to_play"] == [*game.description.rules]
        assert {"options", "state", "action"} == {*told["schemas"]}
        variants = [each["name"] for each in told["variants"]]
        assert variants[: len(game.description.variants)] == [note.name for note in game.description.variants]
        assert {*variants} == {*told["schemas"]["options"]["properties"]}
        assert ("winnable" in variants) is (game.name == "camelot")

    def test_a_game_is_played_to_its_end(self, client: TestClient) -> None:
        answer = posted(client, "/games/camelot/new", players=["Ann"], seed=14)
        assert answer["seed"] == 14
        while not answer["over"]:
            found = posted(client, "/games/camelot/legal-actions", state=answer["state"])
            assert not found["over"]
            answer = posted(client, "/games/camelot/apply", state=answer["state"], action=found["actions"][0])
        assert posted(client, "/games/camelot/legal-actions", state=answer["state"])["actions"] == []
        sheet = posted(client, "/games/camelot/score", state=answer["state"])
        assert (sheet["certain"], sheet["missing"]) == (True, [])
        assert sheet["players"][0]["points"] == sum(line["points"] for line in sheet["lines"])

    def test_an_open_game_is_played_by_what_is_revealed(self, client: TestClient) -> None:
        answer = posted(client, "/games/camelio/new", players=["Ann", "Ben"])
        draw = random.Random(3)
        while not answer["over"]:
            found = posted(client, "/games/camelio/legal-actions", state=answer["state"])
            action = draw.choice(found["actions"])
            answer = posted(client, "/games/camelio/apply", state=answer["state"], action=action)
        sheet = posted(client, "/games/camelio/score", state=answer["state"])
        assert sheet["certain"]
        assert sum(player["points"] for player in sheet["players"]) == sum(
            line["points"] for line in sheet["lines"]
        )

    def test_a_table_of_camelio_is_scored_as_it_lies(self, client: TestClient) -> None:
        players = {"Ann": {"play": ["red-3", "red-2", "blue-1"]}, "Ben": {"play": ["blue-3", "blue-3"]}}
        table = {"format": "camelio-table/1", "players": players}
        sheet = posted(client, "/games/camelio/score", state=table)
        assert [
            (line["player"], line["item"], line["points"], line["reason"]) for line in sheet["lines"]
        ] == [
            ("Ann", "red: Ann", 1, "3 + 2 = 5 spheres, just scored"),
            ("Ann", "blue: Ann", 0, "1 sphere in play"),
            ("Ben", "blue: Ben", 0, "3 + 3 = 6 spheres, a bust, so they were discarded"),
        ]
        assert [player["rank"] for player in sheet["players"]] == [1, 2]

    def test_only_winnable_games_are_dealt(self, client: TestClient) -> None:
        """The deal of seed 1 cannot be won."""
        options = {"winnable": True}
        answer = posted(client, "/games/camelot/new", players=["Ann"], seed=1, options=options)
        assert answer == {"game": "camelot", "state": START, "over": False, "seed": 2}

    def test_after_the_last_seed_comes_the_first(self, client: TestClient) -> None:
        options = {"winnable": True}
        seed = posted(client, "/games/camelot/new", players=["Ann"], seed=2**63 - 1, options=options)["seed"]
        assert 0 <= seed < 2**63

    def test_a_solution_wins(self, client: TestClient) -> None:
        found = posted(client, "/games/camelot/solve", state=START)
        state = START
        for action in found["actions"]:
            state = posted(client, "/games/camelot/apply", state=state, action=action)["state"]
        assert posted(client, "/games/camelot/score", state=state)["winners"] == ["Ann"]
        lost = CAMELOT.state_to_json(CAMELOT.new(["Ann"], seed=1))
        assert posted(client, "/games/camelot/solve", state=lost)["status"] == "impossible"

    def test_odds_and_advice_know_nothing_of_what_is_hidden(self, client: TestClient) -> None:
        state = CAMELOT.state_from_json(START)
        for action in CAMELOT.legal_actions(state)[:1]:
            state = CAMELOT.apply(state, action)
        for path, limit in (("odds", {}), ("advise", {"time_limit_s": 10})):
            answers = [
                posted(client, f"/games/camelot/{path}", state=CAMELOT.state_to_json(each), seed=1, **limit)
                for each in (state, opened(state))
            ]
            assert answers[0] == answers[1]

    def test_advice_for_camelio_tells_chances_and_reasons(self, client: TestClient) -> None:
        players = {"Ann": {"play": ["red-3"]}, "Ben": {}}
        table = {"format": "camelio-table/1", "players": players, "face_up": "blue:1", "back": "red-blue-2"}
        advice = posted(client, "/games/camelio/advise", state=table, time_limit_s=0.01)
        assert advice["action"] == advice["options"][0]["action"]
        taken = {"act": "take", "card": "face-down", "to": "Ann"}
        (option,) = [each for each in advice["options"] if each["action"] == taken]
        assert option["chances"] == {"point": 0.5, "bust": 0, "point-lost": 0}
        assert option["reason"] == "Ann scores with a chance of 50%"
        low, high = option["interval"]
        assert low <= option["value"] <= high
        odds = posted(client, "/games/camelio/odds", state=table, deals=100)
        assert odds["event"] == "Ann wins, alone or with others"
        assert odds["low"] <= odds["p"] <= odds["high"]

    def test_an_observation_is_what_the_player_sees(self, client: TestClient) -> None:
        seen = posted(client, "/games/camelot/observation", state=START, player="Ann")
        assert seen == CAMELOT.observation(CAMELOT.state_from_json(START), "Ann")

    def test_camouflage_is_scored_as_a_board(self, client: TestClient) -> None:
        board = Board(CLASH.name, "animals", parse_board("lion-1@0,0r0 owl-1@2,0r0 fox-1@-2,0r0"))
        log = log_of(board, CLASH, mode_named("diversify"))
        found = posted(client, "/games/camouflage/score", state=CAMOUFLAGE.state_to_json(log))
        body = {"board": table_to_json(board), "deck": deck_to_json(CLASH), "game": "diversify"}
        assert found == posted(client, "/score", **body)
        assert found == schemas.to_json(service.score(subject_of_table(board, CLASH), "diversify"))

    def test_a_game_that_goes_on_has_no_winner_yet(self, client: TestClient) -> None:
        options = {"deck": deck_to_json(PLAIN), "mode": "speed-round"}
        state = posted(client, "/games/camouflage/new", players=["Ann", "Ben"], options=options)["state"]
        sheet = posted(client, "/games/camouflage/score", state=state)
        assert (sheet["winners"], sheet["missing"]) == (None, ["end"])

    @pytest.mark.parametrize(
        ("path", "body", "kind", "detail"),
        [
            pytest.param(
                "/games/camelot/apply",
                {"state": START, "action": {"act": "place", "slot": 1}},
                "illegal-action",
                "no-card-waits: ",
                id="against the rules",
            ),
            pytest.param(
                "/games/camelot/apply",
                {"state": START, "action": {"act": "place", "slot": 99}},
                "malformed-game",
                "slot: expected a whole number from 0 to 15; found 99",
                id="no action",
            ),
            pytest.param(
                "/games/camelot/score",
                {"state": START | {"turned": 99}},
                "malformed-game",
                "turned: expected a whole number",
                id="no state",
            ),
            pytest.param(
                "/games/camelot/new",
                {"players": ["Ann"], "seed": "7"},
                "invalid-request",
                "body.seed: Input should be a valid integer",
                id="a text for a number",
            ),
            pytest.param("/games/camelot/score", {}, "invalid-request", "body.state: ", id="nothing"),
            pytest.param(
                "/games/camelot/new", {"players": []}, "malformed-game", "players: Camelot is", id="nobody"
            ),
            pytest.param(
                "/games/camelot/new",
                {"players": ["Ann"], "options": {"winnable": True}},
                "wrong-use",
                "winnable: a deal is looked for from a seed on",
                id="winnable without a seed",
            ),
            pytest.param(
                "/games/camouflage/new",
                {"players": ["A", "B"], "seed": 1, "options": {"winnable": True}},
                "wrong-use",
                "winnable: expected camelot; found camouflage",
                id="winnable where nothing tells",
            ),
            pytest.param(
                "/games/camelot/solve",
                {"state": CAMELOT.state_to_json(State("Ann"))},
                "malformed-game",
                "deck: expected all 52 cards",
                id="a hidden stock",
            ),
        ],
    )
    def test_what_does_not_fit_is_told(
        self, client: TestClient, path: str, body: dict[str, object], kind: str, detail: str
    ) -> None:
        status, found, why = refused(client, path, **body)
        assert (status, found) == (422, f"urn:camtable:{kind}")
        assert why.startswith(detail)

    def test_an_unknown_game_is_not_found(self, client: TestClient) -> None:
        status, _, why = refused(client, "/games/chess/new", players=["Ann"])
        assert (status, why) == (
            404,
            f"the games are {', '.join(game.name for game in GAMES)}; found 'chess'",
        )


def run(*arguments: str | Path | int, stdin: str | None = None) -> Result:
    return CliRunner().invoke(cli.app, ["game", *map(str, arguments)], input=stdin)


def json_of(result: Result) -> dict[str, Any]:
    assert result.stdout.count("\n") == 1, result.output
    return dict(json.loads(result.stdout))


TURN = '{"act": "turn"}'
PLACE = '{"act": "place", "slot": 5}'


class TestCommand:
    @pytest.fixture
    def game(self, tmp_path: Path) -> Path:
        path = tmp_path / "game.txt"
        assert run("camelot", "new", "--seed", "2", "--out", path).exit_code == 0
        return path

    def test_new_prints_a_game_that_is_played_on(self) -> None:
        begun = run("camelot", "new", "--seed", "2").stdout
        further = run("camelot", "play", "-", TURN, PLACE, stdin=begun)
        assert further.exit_code == 0
        assert [*parse_playthrough(further.stdout).actions] == [json.loads(TURN), json.loads(PLACE)]

    def test_with_json_it_prints_the_state(self, game: Path) -> None:
        answer = json_of(run("camelot", "play", game, TURN, "--json"))
        assert (answer["game"], answer["over"], answer["seed"]) == ("camelot", False, 2)
        assert CAMELOT.state_from_json(answer["state"]).turned == 1

    def test_undo_takes_back_the_last_action(self, game: Path) -> None:
        run("camelot", "play", game, TURN, PLACE, "--out", game)
        back = json_of(run("camelot", "play", game, "--undo", 1, "--json"))
        assert CAMELOT.state_from_json(back["state"]).waiting

    def test_moves_are_actions_to_play(self, game: Path) -> None:
        run("camelot", "play", game, TURN, "--out", game)
        listed = run("camelot", "moves", game).stdout.splitlines()
        assert run("camelot", "play", game, listed[3]).exit_code == 0
        assert json_of(run("camelot", "moves", game, "--json"))["actions"] == [*map(json.loads, listed)]

    def test_the_grid_is_drawn(self, game: Path) -> None:
        shown = run("camelot", "play", game, TURN, PLACE, "--out", game).stdout.splitlines()
        assert shown[3].split()[3] != "5"
        assert shown[-1] == "waiting: none   stock: 51   points: 0"

    @pytest.mark.parametrize(
        ("seed", "code", "said"),
        [pytest.param(2, 0, "solved", id="won"), pytest.param(1, 1, "impossible: of the first", id="lost")],
    )
    def test_solve(self, seed: int, code: int, said: str) -> None:
        begun = run("camelot", "new", "--seed", seed).stdout
        result = run("camelot", "solve", "-", stdin=begun)
        assert result.exit_code == code
        assert result.stdout.splitlines()[-1].startswith(said)

    def test_unfinished_is_undecided(self, monkeypatch: pytest.MonkeyPatch, game: Path) -> None:
        unfinished = game_answers.SolutionAnswer("unfinished", (), None, 1.0)
        monkeypatch.setattr(playing, "solve", lambda *_, **__: unfinished)
        result = run("camelot", "solve", game, "--json")
        assert (result.exit_code, json_of(result)["status"]) == (4, "unfinished")

    def test_odds_advice_and_scores(self, game: Path) -> None:
        odds = json_of(run("camelot", "odds", game, "--games", 200, "--json"))
        assert odds["low"] < odds["p"] < odds["high"]
        assert json_of(run("camelot", "advise", game, "--json"))["action"] == {"act": "turn"}
        assert "The game goes on." in run("camelot", "score", game).stdout
        assert json_of(run("camelot", "score", game, "--json"))["missing"] == ["end"]

    def test_simulate(self) -> None:
        found = json_of(run("camelot", "simulate", "--games", 20, "--seed", 1, "--json"))
        assert found == json_of(run("camelot", "simulate", "--games", 20, "--seed", 1, "--json"))
        assert found["games"] == 20
        assert "Ann: won 0" in run("camelot", "simulate", "--games", 20, "--seed", 1).stdout

    def test_a_seed_that_no_record_could_hold_is_refused(self) -> None:
        result = run("camelot", "new", "--seed", 2**63)
        assert result.exit_code == 2
        assert "--seed" in result.stderr

    def test_a_state_will_do(self) -> None:
        result = run("camelot", "play", "-", TURN, stdin=json.dumps(START))
        assert CAMELOT.state_from_json(json.loads(result.stdout)).turned == 1

    def test_a_table_of_camelio_is_scored_and_played_on(self, tmp_path: Path) -> None:
        table = tmp_path / "table.json"
        players = {"Ann": {"play": ["red-3"]}, "Ben": {"scoring": ["blue-3", "blue-2"]}}
        document = {"format": "camelio-table/1", "players": players, "face_up": "red:2", "back": "blue"}
        table.write_text(json.dumps(document))
        shown = run("camelio", "score", table).stdout.splitlines()
        assert shown == [
            "   0  red: Ann: 3 spheres in play",
            "   1  blue: Ben: 3 + 2 = 5 spheres, scored",
            *("1. Ben: 1", "2. Ann: 0", "The game goes on."),
        ]
        taken = '{"act": "take", "card": "face-up", "to": "Ann"}'
        after = json_of(run("camelio", "play", table, taken, "--json"))["state"]
        assert after["happened"][0]["what"] == "point"
        refused = run("camelio", "play", table, '{"act": "front", "card": "blue:1"}')
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert refused.stderr.startswith("camtable: declare-first: ")

    def test_camelio_takes_a_deck(self, tmp_path: Path) -> None:
        deck = tmp_path / "own.deck.json"
        cards = {"red:1": 9, "red-blue-3:blue": 2}
        deck.write_text(json.dumps({"format": "camelio-deck/1", "name": "own", "cards": cards}))
        arguments = ("camelio", "new", "--players", "Ann,Ben", "--deck", deck)
        assert json_of(run(*arguments, "--json"))["state"]["left"] == 11
        begun = run(*arguments, "--seed", 1)
        assert run("camelio", "play", "-", '{"act": "back"}', stdin=begun.stdout).exit_code == 0
        deck.write_text("{}")
        assert run(*arguments).stderr == "camtable: deck: expected an object with 'format'; found {}\n"

    def test_the_areas_of_camelio_are_drawn(self, tmp_path: Path) -> None:
        begun = run("camelio", "new", "--seed", 3, "--players", "Ann,Ben").stdout
        chances = ['{"act": "back"}', '{"act": "front"}', '{"act": "back"}']
        taken = '{"act": "take", "card": "face-up", "to": "Ben"}'
        game = tmp_path / "game.txt"
        shown = run("camelio", "play", "-", *chances, taken, "--out", game, stdin=begun).stdout
        rows = [line.split() for line in shown.splitlines()]
        assert [">", "Ben", *[".....", "0"] * 3, "●●...", "2", "0", "of", "4"] in rows
        assert max(map(len, shown.splitlines())) <= 80

    def test_camouflage_takes_a_deck(self, tmp_path: Path) -> None:
        deck = tmp_path / "plain.deck.json"
        deck.write_text(json.dumps(deck_to_json(PLAIN)))
        arguments = ("camouflage", "new", "--players", "Ann,Ben", "--deck", deck, "--option", "timer_s=30")
        log = CAMOUFLAGE.state_from_json(json_of(run(*arguments, "--json"))["state"])
        assert isinstance(log, Log)
        assert (log.deck, log.timer_s, [*log.seats]) == (PLAIN, 30, ["Ann", "Ben"])
        shown = run("camouflage", "play", "-", stdin=run(*arguments).stdout).stdout
        assert parse_playthrough(shown).players == ("Ann", "Ben")

    @pytest.mark.parametrize(
        ("arguments", "stdin", "code", "message"),
        [
            pytest.param(["chess", "new"], None, 2, "the games are", id="no game"),
            pytest.param(["camelot", "moves"], None, 2, "moves: expected a game", id="no file"),
            pytest.param(["camelot", "moves", "x.txt"], None, 2, "x.txt cannot be read", id="missing file"),
            pytest.param(["camelot", "moves", "-"], "[]", 2, "the state: expected an object", id="no state"),
            pytest.param(["camelot", "new", "--option", "deal"], None, 2, "options are given", id="option"),
            pytest.param(["camelot", "new", "--option", "deal=x"], None, 2, "deal: expected", id="deal"),
            pytest.param(
                ["camelot", "new", "--option", f"deal={'[' * 99_999}"], None, 2, "deal: expected", id="deep"
            ),
            pytest.param(
                ["camelot", "moves", "-"],
                "TWICE",
                1,
                "a-card-waits: AS has to be placed first (action 2)",
                id="replayed",
            ),
            pytest.param(["camelot", "play", "-", PLACE], "START", 1, "no-card-waits", id="illegal"),
            pytest.param(
                ["camelot", "play", "-", "turn"],
                "START",
                2,
                "the action: expected JSON; found 'turn' in line 1, column 1",
                id="words",
            ),
            pytest.param(["camelot", "play", "-", "--undo", "1"], "START", 2, "--undo takes a", id="undo"),
            pytest.param(
                ["camouflage", "moves", "-"], "GAME", 2, "expected a game of camouflage", id="other"
            ),
            pytest.param(["camouflage", "odds", "-"], "LOG", 2, "odds: expected camelot", id="no odds"),
            pytest.param(
                ["camelio", "solve", "-"], "LOT", 2, "solve: expected camelot; found camelio", id="no solver"
            ),
            pytest.param(["camelio", "advise", "-"], "LOT", 2, "advice is for a player who", id="no choice"),
        ],
    )
    def test_what_does_not_fit_is_told(
        self, arguments: list[str], stdin: str | None, code: int, message: str
    ) -> None:
        log = CAMOUFLAGE.new(["A", "B"], options={"deck": deck_to_json(PLAIN)})
        begun = run("camelot", "new", "--seed", 2).stdout
        texts = {
            "START": json.dumps(START),
            "GAME": begun,
            "TWICE": f"{begun}{TURN}\n{TURN}\n",
            "LOT": run("camelio", "new", "--seed", 2, "--players", "Ann,Ben").stdout,
            "LOG": json.dumps(CAMOUFLAGE.state_to_json(log)),
        }
        result = run(*arguments, stdin=texts.get(stdin or "", stdin))
        assert (result.exit_code, result.stdout) == (code, "")
        assert result.stderr.startswith(f"camtable: {message}")


def test_a_whole_game_is_scored(root: Path) -> None:
    played = root / "tests" / "playthroughs" / "camelot-won.txt"
    assert run("camelot", "score", played).stdout.splitlines()[-1] == "Winner: Ann"
