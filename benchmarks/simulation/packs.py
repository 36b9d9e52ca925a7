"""Writes packs: a deck file, photos to enrol it from, of tables and of none, and the truth beside each."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.simulation.art import Art, draw_art
from benchmarks.simulation.decks import random_deck
from benchmarks.simulation.developing import save
from benchmarks.simulation.hands import settle
from benchmarks.simulation.laying import Laid, Plan, lay_board
from benchmarks.simulation.piles import pile_shot
from benchmarks.simulation.rendering import render
from benchmarks.simulation.scenes import LARGEST_PX, SMALLEST_PX, Frame, apart, random_scene
from benchmarks.simulation.styles import random_style
from benchmarks.simulation.truths import Shot, truth_of
from games.camouflage import Board, Cell, Deck, Placement, Table, deck_to_json

_NEGATIVES: Final = ("empty", "cut", "blur", "wrong-deck")
"""Why no table can be read in a photo; a pack has two of these."""

_LARGE_PX: Final = 4032

_ENROL_GLARE: Final = 0.35

_ENROL_SQUARE: Final = 0.055
"""How long the shortest side of a square is at least when cards are enrolled, of the photo's longer side."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a pack is to hold.

    Attributes:
        photos: how many photos of tables.
        few: how many cards lie on every other of them, at least and at most.
        many: and on the rest.
        large: whether every fourth of them is 4032 pixels wide or high.
        tables: pictures of table tops.
        longer_px: the longer side of the other photos, at least and at most; that of enrolment is the least.
        angles: how often each table is photographed, each time by another camera in another light.
        piles: how many photos of tables of Not My Stack!; on every other of them something covers cards.
    """

    photos: int
    few: tuple[int, int] = (4, 20)
    many: tuple[int, int] = (21, 39)
    large: bool = False
    tables: tuple[Path, ...] = ()
    longer_px: tuple[int, int] = (1600, 2400)
    angles: int = 1
    piles: int = 0

    @property
    def square_px(self) -> int:
        """The pixels along a square with which the art is drawn, about as many as the largest photos show."""
        return min(max(self.longer_px[1] // 10, 24), 240)


def write_pack(folder: Path, wishes: Wishes, *, seed: int) -> None:
    """Draws a pack and writes it.

    Args:
        folder: where; it is made. Its name is that of the pack.
        wishes: what it is to hold.
        seed: the same one, the same pack.
    """
    rng = np.random.default_rng([seed, 0])
    style = random_style(rng)
    deck = random_deck(rng, folder.name, style.face)
    art = draw_art(rng, deck, style, square_px=wishes.square_px)
    take(folder, deck, _shots(deck, art, wishes, seed), seed=seed)


def take(folder: Path, deck: Deck, shots: Iterable[tuple[Shot, Art]], *, seed: int) -> None:
    """Takes photos and writes them as a pack.

    Args:
        folder: where; it is made. Its name is that of the pack.
        deck: the cards.
        shots: the photos, each with the art that it shows.
        seed: the same one, the same photos.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "deck.deck.json").write_text(json.dumps(deck_to_json(deck)), "utf-8")
    for number, (shot, shown) in enumerate(shots, 1):
        picture = render(np.random.default_rng([seed, number, 1]), shot.scene, shown)
        save(folder / f"{shot.name}.jpg", picture, shot.scene.film)
        truth = truth_of(shot, folder.name, shown.style)
        (folder / f"{shot.name}.truth.json").write_text(json.dumps(truth), "utf-8")


def _shots(deck: Deck, art: Art, wishes: Wishes, seed: int) -> Iterator[tuple[Shot, Art]]:
    """Go through the photos to take, each with a source of chance of its own, and the art that it shows."""
    chances = (np.random.default_rng([seed, number]) for number in range(1, 100_000))
    for index, symbol in enumerate(deck.decks, 1):
        yield enrol_shot(next(chances), deck, art, symbol, f"enrol-{index:02}", wishes), art
    boards = [board_shot(next(chances), deck, art, index, wishes) for index in range(1, wishes.photos + 1)]
    yield from ((shot, art) for shot in boards)
    reasons = next(chances).permutation(_NEGATIVES)[:2]
    for index, why in enumerate(reasons, 1):
        yield negative_shot(next(chances), deck, art, f"negative-{index}", str(why), wishes)
    for index in range(1, wishes.piles + 1):
        chance = next(chances)
        yield (
            pile_shot(chance, deck, art, f"piles-{index:02}", _usual(chance, wishes), covered=index % 2 == 0),
            art,
        )
    for angle in range(2, wishes.angles + 1):
        yield from ((again(next(chances), shot, art, f"{shot.name}-{angle}", wishes), art) for shot in boards)


