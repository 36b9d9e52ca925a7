"""Reads photos: the only file access of vision, and the only place that meets bytes from strangers.

Pillow decodes, by an allow list of formats, after the limits have been held against the file's header.
OpenCV's own decoders are never given bytes: a damaged animated PNG of a few hundred bytes ends their process.
"""

import re
import threading
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image

from vision.errors import (
    BrokenPhotoError,
    NotAnImageError,
    PhotoError,
    PhotoTooLargeError,
    UnreadableFileError,
    UnsupportedFormatError,
)

MAX_MEGAPIXELS: Final = 64
"""Phones deliver pictures of up to 50 megapixels; 64 take up to 1.5 gigabytes while they are decoded."""

MAX_MEGABYTES: Final = 30

_ACCEPTED: Final = re.compile(
    rb"\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF....WEBP|....ftyp(?:avi[fs]|he[iv][cmsx]|mif1|msf1)", re.DOTALL
)

_REFUSED: Final = (
    ("GIF", re.compile(rb"GIF8")),
    ("BMP", re.compile(rb"BM....\0\0\0\0", re.DOTALL)),
    ("TIFF or raw", re.compile(rb"II[*+]\0|MM\0[*+]")),
    ("PDF", re.compile(rb"%PDF")),
    ("JPEG XL", re.compile(rb"\xff\x0a|\0\0\0\x0cJXL ")),
    ("JPEG 2000", re.compile(rb"\0\0\0\x0cjP  |\xff\x4f\xff\x51")),
    ("SVG", re.compile(rb"\s*(?:<\?xml.{0,500})?<svg", re.DOTALL)),
    ("film", re.compile(rb"....ftyp", re.DOTALL)),
)

_JPEG_MARKER: Final = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])", re.DOTALL)
_JPEG_SCAN: Final = b"\xda"
_JPEG_END: Final = b"\xff\xd9"

_LEAST_SHARE: Final = 0.75
"""A JPEG that can be decoded at a size of at least this share of the one asked for is left at it: to decode
it larger and shrink it takes three times as long."""

_TURNS: Final = {
    1: (False, 1, 1),
    2: (False, 1, -1),
    3: (False, -1, -1),
    4: (False, -1, 1),
    5: (True, 1, 1),
    6: (True, 1, -1),
    7: (True, -1, -1),
    8: (True, -1, 1),
}
"""EXIF orientation -> whether rows become columns, then the step through the rows and through the columns."""

_FILTERS: Final = threading.Lock()

Pixels: TypeAlias = NDArray[np.uint8]
"""A colour picture, (rows, columns, 3) uint8 in the order blue, green, red."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded photo, upright.

    Attributes:
        pixels: (rows, columns, 3) uint8, blue green red, contiguous.
        scale: Side of a pixel of `pixels` in pixels of the full-size photo, 1.0 or more.
        full_size: Width and height of the full-size photo in pixels, after its orientation was applied.
    """

    pixels: Pixels
    scale: float
    full_size: tuple[int, int]

    def to_full_size(self, points: NDArray[np.floating]) -> NDArray[np.float64]:
        """Carries points from `pixels` to the full-size photo.

        Args:
            points: (..., 2) in pixels of `pixels`, x y; (0, 0) is the middle of the first pixel.

        Returns:
            The same points in pixels of the full-size photo, (..., 2) float64.
        """
        return (np.asarray(points, np.float64) + 0.5) * self.scale - 0.5


