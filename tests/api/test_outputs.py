"""Pictures that are written; albums are tested where they are enrolled."""

from pathlib import Path

import pytest
from PIL import Image

from api.errors import WrongUseError
from api.outputs import require_picture_name, write_picture


@pytest.mark.parametrize("name", ["x.jpg", "x.png", "x.webp"])
def test_a_picture_is_written_as_its_name_says(name: str, tmp_path: Path) -> None:
    require_picture_name(tmp_path / name)
    write_picture(Image.new("RGB", (40, 30)), tmp_path / name)
    with Image.open(tmp_path / name) as written:
        assert written.size == (40, 30)
        assert written.get_format_mimetype() == f"image/{name[2:].replace('jpg', 'jpeg')}"


@pytest.mark.parametrize(
    ("name", "width", "why"),
    [
        pytest.param("x.webp", 16_384, "exceeds WebP limit of 16383 pixels", id="too wide for its format"),
        pytest.param("none/x.jpg", 40, "No such file or directory", id="no folder"),
    ],
)
def test_a_picture_that_cannot_be_written_is_told(name: str, width: int, why: str, tmp_path: Path) -> None:
    with pytest.raises(WrongUseError, match=rf"cannot be written: .*{why}"):
        write_picture(Image.new("RGB", (width, 1)), tmp_path / name)
