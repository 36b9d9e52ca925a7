"""Writes packs: a deck file, photos to enrol it from, photos of tables and of none, and the truth beside each."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.simulation.art import Art, draw_art, random_style
from benchmarks.simulation.decks import random_deck
from benchmarks.simulation.developing import save
from benchmarks.simulation.hands import Plate, settle
from benchmarks.simulation.laying import Laid, lay_board
from benchmarks.simulation.rendering import Scene, render
from benchmarks.simulation.scenes import Frame, apart, random_scene
from games.camouflage import Board, Cell, Deck, Placement, Table, deck_to_json, table_to_json

TRUTH_FORMAT = "camouflage-truth/1"

_NEGATIVES = ("empty", "cut", "blur", "wrong-deck")


@dataclass(frozen=True, slots=True)
class Shot:
    """A photo that is to be taken.

    Attributes:
        name: of its file, without ending.
        kind: "board", "enrol" or "negative".
        laid: what lies there, as the truth has it.
        scene: what is to be seen.
        notes: what else is of interest.
    """

    name: str
    kind: str
    laid: Laid
    scene: Scene
    notes: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a pack is to hold.

    Attributes:
        photos: how many photos of tables.
        few: how many cards lie on every other of them, at least and at most.
        many: and on the rest.
        large: whether every fourth of them has 4032 x 3024 pixels.
        tables: pictures of table tops.
        longer_px: the longer side of the other photos, at least and at most.
    """

    photos: int
    few: tuple[int, int] = (4, 20)
    many: tuple[int, int] = (21, 39)
    large: bool = False
    tables: tuple[Path, ...] = ()
    longer_px: tuple[int, int] = (1600, 2400)


