"""Several photos of one table, read together: from files to the answer."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from api import service
from api.answers import PhotoSource
from api.errors import UndecidedError
from api.joining import Taken, one_reading
from api.looking import Look, look
from api.stated import Stated
from games.camouflage import Board, parse_board, same_board
from games.camouflage.board import Placement
from tests.vision.scenes import drawn_album, hand_laid, photograph
from vision.errors import NotAnImageError, UnreadablePhotoError
from vision.geometry import CARD_CORNERS, Floats, pose_matrix, project
from vision.reading import Reading

VIEW: Floats = np.array([[70.0, 12.0, 350.0], [-8.0, 66.0, 330.0], [0.0, 0.0, 1.0]])
ASIDE: Floats = np.array([[-10.0, 68.0, 420.0], [-72.0, -6.0, 600.0], [0.0001, 0.0, 1.0]])
"""A quarter turn and a bit round the table from `VIEW`."""
BEFORE = parse_board("owl-1@0,0r0 fox-2@2,1r1")
AFTER = parse_board("owl-1@0,0r0 fox-2@2,1r1 cow-3@1,3r2")


def taken(
    folder: Path, name: str, board: Board, view: Floats = VIEW, *, burnt: Placement | None = None
) -> PhotoSource:
    """Photograph a board; of one card, glare may burn out all but a part."""
    pixels = photograph(board, view).photo.pixels.copy()
    if burnt is not None:
        pose = hand_laid(board)[board.placements.index(burnt)]
        outline = project(view @ pose_matrix(pose), CARD_CORNERS)
        cv2.fillPoly(pixels, [np.round(outline).astype(np.int32)], (255.0, 255.0, 255.0))
    path = folder / name
    cv2.imwrite(str(path), pixels)
    return PhotoSource(name, path)


def found(seen: Look) -> Board:
    return seen.subject.best.board


def test_what_glare_hides_in_one_photo_is_taken_from_the_other(tmp_path: Path) -> None:
    hidden = taken(tmp_path, "a.png", AFTER, burnt=AFTER.placement("cow-3"))
    whole = taken(tmp_path, "b.png", AFTER, ASIDE)
    alone = look(hidden, drawn_album())
    assert "cow-3" not in found(alone)
    both = look(hidden, drawn_album(), more=[whole])
    assert same_board(found(both), AFTER)
    assert both.subject.ways[0].weight.p > 0.995


def test_a_card_that_one_photo_shows_is_looked_for_in_the_others(tmp_path: Path) -> None:
    """It is told where it lies on a photo's own lattice; photos in order may lack it."""
    album, asked = drawn_album(), list[Sequence[Placement]]()

    def read(name: str, *, burnt: Placement | None = None, view: Floats = VIEW) -> Taken:
        photo = taken(tmp_path, name, AFTER, view, burnt=burnt)
        seen = look(photo, album).reading

        def again(told: Sequence[Placement]) -> Reading:
            asked.append(told)
            return seen

        return Taken(photo, album, seen, again)

    hidden, whole = read("a.png", burnt=AFTER.placement("cow-3")), read("b.png", view=ASIDE)
    one_reading([hidden, whole], moments=[1, 2])
    assert asked == []
    one_reading([hidden, whole])
    one_reading([hidden, whole, whole._replace(photo=PhotoSource("begun", b""))], moments=[1, 1, 0])
    (cow,), (again,) = asked
    assert cow == again
    lying = {site.candidates[0].card: site for site in hidden.reading.evidence.sites}
    owl, fox = (
        Placement(card, lying[card].centre, lying[card].candidates[0].turn) for card in ("owl-1", "fox-2")
    )
    assert same_board(Board((owl, fox, cow)), AFTER)


def test_corners_are_those_of_the_first_photo_also_of_a_card_that_it_hides(tmp_path: Path) -> None:
    """Up to what hands leave off the lattice."""
    scene = photograph(AFTER, VIEW)
    hidden = taken(tmp_path, "a.png", AFTER, burnt=AFTER.placement("cow-3"))
    answer = service.read(hidden, drawn_album(), more=[taken(tmp_path, "b.png", AFTER, ASIDE)])
    for card in answer.cards:
        off = np.array(card.corners) - scene.corners[card.placement.card]
        assert np.abs(off).max() < 15, card.placement


def test_a_photo_that_shows_nothing_is_passed_over_and_told(tmp_path: Path) -> None:
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), np.full((480, 640, 3), 120, np.uint8))
    seen = look(PhotoSource("empty.png", empty), drawn_album(), more=[taken(tmp_path, "b.png", BEFORE)])
    assert same_board(found(seen), BEFORE)
    assert [told.split(":")[0] for told in seen.subject.warnings] == ["empty.png was passed over"]
    assert seen.photo.name == "b.png"


def test_a_file_that_is_no_photo_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotAnImageError, match=r"^b\.jpg: "):
        look(taken(tmp_path, "a.png", BEFORE), drawn_album(), more=[PhotoSource("b.jpg", b"no picture")])


