"""Tables of Not My Stack! that are drawn, and how readings of them are graded."""

import pytest

from benchmarks.piles import Graded, PilesGrade, text
from benchmarks.simulation.packs import Wishes, write_pack
from benchmarks.simulation.piles import COVERING
from benchmarks.truth import Pack, read_packs
from games.camouflage import judge


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    folder = tmp_path_factory.mktemp("packs") / "sim-12"
    write_pack(folder, Wishes(photos=0, piles=2, longer_px=(200, 240)), seed=12)
    (found,) = read_packs(folder)
    return found


def test_each_player_has_a_pile_that_is_laid_by_the_rules(pack: Pack) -> None:
    for truth in pack.boards:
        truth.table.check(pack.deck)
        assert len(truth.table.locations) in range(3, 6)
        assert {*truth.corners} == {*truth.table.cards}
        assert all(judgement.legal for judgement in judge(truth.table, pack.deck))
        for location in truth.table.locations:
            laid = [pack.deck.card(card.card).deck for card in location.board]
            assert laid.count(location.deck) == 1


def test_something_covers_cards_on_every_other_table(pack: Pack) -> None:
    free, covered = pack.boards
    assert free.covering == ()
    assert {*covered.covering} <= {*COVERING}
    assert covered.covering


def test_what_was_read_wrong_is_named_and_counted() -> None:
    right = PilesGrade(3, exact=3, owned=3, cards=9, missed=0)
    wrong = PilesGrade(4, exact=2, owned=3, cards=8, missed=1, invented=1, told=True, certain=True)
    lines = [*text(Graded({"a/piles-01": right}, {"a/piles-02": wrong}))]
    assert "a/piles-02: 2 of 4 locations exact, 1 missed, 1 invented" in lines
    assert not any(line.startswith("a/piles-01") for line in lines)
    (certain,) = [line for line in lines if line.startswith("cards said to be certain, and wrong")]
    assert "0/1" in certain
    assert "1/1" in certain


def test_a_table_that_was_not_read_says_why() -> None:
    lost = PilesGrade(3, exact=0, owned=0, cards=9, missed=9, unreadable="it is dark")
    assert any(line.endswith("not read: it is dark") for line in text(Graded({}, {"b": lost})))
