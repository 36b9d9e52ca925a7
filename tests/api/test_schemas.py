"""The JSON of the answers keeps its own schemas, and contract by contract its fields."""

import json
from typing import Any

import pytest
from hypothesis import given

from api import schemas, service
from api.answers import Answer
from api.ways import subject_of_table
from games.camouflage import (
    Table,
    deck_from_json,
    deck_to_json,
    parse_board,
    parse_locations,
    table_from_json,
    table_to_json,
)
from tests.api.doubles import photographed, ranked
from tests.strategies import DECK, PLAIN, tables


def written(answer: Answer) -> dict[str, Any]:
    return dict(json.loads(json.dumps(schemas.to_json(answer))))


@given(tables)
def test_answers_for_all_tables_keep_their_schemas(table: Table) -> None:
    subject = subject_of_table(table, DECK)
    game = "not-my-stack" if table.locations else "cover-some-ground"
    checked, scored = written(service.check(subject)), written(service.score(subject, game))
    assert schemas.CheckOut.model_validate(checked).model_dump(mode="json") == checked
    assert schemas.ScoreOut.model_validate(scored).model_dump(mode="json") == scored


@given(tables)
def test_board_files_come_back_as_they_were(table: Table) -> None:
    document = table_to_json(table)
    model = schemas.BoardFile.model_validate(document)
    assert table_from_json(model.model_dump(exclude_unset=True)) == table
    assert model.model_dump(mode="json") == document


def test_deck_files_come_back_as_they_were() -> None:
    assert deck_from_json(schemas.DeckFile.model_validate(deck_to_json(DECK)).model_dump()) == DECK


def test_check() -> None:
    table = Table(PLAIN.name, "animals", parse_board("lion-1@0,0r0 owl-1@2,2r0"))
    assert written(service.check(subject_of_table(table, PLAIN))) == {
        "legal": False,
        "cards": [
            {"card": "lion-1", "legal": True, "p": 1.0, "violations": []},
            {
                "card": "owl-1",
                "legal": False,
                "p": 0.0,
                "violations": [{"rule": "too-few-matches", "matches": 1, "needed": 3, "cells": [[1, 1]]}],
            },
        ],
        "questions": [],
        "warnings": [],
    }


def test_score() -> None:
    table = Table(
        PLAIN.name,
        "animals",
        parse_board("lion-1@0,0r0 owl-1@2,0r0"),
        start=("lion-1",),
        players={"Ann": "owl"},
        out=(),
    )
    answer = written(service.score(subject_of_table(table, PLAIN), "diversify"))
    assert answer == {
        "game": "diversify",
        "certain": True,
        "players": [
            {
                "player": "Ann",
                "deck": "owl",
                "points": 1,
                "raw_points": 1,
                "played": 1,
                "rank": 1,
                "out": None,
                "disqualified": False,
                "illegal": [],
            }
        ],
        "cards": [
            {
                "card": "lion-1",
                "player": None,
                "points": 0,
                "raw_points": 0,
                "legal": True,
                "on": [],
                "squares": 0,
                "violations": [],
                "reason": "began the table",
            },
            {
                "card": "owl-1",
                "player": "Ann",
                "points": 1,
                "raw_points": 1,
                "legal": True,
                "on": ["lion-1"],
                "squares": 3,
                "violations": [],
                "reason": "cards directly beneath: 1",
            },
        ],
        "winners": ["Ann"],
        "decided_by": "points",
        "missing": [],
        "questions": [],
        "warnings": [],
        "rulings": [],
    }


def test_a_score_that_hangs_on_the_photo() -> None:
    boards = ranked("lion-1@0,0r0 owl-1@2,0r0", 0.75), ranked("owl-1@2,0r0 lion-1@0,0r0", 0.25)
    answer = written(service.score(photographed(*boards), "diversify"))
    assert answer["winners"] is None
    assert answer["players"][0]["points"] == [0, 1]
    (question,) = answer["questions"]
    assert question == {
        "kind": "which-on-top",
        "cards": ["owl-1", "lion-1"],
        "x": 1,
        "y": -1,
        "p": 0.75,
        "settles": ["score"],
        "answers": ["owl-1 over lion-1", "lion-1 over owl-1"],
    }


def test_a_question_without_a_place_has_none() -> None:
    answer = written(service.check(photographed(ranked("lion-1@0,0r0 owl-1@9,0r0"))))
    assert answer["questions"] == [
        {"kind": "which-first", "cards": ["lion-1", "owl-1"], "p": 0.5, "settles": ["legality"]}
    ]


def test_places() -> None:
    table = Table(PLAIN.name, "animals", parse_board("lion-1@0,0r0"))
    answer = written(service.places(table, PLAIN, "owl-1"))
    assert {
        "x": 2,
        "y": 0,
        "turn": 1,
        "cells": [[1, -1], [2, -1], [3, -1], [1, 0], [2, 0], [3, 0], [1, 1], [2, 1], [3, 1]],
        "covers": ["lion-1"],
    } in answer["places"]


def test_places_on_locations_name_them() -> None:
    table = Table(
        PLAIN.name, "animals", locations=parse_locations("Ann: lion-1@0,0r0 | Ben: fox-1@0,0r0", PLAIN)
    )
    assert {place["location"] for place in written(service.places(table, PLAIN, "lion-2"))["places"]} == {
        "Ben"
    }


def test_a_probability_is_never_more_than_one() -> None:
    boards = [ranked(f"lion-1@0,0r0 owl-1@{9 + n},0r0", 1 / 3) for n in range(3)]
    assert max(card["p"] for card in written(service.check(photographed(*boards)))["cards"]) <= 1


def test_bodies_say_where_they_do_not_keep_their_schema() -> None:
    body = {"game": "diversify", "min_match": "three", "colour": 1}
    with pytest.raises(schemas.SchemaError) as caught:
        schemas.validated(schemas.ScoreIn, body, strict=True)
    assert [error["loc"] for error in caught.value.errors] == [("min_match",), ("colour",)]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({"min_match": "2"}, id="a number as text"),
        pytest.param({"wild_centers": "yes"}, id="a truth value as text"),
        pytest.param({"min_match": True}, id="a truth value as number"),
    ],
)
def test_only_the_fields_of_forms_are_texts_all(body: dict[str, object]) -> None:
    with pytest.raises(schemas.SchemaError):
        schemas.validated(schemas.CheckIn, body, strict=True)
    assert schemas.validated(schemas.CheckIn, body, strict=False).model_fields_set == {*body}


@pytest.mark.parametrize("body", [{"players": {"": "owl"}}, {"out_order": [""]}], ids=["players", "out"])
def test_players_have_names(body: dict[str, object]) -> None:
    with pytest.raises(schemas.SchemaError):
        schemas.validated(schemas.ScoreIn, {"game": "diversify", **body}, strict=True)
