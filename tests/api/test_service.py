"""The use cases: what is certain, what is open, and what is asked."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api import service
from api.answers import CheckAnswer, PhotoSource, ReadAnswer, ScoreAnswer
from api.errors import UndecidedError
from api.ways import Subject, subject_of_table
from games.camouflage import (
    Cell,
    DuplicateCardError,
    Placement,
    Table,
    WrongGameError,
    judge,
    parse_board,
    parse_locations,
    verdict,
)
from games.camouflage import score as score_known
from games.scoring import Span
from solver.status import Status
from tests.api.doubles import Enrolled, Found, Ranked, photo_in, photographed, ranked, see
from tests.strategies import DECK, boards, plain_deck, tables
from vision.album import Album
from vision.enrol import ENROL_SIDE_PX
from vision.photo import Photo

CLASH = plain_deck(owl_1="tttttttt")
"""All cards match each other but one owl, which matches none."""

ALBUM = Album(CLASH, "animals", {})

TWO = "lion-1@0,0r0 owl-1@2,0r0"
TURNED = "owl-1@2,0r0 lion-1@0,0r0"


@st.composite
def photos(draw: st.DrawFn) -> Subject:
    """Photos that one to three boards explain, each card on the same site of all of them."""
    shown = draw(st.lists(boards(min_cards=1, max_cards=4), min_size=1, max_size=3))
    names = [card.id for card in DECK.cards]
    chances = [draw(st.integers(1, 999)) for _ in range(2 * len(shown))]
    p, alone = chances[: len(shown)], chances[len(shown) :]
    found = [
        Ranked(board, tuple(names.index(each.card) for each in board), b / sum(alone), a / sum(p))
        for board, a, b in zip(shown, p, alone, strict=True)
    ]
    return photographed(*sorted(found, key=lambda each: -each.p), deck=DECK)


def known(text: str) -> Subject:
    return subject_of_table(Table(CLASH.name, "animals", parse_board(text)), CLASH)


class TestCheck:
    def test_a_known_table_is_judged_by_its_rules(self) -> None:
        answer = service.check(known("lion-1@0,0r0 fox-1@2,0r0 owl-1@4,0r0"))
        assert answer.legal is False
        assert [(card.card, card.legal, card.p) for card in answer.cards] == [
            ("lion-1", True, 1.0),
            ("fox-1", True, 1.0),
            ("owl-1", False, 0.0),
        ]
        assert [breach.rule.names for breach in answer.cards[2].breaches] == [
            ("pattern-clash",),
            ("too-few-matches",),
        ]
        assert answer.questions == ()

    @given(tables)
    def test_a_known_table_is_judged_as_by_the_games(self, table: Table) -> None:
        answer = service.check(subject_of_table(table, DECK))
        judged = judge(table, DECK)
        assert answer.legal == verdict(judged)
        assert [card.legal for card in answer.cards] == [judgement.legal for judgement in judged]

    @pytest.mark.parametrize(
        ("p_evidence", "legal"),
        [
            pytest.param(0.999, False, id="surely illegal"),
            pytest.param(0.99, None, id="nearly surely illegal"),
            pytest.param(0.01, None, id="nearly surely legal"),
            pytest.param(0.001, True, id="surely legal"),
        ],
    )
    def test_only_the_picture_accuses_or_acquits(self, *, p_evidence: float, legal: bool | None) -> None:
        answer = service.check(self.doubtful(p_evidence, 0.02))
        assert answer.legal is legal

    def test_who_is_illegal_by_the_picture_and_legal_by_the_rules_is_asked_for(self) -> None:
        answer = service.check(self.doubtful(0.9955, 0.0001))
        assert answer.legal is None
        assert [question.kind for question in answer.questions] == ["which-card"]

    def doubtful(self, p_evidence: float, prior: float) -> Subject:
        """Return a table with a card that is illegal with this probability, by the picture and before it."""
        odds = p_evidence / (1 - p_evidence) * prior / (1 - prior)
        p = odds / (1 + odds)
        boards = [
            ranked("lion-1@0,0r0 fox-1@2,0r0", 1 - p, 1 - p_evidence),
            ranked("lion-1@0,0r0 owl-1@2,0r0", p, p_evidence),
        ]
        return photographed(*sorted(boards, key=lambda board: -board.p), deck=CLASH)

    def test_who_is_at_fault_hangs_on_the_order(self) -> None:
        answer = service.check(photographed(ranked(TWO, 0.6), ranked(TURNED, 0.4), deck=CLASH))
        assert answer.legal is False
        assert [(card.card, card.legal) for card in answer.cards] == [("lion-1", None), ("owl-1", None)]
        assert [card.p for card in answer.cards] == pytest.approx([0.6, 0.4])
        assert [breach.rule.names for breach in answer.cards[0].breaches] == [
            ("pattern-clash",),
            ("too-few-matches",),
        ]
        assert [(question.kind, question.settles) for question in answer.questions] == [
            ("which-on-top", ("legality",))
        ]

    def test_one_of_two_cards_that_lie_on_nothing_is_illegal(self) -> None:
        answer = service.check(photographed(ranked("lion-1@0,0r0 fox-1@9,0r0"), deck=CLASH))
        assert answer.legal is False
        assert [(card.legal, card.p) for card in answer.cards] == [(None, 0.5), (None, 0.5)]
        assert [(question.kind, question.cards) for question in answer.questions] == [
            ("which-first", ("lion-1", "fox-1"))
        ]

    def test_an_order_that_no_photo_shows_leaves_legality_open(self) -> None:
        answer = service.check(photographed(ranked("lion-1@0,0r0 owl-1@2,0r0 fox-1@1,0r0"), deck=CLASH))
        open_cards = [card.card for card in answer.cards if card.legal is None]
        assert {"lion-1", "owl-1"} <= {*open_cards}
        assert "which-on-top" in [question.kind for question in answer.questions]


class TestScore:
    @given(tables)
    def test_a_known_table_scores_as_in_the_games(self, table: Table) -> None:
        game = "not-my-stack" if table.locations else "diversify"
        answer = service.score(subject_of_table(table, DECK), game)
        sheet = score_known(table, DECK, game)
        assert answer.sheet == sheet
        assert answer.certain == sheet.certain

    def test_a_photo_that_leaves_no_doubt_is_certain(self) -> None:
        answer = service.score(photographed(ranked(TWO, 0.999), ranked(TURNED, 0.001)), "diversify")
        assert answer.certain
        assert answer.sheet.winners == ("owl",)
        assert answer.questions == ()

    def test_a_doubt_makes_points_a_range_and_asks(self) -> None:
        answer = service.score(photographed(ranked(TWO, 0.7), ranked(TURNED, 0.3)), "diversify")
        assert not answer.certain
        assert answer.sheet.winners is None
        points = {standing.player: standing.points for standing in answer.sheet.standings}
        assert points == {"owl": Span(0, 1), "lion": Span(0, 1)}
        assert {line.item: line.points for line in answer.sheet.lines} == {
            "lion-1": Span(0, 1),
            "owl-1": Span(0, 1),
        }
        assert [(question.kind, question.settles) for question in answer.questions] == [
            ("which-on-top", ("score",))
        ]
        assert "photo" not in answer.sheet.missing

    def test_a_doubt_that_changes_no_score_is_none(self) -> None:
        answer = service.score(
            photographed(ranked(f"{TWO} fox-1@4,0r0", 0.7), ranked(f"{TWO} fox-1@4,0r1", 0.3)), "diversify"
        )
        assert answer.certain
        assert answer.questions == ()

    @pytest.mark.parametrize(
        ("alone", "certain"),
        [
            pytest.param(0.9, True, id="the picture agrees"),
            pytest.param(0.4, True, id="the picture hardly tells"),
            pytest.param(0.1, False, id="the picture favours the illegal card"),
        ],
    )
    def test_the_rules_settle_a_score_unless_the_picture_says_otherwise(
        self, *, alone: float, certain: bool
    ) -> None:
        subject = photographed(
            ranked("lion-1@0,0r0 fox-1@2,0r0", 0.9999, alone),
            ranked("lion-1@0,0r0 owl-1@2,0r0", 0.0001, 1 - alone),
            deck=CLASH,
        )
        answer = service.score(subject, "cover-some-ground")
        assert answer.certain == certain
        assert [question.kind for question in answer.questions] == ([] if certain else ["which-card"])
        assert service.check(subject).legal is None, "a card is acquitted by the picture alone"

    def test_who_is_at_fault_may_be_open_though_no_score_hangs_on_it(self) -> None:
        boards = ranked(TWO, 0.6), ranked(TURNED, 0.4)
        answer = service.score(
            photographed(*boards, deck=CLASH).with_tables(lambda table: replace(table, start=("owl-1",))),
            "diversify",
        )
        assert answer.certain
        assert {line.item: line.legal for line in answer.sheet.lines} == {"lion-1": False, "owl-1": None}
        assert [(line.on, line.squares) for line in answer.sheet.lines] == [((), Span(0, 3))] * 2
        assert [standing.illegal for standing in answer.sheet.standings] == [("lion-1",)]

    @given(photos())
    def test_a_photo_is_judged_as_when_it_is_checked(self, subject: Subject) -> None:
        checked = {card.card: card for card in service.check(subject).cards}
        sheet = service.score(subject, "diversify").sheet
        found = {line.item: (line.legal, line.breaches) for line in sheet.lines if line.item in checked}
        assert found == {name: (card.legal, card.breaches) for name, card in checked.items()}
        accused = {name for name, card in checked.items() if card.legal is False}
        assert {card for standing in sheet.standings for card in standing.illegal} <= accused

    def test_a_card_that_may_not_be_there_may_score_nothing(self) -> None:
        answer = service.score(
            photographed(ranked(f"{TWO} fox-1@4,0r0", 0.6), ranked(TWO, 0.4)), "cover-some-ground"
        )
        line = answer.sheet.lines[2]
        assert (line.item, line.points, line.reason) == (
            "fox-1",
            Span(0, 3),
            "squares that lie on a card: 3 or not on the table",
        )
        assert answer.sheet.standings[-1].points == Span(0, 3)

    def test_the_board_that_was_read_is_among_what_is_shown(self) -> None:
        """Many boards may be less probable each than the best, and have one outcome that is more probable."""
        others = [ranked(f"{TURNED} fox-1@{9 + place},0r0", 0.0999) for place in range(10)]
        answer = service.score(photographed(ranked(TWO, 0.001, 0.2), *others), "diversify")
        assert answer.sheet.lines[0].item == "lion-1"
        assert answer.sheet.lines[1].points == Span(0, 1)

    def test_a_list_that_lacks_probability_is_never_certain(self) -> None:
        assert not service.score(photographed(ranked(TWO, 0.9)), "diversify").certain

    def test_heaps_with_too_many_hidden_orders_are_never_certain(self) -> None:
        heap = Ranked(
            parse_board(" ".join(f"lion-{n}@0,0r0" for n in range(1, 7))), tuple(range(6)), 1.0, 1.0
        )
        assert not service.score(photographed(heap), "cover-some-ground").certain

    def test_other_games_are_refused(self) -> None:
        with pytest.raises(WrongGameError, match="played on locations"):
            service.score(known(TWO), "not-my-stack")


def test_photos_are_enrolled_from_at_the_size_that_serves(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sizes: list[tuple[int, ...]] = []

    def enrol(photos: list[Photo], *_: object, **__: object) -> Enrolled:
        sizes.extend(photo.pixels.shape for photo in photos)
        return Enrolled(ALBUM)

    monkeypatch.setattr("vision.enrol.enrol", enrol)
    service.enrol([PhotoSource("wide.jpg", photo_in(tmp_path, (5000, 100)))], "animals", CLASH)
    assert [max(size) for size in sizes] == [ENROL_SIDE_PX]


class TestPlaces:
    def test_places_are_those_of_the_games(self) -> None:
        answer = service.places(known("lion-1@0,0r0").best, CLASH, "fox-1", ["told"])
        assert {Placement("fox-1", Cell(2, 0), turn) for turn in range(4)} <= {
            play.placement for play in answer.plays
        }
        assert answer.warnings == ("told",)

    def test_a_card_that_lies_there_already_has_none(self) -> None:
        with pytest.raises(DuplicateCardError):
            service.places(known("lion-1@0,0r0").best, CLASH, "lion-1")

    def test_places_are_found_on_all_locations(self) -> None:
        piles = parse_locations("Ann: lion-1@0,0r0 | Ben: fox-1@0,0r0", CLASH)
        answer = service.places(Table(CLASH.name, "animals", locations=piles), CLASH, "lion-2")
        assert {play.location for play in answer.plays} == {"Ben"}


@pytest.fixture
def photo(tmp_path: Path) -> PhotoSource:
    return PhotoSource("table.jpg", photo_in(tmp_path))


class TestRead:
    def read(
        self,
        monkeypatch: pytest.MonkeyPatch,
        photo: PhotoSource,
        *boards: Ranked,
        warnings: tuple[str, ...] = (),
    ) -> ReadAnswer:
        see(monkeypatch, *boards, warnings=warnings)
        ticks = iter(range(100))
        return service.read(photo, ALBUM, clock=lambda: next(ticks) / 1000)

    def test_a_clear_photo(self, monkeypatch: pytest.MonkeyPatch, photo: PhotoSource) -> None:
        answer = self.read(monkeypatch, photo, ranked("lion-1@0,0r0 fox-1@2,0r1"), warnings=("a shadow",))
        assert answer.confidence.certain == {"layout": True, "stacking": True, "score": True}
        assert answer.board.board == parse_board("lion-1@0,0r0 fox-1@2,0r1")
        assert [*answer.cards[0].corners] == [(10, 10), (100, 10), (100, 100), (10, 100)]
        assert [*answer.cards[1].corners] == [(300, 10), (300, 100), (210, 100), (210, 10)]
        assert [(card.diversify, card.cover) for card in answer.cards] == [(0, 0), (1, 3)]
        assert answer.warnings == ("a shadow",)
        assert answer.questions == ()
        assert answer.alternatives == ()
        assert answer.time_ms == {"decode": 1, "album": 1, "cards": 1, "reconstruct": 1, "total": 5}

    def test_an_order_is_open_but_not_the_layout(
        self, monkeypatch: pytest.MonkeyPatch, photo: PhotoSource
    ) -> None:
        answer = self.read(
            monkeypatch,
            photo,
            ranked("lion-1@0,0r0 fox-1@2,0r0", 0.8),
            ranked("fox-1@2,0r0 lion-1@0,0r0", 0.2),
        )
        assert answer.confidence.certain == {"layout": True, "stacking": False, "score": False}
        assert answer.confidence.layout == pytest.approx(1)
        assert answer.confidence.stacking == answer.confidence.score == pytest.approx(0.8)
        (other,) = answer.alternatives
        assert other.board.board == parse_board("fox-1@2,0r0 lion-1@0,0r0")
        assert other.p == pytest.approx(0.2)
        assert [card.cover for card in answer.cards] == [Span(0, 3), Span(0, 3)]
        assert [card.p for card in answer.cards] == pytest.approx([1, 1])
        assert [question.settles for question in answer.questions] == [("score", "stacking")]

    def test_a_turn_that_changes_no_score(self, monkeypatch: pytest.MonkeyPatch, photo: PhotoSource) -> None:
        answer = self.read(
            monkeypatch,
            photo,
            ranked("lion-1@0,0r0 fox-1@2,0r0", 0.8),
            ranked("lion-1@0,0r0 fox-1@2,0r3", 0.2),
        )
        assert answer.confidence.certain == {"layout": False, "stacking": False, "score": True}
        assert [card.p for card in answer.cards] == pytest.approx([1, 0.8])
        assert [(question.kind, question.settles) for question in answer.questions] == [
            ("which-turn", ("stacking", "layout"))
        ]

    def test_an_order_that_no_photo_shows_leaves_the_score_open(
        self, monkeypatch: pytest.MonkeyPatch, photo: PhotoSource
    ) -> None:
        answer = self.read(monkeypatch, photo, ranked("lion-1@0,0r0 pig-1@2,0r0 fox-1@1,0r0"))
        assert answer.confidence.certain == {"layout": True, "stacking": True, "score": False}
        assert [question.settles for question in answer.questions] == [("score",)]
        assert answer.alternatives == ()

    def test_no_board_within_the_time_limit(
        self, monkeypatch: pytest.MonkeyPatch, photo: PhotoSource
    ) -> None:
        with pytest.raises(UndecidedError, match="within 5 seconds"):
            self.read(monkeypatch, photo)

    def test_a_search_that_was_cut_off_is_never_certain(
        self, monkeypatch: pytest.MonkeyPatch, photo: PhotoSource
    ) -> None:
        see(monkeypatch)
        found = Found((ranked("lion-1@0,0r0 fox-1@2,0r0"),), Status.FEASIBLE)
        monkeypatch.setattr("solver.reconstruct.reconstruct", lambda *_, **__: found)
        answer = service.read(photo, ALBUM)
        assert answer.confidence.certain == {"layout": False, "stacking": False, "score": False}
        assert answer.warnings == ("boards that are not listed are right with a probability of 50.0%",)


@given(tables)
def test_answers_for_known_tables_hang_together(table: Table) -> None:
    subject = subject_of_table(table, DECK)
    checked: CheckAnswer = service.check(subject)
    scored: ScoreAnswer = service.score(subject, "not-my-stack" if table.locations else "diversify")
    illegal = {card.card for card in checked.cards if card.legal is False}
    assert {line.item for line in scored.sheet.lines if line.legal is False} <= illegal