def _usual(rng: np.random.Generator, wishes: Wishes) -> Frame:
    return Frame(int(rng.integers(*wishes.longer_px, endpoint=True)) // 8 * 8)


def enrol_shot(
    rng: np.random.Generator, deck: Deck, art: Art, symbol: str, name: str, wishes: Wishes
) -> Shot:
    """Draws a photo of the six cards of one deck, apart from each other.

    Args:
        rng: the source of chance.
        deck: the cards.
        art: what they look like.
        symbol: the deck of six.
        name: of the photo.
        wishes: how large it is, and on which tables.
    """
    cards = [str(card) for card in rng.permutation([card.id for card in deck.cards_of(symbol)])]
    plates, turns = apart(rng, cards)
    placements = tuple(
        Placement(card, Cell(4 * (index % 3), 4 * (index // 3)), turn)
        for index, (card, turn) in enumerate(zip(cards, turns, strict=True))
    )
    longer_px = wishes.longer_px[0]
    frame = Frame(
        longer_px,
        most_tilt_deg=20,
        fill=(0.75, 0.95),
        squares_px=(_ENROL_SQUARE * longer_px, longer_px),
        askew_deg=8,
    )
    scene = random_scene(rng, plates, art, frame, pictures=wishes.tables)
    # Whoever photographs cards to have them learnt looks for a place without much glare.
    calm = replace(scene.light, glare=min(scene.light.glare, _ENROL_GLARE))
    laid = Laid(Table(deck.name, art.style.face, Board(placements)), frozenset())
    return Shot(name, "enrol", laid, replace(scene, light=calm))


def board_shot(rng: np.random.Generator, deck: Deck, art: Art, index: int, wishes: Wishes) -> Shot:
    """Draws a photo of a table: about one in five with illegal cards, one in ten like a puzzle's solution.

    Args:
        rng: the source of chance.
        deck: the cards.
        art: what they look like.
        index: of the photo, from 1; it decides whether few or many cards lie there.
        wishes: how many cards that is, how large the photo is, and on which tables.
    """
    plan = Plan(
        cards=int(rng.integers(*(wishes.few if index % 2 else wishes.many), endpoint=True)),
        illegal=int(rng.integers(1, 3)) if rng.random() < 0.2 else 0,
        min_match=0 if rng.random() < 0.1 else 3,
        spread=float(rng.beta(1.2, 2.5)),
    )
    laid = lay_board(rng, deck, art.style.face, plan)
    jitter_mm = rng.uniform(0.5, 1)
    plates = settle(rng, laid.table.board, jitter_mm=jitter_mm)
    large = wishes.large and index % 4 == 0
    frame = _usual(rng, wishes)
    if large:
        frame = Frame(_LARGE_PX, squares_px=(SMALLEST_PX, 2 * LARGEST_PX))
    scene = random_scene(rng, plates, art, frame, pictures=wishes.tables)
    notes = {"jitter_mm": jitter_mm, "spread": plan.spread}
    return Shot(f"board-{index:02}", "board", laid, scene, notes)


def again(rng: np.random.Generator, shot: Shot, art: Art, name: str, wishes: Wishes) -> Shot:
    """Draws another photo of the same table: by another camera, in another light.

    Args:
        rng: the source of chance.
        shot: a photo of the table.
        art: what the cards look like.
        name: of the photo.
        wishes: how large it is, and on which tables.
    """
    frame = _usual(rng, wishes)
    scene = random_scene(rng, shot.scene.plates, art, frame, pictures=wishes.tables)
    same_table = replace(scene, top=shot.scene.top, top_pose=shot.scene.top_pose)
    return replace(shot, name=name, scene=same_table)


def negative_shot(
    rng: np.random.Generator, deck: Deck, art: Art, name: str, why: str, wishes: Wishes
) -> tuple[Shot, Art]:
    """Draws a photo in which no table can be read, and returns it with the art of what lies there.

    Args:
        rng: the source of chance.
        deck: the cards that are looked for.
        art: what they look like.
        name: of the photo.
        why: "empty", "cut", "blur" or "wrong-deck".
        wishes: how large it is, and on which tables.
    """
    lying, shown = deck, art
    if why == "wrong-deck":
        style = random_style(rng)
        lying = random_deck(rng, deck.name, style.face, decks=3)
        shown = draw_art(rng, lying, style, square_px=wishes.square_px)
    laid = lay_board(rng, lying, shown.style.face, Plan(cards=int(rng.integers(6, 13))))
    plates = () if why == "empty" else settle(rng, laid.table.board, jitter_mm=0.7)
    frame = Frame(wishes.longer_px[0])
    if why == "cut":
        frame = replace(frame, fill=(1.5, 1.8), squares_px=(0, 1e4), whole=False)
    scene = random_scene(rng, plates, shown, frame, pictures=wishes.tables)
    if why == "blur":
        scene = replace(scene, film=replace(scene.film, defocus_px=max(scene.camera.size) / 130))
    nothing = Laid(Table(deck.name, art.style.face), frozenset())
    return Shot(name, "negative", nothing, scene, {"why": why}), shown