def load_photo(source: Path | bytes, *, max_side_px: int | None = None) -> Photo:
    """Reads a JPEG, PNG, WebP, AVIF or HEIC photo, upright and no larger than asked for.

    The kind is told by the first bytes, never by the name. Of an animation the first picture is read. What is
    transparent becomes white; sixteen bits a channel become eight. Colour profiles are not applied.

    Args:
        source: The file, or its bytes.
        max_side_px: The longer side of `Photo.pixels` at most; the full size where None. A JPEG may come out
            up to a quarter smaller. No side shrinks to less than one pixel.

    Returns:
        The photo; a photo that is smaller than `max_side_px` keeps its size.

    Raises:
        UnreadableFileError: The file is missing or may not be read.
        NotAnImageError: The bytes are no image.
        UnsupportedFormatError: They are an image of another kind.
        PhotoTooLargeError: They have more than `MAX_MEGABYTES` or `MAX_MEGAPIXELS`.
        BrokenPhotoError: The picture is cut off or damaged.
        ValueError: `max_side_px` is less than 1.
    """
    if max_side_px is not None and max_side_px < 1:
        raise ValueError(f"max_side_px must be at least 1, not {max_side_px}")
    name = source.name if isinstance(source, Path) else "The photo"
    data = _read(source, name)
    _require_accepted_format(data, name)
    try:
        return _decode(data, name, max_side_px)
    except PhotoError:
        raise
    except Exception as fault:  # a damaged file leads Pillow and its plugins to raise anything
        raise _broken(name) from fault


def _read(source: Path | bytes, name: str) -> bytes:
    limit = MAX_MEGABYTES * 1_000_000
    if isinstance(source, Path):
        try:
            with source.open("rb") as file:
                source = file.read(limit + 1)
        except OSError as fault:
            raise UnreadableFileError(f"{name} cannot be read: {fault.strerror}.") from fault
    if len(source) > limit:
        raise _too_large(name, f"more than {MAX_MEGABYTES} megabytes")
    return source


def _require_accepted_format(data: bytes, name: str) -> None:
    if _ACCEPTED.match(data):
        return
    expected = "expected JPEG, PNG, WebP, AVIF or HEIC"
    for kind, signature in _REFUSED:
        if signature.match(data):
            raise UnsupportedFormatError(f"{name} is a {kind} file; {expected}.")
    raise NotAnImageError(f"{name} is {'not an image' if data else 'empty'}; {expected}.")


def _decode(data: bytes, name: str, max_side_px: int | None) -> Photo:
    with _open(data, name) as image:
        width, height = image.size
        if not _is_whole(data, image.format):
            raise _broken(name)
        orientation = _orientation(image)
        drafted = _draft(image, max_side_px, turned=orientation != 1)
        upright = _turn(_to_rgb(image), orientation)
    pixels, shrunk = _shrink(upright, max_side_px)
    full_size = (height, width) if _TURNS[orientation][0] else (width, height)
    return Photo(_uint8(cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)), drafted * shrunk, full_size)


def _open(data: bytes, name: str) -> Image.Image:
    """Reads the header alone, and checks the size that it names."""
    formats = _iso_formats() if data[4:8] == b"ftyp" else ("JPEG", "PNG", "WEBP")
    try:
        with _without_warnings():
            image = Image.open(BytesIO(data), formats=formats)
    except Image.DecompressionBombError as fault:
        raise _too_large(name, f"more than {MAX_MEGAPIXELS} megapixels") from fault
    if image.width * image.height > MAX_MEGAPIXELS * 1_000_000:
        raise _too_large(name, f"{image.width} x {image.height} pixels")
    return image


def _iso_formats() -> tuple[str, ...]:
    """The formats in ISO media files; teaches Pillow HEIC, which it does not know by itself."""
    from pi_heif import register_heif_opener

    register_heif_opener(thumbnails=False, depth_images=False, aux_images=False)
    return ("AVIF", "HEIF")


def _orientation(image: Image.Image) -> int:
    """The EXIF orientation that is still to be applied; HEIC is turned as it is decoded and reports 1."""
    if image.format == "PNG":
        image.load()  # its EXIF may stand behind the pixels
    with _without_warnings():
        value = image.getexif().get(ExifTags.Base.Orientation)
    return value if value in _TURNS else 1


