"""The folder in which the readings of many photos are kept, so that none is read twice.

What was read of each photo is kept as a `*.reading.json`, and `folder.json` beside them tells what each was
read from: the photo, the album, the rules and the version of Camtable. All are written whole or not at all,
the reading first, so that a run that is stopped at any moment loses no more than the photo it was at.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from api.errors import WrongUseError
from api.keeping import Kept
from api.outputs import make_folder, write_json
from api.reading_files import reading_from_json
from api.texts import parsed, read_text
from games.errors import GamesError

FOLDER_FORMAT: Final = "camtable-folder/1"
ENDINGS: Final = (".jpg", ".jpeg", ".png", ".webp", ".avif", ".heic", ".heif")
"""How the names of photos end."""
UNREADABLE: Final = 3
"""The exit code of a photo that cannot be read, today or tomorrow."""

_STATE: Final = "folder.json"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a photo was not read.

    Attributes:
        kind: of the error, as in problem details.
        title: the kind in words.
        detail: what is wrong, in one sentence.
        exit_code: of the command that reads this photo alone.
    """

    kind: str
    title: str
    detail: str
    exit_code: int


@dataclass(frozen=True, slots=True)
class Source:
    """What a reading was made from.

    Attributes:
        photo: the digest of the photo's file.
        album: the digest of the album: the deck, and what the cards look like.
        min_match: the least number of matching squares.
        wild_centers: whether centres are wild.
        camtable: the version of Camtable.
    """

    photo: str
    album: str
    min_match: int
    wild_centers: bool
    camtable: str


class Readings:
    """The folder in which readings are kept."""

    def __init__(self, folder: Path) -> None:
        """Take up a folder.

        Args:
            folder: the folder, which need not be there yet.

        Raises:
            WrongUseError: it holds something else, or cannot be read.
        """
        self._folder = folder
        self._state: dict[str, dict[str, object]] = {}
        if (folder / _STATE).exists():
            document = parsed(read_text(folder / _STATE), _STATE)
            if not isinstance(document, dict) or document.get("format") != FOLDER_FORMAT:
                raise WrongUseError(f"{folder / _STATE} is not of the format {FOLDER_FORMAT}")
            photos = document.get("photos")
            if not isinstance(photos, dict) or not all(isinstance(each, dict) for each in photos.values()):
                raise WrongUseError(f"{folder / _STATE} does not tell of photos")
            self._state = photos
        elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise WrongUseError(f"{folder} is neither an empty folder nor one with earlier readings")

    def found(self, photo: str, source: Source) -> Kept | Problem | None:
        """Return what was read of a photo from the same source, None if it has to be read."""
        entry = self._state.get(photo, {})
        if entry.get("source") != asdict(source):
            return None
        problem = entry.get("problem")
        if isinstance(problem, dict):
            try:
                return Problem(**problem)
            except TypeError:
                return None
        return self.reading(photo)

    def reading(self, photo: str) -> Kept | None:
        """Return the reading of a photo that is kept, whatever it was made from; None if there is none."""
        path = self._path(photo)
        try:
            return reading_from_json(parsed(read_text(path), path.name)) if path.exists() else None
        except (WrongUseError, GamesError):
            return None

    def keep(self, photo: str, source: Source, made: Mapping[str, object] | Problem) -> None:
        """Keep what was read of a photo, or why it cannot be read.

        Raises:
            WrongUseError: it cannot be written.
        """
        entry: dict[str, object] = {"source": asdict(source)}
        if isinstance(made, Problem):
            if made.exit_code != UNREADABLE:
                return  # another time it may be read
            entry["problem"] = asdict(made)
        else:
            self._write(self._path(photo), made)
        self._state = {**self._state, photo: entry}
        self._write(self._folder / _STATE, {"format": FOLDER_FORMAT, "photos": self._state})

    def _path(self, photo: str) -> Path:
        return self._folder / f"{photo}.reading.json"

    def _write(self, path: Path, document: Mapping[str, object]) -> None:
        make_folder(self._folder)
        write_json(document, path)


def photos_in(folder: Path) -> tuple[Path, ...]:
    """Return the photos that lie in a folder, by name.

    Raises:
        WrongUseError: there are none, or the folder cannot be looked into.
    """
    try:
        found = sorted(
            path
            for path in folder.iterdir()
            if path.suffix.lower() in ENDINGS and not path.name.startswith(".") and path.is_file()
        )
    except OSError as error:
        raise WrongUseError(f"the folder {folder} cannot be looked into: {error.strerror}") from error
    if not found:
        names = ", ".join(f"*{ending}" for ending in ENDINGS)
        raise WrongUseError(f"expected photos in the folder {folder}, named {names}; found none")
    return tuple(found)
