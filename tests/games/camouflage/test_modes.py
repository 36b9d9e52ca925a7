"""Speed Round and Not My Stack!, with their tie-breaks and our rulings."""

from dataclasses import replace

from games.camouflage import MODES, CamouflageSheet, Table, parse_board, parse_table, score
from tests.strategies import PLAIN

PLAYERS = {"Ann": "owl", "Ben": "fox", "Cleo": "pig"}


def test_the_four_games() -> None:
    assert [mode.name for mode in MODES] == ["diversify", "cover-some-ground", "speed-round", "not-my-stack"]


def outcome(sheet: CamouflageSheet) -> tuple[tuple[str, ...] | None, str | None]:
    return sheet.winners, sheet.decided_by


class TestSpeedRound:
    LEGAL = "lion-1@0,0r0 owl-1@2,0r0 fox-1@-2,0r0 pig-1@0,2r0"

    def sheet(self, text: str, *out: str) -> CamouflageSheet:
        board = parse_board(text)
        table = Table("plain", "animals", board, start=("lion-1",), players=PLAYERS, out=out)
        return score(table, PLAIN, "speed-round")

    def test_the_first_to_have_played_all_cards_wins(self) -> None:
        assert outcome(self.sheet(self.LEGAL, "Ben", "Ann")) == (("Ben",), "first-out")

    def test_nothing_scores(self) -> None:
        sheet = self.sheet(self.LEGAL, "Ben", "Ann")
        assert {standing.points for standing in sheet.standings} == {0}
        assert {line.points for line in sheet.lines} == {0}

    def test_an_illegal_card_disqualifies_and_the_next_in_order_wins(self) -> None:
        sheet = self.sheet(f"{self.LEGAL} fox-2@9,9r0", "Ben", "Ann")
        assert outcome(sheet) == (("Ann",), "first-out")
        assert [standing.disqualified for standing in sheet.standings] == [False, True, False]
        assert [standing.rank for standing in sheet.standings] == [1, 3, 2]
        assert sheet.standings[1].illegal == ("fox-2",)
        assert "next-token" in sheet.rulings

    def test_an_illegal_starting_card_disqualifies_nobody(self) -> None:
        sheet = self.sheet(f"{self.LEGAL} lion-2@9,9r0", "Ben")
        assert not any(standing.disqualified for standing in sheet.standings)

    def test_if_nobody_left_was_out_the_fewest_unplayed_cards_win(self) -> None:
        sheet = self.sheet(f"{self.LEGAL} fox-2@9,9r0 pig-2@4,0r0", "Ben")
        assert outcome(sheet) == (("Cleo",), "most-played")
        assert "fewest-unplayed" in sheet.rulings

    def test_as_many_unplayed_cards_share(self) -> None:
        assert outcome(self.sheet(f"{self.LEGAL} fox-2@9,9r0", "Ben")) == (("Ann", "Cleo"), "shared")

    def test_the_only_one_not_disqualified_wins(self) -> None:
        sheet = self.sheet(f"{self.LEGAL} fox-2@9,9r0 pig-2@19,9r0", "Ben", "Cleo")
        assert outcome(sheet) == (("Ann",), "most-played")

    def test_if_all_are_disqualified_nobody_wins(self) -> None:
        sheet = self.sheet(f"{self.LEGAL} fox-2@9,9r0 pig-2@19,9r0 owl-2@29,9r0", "Ben")
        assert outcome(sheet) == ((), None)
        assert sheet.missing == ()
        assert "nobody-wins" in sheet.rulings
        assert {standing.rank for standing in sheet.standings} == {1}

    def test_the_order_of_going_out_is_missing_where_two_have_played_all(self) -> None:
        owls, foxes = (
            " ".join(f"{animal}-{n}@{side * 2 * n},0r0" for n in range(1, 7))
            for animal, side in (("owl", 1), ("fox", -1))
        )
        board = parse_board(f"lion-1@0,0r0 {owls} {foxes} pig-1@0,2r0")
        table = Table("plain", "animals", board, start=("lion-1",), players=PLAYERS)
        sheet = score(table, PLAIN, "speed-round")
        assert (sheet.winners, sheet.missing) == (None, ("out-order",))
        assert score(replace(table, out=("Ben", "Ann")), PLAIN, "speed-round").winners == ("Ben",)


