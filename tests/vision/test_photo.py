import contextlib
import threading
import warnings
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import ExifTags, Image, ImageOps

from tests.vision.heic import heic
from vision import photo
from vision.errors import (
    BrokenPhotoError,
    NotAnImageError,
    PhotoError,
    PhotoTooLargeError,
    UnreadableFileError,
    UnsupportedFormatError,
)
from vision.photo import Photo, load_photo

RED, GREEN, BLUE, PALE = (220, 40, 40), (40, 200, 60), (40, 60, 220), (230, 230, 230)
PILLOW_FORMATS = ("JPEG", "PNG", "WEBP", "AVIF")
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def quarters(width: int, height: int) -> Image.Image:
    """A picture in four flat quarters: red, green, blue and pale, row by row."""
    small = Image.new("RGB", (2, 2))
    small.putdata([RED, GREEN, BLUE, PALE])
    return small.resize((width, height), Image.Resampling.NEAREST)


def oriented(image: Image.Image, orientation: int) -> Image.Exif:
    exif = image.getexif()
    exif[ExifTags.Base.Orientation] = orientation
    return exif


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    buffer = BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def noise(width: int, height: int) -> Image.Image:
    """A picture whose file is long, so that it can be cut in many places."""
    values = np.random.default_rng(7).integers(0, 256, (height // 4, width // 4, 3), np.uint8)
    return Image.fromarray(values).resize((width, height), Image.Resampling.BICUBIC)


def corners_rgb(picture: Photo) -> list[tuple[int, ...]]:
    """The colours well inside the four corners, row by row."""
    rows, columns = picture.pixels.shape[:2]
    y, x = rows // 10, columns // 10
    spots = [(y, x), (y, -x), (-y, x), (-y, -x)]
    return [tuple(int(value) for value in picture.pixels[spot][::-1]) for spot in spots]


def close(found: list[tuple[int, ...]], expected: list[tuple[int, ...]], within: int = 12) -> bool:
    return bool(np.abs(np.subtract(found, expected)).max() <= within)


def upright_corners(image: Image.Image, orientation: int) -> list[tuple[int, ...]]:
    image = image.copy()
    oriented(image, orientation)
    turned = np.asarray(ImageOps.exif_transpose(image))
    return [tuple(int(v) for v in turned[y, x]) for y in (5, -5) for x in (5, -5)]


def png_chunk(kind: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4)


def png_header(width: int, height: int) -> bytes:
    """A PNG that names its size and holds no pixel at all."""
    header = width.to_bytes(4) + height.to_bytes(4) + bytes([1, 0, 0, 0, 0])
    return PNG_SIGNATURE + png_chunk(b"IHDR", header) + png_chunk(b"IDAT", b"") + png_chunk(b"IEND", b"")


class TestOrientation:
    @pytest.mark.parametrize("orientation", range(1, 9))
    @pytest.mark.parametrize("kind", PILLOW_FORMATS)
    def test_is_applied_once(self, kind: str, orientation: int) -> None:
        image = quarters(96, 64)
        picture = load_photo(saved(image, kind, exif=oriented(image.copy(), orientation)))
        assert close(corners_rgb(picture), upright_corners(image, orientation))
        assert picture.full_size == ((64, 96) if orientation >= 5 else (96, 64))
        assert picture.pixels.shape == (*picture.full_size[::-1], 3)

    @pytest.mark.parametrize("exif_too", [False, True], ids=["boxes", "boxes-and-exif"])
    @pytest.mark.parametrize("orientation", range(1, 9))
    def test_of_heic_is_that_of_its_boxes(self, orientation: int, *, exif_too: bool) -> None:
        image = quarters(1024, 512)
        exif = oriented(image.copy(), orientation).tobytes()[6:] if exif_too else b""
        picture = load_photo(heic(1024, 512, orientation=orientation, exif=exif))
        assert close(corners_rgb(picture), upright_corners(image, orientation))
        assert picture.full_size == ((512, 1024) if orientation >= 5 else (1024, 512))

    def test_of_heic_ignores_exif_alone(self) -> None:
        image = quarters(1024, 512)
        picture = load_photo(heic(1024, 512, exif=oriented(image.copy(), 6).tobytes()[6:]))
        assert close(corners_rgb(picture), upright_corners(image, 1))

    @pytest.mark.parametrize(
        "exif", [b"Exif\0\0nonsense", b"Exif\0\0II*\0\xff\xff\xff\x7f"], ids=["text", "offset"]
    )
    def test_counts_as_upright_where_exif_is_damaged(self, exif: bytes) -> None:
        image = quarters(96, 64)
        assert close(corners_rgb(load_photo(saved(image, "JPEG", exif=exif))), upright_corners(image, 1))

    @pytest.mark.parametrize("orientation", [0, 9, 255])
    def test_counts_as_upright_where_unknown(self, orientation: int) -> None:
        image = quarters(96, 64)
        picture = load_photo(saved(image, "JPEG", exif=oriented(image.copy(), orientation)))
        assert close(corners_rgb(picture), upright_corners(image, 1))


class TestScale:
    SPOTS = np.array([[150.0, 120.0], [2790.0, 180.0], [1480.0, 1010.0], [230.0, 1900.0], [2850.0, 1880.0]])

    def spots(self) -> Image.Image:
        """White discs on black, 3001 x 2001 pixels, with a full-size centre each that is known exactly."""
        y, x = np.mgrid[0:2001, 0:3001]
        canvas = np.zeros((2001, 3001), np.uint8)
        for spot_x, spot_y in self.SPOTS:
            canvas[(x - spot_x) ** 2 + (y - spot_y) ** 2 < 30**2] = 255
        return Image.fromarray(canvas).convert("RGB")

    def centres(self, picture: Photo) -> NDArray[np.float64]:
        grey = picture.pixels.mean(axis=2)
        centres = []
        for spot in self.SPOTS:
            left, top = ((spot - 60) / picture.scale).astype(int)
            right, bottom = ((spot + 60) / picture.scale).astype(int) + 1
            y, x = np.mgrid[top:bottom, left:right]
            weights = grey[top:bottom, left:right]
            centres.append([(x * weights).sum() / weights.sum(), (y * weights).sum() / weights.sum()])
        return picture.to_full_size(np.array(centres))

    @pytest.mark.parametrize("max_side_px", [2500, 1501, 1500, 1024, 640, 375])
    @pytest.mark.parametrize("kind", ["JPEG", "PNG"])
    def test_carries_points_to_the_full_size(self, kind: str, max_side_px: int) -> None:
        data = saved(self.spots(), kind, **({"quality": 95} if kind == "JPEG" else {"compress_level": 1}))
        picture = load_photo(data, max_side_px=max_side_px)
        assert max(picture.pixels.shape) == max_side_px
        assert picture.full_size == (3001, 2001)
        np.testing.assert_allclose(self.centres(picture), self.SPOTS, atol=0.25)

    @pytest.mark.parametrize("orientation", [3, 6, 8])
    def test_holds_after_turning(self, orientation: int) -> None:
        image = self.spots()
        data = saved(image, "JPEG", exif=oriented(image.copy(), orientation))
        picture = load_photo(data, max_side_px=700)
        turned = {
            3: [3000, 2000] - self.SPOTS,
            6: np.column_stack([2000 - self.SPOTS[:, 1], self.SPOTS[:, 0]]),
            8: np.column_stack([self.SPOTS[:, 1], 3000 - self.SPOTS[:, 0]]),
        }[orientation]
        bright = cv2.connectedComponentsWithStats((picture.pixels[..., 0] > 127).astype(np.uint8))[3][1:]
        found = picture.to_full_size(np.asarray(bright, np.float64))
        assert all(np.abs(found - spot).max(axis=1).min() < 0.5 for spot in turned)

    @pytest.mark.parametrize("kind", PILLOW_FORMATS)
    def test_is_one_where_the_photo_is_small_enough(self, kind: str) -> None:
        picture = load_photo(saved(quarters(96, 64), kind), max_side_px=96)
        assert (picture.scale, picture.pixels.shape) == (1.0, (64, 96, 3))

    def test_of_a_strip_keeps_one_pixel_of_its_short_side(self) -> None:
        picture = load_photo(saved(Image.new("RGB", (3000, 2), RED), "PNG"), max_side_px=100)
        assert min(picture.pixels.shape[:2]) == 1

    @pytest.mark.parametrize("max_side_px", [0, -5])
    def test_refuses_a_side_below_one(self, max_side_px: int) -> None:
        with pytest.raises(ValueError, match="max_side_px must be at least 1"):
            load_photo(b"", max_side_px=max_side_px)

    def test_of_a_48_megapixel_heic(self) -> None:
        picture = load_photo(heic(8064, 6048, orientation=6), max_side_px=1000)
        assert picture.full_size == (6048, 8064)
        assert picture.pixels.shape == (1000, 750, 3)


class TestModes:
    COLOUR = (200, 120, 40)

    def flat_files(self) -> Iterator[tuple[str, bytes, tuple[int, int, int]]]:
        colour = Image.new("RGB", (40, 30), self.COLOUR)
        grey16 = Image.fromarray(np.full((30, 40), 100 * 257, np.uint16))
        bgr16 = np.full((30, 40, 3), self.COLOUR[::-1], np.uint16) * 257
        yield "grey JPEG", saved(Image.new("L", (40, 30), 77), "JPEG"), (77, 77, 77)
        yield "CMYK JPEG", saved(colour.convert("CMYK"), "JPEG", quality=95), self.COLOUR
        yield "progressive JPEG", saved(colour, "JPEG", progressive=True, quality=95), self.COLOUR
        yield "black and white PNG", saved(Image.new("1", (40, 30), 1), "PNG"), (255, 255, 255)
        yield "grey PNG", saved(Image.new("L", (40, 30), 77), "PNG"), (77, 77, 77)
        yield "16-bit grey PNG", saved(grey16, "PNG"), (100, 100, 100)
        yield "16-bit colour PNG", cv2.imencode(".png", bgr16)[1].tobytes(), self.COLOUR
        yield "palette PNG", saved(colour.quantize(4), "PNG"), self.COLOUR
        yield "clear palette PNG", saved(Image.new("P", (40, 30), 0), "PNG", transparency=0), (255, 255, 255)
        yield "grey and alpha PNG", saved(Image.new("LA", (40, 30), (0, 0)), "PNG"), (255, 255, 255)
        yield "clear PNG", saved(Image.new("RGBA", (40, 30), (9, 9, 9, 0)), "PNG"), (255, 255, 255)
        yield "opaque PNG", saved(Image.new("RGBA", (40, 30), (*self.COLOUR, 255)), "PNG"), self.COLOUR
        yield "half clear WebP", saved(Image.new("RGBA", (40, 30), (0, 0, 0, 128)), "WEBP"), (127, 127, 127)
        yield "half clear AVIF", saved(Image.new("RGBA", (40, 30), (0, 0, 0, 128)), "AVIF"), (127, 127, 127)

    def test_all_become_colour(self) -> None:
        wrong = {}
        for name, data, expected in self.flat_files():
            pixels = load_photo(data).pixels
            centre = tuple(int(value) for value in pixels[15, 20][::-1])
            if pixels.shape != (30, 40, 3) or not close([centre], [expected], within=4):
                wrong[name] = centre
        assert not wrong

    def test_pixels_are_contiguous_and_writable(self) -> None:
        pixels = load_photo(saved(quarters(96, 64), "PNG")).pixels
        assert pixels.dtype == np.uint8
        assert pixels.flags.c_contiguous
        assert pixels.flags.writeable

    @pytest.mark.parametrize("kind", ["PNG", "WEBP", "AVIF", "MPO"])
    def test_of_several_pictures_the_first_is_read(self, kind: str) -> None:
        first, second = (Image.new("RGB", (64, 48), colour) for colour in (RED, BLUE))
        data = saved(first, kind, save_all=True, append_images=[second])
        assert close(corners_rgb(load_photo(data)), [RED] * 4)

    def test_a_reduced_mpo_is_the_first_picture(self) -> None:
        first, second = (Image.new("RGB", (640, 480), colour) for colour in (RED, BLUE))
        picture = load_photo(saved(first, "MPO", save_all=True, append_images=[second]), max_side_px=90)
        assert picture.pixels.shape == (60, 80, 3)
        assert close(corners_rgb(picture), [RED] * 4)

    @pytest.mark.parametrize(
        ("most", "longer"),
        [
            pytest.param(320, 320, id="half is just asked for"),
            pytest.param(427, 427, id="half is too small, so it is shrunk"),
            pytest.param(426, 320, id="half is three quarters of what is asked for"),
            pytest.param(150, 150, id="a quarter is a little too large"),
        ],
    )
    def test_a_jpeg_is_decoded_small_where_that_is_nearly_what_is_asked_for(
        self, most: int, longer: int
    ) -> None:
        picture = load_photo(saved(Image.new("RGB", (640, 480), RED), "JPEG"), max_side_px=most)
        assert picture.pixels.shape == (longer * 3 // 4, longer, 3)


class TestLimits:
    @pytest.mark.parametrize(
        ("width", "height", "found"),
        [(8001, 8000, "8001 x 8000 pixels"), (30_000, 30_000, "more than 64 megapixels")],
        ids=["just-over", "bomb"],
    )
    def test_pixels_are_counted_before_any_is_decoded(self, width: int, height: int, found: str) -> None:
        with pytest.raises(PhotoTooLargeError) as refusal:
            load_photo(png_header(width, height))
        assert found in str(refusal.value)
        assert "at most 64 megapixels and 30 megabytes" in str(refusal.value)

    @pytest.mark.parametrize("height", [1000, 1001])
    def test_the_limit_itself_is_accepted(self, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(photo, "MAX_MEGAPIXELS", 1)
        data = saved(Image.new("1", (1000, height)), "PNG")
        if height == 1000:
            assert load_photo(data).full_size == (1000, 1000)
        else:
            with pytest.raises(PhotoTooLargeError):
                load_photo(data)

    @pytest.mark.parametrize("as_file", [False, True], ids=["bytes", "file"])
    def test_bytes_are_counted(self, tmp_path: Path, *, as_file: bool) -> None:
        path, data = tmp_path / "large.jpg", b"\xff\xd8\xff" + bytes(30_000_000)
        path.write_bytes(data if as_file else b"")
        with pytest.raises(PhotoTooLargeError, match="more than 30 megabytes; at most 64 megapixels and 30"):
            load_photo(path if as_file else data)


class TestTruncation:
    def whole_files(self) -> dict[str, bytes]:
        image = noise(320, 240)
        return {
            "JPEG": saved(image, "JPEG", quality=90),
            "progressive JPEG": saved(image, "JPEG", quality=90, progressive=True),
            "PNG": saved(image, "PNG"),
            "WebP": saved(image, "WEBP", quality=90),
            "lossless WebP": saved(image, "WEBP", lossless=True),
            "AVIF": saved(image, "AVIF"),
            "HEIC": heic(1024, 512),
        }

    def accepted_cuts(self, whole: bytes, padding: bytes) -> list[int]:
        """The lengths at which a cut file is taken for a photo with other pixels than the whole one has."""
        pixels = load_photo(whole).pixels
        accepted = []
        for length in np.linspace(1, len(whole) - 1, 60).astype(int):
            try:
                cut = load_photo(whole[:length] + padding * (len(whole) - length))
            except PhotoError:
                continue
            if not np.array_equal(cut.pixels, pixels):
                accepted.append(int(length))
        return accepted

    def test_is_never_half_a_picture(self) -> None:
        accepted = {name: self.accepted_cuts(data, b"") for name, data in self.whole_files().items()}
        assert not any(accepted.values()), accepted

    @pytest.mark.parametrize("name", ["JPEG", "progressive JPEG", "PNG"])
    def test_is_noticed_behind_a_padding_of_zeros(self, name: str) -> None:
        assert self.accepted_cuts(self.whole_files()[name], b"\0") == []

    @pytest.mark.parametrize("name", ["JPEG", "PNG", "WebP", "AVIF", "HEIC"])
    def test_has_its_own_error(self, name: str) -> None:
        whole = self.whole_files()[name]
        with pytest.raises(BrokenPhotoError, match="The photo is cut off or damaged"):
            load_photo(whole[: len(whole) * 2 // 3])

    def test_leaves_a_jpeg_with_a_thumbnail_and_a_tail_alone(self) -> None:
        image = noise(320, 240)
        exif = Image.Exif()
        thumbnail = b"Exif\0\0" + exif.tobytes()[6:] + saved(image.resize((40, 30)), "JPEG")
        data = saved(image, "JPEG", exif=thumbnail) + b"a tail that some phones append"
        assert load_photo(data).full_size == (320, 240)


class TestRefusals:
    @pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "PDF", "JPEG2000"])
    def test_of_other_formats(self, kind: str) -> None:
        with pytest.raises(UnsupportedFormatError, match="expected JPEG, PNG, WebP, AVIF or HEIC"):
            load_photo(saved(quarters(96, 64), kind))

    @pytest.mark.parametrize(
        "data",
        [
            b'<?xml version="1.0"?><svg/>',
            b"\0\0\0\x18ftypmp42" + bytes(40),
            b"\xff\x0a" + bytes(40),
        ],
        ids=["svg", "film", "jpeg-xl"],
    )
    def test_of_formats_told_by_their_first_bytes(self, data: bytes) -> None:
        with pytest.raises(UnsupportedFormatError):
            load_photo(data)

    @pytest.mark.parametrize(
        "data",
        [b"", b"\xff", b"no picture", bytes(1000), b"<html><body></body></html>"],
        ids=["empty", "byte", "text", "zeros", "html"],
    )
    def test_of_what_is_no_image(self, data: bytes) -> None:
        with pytest.raises(NotAnImageError, match=r"(not an image|empty); expected JPEG"):
            load_photo(data)

    def test_of_a_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(UnreadableFileError, match=r"^absent.jpg cannot be read: No such file"):
            load_photo(tmp_path / "absent.jpg")

    def test_of_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(UnreadableFileError, match="Is a directory"):
            load_photo(tmp_path)

    def test_names_the_file_and_is_one_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "table.jpg").write_bytes(b"GIF89a" + bytes(20))
        with pytest.raises(PhotoError) as refusal:
            load_photo(tmp_path / "table.jpg")
        assert str(refusal.value) == "table.jpg is a GIF file; expected JPEG, PNG, WebP, AVIF or HEIC."

    def test_never_goes_by_the_name(self, tmp_path: Path) -> None:
        (tmp_path / "table.txt").write_bytes(saved(quarters(96, 64), "PNG"))
        assert load_photo(tmp_path / "table.txt").full_size == (96, 64)


class TestWarnings:
    NOISY = png_header(10_000, 9_500)  # Pillow warns of it, and refuses only at twice the size

    def test_are_neither_shown_nor_raised(self) -> None:
        with warnings.catch_warnings(record=True, action="always") as seen, pytest.raises(PhotoTooLargeError):
            load_photo(self.NOISY)
        assert seen == []

    def test_filters_are_as_before_when_many_threads_read(self) -> None:
        before = list(warnings.filters)

        def read() -> None:
            for _ in range(20):
                with pytest.raises(PhotoTooLargeError):
                    load_photo(self.NOISY)

        threads = [threading.Thread(target=read) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert list(warnings.filters) == before


@pytest.mark.shared
def test_every_odd_file_is_a_photo_or_a_photo_error(shared: Callable[[str], Path]) -> None:
    files = sorted(path for path in shared("badimages").rglob("*") if path.is_file())
    assert len(files) > 1000
    for path in files:
        with contextlib.suppress(PhotoError):
            picture = load_photo(path, max_side_px=1600)
            assert picture.pixels.ndim == 3
            assert max(picture.pixels.shape[:2]) <= 1600


@pytest.mark.shared
@pytest.mark.parametrize("shape", ["Landscape", "Portrait"])
def test_one_scene_looks_the_same_in_all_orientations(shape: str, shared: Callable[[str], Path]) -> None:
    folder = shared("badimages/exif-orientation")
    pictures = [load_photo(path, max_side_px=90).pixels for path in sorted(folder.glob(f"{shape}_[1-8].jpg"))]
    assert len(pictures) == 8
    for picture in pictures[1:]:
        assert picture.shape == pictures[0].shape
        assert np.abs(picture.astype(int) - pictures[0]).mean() < 6