def _draft(image: Image.Image, max_side_px: int | None, *, turned: bool) -> float:
    """Has a JPEG decoded at 1/2, 1/4 or 1/8 where that is still about large enough; returns the divisor.

    Where a side is no multiple of the divisor, its last pixel stands for less than the others. A turn would
    bring that one to the front and shift the picture, so a turned photo is divided without remainder or not.
    """
    if max_side_px is None:
        return 1.0
    width, height = image.size
    large_enough = [k for k in (2, 4, 8) if max(width, height) >= k * _LEAST_SHARE * max_side_px]
    divisor = max((k for k in large_enough if not (turned and (width % k or height % k))), default=1)
    drafted = image.draft(None, (max(1, width // divisor), max(1, height // divisor)))
    return width / drafted[1][2] if drafted else 1.0


def _to_rgb(image: Image.Image) -> Pixels:
    if image.mode.startswith("I;16"):  # Pillow would clip at 255
        grey = (np.asarray(image).astype(np.uint32) + 128) // 257
        return np.repeat(grey.astype(np.uint8)[..., np.newaxis], 3, axis=2)
    if image.has_transparency_data:
        paper = Image.new("RGBA", image.size, "white")
        paper.alpha_composite(image.convert("RGBA"))
        image = paper
    return np.asarray(image.convert("RGB"))


def _shrink(pixels: Pixels, max_side_px: int | None) -> tuple[Pixels, float]:
    """Averages areas until the longer side is `max_side_px`; returns the divisor, one for both axes."""
    shorter, longer = sorted(pixels.shape[:2])
    divisor = min(longer / (max_side_px or longer), float(shorter))
    if divisor <= 1:
        return pixels, 1.0
    factor = 1 / divisor
    return _uint8(cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)), divisor


def _turn(pixels: Pixels, orientation: int) -> Pixels:
    transposed, row_step, column_step = _TURNS[orientation]
    if transposed:
        pixels = pixels.transpose(1, 0, 2)
    return np.ascontiguousarray(pixels[::row_step, ::column_step])


def _is_whole(data: bytes, kind: str | None) -> bool:
    """Finds damage that the decoder would paint over; the other formats' decoders notice a cut themselves."""
    if kind == "PNG":
        return _has_sound_pixels(data)
    return kind not in ("JPEG", "MPO") or _is_closed_jpeg(data)


def _is_closed_jpeg(data: bytes) -> bool:
    """Looks for the end marker behind the first scan.

    A file whose last part was never written is often padded with zeros, which decode as a flat half without
    an error; the end marker is then missing. The segments before the scan are skipped whole, as a thumbnail
    has its own. In a scan 255 is followed by 0 or a restart, and tables between scans hold no 255.
    """
    position = 2
    while found := _JPEG_MARKER.search(data, position):
        position = found.end() + int.from_bytes(data[found.end() : found.end() + 2])
        if found[1] == _JPEG_SCAN:
            return data.find(_JPEG_END, position) >= 0
    return False


def _has_sound_pixels(data: bytes) -> bool:
    """Holds a PNG's pixel data against its checksums, which Pillow passes over."""
    position = len(b"\x89PNG\r\n\x1a\n")
    while (kind := data[position + 4 : position + 8]) not in (b"", b"IEND"):
        end = position + 8 + int.from_bytes(data[position : position + 4])
        if kind == b"IDAT" and zlib.crc32(data[position + 4 : end]) != int.from_bytes(data[end : end + 4]):
            return False
        position = end + 4
    return True


def _uint8(pixels: NDArray[np.generic]) -> Pixels:
    """Tells the type checker what OpenCV returned; nothing is copied."""
    return np.asarray(pixels, np.uint8)


@contextmanager
def _without_warnings() -> Iterator[None]:
    """Silences Pillow's remarks on headers; warning filters belong to the process, hence the lock."""
    with _FILTERS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _broken(name: str) -> BrokenPhotoError:
    return BrokenPhotoError(f"{name} is cut off or damaged; expected a whole picture.")


def _too_large(name: str, found: str) -> PhotoTooLargeError:
    limits = f"{MAX_MEGAPIXELS} megapixels and {MAX_MEGABYTES} megabytes"
    return PhotoTooLargeError(f"{name} has {found}; at most {limits} are accepted.")