class TestNotMyStack:
    def sheet(self, *out: str, **played: str) -> CamouflageSheet:
        """Score locations that each begin with their owner's first card at (0, 0)."""
        piles = [f"{player}: {PLAYERS[player]}-1@0,0r0 {cards}" for player, cards in played.items()]
        table = parse_table(" | ".join(piles), PLAIN, "animals")
        return score(replace(table, out=out), PLAIN, "not-my-stack")

    def test_the_fewest_cards_on_the_own_location_win(self) -> None:
        sheet = self.sheet(Ann="fox-2@2,0r0 pig-2@4,0r0", Ben="owl-2@2,0r0", Cleo="")
        assert outcome(sheet) == (("Cleo",), "points")
        assert [(standing.points, standing.rank) for standing in sheet.standings] == [(2, 3), (1, 2), (0, 1)]

    def test_the_first_card_of_a_location_is_not_counted_nor_played(self) -> None:
        sheet = self.sheet(Ann="", Ben="owl-2@2,0r0")
        assert [(standing.points, standing.played) for standing in sheet.standings] == [(0, 1), (1, 0)]

    def test_an_illegal_card_counts_on_the_location_and_disqualifies_whoever_laid_it(self) -> None:
        sheet = self.sheet(Ann="", Ben="owl-2@9,9r0", Cleo="fox-2@2,0r0")
        assert [standing.points for standing in sheet.standings] == [0, 1, 1]
        assert [standing.disqualified for standing in sheet.standings] == [True, False, False]
        assert outcome(sheet) == (("Ben",), "most-locations")
        assert "illegal-on-location" in sheet.rulings

    def test_playing_on_the_own_location_disqualifies(self) -> None:
        sheet = self.sheet(Ann="owl-2@2,0r0", Ben="pig-2@2,0r0 pig-3@4,0r0", Cleo="")
        assert [standing.disqualified for standing in sheet.standings] == [True, False, False]
        assert [standing.points for standing in sheet.standings] == [1, 2, 0]

    def test_the_earliest_token_among_the_tied(self) -> None:
        cleo = "fox-3@2,0r0 owl-3@4,0r0"
        sheet = self.sheet("Cleo", "Ben", "Ann", Ann="fox-2@2,0r0", Ben="owl-2@2,0r0", Cleo=cleo)
        assert outcome(sheet) == (("Ben",), "first-out")
        assert "next-token" in sheet.rulings

    def test_then_the_most_different_locations_played_on(self) -> None:
        sheet = self.sheet(Ann="fox-2@2,0r0", Ben="owl-2@2,0r0", Cleo="owl-3@2,0r0 pig-2@9,9r0")
        assert outcome(sheet) == (("Ann",), "most-locations")

    def test_more_cards_on_one_location_are_no_more_locations(self) -> None:
        cleo = "owl-3@2,0r0 owl-4@4,0r0 fox-3@6,0r0"
        sheet = self.sheet(Ann="fox-2@2,0r0", Ben="owl-2@2,0r0", Cleo=cleo)
        assert outcome(sheet) == (("Ann", "Ben"), "shared")

    def test_else_they_share(self) -> None:
        assert outcome(self.sheet(Ann="fox-2@2,0r0", Ben="owl-2@2,0r0")) == (("Ann", "Ben"), "shared")

    def test_of_seven_who_tie_the_last_to_be_out_is_last(self) -> None:
        decks = dict(zip("ABCDEFG", PLAIN.decks, strict=True))
        neighbours = dict(zip("ABCDEFG", "BCDEFGA", strict=True))
        text = " | ".join(
            f"{player}: {deck}-1@0,0r0 {decks[neighbours[player]]}-2@2,0r0" for player, deck in decks.items()
        )
        table = replace(parse_table(text, PLAIN, "animals"), out=tuple("BCDEFGA"))
        sheet = score(table, PLAIN, "not-my-stack")
        assert outcome(sheet) == (("B",), "first-out")
        assert (sheet.standings[0].rank, sheet.standings[0].out) == (7, 7)

    def test_out_is_whoever_has_all_cards_on_the_table_the_first_of_the_location_too(self) -> None:
        owls = " ".join(f"owl-{n}@{2 * n},0r0" for n in range(1, 7))
        table = parse_table(f"Ann: {owls.replace(' ', ' | Ben: fox-1@2,0r0 ', 1)}", PLAIN, "animals")
        sheet = score(table, PLAIN, "not-my-stack")
        assert [standing.out for standing in sheet.standings] == [1, None]
        assert [standing.played for standing in sheet.standings] == [5, 0]
