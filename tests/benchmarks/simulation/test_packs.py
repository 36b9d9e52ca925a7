"""Packs that are drawn: what they hold, that it can be read, and that it is the same for the same seed."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

from benchmarks.simulation.__main__ import main
from benchmarks.truth import Pack, Truth, read_packs
from games.camouflage import judge


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("packs")
    main([str(out), "--photos", "2", "--seed", "11", "--pixels", "160", "240"])
    return out


@pytest.fixture(scope="module")
def pack(folder: Path) -> Pack:
    (found,) = read_packs(folder)
    return found


def upright(truth: Truth) -> tuple[int, int]:
    with Image.open(truth.photo) as photo:
        return ImageOps.exif_transpose(photo).size


def test_a_pack_has_all_kinds_of_photos(pack: Pack) -> None:
    assert pack.name == pack.deck.name == "sim-11"
    assert (len(pack.enrol), len(pack.boards), len(pack.negatives)) == (7, 2, 2)
    assert [len(truth.table.board) in range(4, 21) for truth in pack.boards] == [True, False]


def test_each_card_is_enrolled_once(pack: Pack) -> None:
    enrolled = [card for truth in pack.enrol for card in truth.table.cards]
    assert sorted(enrolled) == sorted(card.id for card in pack.deck.cards)
    assert all(len({pack.deck.card(card).deck for card in truth.table.cards}) == 1 for truth in pack.enrol)


def test_the_turn_of_an_enrolled_card_is_the_one_that_is_seen(pack: Pack) -> None:
    """Up to the way the whole photo is held, the same for all its cards."""
    for truth in pack.enrol:
        off = []
        for placement in truth.table.board:
            top_left, top_right = truth.corners[placement.card][:2]
            across = top_right - top_left
            off.append(np.degrees(np.arctan2(across[1], across[0])) - 90 * placement.turn)
        spread = (np.array(off) - off[0] + 180) % 360 - 180
        assert np.abs(spread).max() < 45


def test_all_cards_of_a_table_are_in_the_photo(pack: Pack) -> None:
    for truth in (*pack.enrol, *pack.boards):
        corners = np.vstack([*truth.corners.values()])
        assert {*truth.corners} == {*truth.table.cards}
        assert (corners >= 0).all()
        assert (corners <= np.array(upright(truth)) - 1).all()


def test_the_truth_knows_the_illegal_cards(pack: Pack) -> None:
    for truth in pack.boards:
        judged = judge(truth.table, pack.deck)
        assert truth.illegal == {judgement.card for judgement in judged if judgement.legal is False}


def test_the_same_seed_draws_the_same_pack(folder: Path, tmp_path: Path) -> None:
    """Photos are drawn one by one, so the first ones do not depend on how many there are."""
    main([str(tmp_path), "--photos", "1", "--seed", "11", "--pixels", "160", "240"])
    for name in (
        "deck.deck.json",
        "enrol-07.jpg",
        "enrol-07.truth.json",
        "board-01.jpg",
        "board-01.truth.json",
    ):
        assert (folder / "sim-11" / name).read_bytes() == (tmp_path / "sim-11" / name).read_bytes(), name
