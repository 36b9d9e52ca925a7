"""Our verdicts against the reference boards, of which everything is known."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from games.camouflage import deck_from_json, judge, score, table_from_json, table_to_json

pytestmark = pytest.mark.shared


@pytest.mark.parametrize("pack", ["dev-A", "dev-B"])
def test_the_illegal_cards_are_found_and_no_others(shared: Callable[[str], Path], pack: str) -> None:
    folder = shared(f"photos/dev/{pack}")
    deck = deck_from_json(json.loads((folder / "deck.deck.json").read_text(encoding="utf-8")))
    files = sorted(folder.glob("board-*.truth.json"))
    assert files
    for file in files:
        truth = json.loads(file.read_text(encoding="utf-8"))
        table = table_from_json(truth["board"])
        illegal = [judgement.card for judgement in judge(table, deck) if not judgement.legal]
        assert sorted(illegal) == sorted(truth["illegal"]), file.name
        assert table_from_json(table_to_json(table)) == table
        for game in ("diversify", "cover-some-ground", "speed-round"):
            assert not score(table, deck, game).warnings
