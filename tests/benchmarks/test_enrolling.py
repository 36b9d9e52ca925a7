"""The counting of enrolments, by where the cards lie in the photos."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from api.answers import EnrolAnswer, EnrolledCard
from benchmarks.enrolling import EnrolGrade, grade_enrolment, matches, renaming_of
from benchmarks.truth import Truth
from games.camouflage import Board, Card, Cell, Deck, Face, Placement, Table
from tests.strategies import DECK, PATTERNS, face_of
from vision.album import Album
from vision.origins import Doubt

IDS = ("lion-1", "lion-2", "owl-1")
TURNS = (0, 1, 3)
SQUARE = np.array([[0, 0], [100, 0], [100, 100], [0, 100]], float)


def place(number: int) -> NDArray[np.float64]:
    """The corners, clockwise from the photo's top left, of the card that lies there."""
    moved: NDArray[np.float64] = SQUARE + np.array([200 * number, 50])
    return moved


def truths() -> list[Truth]:
    """Three cards in a photo, the second and third of them turned."""
    board = Board(tuple(Placement(card, Cell(4 * n, 0), TURNS[n]) for n, card in enumerate(IDS)))
    corners = {card: np.roll(place(n), -TURNS[n], axis=0) for n, card in enumerate(IDS)}
    return [Truth(Path("a.jpg"), "enrol", Table(DECK.name, "animals", board), corners, frozenset())]


def enrolled(deck: Deck, cards: Sequence[EnrolledCard]) -> EnrolAnswer:
    return EnrolAnswer(Album(deck, "animals", {}), tuple(cards), (), ())


def seen(card: str, number: int, turn: int, face: Face, photo: str = "a.jpg") -> EnrolledCard:
    corners = np.roll(place(number), -turn, axis=0) + 3
    return EnrolledCard(card, photo, tuple((float(x), float(y)) for x, y in corners), face)


def with_file(*changes: tuple[int, EnrolledCard]) -> EnrolAnswer:
    cards = {n: seen(card, n, TURNS[n], DECK.face(card, "animals")) for n, card in enumerate(IDS)}
    return enrolled(DECK, [*(cards | dict(changes)).values()])


def test_a_right_enrolment() -> None:
    found = grade_enrolment(truths(), DECK, "animals", with_file(), named=True)
    assert found == EnrolGrade(
        cards=3, right=3, invented=0, squares=24, squares_right=24, decks_right=3, doubtful=0
    )
    assert found.exact


def test_a_card_that_is_called_another() -> None:
    wrong = seen("owl-2", 2, TURNS[2], DECK.face("owl-2", "animals"))
    found = grade_enrolment(truths(), DECK, "animals", with_file((2, wrong)), named=True)
    assert (found.right, found.invented, found.decks_right) == (2, 0, 3)
    assert found.squares_right < 24


def test_a_card_that_is_turned_wrongly() -> None:
    wrong = seen("lion-2", 1, 2, DECK.face("lion-2", "animals"))
    found = grade_enrolment(truths(), DECK, "animals", with_file((1, wrong)), named=True)
    assert (found.right, found.decks_right) == (2, 3)


def test_a_card_where_there_is_none() -> None:
    beyond = seen("owl-3", 7, 0, DECK.face("owl-3", "animals"))
    other_photo = seen("owl-4", 0, 0, DECK.face("owl-4", "animals"), photo="b.jpg")
    found = grade_enrolment(truths(), DECK, "animals", with_file((7, beyond), (8, other_photo)), named=True)
    assert (found.right, found.invented) == (3, 2)


def discovered(wrong_squares: int = 0) -> EnrolAnswer:
    """The same cards as an enrolment without a file finds them: as they lay, patterns and decks numbered."""
    names = dict(zip(PATTERNS["animals"], ("pattern-2", "pattern-3", "pattern-1"), strict=True))
    cards, places = [], []
    for n, true in enumerate(IDS):
        squares = [names[each] for each in DECK.face(true, "animals", TURNS[n]).squares if each in names]
        if n == 0:
            squares[:wrong_squares] = ["pattern-9"] * wrong_squares
        deck = "deck-2" if true.startswith("lion") else "deck-1"
        card = Card(f"{deck}-{n}", deck, {"animals": face_of(squares)})
        cards.append(card)
        places.append(seen(card.id, n, 0, card.faces["animals"]))
    patterns = ("pattern-1", "pattern-2", "pattern-3", "pattern-9")
    return enrolled(Deck("deck", ("deck-1", "deck-2"), {"animals": patterns}, tuple(cards)), places)


def test_without_a_file_names_and_turns_are_free() -> None:
    found = grade_enrolment(truths(), DECK, "animals", discovered(), named=False)
    assert found == EnrolGrade(
        cards=3, right=3, invented=0, squares=24, squares_right=24, decks_right=3, doubtful=0
    )


def test_without_a_file_squares_of_one_pattern_have_to_be_called_the_same() -> None:
    found = grade_enrolment(truths(), DECK, "animals", discovered(wrong_squares=2), named=False)
    assert (found.squares_right, found.wrong, found.wrong_listed) == (22, 2, 0)
    assert not found.exact


def test_wrong_squares_that_were_listed_are_counted() -> None:
    answer = discovered(wrong_squares=2)
    doubtful = (Doubt("deck-2-0", (0, 1), "it is seen badly"), Doubt("deck-2-0", (2, 2), "it is seen badly"))
    found = grade_enrolment(truths(), DECK, "animals", replace(answer, doubtful=doubtful), named=False)
    assert (found.doubtful, found.wrong, found.wrong_listed) == (2, 2, 1)


def test_the_true_names_and_turns_of_discovered_cards() -> None:
    renaming = renaming_of(matches(truths(), discovered()))
    assert renaming.cards == {"deck-2-0": ("lion-1", 0), "deck-2-1": ("lion-2", 1), "deck-1-2": ("owl-1", 3)}
    as_they_lay = Board(tuple(Placement(card, Cell(4 * n, 0), 0) for n, card in enumerate(renaming.cards)))
    assert renaming.board(as_they_lay) == truths()[0].table.board
