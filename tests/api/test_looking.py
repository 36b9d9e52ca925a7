"""Which face of an album a photo shows, found out by reading it."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from api.answers import PhotoSource
from api.looking import look
from games.camouflage import Board, parse_board
from tests.vision.scenes import drawn_album, hand_laid, photograph
from vision.album import Album
from vision.errors import CutOffError, UnreadablePhotoError

VIEW = np.array([[70.0, 12.0, 350.0], [-8.0, 66.0, 330.0], [0.0, 0.0, 1.0]])
BOARD = parse_board("owl-1@0,0r0 fox-2@2,1r1")


def gems() -> Album:
    """Return another deck's drawn cards, as the other face of this one."""
    other = drawn_album(seed=8)
    cards = tuple(replace(card, faces={"gems": card.faces["animals"]}) for card in other.deck.cards)
    deck = replace(other.deck, patterns={"gems": other.deck.patterns["animals"]}, cards=cards)
    return Album(deck, "gems", other.pictures)


BOTH = replace(drawn_album(), other=gems())


def taken(album: Album, board: Board, folder: Path) -> PhotoSource:
    path = folder / "table.png"
    cv2.imwrite(str(path), photograph(board, VIEW, album=album).photo.pixels)
    return PhotoSource(path.name, path)


@pytest.mark.parametrize("shown", BOTH.faces, ids=lambda album: str(album.face))
def test_the_face_that_a_photo_shows_is_read(shown: Album, tmp_path: Path) -> None:
    seen = look(taken(shown, BOARD, tmp_path), BOTH)
    assert (seen.album.face, seen.subject.best.face, seen.subject.deck) == (
        shown.face,
        shown.face,
        shown.deck,
    )
    assert {card.card for card in seen.subject.best.board} == {"owl-1", "fox-2"}


def test_a_photo_that_shows_neither_is_refused_as_with_the_first(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePhotoError, match=r"\(animals\) were recognised"):
        look(taken(drawn_album(seed=5), BOARD, tmp_path), BOTH)


def test_of_two_refusals_that_of_the_face_whose_cards_were_recognised_is_told(tmp_path: Path) -> None:
    cut_off = photograph(BOARD, VIEW, album=gems()).photo.pixels[:, 300:]
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), cut_off)
    with pytest.raises(CutOffError, match="cut off by the edge"):
        look(PhotoSource(path.name, path), BOTH)


def test_a_card_with_its_other_face_up_is_named(tmp_path: Path) -> None:
    """Of the same cards: their other face is photographed onto the table of the first."""
    other = gems()
    turned = np.array([4.6, -2.5, 0.4, 0.0])
    board = parse_board("owl-1@0,0r0 fox-2@2,1r1 cow-1@0,2r1")
    album = replace(BOTH, pictures={**BOTH.pictures, "turned": other.pictures["fox-4"]})
    lying = Board((*board, replace(board.placements[0], card="turned")))
    photo = photograph(lying, VIEW, album=album, poses=[*hand_laid(board), turned]).photo
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), photo.pixels)
    seen = look(PhotoSource(path.name, path), BOTH)
    assert {card.card for card in seen.subject.best.board} == {"owl-1", "fox-2", "cow-1"}
    assert seen.subject.warnings == ("fox-4 lies there with its other face up (gems)",)
