"""What every test may ask for: the shipped sample, and the reference data beside the checkout."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import settings

from vision import enrol
from vision.geometry import Floats
from vision.outlines import Outline, find_outlines
from vision.photo import Photo
from vision.prints import Prints
from vision.sightings import Seen, Sighting, looked_at

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile("camtable", deadline=None, derandomize=True)
settings.load_profile("camtable")


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def sample() -> Path:
    """The folder with the sample deck, its seven enrolment photos and two board photos."""
    return ROOT / "examples" / "sample"


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """Finds reference data in the folder `shared` beside the checkout; skips the test where there is none."""

    def find(name: str) -> Path:
        path = ROOT.parent / "shared" / name
        if not path.exists():
            pytest.skip(f"shared/{name} is not beside the checkout")
        return path

    return find


@pytest.fixture(scope="session", autouse=True)
def _enrolled_once() -> Iterator[None]:
    """Finds the cards in each photo once, and compares the same cards once: enrolling does little else."""
    outlines: dict[bytes, list[Outline]] = {}
    seen: dict[bytes, Seen] = {}

    def found(photo: Photo, prints: Prints | None, known: Sequence[Floats]) -> list[Outline]:
        if prints is not None:
            return find_outlines(photo, prints, known)
        key = sha256(photo.pixels.tobytes()).digest() + str((photo.scale, photo.full_size)).encode()
        if key not in outlines:
            outlines[key] = find_outlines(photo)
        return outlines[key]

    def compared(sightings: Sequence[Sighting]) -> Seen:
        key = b"".join(
            sha256(own.picture.tobytes() + own.corners.tobytes()).digest() + str(own.photo).encode()
            for own in sightings
        )
        if key not in seen:
            seen[key] = looked_at(sightings)
        return seen[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(enrol, "find_outlines", found)
        patch.setattr(enrol, "looked_at", compared)
        yield
