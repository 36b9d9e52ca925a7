import numpy as np
import pytest

from tests.vision.scenes import SQUARE_PX, drawn_album, photographed, shaded, table_top
from vision.appearance import (
    CENTRE_SQUARE,
    SQUARES,
    TURNED_SQUARES,
    Floats32,
    Gallery,
    Pyramid,
    by_squares,
    evened,
    normalised,
    opponent_channels,
)
from vision.geometry import pose_matrix
from vision.photo import Pixels

ALBUM = drawn_album()
PICTURES = list(ALBUM.pictures.values())
GALLERY = Gallery.of(ALBUM, 16)


def seen(picture: Pixels, side_px: int = 16) -> Floats32:
    """Return a card's normalised squares as a camera right above it sees them."""
    view = np.diag([side_px * 2.0, side_px * 2.0, 1.0])
    view[:2, 2] = 120
    photo = photographed([(picture, np.zeros(4))], view, top=table_top("plain", (240, 240)), noise=0)
    return normalised(by_squares(Pyramid(photo.pixels).cards(view, np.zeros((1, 4)), side_px)[0]))[0]


class TestNormalised:
    squares = by_squares(opponent_channels(PICTURES[0]))

    @pytest.mark.parametrize(("gain", "veil"), [(0.5, 0.0), (1.0, 40.0), (1.7, -30.0)])
    def test_brightness_and_contrast_change_nothing(self, gain: float, veil: float) -> None:
        """Each square may have its own: shade falls on some squares and not on others."""
        gains = gain * np.linspace(0.8, 1.2, SQUARES)[:, None, None]
        before, after = normalised(self.squares)[0], normalised(self.squares * gains + veil)[0]
        assert (before * after).sum(1) == pytest.approx(np.ones(SQUARES), abs=0.01)

    def test_the_product_of_two_squares_is_their_correlation(self) -> None:
        one, two = (by_squares(opponent_channels(picture))[3] for picture in PICTURES[:2])
        correlation = np.corrcoef(
            (one - one.mean(0)).ravel().astype(float), (two - two.mean(0)).ravel().astype(float)
        )[0, 1]
        a, b = (normalised(by_squares(opponent_channels(picture)))[0][3] for picture in PICTURES[:2])
        assert a @ b == pytest.approx(correlation, abs=0.01)

    def test_noise_on_a_plain_square_is_not_blown_up(self) -> None:
        noise = np.random.default_rng(1).normal(0, 0.3, (SQUARES, 256, 3))
        assert (np.linalg.norm(normalised(noise)[0], axis=1) < 0.2).all()


class TestEvened:
    channels = opponent_channels(PICTURES[0][::3, ::3])
    side_px = 32

    def likeness(self, other: Floats32) -> Floats32:
        """Compare a card in other light with itself, square by square."""
        one, two = (normalised(by_squares(evened(each, self.side_px)))[0] for each in (self.channels, other))
        result: Floats32 = (one * two).sum(1)
        return result

    def test_a_veil_over_half_the_card_goes(self) -> None:
        veil = np.linspace(0, 90, self.channels.shape[1], dtype=np.float32)
        veiled = self.channels * np.array([0.6, 0.6, 0.6], np.float32)
        veiled[..., 0] += veil
        assert self.likeness(veiled).min() > 0.97

    def test_coloured_light_changes_little(self) -> None:
        warm = opponent_channels(shaded(PICTURES[0][::3, ::3], gain=(0.7, 0.9, 1.0)))
        assert self.likeness(warm).min() > 0.9

    def test_another_print_stays_another_print(self) -> None:
        assert self.likeness(opponent_channels(PICTURES[1][::3, ::3])).mean() < 0.5


def test_a_neighbour_that_reaches_over_the_rim_of_a_square_changes_nothing() -> None:
    """Its dark frame would outweigh a symbol of thin lines on white."""
    side = 16
    picture = np.full((3 * side, 3 * side, 3), 240, np.uint8)
    picture[20:28, 22:24] = (60, 120, 200)
    framed = picture.copy()
    framed[side : side + 2, side : 2 * side] = 20
    framed[side : 2 * side, 2 * side - 2 : 2 * side] = 20
    one, two = (
        normalised(by_squares(evened(opponent_channels(each), side, rim_px=2), rim_px=2))[0]
        for each in (picture, framed)
    )
    assert one[4] == pytest.approx(two[4], abs=1e-5)


def test_a_picture_is_cut_into_squares_row_by_row() -> None:
    picture = np.kron(np.arange(SQUARES).reshape(3, 3), np.ones((4, 4)))[..., None]
    assert by_squares(picture).mean((1, 2)).tolist() == list(range(SQUARES))


@pytest.mark.parametrize("turn", range(4))
def test_the_table_of_turned_squares_is_that_of_the_rules(turn: int) -> None:
    """What lies where is the same for the pictures as for the faces of the deck."""
    for card in ALBUM.deck.cards:
        face = card.faces["animals"]
        assert tuple(face.squares[square] for square in TURNED_SQUARES[turn]) == face.turned(turn).squares


