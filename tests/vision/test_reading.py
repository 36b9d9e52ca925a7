"""Photos of drawn tables, read and reconstructed: what is read is what was laid."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from games.camouflage import Board, Cell, Placement, Rules, parse_board, same_board, visible_order
from games.camouflage.facts import Complete, Lies
from solver.facts import with_facts
from solver.reconstruct import reconstruct
from tests.vision.scenes import DRAWN, Scene, drawn_album, hand_laid, photograph, photographed, table_top
from tests.vision.strategies import tilted
from vision.album import Album
from vision.errors import UnreadablePhotoError
from vision.geometry import CARD_CORNERS, pose_matrix, project
from vision.photo import Photo
from vision.reading import Reader, Reading, read

SIDE_PX = 3 * 60
VIEW = tilted(0.01, 0.015, 0.4, 60.0, (500.0, 420.0))
TABLES = {
    "one card": "cow-2@0,0r2",
    "two cards": "owl-1@0,0r0 fox-2@2,1r3",
    "six cards": "owl-1@0,0r0 fox-2@2,1r3 fox-1@1,-2r1 cow-4@3,-1r2 cow-1@-2,1r0 owl-3@-1,3r1",
    "six cards, the other way up": (
        "owl-3@-1,3r1 cow-1@-2,1r0 cow-4@3,-1r2 fox-1@1,-2r1 fox-2@2,1r3 owl-1@0,0r0"
    ),
    "a row": "fox-4@-4,0r0 owl-2@-2,0r1 cow-1@0,1r2 fox-3@2,0r3",
}


@cache
def scene(name: str) -> Scene:
    """Return the photo of a table."""
    return photograph(parse_board(TABLES[name]), VIEW)


def reconstructed(reading: Reading) -> Board:
    """Return the most probable board, which no other comes near to."""
    best = reconstruct(reading.evidence, DRAWN, Rules()).boards[0]
    assert best.p_evidence > 0.99 * reading.evidence.completeness
    return best.board


@pytest.fixture(scope="module")
def readings(reader: Reader) -> dict[str, Reading]:
    """Each table as it is read."""
    return {name: reader.read(scene(name).photo) for name in TABLES}


@pytest.mark.parametrize("missed", ["fox-1", "cow-1"])
def test_a_card_that_is_missed_lies_in_order_once_it_is_told_where(missed: str) -> None:
    """The squares that other cards show there tell that it lies beneath, the others that it lies above."""
    album = drawn_album()
    pictures = {card: picture for card, picture in album.pictures.items() if card != missed}
    seen = read(scene("six cards").photo, replace(album, pictures=pictures)).evidence
    assert len(seen.sites) == 5
    board = parse_board(TABLES["six cards"])
    x, y = next(site.centre for site in seen.sites if site.candidates[0].card == "owl-1")
    lies = board.placement(missed).moved(x, y)
    told = (Lies(missed, lies.centre, lies.turn), Complete())
    best = reconstruct(with_facts(seen, told, DRAWN), DRAWN, Rules()).boards[0]
    assert same_board(best.board, board)


@pytest.mark.parametrize("name", TABLES)
class TestTables:
    def test_the_board_is_read_exactly(self, readings: dict[str, Reading], name: str) -> None:
        assert same_board(reconstructed(readings[name]), parse_board(TABLES[name]))

    def test_nothing_is_left_to_warn_of(self, readings: dict[str, Reading], name: str) -> None:
        reading = readings[name]
        assert (reading.warnings, reading.evidence.unread, reading.evidence.completeness) == ((), (), 1.0)

    def test_every_covered_cell_surely_shows_one_of_its_cards(
        self, readings: dict[str, Reading], name: str
    ) -> None:
        board, evidence = parse_board(TABLES[name]), readings[name].evidence
        tops = {cell: board.placements[stack[-1]].card for cell, stack in board.stacks.items()}
        shown = {each.cell: evidence.sites[each.site].candidates[0].card for each in evidence.seen}
        assert len(shown) == len(evidence.seen) == len(tops)
        assert sorted(shown.values()) == sorted(tops.values())
        assert min(each.log_odds for each in evidence.seen) > 5

    def test_corners_lie_within_a_hundredth_of_a_side(self, readings: dict[str, Reading], name: str) -> None:
        reading = readings[name]
        for number, site in enumerate(reading.evidence.sites):
            best = site.candidates[0]
            off = reading.card_corners(number, best.turn) - scene(name).corners[best.card]
            assert np.abs(off).max() < 0.01 * SIDE_PX

    def test_candidates_are_plausible_and_named_once(self, readings: dict[str, Reading], name: str) -> None:
        for site in readings[name].evidence.sites:
            best = site.candidates[0].log_likelihood
            assert all(best - each.log_likelihood <= 25 for each in site.candidates)
            assert len({(each.card, each.turn) for each in site.candidates}) == len(site.candidates)

    def test_shared_cells_are_those_where_cards_overlap(
        self, readings: dict[str, Reading], name: str
    ) -> None:
        evidence = readings[name].evidence
        on_cell: dict[Cell, set[int]] = {}
        for number, site in enumerate(evidence.sites):
            for cell in Placement("", site.centre).cells:
                on_cell.setdefault(cell, set()).add(number)
        overlaps = {cell: sites for cell, sites in on_cell.items() if len(sites) > 1}
        assert {each.cell: {top.site for top in each.tops} for each in evidence.shared} == overlaps


def turned(photo: Photo, quarters: int) -> Photo:
    """Return the photo as a camera held otherwise takes it."""
    pixels = np.ascontiguousarray(np.rot90(photo.pixels, -quarters))
    return Photo(pixels, photo.scale, (pixels.shape[1], pixels.shape[0]))


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_however_the_camera_is_held_the_board_is_the_same(reader: Reader, quarters: int) -> None:
    reading = reader.read(turned(scene("six cards").photo, quarters))
    assert same_board(reconstructed(reading), parse_board(TABLES["six cards"]))


def test_the_same_photo_is_read_the_same_every_time(reader: Reader) -> None:
    photo = scene("six cards").photo
    first, again = reader.read(photo), read(photo, drawn_album())
    assert first.evidence == again.evidence
    assert (first.corners == again.corners).all()


def test_corners_are_those_of_the_full_size_photo(reader: Reader, readings: dict[str, Reading]) -> None:
    """A photo that was shrunk by half: its pixels are two wide, and (0, 0) is the middle of the first."""
    photo, small = scene("two cards").photo, readings["two cards"]
    large = reader.read(replace(photo, scale=2.0, full_size=(2200, 1700)))
    assert large.corners == pytest.approx((small.corners + 0.5) * 2 - 0.5)


class TestWarnings:
    def test_a_card_far_from_the_others_is_told(self, reader: Reader) -> None:
        board = parse_board(TABLES["two cards"] + " cow-1@-5,2r0")
        reading = reader.read(photograph(board, VIEW).photo)
        assert reading.warnings == ("cow-1 lies apart from the other cards",)

    def test_a_card_between_two_cells_is_told(self, reader: Reader) -> None:
        board = parse_board("owl-1@0,0r0 fox-2@2,0r3 cow-1@1,2r0")
        poses = hand_laid(board)
        poses[2] = poses[2] + [0.5, 0.0, 0.0, 0.0]
        reading = reader.read(photograph(board, VIEW, poses=poses).photo)
        assert "cow-1 does not lie on the others' squares" in reading.evidence.unread
        assert reading.evidence.completeness <= 0.5

    def test_nothing_is_certain_while_a_card_has_no_picture(self) -> None:
        """It may lie on the table, and nobody would see it."""
        album = drawn_album()
        pictures = {card: picture for card, picture in album.pictures.items() if card != "cow-4"}
        photo = photograph(parse_board(TABLES["two cards"]), VIEW).photo
        reading = Reader(Album(album.deck, "animals", pictures)).read(photo)
        assert reading.evidence.unread == ("the album has no picture of cow-4: such cards are overlooked",)
        assert reading.evidence.completeness == pytest.approx(1 - 2 / len(album.pictures))

    @pytest.mark.parametrize("seen", [0.1, 0.3, 0.45], ids=["half a square", "most of one", "one square"])
    def test_the_rest_of_a_card_that_was_not_found_is_told(self, reader: Reader, seen: float) -> None:
        """A card that reaches over the edge may show too little to be found; it is seen all the same."""
        board = parse_board("cow-1@4,0r0 fox-2@2,0r3 owl-1@0,0r0")
        photo = photograph(board, VIEW).photo
        edge = project(VIEW @ pose_matrix(hand_laid(board)[0]), np.array([[seen, 0.0]]))[0, 0]
        cut = np.ascontiguousarray(photo.pixels[:, : int(edge)])
        try:
            unread = reader.read(Photo(cut, 1.0, (cut.shape[1], cut.shape[0]))).evidence.unread
        except UnreadablePhotoError as error:
            unread = (str(error),)
        assert any("looks like part of a card" in told or "cut off" in told for told in unread)

    def test_what_hides_a_square_is_told(self, reader: Reader) -> None:
        """A coin, a thumb: whatever lies there, the square is none of the card's."""
        board = parse_board("owl-1@0,0r0 fox-2@2,1r3")
        coin = np.full((288, 288, 3), (60, 170, 200), np.uint8)
        cards = [
            (drawn_album().pictures[card.card], pose)
            for card, pose in zip(board, hand_laid(board), strict=True)
        ]
        cards.append((coin, np.array([-1.0, -1.0, 0.0, np.log(0.3)])))
        reading = reader.read(photographed(cards, VIEW, top=table_top("plain", (1100, 850))))
        (unread,) = reading.evidence.unread
        assert "looks unlike owl-1" in unread
        assert reading.evidence.completeness < 1
        assert same_board(reconstructed(reading), board)

    def test_a_card_of_which_too_little_is_seen_is_told(self, reader: Reader) -> None:
        """Coins on most of its squares: it is not read, but neither is the table said to be complete."""
        board = parse_board("owl-1@0,0r0 fox-2@2,1r3 cow-1@-3,0r0")
        coin = np.full((288, 288, 3), (60, 170, 200), np.uint8)
        poses = hand_laid(board)
        cards = [(drawn_album().pictures[card.card], pose) for card, pose in zip(board, poses, strict=True)]
        for x, y in ((-1, -1), (0, -1), (1, -1), (-1, 0), (-1, 1), (0, 1)):
            cards.append((coin, poses[2] + np.array([x, y, 0.0, np.log(0.32)])))
        evidence = reader.read(photographed(cards, VIEW, top=table_top("plain", (1100, 850)))).evidence
        assert "cow-1" not in {site.candidates[0].card for site in evidence.sites}
        assert any("may be the centre of cow-1" in told for told in evidence.unread)
        assert evidence.completeness <= 0.5


