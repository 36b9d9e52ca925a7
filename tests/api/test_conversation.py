"""A reading that is gone on with: answers, contradictions, steps that are taken back, and its file."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner, Result

from api import cli, outputs, service
from api.answers import ReadAnswer
from api.app import create_app
from api.errors import WrongUseError
from api.keeping import Kept, Step
from api.reading_files import reading_from_json, reading_to_json
from api.stated import Stated
from api.ways import Weight
from games.camouflage import (
    Cell,
    FactError,
    MalformedBoardError,
    Rules,
    UnknownCardError,
    format_board,
    format_table,
)
from games.camouflage.evidence import Doubt, Evidence
from games.errors import MalformedFileError
from tests.solver.sightings import evidence, sighting, site
from tests.strategies import PLAIN

SQUARE = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))


def placed(*centres: Sequence[int]) -> tuple[tuple[tuple[float, float], ...], ...]:
    return tuple(tuple((x + 30.0 * cx, y + 30.0 * cy) for x, y in SQUARE) for cx, cy in centres)


def open_evidence() -> Evidence:
    """Return three cards in a row of which nothing tells the order, and a doubt whether there are more."""
    cards = [site(Cell(2 * x, 0), (card, 0, 0.0)) for x, card in enumerate(["owl-1", "fox-1", "pig-1"])]
    return replace(evidence(cards, {}), doubts=(Doubt("looks odd", 0.9, Cell(1, 1)),))


KEPT = Kept(("table.jpg",), PLAIN, Rules(), open_evidence(), placed((0, 0), (2, 0), (4, 0)), ("dim",))


EXCHANGED = replace(
    KEPT,
    evidence=evidence(
        [
            site(Cell(0, 0), ("owl-1", 0, 0.0)),
            site(Cell(2, 0), ("fox-1", 0, 0.0)),
            site(Cell(4, 0), ("cow-1", 0, 0.0), ("pig-1", 0, -20.0), ("cow-2", 0, -21.0)),
            site(Cell(6, 0), ("pig-1", 0, 0.0), ("cow-1", 0, -20.0)),
        ],
        {},
    ),
    corners=placed((0, 0), (2, 0), (4, 0), (6, 0)),
)
"""Of the two cards on the right each may be the other, but hardly so."""


def told(*answers: str, kept: Kept = KEPT) -> ReadAnswer:
    return service.read_on(kept.with_answers(answers))


class TestAnswers:
    def test_settle_what_was_asked(self) -> None:
        before = told()
        assert before.confidence.certain == {"layout": False, "stacking": False, "score": False}
        after = told("pig-1 over fox-1 over owl-1", "no other card")
        assert after.confidence.certain == {"layout": True, "stacking": True, "score": True}
        assert after.questions == ()
        assert format_board(after.board.board) == "owl-1@0,0r0 fox-1@2,0r0 pig-1@4,0r0"

    def test_what_is_left_is_asked_again(self) -> None:
        asked = told().questions
        assert {each.kind for each in asked} == {"which-on-top", "which-card"}
        left = told(*asked[0].answers[:1]).questions
        assert left
        assert asked[0] not in left

    def test_every_answer_that_a_question_offers_is_understood(self) -> None:
        for question in told().questions:
            for answer in question.answers:
                assert told(answer).kept.steps == (Step(answer),)

    def test_whether_a_card_was_overlooked_is_asked(self) -> None:
        (missing,) = (each for each in told().questions if not each.cards)
        assert (missing.kind, missing.cell) == ("which-card", (1, 1))
        assert missing.p == pytest.approx(0.9)
        assert missing.answers == ("no other card",)
        assert all(each.cards for each in told("no other card").questions)

    def test_where_a_card_lies_that_lies_askew_is_asked(self) -> None:
        doubt = Doubt("owl-1 lies askew", 0.5, Cell(0, 0), kind="between")
        kept = replace(KEPT, evidence=replace(KEPT.evidence, doubts=(doubt,)))
        (askew,) = (each for each in told(kept=kept).questions if each.kind == "which-card")
        assert (askew.cards, askew.cell) == (("owl-1",), (0, 0))
        assert askew.answers == ("owl-1 lies at 0,0", "no card at 0,0")
        assert not [
            each for each in told("owl-1 lies at 0,0", kept=kept).questions if each.kind == "which-card"
        ]

    def test_a_card_that_was_not_found_has_corners_where_the_lattice_leads(self) -> None:
        answer = told("cow-1 lies at 2,2 turned 90")
        (cow,) = (each for each in answer.cards if each.placement.card == "cow-1")
        wanted = placed((2, 2))[0]
        assert cow.corners == tuple(pytest.approx(each, abs=1e-6) for each in (wanted[3], *wanted[:3]))

    def test_against_the_photo_they_hold_with_a_warning(self) -> None:
        sure = replace(KEPT, evidence=replace(KEPT.evidence, doubts=()))
        answer = told("fox-1 lies at 2,2 turned 0", kept=sure)
        said = 'against the answer "fox-1 lies at 2,2 turned 0", which is taken as it is'
        assert [each for each in answer.warnings if said in each]
        assert answer.board.board.placement("fox-1").centre == (2, 2)
        assert not [each for each in told("fox-1 over owl-1", kept=sure).warnings if "against" in each]


class TestContradictions:
    @pytest.mark.parametrize(
        ("answers", "why"),
        [
            pytest.param(
                ("owl-1 over fox-1", "fox-1 over owl-1"),
                '"owl-1 over fox-1" and "fox-1 over owl-1" contradict each other: of two cards',
                id="order",
            ),
            pytest.param(
                ("no other card", "owl-1 lies at 0,0", "no card at 0,0"),
                '"owl-1 lies at 0,0" and "no card at 0,0" contradict each other',
                id="place",
            ),
            pytest.param(
                ("no other card", "owl-1 over pig-1"),
                'the answer "owl-1 over pig-1" cannot be true: its cards do not lie on each other; '
                "found were owl-1 at 0,0, pig-1 at 4,0; if one lies elsewhere, say where",
                id="lattice",
            ),
            pytest.param(
                ("cow-1 lies at 2,2 turned 0", "owl-1 over fox-1", "cow-1 over owl-1", "fox-1 over cow-1"),
                '"owl-1 over fox-1", "cow-1 over owl-1" and "fox-1 over cow-1" contradict each other',
                id="circle",
            ),
        ],
    )
    def test_are_told_with_all_answers_that_make_them(self, answers: tuple[str, ...], why: str) -> None:
        with pytest.raises(WrongUseError) as caught:
            told(*answers)
        assert why in str(caught.value)

    def test_no_card_is_moved_to_make_an_order_true(self) -> None:
        """The two on the right may be exchanged, if hardly so: then the fox would lie on the pig."""
        with pytest.raises(
            WrongUseError, match=r"do not lie on each other; found were fox-1 at 2,0, pig-1 at 6,0"
        ):
            told("fox-1 over pig-1", kept=EXCHANGED)

    @pytest.mark.parametrize(
        ("answers", "cards"),
        [
            pytest.param(
                ("fox-1 over pig-1 and pig-1 lies at 4,0",), {"owl-1", "fox-1", "pig-1", "cow-1"}, id="moved"
            ),
            pytest.param(("cow-2 over fox-1",), {"owl-1", "fox-1", "cow-2", "pig-1"}, id="misread"),
        ],
    )
    def test_a_card_lies_on_another_where_it_is_said_to_or_was_misread(
        self, answers: tuple[str, ...], cards: set[str]
    ) -> None:
        after = told(*answers, kept=EXCHANGED)
        assert {each.card for each in after.board.board} == cards
        assert any("the photo speaks clearly against" in warning for warning in after.warnings)

    def test_a_card_that_was_not_read_has_to_be_placed_first(self) -> None:
        with pytest.raises(FactError, match="bear-1 was not read anywhere; say where it lies"):
            told("bear-1 over owl-1")

    def test_what_is_not_understood_is_refused_at_once(self) -> None:
        with pytest.raises(UnknownCardError, match="the nearest are"):
            KEPT.with_answers(["owl-11 over fox-1"])


class TestPiles:
    """Two piles that begin with cards of one deck, and a third."""

    CELLS: Final = {"owl-1": (0, 0), "fox-1": (2, 0), "owl-3": (10, 0), "pig-1": (12, 0), "cow-1": (20, 0)}
    ORDER: Final = ("fox-1 over owl-1", "pig-1 over owl-3")

    @pytest.fixture
    def kept(self) -> Kept:
        sites = [site(Cell(*cell), (card, 0, 0.0)) for card, cell in self.CELLS.items()]
        piles = Kept(
            ("table.jpg",), PLAIN, Rules(), evidence(sites, {}), placed(*self.CELLS.values()), in_piles=True
        )
        return piles.with_answers(self.ORDER)

    def test_whose_they_are_is_asked_and_answered(self, kept: Kept) -> None:
        (asked,) = told(kept=kept).questions[:1]
        assert (asked.kind, asked.owners, asked.settles) == ("whose-pile", ("owl", "cow"), ("score",))
        (card,) = asked.cards
        assert asked.cell == self.CELLS[card]
        assert asked.answers == tuple(f"pile with {card} belongs to {owner}" for owner in ("owl", "cow"))
        for answer in asked.answers:
            assert asked not in told(answer, kept=kept).questions

    def test_answers_settle_the_score(self, kept: Kept) -> None:
        answer = told("pile with pig-1 belongs to cow", kept=kept)
        assert format_table(answer.board) == (
            "owl: owl-1@0,0r0 fox-1@2,0r0 | cow: cow-1@20,0r0 owl-3@10,0r0 pig-1@12,0r0"
        )
        assert (answer.questions, answer.confidence.certain["score"]) == ((), True)

    def test_players_names_do_as_well(self, kept: Kept) -> None:
        answers = ("pile with owl-1 belongs to Ann", "pile with cow-1 belongs to Ben")
        left = told(*answers, kept=kept)
        assert {each.kind for each in left.questions} == {"whose-pile"}
        answer = told(*answers, "pile with owl-3 belongs to Ben", kept=kept)
        assert [(each.player, each.deck) for each in answer.board.locations] == [
            ("Ann", "owl"),
            ("Ben", "cow"),
        ]
        assert answer.questions == ()

    def test_who_plays_which_deck_may_be_stated_when_it_is_scored(self, kept: Kept) -> None:
        subject = told("pile with owl-3 belongs to Ben", kept=kept).subject
        assert [each.player for each in Stated().applied(subject).best.locations] == ["owl", "cow"]
        stated = Stated(players={"Ann": "owl", "Ben": "cow"}).applied(subject)
        assert {tuple(len(each.board) for each in way.table.locations) for way in stated.ways} == {(2, 3)}
        whole = sum(way.weight.p for way in subject.ways)
        assert sum(way.weight.p for way in stated.ways) == pytest.approx(whole)
        scored = service.score(stated, "not-my-stack")
        assert (scored.certain, {each.player for each in scored.sheet.standings}) == (True, {"Ann", "Ben"})

    @pytest.mark.parametrize(
        ("answers", "why"),
        [
            pytest.param(
                ["pile with pig-1 belongs to bear"],
                'the answer "pile with pig-1 belongs to bear" cannot be true: that pile begins with ',
                id="no such pile",
            ),
            pytest.param(
                ["pile with owl-1 belongs to Ann", "pile with fox-1 belongs to Ben"],
                'the answers "pile with owl-1 belongs to Ann" and "pile with fox-1 belongs to Ben"',
                id="two owners",
            ),
            pytest.param(
                ["pile with pig-1 belongs to pig"],
                'the answers "pig-1 over owl-3" and "pile with pig-1 belongs to pig" contradict each other',
                id="another bottom card",
            ),
        ],
    )
    def test_what_no_table_is_like_is_refused(self, kept: Kept, answers: list[str], why: str) -> None:
        with pytest.raises(WrongUseError) as caught:
            told(*answers, kept=kept)
        assert str(caught.value).startswith(why)

    def test_players_that_the_likeliest_table_does_not_have_are_refused(self, kept: Kept) -> None:
        """Else a table that is hardly possible would be taken, because it has just these."""
        subject = told(kept=kept).subject
        lone = replace(subject.ways[0].table, locations=subject.ways[0].table.locations[:1])
        odd = replace(subject.ways[0], table=lone, seen=9, weight=Weight(1e-6, 1e-6))
        with pytest.raises(MalformedBoardError, match="each player has a location"):
            Stated(players={"Ann": "owl"}).applied(replace(subject, ways=(*subject.ways, odd)))

    def test_an_owner_whom_the_photo_hardly_allows_is_taken_with_a_warning(self, kept: Kept) -> None:
        seen = sighting("owl-1@0,0r0 fox-1@2,0r0 cow-1@20,0r0", top=2.5)
        clear = replace(kept, evidence=seen, corners=placed((0, 0), (2, 0), (20, 0)), steps=())
        answer = told("pile with fox-1 belongs to fox", kept=clear)
        assert format_table(answer.board) == "fox: fox-1@2,0r0 owl-1@0,0r0 | cow: cow-1@20,0r0"
        (warning,) = (each for each in answer.warnings if "speaks clearly against" in each)
        assert '"pile with fox-1 belongs to fox"' in warning
        as_read = told("pile with fox-1 belongs to owl", kept=clear)
        assert not [each for each in as_read.warnings if "against" in each]

    def test_taken_back_it_is_open_again(self, kept: Kept) -> None:
        after = kept.with_answers(["pile with pig-1 belongs to cow"]).without(3)
        assert service.read_on(after).questions == told(kept=kept).questions

    def test_a_table_without_piles_has_no_owners(self) -> None:
        with pytest.raises(WrongUseError, match="was read as one board, not in piles"):
            told("pile with owl-1 belongs to Ann")


class TestSteps:
    def test_each_can_be_taken_back_and_stays(self) -> None:
        kept = KEPT.with_answers(["owl-1 over fox-1", "fox-1 over pig-1"]).without(1)
        assert kept.steps == (Step("owl-1 over fox-1", undone=True), Step("fox-1 over pig-1"))
        assert service.read_on(kept).board == told("fox-1 over pig-1").board
        assert kept.with_answers(["fox-1 over owl-1"]).steps[-1] == Step("fox-1 over owl-1")

    @pytest.mark.parametrize(
        ("number", "why"),
        [
            pytest.param(0, "expected a step from 1 to 1 to undo; found 0", id="none"),
            pytest.param(2, "found 2", id="too many"),
        ],
    )
    def test_others_cannot(self, number: int, why: str) -> None:
        with pytest.raises(WrongUseError, match=why):
            KEPT.with_answers(["owl-1 over fox-1"]).without(number)

    def test_nor_one_that_was_taken_back(self) -> None:
        kept = KEPT.with_answers(["owl-1 over fox-1"]).without(1)
        with pytest.raises(WrongUseError, match="step 1 was undone already"):
            kept.without(1)


class TestFile:
    def test_what_is_written_is_read(self) -> None:
        kept = KEPT.with_answers(["owl-1 over fox-1", "no other card"]).without(2)
        document = json.loads(json.dumps(reading_to_json(service.read_on(kept)), allow_nan=False))
        assert reading_from_json(document) == kept
        assert document["board"]["format"] == "camouflage-board/1"

    def test_it_is_written_whole_or_not_at_all(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "table.reading.json"
        outputs.save_reading(told(), path)
        before = path.read_text()

        def fails(_: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("api.outputs.os.fsync", fails)
        with pytest.raises(WrongUseError, match="No space left"):
            outputs.save_reading(told("owl-1 over fox-1"), path)
        assert path.read_text() == before
        assert [each.name for each in tmp_path.iterdir()] == [path.name]

    @pytest.mark.parametrize(
        ("name", "value", "said"),
        [
            pytest.param(
                "format", "camouflage-board/1", "format: expected 'camouflage-reading/1'", id="format"
            ),
            pytest.param("corners", [], "corners: expected the corners of 3 sites", id="corners"),
            pytest.param("steps", [{}], r"steps\[0\]: expected an object with 'answer'", id="step"),
            pytest.param("evidence", 7, "evidence: expected an object", id="evidence"),
        ],
    )
    def test_others_are_refused_with_what_was_expected(self, name: str, value: object, said: str) -> None:
        document = {**reading_to_json(told()), name: value}
        with pytest.raises(MalformedFileError, match=said):
            reading_from_json(document)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.app, [str(each) for each in arguments])


class TestCommand:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        path = tmp_path / "table.reading.json"
        outputs.save_reading(told(), path)
        return path

    def test_goes_on_and_writes_back(self, file: Path) -> None:
        first = run("read", "--resume", file, "--answer", "owl-1 over fox-1")
        assert first.exit_code == 0
        assert "1   owl-1 over fox-1" in first.stdout
        assert 'Answer with --answer "' in first.stdout
        run("read", "--resume", file, "--answer", "no other card")
        document = json.loads(file.read_text())
        assert document["steps"] == [{"answer": "owl-1 over fox-1"}, {"answer": "no other card"}]
        run("read", "--resume", file, "--undo", "1")
        assert json.loads(file.read_text())["steps"][0] == {"answer": "owl-1 over fox-1", "undone": True}

    def test_answers_as_json(self, file: Path) -> None:
        found = json.loads(run("read", "--resume", file, "--answer", "no other card", "--json").stdout)
        assert found["steps"] == [{"answer": "no other card", "undone": False}]
        assert found["questions"][0]["answers"]

    def test_may_keep_elsewhere(self, file: Path, tmp_path: Path) -> None:
        before, other = file.read_text(), tmp_path / "other.reading.json"
        assert run("read", "--resume", file, "--answer", "no other card", "--out", other).exit_code == 0
        assert (file.read_text(), reading_from_json(json.loads(other.read_text())).steps) == (
            before,
            (Step("no other card"),),
        )

    def test_does_not_write_over_what_was_said_elsewhere(self, file: Path, tmp_path: Path) -> None:
        other = tmp_path / "other.reading.json"
        outputs.save_reading(told("no other card"), other)
        result = run("read", "--resume", file, "--answer", "owl-1 over fox-1", "--out", other)
        assert (result.exit_code, "go on with it by --resume" in result.stderr) == (2, True)
        assert run("read", "--resume", other, "--undo", "1", "--out", other).exit_code == 0
        other.write_text("my notes")
        assert run("read", "--resume", file, "--out", other).exit_code == 2
        assert other.read_text() == "my notes"

    def test_a_contradiction_leaves_the_file_as_it_was(self, file: Path) -> None:
        run("read", "--resume", file, "--answer", "owl-1 over fox-1")
        before = file.read_text()
        result = run("read", "--resume", file, "--answer", "fox-1 over owl-1")
        assert result.exit_code == 2
        assert '"owl-1 over fox-1" and "fox-1 over owl-1" contradict each other' in result.stderr
        assert file.read_text() == before

    def test_a_kept_reading_is_scored_and_checked(self, file: Path) -> None:
        run("read", "--resume", file, "--answer", "pig-1 over fox-1 over owl-1", "--answer", "no other card")
        assert run("check", file).exit_code == 0
        score = run("score", file, "--game", "diversify", "--start", "owl", "--json")
        assert json.loads(score.stdout)["certain"] is True

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            pytest.param(["x.jpg"], "--album DIR, or --resume FILE", id="no album"),
            pytest.param(["--resume", "none.json"], "none.json cannot be read", id="no file"),
            pytest.param(["--resume", "x.json", "x.jpg"], "goes on without a photo", id="both"),
            pytest.param(["x.jpg", "--album", "a", "--undo", "1"], "with or without --undo", id="undo alone"),
            pytest.param(
                ["x.jpg", "--album", "a", "--out", "no/where.json"], "found no folder 'no'", id="out"
            ),
        ],
    )
    def test_wrong_use_is_told(self, options: list[str], said: str) -> None:
        result = run("read", *options)
        assert result.exit_code == 2
        assert said in result.stderr

    def test_a_kept_reading_needs_no_deck(self, file: Path) -> None:
        result = run("check", file, "--face", "animals")
        assert (result.exit_code, "holds its own deck" in result.stderr) == (2, True)


class TestPath:
    @pytest.fixture
    def client(self, tmp_path: Path) -> TestClient:
        return TestClient(create_app(tmp_path))

    def resume(self, client: TestClient, **body: object) -> tuple[int, dict[str, Any]]:
        reply = client.post("/read/resume", json={"reading": reading_to_json(told()), **body})
        return reply.status_code, reply.json()

    def test_goes_on_with_a_reading(self, client: TestClient) -> None:
        status, found = self.resume(client, answers=["owl-1 over fox-1"])
        assert (status, found["steps"]) == (200, [{"answer": "owl-1 over fox-1", "undone": False}])
        again = client.post("/read/resume", json={"reading": found["reading"], "undo": [1]}).json()
        assert again["steps"] == [{"answer": "owl-1 over fox-1", "undone": True}]

    def test_a_kept_reading_is_scored_and_checked(self, client: TestClient) -> None:
        reading = reading_to_json(told("pig-1 over fox-1 over owl-1", "no other card"))
        assert client.post("/check", json={"board": reading}).json()["legal"] is True
        body = {"board": reading, "game": "diversify", "start": "owl"}
        assert client.post("/score", json=body).json()["certain"] is True
        refused = client.post("/check", json={"board": reading, "face": "animals"})
        assert (refused.status_code, "holds its own deck" in refused.json()["detail"]) == (422, True)

    @pytest.mark.parametrize(
        ("body", "said"),
        [
            pytest.param({"answers": ["owl-1 over pig-1"]}, "cannot be true", id="contradiction"),
            pytest.param({"answers": ["so what"]}, "expected an answer such as", id="no answer"),
            pytest.param({"undo": [1]}, "expected a step from 1 to 0", id="no step"),
            pytest.param({"reading": {}}, "the reading", id="no reading"),
        ],
    )
    def test_wrong_use_is_a_problem(self, client: TestClient, body: dict[str, object], said: str) -> None:
        status, problem = self.resume(client, **body)
        assert (status, said in problem["detail"]) == (422, True)
