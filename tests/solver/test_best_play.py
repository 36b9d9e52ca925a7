"""Best play: held against a twin that tries every sequence, and against the score that the games compute."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.camouflage import (
    Board,
    CamouflageError,
    Cell,
    Location,
    MalformedBoardError,
    Placement,
    Rules,
    Table,
    WrongGameError,
    judge_play,
    parse_board,
    places,
    score,
)
from games.camouflage.scoring import COVER_SOME_GROUND, DIVERSIFY
from solver.best_play import GAMES, best_play, points_left, scored_places, unplayed, who_can_play
from solver.status import Status
from tests.solver.clocks import Cancelling
from tests.solver.puzzles import FACE, laid
from tests.strategies import ANIMALS, DECK, PLAIN, plain_deck

seeds = st.integers(0, 10_000)
MODES = {mode.name: mode for mode in (DIVERSIFY, COVER_SOME_GROUND)}


def table_of(seed: int, cards: int, rules: Rules) -> tuple[Table, list[str]]:
    """Return a table with some cards, and all the others."""
    draw = random.Random(seed)
    board = laid(draw, cards)
    others = [card.id for card in DECK.cards if card.id not in board]
    return Table(DECK.name, FACE, board, start=("lion-1",), rules=rules), draw.sample(others, len(others))


def every_total(table: Table, hand: Sequence[str], game: str) -> Iterator[int]:
    """Go through the points of all sequences."""
    yield 0
    for card in hand:
        rest = [other for other in hand if other != card]
        for play in places(table, DECK, card):
            gain = MODES[game].card_points(play)
            after = replace(table, board=table.board.lay(play.placement))
            yield from (gain + more for more in every_total(after, rest, game))


rules = st.builds(Rules, st.sampled_from([2, 3]), st.booleans(), st.booleans())


class TestBestPlay:
    @given(seed=seeds, cards=st.integers(1, 5), least=st.integers(3, 4), game=st.sampled_from(GAMES))
    @settings(max_examples=20)
    def test_no_sequence_scores_more(self, seed: int, cards: int, least: int, game: str) -> None:
        table, others = table_of(seed, cards, Rules(min_match=least))
        found = best_play(table, DECK, others[:3], game)
        assert found.points == max(every_total(table, others[:3], game))
        assert (found.status, found.bound) == (Status.OPTIMAL, found.points)

    @given(seed=seeds, game=st.sampled_from(GAMES), counts=st.booleans())
    @settings(max_examples=10)
    def test_with_wild_centres(self, seed: int, game: str, *, counts: bool) -> None:
        table, others = table_of(seed, 2, Rules(min_match=4, wild_centres=True, wild_counts=counts))
        found = best_play(table, DECK, others[:2], game)
        assert found.points == max(every_total(table, others[:2], game))

    @given(seed=seeds, cards=st.integers(3, 9), game=st.sampled_from(GAMES), rules=rules)
    @settings(max_examples=20)
    def test_the_points_are_those_of_the_score_sheet(
        self, seed: int, cards: int, game: str, rules: Rules
    ) -> None:
        table, others = table_of(seed, cards, Rules())
        table = replace(
            table, start=table.cards, players={each.title(): each for each in ANIMALS}, rules=rules
        )
        found = best_play(table, DECK, others[:3], game, time_limit_s=0.5)
        for plays in (found.plays, *found.alternatives):
            after = replace(table, board=Board((*table.board, *plays)))
            lines = [line for line in score(after, DECK, game).lines if line.item in others]
            assert sum(line.points for line in lines if isinstance(line.points, int)) == found.points
            assert len(lines) == len(plays)

    def test_a_hole_for_four_cards_that_meet_in_one_cell(self) -> None:
        """Three of the four gain in the middle cell, more than half a point a card."""
        ring = [Cell(2 * x, 2 * y) for x in range(4) for y in range(4) if not {x, y} <= {1, 2}]
        cards = [card.id for card in PLAIN.cards]
        placements = tuple(Placement(card, cell) for card, cell in zip(cards, ring, strict=False))
        table, hand = Table(PLAIN.name, FACE, Board(placements)), cards[20:24]
        found = best_play(table, PLAIN, hand, COVER_SOME_GROUND.name)
        assert (found.status, found.points) == (Status.OPTIMAL, 27)
        stopped = best_play(table, PLAIN, hand, COVER_SOME_GROUND.name, cancelled=Cancelling(after=0))
        assert stopped.bound >= 27

    def test_no_time_leaves_a_gap(self) -> None:
        table, others = table_of(1, 10, Rules(min_match=1))
        cancelling = Cancelling(after=20)
        found = best_play(table, DECK, others[:6], "diversify", cancelled=cancelling)
        assert cancelling.asked == 21
        assert found.status is Status.FEASIBLE
        assert found.gap > 0

    def test_no_place_scores_nothing(self) -> None:
        deck = plain_deck(owl_1="tttttttt")
        table = Table(deck.name, FACE, parse_board("lion-1@0,0r0"))
        found = best_play(table, deck, ["owl-1"], "diversify")
        assert (found.status, found.plays, found.points) == (Status.OPTIMAL, (), 0)

    @pytest.mark.parametrize(
        ("hand", "game", "message"),
        [
            pytest.param(["owl-1"], "speed-round", "the best play is that of diversify or", id="no points"),
            pytest.param([], "diversify", "hand: expected 1 to 6 cards; found 0", id="no card"),
            pytest.param(["owl-1", "owl-1"], "diversify", "hand: expected each card once", id="twice"),
            pytest.param(["lion-1"], "diversify", "hand: .* lion-1 lies on the table", id="laid"),
            pytest.param(["cat-1"], "diversify", "no card 'cat-1'", id="unknown"),
        ],
    )
    def test_what_will_not_do(self, hand: list[str], game: str, message: str) -> None:
        with pytest.raises(CamouflageError, match=message):
            best_play(Table(PLAIN.name, FACE, parse_board("lion-1@0,0r0")), PLAIN, hand, game)

    def test_locations(self) -> None:
        table = Table(PLAIN.name, FACE, locations=(Location("Ann", "owl", parse_board("owl-1@0,0r0")),))
        with pytest.raises(WrongGameError, match="shared board"):
            best_play(table, PLAIN, ["fox-1"], "diversify")


def test_every_place_is_scored_as_if_the_card_were_laid() -> None:
    table, others = table_of(3, 6, Rules())
    found = scored_places(table, DECK, others[:3])
    assert found
    for place in found:
        assert judge_play(table, DECK, place.play.placement) == place.play
        assert (place.diversify, place.cover) == (len(place.play.on), len(place.play.covered))


class TestPointsLeft:
    BOARD = parse_board("lion-1@0,0r0 lion-2@2,0r0 lion-3@4,0r0 owl-1@2,2r0 fox-1@1,4r0 fox-2@6,0r0")
    TABLE = Table(
        PLAIN.name, FACE, BOARD, start=("lion-1", "lion-2", "lion-3"), players={"Ann": "owl", "Ben": "fox"}
    )

    @pytest.mark.parametrize("game", GAMES)
    def test_the_own_cards_alone_on_the_starting_cards(self, game: str) -> None:
        found = points_left(self.TABLE, PLAIN, game)
        totals = score(self.TABLE, PLAIN, game).totals
        assert {player: each.scored for player, each in found.items()} == totals
        for player, each in found.items():
            deck = (self.TABLE.players or {})[player]
            assert {placement.card for placement in each.board} == {
                card for card in self.TABLE.cards if card.startswith(("lion", deck))
            }
            alone = replace(self.TABLE, board=each.board, players={player: deck})
            assert score(alone, PLAIN, game).totals == {player: each.best.points}
            assert each.left >= 0

    def test_a_game_without_points(self) -> None:
        with pytest.raises(WrongGameError, match="the best play is that of diversify or"):
            points_left(self.TABLE, PLAIN, "speed-round")

    def test_without_starting_cards(self) -> None:
        with pytest.raises(MalformedBoardError, match="start: expected 1 to 3 starting cards"):
            points_left(replace(self.TABLE, start=None), PLAIN, "diversify")


class TestWhoCanPlay:
    PILES = (
        Location("Ann", "owl", parse_board("owl-1@0,0r0")),
        Location("Ben", "fox", parse_board("fox-1@0,0r0")),
    )
    TABLE = Table(PLAIN.name, FACE, locations=PILES)

    def test_on_the_location_of_another(self) -> None:
        found = who_can_play(self.TABLE, PLAIN, {"Ann": ["owl-2"], "Ben": []})
        assert found["Ann"] is not None
        assert found["Ann"].location == "Ben"
        assert found["Ben"] is None

    def test_nobody_plays_on_a_frozen_or_own_location(self) -> None:
        found = who_can_play(replace(self.TABLE, out=("Ben",)), PLAIN, {"Ann": ["owl-2"]})
        assert found == {"Ann": None}

    def test_hands_are_what_is_not_laid(self) -> None:
        hands = unplayed(self.TABLE, PLAIN)
        assert hands["Ann"] == tuple(f"owl-{number}" for number in range(2, 7))
        with pytest.raises(MalformedBoardError, match="players: expected the deck of each player"):
            unplayed(Table(PLAIN.name, FACE, parse_board("owl-1@0,0r0")), PLAIN)