def test_of_cards_with_the_same_prints_none_is_likelier_because_its_picture_was_cut_otherwise() -> None:
    """An outline of one picture was taken to lie a few hundredths of a square off."""
    album = drawn_album()
    moved = np.roll(album.pictures["owl-1"], (2, -2), (0, 1))
    reader = Reader(replace(album, pictures={**album.pictures, "owl-2": moved}))
    site, *_ = reader.read(photograph(parse_board("owl-1@0,0r0"), VIEW).photo).evidence.sites
    first, second = site.candidates[:2]
    assert {first.card, second.card} == {"owl-1", "owl-2"}
    assert first.log_likelihood - second.log_likelihood < 5


def test_what_is_large_enough_to_hide_a_card_leaves_nothing_certain(reader: Reader) -> None:
    """A mug over a row of squares: the cards beside it are read, and none is made of it."""
    board = parse_board("owl-1@0,0r0 fox-2@2,1r3 cow-1@4,0r0")
    mug = np.full((288, 288, 3), (40, 120, 30), np.uint8)
    cards = [
        (drawn_album().pictures[card.card], pose) for card, pose in zip(board, hand_laid(board), strict=True)
    ]
    cards.append((mug, np.array([1.0, 1.8, 0.3, np.log(0.95)])))
    reading = reader.read(photographed(cards, VIEW, top=table_top("plain", (1100, 850))))
    assert {sighting.card for sighting in reading.sightings} <= {"owl-1", "fox-2", "cow-1"}
    assert any("a card may lie beneath it" in told for told in reading.evidence.unread)
    assert reading.evidence.completeness <= 0.9


