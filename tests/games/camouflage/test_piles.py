"""Cards that lie apart: piles, cards beside the board, and the owners of piles."""

from dataclasses import replace

import pytest
from hypothesis import given

from games.camouflage import (
    Board,
    DuplicateCardError,
    MalformedBoardError,
    Table,
    format_board,
    format_table,
    parse_board,
    table_from_json,
    table_to_json,
)
from games.camouflage.facts import Owned
from games.camouflage.piles import located, piles, with_owners, without_unplayed
from tests.strategies import DECK, boards


def table(text: str) -> Table:
    return Table(DECK.name, "animals", parse_board(text))


class TestPiles:
    @given(boards(reach=8))
    def test_each_card_is_in_one_pile_and_meets_no_other_pile(self, board: Board) -> None:
        found = piles(board)
        assert sorted(card.card for pile in found for card in pile) == sorted(card.card for card in board)
        for number, pile in enumerate(found):
            others = [card for other in found[:number] for card in other]
            assert not any(card.overlaps(other) for card in pile for other in others)
            assert len(piles(pile)) == 1

    @given(boards(reach=8))
    def test_the_order_from_the_bottom_stays(self, board: Board) -> None:
        heights = {card.card: height for height, card in enumerate(board)}
        for pile in piles(board):
            assert [heights[card.card] for card in pile] == sorted(heights[card.card] for card in pile)

    def test_the_largest_comes_first(self) -> None:
        found = piles(parse_board("owl-1@9,0r0 fox-2@0,0r3 cow-1@2,0r1"))
        assert [format_board(pile) for pile in found] == ["fox-2@0,0r3 cow-1@2,0r1", "owl-1@9,0r0"]


class TestUnplayed:
    def test_a_card_that_lies_beside_the_board_is_unplayed(self) -> None:
        found = without_unplayed(table("owl-1@0,0r0 fox-2@2,0r3 cow-1@7,0r0 cow-2@0,-9r0"))
        assert format_table(found) == "owl-1@0,0r0 fox-2@2,0r3"
        assert found.unplayed == ("cow-1", "cow-2")

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("owl-1@0,0r0 fox-2@2,0r3 cow-1@5,0r0", id="side by side"),
            pytest.param("owl-1@0,0r0 fox-2@2,0r3 cow-1@9,0r0 cow-2@9,2r0", id="two that meet"),
            pytest.param("owl-1@0,0r0 fox-2@9,0r3", id="all alone"),
            pytest.param("owl-1@0,0r0", id="one card"),
        ],
    )
    def test_other_cards_stay(self, text: str) -> None:
        assert without_unplayed(table(text)) == table(text)

    def test_an_unplayed_card_does_not_lie_on_the_table(self) -> None:
        with pytest.raises(DuplicateCardError, match="unplayed"):
            replace(table("owl-1@0,0r0"), unplayed=("owl-1",))

    def test_a_file_keeps_them(self) -> None:
        unplayed = replace(table("owl-1@0,0r0"), unplayed=("fox-2",))
        assert table_from_json(table_to_json(unplayed)) == unplayed
        assert "unplayed" not in table_to_json(table("owl-1@0,0r0"))


class TestLocations:
    def test_the_card_at_the_bottom_tells_whose_pile_it_is(self) -> None:
        (found,) = located(table("owl-1@0,0r0 cow-1@20,3r1 fox-2@2,0r3 owl-2@22,3r0"), DECK)
        assert format_table(found) == "owl: owl-1@0,0r0 fox-2@2,0r3 | cow: cow-1@20,3r1 owl-2@22,3r0"
        found.check(DECK)

    def test_a_card_beside_a_pile_of_its_deck_is_unplayed(self) -> None:
        (found,) = located(table("owl-1@0,0r0 fox-2@2,0r3 owl-3@9,9r0 cow-1@30,0r0"), DECK)
        assert [location.deck for location in found.locations] == ["owl", "cow"]
        assert found.unplayed == ("owl-3",)

    TWICE = "owl-1@0,0r0 fox-2@2,0r3 owl-3@9,9r0 cow-1@9,7r0 bear-1@30,0r0"

    def test_of_two_piles_of_one_deck_either_may_be_the_owners_and_the_other_anybodys(self) -> None:
        found = located(table(self.TWICE), DECK)
        assert {format_table(each) for each in found} == {
            "owl: owl-1@0,0r0 fox-2@2,0r3 owl-3@9,9r0 cow-1@9,7r0 | bear: bear-1@30,0r0",
            "owl: owl-1@0,0r0 fox-2@2,0r3 | bear: bear-1@30,0r0 owl-3@9,9r0 cow-1@9,7r0",
            "owl: owl-3@9,9r0 cow-1@9,7r0 owl-1@0,0r0 fox-2@2,0r3 | bear: bear-1@30,0r0",
            "owl: owl-3@9,9r0 cow-1@9,7r0 | bear: bear-1@30,0r0 owl-1@0,0r0 fox-2@2,0r3",
        }
        for each in found:
            each.check(DECK)

    @pytest.mark.parametrize(
        ("told", "left"),
        [
            pytest.param([Owned("cow-1", "bear", is_deck=True)], {("owl", "bear")}, id="a deck"),
            pytest.param([Owned("owl-1", "owl", is_deck=True)], {("owl", "bear")}, id="the owner"),
            pytest.param(
                [Owned("bear-1", "Ann", is_deck=False), Owned("cow-1", "Ann", is_deck=False)],
                {("owl", "Ann")},
                id="one player",
            ),
            pytest.param(
                [Owned("owl-1", "Ann", is_deck=False), Owned("owl-3", "Ben", is_deck=False)],
                {("Ann", "Ben"), ("Ben", "Ann")},
                id="two players",
            ),
            pytest.param([Owned("owl-1", "fox", is_deck=True)], set(), id="one without a pile"),
            pytest.param(
                [Owned("owl-1", "Ann", is_deck=False), Owned("fox-2", "Ben", is_deck=False)],
                set(),
                id="two owners of one pile",
            ),
            pytest.param(
                [Owned(card, "Ann", is_deck=False) for card in ("bear-1", "owl-1", "owl-3")],
                set(),
                id="none left for a deck",
            ),
            pytest.param([Owned("pig-1", "Ann", is_deck=False)], set(), id="card that is not there"),
        ],
    )
    def test_what_is_told_of_owners_names_them_or_strikes_out(
        self, told: list[Owned], left: set[tuple[str, str]]
    ) -> None:
        found = [with_owners(each, told) for each in located(table(self.TWICE), DECK)]
        assert {tuple(each.player for each in one.locations) for one in found if one} == left

    def test_too_many_such_piles_are_told(self) -> None:
        cards = [f"owl-{n}@{20 * n},0r0 fox-{n}@{20 * n + 2},0r0" for n in range(1, 5)]
        others = [f"{deck}-1@{20 * n},50r0" for n, deck in enumerate(["cow", "bear", "pig"])]
        with pytest.raises(MalformedBoardError, match="3 piles begin with a card of a deck that has another"):
            located(table(" ".join([*cards, *others])), DECK)
