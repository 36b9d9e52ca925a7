"""The score sheets of Camel Up: what lies on the table, and the end of a race."""

from typing import Any

import pytest

from games.camel_up import sheet_of, tabled_from_json
from games.errors import MalformedFileError

EXAMPLE: dict[str, Any] = {
    "format": "camel-up-table/1",
    "ranking": ["purple", "yellow", "green", "red", "blue"],
    "players": {
        "Olivier": {
            "money": 0,
            "first": [
                {"camel": "purple", "value": 5},
                {"camel": "yellow", "value": 3},
                {"camel": "red", "value": 2},
            ],
            "third": ["yellow", "red"],
            "fennec": True,
        }
    },
}


def sheet(**changes: object) -> Any:  # noqa: ANN401 - a score sheet
    return sheet_of(tabled_from_json(EXAMPLE | changes))


def test_the_example_of_the_rulebook() -> None:
    """Ruling scoring-example."""
    found = sheet()
    assert found.totals == {"Olivier": 6}
    points = [(line.item.rpartition(":")[0], line.points) for line in found.lines]
    assert points == [
        ("money", 0),
        ("first: purple 5", 5),
        ("first: yellow 3", 1),
        ("first: red 2", -1),
        ("third: yellow", 1),
        ("third: red", 1),
        ("fennec", -1),
    ]
    assert found.lines[1].reason == "purple has place 1"
    assert (found.winners, found.missing, found.certain) == (None, ("end",), False)


@pytest.mark.parametrize(
    ("place", "pays"),
    [
        pytest.param(0, (5, -1, 7, -1), id="first"),
        pytest.param(1, (1, 1, 3, -1), id="second"),
        pytest.param(2, (-1, 2, -1, -1), id="third"),
        pytest.param(3, (-1, 1, -1, 3), id="fourth"),
        pytest.param(4, (-1, -1, -1, 7), id="fifth"),
    ],
)
def test_every_card_pays_by_the_place(place: int, pays: tuple[int, ...]) -> None:
    camel = EXAMPLE["ranking"][place]
    cards: list[dict[str, Any]] = [
        {"first": [{"camel": camel, "value": 5}]},
        {"third": [camel]},
        {"winner": camel},
        {"loser": camel},
    ]
    players = {f"P{number}": card | {"money": 10} for number, card in enumerate(cards)}
    found = sheet(players=players, race_over=True)
    assert [found.totals[player] - 10 for player in players] == [*pays]


def test_race_bets_count_at_the_end_only() -> None:
    players = {"Ann": {"winner": "purple", "money": 3}, "Ben": {"money": 4}}
    assert sheet(players=players).totals == {"Ann": 3, "Ben": 4}
    over = sheet(players=players, race_over=True)
    assert (over.totals, over.winners, over.decided_by) == ({"Ann": 10, "Ben": 4}, ("Ann",), "points")
    shared = sheet(players=players | {"Ben": {"money": 10}}, race_over=True)
    assert (shared.winners, shared.decided_by) == (("Ann", "Ben"), "shared")


def test_money_never_falls_below_nothing() -> None:
    """Ruling money: after the round, and again after the race."""
    poor = {"money": 1, "shortcut": True, "third": ["purple", "blue"], "winner": "purple"}
    found = sheet(players={"Ann": poor}, race_over=True)
    assert (found.totals, found.rulings) == ({"Ann": 7}, ("money",))
    worse = sheet(players={"Ann": poor | {"winner": "green"}}, race_over=True)
    assert (worse.totals, worse.rulings) == ({"Ann": 0}, ("money",))


def test_camels_at_the_banner_are_all_fifth_and_last() -> None:
    """Ruling camels-at-the-banner."""
    players = {"Ann": {"third": ["red"], "loser": "red", "money": 5}, "Ben": {"loser": "blue", "money": 5}}
    found = sheet(ranking=["purple", "yellow"], players=players, race_over=True)
    assert found.totals == {"Ann": 5 - 1 + 7, "Ben": 5 + 7}
    assert found.rulings == ("camels-at-the-banner",)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        pytest.param({"format": "x"}, "format: expected 'camel-up-table/1'", id="format"),
        pytest.param({"ranking": ["red", "red"]}, "ranking: expected each camel once", id="a camel twice"),
        pytest.param({"ranking": ["crazy"]}, "ranking[0]: expected 'blue' or", id="the crazy camel"),
        pytest.param({"players": {}}, "players: expected at least one player", id="nobody"),
        pytest.param({"players": {"Ann": {"frist": []}}}, "players.Ann.frist: expected no such", id="field"),
        pytest.param(
            {"players": {"Ann": {"first": [{"camel": "red", "value": 4}]}}},
            "players.Ann.first[0].value: expected 5, 3 or 2; found 4",
            id="no such card",
        ),
        pytest.param(
            {"players": {"Ann": {"third": ["red"]}, "Ben": {"third": ["red"]}}},
            "players: expected at most 1 of the card third: red",
            id="one card in front of two",
        ),
        pytest.param(
            {"players": {"Ann": {"first": [{"camel": "red", "value": 2}] * 3}}},
            "players: expected at most 2 of the card first: red 2",
            id="too many of a card",
        ),
        pytest.param(
            {"players": {"Ann": {"fennec": True}, "Ben": {"fennec": True}}},
            "players: expected the fennec's card in front of one",
            id="two fennecs",
        ),
        pytest.param({"race_over": 1}, "race_over: expected true or false", id="no truth value"),
    ],
)
def test_what_does_not_fit_names_the_field(changes: dict[str, object], message: str) -> None:
    with pytest.raises(MalformedFileError) as error:
        tabled_from_json(EXAMPLE | changes)
    assert str(error.value).startswith(message)
