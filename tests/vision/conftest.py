"""What several tests look at: the reader of the drawn deck."""

import pytest

from tests.vision.scenes import drawn_album
from vision.reading import Reader


@pytest.fixture(scope="session")
def reader() -> Reader:
    """The reader of the drawn deck; made once, it takes a second or two."""
    return Reader(drawn_album())
