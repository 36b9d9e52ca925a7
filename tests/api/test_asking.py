"""Questions about a reading that are asked in a terminal: by a script, and in a real one."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api import cli, outputs, service
from api.answers import ReadAnswer
from api.asking import Asking
from api.keeping import Step
from api.reading_files import reading_from_json
from games.camouflage import format_board
from tests.api.screens import Script, terminal
from tests.api.test_conversation import KEPT

PILE = "pig-1 over fox-1 over owl-1"


def asked(*answers: str, file: Path | None = None) -> tuple[Asking, ReadAnswer]:
    asking = Asking(service.read_on(KEPT), Script(*answers), file)
    return asking, asking.run()


def text(asking: Asking) -> str:
    assert isinstance(asking.screen, Script)
    return " ".join(asking.screen.text.split())


def steps(file: Path) -> tuple[Step, ...]:
    return reading_from_json(json.loads(file.read_text())).steps


class TestAsking:
    def test_a_number_chooses_an_answer(self) -> None:
        first = service.read_on(KEPT).questions[0]
        asking, found = asked("2")
        assert found.kept.steps == (Step(first.answers[1]),)
        assert f"1 {first.answers[0]} 2 {first.answers[1]}" in text(asking)

    def test_what_is_seen_may_be_said_in_words(self) -> None:
        _, found = asked(PILE)
        assert found.kept.steps == (Step(PILE),)
        assert format_board(found.board.board) == "owl-1@0,0r0 fox-1@2,0r0 pig-1@4,0r0"

    def test_it_goes_on_until_nothing_is_open(self) -> None:
        asking, found = asked(PILE, "1", "")
        assert found.questions == ()
        assert found.confidence.certain["score"]
        assert "Nothing is open that an answer would make surer." in text(asking)
        assert isinstance(asking.screen, Script)
        assert [prompt[:4] for prompt in asking.screen.prompts] == ["> ", "> ", "Keep"]

    @pytest.mark.parametrize("word", ["", "q", "Quit"], ids=["enter", "letter", "word"])
    def test_whoever_is_asked_may_leave(self, word: str) -> None:
        asking, found = asked(word, "1")
        assert (found.kept, len(asking.screen.answers)) == (KEPT, 1)  # type: ignore[attr-defined] # - of a Script

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            pytest.param("9", "Type a number from 1 to 2, or what you see; found 9.", id="no such number"),
            pytest.param("so what", "expected an answer such as", id="no answer"),
            pytest.param("owl-1 over pig-1", "its cards do not lie on each other", id="contradiction"),
            pytest.param("u", "There is nothing to take back.", id="nothing said"),
            pytest.param("?", "u or undo: take back the last answer that stands", id="help"),
        ],
    )
    def test_what_is_no_answer_changes_nothing_and_is_asked_again(self, typed: str, said: str) -> None:
        asking, found = asked(typed)
        assert (found.kept, said in text(asking)) == (KEPT, True)
        assert isinstance(asking.screen, Script)
        assert len(asking.screen.prompts) == 2

    def test_the_last_answer_that_stands_is_taken_back(self) -> None:
        asking, found = asked("fox-1 over owl-1", "pig-1 over fox-1", "undo", "u")
        assert [step.undone for step in found.kept.steps] == [True, True]
        assert found.questions == service.read_on(KEPT).questions
        assert 'Taken back: "fox-1 over owl-1".' in text(asking)

    def test_what_an_answer_is_warned_of_is_told_at_once(self) -> None:
        sure = replace(KEPT, evidence=replace(KEPT.evidence, doubts=()))
        asking = Asking(service.read_on(sure), Script("fox-1 lies at 2,2 turned 0", "fox-1 over owl-1"))
        asking.run()
        assert text(asking).count("Warning: the photo speaks clearly against") == 1

    def test_answers_without_a_file_can_be_kept_at_the_end(self, tmp_path: Path) -> None:
        taken, new = tmp_path / "taken.txt", tmp_path / "new.reading.json"
        taken.write_text("mine")
        asking, _ = asked("fox-1 over owl-1", "q", str(taken), str(tmp_path / "no" / "x.json"), str(new))
        assert "taken.txt is there already, so nothing was written there." in text(asking)
        assert "expected a file to write; found no folder" in text(asking)
        assert (taken.read_text(), steps(new)) == ("mine", (Step("fox-1 over owl-1"),))

    def test_or_dropped(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        asking, _ = asked("fox-1 over owl-1", "q", "")
        assert isinstance(asking.screen, Script)
        assert asking.screen.prompts[-1].startswith("Keep the reading in which file?")
        assert not [*tmp_path.iterdir()]

    def test_each_step_is_kept_at_once(self, tmp_path: Path) -> None:
        file = tmp_path / "t.reading.json"

        class Watching(Script):
            def ask(self, prompt: str) -> str | None:
                seen.append(len(steps(file)))
                return super().ask(prompt)

        seen: list[int] = []
        Asking(service.read_on(KEPT), Watching("fox-1 over owl-1", "u", PILE), file).run()
        assert seen == [0, 1, 1, 2]

    def test_who_stops_it_while_it_is_solved_leaves(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def stopped(*_: object) -> None:
            raise KeyboardInterrupt

        asking = Asking(service.read_on(KEPT), Script("1"), tmp_path / "t.reading.json")
        monkeypatch.setattr(service, "read_on", stopped)
        assert asking.run().kept == KEPT


class TestCommand:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        path = tmp_path / "t.reading.json"
        outputs.save_reading(service.read_on(KEPT), path)
        return path

    @pytest.mark.parametrize(
        ("options", "found"),
        [
            pytest.param(["--json"], "found --json", id="json"),
            pytest.param([], "found standard input or output that is none", id="no terminal"),
        ],
    )
    def test_nobody_is_asked_where_nobody_sits(self, file: Path, options: list[str], found: str) -> None:
        result = CliRunner().invoke(cli.app, ["read", "--resume", str(file), "--ask", *options])
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"--ask asks at a terminal; {found}: answer with --answer TEXT instead" in result.stderr

    def test_in_a_terminal_it_is_asked_left_and_taken_up_again(self, file: Path, root: Path) -> None:
        paths = {"PYTHONPATH": str(root)}
        with terminal("read", "--resume", file.name, "--ask", cwd=file.parent, **paths) as screen:
            assert "  1  " in screen.until("> ")
            screen.type("fox-1 over owl-1")
            screen.until("> ")
            screen.type("\x03")  # what a terminal takes for an interruption
            assert "To go on: camtable read --resume t.reading.json --ask" in screen.until("--ask")
            assert screen.leave() == 0
        assert steps(file) == (Step("fox-1 over owl-1"),)
        with terminal("read", "--resume", file.name, "--ask", cwd=file.parent, **paths) as screen:
            screen.until("> ")
            screen.type("u")
            assert 'Taken back: "fox-1 over owl-1".' in screen.until("> ")
            screen.type(PILE)
            screen.until("> ")
            screen.type("no other card")
            assert "Nothing is open" in screen.until("Score      certain")
            assert screen.leave() == 0
        assert [step.answer for step in steps(file) if not step.undone] == [PILE, "no other card"]
