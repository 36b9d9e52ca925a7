"""Games against the computer in a terminal: what is shown and asked, and a real terminal to play in."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api import cli, outputs, playing
from api.errors import WrongUseError
from api.session import Session, begun, new_file
from api.views.registry import VIEWS, view_of
from api.views.view import WIDTH, View, lines_of
from games.camelio import CAMELIO
from games.camelot import CAMELOT
from games.game import AnyGame
from games.playthroughs import Playthrough, format_playthrough, parse_playthrough, replay, states
from games.registry import game_named
from tests.api.screens import Script, terminal


def playable(name: str) -> tuple[AnyGame, View]:
    view = view_of(name)
    assert view
    return game_named(name), view


def session(name: str, *answers: str, seed: int = 3, file: Path | None = None) -> Session:
    """Return a session of a new game that was played by a script."""
    game, view = playable(name)
    played = Session(game, view, begun(game, ["Ann"], seed=seed, options={}), "Ann", Script(*answers), file)
    played.run()
    return played


def shown(played: Session) -> str:
    assert isinstance(played.screen, Script)
    return played.screen.text


class TestSession:
    def test_the_computer_joins_where_players_lack(self) -> None:
        assert begun(CAMELIO, ["Ann"], seed=3, options={}).players == ("Ann", "Computer")
        assert begun(CAMELIO, ["Ann", "Ben", "Cleo"], seed=3, options={}).players == ("Ann", "Ben", "Cleo")
        assert begun(CAMELIO, ["Computer"], seed=3, options={}).players == ("Computer", "Second computer")
        assert begun(CAMELOT, ["Ann"], seed=3, options={}).players == ("Ann",)

    def test_a_choice_is_played_and_answered(self) -> None:
        played = session("camelio", "1")
        actions = [action for action in played.played.actions if action["act"] == "take"]
        assert actions[0] == {"act": "take", "card": "face-up", "to": "Ann"}
        assert len(actions) == 2
        assert "Ann keeps the face-up card, yellow 2." in shown(played)
        assert CAMELIO.observation(played.state, "Ann")["turn"] == "Ann"

    def test_what_a_face_down_card_was_is_told(self) -> None:
        text = shown(session("camelio", "3"))
        assert "Ann keeps the face-down card (any colour, 3 spheres).\nIt is " in text

    def test_what_is_no_choice_changes_nothing(self) -> None:
        played = session("camelio", "9", "", "keep")
        assert played.state == session("camelio").state
        assert "Type what stands before a choice, or h, u, ? or q; found '9'." in shown(played)

    def test_undo_takes_back_the_last_choice_with_its_answers(self) -> None:
        assert session("camelio", "1", "2", "u").state == session("camelio", "1").state
        assert session("camelio", "1", "2", "undo", "u").state == session("camelio").state
        assert "There is nothing to take back." in shown(session("camelio", "u"))

    def test_a_hint_tells_choices_that_can_be_typed(self) -> None:
        lines = shown(session("camelio", "h")).splitlines()
        (last,) = [number for number, line in enumerate(lines) if line.startswith("(estimated chance")]
        keys = {line.split()[0] for line in lines[last - 8 : last] if re.match(r" +\d  \w+ ", line)}
        assert keys == {"1", "2", "3", "4"}
        assert re.search(
            r"keep the face-up card, yellow 2: 0\.\d\d; Ann then has 2 yellow spheres", "\n".join(lines)
        )

    def test_help_tells_the_rules_and_the_commands(self) -> None:
        text = shown(session("camelio", "?"))
        assert "u or undo: take back your last choice" in text
        assert CAMELIO.description.rules[0][:60] in text.replace("\n", " ")

    def test_a_game_is_played_to_its_end(self, tmp_path: Path) -> None:
        file = tmp_path / "game.txt"
        played = session("camelio", *["1", "4"] * 100, file=file)
        assert played.state.ended
        assert "Winner: " in shown(played)
        kept = parse_playthrough(file.read_text())
        assert kept.end
        assert replay(CAMELIO, kept) == played.state

    def test_what_is_not_listed_is_told_by_an_example(self) -> None:
        assert "Type 0 to place 4♠ on slot 0, and so on." in shown(session("camelot"))

    def test_the_end_can_be_taken_back(self) -> None:
        whole = session("camelot", *[str(slot) for slot in range(16)] * 3)
        assert CAMELOT.is_over(whole.state)
        assert "Lost: " in shown(whole)
        assert isinstance(whole.screen, Script)
        back = Session(CAMELOT, whole.view, whole.played, "Ann", Script("u"))
        back.run()
        assert not CAMELOT.is_over(back.state)

    def test_the_game_is_kept_and_taken_up_again(self, tmp_path: Path) -> None:
        file = tmp_path / "game.txt"
        first = session("camelio", "1", "q", file=file)
        kept = parse_playthrough(file.read_text())
        again = Session(CAMELIO, first.view, kept, "Ann", Script("2"), file)
        assert again.state == first.state
        again.run()
        assert again.state == session("camelio", "1", "2").state

    def test_a_game_without_a_file_can_be_kept_at_the_end(self, tmp_path: Path) -> None:
        file = tmp_path / "kept.txt"
        played = session("camelio", "1", "q", str(tmp_path / "no" / "folder.txt"), str(file))
        assert "cannot be written" in shown(played)
        assert replay(CAMELIO, parse_playthrough(file.read_text())) == played.state
        assert f"To go on: camtable game camelio play {file}" in " ".join(shown(played).split())

    def test_nothing_is_overwritten(self, tmp_path: Path) -> None:
        taken = tmp_path / "taken.txt"
        taken.write_text("mine")
        text = shown(session("camelio", "1", "q", str(taken), ""))
        assert "is there already" in " ".join(text.split())
        with pytest.raises(WrongUseError, match="is there already"):
            new_file(taken)
        assert taken.read_text() == "mine"

    def test_the_end_of_input_is_told_where_the_game_is_lost(self, tmp_path: Path) -> None:
        assert shown(session("camelio", "1")).endswith("The game is not kept.")
        assert "not kept" not in shown(session("camelio", "1", file=tmp_path / "game.txt"))

    def test_who_stops_the_computer_while_it_thinks_leaves(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def stopped(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(playing, "advise", stopped)
        played = session("camelio", "h")
        assert shown(played).endswith("The game is not kept.")

    def test_a_game_can_be_dropped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(outputs, "write_text", lambda *_: pytest.fail("it was written"))
        assert session("camelio", "1", "q", "").file is None

    def test_hints_and_answers_come_in_camel_up_too(self) -> None:
        played = session("camel-up", *["1"] * 12, "h")
        assert played.state.phase == "play"
        text = shown(played)
        assert "Ann discards a card.\n" in text
        assert "Computer discards a card.\n" in text
        assert "(expected money at the end of the race" in text
        assert "f3  fennec on space 3, and so on" in text

    def test_markers_are_placed_by_their_letter(self) -> None:
        before = session("camel-up", *["1"] * 11)
        wanted = next(each for each in before.view.choices(before.state) if each.key.startswith("s"))
        after = session("camel-up", *["1"] * 11, wanted.key)
        placed = after.played.actions[len(before.played.actions)]
        assert placed == {"act": "place", "marker": "shortcut", "space": int(wanted.key[1:])}

    def test_nobody_else_sits_down(self) -> None:
        game, view = playable("camelio")
        with pytest.raises(WrongUseError, match=r"^--players: expected Ann or Computer, .*; found Ben$"):
            Session(game, view, begun(game, ["Ann"], seed=1, options={}), "Ben", Script())

    def test_a_real_table_is_not_played_on(self) -> None:
        game, view = playable("camelio")
        with pytest.raises(WrongUseError, match="found one at a real table"):
            Session(game, view, Playthrough("camelio", ("Ann", "Ben")), "Ann", Script())

    @pytest.mark.parametrize("view", VIEWS, ids=lambda view: str(view.game))
    def test_every_choice_has_a_key_of_its_own(self, view: View) -> None:
        """In a whole game that computers play, boards fit the terminal too."""
        game = game_named(view.game)
        names = ["A player with a name too long", "Ben", "Cleo", "Dan"][: max(1, game.description.players[0])]
        played = Session(game, view, begun(game, names, seed=5, options={}), names[0], Script())
        commands = {"h", "hint", "u", "undo", "?", "help", "q", "quit"}
        for _ in range(40):
            if game.is_over(played.state):
                break
            if view.actor(played.state):
                choices = view.choices(played.state)
                keys = [choice.key for choice in choices]
                assert len({*keys} - commands) == len(keys)
                assert [choice.action for choice in choices] == [*game.legal_actions(played.state)]
            assert max(map(len, lines_of(view.board(played.state)))) <= WIDTH
            action = game.legal_actions(played.state)[-1]
            played._do(action)


def widths(text: str) -> Sequence[int]:
    return [len(line) for line in text.splitlines()]


class TestTerminal:
    """The command itself, in a pseudo-terminal."""

    def test_a_game_of_camelio_is_played_left_and_taken_up_again(self, tmp_path: Path, root: Path) -> None:
        paths = {"PYTHONPATH": str(root)}
        with terminal(
            "game", "camelio", "play", "--seed", "3", "--out", "g.txt", cwd=tmp_path, **paths
        ) as screen:
            begin = screen.until("Ann> ")
            assert "You play Ann against Computer (seed 3)." in begin
            assert "1  keep the face-up card, yellow 2" in begin
            screen.type("1")
            after = screen.until("Ann> ")
            assert "Ann keeps the face-up card, yellow 2." in after
            assert "Computer keeps" in after or "Computer gives" in after
            screen.type("h")
            assert "(estimated chance to win" in screen.until("Ann> ")
            screen.type("?")
            assert "u or undo: take back" in screen.until("Ann> ")
            screen.type("3")
            screen.until("Ann> ")
            screen.type("u")
            assert "Taken back." in (back := screen.until("Ann> "))
            assert max(widths(begin + after + back)) <= 80
            assert "\x1b[1;33m" in screen.raw
            screen.type("q")
            screen.until("To go on: camtable game camelio play g.txt")
            assert screen.leave() == 0
        with terminal("game", "camelio", "play", "g.txt", cwd=tmp_path, NO_COLOR="1", **paths) as screen:
            again = screen.until("Ann> ")
            assert after.split("face up")[1].split("Ann> ")[0] in again
            assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", screen.raw)
            screen.type("\x04")  # what a terminal takes for the end of input
            assert screen.leave() == 0
        kept = parse_playthrough((tmp_path / "g.txt").read_text())
        assert len([action for action in kept.actions if action["act"] == "take"]) == 2

    def test_a_game_of_camelot_is_played(self, tmp_path: Path, root: Path) -> None:
        paths = {"PYTHONPATH": str(root)}
        with terminal("game", "camelot", "play", "--seed", "14", cwd=tmp_path, **paths) as screen:
            assert "waiting: " in screen.until("Ann> ")
            screen.type("5")
            assert "Turned: " in screen.until("Ann> ")
            screen.type("q")
            screen.until("Keep the game in which file?")
            screen.type("mine.txt")
            screen.until("To go on: camtable game camelot play mine.txt")
            assert screen.leave() == 0
        kept = parse_playthrough((tmp_path / "mine.txt").read_text())
        assert [*states(CAMELOT, kept)][2].grid[5]

    def test_a_game_of_camel_up_is_played(self, tmp_path: Path, root: Path) -> None:
        paths = {"PYTHONPATH": str(root)}
        arguments = (
            "game",
            "camel-up",
            "play",
            "--seed",
            "3",
            "--players",
            "Ann,Ben,Cleo",
            "--out",
            "race.txt",
        )
        with terminal(*arguments, cwd=tmp_path, **paths) as screen:
            assert "You play Ann against Ben and Cleo (seed 3)." in screen.until("Ann> ")
            for _ in range(8):
                screen.type("1")
                told = screen.until("Ann> ")
            assert "Cleo gives a card to the racing deck." in told
            screen.type("h")
            assert "(expected money at the end of the race" in screen.until("Ann> ")
            screen.type("1")
            assert "Ann reveals " in screen.until("Ann> ")
            screen.type("u")
            assert "Taken back." in screen.until("Ann> ")
            screen.type("quit")
            assert screen.leave() == 0
        assert len(parse_playthrough((tmp_path / "race.txt").read_text()).actions) == 24

    def test_what_cannot_be_played_is_told_in_a_line(self, tmp_path: Path, root: Path) -> None:
        paths = {"PYTHONPATH": str(root)}
        (tmp_path / "open.txt").write_text(format_playthrough(Playthrough("camelio", ("Ann", "Ben"))))
        with terminal("game", "camelio", "play", "open.txt", cwd=tmp_path, **paths) as screen:
            said = screen.until("real table")
            assert said.startswith("camtable: play: expected a game whose cards were dealt")
            assert screen.leave() == 2


SCRIPTED = [
    pytest.param(["g.txt", '{"act": "turn"}'], id="an action"),
    pytest.param(["g.txt", "--json"], id="JSON"),
    pytest.param(["t.txt", "--undo", "1"], id="undo"),
    pytest.param(["-"], id="standard input"),
    pytest.param(["s.txt"], id="a state alone"),
]


@pytest.mark.parametrize("arguments", SCRIPTED)
def test_a_script_stays_one_also_in_a_terminal(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Playthrough("camelot", ("Ann",), 3)
    begun_text = format_playthrough(played)
    (tmp_path / "g.txt").write_text(begun_text)
    (tmp_path / "t.txt").write_text(format_playthrough(played.followed_by({"act": "turn"})))
    (tmp_path / "s.txt").write_text(json.dumps(CAMELOT.state_to_json(CAMELOT.new(["Ann"], seed=3))))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("api.commands.games.at_a_terminal", lambda: True)
    monkeypatch.setattr("api.commands.games.sit_down", lambda *_, **__: pytest.fail("it sat down"))
    done = CliRunner().invoke(cli.app, ["game", "camelot", "play", *arguments], input=begun_text)
    assert done.exit_code == 0, done.output


def test_camouflage_is_not_played_against_the_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.commands.games.at_a_terminal", lambda: True)
    done = CliRunner().invoke(cli.app, ["game", "camouflage", "play"])
    assert (done.exit_code, done.stderr) == (
        2,
        "camtable: play: expected a game, as `new` prints it; found none\n",
    )