@pytest.mark.parametrize("name", ["one card", "a row"])
@pytest.mark.parametrize(
    "colour",
    [
        pytest.param((255, 255, 255), id="glare"),
        pytest.param((60, 140, 180), id="a coin"),
        pytest.param((150, 180, 230), id="a finger"),
        pytest.param((10, 10, 10), id="a die"),
    ],
)
def test_a_card_whose_centre_is_hidden_is_found_and_the_square_told(
    reader: Reader, name: str, colour: tuple[int, int, int]
) -> None:
    """It shows enough else; nothing is certain of what lies on its centre."""
    photo = scene(name).photo
    first = parse_board(TABLES[name]).placements[0]
    pixels = photo.pixels.copy()
    centre = project(VIEW @ pose_matrix(hand_laid(parse_board(TABLES[name]))[0]), CARD_CORNERS / 3 * 1.1)
    cv2.fillPoly(pixels, [np.round(centre).astype(int)], colour)
    reading = reader.read(replace(photo, pixels=pixels))
    assert first.card in {sighting.card for sighting in reading.sightings}
    assert f"looks unlike {first.card}" in " ".join(reading.evidence.unread)
    assert reading.evidence.completeness < 1


def test_orders_that_can_be_seen_are_read_through_a_heap(reader: Reader) -> None:
    """Three cards on one cell: the visible part of the order is exact."""
    board = parse_board("cow-3@0,0r0 owl-4@2,1r1 fox-1@2,-1r2 cow-1@4,0r3")
    found = reconstructed(reader.read(photograph(board, VIEW).photo))
    assert visible_order(found) == visible_order(board)