def test_photos_with_too_little_in_common_are_told_apart(tmp_path: Path) -> None:
    other = taken(tmp_path, "b.png", parse_board("owl-3@0,0r0 fox-4@2,1r1"))
    with pytest.raises(UnreadablePhotoError, match=r"a\.png and b\.png have no card in common: too few"):
        look(taken(tmp_path, "a.png", BEFORE), drawn_album(), more=[other])


def test_photos_that_contradict_each_other_are_told(tmp_path: Path) -> None:
    other = taken(tmp_path, "b.png", parse_board("owl-1@0,0r0 fox-2@2,-1r2"))
    with pytest.raises(UndecidedError, match="contradict each other: of 2 cards in both, no more than 1 can"):
        look(taken(tmp_path, "a.png", BEFORE), drawn_album(), more=[other])


def test_a_card_of_one_photo_only_is_told_unless_they_are_in_order(tmp_path: Path) -> None:
    photos = [taken(tmp_path, "a.png", BEFORE), taken(tmp_path, "b.png", AFTER)]
    seen = look(photos[0], drawn_album(), more=photos[1:])
    assert any(told.startswith("cow-3 was found in one of the photos only") for told in seen.subject.warnings)
    later = look(photos[0], drawn_album(), more=photos[1:], in_order=True)
    assert same_board(found(later), AFTER)
    assert later.subject.warnings == ()
    assert (seen.photo, later.photo) == (photos[0], photos[1])


class TestStartingPhoto:
    BEGUN = parse_board("owl-1@0,0r0 owl-2@2,1r1")
    PLAYED = parse_board("owl-1@0,0r0 owl-2@2,1r1 fox-2@1,3r2")

    def test_it_tells_which_cards_began_the_board(self, tmp_path: Path) -> None:
        played = taken(tmp_path, "b.png", self.PLAYED)
        seen = look(played, drawn_album(), start=taken(tmp_path, "a.png", self.BEGUN, ASIDE))
        assert {*(seen.subject.best.start or ())} == {"owl-1", "owl-2"}
        assert same_board(found(seen), self.PLAYED)
        assert seen.subject.warnings == ()

    def test_it_tells_so_although_nothing_is_seen_of_them_any_more(self, tmp_path: Path) -> None:
        other = taken(tmp_path, "a.png", parse_board("cow-1@0,0r0 cow-2@2,1r1"))
        seen = look(taken(tmp_path, "b.png", self.PLAYED), drawn_album(), start=other)
        assert {*(seen.subject.best.start or ())} == {"cow-1", "cow-2"}
        (told,) = seen.subject.warnings
        assert told.startswith("a.png tells which cards began the board, but not where they lie: ")


class TestCardsBesideTheBoard:
    TABLE = parse_board("owl-1@0,0r0 fox-2@2,1r1 cow-3@6,1r0")

    def test_they_are_unplayed_and_not_illegal(self, tmp_path: Path) -> None:
        seen = look(taken(tmp_path, "a.png", self.TABLE), drawn_album())
        assert same_board(found(seen), BEFORE)
        assert seen.subject.best.unplayed == ("cow-3",)
        assert {card.card for card in service.check(seen.subject).cards} == {"owl-1", "fox-2"}
        answer = service.read_answer(seen)
        assert [card.placement.card for card in answer.cards] == ["owl-1", "fox-2"]
        assert [(each.name, each.style) for each in service.outlines(answer)][-1] == ("cow-3", "unplayed")
        corners = photograph(self.TABLE, VIEW).corners["cow-3"]
        assert np.abs(np.array(service.outlines(answer)[-1].corners) - corners).max() < 8

    def test_piles_apart_are_their_owners(self, tmp_path: Path) -> None:
        seen = look(taken(tmp_path, "a.png", self.TABLE), drawn_album(), in_piles=True)
        table = Stated(players={"Ann": "owl", "Ben": "cow"}).applied(seen.subject).best
        assert {each.player: [card.card for card in each.board] for each in table.locations} == {
            "Ann": ["owl-1", "fox-2"],
            "Ben": ["cow-3"],
        }
        scored = service.score(
            Stated(players={"Ann": "owl", "Ben": "cow"}).applied(seen.subject), "not-my-stack"
        )
        assert {each.player for each in scored.sheet.standings} == {"Ann", "Ben"}
        assert len(service.read_answer(seen).cards) == 3

    def test_whose_one_of_two_piles_of_one_deck_is_can_be_told(self, tmp_path: Path) -> None:
        board = parse_board("owl-1@0,0r0 fox-2@2,1r1 owl-3@6,0r0 fox-3@7,2r0 cow-1@2,6r0")
        photo = taken(tmp_path, "a.png", board)
        asked = service.read_answer(look(photo, drawn_album(), in_piles=True))
        assert {each.kind for each in asked.questions} == {"whose-pile"}
        assert not asked.confidence.certain["score"]
        told = look(photo, drawn_album(), in_piles=True, answers=["pile with fox-3 belongs to cow"])
        assert {each.deck: len(each.board) for each in told.subject.best.locations} == {"owl": 2, "cow": 3}
        assert not service.read_answer(told).questions