def write_pack(folder: Path, wishes: Wishes, *, seed: int) -> None:
    """Draws a pack and writes it.

    Args:
        folder: where; it is made. Its name is that of the pack.
        wishes: what it is to hold.
        seed: the same one, the same pack.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([seed, 0])
    style = random_style(rng)
    deck = random_deck(rng, folder.name, style.face)
    art = draw_art(rng, deck, style)
    (folder / "deck.deck.json").write_text(json.dumps(deck_to_json(deck)), "utf-8")
    for number, (shot, own_art) in enumerate(_shots(deck, art, wishes, seed), 1):
        picture = render(np.random.default_rng([seed, number, 1]), shot.scene, own_art)
        save(folder / f"{shot.name}.jpg", picture, shot.scene.film)
        truth = truth_of(shot, folder.name, own_art)
        (folder / f"{shot.name}.truth.json").write_text(json.dumps(truth), "utf-8")


def _shots(deck: Deck, art: Art, wishes: Wishes, seed: int) -> Iterator[tuple[Shot, Art]]:
    numbers = iter(range(1, 10_000))

    def chance() -> np.random.Generator:
        return np.random.default_rng([seed, next(numbers)])

    for index, name in enumerate(deck.decks, 1):
        yield enrol_shot(chance(), deck, art, name, f"enrol-{index:02}", wishes), art
    for index in range(1, wishes.photos + 1):
        yield board_shot(chance(), deck, art, index, wishes), art
    for index, why in enumerate(np.random.default_rng([seed, 9]).permutation(_NEGATIVES)[:2], 1):
        yield negative_shot(chance(), deck, art, f"negative-{index}", str(why), wishes)


def enrol_shot(
    rng: np.random.Generator, deck: Deck, art: Art, symbol: str, name: str, wishes: Wishes
) -> Shot:
    """Draws a photo of the six cards of one deck, apart from each other."""
    cards = [str(card) for card in rng.permutation([card.id for card in deck.cards_of(symbol)])]
    plates, turns = apart(rng, cards)
    placements = tuple(
        Placement(card, Cell(4 * (index % 3), 4 * (index // 3)), turn)
        for index, (card, turn) in enumerate(zip(cards, turns, strict=True))
    )
    frame = Frame(wishes.longer_px[0], most_tilt_deg=20, fill=(0.75, 0.95), squares_px=(40, 400))
    scene = random_scene(rng, plates, art, frame, pictures=wishes.tables)
    laid = Laid(Table(deck.name, art.style.face, Board(placements)), frozenset())
    return Shot(name, "enrol", laid, scene, {})


def board_shot(rng: np.random.Generator, deck: Deck, art: Art, index: int, wishes: Wishes) -> Shot:
    """Draws a photo of a table: about one in five with illegal cards, one in ten like a puzzle's solution."""
    cards = int(rng.integers(*wishes.few if index % 2 else wishes.many, endpoint=True))
    puzzle = rng.random() < 0.1
    illegal = int(rng.integers(1, 3)) if rng.random() < 0.2 else 0
    spread = float(rng.beta(1.2, 2.5))
    laid = lay_board(
        rng, deck, art.style.face, cards=cards, illegal=illegal, min_match=0 if puzzle else 3, spread=spread
    )
    jitter_mm = rng.uniform(0.5, 1)
    plates = settle(rng, laid.table.board, jitter_mm=jitter_mm)
    large = wishes.large and index % 4 == 0
    frame = Frame(4032 if large else int(rng.integers(*wishes.longer_px, endpoint=True)) // 8 * 8)
    scene = random_scene(rng, plates, art, frame, pictures=wishes.tables)
    return Shot(f"board-{index:02}", "board", laid, scene, {"jitter_mm": jitter_mm, "spread": spread})


def negative_shot(
    rng: np.random.Generator, deck: Deck, art: Art, name: str, why: str, wishes: Wishes
) -> tuple[Shot, Art]:
    """Draws a photo in which no table can be read, and returns it with the art of what lies there."""
    shown_deck, shown = deck, art
    if why == "wrong-deck":
        style = random_style(rng)
        shown_deck = random_deck(rng, deck.name, style.face, decks=3)
        shown = draw_art(rng, shown_deck, style, square_px=160)
    laid = lay_board(rng, shown_deck, shown.style.face, cards=int(rng.integers(6, 13)))
    plates = () if why == "empty" else settle(rng, laid.table.board, jitter_mm=0.7)
    frame = Frame(wishes.longer_px[0])
    if why == "cut":
        frame = Frame(wishes.longer_px[0], fill=(1.6, 1.9), squares_px=(0, 1000))
    scene = random_scene(rng, plates, shown, frame, pictures=wishes.tables)
    if why == "blur":
        scene = replace(scene, film=replace(scene.film, defocus_px=max(scene.camera.size) / 130))
    nothing = Laid(Table(deck.name, art.style.face), frozenset())
    return Shot(name, "negative", nothing, scene, {"why": why}), shown


def truth_of(shot: Shot, pack: str, art: Art) -> dict[str, object]:
    """Returns what a truth file says of a photo."""
    plates = shot.scene.plates if shot.kind != "negative" else ()
    return {
        "format": TRUTH_FORMAT,
        "photo": f"{shot.name}.jpg",
        "pack": pack,
        "kind": shot.kind,
        "board": table_to_json(shot.laid.table),
        "corners": {str(plate.picture): corners_of(shot.scene, plate) for plate in plates},
        "illegal": sorted(shot.laid.illegal),
        "scene": {**described(shot.scene), "art": asdict(art.style), **shot.notes},
    }


def corners_of(scene: Scene, plate: Plate) -> list[list[float]]:
    """Returns where a card's printed corners are seen, in pixels of the upright photo."""
    return [[round(float(x), 2), round(float(y), 2)] for x, y in scene.camera.seen(plate.corners())]


def described(scene: Scene) -> dict[str, object]:
    """Returns the numbers of a scene, for analysis."""
    camera, light = scene.camera, scene.light
    return {
        "camera": asdict(camera) | {"tilt_deg": float(np.degrees(camera.tilt))},
        "light": {
            "lamps": [asdict(lamp) for lamp in light.lamps],
            "ambient": light.ambient,
            "warm": light.warm,
            "cool": light.cool,
            "shades": [outline.round(1).tolist() for outline in light.shades],
            "shade_soft_mm": light.shade_soft_mm,
            "glare": light.glare,
        },
        "table": {"kind": scene.top.kind, "tile_mm": scene.top.tile_mm, "gloss": scene.top.gloss},
        "film": asdict(scene.film),
        "clutter": [solid.kind for solid in scene.solids] + ["face-down card"] * len(scene.decoys),
        "poses": _poses(scene.plates),
    }


def _poses(plates: Sequence[Plate]) -> list[dict[str, object]]:
    return [
        {
            "card": plate.picture,
            "x": round(plate.x, 2),
            "y": round(plate.y, 2),
            "angle_deg": round(float(np.degrees(plate.angle)), 2),
            "height": round(plate.height, 2),
            "slope": [round(value, 4) for value in plate.slope],
        }
        for plate in plates
    ]