class TestRefusals:
    """Photos in which no table can be read: one sentence says why."""

    def refused(self, reader: Reader, photo: Photo) -> str:
        with pytest.raises(UnreadablePhotoError) as caught:
            reader.read(photo)
        assert "\n" not in str(caught.value)
        return str(caught.value)

    def test_an_empty_table(self, reader: Reader) -> None:
        reason = self.refused(reader, Photo(table_top("striped", (800, 600)), 1.0, (800, 600)))
        assert reason == (
            "no cards of the album 'drawn' (animals) were recognised: "
            "it shows another deck, the other face or no cards"
        )

    def test_the_cards_of_another_deck(self, reader: Reader) -> None:
        album = drawn_album(seed=11)
        board = parse_board(TABLES["six cards"])
        reason = self.refused(reader, photograph(board, VIEW, album=album, blur=0.3).photo)
        assert "another deck, the other face or no cards" in reason

    def test_a_blurred_photo(self, reader: Reader) -> None:
        photo = photograph(parse_board(TABLES["six cards"]), VIEW, blur=14.0).photo
        assert "the photo is blurred, or it shows another deck" in self.refused(reader, photo)

    def test_a_table_that_reaches_over_the_edge(self, reader: Reader) -> None:
        """The cards are there to be seen, but others may lie outside."""
        photo = scene("six cards").photo
        cut = np.ascontiguousarray(photo.pixels[:, 330:])
        reason = self.refused(reader, Photo(cut, 1.0, (cut.shape[1], cut.shape[0])))
        assert reason == "cards are cut off by the edge of the photo: the whole table must be in it"

    @pytest.mark.parametrize(
        "size",
        [
            pytest.param((1, 1), id="a pixel"),
            pytest.param((3, 700), id="a sliver"),
            pytest.param((2048, 1), id="a line"),
            pytest.param((40, 30), id="a stamp"),
        ],
    )
    def test_a_tiny_photo(self, reader: Reader, size: tuple[int, int]) -> None:
        self.refused(reader, Photo(table_top("plain", size), 1.0, size))

    def test_one_or_two_cards_that_hardly_look_like_themselves(self, reader: Reader) -> None:
        """Scraps of a table that cannot be read are no reading of it."""
        photo = scene("two cards").photo
        grain = np.random.default_rng(0).normal(0, 130, photo.pixels.shape)
        pixels = np.clip(photo.pixels + grain, 0, 255).astype(np.uint8)
        assert "were recognised" in self.refused(reader, replace(photo, pixels=pixels))


class TestASecondLook:
    """At a photo in which two cards of "six cards" were hidden when it was first read."""

    board = parse_board(TABLES["six cards"])

    def hidden(self, reader: Reader, *cards: str) -> Reading:
        """Return what is read where glare has burnt cards out."""
        pixels = scene("six cards").photo.pixels.copy()
        for card in cards:
            outline = np.round(scene("six cards").corners[card]).astype(np.int32)
            cv2.fillPoly(pixels, [outline], (255.0, 255.0, 255.0))
        photo = scene("six cards").photo
        reading = reader.read(replace(photo, pixels=pixels))
        assert {each.card for each in reading.sightings}.isdisjoint(cards)
        return reading

    def told(self, reading: Reading, *cards: str) -> list[Placement]:
        """Return where cards lie on the lattice of a reading; the owl lies upright at its origin."""
        owl = next(site for site in reading.evidence.sites if site.candidates[0].card == "owl-1")
        lying = self.board.turned(owl.candidates[0].turn).moved(*owl.centre)
        return [placement for placement in lying if placement.card in cards]

    def test_finds_a_card_that_was_overlooked(self, reader: Reader) -> None:
        before = self.hidden(reader, "fox-2")
        after = reader.again(scene("six cards").photo, before, self.told(before, "fox-2"))
        assert same_board(reconstructed(after), self.board)
        known = len(before.evidence.sites)
        centres = [site.centre for site in after.evidence.sites]
        assert sorted(centres[:known]) == sorted(site.centre for site in before.evidence.sites)

    def test_leaves_all_as_it_was_where_nothing_more_is_seen(self, reader: Reader) -> None:
        seen = reader.read(scene("two cards").photo)
        assert reader.again(scene("two cards").photo, seen, [Placement("cow-3", Cell(2, -3), 0)]) is seen

    def test_does_not_take_a_card_for_another(self, reader: Reader) -> None:
        """The fox lies there, and no cow."""
        before = self.hidden(reader, "fox-2")
        wrong = [replace(each, card="cow-3") for each in self.told(before, "fox-2")]
        assert reader.again(scene("six cards").photo, before, wrong) is before
