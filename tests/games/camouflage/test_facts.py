"""What is said of a table: sentences, what they mean on a board, and which of them cannot both be so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import Cell, FactError, UnknownCardError, parse_board
from games.camouflage.contradictions import reason_against
from games.camouflage.facts import Complete, Empty, Fact, Lies, Over, Owned, Turned, parse_facts
from tests.strategies import DECK, PLAIN

BOARD = parse_board("owl-1@0,0r0 fox-1@2,0r1 pig-1@4,0r2 cow-1@20,0r3")


def parsed(text: str) -> tuple[Fact, ...]:
    return parse_facts(text, DECK, "animals")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        pytest.param("lion-3 over cow-1", [Over(("lion-3", "cow-1"))], id="of two cards"),
        pytest.param("owl-1 over fox-2  over cow-3", [Over(("owl-1", "fox-2", "cow-3"))], id="of a pile"),
        pytest.param("card at 4,2 is owl-5", [Lies("owl-5", Cell(4, 2))], id="which card"),
        pytest.param("card at -4, 2 is owl-5 turned 270", [Lies("owl-5", Cell(-4, 2), 3)], id="and turn"),
        pytest.param("owl-2 lies at 3,1", [Lies("owl-2", Cell(3, 1))], id="where"),
        pytest.param("owl-2 lies at 3,1 turned 90°", [Lies("owl-2", Cell(3, 1), 1)], id="where and turn"),
        pytest.param("owl-5 turned 0 degrees", [Turned("owl-5", 0)], id="turn"),
        pytest.param("no card at 6,0", [Empty(Cell(6, 0))], id="nothing"),
        pytest.param("no other cards", [Complete()], id="no more"),
        pytest.param("pile with owl-1 belongs to Fox", [Owned("owl-1", "fox", is_deck=True)], id="deck"),
        pytest.param(
            "The pile with owl-1 belongs to Aunt  Ann.",
            [Owned("owl-1", "Aunt Ann", is_deck=False)],
            id="player",
        ),
        pytest.param(" Owl-2 LIES AT 3,1. ", [Lies("owl-2", Cell(3, 1))], id="as people write"),
        pytest.param(
            "owl-2 lies at 3,1 and owl-2 over fox-1; no other card",
            [Lies("owl-2", Cell(3, 1)), Over(("owl-2", "fox-1")), Complete()],
            id="several",
        ),
    ],
)
def test_sentences_are_understood(text: str, facts: list[Fact]) -> None:
    assert parsed(text) == tuple(facts)


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        pytest.param("lion-3 under cow-1", FactError, 'such as "CARD over CARD"', id="words"),
        pytest.param("", FactError, "found ''", id="nothing"),
        pytest.param("x" * 100, FactError, "…", id="long"),
        pytest.param("owl-1 over fox-1 over owl-1", FactError, "found 'owl-1' twice", id="circle"),
        pytest.param("owl-1 turned 45", FactError, "180 or 270 degrees clockwise; found 45", id="turn"),
        pytest.param("card at 4 is owl-1", FactError, "found 'card at 4 is owl-1'", id="half a place"),
        pytest.param("owl-11 over fox-1", UnknownCardError, "the nearest are owl-1", id="near"),
        pytest.param("zzz lies at 0,0", UnknownCardError, "no card 'zzz' in the deck 'mixed'", id="far"),
        pytest.param(f"pile with owl-1 belongs to {'x' * 61}", FactError, "found 61", id="long name"),
        pytest.param("pile with owl-9 belongs to Ann", UnknownCardError, "nearest are owl-", id="pile of"),
        pytest.param("owl-1 over fox-1;", FactError, "expected an answer", id="cut short"),
    ],
)
def test_others_are_refused_with_what_was_expected(text: str, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=r"found|no card") as caught:
        parsed(text)
    assert said in str(caught.value)


def test_a_card_without_the_face_that_is_played_is_refused() -> None:
    with pytest.raises(UnknownCardError, match="no face 'gems'"):
        parse_facts("owl-1 turned 90", PLAIN, "gems")


cards = st.sampled_from([card.id for card in DECK.cards])
cells = st.builds(Cell, st.integers(-99, 99), st.integers(-99, 99))
facts = st.one_of(
    st.lists(cards, min_size=2, max_size=4, unique=True).map(lambda names: Over(tuple(names))),
    st.builds(Lies, cards, cells, st.none() | st.integers(0, 3)),
    st.builds(Turned, cards, st.integers(0, 3)),
    st.builds(Empty, cells),
    st.just(Complete()),
    st.builds(Owned, cards, st.sampled_from(DECK.decks), st.just(value=True)),
    st.builds(Owned, cards, st.sampled_from(["Ann", "Uncle Ben"]), st.just(value=False)),
)


@given(st.lists(facts, min_size=1, max_size=4))
def test_what_a_fact_says_is_understood_as_the_fact(told: list[Fact]) -> None:
    assert parsed(" and ".join(map(str, told))) == tuple(told)


@pytest.mark.parametrize(
    ("text", "so"),
    [
        pytest.param("fox-1 over owl-1", True, id="above"),
        pytest.param("owl-1 over fox-1", False, id="below"),
        pytest.param("pig-1 over fox-1 over owl-1", True, id="a pile"),
        pytest.param("pig-1 over owl-1", False, id="two that do not meet"),
        pytest.param("cow-1 over fox-1 over owl-1", False, id="one that meets none"),
        pytest.param("bear-1 over owl-1", False, id="one that is not there"),
        pytest.param("fox-1 lies at 2,0", True, id="there"),
        pytest.param("fox-1 lies at 2,0 turned 90", True, id="there and turned so"),
        pytest.param("fox-1 lies at 2,0 turned 0", False, id="there and turned otherwise"),
        pytest.param("card at 0,0 is fox-1", False, id="elsewhere"),
        pytest.param("pig-1 turned 180", True, id="turned so"),
        pytest.param("pig-1 turned 90", False, id="turned otherwise"),
        pytest.param("no card at 1,0", True, id="no centre"),
        pytest.param("no card at 2,0", False, id="a centre"),
        pytest.param("no other card", True, id="no other"),
        pytest.param("pile with owl-1 belongs to Ann", True, id="a pile"),
        pytest.param("pile with bear-1 belongs to Ann", False, id="no pile"),
    ],
)
def test_whether_it_is_so_on_a_board(text: str, so: bool) -> None:  # noqa: FBT001 - a column of the table
    assert [fact.holds(BOARD) for fact in parsed(text)] == [so]


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        pytest.param("owl-1 over fox-1", "fox-1 over owl-1", "one lies above the other", id="order"),
        pytest.param(
            "owl-1 over fox-1 over pig-1", "cow-1 over pig-1 over fox-1", "one lies above", id="in piles"
        ),
        pytest.param("owl-1 lies at 0,0", "owl-1 lies at 1,0", "lies on the table once", id="place"),
        pytest.param("owl-1 lies at 0,0", "card at 0,0 is fox-1", "one card has its centre", id="card"),
        pytest.param("owl-1 turned 90", "owl-1 turned 0", "turned in one way", id="turn"),
        pytest.param("owl-1 lies at 0,0 turned 90", "owl-1 turned 0", "in one way", id="turn and place"),
        pytest.param("owl-1 lies at 0,0", "no card at 0,0", "there, or none", id="none"),
        pytest.param(
            "pile with owl-1 belongs to Ann", "pile with owl-1 belongs to Ben", "one player", id="players"
        ),
        pytest.param("pile with owl-1 belongs to owl", "pile with owl-1 belongs to fox", "one", id="decks"),
    ],
)
def test_facts_that_cannot_both_be_so(one: str, other: str, why: str) -> None:
    (first,), (second,) = parsed(one), parsed(other)
    for pair in ((first, second), (second, first)):
        assert why in (reason_against(*pair) or "")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("owl-1 over fox-1", "fox-1 over pig-1", id="orders that go on"),
        pytest.param("owl-1 over fox-1 over pig-1", "pig-1 over cow-1", id="piles that go on"),
        pytest.param("owl-1 lies at 0,0", "owl-1 turned 90", id="place and turn"),
        pytest.param("owl-1 lies at 0,0", "no card at 1,0", id="none beside"),
        pytest.param("owl-1 lies at 0,0", "no other card", id="no other"),
        pytest.param("owl-1 lies at 0,0", "owl-1 lies at 0,0 turned 90", id="more of the same"),
    ],
)
def test_facts_that_can(one: str, other: str) -> None:
    (first,), (second,) = parsed(one), parsed(other)
    assert reason_against(first, second) is None


def test_two_centres_may_lie_on_one_cell_where_centres_are_wild() -> None:
    one, other = Lies("owl-1", Cell(0, 0)), Lies("fox-1", Cell(0, 0))
    assert reason_against(one, other, wild_centres=True) is None
