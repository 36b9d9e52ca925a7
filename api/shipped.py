"""What comes with Camtable: decks, and albums of their prints."""

import json
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import puzzles
from games.camouflage import Deck, deck_from_json

PLAIN_NAME: Final = re.compile(r"[^\\/\0]{1,100}")
"""A name that leads to no other folder."""


def shipped_deck(name: str) -> Deck | None:
    """Return the shipped deck of this name, None if there is none."""
    file = _shipped(f"{name}.deck.json")
    return deck_from_json(json.loads(file.read_text("utf-8"))) if file and file.is_file() else None


def shipped_album(name: str) -> Path | None:
    """Return the folder of the shipped album of this name, None if there is none."""
    folder = _shipped(f"{name}.album")
    # Camtable is installed as files, never run from an archive.
    return folder if isinstance(folder, Path) and folder.is_dir() else None


def _shipped(name: str) -> Traversable | None:
    return files(puzzles).joinpath("data", name) if PLAIN_NAME.fullmatch(name) else None