class TestGallery:
    @pytest.mark.parametrize("turn", range(4))
    def test_a_turned_card_is_like_itself_at_that_turn_and_like_no_other(self, turn: int) -> None:
        for number, picture in enumerate(PICTURES):
            turned = seen(np.ascontiguousarray(np.rot90(picture, -turn)))
            likeness = GALLERY.likeness(turned[None])[0].mean(2)
            assert np.unravel_index(likeness.argmax(), likeness.shape) == (number, turn)
            assert likeness[number, turn] > 0.9
            assert np.sort(likeness.ravel())[-2] < 0.7

    def test_a_picture_is_wholly_like_itself(self) -> None:
        for number in range(len(PICTURES)):
            own = GALLERY.likeness(GALLERY.squares[number, :1])[0, number, 0]
            assert own == pytest.approx(np.ones(SQUARES), abs=0.02)

    def test_places_are_compared_one_by_one_however_many_they_are(self) -> None:
        squares = GALLERY.squares[:, 1]
        together = GALLERY.likeness(squares)
        for number in range(len(squares)):
            assert together[number] == pytest.approx(
                GALLERY.likeness(squares[number : number + 1])[0], abs=1e-5
            )

    def test_the_centre_counts_as_like_as_that_of_the_most_like_card_of_its_deck(self) -> None:
        likeness = GALLERY.likeness(GALLERY.squares[:1, 0])[0, :, :, CENTRE_SQUARE]
        own = GALLERY.decks == GALLERY.decks[0]
        assert likeness[own, 0] == pytest.approx(np.ones(own.sum()), abs=0.02)

    @pytest.mark.parametrize("turn", range(4))
    def test_each_printed_square_lies_where_the_table_of_turns_says(self, turn: int) -> None:
        """The squares of a turned card, each turned back, are the printed ones."""
        for upright, turned in zip(GALLERY.squares[:, 0], GALLERY.squares[:, turn], strict=True):
            for place, printed in enumerate(TURNED_SQUARES[turn]):
                back = np.rot90(turned[place].reshape(16, 16, 3), turn)
                assert back == pytest.approx(upright[printed].reshape(16, 16, 3), abs=1e-6)

    @pytest.mark.parametrize("number", range(4), ids=["x", "y", "angle", "size"])
    def test_slopes_say_how_the_squares_change(self, number: int) -> None:
        """A small step changes the squares as the slope tells, which a filter smooths: by a little more."""
        step = np.zeros(4)
        step[number] = 0.02
        view = np.diag([32.0, 32.0, 1.0])
        view[:2, 2] = 120
        photo = photographed([(PICTURES[0], np.zeros(4))], view, top=table_top("plain", (240, 240)), noise=0)
        pyramid = Pyramid(photo.pixels)
        after, before = (
            normalised(by_squares(pyramid.cards(view, each[None], 16)[0]))[0] for each in (step, -step)
        )
        told = GALLERY.slopes[0][:, number] * 0.04
        change = after - before
        agreement = (told * change).sum() / (np.linalg.norm(told) * np.linalg.norm(change))
        assert agreement > 0.85
        assert np.linalg.norm(change) / np.linalg.norm(told) == pytest.approx(1.2, abs=0.25)


class TestPyramid:
    def test_levels_halve_down_to_the_size_of_a_thumbnail(self) -> None:
        levels = Pyramid(table_top("plain", (900, 700))).levels
        assert [level.shape[:2] for level in levels] == [(700, 900), (350, 450), (175, 225)]

    def test_a_card_is_cut_out_alike_from_near_and_from_far(self) -> None:
        """A photo four times as large is read from another level and gives the same picture."""
        cuts = []
        for zoom in (1.0, 4.0):
            view = np.diag([zoom, zoom, 1.0]) @ np.array([[32.0, 0, 100], [0, 32, 100], [0, 0, 1]])
            side = round(200 * zoom)
            photo = photographed(
                [(PICTURES[2], np.zeros(4))], view, top=table_top("plain", (side, side)), noise=0, blur=0.3
            )
            cuts.append(normalised(by_squares(Pyramid(photo.pixels).cards(view, np.zeros((1, 4)), 16)[0]))[0])
        assert (cuts[0] * cuts[1]).sum(1).min() > 0.9

    def test_a_card_is_cut_out_the_way_it_lies(self) -> None:
        view = np.array([[20.0, 0, 100], [0, 20, 100], [0, 0, 1]])
        corner = np.zeros((200, 200, 3), np.uint8)
        pose = np.array([1.0, -0.5, np.pi / 2, 0.0])
        x, y = (view @ pose_matrix(pose) @ np.array([-1.0, -1.0, 1.0]))[:2].round().astype(int)
        corner[y - 5 : y + 6, x - 5 : x + 6] = 255
        bright = by_squares(Pyramid(corner).cards(view, pose[None], SQUARE_PX // 6)[0])[..., 0].max(1)
        assert bright.argmax() == 0

    def test_many_cards_are_cut_out_as_each_alone(self) -> None:
        """From near and far, in more rows than OpenCV takes at once."""
        photo = Pyramid(table_top("chequered", (900, 700)))
        view = np.array([[60.0, 2, 300], [1, 50, 300], [1e-3, -2e-3, 1]])
        poses = np.array([[x, y, x * y, 0.3 * x] for x in range(-3, 4) for y in range(-2, 3)] * 20, float)
        together = photo.cards(view, poses, 16)
        for number in (0, 17, 34, 690):
            assert (together[number] == photo.cards(view, poses[number : number + 1], 16)[0]).all()

    def test_glare_is_told_square_by_square(self) -> None:
        view = np.array([[20.0, 0, 100], [0, 20, 100], [0, 0, 1]])
        photo = np.full((200, 200, 3), 180, np.uint8)
        photo[90:110, 90:130] = 250
        photo[110:130, 90:130] = (250, 250, 200)
        poses = np.array([[0.0, 0, 0, 0], [0, 0, np.pi / 2, 0], [0.7, 0, 0, 0]])
        burnt = Pyramid(photo).burnt(view, poses)
        assert [np.nonzero(each)[0].tolist() for each in burnt] == [[4, 5], [1, 4], [3, 4]]
