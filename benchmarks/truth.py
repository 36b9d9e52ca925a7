"""Packs of photos of which everything is known: a deck file, photos, and a `*.truth.json` beside each."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from games.camouflage import Deck, Table, deck_from_json, table_from_json


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """What is known of a photo.

    Attributes:
        photo: its file.
        kind: "board", "enrol" or "negative".
        table: the cards that lie there.
        corners: for each card (4, 2) pixels of the full-size photo, the printed top-left corner first.
        illegal: the cards that were laid against the rules.
        covering: what lies or stands on cards.
    """

    photo: Path
    kind: str
    table: Table
    corners: Mapping[str, NDArray[np.float64]]
    illegal: frozenset[str]
    covering: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """Photos of one deck.

    Attributes:
        name: the name of its folder.
        deck: its deck file.
        enrol: the photos to learn the deck from.
        boards: the photos of tables.
        negatives: the photos in which no table is to be found.
    """

    name: str
    deck: Deck
    enrol: tuple[Truth, ...]
    boards: tuple[Truth, ...]
    negatives: tuple[Truth, ...]


def read_packs(folder: Path, *, photos: int | None = None) -> list[Pack]:
    """Read all packs in a folder, or the one that the folder is.

    Args:
        folder: the folder.
        photos: how many board photos of each pack are taken at most, the first by name; where None, all.

    Raises:
        FileNotFoundError: there is no pack.
    """
    folders = sorted({path.parent for path in [*folder.glob("*.deck.json"), *folder.glob("*/*.deck.json")]})
    if not folders:
        raise FileNotFoundError(f"no pack in {folder}: no folder with a *.deck.json")
    return [_pack(each, photos) for each in folders]


def _pack(folder: Path, photos: int | None) -> Pack:
    truths = [read_truth(path) for path in sorted(folder.glob("*.truth.json"))]
    of_kind = {
        kind: tuple(truth for truth in truths if truth.kind == kind)
        for kind in ("enrol", "board", "negative")
    }
    (deck,) = folder.glob("*.deck.json")
    return Pack(
        name=folder.name,
        deck=deck_from_json(json.loads(deck.read_text("utf-8"))),
        enrol=of_kind["enrol"],
        boards=of_kind["board"][:photos],
        negatives=of_kind["negative"],
    )


def read_truth(path: Path) -> Truth:
    """Read what is known of a photo."""
    document = json.loads(path.read_text("utf-8"))
    return Truth(
        photo=path.parent / document["photo"],
        kind=document["kind"],
        table=table_from_json(document["board"]),
        corners={card: np.array(corners) for card, corners in document["corners"].items()},
        illegal=frozenset(document["illegal"]),
        covering=tuple(document.get("scene", {}).get("covering", ())),
    )
